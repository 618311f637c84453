//! A `.bombe` that comes with the repository: it is not taken for ours.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::edits::git;
use crate::support::{Run, bombe_build, folder, program};

fn ask(folder: &Path) -> Run {
    let asked = Command::new(program("bombe"))
        .args(["symbol", "login"])
        .current_dir(folder)
        .output();
    Run::from(asked.unwrap())
}

/// Copies a folder, as unpacking an archive does.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// A repository with a snapshot, and cached facts, of other sources than it has.
fn lying() -> tempfile::TempDir {
    let root = folder(&[("made/auth.py", b"def login(): return 'made up'\n")]);
    let made = root.path().join("made");
    bombe_build(&made, &["-q"]).code(0);
    fs::write(made.join("auth.py"), "def login(): return check()\n").unwrap();
    root
}

#[test]
fn a_tracked_folder_is_refused_with_a_remedy_and_warned_about() {
    let root = lying();
    let (made, clone) = (root.path().join("made"), root.path().join("clone"));
    git(&made, &["init", "-q"]);
    fs::remove_file(made.join(".bombe/.gitignore")).unwrap();
    git(&made, &["add", "-A", "-f"]);
    git(&made, &["commit", "-q", "-m", "x"]);
    git(root.path(), &["clone", "-q", "made", "clone"]);
    let asked = ask(&clone);
    assert!(asked.err.contains("not made in this folder"), "{asked:?}");
    for command in [&["-q"][..], &["update", "-q"], &["compact", "-q"]] {
        let run = bombe_build(&clone, command).code(2);
        assert!(run.err.contains("git rm -r --cached .bombe"), "{}", run.err);
    }
    bombe_build(&clone, &["-q", "-o", "elsewhere.bmb"]).code(0);
    git(&clone, &["rm", "-r", "-q", "--cached", ".bombe"]);
    bombe_build(&clone, &["update", "-q"]).code(0);
    let asked = ask(&clone).code(0);
    assert!(
        asked.err.is_empty() && asked.out.contains("check()"),
        "{asked:?}"
    );
}

#[test]
fn a_copied_snapshot_is_warned_about_and_an_update_builds_again() {
    let root = lying();
    let (made, copied) = (root.path().join("made"), root.path().join("copied"));
    copy(&made, &copied);
    let asked = ask(&copied);
    assert!(asked.err.contains("not made in this folder"), "{asked:?}");
    let info = bombe_build(&copied, &["info"]).code(0);
    assert!(info.err.contains("not made in this folder"), "{}", info.err);
    bombe_build(&copied, &["update", "-q"]).code(0);
    let asked = ask(&copied).code(0);
    assert!(
        asked.err.is_empty() && asked.out.contains("check()"),
        "{asked:?}"
    );
    // A folder that is moved keeps its files.
    let moved = root.path().join("moved");
    fs::rename(&copied, &moved).unwrap();
    assert!(ask(&moved).code(0).err.is_empty());
    let run = bombe_build(&moved, &["update"]).code(0);
    assert!(run.out.contains("up to date"), "{}", run.out);
}

/// The maker of an archive can set the time of a file, and guess its number.
#[cfg(target_os = "linux")]
#[test]
fn a_copy_with_the_number_time_and_size_listed_is_no_file_of_ours() {
    use std::os::unix::fs::MetadataExt;
    let root = lying();
    let made = root.path().join("made");
    let snapshot = made.join(".bombe/snapshot.bmb");
    let origin = made.join(".bombe/snapshot.bmb.d/ORIGIN");
    let before = snapshot.metadata().unwrap();
    let bytes = fs::read(&snapshot).unwrap();
    let other = made.join(".bombe/other");
    fs::write(&other, bytes).unwrap();
    let file = fs::File::options().write(true).open(&other).unwrap();
    file.set_modified(before.modified().unwrap()).unwrap();
    fs::rename(&other, &snapshot).unwrap();
    let after = snapshot.metadata().unwrap();
    if after.created().is_err() {
        // This file system does not say when a file was made.
        return;
    }
    let text = fs::read_to_string(&origin).unwrap();
    let number = |meta: &fs::Metadata| format!("{} ", meta.ino());
    let forged = text.replace(&number(&before), &number(&after));
    assert_ne!(forged, text);
    fs::write(&origin, forged).unwrap();
    let asked = ask(&made);
    assert!(asked.err.contains("not made in this folder"), "{asked:?}");
}

#[test]
fn a_file_that_replaces_one_of_ours_does_not_count() {
    let root = lying();
    let made = root.path().join("made");
    bombe_build(&made, &["-q"]).code(0);
    let fresh = fs::read(made.join(".bombe/snapshot.bmb")).unwrap();
    let inside = made.join(".bombe/snapshot.bmb.d");
    for name in [
        "CURRENT",
        "base-manifest",
        "dependencies",
        "facts",
        "tree",
        "ORIGIN",
    ] {
        // The same bytes from elsewhere.
        let path = inside.join(name);
        let bytes = fs::read(&path).unwrap();
        fs::write(inside.join("other"), bytes).unwrap();
        fs::rename(inside.join("other"), &path).unwrap();
        fs::write(made.join("b.py"), format!("def g(): return '{name}'\n")).unwrap();
        bombe_build(&made, &["update", "-q"]).code(0);
        assert!(ask(&made).code(0).err.is_empty(), "{name}");
        fs::remove_file(made.join("b.py")).unwrap();
        bombe_build(&made, &["compact", "-q"]).code(0);
        assert_eq!(
            fs::read(made.join(".bombe/snapshot.bmb")).unwrap(),
            fresh,
            "{name}"
        );
    }
}
