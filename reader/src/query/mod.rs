//! Query primitives: plain values in, plain values out; limits explicit. Nothing here knows JSON, MCP or the terminal.

pub mod bm25;
pub mod diff;
pub mod expand;
pub mod find;
pub mod search;
pub mod top_k;
pub mod traverse;

use crate::view::Corrupt;

/// Why a query has no answer.
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
    /// An argument of a tool cannot be read at all.
    #[error("`{argument}`: {problem}; for example {example}")]
    Request {
        /// The argument's name.
        argument: String,
        /// What is wrong with it.
        problem: String,
        /// A valid request.
        example: &'static str,
    },
    /// Nothing has that name.
    #[error("no {what} `{asked}`{}", nearest_text(.what, .nearest))]
    NotFound {
        /// `symbol` or `file`.
        what: &'static str,
        /// What was asked for.
        asked: String,
        /// The nearest names.
        nearest: Vec<String>,
    },
}

fn nearest_text(what: &str, nearest: &[String]) -> String {
    if !nearest.is_empty() {
        return format!("; nearest: {}", nearest.join(", "));
    }
    match what {
        "symbol" => "; search_symbols finds by part of a name, glob (`*Store`) or keywords",
        _ => "; get_file_tree lists folders and files",
    }
    .to_owned()
}

/// Result of a query primitive.
pub type Result<T> = std::result::Result<T, QueryError>;
