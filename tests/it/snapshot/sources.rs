//! Source texts survive the round trip.

use bombe_format::ids::FileId;
use bombe_indexer::encode::{self, Options};
use bombe_indexer::rank::page_rank;
use bombe_reader::limits::Limits;
use bombe_reader::view::View;
use bombe_tests::synthetic;

use super::{SIZE, meta, opened};

#[test]
fn sources_can_be_read_in_full_and_by_line() {
    let (graph, view) = opened();
    for id in (0..graph.files.len()).map(FileId::new) {
        let expected = synthetic::source(SIZE, id);
        let source = view.source(id, &Limits::new()).unwrap().unwrap();
        assert_eq!(source.text(), expected);
        assert_eq!(source.line_count(), graph.files[id.index()].lines);
        let lines: Vec<_> = expected.lines().collect();
        assert_eq!(source.line(3), lines[2]);
        let part = view
            .source_lines(id, 5, 9, &Limits::new())
            .unwrap()
            .unwrap();
        assert_eq!(part.text(), lines[4..9].join("\n") + "\n");
        assert_eq!(part.line(7), lines[6]);
        assert_eq!(part.line(4), "");
        assert_eq!(part.line_of(source.bytes(0..1).len() as u32), 5);
    }
}

#[test]
fn long_files_are_cut_into_frames() {
    let mut graph = synthetic::graph(synthetic::Size {
        files: 1,
        symbols_per_file: 1,
        edges: 0,
    });
    let mut text = String::new();
    for line in 0..30_000 {
        text.push_str(&format!("line {line} ü\n"));
    }
    text.push_str(&"é".repeat(100_000));
    text.push_str("\nlast");
    graph.files[0].size = text.len() as u64;
    graph.files[0].lines = 30_002;
    let ranks = page_rank(&graph);
    let source = |_| Some(text.clone());
    let bytes = encode::encode(&graph, &ranks, &meta(), Options::default(), &source).unwrap();
    let view = View::from_bytes(&bytes).unwrap();
    view.verify().unwrap();
    assert_eq!(
        view.source(FileId(0), &Limits::new())
            .unwrap()
            .unwrap()
            .text(),
        text,
        "whole"
    );
    for (first, last) in [
        (1, 1),
        (8_000, 8_003),
        (29_999, 30_002),
        (30_001, 30_001),
        (30_002, 30_002),
        (40_000, 40_001),
        (5, 4),
    ] {
        let expected: String = text
            .split_inclusive('\n')
            .skip(first - 1)
            .take((last + 1usize).saturating_sub(first))
            .collect();
        let part = view
            .source_lines(FileId(0), first as u32, last as u32, &Limits::new())
            .unwrap()
            .unwrap();
        assert_eq!(part.text(), expected, "{first}..={last}");
    }
    let without = encode::encode(
        &graph,
        &ranks,
        &meta(),
        Options {
            sources: false,
            ..Options::default()
        },
        &source,
    )
    .unwrap();
    let view = View::from_bytes(&without).unwrap();
    view.verify().unwrap();
    assert_eq!(view.source(FileId(0), &Limits::new()).unwrap(), None);
}
