//! `bombe watch`: updates whenever files change.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use super::progress::Bars;
use super::update::compact_if_due;
use super::{Outcome, output};
use crate::discover::{self, Settings, git};
use crate::snapshot_dir::root_of;
use crate::update::{Choices, Refreshed, Updated};
use crate::watch::{Wake, Watch};
use crate::{build, update};

/// Keeps the snapshot up to date while files change, until it is stopped
#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Quiet time after a change before an update starts, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    debounce: u64,
    /// Number of threads, at most four per processor; 0 for one per processor. The snapshot does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Print no line for each update
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let root = root_of(&arguments.path);
    let root = root
        .canonicalize()
        .with_context(|| format!("cannot watch {}", root.display()))?;
    let bars = Bars::new(true);
    let pool = build::pool(arguments.threads).context("cannot start threads")?;
    let mut watch = Watch::new(&root);
    let mut was_told = true;
    if !arguments.quiet {
        output::tell(format_args!(
            "watching {}: its snapshot follows every change; Ctrl-C ends it",
            root.display()
        ))?;
    }
    loop {
        // The watch starts before the scan, so every change is either seen by the scan or reported after it.
        watch.follow(folders(&root)?);
        if was_told && !watch.is_told() {
            was_told = false;
            output::tell("the system reports no changes here: looking for them every two seconds")?;
        }
        let choices = Choices {
            wait: true,
            force: false,
        };
        match pool.install(|| update::update(&root, choices, &bars)) {
            Ok(Refreshed { updated, remarks }) => {
                super::tell(&remarks);
                compact_if_due(&root, &updated);
                if matches!(updated, Updated::Changed { .. }) && !arguments.quiet {
                    output::print(updated)?;
                }
            }
            // A file that is half written now will be complete a moment later. A lasting error is printed at each change.
            Err(error) => output::tell(output::chain(&anyhow::Error::new(error)))?,
        }
        if watch.wait(Duration::from_millis(arguments.debounce)) == Wake::RootRemoved {
            bail!("{} is gone", root.display());
        }
    }
}

/// Returns the folders of the repository, and the one in which git logs each commit and checkout.
fn folders(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    // The update reports settings that cannot be read.
    let settings = Settings::read(root).unwrap_or_default();
    let mut folders = discover::folders(root, &settings)?;
    folders.extend(git::log_folder(root));
    Ok(folders)
}
