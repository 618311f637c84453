//! `bombe trust`: the keys whose signatures count.

use anyhow::Context;
use bombe_share::signature::Key;
use bombe_share::trust::Trust;
use clap::{Args, Subcommand};

use super::places::trust_file;
use super::{Outcome, output};
use crate::user_file;

/// Lists, adds and revokes the keys that may sign published snapshots
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Lists the keys, and what they may sign
    List,
    /// Trusts a key for a repository
    Add(Add),
    /// Never trusts a key again, whatever else names it
    Revoke {
        /// A public key of minisign or SSH
        key: String,
    },
}

#[derive(Args)]
struct Add {
    /// A public key of minisign (`RW…`) or SSH (`ssh-ed25519 AAAA…`)
    key: String,
    /// What it may sign: `owner/name`, `owner/*`, or `*` for all
    #[arg(long, value_name = "OWNER/NAME")]
    repository: String,
    /// Whose key it is, in words
    #[arg(long, default_value = "")]
    comment: String,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let file = trust_file()?;
    let mut trust = Trust::read(&file)?;
    match &arguments.action {
        Action::List => {
            let (keys, revoked) = trust.list();
            for (key, repository, comment) in &keys {
                output::print(format_args!("{repository:<24} {key}  {comment}"))?;
            }
            for key in revoked {
                output::print(format_args!("{:<24} {key}", "(revoked)"))?;
            }
            if keys.is_empty() && revoked.is_empty() {
                output::tell(format_args!("no key is trusted in {}", file.display()))?;
                return Ok(Outcome::Problems);
            }
            return Ok(Outcome::Done);
        }
        Action::Add(add) => trust.add(Key::parse(&add.key)?, &add.repository, &add.comment),
        Action::Revoke { key } => trust.revoke(Key::parse(key)?),
    }
    let folder = file.parent().unwrap_or(std::path::Path::new("."));
    let name = file.file_name().context("the trust file has no name")?;
    user_file::create_folder(folder)
        .and_then(|()| user_file::replace(folder, name.as_ref(), trust.to_text().as_bytes()))
        .with_context(|| format!("cannot write {}", file.display()))?;
    output::print(format_args!("{}: written", file.display()))?;
    Ok(Outcome::Done)
}
