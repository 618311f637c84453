//! `bombe promote`: leads a reference to a published snapshot that has passed every check.

use std::path::PathBuf;

use anyhow::Context;
use bombe_share::remote::Patience;
use bombe_share::signature::Signer;
use clap::Args;
use serde_json::json;

use super::places::{RemoteOptions, SignOptions, branches};
use super::progress::Bars;
use super::{Outcome, output};
use crate::discover::Settings;
use crate::exchange::promotion::{self, Promotion, Requirements, Wanted};
use crate::snapshot_dir::root_of;

/// The folder of questions, below the root of a repository.
const GATES: &str = "gates";

/// Checks a published snapshot, and leads the reference `stable` to it, signed, if nothing is wrong
#[derive(Args)]
pub(super) struct Arguments {
    /// What to promote: a reference such as `candidate`, or a commit; with --back, the reference to set back
    #[arg(value_name = "REF")]
    from: String,
    /// A folder, or an address: https://, s3://, gs://, az:// or oci:// [default: `share.remote` in bombe.toml]
    remote: Option<String>,
    /// Root of the repository, or a folder inside it
    #[arg(long, short = 'C', default_value = ".", value_name = "PATH")]
    path: PathBuf,
    /// The branch in whose index a commit is looked for [default: the one that is checked out, then the one that others start
    /// from]
    #[arg(long)]
    branch: Option<String>,
    /// The reference that is moved
    #[arg(long, value_name = "NAME", default_value = "stable")]
    to: String,
    /// Set the reference REF back to the snapshot before, without checks
    #[arg(long)]
    back: bool,
    #[command(flatten)]
    remote_options: RemoteOptions,
    #[command(flatten)]
    sign: SignOptions,
    /// Who promotes, in words
    #[arg(long, value_name = "TEXT", default_value = "")]
    who: String,
    /// So many builders, each with a key of its own, must have built the same
    #[arg(long, value_name = "N", default_value_t = 2)]
    builders: usize,
    /// By how many percent files, symbols and edges may be fewer than in the snapshot before
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0)]
    max_fall: f64,
    /// By how many points the percentages of files left out, and of calls not resolved, may be higher
    #[arg(long, value_name = "POINTS", default_value_t = 2.0)]
    max_growth: f64,
    /// The folder of questions for the four gates [default: gates in the repository]
    #[arg(long, value_name = "FOLDER", conflicts_with = "no_gates")]
    gates: Option<PathBuf>,
    /// Ask no questions
    #[arg(long)]
    no_gates: bool,
    /// Check, and move nothing
    #[arg(long)]
    dry_run: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let root = root_of(&arguments.path);
    let settings = Settings::read(&root)?;
    let signer = if arguments.dry_run {
        None
    } else {
        arguments.sign.signer()?
    };
    let own_key = signer.as_ref().map(Signer::public_key).transpose()?;
    let mut options = arguments.remote_options.clone();
    options.allow_unsigned |= signer.is_none() && !arguments.dry_run;
    let patience = Patience::for_publishing();
    let address = arguments.remote.as_deref();
    let chosen = options.open(&root, &settings, address, own_key, patience)?;
    let (client, signer) = (&chosen.client, signer.as_ref());
    if arguments.back {
        let (name, who) = (&arguments.from, &arguments.who);
        let reference = promotion::set_back(client, signer, &chosen.repository, name, who)?;
        let commit = reference.promoted.first().map(|it| it.entry.commit.clone());
        let commit = commit.unwrap_or_default();
        if arguments.json {
            output::print_json(
                &json!({"schema": 1, "reference": name, "commit": commit, "sequence": reference.sequence}),
            )?;
        } else {
            output::print(format_args!("{name} leads to {commit} again"))?;
        }
        return Ok(Outcome::Done);
    }
    let wanted = Wanted {
        repository: chosen.repository,
        from: arguments.from.clone(),
        branches: branches(arguments.branch.as_deref(), &root)?,
        to: arguments.to.clone(),
        who: arguments.who.clone(),
        requirements: Requirements {
            builders: arguments.builders,
            fall_percent: arguments.max_fall,
            growth_points: arguments.max_growth,
            gates: (!arguments.no_gates)
                .then(|| arguments.gates.clone().unwrap_or_else(|| root.join(GATES))),
        },
        dry_run: arguments.dry_run,
    };
    let staging = tempfile::tempdir().context("cannot make a temporary folder")?;
    let bars = Bars::new(arguments.json);
    bars.wait_for(&format!("checking on {}", client.remote.shown()));
    let promotion = promotion::promote(client, signer, &wanted, staging.path());
    bars.finish();
    tell(&promotion?, arguments)
}

fn tell(promotion: &Promotion, arguments: &Arguments) -> anyhow::Result<Outcome> {
    let Promotion {
        promoted,
        reference,
    } = promotion;
    if arguments.json {
        output::print_json(&json!({
            "schema": 1, "commit": promoted.entry.commit, "identity": promoted.identity, "manifest": promoted.entry.manifest,
            "branch": promoted.branch, "checks": promoted.checks, "reference": arguments.to, "moved": reference.is_some(),
            "sequence": reference.as_ref().map(|it| it.sequence),
        }))?;
    } else {
        for check in &promoted.checks {
            let mark = if check.passed { "passed" } else { "FAILED" };
            output::print(format_args!("{mark}  {:<13} {}", check.name, check.found))?;
        }
        let commit = &promoted.entry.commit;
        let name = &arguments.to;
        output::print(match reference {
            Some(_) => format!("{name} leads to {commit}"),
            None if promotion.passes() => format!("{name} would lead to {commit}"),
            None => format!("{name} stays where it is: {commit} has not passed"),
        })?;
    }
    Ok(if promotion.passes() {
        Outcome::Done
    } else {
        Outcome::Problems
    })
}
