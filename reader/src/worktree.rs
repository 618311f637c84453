//! The work tree that a snapshot was made from: changed files, diffs, the checked-out commit.

use std::borrow::Cow;
use std::fs::Metadata;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::beneath::OpenRoot;
use crate::git::{Git, GitError};
use crate::limits::Limits;
use crate::query::{QueryError, Result};
use crate::regular_file::{self, Links};
use crate::snapshot::Snapshot;
use crate::view::File;

/// No file of git's own is longer, packed references of a million branches included.
const GIT_FILE_BYTES_MAX: u64 = 256 << 20;

/// Steps that asking the file system about a path takes.
const STEPS_PER_STAT: usize = 50;

impl Snapshot {
    /// Returns those of `paths` (relative to the root) that have other bytes in the work tree than in the snapshot, or are
    /// gone from it. Empty if the work tree is not known. Costs one `stat` per path, and reads the files that have changed
    /// since the scan, as long as they have the same size.
    ///
    /// # Errors
    /// Fails if the snapshot is damaged.
    pub fn stale_among<'p>(
        &self,
        paths: impl Iterator<Item = &'p str>,
        limits: &Limits,
    ) -> Result<Vec<String>> {
        let (Some(root), Some(written)) = (&self.root, self.written) else {
            return Ok(Vec::new());
        };
        let since = written.checked_sub(CLOCK_TICK).unwrap_or(written);
        let Ok(root) = OpenRoot::open(root) else {
            // The work tree has gone, with all its files.
            return Ok(paths.map(str::to_owned).collect());
        };
        let mut readable = COMPARED_BYTES_MAX;
        let mut stale = Vec::new();
        for path in paths {
            if limits.spend(STEPS_PER_STAT) {
                break;
            }
            // Whoever made the snapshot may have written any path: one that leads out of the tree is not there.
            let Ok(meta) = root.metadata(Path::new(path)) else {
                stale.push(path.to_owned());
                continue;
            };
            // A time that the system does not tell may be any.
            if last_change(&meta).is_some_and(|changed| changed < since) {
                continue;
            }
            let file = self.view.file_by_path(path)?;
            let size = file.map_or(0, File::size);
            let left = readable.checked_sub(size);
            let is_same = match (file, left) {
                (Some(file), Some(left)) if meta.is_file() && meta.len() == size => {
                    readable = left;
                    if limits.spend_bytes(size as usize) {
                        break;
                    }
                    hash_of(&root, path, size).is_some_and(|hash| hash == file.hash())
                }
                _ => false,
            };
            if !is_same {
                stale.push(path.to_owned());
            }
        }
        Ok(stale)
    }

    /// Compares the snapshot with the work tree that contains the folder `current`, and sets a [`notice`](Self::notice) if the
    /// snapshot was made from another one. If the snapshot's work tree is not known, compares the commits.
    pub fn compare_with(&mut self, current: &Path) {
        if self.fault.is_some() || self.is_foreign {
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
                "this index belongs to another tree, {}, not to {}: paths and lines are those of that tree",
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

    /// Returns a path, or a text that starts with one, relative to the work tree, as the snapshot stores paths.
    ///
    /// # Errors
    /// Fails for an absolute path outside of the work tree.
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
                "`{text}` is not in {}, the tree of this index",
                root.canonicalize()
                    .unwrap_or_else(|_| root.to_owned())
                    .display()
            ),
            example: "a path relative to that folder, such as `src/auth/service.py`".to_owned(),
        })
    }

    /// Returns a diff, and the side of it that the snapshot holds. `spec` is one of three: the text of a diff; `worktree`,
    /// for the changes in the work tree since the indexed commit; a commit or a range of commits. The last two run git.
    ///
    /// # Errors
    /// Fails if `spec` is none of these, or if git fails.
    pub fn diff<'t>(&self, spec: &'t str, limits: &Limits) -> Result<(Cow<'t, str>, DiffSide)> {
        if spec.contains('\n') {
            return Ok((Cow::Borrowed(spec), DiffSide::Old));
        }
        let fault = |problem: String| QueryError::Argument {
            argument: "diff",
            problem,
            example: "`worktree`, `HEAD~3..HEAD`, or the text of a unified diff".to_owned(),
        };
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._/-~^@{}".contains(&byte);
        if spec.starts_with('-') || !spec.bytes().all(allowed) {
            return Err(fault(format!("`{spec}` is not a range of commits")));
        }
        let Some(root) = &self.root else {
            return Err(fault(
                "needs the work tree, which is not known: give the text of the diff".to_owned(),
            ));
        };
        let commit = &self.view.meta().commit;
        let range = match spec {
            // The snapshot is untrusted: git must not take its commit for an option.
            "worktree" if is_commit(commit) => commit,
            "worktree" => "HEAD",
            range => range,
        };
        let end = range
            .rsplit_once("..")
            .map(|(_, end)| if end.is_empty() { "HEAD" } else { end });
        let side = match end {
            Some(end)
                if Git::new(root, &["rev-parse", "--verify", end])
                    .run(limits)
                    .is_ok_and(|id| id.trim_ascii() == commit.as_bytes()) =>
            {
                DiffSide::New
            }
            _ => DiffSide::Old,
        };
        let options = [
            "--no-color",
            "--relative",
            "--unified=0",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            range,
            "--",
        ];
        let text = Git::diff(root, &options, limits)
            .and_then(|git| git.run(limits))
            .map_err(|error| fault(problem_of(&error, range)))?;
        Ok((
            Cow::Owned(String::from_utf8_lossy(&text).into_owned()),
            side,
        ))
    }

    /// Returns the commit that is checked out in the work tree, if it can be read from `.git` without running git.
    pub fn checked_out_commit(&self) -> Option<String> {
        checked_out(self.root.as_ref()?)
    }
}

/// A file that changed this long before the scan may have been read before the change: the clock of the file system may
/// be behind, and tick once in two seconds.
const CLOCK_TICK: Duration = Duration::from_secs(3);

/// Most bytes that one request compares with the snapshot. Files beyond count as changed.
const COMPARED_BYTES_MAX: u64 = 256 << 20;

/// Returns when a file was last changed: its content, or (where the system records it) its state, which no program can set.
fn last_change(meta: &Metadata) -> Option<SystemTime> {
    let modified = meta.modified().ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let seconds = Duration::from_secs(u64::try_from(meta.ctime()).ok()?);
        let changed = UNIX_EPOCH.checked_add(seconds)?;
        Some(modified.max(changed))
    }
    #[cfg(not(unix))]
    Some(modified)
}

/// Returns the blake3 of a file of this size; none if it cannot be read.
fn hash_of(root: &OpenRoot, path: &str, size: u64) -> Option<[u8; 32]> {
    let mut hasher = blake3::Hasher::new();
    let file = root.file(Path::new(path)).ok()?;
    hasher.update_reader(file.take(size + 1)).ok()?;
    Some(*hasher.finalize().as_bytes())
}

/// The two sides of a diff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiffSide {
    /// The files before the change.
    Old,
    /// The files after the change.
    New,
}

fn problem_of(error: &GitError, range: &str) -> String {
    match error {
        GitError::Failed(_) => format!("git does not know `{range}`"),
        error => error.to_string(),
    }
}

fn is_commit(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Reads a file of git's.
fn text_of(file: &Path) -> std::io::Result<String> {
    regular_file::read_text(file, Links::Follow, GIT_FILE_BYTES_MAX)
}

fn checked_out(top: &Path) -> Option<String> {
    let mut git = top.join(".git");
    // In a linked worktree, `.git` is a file that names the git folder, and refs are in the folder that `commondir` names.
    if let Ok(text) = text_of(&git) {
        git = top.join(text.trim().strip_prefix("gitdir: ")?);
    }
    let common = match text_of(&git.join("commondir")) {
        Ok(text) => git.join(text.trim()),
        Err(_) => git.clone(),
    };
    let head = text_of(&git.join("HEAD")).ok()?;
    let commit = match head.trim().strip_prefix("ref: ") {
        None => head.trim().to_owned(),
        Some(name) => match text_of(&common.join(name)) {
            Ok(text) => text.trim().to_owned(),
            Err(_) => {
                let packed = text_of(&common.join("packed-refs")).ok()?;
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
    fn an_option_in_the_place_of_a_commit_is_not_a_commit() {
        assert!(is_commit("91eb42645e26a7ef9382b4a655bcefe5c8682fee"));
        assert!(!is_commit(""));
        assert!(!is_commit(
            "--output=/tmp/written-by-git-instead-of-read-as-a-commit"
        ));
    }
}
