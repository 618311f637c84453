//! `bombe gc`: removes from a remote what nobody needs any more.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use bombe_share::remote::Patience;
use bombe_share::retention;
use clap::Args;
use serde_json::json;

use super::places;
use super::{Outcome, output};
use crate::exchange::commits;
use crate::report::Bytes;
use crate::snapshot_dir::root_of;

/// Lists what may go from a remote: snapshots of more than 90 days ago, unless they are at a tag, the newest of a default branch,
/// or named by a reference; and what none that stays refers to. Removes it with --delete. Nobody should publish meanwhile
#[derive(Args)]
pub(super) struct Arguments {
    /// Where snapshots are published. What bombe.toml names is not enough to remove anything
    remote: String,
    /// Root of the repository, or a folder inside it
    #[arg(long, short = 'C', default_value = ".", value_name = "PATH")]
    path: PathBuf,
    /// A branch whose newest snapshot stays for ever, beside `main`, `master` and that from which others start
    #[arg(long, value_name = "BRANCH")]
    keep: Vec<String>,
    /// Remove what is listed
    #[arg(long)]
    delete: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let root = root_of(&arguments.path);
    let remote = places::open_remote(&arguments.remote, Patience::for_publishing())?;
    let mut branches = arguments.keep.clone();
    branches.extend(commits::default_branch(&root).ok().flatten());
    branches.extend(places::USUAL_BRANCHES.map(str::to_owned));
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.context("the clock is before 1970")?.as_secs();
    let retention = retention::plan(&*remote, &branches, now)?;
    let bytes: u64 = retention.goes.iter().map(|(listed, _)| listed.bytes).sum();
    if arguments.delete {
        for (listed, _) in &retention.goes {
            remote.remove(&listed.name)?;
        }
    }
    if arguments.json {
        let goes = retention.goes.iter().map(|(listed, reason)| {
            json!({"name": listed.name.as_str(), "bytes": listed.bytes, "reason": reason})
        });
        output::print_json(&json!({
            "schema": 1, "remote": remote.shown(), "deleted": arguments.delete, "goes": goes.collect::<Vec<_>>(), "bytes": bytes,
            "kept_manifests": retention.kept_manifests, "kept_blobs": retention.kept_blobs, "kept_bytes": retention.kept_bytes,
        }))?;
        return Ok(Outcome::Done);
    }
    for (listed, reason) in &retention.goes {
        output::print(format_args!(
            "{}  {}  {reason}",
            listed.name,
            Bytes(listed.bytes)
        ))?;
    }
    let did = if arguments.delete {
        "removed"
    } else {
        "would remove"
    };
    output::print(format_args!(
        "{}: {did} {} files ({}); {} snapshots stay, with {} blobs ({})",
        remote.shown(),
        retention.goes.len(),
        Bytes(bytes),
        retention.kept_manifests,
        retention.kept_blobs,
        Bytes(retention.kept_bytes)
    ))?;
    if !arguments.delete && !retention.goes.is_empty() {
        output::print("nothing was removed: --delete does it")?;
    }
    Ok(Outcome::Done)
}
