//! The work tree that a snapshot was made from: paths in it, diffs, the checked-out commit.

use std::borrow::Cow;
use std::path::Path;

use bombe_format::ids::FileId;

use crate::beneath::OpenRoot;
use crate::git::{self, Git, GitError};
use crate::limits::Limits;
use crate::query::{QueryError, Result};
use crate::regular_file::{self, Links};
use crate::snapshot::Snapshot;
use crate::view::File;

/// No file of git's own is longer, packed references of a million branches included.
const GIT_FILE_BYTES_MAX: u64 = 256 << 20;

/// Files that are looked for in a tree, to tell whether it is that of a snapshot.
const SAMPLES: usize = 32;

impl Snapshot {
    /// Compares the snapshot with the work tree that contains the folder `current`. If the snapshot's own tree is not known and
    /// this one has its files, takes it for its tree. Sets a [`notice`](Self::notice) if the snapshot belongs to another tree.
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
            None if self.has_files_of(&here) => {
                // What differs from it is told by file.
                self.root = Some(here);
                None
            }
            None => Some(format!(
                "this index is of {}, not of {}: paths and lines are those of that repository",
                self.name(),
                here.display()
            )),
        };
    }

    /// As [`compare_with`](Self::compare_with), for one of several snapshots: each answer names the one that it is from, so that
    /// a notice about another tree says nothing new.
    pub fn compare_among_others(&mut self, current: &Path) {
        if self.fault.is_none() && !self.is_foreign {
            self.compare_with(current);
            self.notice = None;
        }
    }

    /// Returns true if a tree has most of some files of the snapshot.
    fn has_files_of(&self, tree: &Path) -> bool {
        let (Ok(tree), Ok(count)) = (OpenRoot::open(tree), self.view.file_count()) else {
            return false;
        };
        let is_there = |at: &usize| {
            let file = self.view.file(FileId::new(at * count / SAMPLES));
            let path = file.and_then(File::path);
            path.is_ok_and(|path| {
                tree.metadata(Path::new(path))
                    .is_ok_and(|meta| meta.is_file())
            })
        };
        count > 0 && (0..SAMPLES).filter(is_there).count() > SAMPLES / 2
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
            let shown: String = spec.chars().take(80).collect();
            return Err(fault(format!("`{shown}` is not a range of commits")));
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

    /// Returns the folder of the work tree in its repository, with a slash at its end; empty for the repository itself.
    pub fn path_below_top(&self) -> String {
        let root = self
            .root
            .as_deref()
            .and_then(|root| root.canonicalize().ok());
        let below = root.as_deref().and_then(|root| {
            let top = git::top_of(root)?;
            Some(root.strip_prefix(top).ok()?.to_str()?.to_owned())
        });
        match below.as_deref() {
            None | Some("") => String::new(),
            Some(below) => format!("{}/", below.replace('\\', "/")),
        }
    }

    /// Returns the commit that is checked out in the work tree, if it can be read from `.git` without running git.
    pub fn checked_out_commit(&self) -> Option<String> {
        checked_out(self.root.as_ref()?)
    }
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
