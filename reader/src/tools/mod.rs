//! The tools: one file each with its request, its answer, `run` and a compact text. MCP, the terminal and the tests call
//! the same functions. This is the only layer that knows serde and schemars.

pub mod common;
pub mod get_blast_radius;
pub mod get_context;
pub mod get_file_outline;
pub mod get_file_tree;
pub mod get_references;
pub mod get_structure;
pub mod get_symbol;
pub mod list_repos;
pub mod search_symbols;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::limits::Limits;
use crate::query::QueryError;
use crate::snapshot::Snapshot;

/// A tool: a typed request to a typed answer.
pub trait Tool {
    /// The name in MCP.
    const NAME: &'static str;
    /// One or two sentences that tell an agent when to use it.
    const DESCRIPTION: &'static str;
    /// What is asked.
    type Request: DeserializeOwned + JsonSchema;
    /// What is answered.
    type Answer: Serialize + JsonSchema;

    /// Answers a request.
    ///
    /// # Errors
    /// A wrong argument, an unknown symbol or file, a damaged snapshot.
    fn run(
        snapshot: &Snapshot,
        request: &Self::Request,
        limits: &Limits,
    ) -> Result<Self::Answer, QueryError>;

    /// The answer as compact text for a language model or a person. Every path, line and id in it can be given to
    /// another tool.
    fn text(answer: &Self::Answer) -> String;
}
