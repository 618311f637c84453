//! Calls of tools.

use std::borrow::Cow;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolResult, ContentBlock, JsonObject, ProgressNotificationParam, ProgressToken,
    ToolAnnotations,
};
use rmcp::service::Peer;
use serde_json::Value;

use super::Source;
use super::server::Session;
use bombe_reader::limits::Limits;
use bombe_reader::plain;
use bombe_reader::query::QueryError;
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
use bombe_reader::tools::several::Question;
use bombe_reader::tools::trace_flow::TraceFlow;
use bombe_reader::tools::traverse_graph::TraverseGraph;
use bombe_reader::tools::{Tool, schema};

/// How long a call may take before a client that asked for it is told of its progress, and then from one time to the next. Of
/// calls that may take long it is told at once.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Longest message of an error, in characters: clients cut them, or show them whole.
const MESSAGE_CHARS_MAX: usize = 4_000;

type Entry = (&'static str, fn(bool) -> ToolRoute<Session>);

/// Returns the name and the route of a tool.
const fn entry<T: Tool + 'static>() -> Entry
where
    T::Request: Send,
    T::Answer: Send,
{
    (T::NAME, route::<T>)
}

const TOOLS: [Entry; 18] = [
    entry::<GetContext>(),
    entry::<SearchSymbols>(),
    entry::<GetReferences>(),
    entry::<GetBlastRadius>(),
    entry::<GetStructure>(),
    entry::<GetSymbol>(),
    entry::<GetFileOutline>(),
    entry::<GetFileTree>(),
    entry::<FindEntryPoints>(),
    entry::<GetHistory>(),
    entry::<GetRelatedFiles>(),
    entry::<ListRepos>(),
    entry::<TraceFlow>(),
    entry::<TraverseGraph>(),
    entry::<GetSymbolInfo>(),
    entry::<Grep>(),
    entry::<FindByImports>(),
    entry::<FindBySignature>(),
];

/// Returns the names of all tools.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|(name, _)| *name)
}

/// Returns the routes of all tools, of a server with one snapshot or with several.
pub(super) fn router(has_several: bool) -> ToolRouter<Session> {
    let mut router = ToolRouter::new();
    for (_, route) in TOOLS {
        router.add_route(route(has_several));
    }
    router
}

/// Returns the route of a tool. The route takes the schemas from the tool's types, runs it on a blocking thread, and
/// catches its panics.
fn route<T: Tool + 'static>(has_several: bool) -> ToolRoute<Session>
where
    T::Request: Send,
    T::Answer: Send,
{
    let mut tool = rmcp::model::Tool::new(
        Cow::Borrowed(T::NAME),
        Cow::Borrowed(T::DESCRIPTION),
        Arc::new(schema::input::<T>()),
    );
    tool.output_schema = Some(Arc::new(schema::output::<T>(has_several)));
    // What the other hints say of a tool that only reads, its readers assume.
    tool.annotations = Some(ToolAnnotations::from_raw(
        None,
        Some(true),
        None,
        None,
        Some(false),
    ));
    ToolRoute::new_dyn(tool, |context: ToolCallContext<'_, Session>| {
        Box::pin(async move {
            let start = Instant::now();
            let metrics = context.service.shared.metrics.clone();
            let result = run::<T>(context).await;
            let is_error = result.is_error == Some(true);
            metrics.call(T::NAME, start.elapsed(), is_error, is_cut(&result));
            Ok(result.into())
        })
    })
}

/// Returns true if an answer is cut or partial.
fn is_cut(result: &CallToolResult) -> bool {
    let is_truncated = |answer: &Value| answer.pointer("/meta/truncated") == Some(&true.into());
    result.structured_content.as_ref().is_some_and(|answer| {
        let parts = answer.get("repos").and_then(Value::as_array);
        is_truncated(answer) || parts.is_some_and(|parts| parts.iter().any(is_truncated))
    })
}

async fn run<T: Tool + 'static>(context: ToolCallContext<'_, Session>) -> CallToolResult
where
    T::Request: Send,
{
    let shared = context.service.shared.clone();
    let token = context.request_context.ct.clone();
    let question = match Question::<T>::parse(context.arguments.unwrap_or_default()) {
        Ok(question) => question,
        Err(error) => return failure(&format!("{}: {error}", T::NAME)),
    };
    let is_heavy = question.is_heavy();
    let progress = Progress {
        token: context.request_context.meta.get_progress_token(),
        peer: context.request_context.peer.clone(),
        steps: Arc::default(),
    };
    let slots = if is_heavy {
        &shared.heavy
    } else {
        &shared.light
    };
    let slot = tokio::select! {
        slot = slots.clone().acquire_owned() => slot,
        () = token.cancelled() => return failure("cancelled"),
    };
    let Ok(_slot) = slot else {
        return failure("the server is stopping");
    };
    let cancelled = Arc::new(AtomicBool::new(false));
    let (flag, steps, server) = (cancelled.clone(), progress.steps.clone(), shared.clone());
    let work = tokio::task::spawn_blocking(move || {
        std::panic::catch_unwind(AssertUnwindSafe(|| {
            let sources = server.live.now();
            server.news.tell();
            let limits = Limits::cancellable(&flag).telling(&steps);
            let answered = answer(&sources, &question, &limits);
            steps.store(limits.steps(), Ordering::Relaxed);
            answered
        }))
    });
    let mut work = std::pin::pin!(progress.tell_during(work, is_heavy));
    let result = tokio::select! {
        result = &mut work => result,
        () = token.cancelled() => {
            cancelled.store(true, Ordering::Relaxed);
            work.await
        }
    };
    match result {
        Ok(Ok(Ok(answer))) => {
            let mut result =
                CallToolResult::success(vec![ContentBlock::text(plain::escaped(&answer.text))]);
            result.structured_content = Some(answer.value);
            result
        }
        Ok(Ok(Err(problem))) => failure(&problem),
        _ => failure("internal error: this request cannot be answered; others still can"),
    }
}

/// What a client is told while it waits.
struct Progress {
    /// None if the client does not want to know.
    token: Option<ProgressToken>,
    peer: Peer<RoleServer>,
    /// How much is done.
    steps: Arc<AtomicU64>,
}

impl Progress {
    /// Waits for work, and tells its progress meanwhile: at once if `is_long`, and otherwise once it has taken a while. What
    /// was begun to be told is told at its end, too.
    async fn tell_during<R>(&self, work: impl Future<Output = R>, is_long: bool) -> R {
        let Some(token) = &self.token else {
            return work.await;
        };
        let mut work = std::pin::pin!(work);
        let mut told: Option<u64> = None;
        if is_long {
            self.tell(token, 0, "begun").await;
            told = Some(0);
        }
        loop {
            tokio::select! {
                result = &mut work => {
                    if let Some(told) = told {
                        let steps = self.steps.load(Ordering::Relaxed);
                        self.tell(token, steps.max(told + 1), "done").await;
                    }
                    return result;
                }
                () = tokio::time::sleep(PROGRESS_INTERVAL) => {
                    // It must grow from each to the next.
                    let steps = self.steps.load(Ordering::Relaxed);
                    let steps = steps.max(told.map_or(1, |told| told + 1));
                    self.tell(token, steps, "symbols, edges and names read").await;
                    told = Some(steps);
                }
            }
        }
    }

    async fn tell(&self, token: &ProgressToken, steps: u64, message: &str) {
        let progress = ProgressNotificationParam::new(token.clone(), steps as f64);
        // Fails if the client has left, which the answer will show.
        let _ = self
            .peer
            .notify_progress(progress.with_message(message))
            .await;
    }
}

/// An answer as a model reads it, and as a program does.
pub(super) struct Answered {
    pub(super) text: String,
    pub(super) value: Value,
}

/// Asks a tool on behalf of the server: for a resource or a prompt.
///
/// # Errors
/// Returns the text that a client would get as an error.
pub(super) fn ask<T: Tool>(
    sources: &[Arc<Source>],
    arguments: JsonObject,
) -> Result<Answered, String> {
    let question = Question::<T>::parse(arguments).map_err(|error| error.to_string())?;
    answer(sources, &question, &Limits::new())
}

/// Answers one call.
fn answer<T: Tool>(
    sources: &[Arc<Source>],
    question: &Question<T>,
    limits: &Limits,
) -> Result<Answered, String> {
    let mut snapshots = Vec::new();
    let mut problems = Vec::new();
    for source in sources {
        match &**source {
            Source::Open(snapshot) => snapshots.push(&**snapshot),
            Source::Missing { folder, problem } => {
                problems.push(missing(folder, problem.as_deref()));
            }
        }
    }
    if snapshots.is_empty() {
        return Err(problems.join("\n"));
    }
    match question.answer(&snapshots, limits) {
        Ok(answer) => {
            let mut text = answer.text::<T>(true);
            for problem in problems.iter().rev() {
                text.insert_str(0, &plain::row(&format!("[{problem}]\n")));
            }
            let value = serde_json::to_value(&answer).map_err(|error| error.to_string())?;
            Ok(Answered { text, value })
        }
        Err(error @ QueryError::Corrupt(_)) => Err(format!(
            "the snapshot is damaged: {error}; build a new one with `bombe build`"
        )),
        Err(error) => Err(error.to_string()),
    }
}

fn failure(message: &str) -> CallToolResult {
    let message = plain::escaped(message);
    let mut shown: String = message.chars().take(MESSAGE_CHARS_MAX).collect();
    if shown.len() < message.len() {
        shown.push('…');
    }
    CallToolResult::error(vec![ContentBlock::text(shown)])
}

fn missing(folder: &std::path::Path, problem: Option<&str>) -> String {
    match problem {
        Some(problem) => format!(
            "{problem}. Build a new snapshot with: bombe build {}",
            folder.display()
        ),
        None => format!(
            "there is no snapshot for {} yet. Build one with: bombe build {}  (then call the tool again: a new snapshot is used without a restart)",
            folder.display(),
            folder.display()
        ),
    }
}
