//! The command line of `bombe`, put together from those of the crates below.

use std::fmt::Write as _;
use std::path::Path;

use bombe_reader::plain;
use bombe_serve::cli::bombe::Question;
use bombe_serve::cli::serve;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, FromArgMatches as _, Subcommand};

use crate::{clean, config, doctor, generate, report, server_config};

/// The name of the program.
pub(crate) const NAME: &str = "bombe";

/// The commands of this crate.
#[derive(Subcommand)]
pub(crate) enum Own {
    /// Answers an AI coding agent over MCP, or prints what an agent needs to start it
    Serve(Serve),
    Doctor(doctor::Arguments),
    Report(report::Arguments),
    Config(config::Arguments),
    Clean(clean::Arguments),
    /// Prints the completions of a shell
    Completions(generate::Completions),
    /// Writes the manual pages into a folder
    Man(generate::Manual),
}

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, version = None)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) server: serve::Args,
    #[command(subcommand)]
    pub(crate) action: Option<ServeAction>,
}

#[derive(Subcommand)]
pub(crate) enum ServeAction {
    Config(server_config::Arguments),
}

/// What a command line asks for.
pub(crate) enum Invocation {
    /// A command of the indexer.
    Index,
    /// A question.
    Ask(Box<Question>),
    /// A command of this crate.
    Own(Own),
    /// Nothing.
    Nothing,
}

impl Invocation {
    /// Returns what the command line of [`program`] asks for.
    ///
    /// # Errors
    /// When options of a question stand before another command.
    pub(crate) fn of(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let name = matches.subcommand_name();
        if name.is_some_and(Question::has_command) {
            return Ok(Self::Ask(Box::new(Question::of(matches)?)));
        }
        if Question::has_options(matches)? {
            let (kind, problem) = match name {
                Some(name) => (
                    ErrorKind::ArgumentConflict,
                    format!("the options before `{name}` are those of questions"),
                ),
                None => (
                    ErrorKind::MissingSubcommand,
                    "these options need a question, for example `search`".to_owned(),
                ),
            };
            return Err(program().error(kind, problem));
        }
        if name.is_some_and(bombe_indexer::cli::has_command) {
            return Ok(Self::Index);
        }
        if name.is_none() {
            return Ok(Self::Nothing);
        }
        Ok(Self::Own(Own::from_arg_matches(matches)?))
    }
}

/// Returns the whole command line.
pub(crate) fn program() -> clap::Command {
    let own = Own::augment_subcommands(clap::Command::new(NAME));
    let (generate, own): (Vec<_>, Vec<_>) = own
        .get_subcommands()
        .cloned()
        .partition(|command| matches!(command.get_name(), "completions" | "man"));
    let groups = [
        ("Index", bombe_indexer::cli::commands()),
        ("Ask", Question::commands()),
        ("Serve, set up and check", own),
        ("Set up a shell", generate),
    ];
    let program = clap::Command::new(NAME)
        .version(env!("CARGO_PKG_VERSION"))
        .about("Code intelligence for AI coding agents, and for people at a terminal")
        .max_term_width(100)
        .help_template(help_template(&groups))
        .after_help("Exit codes: 0 done or found, 1 nothing found, a check found problems, or the snapshot is partial, 2 error or wrong usage, 3 damaged snapshot, 4 what a remote offers is refused, 5 incompatible format, 6 locked.");
    let program = Question::with_options(program);
    program.subcommands(groups.into_iter().flat_map(|(_, commands)| commands))
}

/// Returns the template of the help, with the commands in groups: clap knows one list only.
fn help_template(groups: &[(&str, Vec<clap::Command>)]) -> String {
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (title, commands) in groups {
        let _ = write!(text, "\n{title}:\n");
        for command in commands {
            let about = command.get_about().map(ToString::to_string);
            // Its first sentence.
            let about = about.unwrap_or_default();
            let about = about.split(". ").next().unwrap_or_default();
            let _ = writeln!(text, "  {:<13} {about}", command.get_name());
        }
    }
    text.push_str("\nOptions:\n{options}{after-help}\n");
    text
}

/// Adds to an error what was probably meant.
pub(crate) fn explained(error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    if error.kind() != ErrorKind::InvalidSubcommand || !Path::new(name).is_dir() {
        return error;
    }
    let name = plain::row(name);
    program().error(
        ErrorKind::InvalidSubcommand,
        format!("`{name}` is a folder, not a command: index it with `bombe build {name}`"),
    )
}
