//! Unlinked calls, imports, entry points and skipped files survive the round trip.

use bombe_format::ids::FileId;
use bombe_format::kind::EntryKind;
use bombe_reader::limits::Limits;

use super::opened;

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
    assert_eq!(
        view.unresolved_named(name, &Limits::new()).unwrap().len(),
        named
    );
    assert_eq!(view.unresolved_named_count(name).unwrap(), named);
    assert_eq!(
        view.unresolved_named("nothing", &Limits::new()).unwrap(),
        []
    );
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
        view.external_calls_named(&row.name, &Limits::new())
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
    let entries = view.entry_points(&Limits::none()).unwrap();
    assert_eq!(entries.len(), graph.entry_points.len());
    assert!(
        entries
            .iter()
            .all(|entry| entry.kind == EntryKind::Route && entry.verb == "GET")
    );
    assert_eq!(view.entry_points_of(entries[0].symbol).unwrap().len(), 1);
    assert_eq!(
        view.skipped(&Limits::none()).unwrap()[0].path,
        "assets/logo.png"
    );
}
