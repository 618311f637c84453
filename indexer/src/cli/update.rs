//! `bombe-build update`: brings a snapshot up to date with its work tree.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use clap::Args;

use super::Outcome;
use super::build::{Build, DEFAULT_OUTPUT, prepare_folder};
use super::progress::Bars;
use crate::commit::Beside;
use crate::discover::{Settings, git};
use crate::facts::store::Store;
use crate::{encode, pipeline};

/// Brings the snapshot of a repository up to date: only changed files are parsed
#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Wait for another build of the same snapshot to end; leave at once if somebody waits already
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
    let updated = pool.install(|| update(&root, arguments.wait, &bars))?;
    bars.finish();
    if !arguments.quiet {
        let mut out = io::stdout();
        let output = root.join(DEFAULT_OUTPUT);
        match updated {
            Updated::Built { parsed, summary } => writeln!(
                out,
                "{}: {parsed} files parsed; {summary}",
                output.display()
            )?,
            Updated::Unchanged => writeln!(out, "{}: up to date", output.display())?,
            Updated::LeftToOther => writeln!(
                out,
                "{}: another update that waits will see all changes",
                output.display()
            )?,
        }
    }
    Ok(Outcome::Done)
}

/// How an update ended.
pub(super) enum Updated {
    /// There is a new snapshot.
    Built {
        /// Number of files that were parsed.
        parsed: usize,
        /// What was done.
        summary: crate::report::Summary,
    },
    /// The snapshot was made from the very same inputs.
    Unchanged,
    /// Another process waits for its turn and will do it.
    LeftToOther,
}

/// Brings the snapshot of the repository at `root` up to date, or makes the first one. Call it inside a pool.
pub(super) fn update(root: &Path, wait: bool, bars: &Bars) -> anyhow::Result<Updated> {
    let start = Instant::now();
    let settings = Settings::read(root)?;
    let output = root.join(DEFAULT_OUTPUT);
    anyhow::ensure!(
        root.is_dir(),
        "{} is not a folder: name the root of the repository",
        root.display()
    );
    prepare_folder(&output, true)
        .with_context(|| format!("cannot make the folder of {}", output.display()))?;
    let beside = Beside::of(&output);
    let lock = if wait {
        beside.lock_in_turn()?
    } else {
        Some(beside.lock()?)
    };
    if lock.is_none() {
        return Ok(Updated::LeftToOther);
    }
    let current = beside.current();
    let mut before = Store::open(&beside.facts());
    if before.is_empty()
        && let Some(main) = git::main_tree(root)
    {
        // Worktrees of one repository have most files in common.
        before = Store::open(&Beside::of(&main.join(DEFAULT_OUTPUT)).facts());
    }
    let build = Build {
        root,
        settings: &settings,
        options: current
            .as_ref()
            .map_or_else(encode::Options::default, |commit| commit.options),
        before: &before,
        bars,
    };
    let scan = build.scan(true)?;
    let inputs = scan.digest(&settings, &build.meta(), build.options);
    if current.is_some_and(|commit| commit.inputs == inputs) {
        return Ok(Updated::Unchanged);
    }
    let parsed = scan.parsed();
    let mut summary = build.publish(scan, &beside)?.summary;
    summary.elapsed = start.elapsed();
    Ok(Updated::Built { parsed, summary })
}

/// The root that a folder belongs to: the nearest folder, itself included, that has a snapshot; else the top of the git
/// work tree; else itself.
pub(super) fn root_of(path: &Path) -> PathBuf {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let has = |inside: &'static str| {
        full.ancestors()
            .find(|folder| folder.join(inside).exists())
            .map(Path::to_owned)
    };
    let found = match (has(DEFAULT_OUTPUT), has(".git")) {
        // A snapshot above the work tree is another repository's.
        (Some(with_snapshot), Some(top)) if with_snapshot.starts_with(&top) => Some(with_snapshot),
        (with_snapshot, None) => with_snapshot,
        (_, top) => top,
    };
    match found {
        Some(found) if found == full => path.to_owned(),
        Some(found) => found,
        None => path.to_owned(),
    }
}
