//! Repositories that are indexed by address: cloned into the cache, and nothing of them is run.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use bombe_indexer::clones::{Address, Bounds, CloneError, Clones};

use crate::support::{Run, folder, program};

fn git(at: &Path, arguments: &[&str]) {
    let status = Command::new("git")
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(arguments)
        .current_dir(at)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .status();
    assert!(status.unwrap().success(), "{arguments:?}");
}

/// Makes a repository with two commits, a tag at the first, and what starts programs in careless clones.
fn origin(at: &Path) {
    git(at, &["init", "-q", "-b", "main"]);
    fs::write(at.join("a.py"), "def first(): pass\n").unwrap();
    fs::write(at.join(".gitattributes"), "*.py filter=evil\n").unwrap();
    git(at, &["add", "."]);
    git(at, &["commit", "-q", "-m", "first"]);
    git(at, &["tag", "v1"]);
    fs::write(at.join("a.py"), "def second(): pass\n").unwrap();
    fs::write(
        at.join(".gitmodules"),
        "[submodule \"s\"]\n\tpath = s\n\turl = ext::touch evil\n\tupdate = !touch evil\n",
    )
    .unwrap();
    git(at, &["add", "."]);
    git(at, &["commit", "-q", "-m", "second"]);
}

#[test]
fn a_repository_is_indexed_by_its_address_and_nothing_of_it_is_run() {
    let root = folder(&[("owner/name/", b""), ("home/", b"")]);
    let at = root.path().join("owner/name");
    origin(&at);
    let cache = root.path().join("cache");
    let evil = root.path().join("evil");
    // The user's own configuration names a filter and hooks.
    let home = root.path().join("home");
    let run_evil = format!("touch {}", evil.display());
    fs::create_dir(home.join("hooks")).unwrap();
    let hook = home.join("hooks/post-checkout");
    fs::write(&hook, format!("#!/bin/sh\n{run_evil}\n")).unwrap();
    fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    fs::write(
        home.join(".gitconfig"),
        format!(
            "[filter \"evil\"]\n\tsmudge = {run_evil}; cat\n\trequired = true\n[core]\n\thooksPath = {0}/hooks\n\tfsmonitor = {run_evil}\n[init]\n\ttemplateDir = {0}\n[submodule]\n\trecurse = true\n[fetch]\n\trecurseSubmodules = true\n",
            home.display()
        ),
    )
    .unwrap();
    let bombe = |arguments: &[&str]| {
        let output = Command::new(program("bombe"))
            .args(arguments)
            .current_dir(root.path())
            .env("BOMBE_CACHE_DIR", &cache)
            .env("HOME", &home)
            .output();
        Run::from(output.unwrap())
    };
    let url = format!("file://{}", at.display());
    for (address, expected, other) in [
        (url.clone(), "second", "first"),
        (format!("{url}@v1"), "first", "second"),
        (format!("{url}@main"), "second", "first"),
    ] {
        let run = bombe(&["build", &address]).code(0);
        let folder = Address::parse(&address).unwrap().unwrap();
        let folder = cache.join("repos").join(folder.name());
        assert!(run.err.contains(folder.to_str().unwrap()), "{}", run.err);
        let folder = folder.to_str().unwrap();
        bombe(&["-s", folder, "search", expected, "--mode", "exact"]);
        let found = bombe(&["-s", folder, "outline", "a.py"]).code(0).out;
        assert!(
            found.contains(expected) && !found.contains(other),
            "{address}: {found}"
        );
    }
    assert!(!evil.exists() && !root.path().join("owner/evil").exists());
    // What is new is fetched.
    fs::write(at.join("a.py"), "def third(): pass\n").unwrap();
    git(&at, &["commit", "-q", "-a", "-m", "third"]);
    bombe(&["build", "-q", &url]).code(0);
    let clone = cache
        .join("repos")
        .join(Address::parse(&url).unwrap().unwrap().name());
    let found = bombe(&["-s", clone.to_str().unwrap(), "outline", "a.py"])
        .code(0)
        .out;
    assert!(found.contains("third"), "{found}");
    assert!(!evil.exists());
    let list = bombe(&["cache", "list"]).code(0).out;
    assert_eq!(list.lines().count(), 4, "{list}");
    assert!(list.contains("name@v1"), "{list}");
    bombe(&[
        "cache",
        "remove",
        &format!("{url}@v1"),
        &format!("{url}@main"),
    ])
    .code(0);
    assert_eq!(bombe(&["cache", "list"]).code(0).out.lines().count(), 2);
    for outside in ["..", "../repos", "/", ".", "a/b"] {
        bombe(&["cache", "remove", outside]).code(2);
    }
    assert!(clone.is_dir());
    bombe(&["cache", "remove", "--all"]).code(0);
    assert!(!clone.exists());
    bombe(&["cache", "list"]).code(1);
    // A failure says why, and leaves nothing.
    let run = bombe(&["build", &format!("{url}@nosuch")]).code(2);
    assert!(run.err.contains("nosuch"), "{}", run.err);
    let run = bombe(&["build", "file:///nowhere/at/all"]).code(2);
    assert!(run.err.contains("cannot fetch"), "{}", run.err);
    assert_eq!(fs::read_dir(cache.join("repos")).unwrap().count(), 0);
}

#[test]
fn a_clone_that_takes_too_much_is_stopped_and_leaves_nothing() {
    let root = folder(&[("origin/", b"")]);
    let at = root.path().join("origin");
    origin(&at);
    let address = format!("file://{}", at.display());
    let address = Address::parse(&address).unwrap().unwrap();
    let clones = Clones::below(&root.path().join("cache"));
    let fetch = |bounds| clones.fetch(&address, bounds, &mut |_| ()).map(drop);
    let small = Bounds {
        bytes: 100,
        ..Bounds::default()
    };
    assert!(matches!(fetch(small), Err(CloneError::TooLarge { .. })));
    let short = Bounds {
        time: Duration::ZERO,
        ..Bounds::default()
    };
    assert!(matches!(fetch(short), Err(CloneError::TooSlow { .. })));
    assert!(clones.list().unwrap().is_empty());
    fetch(Bounds::default()).unwrap();
    assert_eq!(clones.list().unwrap().len(), 1);
}
