//! Files and symbols survive the round trip.

use bombe_format::ids::{FileId, SymbolId};
use bombe_indexer::encode::{self, Options};
use bombe_indexer::rank::page_rank;
use bombe_reader::limits::Limits;
use bombe_reader::view::{SymbolFlags, View};
use bombe_tests::synthetic;

use super::{meta, opened};

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
        assert_eq!(symbol.file_id().unwrap(), row.file);
        assert_eq!(symbol.kind(), row.kind);
        assert_eq!(symbol.name().unwrap(), row.name);
        assert_eq!(symbol.qualified().unwrap(), row.qualified);
        assert_eq!(symbol.parent().unwrap(), row.parent);
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
        assert_eq!(symbol.rank_units().unwrap(), ranks[index]);
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
            view.symbol_by_id(&id, &Limits::new())
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
        view.children(SymbolId(1), &Limits::new()).unwrap(),
        [SymbolId(2), SymbolId(3), SymbolId(6)]
    );
    assert_eq!(
        view.source(FileId(0), &Limits::new())
            .unwrap()
            .map(|text| text.text().len()),
        Some(0)
    );
}
