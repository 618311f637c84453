//! `bombe pull`: fetches the published snapshot that is nearest to the checked-out commit, and brings it up to date.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use bombe_share::quarantine::Quarantined;
use bombe_share::remote::Patience;
use bombe_share::trust::Signed;
use clap::Args;
use serde_json::{Value, json};

use super::places::{RemoteOptions, branches};
use super::progress::Bars;
use super::{Outcome, output};
use crate::build;
use crate::discover::Settings;
use crate::exchange::incoming::{self, Fetched, Found, Nearness, PullError, Wanted};
use crate::exchange::standing::Standing;
use crate::report::Bytes;
use crate::snapshot_dir::{DEFAULT_SNAPSHOT, SnapshotDir, create_folder_of, root_of};
use crate::update;

/// Fetches the published snapshot that is nearest to the checked-out commit, checks it, and brings it up to date. Builds here
/// if that is quicker, or if the remote does not answer
#[derive(Args)]
pub(super) struct Arguments {
    /// A folder, or an address: https://, s3://, gs://, az:// or oci:// [default: `share.remote` in bombe.toml]
    remote: Option<String>,
    /// Root of the repository, or a folder inside it
    #[arg(long, short = 'C', default_value = ".", value_name = "PATH")]
    path: PathBuf,
    /// The branch in whose index a snapshot is looked for [default: the one that is checked out, then the one that others start
    /// from]
    #[arg(long)]
    branch: Option<String>,
    /// Take what this reference leads to, or has led to before, such as `stable`
    #[arg(long = "ref", value_name = "NAME", conflicts_with = "branch")]
    reference: Option<String>,
    #[command(flatten)]
    remote_options: RemoteOptions,
    /// Fetch, even if building here is estimated to be quicker
    #[arg(long)]
    always: bool,
    /// Leave the snapshot as it was published: answers are of its commit until the next update
    #[arg(long)]
    no_update: bool,
    /// Say what would be fetched, and fetch nothing
    #[arg(long)]
    dry_run: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Print no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

/// What has become of the remote.
enum Remote {
    Fetched(Box<Fetched>),
    /// It was of no use: why.
    Fallback(String),
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let root = root_of(&arguments.path);
    let settings = Settings::read(&root)?;
    let address = arguments.remote.as_deref();
    let patience = Patience::for_fetching();
    let options = &arguments.remote_options;
    let chosen = options.open(&root, &settings, address, None, patience)?;
    let client = &chosen.client;
    let snapshot = root.join(DEFAULT_SNAPSHOT);
    create_folder_of(&snapshot, true)
        .with_context(|| format!("cannot create the folder of {}", snapshot.display()))?;
    let dir = SnapshotDir::of(&snapshot);
    dir.check_untracked()?;
    let wanted = Wanted {
        repository: chosen.repository,
        branches: branches(arguments.branch.as_deref(), &root)?,
        reference: arguments.reference.clone(),
        always: arguments.always,
        dry_run: arguments.dry_run,
    };
    let bars = Bars::new(arguments.quiet);
    bars.wait_for(&format!("fetching from {}", client.remote.shown()));
    let mut passed_over = Vec::new();
    let mut quarantined_here = None;
    let remote = match client.memory.admit() {
        Err(pause) => Remote::Fallback(format!(
            "{} has failed lately, and is tried again in {} s",
            client.remote.shown(),
            pause.as_secs() + 1
        )),
        Ok(()) => {
            let mut told = Instant::now();
            let progress = &mut |bytes, of| {
                if told.elapsed() > TIME_BETWEEN_LINES {
                    told = Instant::now();
                    bars.tell(&format!("{} of {}", Bytes(bytes), Bytes(of)));
                }
            };
            let mut fetch = || {
                let mut standing = Standing::new(client.quarantine(&wanted.repository)?);
                quarantined_here = standing.of_local(&dir).cloned();
                let local = dir.local_commit().filter(|_| quarantined_here.is_none());
                let local = local.as_deref();
                let fetched =
                    incoming::fetch(&root, &dir, local, client, &wanted, &mut standing, progress);
                passed_over = standing.passed_over;
                fetched
            };
            let fetched = fetch();
            let is_outage = fetched.as_ref().is_err_and(PullError::is_outage);
            client.memory.ended(!is_outage);
            match fetched {
                Ok(fetched) => Remote::Fetched(Box::new(fetched)),
                Err(error) if is_outage => Remote::Fallback(error.to_string()),
                Err(error) => return Err(error.into()),
            }
        }
    };
    client.arrivals.remove_old();
    bars.finish();
    if let Remote::Fallback(reason) = &remote
        && !arguments.quiet
    {
        output::tell(format_args!("{reason}; going on without it"))?;
    }
    if !arguments.quiet {
        for it in quarantined_here.iter().chain(&passed_over) {
            output::tell(format_args!("{}", refused(it)))?;
        }
    }
    let is_installed =
        matches!(&remote, Remote::Fetched(fetched) if matches!(**fetched, Fetched::Installed(_)));
    if quarantined_here.is_some() && !is_installed && !arguments.dry_run {
        dir.disown()
            .with_context(|| format!("cannot give up {}", snapshot.display()))?;
    }
    let waited = start.elapsed();
    let updated = if arguments.dry_run || arguments.no_update && is_installed {
        None
    } else {
        let pool = build::pool(0).context("cannot start threads")?;
        let choices = update::Choices {
            wait: true,
            force: false,
        };
        Some(pool.install(|| update::update(&root, choices, &bars))?)
    };
    if updated.is_some() {
        note_fallback(&dir, &remote)
            .with_context(|| format!("cannot write beside {}", snapshot.display()))?;
    }
    bars.finish();
    let shown = client.remote.shown();
    if arguments.json {
        let mut value = in_json(&remote, shown);
        value["quarantined"] = json!(passed_over);
        value["quarantined_here"] = json!(quarantined_here);
        value["waited_ms"] = json!(waited.as_millis());
        value["elapsed_ms"] = json!(start.elapsed().as_millis());
        value["update"] = updated.as_ref().map_or(Value::Null, |refreshed| {
            json!(refreshed.updated.to_string())
        });
        output::print_json(&value)?;
    } else if !arguments.quiet {
        output::print(format_args!("{shown}: {}", in_words(&remote)))?;
        if let Some(refreshed) = &updated {
            let updated = &refreshed.updated;
            output::print(format_args!("{}: {updated}", snapshot.display()))?;
        }
    }
    match updated {
        Some(refreshed) => Ok(super::tell(&refreshed.remarks)),
        None => Ok(Outcome::Done),
    }
}

/// Notes beside the snapshot whether the remote was of use, for whoever asks how an answer came about.
fn note_fallback(dir: &SnapshotDir, remote: &Remote) -> anyhow::Result<()> {
    let before = dir.provenance();
    let mut now = before.clone();
    now.fallback = match (remote, dir.current()) {
        (Remote::Fallback(reason), Some(commit)) => Some((commit.base, reason.clone())),
        _ => None,
    };
    if now != before {
        let _lock = dir.lock_patiently()?;
        dir.set_provenance(&now)?;
    }
    Ok(())
}

/// Says why a snapshot is not used.
fn refused(it: &Quarantined) -> String {
    let commit: String = it.commit.chars().take(12).collect();
    let (reason, who) = (&it.reason, &it.who);
    format!("the snapshot of {commit} is in quarantine and not used: {reason} ({who})")
}

const TIME_BETWEEN_LINES: Duration = Duration::from_millis(200);

fn in_words(remote: &Remote) -> String {
    match remote {
        Remote::Fallback(_) => "not used".to_owned(),
        Remote::Fetched(fetched) => match &**fetched {
            Fetched::Installed(found) => format!(
                "fetched {}; {} sent, {} were here",
                described(found),
                Bytes(found.traffic.sent),
                Bytes(found.traffic.there)
            ),
            Fetched::Would(found) => {
                format!("would fetch {}, {}", described(found), Bytes(found.missing))
            }
            Fetched::NothingNearer => "no snapshot is nearer than the one that is here".to_owned(),
            Fetched::Nothing(problem) => format!("{problem}; building here"),
            Fetched::BuildIsQuicker(found) => format!(
                "building here, which takes about {:.1} s; {} would take about {:.1} s to fetch ({}) and to update (--always fetches it)",
                found.estimate.build.as_secs_f64(),
                described(found),
                (found.estimate.update + found.estimate.transfer.unwrap_or_default()).as_secs_f64(),
                Bytes(found.missing)
            ),
        },
    }
}

fn described(found: &Found) -> String {
    let manifest = &found.manifest;
    let commit: String = manifest.commit.chars().take(12).collect();
    let nearness = match found.nearness {
        Nearness::Ancestor(0) => "the checked-out commit".to_owned(),
        Nearness::Ancestor(position) => format!("an ancestor, {position} commits before"),
        Nearness::SameTree => "a commit with the same tree".to_owned(),
        Nearness::Differing(files) => format!("{files} files differ"),
    };
    let signed = match &found.signed {
        Signed::By(key) => format!("signed by {key}"),
        Signed::Unchecked => "not signed by anybody who is trusted".to_owned(),
    };
    format!("{commit} ({nearness}; {signed})")
}

fn in_json(remote: &Remote, shown: &str) -> Value {
    let fetched = match remote {
        Remote::Fallback(reason) => {
            return json!({"schema": 1, "remote": shown, "mode": "local_fallback", "reason": reason});
        }
        Remote::Fetched(fetched) => fetched,
    };
    let (mode, found) = match &**fetched {
        Fetched::Installed(found) => ("remote", Some(found)),
        Fetched::Would(found) => ("dry_run", Some(found)),
        Fetched::BuildIsQuicker(found) => ("local_build", Some(found)),
        Fetched::NothingNearer => ("local", None),
        Fetched::Nothing(reason) => {
            return json!({"schema": 1, "remote": shown, "mode": "local", "reason": reason});
        }
    };
    let mut value = json!({"schema": 1, "remote": shown, "mode": mode});
    if let Some(found) = found {
        let manifest = &found.manifest;
        let (nearness, distance) = match found.nearness {
            Nearness::Ancestor(position) => ("ancestor", position),
            Nearness::SameTree => ("same_tree", 0),
            Nearness::Differing(files) => ("differing_files", files),
        };
        value["repository"] = json!(manifest.repository);
        value["branch"] = json!(manifest.branch);
        value["commit"] = json!(manifest.commit);
        value["identity"] = json!(manifest.identity);
        value["manifest"] = json!(found.digest);
        value["sequence"] = json!(manifest.lineage.sequence);
        value["signed_by"] = match &found.signed {
            Signed::By(key) => json!(key.to_string()),
            Signed::Unchecked => Value::Null,
        };
        value["nearness"] = json!(nearness);
        value["distance"] = json!(distance);
        value["missing_bytes"] = json!(found.missing);
        value["sent_bytes"] = json!(found.traffic.sent);
        value["cuts"] = json!(found.traffic.cuts);
        value["estimated_build_ms"] = json!(found.estimate.build.as_millis());
        value["estimated_update_ms"] = json!(found.estimate.update.as_millis());
        value["estimated_transfer_ms"] =
            json!(found.estimate.transfer.map(|transfer| transfer.as_millis()));
    }
    value
}
