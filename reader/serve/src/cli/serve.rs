//! `bombe-serve`: reads the arguments and runs the server.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};

use super::CliError;
use crate::mcp::live::Live;
use crate::mcp::{self, ToolSet};
use bombe_reader::exit_code;
use bombe_reader::view::OpenOptions;

/// Answers an AI coding agent over MCP (stdio) from a snapshot.
#[derive(Debug, Parser)]
#[command(
    name = "bombe-serve",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 done, 2 error or wrong usage."
)]
pub struct Args {
    /// Snapshot files, folders of repositories that have one, or folders that hold several of either; the current folder's
    /// repository by default.
    snapshots: Vec<PathBuf>,
    /// Tools to list; each listed tool costs tokens in every conversation.
    #[arg(long, value_enum, default_value_t = Tools::Core)]
    tools: Tools,
    /// Read the file into memory instead of mapping it, for file systems on which files are changed in place.
    #[arg(long)]
    no_mmap: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tools {
    /// The most used.
    Core,
    /// All.
    All,
}

/// How long the server waits for requests that were cancelled when it ends.
const SHUTDOWN_TIME_MAX: Duration = Duration::from_secs(1);

/// Serves until the client disconnects. Also starts without a snapshot: the tools then say how to build one, and use it as
/// soon as it exists.
///
/// # Errors
/// Fails if the protocol cannot be started.
pub fn run(args: Args, current: PathBuf) -> Result<u8, CliError> {
    let options = OpenOptions {
        no_mmap: args.no_mmap,
        in_blocks: true,
    };
    let live = Live::new(args.snapshots, current, options);
    let tools = match args.tools {
        Tools::Core => ToolSet::Core,
        Tools::All => ToolSet::All,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let served = runtime.block_on(mcp::serve(live, tools, std::io::stdin(), std::io::stdout()));
    // Requests that nobody waits for any more were cancelled, and end soon.
    runtime.shutdown_timeout(SHUTDOWN_TIME_MAX);
    served.map_err(|error| CliError::Server(error.to_string()))?;
    Ok(exit_code::DONE)
}
