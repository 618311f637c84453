//! Damaged files of Bombe's own: whatever their bytes, the next update says what a build from scratch says.
//!
//! `BOMBE_KEPT_RUNS` says how many updates run over damaged files (`make soak`), `BOMBE_KEPT_SEED` with which random number
//! the first one starts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bombe_tests::synthetic::Numbers;

use crate::edits::{
    Edit, FILES, PATHS, TEXTS, apply, assert_same_content, full_build, open, snapshot_of,
};
use crate::support::{bombe_build, folder, vouch_for_files};

/// Updates over damaged files in one repository.
const RUNS_OF_REPOSITORY: u64 = 6;

/// States of a repository's own files, from which parts are taken.
type Older = BTreeMap<PathBuf, Vec<Vec<u8>>>;

fn number(variable: &str, default: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn an_update_over_damaged_files_equals_a_build_from_scratch() {
    let runs = number("BOMBE_KEPT_RUNS", 12);
    let seed = number("BOMBE_KEPT_SEED", 1);
    let mut used = 0;
    for repository in 0..runs.div_ceil(RUNS_OF_REPOSITORY) {
        used += repository_with_damage(seed + repository);
    }
    assert!(
        used * 4 > runs,
        "only {used} of {runs} updates kept the base"
    );
}

/// Returns how many updates kept the base, and so could use what was damaged.
fn repository_with_damage(seed: u64) -> u64 {
    let mut random = Numbers::new(seed);
    let root = folder(FILES);
    let root = root.path();
    // Nearly all files are new, and a snapshot without a base to keep would use no kept file.
    fs::write(root.join("bombe.toml"), "[update]\nmerge_share = 8.0\n").unwrap();
    bombe_build(root, &["update", "-q", "--no-compact"]).code(0);
    let mut older = Older::new();
    let mut used = 0;
    for step in 0..RUNS_OF_REPOSITORY {
        if random.below(2) == 0 {
            edit(root, &mut random);
            bombe_build(root, &["update", "-q", "--no-compact"]).code(0);
        }
        let mut damages = Vec::new();
        for _ in 0..=random.below(3) {
            damages.push(damage(root, &mut older, &mut random));
        }
        let case = format!("seed {seed}, step {step}: {damages:?}");
        // The times of a file that was damaged by a failing disk are those of the sound one.
        vouch_for_files(root);
        edit(root, &mut random);
        let base = fs::read(snapshot_of(root)).unwrap_or_default();
        let update = bombe_build(root, &["update", "-q", "--no-compact"]);
        match update.code {
            Some(0) => {}
            // A message says what is in the way and what to do; then a build says what is the case.
            Some(2 | 3) if !update.err.contains("a fault of this program") => {
                bombe_build(root, &["-q"]).code(0);
            }
            _ => panic!("{case}: {update:?}"),
        }
        used += u64::from(fs::read(snapshot_of(root)).unwrap() == base);
        let (_folder, built) = full_build(root);
        assert_same_content(root, &open(&built), &case);
    }
    used
}

fn edit(root: &Path, random: &mut Numbers) {
    for _ in 0..=random.below(2) {
        let path = PATHS[random.below(PATHS.len())];
        apply(
            root,
            &match random.below(6) {
                0 => Edit::Delete(path),
                1 => Edit::Rename(path, PATHS[random.below(PATHS.len())]),
                _ => Edit::Write(path, TEXTS[random.below(TEXTS.len())]),
            },
        );
    }
}

/// Damages one of the files that Bombe keeps, and returns what it has done.
fn damage(root: &Path, older: &mut Older, random: &mut Numbers) -> String {
    let mut files: Vec<PathBuf> = fs::read_dir(root.join(".bombe/snapshot.bmb.d"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("ORIGIN") && path.is_file())
        .collect();
    files.sort();
    // Overlays are named by their content: take them as one file among the others.
    files.push(snapshot_of(root));
    for path in &files {
        older
            .entry(path.clone())
            .or_default()
            .push(fs::read(path).unwrap());
    }
    let path = &files[random.below(files.len())];
    let mut bytes = fs::read(path).unwrap();
    let len = bytes.len();
    let states = &older[path];
    let what = match random.below(6) {
        0 => {
            bytes.truncate(random.below(len));
            format!("ends at {}", bytes.len())
        }
        1 if len > 0 => {
            let start = random.below(len);
            let end = (start + 1 + random.below(512)).min(len);
            bytes[start..end].fill(0);
            format!("has zeros in {start}..{end}")
        }
        2 => {
            // The first part is written, and the rest is of an older state.
            let at = random.below(len);
            let state = &states[random.below(states.len())];
            bytes.truncate(at);
            bytes.extend_from_slice(state.get(at..).unwrap_or(&[]));
            format!("is of another state from {at} on")
        }
        3 => {
            bytes.clone_from(&states[random.below(states.len())]);
            "is of another state".to_owned()
        }
        4 => {
            bytes.extend((0..=random.below(600)).map(|at| at as u8));
            format!("is longer than {len}")
        }
        _ if len > 0 => {
            let at = random.below(len);
            bytes[at] ^= 1 << random.below(8);
            format!("is altered at {at}")
        }
        _ => "is empty".to_owned(),
    };
    fs::write(path, bytes).unwrap();
    format!("{} {what}", path.file_name().unwrap_or_default().display())
}
