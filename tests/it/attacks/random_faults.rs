//! Faults at random system calls of builds, updates and compactions, while files change. Whatever happens, the last commit
//! point stays valid, and the next update in a tree at rest makes everything as a build from scratch says.
//!
//! `BOMBE_FAULT_RUNS` says how many programs meet a fault (`make soak`), `BOMBE_FAULT_SEED` with which random number the
//! first repository starts.

use std::fs;
use std::path::Path;

use bombe_reader::limits::Limits;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::OpenOptions;

use super::inject::{Fault, bombe_build_with};
use crate::edits::{
    Edit, FILES, PATHS, TEXTS, apply, assert_same_content, full_build, git, open, snapshot_of,
    update,
};
use crate::support::folder;

/// Programs that meet a fault in one repository.
const RUNS_OF_REPOSITORY: u32 = 6;

/// Random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn number(variable: &str, default: u32) -> u32 {
    let given = std::env::var(variable).ok();
    given.map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn after_any_fault_an_update_at_rest_equals_a_build_from_scratch() {
    let runs = number("BOMBE_FAULT_RUNS", 24);
    let seed = u64::from(number("BOMBE_FAULT_SEED", 1));
    let mut met = 0;
    for repository in 0..u64::from(runs.div_ceil(RUNS_OF_REPOSITORY)) {
        met += repository_with_faults(seed + repository);
    }
    assert!(met * 2 > runs, "only {met} of {runs} runs met their fault");
}

/// Returns how many runs met their fault.
fn repository_with_faults(seed: u64) -> u32 {
    let mut random = Random(seed);
    let root = folder(FILES);
    let root = root.path();
    if random.below(3) == 0 {
        git(root, &["init", "-q"]);
    }
    if random.below(2) == 0 {
        update(root);
    }
    let mut met = 0;
    // A guess of how many calls a program makes, and then the number of the last one.
    let mut calls = 600;
    for step in 0..RUNS_OF_REPOSITORY {
        for _ in 0..=random.below(2) {
            apply(root, &random_edit(&mut random));
        }
        let command = random.of(&[
            &["update", "--no-compact"][..],
            &["update", "--no-compact"],
            &["update", "--no-compact"],
            &["compact"],
            &["-q"],
            &["-q", "--force"],
        ]);
        // A file that is another one from some call on, and comes back afterwards.
        let victim = root.join(random.of(PATHS));
        let kept = fs::read(&victim).ok();
        let swap = format!(
            "run:rm -f '{0}'; echo 'def x(): pass' > '{0}'",
            victim.display()
        );
        let what = random.of(&[
            "EIO", "EIO", "EMFILE", "ENOSPC", "EACCES", "ENOMEM", "short", "kill", "kill", &swap,
            &swap,
        ]);
        let fault = Fault {
            what,
            at: 1 + random.below(calls as usize) as u32,
            times: random.of(&[1, 1, 1, 3, 20, 0]),
            ..Fault::default()
        };
        let case = format!("seed {seed}, step {step}: {command:?} with {fault:?}");
        let had_snapshot =
            Snapshot::open_complete(&snapshot_of(root), OpenOptions::default()).is_ok();
        let (run, seen) = bombe_build_with(root, command, &fault);
        met += u32::from(seen >= fault.at);
        calls = seen.max(40);
        assert!(
            matches!(run.code, Some(0 | 1 | 2 | 137))
                && !run.err.contains("a fault of this program"),
            "{case}: {run:?}"
        );
        if had_snapshot {
            let now = Snapshot::open_complete(&snapshot_of(root), OpenOptions::default());
            let now = now.unwrap_or_else(|error| panic!("{case}: {error}: {run:?}"));
            now.view
                .verify()
                .unwrap_or_else(|error| panic!("{case}: {error}"));
        }
        if what.starts_with("run:") {
            match kept {
                Some(bytes) => fs::write(&victim, bytes).unwrap(),
                // A folder of the file may be missing.
                None => drop(fs::remove_file(&victim)),
            }
        }
        if random.below(3) > 0 {
            assert_heals(root, &case);
        }
    }
    assert_heals(root, &format!("seed {seed}, at the end"));
    met
}

fn random_edit(random: &mut Random) -> Edit {
    match random.below(6) {
        0 => Edit::Delete(random.of(PATHS)),
        1 => Edit::Rename(random.of(PATHS), random.of(PATHS)),
        _ => Edit::Write(random.of(PATHS), random.of(TEXTS)),
    }
}

/// Fails unless an update makes the snapshot what a build from scratch says, texts included.
fn assert_heals(root: &Path, case: &str) {
    update(root);
    let (_folder, path) = full_build(root);
    let built = open(&path);
    assert_same_content(root, &built, case);
    let current = open(&snapshot_of(root));
    for file in built.files().unwrap() {
        let path = file.path().unwrap();
        let now = current.file_by_path(path).unwrap().unwrap();
        let [expected, found] = [(&built, file), (&current, now)]
            .map(|(view, file)| view.source(file.id(), &Limits::none()).unwrap().unwrap());
        assert_eq!(found.text(), expected.text(), "{path}: {case}");
    }
}
