//! A damaged snapshot: every answer is that of the sound one, or an error.

use std::fs;
use std::path::Path;
use std::process::Command;

use bombe_format::section::Section;
use bombe_reader::limits::Limits;
use bombe_reader::query::QueryError;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::OpenOptions;
use serde_json::Value;

use super::questions::{Question, ask, questions};
use crate::support::{bombe_build, program, workspace};

/// Returns the bytes of a snapshot of `fixtures/polyglot/shop`.
fn shop(folder: &Path) -> Vec<u8> {
    let file = folder.join("sound.bmb");
    let source = workspace().join("fixtures/polyglot/shop");
    let out = file.to_str().expect("a UTF-8 path");
    bombe_build(&source, &[".", "-o", out, "-q"]).code(0);
    fs::read(&file).unwrap()
}

/// Returns the questions with the answers of a sound snapshot.
fn sound(file: &Path) -> Vec<(Question, Value)> {
    let snapshot = Snapshot::open(file, OpenOptions::default()).unwrap();
    questions("Order", "shop/store/orders.py")
        .into_iter()
        .map(|question| {
            let answer = ask(&snapshot, &question, &Limits::new()).unwrap();
            (question, answer)
        })
        .collect()
}

/// Asks a damaged snapshot everything. Returns the number of errors.
fn errors(file: &Path, sound: &[(Question, Value)], what: &str) -> usize {
    let Ok(snapshot) = Snapshot::open(file, OpenOptions::default()) else {
        return sound.len();
    };
    let mut errors = 0;
    for (question, expected) in sound {
        match ask(&snapshot, question, &Limits::new()) {
            Ok(answer) => assert_eq!(answer, *expected, "{what}: another answer to {question:?}"),
            Err(QueryError::Corrupt(_)) => errors += 1,
            Err(other) => panic!("{what}: {question:?}: {other}"),
        }
    }
    errors
}

#[test]
fn a_flipped_bit_of_any_section_is_an_error_and_never_another_answer() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = shop(folder.path());
    let sound = sound(&folder.path().join("sound.bmb"));
    let file = folder.path().join("damaged.bmb");
    let toc = bombe_format::check::quick(&bytes).unwrap();
    let mut unused = Vec::new();
    for entry in toc.entries.iter().filter(|entry| entry.length > 0) {
        let section = Section::from_number(entry.number).unwrap();
        let mut noticed = 0;
        for share in 0..5 {
            let at = entry.offset + (entry.length - 1) * share / 4;
            let mut damaged = bytes.clone();
            damaged[at as usize] ^= 1 << (at % 8);
            fs::write(&file, damaged).unwrap();
            noticed += errors(&file, &sound, &format!("{} at {at}", section.name()));
        }
        if noticed == 0 {
            unused.push(section.name());
        }
    }
    // No tool reads these, or only for questions that the fixture cannot answer. Another section here is one whose damage
    // goes unnoticed, or which the questions do not use.
    for section in unused {
        assert!(
            [
                "sets",
                "external_calls",
                "external_imports",
                "imports",
                "qualified_groups"
            ]
            .contains(&section),
            "no answer uses `{section}`, or its damage goes unnoticed"
        );
    }
}

#[test]
fn damaged_ranks_end_the_terminal_program_with_3() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = shop(folder.path());
    let toc = bombe_format::check::quick(&bytes).unwrap();
    let ranks = toc.entry(Section::Ranks).unwrap().offset as usize;
    bytes[ranks] ^= 1;
    let file = folder.path().join("damaged.bmb");
    fs::write(&file, bytes).unwrap();
    for arguments in [
        &["structure"][..],
        &["search", "load"],
        &["context", "load an order"],
    ] {
        let output = Command::new(program("bombe"))
            .arg("-s")
            .arg(&file)
            .args(arguments)
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {message}");
        assert!(message.contains("`ranks`"), "{message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
