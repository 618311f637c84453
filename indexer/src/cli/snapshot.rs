//! Opens the snapshot that a command works on.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::output;
use crate::snapshot_dir::DEFAULT_SNAPSHOT;
use bombe_reader::snapshot::{FOREIGN, Snapshot};
use bombe_reader::view::{OpenError, OpenOptions, View};

/// Opens the snapshot at `path`: a file, or a repository's folder. Without a path, it is the one of the current folder, or of
/// the nearest folder above that has one.
pub(super) fn load(path: Option<&Path>) -> anyhow::Result<(PathBuf, View)> {
    open(path).map(|snapshot| (snapshot.path, snapshot.view))
}

/// Opens the snapshot at `path` as [`load`] does, with what belongs to it.
pub(super) fn open(path: Option<&Path>) -> anyhow::Result<Snapshot> {
    let path = find(path)?;
    match Snapshot::open_complete(&path, OpenOptions::default()) {
        Ok(snapshot) => {
            if snapshot.is_foreign {
                // The answer stays alone on stdout.
                let _ = output::tell(FOREIGN);
            }
            Ok(snapshot)
        }
        // The source is attached as it is, so that it decides the exit code and is printed once.
        Err(OpenError::Io { path, source }) => {
            Err(anyhow::Error::new(source).context(path.display().to_string()))
        }
        Err(OpenError::Format { path, source }) => {
            Err(anyhow::Error::new(source).context(path.display().to_string()))
        }
        Err(error) => Err(anyhow::Error::new(error)),
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
                "{} has no snapshot: build one with `bombe build {}`",
                path.display(),
                path.display()
            )
        }
        Some(path) if !path.exists() => bail!(
            "there is no file {}: build one with `bombe build -o {}`",
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
                    "no {DEFAULT_SNAPSHOT} here or above: build one with `bombe build`, or name a snapshot"
                ),
            }
        }
    }
}
