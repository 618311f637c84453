//! Query primitives: plain values in, plain values out; limits explicit. Nothing here knows JSON, MCP or the terminal.

pub mod bm25;
pub mod expand;
pub mod find;
pub mod search;
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
    /// Nothing has that name.
    #[error("no {what} `{asked}`{}", nearest_text(.nearest))]
    NotFound {
        /// `symbol` or `file`.
        what: &'static str,
        /// What was asked for.
        asked: String,
        /// The nearest names.
        nearest: Vec<String>,
    },
}

fn nearest_text(nearest: &[String]) -> String {
    if nearest.is_empty() {
        String::new()
    } else {
        format!("; nearest: {}", nearest.join(", "))
    }
}

/// Result of a query primitive.
pub type Result<T> = std::result::Result<T, QueryError>;
