//! Published snapshots, on a folder: what is fetched and updated is what is built here, and nothing else is taken.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Run, folder, program};

/// A repository with a remote for its snapshots, and folders of a user.
pub(crate) struct Setting {
    folder: TempDir,
}

impl Setting {
    /// Makes a repository of one commit, and an empty remote.
    pub(crate) fn new() -> Self {
        let folder = folder(&[("origin/", b""), ("remote/", b""), ("user/", b"")]);
        let setting = Self { folder };
        let origin = setting.path("origin");
        setting.git("origin", &["init", "-q", "-b", "main"]);
        fs::write(origin.join(".gitignore"), ".bombe/\n").unwrap();
        for number in 0..20 {
            let next = (number + 1) % 20;
            let text =
                format!("from m{next} import f{next}\n\ndef f{number}():\n    return f{next}()\n");
            fs::write(origin.join(format!("m{number}.py")), text).unwrap();
        }
        setting.commit("origin", "first");
        setting
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join(inside)
    }

    pub(crate) fn git(&self, at: &str, arguments: &[&str]) {
        let status = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
            .args(arguments)
            .current_dir(self.path(at))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("HOME", self.path("user"))
            .status();
        assert!(status.unwrap().success(), "{arguments:?}");
    }

    pub(crate) fn commit(&self, at: &str, message: &str) {
        self.git(at, &["add", "-A"]);
        self.git(at, &["commit", "-q", "-m", message]);
    }

    pub(crate) fn clone_to(&self, name: &str, options: &[&str]) {
        let url = format!("file://{}", self.path("origin").display());
        let arguments = [&["clone", "-q"], options, &[&url, name]].concat();
        self.git("", &arguments);
    }

    pub(crate) fn bombe(&self, at: &str, arguments: &[&str]) -> Run {
        self.bombe_with(at, arguments, &[])
    }

    pub(crate) fn bombe_with(
        &self,
        at: &str,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Run {
        let output = Command::new(program("bombe-build"))
            .args(arguments)
            .current_dir(self.path(at))
            .env("HOME", self.path("user"))
            .env("BOMBE_CACHE_DIR", self.path("user/cache"))
            .env("BOMBE_STATE_DIR", self.path("user/state"))
            .env("BOMBE_TRUST", self.path("user/trust.toml"))
            .envs(variables.iter().copied())
            .output();
        Run::from(output.unwrap())
    }

    pub(crate) fn push(&self, options: &[&str]) -> Value {
        self.push_as("o/n", options)
    }

    /// Publishes as a repository.
    pub(crate) fn push_as(&self, repository: &str, options: &[&str]) -> Value {
        let remote = self.path("remote");
        let address = remote.to_str().unwrap();
        let fixed = ["push", address, "--repository", repository, "--json"];
        json(&self.bombe("origin", &[&fixed, options].concat()).code(0))
    }

    fn pull(&self, at: &str, options: &[&str]) -> Run {
        let remote = self.path("remote");
        self.pull_from(at, remote.to_str().unwrap(), options, &[])
    }

    /// Pulls from an address, with environment variables.
    pub(crate) fn pull_from(
        &self,
        at: &str,
        address: &str,
        options: &[&str],
        variables: &[(&str, &str)],
    ) -> Run {
        let fixed = ["pull", address, "--repository", "o/n", "--json"];
        self.bombe_with(at, &[&fixed, options].concat(), variables)
    }

    /// Checks that a snapshot says what one that is built from scratch says.
    pub(crate) fn assert_is_as_built(&self, at: &str) {
        let export = |snapshot: &str| {
            let run = self.bombe(
                at,
                &["export", snapshot, "--what", "calls", "--format", "jsonl"],
            );
            run.code(0).out
        };
        self.bombe(at, &["build", "-q", "-o", "fresh.bmb"]).code(0);
        let (pulled, built) = (export(".bombe/snapshot.bmb"), export("fresh.bmb"));
        fs::remove_file(self.path(at).join("fresh.bmb")).unwrap();
        assert!(built.lines().count() > 5);
        assert_eq!(pulled, built);
    }
}

pub(crate) fn json(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

pub(crate) const UNSIGNED: &[&str] = &["--allow-unsigned", "--always"];

#[test]
fn a_snapshot_of_an_ancestor_is_fetched_and_updated_to_what_a_build_makes() {
    let setting = Setting::new();
    let pushed = setting.push(&["--unsigned"]);
    assert_eq!(
        (&pushed["sequence"], &pushed["overlay"]),
        (&1.into(), &false.into())
    );
    fs::write(
        setting.path("origin/m3.py"),
        "def f3():\n    return f9()\nfrom m9 import f9\n",
    )
    .unwrap();
    setting.commit("origin", "second");
    setting.clone_to("clone", &[]);
    let pulled = json(&setting.pull("clone", UNSIGNED).code(0));
    assert_eq!(pulled["mode"], "remote");
    assert_eq!(
        (&pulled["nearness"], &pulled["distance"]),
        (&"ancestor".into(), &1.into())
    );
    assert_eq!(pulled["commit"], pushed["commit"]);
    let updated = pulled["update"].as_str().unwrap();
    assert!(updated.starts_with("1 files parsed, "), "{updated}");
    setting.assert_is_as_built("clone");
    // Nothing is nearer than what is here now.
    assert_eq!(
        json(&setting.pull("clone", UNSIGNED).code(0))["mode"],
        "local"
    );
    // The second snapshot is an overlay over the first one's base, which is neither stored nor fetched again.
    let second = setting.push(&["--unsigned"]);
    assert_eq!(
        (&second["sequence"], &second["overlay"]),
        (&2.into(), &true.into())
    );
    assert!(second["new_bytes"].as_u64() < pushed["new_bytes"].as_u64());
    setting.clone_to("other", &[]);
    let other = json(&setting.pull("other", UNSIGNED).code(0));
    assert_eq!(
        (&other["mode"], &other["distance"]),
        (&"remote".into(), &0.into())
    );
    assert!(other["sent_bytes"].as_u64() < other["missing_bytes"].as_u64());
    setting.assert_is_as_built("other");
}

#[test]
fn without_history_the_snapshot_with_the_fewest_differing_files_is_fetched() {
    let setting = Setting::new();
    for number in 0..3 {
        setting.push(&["--unsigned"]);
        for file in 0..=number {
            let name = format!("origin/m{}.py", number * 3 + file);
            fs::write(setting.path(&name), format!("def g{number}(): pass\n")).unwrap();
        }
        setting.commit("origin", "next");
    }
    setting.clone_to("shallow", &["--depth=1"]);
    let pulled = json(&setting.pull("shallow", UNSIGNED).code(0));
    assert_eq!(
        (&pulled["nearness"], &pulled["distance"]),
        (&"differing_files".into(), &3.into())
    );
    assert_eq!(pulled["sequence"], 3);
    setting.assert_is_as_built("shallow");
    // Squashed, with the tree of a published commit.
    setting.push(&["--unsigned"]);
    setting.git("origin", &["checkout", "-q", "--orphan", "squashed"]);
    setting.commit("origin", "all");
    setting.clone_to("squashed", &["--branch", "squashed", "--single-branch"]);
    let pulled = json(&setting.pull("squashed", UNSIGNED).code(0));
    assert_eq!(
        (&pulled["nearness"], &pulled["sequence"]),
        (&"same_tree".into(), &4.into())
    );
    setting.assert_is_as_built("squashed");
}

#[test]
fn what_nobody_has_signed_is_taken_only_if_asked_for_and_bombe_toml_trusts_nobody() {
    let setting = Setting::new();
    setting.push(&["--unsigned"]);
    setting.clone_to("clone", &[]);
    let key = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
    let run = setting.pull("clone", &["--key", key]).code(4);
    assert!(run.err.contains("is not signed"), "{}", run.err);
    let remote = setting.path("remote");
    let settings =
        format!("[share]\nremote = {remote:?}\nrepository = \"o/n\"\nkeys = [{key:?}]\n");
    fs::write(setting.path("clone/bombe.toml"), settings).unwrap();
    let run = setting.bombe("clone", &["pull"]).code(4);
    assert!(
        run.err.contains(key) && run.err.contains("bombe trust add"),
        "{}",
        run.err
    );
    assert!(!setting.path("clone/.bombe/snapshot.bmb").exists());
    setting
        .bombe("clone", &["trust", "add", key, "--repository", "o/*"])
        .code(0);
    setting.bombe("clone", &["pull"]).code(4);
    let listed = setting.bombe("clone", &["trust", "list"]).code(0);
    assert!(listed.out.contains(key));
    setting
        .bombe("clone", &["pull", "--allow-unsigned"])
        .code(0);
    assert!(setting.path("clone/.bombe/snapshot.bmb").exists());
}

#[test]
fn a_remote_that_is_not_there_or_damaged_costs_nothing_but_time() {
    let setting = Setting::new();
    setting.push(&["--unsigned"]);
    setting.clone_to("clone", &[]);
    let blobs = setting.path("remote/blobs/sha256");
    for folder in fs::read_dir(&blobs).unwrap() {
        for blob in fs::read_dir(folder.unwrap().path()).unwrap() {
            let blob = blob.unwrap().path();
            let mut bytes = fs::read(&blob).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(blob, bytes).unwrap();
        }
    }
    let damaged = setting.pull("clone", UNSIGNED).code(0);
    assert_eq!(json(&damaged)["mode"], "local_fallback");
    assert!(
        damaged.err.contains("other bytes than were published"),
        "{}",
        damaged.err
    );
    setting.assert_is_as_built("clone");
    fs::rename(setting.path("remote"), setting.path("gone")).unwrap();
    setting.clone_to("other", &[]);
    let gone = setting.pull("other", UNSIGNED).code(0);
    assert_eq!(json(&gone)["mode"], "local_fallback");
    setting.assert_is_as_built("other");
    // The third failure in a row: the remote is left alone.
    setting.pull("other", UNSIGNED).code(0);
    let paused = setting.pull("other", UNSIGNED).code(0);
    assert!(paused.err.contains("has failed lately"), "{}", paused.err);
}

#[test]
fn only_the_snapshot_of_a_commit_is_published() {
    let setting = Setting::new();
    let remote = setting.path("remote");
    let push = [
        "push",
        remote.to_str().unwrap(),
        "--repository",
        "o/n",
        "--unsigned",
    ];
    fs::write(setting.path("origin/new.py"), "x = 1\n").unwrap();
    let run = setting.bombe("origin", &push).code(2);
    assert!(
        run.err
            .contains("new.py is in the snapshot, and in no commit"),
        "{}",
        run.err
    );
    fs::remove_file(setting.path("origin/new.py")).unwrap();
    fs::write(setting.path("origin/m1.py"), "x = 1\n").unwrap();
    let run = setting.bombe("origin", &push).code(2);
    assert!(
        run.err.contains("differ from the checked-out commit"),
        "{}",
        run.err
    );
    setting.git("origin", &["checkout", "-q", "m1.py"]);
    let dry = setting.push(&["--unsigned", "--dry-run"]);
    assert_eq!(dry["manifest"], Value::Null);
    assert_eq!(fs::read_dir(&remote).unwrap().count(), 0);
    let unsigned = setting.bombe("origin", &push[..4]).code(2);
    assert!(unsigned.err.contains("who signs?"), "{}", unsigned.err);
    setting.push(&["--unsigned"]);
    assert!(fs::read_dir(Path::new(&remote)).unwrap().count() > 0);
}
