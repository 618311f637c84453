//! An open snapshot with what is around it: its file, and the work tree that it was made from, if that is at hand.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

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
}

impl Snapshot {
    /// Opens a snapshot file. A file named `.bombe/snapshot.bmb` belongs to the folder that holds `.bombe`.
    ///
    /// # Errors
    /// As [`View::open`].
    pub fn open(path: &Path, options: OpenOptions) -> Result<Self, OpenError> {
        // Asked before opening: if the file is replaced in between, files changed since are told once too often.
        let made = std::fs::metadata(path)
            .and_then(|meta| meta.modified())
            .ok();
        let view = View::open(path, options)?;
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
        Ok(Self {
            view,
            path: path.to_owned(),
            root,
            made,
        })
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

    /// The commit that is checked out in the work tree, if it can be read from `.git` without running git.
    pub fn checked_out_commit(&self) -> Option<String> {
        let git = self.root.as_ref()?.join(".git");
        let head = std::fs::read_to_string(git.join("HEAD")).ok()?;
        let commit = match head.trim().strip_prefix("ref: ") {
            None => head.trim().to_owned(),
            Some(name) => match std::fs::read_to_string(git.join(name)) {
                Ok(text) => text.trim().to_owned(),
                Err(_) => {
                    let packed = std::fs::read_to_string(git.join("packed-refs")).ok()?;
                    let line = packed.lines().find(|line| line.ends_with(name))?;
                    line.split(' ').next()?.to_owned()
                }
            },
        };
        (commit.len() >= 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .then_some(commit)
    }
}
