//! The cache returns what was written to it. A damaged file, or one that does not belong to it, counts as absent.

use std::fs;
use std::path::Path;

use bombe_format::kind::Language;

use super::{Entry, EntryFacts, FactsCache, InputHashes, Origin, Packed, pack, part, write};

const WHOLE: InputHashes = InputHashes {
    inputs: [1; 32],
    environment: [1; 32],
};
const CHANGED: InputHashes = InputHashes {
    inputs: [2; 32],
    environment: [1; 32],
};

fn packed(text: &str) -> Packed {
    let facts =
        bombe_languages::parse::parse_file(Language::Python, "a.py", text.as_bytes()).unwrap();
    pack(&facts).unwrap()
}

fn entry<'f>(path: &'f str, hash: u8, facts: EntryFacts<'f>) -> Entry<'f> {
    Entry {
        path,
        language: Language::Python,
        stamp: None,
        hash: [hash; 32],
        size: 1,
        generated: false,
        interface: [0; 16],
        facts,
    }
}

/// Returns path, hash and the name of the first function of each file.
fn content(cache: &FactsCache) -> Vec<(String, u8, String)> {
    let rows = cache.rows.iter().map(|row| {
        let facts = cache.facts(row).unwrap();
        let name = facts.strings[facts.defs[1].name.index()].to_owned();
        (cache.path(row).to_owned(), row.hash[0], name)
    });
    rows.collect()
}

fn rows(expected: &[(&str, u8, &str)]) -> Vec<(String, u8, String)> {
    let row = |(path, hash, name): &(&str, u8, &str)| ((*path).into(), *hash, (*name).into());
    expected.iter().map(row).collect()
}

fn cached(cache: &FactsCache, path: &str) -> EntryFacts<'static> {
    EntryFacts::Cached(cache.position(path).unwrap())
}

/// Writes a cache of `a`, `b`, `c` and `d`, and then a second one, in which `b` has changed, `c` is gone and `bb` is new.
/// Returns both.
fn two(path: &Path) -> (FactsCache, FactsCache) {
    let [f, g] = ["def f(): pass\n", "def g(): pass\n"].map(packed);
    let all = ["a", "b", "c", "d"].map(|path| entry(path, 1, EntryFacts::Packed(&f)));
    write(path, WHOLE, &all, &FactsCache::default(), false).unwrap();
    let first = FactsCache::open(path);
    let entries = [
        entry("a", 1, cached(&first, "a")),
        entry("b", 2, EntryFacts::Packed(&g)),
        entry("bb", 2, EntryFacts::Packed(&g)),
        entry("d", 1, cached(&first, "d")),
    ];
    write(path, CHANGED, &entries, &first, false).unwrap();
    (first, FactsCache::open(path))
}

#[test]
fn changes_go_to_the_small_file_beside_the_large_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("facts");
    let (first, second) = two(path);
    let large = fs::read(path).unwrap();
    assert!(part::small(path).exists());
    assert_eq!(first.inputs(), WHOLE);
    assert_eq!(second.inputs(), CHANGED);
    let changed = rows(&[("a", 1, "f"), ("b", 2, "g"), ("bb", 2, "g"), ("d", 1, "f")]);
    assert_eq!(content(&second), changed);
    // Over the same large file: `c` is back, `bb` is gone, `b` stays changed, `a` is gone, and `d` changes.
    let f = packed("def f(): pass\n");
    let entries = [
        entry("b", 2, cached(&second, "b")),
        entry("c", 1, EntryFacts::Packed(&f)),
        entry("d", 3, cached(&second, "d")),
    ];
    write(path, WHOLE, &entries, &second, false).unwrap();
    let third = FactsCache::open(path);
    assert_eq!(
        content(&third),
        rows(&[("b", 2, "g"), ("c", 1, "f"), ("d", 3, "f")])
    );
    assert_eq!(third.removed, ["a", "c"]);
    assert_eq!(third.origins, [Origin::Other, Origin::Other, Origin::Other]);
    assert!(
        fs::read(path).unwrap() == large,
        "the large file is unchanged"
    );
    // A full write merges the two files into one.
    let entries = ["b", "c", "d"].map(|path| entry(path, 1, cached(&third, path)));
    write(path, CHANGED, &entries, &third, true).unwrap();
    assert!(!part::small(path).exists());
    let fourth = FactsCache::open(path);
    assert_eq!(
        content(&fourth),
        rows(&[("b", 1, "g"), ("c", 1, "f"), ("d", 1, "f")])
    );
    assert_eq!(fourth.origins, [Origin::Same; 3]);
}

#[test]
fn a_small_file_counts_only_beside_its_own_large_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("facts");
    let (_, second) = two(path);
    let small = fs::read(part::small(path)).unwrap();
    let entries = [entry("d", 1, cached(&second, "d"))];
    write(path, WHOLE, &entries, &second, true).unwrap();
    // The state after a process was killed before it removed the small file.
    fs::write(part::small(path), &small).unwrap();
    let third = FactsCache::open(path);
    assert_eq!(third.inputs(), WHOLE);
    assert_eq!(content(&third), rows(&[("d", 1, "f")]));
    // An update of a cache that is no longer the one at the path writes the large file.
    write(path, CHANGED, &entries, &second, false).unwrap();
    assert!(!part::small(path).exists());
    assert_eq!(FactsCache::open(path).inputs(), CHANGED);
}

#[test]
fn a_small_file_that_is_damaged_anywhere_causes_no_wrong_facts() {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("facts");
    let (first, second) = two(path);
    let whole = [content(&first), content(&second)];
    let small = fs::read(part::small(path)).unwrap();
    for at in 0..small.len() {
        let mut torn = small.clone();
        torn[at] ^= 0x55;
        for bytes in [&torn[..], &small[..at]] {
            fs::write(part::small(path), bytes).unwrap();
            let cache = FactsCache::open(path);
            let readable = |row| cache.facts(row).is_some();
            if cache.rows.iter().all(readable) {
                assert!(whole.contains(&content(&cache)), "byte {at}");
            }
        }
    }
}
