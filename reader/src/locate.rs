//! Locates the snapshot for an argument: a file, a folder, or none.

use std::path::{Path, PathBuf};

/// The path of a snapshot inside its repository.
pub const IN_REPOSITORY: &str = ".bombe/snapshot.bmb";

/// The result of [`locate`].
#[derive(Debug)]
pub enum Located {
    /// The path of a snapshot. The file may be missing if the argument names it.
    File(PathBuf),
    /// A folder without a snapshot.
    Missing(PathBuf),
}

/// Locates the snapshot for an argument, which is relative to the folder `current`. A file is the snapshot itself, and so
/// is a path that ends with `.bmb` and does not exist. For a folder (`current` if there is no argument), the snapshot is
/// `.bombe/snapshot.bmb` there or in the nearest folder above. The search ends at the top of the repository: the first
/// folder with a `.git` or a `bombe.toml`.
pub fn locate(argument: Option<&Path>, current: &Path) -> Located {
    let start = argument.map_or_else(|| current.to_owned(), |path| current.join(path));
    if start.is_file()
        || (!start.exists()
            && start
                .extension()
                .is_some_and(|extension| extension == "bmb"))
    {
        return Located::File(start);
    }
    let mut folder = start.as_path();
    loop {
        let candidate = folder.join(IN_REPOSITORY);
        if candidate.is_file() {
            return Located::File(candidate);
        }
        let is_top = folder.join(".git").exists() || folder.join("bombe.toml").exists();
        match folder.parent() {
            Some(parent) if !is_top => folder = parent,
            _ => return Located::Missing(start.clone()),
        }
    }
}
