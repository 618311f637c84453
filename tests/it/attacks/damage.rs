//! A damaged snapshot: every answer is that of the sound one, or an error.

use std::fs;
use std::path::Path;
use std::process::Command;

use bombe_format::section::Section;
use bombe_reader::limits::Limits;
use bombe_reader::query::QueryError;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::{OpenError, OpenOptions};
use serde_json::{Value, json};

use super::questions::{Question, ask, questions};
use super::server::Client;
use crate::support::{bombe_build, in_small_blocks, program, workspace};

/// Returns the bytes of a snapshot of `fixtures/polyglot/shop`.
fn shop(folder: &Path) -> Vec<u8> {
    let file = folder.join("sound.bmb");
    let source = workspace().join("fixtures/polyglot/shop");
    let out = file.to_str().expect("a UTF-8 path");
    bombe_build(&source, &[".", "-o", out, "-q"]).code(0);
    fs::read(&file).unwrap()
}

/// Opens a snapshot as the programs do.
fn open(file: &Path) -> Result<Snapshot, OpenError> {
    let options = OpenOptions {
        in_blocks: true,
        ..OpenOptions::default()
    };
    Snapshot::open(file, options)
}

/// Returns the questions with the answers of a sound snapshot.
fn sound(file: &Path) -> Vec<(Question, Value)> {
    let snapshot = open(file).unwrap();
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
    let Ok(snapshot) = open(file) else {
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
                "syntax_errors",
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
fn a_flipped_bit_of_any_block_is_an_error_and_never_another_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("blocks.bmb");
    let bytes = in_small_blocks(&shop(folder.path()));
    fs::write(&file, &bytes).unwrap();
    let sound = sound(&file);
    let toc = bombe_format::check::quick(&bytes).unwrap();
    let (mut errors_found, mut questions) = (0, 0);
    for entry in &toc.entries {
        for at in (entry.offset..entry.offset + entry.length).step_by(700) {
            let mut damaged = bytes.clone();
            damaged[at as usize] ^= 1 << (at % 8);
            fs::write(&file, damaged).unwrap();
            errors_found += errors(&file, &sound, &format!("section {} at {at}", entry.number));
            questions += sound.len();
        }
    }
    assert!(
        errors_found > 0 && errors_found < questions,
        "{errors_found} of {questions}"
    );
}

#[test]
fn a_server_answers_from_the_sound_blocks_of_a_damaged_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = in_small_blocks(&shop(folder.path()));
    let toc = bombe_format::check::quick(&bytes).unwrap();
    let postings = toc.entry(Section::Postings).unwrap();
    let middle = (postings.offset + postings.length / 2) as usize;
    bytes[middle - 256..middle + 256].fill(0);
    let file = folder.path().join("damaged.bmb");
    fs::write(&file, bytes).unwrap();
    let mut client = Client::start(&file);
    let query = json!({"query": "load an order of a customer and refund it", "limit": 50});
    for _ in 0..2 {
        let damaged = client.call("search_symbols", &query);
        assert_eq!(damaged["isError"], true, "{damaged}");
        assert!(
            damaged.to_string().contains("`postings`, block"),
            "{damaged}"
        );
        let sound = client.call("get_symbol", &json!({"symbols": ["Order"]}));
        assert_ne!(sound["isError"], true, "{sound}");
    }
    client.end();
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
