//! Overlays: when an update writes one instead of a new base, what is in it, and how long it stays.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bombe_format::commit::{CommitPoint, overlay_name};
use bombe_format::section::Section;
use bombe_indexer::overlay::overlay_paths;

use crate::edits::{
    FILES, assert_compacts_to_full_build, assert_equals_full_build, commit_point, committed,
    full_build, git, has_own_ranks, open, snapshot_dir_file, snapshot_of, update,
};
use crate::support::{bombe_build, folder, vouch_for_files};

/// Returns the path of the current overlay.
#[track_caller]
fn overlay(root: &Path) -> PathBuf {
    let identity = commit_point(root).overlay.expect("there is an overlay");
    snapshot_dir_file(root, &overlay_name(&identity))
}

/// Sets the modification time of a file back.
fn age(path: &Path, minutes: u64) {
    let then = SystemTime::now() - Duration::from_mins(minutes);
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(then).unwrap();
    let root = path.ancestors().nth(3).expect("an overlay of a repository");
    vouch_for_files(root);
}

#[test]
fn an_update_writes_an_overlay_and_leaves_the_base_alone() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    let base = fs::read(snapshot_of(root)).unwrap();
    assert_eq!(commit_point(root).overlay, None);
    // The callee moves within its file. Its callers do not change.
    fs::write(
        root.join("p/q.go"),
        "package p\n\nvar V = 1\n\nfunc G() int { return V }\n",
    )
    .unwrap();
    let output = update(root).out;
    assert!(
        output.contains("overlay of 1 files over 1 of the base"),
        "{output}"
    );
    assert!(base == fs::read(snapshot_of(root)).unwrap());
    assert_equals_full_build(root);
    assert!(update(root).out.contains("up to date"));
    // The callee is removed. Its callers change.
    fs::write(root.join("p/q.go"), "package p\n").unwrap();
    let output = update(root).out;
    assert!(
        output.contains("overlay of 2 files over 2 of the base"),
        "{output}"
    );
    assert_equals_full_build(root);
    fs::remove_file(root.join("p/q.go")).unwrap();
    fs::write(
        root.join("p/a.go"),
        "package p\n\nfunc G() int { return 2 }\n",
    )
    .unwrap();
    let output = update(root).out;
    assert!(
        output.contains("overlay of 2 files over 2 of the base"),
        "{output}"
    );
    assert_equals_full_build(root);
    assert!(base == fs::read(snapshot_of(root)).unwrap());
    bombe_build(root, &["verify"]).code(0);
    let info = bombe_build(root, &["info"]).code(0).out;
    assert!(info.contains("overlay_mask"), "{info}");
    assert_compacts_to_full_build(root);
    assert!(base != fs::read(snapshot_of(root)).unwrap());
    assert!(
        bombe_build(root, &["compact"])
            .code(0)
            .out
            .contains("up to date")
    );
}

#[test]
fn an_overlay_lists_skipped_files_only_if_the_base_lists_others() {
    let root = folder(&[
        ("bombe.toml", b"[update]\nmerge_share = 8.0\n"),
        ("a.go", b"package p\n\nfunc F() int { return 1 }\n"),
        ("a.bin", b"\x00"),
    ]);
    let root = root.path();
    update(root);
    let lists_skipped = |expected: bool| {
        let current = open(&snapshot_of(root));
        let overlay = current.overlay().unwrap().toc();
        assert_eq!(overlay.entry(Section::Skipped).is_some(), expected);
        assert_equals_full_build(root);
    };
    fs::write(
        root.join("a.go"),
        "package p\n\nfunc F() int { return 2 }\n",
    )
    .unwrap();
    update(root);
    lists_skipped(false);
    fs::write(root.join("b.bin"), b"\x00").unwrap();
    update(root);
    lists_skipped(true);
    fs::remove_file(root.join("b.bin")).unwrap();
    update(root);
    lists_skipped(false);
    fs::write(root.join("a.bin"), b"\x00\x00").unwrap();
    update(root);
    lists_skipped(true);
    // The overlay states that no file is skipped, because the base lists one.
    fs::remove_file(root.join("a.bin")).unwrap();
    update(root);
    lists_skipped(true);
}

#[test]
fn a_parent_in_an_unchanged_file_is_found() {
    let root = folder(&[
        ("bombe.toml", b"[update]\nmerge_share = 8.0\n"),
        ("a.go", b"package p\n\ntype T struct{}\n\nfunc (T) A() {}\n"),
        ("b.go", b"package p\n\nfunc (t T) B() { t.A() }\n"),
        ("c.go", b"package p\n\nfunc (t T) C() { t.B() }\n"),
    ]);
    let root = root.path();
    update(root);
    fs::write(
        root.join("b.go"),
        "package p\n\nfunc (t T) B() { t.A(); t.C() }\n",
    )
    .unwrap();
    assert!(update(root).out.contains("overlay of 1 files over 1"));
    assert_equals_full_build(root);
    // The other way round: an unchanged file has its parent in a changed one.
    fs::write(
        root.join("a.go"),
        "package p\n\nfunc F() {}\n\ntype T struct{}\n\nfunc (T) A() {}\n",
    )
    .unwrap();
    assert!(update(root).out.contains("overlay of 2 files over 2"));
    assert_equals_full_build(root);
    assert_compacts_to_full_build(root);
}

#[test]
fn a_tree_restored_to_its_base_needs_no_overlay() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    let before = commit_point(root);
    let text = fs::read(root.join("web/b.ts")).unwrap();
    fs::write(root.join("web/b.ts"), "export const b = 1;\n").unwrap();
    update(root);
    assert!(overlay(root).is_file());
    fs::write(root.join("web/b.ts"), text).unwrap();
    assert!(update(root).out.contains("as in the base again"));
    let CommitPoint { scanned, .. } = commit_point(root);
    assert_eq!(commit_point(root), CommitPoint { scanned, ..before });
    assert_equals_full_build(root);
}

#[test]
fn a_commit_alone_is_an_overlay_without_files() {
    let root = committed();
    let root = root.path();
    git(root, &["commit", "-q", "--allow-empty", "-m", "two"]);
    assert!(update(root).out.contains("overlay of 0 files over 0"));
    assert_equals_full_build(root);
    assert_compacts_to_full_build(root);
}

#[test]
fn a_missing_or_torn_overlay_is_written_again() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    fs::write(root.join("web/b.ts"), "export const b = 1;\n").unwrap();
    update(root);
    let path = overlay(root);
    let intact = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    bombe_build(root, &["verify"]).code(2);
    assert!(
        update(root)
            .out
            .contains("0 files parsed, only 0 resolved, overlay of ")
    );
    assert!(intact == fs::read(&path).unwrap());
    fs::write(&path, &intact[..intact.len() / 2]).unwrap();
    fs::remove_file(snapshot_dir_file(root, "overlay-cache")).unwrap();
    bombe_build(root, &["verify"]).code(3);
    assert!(update(root).out.contains("0 files parsed, overlay of "));
    assert!(intact == fs::read(&path).unwrap());
    assert_equals_full_build(root);
}

#[test]
fn without_a_valid_base_manifest_a_new_base_is_built() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    let manifest = snapshot_dir_file(root, "base-manifest");
    let first = fs::read(&manifest).unwrap();
    let edit = |text: &str| fs::write(root.join("web/b.ts"), text).unwrap();
    edit("export const b = 1;\n");
    fs::write(&manifest, &first[..first.len() - 1]).unwrap();
    update(root);
    assert_eq!(commit_point(root).overlay, None);
    assert_equals_full_build(root);
    // The manifest of another base.
    fs::write(&manifest, &first).unwrap();
    edit("export const b = 2;\n");
    update(root);
    assert_eq!(commit_point(root).overlay, None);
    assert_equals_full_build(root);
    edit("export const b = 3;\n");
    update(root);
    assert!(overlay(root).is_file());
}

#[test]
fn a_re_resolved_file_that_equals_the_base_leaves_the_overlay() {
    let root = folder(FILES);
    let root = root.path();
    let (p, q) = ("package p\n\nfunc F() int { return G() }\n", "return 1");
    update(root);
    fs::write(root.join("p/p.go"), p.replace("G()", "G() + 1")).unwrap();
    assert!(
        update(root)
            .out
            .contains("only 1 resolved, overlay of 1 files over 1 ")
    );
    fs::write(root.join("p/p.go"), p).unwrap();
    let text = fs::read_to_string(root.join("p/q.go")).unwrap();
    fs::write(root.join("p/q.go"), text.replace(q, "return 2")).unwrap();
    let out = update(root).out;
    assert!(
        out.contains("only 2 resolved, overlay of 1 files over 1 "),
        "{out}"
    );
    assert_eq!(overlay_paths(&overlay(root)).unwrap(), ["p/q.go"]);
    assert_equals_full_build(root);
}

#[test]
fn unchanged_files_of_the_overlay_are_not_re_resolved() {
    let root = folder(&[
        ("bombe.toml", b"[update]\nmerge_share = 8.0\n"),
        (
            "a.py",
            b"import b\n\ndef f() -> int:\n    return b.g() + b.h()\n",
        ),
        (
            "b.py",
            b"def g() -> int:\n    return 1\n\ndef h() -> int:\n    return 1\n",
        ),
        ("c.py", b"import a\n\ndef k() -> int:\n    return a.f()\n"),
        ("d.py", b"import c\n\nc.k()\n"),
    ]);
    let root = root.path();
    let update_reports = |expected: &str| {
        let output = update(root).out;
        assert!(output.contains(expected), "{expected}: {output}");
        assert_equals_full_build(root);
    };
    let edit = |path: &str, from: &str, to: &str| {
        let text = fs::read_to_string(root.join(path)).unwrap();
        assert!(text.contains(from), "{path}: {text}");
        fs::write(root.join(path), text.replace(from, to)).unwrap();
    };
    update(root);
    edit("a.py", "b.g() + b.h()", "b.h() + b.g()");
    update_reports("only 1 resolved, overlay of 1 files");
    edit("d.py", "c.k()", "c.k()\nc.k()");
    update_reports("only 1 resolved, overlay of 2 files");
    // The callees move within their file, which joins the overlay.
    edit(
        "b.py",
        "    return 1\n\ndef",
        "    return 2 + len(\"1\")\n\ndef",
    );
    update_reports("only 1 resolved, overlay of 3 files");
    edit("c.py", "a.f()", "a.f() + 1");
    update_reports("only 1 resolved, overlay of 4 files");
    // A new or deleted file renumbers all others.
    fs::write(root.join("aa.py"), "X = 1\n").unwrap();
    update_reports("only 1 resolved, overlay of 5 files");
    fs::remove_file(root.join("aa.py")).unwrap();
    update_reports("only 0 resolved, overlay of 4 files");
    // A changed interface re-resolves the files that read it.
    edit("b.py", "def h() -> int", "def h2() -> int");
    update_reports("only 2 resolved, overlay of 4 files");
    edit("b.py", "def h2() -> int", "def h() -> int");
    update_reports("only 2 resolved, overlay of 4 files");
    // A file restored to its base leaves the overlay.
    edit(
        "b.py",
        "    return 2 + len(\"1\")\n\ndef",
        "    return 1\n\ndef",
    );
    update_reports("only 1 resolved, overlay of 3 files");
    // A cache that is torn, or belongs to another overlay, is ignored.
    let cache = snapshot_dir_file(root, "overlay-cache");
    let other = fs::read(&cache).unwrap();
    fs::write(&cache, &other[..other.len() - 1]).unwrap();
    edit("b.py", "return 1", "return 3");
    update_reports("only 4 resolved, overlay of 4 files");
    fs::write(&cache, &other).unwrap();
    edit("b.py", "return 3", "return 4");
    update_reports("only 4 resolved, overlay of 4 files");
    edit("b.py", "return 4", "return 5");
    update_reports("only 1 resolved, overlay of 4 files");
}

#[test]
fn a_new_method_concerns_calls_by_its_name_alone_and_no_import_of_a_package_of_that_name() {
    let class = "class C:\n    def other(self): pass\n";
    let with_core = "class C:\n    def other(self): pass\n    def core(self): pass\n";
    let renamed = "class C:\n    def another(self): pass\n";
    let root = folder(&[
        ("bombe.toml", b"[update]\nmerge_share = 8.0\n"),
        ("calls.py", b"def f(x):\n    return x.core()\n"),
        ("imports.py", b"import core\n\ncore.start()\n"),
        ("c.py", class.as_bytes()),
        ("d.py", class.as_bytes()),
        ("e.py", class.as_bytes()),
    ]);
    let root = root.path();
    update(root);
    for (path, text, resolved, state) in [
        ("c.py", with_core, 2, "the call leads to the only method"),
        ("d.py", with_core, 2, "there are two: it leads nowhere"),
        ("e.py", with_core, 1, "a third one changes nothing"),
        ("c.py", class, 1, "two are left"),
        ("d.py", class, 2, "the call leads to the only method"),
        ("e.py", renamed, 2, "there is none"),
    ] {
        fs::write(root.join(path), text).unwrap();
        let out = update(root).out;
        let expected = format!("only {resolved} resolved");
        assert!(out.contains(&expected), "{path}, {state}: {out}");
        assert_equals_full_build(root);
    }
    // A moved one is another one.
    fs::write(root.join("c.py"), with_core).unwrap();
    update(root);
    fs::write(root.join("c.py"), class).unwrap();
    fs::write(root.join("d.py"), with_core).unwrap();
    assert!(update(root).out.contains("only 3 resolved"));
    assert_equals_full_build(root);
    fs::remove_file(root.join("d.py")).unwrap();
    assert!(update(root).out.contains("only 1 resolved"));
    assert_equals_full_build(root);
}

#[test]
fn ranks_are_computed_again_only_if_links_change() {
    let root = folder(FILES);
    let root = root.path();
    let edit = |path: &str, from: &str, to: &str| {
        let text = fs::read_to_string(root.join(path)).unwrap();
        fs::write(root.join(path), text.replace(from, to)).unwrap();
        let out = update(root).out;
        assert!(out.contains("only "), "{out}");
        assert_equals_full_build(root);
        // An overlay with the links of the base has no ranks of its own.
        let links = commit_point(root).links;
        assert_eq!(has_own_ranks(root), links.is_some());
        links
    };
    update(root);
    assert_eq!(edit("p/p.go", "G()", "G() + 1"), None);
    let one_less = edit("p/p.go", "G() + 1", "1");
    assert!(one_less.is_some());
    // A file whose links do not change still joins the overlay.
    assert_eq!(edit("p/q.go", "return 1", "return 2"), one_less);
    assert_eq!(edit("main.go", "p.F()", "p.F(); p.F()"), one_less);
    let two_more = edit("p/q.go", "return 2", "return F()");
    assert!(two_more.is_some() && two_more != one_less);
    assert_eq!(edit("p/q.go", "return F()", "return 3"), one_less);
    assert_eq!(edit("p/p.go", "return 1", "return G()"), None);
    // If the links of the base cannot be read, all files are resolved.
    let manifest = snapshot_dir_file(root, "base-manifest");
    let mut bytes = fs::read(&manifest).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&manifest, bytes).unwrap();
    vouch_for_files(root);
    fs::write(
        root.join("p/p.go"),
        "package p\n\nfunc F() int { return 1 }\n",
    )
    .unwrap();
    let out = update(root).out;
    assert!(
        out.contains("overlay of ") && !out.contains("only "),
        "{out}"
    );
    assert_equals_full_build(root);
    assert_eq!(commit_point(root).links, one_less);
    assert_eq!(edit("main.go", "; p.F()", ""), one_less);
}

#[test]
fn unreferenced_overlays_stay_for_ten_minutes() {
    let root = folder(FILES);
    let root = root.path();
    let edit = |text: &str| {
        fs::write(root.join("web/b.ts"), text).unwrap();
        update(root);
    };
    update(root);
    edit("export const b = 1;\n");
    let first = overlay(root);
    // Its ten minutes begin when another overlay replaces it.
    age(&first, 60);
    edit("export const b = 2;\n");
    let second = overlay(root);
    assert!(first.is_file());
    age(&first, 9);
    age(&second, 60);
    update(root);
    assert!(first.is_file() && second.is_file());
    age(&first, 11);
    update(root);
    assert!(!first.is_file() && second.is_file());
    bombe_build(root, &["compact"]).code(0);
    assert!(second.is_file());
    age(&second, 11);
    bombe_build(root, &["compact"]).code(0);
    assert!(!second.is_file());
}

#[test]
fn a_grown_overlay_is_compacted_and_one_too_large_is_not_written() {
    let root = folder(FILES);
    let root = root.path();
    let edit = |number: u32| {
        let text = format!("export function b() {{ return {number}; }}\n");
        fs::write(root.join("web/b.ts"), text).unwrap();
    };
    let share = |share: f64| {
        let text = format!("[update]\nmerge_share = {share}\n");
        fs::write(root.join("bombe.toml"), text).unwrap();
    };
    update(root);
    // The edited file holds a twentieth of all bytes.
    share(0.01);
    edit(2);
    update(root);
    assert_eq!(commit_point(root).overlay, None);
    assert_equals_full_build(root);
    share(0.04);
    edit(3);
    update(root);
    assert!(overlay(root).is_file());
    edit(4);
    bombe_build(root, &["update"]).code(0);
    let start = Instant::now();
    while commit_point(root).overlay.is_some() {
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "nothing compacts the overlay"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    // The compaction still has to finish its log.
    bombe_build(root, &["update", "--wait"]).code(0);
    assert_equals_full_build(root);
    let log = fs::read_to_string(root.join(".bombe/hook.log")).unwrap();
    assert!(log.contains("0 files parsed"), "{log}");
}

#[test]
#[cfg(unix)]
fn worktrees_share_the_base_of_the_main_tree() {
    use std::os::unix::fs::MetadataExt;

    let inode = |path: &Path| fs::metadata(path).unwrap().ino();
    let root = committed();
    let root = root.path();
    let other = tempfile::tempdir().unwrap();
    let base = fs::read(snapshot_of(root)).unwrap();
    let manifest = fs::read(snapshot_dir_file(root, "base-manifest")).unwrap();
    let trees: Vec<PathBuf> = (0..3)
        .map(|tree| {
            let path = other.path().join(format!("tree{tree}"));
            git(root, &["worktree", "add", "-q", path.to_str().unwrap()]);
            fs::write(
                path.join("web/b.ts"),
                format!("export function b() {{ return 1{tree}; }}\n"),
            )
            .unwrap();
            assert!(update(&path).out.contains("overlay of 1 files over 1"));
            path
        })
        .collect();
    for tree in &trees {
        assert_eq!(inode(&snapshot_of(tree)), inode(&snapshot_of(root)));
        assert_eq!(
            inode(&snapshot_dir_file(tree, "base-manifest")),
            inode(&snapshot_dir_file(root, "base-manifest"))
        );
        assert_equals_full_build(tree);
        assert!(update(tree).out.contains("up to date"));
    }
    // A new base in one tree changes no other tree.
    fs::write(root.join("web/b.ts"), "export const b = 1;\n").unwrap();
    update(root);
    assert_compacts_to_full_build(root);
    assert_compacts_to_full_build(&trees[0]);
    assert!(base == fs::read(snapshot_of(&trees[1])).unwrap());
    assert_equals_full_build(&trees[1]);
    assert_eq!(
        inode(&snapshot_of(&trees[1])),
        inode(&snapshot_of(&trees[2]))
    );
    // A worktree with too many differences writes its own base. It replaces the linked one in that tree only.
    fs::remove_dir_all(trees[2].join(".bombe")).unwrap();
    fs::write(trees[2].join("bombe.toml"), "[update]\nmerge_share = 0.0\n").unwrap();
    let (main, main_manifest) = (
        fs::read(snapshot_of(root)).unwrap(),
        fs::read(snapshot_dir_file(root, "base-manifest")).unwrap(),
    );
    update(&trees[2]);
    assert_eq!(commit_point(&trees[2]).overlay, None);
    assert_equals_full_build(&trees[2]);
    assert!(main == fs::read(snapshot_of(root)).unwrap());
    assert!(main_manifest == fs::read(snapshot_dir_file(root, "base-manifest")).unwrap());
    assert!(base == fs::read(snapshot_of(&trees[1])).unwrap());
    assert!(manifest == fs::read(snapshot_dir_file(&trees[1], "base-manifest")).unwrap());
    for tree in &trees {
        let left = fs::read_dir(tree.join(".bombe")).unwrap().flatten();
        let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
        assert!(
            !left
                .iter()
                .any(|name| name.to_string_lossy().ends_with(".tmp")),
            "{left:?}"
        );
    }
}

#[test]
fn a_snapshot_renamed_over_the_base_is_current_without_the_overlay() {
    let root = folder(FILES);
    let root = root.path();
    update(root);
    fs::write(root.join("web/b.ts"), "export const b = 1;\n").unwrap();
    update(root);
    // The state after a writer was killed between renaming the snapshot and writing the commit point.
    let (_folder, new) = full_build(root);
    fs::rename(new, snapshot_of(root)).unwrap();
    assert_equals_full_build(root);
    update(root);
    assert_eq!(commit_point(root).overlay, None);
    assert_equals_full_build(root);
}
