//! Damaged bytes are errors, and never make a reader panic.

use bombe_format::error::FormatError;
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::EdgeKind;
use bombe_indexer::encode::Options;
use bombe_reader::limits::Limits;
use bombe_reader::view::{EdgeId, OpenError, Set, View};
use bombe_tests::synthetic;

use super::{encode_size, regex};

const SMALL: synthetic::Size = synthetic::Size {
    files: 3,
    symbols_per_file: 12,
    edges: 40,
};

/// Opens bytes that may be damaged and runs every query of the view. Errors are fine, panics are not. Returns true if there
/// was no error.
fn open_and_query(bytes: &[u8]) -> bool {
    View::from_bytes(bytes).is_ok_and(|view| query_everything(&view))
}

/// Runs every query of a view. Returns true if there was no error.
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
        let _ = (view.children(id, &Limits::new()), view.lengths(id));
        let _ = view.edges_from(id).map(Iterator::count);
        let _ = view.edge(EdgeId(id.0));
        for edge in view.edges_to(id).into_iter().flatten().take(100) {
            let _ = view.symbol(edge.source);
        }
        let _ = (view.unresolved_from(id), view.external_calls_from(id));
        let _ = view.entry_points_of(id);
    }
    for id in (0..view.file_count().unwrap_or(0).min(8)).map(FileId::new) {
        let _ = (
            view.source(id, &Limits::new()),
            view.source_lines(id, 2, 3, &Limits::new()),
        );
        let _ = (view.symbol_at(id, 4, &Limits::new()), view.imports_of(id));
        let _ = (view.importers_of(id), view.external_imports_of(id));
    }
    let _ = (
        view.lookup("find_user", &Limits::new()),
        view.names_fuzzy("usr", 2, 5, &Limits::new()),
    );
    let _ = (
        view.names_with_prefix("", 50, &Limits::new()),
        view.names_matching(&regex("u.*r"), 50, &Limits::new()),
    );
    let _ = (
        view.qualified_matching(&regex("a"), 50, &Limits::new()),
        view.files_by_suffix("user_0.rs", &Limits::new()),
    );
    if let Ok(Some(term)) = view.term("user", &Limits::new()) {
        let _ = term.postings().map(std::iter::Iterator::count);
        let _ = term.paths();
    }
    let _ = (
        view.unresolved_named("find_user", &Limits::new()),
        view.external_calls_named("find_user", &Limits::new()),
    );
    let _ = (
        view.external_modules(),
        view.entry_points(&Limits::none()),
        view.skipped(&Limits::none()),
    );
    let _ = (
        view.set(Set::TESTS),
        view.set(Set::EdgeKind(EdgeKind::Calls)),
    );
    let _ = view.each_external_call(|_| true);
    let _ = view.documents();
    sound
}

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
