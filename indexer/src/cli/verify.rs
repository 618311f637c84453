//! `bombe-build verify`: is a snapshot what was written?

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::{Outcome, snapshot};

/// Checks every byte of a snapshot: checksums, and that every id, position and text inside is in range
#[derive(Args)]
pub(super) struct Arguments {
    /// Snapshot, or root of a repository that has one [default: that of the current folder]
    snapshot: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (path, loaded) = snapshot::load(arguments.snapshot.as_deref())?;
    bombe_format::check::deep(loaded.bytes())
        .map_err(|error| anyhow::Error::new(error).context(path.display().to_string()))?;
    writeln!(
        io::stdout(),
        "{}: sound, {} bytes in {} sections",
        path.display(),
        loaded.bytes().len(),
        loaded.toc().entries.len()
    )?;
    Ok(Outcome::Done)
}
