//! `bombe-build merge`: base and overlay become a new base.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::Outcome;
use super::build::DEFAULT_OUTPUT;
use super::progress::Bars;
use super::update::{Aim, prepare, renew, root_of};
use crate::pipeline;

/// Writes a new snapshot of the present state, so that no overlay lies over it; only changed files are parsed
#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Wait for other builds of the same snapshot to end
    #[arg(long)]
    wait: bool,
    /// Number of threads, 0 for one per processor; the snapshot does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,
    /// No progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let root = root_of(&arguments.path);
    let bars = Bars::new(arguments.quiet);
    let pool = pipeline::pool(arguments.threads).context("cannot start threads")?;
    let (settings, beside) = prepare(&root)?;
    let lock = if arguments.wait {
        beside.lock_patiently()?
    } else {
        beside.lock()?
    };
    let merged = pool.install(|| renew(&root, &settings, &beside, Aim::Base, &bars))?;
    drop(lock);
    bars.finish();
    if !arguments.quiet {
        let output = root.join(DEFAULT_OUTPUT);
        writeln!(io::stdout(), "{}: {merged}", output.display())?;
    }
    Ok(Outcome::Done)
}
