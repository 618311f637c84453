//! `bombe-build watch`: updates whenever files change.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use super::Outcome;
use super::progress::Bars;
use super::update::{Updated, root_of, update};
use crate::discover::{self, Settings, git};
use crate::pipeline;
use crate::watch::{Wake, Watch};

/// Keeps the snapshot up to date while files change, until it is stopped
#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Quiet time after a change before an update starts, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    debounce: u64,
    /// Number of threads, 0 for one per processor; the snapshot does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,
    /// No line for each update
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let root = root_of(&arguments.path);
    let root = root
        .canonicalize()
        .with_context(|| format!("cannot watch {}", root.display()))?;
    let bars = Bars::new(true);
    let pool = pipeline::pool(arguments.threads).context("cannot start threads")?;
    let mut watch = Watch::new(&root);
    let mut was_told = true;
    loop {
        // Watched before it is scanned: a change is either seen by the scan or told after it.
        watch.follow(folders(&root)?);
        if was_told && !watch.is_told() {
            was_told = false;
            tell("the system tells no (more) changes here: looking every two seconds")?;
        }
        match pool.install(|| update(&root, true, true, &bars)) {
            Ok(updated @ Updated::Changed { .. }) if !arguments.quiet => {
                let mut out = io::stdout();
                writeln!(out, "{updated}")?;
                out.flush()?;
            }
            Ok(_) => {}
            // A file that is half written now is whole a moment later; what stays wrong is told at each change.
            Err(error) => tell(&format!("{error:#}"))?,
        }
        if watch.wait(Duration::from_millis(arguments.debounce)) == Wake::Gone {
            bail!("{} is gone", root.display());
        }
    }
}

/// The folders of the repository, and the one in which git notes each commit and checkout.
fn folders(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    // Settings that cannot be read are told by the update.
    let settings = Settings::read(root).unwrap_or_default();
    let mut folders = discover::folders(root, &settings)?;
    folders.extend(git::log_folder(root));
    Ok(folders)
}

fn tell(message: &str) -> io::Result<()> {
    writeln!(io::stderr(), "bombe-build: {message}")
}
