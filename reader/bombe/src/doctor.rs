//! `bombe doctor`: checks the installation, the snapshot and what keeps and uses it, and says what to do about each finding.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use bombe_indexer::discover::Settings;
use bombe_indexer::report::Bytes;
use bombe_reader::exit_code;
use bombe_reader::git::Git;
use bombe_reader::limits::Limits;
use bombe_reader::snapshot::Snapshot;

use crate::output;
use crate::standing::{HookState, SnapshotState, Standing, changes, listed};

/// Checks the installation and the repository, and says what to do about each finding. Exits with 1 if something is wrong
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
}

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Fine,
    /// It works, and could be better.
    Advice,
    Wrong,
}

/// What the checks have found.
#[derive(Default)]
struct Findings {
    text: String,
    is_wrong: bool,
}

impl Findings {
    /// Adds what a check found, and, unless it is fine, what to do.
    fn add(&mut self, verdict: Verdict, what: &str, found: &str, remedy: &str) {
        let mark = match verdict {
            Verdict::Fine => "ok",
            Verdict::Advice => "note",
            Verdict::Wrong => "WRONG",
        };
        self.is_wrong |= verdict == Verdict::Wrong;
        let _ = writeln!(self.text, "{mark:<5}  {what:<9} {found}");
        if verdict != Verdict::Fine {
            let _ = writeln!(self.text, "{:<5}  {:<9} -> {remedy}", "", "");
        }
    }

    fn fine(&mut self, what: &str, found: &str) {
        self.add(Verdict::Fine, what, found, "");
    }
}

/// Runs every check.
///
/// # Errors
/// When the folder cannot be found, or nothing can be printed.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let standing = Standing::of(&arguments.path)?;
    let mut findings = Findings::default();
    check_program(&mut findings);
    check_git(&standing, &mut findings);
    check_settings(&standing, &mut findings);
    check_snapshot(&standing, &mut findings);
    check_hooks(&standing, &mut findings);
    check_clients(&standing, &mut findings);
    check_disk(&standing, &mut findings);
    output::print(&findings.text)?;
    Ok(if findings.is_wrong {
        exit_code::PROBLEMS
    } else {
        exit_code::DONE
    })
}

/// The names of the program.
const NAMES: [&str; 3] = ["bombe", "bombe-build", "bombe-serve"];

fn check_program(findings: &mut Findings) {
    let version = env!("CARGO_PKG_VERSION");
    let Ok(own) = std::env::current_exe().and_then(|path| path.canonicalize()) else {
        findings.add(
            Verdict::Wrong,
            "program",
            &format!("bombe {version}, whose own file cannot be found"),
            "it may have been replaced while it runs: start it again",
        );
        return;
    };
    findings.fine("program", &format!("bombe {version}, {}", own.display()));
    let path = std::env::var_os("PATH").unwrap_or_default();
    for name in NAMES {
        let found = on_path(&path, name);
        let first = found.first();
        match first {
            None => findings.add(
                if name == NAMES[0] {
                    Verdict::Wrong
                } else {
                    Verdict::Advice
                },
                "PATH",
                &format!("{name} is in no folder of the PATH"),
                &match own.parent() {
                    Some(folder) => format!(
                        "add {} to the PATH of your shell and of your agents",
                        folder.display()
                    ),
                    None => "add its folder to the PATH".to_owned(),
                },
            ),
            Some(first) if first.parent() != own.parent() => findings.add(
                Verdict::Wrong,
                "PATH",
                &format!("{name} is {}, of another installation", first.display()),
                "remove one of the two, or change their order in the PATH",
            ),
            Some(first) => findings.fine("PATH", &format!("{name} is {}", first.display())),
        }
    }
}

/// Returns the files of a name in the folders of a PATH, with links resolved. Folders that are relative to the current one
/// do not count.
fn on_path(path: &std::ffi::OsStr, name: &str) -> Vec<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&file))
        .filter(|path| path.is_file())
        .filter_map(|path| path.canonicalize().ok())
        .collect()
}

fn check_git(standing: &Standing, findings: &mut Findings) {
    let version = Git::new(&standing.root, &["--version"]).run(&Limits::new());
    match version {
        Ok(text) => findings.fine("git", String::from_utf8_lossy(&text).trim()),
        Err(error) => findings.add(
            Verdict::Advice,
            "git",
            &format!("cannot be asked: {error}"),
            "install git: without it, snapshots have no commit and no history",
        ),
    }
}

fn check_settings(standing: &Standing, findings: &mut Findings) {
    match Settings::read(&standing.root) {
        Ok(_) if standing.root.join("bombe.toml").exists() => {
            findings.fine("settings", "bombe.toml can be read");
        }
        Ok(_) => findings.fine("settings", "defaults: there is no bombe.toml"),
        Err(error) => findings.add(
            Verdict::Wrong,
            "settings",
            &error.to_string(),
            "correct bombe.toml: until then nothing is built",
        ),
    }
}

fn check_snapshot(standing: &Standing, findings: &mut Findings) {
    match &standing.snapshot {
        SnapshotState::None => findings.add(
            Verdict::Wrong,
            "snapshot",
            &format!("{} is not indexed", standing.root.display()),
            "run `bombe build`",
        ),
        SnapshotState::Unusable(error) => findings.add(
            Verdict::Wrong,
            "snapshot",
            &error.to_string(),
            "run `bombe build`",
        ),
        SnapshotState::Open(snapshot) => check_open_snapshot(snapshot, findings),
    }
}

fn check_open_snapshot(snapshot: &Snapshot, findings: &mut Findings) {
    if let Some(notice) = &snapshot.notice {
        findings.add(Verdict::Wrong, "snapshot", notice, "run `bombe update`");
        return;
    }
    if let Err(damage) = snapshot.view.verify() {
        findings.add(
            Verdict::Wrong,
            "snapshot",
            &damage.to_string(),
            "run `bombe build`",
        );
        return;
    }
    let meta = snapshot.view.meta();
    findings.fine(
        "snapshot",
        &format!("sound, written by version {}", meta.tool_version),
    );
    match changes(snapshot) {
        Ok(changes) if changes.paths.is_empty() => {
            let found = if changes.is_whole {
                "nothing has changed since"
            } else {
                "nothing that was looked at has changed since"
            };
            findings.fine("fresh", found);
        }
        Ok(changes) => findings.add(
            Verdict::Advice,
            "fresh",
            &format!("changed since: {}", listed(&changes.paths)),
            "run `bombe update`, or let `bombe watch` or `bombe hook install` see to it",
        ),
        Err(error) => findings.add(
            Verdict::Wrong,
            "fresh",
            &error.to_string(),
            "run `bombe build`",
        ),
    }
}

fn check_hooks(standing: &Standing, findings: &mut Findings) {
    match standing.hooks() {
        HookState::NoGit => findings.fine("hooks", "no git repository"),
        HookState::Installed => findings.fine("hooks", "installed"),
        HookState::Outdated => findings.add(
            Verdict::Wrong,
            "hooks",
            "those of another version, or of another program file",
            "run `bombe hook install`",
        ),
        HookState::Missing => findings.add(
            Verdict::Advice,
            "hooks",
            "not installed",
            "run `bombe hook install` to update after each commit, checkout, merge and rebase",
        ),
        HookState::Elsewhere(error) => findings.add(
            Verdict::Advice,
            "hooks",
            "not ours to install",
            &error.to_string(),
        ),
    }
}

fn check_clients(standing: &Standing, findings: &mut Findings) {
    let (known, faults) = standing.clients();
    for client in &known {
        findings.fine("agent", &format!("{} has an entry", client.title));
    }
    for fault in &faults {
        let mut text = fault.to_string();
        if let Some(source) = std::error::Error::source(fault) {
            let _ = write!(text, ": {source}");
        }
        findings.add(
            Verdict::Advice,
            "agent",
            &text,
            "look at the file: its client may not be able to read it either",
        );
    }
    if known.is_empty() && faults.is_empty() {
        findings.add(
            Verdict::Advice,
            "agent",
            "no agent knows the server",
            "run `bombe serve config claude --write`, or the like for your agent",
        );
    }
}

/// Below this many bytes of free disk, a build may not have room.
const FREE_BYTES_MIN: u64 = 200 << 20;

fn check_disk(standing: &Standing, findings: &mut Findings) {
    let used = crate::clean::size_of(&standing.root);
    let used = format!(".bombe takes {}", Bytes(used));
    let Some(free) = free_bytes(&standing.root) else {
        findings.fine("disk", &used);
        return;
    };
    let found = format!("{used}; {} are free", Bytes(free));
    if free < FREE_BYTES_MIN {
        findings.add(
            Verdict::Wrong,
            "disk",
            &found,
            "make room: an update writes a new file before it removes the old one",
        );
    } else {
        findings.fine("disk", &found);
    }
}

/// Returns how much more this user may write to the disk of a folder.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
