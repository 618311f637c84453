//! `bombe trend`: how the figures about published snapshots have changed.

use std::path::PathBuf;

use anyhow::Context;
use bombe_share::remote::Patience;
use clap::Args;
use serde_json::json;

use super::places::RemoteOptions;
use super::{Outcome, output};
use crate::atomic_file;
use crate::discover::Settings;
use crate::exchange::figures::{self, Figures};
use crate::snapshot_dir::root_of;

/// Shows how the figures about published snapshots have changed: files, symbols, edges, what was left out or not resolved, size
#[derive(Args)]
pub(super) struct Arguments {
    /// A folder, or an address: https://, s3://, gs://, az:// or oci:// [default: `share.remote` in bombe.toml]
    remote: Option<String>,
    /// Root of the repository, or a folder inside it
    #[arg(long, short = 'C', default_value = ".", value_name = "PATH")]
    path: PathBuf,
    /// Snapshots of this branch only
    #[arg(long)]
    branch: Option<String>,
    #[command(flatten)]
    remote_options: RemoteOptions,
    /// Show the last so many snapshots
    #[arg(long, value_name = "N", default_value_t = 20)]
    last: usize,
    /// Draw them in this file, too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let root = root_of(&arguments.path);
    let settings = Settings::read(&root)?;
    let mut options = arguments.remote_options.clone();
    // Nobody signs figures.
    options.allow_unsigned = true;
    let address = arguments.remote.as_deref();
    let chosen = options.open(&root, &settings, address, None, Patience::for_publishing())?;
    let lines = chosen.client.figures(&chosen.repository)?;
    let (mut shown, others) = Figures::parse(&lines);
    if let Some(branch) = &arguments.branch {
        shown.retain(|it| it.branch == *branch);
    }
    // A commit that several have built is shown once.
    shown.dedup_by(|later, first| {
        let is_same = later.commit == first.commit
            && later.branch == first.branch
            && later.version == first.version
            && later.edges == first.edges;
        if is_same {
            first.instructions = first.instructions.or(later.instructions);
        }
        is_same
    });
    shown.drain(..shown.len().saturating_sub(arguments.last));
    if others > 0 {
        output::tell(format_args!(
            "{others} lines are of another version, and left out"
        ))?;
    }
    if shown.is_empty() {
        let repository = &chosen.repository;
        output::tell(format_args!(
            "there are no figures about {repository}: `bombe push` writes them"
        ))?;
        return Ok(Outcome::Problems);
    }
    if let Some(file) = &arguments.svg {
        let picture = figures::picture(&chosen.repository, &shown);
        atomic_file::write(file, picture.as_bytes())
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    if arguments.json {
        let repository = &chosen.repository;
        output::print_json(&json!({"schema": 1, "repository": repository, "snapshots": shown}))?;
    } else {
        output::print_text(figures::table(&shown))?;
    }
    Ok(Outcome::Done)
}
