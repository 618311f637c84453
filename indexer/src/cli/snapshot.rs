//! The snapshot that a command is about.

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::loaded::Loaded;
use crate::snapshot_dir::DEFAULT_SNAPSHOT;

/// Reads the snapshot at `path`: a file, a repository's folder, or, if none is named, that of the current folder or the
/// nearest one above it that has any.
pub(super) fn load(path: Option<&Path>) -> anyhow::Result<(PathBuf, Loaded)> {
    let path = find(path)?;
    match Loaded::read(&path) {
        Ok(loaded) => Ok((path, loaded)),
        Err(error) => Err(anyhow::Error::new(error).context(path.display().to_string())),
    }
}

fn find(path: Option<&Path>) -> anyhow::Result<PathBuf> {
    match path {
        Some(path) if path.is_dir() => {
            let inside = path.join(DEFAULT_SNAPSHOT);
            if inside.is_file() {
                return Ok(inside);
            }
            bail!(
                "{} has no snapshot: build one with `bombe-build {}`",
                path.display(),
                path.display()
            )
        }
        Some(path) if !path.exists() => bail!(
            "there is no file {}: build one with `bombe-build -o {}`",
            path.display(),
            path.display()
        ),
        Some(path) => Ok(path.to_owned()),
        None => {
            let here = std::env::current_dir()?;
            let found = here
                .ancestors()
                .map(|folder| folder.join(DEFAULT_SNAPSHOT))
                .find(|path| path.is_file());
            match found {
                Some(path) => Ok(path),
                None => bail!(
                    "no {DEFAULT_SNAPSHOT} here or above: build one with `bombe-build`, or name a snapshot"
                ),
            }
        }
    }
}
