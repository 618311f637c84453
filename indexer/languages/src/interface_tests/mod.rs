//! What the interface hash of a file covers, and what it ignores.

mod definitions;
mod hidden_bodies;
mod random_edits;
mod results;
mod rows;
mod writes;

use bombe_facts::interface::interface_hash;
use bombe_format::kind::Language;

use crate::parse::parse_file;

/// A file before and after an edit: language, path, and both texts.
type Edit = (Language, &'static str, &'static str, &'static str);

fn hash_of(language: Language, path: &str, text: &str) -> [u8; 16] {
    let facts = parse_file(language, path, text.as_bytes()).expect("it parses");
    interface_hash(&facts, text)
}

#[track_caller]
fn has_same_hash((language, path, before, after): Edit) -> bool {
    let (before, after) = (
        hash_of(language, path, before),
        hash_of(language, path, after),
    );
    before != [0; 16] && before == after
}

#[track_caller]
fn assert_hashes_differ(edits: &[Edit]) {
    for edit in edits {
        assert!(!has_same_hash(*edit), "{}", edit.1);
    }
}
