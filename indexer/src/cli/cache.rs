//! `bombe cache`: the clones of repositories that were indexed by address.

use std::time::SystemTime;

use anyhow::bail;
use clap::{Args, Subcommand};

use super::{Outcome, output};
use crate::clones::Clones;
use crate::report::Bytes;

/// Lists and removes clones of repositories that were indexed by address
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Lists the clones: size, age and name
    List,
    /// Removes clones, with their snapshots
    Remove(Remove),
}

#[derive(Args)]
struct Remove {
    /// Names that `bombe cache list` prints, or addresses
    #[arg(required_unless_present = "all")]
    names: Vec<String>,
    /// Remove all clones
    #[arg(long, conflicts_with = "names")]
    all: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let clones = Clones::of_user()?;
    match &arguments.action {
        Action::List => list(&clones),
        Action::Remove(remove) => {
            let mut names = remove.names.clone();
            if remove.all {
                names = clones.list()?.into_iter().map(|clone| clone.name).collect();
            }
            for name in &names {
                let path = clones.remove(name)?;
                output::print(format_args!("removed {}", path.display()))?;
            }
            if names.is_empty() {
                bail!(
                    "there is nothing to remove in {}",
                    clones.folder().display()
                );
            }
            Ok(Outcome::Done)
        }
    }
}

fn list(clones: &Clones) -> anyhow::Result<Outcome> {
    let entries = clones.list()?;
    for entry in &entries {
        let age = entry
            .fetched
            .and_then(|time| SystemTime::now().duration_since(time).ok());
        let age = match age.map(|age| age.as_secs() / 3_600) {
            None => "unfinished".to_owned(),
            Some(0) => "this hour".to_owned(),
            Some(hours) if hours < 48 => format!("{hours} hours"),
            Some(hours) => format!("{} days", hours / 24),
        };
        let state = if entry.is_indexed {
            ""
        } else {
            "  (no snapshot)"
        };
        let size = Bytes(entry.bytes).to_string();
        output::print(format_args!("{size:>9}  {age:<10}  {}{state}", entry.name))?;
    }
    if entries.is_empty() {
        output::tell(format_args!(
            "there is no clone in {}; `bombe build https://HOST/OWNER/NAME` makes one",
            clones.folder().display()
        ))?;
        return Ok(Outcome::Problems);
    }
    output::print(format_args!("in {}", clones.folder().display()))?;
    Ok(Outcome::Done)
}
