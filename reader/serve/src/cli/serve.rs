//! `bombe-serve`: reads the arguments and runs the server.

use std::io::Read;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Parser, ValueEnum};

use super::CliError;
use crate::mcp::live::Live;
use crate::mcp::{self, HttpOptions, Listing, ToolSet};
use bombe_reader::exit_code;
use bombe_reader::regular_file::{self, Links};
use bombe_reader::view::OpenOptions;

/// Answers an AI coding agent over MCP (stdio or HTTP) from a snapshot.
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
    /// Leave the schemas of answers out of the list of tools, for clients that make them part of every conversation.
    #[arg(long)]
    no_output_schemas: bool,
    /// Serve over HTTP at this address, such as `127.0.0.1:8123` or `8123`, instead of stdio; MCP is at `/mcp`. Any address but
    /// one of this machine only needs a token.
    #[arg(long, value_name = "ADDRESS")]
    http: Option<String>,
    /// With --http: file with the token that clients must send (`Authorization: Bearer …`). Default: the environment variable
    /// `BOMBE_TOKEN`, if it is set.
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// With --http: another name of this server that requests may have as their host; may be repeated.
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,
    /// With --http: origin whose pages may ask in a browser, such as `https://tool.example`; may be repeated.
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<String>,
    /// With --http: requests a second that an address may send.
    #[arg(long, value_name = "NUMBER", requires = "http", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
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

/// The environment variable with the token. A token never is an argument: others on the machine can read those.
const TOKEN_VARIABLE: &str = "BOMBE_TOKEN";

/// Fewest characters of a token.
const TOKEN_CHARS_MIN: usize = 16;

/// Most bytes of a file with a token.
const TOKEN_BYTES_MAX: u64 = 4096;

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
    let listing = Listing {
        tools: match args.tools {
            Tools::Core => ToolSet::Core,
            Tools::All => ToolSet::All,
        },
        output_schemas: !args.no_output_schemas,
    };
    let http = match &args.http {
        Some(address) => Some(HttpOptions {
            address: address_of(address)?,
            token: token(args.token_file.as_deref())?,
            hosts: args.allow_host,
            origins: args.allow_origin,
            per_second: args.rate,
        }),
        None => None,
    };
    if let Some(http) = &http
        && http.token.is_none()
        && !http.address.ip().is_loopback()
    {
        return Err(CliError::Server(format!(
            "{} can be reached from other machines, so requests need a token: set {TOKEN_VARIABLE}, or give --token-file FILE",
            http.address
        )));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let live = Live::new(args.snapshots, current, options);
    let served = match http {
        Some(http) => {
            let address = http.address;
            let served = runtime.block_on(mcp::serve_http(live, listing, http));
            served.map_err(|error| format!("cannot serve at {address}: {error}"))
        }
        None => {
            let (input, output) = (std::io::stdin(), std::io::stdout());
            let served = runtime.block_on(mcp::serve(live, listing, input, output));
            served.map_err(|error| error.to_string())
        }
    };
    // Requests that nobody waits for any more were cancelled, and end soon.
    runtime.shutdown_timeout(SHUTDOWN_TIME_MAX);
    served.map_err(CliError::Server)?;
    Ok(exit_code::DONE)
}

/// Reads an address: a port, `host:port`, or `[address]:port`.
fn address_of(text: &str) -> Result<SocketAddr, CliError> {
    if let Ok(port) = text.trim_start_matches(':').parse::<u16>() {
        return Ok(SocketAddr::from(([127, 0, 0, 1], port)));
    }
    let found = text.to_socket_addrs().ok().and_then(|mut all| all.next());
    found.ok_or_else(|| {
        CliError::Server(format!(
            "--http: `{text}` is no address; for example 127.0.0.1:8123 or 8123"
        ))
    })
}

/// Returns the token of a file, or of the environment; none if there is neither.
fn token(file: Option<&Path>) -> Result<Option<String>, CliError> {
    let (text, place) = match file {
        Some(path) => {
            let mut text = String::new();
            let read = regular_file::open(path, Links::Follow)
                .and_then(|file| file.take(TOKEN_BYTES_MAX).read_to_string(&mut text));
            let place = path.display().to_string();
            read.map_err(|error| CliError::Server(format!("cannot read {place}: {error}")))?;
            (text, place)
        }
        None => match std::env::var(TOKEN_VARIABLE) {
            Ok(text) => (text, TOKEN_VARIABLE.to_owned()),
            Err(_) => return Ok(None),
        },
    };
    let token = text.trim();
    let is_token = token.len() >= TOKEN_CHARS_MIN && token.bytes().all(|it| it.is_ascii_graphic());
    if !is_token {
        return Err(CliError::Server(format!(
            "{place} holds no token: a token has {TOKEN_CHARS_MIN} or more letters, digits and signs, and no spaces; `openssl rand -hex 32` makes one"
        )));
    }
    Ok(Some(token.to_owned()))
}
