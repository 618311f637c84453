//! Where a build writes, and how much it starts: only what was meant.

use std::fs;
use std::process::Command;

use crate::support::{bombe_build, folder};

#[test]
fn only_a_new_name_or_a_snapshot_is_replaced() {
    let root = folder(&[
        ("a.py", b"def f(): pass\n"),
        ("notes.txt", b"mine"),
        ("inside/b.txt", b"mine"),
        ("empty", b""),
    ]);
    let at = root.path();
    for output in ["notes.txt", "inside", "-", "/dev/null"] {
        let run = bombe_build(at, &["-q", "-o", output]).code(2);
        assert!(run.err.contains("-o"), "{output}: {}", run.err);
    }
    assert!(fs::metadata("/dev/null").is_ok_and(|meta| !meta.is_file()));
    assert!(!at.join("-").exists());
    assert_eq!(fs::read(at.join("notes.txt")).unwrap(), b"mine");
    for output in ["new.bmb", "new.bmb", "empty"] {
        bombe_build(at, &["-q", "-o", output]).code(0);
    }
    // A damaged snapshot is one.
    let mut bytes = fs::read(at.join("new.bmb")).unwrap();
    bytes[20] ^= 0xff;
    fs::write(at.join("new.bmb"), bytes).unwrap();
    bombe_build(at, &["-q", "-o", "new.bmb"]).code(0);
    bombe_build(at, &["verify", "new.bmb"]).code(0);
}

#[cfg(unix)]
#[test]
fn a_link_is_not_replaced_either() {
    let root = folder(&[("a.py", b"def f(): pass\n"), ("notes.txt", b"mine")]);
    std::os::unix::fs::symlink("notes.txt", root.path().join("link.bmb")).unwrap();
    let run = bombe_build(root.path(), &["-q", "-o", "link.bmb"]).code(2);
    assert!(run.err.contains("symbolic link"), "{}", run.err);
    assert_eq!(fs::read(root.path().join("notes.txt")).unwrap(), b"mine");
}

#[test]
fn a_folder_of_a_repository_stands_for_the_repository() {
    let root = folder(&[
        ("a.py", b"def f(): pass\n"),
        ("sub/b.py", b"def g(): pass\n"),
    ]);
    let git = Command::new("git")
        .args(["init", "-q"])
        .arg(root.path())
        .status();
    assert!(git.unwrap().success());
    let sub = root.path().join("sub");
    for place in ["git", "snapshot"] {
        let run = bombe_build(&sub, &[]).code(0);
        assert!(run.err.contains("indexing all of"), "{place}: {}", run.err);
        assert!(!sub.join(".bombe").exists(), "{place}");
        assert!(root.path().join(".bombe/snapshot.bmb").is_file());
        let _ = fs::remove_dir_all(root.path().join(".git"));
    }
    // It is asked for that folder alone.
    bombe_build(&sub, &["-q", "-o", "sub.bmb"]).code(0);
    let listed = bombe_build(&sub, &["info", "--json", "sub.bmb"]).code(0);
    let info: serde_json::Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!(info["languages"][0]["files"], 1);
}

#[test]
fn the_number_of_threads_has_a_limit() {
    let processors = std::thread::available_parallelism().unwrap().get();
    let pool = bombe_indexer::build::pool(100_000).unwrap();
    assert_eq!(pool.current_num_threads(), processors * 4);
    let pool = bombe_indexer::build::pool(1).unwrap();
    assert_eq!(pool.current_num_threads(), 1);
}
