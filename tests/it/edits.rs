//! A tree that is edited, and what must hold after each update: everything is as if built from scratch.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bombe_format::check;
use bombe_format::column::lengths::LengthLayout;
use bombe_format::column::rows::SkippedLayout;
use bombe_format::column::symbols::RankLayout;
use bombe_format::commit::{CURRENT, CommitPoint};
use bombe_format::ids::StringId;
use bombe_format::section::Section;
use bombe_indexer::export::{What, jsonl};
use bombe_indexer::loaded::{Loaded, Segment, Texts};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{Run, bombe_build, folder};

/// Sources of three languages in which one file sees another.
pub(crate) const FILES: &[(&str, &[u8])] = &[
    // However much differs lies over the base.
    ("bombe.toml", b"[update]\nmerge_share = 8.0\n"),
    ("app/__init__.py", b"from .core import Base\n"),
    (
        "app/core.py",
        b"class Base:\n    def run(self):\n        return self.step()\n\n    def step(self):\n        return 1\n",
    ),
    (
        "app/main.py",
        b"from app import Base\n\n\nclass Sub(Base):\n    def step(self):\n        return 2\n\n\ndef main():\n    Sub().run()\n",
    ),
    ("go.mod", b"module example.org/m\n\ngo 1.22\n"),
    ("p/p.go", b"package p\n\nfunc F() int { return G() }\n"),
    ("p/q.go", b"package p\n\nfunc G() int { return 1 }\n"),
    ("main.go", b"package main\n\nimport \"example.org/m/p\"\n\nfunc main() { p.F() }\n"),
    ("web/a.ts", b"import { b } from './b';\nexport function a() { return b(); }\n"),
    ("web/b.ts", b"export function b() { return 1; }\n"),
    ("README.md", b"# Title\n\nText.\n"),
    ("data.py", b"\0\0"),
];

/// The snapshot of a repository.
pub(crate) fn snapshot_of(root: &Path) -> PathBuf {
    root.join(".bombe/snapshot.bmb")
}

/// A file in the folder beside the snapshot of a repository.
pub(crate) fn beside(root: &Path, name: &str) -> PathBuf {
    root.join(".bombe/snapshot.bmb.d").join(name)
}

/// The commit point of a repository.
#[track_caller]
pub(crate) fn current(root: &Path) -> CommitPoint {
    CommitPoint::parse(&fs::read_to_string(beside(root, CURRENT)).unwrap()).unwrap()
}

/// A snapshot of the present state of a tree, built from scratch elsewhere.
#[track_caller]
pub(crate) fn scratch(root: &Path) -> (tempfile::TempDir, PathBuf) {
    let other = tempfile::tempdir().unwrap();
    let path = other.path().join("scratch.bmb");
    bombe_build(root, &["-q", "-o", path.to_str().unwrap()]).code(0);
    (other, path)
}

/// Fails unless what is current of `root`, with an overlay or without, says what a build from scratch says; a base alone
/// has its very bytes.
#[track_caller]
pub(crate) fn assert_as_from_scratch(root: &Path) {
    let (_folder, scratch) = scratch(root);
    assert_says_what(root, &Loaded::read(&scratch).unwrap(), "");
}

/// The same, with what was built from scratch; `when` is said where it fails.
#[track_caller]
pub(crate) fn assert_says_what(root: &Path, scratch: &Loaded, when: &str) {
    let current = Loaded::read(&snapshot_of(root)).unwrap();
    for segment in current.segments() {
        check::deep(segment.bytes()).unwrap();
    }
    for (updated, built) in exports(&current).iter().zip(&exports(scratch)) {
        assert_eq!(updated, built, "{when}");
    }
    assert!(ranks(&current) == ranks(scratch), "ranks {when}");
    let (top, scratch) = (current.top(), scratch.base());
    let meta = |segment: &Segment| segment.section(Section::Meta).unwrap().to_vec();
    assert!(meta(top) == meta(scratch), "meta {when}");
    assert_eq!(groups(top), groups(scratch), "{when}");
    assert_eq!(skipped(current.skipping()), skipped(scratch), "{when}");
    if current.overlay().is_none() {
        assert!(
            top.bytes() == scratch.bytes(),
            "the updated snapshot differs from one made from scratch {when}"
        );
    }
}

/// The ranks of all symbols: those of the base, where the overlay has no rows.
fn ranks(loaded: &Loaded) -> &[u8] {
    let segment = match loaded.overlay() {
        Some(overlay) if has_ranks(overlay) => overlay,
        _ => loaded.base(),
    };
    segment.section(Section::Ranks).unwrap()
}

fn has_ranks(segment: &Segment) -> bool {
    let ranks = segment.section(Section::Ranks).unwrap();
    !RankLayout::open(ranks).unwrap().rank.is_empty()
}

/// True if an overlay of `root` holds ranks of its own.
pub(crate) fn has_own_ranks(root: &Path) -> bool {
    let current = Loaded::read(&snapshot_of(root)).unwrap();
    current.overlay().is_some_and(has_ranks)
}

/// All that is exported of a snapshot.
pub(crate) fn exports(loaded: &Loaded) -> [String; 5] {
    [
        What::Calls,
        What::Defs,
        What::Inherits,
        What::Imports,
        What::Unresolved,
    ]
    .map(|what| {
        let mut lines = Vec::new();
        jsonl(loaded, what, &mut lines).unwrap();
        String::from_utf8(lines).unwrap()
    })
}

/// Fails unless base and overlay of `root`, merged, are the bytes that a build from scratch makes.
#[track_caller]
pub(crate) fn assert_merges_as_from_scratch(root: &Path) {
    bombe_build(root, &["merge"]).code(0);
    assert_eq!(current(root).overlay, None);
    assert_as_from_scratch(root);
}

/// Numbers of symbols and sums of lengths by group.
fn groups(segment: &Segment) -> (Vec<u64>, Vec<u64>) {
    let bytes = segment.section(Section::Lengths).unwrap();
    let layout = LengthLayout::open(bytes).unwrap();
    let symbols = layout.group_symbols.iter(bytes).collect();
    (symbols, layout.group_lengths.iter(bytes).collect())
}

/// What was left out: path, number of the reason, size.
fn skipped(segment: &Segment) -> Vec<(String, u8, u64)> {
    let bytes = segment.section(Section::Skipped).unwrap();
    let layout = SkippedLayout::open(bytes).unwrap();
    let texts = Texts::open(segment).unwrap();
    let row = |row| {
        let path = texts.get(StringId(layout.path.at_row(bytes, row))).unwrap();
        let reason = layout.reason.at_row(bytes, row);
        (path.to_owned(), reason, layout.size.at_row(bytes, row))
    };
    (0..layout.path.len()).map(row).collect()
}

/// Brings the snapshot of `root` up to date; no merge is started behind the test's back.
#[track_caller]
pub(crate) fn update(root: &Path) -> Run {
    bombe_build(root, &["update", "--no-merge"]).code(0)
}

#[track_caller]
pub(crate) fn git(root: &Path, arguments: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=n", "-c", "user.email=e@example.org"])
        .args(arguments)
        .current_dir(root)
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// A repository with one commit and a snapshot.
pub(crate) fn committed() -> tempfile::TempDir {
    let root = folder(FILES);
    git(root.path(), &["init", "-q"]);
    git(root.path(), &["add", "."]);
    git(root.path(), &["commit", "-q", "-m", "one"]);
    update(root.path());
    root
}

/// A change to a tree.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    Write(&'static str, &'static str),
    Delete(&'static str),
    Rename(&'static str, &'static str),
}

/// Files that edits are about.
pub(crate) const PATHS: &[&str] = &[
    "app/__init__.py",
    "app/core.py",
    "app/main.py",
    "app/more.py",
    "go.mod",
    "p/p.go",
    "p/q.go",
    "p/r_test.go",
    "main.go",
    "web/a.ts",
    "web/b.ts",
    "web/c.ts",
    "web/tsconfig.json",
    "README.md",
];

/// What edits put into them.
pub(crate) const TEXTS: &[&str] = &[
    "from .core import Base\n",
    "from .more import *\n",
    "from app.core import Base as B\n\n\nclass Sub(B):\n    def run(self):\n        return super().run()\n",
    "class Base:\n    def run(self):\n        return self.step()\n",
    "class Base:\n    def step(self, a=1):\n        return a\n\n\ndef main():\n    Base().step()\n",
    "package p\n\nfunc F() int { return G() }\n",
    "package p\n\nfunc G() int { return 1 }\n\ntype I interface{ M() }\n",
    "package p\n\ntype T struct{}\n\nfunc (T) M() { F() }\n",
    "module example.org/m\n",
    "module example.org/other\n",
    "package p\n\nfunc (T) N() { G() }\n",
    "package main\n\nimport \"example.org/m/p\"\n\nfunc main() { p.F(); p.T{}.M() }\n",
    "import { b } from './b';\nexport function a() { return b(); }\n",
    "export * from './c';\n",
    "export function b() { return 1; }\nexport class C { m() { return b(); } }\n",
    "{ \"compilerOptions\": { \"baseUrl\": \".\" } }\n",
    "",
    "\0",
    "# Title\n\n## Part\n",
    "def broken(:\n",
];

/// Edits at random.
pub(crate) fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => (select(PATHS), select(TEXTS)).prop_map(|(path, text)| Edit::Write(path, text)),
        1 => select(PATHS).prop_map(Edit::Delete),
        1 => (select(PATHS), select(PATHS)).prop_map(|(from, to)| Edit::Rename(from, to)),
    ]
}

/// Does what an edit says.
pub(crate) fn apply(root: &Path, edit: &Edit) {
    // What is not there is not deleted or renamed; that the tree stays as it is is a case of its own.
    let _ = match edit {
        Edit::Write(path, text) => fs::write(root.join(path), text),
        Edit::Delete(path) => fs::remove_file(root.join(path)),
        Edit::Rename(from, to) => fs::rename(root.join(from), root.join(to)),
    };
}
