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

/// Most snapshots that a folder stands for.
pub const SNAPSHOTS_MAX: usize = 64;

/// Most entries of a folder that are looked at.
const ENTRIES_MAX: usize = 4_096;

/// Locates the snapshots for several arguments, or for none. An argument stands for one snapshot, as [`locate`] finds it,
/// or for several: a folder without a `.bombe/snapshot.bmb` that holds files whose names end with `.bmb`, or, if nothing is
/// found for it, one whose folders each have a `.bombe/snapshot.bmb`. These come in the order of their paths, at most
/// [`SNAPSHOTS_MAX`]. The result is never empty, and has each path once.
pub fn locate_all(arguments: &[PathBuf], current: &Path) -> Vec<Located> {
    if arguments.is_empty() {
        return vec![locate(None, current)];
    }
    let mut all: Vec<Located> = Vec::new();
    for argument in arguments {
        let folder = current.join(argument);
        let files = if folder.is_dir() && !folder.join(IN_REPOSITORY).is_file() {
            entries(&folder, |entry| {
                let is_snapshot = entry.extension().is_some_and(|it| it == "bmb");
                (is_snapshot && entry.is_file()).then(|| entry.to_owned())
            })
        } else {
            Vec::new()
        };
        let located = match locate(Some(argument), current) {
            _ if !files.is_empty() => files,
            Located::File(file) => vec![file],
            Located::Missing(folder) => {
                let below = entries(&folder, |entry| {
                    Some(entry.join(IN_REPOSITORY)).filter(|file| file.is_file())
                });
                if below.is_empty() {
                    all.push(Located::Missing(folder));
                }
                below
            }
        };
        for path in located {
            let is_known =
                |known: &Located| matches!(known, Located::File(known) if *known == path);
            if !all.iter().any(is_known) {
                all.push(Located::File(path));
            }
        }
    }
    all
}

/// Returns what is chosen of the entries of a folder, sorted.
fn entries(folder: &Path, choose: impl Fn(&Path) -> Option<PathBuf>) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let chosen = entries
        .take(ENTRIES_MAX)
        .filter_map(|entry| choose(&entry.path()));
    let mut chosen: Vec<PathBuf> = chosen.collect();
    chosen.sort();
    chosen.truncate(SNAPSHOTS_MAX);
    chosen
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
