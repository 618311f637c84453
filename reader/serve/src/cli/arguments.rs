//! The arguments of `bombe`: one subcommand for each tool, with the tool's request spelled as arguments.

use std::borrow::Cow;

use bombe_reader::tools::arguments::TestFilter;
use bombe_reader::tools::find_by_imports::MatchMode;
use bombe_reader::tools::get_blast_radius::ChangeType;
use bombe_reader::tools::get_file_outline::Detail;
use bombe_reader::tools::get_references::RefDirection;
use bombe_reader::tools::grep::CaseMode;
use bombe_reader::tools::search_symbols::SearchMode;
use bombe_reader::tools::traverse_graph::TraverseDirection;
use clap::{Args as ClapArgs, Subcommand};
use regex::{Regex, RegexBuilder};
use serde_json::{Map, Value, json};

use super::terminal::{Shape, Table};
use super::values;

/// A tool's request.
type Request = Map<String, Value>;

/// Returns a request without the arguments that are null: the tool has its own defaults for them.
fn request(arguments: Value) -> Request {
    let Value::Object(arguments) = arguments else {
        return Request::new();
    };
    let is_given = |(_, value): &(String, Value)| !value.is_null();
    arguments.into_iter().filter(is_given).collect()
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Finds symbols by name, glob, regex or keywords.
    Search(SearchArgs),
    /// Finds lines of the sources by text or regex.
    Grep(GrepArgs),
    /// Lists callers, callees, implementors, supertypes or usages of a symbol.
    Refs(RefsArgs),
    /// Shows the code that a task needs, within a token budget.
    Context(ContextArgs),
    /// Shows the ranked map of the repository or a folder.
    Structure(StructureArgs),
    /// Lists what a change of a symbol reaches.
    Blast(BlastArgs),
    /// Lists call paths from a symbol, or between two symbols.
    Trace(TraceArgs),
    /// Lists what edges of chosen kinds lead to, as a tree.
    Traverse(TraverseArgs),
    /// Shows all that is known about a symbol.
    Info(InfoArgs),
    /// Shows the source of symbols (`path::Name`, `Name`) or of line ranges (`path:10-40`).
    Symbol(SymbolArgs),
    /// Lists the symbols of a file.
    Outline(OutlineArgs),
    /// Lists the files that import a library, module or file.
    Imports(ImportsArgs),
    /// Finds functions by name, types and modifiers.
    Signature(SignatureArgs),
    /// Lists folders and files.
    Tree(TreeArgs),
    /// Lists the commits that change a file, a folder or the repository.
    History(HistoryArgs),
    /// Lists the files that belong to a file, and why.
    Related(RelatedArgs),
    /// Lists where a framework, the system or a test runner calls into the code.
    EntryPoints(EntryPointsArgs),
    /// Lists what is indexed.
    Repos,
}

/// Fields of a symbol at the other end of an edge.
const REFERENCE: &[&str] = &["depth", "edge", "confidence", "id", "line", "text"];

impl Command {
    /// Returns what the answer is like.
    pub(super) fn shape(&self) -> Shape {
        let has_code = matches!(
            self,
            Self::Search(_)
                | Self::Grep(_)
                | Self::Refs(_)
                | Self::Context(_)
                | Self::Structure(_)
                | Self::Symbol(_)
                | Self::Outline(_)
                | Self::Imports(_)
                | Self::Signature(_)
        );
        Shape {
            has_code,
            is_tree: matches!(self, Self::Tree(_)),
            matches: self.matches(),
            table: self.table(),
        }
    }

    /// Returns the lists of the answer, if it is made of lists.
    fn table(&self) -> Option<Table> {
        let (lists, columns): (&[&[&str]], &[&str]) = match self {
            Self::Search(_) => (
                &[&["symbols"]],
                &["kind", "id", "start_line", "end_line", "signature"],
            ),
            Self::Grep(GrepArgs {
                files_only: true, ..
            }) => (&[&["files"]], &["count", "file_path"]),
            Self::Grep(_) => (
                &[&["files", "lines"]],
                &["file_path", "line", "symbol", "text"],
            ),
            Self::Refs(_) => (
                &[
                    &["callers"],
                    &["callees"],
                    &["implementors"],
                    &["supertypes"],
                    &["usages"],
                ],
                REFERENCE,
            ),
            Self::Blast(_) => (
                &[
                    &["impact", "direct_callers"],
                    &["impact", "transitive_callers"],
                ],
                &["depth", "edge", "confidence", "id", "line"],
            ),
            Self::Traverse(_) => (
                &[&["nodes"]],
                &["depth", "edge", "site", "kind", "id", "line"],
            ),
            Self::Outline(_) => (
                &[&["symbols"]],
                &["line", "end_line", "kind", "id", "signature"],
            ),
            Self::Imports(_) => (
                &[&["imports"]],
                &["file_path", "line", "module", "names", "text"],
            ),
            Self::Signature(_) => (&[&["functions"]], &["kind", "id", "line", "signature"]),
            Self::Tree(_) => (
                &[&["tree"]],
                &["type", "language", "line_count", "symbol_count", "path"],
            ),
            Self::History(_) => (
                &[&["commits"]],
                &["id", "date", "author", "changed_files", "subject"],
            ),
            Self::Related(_) => (&[&["related"]], &["score", "file"]),
            Self::EntryPoints(_) => (
                &[&["entry_points"]],
                &["entry_type", "framework", "method", "route", "id", "line"],
            ),
            Self::Repos => (
                &[&["repos"]],
                &["repo", "commit", "file_count", "symbol_count", "edge_count"],
            ),
            Self::Context(_)
            | Self::Structure(_)
            | Self::Trace(_)
            | Self::Info(_)
            | Self::Symbol(_) => {
                return None;
            }
        };
        Some(Table { lists, columns })
    }

    /// Returns what is searched for, to be marked in the answer.
    fn matches(&self) -> Option<Regex> {
        let (pattern, is_exact) = match self {
            Self::Grep(it) => {
                let pattern = match it.pattern() {
                    (pattern, true) => pattern.into_owned(),
                    (pattern, false) => regex::escape(&pattern),
                };
                let has_capital = it.pattern.chars().any(char::is_uppercase);
                let case = it.case();
                let is_exact = case == "sensitive" || case == "smart" && has_capital;
                (pattern, is_exact)
            }
            Self::Search(it) => {
                let words = it.query.iter().flat_map(|words| words.split_whitespace());
                let words: Vec<_> = words
                    .map(|word| word.trim_matches('*'))
                    .filter(|word| word.len() > 1)
                    .map(regex::escape)
                    .collect();
                (words.join("|"), false)
            }
            Self::Refs(it) => {
                let is_separator = |it: char| !(it.is_alphanumeric() || it == '_');
                let name = it.symbol.rsplit(is_separator).next().unwrap_or("");
                let is_name = name.starts_with(|it: char| !it.is_ascii_digit());
                let name = if is_name { name } else { "" };
                (regex::escape(name), true)
            }
            _ => return None,
        };
        if pattern.is_empty() {
            return None;
        }
        let regex = RegexBuilder::new(&pattern)
            .case_insensitive(!is_exact)
            .build();
        // The tool says what is wrong with a pattern.
        regex.ok()
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct SearchArgs {
    /// Name, glob (`User*`) or keywords.
    #[arg(required = true)]
    query: Vec<String>,
    /// Kinds, comma-separated; `any` by default.
    #[arg(long, short, value_delimiter = ',', value_parser = values::kinds())]
    kind: Vec<String>,
    /// Glob over paths; all files by default.
    #[arg(long, short)]
    file: Option<String>,
    /// Language; all by default.
    #[arg(long, short, ignore_case = true, value_parser = values::languages())]
    language: Option<String>,
    /// Visibility; all by default.
    #[arg(long, value_parser = values::visibilities())]
    visibility: Option<String>,
    /// Whether to search tests.
    #[arg(long, default_value = "include", value_parser = values::of::<TestFilter>(&[]))]
    tests: String,
    /// How to read the query.
    #[arg(long, default_value = "auto", value_parser = values::of::<SearchMode>(&[]))]
    mode: String,
    /// Maximum number of results: 20, or 10 beside an exact match of the name, if not given.
    #[arg(long, short = 'n', value_parser = values::amount::<usize>)]
    limit: Option<usize>,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl SearchArgs {
    pub(super) fn request(&self) -> Request {
        let kind = (!self.kind.is_empty()).then(|| self.kind.join(","));
        request(json!({
            "query": self.query.join(" "), "kind": kind, "file_pattern": self.file, "language": self.language,
            "visibility": self.visibility, "tests": self.tests, "mode": self.mode, "limit": self.limit,
            "cursor": self.cursor,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct GrepArgs {
    /// Text within a line.
    pattern: String,
    /// The pattern is a regular expression.
    #[arg(long, short = 'e')]
    regex: bool,
    /// Match whole words only.
    #[arg(long, short)]
    word_regexp: bool,
    /// Ignore case: the same as `--case ignore`.
    #[arg(long, short, conflicts_with = "case")]
    ignore_case: bool,
    /// How to compare letters.
    #[arg(long, default_value = "smart", value_parser = values::of::<CaseMode>(&[]))]
    case: String,
    /// Glob over paths; all files by default.
    #[arg(long, short)]
    file: Option<String>,
    /// Language; all by default.
    #[arg(long, short, ignore_case = true, value_parser = values::languages())]
    language: Option<String>,
    /// Whether to search tests.
    #[arg(long, default_value = "include", value_parser = values::of::<TestFilter>(&[]))]
    tests: String,
    /// Number of lines to show around each match, at most 10.
    #[arg(long = "context", short = 'C', default_value_t = 0)]
    context_lines: u32,
    /// List files, with the number of lines that match.
    #[arg(long)]
    files_only: bool,
    /// Maximum number of lines that match, or of files.
    #[arg(long, short = 'n', default_value_t = 50, value_parser = values::amount::<usize>)]
    limit: usize,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl GrepArgs {
    /// Returns the pattern, and whether it is a regular expression. Words end as they do for ripgrep: next to what is no
    /// letter, digit or `_`, whatever the pattern itself begins and ends with.
    fn pattern(&self) -> (Cow<'_, str>, bool) {
        if !self.word_regexp || self.pattern.is_empty() {
            return (Cow::Borrowed(&self.pattern), self.regex);
        }
        let inner = if self.regex {
            Cow::Borrowed(self.pattern.as_str())
        } else {
            Cow::Owned(regex::escape(&self.pattern))
        };
        (
            format!(r"\b{{start-half}}(?:{inner})\b{{end-half}}").into(),
            true,
        )
    }

    /// Returns the value of `case` in a request.
    fn case(&self) -> &str {
        if self.ignore_case {
            "ignore"
        } else {
            &self.case
        }
    }

    pub(super) fn request(&self) -> Request {
        let (pattern, is_regex) = self.pattern();
        request(json!({
            "pattern": pattern, "regex": is_regex, "case": self.case(), "file_pattern": self.file,
            "language": self.language, "tests": self.tests, "context_lines": self.context_lines,
            "files_only": self.files_only, "limit": self.limit, "cursor": self.cursor,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct RefsArgs {
    /// Symbol id, qualified name, name or `path:line`.
    symbol: String,
    /// Which references to list.
    #[arg(long, short, default_value = "both", value_parser = values::of::<RefDirection>(&[("supertypes", "supers")]))]
    direction: String,
    /// Number of hops, 1-5.
    #[arg(long, default_value_t = 1)]
    depth: u32,
    /// Minimum confidence, 0-1; below 0.5 are guesses by name.
    #[arg(long, default_value_t = 0.5)]
    min_confidence: f64,
    /// Include the source of each reference.
    #[arg(long)]
    source: bool,
    /// Maximum number of references in each list.
    #[arg(long, short = 'n', default_value_t = 30, value_parser = values::amount::<usize>)]
    limit: usize,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl RefsArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({
            "symbol": self.symbol, "direction": self.direction, "depth": self.depth, "min_confidence": self.min_confidence,
            "include_source": self.source, "limit": self.limit, "cursor": self.cursor,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct ContextArgs {
    /// The task, question or issue text; `-` reads it from stdin.
    #[arg(required = true)]
    pub(super) query: Vec<String>,
    /// A symbol to include in full; may be repeated.
    #[arg(long = "entry", short)]
    entry_points: Vec<String>,
    /// Maximum number of tokens in the answer.
    #[arg(long, short, default_value_t = 8_000, value_parser = values::amount::<usize>)]
    budget: usize,
    /// Show signatures only.
    #[arg(long)]
    signatures: bool,
    /// Number of hops in the graph, 1-4.
    #[arg(long, default_value_t = 2)]
    depth: u32,
}

impl ContextArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({
            "query": self.query.join(" "), "entry_points": self.entry_points, "token_budget": self.budget,
            "include_signatures_only": self.signatures, "expansion_depth": self.depth,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct StructureArgs {
    /// Folder of the repository.
    #[arg(default_value = ".")]
    path: String,
    /// Maximum number of tokens in the map.
    #[arg(long, short, default_value_t = 940, value_parser = values::amount::<usize>)]
    budget: usize,
    /// Show names without signatures.
    #[arg(long)]
    names: bool,
    /// Include tests.
    #[arg(long)]
    tests: bool,
}

impl StructureArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({
            "path": self.path, "token_budget": self.budget, "include_signatures": !self.names, "include_tests": self.tests,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct BlastArgs {
    /// Symbol id, qualified name, name or `path:line`.
    #[arg(required_unless_present = "diff")]
    symbol: Option<String>,
    /// A diff instead of a symbol: of the work tree (without RANGE), of a commit range, or from stdin (`-`).
    #[arg(long, value_name = "RANGE", num_args = 0..=1, default_missing_value = "worktree", conflicts_with = "symbol")]
    pub(super) diff: Option<String>,
    /// What changes about the symbol.
    #[arg(long, short, default_value = "behavior", value_parser = values::of::<ChangeType>(&[]))]
    change: String,
    /// Number of hops, 1-5.
    #[arg(long, default_value_t = 3)]
    depth: u32,
    /// Maximum number of dependents.
    #[arg(long, short = 'n', default_value_t = 40, value_parser = values::amount::<usize>)]
    limit: usize,
}

impl BlastArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({
            "symbol": self.symbol, "diff": self.diff, "change_type": self.change, "max_depth": self.depth, "limit": self.limit,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct TraceArgs {
    /// Symbol id, qualified name, name or `path:line`.
    from: String,
    /// Symbol at which the paths end; whatever FROM leads to, by default.
    to: Option<String>,
    /// Number of calls in a row, 1-12; 5 by default, 8 between two symbols.
    #[arg(long)]
    depth: Option<u32>,
    /// Maximum number of paths.
    #[arg(long, short = 'n', default_value_t = 10, value_parser = values::amount::<usize>)]
    limit: usize,
    /// Follow tests too.
    #[arg(long)]
    tests: bool,
    /// Minimum confidence, 0-1; below 0.5 are guesses by name.
    #[arg(long, default_value_t = 0.5)]
    min_confidence: f64,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl TraceArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({
            "from": self.from, "to": self.to, "depth": self.depth, "limit": self.limit, "include_tests": self.tests,
            "min_confidence": self.min_confidence, "cursor": self.cursor,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct TraverseArgs {
    /// Symbol ids, qualified names, names or `path:line`.
    #[arg(required = true)]
    starts: Vec<String>,
    /// In which direction to follow edges.
    #[arg(long, short, default_value = "outgoing", value_parser = values::of::<TraverseDirection>(&[]))]
    direction: String,
    /// Number of hops, 1-10.
    #[arg(long, default_value_t = 3)]
    depth: u32,
    /// Kinds of edges, comma-separated, such as `calls,imports`; also `any`, `hierarchy` and `dispatch`. Calls with
    /// dispatch by default.
    #[arg(long, short)]
    edges: Option<String>,
    /// List only symbols of these kinds, comma-separated.
    #[arg(long, short, value_delimiter = ',', value_parser = values::kinds())]
    kind: Vec<String>,
    /// List only symbols of the files that match this glob.
    #[arg(long, short)]
    file: Option<String>,
    /// Whether to list tests.
    #[arg(long, default_value = "include", value_parser = values::of::<TestFilter>(&[]))]
    tests: String,
    /// Go no further at this kind, file glob or symbol; may be repeated.
    #[arg(long = "stop", value_name = "WHERE")]
    stop_at: Vec<String>,
    /// Maximum number of symbols to visit.
    #[arg(long, default_value_t = 1_000, value_parser = values::amount::<usize>)]
    max_nodes: usize,
    /// Minimum confidence, 0-1; below 0.5 are guesses by name.
    #[arg(long, default_value_t = 0.5)]
    min_confidence: f64,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl TraverseArgs {
    pub(super) fn request(&self) -> Request {
        let kind = (!self.kind.is_empty()).then(|| self.kind.join(","));
        request(json!({
            "starts": self.starts, "direction": self.direction, "depth": self.depth, "edge_kinds": self.edges,
            "kind": kind, "file_pattern": self.file, "tests": self.tests, "stop_at": self.stop_at,
            "max_nodes": self.max_nodes, "min_confidence": self.min_confidence, "cursor": self.cursor,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct InfoArgs {
    /// Symbol id, qualified name, name or `path:line`.
    symbol: String,
}

impl InfoArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({"symbol": self.symbol}))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct SymbolArgs {
    /// Symbols or line ranges.
    #[arg(required = true)]
    symbols: Vec<String>,
    /// Maximum number of tokens in the answer.
    #[arg(long, short, default_value_t = 5_000, value_parser = values::amount::<usize>)]
    budget: usize,
}

impl SymbolArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({"symbols": self.symbols, "token_budget": self.budget}))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct OutlineArgs {
    /// Path of the file, or the end of it.
    file: String,
    /// Leave out fields, variables and constants.
    #[arg(long)]
    no_values: bool,
    /// Signatures or names; by default, names if the signatures do not fit.
    #[arg(long, default_value = "auto", value_parser = values::of::<Detail>(&[]))]
    detail: String,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl OutlineArgs {
    pub(super) fn request(&self) -> Request {
        request(
            json!({"file_path": self.file, "include_values": !self.no_values, "detail": self.detail, "cursor": self.cursor}),
        )
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct ImportsArgs {
    /// Libraries, modules, names in them (`java.util.List`) or files of the repository.
    #[arg(required = true)]
    libraries: Vec<String>,
    /// How to compare them with modules.
    #[arg(long = "match", short, default_value = "exact", value_parser = values::of::<MatchMode>(&[]))]
    match_mode: String,
    /// List files that import these files, too.
    #[arg(long, short)]
    transitive: bool,
    /// Languages of the importing files; all by default.
    #[arg(long = "language", short, ignore_case = true, value_parser = values::languages())]
    languages: Vec<String>,
    /// Glob over paths of the importing files; all files by default.
    #[arg(long, short)]
    file: Option<String>,
    /// Maximum number of imports.
    #[arg(long, short = 'n', default_value_t = 50, value_parser = values::amount::<usize>)]
    limit: usize,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl ImportsArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({
            "libraries": self.libraries, "match_mode": self.match_mode, "include_transitive": self.transitive,
            "languages": self.languages, "file_pattern": self.file, "limit": self.limit, "cursor": self.cursor,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct SignatureArgs {
    /// Pattern of names: a regular expression, or a glob (`*valid*`); all names by default.
    name: Option<String>,
    /// Type of the result: `bool`, `Promise<*>`, `T | None`, `*Error`.
    #[arg(long = "returns", short)]
    return_type: Option<String>,
    /// Type of a parameter; may be repeated.
    #[arg(long = "param", short)]
    param_types: Vec<String>,
    /// Number of parameters: `2`, `1-3`, `2-` or `-1`.
    #[arg(long, allow_hyphen_values = true, value_parser = values::count)]
    params: Option<(usize, Option<usize>)>,
    /// Modifier, such as `async`, `static` or `public`; may be repeated. `!static` stands for those without.
    #[arg(long = "modifier", short)]
    modifiers: Vec<String>,
    /// Language; all by default.
    #[arg(long, short, ignore_case = true, value_parser = values::languages())]
    language: Option<String>,
    /// Glob over paths; all files by default.
    #[arg(long, short)]
    file: Option<String>,
    /// Whether to search tests.
    #[arg(long, default_value = "include", value_parser = values::of::<TestFilter>(&[]))]
    tests: String,
    /// Maximum number of functions.
    #[arg(long, short = 'n', default_value_t = 30, value_parser = values::amount::<usize>)]
    limit: usize,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl SignatureArgs {
    pub(super) fn request(&self) -> Request {
        let count = self.params.map(|(min, max)| match max {
            Some(max) => json!({"min": min, "max": max}),
            None => json!({"min": min}),
        });
        request(json!({
            "name_pattern": self.name, "return_type": self.return_type, "param_types": self.param_types,
            "param_count": count, "modifiers": self.modifiers, "language": self.language, "file_pattern": self.file,
            "tests": self.tests, "limit": self.limit, "cursor": self.cursor,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct TreeArgs {
    /// Folder; the root of the repository by default.
    path: Option<String>,
    /// Number of levels; as many as fit by default.
    #[arg(long)]
    depth: Option<u32>,
}

impl TreeArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({"path_prefix": self.path, "depth": self.depth}))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct EntryPointsArgs {
    /// Part of the route, or a glob over routes (`/users/*`).
    route: Option<String>,
    /// Kinds, comma-separated; all but `public_api` by default.
    #[arg(long, short, value_delimiter = ',', value_parser = ["http_handler", "cli_command", "event_handler", "main", "test", "public_api"])]
    kind: Vec<String>,
    /// Framework, such as `fastapi`.
    #[arg(long)]
    framework: Option<String>,
    /// HTTP method.
    #[arg(long, short)]
    method: Option<String>,
    /// Glob over paths; all files by default.
    #[arg(long, short)]
    file: Option<String>,
    /// Language; all by default.
    #[arg(long, short, ignore_case = true, value_parser = values::languages())]
    language: Option<String>,
    /// Whether to list tests and what is in them; `exclude` unless the kind is `test`.
    #[arg(long, value_parser = values::of::<TestFilter>(&[]))]
    tests: Option<String>,
    /// Maximum number of entry points.
    #[arg(long, short = 'n', default_value_t = 100, value_parser = values::amount::<usize>)]
    limit: usize,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl EntryPointsArgs {
    pub(super) fn request(&self) -> Request {
        let kind = (!self.kind.is_empty()).then(|| self.kind.join(","));
        request(json!({
            "entry_type": kind, "framework": self.framework, "method": self.method, "route": self.route,
            "file_pattern": self.file, "language": self.language, "tests": self.tests, "limit": self.limit,
            "cursor": self.cursor,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct HistoryArgs {
    /// File or folder; the root of the repository by default.
    path: Option<String>,
    /// A symbol instead: the commits of its file.
    #[arg(long, conflicts_with = "path")]
    symbol: Option<String>,
    /// Maximum number of commits.
    #[arg(long, short = 'n', default_value_t = 20, value_parser = values::amount::<usize>)]
    limit: usize,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl HistoryArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({
            "file_path": self.path, "symbol": self.symbol, "limit": self.limit, "cursor": self.cursor,
        }))
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct RelatedArgs {
    /// Path of the file, or the end of it.
    file: String,
    /// Maximum number of files.
    #[arg(long, short = 'n', default_value_t = 20, value_parser = values::amount::<usize>)]
    limit: usize,
    /// Cursor of the previous answer, to continue it.
    #[arg(long)]
    cursor: Option<String>,
}

impl RelatedArgs {
    pub(super) fn request(&self) -> Request {
        request(json!({"file_path": self.file, "limit": self.limit, "cursor": self.cursor}))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use bombe_format::kind::SymbolKind;
    use bombe_reader::tools::find_by_imports::FindByImports;
    use bombe_reader::tools::find_by_signature::FindBySignature;
    use bombe_reader::tools::find_entry_points::FindEntryPoints;
    use bombe_reader::tools::get_blast_radius::GetBlastRadius;
    use bombe_reader::tools::get_context::GetContext;
    use bombe_reader::tools::get_file_outline::GetFileOutline;
    use bombe_reader::tools::get_file_tree::GetFileTree;
    use bombe_reader::tools::get_history::GetHistory;
    use bombe_reader::tools::get_references::GetReferences;
    use bombe_reader::tools::get_related_files::GetRelatedFiles;
    use bombe_reader::tools::get_structure::GetStructure;
    use bombe_reader::tools::get_symbol::GetSymbol;
    use bombe_reader::tools::grep::Grep;
    use bombe_reader::tools::search_symbols::SearchSymbols;
    use bombe_reader::tools::{Tool, arguments, request_of};
    use clap::{CommandFactory as _, Parser};

    use super::*;

    #[derive(Parser)]
    struct Program {
        #[command(subcommand)]
        command: Command,
    }

    fn parse(arguments: &[&str]) -> Command {
        let arguments = ["bombe"].iter().chain(arguments);
        Program::try_parse_from(arguments).map_or_else(|error| panic!("{error}"), |it| it.command)
    }

    /// Fails unless both requests mean the same to the tool.
    #[track_caller]
    fn same<T: Tool<Request: Debug>>(arguments: Request, expected: Value) {
        let read = |it| request_of::<T>(it).unwrap_or_else(|error| panic!("{error}"));
        let (found, expected) = (read(arguments), read(request(expected)));
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
    }

    #[test]
    fn defaults_are_those_of_the_tools() {
        match parse(&["search", "x", "y"]) {
            Command::Search(it) => same::<SearchSymbols>(it.request(), json!({"query": "x y"})),
            other => panic!("{other:?}"),
        }
        match parse(&["grep", "x"]) {
            Command::Grep(it) => same::<Grep>(it.request(), json!({"pattern": "x"})),
            other => panic!("{other:?}"),
        }
        match parse(&["grep", "-iw", "x.y"]) {
            Command::Grep(it) => {
                let words = r"\b{start-half}(?:x\.y)\b{end-half}";
                let expected = json!({"pattern": words, "regex": true, "case": "ignore"});
                same::<Grep>(it.request(), expected);
            }
            other => panic!("{other:?}"),
        }
        match parse(&["refs", "x"]) {
            Command::Refs(it) => same::<GetReferences>(it.request(), json!({"symbol": "x"})),
            other => panic!("{other:?}"),
        }
        match parse(&["context", "x"]) {
            Command::Context(it) => same::<GetContext>(it.request(), json!({"query": "x"})),
            other => panic!("{other:?}"),
        }
        match parse(&["structure"]) {
            Command::Structure(it) => same::<GetStructure>(it.request(), json!({})),
            other => panic!("{other:?}"),
        }
        match parse(&["blast", "x"]) {
            Command::Blast(it) => same::<GetBlastRadius>(it.request(), json!({"symbol": "x"})),
            other => panic!("{other:?}"),
        }
        match parse(&["symbol", "x"]) {
            Command::Symbol(it) => same::<GetSymbol>(it.request(), json!({"symbols": ["x"]})),
            other => panic!("{other:?}"),
        }
        match parse(&["outline", "x"]) {
            Command::Outline(it) => same::<GetFileOutline>(it.request(), json!({"file_path": "x"})),
            other => panic!("{other:?}"),
        }
        match parse(&["entry-points"]) {
            Command::EntryPoints(it) => same::<FindEntryPoints>(it.request(), json!({})),
            other => panic!("{other:?}"),
        }
        match parse(&["imports", "x"]) {
            Command::Imports(it) => {
                same::<FindByImports>(it.request(), json!({"libraries": ["x"]}));
            }
            other => panic!("{other:?}"),
        }
        match parse(&["signature", "x"]) {
            Command::Signature(it) => {
                same::<FindBySignature>(it.request(), json!({"name_pattern": "x"}));
            }
            other => panic!("{other:?}"),
        }
        match parse(&["tree"]) {
            Command::Tree(it) => same::<GetFileTree>(it.request(), json!({})),
            other => panic!("{other:?}"),
        }
        match parse(&["history"]) {
            Command::History(it) => same::<GetHistory>(it.request(), json!({})),
            other => panic!("{other:?}"),
        }
        match parse(&["related", "x"]) {
            Command::Related(it) => {
                same::<GetRelatedFiles>(it.request(), json!({"file_path": "x"}));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_value_that_the_help_names_is_one_that_the_tool_knows() {
        let search = Program::command()
            .find_subcommand("search")
            .unwrap()
            .clone();
        let grep = Program::command().find_subcommand("grep").unwrap().clone();
        let refs = Program::command().find_subcommand("refs").unwrap().clone();
        let blast = Program::command().find_subcommand("blast").unwrap().clone();
        let imports = Program::command()
            .find_subcommand("imports")
            .unwrap()
            .clone();
        let values = |command: &clap::Command, argument: &str| -> Vec<String> {
            let mut arguments = command.get_arguments();
            let argument = arguments.find(|it| it.get_id() == argument).unwrap();
            let values = argument.get_possible_values();
            assert!(!values.is_empty(), "{}", argument.get_id());
            values.iter().map(|it| it.get_name().to_owned()).collect()
        };
        for kind in values(&search, "kind") {
            arguments::kinds(Some(&kind)).unwrap();
        }
        assert_eq!(values(&search, "kind").len(), SymbolKind::ALL.len() + 1);
        for language in values(&search, "language") {
            arguments::language(Some(&language)).unwrap();
        }
        for (tool, command, argument, field) in [
            ("search", &search, "tests", "tests"),
            ("search", &search, "mode", "mode"),
            ("grep", &grep, "tests", "tests"),
            ("grep", &grep, "case", "case"),
            ("refs", &refs, "direction", "direction"),
            ("blast", &blast, "change", "change_type"),
            ("imports", &imports, "match_mode", "match_mode"),
        ] {
            for value in values(command, argument) {
                let request = Request::from_iter([(field.to_owned(), json!(value))]);
                let with = |name: &str| {
                    let mut request = request.clone();
                    request.insert(name.to_owned(), json!("x"));
                    request
                };
                let result = match tool {
                    "search" => request_of::<SearchSymbols>(with("query")).err(),
                    "grep" => request_of::<Grep>(with("pattern")).err(),
                    "refs" => request_of::<GetReferences>(with("symbol")).err(),
                    "imports" => {
                        let mut request = request.clone();
                        request.insert("libraries".to_owned(), json!(["x"]));
                        request_of::<FindByImports>(request).err()
                    }
                    _ => request_of::<GetBlastRadius>(with("symbol")).err(),
                };
                assert!(result.is_none(), "{tool} {argument} {value}: {result:?}");
            }
        }
    }

    #[test]
    fn a_number_of_parameters_is_a_range() {
        for (text, expected) in [
            ("2", json!({"min": 2, "max": 2})),
            ("1-3", json!({"min": 1, "max": 3})),
            ("2-", json!({"min": 2})),
            ("-1", json!({"min": 0, "max": 1})),
        ] {
            let Command::Signature(it) = parse(&["signature", "--params", text]) else {
                panic!("another command");
            };
            assert_eq!(it.request()["param_count"], expected, "{text}");
        }
        for text in ["", "-", "x", "1-2-3"] {
            assert!(values::count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn several_kinds_are_one_argument() {
        let Command::Search(it) = parse(&["search", "x", "-k", "class,method", "-l", "Python"])
        else {
            panic!("another command");
        };
        assert_eq!(it.request()["kind"], "class,method");
        assert_eq!(it.request()["language"], "Python");
    }
}
