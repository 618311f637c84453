//! An open snapshot with what is around it: its file, and the work tree that it was made from, if that is at hand.

use std::borrow::Cow;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::SystemTime;

use bombe_format::commit::{CURRENT, CommitPoint, overlay_name};

use crate::limits::TIME_MAX;
use crate::query::{QueryError, Result};
use crate::view::{OpenError, OpenOptions, View};

/// An open snapshot.
#[derive(Debug)]
pub struct Snapshot {
    /// Its content.
    pub view: View,
    /// The snapshot's file.
    pub path: PathBuf,
    /// The work tree, if it is at hand.
    pub root: Option<PathBuf>,
    /// When the file was written, if the system tells.
    made: Option<SystemTime>,
    /// What a caller must know before it trusts an answer: the snapshot is of another tree than the caller's, or has a
    /// [`fault`](Self::fault).
    pub notice: Option<String>,
    /// Why the overlay that the commit point names is not over the base.
    pub fault: Option<String>,
}

/// How often a commit point is read again that does not fit, because a writer is at work.
const TRIES: usize = 8;

/// Returns the folder beside a snapshot that holds its commit point and overlays: `<snapshot>.d`.
pub fn snapshot_dir(snapshot: &Path) -> PathBuf {
    let mut folder = snapshot.as_os_str().to_owned();
    folder.push(".d");
    PathBuf::from(folder)
}

fn commit_point(snapshot: &Path) -> Option<CommitPoint> {
    CommitPoint::parse(&std::fs::read_to_string(snapshot_dir(snapshot).join(CURRENT)).ok()?)
}

fn modified(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path)
        .and_then(|meta| meta.modified())
        .ok()
}

impl Snapshot {
    /// Opens a snapshot file, and the overlay over it that the commit point beside it names. A file named
    /// `.bombe/snapshot.bmb` belongs to the folder that holds `.bombe`. An overlay that cannot be read leaves the base alone
    /// and a [`fault`](Self::fault).
    ///
    /// # Errors
    /// As [`View::open`].
    pub fn open(path: &Path, options: OpenOptions) -> std::result::Result<Self, OpenError> {
        let mut commit = commit_point(path);
        let mut tries = 0;
        loop {
            // Asked before opening: if the file is replaced in between, files changed since are told once too often.
            let made = modified(path);
            let view = View::open(path, options)?;
            let of_other = |commit: &CommitPoint| commit.base != view.identity();
            if commit.as_ref().is_some_and(of_other) && tries < TRIES {
                // A writer replaces the base, then the commit point: whoever comes in between takes the base alone.
                let now = commit_point(path);
                if now != commit {
                    commit = now;
                    tries += 1;
                    continue;
                }
            }
            let overlay = commit
                .filter(|commit| commit.base == view.identity())
                .and_then(|commit| commit.overlay);
            return Ok(Self::of(view, path, made, overlay, options));
        }
    }

    fn of(
        mut view: View,
        path: &Path,
        mut made: Option<SystemTime>,
        overlay: Option<[u8; 32]>,
        options: OpenOptions,
    ) -> Self {
        let mut fault = None;
        if let Some(overlay) = overlay {
            let file = snapshot_dir(path).join(overlay_name(&overlay));
            let changed = modified(&file);
            match view.lay_over(&file, options) {
                Ok(()) => made = changed,
                Err(error) => {
                    fault = Some(format!(
                        "{error}: changes since the base of commit {} are missing; run `bombe-build update`",
                        view.meta().commit.chars().take(12).collect::<String>()
                    ));
                }
            }
        }
        let folder = path
            .parent()
            .filter(|folder| folder.file_name().is_some_and(|name| name == ".bombe"));
        let root = folder.and_then(Path::parent).map(|root| {
            if root.as_os_str().is_empty() {
                PathBuf::from(".")
            } else {
                root.to_owned()
            }
        });
        Self {
            view,
            path: path.to_owned(),
            root,
            made,
            notice: fault.clone(),
            fault,
        }
    }

    /// Which of `paths` (relative to the root) are newer in the work tree than the snapshot, or gone from it. Empty if
    /// the work tree is not at hand. Costs one `stat` a path.
    pub fn stale_among<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Vec<String> {
        let (Some(root), Some(made)) = (&self.root, self.made) else {
            return Vec::new();
        };
        paths
            .filter(|path| {
                match std::fs::metadata(root.join(path)).and_then(|meta| meta.modified()) {
                    Ok(changed) => changed > made,
                    Err(_) => true,
                }
            })
            .map(str::to_owned)
            .collect()
    }
}

impl Snapshot {
    /// The repository's name; without one, the work tree's or the file's.
    pub fn name(&self) -> String {
        let name = &self.view.meta().name;
        if !name.is_empty() {
            return name.clone();
        }
        let root = self
            .root
            .as_deref()
            .and_then(|root| root.canonicalize().ok());
        let named = match &root {
            Some(root) => root.file_name(),
            None => self.path.file_stem(),
        };
        named.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Compares the snapshot with the work tree that `current` lies in, and leaves a [`notice`](Self::notice) if it was
    /// made from another one, or (where that is not known) from another commit.
    pub fn compare_with(&mut self, current: &Path) {
        if self.fault.is_some() {
            return;
        }
        let top = |folder: &Path| {
            let folder = folder.canonicalize().ok()?;
            let top = folder.ancestors().find(|top| top.join(".git").exists());
            top.map(Path::to_owned)
        };
        let Some(here) = top(current) else { return };
        let commit: String = self.view.meta().commit.chars().take(12).collect();
        self.notice = match self
            .root
            .as_deref()
            .and_then(|root| root.canonicalize().ok())
        {
            Some(root) if top(&root).as_deref() == Some(here.as_path()) => None,
            Some(root) => Some(format!(
                "this index is of another tree, {}, not of {}: paths and lines are those of that tree",
                root.display(),
                here.display()
            )),
            None => checked_out(&here)
                .filter(|head| !commit.is_empty() && !head.starts_with(&commit))
                .map(|head| {
                    format!(
                        "this index is of {} at commit {commit}; {} is at {}: files may differ",
                        self.name(),
                        here.display(),
                        head.chars().take(12).collect::<String>()
                    )
                }),
        };
    }

    /// A path, or a text that starts with one, relative to the work tree, as the snapshot has it.
    ///
    /// # Errors
    /// When it is an absolute path outside of the work tree.
    pub fn relative<'t>(&self, argument: &'static str, text: &'t str) -> Result<&'t str> {
        let text = text.trim();
        if !text.starts_with('/') || text.len() == 1 {
            return Ok(text.strip_prefix("./").unwrap_or(text));
        }
        let Some(root) = self.root.as_deref() else {
            return Ok(text);
        };
        for root in [Some(root.to_owned()), root.canonicalize().ok()]
            .into_iter()
            .flatten()
        {
            let below = root.to_str().and_then(|root| text.strip_prefix(root));
            match below {
                Some("") => return Ok("."),
                Some(below) if below.starts_with('/') => return Ok(&below[1..]),
                _ => {}
            }
        }
        Err(QueryError::Argument {
            argument,
            problem: format!(
                "`{text}` is not in {}, the tree that this index is of",
                root.canonicalize()
                    .unwrap_or_else(|_| root.to_owned())
                    .display()
            ),
            example: "a path relative to that folder, as `src/auth/service.py`".to_owned(),
        })
    }

    /// A diff, and on which side of it the snapshot is. `what` is a diff itself; `worktree`, for what has changed in the
    /// work tree since the indexed commit; or a commit or range of commits, for which git is run.
    ///
    /// # Errors
    /// When it is none of these, or git cannot tell.
    pub fn diff<'t>(&self, what: &'t str) -> Result<(Cow<'t, str>, Side)> {
        if what.contains('\n') {
            return Ok((Cow::Borrowed(what), Side::Old));
        }
        let fault = |problem: String| QueryError::Argument {
            argument: "diff",
            problem,
            example: "`worktree`, `HEAD~3..HEAD`, or the text of a unified diff".to_owned(),
        };
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._/-~^@{}".contains(&byte);
        if what.starts_with('-') || !what.bytes().all(allowed) {
            return Err(fault(format!("`{what}` is no range of commits")));
        }
        let Some(root) = &self.root else {
            return Err(fault(
                "needs the work tree, which is not at hand: give the diff itself".to_owned(),
            ));
        };
        let commit = &self.view.meta().commit;
        let range = match what {
            // The snapshot may come from anywhere: what it calls a commit must not be read as an option.
            "worktree" if is_commit(commit) => commit,
            "worktree" => "HEAD",
            range => range,
        };
        let end = range
            .rsplit_once("..")
            .map(|(_, end)| if end.is_empty() { "HEAD" } else { end });
        let side = match end {
            Some(end)
                if git(root, &["rev-parse", "--verify", end])
                    .is_ok_and(|id| id.trim() == commit) =>
            {
                Side::New
            }
            _ => Side::Old,
        };
        let text = git(
            root,
            &[
                "-c",
                "core.quotePath=false",
                "-c",
                "core.fsmonitor=false",
                "diff",
                "--no-color",
                "--no-ext-diff",
                "--no-textconv",
                "--relative",
                "--unified=0",
                "--src-prefix=a/",
                "--dst-prefix=b/",
                range,
                "--",
            ],
        )
        .map_err(fault)?;
        Ok((Cow::Owned(text), side))
    }

    /// The commit that is checked out in the work tree, if it can be read from `.git` without running git.
    pub fn checked_out_commit(&self) -> Option<String> {
        checked_out(self.root.as_ref()?)
    }
}

/// Which side of a diff a snapshot has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Before the change.
    Old,
    /// After it.
    New,
}

/// What git prints, within the time that a query has.
fn git(root: &Path, arguments: &[&str]) -> std::result::Result<String, String> {
    let mut child = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot run git: {error}"))?;
    let Some(mut stdout) = child.stdout.take() else {
        return Err("cannot read from git".to_owned());
    };
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stdout.read_to_end(&mut bytes).map(|_| bytes);
        // The receiver is gone when time was up.
        let _ = sender.send(read);
    });
    let read = receiver.recv_timeout(TIME_MAX);
    if read.is_err() {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
    }
    let ended = child.wait().map_err(|error| error.to_string())?;
    match read {
        Ok(Ok(bytes)) if ended.success() => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Ok(_) => Err(format!(
            "git does not know `{}`",
            arguments.iter().rev().find(|a| **a != "--").unwrap_or(&"")
        )),
        Err(_) => Err("git takes too long".to_owned()),
    }
}

fn is_commit(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn checked_out(top: &Path) -> Option<String> {
    let mut git = top.join(".git");
    // A worktree's `.git` is a file that names its folder; what is shared lies in `commondir`.
    if let Ok(text) = std::fs::read_to_string(&git) {
        git = top.join(text.trim().strip_prefix("gitdir: ")?);
    }
    let common = match std::fs::read_to_string(git.join("commondir")) {
        Ok(text) => git.join(text.trim()),
        Err(_) => git.clone(),
    };
    let head = std::fs::read_to_string(git.join("HEAD")).ok()?;
    let commit = match head.trim().strip_prefix("ref: ") {
        None => head.trim().to_owned(),
        Some(name) => match std::fs::read_to_string(common.join(name)) {
            Ok(text) => text.trim().to_owned(),
            Err(_) => {
                let packed = std::fs::read_to_string(common.join("packed-refs")).ok()?;
                let line = packed.lines().find(|line| {
                    line.strip_suffix(name)
                        .is_some_and(|rest| rest.ends_with(' '))
                })?;
                line.split(' ').next()?.to_owned()
            }
        },
    };
    is_commit(&commit).then_some(commit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_in_the_place_of_a_commit_is_no_commit() {
        assert!(is_commit("91eb42645e26a7ef9382b4a655bcefe5c8682fee"));
        assert!(!is_commit(""));
        assert!(!is_commit(
            "--output=/tmp/written-by-git-instead-of-read-as-a-commit"
        ));
    }
}
