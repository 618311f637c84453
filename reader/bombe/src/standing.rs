//! Where a repository stands: indexed, fresh, hooked, known to agents. `bombe` alone prints it, with what to do next.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bombe_indexer::hook::{HookError, Hooks, State};
use bombe_indexer::report::Bytes;
use bombe_indexer::snapshot_dir::{DEFAULT_SNAPSHOT, root_of};
use bombe_reader::exit_code;
use bombe_reader::freshness::{Look, TreeChanges};
use bombe_reader::limits::Limits;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::{OpenError, OpenOptions};

use crate::clients::{CLIENTS, Client, ClientError};
use crate::output;

/// Changed files that are named.
const PATHS_SHOWN: usize = 5;

/// A repository, and the state of its snapshot.
pub(crate) struct Standing {
    /// The root of the repository.
    pub(crate) root: PathBuf,
    /// Whether there is a repository: a folder with a `.git`, a `bombe.toml` or a snapshot.
    pub(crate) is_repository: bool,
    pub(crate) snapshot: SnapshotState,
}

pub(crate) enum SnapshotState {
    /// There is none.
    None,
    /// It cannot be used.
    Unusable(OpenError),
    Open(Box<Snapshot>),
}

/// What the hooks of a repository are.
pub(crate) enum HookState {
    /// There is no git repository.
    NoGit,
    /// All are ours.
    Installed,
    /// Those of another version or program file.
    Outdated,
    /// At least one is not there.
    Missing,
    /// Another program manages them, or they cannot be read.
    Elsewhere(HookError),
}

impl Standing {
    /// Looks at the repository around a folder.
    ///
    /// # Errors
    /// When the folder cannot be resolved.
    pub(crate) fn of(current: &Path) -> anyhow::Result<Self> {
        let current = current.canonicalize();
        let current = current.context("cannot find the current folder")?;
        let root = root_of(&current);
        let path = root.join(DEFAULT_SNAPSHOT);
        let marks = [".git", "bombe.toml", DEFAULT_SNAPSHOT];
        let is_repository = marks.iter().any(|mark| root.join(mark).exists());
        let options = OpenOptions {
            in_blocks: true,
            ..OpenOptions::default()
        };
        let snapshot = if path.is_file() {
            match Snapshot::open(&path, options) {
                Ok(snapshot) => SnapshotState::Open(Box::new(snapshot)),
                Err(error) => SnapshotState::Unusable(error),
            }
        } else {
            SnapshotState::None
        };
        Ok(Self {
            root,
            is_repository,
            snapshot,
        })
    }

    /// Returns what the hooks are, and their folder.
    pub(crate) fn hooks(&self) -> HookState {
        let Ok(program) = std::env::current_exe() else {
            return HookState::NoGit;
        };
        let states = Hooks::of(&self.root, &program).and_then(|hooks| hooks.states());
        match states {
            Err(HookError::NoRepository(_)) => HookState::NoGit,
            Err(error) => HookState::Elsewhere(error),
            Ok(states) if states.iter().all(|(_, state)| *state == State::Installed) => {
                HookState::Installed
            }
            Ok(states) if states.iter().any(|(_, state)| *state == State::Outdated) => {
                HookState::Outdated
            }
            Ok(_) => HookState::Missing,
        }
    }

    /// Returns the clients whose settings have an entry for Bombe, and the settings that cannot be read.
    pub(crate) fn clients(&self) -> (Vec<&'static Client>, Vec<ClientError>) {
        let (mut known, mut faults) = (Vec::new(), Vec::new());
        for client in CLIENTS {
            match client
                .settings(&self.root)
                .and_then(|file| file.has_entry())
            {
                Ok(true) => known.push(client),
                Ok(false) | Err(ClientError::NoHome) => {}
                Err(error) => faults.push(error),
            }
        }
        (known, faults)
    }
}

/// Returns what has changed since the snapshot.
///
/// # Errors
/// When the snapshot is damaged.
pub(crate) fn changes(snapshot: &Snapshot) -> anyhow::Result<TreeChanges> {
    Ok(snapshot.tree_changes(Look::Whole, &Limits::new())?)
}

/// Lists paths, the first ones by name.
pub(crate) fn listed(paths: &[String]) -> String {
    let mut text = paths[..paths.len().min(PATHS_SHOWN)].join(", ");
    if paths.len() > PATHS_SHOWN {
        let _ = write!(text, ", … ({} in all)", paths.len());
    }
    text
}

/// Prints where the repository around a folder stands. Ends with 0 if it is indexed.
///
/// # Errors
/// When the snapshot is damaged, or nothing can be printed.
pub(crate) fn run(current: &Path) -> anyhow::Result<u8> {
    let standing = Standing::of(current)?;
    if !standing.is_repository {
        output::print(format_args!(
            "no repository here: {} and the folders above it have no .git, bombe.toml or .bombe\n\n\
             Next:\n  cd REPOSITORY            and `bombe` there\n  bombe build              index this folder all the same\n  bombe --help             all commands",
            standing.root.display()
        ))?;
        return Ok(exit_code::NOTHING_FOUND);
    }
    let mut text = format!("{}\n\n", standing.root.display());
    let mut next: Vec<(String, &str)> = Vec::new();
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<9} {value}");
    };
    let mut code = exit_code::DONE;
    match &standing.snapshot {
        SnapshotState::None => {
            row("indexed", "no");
            next.push(("bombe build".to_owned(), "index this repository"));
            code = exit_code::NOTHING_FOUND;
        }
        SnapshotState::Unusable(error) => {
            row("indexed", &format!("no: {error}"));
            next.push(("bombe build".to_owned(), "index it again"));
            code = exit_code::PROBLEMS;
        }
        SnapshotState::Open(snapshot) => {
            let view = &snapshot.view;
            let commit: String = view.meta().commit.chars().take(12).collect();
            let of = if commit.is_empty() {
                String::new()
            } else {
                format!(", commit {commit}")
            };
            row(
                "indexed",
                &format!(
                    "{} files, {} symbols, {} edges, {}{of}",
                    view.file_count()?,
                    view.symbol_count()?,
                    view.edge_count()?,
                    Bytes(
                        view.segments()
                            .map(|segment| segment.bytes().len() as u64)
                            .sum()
                    ),
                ),
            );
            let changes = changes(snapshot)?;
            if let Some(notice) = &snapshot.notice {
                row("trusted", &format!("no: {notice}"));
            }
            if changes.paths.is_empty() {
                row("fresh", "yes");
            } else {
                row("fresh", &format!("no: {}", listed(&changes.paths)));
            }
            if snapshot.notice.is_some() || !changes.paths.is_empty() {
                next.push((
                    "bombe update".to_owned(),
                    "parse and write what has changed",
                ));
            }
        }
    }
    match standing.hooks() {
        HookState::NoGit => row("hooked", "no git repository"),
        HookState::Installed => row(
            "hooked",
            "yes: git updates it after each commit, checkout, merge and rebase",
        ),
        HookState::Outdated => {
            row("hooked", "by another version, or another program file");
            next.push((
                "bombe hook install".to_owned(),
                "write the lines of this one",
            ));
        }
        HookState::Missing => {
            row("hooked", "no");
            next.push((
                "bombe hook install".to_owned(),
                "update after each commit, checkout, merge, rebase",
            ));
        }
        HookState::Elsewhere(error) => {
            row("hooked", &error.to_string().replace('\n', "\n            "));
        }
    }
    let (known, faults) = standing.clients();
    if known.is_empty() {
        row("served", "to no agent yet");
        next.push((
            format!("bombe serve config {}", CLIENTS[0].name),
            "what an agent needs to start it; --write adds it",
        ));
    } else {
        let titles: Vec<_> = known.iter().map(|client| client.title).collect();
        row("served", &format!("to {}", titles.join(", ")));
    }
    for fault in faults {
        row("", &format!("{:#}", anyhow::Error::new(fault)));
    }
    if code == exit_code::DONE {
        next.push((
            "bombe search NAME".to_owned(),
            "ask: also refs, context, blast, …",
        ));
    }
    next.push((
        "bombe doctor".to_owned(),
        "check everything; bombe --help lists all commands",
    ));
    text.push_str("\nNext:\n");
    for (command, what) in next {
        let _ = writeln!(text, "  {command:<26} {what}");
    }
    output::print(text)?;
    Ok(code)
}
