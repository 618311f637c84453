//! After an update in a tree at rest, everything is as a build from scratch says, whatever happened before: damaged,
//! misplaced and outdated files of Bombe's own, and system calls that fail.

use std::fs;
use std::path::Path;

use bombe_format::check;

use crate::edits::{FILES, assert_equals_full_build, snapshot_dir_file, update};
use crate::support::{Run, bombe_build, folder, program};

/// Runs `bombe` in a folder.
fn bombe(root: &Path, arguments: &[&str]) -> Run {
    let mut command = std::process::Command::new(program("bombe"));
    Run::from(command.args(arguments).current_dir(root).output().unwrap())
}

#[test]
fn a_damaged_commit_point_is_reported_and_the_next_update_replaces_it() {
    let root = folder(&[("a.py", b"def old(): pass\n"), ("b.py", b"def b(): pass\n")]);
    let root = root.path();
    fs::write(root.join("bombe.toml"), "[update]\nmerge_share = 8.0\n").unwrap();
    bombe_build(root, &["-q", "--no-source"]).code(0);
    fs::write(root.join("a.py"), "def brand_new(): pass\n").unwrap();
    update(root);
    let path = snapshot_dir_file(root, "CURRENT");
    let intact = fs::read(&path).unwrap();
    for at in (0..intact.len()).step_by(intact.len() / 9) {
        let mut damaged = intact.clone();
        damaged[at] ^= 1;
        for bytes in [&damaged[..], &intact[..at]] {
            fs::write(&path, bytes).unwrap();
            let run = bombe(root, &["search", "brand_new"]).code(3);
            assert!(run.err.contains("commit point"), "{at}: {}", run.err);
            assert!(run.err.contains("CURRENT"), "{at}: {}", run.err);
            bombe_build(root, &["verify"]).code(3);
        }
    }
    update(root);
    bombe(root, &["search", "brand_new"]).code(0);
    // The base records how it was encoded.
    let run = bombe_build(root, &["info"]).code(0);
    assert!(run.out.contains("without sources"), "{}", run.out);
    // The commit point of an earlier version is no damage.
    let hex = "0".repeat(64);
    let first = format!("bombe commit point 1\nbase {hex}\ninputs {hex}\nsources true\n");
    fs::write(&path, first).unwrap();
    let run = bombe(root, &["search", "brand_new"]).code(5);
    assert!(run.err.contains("bombe update"), "{}", run.err);
    update(root);
    bombe(root, &["search", "brand_new"]).code(0);
}

#[test]
fn an_update_replaces_a_damaged_base_and_a_damaged_overlay() {
    let root = folder(FILES);
    let root = root.path();
    fs::write(root.join("bombe.toml"), "[update]\nmerge_share = 8.0\n").unwrap();
    update(root);
    let path = root.join(".bombe/snapshot.bmb");
    let intact = fs::read(&path).unwrap();
    for entry in check::quick(&intact).unwrap().entries {
        let mut damaged = intact.clone();
        let Some(byte) = damaged.get_mut(entry.offset as usize) else {
            continue;
        };
        *byte ^= 1;
        fs::write(&path, damaged).unwrap();
        update(root);
        assert!(fs::read(&path).unwrap() == intact, "{}", entry.number);
    }
    fs::write(root.join("web/b.ts"), "export function b() { return 2; }\n").unwrap();
    assert!(update(root).out.contains("overlay of"));
    for entry in fs::read_dir(root.join(".bombe/snapshot.bmb.d")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "bmo") {
            let mut damaged = fs::read(&path).unwrap();
            *damaged.last_mut().unwrap() ^= 1;
            fs::write(&path, damaged).unwrap();
        }
    }
    update(root);
    assert_equals_full_build(root);
    bombe_build(root, &["verify"]).code(0);
}

#[test]
fn an_update_replaces_a_base_with_damaged_padding() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    let path = root.join(".bombe/snapshot.bmb");
    let intact = fs::read(&path).unwrap();
    let entries = check::quick(&intact).unwrap().entries;
    let gaps = entries
        .windows(2)
        .map(|pair| (pair[0].offset + pair[0].length, pair[1].offset))
        .filter(|(end, next)| end < next);
    let mut healed = 0;
    for (end, next) in gaps.step_by(5) {
        for at in [end, next - 1] {
            let mut damaged = intact.clone();
            damaged[at as usize] = 1;
            fs::write(&path, damaged).unwrap();
            bombe_build(root, &["verify"]).code(3);
            update(root);
            assert!(fs::read(&path).unwrap() == intact, "byte {at}");
            healed += 1;
        }
    }
    assert!(healed > 4);
}

#[test]
fn a_folder_in_the_place_of_a_file_is_named() {
    let root = folder(&[("a.py", b"def a(): pass\n")]);
    let root = root.path();
    update(root);
    let names = ["lock", "facts", "dependencies", "base-manifest", "CURRENT"];
    let in_folder = names.map(|name| snapshot_dir_file(root, name));
    for path in in_folder
        .into_iter()
        .chain([root.join(".bombe/snapshot.bmb")])
    {
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let run = bombe_build(root, &["-q"]).code(2);
        let name = path.file_name().unwrap().to_str().unwrap();
        let expected = format!("{name}: expected a file, found a folder");
        assert!(run.err.contains(&expected), "{}", run.err);
        fs::remove_dir(&path).unwrap();
        fs::write(&path, bytes).unwrap();
    }
    update(root);
    assert_equals_full_build(root);
}

#[test]
fn a_file_with_the_bytes_of_the_snapshot_is_not_called_changed() {
    let root = folder(&[("a.py", b"def a(): pass\n"), ("b.py", b"def b(): pass\n")]);
    let root = root.path();
    update(root);
    let text = fs::read(root.join("a.py")).unwrap();
    let says_changed = || {
        let run = bombe(root, &["outline", "a.py"]).code(0);
        run.out.contains("changed since the snapshot: a.py")
    };
    // Written again, as by git when one comes back to a branch.
    fs::write(root.join("a.py"), &text).unwrap();
    assert!(!says_changed());
    fs::write(root.join("a.py"), "def b(): pass\n").unwrap();
    assert!(says_changed());
    fs::write(root.join("a.py"), "def a(): pass # 1\n").unwrap();
    assert!(says_changed());
    update(root);
    assert!(!says_changed());
    fs::write(root.join("a.py"), &text).unwrap();
    update(root);
    assert!(!says_changed());
    fs::remove_file(root.join("a.py")).unwrap();
    assert!(says_changed());
}

#[test]
fn updates_wait_for_compactions_that_updates_have_started() {
    let root = folder(FILES);
    let root = root.path();
    // Every update starts one.
    fs::write(root.join("bombe.toml"), "[update]\nmerge_share = 0.0\n").unwrap();
    for number in 0..6 {
        let text = format!("export function b() {{ return {number}; }}\n");
        fs::write(root.join("web/b.ts"), text).unwrap();
        bombe_build(root, &["update", "-q"]).code(0);
    }
    bombe_build(root, &["update", "-q", "--no-compact"]).code(0);
    assert_equals_full_build(root);
    // Until none of them is at work, the folder stays.
    bombe_build(root, &["compact", "-q", "--wait"]).code(0);
}

#[cfg(target_os = "linux")]
mod faults {
    use std::fs;
    use std::path::Path;

    use bombe_reader::limits::Limits;

    use super::bombe;
    use crate::attacks::inject::{Fault, bombe_build_with};
    use crate::edits::{assert_equals_full_build, open, snapshot_of, update};
    use crate::support::{bombe_build, folder};

    const TWO: &[(&str, &[u8])] = &[
        ("a.py", b"def one(): pass\n"),
        (
            "b.py",
            b"from a import one\ndef two():\n    \"A doc\"\n    one()\n",
        ),
    ];

    /// Fails unless a snapshot has the text of each file.
    fn assert_has_texts(root: &Path) {
        let view = open(&snapshot_of(root));
        for file in view.files().unwrap() {
            let text = view.source(file.id(), &Limits::none()).unwrap().unwrap();
            let path = file.path().unwrap();
            assert_eq!(text.text(), fs::read_to_string(root.join(path)).unwrap());
        }
    }

    #[test]
    fn a_read_that_fails_for_a_moment_is_tried_again() {
        for error in ["EIO", "EMFILE", "EINTR"] {
            for at in 1..=3 {
                for calls in ["openat,openat2,open", "read"] {
                    let root = folder(TWO);
                    let root = root.path();
                    let fault = Fault {
                        what: error,
                        at,
                        calls,
                        path: "/b.py",
                        ..Fault::default()
                    };
                    bombe_build_with(root, &["-q"], &fault).0.code(0);
                    assert_equals_full_build(root);
                    assert_has_texts(root);
                }
            }
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told_and_comes_back() {
        let root = folder(TWO);
        let root = root.path();
        let fault = Fault {
            what: "EIO",
            times: 0,
            calls: "openat,openat2,open",
            path: "/b.py",
            ..Fault::default()
        };
        let (run, _) = bombe_build_with(root, &["-q"], &fault);
        let run = run.code(1);
        assert!(
            run.err.contains("partial") && run.err.contains("b.py"),
            "{}",
            run.err
        );
        let info = bombe_build(root, &["info"]).code(0).out;
        assert!(
            info.contains("unreadable") && info.contains("b.py"),
            "{info}"
        );
        bombe(root, &["search", "two"]).code(1);
        // The next update fails in the same way, as long as the fault lasts.
        bombe_build_with(root, &["update", "-q"], &fault).0.code(1);
        let run = bombe_build(root, &["verify", "--tree"]).code(1);
        assert!(run.out.contains("not in the snapshot: b.py"), "{}", run.out);
        update(root);
        bombe(root, &["search", "two"]).code(0);
        assert_equals_full_build(root);
        let run = bombe_build(root, &["verify", "--tree"]).code(0);
        assert!(run.out.contains("as a build from scratch"), "{}", run.out);
    }

    #[test]
    fn a_good_snapshot_is_not_replaced_by_one_that_lacks_what_cannot_be_read() {
        let root = folder(&[
            ("a.py", b"def alpha(): pass\n"),
            ("sub/b.py", b"def beta(): pass\n"),
            ("sub/c.py", b"def gamma(): pass\n"),
        ]);
        let root = root.path();
        bombe_build(root, &["-q"]).code(0);
        let before = fs::read(snapshot_of(root)).unwrap();
        let name = root.file_name().unwrap().to_str().unwrap().to_owned();
        for path in ["/sub".to_owned(), format!("/{name}")] {
            let fault = Fault {
                what: "EIO",
                times: 0,
                calls: "getdents64",
                path: &path,
                ..Fault::default()
            };
            let (run, _) = bombe_build_with(root, &["-q"], &fault);
            run.code(2);
            // So that the update walks.
            fs::write(root.join("d.py"), "def i(): pass\n").unwrap();
            let (run, _) = bombe_build_with(root, &["update", "-q"], &fault);
            run.code(2);
            fs::remove_file(root.join("d.py")).unwrap();
            assert!(fs::read(snapshot_of(root)).unwrap() == before);
        }
        let fault = Fault {
            what: "EIO",
            times: 0,
            calls: "getdents64",
            path: "/sub",
            ..Fault::default()
        };
        let (run, _) = bombe_build_with(root, &["-q", "--force"], &fault);
        let run = run.code(1);
        assert!(run.err.contains("sub/"), "{}", run.err);
        bombe(root, &["symbol", "beta"]).code(1);
        // What is missing already cannot be lost.
        bombe_build_with(root, &["-q"], &fault).0.code(1);
        update(root);
        bombe(root, &["symbol", "beta"]).code(0);
        assert_equals_full_build(root);
    }

    #[test]
    fn what_the_system_does_not_say_about_rules_is_told_and_comes_back() {
        let root = folder(&[
            ("a.py", b"def a(): pass\n"),
            ("go.mod", b"module example.org/m\n"),
            ("vendor/v.go", b"package v\n"),
            ("nested/.git/HEAD", b"ref: refs/heads/main\n"),
            ("nested/n.py", b"def n(): pass\n"),
            (".git/info/exclude", b"ignored.py\n"),
            ("ignored.py", b"def i(): pass\n"),
        ]);
        let root = root.path();
        std::os::unix::fs::symlink("a.py", root.join("link.py")).unwrap();
        for (path, calls) in [
            ("/vendor/.git", "statx,newfstatat"),
            ("/nested/.git", "statx,newfstatat"),
            ("/go.mod", "statx,newfstatat"),
            ("/.git", "statx,newfstatat"),
            ("/.git/info/exclude", "openat,openat2,open"),
        ] {
            for what in ["EIO", "EACCES"] {
                let _ = fs::remove_dir_all(root.join(".bombe"));
                let fault = Fault {
                    what,
                    times: 0,
                    calls,
                    path,
                    ..Fault::default()
                };
                let (run, seen) = bombe_build_with(root, &["-q"], &fault);
                // A folder that ignore rules or defaults leave out is not asked about.
                if seen == 0 {
                    assert_eq!(path, "/vendor/.git");
                    continue;
                }
                let run = run.code(1);
                let name = path.trim_start_matches('/');
                assert!(run.err.contains(name), "{what} of {path}: {}", run.err);
                update(root);
                assert_equals_full_build(root);
                let info = bombe_build(root, &["export", "--what", "defs"]).code(0).out;
                assert!(
                    !info.contains("ignored.py") && !info.contains("n.py"),
                    "{info}"
                );
                // For a moment, it is tried again.
                let passing = Fault { times: 1, ..fault };
                let _ = fs::remove_dir_all(root.join(".bombe"));
                let (run, _) = bombe_build_with(root, &["-q"], &passing);
                assert!(
                    what == "EACCES" || run.code == Some(0),
                    "{path}: {}",
                    run.err
                );
            }
        }
    }

    #[test]
    fn a_file_that_is_another_for_a_moment_keeps_its_text() {
        for at in 1..=3 {
            for command in [&["-q"][..], &["update", "-q"], &["compact", "-q"]] {
                let root = folder(TWO);
                let root = root.path();
                bombe_build(root, &["-q"]).code(0);
                fs::write(root.join("c.py"), "def three(): pass\n").unwrap();
                fs::write(root.join("b.py"), "def two(): pass\n").unwrap();
                let intact = fs::read(root.join("b.py")).unwrap();
                let other = folder(&[("b.py", b"def ten(): pass\n")]);
                let run = format!("run:cp {}/b.py b.py", other.path().display());
                let fault = Fault {
                    what: &run,
                    at,
                    calls: "openat,openat2,open",
                    path: "/b.py",
                    ..Fault::default()
                };
                bombe_build_with(root, command, &fault).0.code(0);
                assert_has_texts(root);
                fs::write(root.join("b.py"), intact).unwrap();
                update(root);
                assert_equals_full_build(root);
                assert_has_texts(root);
            }
        }
    }

    #[test]
    fn a_file_system_that_cannot_flush_folders_fails_nothing() {
        for what in ["EINVAL", "EOPNOTSUPP"] {
            let root = folder(TWO);
            let root = root.path();
            for path in ["/.bombe", "/snapshot.bmb.d"] {
                let fault = Fault {
                    what,
                    times: 0,
                    calls: "fsync",
                    path,
                    ..Fault::default()
                };
                fs::write(root.join("b.py"), format!("# {path}\n")).unwrap();
                let (run, calls) = bombe_build_with(root, &["-q"], &fault);
                run.code(0);
                assert!(calls > 0);
                bombe_build_with(root, &["update", "-q"], &fault).0.code(0);
            }
            assert_equals_full_build(root);
        }
    }
}
