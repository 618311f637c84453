//! A `.bombe` of a stranger's making: links, pipes and folders in the place of each file that is written, locked, appended
//! or deleted, and of each that is read.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Run, bombe_build, folder, program};

/// The names that a stranger may take, below the root.
const NAMES: &[&str] = &[
    ".bombe",
    ".bombe/.gitignore",
    ".bombe/snapshot.bmb",
    ".bombe/snapshot.bmb.d",
    ".bombe/snapshot.bmb.d/CURRENT",
    ".bombe/snapshot.bmb.d/ORIGIN",
    ".bombe/snapshot.bmb.d/base-manifest",
    ".bombe/snapshot.bmb.d/checked",
    ".bombe/snapshot.bmb.d/commits",
    ".bombe/snapshot.bmb.d/dependencies",
    ".bombe/snapshot.bmb.d/dependencies.base",
    ".bombe/snapshot.bmb.d/dependencies.new",
    ".bombe/snapshot.bmb.d/facts",
    ".bombe/snapshot.bmb.d/facts.new",
    ".bombe/snapshot.bmb.d/git",
    ".bombe/snapshot.bmb.d/history",
    ".bombe/snapshot.bmb.d/lock",
    ".bombe/snapshot.bmb.d/next",
    ".bombe/snapshot.bmb.d/overlay-cache",
    ".bombe/snapshot.bmb.d/tree",
    // Old overlays are deleted, and former names.
    ".bombe/snapshot.bmb.d/0123456789abcdef.bmo",
    ".bombe/snapshot.bmb.d/links",
];

/// Those that are folders.
const FOLDERS: &[&str] = &[".bombe", ".bombe/snapshot.bmb.d"];

const COMMANDS: &[&[&str]] = &[
    &["-q"],
    &["update", "-q"],
    &["update", "-q", "--wait"],
    &["compact", "-q"],
];

/// A repository with a snapshot, or without one, and a folder beside it that nothing must touch.
struct Scene {
    folder: tempfile::TempDir,
    before: Vec<(PathBuf, Vec<u8>)>,
}

impl Scene {
    fn new(is_indexed: bool) -> Self {
        let folder = folder(&[
            ("root/a.py", b"def f(): pass\n"),
            ("root/long.py", &b"# A comment.\n".repeat(100)),
            ("victim/file", b"mine"),
            ("victim/lock", b"mine"),
            ("victim/links", b"mine"),
            ("victim/facts", b"mine"),
            ("victim/base-manifest", b"mine"),
            ("victim/hook.log", b"mine"),
            ("victim/0123456789abcdef.bmo", b"mine"),
            ("victim/snapshot.bmb", b"mine"),
        ]);
        let scene = Self {
            before: files(&folder.path().join("victim")),
            folder,
        };
        if is_indexed {
            scene.build(&["-q"]).code(0);
        }
        scene
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    fn victim(&self, name: &str) -> PathBuf {
        self.folder.path().join("victim").join(name)
    }

    fn build(&self, arguments: &[&str]) -> Run {
        bombe_build(&self.root(), arguments)
    }

    /// Removes what has a name, and returns its path.
    fn free(&self, name: &str) -> PathBuf {
        let path = self.root().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match path.symlink_metadata() {
            Ok(meta) if meta.is_dir() => fs::remove_dir_all(&path).unwrap(),
            Ok(_) => fs::remove_file(&path).unwrap(),
            Err(_) => {}
        }
        path
    }

    #[track_caller]
    fn nothing_is_touched(&self, what: &str) {
        assert_eq!(files(&self.victim("")), self.before, "{what}");
    }
}

/// The files of a folder with their bytes, sorted.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

#[test]
fn a_link_in_the_place_of_a_file_of_ours_is_refused() {
    for is_indexed in [false, true] {
        let scene = Scene::new(is_indexed);
        for name in NAMES {
            // What a name held before is kept aside, so that each name is tried in the same snapshot.
            let aside = scene.folder.path().join("aside");
            let path = scene.root().join(name);
            let is_kept = path.symlink_metadata().is_ok();
            if is_kept {
                fs::rename(&path, &aside).unwrap();
            }
            for target in ["file", "", "absent"] {
                let path = scene.free(name);
                symlink(scene.victim(target), &path).unwrap();
                for command in COMMANDS {
                    let what = format!("{name} to {target:?}, {command:?}");
                    let run = scene.build(command);
                    scene.nothing_is_touched(&what);
                    assert_eq!(run.code, Some(2), "{what}: {}", run.err);
                    assert!(run.err.contains(name), "{what}: {}", run.err);
                    assert!(run.err.contains("symbolic link"), "{what}: {}", run.err);
                }
            }
            let path = scene.free(name);
            if is_kept {
                fs::rename(&aside, &path).unwrap();
            }
        }
        scene.build(&["update", "-q"]).code(0);
    }
}

#[test]
fn every_file_of_ours_is_among_these_names() {
    let scene = Scene::new(true);
    let root = scene.root();
    fs::write(root.join("bombe.toml"), "[update]\nmerge_share = 8.0\n").unwrap();
    for name in ["b.py", "c.py"] {
        fs::write(root.join(name), "def g(): f()\n").unwrap();
        scene.build(&["update", "-q"]).code(0);
    }
    for (folder, prefix) in [(".bombe", ".bombe"), (FOLDERS[1], FOLDERS[1])] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let path = format!("{prefix}/{name}");
            let is_known = NAMES.contains(&path.as_str());
            assert!(
                is_known || Path::new(&name).extension().is_some_and(|it| it == "bmo"),
                "{path}"
            );
        }
    }
}

#[test]
fn a_pipe_or_a_folder_in_the_place_of_a_file_of_ours_is_refused_at_once() {
    for is_indexed in [false, true] {
        let scene = Scene::new(is_indexed);
        for name in &NAMES[1..] {
            for is_folder in [false, true] {
                let path = scene.free(name);
                match is_folder {
                    false => pipe(&path),
                    true if FOLDERS.contains(name) => continue,
                    true => fs::create_dir(&path).unwrap(),
                }
                let run = scene.build(&["update", "-q"]).code(2);
                assert!(run.err.contains(name), "{name}: {}", run.err);
            }
            scene.free(name);
        }
        scene.build(&["update", "-q"]).code(0);
    }
}

#[test]
fn the_log_of_a_hook_is_not_written_through_a_link() {
    let scene = Scene::new(true);
    let log = scene.free(".bombe/hook.log");
    symlink(scene.victim("hook.log"), &log).unwrap();
    let run = scene.build(&["hook", "run"]).code(2);
    assert!(run.err.contains("hook.log"), "{}", run.err);
    fs::remove_file(&log).unwrap();
    fs::hard_link(scene.victim("hook.log"), &log).unwrap();
    scene.build(&["hook", "run"]).code(2);
    scene.nothing_is_touched("hook.log");
}

#[test]
fn readers_open_regular_files_only() {
    let scene = Scene::new(true);
    let root = &scene.root();
    fs::write(root.join("b.py"), "def g(): f()\n").unwrap();
    scene.build(&["update", "-q", "--no-compact"]).code(0);
    let inside = root.join(".bombe/snapshot.bmb.d");
    let overlay = fs::read_dir(&inside)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|end| end == "bmo"))
        .expect("an overlay");
    let overlay = overlay.file_name().unwrap().to_str().unwrap();
    let ask = || {
        let asked = Command::new(program("bombe"))
            .args(["search", "f"])
            .current_dir(root)
            .output();
        Run::from(asked.unwrap())
    };
    assert!(ask().code(0).err.is_empty());
    let snapshot = ".bombe/snapshot.bmb".to_owned();
    let names = ["CURRENT", overlay].map(|name| format!(".bombe/snapshot.bmb.d/{name}"));
    for name in names.iter().chain([&snapshot]) {
        let aside = scene.folder.path().join("aside");
        fs::rename(root.join(name), &aside).unwrap();
        for device in ["/dev/zero", "pipe", "folder", "/absent"] {
            let path = scene.free(name);
            match device {
                "pipe" => pipe(&path),
                "folder" => fs::create_dir(&path).unwrap(),
                device => symlink(device, &path).unwrap(),
            }
            // Without its overlay the base answers, with a warning. Without a snapshot there is no answer.
            let run = ask();
            let says = if *name == snapshot {
                "no snapshot"
            } else {
                "not a regular file"
            };
            assert!(run.err.contains(says), "{name}, {device}: {run:?}");
            scene.build(&["info"]).code(2);
        }
        let path = scene.free(name);
        fs::rename(&aside, &path).unwrap();
    }
    assert!(ask().code(0).err.is_empty());
}
