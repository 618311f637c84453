//! Locates the snapshot for an argument: a file, a folder, or none.

use std::path::{Path, PathBuf};

/// The path of a snapshot inside its repository.
pub const IN_REPOSITORY: &str = ".bombe/snapshot.bmb";

/// The result of [`locate`].
#[derive(Debug)]
pub enum Located {
    /// A snapshot file.
    File(PathBuf),
    /// A folder without a snapshot.
    Missing(PathBuf),
}

/// Locates the snapshot for an argument. A file is the snapshot itself. For a folder (the current one without an argument),
/// `.bombe/snapshot.bmb` is searched there and in the folders above, up to the top of the repository.
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
