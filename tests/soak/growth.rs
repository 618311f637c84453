//! A build takes work in proportion to the size of a hostile file, in every stage: masking, parsing, lowering, resolution and
//! encoding. Work is the number of instructions, which valgrind counts, so a busy machine changes nothing.

use std::collections::HashMap;
use std::process::Command;

use bombe_tests::families::FAMILIES;

use crate::support::{folder, program};

/// Instructions that a build may take beyond its share, whatever the file: rows of tables that grow by doubling, and pages of
/// compressed text.
const ALLOWED: u64 = 30_000_000;

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
        .arg(program("bombe-build"))
        .args([".", "-q", "-j", "1", "--no-history"])
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
    let mut empty = HashMap::new();
    for family in FAMILIES {
        if !family.name.contains(&only) {
            continue;
        }
        let file = family.file_name();
        let (small, large) = ((family.text)(family.size), (family.text)(4 * family.size));
        let start = *empty
            .entry(file.clone())
            .or_insert_with(|| instructions(&file, ""));
        let before = instructions(&file, &small).saturating_sub(start);
        let after = instructions(&file, &large).saturating_sub(start);
        let growth = large.len() as f64 / small.len() as f64;
        let ratio = after as f64 / before as f64;
        eprintln!(
            "{ratio:6.2} for {growth:5.2} of the size; {:6} M, {}",
            after / 1_000_000,
            family.name
        );
        if after as f64 > 1.25 * growth * before as f64 + ALLOWED as f64 {
            failures.push(family.name);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
