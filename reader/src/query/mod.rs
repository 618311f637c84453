//! Query primitives: plain values in, plain values out, with explicit limits. No module here knows JSON, MCP or the
//! terminal.

pub mod bm25;
pub mod diff;
pub mod dispatch;
pub mod expand;
pub mod external;
pub mod find;
pub mod flow;
pub mod grep;
pub mod imports;
pub mod search;
pub mod signatures;
pub mod top_k;
pub mod trace;
pub mod traverse;
pub mod type_pattern;
pub mod unparsed;

use crate::view::Corrupt;

/// The error of a query.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The snapshot is damaged.
    #[error(transparent)]
    Corrupt(#[from] Corrupt),
    /// An argument is wrong.
    #[error("`{argument}`: {problem}; for example {example}")]
    Argument {
        /// The argument's name.
        argument: &'static str,
        /// What is wrong with it.
        problem: String,
        /// A valid value.
        example: String,
    },
    /// A tool's arguments cannot be read as a request.
    #[error("`{argument}`: {problem}; for example {example}")]
    Request {
        /// The argument's name.
        argument: String,
        /// What is wrong with it.
        problem: String,
        /// A valid request.
        example: &'static str,
    },
    /// The snapshot was written by a version that did not store what the tool needs.
    #[error(
        "this snapshot has no {0}, because an earlier version of Bombe wrote it; `bombe build` builds it again"
    )]
    Lacks(&'static str),
    /// The request had to end before it was known whether there is an answer.
    #[error(
        "stopped before there was an answer: the request was cancelled, or took more time or steps than a request may; ask for less, such as a longer name or a folder"
    )]
    Stopped,
    /// The queried name is that of something outside the repository.
    #[error(
        "`{}` is outside the repository; get_references lists {sites} call sites, as symbol `{id}`",
        shown(.name)
    )]
    External {
        /// The queried name.
        name: String,
        /// What answers call it.
        id: String,
        /// The number of its call sites.
        sites: usize,
    },
    /// There is no answer, and files that are not in the index as they are may be the reason.
    #[error("{error} [{note}]")]
    Outdated {
        /// Why there is no answer.
        error: Box<QueryError>,
        /// What has changed.
        note: String,
    },
    /// The snapshot holds no file.
    #[error("no file is indexed; list_repos says what was left out, and why")]
    Empty,
    /// Nothing has the queried name.
    #[error("no {kind} `{}`{}", shown(.name), nearest_text(.kind, .nearest))]
    NotFound {
        /// `symbol`, `file`, `folder` or `line`.
        kind: &'static str,
        /// The queried name.
        name: String,
        /// The nearest names.
        nearest: Vec<String>,
    },
}

/// Longest name that an error shows, in characters.
const NAME_CHARS_MAX: usize = 200;

fn shown(name: &str) -> String {
    let mut shown: String = name.chars().take(NAME_CHARS_MAX).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    shown
}

fn nearest_text(kind: &str, nearest: &[String]) -> String {
    if !nearest.is_empty() {
        return format!("; nearest: {}", nearest.join(", "));
    }
    match kind {
        "symbol" => "; search_symbols finds symbols by part of a name, glob (`*Store`) or keywords",
        _ => "; get_file_tree lists folders and files",
    }
    .to_owned()
}

/// The result of a query.
pub type Result<T> = std::result::Result<T, QueryError>;
