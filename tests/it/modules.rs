//! Inside a crate, modules depend on each other in one direction.
//!
//! The nodes of a crate's module graph are the modules that its `lib.rs` declares, each with everything below it. There is an edge
//! from `a` to `b` where a file of `a` names `crate::b`, or reaches it by `super`. `lib.rs` is no node: an item that it
//! re-exports counts as the module that the item comes from. Code for tests is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::metadata::Metadata;
use crate::source::{Token, tokens};
use crate::support::workspace;

/// Places listed for each edge of a cycle.
const PLACES_SHOWN: usize = 3;

#[test]
fn modules_of_a_crate_form_no_cycle() {
    let mut report = String::new();
    for member in Metadata::read().members() {
        let targets = member.targets();
        let Some((_, root)) = targets.iter().find(|(kind, _)| *kind == "lib") else {
            continue;
        };
        let cycles = Graph::of_crate(root).report();
        if !cycles.is_empty() {
            writeln!(report, "{}: {cycles}", member.name()).unwrap();
        }
    }
    assert!(
        report.is_empty(),
        "modules that depend on each other:\n{report}"
    );
}

/// The module graph of one crate.
#[derive(Default)]
struct Graph {
    /// (from, to) → the places (`path:line`) that name `to`.
    edges: BTreeMap<(String, String), Vec<String>>,
}

impl Graph {
    fn of_crate(root: &Path) -> Self {
        let files = files_of(root);
        let names = RootNames::of(&files);
        let mut graph = Self::default();
        for file in &files {
            let Some(from) = file.module.first() else {
                continue;
            };
            for (to, line) in names.modules_named_in(file) {
                if to != *from {
                    let path = file.path.strip_prefix(workspace()).unwrap_or(&file.path);
                    let place = format!("{}:{line}", path.display());
                    let edge = graph.edges.entry((from.clone(), to)).or_default();
                    if !edge.contains(&place) {
                        edge.push(place);
                    }
                }
            }
        }
        graph
    }

    /// Returns each cycle with its edges, or nothing.
    fn report(&self) -> String {
        let mut report = String::new();
        for cycle in self.cycles() {
            writeln!(report, "{}", cycle.join(", ")).unwrap();
            for ((from, to), places) in &self.edges {
                if cycle.contains(from) && cycle.contains(to) {
                    let shown = &places[..places.len().min(PLACES_SHOWN)];
                    let (shown, all) = (shown.join(", "), places.len());
                    writeln!(report, "  {from} -> {to} ({all}): {shown}").unwrap();
                }
            }
        }
        report
    }

    /// Returns the groups of modules in which each reaches each, sorted.
    fn cycles(&self) -> Vec<Vec<String>> {
        let nodes: BTreeSet<&str> = self.edges.keys().map(|(from, _)| &**from).collect();
        let reached: BTreeMap<&str, BTreeSet<&str>> = nodes
            .iter()
            .map(|node| (*node, self.reached_from(node)))
            .collect();
        let mut groups = BTreeSet::new();
        for node in &nodes {
            let group: Vec<String> = reached[node]
                .iter()
                .filter(|other| reached.get(*other).is_some_and(|back| back.contains(node)))
                .map(|&other| other.to_owned())
                .collect();
            if !group.is_empty() {
                groups.insert(group);
            }
        }
        groups.into_iter().collect()
    }

    /// Returns the modules that can be reached from one by at least one edge.
    fn reached_from(&self, node: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![node];
        while let Some(from) = open.pop() {
            for (_, to) in self.edges.keys().filter(|(source, _)| source == from) {
                if reached.insert(&**to) {
                    open.push(to);
                }
            }
        }
        reached
    }
}

/// A source file of a crate, without its code for tests.
struct SourceFile {
    path: PathBuf,
    /// The names of the modules that lead to it from the root; empty for `lib.rs`.
    module: Vec<String>,
    tokens: Vec<Token>,
}

/// Returns the files of a crate, following the `mod` declarations from its root file.
fn files_of(root: &Path) -> Vec<SourceFile> {
    let mut files = Vec::new();
    let mut open = vec![(root.to_owned(), Vec::new())];
    while let Some((path, module)) = open.pop() {
        let text = fs::read_to_string(&path).unwrap();
        let tokens = without_tests(&tokens(&text));
        // Child modules are in the folder of `lib.rs` or `mod.rs`, else in a folder with this file's name.
        let stem = path.file_stem().unwrap();
        let folder = if path == root || stem == "mod" {
            path.parent().unwrap().to_owned()
        } else {
            path.with_extension("")
        };
        for name in declared_modules(&tokens) {
            let file = folder.join(format!("{name}.rs"));
            let in_folder = folder.join(&name).join("mod.rs");
            let file = if file.exists() { file } else { in_folder };
            let below = module.iter().cloned().chain([name]).collect();
            open.push((file, below));
        }
        files.push(SourceFile {
            path,
            module,
            tokens,
        });
    }
    files
}

/// Returns the names of the modules that are declared with a `;`: those that have a file.
fn declared_modules(tokens: &[Token]) -> Vec<String> {
    tokens
        .windows(3)
        .filter(|window| window[0].text == "mod" && window[2].text == ";")
        .map(|window| window[1].text.clone())
        .collect()
}

/// Leaves out each item with the attribute `#[cfg(test)]` or `#[test]`.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let starts_with = |at: usize, texts: &[&str]| {
        texts
            .iter()
            .enumerate()
            .all(|(offset, text)| tokens.get(at + offset).is_some_and(|it| it.text == *text))
    };
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_test = starts_with(at, &["#", "[", "cfg", "(", "test", ")", "]"])
            || starts_with(at, &["#", "[", "cfg", "(", "all", "(", "test", ","])
            || starts_with(at, &["#", "[", "test", "]"]);
        if !is_test {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        while starts_with(at, &["#", "["]) {
            at = end_of_group(tokens, at + 1);
        }
        at = end_of_item(tokens, at);
    }
    kept
}

/// Returns the position behind the item that starts at `at`.
fn end_of_item(tokens: &[Token], mut at: usize) -> usize {
    let ends_at_semicolon = |token: &Token| matches!(&*token.text, "use" | "const" | "static");
    let needs_semicolon = tokens[at..]
        .iter()
        .take_while(|token| token.is_identifier())
        .any(ends_at_semicolon);
    while let Some(token) = tokens.get(at) {
        match &*token.text {
            ";" => return at + 1,
            "{" if !needs_semicolon => return end_of_group(tokens, at),
            "{" | "(" | "[" => at = end_of_group(tokens, at),
            _ => at += 1,
        }
    }
    at
}

/// Returns the position behind the bracket that closes the one at `at`.
fn end_of_group(tokens: &[Token], mut at: usize) -> usize {
    let mut depth = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match &*token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The modules that names at the root of a crate refer to.
struct RootNames {
    /// The modules that `lib.rs` declares.
    modules: BTreeSet<String>,
    /// Items that the root re-exports, and exported macros → the module that they come from.
    items: BTreeMap<String, String>,
}

impl RootNames {
    fn of(files: &[SourceFile]) -> Self {
        let root = files.iter().find(|file| file.module.is_empty());
        let root = &root.expect("a crate has a root file").tokens;
        let modules: BTreeSet<String> = declared_modules(root).into_iter().collect();
        let mut items = BTreeMap::new();
        for (at, token) in root.iter().enumerate() {
            if token.text == "use" {
                for path in paths(root, at + 1) {
                    let mut segments = path.segments.iter();
                    let first = segments.find(|it| *it != "crate" && *it != "self");
                    if let Some(first) = first.filter(|it| modules.contains(*it)) {
                        items.insert(path.name, first.clone());
                    }
                }
            }
        }
        for file in files {
            let Some(module) = file.module.first() else {
                continue;
            };
            let mut is_exported = false;
            for window in file.tokens.windows(3) {
                is_exported |= window[0].text == "macro_export";
                if window[0].text == "macro_rules" && std::mem::take(&mut is_exported) {
                    items.insert(window[2].text.clone(), module.clone());
                }
            }
        }
        Self { modules, items }
    }

    /// Returns each module at the root that a file names, with the line.
    fn modules_named_in(&self, file: &SourceFile) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        for (path, line) in absolute_paths(file) {
            let Some(first) = path.first() else {
                continue;
            };
            if self.modules.contains(first) {
                found.push((first.clone(), line));
            } else if let Some(module) = self.items.get(first) {
                found.push((module.clone(), line));
            } else if first == "*" {
                // All that the root has: no way to see less.
                let all = self.modules.iter().chain(self.items.values());
                found.extend(all.map(|module| (module.clone(), line)));
            }
        }
        found
    }
}

/// Returns the paths of a file that start with `crate` or `super`, from the root of the crate, with their lines.
fn absolute_paths(file: &SourceFile) -> Vec<(Vec<String>, usize)> {
    let mut found = Vec::new();
    // The inline modules around the current token, each with the depth of braces around its body.
    let mut inline: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    for (at, token) in file.tokens.iter().enumerate() {
        match &*token.text {
            "{" => {
                if at >= 2 && file.tokens[at - 2].text == "mod" {
                    inline.push((file.tokens[at - 1].text.clone(), depth));
                }
                depth += 1;
            }
            "}" => {
                depth -= 1;
                inline.pop_if(|(_, around)| *around == depth);
            }
            "crate" | "super" if !follows_colons(&file.tokens, at) => {
                for path in paths(&file.tokens, at) {
                    let inline = inline.iter().map(|(name, _)| name);
                    let module = file.module.iter().chain(inline).cloned();
                    found.push((from_root(module.collect(), path.segments), token.line));
                }
            }
            _ => {}
        }
        // Attributes of serde name modules in strings.
        if let Some(path) = token.string().and_then(|it| it.strip_prefix("crate::")) {
            let segments = path.split("::").map(str::to_owned);
            found.push((segments.collect(), token.line));
        }
    }
    found
}

/// Returns a path without its `crate`, `self` and `super`, as seen from a module.
fn from_root(mut module: Vec<String>, segments: Vec<String>) -> Vec<String> {
    for segment in segments {
        match &*segment {
            "crate" => module.clear(),
            "self" => {}
            "super" => {
                module.pop();
            }
            _ => module.push(segment),
        }
    }
    module
}

fn follows_colons(tokens: &[Token], at: usize) -> bool {
    at > 1 && tokens[at - 2..at].iter().all(|token| token.text == ":")
}

/// A path, and the name that it has where it is imported.
struct NamedPath {
    segments: Vec<String>,
    name: String,
}

/// Returns the paths that start at `at`: one, or those of a group in braces.
fn paths(tokens: &[Token], at: usize) -> Vec<NamedPath> {
    let mut found = Vec::new();
    path_tree(tokens, at, &[], &mut found);
    found
}

/// Collects the paths of the tree that starts at `at`, below `prefix`; returns the position behind it.
fn path_tree(
    tokens: &[Token],
    mut at: usize,
    prefix: &[String],
    found: &mut Vec<NamedPath>,
) -> usize {
    let mut segments = prefix.to_vec();
    let text = |at: usize| tokens.get(at).map_or("", |token| &*token.text);
    loop {
        match text(at) {
            "{" => {
                at += 1;
                while at < tokens.len() && text(at) != "}" {
                    let behind = path_tree(tokens, at, &segments, found);
                    at = behind + usize::from(text(behind) == ",");
                    if behind == at && text(at) != "}" {
                        // Not a tree of imports.
                        return at;
                    }
                }
                return at + 1;
            }
            "*" => {
                segments.push("*".to_owned());
                at += 1;
                break;
            }
            _ if tokens.get(at).is_some_and(Token::is_identifier) => {
                segments.push(text(at).to_owned());
                at += 1;
            }
            _ => break,
        }
        if text(at) != ":" || text(at + 1) != ":" {
            break;
        }
        at += 2;
    }
    let mut name = segments.last().cloned().unwrap_or_default();
    if name == "self" {
        name = segments.iter().rev().nth(1).cloned().unwrap_or_default();
    }
    if text(at) == "as" {
        text(at + 1).clone_into(&mut name);
        at += 2;
    }
    found.push(NamedPath { segments, name });
    at
}

/// Returns the graph of a crate made of these files.
fn graph_of(files: &[(&str, &str)]) -> Graph {
    let contents: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(path, text)| (*path, text.as_bytes()))
        .collect();
    let folder = crate::support::folder(&contents);
    Graph::of_crate(&folder.path().join("lib.rs"))
}

#[test]
fn a_cycle_is_found_however_it_is_written() {
    for (case, a, b) in [
        (
            "a tree of imports",
            "use crate::{b::{self, X}, c};",
            "use crate::a::Y;",
        ),
        (
            "super",
            "fn f(x: super::b::G) {}",
            "pub mod x { use super::super::a; }",
        ),
        (
            "an exported macro",
            "fn f() { crate::make!() }",
            "#[macro_export]\nmacro_rules! make { () => {} }\nuse crate::a;",
        ),
        (
            "an item of the root",
            "use crate::Renamed;",
            "use crate::a;",
        ),
        (
            "an attribute",
            "#[serde(with = \"crate::b\")] struct S;",
            "use crate::a;",
        ),
        ("a glob of the root", "use crate::*;", "use crate::a;"),
    ] {
        let root = "mod a;\nmod b;\nmod c;\npub use b::Original as Renamed;\n";
        let graph = graph_of(&[("lib.rs", root), ("a.rs", a), ("b/mod.rs", b), ("c.rs", "")]);
        assert_eq!(graph.cycles(), [["a", "b"]], "{case}");
    }
}

#[test]
fn tests_comments_and_paths_inside_a_module_make_no_cycle() {
    let root = "mod a;\nmod b;\nfn outside_of_modules() { a::f() }\n";
    let a = "mod inner;\nmod b {}\nuse self::b as other; // crate::b\n#[cfg(test)]\nmod tests { use crate::b; }\n#[cfg(test)] mod samples;\n";
    let inner = "use super::b; use other::crate_b;\n";
    let b = "use crate::a::f;\n";
    let files = [
        ("lib.rs", root),
        ("a.rs", a),
        ("a/inner.rs", inner),
        ("b.rs", b),
    ];
    let graph = graph_of(&files);
    assert_eq!(graph.edges.len(), 1);
    assert!(graph.cycles().is_empty());
}
