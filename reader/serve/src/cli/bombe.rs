//! The commands of `bombe` that ask: one question at a terminal.

use std::io::{Read, Write};
use std::path::PathBuf;

use clap::{ArgMatches, Args as _, FromArgMatches as _, Subcommand as _};
use serde_json::{Map, Value};

use super::CliError;
use super::arguments::Command;
use super::terminal::{Color, Format, Shape, Terminal, tsv};
use bombe_reader::exit_code;
use bombe_reader::limits::Limits;
use bombe_reader::locate::{Located, locate_all};
use bombe_reader::plain;
use bombe_reader::query::QueryError;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::Tool;
use bombe_reader::tools::find_by_imports::FindByImports;
use bombe_reader::tools::find_by_signature::FindBySignature;
use bombe_reader::tools::find_entry_points::FindEntryPoints;
use bombe_reader::tools::get_blast_radius::GetBlastRadius;
use bombe_reader::tools::get_context::GetContext;
use bombe_reader::tools::get_file_outline::GetFileOutline;
use bombe_reader::tools::get_file_tree::GetFileTree;
use bombe_reader::tools::get_history::GetHistory;
use bombe_reader::tools::get_references::GetReferences;
use bombe_reader::tools::get_related_files::GetRelatedFiles;
use bombe_reader::tools::get_structure::GetStructure;
use bombe_reader::tools::get_symbol::GetSymbol;
use bombe_reader::tools::get_symbol_info::GetSymbolInfo;
use bombe_reader::tools::grep::Grep;
use bombe_reader::tools::list_repos::ListRepos;
use bombe_reader::tools::search_symbols::SearchSymbols;
use bombe_reader::tools::several::{self, REPO};
use bombe_reader::tools::trace_flow::TraceFlow;
use bombe_reader::tools::traverse_graph::TraverseGraph;
use bombe_reader::view::OpenOptions;

/// Title in `--help` of the options that every question has.
const OPTIONS: &str = "Options of every question";

// What every question has, whether before or behind its name. A doc comment here would become the description of each
// command that has these options.
#[derive(Debug, Default, clap::Args)]
struct Options {
    /// Snapshot file or folder of a repository; may be repeated. The current folder's repository by default.
    #[arg(long, short = 's', help_heading = OPTIONS, value_name = "PATH")]
    snapshot: Vec<PathBuf>,
    /// Which repository to ask, if several are open: its name as `bombe repos` prints it, or its path.
    #[arg(long, help_heading = OPTIONS, value_name = "NAME")]
    repo: Option<String>,
    /// Print the answer as JSON: short for `--format json`.
    #[arg(long, help_heading = OPTIONS, conflicts_with = "format")]
    json: bool,
    /// Form of the answer [default: text]. Tables suit lists.
    #[arg(long, help_heading = OPTIONS, value_name = "FORM", value_enum)]
    format: Option<Format>,
    /// When to colour the answer [default: auto].
    #[arg(long, help_heading = OPTIONS, value_name = "WHEN", value_enum)]
    color: Option<Color>,
    /// Show no long answer in a pager (`BOMBE_PAGER`, `PAGER` or `less`).
    #[arg(long, help_heading = OPTIONS)]
    no_pager: bool,
}

impl Options {
    /// Returns these options, completed by those that stand before the name of the question.
    fn behind(self, before: Self) -> Self {
        Self {
            snapshot: [before.snapshot, self.snapshot].concat(),
            repo: self.repo.or(before.repo),
            json: self.json || before.json && self.format.is_none(),
            format: self.format.or(before.format),
            color: self.color.or(before.color),
            no_pager: self.no_pager || before.no_pager,
        }
    }

    fn are_given(&self) -> bool {
        !self.snapshot.is_empty()
            || self.repo.is_some()
            || self.json
            || self.format.is_some()
            || self.color.is_some()
            || self.no_pager
    }
}

/// A question as a command line states it.
#[derive(Debug)]
pub struct Question {
    options: Options,
    command: Command,
}

impl Question {
    /// Returns the commands that ask, for the command line that they are part of.
    pub fn commands() -> Vec<clap::Command> {
        let all = Command::augment_subcommands(clap::Command::new("bombe"));
        let with_options = |command: &clap::Command| {
            // `-1` is a wrong number rather than an unknown option.
            Options::augment_args(command.clone()).allow_negative_numbers(true)
        };
        all.get_subcommands().map(with_options).collect()
    }

    /// Returns true if one of [`Question::commands`] has a name.
    pub fn has_command(name: &str) -> bool {
        Command::has_subcommand(name)
    }

    /// Adds the options of every question to a command line, which takes them before the name of the question.
    pub fn with_options(program: clap::Command) -> clap::Command {
        Options::augment_args(program)
    }

    /// Returns true if a command line with the options of [`Question::with_options`] was given any of them before the
    /// name of a command.
    ///
    /// # Errors
    /// When the command line lacks these options.
    pub fn has_options(matches: &ArgMatches) -> Result<bool, clap::Error> {
        Ok(Options::from_arg_matches(matches)?.are_given())
    }

    /// Reads the question that a command line with these commands and options was given.
    ///
    /// # Errors
    /// When its subcommand is none of [`Question::commands`].
    pub fn of(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let command = Command::from_arg_matches(matches)?;
        let before = Options::from_arg_matches(matches)?;
        let options = match matches.subcommand() {
            Some((_, behind)) => Options::from_arg_matches(behind)?.behind(before),
            None => before,
        };
        Ok(Self { options, command })
    }
}

/// Answers a question.
///
/// # Errors
/// Fails if there is no snapshot, if it cannot be opened, or if the query fails.
pub fn answer(question: Question, current: PathBuf) -> Result<u8, CliError> {
    let Question { options, command } = question;
    let mut snapshots = Vec::new();
    let located = locate_all(&options.snapshot, &current);
    let is_only = located.len() == 1;
    for located in located {
        let mut snapshot = match located {
            Located::File(path) => {
                let options = OpenOptions {
                    in_blocks: true,
                    ..OpenOptions::default()
                };
                Snapshot::open(&path, options)?
            }
            Located::Missing(folder) => {
                let shown = folder.display().to_string();
                return Err(match folder.metadata() {
                    Ok(meta) if meta.is_dir() => CliError::NoSnapshot(shown),
                    Ok(_) => CliError::NoFile(shown),
                    Err(_) => CliError::NoSuchPath(shown),
                });
            }
        };
        if is_only {
            snapshot.compare_with(&current);
        } else {
            snapshot.compare_among_others(&current);
        }
        if let Some(notice) = &snapshot.notice {
            // The answer stays alone on stdout.
            let _ = writeln!(std::io::stderr(), "bombe: {}", plain::escaped(notice));
        }
        snapshots.push(snapshot);
    }
    let out = Output {
        snapshots: snapshots.iter().collect(),
        repo: options.repo,
        format: match options.format {
            _ if options.json => Format::Json,
            format => format.unwrap_or(Format::Text),
        },
        terminal: Terminal::new(options.color.unwrap_or(Color::Auto), !options.no_pager),
        shape: command.shape(),
    };
    match command {
        Command::Search(arguments) => {
            out.ask::<SearchSymbols>(arguments.request(), |answer| answer.symbols.is_empty())
        }
        Command::Grep(arguments) => {
            out.ask::<Grep>(arguments.request(), |answer| answer.total_lines == 0)
        }
        Command::Refs(arguments) => {
            out.ask::<GetReferences>(arguments.request(), |answer| answer.total == 0)
        }
        Command::Context(mut arguments) => {
            if arguments.query.len() == 1 && arguments.query[0] == "-" {
                arguments.query[0] = std::io::read_to_string(std::io::stdin())?;
            }
            out.ask::<GetContext>(arguments.request(), |answer| {
                answer.context_bundle.files.is_empty()
            })
        }
        Command::Structure(arguments) => {
            out.ask::<GetStructure>(arguments.request(), |answer| answer.files == 0)
        }
        Command::Blast(mut arguments) => {
            if arguments.diff.as_deref() == Some("-") {
                let text = diff_from_stdin()?;
                if text.trim().is_empty() {
                    let _ = writeln!(
                        std::io::stderr(),
                        "bombe: the diff is empty: nothing changes"
                    );
                    return Ok(exit_code::NOTHING_FOUND);
                }
                arguments.diff = Some(text);
            }
            out.ask::<GetBlastRadius>(arguments.request(), |answer| {
                answer.impact.total_affected_symbols == 0
            })
        }
        Command::Trace(arguments) => {
            out.ask::<TraceFlow>(arguments.request(), |answer| answer.total == 0)
        }
        Command::Traverse(arguments) => {
            out.ask::<TraverseGraph>(arguments.request(), |answer| answer.total == 0)
        }
        Command::Info(arguments) => out.ask::<GetSymbolInfo>(arguments.request(), |_| false),
        Command::Symbol(arguments) => {
            out.ask::<GetSymbol>(arguments.request(), |answer| answer.symbols.is_empty())
        }
        Command::Outline(arguments) => {
            out.ask::<GetFileOutline>(arguments.request(), |answer| answer.symbols.is_empty())
        }
        Command::Imports(arguments) => out.ask::<FindByImports>(arguments.request(), |answer| {
            answer.imports.is_empty() && answer.transitive.is_empty()
        }),
        Command::Signature(arguments) => {
            out.ask::<FindBySignature>(arguments.request(), |answer| answer.functions.is_empty())
        }
        Command::Tree(arguments) => {
            out.ask::<GetFileTree>(arguments.request(), |answer| answer.tree.is_empty())
        }
        Command::EntryPoints(arguments) => {
            out.ask::<FindEntryPoints>(arguments.request(), |answer| answer.total_entry_points == 0)
        }
        Command::History(arguments) => {
            out.ask::<GetHistory>(arguments.request(), |answer| answer.commits.is_empty())
        }
        Command::Related(arguments) => {
            out.ask::<GetRelatedFiles>(arguments.request(), |answer| answer.related.is_empty())
        }
        Command::Repos => out.ask::<ListRepos>(Map::new(), |answer| answer.count == 0),
    }
}

/// Longest diff that is read, in bytes.
const DIFF_BYTES_MAX: u64 = 64 << 20;

/// Reads a diff from stdin, with a line break at its end. What is no UTF-8 is of files that are not indexed.
fn diff_from_stdin() -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let mut stdin = std::io::stdin().lock().take(DIFF_BYTES_MAX + 1);
    stdin.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > DIFF_BYTES_MAX {
        return Err(CliError::Query(QueryError::Argument {
            argument: "diff",
            problem: format!("has more than {DIFF_BYTES_MAX} bytes"),
            example: "a commit range, such as `HEAD~3..HEAD`".to_owned(),
        }));
    }
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// How answers are written.
struct Output<'s> {
    snapshots: Vec<&'s Snapshot>,
    repo: Option<String>,
    format: Format,
    terminal: Terminal,
    shape: Shape,
}

impl Output<'_> {
    /// Asks a tool and writes its answer.
    fn ask<T: Tool>(
        &self,
        mut request: Map<String, Value>,
        is_empty: impl Fn(&T::Answer) -> bool,
    ) -> Result<u8, CliError> {
        if let Some(repo) = &self.repo {
            request.insert(REPO.to_owned(), repo.clone().into());
        }
        let question = several::Question::<T>::parse(request)?;
        let answer = question.answer(&self.snapshots, &Limits::new())?;
        let code = if answer.is_damaged() {
            exit_code::DAMAGED
        } else if answer.is_empty(is_empty) {
            exit_code::NOTHING_FOUND
        } else {
            exit_code::DONE
        };
        let value = || serde_json::to_value(&answer).map_err(std::io::Error::from);
        let text = match (self.format, self.shape.table) {
            (Format::Text, _) => {
                let compact = answer.text::<T>(false);
                self.terminal.text(&compact, &self.snapshots, &self.shape)
            }
            (Format::Json, _) => plain::json(&answer).map_err(std::io::Error::from)? + "\n",
            (Format::Table, Some(table)) => self.terminal.table(&value()?, table),
            (Format::Tsv, Some(table)) => tsv(&value()?, table),
            (Format::Table | Format::Tsv, None) => return Err(CliError::NoTable),
        };
        self.terminal.show(&text, code)?;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::Question;

    #[test]
    fn each_command_says_what_it_does() {
        let mut seen = Vec::new();
        for command in Question::commands() {
            let about = command.get_about().map(ToString::to_string);
            let about = about.unwrap_or_default();
            assert!(!about.is_empty() && !seen.contains(&about), "{about}");
            seen.push(about);
        }
        assert!(seen.iter().any(|about| about.starts_with("Finds symbols")));
    }
}
