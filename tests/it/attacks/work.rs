//! Work has a bound: hostile files of every family grow, and the work for them may not grow faster.

use std::path::Path;
use std::process::Command;

use bombe_indexer::discover::Settings;
use bombe_indexer::report::Silent;
use bombe_indexer::{build, scan};
use bombe_tests::families::{FAMILIES, FILE_FAMILIES, Family};

use crate::support::{bombe_build, folder, program};

/// Steps that a file may take however small it is, with what the last question before a limit takes beyond it. A file is
/// resolved in two sessions.
const STEPS_ALLOWED: u64 = 2_000_000;

/// Steps that a file may take for each of its bytes, even if it grows faster than the file up to there: what the budget
/// of the rows of dense text comes to.
const STEPS_PER_BYTE_ALLOWED: u64 = 50;

/// Steps that a small file may take because of the files that it leads to: a tenth of its budget.
const FILE_STEPS_ALLOWED: u64 = 50_000;

/// Edges that a file may have however small it is.
const EDGES_ALLOWED: usize = 50_000;

/// Bytes of names that a file may have however small it is.
const NAME_BYTES_ALLOWED: usize = 500_000;

/// What a member of a family costs.
#[derive(Debug)]
struct Cost {
    bytes: u64,
    steps: u64,
    /// Steps of the file that takes the most.
    most_steps: u64,
    edges: usize,
    name_bytes: usize,
}

impl Cost {
    fn of(family: &Family, size: usize) -> Self {
        Self::of_files(&[(family.file_name(), (family.text)(size))])
    }

    fn of_files(files: &[(String, String)]) -> Self {
        let files: Vec<_> = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_bytes()))
            .collect();
        let folder = folder(&files);
        let parsed = scan::parse_all(folder.path(), &Settings::default(), &Silent);
        let parsed = parsed.expect("the folder can be walked");
        let (graph, rows) = bombe_resolve::resolve(parsed, bombe_languages::rules_for);
        let names = graph.symbols.iter();
        Self {
            bytes: files.iter().map(|(_, text)| text.len() as u64).sum(),
            steps: rows.iter().map(|row| row.work.steps).sum(),
            most_steps: rows.iter().map(|row| row.work.steps).max().unwrap_or(0),
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

/// A name that no file has is looked for in every file that a file leads to, and each file looks for itself: the steps of a
/// file may grow with the number of files, but stay far below its budget.
#[test]
fn the_steps_of_a_file_grow_no_faster_than_the_files_that_it_leads_to() {
    let pool = build::pool(1).expect("a pool");
    let mut failures = Vec::new();
    for family in FILE_FAMILIES {
        let (small, large) = pool.install(|| {
            let small = Cost::of_files(&(family.files)(family.size));
            (small, Cost::of_files(&(family.files)(4 * family.size)))
        });
        if large.most_steps > 5 * small.most_steps + FILE_STEPS_ALLOWED
            || large.edges > 5 * small.edges
            || large.name_bytes > 5 * small.name_bytes
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
fn a_type_that_is_not_compared_with_all_interfaces_is_named() {
    let interface = |at| format!("type I{at} interface {{ M(a T{at}) }}\n");
    let interfaces: String = (0..8_200).map(interface).collect();
    let root = folder(&[
        ("a.go", format!("package p\n{interfaces}").as_bytes()),
        ("s.go", b"package p\n\ntype S struct{}\n\nfunc (S) M() {}\n"),
    ]);
    let info = info_of(root.path());
    let cut = info["cut"].as_array().expect("a list");
    let paths: Vec<_> = cut.iter().map(|row| row["path"].as_str()).collect();
    assert_eq!(paths, [Some("s.go")]);
}

#[test]
fn an_ordinary_file_reaches_no_limit() {
    let root = folder(&[("sound.py", b"def one(): pass\ndef two(): one()\n")]);
    let info = info_of(root.path());
    assert_eq!(info["cut"].as_array().map(Vec::len), Some(0));
}
