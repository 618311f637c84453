//! The round trip from a graph to a snapshot and back, and errors for damaged bytes.

use std::sync::Arc;

use bombe_format::error::FormatError;
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{EdgeKind, EntryKind, Language, SymbolKind};
use bombe_format::text::{Field, for_each_term_of};
use bombe_indexer::atomic_file;
use bombe_indexer::encode::{self, Meta, Options};
use bombe_indexer::rank::page_rank;
use bombe_reader::view::{EdgeId, OpenError, OpenOptions, Set, SymbolFlags, View};
use bombe_resolve::graph::Graph;
use bombe_tests::synthetic;

const SIZE: synthetic::Size = synthetic::Size {
    files: 30,
    symbols_per_file: 25,
    edges: 4_000,
};

fn meta() -> Meta {
    Meta {
        name: "made/up".to_owned(),
        commit: "c0ffee".to_owned(),
        commit_time: -5,
        tool_version: "0.1.0".to_owned(),
        ..Meta::default()
    }
}

fn encode_size(size: synthetic::Size, options: Options) -> (Graph, Vec<u8>) {
    let graph = synthetic::graph(size);
    let ranks = page_rank(&graph);
    let source = |file| Some(synthetic::source(size, file));
    let bytes = encode::encode(&graph, &ranks, &meta(), options, &source).unwrap();
    (graph, bytes)
}

fn opened() -> (Graph, View) {
    let (graph, bytes) = encode_size(SIZE, Options::default());
    (graph, View::from_bytes(&bytes).unwrap())
}

#[test]
fn files_and_symbols_survive_the_round_trip() {
    let (graph, view) = opened();
    view.verify().unwrap();
    assert_eq!(view.meta().name, "made/up");
    assert_eq!(view.meta().commit_time, -5);
    assert_eq!(view.meta().languages.len(), 3);
    assert_eq!(view.file_count().unwrap(), graph.files.len());
    let mut first = 0;
    for (file, row) in view.files().unwrap().zip(&graph.files) {
        assert_eq!(file.path().unwrap(), row.path);
        assert_eq!(file.language(), row.language);
        assert_eq!(file.hash(), row.hash);
        assert_eq!((file.size(), file.lines()), (row.size, row.lines));
        assert_eq!(
            (file.is_test(), file.is_generated()),
            (row.test, row.generated)
        );
        assert_eq!(file.symbols(), first..first + row.symbols);
        first += row.symbols;
        assert_eq!(
            view.file_by_path(&row.path).unwrap().unwrap().id(),
            file.id()
        );
    }
    let ranks = page_rank(&graph);
    for (index, row) in graph.symbols.iter().enumerate() {
        let symbol = view.symbol(SymbolId::new(index)).unwrap();
        assert_eq!(symbol.file_id(), row.file);
        assert_eq!(symbol.kind(), row.kind);
        assert_eq!(symbol.name().unwrap(), row.name);
        assert_eq!(symbol.qualified().unwrap(), row.qualified);
        assert_eq!(symbol.parent(), row.parent);
        assert_eq!(symbol.bytes(), row.bytes.0..row.bytes.1);
        assert_eq!(symbol.name_bytes(), row.name_bytes.0..row.name_bytes.1);
        let body = (row.body_bytes != (0, 0)).then_some(row.body_bytes.0..row.body_bytes.1);
        assert_eq!(symbol.body_bytes(), body);
        let lines = (symbol.start_line(), symbol.name_line(), symbol.end_line());
        assert_eq!(lines, (row.start_line, row.name_line, row.end_line));
        assert_eq!(symbol.signature().unwrap(), row.signature);
        assert_eq!(symbol.type_text().unwrap(), row.type_text);
        assert_eq!(symbol.doc().unwrap(), row.doc);
        assert_eq!(symbol.visibility(), row.visibility);
        assert_eq!(symbol.complexity(), u32::from(row.complexity));
        assert_eq!(symbol.rank_units(), ranks[index]);
        let params = symbol.params().unwrap();
        assert_eq!(params.len(), row.params.len());
        for (param, row) in params.iter().zip(&row.params) {
            assert_eq!(
                (param.name, param.type_text, param.default_text),
                (&*row.name, &*row.type_text, &*row.default_text)
            );
        }
        assert_eq!(symbol.decorators().unwrap(), row.decorators);
        assert_eq!(
            symbol.is_test(),
            row.flags.is_test || graph.files[row.file.index()].test
        );
        let id = symbol.symbol_id().unwrap();
        assert_eq!(
            view.symbol_by_id(&id)
                .unwrap()
                .map(bombe_reader::view::Symbol::id),
            Some(symbol.id()),
            "{id}"
        );
    }
    assert!(view.symbol(SymbolId::new(graph.symbols.len())).is_err());
    assert!(view.file(FileId::new(graph.files.len())).is_err());
}

#[test]
fn unusual_symbols_survive_the_round_trip() {
    let mut graph = synthetic::graph(synthetic::Size {
        files: 2,
        symbols_per_file: 4,
        edges: 0,
    });
    let row = &mut graph.symbols[2];
    row.qualified = "std::vector::push_back".to_owned();
    row.name = "operator\n()".to_owned();
    row.bytes = (10, 300_010);
    row.name_bytes = (200_000, 200_003);
    row.body_bytes = (5, 300_009);
    row.end_line = row.start_line + 90_000;
    row.complexity = u16::MAX;
    row.params[0].default_text = "a\u{1f}b".to_owned();
    row.decorators = vec![
        "app.route(\"/x\")".to_owned(),
        String::new(),
        "b".to_owned(),
    ];
    row.flags.is_async = true;
    row.flags.is_declaration = true;
    graph.symbols[3].qualified = graph.symbols[2].qualified.clone();
    // A method whose type is in another file.
    graph.symbols[6].parent = Some(SymbolId(1));
    let ranks = page_rank(&graph);
    let bytes = encode::encode(&graph, &ranks, &meta(), Options::default(), &|_| None).unwrap();
    let view = View::from_bytes(&bytes).unwrap();
    view.verify().unwrap();
    let symbol = view.symbol(SymbolId(2)).unwrap();
    assert_eq!(symbol.qualified().unwrap(), "std::vector::push_back");
    assert_eq!(symbol.name().unwrap(), "operator ()");
    assert_eq!(symbol.bytes(), 10..300_010);
    assert_eq!(symbol.name_bytes(), 200_000..200_003);
    assert_eq!(symbol.body_bytes(), Some(5..300_009));
    assert_eq!(symbol.end_line() - symbol.start_line(), 90_000);
    assert_eq!(symbol.complexity(), u32::from(u16::MAX));
    assert_eq!(symbol.params().unwrap()[0].default_text, "a b");
    assert_eq!(symbol.decorators().unwrap(), ["app.route(\"/x\")", "", "b"]);
    assert!(symbol.flags().has(SymbolFlags(
        SymbolFlags::ASYNC.0 | SymbolFlags::DECLARATION.0
    )));
    assert_eq!(view.symbol(SymbolId(3)).unwrap().ordinal(), 2);
    assert!(
        view.symbol(SymbolId(3))
            .unwrap()
            .symbol_id()
            .unwrap()
            .ends_with("#2")
    );
    assert_eq!(
        view.children(SymbolId(1)).unwrap(),
        [SymbolId(2), SymbolId(3), SymbolId(6)]
    );
    assert_eq!(
        view.source(FileId(0))
            .unwrap()
            .map(|text| text.text().len()),
        Some(0)
    );
}

#[test]
fn edges_survive_the_round_trip_in_both_directions() {
    let (graph, view) = opened();
    assert_eq!(view.edge_count().unwrap(), graph.edges.len());
    let key = |edge: &bombe_reader::view::Edge| {
        (
            edge.source,
            edge.target,
            edge.kind,
            edge.line,
            edge.col,
            edge.rule,
            edge.confidence,
        )
    };
    let expected: Vec<_> = graph
        .edges
        .iter()
        .map(|edge| {
            (
                edge.source,
                edge.target,
                edge.kind,
                edge.line,
                edge.col,
                edge.rule,
                edge.confidence,
            )
        })
        .collect();
    let mut forward = Vec::new();
    let mut backward = Vec::new();
    for id in (0..graph.symbols.len()).map(SymbolId::new) {
        forward.extend(view.edges_from(id).unwrap().map(|edge| key(&edge)));
        backward.extend(view.edges_to(id).unwrap().map(|edge| key(&edge)));
        let symbol = view.symbol(id).unwrap();
        assert_eq!(symbol.out_degree(), view.targets(id).unwrap().len());
        assert_eq!(symbol.in_degree(), view.sources(id).unwrap().len());
    }
    assert_eq!(forward, expected);
    let mut sorted = backward;
    sorted.sort_unstable();
    let mut expected_sorted = expected;
    expected_sorted.sort_unstable();
    assert_eq!(sorted, expected_sorted);
    for kind in EdgeKind::ALL {
        let set = view.set(Set::EdgeKind(*kind)).unwrap();
        let count = graph.edges.iter().filter(|edge| edge.kind == *kind).count();
        assert_eq!(set.len(), count as u64);
        assert_eq!(view.set_len(Set::EdgeKind(*kind)).unwrap(), count as u64);
        for id in set {
            assert_eq!(view.edge(EdgeId(id)).unwrap().kind, *kind);
        }
    }
    let methods = view.set(Set::Kind(SymbolKind::Method)).unwrap();
    assert_eq!(
        methods.len() as usize,
        graph
            .symbols
            .iter()
            .filter(|row| row.kind == SymbolKind::Method)
            .count()
    );
    assert!(!view.set(Set::Language(Language::Java)).unwrap().is_empty());
    assert!(view.set(Set::TESTS).unwrap().len() < graph.symbols.len() as u64);
}

#[test]
fn names_are_found_in_every_way() {
    let (graph, view) = opened();
    let row = graph
        .symbols
        .iter()
        .position(|row| row.kind == SymbolKind::Method)
        .unwrap();
    let name = &graph.symbols[row].name;
    let all: Vec<SymbolId> = (0..graph.symbols.len())
        .filter(|id| graph.symbols[*id].name == *name)
        .map(SymbolId::new)
        .collect();
    assert_eq!(view.symbols_by_name(name).unwrap(), all);
    assert_eq!(
        view.names_equal(&name.to_uppercase()).unwrap()[0].symbols,
        all
    );
    assert!(
        view.symbols_by_qualified(&graph.symbols[row].qualified)
            .unwrap()
            .contains(&SymbolId::new(row))
    );
    assert!(
        view.lookup(&graph.symbols[row].qualified)
            .unwrap()
            .contains(&SymbolId::new(row))
    );
    let path = &graph.files[0].path;
    let line = graph.symbols[2].name_line;
    assert_eq!(
        view.lookup(&format!("{path}:{line}")).unwrap(),
        [SymbolId(2)]
    );
    assert_eq!(
        view.lookup(&format!("{}:{line}:7", path.rsplit('/').next().unwrap()))
            .unwrap(),
        [SymbolId(2)]
    );
    assert_eq!(view.lookup(&format!("{path}::")).unwrap(), [SymbolId(0)]);
    assert_eq!(view.lookup(path).unwrap(), [SymbolId(0)]);
    assert_eq!(view.lookup("no_such_thing_anywhere").unwrap(), []);
    let mut sorted: Vec<String> = graph
        .symbols
        .iter()
        .map(|row| row.name.clone())
        .filter(|name| name.to_lowercase().starts_with("find_"))
        .collect();
    sorted.sort_unstable();
    sorted.dedup();
    let prefixed: Vec<_> = view
        .names_with_prefix("FIND_", usize::MAX)
        .unwrap()
        .iter()
        .map(|found| found.name.to_owned())
        .collect();
    assert_eq!(prefixed, sorted);
    assert_eq!(view.names_with_prefix("find_", 2).unwrap().len(), 2);
    let pattern = regex("(?m)^find_.*$");
    let matched: Vec<_> = view
        .names_matching(&pattern, usize::MAX)
        .unwrap()
        .iter()
        .map(|found| found.name.to_owned())
        .collect();
    assert_eq!(matched, sorted);
    // A character class that matches newlines must not match across names.
    assert!(
        view.names_matching(&regex("(?s)user.*order"), usize::MAX)
            .unwrap()
            .iter()
            .all(|found| found.name.contains("user") && found.name.contains("order"))
    );
    let mut typo = name.clone();
    typo.replace_range(1..2, "_");
    let near = view.names_fuzzy(&typo, 1, 10).unwrap();
    assert!(
        near.iter()
            .any(|found| found.name.name == *name && found.distance == 1),
        "{typo}: {near:?}"
    );
    let class = graph.symbols[1].qualified.to_lowercase();
    let members = view
        .qualified_with_prefix(&format!("{class}."), 100)
        .unwrap();
    assert!(
        !members.is_empty()
            && members
                .iter()
                .all(|(qualified, _)| qualified.starts_with(&class))
    );
    let walked = view.qualified_matching(&regex(r"\.find_"), 5).unwrap();
    assert_eq!(walked.len(), 5);
}

fn regex(pattern: &str) -> regex::bytes::Regex {
    regex::bytes::Regex::new(pattern).unwrap()
}

#[test]
fn terms_count_their_occurrences_in_texts() {
    let (graph, view) = opened();
    let mut term_total = 0u64;
    let mut expected = std::collections::BTreeMap::<(String, u32, u8), u32>::new();
    let mut count = |text: &str, symbol: usize, field: Field| {
        for_each_term_of(text, |term| {
            *expected
                .entry((term.to_owned(), symbol as u32, field as u8))
                .or_default() += 1;
        });
    };
    for (id, row) in graph.symbols.iter().enumerate() {
        count(&row.name, id, Field::Name);
        let class = row
            .qualified
            .strip_suffix(&row.name)
            .unwrap_or("")
            .trim_end_matches('.');
        count(class, id, Field::Class);
        count(&row.doc, id, Field::Doc);
        for param in &row.params {
            count(&param.name, id, Field::Signature);
            count(&param.type_text, id, Field::Signature);
        }
        count(&row.type_text, id, Field::Signature);
        if row.kind == SymbolKind::Method {
            let source = synthetic::source(SIZE, row.file);
            count(
                &source[row.bytes.0 as usize..row.bytes.1 as usize],
                id,
                Field::Body,
            );
        }
    }
    for ((term, symbol, field), times) in &expected {
        let found = view.term(term).unwrap().unwrap();
        let posting = found
            .postings()
            .unwrap()
            .map(Result::unwrap)
            .find(|posting| posting.symbol.0 == *symbol)
            .unwrap();
        assert_eq!(
            posting.counts.0[usize::from(*field)],
            *times,
            "{term} {symbol} {field}"
        );
        assert_eq!(
            found.postings().unwrap().count(),
            found.symbol_count() as usize
        );
        term_total += u64::from(*times);
    }
    assert!(term_total > 1_000);
    let mut totals = 0;
    for kind in SymbolKind::ALL {
        for tests in [false, true] {
            totals += view.length_totals(*kind, tests).unwrap().documents;
        }
    }
    assert_eq!(totals, graph.symbols.len() as u64);
    let term = view.term("user").unwrap().unwrap();
    for posting in term.paths().unwrap() {
        assert!(graph.files[posting.file.index()].path.contains("user"));
        assert!(posting.count > 0);
    }
    assert_eq!(
        term.path_count() as usize,
        graph
            .files
            .iter()
            .filter(|file| file.path.contains("user"))
            .count()
    );
    let mut weighed = term.postings().unwrap();
    for posting in term.postings().unwrap().map(Result::unwrap) {
        let sum = weighed.next_weighed().unwrap().unwrap();
        let (body, doc) = (
            posting.counts.get(Field::Body),
            posting.counts.get(Field::Doc),
        );
        assert_eq!((sum.symbol, sum.text), (posting.symbol, body + doc));
        assert!(sum.frequency > 0.0);
    }
    assert!(weighed.next_weighed().is_none());
    let lengths = view.lengths(SymbolId(2)).unwrap();
    assert!(
        lengths.get(Field::Name) > 0
            && lengths.get(Field::Path) > 0
            && lengths.get(Field::Body) > 0
    );
    let (files, length) = view.file_length_totals(false).unwrap();
    assert!(files > 0 && length > 0);
    assert!(
        view.terms_with_prefix("use", 100)
            .unwrap()
            .iter()
            .any(|(text, _)| text == "user")
    );
    assert!(
        view.terms_fuzzy("usr", 1, 100)
            .unwrap()
            .iter()
            .any(|(text, _)| text == "user")
    );
}

#[test]
fn sources_can_be_read_in_full_and_by_line() {
    let (graph, view) = opened();
    for id in (0..graph.files.len()).map(FileId::new) {
        let expected = synthetic::source(SIZE, id);
        let source = view.source(id).unwrap().unwrap();
        assert_eq!(source.text(), expected);
        assert_eq!(source.line_count(), graph.files[id.index()].lines);
        let lines: Vec<_> = expected.lines().collect();
        assert_eq!(source.line(3), lines[2]);
        let part = view.source_lines(id, 5, 9).unwrap().unwrap();
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
        view.source(FileId(0)).unwrap().unwrap().text(),
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
            .source_lines(FileId(0), first as u32, last as u32)
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
    assert_eq!(view.source(FileId(0)).unwrap(), None);
}

#[test]
fn sites_imports_and_entry_points_survive_the_round_trip() {
    let (graph, view) = opened();
    let mut unresolved = Vec::new();
    view.each_unresolved(|call| {
        unresolved.push((
            call.source,
            call.line,
            call.col,
            call.name.to_owned(),
            call.reason,
        ));
        true
    })
    .unwrap();
    let expected: Vec<_> = graph
        .unresolved
        .iter()
        .map(|call| {
            (
                call.source,
                call.line,
                call.col,
                call.name.clone(),
                call.reason,
            )
        })
        .collect();
    assert_eq!(unresolved, expected);
    assert_eq!(view.unresolved_count().unwrap(), expected.len());
    let name = &expected[3].3;
    let named = expected.iter().filter(|call| call.3 == *name).count();
    assert_eq!(view.unresolved_named(name).unwrap().len(), named);
    assert_eq!(view.unresolved_named_count(name).unwrap(), named);
    assert_eq!(view.unresolved_named("nothing").unwrap(), []);
    let of_source = expected
        .iter()
        .filter(|call| call.0 == expected[3].0)
        .count();
    assert_eq!(
        view.unresolved_from(expected[3].0).unwrap().len(),
        of_source
    );
    let mut external = 0;
    view.each_external_call(|call| {
        let row = &graph.external_calls[external];
        assert_eq!(
            (call.source, call.line, call.col, call.name),
            (row.source, row.line, row.col, row.name.as_str())
        );
        external += 1;
        true
    })
    .unwrap();
    assert_eq!(external, graph.external_calls.len());
    assert_eq!(view.external_call_count().unwrap(), external);
    let row = &graph.external_calls[0];
    assert!(
        view.external_calls_from(row.source)
            .unwrap()
            .iter()
            .any(|call| call.name == row.name)
    );
    assert!(
        view.external_calls_named(&row.name)
            .unwrap()
            .iter()
            .any(|call| call.source == row.source)
    );
    let rows: u32 = view
        .external_modules()
        .unwrap()
        .iter()
        .map(|(_, rows)| rows)
        .sum();
    assert_eq!(rows as usize, graph.external_imports.len());
    assert_eq!(
        view.external_imports_where(|_| true).unwrap().len(),
        graph.external_imports.len()
    );
    for file in (0..graph.files.len()).map(FileId::new) {
        let module = &graph.external_imports[file.index()].module;
        assert_eq!(
            view.external_imports_of(file).unwrap()[0].module,
            module.as_str()
        );
        let to: Vec<_> = graph
            .imports
            .iter()
            .filter(|row| row.from == file)
            .map(|row| row.to)
            .collect();
        assert_eq!(
            view.imports_of(file)
                .unwrap()
                .iter()
                .map(|row| row.to)
                .collect::<Vec<_>>(),
            to
        );
        let from: Vec<_> = graph
            .imports
            .iter()
            .filter(|row| row.to == file)
            .map(|row| row.from)
            .collect();
        assert_eq!(
            view.importers_of(file)
                .unwrap()
                .iter()
                .map(|row| row.from)
                .collect::<Vec<_>>(),
            from
        );
    }
    let entries = view.entry_points().unwrap();
    assert_eq!(entries.len(), graph.entry_points.len());
    assert!(
        entries
            .iter()
            .all(|entry| entry.kind == EntryKind::Route && entry.verb == "GET")
    );
    assert_eq!(view.entry_points_of(entries[0].symbol).unwrap().len(), 1);
    assert_eq!(view.skipped().unwrap()[0].path, "assets/logo.png");
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let with_threads = |threads| {
        let pool = bombe_indexer::build::pool(threads).unwrap();
        let size = synthetic::Size { files: 900, ..SIZE };
        pool.install(|| encode_size(size, Options::default()).1)
    };
    let one = with_threads(1);
    assert!(one.len() > 500_000);
    assert_eq!(one, with_threads(2));
    assert_eq!(one, with_threads(5));
}

#[test]
fn a_file_is_published_complete_and_mapped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("snapshot.bmb");
    let size = synthetic::Size { files: 900, ..SIZE };
    let (graph, bytes) = encode_size(size, Options::default());
    atomic_file::write(&path, b"an older one").unwrap();
    atomic_file::write(&path, &bytes).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no temporary file is left"
    );
    for no_mmap in [false, true] {
        let view = Arc::new(View::open(&path, OpenOptions { no_mmap }).unwrap());
        view.verify().unwrap();
        assert_eq!(
            view.is_mapped(),
            !no_mmap && bytes.len() > 2 << 20,
            "{}",
            bytes.len()
        );
        assert_eq!(view.symbol_count().unwrap(), graph.symbols.len());
    }
    assert!(matches!(
        View::open(&folder.path().join("none.bmb"), OpenOptions::default()),
        Err(OpenError::Io { .. })
    ));
    assert!(atomic_file::write(&folder.path().join("no/such/folder.bmb"), &bytes).is_err());
}

/// Runs every query of a view over bytes that may be damaged. Errors are fine, panics are not. Returns true if there was no
/// error.
fn open_and_query(bytes: &[u8]) -> bool {
    View::from_bytes(bytes).is_ok_and(|view| query_everything(&view))
}

pub(crate) fn query_everything(view: &View) -> bool {
    let mut sound = view.verify().is_ok();
    let symbols = view.symbol_count().unwrap_or(0).min(40) as u32;
    for id in (0..symbols).map(SymbolId) {
        let Ok(symbol) = view.symbol(id) else {
            continue;
        };
        sound &= symbol.symbol_id().is_ok() & symbol.doc().is_ok() & symbol.signature().is_ok();
        let _ = (symbol.params(), symbol.decorators(), symbol.summary());
        let _ = (symbol.body_bytes(), symbol.name_bytes(), symbol.end_line());
        let _ = (view.children(id), view.lengths(id));
        let _ = view.edges_from(id).map(Iterator::count);
        let _ = view.edge(EdgeId(id.0));
        for edge in view.edges_to(id).into_iter().flatten().take(100) {
            let _ = view.symbol(edge.source);
        }
        let _ = (view.unresolved_from(id), view.external_calls_from(id));
        let _ = view.entry_points_of(id);
    }
    for id in (0..view.file_count().unwrap_or(0).min(8)).map(FileId::new) {
        let _ = (view.source(id), view.source_lines(id, 2, 3));
        let _ = (view.symbol_at(id, 4), view.imports_of(id));
        let _ = (view.importers_of(id), view.external_imports_of(id));
    }
    let _ = (view.lookup("find_user"), view.names_fuzzy("usr", 2, 5));
    let _ = (
        view.names_with_prefix("", 50),
        view.names_matching(&regex("u.*r"), 50),
    );
    let _ = (
        view.qualified_matching(&regex("a"), 50),
        view.files_by_suffix("user_0.rs"),
    );
    if let Ok(Some(term)) = view.term("user") {
        let _ = term.postings().map(std::iter::Iterator::count);
        let _ = term.paths();
    }
    let _ = (
        view.unresolved_named("find_user"),
        view.external_calls_named("find_user"),
    );
    let _ = (view.external_modules(), view.entry_points(), view.skipped());
    let _ = (
        view.set(Set::TESTS),
        view.set(Set::EdgeKind(EdgeKind::Calls)),
    );
    let _ = view.each_external_call(|_| true);
    let _ = view.documents();
    sound
}

const SMALL: synthetic::Size = synthetic::Size {
    files: 3,
    symbols_per_file: 12,
    edges: 40,
};

#[test]
fn every_flipped_byte_is_an_error_and_no_panic() {
    let (_, bytes) = encode_size(SMALL, Options::default());
    assert!(open_and_query(&bytes));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        let noticed = bombe_format::check::deep(&damaged).is_err();
        assert!(noticed, "byte {at} went unnoticed");
        // Queries cost more than checks, so they run on some of the damaged files only.
        if at % 7 == 0 {
            open_and_query(&damaged);
        }
    }
}

#[test]
fn every_truncation_is_an_error_and_no_panic() {
    let (_, bytes) = encode_size(SMALL, Options::default());
    for len in 0..bytes.len() {
        assert!(
            View::from_bytes(&bytes[..len]).is_err(),
            "{len} bytes were taken for a snapshot"
        );
    }
}

/// Damages one byte and makes all checksums valid again, as a forger would. None if there is no such byte.
pub(crate) fn forge(bytes: &[u8], section: usize, at: usize, flip: u8) -> Option<Vec<u8>> {
    let toc = bombe_format::check::quick(bytes).unwrap();
    let entry = toc.entries.get(section)?;
    let mut forged = bytes.to_vec();
    let byte = entry.offset as usize + at;
    if at as u64 >= entry.length {
        return None;
    }
    forged[byte] ^= flip;
    let body = &forged[entry.offset as usize..(entry.offset + entry.length) as usize];
    let hash = *blake3::hash(body).as_bytes();
    let row = bombe_format::header::HEADER_BYTES + section * bombe_format::section::ENTRY_BYTES;
    let hash_at = row + bombe_format::section::ENTRY_BYTES - 32;
    forged[hash_at..hash_at + 32].copy_from_slice(&hash);
    let table_end =
        bombe_format::header::HEADER_BYTES + toc.entries.len() * bombe_format::section::ENTRY_BYTES;
    let identity = *blake3::hash(&forged[bombe_format::header::HEADER_BYTES..table_end]).as_bytes();
    let header = bombe_format::header::Header {
        identity,
        ..toc.header
    };
    forged[..bombe_format::header::HEADER_BYTES].copy_from_slice(&header.to_bytes());
    Some(forged)
}

#[test]
fn forged_bytes_with_right_checksums_never_panic() {
    let (_, bytes) = encode_size(SMALL, Options::default());
    // Panics inside the fst reader are caught by design, and need not be printed.
    std::panic::set_hook(Box::new(|_| {}));
    let sections = bombe_format::check::quick(&bytes).unwrap().entries.len();
    let mut tried = 0;
    for section in 0..sections {
        let mut at = 0;
        while let Some(forged) = forge(&bytes, section, at, 1 << (at % 8)) {
            open_and_query(&forged);
            tried += 1;
            at += 7;
        }
    }
    let _ = std::panic::take_hook();
    assert!(tried > 1_000, "{tried}");
}

#[test]
fn the_four_format_errors_name_the_cause() {
    let (_, bytes) = encode_size(SMALL, Options::default());
    let error = |bytes: &[u8]| match View::from_bytes(bytes) {
        Err(OpenError::Format { source, .. }) => source,
        other => panic!("{other:?}"),
    };
    assert!(matches!(
        error(b"PK\x03\x04 something else"),
        FormatError::NotASnapshot { .. }
    ));
    assert!(matches!(error(b""), FormatError::NotASnapshot { .. }));
    let with_major = |major: u16| {
        let toc = bombe_format::check::quick(&bytes).unwrap();
        let mut changed = bytes.clone();
        let header = bombe_format::header::Header {
            major,
            ..toc.header
        };
        changed[..128].copy_from_slice(&header.to_bytes());
        error(&changed)
    };
    assert!(matches!(
        with_major(0),
        FormatError::TooOld { found_major: 0, .. }
    ));
    let too_new = with_major(2);
    assert!(matches!(
        too_new,
        FormatError::TooNew { found_major: 2, .. }
    ));
    assert!(too_new.to_string().contains("0.1.0"), "{too_new}");
    let damaged = error(&bytes[..bytes.len() - 1]);
    assert!(matches!(damaged, FormatError::Damaged(_)));
    assert!(damaged.to_string().contains("file size"), "{damaged}");
}
