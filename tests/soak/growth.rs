//! A build takes work in proportion to the size of a hostile file, in every stage: masking, parsing, lowering, resolution and
//! encoding. Work is the number of instructions, which valgrind counts, so a busy machine changes nothing.
//!
//! A query may look at more than it needs until its budget ends it. So a family that grows faster is built once more with
//! four times the size, where the budget holds.

use std::collections::BTreeMap;
use std::process::Command;

use bombe_tests::families::FAMILIES;

use crate::support::{folder, program};

/// Instructions that a build may take beyond its share, whatever the file: rows of tables that grow by doubling, and pages of
/// compressed text.
const ALLOWED: f64 = 30e6;

/// Returns the instructions of a build of one file.
fn instructions(name: &str, text: &str) -> u64 {
    let root = folder(&[(name, text.as_bytes())]);
    let ran = Command::new("valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--main-stacksize=67108864",
        ])
        .arg("--cachegrind-out-file=/dev/null")
        // Not by its former name: valgrind counts the program that it starts.
        .arg(program("bombe"))
        .args(["build", ".", "-q", "-j", "1", "--no-history"])
        .current_dir(root.path())
        .output()
        .expect("valgrind is installed");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{name}: {said}");
    let count = said
        .lines()
        .find_map(|line| line.split_once("refs:").map(|(_, count)| count));
    let count = count.unwrap_or_else(|| panic!("no count of instructions: {said}"));
    count.trim().replace(',', "").parse().unwrap()
}

#[test]
fn a_build_takes_work_in_proportion_to_a_hostile_file() {
    let only = std::env::var("FAMILY").unwrap_or_default();
    let mut failures = Vec::new();
    let mut empty = BTreeMap::new();
    for family in FAMILIES {
        if !family.name.contains(&only) {
            continue;
        }
        let file = family.file_name();
        let start = *empty
            .entry(file.clone())
            .or_insert_with(|| instructions(&file, ""));
        let work = |factor: usize| {
            let text = (family.text)(factor * family.size);
            let count = instructions(&file, &text).saturating_sub(start);
            (text.len() as f64, count as f64)
        };
        let mut before = work(1);
        let grew = [4, 16].into_iter().all(|factor| {
            let after = work(factor);
            let (growth, ratio) = (after.0 / before.0, after.1 / before.1);
            eprintln!(
                "{ratio:6.2} for {growth:5.2} of the size; {:6.0} M, {}",
                after.1 / 1e6,
                family.name
            );
            let allowed = 1.25 * growth * before.1 + ALLOWED;
            before = after;
            after.1 > allowed
        });
        if grew {
            failures.push(family.name);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
