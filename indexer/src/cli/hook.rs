//! `bombe hook`: updates after each commit, checkout, merge and rebase.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};

use super::{Outcome, output};
use crate::discover::git;
use crate::hook::{self, Hooks, State};
use crate::snapshot_dir::{DEFAULT_SNAPSHOT, root_of};

/// Keeps the snapshot fresh by git hooks: after each commit, checkout, merge and rebase
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Adds a few lines to the repository's hooks, next to what is there
    Install(RootArgument),
    /// Removes these lines
    Uninstall(RootArgument),
    /// Prints which hooks are installed. Exits with 1 if one is not
    Status(RootArgument),
    /// Starts an update and does not wait for it. The hooks run this
    Run(RootArgument),
}

#[derive(Args)]
struct RootArgument {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let program = std::env::current_exe().context("cannot find this program's own file")?;
    match &arguments.action {
        Action::Install(root) => {
            let hooks = Hooks::of(&root.path, &program)?;
            hooks.install()?;
            output::print(format_args!("installed in {}", hooks.folder().display()))?;
        }
        Action::Uninstall(root) => {
            let hooks = Hooks::of(&root.path, &program)?;
            hooks.uninstall()?;
            output::print(format_args!("removed from {}", hooks.folder().display()))?;
        }
        Action::Status(root) => {
            let hooks = Hooks::of(&root.path, &program)?;
            output::print(hooks.folder().display())?;
            let states = hooks.states()?;
            for (name, state) in &states {
                let state = match state {
                    State::Absent => "not installed",
                    State::Foreign => "not installed; there is another hook",
                    State::Installed => "installed",
                    State::Outdated => "outdated: run `bombe hook install`",
                };
                output::print(format_args!("  {name:<14} {state}"))?;
            }
            if states.iter().any(|(_, state)| *state != State::Installed) {
                return Ok(Outcome::Problems);
            }
        }
        Action::Run(root) => {
            let root = root_of(&root.path);
            if is_indexed(&root) {
                hook::start(&root, &program, hook::Work::Update)
                    .context("cannot start an update")?;
            }
        }
    }
    Ok(Outcome::Done)
}

/// Returns true if the work tree, or the main one of its repository, has a snapshot: a hook updates only a snapshot that was
/// asked for.
fn is_indexed(root: &Path) -> bool {
    root.join(DEFAULT_SNAPSHOT).is_file()
        || git::main_tree(root).is_some_and(|main| main.join(DEFAULT_SNAPSHOT).is_file())
}
