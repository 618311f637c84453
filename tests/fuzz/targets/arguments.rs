//! Arguments of each tool: names, texts, diffs, paths, cursors, and whole JSON objects.
#![no_main]

use std::sync::LazyLock;

use bombe_fuzz::{Place, ask, question_of, question_seeds, start};
use bombe_reader::snapshot::Snapshot;
use libfuzzer_sys::fuzz_target;

static SNAPSHOT: LazyLock<Snapshot> = LazyLock::new(|| Place::new().open());

fuzz_target!(init: start(question_seeds()), |input| {
    if let Some(question) = question_of(input) {
        ask(&SNAPSHOT, &question);
    }
});
