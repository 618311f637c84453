//! `bombe update`: brings a snapshot up to date with its work tree.

use std::hint::black_box;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::progress::Bars;
use super::{Outcome, output};
use crate::hook::{self, Work};
use crate::snapshot_dir::{DEFAULT_SNAPSHOT, root_of};
use crate::update::{Choices, Refreshed, Updated};
use crate::{build, update};

/// Brings the snapshot of a repository up to date. Parses only changed files
#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Wait for another build of the same snapshot to end. Leave at once if another update waits already
    #[arg(long)]
    wait: bool,
    /// Start no compaction, however much differs from the base
    #[arg(long, alias = "no-merge")]
    no_compact: bool,
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
    pool.broadcast(|_| leave_room());
    let choices = Choices {
        wait: arguments.wait,
        force: arguments.force,
    };
    let Refreshed { updated, remarks } = pool.install(|| update::update(&root, choices, &bars))?;
    if !arguments.no_compact {
        compact_if_due(&root, &updated);
    }
    bars.finish();
    if !arguments.quiet {
        let snapshot = root.join(DEFAULT_SNAPSHOT);
        output::print(format_args!("{}: {updated}", snapshot.display()))?;
    }
    Ok(super::tell(&remarks))
}

/// Starts a compaction in the background if much differs from the base.
pub(super) fn compact_if_due(root: &Path, updated: &Updated) {
    if updated.wants_compaction()
        && let Ok(program) = std::env::current_exe()
    {
        // If it cannot be started now, the next update tries again.
        let _ = hook::start(root, &program, Work::Compact);
    }
}

/// Lets this thread keep memory that it has freed. Otherwise the allocator of glibc extends the memory of a thread page by
/// page, each time with a lock on the memory of the whole process: a seventh of the time of a small update. This touches
/// no memory.
fn leave_room() {
    // The first size, the largest possible, raises the allocator's threshold; the second is what stays.
    for bytes in [31 << 20, 24 << 20] {
        drop(black_box(Vec::<u8>::with_capacity(bytes)));
    }
}
