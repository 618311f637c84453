//! The program `bombe`: the commands of the indexer, the questions of the reader and the server, under one name.
//!
//! The crates below know nothing of each other. Each brings its own commands; `command_line` puts them together. What needs
//! both sides is here: where a repository stands, the checks of `doctor`, the settings of the server's clients.

mod clients;
mod output;

mod clean;
mod config;
mod report;
mod server_config;
mod standing;

mod doctor;

mod command_line;
mod generate;

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use bombe_reader::exit_code;
use bombe_reader::locate::{Located, locate_all};
use bombe_serve::cli::{self, CliError};
use clap::{ArgMatches, Parser as _};

use self::command_line::{Invocation, NAME, Own, ServeAction};

/// Runs the program on its arguments, program name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match arguments.get(1).and_then(|first| first.to_str()) {
        Some("bombe-build") => return bombe_indexer::cli::run(arguments.into_iter().skip(1)),
        Some("bombe-serve") => return serve(arguments.into_iter().skip(1)),
        _ => {}
    }
    let matches = match command_line::program().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => return cli::refuse(&command_line::explained(error)),
    };
    let invocation = match Invocation::of(&matches) {
        Ok(invocation) => invocation,
        Err(error) => return cli::refuse(&error),
    };
    let current = std::env::current_dir().context("cannot find the current folder");
    let current = match current {
        Ok(current) => current,
        Err(error) => return ended(Err(error)),
    };
    match invocation {
        Invocation::Index => match bombe_indexer::cli::execute(NAME, &matches) {
            Ok(code) => code,
            Err(error) => cli::refuse(&error),
        },
        Invocation::Ask(question) => cli::finish(NAME, cli::bombe::answer(*question, current)),
        Invocation::Nothing => ended(standing::run(&current)),
        Invocation::Own(command) => {
            if let Some(("serve", serve)) = matches.subcommand()
                && serve.subcommand_name().is_none()
            {
                greet(serve, &current);
            }
            run_own(command, &current)
        }
    }
}

/// Tells somebody at a terminal that a server over stdin and stdout is no program to type into.
fn greet(serve: &ArgMatches, current: &Path) {
    let is_over_http = serve.try_contains_id("http").unwrap_or(false);
    if is_over_http || !std::io::stderr().is_terminal() {
        return;
    }
    let paths = serve.try_get_many::<PathBuf>("snapshots").ok().flatten();
    let paths: Vec<PathBuf> = paths.into_iter().flatten().cloned().collect();
    let located = locate_all(&paths, current).into_iter();
    let shown: Vec<String> = located
        .map(|located| match located {
            Located::File(path) => path.display().to_string(),
            Located::Missing(folder) => {
                format!(
                    "{}, which is not indexed yet (`bombe build`)",
                    folder.display()
                )
            }
        })
        .collect();
    output::tell(format_args!(
        "{NAME}: serves {} over MCP on stdin and stdout, until stdin ends. Agents start it themselves: see `bombe help serve config`",
        shown.join(", ")
    ));
}

/// Runs `bombe-serve` on its arguments, program name first.
fn serve(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match cli::serve::Args::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return cli::refuse(&error),
    };
    let current = std::env::current_dir().map_err(CliError::from);
    cli::finish(
        "bombe-serve",
        current.and_then(|current| cli::serve::run(arguments, current)),
    )
}

fn run_own(command: Own, current: &Path) -> ExitCode {
    match command {
        Own::Serve(serve) => match serve.action {
            Some(ServeAction::Config(arguments)) => ended(server_config::run(&arguments, current)),
            None => cli::finish(NAME, cli::serve::run(serve.server, current.to_owned())),
        },
        Own::Doctor(arguments) => ended(doctor::run(&arguments)),
        Own::Config(arguments) => ended(config::run(&arguments, current)),
        Own::Report(arguments) => ended(report::run(&arguments, current)),
        Own::Clean(arguments) => ended(clean::run(&arguments, current)),
        Own::Completions(arguments) => cli::finish(NAME, arguments.run(command_line::program())),
        Own::Man(arguments) => cli::finish(NAME, arguments.run(command_line::program())),
    }
}

/// Ends a command of this crate: tells an error, and returns the exit code.
fn ended(result: anyhow::Result<u8>) -> ExitCode {
    let code = result.unwrap_or_else(|error| {
        let is_closed_pipe = error
            .chain()
            .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
            .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe);
        if is_closed_pipe {
            return exit_code::DONE;
        }
        output::tell(format_args!(
            "{NAME}: {}",
            bombe_indexer::cli::chain(&error)
        ));
        bombe_indexer::cli::code_of(&error)
    });
    ExitCode::from(code)
}
