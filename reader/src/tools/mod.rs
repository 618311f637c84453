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
use serde_json::{Map, Value};

/// A tool: a typed request to a typed answer.
pub trait Tool {
    /// The name in MCP.
    const NAME: &'static str;
    /// One or two sentences that tell an agent when to use it.
    const DESCRIPTION: &'static str;
    /// A valid request, as JSON, for errors.
    const EXAMPLE: &'static str;
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

/// Reads a tool's request.
///
/// # Errors
/// Names the argument that is missing, unknown or of a wrong type, and shows a valid request.
pub fn request_of<T: Tool>(arguments: Map<String, Value>) -> Result<T::Request, QueryError> {
    let read = |arguments: Map<String, Value>| {
        serde_json::from_value::<T::Request>(Value::Object(arguments)).map_err(|e| e.to_string())
    };
    let problem = match read(arguments.clone()) {
        Ok(request) => return Ok(request),
        Err(problem) => problem,
    };
    // serde does not say which argument it was at: it is the one without which the fault is another one or none.
    let argument = arguments
        .keys()
        .find(|name| {
            let mut others = arguments.clone();
            others.remove(*name);
            read(others).err().as_ref() != Some(&problem)
        })
        .cloned()
        .or_else(|| Some(problem.split('`').nth(1)?.to_owned()))
        .unwrap_or_default();
    Err(QueryError::Request {
        argument,
        problem,
        example: T::EXAMPLE,
    })
}
