//! Damaged and forged overlays over an intact base: errors are fine, panics and hangs are not.

use std::fs;

use bombe_format::commit::{CURRENT, CommitPoint, overlay_name};
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::{OpenOptions, View};

use super::{Edit, apply, repository};
use crate::snapshot::damage::{forge, query_everything};
use crate::support::bombe_build;

/// Returns a base, and an overlay over it with new, changed and deleted files.
fn base_and_overlay() -> (tempfile::TempDir, Vec<u8>, Vec<u8>) {
    let root = repository();
    for edit in [
        Edit::Write(1, 2),
        Edit::Delete(3),
        Edit::Copy(5, 1, "zz/last.py"),
        Edit::Write(9, 1),
    ] {
        apply(root.path(), &edit);
    }
    bombe_build(root.path(), &["update", "-q", "--no-compact"]).code(0);
    let folder = root.path().join(".bombe/snapshot.bmb.d");
    let commit = fs::read(folder.join(CURRENT)).unwrap();
    let overlay = CommitPoint::parse(&commit).unwrap().overlay.unwrap();
    let overlay = fs::read(folder.join(overlay_name(&overlay))).unwrap();
    let base = fs::read(root.path().join(".bombe/snapshot.bmb")).unwrap();
    (root, base, overlay)
}

/// Applies an overlay to a base and runs every query, if the base accepts it. Returns true if there was no error.
fn apply_and_query(base: &[u8], overlay: &[u8]) -> bool {
    let mut view = View::from_bytes(base).unwrap();
    view.apply_overlay_bytes(overlay).is_ok() && query_everything(&view)
}

#[test]
fn a_damaged_overlay_is_an_error_and_no_panic() {
    let (_root, base, overlay) = base_and_overlay();
    assert!(apply_and_query(&base, &overlay));
    for len in (0..overlay.len()).step_by(97) {
        assert!(!apply_and_query(&base, &overlay[..len]), "{len} bytes");
    }
    let mut view = View::from_bytes(&base).unwrap();
    assert!(
        view.apply_overlay_bytes(&base).is_err(),
        "a base is no overlay"
    );
    assert!(View::from_bytes(&overlay).is_err(), "an overlay is no base");
    for at in (0..overlay.len()).step_by(61) {
        let mut damaged = overlay.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(bombe_format::check::deep(&damaged).is_err(), "byte {at}");
        apply_and_query(&base, &damaged);
    }
}

#[test]
fn a_forged_overlay_with_right_checksums_never_panics() {
    let (_root, base, overlay) = base_and_overlay();
    // Panics inside the fst reader are caught by design, and need not be printed.
    std::panic::set_hook(Box::new(|_| {}));
    let sections = bombe_format::check::quick(&overlay).unwrap().entries.len();
    let mut tried = 0;
    for section in 0..sections {
        let mut at = 0;
        while let Some(forged) = forge(&overlay, section, at, 1 << (at % 8)) {
            apply_and_query(&base, &forged);
            tried += 1;
            at += 5;
        }
    }
    // A forged base has another identity than the overlay names, so it must refuse the overlay.
    let forged = forge(&base, 2, 5, 1).unwrap();
    let mut view = View::from_bytes(&forged).unwrap();
    assert!(view.apply_overlay_bytes(&overlay).is_err());
    let _ = std::panic::take_hook();
    assert!(tried > 500, "{tried}");
}

#[test]
fn without_its_overlay_file_the_base_answers_with_a_notice() {
    let (root, ..) = base_and_overlay();
    let file = root.path().join(".bombe/snapshot.bmb");
    for entry in fs::read_dir(root.path().join(".bombe/snapshot.bmb.d")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "bmo") {
            fs::remove_file(path).unwrap();
        }
    }
    let snapshot = Snapshot::open(&file, OpenOptions::default()).unwrap();
    let fault = snapshot.fault.clone().unwrap();
    assert!(
        fault.contains(".bmo") && fault.contains("bombe update"),
        "{fault}"
    );
    assert_eq!(snapshot.notice, snapshot.fault);
    assert!(query_everything(&snapshot.view));
    bombe_build(root.path(), &["update", "-q", "--no-compact"]).code(0);
    let snapshot = Snapshot::open(&file, OpenOptions::default()).unwrap();
    assert!(snapshot.fault.is_none() && snapshot.view.overlay_identity().is_some());
}
