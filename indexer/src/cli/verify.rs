//! `bombe verify`: checks a snapshot.

use std::path::{Path, PathBuf};

use anyhow::Context;
use bombe_reader::segment::Segment;
use bombe_reader::snapshot::work_tree_of;
use bombe_reader::view::View;
use clap::Args;

use super::progress::Bars;
use super::{Outcome, output, snapshot};
use crate::discover::Settings;
use crate::{build, tree_check};

/// Checks every byte of a snapshot and of the overlay over it. Compares checksums, and looks whether every id, position and
/// text inside is in range
#[derive(Args)]
pub(super) struct Arguments {
    /// Snapshot, or root of a repository that has one [default: that of the current folder]
    snapshot: Option<PathBuf>,
    /// Compare it with a build from scratch of its work tree, too. Exits with 1 if they differ
    #[arg(long)]
    tree: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (path, view) = snapshot::load(arguments.snapshot.as_deref())?;
    view.verify().with_context(|| path.display().to_string())?;
    let base = view.base();
    let size_of = |segment: &Segment| {
        let sections = segment.toc().entries.len();
        format!("{} bytes in {sections} sections", segment.bytes().len())
    };
    let overlay = view.overlay().map(size_of);
    let overlay = overlay.map(|size| format!("; overlay of {size}"));
    output::print(format_args!(
        "{}: sound, {}{}",
        path.display(),
        size_of(base),
        overlay.unwrap_or_default()
    ))?;
    if arguments.tree {
        return compare(&path, &view);
    }
    Ok(Outcome::Done)
}

/// Compares a snapshot with its work tree, and prints the differences.
fn compare(path: &Path, view: &View) -> anyhow::Result<Outcome> {
    let root = work_tree_of(path).with_context(|| {
        format!(
            "the work tree of {} is not known: --tree needs a snapshot in .bombe/",
            path.display()
        )
    })?;
    let settings = Settings::read(&root)?;
    let pool = build::pool(0).context("cannot start threads")?;
    let bars = Bars::new(false);
    let differences = pool.install(|| tree_check::differences(view, &root, &settings, &bars));
    bars.finish();
    let differences = differences?;
    if differences.is_empty() {
        output::print(format_args!("{}: as a build from scratch", root.display()))?;
        return Ok(Outcome::Done);
    }
    for difference in &differences {
        output::print(difference)?;
    }
    let count = differences.len();
    output::print(format_args!("{count} differences: run `bombe update`"))?;
    Ok(Outcome::Problems)
}
