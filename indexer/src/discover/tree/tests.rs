//! A cached tree leads to the same files as a walk, whatever has changed in between. If nothing has changed that a walk
//! depends on, there is no walk.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use bombe_format::kind::SkipReason;

use super::super::{CacheFiles, Found, Settings, again, discover};
use crate::discover::walk_start::WalkStart;
use crate::stamp::Stamp;

/// A root folder, with its cache files next to it.
struct TestRepo {
    folder: tempfile::TempDir,
    root: PathBuf,
    caches: CacheFiles,
    settings: Settings,
}

impl TestRepo {
    fn new(settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        let repo = Self {
            root: top.join("root"),
            caches: CacheFiles {
                tree: top.join("tree"),
                git: top.join("git"),
                history: top.join("history"),
                commits: top.join("commits"),
            },
            settings: Settings::parse(settings).unwrap(),
            folder,
        };
        fs::create_dir(&repo.root).unwrap();
        repo
    }

    fn with(files: &[(&str, &str)]) -> Self {
        let repo = Self::new("discover.max_file_bytes = 50");
        for (path, text) in files {
            repo.write(path, text);
        }
        repo
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), text).unwrap();
    }

    /// Waits until the clock of the file system advances, so that the next change has another time.
    fn tick(&self) {
        let probe = self.folder.path().join("probe");
        let time = || {
            File::create(&probe).unwrap();
            changed(&probe)
        };
        let before = time();
        while time() == before {}
    }

    /// Discovers the files, and checks that a walk finds the same. Returns true if the cached tree replaced the walk. The
    /// clock is set ten seconds ahead, so that every stamp is old enough to count.
    fn rediscover(&self) -> bool {
        let mut start = WalkStart::now();
        start.time += Duration::from_secs(10);
        let (found, is_cached) = again(&self.root, &self.settings, &self.caches, start);
        for file in &found.sources {
            let meta = fs::symlink_metadata(self.at(&file.path)).unwrap();
            if is_cached {
                assert_eq!(file.stamp, Stamp::settled(&meta, start.time));
            }
        }
        let walked = discover(&self.root, &self.settings).unwrap();
        assert_eq!(rendered(&found), rendered(&walked));
        self.tick();
        is_cached
    }
}

#[cfg(unix)]
fn changed(path: &Path) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    let meta = fs::metadata(path).unwrap();
    (meta.ctime(), meta.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(path: &Path) -> std::time::SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

/// Renders what was found, without stamps.
fn rendered(found: &Found) -> String {
    let mut rendered = String::new();
    for file in &found.sources {
        rendered += &format!("{} {:?} {}\n", file.path, file.language, file.size);
    }
    for file in found.project_files.iter().chain(&found.manifests) {
        rendered += &format!("{} {:?}\n", file.path, file.text);
    }
    for row in &found.skipped {
        rendered += &format!("{} {:?} {}\n", row.path, row.reason, row.size);
    }
    rendered
}

/// Files of each kind that discovery distinguishes.
const FILES: &[(&str, &str)] = &[
    (".git/HEAD", ""),
    (".git/info/exclude", "*.excluded\n"),
    (".gitignore", "ignored.md\n/package.json\n"),
    ("a.md", "a"),
    ("a/b/c.py", ""),
    (
        "a/b/large.md",
        "123456789 123456789 123456789 123456789 123456789 123456789",
    ),
    ("a/d.unknown", "1"),
    ("bin/run", "#!/usr/bin/env python\n"),
    ("env/pyvenv.cfg", ""),
    ("env/e.md", ""),
    ("src/env/f.md", ""),
    ("clone/.git/HEAD", ""),
    ("clone/g.md", ""),
    (".hidden", "12"),
    ("node_modules/h.md", ""),
    ("package.json", "{}"),
    ("a/package.json", "{\"name\": \"a\"}"),
    ("ignored.md", ""),
];

/// Checks whether an edit causes a walk, on systems where the times of folders show changes.
fn after(walked: bool, edit: impl FnOnce(&TestRepo)) {
    let repo = TestRepo::with(FILES);
    assert!(!repo.rediscover());
    assert_eq!(repo.rediscover(), cfg!(unix), "nothing has changed");
    edit(&repo);
    assert_eq!(repo.rediscover(), cfg!(unix) && !walked);
    assert_eq!(
        repo.rediscover(),
        cfg!(unix),
        "the tree of that walk is cached"
    );
}

#[test]
fn edited_files_need_no_walk() {
    after(false, |repo| {
        repo.write("a/b/c.py", "x = 1\n");
        repo.write("a/package.json", "{\"name\": \"b\"}");
        repo.write("package.json", "{\"name\": \"hidden\"}");
    });
    // The sizes of skipped files are reported, so they are compared too.
    after(false, |repo| {
        repo.write("a/d.unknown", "12345");
        repo.write(".hidden", "12345");
        repo.write("a/b/large.md", &"1".repeat(100));
    });
}

#[test]
fn a_file_that_another_is_renamed_over_needs_no_walk() {
    after(false, |repo| {
        repo.write("a/b/c.py~", "y = 1\n");
        fs::rename(repo.at("a/b/c.py~"), repo.at("a/b/c.py")).unwrap();
    });
}

#[test]
fn files_and_folders_that_come_or_go_are_found() {
    after(true, |repo| repo.write("a/b/new.py", ""));
    after(true, |repo| repo.write("new/new.py", ""));
    after(true, |repo| fs::remove_file(repo.at("a/b/c.py")).unwrap());
    after(true, |repo| fs::remove_dir_all(repo.at("a/b")).unwrap());
    after(true, |repo| {
        fs::rename(repo.at("a/b"), repo.at("a/e")).unwrap();
    });
    after(true, |repo| {
        fs::rename(repo.at("a/b/c.py"), repo.at("a/b/d.py")).unwrap();
    });
    after(true, |repo| {
        fs::remove_file(repo.at("a.md")).unwrap();
        repo.write("a.md/b.md", "");
    });
}

#[test]
fn a_folder_in_the_place_of_another_is_another() {
    after(true, |repo| {
        repo.write("e/b/other.py", "");
        fs::remove_dir_all(repo.at("a")).unwrap();
        fs::rename(repo.at("e"), repo.at("a")).unwrap();
    });
}

#[test]
fn rules_that_change_are_obeyed() {
    after(true, |repo| repo.write(".gitignore", "a.md\n"));
    after(true, |repo| repo.write("a/.ignore", "b/\n"));
    after(true, |repo| repo.write(".bombeignore", "b/\n"));
    after(true, |repo| repo.write(".git/info/exclude", "*.md\n"));
    after(true, |repo| {
        fs::remove_file(repo.at(".git/info/exclude")).unwrap();
    });
    after(true, |repo| {
        repo.write(".gitmodules", "[submodule \"clone\"]\n\tpath = clone\n");
    });
    // A rules file with a new time and the same text.
    after(false, |repo| {
        repo.write(".git/info/exclude", "*.excluded\n");
    });
}

#[test]
fn rules_above_the_root_are_obeyed() {
    let repo = TestRepo::with(&[("a.md", ""), ("b.md", "")]);
    let above = |path: &str| repo.folder.path().join(path);
    assert!(!repo.rediscover());
    fs::create_dir_all(above(".git/info")).unwrap();
    repo.tick();
    assert!(!repo.rediscover());
    assert_eq!(repo.rediscover(), cfg!(unix));
    for (path, text) in [
        (".gitignore", "a.md\n"),
        (".git/info/exclude", "b.md\n"),
        (".bombeignore", "!a.md\n"),
    ] {
        fs::write(above(path), text).unwrap();
        repo.tick();
        assert!(!repo.rediscover(), "{path}");
        assert_eq!(repo.rediscover(), cfg!(unix), "{path}");
    }
    fs::remove_dir_all(above(".git")).unwrap();
    assert!(!repo.rediscover());
}

#[test]
fn a_repository_that_comes_or_goes_inside_is_seen() {
    after(true, |repo| repo.write("a/b/.git/HEAD", ""));
    after(true, |repo| {
        fs::remove_dir_all(repo.at("clone/.git")).unwrap();
    });
}

#[test]
fn a_file_that_marks_the_folder_of_a_tool_is_seen() {
    after(true, |repo| {
        fs::remove_file(repo.at("env/pyvenv.cfg")).unwrap();
    });
    after(true, |repo| repo.write("src/env/pyvenv.cfg", ""));
}

#[test]
fn files_in_excluded_folders_are_not_read() {
    after(false, |repo| {
        repo.write("node_modules/new.md", "");
        repo.write("clone/new.md", "");
        repo.write("env/new.md", "");
    });
}

#[test]
fn a_file_that_crosses_the_size_limit_needs_a_walk() {
    after(true, |repo| repo.write("a.md", &"1".repeat(51)));
    after(true, |repo| repo.write("a/b/large.md", "1"));
    let repo = TestRepo::with(FILES);
    repo.rediscover();
    repo.write("package.json", &"1".repeat(51));
    repo.rediscover();
    repo.write("package.json", "{}");
    repo.rediscover();
}

#[test]
fn a_first_line_that_changes_makes_another_language() {
    after(true, |repo| {
        repo.write("bin/run", "#!/usr/bin/env node\n");
    });
    after(false, |repo| {
        repo.write("bin/run", "#!/usr/bin/env python\n\n");
        repo.write("bin/run", "#!/usr/bin/env python\n");
    });
}

#[test]
fn other_settings_need_a_walk() {
    let mut repo = TestRepo::with(FILES);
    repo.rediscover();
    repo.settings = Settings::parse("discover.hidden = true").unwrap();
    assert!(!repo.rediscover());
}

#[cfg(unix)]
#[test]
fn a_folder_that_has_just_changed_is_listed_the_next_time() {
    let repo = TestRepo::with(FILES);
    let touch = || {
        let folder = File::open(repo.at("a/b")).unwrap();
        let later = std::time::SystemTime::now() + Duration::from_mins(1);
        folder.set_modified(later).unwrap();
    };
    touch();
    assert!(!repo.rediscover());
    assert!(repo.rediscover());
    repo.write("a/b/new.py", "");
    touch();
    assert!(!repo.rediscover());
    assert!(repo.rediscover());
    fs::remove_file(repo.at("a/b/c.py")).unwrap();
    assert!(!repo.rediscover());
}

#[test]
fn files_that_have_just_changed_are_not_cached() {
    let repo = TestRepo::with(FILES);
    for _ in 0..2 {
        let (_, is_cached) = again(&repo.root, &repo.settings, &repo.caches, WalkStart::now());
        assert!(!is_cached);
        assert!(!repo.caches.tree.exists());
    }
}

#[test]
fn under_a_clock_that_is_set_back_no_stamp_counts() {
    let repo = TestRepo::with(FILES);
    let mut start = WalkStart::now();
    start.time -= Duration::from_hours(1);
    again(&repo.root, &repo.settings, &repo.caches, start);
    assert!(!repo.caches.tree.exists());
    repo.rediscover();
    // Every file is newer than the clock: folders are listed and rules are read again, and nothing differs.
    let (found, is_cached) = again(&repo.root, &repo.settings, &repo.caches, start);
    assert_eq!(is_cached, cfg!(unix));
    assert!(found.sources.iter().all(|file| file.stamp.is_none()));
    let walked = discover(&repo.root, &repo.settings).unwrap();
    assert_eq!(rendered(&found), rendered(&walked));
}

#[cfg(unix)]
#[test]
fn links_are_followed_again() {
    use std::os::unix::fs::symlink;
    let repo = TestRepo::with(FILES);
    let outside = repo.folder.path().join("outside");
    fs::write(repo.folder.path().join("target"), "").unwrap();
    symlink(repo.at("a.md"), &outside).unwrap();
    symlink(&outside, repo.at("link.md")).unwrap();
    repo.rediscover();
    assert!(repo.rediscover());
    // The link is unchanged, but the link that it points to has another target.
    fs::remove_file(&outside).unwrap();
    symlink(repo.folder.path().join("target"), &outside).unwrap();
    assert!(!repo.rediscover());
    assert!(repo.rediscover());
    // A link to a folder replaces that folder.
    fs::rename(repo.at("a"), repo.folder.path().join("a")).unwrap();
    symlink(repo.folder.path().join("a"), repo.at("a")).unwrap();
    assert!(!repo.rediscover());
    // An ignore file that is a link to another file of the tree.
    let rules = repo.at("rules.txt");
    fs::write(&rules, "a.md\n").unwrap();
    symlink(&rules, repo.at("bin/.ignore")).unwrap();
    repo.rediscover();
    assert!(repo.rediscover());
    fs::write(&rules, "run\n").unwrap();
    assert!(!repo.rediscover());
}

/// Returns a pseudorandom number below `end` (xorshift).
fn random(state: &mut u64, end: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % end as u64) as usize
}

#[test]
fn after_any_edits_it_is_what_a_walk_finds() {
    const FOLDERS: &[&str] = &[
        "",
        "a/",
        "a/b/",
        "build/",
        "a/vendor/",
        "env/",
        ".hid/",
        "clone/",
        "node_modules/",
    ];
    const NAMES: &[&str] = &[
        "a.md",
        "b.py",
        "c.h",
        "d.c",
        "run",
        "big.md",
        "x.min.js",
        "x.unknown",
        "go.mod",
        "pyvenv.cfg",
        "package.json",
        "setup.py",
        ".gitignore",
        ".ignore",
        ".bombeignore",
        ".gitmodules",
        ".git",
        ".git/HEAD",
        ".git/info/exclude",
        "a",
        "b",
    ];
    const TEXTS: &[&str] = &[
        "",
        "a.md\n",
        "b/\n!a.md\n",
        "/a\n*.py\n",
        "#!/bin/node\n",
        "#!/bin/python\n",
        "{}",
        "[submodule \"x\"]\n\tpath = a/b\n\tpath = clone\n",
        "module m\n",
        "gitdir: ../.git\n",
        "0123456789 0123456789 0123456789 0123456789 0123456789",
    ];
    for seed in 1..=6_u64 {
        let repo = TestRepo::with(&[("a.md", ""), ("a/b/c.h", ""), ("a/b.py", "x = 1\n")]);
        let state = &mut 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed);
        let any = |state: &mut u64| {
            let folder = FOLDERS[random(state, FOLDERS.len())];
            repo.at(&format!("{folder}{}", NAMES[random(state, NAMES.len())]))
        };
        let mut cached = 0;
        for _ in 0..50 {
            for _ in 0..=random(state, 2) {
                let (path, other) = (any(state), any(state));
                let text = TEXTS[random(state, TEXTS.len())];
                // An edit that is not possible is skipped.
                let _ = match random(state, 10) {
                    0..=3 => fs::create_dir_all(path.parent().unwrap())
                        .and_then(|()| fs::write(path, text)),
                    4 => fs::remove_file(path),
                    5 => fs::remove_dir_all(path.parent().unwrap())
                        .and_then(|()| fs::create_dir_all(&repo.root)),
                    6 => fs::rename(path, other),
                    7 => fs::write(path, text),
                    8 => link(&path, &other),
                    _ => mode(&path, random(state, 2) == 0),
                };
            }
            cached += usize::from(repo.rediscover());
        }
        assert_eq!(cached > 0, cfg!(unix), "seed {seed}");
    }
}

#[cfg(unix)]
fn link(path: &Path, other: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(path, other)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn mode(path: &Path, is_script: bool) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let is_folder = path.is_dir();
    let mode = if is_folder || is_script { 0o755 } else { 0o644 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn mode(_: &Path, _: bool) -> std::io::Result<()> {
    Ok(())
}

#[test]
fn a_torn_tree_counts_as_absent() {
    let repo = TestRepo::with(FILES);
    repo.rediscover();
    if cfg!(unix) {
        let whole = fs::read(&repo.caches.tree).unwrap();
        fs::write(&repo.caches.tree, &whole[..whole.len() / 2]).unwrap();
        assert!(!repo.rediscover());
        assert!(repo.rediscover());
    }
}

#[test]
fn a_link_that_is_left_out_has_a_reason() {
    let repo = TestRepo::with(&[("a.md", "")]);
    let _ = link(Path::new("/"), &repo.at("out.md"));
    repo.rediscover();
    let start = WalkStart::now();
    let (found, _) = again(&repo.root, &repo.settings, &repo.caches, start);
    let outside = |reason| reason == SkipReason::SymlinkOutside;
    assert_eq!(
        found.skipped.iter().any(|row| outside(row.reason)),
        cfg!(unix)
    );
}
