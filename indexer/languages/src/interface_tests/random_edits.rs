//! Random edits of the fixtures: equal hashes mean equal interface rows.

use bombe_facts::Facts;
use bombe_facts::interface::{interface_hash, interface_rows, visible_defs};
use bombe_format::kind::Language;

use crate::parse::parse_file;

/// Deletes, repeats and swaps lines of the fixtures. Where the hash stays, the visible definitions and the interface rows
/// must stay.
#[test]
fn files_with_equal_hashes_have_equal_interface_rows() {
    let mut random = 7_u64;
    let mut next = |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % below
    };
    let mut hidden = 0;
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures");
    for entry in ignore::Walk::new(fixtures).flatten() {
        let path = entry.path().to_string_lossy().into_owned();
        let Some(language) = language_of(&path) else {
            continue;
        };
        let text = std::fs::read_to_string(&path).expect("fixtures are text");
        let before = parse_file(language, &path, text.as_bytes()).expect("it parses");
        let hash = interface_hash(&before, &text);
        let lines: Vec<&str> = text.lines().collect();
        if lines.is_empty() {
            continue;
        }
        for _ in 0..20 {
            let mut now = lines.clone();
            let (at, other) = (next(now.len()), next(now.len()));
            match next(3) {
                0 => drop(now.remove(at)),
                1 => now.insert(other, lines[at]),
                _ => now.swap(at, other),
            }
            let now = now.join("\n") + "\n";
            let after = parse_file(language, &path, now.as_bytes()).expect("it parses");
            if hash == [0; 16] || interface_hash(&after, &now) != hash {
                continue;
            }
            hidden += 1;
            assert!(
                numbered_defs(&before) == numbered_defs(&after),
                "{path}: this text has other visible definitions:\n{now}"
            );
            if let (Some(was), Some(is)) = (interface_rows(&before), interface_rows(&after)) {
                assert!(
                    was == is,
                    "{path}: this text has other interface rows:\n{now}"
                );
            }
        }
    }
    assert!(hidden > 200, "{hidden}");
}

/// Returns the visible definitions: role, kind, name, and the position of the parent among them.
fn numbered_defs(facts: &Facts) -> Vec<impl PartialEq> {
    let numbers = visible_defs(facts);
    let defs = numbers.iter().map(|id| {
        let def = &facts.defs[id.index()];
        let parent = numbers.iter().position(|other| *other == def.parent);
        let name = facts.str(def.name).to_owned();
        (def.role, def.kind, name, parent)
    });
    defs.collect()
}

fn language_of(path: &str) -> Option<Language> {
    Some(match path.rsplit_once('.')?.1 {
        "py" => Language::Python,
        "ts" => Language::TypeScript,
        "js" => Language::JavaScript,
        "java" => Language::Java,
        "go" => Language::Go,
        "rs" => Language::Rust,
        "c" => Language::C,
        "cpp" => Language::Cpp,
        _ => return None,
    })
}
