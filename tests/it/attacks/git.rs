//! A repository whose `.git/config` and attributes start programs: none of them runs.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::edits::git;
use crate::support::{Run, bombe_build, files, folder, program, workspace};

/// A repository in which every setting that may run a program runs one that leaves a mark.
struct Scene {
    folder: tempfile::TempDir,
}

impl Scene {
    fn new() -> Self {
        let folder = folder(&[
            ("root/a.py", b"def f(): pass\ndef g(): f()\n"),
            ("root/.gitattributes", b"* filter=mark diff=mark\n"),
            ("root/sub/b.py", b"def h(): pass\n"),
            ("marks/", b""),
        ]);
        let scene = Self { folder };
        scene.git(&["init", "-q", "-b", "main"]);
        scene.git(&["add", "-A"]);
        scene.commit("one");
        fs::write(
            scene.root().join("a.py"),
            "def f(): return 1\ndef g(): f()\n",
        )
        .unwrap();
        scene.git(&["add", "-A"]);
        scene.commit("two");
        scene.arm();
        fs::write(
            scene.root().join("a.py"),
            "def f(): return 2\ndef g(): f()\n",
        )
        .unwrap();
        scene
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    fn git(&self, arguments: &[&str]) {
        git(&self.root(), arguments);
    }

    fn commit(&self, message: &str) {
        self.git(&["commit", "-q", "-m", message]);
    }

    /// A script that leaves a mark.
    fn script(&self, path: &Path, mark: &str) {
        let marks = self.folder.path().join("marks");
        let text = format!("#!/bin/sh\necho run >> '{}/{mark}'\ncat\n", marks.display());
        fs::write(path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn arm(&self) {
        let hooks = self.folder.path().join("hooks");
        fs::create_dir(&hooks).unwrap();
        for hook in [
            "post-index-change",
            "pre-commit",
            "post-checkout",
            "fsmonitor-watchman",
            "reference-transaction",
        ] {
            self.script(&hooks.join(hook), &format!("hook-{hook}"));
            self.script(
                &self.root().join(".git/hooks").join(hook),
                &format!("own-{hook}"),
            );
        }
        for (name, value) in [
            ("core.hooksPath", hooks.to_str().unwrap()),
            ("log.showSignature", "true"),
            ("log.mailmap", "true"),
            ("filter.mark.required", "true"),
            ("diff.mark.cachetextconv", "false"),
            ("extensions.partialClone", "origin"),
            ("remote.origin.promisor", "true"),
        ] {
            self.git(&["config", name, value]);
        }
        for name in [
            "core.fsmonitor",
            "core.pager",
            "pager.diff",
            "pager.log",
            "core.editor",
            "core.askPass",
            "core.sshCommand",
            "core.gitProxy",
            "core.alternateRefsCommand",
            "credential.helper",
            "diff.external",
            "diff.mark.command",
            "diff.mark.textconv",
            "filter.mark.clean",
            "filter.mark.smudge",
            "filter.mark.process",
            "filter.odd name = x.clean",
            "gpg.program",
            "alias.diff",
            "alias.log",
            "alias.config",
            "uploadpack.packObjectsHook",
        ] {
            let script = self.folder.path().join(name.replace([' ', '='], "-"));
            self.script(&script, name);
            let value = script.to_str().unwrap();
            let alias = format!("!{value}");
            let value = if name.starts_with("alias") {
                &alias
            } else {
                value
            };
            self.git(&["config", "--file", ".git/config", name, value]);
        }
        let url = self.folder.path().join("transport");
        self.script(&url, "transport");
        let url = format!("ext::{}", url.display());
        self.git(&["config", "--file", ".git/config", "remote.origin.url", &url]);
        self.git(&[
            "config",
            "--file",
            ".git/config",
            "protocol.ext.allow",
            "always",
        ]);
    }

    #[track_caller]
    fn nothing_has_run(&self, what: &str) {
        let marks = fs::read_dir(self.folder.path().join("marks")).unwrap();
        let marks: Vec<_> = marks.map(|mark| mark.unwrap().file_name()).collect();
        assert!(marks.is_empty(), "{what}: {marks:?} have run");
    }
}

#[test]
fn no_program_of_a_repository_runs() {
    let scene = Scene::new();
    let root = &scene.root();
    for arguments in [
        &["-q"][..],
        &["update", "-q"],
        &["compact", "-q"],
        &["info"],
        &["hook", "status"],
        &["hook", "run"],
    ] {
        let _ = bombe_build(root, arguments);
        scene.nothing_has_run(&format!("bombe-build {arguments:?}"));
    }
    bombe_build(root, &["update", "-q", "--wait"]).code(0);
    for (diff, found) in [
        ("worktree", true),
        ("HEAD", true),
        ("HEAD~1..HEAD", true),
        ("nothing", false),
    ] {
        let asked = Command::new(program("bombe"))
            .args(["blast", "--diff", diff])
            .current_dir(root)
            .output();
        let asked = Run::from(asked.unwrap());
        scene.nothing_has_run(diff);
        assert_eq!(asked.out.contains("a.py"), found, "{diff}: {asked:?}");
    }
    // The same with an object that only the remote has.
    let objects = root.join(".git/objects");
    for entry in fs::read_dir(objects).unwrap().map(Result::unwrap) {
        if entry.file_name().len() == 2 {
            fs::remove_dir_all(entry.path()).unwrap();
        }
    }
    let _ = Command::new(program("bombe"))
        .args(["blast", "--diff", "HEAD~1..HEAD"])
        .current_dir(root)
        .output()
        .unwrap();
    bombe_build(root, &["update", "-q", "--wait"]).code(0);
    scene.nothing_has_run("a missing object");
}

#[test]
fn a_work_tree_elsewhere_is_not_compared() {
    let scene = Scene::new();
    let root = &scene.root();
    bombe_build(root, &["-q"]).code(0);
    let elsewhere = scene.folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("a.py"), "def secret(): pass\n").unwrap();
    scene.git(&["config", "core.worktree", elsewhere.to_str().unwrap()]);
    let asked = Command::new(program("bombe"))
        .args(["blast", "--diff", "worktree", "--json"])
        .current_dir(root)
        .output();
    let asked = Run::from(asked.unwrap());
    assert!(asked.out.contains("\"f\""), "{asked:?}");
    assert!(!asked.out.contains("secret"), "{asked:?}");
}

#[test]
fn a_hook_that_leads_outside_is_not_written() {
    let scene = Scene::new();
    scene.git(&["config", "--unset", "core.hooksPath"]);
    let outside = scene.folder.path().join("shell-start");
    fs::write(&outside, "# mine\n").unwrap();
    std::os::unix::fs::symlink(&outside, scene.root().join(".git/hooks/post-commit")).unwrap();
    let run = bombe_build(&scene.root(), &["hook", "install"]).code(2);
    assert!(run.err.contains("post-commit"), "{}", run.err);
    assert_eq!(fs::read_to_string(outside).unwrap(), "# mine\n");
    scene.nothing_has_run("hook install");
}

#[test]
fn git_is_started_in_one_place() {
    let mut found = Vec::new();
    for path in files("", &[".rs"]) {
        let allowed = [
            "reader/src/git.rs",
            "indexer/src/hook.rs",
            // The pager that the user's environment names.
            "reader/serve/src/cli/terminal/pager.rs",
            // The program beside it, under a former name.
            "reader/bombe/src/bin/bombe-former-name.rs",
            // `ssh-keygen`, with keys of the user's.
            "indexer/share/src/signature.rs",
            "benches",
            "fixtures",
        ];
        let is_test = path.iter().any(|part| part == "tests");
        if is_test || allowed.iter().any(|allowed| path.starts_with(allowed)) {
            continue;
        }
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        let text = text.replace("clap::Command::new", "");
        if text.contains("Command::new") || text.contains("process::Command") {
            found.push(path);
        }
    }
    assert!(
        found.is_empty(),
        "programs are started in {found:?}: use `bombe_reader::git`"
    );
}
