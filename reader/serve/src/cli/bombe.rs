//! `bombe`: one question at a terminal.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use serde_json::{Map, Value};

use super::CliError;
use super::arguments::Command;
use bombe_reader::exit_code;
use bombe_reader::limits::Limits;
use bombe_reader::locate::{Located, locate};
use bombe_reader::plain;
use bombe_reader::snapshot::Snapshot;
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
use bombe_reader::tools::trace_flow::TraceFlow;
use bombe_reader::tools::traverse_graph::TraverseGraph;
use bombe_reader::tools::{self, Tool, request_of};
use bombe_reader::view::OpenOptions;

/// Title in `--help` of the options that every subcommand has.
const GLOBAL: &str = "Global options";

/// Answers questions about a repository's structure from its snapshot.
#[derive(Debug, Parser)]
#[command(
    name = "bombe",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 found, 1 nothing found, 2 error or wrong usage, 3 damaged snapshot, 5 incompatible format."
)]
pub struct Args {
    /// Snapshot file or folder of a repository; the current folder's repository by default.
    #[arg(long, short = 's', global = true, help_heading = GLOBAL, value_name = "PATH")]
    snapshot: Option<PathBuf>,
    /// Print the answer as JSON.
    #[arg(long, global = true, help_heading = GLOBAL)]
    json: bool,
    /// When to colour the answer.
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Answers one question.
///
/// # Errors
/// Fails if there is no snapshot, if it cannot be opened, or if the query fails.
pub fn run(args: Args, current: PathBuf) -> Result<u8, CliError> {
    let mut snapshot = match locate(args.snapshot.as_deref(), &current) {
        Located::File(path) => Snapshot::open(&path, OpenOptions::default())?,
        Located::Missing(folder) => return Err(CliError::NoSnapshot(folder.display().to_string())),
    };
    snapshot.compare_with(&current);
    if let Some(notice) = &snapshot.notice {
        // The answer stays alone on stdout.
        let _ = writeln!(std::io::stderr(), "bombe: {}", plain::escaped(notice));
    }
    let out = Output {
        json: args.json,
        color: args.color.is_on(),
    };
    match args.command {
        Command::Search(arguments) => {
            out.ask::<SearchSymbols>(&snapshot, arguments.request(), |answer| {
                answer.symbols.is_empty()
            })
        }
        Command::Grep(arguments) => out.ask::<Grep>(&snapshot, arguments.request(), |answer| {
            answer.total_lines == 0
        }),
        Command::Refs(arguments) => {
            out.ask::<GetReferences>(&snapshot, arguments.request(), |answer| answer.total == 0)
        }
        Command::Context(mut arguments) => {
            if arguments.query.len() == 1 && arguments.query[0] == "-" {
                arguments.query[0] = std::io::read_to_string(std::io::stdin())?;
            }
            out.ask::<GetContext>(&snapshot, arguments.request(), |answer| {
                answer.context_bundle.files.is_empty()
            })
        }
        Command::Structure(arguments) => {
            out.ask::<GetStructure>(&snapshot, arguments.request(), |answer| answer.files == 0)
        }
        Command::Blast(mut arguments) => {
            if arguments.diff.as_deref() == Some("-") {
                arguments.diff = Some(std::io::read_to_string(std::io::stdin())?);
            }
            out.ask::<GetBlastRadius>(&snapshot, arguments.request(), |answer| {
                answer.impact.total_affected_symbols == 0
            })
        }
        Command::Trace(arguments) => {
            out.ask::<TraceFlow>(&snapshot, arguments.request(), |answer| answer.total == 0)
        }
        Command::Traverse(arguments) => {
            out.ask::<TraverseGraph>(&snapshot, arguments.request(), |answer| answer.total == 0)
        }
        Command::Info(arguments) => {
            out.ask::<GetSymbolInfo>(&snapshot, arguments.request(), |_| false)
        }
        Command::Symbol(arguments) => {
            out.ask::<GetSymbol>(&snapshot, arguments.request(), |answer| {
                answer.symbols.is_empty()
            })
        }
        Command::Outline(arguments) => {
            out.ask::<GetFileOutline>(&snapshot, arguments.request(), |answer| {
                answer.symbols.is_empty()
            })
        }
        Command::Imports(arguments) => {
            out.ask::<FindByImports>(&snapshot, arguments.request(), |answer| {
                answer.imports.is_empty() && answer.transitive.is_empty()
            })
        }
        Command::Signature(arguments) => {
            out.ask::<FindBySignature>(&snapshot, arguments.request(), |answer| {
                answer.functions.is_empty()
            })
        }
        Command::Tree(arguments) => {
            out.ask::<GetFileTree>(&snapshot, arguments.request(), |answer| {
                answer.tree.is_empty()
            })
        }
        Command::EntryPoints(arguments) => {
            out.ask::<FindEntryPoints>(&snapshot, arguments.request(), |answer| {
                answer.total_entry_points == 0
            })
        }
        Command::History(arguments) => {
            out.ask::<GetHistory>(&snapshot, arguments.request(), |answer| {
                answer.commits.is_empty()
            })
        }
        Command::Related(arguments) => {
            out.ask::<GetRelatedFiles>(&snapshot, arguments.request(), |answer| {
                answer.related.is_empty()
            })
        }
        Command::Repos => out.ask::<ListRepos>(&snapshot, Map::new(), |answer| answer.count == 0),
    }
}

impl Color {
    fn is_on(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }
}

/// How answers are written.
struct Output {
    json: bool,
    color: bool,
}

impl Output {
    /// Asks a tool and writes its answer.
    fn ask<T: Tool>(
        &self,
        snapshot: &Snapshot,
        request: Map<String, Value>,
        is_empty: impl Fn(&T::Answer) -> bool,
    ) -> Result<u8, CliError> {
        let request = request_of::<T>(request)?;
        let answer = tools::answer::<T>(snapshot, &request, &Limits::new())?;
        let mut stdout = std::io::stdout().lock();
        if self.json {
            let json = plain::json(&answer).map_err(std::io::Error::from)?;
            writeln!(stdout, "{json}")?;
        } else {
            let text = T::text(&answer);
            for line in plain::escaped(&text).trim_end().lines() {
                writeln!(stdout, "{}", self.paint(line))?;
            }
        }
        stdout.flush()?;
        Ok(if is_empty(&answer) {
            exit_code::NOTHING_FOUND
        } else {
            exit_code::DONE
        })
    }

    /// Colours headings, and the `path:line` at the start of a line.
    fn paint(&self, line: &str) -> String {
        if !self.color {
            return line.to_owned();
        }
        if line.starts_with("## ") || (line.ends_with(':') && !line.starts_with(' ')) {
            return format!("\x1b[1m{line}\x1b[0m");
        }
        let start = line.len() - line.trim_start().len();
        let end = line[start..].find(' ').map_or(line.len(), |at| start + at);
        let location = &line[start..end];
        let is_location = location.rsplit_once(':').is_some_and(|(path, number)| {
            !path.is_empty()
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
        });
        if is_location {
            format!(
                "{}\x1b[36m{location}\x1b[0m{}",
                &line[..start],
                &line[end..]
            )
        } else {
            line.to_owned()
        }
    }
}
