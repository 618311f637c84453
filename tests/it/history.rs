//! The history of a repository: what is read of it, that updates keep it exact, and what a hostile one can do.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::edits::{assert_compacts_to_full_build, commit_point, snapshot_of, update};
use crate::merged_view::assert_same_answers;
use crate::support::{Run, bombe_build, program, workspace};

/// A repository. Each commit is made a minute after the one before.
struct Scene {
    folder: tempfile::TempDir,
    time: Cell<i64>,
}

impl Scene {
    fn new() -> Self {
        let scene = Self {
            folder: tempfile::tempdir().unwrap(),
            time: Cell::new(1_700_000_000),
        };
        fs::create_dir(scene.root()).unwrap();
        scene.git(&["init", "-q", "-b", "main"]);
        // The share is high enough that no update writes a new base.
        scene.write("bombe.toml", "[update]\nmerge_share = 8.0\n");
        scene
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    fn git(&self, arguments: &[&str]) -> String {
        self.git_in(&self.root(), arguments)
    }

    fn git_in(&self, folder: &Path, arguments: &[&str]) -> String {
        self.time.set(self.time.get() + 60);
        let time = format!("{} +0000", self.time.get());
        let done = Command::new("git")
            .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
            .args([
                "-c",
                "commit.gpgsign=false",
                "-c",
                "protocol.file.allow=always",
            ])
            .args(arguments)
            .env("GIT_AUTHOR_DATE", &time)
            .env("GIT_COMMITTER_DATE", &time)
            .current_dir(folder)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{arguments:?}: {error}");
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a file with a text that is not there yet.
    fn change(&self, path: &str) {
        let now = self.time.get();
        self.write(path, &format!("def f():\n    return {now}\n"));
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
    }

    /// Changes files in one commit.
    fn commit_of(&self, paths: &[&str], message: &str) {
        for path in paths {
            self.change(path);
        }
        self.commit(message);
    }

    fn build(&self) {
        bombe_build(&self.root(), &["-q"]).code(0);
    }
}

fn ask_with(root: &Path, arguments: &[&str]) -> Run {
    let asked = Command::new(program("bombe"))
        .args(arguments)
        .current_dir(root)
        .output();
    Run::from(asked.unwrap())
}

/// Asks for JSON.
#[track_caller]
fn ask(root: &Path, arguments: &[&str]) -> Value {
    let run = ask_with(root, &[arguments, &["--json"]].concat());
    assert!(matches!(run.code, Some(0 | 1)), "{run:?}");
    serde_json::from_str(&run.out).unwrap()
}

/// Returns the subjects of the commits in an answer.
fn subjects(answer: &Value) -> Vec<&str> {
    let commits = answer["commits"].as_array().unwrap().iter();
    commits
        .map(|commit| commit["subject"].as_str().unwrap())
        .collect()
}

fn note(answer: &Value) -> &str {
    answer["history"]["note"].as_str().unwrap()
}

#[test]
fn commits_of_files_folders_symbols_and_the_repository() {
    let scene = Scene::new();
    let root = &scene.root();
    scene.commit_of(&["a.py", "b.py"], "one");
    scene.commit_of(&["a.py"], "two\n\nWhy.");
    // Moved and changed in one commit.
    fs::create_dir(root.join("lib")).unwrap();
    fs::rename(root.join("a.py"), root.join("lib/a.py")).unwrap();
    scene.commit_of(&["lib/a.py"], "three");
    scene.git(&["switch", "-q", "-c", "side", "HEAD~1"]);
    scene.commit_of(&["side.py"], "side");
    scene.git(&["switch", "-q", "main"]);
    scene.git(&["merge", "-q", "--no-ff", "-m", "merge", "side"]);
    scene.build();
    for (arguments, expected) in [
        (&["history", "lib/a.py"][..], &["three", "two", "one"][..]),
        (&["history", "b.py"], &["one"]),
        (&["history", "lib"], &["three", "two", "one"]),
        (&["history"], &["side", "three", "two", "one"]),
        (
            &["history", "--symbol", "lib/a.py::f"],
            &["three", "two", "one"],
        ),
        (&["history", "-n", "1"], &["side"]),
    ] {
        let answer = ask(root, arguments);
        assert_eq!(subjects(&answer), expected, "{arguments:?}");
    }
    let answer = ask(root, &["history", "lib/a.py"]);
    assert_eq!(answer["commit_count"], 3);
    assert_eq!(answer["author_count"], 1);
    assert_eq!(answer["commits"][0]["author"], "Ada");
    assert_eq!(answer["commits"][0]["date"], "2023-11-14");
    let head = scene.git(&["rev-parse", "--short=12", "HEAD~1"]);
    assert_eq!(answer["commits"][0]["id"], *head);
    assert_eq!(note(&answer), "all 4 commits, since 2023-11-14");
    // A page after the other gives the whole.
    let mut paged = Vec::new();
    let mut cursor = None::<String>;
    loop {
        let mut arguments = vec!["history", "-n", "1"];
        if let Some(cursor) = &cursor {
            arguments.extend(["--cursor", cursor]);
        }
        let answer = ask(root, &arguments);
        paged.extend(subjects(&answer).iter().map(ToString::to_string));
        cursor = answer["meta"]["next_cursor"].as_str().map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(paged, ["side", "three", "two", "one"]);
    // A file that is not committed has none, and nothing is found.
    scene.change("new.py");
    update(root);
    let run = ask_with(root, &["history", "new.py"]).code(1);
    assert!(
        run.out.contains("changed by no commit that was read"),
        "{run:?}"
    );
    ask_with(root, &["history", "nowhere.py"]).code(1);
    ask_with(root, &["history", "-n", "0"]).code(2);
}

#[test]
fn files_that_change_together() {
    let scene = Scene::new();
    let root = &scene.root();
    let many: Vec<String> = (0..31).map(|number| format!("many/{number}.py")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for number in 0..3 {
        scene.commit_of(
            &["a.py", "b.py", "notes.txt"],
            &format!("together {number}"),
        );
        scene.commit_of(&[&["a.py", "bulk.py"], &many[..]].concat(), "bulk");
        if number < 2 {
            scene.commit_of(&["a.py", "twice.py"], "twice");
        }
    }
    scene.build();
    let answer = ask(root, &["related", "a.py"]);
    let related = answer["related"].as_array().unwrap();
    let files: Vec<_> = related.iter().map(|file| &file["file"]).collect();
    assert_eq!(files, ["b.py", "notes.txt"], "{answer}");
    let reason = &related[0]["reasons"][0];
    assert_eq!(reason["relation"], "co_change");
    assert_eq!(reason["count"], 3);
    assert_eq!(reason["of"], 5);
    assert_eq!(related[1]["is_indexed"], false);
    let run = ask_with(root, &["related", "a.py"]).code(0);
    assert!(run.out.contains("3 of 5 commits change both"), "{run:?}");
}

#[test]
fn related_files_have_their_reasons() {
    let scene = Scene::new();
    let root = &scene.root();
    for (path, text) in [
        (
            "store.py",
            "class Store:\n    def load(self):\n        return 1\n",
        ),
        ("other.py", "def other():\n    return 2\n"),
        ("far.py", "def far():\n    return 3\n"),
        (
            "app.py",
            "from store import Store\n\ndef main():\n    return Store().load()\n",
        ),
        (
            "sub.py",
            "from store import Store\n\nclass Sub(Store):\n    def load(self):\n        return 4\n",
        ),
        (
            "tests/test_store.py",
            "from store import Store\nfrom other import other\n\ndef test_load():\n    assert Store().load() == other()\n",
        ),
    ] {
        scene.write(path, text);
    }
    scene.build();
    let answer = ask(root, &["related", "store.py"]);
    let related = answer["related"].as_array().unwrap();
    let reasons = |file: &str| -> Vec<&str> {
        let row = related.iter().find(|row| row["file"] == file);
        let reasons = row.map(|row| row["reasons"].as_array().unwrap());
        let mut names: Vec<&str> = reasons
            .into_iter()
            .flatten()
            .map(|reason| reason["relation"].as_str().unwrap())
            .collect();
        names.sort_unstable();
        names
    };
    for (file, expected) in [
        ("app.py", &["called_by", "imported_by"][..]),
        ("sub.py", &["imported_by", "inherited_by"]),
        ("other.py", &["shared_tests"]),
        ("tests/test_store.py", &["called_by", "imported_by"]),
    ] {
        let found = reasons(file);
        let has_all = expected.iter().all(|relation| found.contains(relation));
        assert!(has_all, "{file}: {found:?}");
    }
    assert!(reasons("far.py").is_empty() && reasons("store.py").is_empty());
    let back = ask(root, &["related", "app.py"]);
    assert_eq!(back["related"][0]["file"], "store.py", "{back}");
    let scores: Vec<f64> = related
        .iter()
        .filter_map(|row| row["score"].as_f64())
        .collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
}

#[test]
fn after_any_change_of_the_history_an_update_equals_a_full_build() {
    let scene = Scene::new();
    let root = &scene.root();
    for number in 0..4 {
        scene.commit_of(&["a.py", "b.py"], &format!("commit {number}"));
    }
    scene.build();
    let changes: &[&dyn Fn()] = &[
        // A file that is not committed, then that commit, then one of nothing.
        &|| scene.change("a.py"),
        &|| scene.commit("five"),
        &|| scene.commit("six"),
        &|| {
            scene.git(&["commit", "-q", "--amend", "--allow-empty", "-m", "6"]);
        },
        &|| scene.change("b.py"),
        &|| {
            scene.commit("seven");
            scene.commit_of(&["a.py", "c.py"], "eight");
        },
        &|| {
            scene.git(&["mv", "a.py", "d.py"]);
            scene.commit("nine");
        },
        &|| {
            scene.git(&["switch", "-q", "-c", "side", "HEAD~3"]);
            scene.commit_of(&["side.py"], "side");
        },
        &|| {
            scene.git(&["merge", "-q", "-m", "merge", "main"]);
        },
        &|| {
            scene.git(&["reset", "-q", "--hard", "main~4"]);
        },
        &|| {
            scene.git(&["checkout", "-q", "--detach", "main~2"]);
        },
        // No repository for a while.
        &|| fs::rename(root.join(".git"), scene.folder.path().join("git")).unwrap(),
        &|| fs::rename(scene.folder.path().join("git"), root.join(".git")).unwrap(),
    ];
    for change in changes {
        change();
        update(root);
        assert_same_answers(root, true);
    }
    assert_compacts_to_full_build(root);
}

#[test]
fn similar_commits_vote_for_the_files_that_they_change() {
    let scene = Scene::new();
    let root = &scene.root();
    for path in ["a.py", "b.py", "c.py"] {
        scene.write(path, "def send(part):\n    return part\n");
    }
    scene.commit("first");
    scene.build();
    // Files are asked in another order than that of their paths, by words that no code has.
    let first = |task: &str| {
        let answer = ask(root, &["context", task]);
        let path = &answer["context_bundle"]["files"][0]["path"];
        path.as_str().unwrap().to_owned()
    };
    assert_eq!(first("throttled parts are sent twice"), "a.py");
    scene.commit_of(&["other.py"], "Throttle what is received");
    scene.write("c.py", "def send(part):\n    return part  # 1\n");
    scene.commit("Throttle parts by host");
    scene.write("b.py", "def send(part):\n    return part  # 2\n");
    scene.commit("Resume after a timeout");
    update(root);
    for (task, path) in [
        ("throttled parts are sent twice", "c.py"),
        ("parts are lost at a timeout", "b.py"),
    ] {
        assert_eq!(first(task), path, "{task}");
    }
    assert_same_answers(root, true);
    // A commit that changes much says little about each file.
    let many: Vec<String> = (0..40).map(|number| format!("many/{number}.py")).collect();
    for path in &many {
        scene.change(path);
    }
    scene.write("a.py", "def send(part):\n    return part  # 3\n");
    scene.commit("Throttle everything");
    update(root);
    assert_eq!(first("throttled parts are sent twice"), "c.py");
}

#[test]
fn an_update_reads_only_commits_that_it_does_not_know() {
    let scene = Scene::new();
    let root = &scene.root();
    for number in 0..3 {
        scene.commit_of(&["a.py"], &format!("commit {number}"));
    }
    scene.build();
    // The first commit cannot be read any more.
    let first = scene.git(&["rev-list", "--max-parents=0", "HEAD"]);
    let (folder, file) = first.split_at(2);
    scene.commit_of(&["a.py"], "new");
    fs::remove_file(root.join(".git/objects").join(folder).join(file)).unwrap();
    update(root);
    let answer = ask(root, &["history", "a.py"]);
    assert_eq!(
        subjects(&answer),
        ["new", "commit 2", "commit 1", "commit 0"]
    );
    assert!(note(&answer).starts_with("all 4 commits"), "{answer}");
    // A build from scratch says what it lacks.
    scene.build();
    let answer = ask(root, &["history", "a.py"]);
    assert_eq!(subjects(&answer), ["new", "commit 2"], "{answer}");
    assert!(note(&answer).contains("missing"), "{answer}");
}

#[test]
fn what_was_missing_is_read_by_the_next_update() {
    let scene = Scene::new();
    let root = &scene.root();
    for number in 0..3 {
        scene.commit_of(&["a.py"], &format!("commit {number}"));
    }
    let objects = root.join(".git/objects");
    let id = scene.git(&["rev-parse", "HEAD~1^{tree}"]);
    let tree = objects.join(&id[..2]).join(&id[2..]);
    let away = scene.folder.path().join("away");
    fs::rename(&tree, &away).unwrap();
    scene.build();
    assert!(note(&ask(root, &["history"])).contains("missing"));
    let before = commit_point(root);
    update(root);
    assert_eq!(commit_point(root).inputs, before.inputs);
    fs::rename(&away, &tree).unwrap();
    update(root);
    let answer = ask(root, &["history"]);
    assert_eq!(subjects(&answer), ["commit 2", "commit 1", "commit 0"]);
    assert_same_answers(root, true);
}

#[test]
fn where_the_history_ends_is_said() {
    let scene = Scene::new();
    let root = &scene.root();
    let said = |root: &Path| note(&ask(root, &["history", "a.py"])).to_owned();
    scene.change("a.py");
    scene.build();
    assert!(said(root).contains("no git repository with a commit"));
    for number in 0..5 {
        scene.commit_of(&["a.py"], &format!("commit {number}"));
    }
    scene.build();
    assert_eq!(said(root), "all 5 commits, since 2023-11-14");
    // A shallow clone: what its last commit changed is not known.
    let shallow = &scene.folder.path().join("shallow");
    let url = format!("file://{}", root.display());
    scene.git(&[
        "clone",
        "-q",
        "--depth",
        "3",
        &url,
        shallow.to_str().unwrap(),
    ]);
    bombe_build(shallow, &["-q"]).code(0);
    let answer = ask(shallow, &["history", "a.py"]);
    assert_eq!(subjects(&answer), ["commit 4", "commit 3"], "{answer}");
    assert!(note(&answer).contains("shallow clone"), "{answer}");
    // The same commit with all of its history.
    scene.git_in(shallow, &["fetch", "-q", "--unshallow"]);
    update(shallow);
    assert_eq!(said(shallow), "all 5 commits, since 2023-11-14");
    // As deep as the settings say.
    let settings = |text: &str| {
        scene.write("bombe.toml", text);
        update(root);
    };
    settings("[history]\ndepth = 2\n");
    assert_eq!(said(root), "the last 2 commits, since 2023-11-14");
    settings("[history]\nenabled = false\n");
    assert!(said(root).contains("switched off"));
    assert_same_answers(root, false);
    settings("");
    assert_eq!(said(root), "all 5 commits, since 2023-11-14");
    scene.write("bombe.toml", "[history]\ndepth = 0\n");
    let run = bombe_build(root, &["update"]).code(2);
    assert!(run.err.contains("history.depth: 0"), "{run:?}");
    scene.write("bombe.toml", "");
    // An option of the build stays for updates.
    bombe_build(root, &["-q", "--no-history"]).code(0);
    assert!(said(root).contains("switched off"));
    scene.change("a.py");
    update(root);
    assert!(said(root).contains("switched off"));
    bombe_build(root, &["verify", "--tree"]).code(0);
    // A snapshot of an earlier version.
    let golden = workspace().join("tests/golden/v1/shop.bmb");
    let run = ask_with(root, &["-s", golden.to_str().unwrap(), "history"]).code(1);
    assert!(
        run.out.contains("`bombe build` writes a new one"),
        "{run:?}"
    );
}

#[test]
fn addresses_are_kept_only_if_asked_for() {
    let scene = Scene::new();
    let root = &scene.root();
    scene.commit_of(
        &["a.py"],
        "Fix for bob@example.com\n\nSee carol@example.net.\n\nCo-authored-by: D <d@example.net>",
    );
    scene.build();
    let bytes = fs::read(snapshot_of(root)).unwrap();
    let has = |bytes: &[u8], text: &str| {
        bytes
            .windows(text.len())
            .any(|window| window == text.as_bytes())
    };
    assert!(has(&bytes, "Ada") && has(&bytes, "bob@"));
    for address in ["example.org", "example.com", "example.net"] {
        assert!(!has(&bytes, address), "{address}");
    }
    scene.write("bombe.toml", "[history]\nemails = true\n");
    update(root);
    let answer = ask(root, &["history", "a.py"]);
    assert_eq!(answer["commits"][0]["author"], "Ada <ada@example.org>");
    assert_eq!(answer["commits"][0]["subject"], "Fix for bob@example.com");
}

#[test]
fn work_trees_clones_and_folders_of_a_repository_have_its_history() {
    let scene = Scene::new();
    let root = &scene.root();
    for number in 0..3 {
        scene.commit_of(&["lib/a.py", "b.py"], &format!("commit {number}"));
    }
    scene.git(&["gc", "-q"]);
    scene.commit_of(&["lib/a.py"], "loose");
    let beside = scene.folder.path().join("beside");
    scene.git(&[
        "worktree",
        "add",
        "-q",
        "-b",
        "new",
        beside.to_str().unwrap(),
    ]);
    let shared = scene.folder.path().join("shared");
    scene.git(&[
        "clone",
        "-q",
        "--shared",
        root.to_str().unwrap(),
        shared.to_str().unwrap(),
    ]);
    for tree in [root, &beside, &shared] {
        bombe_build(tree, &["-q"]).code(0);
        let answer = ask(tree, &["history", "lib/a.py"]);
        assert_eq!(
            subjects(&answer),
            ["loose", "commit 2", "commit 1", "commit 0"],
            "{}",
            tree.display()
        );
    }
    // A folder is indexed alone: paths are relative to it.
    let out = scene.folder.path().join("lib.bmb");
    let out = out.to_str().unwrap();
    bombe_build(&root.join("lib"), &[".", "-q", "-o", out]).code(0);
    let answer = ask(root, &["-s", out, "history"]);
    assert_eq!(answer["commit_count"], 4);
    assert_eq!(answer["files"][0]["file"], "a.py");
}

#[cfg(unix)]
mod hostile {
    use super::*;

    /// Returns the bytes of a loose object, stored without compression.
    fn loose(kind: &str, size: u64, content: &[u8]) -> Vec<u8> {
        let object = [format!("{kind} {size}\0").as_bytes(), content].concat();
        let (mut low, mut high) = (1u32, 0u32);
        for byte in &object {
            low = (low + u32::from(*byte)) % 65_521;
            high = (high + low) % 65_521;
        }
        let length = (object.len() as u16).to_le_bytes();
        let inverse = (!(object.len() as u16)).to_le_bytes();
        let sum = [high >> 8, high & 255, low >> 8, low & 255].map(|byte| byte as u8);
        [&[0x78, 0x01, 0x01][..], &length, &inverse, &object, &sum].concat()
    }

    fn put(objects: &Path, id: &str, bytes: &[u8]) {
        let path = objects.join(&id[..2]).join(&id[2..]);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let _ = fs::remove_file(&path);
        fs::write(path, bytes).unwrap();
    }

    fn pipe(path: &Path) {
        let _ = fs::remove_file(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    /// What is wrong with a repository, and what makes it so.
    type Case<'c> = (&'c str, &'c dyn Fn(&Scene));

    #[test]
    fn a_hostile_git_folder_ends_the_history_and_not_the_build() {
        let git = ".git/objects";
        let cases: &[Case] = &[
            ("pipes for packs", &|scene| {
                let packs = scene.root().join(git).join("pack");
                pipe(&packs.join("pack-1.idx"));
                fs::write(packs.join("pack-2.idx"), [0xff_u8; 2000]).unwrap();
                pipe(&packs.join("pack-2.pack"));
            }),
            ("a pipe for a tree", &|scene| {
                let id = scene.git(&["rev-parse", "HEAD~1^{tree}"]);
                pipe(&scene.root().join(git).join(&id[..2]).join(&id[2..]));
            }),
            ("a pipe for what is borrowed", &|scene| {
                pipe(&scene.root().join(git).join("info/alternates"));
            }),
            ("objects borrowed in a circle", &|scene| {
                let info = scene.root().join(git).join("info/alternates");
                let own = scene.root().join(git);
                let text = format!("{0}\n../objects\n{0}/../objects\n/dev\n/\n", own.display());
                fs::write(info, text).unwrap();
            }),
            ("a tree that contains itself", &|scene| {
                let id = scene.git(&["rev-parse", "HEAD^{tree}"]);
                let raw: Vec<u8> = (0..20)
                    .map(|at| u8::from_str_radix(&id[2 * at..2 * at + 2], 16).unwrap())
                    .collect();
                let content = [&b"40000 a\0"[..], &raw, b"40000 b\0", &raw].concat();
                let bytes = loose("tree", content.len() as u64, &content);
                put(&scene.root().join(git), &id, &bytes);
            }),
            ("a commit of 2^62 bytes", &|scene| {
                let id = scene.git(&["rev-parse", "HEAD~1"]);
                put(
                    &scene.root().join(git),
                    &id,
                    &loose("commit", 1 << 62, b"tree"),
                );
            }),
            ("a commit that follows itself", &|scene| {
                let id = scene.git(&["rev-parse", "HEAD~1"]);
                let tree = scene.git(&["rev-parse", "HEAD^{tree}"]);
                let person = "A <a@b> 1700000000 +0000";
                let text = format!(
                    "tree {tree}\nparent {id}\nauthor {person}\ncommitter {person}\n\nx\u{1b}[31m\n"
                );
                let bytes = loose("commit", text.len() as u64, text.as_bytes());
                put(&scene.root().join(git), &id, &bytes);
            }),
            ("other bytes", &|scene| {
                let ids = ["HEAD~1", "HEAD~2^{tree}"].map(|id| scene.git(&["rev-parse", id]));
                for id in ids {
                    put(&scene.root().join(git), &id, b"nothing");
                }
            }),
        ];
        for (what, arm) in cases {
            let scene = Scene::new();
            // The bounds grow with the depth.
            scene.write("bombe.toml", "[history]\ndepth = 20\n");
            for number in 0..4 {
                scene.commit_of(&["a.py", "lib/b.py"], &format!("commit {number}"));
            }
            arm(&scene);
            let root = &scene.root();
            // Git itself may refuse the repository, which then has no commit.
            let run = bombe_build(root, &["-q"]);
            assert_eq!(run.code, Some(0), "{what}: {run:?}");
            let run = ask_with(root, &["history"]);
            assert!(matches!(run.code, Some(0 | 1)), "{what}: {run:?}");
            assert!(!run.out.contains('\u{1b}'), "{what}: {run:?}");
            let run = bombe_build(root, &["update", "-q", "--no-compact"]);
            assert_eq!(run.code, Some(0), "{what}: {run:?}");
        }
    }
}
