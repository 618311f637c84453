//! Cache files that are truncated, altered, missing or outdated, and full disks: the last commit point stays valid, and the
//! next update yields the content of a full build.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bombe_facts::ScopeId;
use bombe_format::kind::Language;
use bombe_indexer::facts_cache::{self, Entry, EntryFacts, FactsCache};
use bombe_reader::view::View;

use crate::edits::{FILES, assert_same_content, full_build, git, open, snapshot_dir_file, update};
use crate::support::{bombe_build, folder, vouch_for_files};

/// The cache files. Losing one costs time, but no content.
const CACHE_FILES: &[&str] = &[
    "base-manifest",
    "commits",
    "dependencies",
    "dependencies.new",
    "facts",
    "facts.new",
    "git",
    "history",
    "overlay-cache",
];

/// Number of positions in each file at which it is truncated and altered.
const POSITIONS: usize = 7;

/// Returns a repository in one language, which builds fast.
fn small_repository() -> tempfile::TempDir {
    let files: Vec<_> = FILES
        .iter()
        .filter(|(path, _)| {
            [".go", ".mod", ".toml"]
                .iter()
                .any(|end| path.ends_with(end))
        })
        .copied()
        .collect();
    folder(&files)
}

/// The files below `.bombe/`, by relative path.
type Files = BTreeMap<String, Vec<u8>>;

fn files_of(root: &Path) -> Files {
    let mut files = Files::new();
    for name in ["", "snapshot.bmb.d/"] {
        for entry in fs::read_dir(root.join(".bombe").join(name)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = format!("{name}{}", path.file_name().unwrap().to_string_lossy());
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

fn restore(root: &Path, files: &Files) {
    fs::remove_dir_all(root.join(".bombe")).unwrap();
    fs::create_dir_all(root.join(".bombe/snapshot.bmb.d")).unwrap();
    for (name, bytes) in files {
        fs::write(root.join(".bombe").join(name), bytes).unwrap();
    }
}

/// Returns damaged states of a file: a description, and the bytes unless the file is missing. `older` holds earlier states
/// of the file.
fn faults(intact: &[u8], older: &[Vec<u8>]) -> Vec<(String, Option<Vec<u8>>)> {
    let mut faults = vec![("is gone".to_owned(), None)];
    let places = (0..POSITIONS).map(|place| place * (intact.len() - 1) / (POSITIONS - 1));
    for at in places {
        faults.push((format!("ends at {at}"), Some(intact[..at].to_vec())));
        let mut altered = intact.to_vec();
        altered[at] ^= 1 << (at % 8);
        faults.push((format!("is altered at {at}"), Some(altered)));
    }
    for (state, bytes) in older.iter().enumerate() {
        faults.push((format!("is of state {state}"), Some(bytes.clone())));
    }
    faults
}

/// Writes a file with a function that another file calls. `number` appears in its body only, and `definitions` are visible
/// to other files.
fn write_callee(root: &Path, number: u32, definitions: &str) {
    let text = format!("package p\n\nfunc G() int {{ return {number} }}\n{definitions}");
    fs::write(root.join("p/q.go"), text).unwrap();
}

/// Returns a full build of a tree.
#[track_caller]
fn built(root: &Path) -> View {
    let (_folder, path) = full_build(root);
    open(&path)
}

#[test]
fn torn_missing_or_outdated_cache_files_change_no_answer() {
    let root = small_repository();
    let root = root.path();
    for arguments in [
        &["init", "-q"][..],
        &["commit", "-q", "--allow-empty", "-m", "one"],
    ] {
        git(root, arguments);
    }
    let mut states = Vec::new();
    // Two bases, and of each two updates that change an interface.
    for number in 0..2 {
        write_callee(root, number, "");
        bombe_build(root, &["-q"]).code(0);
        states.push(files_of(root));
        for definitions in ["\nfunc H() {}\n", "\nfunc I() {}\n"] {
            write_callee(root, number, definitions);
            assert!(update(root).out.contains("overlay"));
            states.push(files_of(root));
        }
    }
    let last = states.pop().unwrap();
    let before = fs::read(root.join("p/q.go")).unwrap();
    write_callee(root, 7, "\nfunc I() {}\n");
    let same_interface = built(root);
    write_callee(root, 8, "\nfunc F2() {}\n");
    let other_interface = built(root);
    for name in CACHE_FILES {
        let path = snapshot_dir_file(root, name);
        let name = format!("snapshot.bmb.d/{name}");
        let intact = &last[&name];
        let mut older: Vec<_> = states.iter().filter_map(|state| state.get(&name)).collect();
        older.dedup();
        let older: Vec<Vec<u8>> = older
            .into_iter()
            .filter(|old| *old != intact)
            .cloned()
            .collect();
        for (fault, bytes) in faults(intact, &older) {
            fs::write(root.join("p/q.go"), &before).unwrap();
            restore(root, &last);
            match bytes {
                Some(bytes) => fs::write(&path, bytes).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            // Otherwise the update would use none of the files.
            vouch_for_files(root);
            let case = format!("{name} {fault}");
            write_callee(root, 7, "\nfunc I() {}\n");
            update(root);
            assert_same_content(root, &same_interface, &case);
            write_callee(root, 8, "\nfunc F2() {}\n");
            update(root);
            assert_same_content(root, &other_interface, &case);
        }
    }
}

#[test]
fn a_damaged_read_set_is_not_taken_for_an_empty_one() {
    let root = folder(&[
        ("bombe.toml", b"[update]\nmerge_share = 8.0\n"),
        (
            "p/Base.java",
            b"package p;\npublic class Base { public int run() { return 1; } }\n",
        ),
        (
            "p/Mid.java",
            b"package p;\npublic class Mid extends Base { }\n",
        ),
        ("p/B.java", b"package p;\npublic class B extends Base { }\n"),
        (
            "p/User.java",
            b"package p;\npublic class User { int use(B b) { return b.run(); } }\n",
        ),
        (
            "p/M.java",
            b"package p;\nclass M { int f() { return 1; } }\n",
        ),
        ("p/N.java", b"package p;\nclass N { }\n"),
        ("p/O.java", b"package p;\nclass O { }\n"),
    ]);
    let root = root.path();
    update(root);
    let edit = |path: &str, text: &str| {
        fs::write(root.join(path), text).unwrap();
        update(root).out
    };
    // The call is now resolved through another file, to the same target.
    let output = edit("p/B.java", "package p;\npublic class B extends Mid { }\n");
    assert!(output.contains("overlay of 1 files"), "{output}");
    // The end of the file holds the read sets.
    let cache = snapshot_dir_file(root, "dependencies.new");
    let mut bytes = fs::read(&cache).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&cache, bytes).unwrap();
    edit(
        "p/M.java",
        "package p;\nclass M { int f() { return 2; } }\n",
    );
    edit(
        "p/Mid.java",
        "package p;\npublic class Mid extends Base { public int run() { return 5; } }\n",
    );
    assert_same_content(root, &built(root), "");
}

#[cfg(unix)]
mod full_disk {
    use std::path::Path;
    use std::process::Command;

    use bombe_reader::snapshot::Snapshot;
    use bombe_reader::view::OpenOptions;

    use super::{assert_same_content, built, fs, small_repository, snapshot_dir_file, update};
    use crate::edits::{commit_point, exports, snapshot_of};
    use crate::merged_view::dump;
    use crate::support::{Run, program};

    /// A file-size limit, in units of `ulimit -f`, that no file here exceeds.
    const ENOUGH: u32 = 4096;

    /// Runs `bombe-build` with a limit on the size of files. A write beyond it is an error if `as_error`, and otherwise ends
    /// the process with a signal.
    fn limited(root: &Path, arguments: &[&str], units: u32, as_error: bool) -> Run {
        let trap = if as_error { "trap '' XFSZ; " } else { "" };
        // The signal must not leave a core dump.
        let script = format!("{trap}ulimit -c 0; ulimit -f {units}; exec \"$0\" \"$@\"");
        let output = Command::new("sh")
            .args(["-c", &script])
            .arg(program("bombe-build"))
            .args(arguments)
            .current_dir(root)
            .output()
            .unwrap();
        Run::from(output)
    }

    /// Returns the content of the current snapshot.
    #[track_caller]
    fn content(root: &Path) -> (String, [String; 7]) {
        let snapshot = Snapshot::open(&snapshot_of(root), OpenOptions::default()).unwrap();
        assert_eq!(snapshot.fault, None);
        snapshot.view.verify().unwrap();
        (dump(&snapshot.view).unwrap(), exports(&snapshot.view))
    }

    /// Runs a command on full disks, and searches for the smallest limit at which it succeeds. `edit` changes the tree before
    /// each run, so that the command has something to do. Returns the numbers of failed and of successful runs.
    fn on_full_disks(arguments: &[&str], edit: &dyn Fn(&Path, u32)) -> [u32; 2] {
        let root = small_repository();
        let root = root.path();
        update(root);
        let (mut too_little, mut enough) = (0, ENOUGH);
        let mut outcomes = [0, 0];
        let mut tiny = [0, 1, 2, 4].into_iter();
        while too_little + 1 < enough {
            let units = tiny.next().unwrap_or(u32::midpoint(too_little, enough));
            edit(root, outcomes[0] + outcomes[1]);
            let commit = commit_point(root);
            let before = content(root);
            let expected = built(root);
            for as_error in [false, true] {
                let run = limited(root, arguments, units, as_error);
                if run.code == Some(0) {
                    enough = enough.min(units);
                    break;
                }
                too_little = too_little.max(units);
                if as_error {
                    let run = run.code(2);
                    assert!(run.err.contains("snapshot.bmb"), "{units}: {}", run.err);
                    assert!(run.err.contains("too large"), "{units}: {}", run.err);
                } else {
                    assert_eq!(run.code, None, "{units}: {}", run.err);
                }
                assert_eq!(commit_point(root), commit, "{units}");
                assert!(
                    content(root) == before,
                    "{units}: {arguments:?} failed, but changed the snapshot"
                );
            }
            outcomes[usize::from(too_little < units)] += 1;
            update(root);
            assert_same_content(root, &expected, &format!("{units} units"));
        }
        outcomes
    }

    /// Changes the interface of a file.
    fn edit(root: &Path, number: u32) {
        let functions: String = (0..40)
            .map(|at| format!("func G{number}_{at}() int {{ return G() }}\n"))
            .collect();
        let text = format!("package p\n\nfunc G() int {{ return {number} }}\n{functions}");
        fs::write(root.join("p/q.go"), text).unwrap();
    }

    #[track_caller]
    fn assert_both(outcomes: [u32; 2]) {
        let [failed, done] = outcomes;
        assert!(failed > 4 && done > 2, "{failed} failed, {done} succeeded");
    }

    #[test]
    fn a_failed_update_on_a_full_disk_keeps_the_commit_point() {
        assert_both(on_full_disks(&["update", "--no-compact"], &edit));
    }

    #[test]
    fn a_failed_update_with_a_new_base_on_a_full_disk_keeps_the_commit_point() {
        let without_manifest = |root: &Path, number| {
            edit(root, number);
            fs::remove_file(snapshot_dir_file(root, "base-manifest")).unwrap();
        };
        assert_both(on_full_disks(
            &["update", "--no-compact"],
            &without_manifest,
        ));
    }

    #[test]
    fn a_failed_compaction_on_a_full_disk_keeps_the_commit_point() {
        let overlay = |root: &Path, number| {
            edit(root, number);
            update(root);
        };
        assert_both(on_full_disks(&["compact"], &overlay));
    }
}

#[test]
fn forged_facts_of_a_changed_file_do_not_end_the_update() {
    let root = small_repository();
    let root = root.path();
    update(root);
    let path = snapshot_dir_file(root, "facts");
    let before = FactsCache::open(&path);
    let row = before.find("p/q.go").unwrap();
    let mut facts = before.facts(row).unwrap();
    for binding in &mut facts.bindings {
        binding.scope = ScopeId(1 << 20);
    }
    let forged = facts_cache::pack(&facts).unwrap();
    let rows = (0..).map_while(|position| Some((position, before.row(position)?)));
    let entries: Vec<Entry> = rows
        .map(|(position, row)| Entry {
            path: before.path(row),
            language: (Language::ALL.iter().copied())
                .find(|language| row.is_of(*language))
                .unwrap(),
            stamp: row.stamp,
            hash: row.hash,
            size: row.size,
            generated: row.generated,
            interface: row.interface,
            facts: match (row.skipped(), before.path(row)) {
                (Some(reason), _) => EntryFacts::Skipped(reason),
                (None, "p/q.go") => EntryFacts::Packed(&forged),
                (None, _) => EntryFacts::Cached(position),
            },
        })
        .collect();
    facts_cache::write(&path, before.inputs(), &entries, &before, true).unwrap();
    vouch_for_files(root);
    let text = fs::read_to_string(root.join("p/q.go")).unwrap();
    fs::write(root.join("p/q.go"), format!("// Text.\n{text}")).unwrap();
    assert!(update(root).out.contains("1 files parsed, overlay of 1 "));
    let (_folder, full) = full_build(root);
    assert_same_content(root, &open(&full), "");
}
