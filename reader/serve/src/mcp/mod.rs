//! The MCP server: the tools over stdio. The only place that names rmcp, tokio or JSON-RPC.

pub mod live;

use std::borrow::Cow;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;
use tokio::sync::Semaphore;

use self::live::Live;
use bombe_reader::limits::Limits;
use bombe_reader::query::QueryError;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::get_blast_radius::GetBlastRadius;
use bombe_reader::tools::get_context::GetContext;
use bombe_reader::tools::get_file_outline::GetFileOutline;
use bombe_reader::tools::get_file_tree::GetFileTree;
use bombe_reader::tools::get_references::GetReferences;
use bombe_reader::tools::get_structure::GetStructure;
use bombe_reader::tools::get_symbol::GetSymbol;
use bombe_reader::tools::list_repos::ListRepos;
use bombe_reader::tools::search_symbols::SearchSymbols;
use bombe_reader::tools::{Tool, request_of};

/// When to ask which tool; at most 2,000 characters.
const INSTRUCTIONS: &str = "\
Bombe answers questions about the structure of this repository from a prebuilt index: resolved calls, inheritance and \
imports, not text matches. Prefer it to grep and to reading whole files.\n\
- A task, an issue or a stack trace: get_context, with the text as it is. It returns the code to read within a token budget.\n\
- An unknown repository: get_structure, then get_file_outline.\n\
- Where something is defined: search_symbols (name, glob `User*`, keywords).\n\
- Who calls it, what it calls, who implements it: get_references. A call through an interface appears as `dispatch`.\n\
- Before changing something: get_blast_radius; it lists dependents and the tests to run.\n\
- To read code: get_symbol with ids from the other tools, or `path:10-40`.\n\
Symbols are named by id (`src/auth/service.py::Auth.login`), qualified name, bare name or `path:line`. \
`none found` means none in the index: answers say how many call sites could not be resolved and which files are not \
indexed. Confidence below 0.5 is a guess by name. If files changed since the snapshot was made, answers name them; \
`bombe-build` makes a new one, which is seen without a restart.";

/// Which tools `tools/list` shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToolSet {
    /// The eight most used.
    Core,
    /// All.
    All,
}

/// What the server answers from.
pub enum Source {
    /// An open snapshot.
    Open(Box<Snapshot>),
    /// None yet: every tool answers with how to make one.
    Missing {
        /// Where it was looked for.
        looked_in: PathBuf,
        /// Why it could not be used, if it was there.
        problem: Option<String>,
    },
}

struct Server {
    router: ToolRouter<Server>,
    live: Arc<Live>,
    slots: Arc<Semaphore>,
}

/// A description of at most this many bytes says no more than the argument's name.
const DESCRIPTION_BYTES_MIN: usize = 15;

/// Requests that are computed at the same time; others wait.
const CONCURRENT_MAX: usize = 8;

/// Serves over stdin and stdout until stdin ends.
///
/// # Errors
/// When the protocol cannot be started.
pub async fn serve_stdio(
    live: Live,
    tools: ToolSet,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let server = Server::new(live, tools);
    let running = server.serve(rmcp::transport::io::stdio_pipes()).await?;
    running.waiting().await?;
    Ok(())
}

impl Server {
    fn new(live: Live, tools: ToolSet) -> Self {
        let mut router = ToolRouter::new();
        router.add_route(route::<GetContext>());
        router.add_route(route::<SearchSymbols>());
        router.add_route(route::<GetReferences>());
        router.add_route(route::<GetBlastRadius>());
        router.add_route(route::<GetStructure>());
        router.add_route(route::<GetSymbol>());
        router.add_route(route::<GetFileOutline>());
        router.add_route(route::<ListRepos>());
        if tools == ToolSet::All {
            router.add_route(route::<GetFileTree>());
        }
        Self {
            router,
            live: Arc::new(live),
            slots: Arc::new(Semaphore::new(CONCURRENT_MAX)),
        }
    }
}

/// A tool as a route: schemas from its types, its work on a blocking thread, its panics caught.
fn route<T: Tool + 'static>() -> ToolRoute<Server>
where
    T::Request: Send,
    T::Answer: Send,
{
    let mut input = schema::<T::Request>();
    // The server refuses unknown arguments whether the schema says so or not.
    input.remove("description");
    input.remove("additionalProperties");
    let mut tool = rmcp::model::Tool::new(
        Cow::Borrowed(T::NAME),
        Cow::Borrowed(T::DESCRIPTION),
        Arc::new(input),
    );
    tool.output_schema = Some(Arc::new(shallow(schema::<T::Answer>())));
    tool.annotations = Some(ToolAnnotations::from_raw(
        None,
        Some(true),
        Some(false),
        Some(true),
        Some(false),
    ));
    ToolRoute::new_dyn(tool, |context: ToolCallContext<'_, Server>| {
        Box::pin(async move {
            let arguments = context.arguments.unwrap_or_default();
            let live = context.service.live.clone();
            let slots = context.service.slots.clone();
            let token = context.request_context.ct.clone();
            let Ok(_slot) = slots.acquire_owned().await else {
                return Ok(failure("the server is stopping").into());
            };
            let cancelled = Arc::new(AtomicBool::new(false));
            let flag = cancelled.clone();
            let mut work = tokio::task::spawn_blocking(move || {
                std::panic::catch_unwind(AssertUnwindSafe(|| {
                    answer::<T>(&live.now(), arguments, &flag)
                }))
            });
            let result = tokio::select! {
                result = &mut work => result,
                () = token.cancelled() => {
                    cancelled.store(true, Ordering::Relaxed);
                    work.await
                }
            };
            Ok(match result {
                Ok(Ok(result)) => result.into(),
                _ => {
                    failure("internal error: this request could not be answered; others still can")
                        .into()
                }
            })
        })
    })
}

/// Answers one call: arguments to a request, the request to an answer, the answer to text and structure.
fn answer<T: Tool>(
    source: &Source,
    arguments: JsonObject,
    cancelled: &AtomicBool,
) -> CallToolResult {
    let snapshot = match source {
        Source::Open(snapshot) => snapshot,
        Source::Missing { looked_in, problem } => {
            return failure(&missing(looked_in, problem.as_deref()));
        }
    };
    let request = match request_of::<T>(arguments) {
        Ok(request) => request,
        Err(error) => return failure(&format!("{}: {error}", T::NAME)),
    };
    let limits = Limits::cancellable(cancelled);
    match T::run(snapshot, &request, &limits) {
        Ok(answer) => {
            let mut text = T::text(&answer);
            if let Some(notice) = &snapshot.notice {
                text.insert_str(0, &format!("[{notice}]\n"));
            }
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            result.structured_content = serde_json::to_value(&answer).ok();
            result
        }
        Err(error @ QueryError::Corrupt(_)) => failure(&format!(
            "the snapshot is damaged: {error}; make a new one with `bombe-build`"
        )),
        Err(error) => failure(&error.to_string()),
    }
}

fn failure(message: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(message)])
}

fn missing(looked_in: &std::path::Path, problem: Option<&str>) -> String {
    match problem {
        Some(problem) => format!(
            "{problem}. Make a new snapshot with: bombe-build {}",
            looked_in.display()
        ),
        None => format!(
            "there is no snapshot for {} yet. Make one with: bombe-build {}  (then ask again: a new snapshot is seen without a restart)",
            looked_in.display(),
            looked_in.display()
        ),
    }
}

/// The JSON schema of a type, without what clients do not need: titles, integer formats, `$schema`.
fn schema<T: JsonSchema>() -> JsonObject {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let schema = SchemaGenerator::new(settings).into_root_schema_for::<T>();
    let mut value = schema.to_value();
    tidy(&mut value);
    match value {
        Value::Object(object) => object,
        _ => JsonObject::default(),
    }
}

/// Leaves out of a schema what costs tokens in every conversation and says nothing: number formats, titles, a
/// description for each of several words.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let is_number = object
                .get("type")
                .is_some_and(|kind| kind == "integer" || kind == "number");
            if is_number {
                object.remove("format");
                object.remove("minimum");
            }
            // A property may be called `title`: only a schema's own title is a string.
            if object.get("title").is_some_and(Value::is_string) {
                object.remove("title");
            }
            if object.contains_key("type") || object.contains_key("oneOf") {
                object.remove("default");
            }
            let says_little = |text: &str| text.len() <= DESCRIPTION_BYTES_MIN;
            if object
                .get("description")
                .and_then(Value::as_str)
                .is_some_and(says_little)
            {
                object.remove("description");
            }
            let words: Option<Vec<Value>> =
                object
                    .get("oneOf")
                    .and_then(Value::as_array)
                    .and_then(|choices| {
                        choices
                            .iter()
                            .map(|choice| choice.get("const").cloned())
                            .collect()
                    });
            if let Some(words) = words {
                object.remove("oneOf");
                object.insert("enum".to_owned(), Value::Array(words));
            }
            for (_, inner) in object.iter_mut() {
                tidy(inner);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// The schema of an answer to its first level: the names of its parts. A client that checks an answer against it finds it
/// valid; what is inside the parts need not be paid for in every conversation.
fn shallow(mut schema: JsonObject) -> JsonObject {
    schema.remove("description");
    schema.remove("required");
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (_, property) in properties.iter_mut() {
            let _kind = property
                .get("type")
                .cloned()
                .unwrap_or_else(|| Value::from("object"));
            *property = Value::Object(JsonObject::new());
        }
    }
    schema
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("bombe", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.router.list_all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.router
            .call(ToolCallContext::new(self, request, context))
            .await
    }
}
