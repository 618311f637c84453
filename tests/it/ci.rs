//! The steps of `ci/`, run as a runner runs them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use regex::Regex;

use crate::support::{Run, folder, program, workspace};

const FILES: &[(&str, &[u8])] = &[
    ("requirements.txt", b"fastapi\n"),
    (
        "app.py",
        b"from fastapi import FastAPI\n\napp = FastAPI()\n\n\ndef price(item):\n    return 1\n\n\n@app.get(\"/price\")\ndef show(item):\n    return price(item)\n",
    ),
    (
        "test_app.py",
        b"from app import show\n\n\ndef test_show():\n    assert show(1)\n",
    ),
];

/// Runs a step in a repository.
fn step(root: &Path, name: &str, variables: &[(&str, &str)]) -> Run {
    let output = Command::new("bash")
        .arg(workspace().join("ci/steps"))
        .arg(name)
        .current_dir(root)
        .env("BOMBE_PROGRAM", program("bombe"))
        .env("BOMBE_REPORT", root.join("home/report.md"))
        .env("GITHUB_STEP_SUMMARY", root.join("home/summary.md"))
        .env("HOME", root.join("home"))
        .envs(variables.iter().copied())
        .output()
        .expect("bash starts");
    Run::from(output)
}

fn git(root: &Path, arguments: &[&str]) -> String {
    let done = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@b"])
        .args(arguments)
        .current_dir(root)
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    String::from_utf8(done.stdout).unwrap().trim().to_owned()
}

/// A repository whose last commit changes `price`, and the commit before.
fn repository() -> (tempfile::TempDir, String) {
    let root = folder(FILES);
    let path = root.path();
    fs::create_dir(path.join("home")).unwrap();
    fs::write(path.join(".gitignore"), "home\n").unwrap();
    git(path, &["init", "-q", "-b", "main"]);
    git(path, &["add", "."]);
    git(path, &["commit", "-q", "-m", "one"]);
    let base = git(path, &["rev-parse", "HEAD"]);
    let text = fs::read_to_string(path.join("app.py")).unwrap();
    fs::write(path.join("app.py"), text.replace("return 1", "return 2")).unwrap();
    git(path, &["commit", "-q", "-a", "-m", "two"]);
    (root, base)
}

#[test]
fn a_change_is_indexed_and_reported_and_a_fork_publishes_nothing() {
    let (root, base) = repository();
    let root = root.path();
    step(root, "install", &[]).code(0);
    step(root, "index", &[]).code(0);
    step(root, "report", &[("BOMBE_BASE", &base)]).code(0);
    let report = fs::read_to_string(root.join("home/report.md")).unwrap();
    for expected in [
        "### Index of `",
        "- `app.py::price` (behavior)",
        "- `app.py::show` in `app.py:12`",
        "`test_app.py::test_show`",
        "- `GET /price`: `app.py::show` in `app.py:11`",
    ] {
        assert!(report.contains(expected), "{expected} in:\n{report}");
    }
    let summary = fs::read_to_string(root.join("home/summary.md")).unwrap();
    assert_eq!(summary, report);
    let published = step(root, "publish", &[("BOMBE_REMOTE", "/no/such/place")]).code(0);
    assert!(published.err.contains("nothing is published"));
}

#[test]
fn a_report_without_a_change_or_with_an_unknown_one_is_of_the_index_alone() {
    let (root, _) = repository();
    let root = root.path();
    step(root, "index", &[]).code(0);
    for base in ["", &"0".repeat(40), &"1".repeat(40)] {
        step(root, "report", &[("BOMBE_BASE", base)]).code(0);
        let report = fs::read_to_string(root.join("home/report.md")).unwrap();
        assert!(report.contains("| 2 | 1 |"), "{report}");
        assert!(!report.contains("What the change reaches"), "{report}");
    }
}

#[test]
fn a_damaged_snapshot_ends_a_report_with_3_and_one_message() {
    let (root, _) = repository();
    let root = root.path();
    step(root, "index", &[]).code(0);
    let path = root.join(".bombe/snapshot.bmb");
    let mut bytes = fs::read(&path).unwrap();
    bytes[300] ^= 1;
    fs::write(&path, bytes).unwrap();
    let report = step(root, "report", &[]).code(3);
    assert_eq!(
        report.err.matches("damaged snapshot").count(),
        1,
        "{}",
        report.err
    );
}

#[test]
fn a_remote_that_is_of_no_use_does_not_fail_a_job() {
    let (root, _) = repository();
    let root = root.path();
    let index = step(root, "index", &[("BOMBE_REMOTE", "/no/such/remote")]).code(0);
    assert!(index.err.contains("remote"), "{}", index.err);
    assert!(root.join(".bombe/snapshot.bmb").is_file());
    step(root, "no_such_step", &[]).code(2);
}

#[test]
fn what_one_job_publishes_another_fetches() {
    let (root, _) = repository();
    let root = root.path();
    fs::create_dir(root.join("home/remote")).unwrap();
    fs::write(root.join("bombe.toml"), "[share]\nrepository = \"o/n\"\n").unwrap();
    git(root, &["add", "."]);
    git(root, &["commit", "-q", "-m", "three"]);
    let key = root.join("home/key");
    let made = Command::new("ssh-keygen")
        .args(["-q", "-t", "ed25519", "-N", "", "-C", "", "-f"])
        .arg(&key)
        .status();
    assert!(made.unwrap().success());
    let secret = fs::read_to_string(&key).unwrap();
    let public = fs::read_to_string(key.with_extension("pub")).unwrap();
    let remote = root.join("home/remote");
    let variables = [
        ("BOMBE_REMOTE", remote.to_str().unwrap()),
        ("BOMBE_KEY", public.trim()),
        ("BOMBE_SIGN_KEY", secret.as_str()),
    ];
    step(root, "index", &variables).code(0);
    step(root, "publish", &variables).code(0);
    assert!(remote.join("index/o=2Fn/main.json").is_file());
    fs::remove_dir_all(root.join(".bombe")).unwrap();
    let index = step(root, "index", &variables).code(0);
    assert!(!index.err.contains("indexing here"), "{}", index.err);
    assert!(root.join(".bombe/snapshot.bmb").is_file());
    // With another key, nothing of it is taken, and the job goes on.
    fs::remove_dir_all(root.join(".bombe")).unwrap();
    let other = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPHSgA1HmYyoDTaOQ9tkcgI7GJOPmZT8VbJ5E2XOAOs0";
    let index = step(
        root,
        "index",
        &[
            ("BOMBE_REMOTE", remote.to_str().unwrap()),
            ("BOMBE_KEY", other),
        ],
    );
    assert!(index.code(0).err.contains("indexing here"));
}

#[test]
fn action_and_template_run_each_step_in_order_with_variables_that_it_reads() {
    let steps = fs::read_to_string(workspace().join("ci/steps")).unwrap();
    let variables = Regex::new(r"\bBOMBE_[A-Z_]+").unwrap();
    let names = |text: &str| -> BTreeSet<String> {
        let found = variables.find_iter(text);
        found.map(|name| name.as_str().to_owned()).collect()
    };
    let known = names(&steps);
    for (file, call) in [
        ("ci/action.yml", r#"/steps" ([a-z]+)"#),
        ("ci/gitlab.yml", r"/tmp/steps ([a-z]+)"),
    ] {
        let text = fs::read_to_string(workspace().join(file)).unwrap();
        let call = Regex::new(call).unwrap();
        let calls: Vec<&str> = call
            .captures_iter(&text)
            .map(|call| call.get(1).unwrap().as_str())
            .collect();
        assert_eq!(calls, ["install", "index", "report", "publish"], "{file}");
        let unknown: Vec<String> = names(&text).difference(&known).cloned().collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?}");
    }
}
