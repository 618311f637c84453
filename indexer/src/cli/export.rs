//! `bombe export`: a snapshot for other programs.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};

use super::{Outcome, snapshot};
use crate::export::{self, ExportError, ExportKind};

/// Writes what a snapshot holds for other programs, one JSON object a line
#[derive(Args)]
pub(super) struct Arguments {
    /// Snapshot, or root of a repository that has one [default: that of the current folder]
    snapshot: Option<PathBuf>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    format: Format,
    /// What to write
    #[arg(long, value_enum)]
    what: ExportKind,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// One JSON object a line
    Jsonl,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (_, view) = snapshot::load(arguments.snapshot.as_deref())?;
    let Format::Jsonl = arguments.format;
    let target: Box<dyn Write> = match &arguments.output {
        Some(path) => Box::new(
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
        ),
        None => Box::new(io::stdout().lock()),
    };
    let mut out = BufWriter::with_capacity(1 << 16, target);
    export::jsonl(&view, arguments.what, &mut out).map_err(|error| match error {
        ExportError::Damaged(damage) => anyhow::Error::new(damage),
        ExportError::Write(error) => anyhow::Error::new(error),
    })?;
    out.flush()?;
    Ok(Outcome::Done)
}
