//! Completions of the arguments of prompts and resource templates.

use bombe_reader::limits::Limits;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::several;
use bombe_reader::tools::suggest::{self, Suggestions};
use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};

use super::resources::{FILE, STRUCTURE, SYMBOL};
use super::server::{Shared, open};

/// What an argument names.
#[derive(Clone, Copy)]
enum Kind {
    Symbol,
    Path,
    Repo,
    /// Any text, or a choice.
    Text(&'static [&'static str]),
}

/// Returns what the argument of a request may be, given how its value begins.
///
/// # Errors
/// Fails if the request names no prompt or template, or none of its arguments.
pub(super) fn complete(
    shared: &Shared,
    request: &CompleteRequestParams,
) -> Result<CompleteResult, ErrorData> {
    let argument = request.argument.name.as_str();
    let place = match &request.r#ref {
        Reference::Prompt(prompt) => prompt.name.as_str(),
        Reference::Resource(template) => template.uri.as_str(),
        _ => "",
    };
    let Some(kind) = kind_of(place, argument) else {
        let problem = "`ref` names no prompt or resource template, or it has no such `argument`";
        return Err(ErrorData::invalid_params(problem, None));
    };
    let sources = shared.live.now();
    let snapshots = open(&sources);
    let labels = several::labels(&snapshots);
    let text = request.argument.value.as_str();
    let begins = |values: Vec<String>| Suggestions {
        values: values
            .into_iter()
            .filter(|it| it.to_lowercase().starts_with(&text.to_lowercase()))
            .collect(),
        has_more: false,
    };
    let found = match kind {
        Kind::Repo => begins(labels.clone()),
        Kind::Text(choices) => begins(choices.iter().map(|it| (*it).to_owned()).collect()),
        Kind::Symbol | Kind::Path => {
            // What was chosen before says where to look.
            let context = request
                .context
                .as_ref()
                .and_then(|it| it.arguments.as_ref());
            let repo = context.and_then(|chosen| chosen.get(several::REPO));
            let chosen: Vec<&Snapshot> = match repo.filter(|repo| !repo.is_empty()) {
                Some(repo) => several::choose(&snapshots, &labels, repo)
                    .map(|at| vec![snapshots[at]])
                    .unwrap_or_default(),
                None => snapshots.clone(),
            };
            let ask = match kind {
                Kind::Symbol => suggest::symbols,
                _ => suggest::paths,
            };
            let limits = Limits::new();
            let mut all = Suggestions::default();
            for snapshot in chosen {
                let found = ask(snapshot, text, CompletionInfo::MAX_VALUES, &limits);
                let found = found.map_err(|error| {
                    ErrorData::internal_error(format!("the snapshot cannot be read: {error}"), None)
                })?;
                all.values.extend(found.values);
                all.has_more |= found.has_more;
            }
            all
        }
    };
    let mut values = found.values;
    let has_more = found.has_more || values.len() > CompletionInfo::MAX_VALUES;
    values.truncate(CompletionInfo::MAX_VALUES);
    let info = CompletionInfo::with_pagination(values, None, has_more);
    let info = info.map_err(|problem| ErrorData::internal_error(problem, None))?;
    Ok(CompleteResult::new(info))
}

/// Returns what an argument of a prompt or template names; none if there is no such argument.
fn kind_of(place: &str, argument: &str) -> Option<Kind> {
    Some(match (place, argument) {
        (
            SYMBOL | FILE | STRUCTURE | "trace_flow" | "judge_change" | "explore" | "triage_bug",
            "repo",
        ) => Kind::Repo,
        (SYMBOL | "judge_change", "symbol") | ("trace_flow", "from" | "to") => Kind::Symbol,
        (FILE | STRUCTURE | "explore", "path") => Kind::Path,
        ("judge_change", "diff") => Kind::Text(&["worktree", "HEAD~1..HEAD"]),
        ("explore", "topic") | ("triage_bug", "report") => Kind::Text(&[]),
        _ => return None,
    })
}
