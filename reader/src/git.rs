//! Runs git, with a configuration of which nothing starts a program that a repository names.
//!
//! The settings of a repository come with it if it is copied or unpacked rather than cloned. Git runs programs from them:
//! monitors, hooks, pagers, filters, diff drivers, transports. All of these are off here, and only the commands below are
//! run. The only place that starts git.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::beneath;
use crate::limits::Limits;
use crate::plain;
use crate::regular_file::{self, Links, TEXT_BYTES_MAX};

/// Environment variables that git sets for a hook, perhaps for another repository.
pub const VARIABLES: &[&str] = &["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// A longer output is an error.
const OUTPUT_BYTES_MAX: u64 = 64 << 20;

/// What a line of git has more than that is not read.
const LINE_BYTES_MAX: usize = 1_000;

/// Time between two looks at the cancellation while git runs.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(20);

#[cfg(windows)]
const NOTHING: &str = "NUL";
#[cfg(not(windows))]
const NOTHING: &str = "/dev/null";

/// Settings that take the place of the repository's.
const SETTINGS: &[(&str, &str)] = &[
    ("core.fsmonitor", "false"),
    ("core.attributesFile", NOTHING),
    ("core.pager", "cat"),
    ("core.editor", "false"),
    ("core.askPass", "false"),
    ("core.sshCommand", "false"),
    ("core.gitProxy", "none"),
    ("core.alternateRefsCommand", "false"),
    ("core.quotePath", "false"),
    ("credential.helper", ""),
    ("diff.ignoreSubmodules", "all"),
    ("diff.orderFile", NOTHING),
    ("gpg.program", "false"),
    ("gpg.ssh.program", "false"),
    ("gpg.x509.program", "false"),
    ("log.mailmap", "false"),
    ("log.showSignature", "false"),
    ("protocol.allow", "never"),
    ("submodule.recurse", "false"),
];

/// Settings that are the user's own when git talks to another side. What asks here holds none of its own: see [`Git::remote`].
const OF_USER: &[&str] = &[
    "core.askPass",
    "core.gitProxy",
    "core.sshCommand",
    "credential.helper",
    "protocol.allow",
];

/// The ways to another side that git may take, as `GIT_ALLOW_PROTOCOL` lists them. Without `ext`, which runs what an address
/// names.
const PROTOCOLS: &str = "https:ssh:file";

/// The variables of the environment that hold settings, as `git-config(1)` describes.
const SETTINGS_COUNT: &str = "GIT_CONFIG_COUNT";

/// The files in a folder of git that nearly every command reads. Git would wait for a pipe, and read a device without end.
const FILES: &[&str] = &[
    "HEAD",
    "commondir",
    "config",
    "config.worktree",
    "index",
    "info/attributes",
    "info/exclude",
    "info/grafts",
    "objects/info/alternates",
    "objects/info/commit-graph",
    "objects/info/commit-graphs/commit-graph-chain",
    "objects/pack/multi-pack-index",
    "packed-refs",
    "reftable/tables.list",
    "shallow",
];

/// Why git gave no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GitError {
    /// It does not start.
    #[error("cannot run git: {0}")]
    Start(std::io::Error),
    /// It has ended with this exit code, or by a signal.
    #[error("{}", .0.map_or("git was killed".to_owned(), |code| format!("git failed with exit code {code}")))]
    Failed(Option<i32>),
    /// It has written something else than an answer.
    #[error("git wrote something else than an answer")]
    NoAnswer,
    /// It is not started, because a file of its own is none.
    #[error("{} is no regular file", .0.display())]
    NoFile(PathBuf),
    /// It was stopped.
    #[error("git takes too long")]
    TooSlow,
    /// It has written more than an answer has.
    #[error("git says more than {OUTPUT_BYTES_MAX} bytes")]
    TooMuch,
}

/// A call of git in a folder.
#[derive(Debug)]
pub struct Git {
    command: Command,
    /// The top of the work tree.
    top: Option<PathBuf>,
    settings: Vec<(OsString, OsString)>,
}

impl Git {
    /// Prepares a call that asks about the repository around `folder`.
    pub fn new(folder: &Path, arguments: &[&str]) -> Self {
        let mut git = Self::with_hooks_path(folder, arguments);
        git.set("core.hooksPath", NOTHING);
        git
    }

    /// As [`Git::new`], for a question about the folder of hooks.
    pub fn with_hooks_path(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new("git");
        command
            .args(["--no-pager", "--no-optional-locks", "-C"])
            .arg(folder)
            .args(arguments);
        for variable in VARIABLES {
            command.env_remove(variable);
        }
        // The repository may name another folder as its work tree.
        let top = top_of(folder);
        if let Some(top) = &top {
            command.env("GIT_WORK_TREE", top);
        }
        command
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_ALLOW_PROTOCOL", "")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut git = Self {
            command,
            top,
            settings: Vec::new(),
        };
        for (name, value) in SETTINGS {
            git.set(name, value);
        }
        git
    }

    /// Prepares a comparison of files with a commit, or of two commits. Asks git which filters there are, to turn them off.
    ///
    /// # Errors
    /// When git cannot be asked.
    pub fn diff(folder: &Path, arguments: &[&str], limits: &Limits) -> Result<Self, GitError> {
        let fixed = [
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--ignore-submodules=all",
        ];
        let mut git = Self::new(folder, &[&fixed, arguments].concat());
        git.without_filters(folder, limits)?;
        Ok(git)
    }

    /// Prepares a call in a repository that was made here, which fetches from another side or checks out what came from it. The
    /// user's own settings say how to get there: credentials, proxies, how ssh is started. Nothing of what comes is run:
    /// neither hooks nor filters nor submodules.
    ///
    /// # Errors
    /// When git cannot be asked.
    pub fn remote(folder: &Path, arguments: &[&str], limits: &Limits) -> Result<Self, GitError> {
        let mut git = Self::new(folder, arguments);
        let is_fixed = |(name, _): &(OsString, OsString)| !OF_USER.iter().any(|it| name == *it);
        git.settings.retain(is_fixed);
        for (name, value) in [("gc.auto", "0"), ("maintenance.auto", "false")] {
            git.set(name, value);
        }
        // A folder above may be a repository, too.
        let outside = folder.parent().unwrap_or(folder);
        git.command
            .env("GIT_CEILING_DIRECTORIES", outside)
            .env("GIT_ALLOW_PROTOCOL", PROTOCOLS)
            .env("GIT_LFS_SKIP_SMUDGE", "1")
            .env("LC_ALL", "C")
            .env_remove("GIT_TERMINAL_PROMPT")
            .env_remove("GIT_WORK_TREE")
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        git.top = None;
        git.without_filters(folder, limits)?;
        Ok(git)
    }

    /// Turns off each filter that git knows.
    fn without_filters(&mut self, folder: &Path, limits: &Limits) -> Result<(), GitError> {
        let list = ["config", "--null", "--name-only", "--list"];
        let names = Self::new(folder, &list).run(limits)?;
        for name in names.split(|byte| *byte == 0) {
            let Some(driver) = filter_of(name) else {
                continue;
            };
            for (key, value) in [
                (".clean", ""),
                (".smudge", ""),
                (".process", ""),
                (".required", "false"),
            ] {
                self.set(&format!("filter.{driver}{key}"), value);
            }
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) {
        self.settings.push((name.into(), value.into()));
    }

    /// Runs the call until the request must end, and returns what git writes.
    ///
    /// # Errors
    /// See [`GitError`].
    pub fn run(mut self, limits: &Limits) -> Result<Vec<u8>, GitError> {
        self.check_files()?;
        self.give_settings();
        let mut child = self.command.spawn().map_err(GitError::Start)?;
        let (sender, receiver) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let mut stdout = stdout.take(OUTPUT_BYTES_MAX + 1);
                let read = stdout.read_to_end(&mut bytes).map(|_| bytes);
                // Fails if the receiver has timed out and is gone.
                let _ = sender.send(read);
            });
        }
        let read = loop {
            match receiver.recv_timeout(limits.time_left().min(TIME_BETWEEN_LOOKS)) {
                Err(RecvTimeoutError::Timeout) if !limits.was_over() => {}
                read => break read,
            }
        };
        let is_whole = matches!(&read, Ok(Ok(bytes)) if bytes.len() as u64 <= OUTPUT_BYTES_MAX);
        if !is_whole {
            // Fails if git has ended meanwhile.
            let _ = child.kill();
        }
        let ended = child.wait().map_err(GitError::Start)?;
        match read {
            Ok(Ok(_)) if !is_whole => Err(GitError::TooMuch),
            Ok(Ok(bytes)) if ended.success() => Ok(bytes),
            Ok(_) => Err(GitError::Failed(ended.code())),
            Err(_) => Err(GitError::TooSlow),
        }
    }

    /// Runs a call of [`Git::remote`] while `goes_on` says so, which is asked several times a second. `tell` gets each line
    /// that git says, the parts of its progress among them, in which nothing acts.
    ///
    /// # Errors
    /// See [`GitError`].
    pub fn run_watched(
        mut self,
        goes_on: &mut dyn FnMut() -> bool,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), GitError> {
        self.give_settings();
        let mut child = self.command.spawn().map_err(GitError::Start)?;
        let (sender, receiver) = mpsc::channel();
        if let Some(stderr) = child.stderr.take() {
            std::thread::spawn(move || {
                let mut stderr = BufReader::new(stderr.take(OUTPUT_BYTES_MAX));
                let mut line = Vec::new();
                loop {
                    let Ok(bytes) = stderr.fill_buf() else { return };
                    let length = bytes.len();
                    if length == 0 {
                        return;
                    }
                    for byte in bytes {
                        match byte {
                            b'\r' | b'\n' => {
                                let said = std::mem::take(&mut line);
                                if sender.send(said).is_err() {
                                    return;
                                }
                            }
                            byte if line.len() < LINE_BYTES_MAX => line.push(*byte),
                            _ => {}
                        }
                    }
                    stderr.consume(length);
                }
            });
        }
        let is_whole = loop {
            match receiver.recv_timeout(TIME_BETWEEN_LOOKS * 10) {
                Ok(line) => {
                    let line = String::from_utf8_lossy(&line);
                    let line = line.trim();
                    if !line.is_empty() {
                        tell(&plain::escaped(line));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break true,
            }
            if !goes_on() {
                break false;
            }
        };
        if !is_whole {
            // Fails if git has ended meanwhile.
            let _ = child.kill();
        }
        let ended = child.wait().map_err(GitError::Start)?;
        match ended.code() {
            _ if !is_whole => Err(GitError::TooSlow),
            Some(0) => Ok(()),
            code => Err(GitError::Failed(code)),
        }
    }

    /// Checks that git will not wait for one of the files that it reads for nearly every command. For others, objects among
    /// them, the time limit holds.
    fn check_files(&self) -> Result<(), GitError> {
        let Some(top) = &self.top else {
            return Ok(());
        };
        let [own, common] = git_folders(top)?;
        for folder in [&own, &common] {
            for name in FILES {
                check_file(&folder.join(name))?;
            }
        }
        let mut name = "HEAD".to_owned();
        for _ in 0..SYMBOLIC_REFS_MAX {
            let files = [own.join(&name), common.join(&name)];
            for file in &files {
                check_file(file)?;
            }
            let text = files.iter().find_map(|file| text_of(file));
            let target = text.as_deref().and_then(|text| text.strip_prefix("ref:"));
            match target.map(str::trim) {
                Some(target) if beneath::is_inside(Path::new(target)) => {
                    target.clone_into(&mut name);
                }
                _ => break,
            }
        }
        // Git reads all of these.
        for folder in ["refs/replace", "objects/pack"] {
            let entries = std::fs::read_dir(common.join(folder)).into_iter().flatten();
            for entry in entries.flatten() {
                check_file(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Appends the settings to those that the environment holds already. Unlike with `-c`, a name may contain anything.
    fn give_settings(&mut self) {
        let count = env::var(SETTINGS_COUNT);
        let first: usize = count.ok().and_then(|count| count.parse().ok()).unwrap_or(0);
        for (number, (name, value)) in (first..).zip(&self.settings) {
            self.command.env(format!("GIT_CONFIG_KEY_{number}"), name);
            self.command
                .env(format!("GIT_CONFIG_VALUE_{number}"), value);
        }
        let count = first + self.settings.len();
        self.command.env(SETTINGS_COUNT, count.to_string());
    }
}

/// Symbolic references that git follows from one to the next.
const SYMBOLIC_REFS_MAX: usize = 6;

/// Returns the folder of git for a work tree, and the one that all work trees of its repository share.
fn git_folders(top: &Path) -> Result<[PathBuf; 2], GitError> {
    let mut own = top.join(".git");
    check_file(&own)?;
    if let Some(text) = text_of(&own)
        && let Some(folder) = text.strip_prefix("gitdir: ")
    {
        own = top.join(folder.trim_end_matches(['\r', '\n']));
    }
    let pointer = own.join("commondir");
    check_file(&pointer)?;
    let common = match text_of(&pointer) {
        Some(text) => own.join(text.trim_end_matches(['\r', '\n'])),
        None => own.clone(),
    };
    Ok([own, common])
}

/// Fails for something that neither is a file or folder nor leads to one.
fn check_file(file: &Path) -> Result<(), GitError> {
    match file.metadata() {
        Ok(meta) if !meta.is_file() && !meta.is_dir() => Err(GitError::NoFile(file.to_owned())),
        _ => Ok(()),
    }
}

fn text_of(file: &Path) -> Option<String> {
    regular_file::read_text(file, Links::Follow, TEXT_BYTES_MAX).ok()
}

/// Returns the top of the work tree that a folder is in.
pub fn top_of(folder: &Path) -> Option<PathBuf> {
    let full = folder.canonicalize().ok()?;
    let mut above = full.ancestors();
    let top = above.find(|above| above.join(OsStr::new(".git")).symlink_metadata().is_ok());
    top.map(Path::to_owned)
}

/// Returns the name of the filter that a setting is about.
fn filter_of(setting: &[u8]) -> Option<&str> {
    let setting = str::from_utf8(setting).ok()?.strip_prefix("filter.")?;
    setting.rsplit_once('.').map(|(driver, _)| driver)
}
