//! Files that a build reads rules and settings from, in a form that never ends: links to devices, pipes, gigabytes.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::support::{Run, bombe_build, folder};

/// Each of them, at the root and below.
const RULES: &[&str] = &[".gitignore", ".ignore", ".bombeignore", ".gitmodules"];
const PROJECTS: &[&str] = &[
    "go.mod",
    "package.json",
    "tsconfig.json",
    "Cargo.toml",
    "pyproject.toml",
];

#[derive(Clone, Copy, Debug)]
enum Form {
    Device,
    Pipe,
    Long,
    Outside,
}

const FORMS: [Form; 4] = [Form::Device, Form::Pipe, Form::Long, Form::Outside];

fn put(form: Form, path: &Path) {
    match form {
        Form::Device => symlink("/dev/zero", path).unwrap(),
        Form::Pipe => {
            let made = Command::new("mkfifo").arg(path).status().unwrap();
            assert!(made.success());
        }
        // A hole: it takes no room.
        Form::Long => File::create(path).unwrap().set_len(8 << 30).unwrap(),
        Form::Outside => {
            let outside = path.ancestors().find(|above| above.ends_with("root"));
            let outside = outside.unwrap().with_file_name("outside");
            fs::write(&outside, "*.py\n").unwrap();
            symlink(outside, path).unwrap();
        }
    }
}

fn skipped(root: &Path) -> String {
    let run = bombe_build(root, &["info", "--json"]).code(0);
    let info: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(info["languages"][0]["files"], 2, "{}", run.out);
    info["skipped"].to_string()
}

#[test]
fn rules_are_read_from_regular_files_of_the_tree_and_others_are_counted() {
    for form in FORMS {
        let root = folder(&[
            ("root/a.py", b"def f(): pass\n"),
            ("root/sub/b.py", b"def g(): pass\n"),
            ("root/sub/.git/HEAD", b""),
            (
                "root/bombe.toml",
                b"[discover]\nnested_repositories = true\n",
            ),
        ]);
        let root = root.path().join("root");
        for place in ["", "sub/"] {
            for name in RULES {
                put(form, &root.join(place).join(name));
            }
        }
        for command in [&["-q"][..], &["update", "-q"]] {
            bombe_build(&root, command).code(0);
            let skipped = skipped(&root);
            for place in ["", "sub/"] {
                for name in RULES {
                    let path = format!("\"{place}{name}\"");
                    assert!(
                        skipped.contains(&path),
                        "{form:?}: {path} is not in {skipped}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_link_to_rules_of_the_same_tree_counts() {
    let root = folder(&[
        (".gitignore", b"b.py\n"),
        ("a.py", b"def f(): pass\n"),
        ("b.py", b"def g(): pass\n"),
        ("sub/b.py", b"def g(): pass\n"),
        ("sub/c.py", b"def g(): pass\n"),
        ("sub/rules", b"c.py\n!b.py\n"),
    ]);
    symlink("rules", root.path().join("sub/.gitignore")).unwrap();
    bombe_build(root.path(), &["-q"]).code(0);
    assert!(!skipped(root.path()).contains("ignore"));
}

#[test]
fn project_files_are_regular_and_not_endless() {
    for form in FORMS {
        let root = folder(&[
            ("root/a.py", b"def f(): pass\n"),
            ("root/sub/b.py", b"def g(): pass\n"),
        ]);
        let root = root.path().join("root");
        for place in ["", "sub"] {
            for name in PROJECTS {
                put(form, &root.join(place).join(name));
            }
        }
        for command in [&["-q"][..], &["update", "-q"]] {
            bombe_build(&root, command).code(0);
            let skipped = skipped(&root);
            for name in PROJECTS {
                assert!(
                    skipped.contains(name),
                    "{form:?}: {name} is not in {skipped}"
                );
            }
        }
    }
}

#[test]
fn settings_that_are_no_regular_file_of_the_tree_are_an_error_that_shows_nothing_of_it() {
    for form in FORMS {
        let root = folder(&[("root/a.py", b"def f(): pass\n")]);
        let root = root.path().join("root");
        put(form, &root.join("bombe.toml"));
        for command in [&["-q"][..], &["update", "-q"], &["compact", "-q"]] {
            let Run { err, .. } = bombe_build(&root, command).code(2);
            assert!(
                err.contains("bombe.toml") && !err.contains("*.py"),
                "{form:?}: {err}"
            );
        }
    }
}

#[test]
fn files_of_git_are_regular() {
    for name in [
        "HEAD",
        "config",
        "packed-refs",
        "info/exclude",
        "commondir",
        "index",
    ] {
        for form in [Form::Device, Form::Pipe] {
            let root = folder(&[("root/a.py", b"def f(): pass\n"), ("root/sub/b.py", b"\n")]);
            let root = root.path().join("root");
            let git = Command::new("git").args(["init", "-q"]).arg(&root).status();
            assert!(git.unwrap().success());
            let path = root.join(".git").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let _ = fs::remove_file(&path);
            put(form, &path);
            bombe_build(&root, &["-q"]).code(0);
            skipped(&root);
        }
    }
}

#[test]
fn git_does_not_wait_for_a_file_of_the_tree() {
    for name in [".mailmap", ".gitattributes", ".gitmodules"] {
        let root = folder(&[("a.py", b"def f(): pass\n")]);
        for arguments in [
            &["init", "-q"][..],
            &["add", "-A"],
            &[
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@b",
                "commit",
                "-q",
                "-m",
                "x",
            ],
        ] {
            let git = Command::new("git")
                .arg("-C")
                .arg(root.path())
                .args(arguments)
                .status();
            assert!(git.unwrap().success());
        }
        put(Form::Pipe, &root.path().join(name));
        bombe_build(root.path(), &["-q"]).code(0);
        // Git is stopped if it takes long, and the commit is not known then.
        let info = bombe_build(root.path(), &["info"]).code(0);
        assert!(info.out.contains("\ncommit "), "{name}: {}", info.out);
    }
}
