//! A damaged dependency cache counts as absent.

use bombe_rules::file_table::SourceId;
use std::fs;

use bombe_format::kind::Language;

use super::file::{CacheFile, HEAD_BYTES, SECTIONS};
use super::{DependencyCache, changes_path, write_full};
use bombe_facts::DefId;
use bombe_languages::parse::parse_file;
use bombe_resolve::contributions::Contributions;
use bombe_resolve::cross_fact::FactKind;
use bombe_resolve::cross_index::IndexedFact;
use bombe_resolve::dependencies::ReadSet;
use bombe_resolve::record::{FileDef, FileRecord, ResolvedFile};
use bombe_resolve::session::Work;
use bombe_rules::summary::FileSummary;

fn row(file: u32, opened: &[u32]) -> ResolvedFile {
    let record = FileRecord::new(&format!("{file}.py"), 0, FileSummary::default());
    let reads = ReadSet {
        files: opened.iter().copied().map(SourceId).collect(),
        names: vec![7; file as usize],
    };
    ResolvedFile {
        work: Work::default(),
        file: SourceId(file),
        record,
        reads,
    }
}

/// Returns the numbers of the files that the last resolution of `files` opened.
fn opened_for(cache: &DependencyCache, files: &[SourceId]) -> Vec<u32> {
    let opened = cache.opened_for(files).into_iter();
    opened.map(|file| file.0).collect()
}

#[test]
fn the_files_opened_for_a_file_are_found_without_reading_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("dependencies");
    let rows = [
        row(0, &[1, 2]),
        row(1, &[]),
        row(2, &[0, 3, 9]),
        row(3, &[3]),
    ];
    write_full(path, [1; 32], &rows, None).unwrap();
    let cache = DependencyCache::read(path, [1; 32]).unwrap();
    let of_each = [vec![1, 2], vec![], vec![0, 3], vec![3]];
    for (file, opened) in (0..).zip(of_each) {
        assert_eq!(opened_for(&cache, &[SourceId(file)]), opened, "of {file}");
    }
    assert_eq!(
        opened_for(&cache, &[SourceId(0), SourceId(2)]),
        [0, 1, 2, 3]
    );
    assert!(
        cache.opened_for(&[SourceId(4)]).is_empty(),
        "there is no such file"
    );
    let none = std::iter::empty();
    cache.write_changes([2; 32], &[row(2, &[1])], none).unwrap();
    let cache = DependencyCache::read(path, [2; 32]).unwrap();
    assert_eq!(opened_for(&cache, &[SourceId(0), SourceId(2)]), [1, 2]);
    assert!(
        DependencyCache::read(path, [1; 32]).is_some(),
        "the full file is there"
    );
}

#[test]
fn a_damaged_cache_causes_no_wrong_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("dependencies");
    let mut rows = [row(0, &[1]), row(1, &[0, 1]), row(2, &[])];
    let c = |text: &[u8]| parse_file(Language::C, "a.c", text).unwrap();
    let support = bombe_languages::support_for(Language::C).unwrap();
    rows[1].record.summary = FileSummary::of(&c(b"int a; int b(void) { }"), support);
    let at = |file| FileDef {
        file,
        def: DefId(1),
    };
    let mut cross_facts = Contributions::default();
    cross_facts.merged.push((at(SourceId(1)), at(SourceId(2))));
    rows[1].record.cross_facts = cross_facts.to_cross_facts();
    write_full(path, [1; 32], &rows, None).unwrap();
    let cache = DependencyCache::read(path, [1; 32]).unwrap();
    let known = cache.read_sets().unwrap();
    let names_known = cache.names().unwrap();
    let said_known = cache.cross_index().unwrap();
    let said_known: Vec<IndexedFact> = said_known.all(FactKind::Merged).collect();
    assert_eq!(said_known.len(), 1);
    let whole = fs::read(path).unwrap();
    let sections = CacheFile::open(path).unwrap().sections;
    for at in 0..whole.len() {
        let mut torn = whole.clone();
        torn[at] ^= 0x55;
        for bytes in [&torn[..], &whole[..at]] {
            fs::write(path, bytes).unwrap();
            // Opening checks the first section. The others, and their checksums, are checked when they are read.
            let mut sums = (1..SECTIONS).map(|section| HEAD_BYTES - (SECTIONS - section) * 16 + 8);
            let is_later =
                sums.any(|sum| (sum..sum + 8).contains(&at)) || at >= sections[1].0.start;
            let is_later = is_later && bytes.len() == whole.len();
            assert_eq!(
                DependencyCache::read(path, [1; 32]).is_some(),
                is_later,
                "byte {at}"
            );
            let reads = cache.read_sets();
            assert!(reads.is_none_or(|reads| reads == known), "byte {at}");
            let names = cache.names();
            let names = names.is_none_or(|read| read.rows() == names_known.rows());
            assert!(names, "byte {at}");
            let cross_facts = cache
                .cross_index()
                .map(|cross_facts| cross_facts.all(FactKind::Merged).collect::<Vec<_>>());
            assert!(
                cross_facts.is_none_or(|cross_facts| cross_facts == said_known),
                "byte {at}"
            );
            let hint = cache.opened_for(&[SourceId(0), SourceId(1), SourceId(2)]);
            assert!(hint.iter().all(|file| *file < SourceId(3)), "byte {at}");
        }
    }
    assert!(!changes_path(path).exists());
}
