//! Git hooks that start an update: a few lines in the hook files of a repository, next to what is there.
//!
//! The lines stand between two markers, so that they can be found and removed. They start a program in its own session and end,
//! so that no git command waits for it, or fails because of it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use bombe_reader::git::VARIABLES;
use bombe_reader::regular_file::{self, Links, TEXT_BYTES_MAX};
use bombe_reader::view::date_of;

use crate::discover::git;
use crate::own_files;
use crate::snapshot_dir::BACKGROUND;

/// The hooks after which the files of a work tree may differ.
pub const HOOKS: &[&str] = &["post-commit", "post-checkout", "post-merge", "post-rewrite"];

const BEGIN: &str = "# >>> bombe >>>";
const END: &str = "# <<< bombe <<<";

/// A log longer than this many bytes is deleted first.
const LOG_BYTES_MAX: u64 = 1 << 20;

/// The state of one hook file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// There is no such file.
    Absent,
    /// A file without our lines.
    Foreign,
    /// Our lines, as this program writes them.
    Installed,
    /// Our lines, written by another version or for another program file.
    Outdated,
}

/// Hooks that cannot be installed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HookError {
    /// No git repository.
    #[error("{} is in no git repository, or git is not installed", .0.display())]
    NoRepository(PathBuf),
    /// Another program manages the folder of hooks.
    #[error(
        "{manager} manages the hooks of this repository: add this line to its configuration for {}:\n  {line}",
        HOOKS.join(", ")
    )]
    Managed {
        /// The program.
        manager: &'static str,
        /// What to add.
        line: &'static str,
    },
    /// Other repositories use the same folder of hooks.
    #[error(
        "core.hooksPath is {}, outside of this repository: hooks there run for others, too; to have it so, add this line to {} there:\n  {LINE}",
        .0.display(),
        HOOKS.join(", ")
    )]
    Shared(PathBuf),
    /// A hook that is a link.
    #[error("{} leads outside of this repository, to {}: let it run `{LINE}`", .0.display(), .1.display())]
    Outside(PathBuf, PathBuf),
    /// A hook in another language.
    #[error("{} is no shell script: let it run `{LINE}`", .0.display())]
    NotShell(PathBuf),
    /// A file cannot be read or written.
    #[error("{}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
}

/// The command of a hook, for those who write their hooks themselves.
const LINE: &str = "bombe hook run";

/// The hooks of one repository.
#[derive(Debug)]
pub struct Hooks {
    folder: PathBuf,
    /// The folders of the repository: a hook may be a link to a file in one of them.
    own: [PathBuf; 2],
    part: String,
}

impl Hooks {
    /// Finds the hooks of the repository around `root`, which run `program`.
    ///
    /// # Errors
    /// See [`HookError`].
    pub fn of(root: &Path, program: &Path) -> Result<Self, HookError> {
        let ask = |what: &[&str]| git::ask_for_path(root, what);
        let none = || HookError::NoRepository(root.to_owned());
        // Both are relative to the folder that is asked, if they are relative.
        let folder = root.join(ask(&["--git-path", "hooks"]).ok_or_else(none)?);
        let common = root.join(ask(&["--git-common-dir"]).ok_or_else(none)?);
        // A repository without a work tree has no files that a snapshot could be of.
        let top = PathBuf::from(ask(&["--show-toplevel"]).ok_or_else(none)?);
        if folder.ends_with(".husky/_") || folder.ends_with(".husky") {
            return Err(HookError::Managed {
                manager: "husky (a file of that name in .husky/)",
                line: LINE,
            });
        }
        // The folder of hooks need not be there yet.
        let real = |path: &Path| {
            let known = path.ancestors().find_map(|path| path.canonicalize().ok());
            known.unwrap_or_default()
        };
        let own = [real(&common), real(&top)];
        if !own.iter().any(|own| real(&folder).starts_with(own)) {
            return Err(HookError::Shared(folder));
        }
        Ok(Self {
            folder,
            own,
            part: part(program),
        })
    }

    /// The folder that they are in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What each of [`HOOKS`] holds.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn states(&self) -> Result<Vec<(&'static str, State)>, HookError> {
        let state = |name: &&'static str| Ok((*name, self.state(self.read(name)?.as_deref())));
        HOOKS.iter().map(state).collect()
    }

    fn state(&self, text: Option<&str>) -> State {
        match text {
            None => State::Absent,
            Some(text) if text.contains(&self.part) => State::Installed,
            Some(text) if text.contains(BEGIN) => State::Outdated,
            Some(_) => State::Foreign,
        }
    }

    /// Puts our part into every hook, behind the first line of those that are there: whatever ends such a script early
    /// ends it later. Nothing is written if one of them is refused.
    ///
    /// # Errors
    /// See [`HookError`].
    pub fn install(&self) -> Result<(), HookError> {
        let mut planned = Vec::new();
        for name in HOOKS {
            let text = self.read(name)?.unwrap_or_default();
            if text.contains("lefthook") {
                return Err(HookError::Managed {
                    manager: "lefthook (lefthook.yml)",
                    line: LINE,
                });
            }
            let rest = without_part(&text);
            let (first, behind) = match rest.split_once('\n') {
                Some((first, behind)) if first.starts_with("#!") => (first, behind),
                _ if rest.starts_with("#!") => (rest.as_str(), ""),
                _ => ("#!/bin/sh", rest.as_str()),
            };
            let shell = first
                .trim_end()
                .rsplit(['/', ' '])
                .next()
                .is_some_and(|program| program.ends_with("sh"));
            if !shell {
                return Err(HookError::NotShell(self.folder.join(name)));
            }
            planned.push((name, format!("{first}\n{}{behind}", self.part)));
        }
        let folder_error = |source| HookError::Io {
            path: self.folder.clone(),
            source,
        };
        fs::create_dir_all(&self.folder).map_err(folder_error)?;
        for (name, text) in planned {
            self.write(name, &text)?;
        }
        Ok(())
    }

    /// Takes our part out of every hook; a file in which nothing else is left goes, too.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn uninstall(&self) -> Result<(), HookError> {
        for name in HOOKS {
            let Some(text) = self.read(name)?.filter(|text| text.contains(BEGIN)) else {
                continue;
            };
            let rest = without_part(&text);
            let empty = rest
                .lines()
                .all(|line| line.trim().is_empty() || line.starts_with("#!"));
            if empty {
                let path = self.folder.join(name);
                fs::remove_file(&path).map_err(|source| HookError::Io { path, source })?;
            } else {
                self.write(name, &rest)?;
            }
        }
        Ok(())
    }

    fn read(&self, name: &str) -> Result<Option<String>, HookError> {
        let path = self.folder.join(name);
        if let Ok(target) = path.canonicalize()
            && !self.own.iter().any(|own| target.starts_with(own))
        {
            return Err(HookError::Outside(path, target));
        }
        match regular_file::read(&path, Links::Follow, TEXT_BYTES_MAX) {
            // A program is no text; its first bytes tell that it is no shell script.
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(HookError::Io { path, source }),
        }
    }

    fn write(&self, name: &str, text: &str) -> Result<(), HookError> {
        let path = self.folder.join(name);
        let write = || {
            // Through the name that it has: a hook may be a link to a file elsewhere.
            fs::write(&path, text)?;
            make_executable(&path)
        };
        write().map_err(|source| HookError::Io {
            path: path.clone(),
            source,
        })
    }
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = fs::metadata(path)?.permissions();
    permissions.set_mode(permissions.mode() | 0o755);
    fs::set_permissions(path, permissions)
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Our part of a hook. The program goes by its place, because the `PATH` of whoever starts git need not have it.
fn part(program: &Path) -> String {
    let program = program
        .to_string_lossy()
        .replace('\\', "/")
        .replace('\'', r"'\''");
    format!(
        "{BEGIN}\n\
         bombe='{program}'\n\
         [ -x \"$bombe\" ] || bombe=bombe\n\
         \"$bombe\" hook run </dev/null >/dev/null 2>&1 || :\n\
         {END}\n"
    )
}

/// The text of a hook without our part.
fn without_part(text: &str) -> String {
    let Some((before, rest)) = text.split_once(BEGIN) else {
        return text.to_owned();
    };
    let after = match rest.split_once(END) {
        Some((_, after)) => after.strip_prefix('\n').unwrap_or(after),
        // Without its end nobody knows what is ours beyond this line.
        None => rest.split_once('\n').map_or("", |(_, after)| after),
    };
    format!("{before}{after}")
}

/// What is started in the background.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// An update.
    Update,
    /// A compaction of base and overlay into a new base.
    Compact,
}

impl Work {
    const fn command(self) -> &'static str {
        match self {
            Self::Update => "update",
            Self::Compact => "compact",
        }
    }
}

/// Starts work on the snapshot at `root` in a session of its own and does not wait for it. What it says goes to
/// `.bombe/hook.log`.
///
/// # Errors
/// When the log cannot be opened or the program does not start.
pub fn start(root: &Path, program: &Path, what: Work) -> io::Result<()> {
    let folder = root.join(".bombe");
    own_files::create_folder(&folder)?;
    let mut log = own_files::open_log(&folder.join("hook.log"), LOG_BYTES_MAX)?;
    writeln!(log, "{} {}", now(), what.command())?;
    let mut command = Command::new(program);
    command
        .args([what.command(), "--wait", BACKGROUND])
        .arg(root)
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    detach(&mut command);
    let mut child = command.spawn()?;
    // A program that goes on asks how the other ended, so that nothing of it is left; one that ends does not wait.
    std::thread::spawn(move || child.wait());
    Ok(())
}

/// Returns the time, for a log: `2026-01-31 23:59:59 UTC`.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs() as i64);
    let of_day = seconds.rem_euclid(86_400);
    format!(
        "{} {:02}:{:02}:{:02} UTC",
        date_of(seconds),
        of_day / 3_600,
        of_day / 60 % 60,
        of_day % 60
    )
}

#[cfg(unix)]
fn detach(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(windows)]
fn detach(command: &mut Command) {
    /// `DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP` of the Windows API.
    const FLAGS: u32 = 0x0000_0008 | 0x0000_0200;
    std::os::windows::process::CommandExt::creation_flags(command, FLAGS);
}

#[cfg(not(any(unix, windows)))]
fn detach(_: &mut Command) {}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{part, without_part};

    #[test]
    fn what_was_put_in_comes_out_and_the_rest_stays() {
        let part = part(Path::new("/opt/it's here/bombe-build"));
        for (before, after) in [
            ("#!/bin/sh\n", "exec true\n"),
            ("", ""),
            ("#!/bin/sh\n", ""),
        ] {
            let text = format!("{before}{part}{after}");
            assert_eq!(without_part(&text), format!("{before}{after}"));
        }
        assert!(part.contains(r"bombe='/opt/it'\''s here/bombe-build'"));
    }
}
