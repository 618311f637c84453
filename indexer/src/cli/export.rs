//! `bombe export`: a snapshot for other programs.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use bombe_reader::plain;
use bombe_reader::snapshot::work_tree_of;
use bombe_reader::view::View;
use clap::{Args, ValueEnum};

use super::{Outcome, snapshot};
use crate::export::graph::{self, GraphForm};
use crate::export::{self, ExportError, ExportKind, scip, tags};

/// Writes what a snapshot holds for other programs
#[derive(Args)]
pub(super) struct Arguments {
    /// Snapshot, or root of a repository that has one [default: that of the current folder]
    snapshot: Option<PathBuf>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    format: Format,
    /// What to write. `jsonl` needs it; `dot` and `graphml` write calls, inherits or imports [default: calls]; `ctags` writes
    /// definitions, and `scip` all
    #[arg(long, value_enum)]
    what: Option<ExportKind>,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One JSON object a line
    Jsonl,
    /// A graph in the language of Graphviz
    Dot,
    /// A graph as `GraphML`, for Gephi, yEd or `NetworkX`
    Graphml,
    /// A `tags` file for editors
    Ctags,
    /// An index in the format SCIP, for code search and review
    Scip,
}

/// The part of the snapshot to write, checked against the form.
enum Export {
    Lines(ExportKind),
    Graph(ExportKind, GraphForm),
    Tags,
    Scip,
}

impl Export {
    fn of(format: Format, what: Option<ExportKind>) -> anyhow::Result<Self> {
        let form = match format {
            Format::Jsonl => match what {
                Some(what) => return Ok(Self::Lines(what)),
                None => bail!(
                    "--what is missing: name what to write, for example `--what calls` or `--what defs`"
                ),
            },
            Format::Dot => GraphForm::Dot,
            Format::Graphml => GraphForm::GraphMl,
            Format::Ctags | Format::Scip => {
                return match (format, what) {
                    (Format::Ctags, None | Some(ExportKind::Defs)) => Ok(Self::Tags),
                    (Format::Scip, None) => Ok(Self::Scip),
                    _ => bail!("--what: this format has one content only: leave --what out"),
                };
            }
        };
        let what = what.unwrap_or(ExportKind::Calls);
        if !graph::is_graph(what) {
            bail!(
                "--what: this is no graph: choose calls, inherits or imports, or `--format jsonl`"
            );
        }
        Ok(Self::Graph(what, form))
    }

    fn write(&self, view: &View, root: &str, out: &mut dyn Write) -> Result<(), ExportError> {
        match self {
            Self::Lines(what) => export::jsonl(view, *what, out),
            Self::Graph(what, form) => graph::graph(view, *what, *form, out),
            Self::Tags => tags::ctags(view, out),
            Self::Scip => scip::scip(view, root, out),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let export = Export::of(arguments.format, arguments.what)?;
    if arguments.format == Format::Scip && arguments.output.is_none() && io::stdout().is_terminal()
    {
        bail!("an index is no text for a terminal: name a file, for example `-o index.scip`");
    }
    let (path, view) = snapshot::load(arguments.snapshot.as_deref())?;
    let root = work_tree_of(&path).and_then(|root| root.canonicalize().ok());
    let root = root.map(|root| plain::file_url(&root, None));
    let target: Box<dyn Write> = match &arguments.output {
        Some(path) => Box::new(
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
        ),
        None => Box::new(io::stdout().lock()),
    };
    let mut out = BufWriter::with_capacity(1 << 16, target);
    let written = export.write(&view, &root.unwrap_or_default(), &mut out);
    written.map_err(|error| match error {
        ExportError::Damaged(damage) => anyhow::Error::new(damage),
        ExportError::Write(error) => anyhow::Error::new(error),
        other => anyhow::Error::new(other),
    })?;
    out.flush()?;
    Ok(Outcome::Done)
}
