//! `bombe-build verify`: is a snapshot what was written?

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::{Outcome, snapshot};
use crate::export;

/// Checks every byte of a snapshot and of the overlay over it: checksums, and that every id, position and text inside is in range
#[derive(Args)]
pub(super) struct Arguments {
    /// Snapshot, or root of a repository that has one [default: that of the current folder]
    snapshot: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (path, loaded) = snapshot::load(arguments.snapshot.as_deref())?;
    for segment in loaded.segments() {
        bombe_format::check::deep(segment.bytes())
            .map_err(|error| anyhow::Error::new(error).context(path.display().to_string()))?;
    }
    // Whether the two fit together.
    export::follow_all(&loaded)?;
    let base = loaded.base();
    write!(
        io::stdout(),
        "{}: sound, {} bytes in {} sections",
        path.display(),
        base.bytes().len(),
        base.toc().entries.len()
    )?;
    match loaded.overlay() {
        Some(overlay) => writeln!(
            io::stdout(),
            "; overlay of {} bytes in {} sections",
            overlay.bytes().len(),
            overlay.toc().entries.len()
        )?,
        None => writeln!(io::stdout())?,
    }
    Ok(Outcome::Done)
}
