//! Questions to every tool, and their answers in a form that can be compared.

use bombe_reader::limits::Limits;
use bombe_reader::query::QueryError;
use bombe_reader::snapshot::Snapshot;
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
use bombe_reader::tools::get_symbol_info::GetSymbolInfo;
use bombe_reader::tools::grep::Grep;
use bombe_reader::tools::list_repos::ListRepos;
use bombe_reader::tools::search_symbols::SearchSymbols;
use bombe_reader::tools::trace_flow::TraceFlow;
use bombe_reader::tools::traverse_graph::TraverseGraph;
use bombe_reader::tools::{self, Tool, request_of};
use serde_json::{Value, json};

/// A tool's name and its arguments.
pub(crate) type Question = (&'static str, Value);

/// Asks a tool. The answer has no field that differs between two runs.
pub(crate) fn ask(
    snapshot: &Snapshot,
    (tool, arguments): &Question,
    limits: &Limits,
) -> Result<Value, QueryError> {
    let of = match *tool {
        "get_context" => one::<GetContext>,
        "search_symbols" => one::<SearchSymbols>,
        "get_references" => one::<GetReferences>,
        "get_blast_radius" => one::<GetBlastRadius>,
        "trace_flow" => one::<TraceFlow>,
        "traverse_graph" => one::<TraverseGraph>,
        "get_symbol_info" => one::<GetSymbolInfo>,
        "get_structure" => one::<GetStructure>,
        "get_symbol" => one::<GetSymbol>,
        "get_file_outline" => one::<GetFileOutline>,
        "get_file_tree" => one::<GetFileTree>,
        "find_entry_points" => one::<FindEntryPoints>,
        "get_history" => one::<GetHistory>,
        "get_related_files" => one::<GetRelatedFiles>,
        "grep" => one::<Grep>,
        "find_by_imports" => one::<FindByImports>,
        "find_by_signature" => one::<FindBySignature>,
        "list_repos" => one::<ListRepos>,
        other => panic!("no tool `{other}`"),
    };
    of(snapshot, arguments, limits)
}

fn one<T: Tool>(
    snapshot: &Snapshot,
    arguments: &Value,
    limits: &Limits,
) -> Result<Value, QueryError> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let answer = tools::answer::<T>(snapshot, &request_of::<T>(arguments)?, limits)?;
    // The text is part of the answer: rendering it must not fail either.
    let text = T::text(&answer);
    let mut value = serde_json::to_value(&answer).expect("answers serialise");
    value["meta"]["elapsed_ms"] = json!(0);
    value["meta"]["stale_files"] = json!(null);
    value["text_bytes"] = json!(text.len());
    if let Some(repo) = value.pointer_mut("/repos/0") {
        repo["repo"] = json!("");
        repo["snapshot"] = json!("");
        repo["path"] = json!("");
        repo["stale_files"] = json!(null);
        repo["stale_count"] = json!(0);
        value["text_bytes"] = json!(0);
    }
    value["meta"]["repo"] = json!("");
    Ok(value)
}

/// Returns questions to every tool, which together use every section of a snapshot. `symbol` and `path` are in it.
pub(crate) fn questions(symbol: &str, path: &str) -> Vec<Question> {
    vec![
        ("list_repos", json!({})),
        ("search_symbols", json!({"query": symbol})),
        ("search_symbols", json!({"query": "*er*", "limit": 30})),
        (
            "search_symbols",
            json!({"query": "(?i)o.*e", "mode": "regex"}),
        ),
        (
            "search_symbols",
            json!({"query": "load order from store", "limit": 30}),
        ),
        (
            "search_symbols",
            json!({"query": "lod", "mode": "fuzzy", "language": "python"}),
        ),
        (
            "get_references",
            json!({"symbol": symbol, "depth": 3, "min_confidence": 0.0, "include_source": true}),
        ),
        (
            "get_references",
            json!({"symbol": symbol, "direction": "usages"}),
        ),
        (
            "get_references",
            json!({"symbol": symbol, "direction": "implementors"}),
        ),
        ("get_references", json!({"symbol": "external:builtins"})),
        ("get_blast_radius", json!({"symbol": symbol})),
        (
            "get_blast_radius",
            json!({"diff": format!("--- a/{path}\n+++ b/{path}\n@@ -1,9 +1,9 @@\n{}", "-x\n+y\n".repeat(9))}),
        ),
        (
            "get_context",
            json!({"query": "an order is loaded from the store again after a failure"}),
        ),
        (
            "get_context",
            json!({"query": symbol, "entry_points": [symbol], "token_budget": 3000}),
        ),
        ("trace_flow", json!({"from": symbol, "include_tests": true})),
        (
            "trace_flow",
            json!({"from": path, "to": symbol, "min_confidence": 0.0, "include_tests": true}),
        ),
        ("traverse_graph", json!({"starts": [symbol, path]})),
        (
            "traverse_graph",
            json!({"starts": [symbol], "direction": "both", "edge_kinds": "any", "depth": 4}),
        ),
        ("get_symbol_info", json!({"symbol": symbol})),
        ("get_structure", json!({"include_tests": true})),
        (
            "get_symbol",
            json!({"symbols": [symbol, format!("{path}:2-9")]}),
        ),
        ("get_file_outline", json!({"file_path": path})),
        ("get_file_tree", json!({})),
        ("find_entry_points", json!({"tests": "include"})),
        (
            "find_entry_points",
            json!({"entry_type": "public_api,test", "file_pattern": "**/*", "limit": 500}),
        ),
        ("get_related_files", json!({"file_path": path})),
        ("get_history", json!({"limit": 100})),
        ("get_history", json!({"file_path": path})),
        ("get_history", json!({"symbol": symbol})),
        ("grep", json!({"pattern": "order", "context_lines": 2})),
        (
            "grep",
            json!({"pattern": r"\bre\w+\(", "regex": true, "files_only": true}),
        ),
        (
            "find_by_signature",
            json!({"return_type": "optional", "param_types": ["string"], "param_count": {"min": 1}}),
        ),
        (
            "find_by_signature",
            json!({"name_pattern": "o.*e|a", "modifiers": ["public"], "limit": 200}),
        ),
        (
            "find_by_imports",
            json!({"libraries": [path], "include_transitive": true}),
        ),
        (
            "find_by_imports",
            json!({"libraries": ["s"], "match_mode": "fuzzy", "limit": 200}),
        ),
    ]
}
