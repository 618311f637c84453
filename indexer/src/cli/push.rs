//! `bombe push`: publishes the snapshot of the checked-out commit.

use std::path::PathBuf;

use anyhow::Context;
use bombe_share::manifest::Role;
use bombe_share::remote::Patience;
use bombe_share::signature::Signer;
use clap::Args;
use serde_json::json;

use super::places::{RemoteOptions, SignOptions};
use super::progress::Bars;
use super::{Outcome, output};
use crate::build;
use crate::discover::Settings;
use crate::exchange::figures::Figures;
use crate::exchange::outgoing::{self, Choices, Pushed};
use crate::exchange::promotion;
use crate::report::Bytes;
use crate::snapshot_dir::{DEFAULT_SNAPSHOT, SnapshotDir, root_of};
use crate::update;

/// Publishes the snapshot of the checked-out commit on a remote, signed, for others to fetch
#[derive(Args)]
pub(super) struct Arguments {
    /// A folder, or an address: https://, s3://, gs://, az:// or oci:// [default: `share.remote` in bombe.toml]
    remote: Option<String>,
    /// Root of the repository, or a folder inside it
    #[arg(long, short = 'C', default_value = ".", value_name = "PATH")]
    path: PathBuf,
    /// The branch to publish for [default: the one that is checked out]
    #[arg(long)]
    branch: Option<String>,
    #[command(flatten)]
    remote_options: RemoteOptions,
    #[command(flatten)]
    sign: SignOptions,
    /// Who publishes, in words
    #[arg(long, value_name = "TEXT", default_value = "")]
    producer: String,
    /// Let this reference lead to the snapshot, such as `candidate`
    #[arg(long = "ref", value_name = "NAME")]
    reference: Option<String>,
    /// Instructions that the build has taken, as a profiler counts them, for `bombe trend`
    #[arg(long, value_name = "N")]
    instructions: Option<u64>,
    /// Leave out what only updates need
    #[arg(long)]
    no_caches: bool,
    /// Say what would be stored, and store nothing
    #[arg(long)]
    dry_run: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Print no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let root = root_of(&arguments.path);
    let settings = Settings::read(&root)?;
    let signer = arguments.sign.signer()?;
    let own_key = signer.as_ref().map(Signer::public_key).transpose()?;
    let mut options = arguments.remote_options.clone();
    // Who does not sign cannot ask for signatures.
    options.allow_unsigned |= signer.is_none();
    let patience = Patience::for_publishing();
    let address = arguments.remote.as_deref();
    let chosen = options.open(&root, &settings, address, own_key, patience)?;
    let bars = Bars::new(arguments.quiet);
    let pool = build::pool(0).context("cannot start threads")?;
    // What is published is what a build of the commit would be.
    let choices = update::Choices {
        wait: true,
        force: false,
    };
    let refreshed = pool.install(|| update::update(&root, choices, &bars))?;
    bars.wait_for(&format!("publishing on {}", chosen.client.remote.shown()));
    let staging = tempfile::tempdir().context("cannot make a temporary folder")?;
    let choices = Choices {
        repository: chosen.repository,
        branch: arguments.branch.clone(),
        producer: arguments.producer.clone(),
        without_caches: arguments.no_caches,
        dry_run: arguments.dry_run,
    };
    let dir = SnapshotDir::of(&root.join(DEFAULT_SNAPSHOT));
    let signer = signer.as_ref();
    let pushed = outgoing::push(
        &root,
        &dir,
        &chosen.client,
        signer,
        &choices,
        staging.path(),
    )?;
    if let Some(digest) = pushed.digest {
        let figures = Figures::of(&pushed.manifest, digest, arguments.instructions);
        let repository = &pushed.manifest.repository;
        if let Err(error) = chosen.client.add_figures(repository, &figures.to_line()) {
            // The snapshot is published all the same.
            let _ = output::tell(format_args!(
                "`bombe trend` will lack this snapshot: {error}"
            ));
        }
        if let Some(name) = &arguments.reference {
            promotion::name(&chosen.client, signer, name, &pushed.manifest, digest)?;
        }
    }
    bars.finish();
    let remote = chosen.client.remote.shown();
    if arguments.json {
        output::print_json(&in_json(&pushed, remote, arguments.dry_run))?;
    } else if !arguments.quiet {
        output::print(in_words(&pushed, remote))?;
    }
    Ok(super::tell(&refreshed.remarks))
}

fn in_json(pushed: &Pushed, remote: &str, dry_run: bool) -> serde_json::Value {
    let manifest = &pushed.manifest;
    json!({
        "schema": 1, "remote": remote, "dry_run": dry_run, "repository": manifest.repository, "branch": manifest.branch,
        "commit": manifest.commit, "identity": manifest.identity, "sequence": manifest.lineage.sequence,
        "manifest": pushed.digest, "new_blobs": pushed.new_blobs, "new_bytes": pushed.new_bytes,
        "bytes": manifest.packed_bytes(|_| true), "overlay": manifest.part(Role::Overlay).is_some(),
    })
}

fn in_words(pushed: &Pushed, remote: &str) -> String {
    let manifest = &pushed.manifest;
    let commit: String = manifest.commit.chars().take(12).collect();
    let (repository, branch) = (&manifest.repository, &manifest.branch);
    let (blobs, bytes) = (pushed.new_blobs, Bytes(pushed.new_bytes));
    let what = match manifest.part(Role::Overlay) {
        Some(_) => "an overlay over a base",
        None => "a base",
    };
    match &pushed.digest {
        Some(digest) => format!(
            "{remote}: {repository} {branch} {commit}, {what}, number {}, {blobs} new blobs ({bytes}); manifest {digest}",
            manifest.lineage.sequence
        ),
        None => format!(
            "{remote}: would publish {repository} {branch} {commit}, {what}, with {blobs} new blobs ({bytes})"
        ),
    }
}
