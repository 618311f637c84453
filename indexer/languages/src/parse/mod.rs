//! Turns bytes into facts, one file at a time: parser pool, effort limit, and the lowering of the language.

pub mod roles;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use bombe_format::kind::Language;
use tree_sitter::{Node, ParseOptions, Parser, Tree};

use crate::{LowerInput, Syntax, TreeSyntax, config, support_for};
use bombe_facts::{Complaint, ComplaintKind, ERROR_RUNS_MAX, Facts};
use roles::{Roles, RolesError};

/// Stack of a thread that lowers files, in bytes. A lowering recurses up to `build::DEPTH_MAX` levels with several
/// frames each. Only touched pages cost memory.
pub const STACK_BYTES: usize = 256 << 20;

/// Progress reports that the parser may make for any file. The parser reports every 100 steps. The limit counts steps,
/// not time, so a file is cut off on every machine or on none.
const REPORTS_MIN: u64 = 20_000;
/// Bytes of a file that allow one more progress report. Ordinary files need at most one for every 40 bytes, a tenth of
/// this.
const BYTES_PER_REPORT: u64 = 4;

/// Syntax errors of a file that become complaints; all are counted.
const COMPLAINTS_MAX: usize = 100;

/// The reason why a file has no facts.
#[derive(Debug, thiserror::Error)]
pub enum ParseError {
    /// The bytes are not UTF-8.
    #[error("not valid UTF-8")]
    NotUtf8,
    /// The parser reached its effort limit.
    #[error("the parser needed more steps than its limit allows")]
    TooSlow,
    /// The registry has no such language.
    #[error("no language support for `{}`", .0.name())]
    NoLanguage(Language),
    /// The language has no tree-sitter grammar.
    #[error("no grammar for `{}`", .0.name())]
    NoGrammar(Language),
    /// The query files do not fit the grammar: a fault of this program.
    #[error("the query files of `{}` do not compile: {}", .0.name(), .1)]
    Queries(Language, &'static RolesError),
    /// The parser does not accept the grammar: a fault of this program.
    #[error("the grammar of `{}` is not usable", .0.name())]
    Grammar(Language),
}

/// Returns the text of a source file without its byte order mark, or `None` if the bytes are not UTF-8.
///
/// All positions in facts count from the start of this text. Line endings are kept.
pub fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    Some(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Parses and lowers one file. `path` is relative to the root and `/`-separated.
///
/// Syntax errors are not a failure. Runs on the calling thread, which keeps its parsers for the next file. Deep nesting
/// needs a thread with a stack of [`STACK_BYTES`].
///
/// # Errors
/// See [`ParseError`].
pub fn parse_file(language: Language, path: &str, bytes: &[u8]) -> Result<Facts, ParseError> {
    let source = text_of(bytes).ok_or(ParseError::NotUtf8)?;
    let support = support_for(language).ok_or(ParseError::NoLanguage(language))?;
    let mut facts = match support.syntax() {
        Syntax::Tree(syntax) => {
            let roles = roles_for(language)?;
            let masked = syntax.masked(source);
            let text = masked.as_deref().unwrap_or(source);
            let mut tree = parse_tree(language, text)?;
            let mut left_out = Vec::new();
            if tree.root_node().has_error() {
                let mut parse = |text: &str| parse_tree(language, text).ok();
                if let Some(mended) = syntax.mended(text, &tree, &mut parse) {
                    tree = mended.tree;
                    left_out = mended.left_out;
                }
            }
            let mut facts = syntax.lower(&LowerInput {
                tree: &tree,
                source,
                path,
                language,
                roles,
            });
            note_syntax_errors(&tree, &mut facts);
            note_left_out(source, &left_out, &mut facts);
            facts
        }
        Syntax::Text(read) => read(path, source),
    };
    facts.file.generated = crate::generated::is_generated(source);
    facts.file.test |= config::config_for(language).is_some_and(|config| config.is_test(path));
    crate::frameworks::note_candidates(support.frameworks(), path, &mut facts);
    Ok(facts)
}

/// Parses one text without lowering it. Index times are measured against it.
///
/// # Errors
/// [`ParseError::TooSlow`], [`ParseError::NoGrammar`], [`ParseError::Grammar`].
pub fn parse_tree(language: Language, source: &str) -> Result<Tree, ParseError> {
    thread_local! {
        static PARSERS: RefCell<Vec<(Language, Parser)>> = const { RefCell::new(Vec::new()) };
    }
    PARSERS.with_borrow_mut(|parsers| {
        let at = if let Some(at) = parsers.iter().position(|(known, _)| *known == language) {
            at
        } else {
            let syntax = tree_syntax(language)?;
            let mut parser = Parser::new();
            parser
                .set_language(&syntax.grammar(language))
                .map_err(|_| ParseError::Grammar(language))?;
            parsers.push((language, parser));
            parsers.len() - 1
        };
        let parser = &mut parsers[at].1;
        let mut left = REPORTS_MIN + source.len() as u64 / BYTES_PER_REPORT;
        let mut progress = |_: &tree_sitter::ParseState| {
            left = left.saturating_sub(1);
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let bytes = source.as_bytes();
        let mut read = |at: usize, _| bytes.get(at..).unwrap_or_default();
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        // A parser that was cut off would continue with the old text.
        parser.reset();
        tree.ok_or(ParseError::TooSlow)
    })
}

/// Returns the roles of a language's node kinds. Compiles them on first use.
///
/// # Errors
/// [`ParseError::NoGrammar`], [`ParseError::Queries`].
pub fn roles_for(language: Language) -> Result<&'static Roles, ParseError> {
    static TABLES: [OnceLock<Option<Result<Roles, RolesError>>>; 256] =
        [const { OnceLock::new() }; 256];
    let table = TABLES[language as usize].get_or_init(|| {
        let support = support_for(language)?;
        let syntax = support.syntax().tree()?;
        let lenient = support.languages().len() > 1;
        Some(Roles::compile(
            &syntax.grammar(language),
            syntax.queries(),
            lenient,
        ))
    });
    match table {
        Some(Ok(roles)) => Ok(roles),
        Some(Err(error)) => Err(ParseError::Queries(language, error)),
        None => Err(ParseError::NoGrammar(language)),
    }
}

fn tree_syntax(language: Language) -> Result<&'static dyn TreeSyntax, ParseError> {
    let support = support_for(language);
    let syntax = support.and_then(|support| support.syntax().tree());
    syntax.ok_or(ParseError::NoGrammar(language))
}

/// Counts error and missing nodes, and notes their lines. Visits only subtrees that contain one.
fn note_syntax_errors(tree: &Tree, facts: &mut Facts) {
    facts.syntax_errors = 0;
    facts.error_lines.clear();
    facts
        .complaints
        .retain(|complaint| complaint.kind != ComplaintKind::SyntaxError);
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let here = node.is_error() || node.is_missing();
        if here {
            note_syntax_error(node.start_position().row as u32 + 1, facts);
            note_lines(node, &mut facts.error_lines);
        }
        // An error inside another counts once.
        if !here && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        loop {
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

fn note_syntax_error(line: u32, facts: &mut Facts) {
    facts.syntax_errors += 1;
    if facts.complaints.len() < COMPLAINTS_MAX {
        let kind = ComplaintKind::SyntaxError;
        facts.complaints.push(Complaint { line, kind });
    }
}

/// Counts byte ranges that a tree leaves out as errors, and notes their lines.
fn note_left_out(source: &str, ranges: &[(usize, usize)], facts: &mut Facts) {
    if ranges.is_empty() {
        return;
    }
    let starts: Vec<usize> = memchr::memchr_iter(b'\n', source.as_bytes()).collect();
    let line = |at: usize| starts.partition_point(|newline| *newline < at) as u32 + 1;
    let mut runs = std::mem::take(&mut facts.error_lines);
    for (start, end) in ranges {
        note_syntax_error(line(*start), facts);
        runs.push((line(*start), line(end.saturating_sub(1).max(*start))));
    }
    runs.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::with_capacity(runs.len());
    for (first, last) in runs {
        match merged.last_mut() {
            Some(run) if first <= run.1 + 1 => run.1 = run.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    merged.truncate(ERROR_RUNS_MAX);
    facts.error_lines = merged;
}

/// Adds the lines of a node to runs of lines. Nodes come in the order of their first bytes.
fn note_lines(node: Node, runs: &mut Vec<(u32, u32)>) {
    let first = node.start_position().row as u32 + 1;
    let end = node.end_position();
    // A node that ends with a line ends at the start of the next one.
    let last = first.max(end.row as u32 + u32::from(end.column > 0));
    if let Some(run) = runs.last_mut()
        && first <= run.1 + 1
    {
        run.1 = run.1.max(last);
    } else if runs.len() < ERROR_RUNS_MAX {
        runs.push((first, last));
    }
}
