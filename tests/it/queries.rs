//! Query files against their grammars, and the tables of `queries/README.md` against the code.

use std::fs;
use std::path::Path;

use bombe_languages::config::LanguageConfig;
use bombe_languages::parse::roles::{Role, Roles};
use bombe_languages::{LanguageSupport, REGISTRY, TreeSyntax};
use tree_sitter::Query;

use crate::support::{same_as_file, workspace};

/// Returns each language that has a tree-sitter grammar.
fn trees() -> impl Iterator<Item = (&'static dyn LanguageSupport, &'static dyn TreeSyntax)> {
    let trees = REGISTRY.iter();
    trees.filter_map(|support| Some((*support, support.syntax().tree()?)))
}

#[test]
fn every_query_compiles_against_its_grammar_and_uses_known_captures() {
    let mut problems = Vec::new();
    for (support, syntax) in trees() {
        let name = support.languages()[0].name();
        for (index, text) in syntax.queries().iter().enumerate() {
            // A dialect's own file names node kinds that only its grammar has, so one grammar of the family must accept it.
            let errors: Vec<_> = support
                .languages()
                .iter()
                .map(|language| Query::new(&syntax.grammar(*language), text).err())
                .collect();
            if let Some(error) = errors
                .iter()
                .flatten()
                .next()
                .filter(|_| errors.iter().all(Option::is_some))
            {
                problems.push(format!("{name}: query text {index}: {error}"));
            }
        }
        for language in support.languages() {
            let lenient = support.languages().len() > 1;
            if let Err(error) =
                Roles::compile(&syntax.grammar(*language), syntax.queries(), lenient)
            {
                problems.push(format!("{}: {error}", language.name()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_query_file_is_used() {
    let mut unused = Vec::new();
    let all: Vec<&str> = trees()
        .flat_map(|(_, syntax)| syntax.queries().iter().copied())
        .collect();
    for path in crate::support::files("queries", &[".scm"]) {
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        if !all.contains(&text.as_str()) {
            unused.push(path);
        }
    }
    assert!(unused.is_empty(), "no language reads {unused:?}");
}

#[test]
fn every_role_that_a_query_assigns_is_read_by_the_lowering() {
    let mut problems = Vec::new();
    let mut assigned = Vec::new();
    for (support, syntax) in trees() {
        let name = support.languages()[0].name();
        let folder = format!("indexer/languages/src/{name}");
        let sources: String = crate::support::files(&folder, &[".rs"])
            .iter()
            .map(|path| fs::read_to_string(workspace().join(path)).unwrap())
            .collect();
        let words: Vec<&str> = sources
            .split(|c: char| !(c.is_alphanumeric() || c == ':'))
            .collect();
        for text in syntax.queries() {
            for (role, capture) in Role::ALL {
                if text.lines().any(|line| {
                    line.strip_suffix(capture)
                        .is_some_and(|start| start.ends_with('@'))
                }) {
                    assigned.push(*role);
                    if !words.contains(&format!("Role::{role:?}").as_str()) {
                        problems.push(format!("{name}: nothing reads `@{capture}`"));
                    }
                }
            }
        }
    }
    for (role, capture) in Role::ALL {
        if !assigned.contains(role) {
            problems.push(format!("no query file assigns `@{capture}`"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_vocabulary_table_lists_every_capture_with_its_meaning() {
    let text = fs::read_to_string(workspace().join("queries/README.md")).unwrap();
    let rows: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `@")?.split_once("` | "))
        .map(|(capture, rest)| (capture, rest.trim_end_matches('|').trim()))
        .collect();
    let listed: Vec<&str> = rows.iter().map(|(capture, _)| *capture).collect();
    let known: Vec<&str> = Role::ALL.iter().map(|(_, capture)| *capture).collect();
    assert_eq!(
        listed, known,
        "the captures of queries/README.md and of parse/roles.rs, in order"
    );
    for (capture, meaning) in rows {
        assert!(
            meaning.len() > 3,
            "`@{capture}` has no meaning in queries/README.md"
        );
    }
}

#[test]
fn the_support_table_matches_the_registry() {
    const START: &str = "<!-- generated: support -->\n";
    const END: &str = "<!-- end -->";
    let path = Path::new("queries/README.md");
    let text = fs::read_to_string(workspace().join(path)).unwrap();
    let (before, rest) = text.split_once(START).expect("the mark before the table");
    let (_, after) = rest.split_once(END).expect("the mark after the table");
    let mut table = String::from("| language | files | index |\n|---|---|---|\n");
    let mut supports: Vec<&dyn LanguageSupport> = REGISTRY.to_vec();
    supports.sort_by_key(|support| support.languages()[0]);
    for support in supports {
        table.push_str(&row(support));
    }
    same_as_file(path, &format!("{before}{START}{table}{END}{after}"));
}

fn row(support: &dyn LanguageSupport) -> String {
    let config = LanguageConfig::parse(support.config()).expect("checked by its own test");
    let names: Vec<_> = support
        .languages()
        .iter()
        .map(|language| language.name())
        .collect();
    let files: Vec<String> = config
        .each()
        .flat_map(|(_, extensions, names, _)| {
            extensions
                .iter()
                .map(|e| format!("`.{e}`"))
                .chain(names.iter().map(|n| format!("`{n}`")))
        })
        .collect();
    let index = match support.support() {
        bombe_format::kind::Support::Definitions => "definitions only",
        bombe_format::kind::Support::Full => "definitions, calls, inheritance, imports",
    };
    format!("| {} | {} | {index} |\n", names.join(", "), files.join(" "))
}

#[test]
fn every_framework_file_is_valid_and_used() {
    for path in crate::support::files("queries", &["frameworks.toml"]) {
        let text = fs::read_to_string(workspace().join(&path)).unwrap();
        let frameworks = bombe_languages::frameworks::parse(&text)
            .unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
        let language = path.components().nth(1).unwrap();
        let language = language.as_os_str().to_string_lossy();
        let support = REGISTRY
            .iter()
            .find(|support| support.languages()[0].name() == language)
            .unwrap_or_else(|| panic!("{}: no such language", path.display()));
        let read = &support.frameworks().patterns;
        assert_eq!(read.len(), frameworks.patterns.len(), "{}", path.display());
    }
}
