//! The commands that work on snapshots: arguments in, one library call, messages and exit codes out. `bombe` takes them as
//! its own ([`commands`], [`execute`]), and `bombe-build` is the name under which they have stood alone ([`run`]).

mod build;
mod cache;
mod compact;
mod export;
mod facts;
mod gc;
mod hook;
mod info;
mod output;
pub use output::chain;
mod places;
mod progress;
mod promote;
mod pull;
mod push;
mod quarantine;
mod release;
mod snapshot;
mod trend;
mod trust;
mod update;
mod verify;
mod watch;

use std::ffi::OsString;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use bombe_format::error::{Corrupt, FormatError};
use bombe_reader::exit_code;
use bombe_share::refusal::Refusal;
use clap::error::{ContextKind, ErrorKind};
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::exchange::incoming::PullError;
use crate::exchange::outgoing::PushError;
use crate::losses;
use crate::remarks::Remarks;
use crate::snapshot_dir::LockError;
use crate::update::UpdateError;

/// What `bombe-build --help` starts with.
const ABOUT: &str = "Turns a repository into one file that answers questions about its code";

/// `bombe-build`: without a subcommand, it builds.
#[derive(Parser)]
#[command(
    name = "bombe-build",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    after_help = "`bombe` has the same commands, and more.\n\nExit codes: 0 done, 1 a check found problems, or files could not be read and the snapshot is partial, 2 error or wrong usage, 3 damaged snapshot, 4 what a remote offers is refused, 5 incompatible format, 6 locked."
)]
struct Program {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    build: build::Arguments,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Arguments),
    Update(update::Arguments),
    #[command(alias = "merge")]
    Compact(compact::Arguments),
    Hook(hook::Arguments),
    Watch(watch::Arguments),
    Status(info::Arguments),
    Verify(verify::Arguments),
    Export(export::Arguments),
    Facts(facts::Arguments),
    Cache(cache::Arguments),
    Push(push::Arguments),
    Pull(pull::Arguments),
    Promote(promote::Arguments),
    Quarantine(quarantine::Arguments),
    Trend(trend::Arguments),
    Gc(gc::Arguments),
    Trust(trust::Arguments),
    Release(release::Arguments),
}

/// How a command ended when nothing went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// Done, or found.
    Done,
    /// A check found something wrong.
    Problems,
}

/// Says what is missing in the snapshot that was written, and why.
fn tell(remarks: &Remarks) -> Outcome {
    if let Some(fault) = &remarks.git_fault {
        let _ = output::tell(format_args!(
            "cannot ask git about the commit: {fault}; the snapshot lacks what git did not say, and the next update asks again"
        ));
    }
    if remarks.is_empty && remarks.ignored > 0 {
        let _ = output::tell(format_args!(
            "there is no file to index, because ignore rules leave out {} files or folders; to read them, write `ignore_files = false` below `[discover]` in bombe.toml",
            remarks.ignored
        ));
    }
    if remarks.is_empty && remarks.ignored == 0 && remarks.unread.is_empty() {
        let known = bombe_languages::REGISTRY.iter();
        let known = known.flat_map(|support| support.languages());
        let known: Vec<_> = known.map(|language| language.name()).collect();
        let _ = output::tell(format_args!(
            "there is no file to index, so answers will be empty: is this the right folder? The languages are {}",
            known.join(", ")
        ));
    }
    let unread = &remarks.unread;
    if unread.is_empty() {
        return Outcome::Done;
    }
    // Without a stderr, the exit code says it.
    let _ = output::tell(format_args!(
        "the snapshot is partial, {} could not be read: {}; the next update tries again",
        unread.len(),
        losses::shown(unread)
    ));
    Outcome::Problems
}

/// Returns the commands, for the command line that they are part of.
pub fn commands() -> Vec<clap::Command> {
    let commands = Command::augment_subcommands(clap::Command::new("bombe"));
    commands.get_subcommands().cloned().collect()
}

/// Returns true if one of [`commands`] has a name.
pub fn has_command(name: &str) -> bool {
    Command::has_subcommand(name)
}

/// Runs the command that a command line with the subcommands of [`commands`] was given. Messages start with the name of
/// `program`.
///
/// # Errors
/// When the subcommand is none of [`commands`].
pub fn execute(program: &'static str, matches: &ArgMatches) -> Result<ExitCode, clap::Error> {
    let command = Command::from_arg_matches(matches)?;
    Ok(execute_command(program, &command))
}

/// Runs `bombe-build` on its arguments, program name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // `bombe info SYMBOL` is a question, so `bombe` has no such alias.
    let program = Program::command().about(ABOUT);
    let program = program.mut_subcommand("status", |status| status.alias("info"));
    let parsed = program.try_get_matches_from(arguments);
    let command = match parsed.and_then(|matches| Program::from_arg_matches(&matches)) {
        Ok(Program { command, build }) => command.unwrap_or(Command::Build(build)),
        Err(error) => return refuse(&error),
    };
    if let Command::Build(build) = &command
        && let Some(name) = build.missing_name()
        && let Some(error) = mistyped(name)
    {
        return refuse(&error);
    }
    execute_command("bombe-build", &command)
}

/// Prints what is wrong with the arguments, or the help, and returns the exit code.
fn refuse(error: &clap::Error) -> ExitCode {
    output::tell_usage(error);
    let code = if error.use_stderr() {
        exit_code::ERROR
    } else {
        exit_code::DONE
    };
    ExitCode::from(code)
}

/// Returns what is wrong with a name that resembles that of a command.
fn mistyped(name: &str) -> Option<clap::Error> {
    let commands = Command::augment_subcommands(clap::Command::new("bombe-build"));
    let commands = commands.disable_help_subcommand(true);
    let error = commands.try_get_matches_from(["bombe-build", name]).err()?;
    let resembles = error.kind() == ErrorKind::InvalidSubcommand
        && error.get(ContextKind::SuggestedSubcommand).is_some();
    resembles.then_some(error)
}

fn execute_command(program: &'static str, command: &Command) -> ExitCode {
    output::set_program(program);
    // A panic is a fault of this program. It still ends with a documented exit code.
    let result = catch_unwind(AssertUnwindSafe(|| match command {
        Command::Build(arguments) => build::run(arguments),
        Command::Update(arguments) => update::run(arguments),
        Command::Compact(arguments) => compact::run(arguments),
        Command::Hook(arguments) => hook::run(arguments),
        Command::Watch(arguments) => watch::run(arguments),
        Command::Status(arguments) => info::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Facts(arguments) => facts::run(arguments),
        Command::Cache(arguments) => cache::run(arguments),
        Command::Push(arguments) => push::run(arguments),
        Command::Pull(arguments) => pull::run(arguments),
        Command::Promote(arguments) => promote::run(arguments),
        Command::Quarantine(arguments) => quarantine::run(arguments),
        Command::Trend(arguments) => trend::run(arguments),
        Command::Release(arguments) => release::run(arguments),
        Command::Gc(arguments) => gc::run(arguments),
        Command::Trust(arguments) => trust::run(arguments),
    }));
    match result {
        Ok(Ok(Outcome::Done)) => ExitCode::SUCCESS,
        Ok(Ok(Outcome::Problems)) => ExitCode::from(exit_code::PROBLEMS),
        Ok(Err(error)) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            let _ = output::tell(output::chain(&error));
            ExitCode::from(code_of(&error))
        }
        Err(_) => {
            let _ = output::tell("a fault of this program, described above; please report it");
            ExitCode::from(exit_code::ERROR)
        }
    }
}

/// Returns the exit code that an error stands for.
pub fn code_of(error: &anyhow::Error) -> u8 {
    for cause in error.chain() {
        if cause.is::<Corrupt>() {
            return exit_code::DAMAGED;
        }
        if cause.is::<Refusal>() {
            return exit_code::REFUSED;
        }
        let lock = match cause.downcast_ref::<UpdateError>() {
            Some(UpdateError::Lock(lock)) => Some(lock),
            _ => cause.downcast_ref::<LockError>(),
        };
        let lock = lock.or_else(|| match cause.downcast_ref::<PushError>() {
            Some(PushError::Lock(lock)) => Some(lock),
            _ => None,
        });
        let lock = lock.or_else(|| match cause.downcast_ref::<PullError>() {
            Some(PullError::Lock(lock)) => Some(lock),
            _ => None,
        });
        if let Some(LockError::Held { .. }) = lock {
            return exit_code::LOCKED;
        }
        if let Some(error) = cause.downcast_ref::<FormatError>() {
            return exit_code::of_format_error(error);
        }
    }
    exit_code::ERROR
}

/// True if the reader of our output went away: no failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| {
            cause
                .downcast_ref::<io::Error>()
                .map(io::Error::kind)
                .or_else(|| {
                    cause
                        .downcast_ref::<serde_json::Error>()
                        .and_then(serde_json::Error::io_error_kind)
                })
        })
        .any(|kind| kind == io::ErrorKind::BrokenPipe)
}
