//! `bombe-serve`: the MCP server.

use std::process::ExitCode;

use bombe_serve::cli;

fn main() -> ExitCode {
    let args = match cli::arguments() {
        Ok(args) => args,
        Err(code) => return code,
    };
    let result = std::env::current_dir()
        .map_err(cli::CliError::from)
        .and_then(|current| cli::serve::run(args, current));
    cli::finish("bombe-serve", result)
}
