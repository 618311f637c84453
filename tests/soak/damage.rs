//! Damaged snapshots of many kinds, asked by every tool in one process: no panic, and each answer is that of the sound
//! snapshot or an error.
//!
//! A file with repaired checksums is another snapshot, for which no sound answer exists: there, only panics count.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bombe_format::commit::{CURRENT, CommitPoint, overlay_name};
use bombe_format::header::{HEADER_BYTES, Header};
use bombe_format::section::ENTRY_BYTES;
use bombe_reader::limits::Limits;
use bombe_reader::query::QueryError;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::{OpenError, OpenOptions};
use bombe_tests::synthetic::Numbers;
use serde_json::Value;

use crate::number;
use crate::questions::{Question, ask, questions};
use crate::support::{bombe_build, folder, in_small_blocks, workspace};

/// A snapshot: the base, named by an empty text, and the files in the snapshot folder.
type Files = BTreeMap<String, Vec<u8>>;

/// A snapshot on disk with the answers of its sound form.
struct Place {
    folder: tempfile::TempDir,
    files: Files,
    identity: [u8; 32],
    sound: Vec<(Question, Value)>,
}

/// What is done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Damage {
    Bits,
    Cut,
    Longer,
    Zeros,
    Torn,
    SwappedSections,
    Repaired,
    Foreign,
}

const ALL: [Damage; 8] = [
    Damage::Bits,
    Damage::Cut,
    Damage::Longer,
    Damage::Zeros,
    Damage::Torn,
    Damage::SwappedSections,
    Damage::Repaired,
    Damage::Foreign,
];

fn copy_tree(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir_all(&target).unwrap();
            copy_tree(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Builds a repository with a base and an overlay, and one with other content.
fn repositories() -> (Files, Files) {
    let root = folder(&[]);
    copy_tree(&workspace().join("fixtures/polyglot/shop"), root.path());
    bombe_build(root.path(), &["-q"]).code(0);
    let path = root.path().join("shop/store/orders.py");
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("\n\ndef added_later(order):\n    return order.is_large()\n");
    fs::write(&path, text).unwrap();
    bombe_build(root.path(), &["update", "-q", "--no-compact"]).code(0);
    let own = files_of(root.path());
    let other = folder(&[(
        "a.py",
        b"def a():\n    return b()\n\n\ndef b():\n    return 1\n",
    )]);
    bombe_build(other.path(), &["-q"]).code(0);
    fs::write(other.path().join("c.py"), "from a import a\n\na()\n").unwrap();
    bombe_build(other.path(), &["update", "-q", "--no-compact"]).code(0);
    let foreign = files_of(other.path());
    (own, foreign)
}

fn files_of(root: &Path) -> Files {
    let mut files = Files::new();
    for entry in fs::read_dir(root.join(".bombe/snapshot.bmb.d")).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            let name = entry.file_name().to_string_lossy().into_owned();
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    let base = fs::read(root.join(".bombe/snapshot.bmb")).unwrap();
    files.insert(String::new(), base);
    files
}

/// Limits that no busy machine reaches: an answer that is cut would differ from the sound one.
fn patient() -> Limits<'static> {
    Limits::until(Instant::now() + Duration::from_mins(5))
}

impl Place {
    /// Writes files to a folder outside of any work tree, and asks everything.
    fn new(files: Files) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("snapshot.bmb.d")).unwrap();
        let mut place = Self {
            folder,
            files,
            identity: [0; 32],
            sound: Vec::new(),
        };
        for (name, bytes) in &place.files {
            fs::write(place.file(name), bytes).unwrap();
        }
        let snapshot = place.open().unwrap();
        place.identity = snapshot.view.identity();
        let ask_sound = |question| {
            let answer = ask(&snapshot, &question, &patient()).unwrap();
            (question, answer)
        };
        let questions = questions("Order", "shop/store/orders.py");
        place.sound = questions.into_iter().map(ask_sound).collect();
        place
    }

    /// Returns the path of the base, or of a file beside it.
    fn file(&self, name: &str) -> PathBuf {
        match name {
            "" => self.folder.path().join("snapshot.bmb"),
            _ => self.folder.path().join("snapshot.bmb.d").join(name),
        }
    }

    /// Opens the snapshot as the programs do.
    fn open(&self) -> Result<Snapshot, OpenError> {
        let options = OpenOptions {
            in_blocks: true,
            ..OpenOptions::default()
        };
        Snapshot::open_complete(&self.file(""), options)
    }

    /// Asks everything of a damaged snapshot, and returns what comes of it.
    fn outcome(&self, case: &dyn Fn() -> String) -> &'static str {
        let Ok(snapshot) = self.open() else {
            return "not opened";
        };
        let is_same = snapshot.view.identity() == self.identity;
        let mut outcome = if is_same { "sound" } else { "another snapshot" };
        for (question, expected) in &self.sound {
            match ask(&snapshot, question, &patient()) {
                Err(QueryError::Corrupt(_)) => outcome = "error",
                Err(error) if is_same => panic!("{}: {question:?}: {error}", case()),
                Ok(answer) if is_same => {
                    assert_eq!(answer, *expected, "{}: {question:?}", case());
                }
                Ok(_) | Err(_) => {}
            }
        }
        outcome
    }
}

/// Damages bytes. Returns none if the kind of damage does not apply to them.
fn damaged(bytes: &[u8], kind: Damage, foreign: &[u8], random: &mut Numbers) -> Option<Vec<u8>> {
    let mut damaged = bytes.to_vec();
    if bytes.is_empty() {
        return None;
    }
    match kind {
        Damage::Bits => {
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len());
                damaged[at] ^= 1 << random.below(8);
            }
        }
        Damage::Cut => damaged.truncate(random.below(bytes.len())),
        Damage::Longer => damaged.extend((0..=random.below(5000)).map(|at| at as u8)),
        Damage::Zeros => {
            let start = random.below(bytes.len());
            let end = (start + 1 + random.below(4096)).min(bytes.len());
            damaged[start..end].fill(0);
        }
        // The first part is written, the rest is of an older file.
        Damage::Torn => {
            let at = random.below(bytes.len());
            damaged.truncate(at);
            damaged.extend_from_slice(foreign.get(at..).unwrap_or(&[]));
        }
        Damage::SwappedSections => {
            let toc = bombe_format::check::quick(bytes).ok()?;
            let mut pick = || &toc.entries[random.below(toc.entries.len())];
            let (one, two) = (pick(), pick());
            let len = one.length.min(two.length) as usize;
            let (one, two) = (one.offset as usize, two.offset as usize);
            damaged[one..one + len].copy_from_slice(&bytes[two..two + len]);
            damaged[two..two + len].copy_from_slice(&bytes[one..one + len]);
        }
        Damage::Repaired => {
            let toc = bombe_format::check::quick(bytes).ok()?;
            let section = random.below(toc.entries.len());
            let entry = &toc.entries[section];
            if entry.length == 0 {
                return None;
            }
            for _ in 0..=random.below(3) {
                let at = entry.offset as usize + random.below(entry.length as usize);
                damaged[at] ^= 1 << random.below(8);
            }
            let body = &damaged[entry.offset as usize..(entry.offset + entry.length) as usize];
            let hash = *blake3::hash(body).as_bytes();
            let end = HEADER_BYTES + (section + 1) * ENTRY_BYTES;
            damaged[end - 32..end].copy_from_slice(&hash);
            let table = &damaged[HEADER_BYTES..HEADER_BYTES + toc.entries.len() * ENTRY_BYTES];
            let identity = *blake3::hash(table).as_bytes();
            let header = Header {
                identity,
                ..toc.header
            };
            damaged[..HEADER_BYTES].copy_from_slice(&header.to_bytes());
        }
        Damage::Foreign => damaged = foreign.to_vec(),
    }
    (damaged != bytes).then_some(damaged)
}

fn is_overlay(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|kind| kind == "bmo")
}

/// Returns the file of another repository that is of the same kind as the one with a name.
fn foreign_of<'f>(foreign: &'f Files, name: &str) -> &'f [u8] {
    let overlay = || foreign.iter().find(|(other, _)| is_overlay(other));
    match foreign.get(name) {
        Some(bytes) => bytes,
        None if is_overlay(name) => overlay().unwrap().1,
        None => &foreign[CURRENT],
    }
}

/// Returns the commit point that names an overlay with repaired checksums, and the name of its file.
fn naming(overlay: &[u8], commit: &[u8]) -> Option<(String, String)> {
    let overlay = bombe_format::check::quick(overlay).ok()?.header.identity;
    let mut commit = CommitPoint::parse(commit).unwrap();
    commit.overlay = Some(overlay);
    Some((overlay_name(&overlay), commit.to_string()))
}

#[test]
fn every_answer_over_damaged_files_is_the_sound_one_or_an_error() {
    let runs = number("RUNS", 100_000);
    let seed = number("SEED", 1);
    let (own, foreign) = repositories();
    let base = &own[""];
    let alone = |base: Vec<u8>| Place::new(Files::from([(String::new(), base)]));
    let places = [
        alone(base.clone()),
        alone(in_small_blocks(base)),
        Place::new(own),
    ];
    // Panics inside the fst reader are caught by design. Any other one, which `catch_unwind` would hide, is noted.
    let panicked = Arc::new(AtomicBool::new(false));
    let noted = panicked.clone();
    std::panic::set_hook(Box::new(move |info| {
        let is_known = info
            .location()
            .is_some_and(|place| place.file().contains("/fst-"));
        if !is_known {
            eprintln!("{info}");
            noted.store(true, Ordering::SeqCst);
        }
    }));
    let mut counts: BTreeMap<(Damage, &str), u64> = BTreeMap::new();
    let mut done = 0;
    let mut run = seed;
    while done < runs {
        run += 1;
        let mut random = Numbers::new(run);
        let kind = ALL[random.below(ALL.len())];
        let place = &places[random.below(places.len())];
        // Base, overlay and commit point are what tools read: each of them four times as often as the caches.
        let read = |name: &str| name.is_empty() || is_overlay(name) || name == CURRENT;
        let names = place.files.keys().flat_map(|name| {
            let times = if read(name) { 4 } else { 1 };
            std::iter::repeat_n(name.as_str(), times)
        });
        let names: Vec<&str> = names.collect();
        let name = names[random.below(names.len())];
        let bytes = &place.files[name];
        let Some(damaged) = damaged(bytes, kind, foreign_of(&foreign, name), &mut random) else {
            continue;
        };
        done += 1;
        fs::write(place.file(name), &damaged).unwrap();
        let mut renamed = None;
        if kind == Damage::Repaired
            && is_overlay(name)
            && let Some((name, commit)) = naming(&damaged, &place.files[CURRENT])
        {
            fs::write(place.file(CURRENT), commit).unwrap();
            fs::write(place.file(&name), &damaged).unwrap();
            renamed = Some(name);
        }
        let case = || format!("SEED={run}: {kind:?} of `{name}`");
        let outcome = place.outcome(&case);
        assert!(!panicked.load(Ordering::SeqCst), "{}", case());
        *counts.entry((kind, outcome)).or_default() += 1;
        fs::write(place.file(name), bytes).unwrap();
        if let Some(renamed) = renamed {
            fs::remove_file(place.file(&renamed)).unwrap();
            fs::write(place.file(CURRENT), &place.files[CURRENT]).unwrap();
        }
    }
    let _ = std::panic::take_hook();
    let asked = places[0].sound.len();
    eprintln!("{runs} damaged files, {asked} questions each");
    for ((kind, outcome), count) in counts {
        eprintln!("{count:8} {kind:?}: {outcome}");
    }
}
