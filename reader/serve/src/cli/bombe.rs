//! `bombe`: one question at a terminal. Every subcommand is a tool with its request spelled as arguments.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use serde_json::{Map, Value, json};

use super::{CliError, exit};
use bombe_reader::limits::Limits;
use bombe_reader::locate::{Located, locate};
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::get_blast_radius::GetBlastRadius;
use bombe_reader::tools::get_context::GetContext;
use bombe_reader::tools::get_file_outline::GetFileOutline;
use bombe_reader::tools::get_file_tree::GetFileTree;
use bombe_reader::tools::get_references::GetReferences;
use bombe_reader::tools::get_structure::GetStructure;
use bombe_reader::tools::get_symbol::GetSymbol;
use bombe_reader::tools::list_repos::ListRepos;
use bombe_reader::tools::search_symbols::SearchSymbols;
use bombe_reader::tools::{Tool, request_of};
use bombe_reader::view::OpenOptions;

/// Answers questions about a repository's structure from its snapshot.
#[derive(Debug, Parser)]
#[command(name = "bombe", version)]
pub struct Args {
    /// Snapshot file or folder of a repository; the current folder's repository by default.
    #[arg(long, short = 's', global = true, value_name = "PATH")]
    snapshot: Option<PathBuf>,
    /// The answer as JSON.
    #[arg(long, global = true)]
    json: bool,
    /// Colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
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

#[derive(Debug, Subcommand)]
enum Command {
    /// Find symbols by name, glob, regex or keywords.
    Search(SearchArgs),
    /// Callers, callees, implementors, supers or usages of a symbol.
    Refs(RefsArgs),
    /// The code that a task needs, within a token budget.
    Context(ContextArgs),
    /// Ranked map of the repository or a folder.
    Structure(StructureArgs),
    /// What a change of a symbol reaches.
    Blast(BlastArgs),
    /// Source of symbols (`path::Name`, `Name`) or of line ranges (`path:10-40`).
    Symbol(SymbolArgs),
    /// Symbols of a file.
    Outline(OutlineArgs),
    /// Folders and files.
    Tree(TreeArgs),
    /// What is indexed.
    Repos,
}

#[derive(Debug, ClapArgs)]
struct SearchArgs {
    /// Name, glob (`User*`) or keywords.
    #[arg(required = true)]
    query: Vec<String>,
    /// Kind, or several with commas.
    #[arg(long, short)]
    kind: Option<String>,
    /// Glob over paths.
    #[arg(long, short)]
    file: Option<String>,
    /// Language.
    #[arg(long, short)]
    language: Option<String>,
    /// `public`, `protected`, `package` or `private`.
    #[arg(long)]
    visibility: Option<String>,
    /// `include`, `exclude` or `only`.
    #[arg(long)]
    tests: Option<String>,
    /// `auto`, `name`, `glob`, `regex`, `fuzzy` or `keywords`.
    #[arg(long)]
    mode: Option<String>,
    /// Most results.
    #[arg(long, short = 'n')]
    limit: Option<usize>,
    /// Where the answer before ended.
    #[arg(long)]
    cursor: Option<String>,
}

#[derive(Debug, ClapArgs)]
struct RefsArgs {
    /// Symbol id, qualified name, name or `path:line`.
    symbol: String,
    /// `callers`, `callees`, `both`, `implementors`, `supers` or `usages`.
    #[arg(long, short)]
    direction: Option<String>,
    /// Hops, 1-5.
    #[arg(long)]
    depth: Option<u32>,
    /// Least confidence, 0-1.
    #[arg(long)]
    min_confidence: Option<f64>,
    /// With the source of each.
    #[arg(long)]
    source: bool,
    /// Most references in each list.
    #[arg(long, short = 'n')]
    limit: Option<usize>,
    /// Where the answer before ended.
    #[arg(long)]
    cursor: Option<String>,
}

#[derive(Debug, ClapArgs)]
struct ContextArgs {
    /// The task, question or issue text; `-` reads it from stdin.
    #[arg(required = true)]
    query: Vec<String>,
    /// A symbol that must be in it, in full; may be repeated.
    #[arg(long = "entry", short)]
    entry_points: Vec<String>,
    /// Most tokens of the answer.
    #[arg(long, short)]
    budget: Option<usize>,
    /// Signatures only.
    #[arg(long)]
    signatures: bool,
    /// Hops in the graph, 1-4.
    #[arg(long)]
    depth: Option<u32>,
}

#[derive(Debug, ClapArgs)]
struct StructureArgs {
    /// Folder.
    path: Option<String>,
    /// Most tokens of the map.
    #[arg(long, short)]
    budget: Option<usize>,
    /// Names without signatures.
    #[arg(long)]
    names: bool,
    /// Tests too.
    #[arg(long)]
    tests: bool,
}

#[derive(Debug, ClapArgs)]
struct BlastArgs {
    /// Symbol id, qualified name, name or `path:line`.
    #[arg(required_unless_present = "diff")]
    symbol: Option<String>,
    /// A diff instead: of the work tree, of a commit range, or from stdin (`-`).
    #[arg(long, value_name = "RANGE", num_args = 0..=1, default_missing_value = "worktree", conflicts_with = "symbol")]
    diff: Option<String>,
    /// `signature`, `behavior` or `delete`.
    #[arg(long, short)]
    change: Option<String>,
    /// Hops, 1-5.
    #[arg(long)]
    depth: Option<u32>,
    /// Most dependents listed.
    #[arg(long, short = 'n')]
    limit: Option<usize>,
}

#[derive(Debug, ClapArgs)]
struct SymbolArgs {
    /// Symbols or line ranges.
    #[arg(required = true)]
    symbols: Vec<String>,
    /// Most tokens of the answer.
    #[arg(long, short)]
    budget: Option<usize>,
}

#[derive(Debug, ClapArgs)]
struct OutlineArgs {
    /// Path, or the end of one.
    file: String,
    /// Without fields, variables and constants.
    #[arg(long)]
    no_values: bool,
    /// Where the answer before ended.
    #[arg(long)]
    cursor: Option<String>,
}

#[derive(Debug, ClapArgs)]
struct TreeArgs {
    /// Folder.
    path: Option<String>,
    /// Levels shown.
    #[arg(long)]
    depth: Option<u32>,
}

/// Answers one question.
///
/// # Errors
/// No snapshot, a snapshot that cannot be opened, a wrong argument, an unknown symbol.
pub fn run(args: Args, current: PathBuf) -> Result<u8, CliError> {
    let mut snapshot = match locate(args.snapshot.as_deref(), &current) {
        Located::File(path) => Snapshot::open(&path, OpenOptions::default())?,
        Located::Missing(folder) => return Err(CliError::NoSnapshot(folder.display().to_string())),
    };
    snapshot.compare_with(&current);
    if let Some(notice) = &snapshot.notice {
        // Said before the answer, which stays alone on stdout.
        let _ = writeln!(std::io::stderr(), "bombe: {notice}");
    }
    let out = Output {
        json: args.json,
        color: args.color.is_on(),
    };
    match args.command {
        Command::Search(a) => {
            let request = json!({
                "query": a.query.join(" "), "kind": a.kind, "file_pattern": a.file, "language": a.language,
                "visibility": a.visibility, "tests": a.tests, "mode": a.mode, "limit": a.limit, "cursor": a.cursor,
            });
            out.ask::<SearchSymbols>(&snapshot, request, |answer| answer.symbols.is_empty())
        }
        Command::Refs(a) => {
            let request = json!({
                "symbol": a.symbol, "direction": a.direction, "depth": a.depth, "min_confidence": a.min_confidence,
                "include_source": a.source, "limit": a.limit, "cursor": a.cursor,
            });
            out.ask::<GetReferences>(&snapshot, request, |answer| answer.total == 0)
        }
        Command::Context(a) => {
            let mut query = a.query.join(" ");
            if query == "-" {
                query = std::io::read_to_string(std::io::stdin())?;
            }
            let request = json!({
                "query": query, "entry_points": a.entry_points, "token_budget": a.budget,
                "include_signatures_only": a.signatures, "expansion_depth": a.depth,
            });
            out.ask::<GetContext>(&snapshot, request, |answer| {
                answer.context_bundle.files.is_empty()
            })
        }
        Command::Structure(a) => {
            let request = json!({
                "path": a.path, "token_budget": a.budget, "include_signatures": !a.names, "include_tests": a.tests,
            });
            out.ask::<GetStructure>(&snapshot, request, |answer| answer.files == 0)
        }
        Command::Blast(mut a) => {
            if a.diff.as_deref() == Some("-") {
                a.diff = Some(std::io::read_to_string(std::io::stdin())?);
            }
            let request = json!({
                "symbol": a.symbol, "diff": a.diff, "change_type": a.change, "max_depth": a.depth, "limit": a.limit,
            });
            out.ask::<GetBlastRadius>(&snapshot, request, |answer| {
                answer.impact.total_affected_symbols == 0
            })
        }
        Command::Symbol(a) => {
            let request = json!({ "symbols": a.symbols, "token_budget": a.budget });
            out.ask::<GetSymbol>(&snapshot, request, |answer| answer.symbols.is_empty())
        }
        Command::Outline(a) => {
            let request =
                json!({ "file_path": a.file, "include_values": !a.no_values, "cursor": a.cursor });
            out.ask::<GetFileOutline>(&snapshot, request, |answer| answer.symbols.is_empty())
        }
        Command::Tree(a) => {
            let request = json!({ "path_prefix": a.path, "depth": a.depth });
            out.ask::<GetFileTree>(&snapshot, request, |answer| answer.tree.is_empty())
        }
        Command::Repos => out.ask::<ListRepos>(&snapshot, json!({}), |answer| answer.count == 0),
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
    /// Asks a tool and writes its answer; arguments that were not given are left to the tool's defaults.
    fn ask<T: Tool>(
        &self,
        snapshot: &Snapshot,
        request: Value,
        is_empty: impl Fn(&T::Answer) -> bool,
    ) -> Result<u8, CliError> {
        let given: Map<String, Value> = match request {
            Value::Object(object) => object
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .collect(),
            _ => Map::new(),
        };
        let request = request_of::<T>(given)?;
        let answer = T::run(snapshot, &request, &Limits::new())?;
        let mut stdout = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut stdout, &answer).map_err(std::io::Error::from)?;
            stdout.write_all(b"\n")?;
        } else {
            let text = T::text(&answer);
            for line in text.trim_end().lines() {
                writeln!(stdout, "{}", self.paint(line))?;
            }
        }
        stdout.flush()?;
        Ok(if is_empty(&answer) {
            exit::NOTHING
        } else {
            exit::OK
        })
    }

    /// Colours the `path:line` that a line starts with, and headings.
    fn paint(&self, line: &str) -> String {
        if !self.color {
            return line.to_owned();
        }
        if line.starts_with("## ") || (line.ends_with(':') && !line.starts_with(' ')) {
            return format!("\x1b[1m{line}\x1b[0m");
        }
        let start = line.len() - line.trim_start().len();
        let end = line[start..].find(' ').map_or(line.len(), |at| start + at);
        let place = &line[start..end];
        let is_place = place.rsplit_once(':').is_some_and(|(path, number)| {
            !path.is_empty()
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
        });
        if is_place {
            format!("{}\x1b[36m{place}\x1b[0m{}", &line[..start], &line[end..])
        } else {
            line.to_owned()
        }
    }
}
