//! The house rules.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::support::{files, workspace};

/// Crates that a crate of ours must not reach, however far away.
const FORBIDDEN: &[(&str, &[&str])] = &[
    (
        "bombe-format",
        &[
            "bombe-indexer",
            "bombe-reader",
            "tree-sitter",
            "ignore",
            "rmcp",
            "tokio",
            "memmap2",
            "clap",
        ],
    ),
    (
        "bombe-reader",
        &[
            "bombe-indexer",
            "bombe-serve",
            "tree-sitter",
            "ignore",
            "rmcp",
            "tokio",
            "clap",
        ],
    ),
    ("bombe-serve", &["bombe-indexer", "tree-sitter", "ignore"]),
    (
        "bombe-indexer",
        &["bombe-reader", "bombe-serve", "rmcp", "tokio"],
    ),
];

#[test]
fn each_crate_reaches_only_what_its_layer_knows() {
    // Packages for other platforms may not be there to look into.
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(rustc.stdout).unwrap();
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--offline",
            "--locked",
            "--filter-platform",
            host,
        ])
        .current_dir(workspace())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: BTreeMap<&str, &str> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| {
            (
                package["id"].as_str().unwrap(),
                package["name"].as_str().unwrap(),
            )
        })
        .collect();
    // Dependencies for tests alone do not ship.
    let mut direct: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for node in metadata["resolve"]["nodes"].as_array().unwrap() {
        let ships = |dep: &&serde_json::Value| {
            dep["dep_kinds"]
                .as_array()
                .unwrap()
                .iter()
                .any(|kind| kind["kind"] != "dev")
        };
        let deps = node["deps"]
            .as_array()
            .unwrap()
            .iter()
            .filter(ships)
            .map(|dep| names[dep["pkg"].as_str().unwrap()])
            .collect();
        direct.insert(names[node["id"].as_str().unwrap()], deps);
    }
    for (from, forbidden) in FORBIDDEN {
        let mut reached = vec![*from];
        let mut at = 0;
        while at < reached.len() {
            for name in direct.get(reached[at]).into_iter().flatten() {
                if !reached.contains(name) {
                    reached.push(name);
                }
            }
            at += 1;
        }
        for name in *forbidden {
            assert!(
                !reached.contains(name),
                "{from} must not depend on {name} (see `cargo tree -p {from} -i {name}`)"
            );
        }
    }
}

#[test]
fn every_module_opens_with_what_it_is_for() {
    let missing: Vec<_> = files("", &[".rs"])
        .into_iter()
        .filter(|path| !path.starts_with("fixtures") && !path.iter().any(|part| part == "builtins"))
        .filter(|path| {
            !fs::read_to_string(workspace().join(path))
                .unwrap()
                .starts_with("//! ")
        })
        .collect();
    assert!(
        missing.is_empty(),
        "no `//!` in the first line of {missing:?}"
    );
}

#[test]
fn nothing_speaks_of_one_machine() {
    // Spelled in pieces, or this file would be a find.
    let marks = [
        concat!("/wo", "rk/"),
        concat!("/ho", "me/"),
        concat!("/ro", "ot/"),
        concat!("/Us", "ers/"),
    ];
    let mut found = Vec::new();
    for path in files(
        "",
        &[
            ".rs", ".md", ".toml", ".scm", "Makefile", ".yml", ".py", ".sh",
        ],
    ) {
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        for (index, line) in text.lines().enumerate() {
            if marks.iter().any(|mark| line.contains(mark)) {
                found.push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "paths of one machine:\n{}",
        found.join("\n")
    );
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut broken = Vec::new();
    for path in files("", &[".md"]) {
        if path.starts_with("fixtures") {
            continue;
        }
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        let folder = workspace().join(path.parent().unwrap());
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let file = target.split('#').next().unwrap_or("");
            let outside = file.is_empty()
                || file.contains("://")
                || file.starts_with("mailto:")
                || file.contains(' ');
            if !outside && !folder.join(file).exists() {
                broken.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(
        broken.is_empty(),
        "links to nothing:\n{}",
        broken.join("\n")
    );
}

#[test]
fn every_exception_from_a_lint_states_its_reason() {
    let mut missing = Vec::new();
    for path in files("", &["Cargo.toml"]) {
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        for (index, line) in text.lines().enumerate() {
            let is_exception = line.contains("= \"allow\"") || line.contains("level = \"allow\"");
            let reason = line.split_once(" # ").map_or("", |(_, reason)| reason);
            if is_exception && reason.is_empty() {
                missing.push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
    }
    // For attributes, `clippy::allow_attributes_without_reason` checks the same.
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("allow_attributes_without_reason = \"warn\""));
    assert!(
        missing.is_empty(),
        "exceptions from lints without a reason:\n{}",
        missing.join("\n")
    );
}
