//! Finding the snapshot that is meant: a file, a folder, or nothing at all.

use std::path::{Path, PathBuf};

/// Where a snapshot lies inside its repository.
pub const IN_REPOSITORY: &str = ".bombe/snapshot.bmb";

/// What an argument led to.
#[derive(Debug)]
pub enum Located {
    /// A snapshot file.
    File(PathBuf),
    /// A repository without a snapshot.
    Missing(PathBuf),
}

/// Finds the snapshot for an argument: a file is taken as it is; a folder (the current one without an argument) and
/// those above it, up to the top of the repository, are looked through for `.bombe/snapshot.bmb`.
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
