//! A snapshot of every major version of the format is kept for ever and stays readable.
//!
//! The first version that wrote format 1.0 made `golden/v1/shop.bmb` from `fixtures/polyglot/shop`. It is never made again: a
//! reader that no longer opens it has broken every existing snapshot.

use std::fs;

use bombe_format::ids::SymbolId;
use bombe_format::section::Section;
use bombe_format::text::FIELD_HALVES;
use bombe_format::{FORMAT_MAJOR, FORMAT_MAJOR_MIN, FORMAT_MINOR};
use bombe_reader::limits::Limits;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::Tool;
use bombe_reader::tools::get_references::GetReferences;
use bombe_reader::view::OpenOptions;
use bombe_reader::view::{Edge, View};
use serde_json::json;

use crate::support::{bombe_build, workspace};

#[test]
fn every_major_version_that_is_read_has_a_golden_snapshot_that_opens() {
    for major in FORMAT_MAJOR_MIN..=FORMAT_MAJOR {
        let folder = workspace().join(format!("tests/golden/v{major}"));
        let files: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|it| it == "bmb"))
            .collect();
        assert!(!files.is_empty(), "no snapshot in {}", folder.display());
        for file in files {
            let snapshot = Snapshot::open(&file, OpenOptions::default()).unwrap();
            snapshot.view.verify().unwrap();
        }
    }
}

#[test]
fn a_snapshot_of_format_1_0_is_read() {
    let file = workspace().join("tests/golden/v1/shop.bmb");
    let snapshot =
        Snapshot::open(&file, OpenOptions::default()).expect("the golden snapshot opens");
    snapshot
        .view
        .verify()
        .expect("the golden snapshot is whole");
    assert_eq!(snapshot.view.file_count().unwrap(), 11);
    let request =
        serde_json::from_value(json!({"symbol": "retry_load", "direction": "callers"})).unwrap();
    let answer = GetReferences::run(&snapshot, &request, &Limits::new()).unwrap();
    let callers = answer.callers.expect("callers were asked for");
    assert_eq!(callers.len(), 1);
    assert_eq!(callers[0].id, "shop/api/routes.py::get_order");
    assert!(callers[0].text.contains("retry_load(store, number)"));
}

/// Returns the golden snapshot, which lacks an optional section, and one of today of the same files, which has it.
fn without_and_with(section: Section) -> [View; 2] {
    let folder = tempfile::tempdir().unwrap();
    let shop = workspace().join("fixtures/polyglot/shop");
    let new = folder.path().join("new.bmb");
    bombe_build(
        folder.path(),
        &[shop.to_str().unwrap(), "-o", new.to_str().unwrap()],
    )
    .code(0);
    let golden = workspace().join("tests/golden/v1/shop.bmb");
    let views =
        [golden, new].map(|file| Snapshot::open(&file, OpenOptions::default()).unwrap().view);
    assert_eq!(
        views.each_ref().map(|view| view.base().has(section)),
        [false, true]
    );
    views
}

/// The golden snapshot lacks the section `document_lengths`, and a snapshot of today has it.
#[test]
fn documents_have_the_same_lengths_with_and_without_a_section_of_their_own() {
    for view in without_and_with(Section::DocumentLengths) {
        let documents = view.documents().unwrap();
        let symbols = view.symbol_count().unwrap();
        assert!(symbols > 20);
        for symbol in (0..symbols).map(SymbolId::new) {
            let of_fields = view.lengths(symbol).unwrap().0;
            let terms = of_fields.iter().zip(FIELD_HALVES);
            let sum: u32 = terms.map(|(terms, halves)| terms * halves).sum();
            let length = documents.length(symbol);
            assert_eq!((length * 2.0) as u32, sum, "symbol {symbol:?}");
            assert!(sum > 0);
        }
    }
}

/// The golden snapshot lacks the section `backward_evidence`, and a snapshot of today has it.
#[test]
fn edges_are_the_same_from_both_ends_with_and_without_evidence_by_target() {
    for view in without_and_with(Section::BackwardEvidence) {
        let key = |edge: &Edge| (edge.source, edge.target, edge.kind, edge.line, edge.col);
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for symbol in (0..view.symbol_count().unwrap()).map(SymbolId::new) {
            from.extend(view.edges_from(symbol).unwrap());
            to.extend(view.edges_to(symbol).unwrap());
        }
        assert!(from.len() > 50);
        to.sort_by_key(key);
        assert_eq!(from, to);
    }
}

/// Returns the golden snapshot with another version in its header.
fn of_version(major: u16, minor: u16) -> Vec<u8> {
    let file = workspace().join("tests/golden/v1/shop.bmb");
    let mut bytes = fs::read(file).unwrap();
    bytes[8..10].copy_from_slice(&major.to_le_bytes());
    bytes[10..12].copy_from_slice(&minor.to_le_bytes());
    let checksum = blake3::hash(&bytes[..96]);
    bytes[96..128].copy_from_slice(checksum.as_bytes());
    bytes
}

#[test]
fn every_minor_version_opens_and_another_major_one_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other.bmb");
    let verify = |major, minor| {
        fs::write(&file, of_version(major, minor)).unwrap();
        bombe_build(folder.path(), &["verify", "other.bmb"])
    };
    // All before, the one before this, this, and some later ones.
    for minor in (0..=FORMAT_MINOR).chain([FORMAT_MINOR + 1, 999]) {
        verify(FORMAT_MAJOR, minor).code(0);
    }
    let old = verify(FORMAT_MAJOR_MIN - 1, 0).code(5);
    assert!(
        old.err.contains("too old") && old.err.contains("`bombe build`"),
        "{}",
        old.err
    );
    let new = verify(FORMAT_MAJOR + 1, 0).code(5);
    assert!(
        new.err.contains("too new") && new.err.contains("install Bombe"),
        "{}",
        new.err
    );
}
