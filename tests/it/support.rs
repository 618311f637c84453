//! Paths of the workspace, temporary folders, and running the built programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bombe_format::block::BlockSize;
use bombe_format::section::Section;
use bombe_format::segment_writer::write_segment_in_blocks;
use bombe_indexer::snapshot_dir::{DEFAULT_SNAPSHOT, SnapshotDir};

/// Returns the folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests crate is a folder of the workspace")
        .to_owned()
}

/// Returns the path of a built program, which is one folder above the test binary.
pub(crate) fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let folder = test
        .parent()
        .and_then(Path::parent)
        .expect("target/<profile>/deps/it");
    let path = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.exists(),
        "{} is not built: run `make test`, or `cargo build --workspace --bins` first",
        path.display()
    );
    path
}

/// Runs `bombe-build` with arguments in a folder.
pub(crate) fn bombe_build(folder: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(program("bombe-build"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts");
    Run::from(output)
}

/// Exit code and output of a program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Run {
    /// Fails unless the program exited with this code.
    #[track_caller]
    pub(crate) fn code(self, expected: i32) -> Self {
        assert_eq!(
            self.code,
            Some(expected),
            "stdout: {}\nstderr: {}",
            self.out,
            self.err
        );
        self
    }
}

/// Creates a temporary folder from (path, bytes) pairs. A path that ends in `/` is a folder.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    for (path, bytes) in files {
        let full = root.path().join(path);
        if path.ends_with('/') {
            fs::create_dir_all(full).expect("a folder");
        } else {
            fs::create_dir_all(full.parent().expect("a file has a folder")).expect("a folder");
            fs::write(full, bytes).expect("a file");
        }
    }
    root
}

/// Lists the files of a repository's snapshot folder, as they are now, as made by a writer.
pub(crate) fn vouch_for_files(root: &Path) {
    let dir = SnapshotDir::of(&root.join(DEFAULT_SNAPSHOT));
    dir.vouch_for(&[]).expect("the list can be written");
}

/// Returns the files below a folder of the workspace whose names have one of these endings, relative to the workspace,
/// sorted. Leaves out build output and hidden folders.
pub(crate) fn files(below: &str, endings: &[&str]) -> Vec<PathBuf> {
    let root = workspace();
    let mut found = Vec::new();
    let mut open = vec![root.join(below)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || name == "target" {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(
                    path.strip_prefix(&root)
                        .expect("below the workspace")
                        .to_owned(),
                );
            }
        }
    }
    found.sort();
    found
}

/// Fails unless a file of the workspace has the expected text. With `UPDATE_EXPECT=1` (`make bless`), writes it instead.
#[track_caller]
pub(crate) fn same_as_file(path: &Path, expected: &str) {
    let full = workspace().join(path);
    if fs::read_to_string(&full).ok().as_deref() == Some(expected) {
        return;
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&full, expected).expect("the file can be written");
        return;
    }
    let current = fs::read_to_string(&full).unwrap_or_default();
    let differs = current
        .lines()
        .zip(expected.lines())
        .position(|(a, b)| a != b);
    let at = differs.unwrap_or_else(|| current.lines().count().min(expected.lines().count()));
    let (is, should) = (current.lines().nth(at), expected.lines().nth(at));
    panic!(
        "{}:{}: out of date: run `make bless`\n  is        {is:?}\n  should be {should:?}",
        path.display(),
        at + 1
    );
}

/// Returns the same snapshot with checksums of blocks of 256 bytes: what the sections of a large repository have for larger
/// blocks.
pub(crate) fn in_small_blocks(snapshot: &[u8]) -> Vec<u8> {
    let toc = bombe_format::check::quick(snapshot).unwrap();
    let of = |section: &Section| Some((*section, toc.bytes(snapshot, *section)?.to_vec()));
    let sections: Vec<_> = Section::ALL.iter().filter_map(of).collect();
    let size = BlockSize {
        bits: 8,
        section_bytes_min: 1024,
    };
    let blocks = write_segment_in_blocks(toc.header.kind, "0", &sections, size).unwrap();
    bombe_format::check::deep(&blocks).unwrap();
    blocks
}
