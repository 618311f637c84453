//! The terminal front ends: the questions of `bombe` (one question, one answer) and the arguments of the server.

mod arguments;
pub mod bombe;
pub mod serve;
mod terminal;
mod values;
mod wording;

use std::borrow::Cow;
use std::io::Write;
use std::process::ExitCode;

use bombe_reader::exit_code;
use bombe_reader::plain;
use bombe_reader::query::QueryError;
use bombe_reader::view::OpenError;
use clap::Parser;

/// The error of a command.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// There is no snapshot.
    #[error("no snapshot for {0}; build one with: bombe build {0}")]
    NoSnapshot(String),
    /// The snapshot cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no such file or folder.
    #[error(
        "there is no file or folder {0}: name a snapshot, or the folder of a repository that has one"
    )]
    NoSuchPath(String),
    /// It is a pipe or a device.
    #[error("{0} is neither a file nor a folder: copy the snapshot to a file, which can be mapped")]
    NoFile(String),
    /// The query failed.
    #[error("{}", wording::of_error(.0))]
    Query(#[from] QueryError),
    /// The answer cannot be written.
    #[error("cannot write: {0}; is there room, and may you write there?")]
    Io(#[from] std::io::Error),
    /// The answer has no list that a table could show.
    #[error(
        "--format: this answer is no list, so it has no table; use `--format text` or `--format json`"
    )]
    NoTable,
    /// The server failed.
    #[error("{0}")]
    Server(String),
}

impl CliError {
    fn exit_code(&self) -> u8 {
        match self {
            Self::Open(OpenError::Format { source, .. }) => exit_code::of_format_error(source),
            Self::Query(QueryError::Corrupt(_)) => exit_code::DAMAGED,
            Self::Query(
                QueryError::NotFound { .. } | QueryError::Outdated { .. } | QueryError::Empty,
            ) => exit_code::NOTHING_FOUND,
            // The reader closed its end of the pipe.
            Self::Io(error) if error.kind() == std::io::ErrorKind::BrokenPipe => exit_code::DONE,
            _ => exit_code::ERROR,
        }
    }
}

/// Parses the arguments of this process. If they are wrong or ask for help, prints the message and returns the exit code.
///
/// # Errors
/// See above.
pub fn arguments<A: Parser>() -> Result<A, ExitCode> {
    A::try_parse().map_err(|error| refuse(&error))
}

/// Prints what is wrong with the arguments, or the help, and returns the exit code.
pub fn refuse(error: &clap::Error) -> ExitCode {
    // A name of a file may be among them.
    let text = error.render().to_string();
    // If stderr is closed too, the message has no reader.
    let _ = match plain::escaped(&text) {
        // In colour, where that is shown.
        Cow::Borrowed(_) => error.print(),
        Cow::Owned(escaped) => std::io::stderr().write_all(escaped.as_bytes()),
    };
    let code = u8::try_from(error.exit_code()).unwrap_or(exit_code::ERROR);
    ExitCode::from(code)
}

/// Ends a command: writes an error to stderr, after the program's name, and returns the exit code.
pub fn finish(program: &str, result: Result<u8, CliError>) -> ExitCode {
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let code = error.exit_code();
            if code != exit_code::DONE {
                // If stderr is closed too, the message has no reader.
                let _ = writeln!(
                    std::io::stderr(),
                    "{program}: {}",
                    plain::escaped(&error.to_string())
                );
            }
            ExitCode::from(code)
        }
    }
}
