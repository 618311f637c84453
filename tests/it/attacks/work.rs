//! Work has a bound: hostile files of every family grow, and the work for them may not grow faster.

use std::fs;
use std::path::Path;
use std::process::Command;

use bombe_indexer::discover::Settings;
use bombe_indexer::report::Silent;
use bombe_indexer::{build, scan};
use bombe_tests::families::{FAMILIES, Family};

use crate::support::{bombe_build, folder, program};

/// Steps that a file may take however small it is, with what the last question before a limit takes beyond it. A file is
/// resolved in two sessions.
const STEPS_ALLOWED: u64 = 2_000_000;

/// Steps that a file may take for each of its bytes, even if it grows faster than the file up to there: what the budget
/// of the rows of dense text comes to.
const STEPS_PER_BYTE_ALLOWED: u64 = 50;

/// Edges that a file may have however small it is.
const EDGES_ALLOWED: usize = 50_000;

/// Bytes of names that a file may have however small it is.
const NAME_BYTES_ALLOWED: usize = 500_000;

/// What a member of a family costs.
#[derive(Debug)]
struct Cost {
    bytes: u64,
    steps: u64,
    edges: usize,
    name_bytes: usize,
}

impl Cost {
    fn of(family: &Family, size: usize) -> Self {
        let text = (family.text)(size);
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(family.file_name()), &text).expect("a file");
        let parsed = scan::parse_all(folder.path(), &Settings::default(), &Silent);
        let parsed = parsed.expect("the folder can be walked");
        let (graph, rows) = bombe_resolve::resolve(parsed, bombe_languages::rules_for);
        let names = graph.symbols.iter();
        Self {
            bytes: text.len() as u64,
            steps: rows.iter().map(|row| row.work.steps).sum(),
            edges: graph.edges.len(),
            name_bytes: names.map(|symbol| symbol.qualified.len()).sum(),
        }
    }
}

#[test]
fn work_and_output_grow_no_faster_than_a_hostile_file() {
    let pool = build::pool(1).expect("a pool");
    let mut failures = Vec::new();
    for family in FAMILIES {
        let (small, large) = pool.install(|| {
            let small = Cost::of(family, family.size);
            (small, Cost::of(family, 4 * family.size))
        });
        let growth = large.bytes.div_ceil(small.bytes);
        let times = growth as usize;
        let steps = (growth * small.steps).max(large.bytes * STEPS_PER_BYTE_ALLOWED);
        if large.steps > steps + STEPS_ALLOWED
            || large.edges > times * small.edges + EDGES_ALLOWED
            || large.name_bytes > times * small.name_bytes + NAME_BYTES_ALLOWED
        {
            failures.push(format!("{}: {small:?}, then {large:?}", family.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Builds a snapshot and returns what `info` says of it.
fn info_of(root: &Path) -> serde_json::Value {
    bombe_build(root, &["-q", "."]).code(0);
    let info = bombe_build(root, &["info", "--json"]).code(0);
    serde_json::from_str(&info.out).expect("JSON")
}

#[test]
fn a_file_that_reaches_a_limit_is_named_and_delays_no_other() {
    let wanted = "py: generic classes whose argument doubles";
    let family = FAMILIES.iter().find(|family| family.name == wanted);
    let doubling = family.map(|family| (family.text)(family.size));
    let root = folder(&[
        ("hostile.py", doubling.expect("the family").as_bytes()),
        ("sound.py", b"def one(): pass\ndef two(): one()\n"),
    ]);
    let info = info_of(root.path());
    let cut = info["cut"].as_array().expect("a list");
    let paths: Vec<_> = cut.iter().map(|row| row["path"].as_str()).collect();
    assert_eq!(paths, [Some("hostile.py")]);
    let answer = Command::new(program("bombe"))
        .args(["refs", "sound.py::one"])
        .current_dir(root.path())
        .output()
        .expect("the program starts");
    let answer = String::from_utf8_lossy(&answer.stdout);
    assert!(answer.contains("sound.py:2 two"), "{answer}");
}

#[test]
fn an_ordinary_file_reaches_no_limit() {
    let root = folder(&[("sound.py", b"def one(): pass\ndef two(): one()\n")]);
    let info = info_of(root.path());
    assert_eq!(info["cut"].as_array().map(Vec::len), Some(0));
}
