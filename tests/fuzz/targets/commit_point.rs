//! The commit point, and the list of the files that were made here.
#![no_main]

use std::str;

use bombe_format::commit::CommitPoint;
use bombe_format::origin::Origin;
use bombe_fuzz::{Repository, start};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: start(Repository::of_many_languages().small_files()), |input| {
    // As it is, and with the checksum that belongs to it.
    let end = str::from_utf8(input).ok().and_then(|text| text.rfind("checksum "));
    let body = &input[..end.unwrap_or(input.len())];
    let repaired = [body, format!("checksum {}\n", blake3::hash(body)).as_bytes()].concat();
    for bytes in [input, &repaired] {
        if let Ok(commit) = CommitPoint::parse(bytes) {
            assert_eq!(CommitPoint::parse(commit.to_string().as_bytes()).ok(), Some(commit));
        }
    }
    if let Ok(text) = str::from_utf8(input) {
        let origin = Origin::parse(text);
        assert_eq!(Origin::parse(&origin.to_string()), origin);
    }
});
