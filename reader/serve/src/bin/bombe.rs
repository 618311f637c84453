//! `bombe`: questions at a terminal.

use std::process::ExitCode;

use bombe_serve::cli;
use clap::Parser;

fn main() -> ExitCode {
    let args = cli::bombe::Args::parse();
    let result = std::env::current_dir()
        .map_err(cli::CliError::from)
        .and_then(|current| cli::bombe::run(args, current));
    cli::finish("bombe", result)
}
