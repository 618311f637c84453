//! `bombe-serve`: the MCP server.

use std::process::ExitCode;

use bombe_serve::cli;
use clap::Parser;

fn main() -> ExitCode {
    let args = cli::serve::Args::parse();
    let result = std::env::current_dir()
        .map_err(cli::CliError::from)
        .and_then(|current| cli::serve::run(args, current));
    cli::finish("bombe-serve", result)
}
