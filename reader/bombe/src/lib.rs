//! The program `bombe`: the commands of the indexer, the questions of the reader and the server, under one name.
//!
//! The crates below know nothing of each other. Each brings its own commands; [`command_line`] puts them together.

mod command_line;
mod generate;

use std::ffi::OsString;
use std::process::ExitCode;

use bombe_reader::exit_code;
use bombe_serve::cli::{self, CliError};

use self::command_line::Invocation;

/// Runs the program on its arguments, program name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let matches = match command_line::program().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => return cli::refuse(&command_line::explained(error)),
    };
    match Invocation::of(&matches) {
        Ok(Invocation::Index) => match bombe_indexer::cli::execute(command_line::NAME, &matches) {
            Ok(code) => code,
            Err(error) => cli::refuse(&error),
        },
        Ok(Invocation::Ask(question)) => finish(|current| cli::bombe::answer(*question, current)),
        Ok(Invocation::Serve(arguments)) => finish(|current| cli::serve::run(arguments, current)),
        Ok(Invocation::Completions(arguments)) => {
            finish(|_| arguments.run(command_line::program()))
        }
        Ok(Invocation::Man(arguments)) => finish(|_| arguments.run(command_line::program())),
        Ok(Invocation::Nothing) => {
            // Nobody may be there to read it.
            let _ = command_line::program().print_help();
            ExitCode::from(exit_code::ERROR)
        }
        Err(error) => cli::refuse(&error),
    }
}

/// Does something in the current folder, and ends the program.
fn finish(run: impl FnOnce(std::path::PathBuf) -> Result<u8, CliError>) -> ExitCode {
    let result = std::env::current_dir()
        .map_err(CliError::from)
        .and_then(run);
    cli::finish(command_line::NAME, result)
}
