//! `bombe compact`: folds base and overlay into a new base.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::progress::Bars;
use super::{Outcome, output};
use crate::snapshot_dir::{DEFAULT_SNAPSHOT, root_of};
use crate::update::{Choices, Refreshed};
use crate::{build, update};

/// Folds base and overlay into a new snapshot of the present state. Parses only changed files
#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Wait for other builds of the same snapshot to end
    #[arg(long)]
    wait: bool,
    /// Replace a snapshot that holds files that cannot be read now
    #[arg(long)]
    force: bool,
    /// Hooks and updates start it so: whoever needs the lock waits for it
    #[arg(long, hide = true)]
    background: bool,
    /// Number of threads, at most four per processor; 0 for one per processor. The snapshot does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Print no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let root = root_of(&arguments.path);
    let bars = Bars::new(arguments.quiet);
    let pool = build::pool(arguments.threads).context("cannot start threads")?;
    let choices = Choices {
        wait: arguments.wait,
        force: arguments.force,
    };
    let Refreshed {
        updated: compacted,
        remarks,
    } = pool.install(|| update::compact(&root, choices, &bars))?;
    bars.finish();
    if !arguments.quiet {
        let snapshot = root.join(DEFAULT_SNAPSHOT);
        output::print(format_args!("{}: {compacted}", snapshot.display()))?;
    }
    Ok(super::tell(&remarks))
}
