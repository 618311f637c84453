//! `bombe quarantine`: says which published snapshots nobody is to use.

use std::path::PathBuf;

use anyhow::bail;
use bombe_share::client::{Client, ShareError};
use bombe_share::quarantine::{Lifted, Quarantine, Quarantined};
use bombe_share::remote::Patience;
use bombe_share::signature::Signer;
use clap::{Args, Subcommand};
use serde_json::json;

use super::places::{RemoteOptions, SignOptions, branches};
use super::{Outcome, output};
use crate::discover::Settings;
use crate::exchange::promotion::now;
use crate::snapshot_dir::root_of;

/// Says which published snapshots nobody is to use, and why: whoever fetches takes the one before
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Lists what is, and was, in quarantine
    List {
        #[command(flatten)]
        place: Place,
        /// One JSON object instead of text
        #[arg(long)]
        json: bool,
    },
    /// Puts a snapshot in quarantine
    Add(Change),
    /// Lifts the quarantine of a snapshot
    Lift(Change),
}

#[derive(Args)]
struct Place {
    /// A folder, or an address: https://, s3://, gs://, az:// or oci:// [default: `share.remote` in bombe.toml]
    remote: Option<String>,
    /// Root of the repository, or a folder inside it
    #[arg(long, short = 'C', default_value = ".", value_name = "PATH")]
    path: PathBuf,
    #[command(flatten)]
    remote_options: RemoteOptions,
}

#[derive(Args)]
struct Change {
    /// The snapshot: its identity, a reference, a commit or a manifest; the first digits will do
    snapshot: String,
    #[command(flatten)]
    place: Place,
    /// The branch in whose index it is looked for [default: the one that is checked out, then the one that others start from]
    #[arg(long)]
    branch: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Who says so
    #[arg(long, value_name = "TEXT")]
    who: String,
    #[command(flatten)]
    sign: SignOptions,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    match &arguments.action {
        Action::List { place, json } => list(place, *json),
        Action::Add(change) => add(change),
        Action::Lift(change) => lift(change),
    }
}

fn list(place: &Place, json: bool) -> anyhow::Result<Outcome> {
    let root = root_of(&place.path);
    let settings = Settings::read(&root)?;
    let (options, address) = (&place.remote_options, place.remote.as_deref());
    let chosen = options.open(&root, &settings, address, None, Patience::for_publishing())?;
    let list = chosen.client.quarantine(&chosen.repository)?;
    if json {
        output::print_json(&json!({"schema": 1, "entries": list.entries}))?;
        return Ok(Outcome::Done);
    }
    for entry in &list.entries {
        let (identity, commit) = (short(&entry.identity), short(&entry.commit));
        output::print(format_args!(
            "{identity} of {commit}: {} ({})",
            entry.reason, entry.who
        ))?;
        if let Some(lifted) = &entry.lifted {
            output::print(format_args!("  lifted: {} ({})", lifted.reason, lifted.who))?;
        }
    }
    if list.entries.is_empty() {
        output::print(format_args!(
            "nothing of {} is in quarantine",
            chosen.repository
        ))?;
    }
    Ok(Outcome::Done)
}

/// A remote to which a change is written.
struct Target {
    client: Client,
    repository: String,
    branches: Vec<String>,
    signer: Option<Signer>,
}

impl Target {
    fn of(change: &Change) -> anyhow::Result<Self> {
        let root = root_of(&change.place.path);
        let settings = Settings::read(&root)?;
        let signer = change.sign.signer()?;
        let own_key = signer.as_ref().map(Signer::public_key).transpose()?;
        let mut options = change.place.remote_options.clone();
        options.allow_unsigned |= signer.is_none();
        let address = change.place.remote.as_deref();
        let patience = Patience::for_publishing();
        let chosen = options.open(&root, &settings, address, own_key, patience)?;
        Ok(Self {
            client: chosen.client,
            repository: chosen.repository,
            branches: branches(change.branch.as_deref(), &root)?,
            signer,
        })
    }
}

fn add(change: &Change) -> anyhow::Result<Outcome> {
    let target = Target::of(change)?;
    let found = find(&target, &change.snapshot)?;
    let entry = Quarantined {
        identity: found.identity,
        manifests: found.manifests,
        commit: found.commit,
        reason: change.reason.clone(),
        who: change.who.clone(),
        set: now(),
        lifted: None,
    };
    let set = |list: &mut Quarantine| {
        list.add(entry.clone());
        Ok::<_, ShareError>(())
    };
    let (client, signer) = (&target.client, target.signer.as_ref());
    client.change_quarantine(&target.repository, signer, set)?;
    output::print(format_args!(
        "{} of {} is in quarantine: {}",
        short(&entry.identity),
        short(&entry.commit),
        entry.reason
    ))?;
    Ok(Outcome::Done)
}

fn lift(change: &Change) -> anyhow::Result<Outcome> {
    let target = Target::of(change)?;
    let list = target.client.quarantine(&target.repository)?;
    let text = &*change.snapshot;
    let is_meant = |entry: &&Quarantined| {
        text.len() >= 7 && (entry.identity.starts_with(text) || entry.commit.starts_with(text))
    };
    let identities: Vec<String> = list
        .in_force()
        .filter(is_meant)
        .map(|entry| entry.identity.clone())
        .collect();
    if identities.is_empty() {
        bail!("nothing that `{text}` names is in quarantine: see `bombe quarantine list`");
    }
    let lifted = Lifted {
        reason: change.reason.clone(),
        who: change.who.clone(),
        set: now(),
    };
    let set = |list: &mut Quarantine| {
        for identity in &identities {
            list.lift(identity, lifted.clone());
        }
        Ok::<_, ShareError>(())
    };
    let (client, signer) = (&target.client, target.signer.as_ref());
    client.change_quarantine(&target.repository, signer, set)?;
    for identity in &identities {
        output::print(format_args!("{} may be used again", short(identity)))?;
    }
    Ok(Outcome::Done)
}

/// A published snapshot, with all manifests that name it.
struct Found {
    identity: String,
    commit: String,
    manifests: Vec<bombe_share::digest::Digest>,
}

fn find(target: &Target, text: &str) -> anyhow::Result<Found> {
    let Target {
        client, repository, ..
    } = target;
    let reference = client.reference(repository, text)?;
    let led_to = reference.as_ref().and_then(|it| it.promoted.first());
    let mut branches = target.branches.clone();
    if let Some(promoted) = led_to {
        branches.insert(0, promoted.branch.clone());
    }
    let wanted = led_to.map(|it| it.identity.clone());
    let mut found: Option<Found> = None;
    for branch in &branches {
        let Some(index) = client.index(repository, branch)? else {
            continue;
        };
        for entry in &index.entries {
            let by_name = text.len() >= 7
                && (entry.commit.starts_with(text) || entry.manifest.to_string().starts_with(text));
            let is_known = found.as_ref().is_some_and(|it| it.commit == entry.commit);
            let may_be_identity = wanted.is_some() || text.len() >= 7 && !by_name;
            if !(by_name || is_known || may_be_identity) {
                continue;
            }
            // One that is refused is used by nobody anyway.
            let manifest = match client.manifest(&index, entry) {
                Ok(Some((manifest, _))) => manifest,
                Ok(None) | Err(ShareError::Refused(_)) => continue,
                Err(error) => return Err(error.into()),
            };
            let identity = manifest.identity;
            let is_meant = match (&found, &wanted) {
                (Some(found), _) => found.identity == identity,
                (None, Some(wanted)) => *wanted == identity,
                (None, None) => by_name || identity.starts_with(text),
            };
            if is_meant {
                let found = found.get_or_insert(Found {
                    identity,
                    commit: entry.commit.clone(),
                    manifests: Vec::new(),
                });
                found.manifests.push(entry.manifest);
            }
        }
        if found.is_some() {
            break;
        }
    }
    match (found, led_to) {
        (Some(found), _) => Ok(found),
        // No index names it any more.
        (None, Some(promoted)) => Ok(Found {
            identity: promoted.identity.clone(),
            commit: promoted.entry.commit.clone(),
            manifests: vec![promoted.entry.manifest],
        }),
        (None, None) => bail!(
            "{repository} has published nothing that `{text}` names: give an identity, a commit, a manifest (7 digits or more) or a reference"
        ),
    }
}

fn short(text: &str) -> String {
    text.chars().take(16).collect()
}
