//! `bombe verify`: checks a snapshot.

use std::path::{Path, PathBuf};

use anyhow::Context;
use bombe_reader::segment::Segment;
use bombe_reader::snapshot::work_tree_of;
use bombe_reader::view::View;
use clap::Args;
use serde_json::json;

use super::progress::Bars;
use super::{Outcome, output, snapshot};
use crate::discover::Settings;
use crate::gates::{self, Gate};
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
    /// Ask it the questions in this folder, too: flow.jsonl, impact.jsonl, explore.jsonl and triage.jsonl. Exits with 1 if an
    /// answer is not what it must be
    #[arg(long, value_name = "FOLDER", conflicts_with = "tree")]
    gates: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long, requires = "gates")]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    if let Some(folder) = &arguments.gates {
        return ask(arguments, folder);
    }
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

/// Checks a snapshot, then its answers to the questions in a folder.
fn ask(arguments: &Arguments, folder: &Path) -> anyhow::Result<Outcome> {
    let snapshot = snapshot::open(arguments.snapshot.as_deref())?;
    let view = &snapshot.view;
    let path = snapshot.path.display();
    view.verify().with_context(|| path.to_string())?;
    let gates = gates::ask(&snapshot, folder)?;
    if arguments.json {
        let identity: String = view
            .identity()
            .iter()
            .map(|it| format!("{it:02x}"))
            .collect();
        output::print_json(&json!({
            "schema": 1, "repository": snapshot.name(), "commit": view.meta().commit, "identity": identity, "gates": gates,
        }))?;
    } else {
        for gate in &gates {
            let mark = if gate.passes() { "passed" } else { "FAILED" };
            output::print(format_args!(
                "{mark}  {:<8} {} questions, 95 % within {} ms",
                gate.workflow, gate.questions, gate.p95_ms
            ))?;
            for problem in &gate.problems {
                output::print(format_args!("  {problem}"))?;
            }
        }
    }
    Ok(if gates.iter().all(Gate::passes) {
        Outcome::Done
    } else {
        Outcome::Problems
    })
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
