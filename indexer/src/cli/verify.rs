//! `bombe-build verify`: checks a snapshot.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::{Outcome, snapshot};

/// Checks every byte of a snapshot and of the overlay over it: checksums, and that every id, position and text inside is in range
#[derive(Args)]
pub(super) struct Arguments {
    /// Snapshot, or root of a repository that has one [default: that of the current folder]
    snapshot: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (path, view) = snapshot::load(arguments.snapshot.as_deref())?;
    view.verify().with_context(|| path.display().to_string())?;
    let base = view.base();
    write!(
        io::stdout(),
        "{}: sound, {} bytes in {} sections",
        path.display(),
        base.bytes().len(),
        base.toc().entries.len()
    )?;
    match view.overlay() {
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
