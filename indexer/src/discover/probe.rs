//! What a walk asks about single paths, beyond the listings of the folders that it reads.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::unread;

/// A condition on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Condition {
    /// It is a regular file, or a link to one.
    IsFile,
    /// It exists.
    Exists,
    /// It is a symbolic link that ends inside the root.
    LeadsInside,
}

/// A condition that a walk checked, with the result, which the files that it found depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Probe {
    path: String,
    condition: Condition,
    result: bool,
}

impl Condition {
    /// Returns true if the condition holds for `path` (absolute) now.
    ///
    /// # Errors
    /// If the system does not say it.
    pub(super) fn holds(self, root: &Path, path: &Path) -> io::Result<bool> {
        match self {
            Self::IsFile => Ok(unread::metadata(path)?.is_some_and(|meta| meta.is_file())),
            Self::Exists => Ok(unread::metadata(path)?.is_some()),
            Self::LeadsInside => leads_inside(root, path),
        }
    }
}

impl Probe {
    /// Records the `result` of a condition for `path`.
    pub(super) fn new(condition: Condition, path: &str, result: bool) -> Self {
        Self {
            path: path.to_owned(),
            condition,
            result,
        }
    }

    /// Returns true if the result is the same now.
    pub(super) fn holds(&self, root: &Path) -> bool {
        let now = self.condition.holds(root, Path::new(&self.path));
        now.is_ok_and(|now| now == self.result)
    }
}

/// Returns true if a symbolic link ends inside the root, where its target is found under its own path.
fn leads_inside(root: &Path, link: &Path) -> io::Result<bool> {
    match unread::retried(|| link.canonicalize()) {
        Ok(target) => Ok(target.starts_with(root) && !link.starts_with(&target)),
        // It leads nowhere, or to a place that this user may not see.
        Err(error)
            if unread::is_gone(&error)
                || unread::is_circle(&error)
                || error.kind() == io::ErrorKind::PermissionDenied =>
        {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}
