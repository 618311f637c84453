//! Regular expressions, globs, misspelt names and path patterns.
#![no_main]

use std::sync::LazyLock;

use bombe_fuzz::{Place, ask, pattern_question_of, start};
use bombe_reader::snapshot::Snapshot;
use libfuzzer_sys::fuzz_target;

static SNAPSHOT: LazyLock<Snapshot> = LazyLock::new(|| Place::new().open());

fn seeds() -> impl Iterator<Item = Vec<u8>> {
    let patterns = [
        "(?i)o.*e",
        "^[^.]*Order$",
        "(a|b)+{2,9}",
        "*er*",
        "O?d[a-z]r",
        "{shop,api}/**/*.py",
        "lod",
        "\\p{L}",
    ];
    patterns
        .into_iter()
        .flat_map(|it| (0..4).map(move |at| [&[at], it.as_bytes()].concat()))
}

fuzz_target!(init: start(seeds()), |input| {
    if let Some(question) = pattern_question_of(input) {
        ask(&SNAPSHOT, &question);
    }
});
