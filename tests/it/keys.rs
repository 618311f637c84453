//! The keys of symbols and edges, which never change.

use std::path::Path;

use crate::support::{bombe_build, same_as_file, workspace};

const SHOP: &str = "fixtures/polyglot/shop";

fn exported(what: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let snapshot = folder.path().join("shop.bmb");
    let snapshot = snapshot.to_str().unwrap();
    let root = workspace().join(SHOP);
    bombe_build(
        &workspace(),
        &[root.to_str().unwrap(), "-q", "--no-history", "-o", snapshot],
    )
    .code(0);
    bombe_build(folder.path(), &["export", snapshot, "--what", what])
        .code(0)
        .out
}

#[test]
fn keys_of_symbols_and_edges_are_as_they_always_were() {
    for (what, file) in [
        ("symbol-keys", "tests/it/keys/symbols.jsonl"),
        ("edge-keys", "tests/it/keys/edges.jsonl"),
    ] {
        same_as_file(Path::new(file), &exported(what));
    }
}

#[test]
fn a_key_is_the_hash_of_its_parts_as_the_specification_says() {
    let mut known = std::collections::BTreeSet::new();
    let key = |parts: &[&str]| {
        let bytes: Vec<u8> = parts
            .iter()
            .flat_map(|part| [part.as_bytes(), &[0]].concat())
            .collect();
        blake3::hash(&bytes).to_hex()[..32].to_owned()
    };
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let parts = |line: &str, names: &[&str]| -> Vec<String> {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        names.iter().map(|name| text(&value[*name])).collect()
    };
    let symbol = [
        "qualified_name",
        "file_path",
        "start_line",
        "end_line",
        "signature_hash",
    ];
    for line in exported("symbol-keys").lines() {
        let own = parts(line, &["symbol_key"]).remove(0);
        let parts = parts(line, &symbol);
        assert_eq!(
            own,
            key(&parts.iter().map(String::as_str).collect::<Vec<_>>()),
            "{line}"
        );
        assert!(known.insert(own), "two symbols of one key: {line}");
    }
    let edge = [
        "source_symbol_key",
        "target_symbol_key",
        "relationship",
        "line_number",
    ];
    let mut edges = 0;
    for line in exported("edge-keys").lines() {
        let own = parts(line, &["edge_key"]).remove(0);
        let parts = parts(line, &edge);
        assert_eq!(
            own,
            key(&parts.iter().map(String::as_str).collect::<Vec<_>>()),
            "{line}"
        );
        assert!(
            known.contains(&parts[0]) && known.contains(&parts[1]),
            "{line}"
        );
        edges += 1;
    }
    assert!(edges > 20, "{edges}");
}
