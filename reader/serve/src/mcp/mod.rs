//! The MCP server: serves tools, resources and prompts over stdio or HTTP. The only module that knows rmcp and JSON-RPC.

mod call;
mod completion;
#[cfg(feature = "conformance-fixtures")]
pub mod fixtures;
mod http;
pub mod live;
mod message;
mod metrics;
mod news;
mod prompts;
mod resources;
mod server;
mod transport;

use std::io::{Read, Write};
use std::path::PathBuf;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio::sync::watch;

use self::live::Live;
use self::server::{Session, Shared};
use self::transport::LineTransport;
use bombe_reader::snapshot::Snapshot;

pub use self::http::HttpOptions;

/// The tools that `tools/list` shows. All tools can be called, shown or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToolSet {
    /// Those in `CORE`.
    Core,
    /// All.
    All,
}

/// The most used tools. Each listed tool costs tokens in every conversation.
const CORE: [&str; 7] = [
    "get_blast_radius",
    "get_context",
    "get_file_outline",
    "get_references",
    "get_structure",
    "get_symbol",
    "search_symbols",
];

impl ToolSet {
    fn lists(self, tool: &str) -> bool {
        self == Self::All || CORE.contains(&tool)
    }
}

/// The source of answers.
pub enum Source {
    /// An open snapshot.
    Open(Box<Snapshot>),
    /// No snapshot yet. Every tool answers how to build one.
    Missing {
        /// The folder in which it was looked for.
        folder: PathBuf,
        /// Why it cannot be opened; none if there is no snapshot.
        problem: Option<String>,
    },
}

/// How tools are listed.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Which are.
    pub tools: ToolSet,
    /// Whether the schemas of their answers are, too. Some clients make them part of every conversation.
    pub output_schemas: bool,
}

/// Serves over an input and an output (stdin and stdout) until one of them is closed.
///
/// # Errors
/// Fails if the protocol cannot be started.
pub async fn serve(
    live: Live,
    listing: Listing,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (_stop, stopping) = watch::channel(false);
    let session = Session::new(Shared::new(live, listing, stopping));
    let transport = LineTransport::start(input, output)?;
    let running = match session.serve(transport).await {
        Ok(running) => running,
        // The client has left before it began a session.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    running.waiting().await?;
    Ok(())
}

/// Serves over HTTP until the process is told to end.
///
/// # Errors
/// Fails if the address cannot be used.
pub async fn serve_http(live: Live, listing: Listing, options: HttpOptions) -> std::io::Result<()> {
    let (stop, stopping) = watch::channel(false);
    let shared = Shared::new(live, listing, stopping);
    let metrics = shared.metrics.clone();
    let served = shared.clone();
    let served: http::Served = Box::new(move || served.served());
    let new_session = move || Session::new(shared.clone());
    http::serve(new_session, options, metrics, served, stop).await
}
