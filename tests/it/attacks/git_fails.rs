//! Git that fails, is killed, or waits for what is no file: the snapshot is right, and what it lacks is told.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::edits::{assert_equals_full_build, git, open, snapshot_of, update};
use crate::support::{Run, bombe_build, folder, program};

fn repository() -> tempfile::TempDir {
    let root = folder(&[
        ("root/a.py", b"from b import f\nf()\n"),
        ("root/b.py", b"def f(): pass\n"),
        ("root/.gitignore", b"ignored.py\n"),
        ("root/ignored.py", b"def i(): pass\n"),
    ]);
    let at = &root.path().join("root");
    git(at, &["init", "-q", "-b", "main"]);
    git(at, &["add", "-A"]);
    git(at, &["commit", "-q", "-m", "one"]);
    root
}

#[test]
fn git_that_fails_midway_leaves_no_wrong_index() {
    let real = Command::new("sh").args(["-c", "command -v git"]).output();
    let real = Run::from(real.unwrap()).code(0).out;
    let real = real.trim();
    for asked in ["rev-parse", "log", "symbolic-ref", "config", "ls-files"] {
        for fails in [
            "exit 128",
            "kill -9 $$",
            "printf 0123456; kill -9 $$",
            "printf 0123456; exit 128",
        ] {
            let scene = repository();
            let root = &scene.path().join("root");
            let programs = scene.path().join("programs");
            fs::create_dir(&programs).unwrap();
            let script = format!(
                "#!/bin/sh\nfor word; do [ \"$word\" != {asked} ] || {{ {fails}; }}; done\nexec {real} \"$@\"\n"
            );
            fs::write(programs.join("git"), script).unwrap();
            let executable = fs::Permissions::from_mode(0o755);
            fs::set_permissions(programs.join("git"), executable).unwrap();
            let path = std::env::var("PATH").unwrap();
            let path = format!("{}:{path}", programs.display());
            let what = format!("{asked}: {fails}");
            let run_with_it = |arguments: &[&str]| {
                let mut command = Command::new(program("bombe-build"));
                command.args(arguments).current_dir(root).env("PATH", &path);
                let run = Run::from(command.output().unwrap()).code(0);
                // Whether the folder is tracked also shows in the origin of its files.
                assert!(
                    run.err.contains("cannot ask git") || asked == "ls-files",
                    "{what}: {}",
                    run.err
                );
                // All files are right, and what git has said is whole.
                let view = open(&snapshot_of(root));
                let paths: Vec<_> = view
                    .files()
                    .unwrap()
                    .map(|file| file.path().unwrap().to_owned())
                    .collect();
                assert_eq!(paths, ["a.py", "b.py"], "{what}");
                let commit = &view.meta().commit;
                assert!(matches!(commit.len(), 0 | 40 | 64), "{what}: {commit}");
                let branch = &view.meta().branch;
                assert!(["", "main"].contains(&branch.as_str()), "{what}: {branch}");
            };
            run_with_it(&["-q"]);
            fs::write(root.join("b.py"), "def f(): return 1\n").unwrap();
            run_with_it(&["update", "-q"]);
            let run = bombe_build(root, &["update", "-q"]).code(0);
            assert!(run.err.is_empty(), "{what}: {}", run.err);
            assert_equals_full_build(root);
            assert_eq!(open(&snapshot_of(root)).meta().branch, "main", "{what}");
        }
    }
}

fn pipe(path: &Path) {
    let _ = fs::remove_file(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

#[test]
fn git_is_not_started_where_it_would_wait() {
    for name in [
        ".git/refs/heads/main",
        ".git/HEAD",
        ".git/config",
        ".git/packed-refs",
        ".git/refs/replace/0123456789012345678901234567890123456789",
        ".git/objects/pack/pack-0.idx",
    ] {
        let scene = repository();
        let root = &scene.path().join("root");
        pipe(&root.join(name));
        for command in [&["-q"][..], &["update", "-q"]] {
            let run = bombe_build(root, command).code(0);
            let end = name.rsplit('/').next().unwrap();
            let expected = format!("{end} is no regular file");
            assert!(run.err.contains(&expected), "{name}: {}", run.err);
        }
        let run = bombe_build(root, &["info"]).code(0);
        assert!(run.out.contains("python"), "{}", run.out);
    }
}

#[test]
fn nor_where_the_folder_of_git_is_elsewhere() {
    for name in [
        "root/.git",
        "common/HEAD",
        "common/commondir",
        "common/refs/heads/main",
    ] {
        let scene = repository();
        let root = &scene.path().join("root");
        fs::rename(root.join(".git"), scene.path().join("common")).unwrap();
        fs::write(root.join(".git"), "gitdir: ../common\n").unwrap();
        let run = bombe_build(root, &["-q"]).code(0);
        assert!(run.err.is_empty(), "{}", run.err);
        pipe(&scene.path().join(name));
        for command in [&["-q"][..], &["update", "-q"]] {
            let run = bombe_build(root, command);
            assert!(
                run.err.contains("is no regular file"),
                "{name}: {}",
                run.err
            );
        }
        fs::remove_file(scene.path().join(name)).unwrap();
    }
}

#[test]
fn a_tree_of_which_everything_is_ignored_says_so() {
    let scene = repository();
    let root = &scene.path().join("root");
    let run = bombe_build(root, &[]).code(0);
    assert!(
        run.out.contains(", 1 left out by ignore rules"),
        "{}",
        run.out
    );
    fs::write(root.join("b.py"), "def f(): return 1\n").unwrap();
    // From the cached walk.
    let out = update(root).out;
    assert!(out.contains(", 1 left out by ignore rules"), "{out}");
    fs::write(root.join(".gitignore"), "/*\n").unwrap();
    for command in [&["-q"][..], &["update", "-q"], &["update", "-q"]] {
        let run = bombe_build(root, command).code(0);
        assert!(
            run.err
                .contains("ignore rules leave out 3 files or folders"),
            "{}",
            run.err
        );
        assert!(run.err.contains("ignore_files = false"), "{}", run.err);
    }
    let run = bombe_build(root, &["info"]).code(0);
    assert!(run.out.contains("ignore rules"), "{}", run.out);
    fs::write(
        root.join("bombe.toml"),
        "[discover]\nignore_files = false\n",
    )
    .unwrap();
    let run = bombe_build(root, &["update"]).code(0);
    assert!(run.out.contains("3 files"), "{}", run.out);
    assert!(run.err.is_empty(), "{}", run.err);
}
