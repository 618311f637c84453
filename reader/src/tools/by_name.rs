//! The text of an answer of a tool that is known by its name: for questions that are written down in a file.

use serde_json::{Map, Value};

use super::find_by_imports::FindByImports;
use super::find_by_signature::FindBySignature;
use super::find_entry_points::FindEntryPoints;
use super::get_blast_radius::GetBlastRadius;
use super::get_context::GetContext;
use super::get_file_outline::GetFileOutline;
use super::get_file_tree::GetFileTree;
use super::get_history::GetHistory;
use super::get_references::GetReferences;
use super::get_related_files::GetRelatedFiles;
use super::get_structure::GetStructure;
use super::get_symbol::GetSymbol;
use super::get_symbol_info::GetSymbolInfo;
use super::grep::Grep;
use super::list_repos::ListRepos;
use super::search_symbols::SearchSymbols;
use super::several::Question;
use super::trace_flow::TraceFlow;
use super::traverse_graph::TraverseGraph;
use super::{Tool, schema};
use crate::limits::Limits;
use crate::query::{QueryError, Result};
use crate::snapshot::Snapshot;

/// A tool without its types.
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// When to use it.
    pub description: &'static str,
    /// The schema of its arguments.
    pub input: fn() -> Map<String, Value>,
    /// The schema of its answer.
    pub output: fn(bool) -> Map<String, Value>,
    text: fn(Map<String, Value>, &Snapshot, &Limits) -> Result<String>,
}

const fn known<T: Tool>() -> Known {
    Known {
        name: T::NAME,
        description: T::DESCRIPTION,
        input: schema::input::<T>,
        output: schema::output::<T>,
        text: text::<T>,
    }
}

fn text<T: Tool>(
    arguments: Map<String, Value>,
    snapshot: &Snapshot,
    limits: &Limits,
) -> Result<String> {
    let question = Question::<T>::parse(arguments)?;
    Ok(question.answer(&[snapshot], limits)?.text::<T>(true))
}

/// All tools.
pub const KNOWN: [Known; 18] = [
    known::<FindByImports>(),
    known::<FindBySignature>(),
    known::<FindEntryPoints>(),
    known::<GetBlastRadius>(),
    known::<GetContext>(),
    known::<GetFileOutline>(),
    known::<GetFileTree>(),
    known::<GetHistory>(),
    known::<GetReferences>(),
    known::<GetRelatedFiles>(),
    known::<GetStructure>(),
    known::<GetSymbol>(),
    known::<GetSymbolInfo>(),
    known::<Grep>(),
    known::<ListRepos>(),
    known::<SearchSymbols>(),
    known::<TraceFlow>(),
    known::<TraverseGraph>(),
];

/// Returns the text that a model would get for a call of a tool.
///
/// # Errors
/// As [`super::answer`]; and if there is no such tool.
pub fn answer_text(
    name: &str,
    arguments: Map<String, Value>,
    snapshot: &Snapshot,
    limits: &Limits,
) -> Result<String> {
    let Some(tool) = KNOWN.iter().find(|tool| tool.name == name) else {
        let names: Vec<&str> = KNOWN.iter().map(|tool| tool.name).collect();
        return Err(QueryError::Argument {
            argument: "tool",
            problem: format!("there is no tool `{name}`"),
            example: format!("one of {}", names.join(", ")),
        });
    };
    (tool.text)(arguments, snapshot, limits)
}
