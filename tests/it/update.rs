//! Updates: after any edits, the updated snapshot has the content of a full build.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::sample::select;

use crate::edits::{
    FILES, apply, assert_compacts_to_full_build, assert_equals_full_build, committed, edit, git,
    update,
};
use crate::support::{bombe_build, folder, program};

#[test]
fn an_update_parses_only_changed_files() {
    let root = folder(FILES);
    let root = root.path();
    assert!(update(root).out.contains("9 files parsed"));
    assert!(update(root).out.contains("up to date"));
    fs::write(
        root.join("p/q.go"),
        "package p\n\nfunc G() int { return H() }\n\nfunc H() int { return 2 }\n",
    )
    .unwrap();
    assert!(update(root).out.contains("1 files parsed"));
    assert_equals_full_build(root);
    fs::remove_file(root.join("web/b.ts")).unwrap();
    assert!(update(root).out.contains("0 files parsed"));
    assert_equals_full_build(root);
    fs::rename(root.join("app/core.py"), root.join("app/heart.py")).unwrap();
    assert!(update(root).out.contains("1 files parsed"));
    assert_equals_full_build(root);
    fs::write(root.join("go.mod"), "module example.org/other\n").unwrap();
    assert!(update(root).out.contains("0 files parsed"));
    assert_equals_full_build(root);
    fs::write(
        root.join("bombe.toml"),
        "[discover]\nexclude = [\"web/\"]\n",
    )
    .unwrap();
    update(root);
    assert_equals_full_build(root);
}

#[test]
fn a_change_that_keeps_size_and_time_of_the_file_is_detected() {
    let root = folder(&[("a.py", b"def f(): pass\n")]);
    let file = root.path().join("a.py");
    update(root.path());
    let time = fs::metadata(&file).unwrap().modified().unwrap();
    fs::write(&file, "def g(): pass\n").unwrap();
    File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(time)
        .unwrap();
    assert!(update(root.path()).out.contains("1 files parsed"));
    assert_equals_full_build(root.path());
}

#[test]
fn a_build_from_a_snapshot_reuses_its_facts() {
    let root = folder(FILES);
    let root = root.path();
    bombe_build(root, &["-q", "--facts", "-o", "old.bmb"]).code(0);
    bombe_build(root, &["-q", "--from", "old.bmb", "-o", "new.bmb"]).code(0);
    assert!(fs::read(root.join("old.bmb")).unwrap() == fs::read(root.join("new.bmb")).unwrap());
    let run = bombe_build(root, &["--from", "none.bmb"]).code(2);
    assert!(run.err.contains("none.bmb"), "{}", run.err);
}

#[test]
fn an_update_keeps_the_options_that_the_snapshot_was_built_with() {
    let root = folder(FILES);
    let root = root.path();
    bombe_build(root, &["-q", "--no-source"]).code(0);
    fs::write(root.join("web/b.ts"), "export function b() { return 2; }\n").unwrap();
    update(root);
    bombe_build(root, &["compact", "-q"]).code(0);
    bombe_build(root, &["-q", "--no-source", "-o", "full.bmb"]).code(0);
    let current = fs::read(root.join(".bombe/snapshot.bmb")).unwrap();
    assert!(current == fs::read(root.join("full.bmb")).unwrap());
}

#[test]
fn an_update_writes_only_new_facts() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    let [large, small] =
        ["facts", "facts.new"].map(|name| root.join(".bombe/snapshot.bmb.d").join(name));
    let intact = fs::read(&large).unwrap();
    for text in ["export const b = 1;\n", "export const c = 2;\n"] {
        fs::write(root.join("web/b.ts"), text).unwrap();
        assert!(update(root).out.contains("1 files parsed"));
        assert!(update(root).out.contains("up to date"));
        assert_equals_full_build(root);
        assert!(fs::read(&large).unwrap() == intact);
        assert!(fs::metadata(&small).unwrap().len() < intact.len() as u64 / 4);
    }
    bombe_build(root, &["compact", "-q"]).code(0);
    assert!(!small.exists());
    assert!(update(root).out.contains("up to date"));
}

#[test]
fn files_with_damaged_facts_are_parsed_again() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    fs::write(root.join("web/b.ts"), "export const b = 1;\n").unwrap();
    update(root);
    for name in ["facts", "facts.new"] {
        let facts = root.join(".bombe/snapshot.bmb.d").join(name);
        let intact = fs::read(&facts).unwrap();
        for at in (0..intact.len()).step_by(intact.len() / 10) {
            let mut torn = intact.clone();
            torn[at] ^= 0x55;
            fs::write(&facts, torn).unwrap();
            fs::write(
                root.join("p/q.go"),
                format!("package p\n\nfunc G() int {{ return {at} }}\n"),
            )
            .unwrap();
            update(root);
            assert_equals_full_build(root);
            fs::write(&facts, &intact[..at]).unwrap();
            update(root);
            assert_equals_full_build(root);
        }
        // Both files are intact again for the next turn.
        bombe_build(root, &["-q"]).code(0);
        fs::write(root.join("web/b.ts"), "export const c = 1;\n").unwrap();
        update(root);
    }
}

#[test]
fn a_snapshot_that_the_commit_point_does_not_name_is_rebuilt() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    let snapshot = root.join(".bombe/snapshot.bmb");
    let intact = fs::read(&snapshot).unwrap();
    fs::remove_file(&snapshot).unwrap();
    assert!(update(root).out.contains("0 files parsed"));
    assert!(intact == fs::read(&snapshot).unwrap());
    fs::write(&snapshot, &intact[..intact.len() / 2]).unwrap();
    update(root);
    assert!(intact == fs::read(&snapshot).unwrap());
    for current in ["bombe commit point 1\n", "bombe commit point 2\n", ""] {
        fs::write(root.join(".bombe/snapshot.bmb.d/CURRENT"), current).unwrap();
        assert!(update(root).out.contains("0 files parsed"));
        assert_equals_full_build(root);
    }
}

#[test]
fn a_second_writer_names_the_first_one() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    let lock = File::options()
        .write(true)
        .open(root.join(".bombe/snapshot.bmb.d/lock"))
        .unwrap();
    lock.lock().unwrap();
    let run = bombe_build(root, &["update"]).code(6);
    assert!(
        run.err.contains("is being written by process"),
        "{}",
        run.err
    );
    bombe_build(root, &["-q"]).code(6);
    // Another update already waits for the lock, and will find all that this one would.
    let next = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(root.join(".bombe/snapshot.bmb.d/next"))
        .unwrap();
    next.lock().unwrap();
    let run = bombe_build(root, &["update", "--wait"]).code(0);
    assert!(run.out.contains("another update"), "{}", run.out);
}

#[test]
fn a_worktree_starts_from_the_facts_of_the_main_tree() {
    let root = committed();
    let root = root.path();
    let other = tempfile::tempdir().unwrap();
    let tree = other.path().join("tree");
    git(root, &["worktree", "add", "-q", tree.to_str().unwrap()]);
    fs::write(tree.join("web/b.ts"), "export function b() { return 3; }\n").unwrap();
    assert!(update(&tree).out.contains("1 files parsed"));
    assert_equals_full_build(&tree);
    assert!(update(&tree.join("web")).out.contains("up to date"));
    assert!(update(root).out.contains("up to date"));
}

#[test]
#[cfg(unix)]
fn a_commit_starts_an_update_and_runs_the_existing_hook() {
    let root = committed();
    let root = root.path();
    let hook = root.join(".git/hooks/post-commit");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    fs::write(&hook, "#!/bin/sh\ntouch .git/ran\nexit 3\n").unwrap();
    bombe_build(root, &["hook", "status"]).code(1);
    bombe_build(root, &["hook", "install"]).code(0);
    bombe_build(root, &["hook", "install"]).code(0);
    bombe_build(root, &["hook", "status"]).code(0);
    // All that git starts inherits the pipe: reading it ends when the update ends.
    let pipe = root.join(".git/pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    fs::write(root.join("web/b.ts"), "export function b() { return 9; }\n").unwrap();
    let commit = "git -c user.name=a -c user.email=a@b commit -q -a -m two 3>.git/pipe";
    let committed = Command::new("sh")
        .args(["-c", commit])
        .current_dir(root)
        .status();
    assert!(committed.unwrap().success());
    reader.join().unwrap();
    let output = fs::read_to_string(root.join(".bombe/hook.log")).unwrap();
    assert!(output.contains("1 files parsed"), "{output}");
    assert!(root.join(".git/ran").exists());
    assert_equals_full_build(root);
    bombe_build(root, &["hook", "uninstall"]).code(0);
    assert_eq!(
        fs::read_to_string(&hook).unwrap(),
        "#!/bin/sh\ntouch .git/ran\nexit 3\n"
    );
    assert!(!root.join(".git/hooks/post-merge").exists());
}

#[test]
fn hooks_of_other_tools_are_left_alone() {
    let root = committed();
    let root = root.path();
    let outside = tempfile::tempdir().unwrap();
    git(
        root,
        &["config", "core.hooksPath", outside.path().to_str().unwrap()],
    );
    let run = bombe_build(root, &["hook", "install"]).code(2);
    assert!(
        run.err.contains("outside of this repository"),
        "{}",
        run.err
    );
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    git(root, &["config", "core.hooksPath", ".husky/_"]);
    let run = bombe_build(root, &["hook", "install"]).code(2);
    assert!(run.err.contains("husky"), "{}", run.err);
    git(root, &["config", "core.hooksPath", "own"]);
    bombe_build(root, &["hook", "install"]).code(0);
    assert!(root.join("own/post-merge").is_file());
    fs::write(root.join("own/post-commit"), "#!/usr/bin/env python3\n").unwrap();
    let run = bombe_build(root, &["hook", "install"]).code(2);
    assert!(run.err.contains("no shell script"), "{}", run.err);
    let run = bombe_build(outside.path(), &["hook", "install"]).code(2);
    assert!(run.err.contains("no git repository"), "{}", run.err);
}

#[test]
fn a_watched_tree_is_updated_at_each_change() {
    let root = folder(FILES);
    let mut child = Command::new(program("bombe-build"))
        .args(["watch", "--debounce", "20"])
        .current_dir(root.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    assert!(next().starts_with("9 files parsed"));
    // Written elsewhere and renamed into place, as editors do, so that no update sees half of a change.
    let elsewhere = folder(&[
        ("b.ts", b"export function b() {}\n"),
        ("c.ts", b"export function c() {}\n"),
        ("new/n.py", b"def n(): pass\n"),
    ]);
    let moved = |from: &str, to: &str| {
        fs::rename(elsewhere.path().join(from), root.path().join(to)).unwrap();
    };
    moved("b.ts", "web/b.ts");
    assert!(next().starts_with("1 files parsed"));
    moved("c.ts", "web/b.ts");
    assert!(next().starts_with("1 files parsed"));
    moved("new", "new");
    assert!(next().starts_with("1 files parsed"));
    fs::remove_file(root.path().join("new/n.py")).unwrap();
    assert!(next().starts_with("0 files parsed"));
    assert_equals_full_build(root.path());
    // Renamed in one step: an update may write to a folder while it is being deleted.
    fs::rename(root.path(), elsewhere.path().join("gone")).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let mut output = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut output)
        .unwrap();
    assert!(output.contains("is gone"), "{output}");
}

#[test]
fn the_former_words_of_compaction_still_work() {
    let root = folder(FILES);
    let root = root.path();
    bombe_build(root, &["update", "-q", "--no-merge"]).code(0);
    fs::write(root.join("web/b.ts"), "export const b = 1;\n").unwrap();
    bombe_build(root, &["update", "-q", "--no-merge"]).code(0);
    bombe_build(root, &["merge", "-q"]).code(0);
    assert_equals_full_build(root);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn after_any_edits_an_update_equals_a_full_build(
        share in select(&["0.0", "0.3", "8.0", "8.0"][..]),
        steps in prop::collection::vec(prop::collection::vec(edit(), 1..4), 1..5),
    ) {
        let root = folder(FILES);
        let root = root.path();
        fs::write(root.join("bombe.toml"), format!("[update]\nmerge_share = {share}\n")).unwrap();
        update(root);
        for step in steps {
            for edit in &step {
                apply(root, edit);
            }
            update(root);
            assert_equals_full_build(root);
        }
        assert_compacts_to_full_build(root);
    }
}
