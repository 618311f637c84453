//! The base that an update compares with: that of its own tree, or that of the main tree, which a worktree shares.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use bombe_format::commit::CommitPoint;

use super::{Record, kept_lengths};
use crate::commit::{self, Beside};
use crate::encode::{self, GroupLengths, Options};
use crate::loaded::LoadError;

/// A base that an overlay may lie over.
#[derive(Debug)]
pub struct Base {
    /// What it holds.
    pub record: Record,
    /// How it was written.
    pub options: Options,
    /// The snapshot's file, under the name that it has now.
    snapshot: PathBuf,
    /// The record's file, as long as both are another tree's, linked aside.
    shared: Option<PathBuf>,
}

impl Base {
    /// The base of a commit point; none if there is no record of it.
    pub fn current(beside: &Beside, commit: &CommitPoint) -> Option<Self> {
        let record = Record::read(&beside.record())?;
        (record.identity == commit.base).then(|| Self {
            record,
            options: commit::options_of(commit),
            snapshot: beside.snapshot().to_owned(),
            shared: None,
        })
    }

    /// The base of another tree of the same repository, linked aside: a merge there takes nothing away here. None if
    /// there is none, or it is being replaced.
    pub fn of_other(beside: &Beside, other: &Beside) -> Option<Self> {
        let commit = other.current()?;
        let snapshot = link_aside(other.snapshot(), beside.snapshot())?;
        let shared = link_aside(&other.record(), &beside.record())?;
        let record = Record::read(&shared)?;
        let fits =
            record.identity == commit.base && commit::identity(&snapshot) == Some(commit.base);
        fits.then(|| Self {
            record,
            options: commit::options_of(&commit),
            snapshot,
            shared: Some(shared),
        })
    }

    /// Puts a base that was linked aside in its place; one that is there already stays.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn settle(&mut self, beside: &Beside) -> io::Result<()> {
        if let Some(shared) = self.shared.take() {
            encode::publish(&shared, &beside.record())?;
            encode::publish(&self.snapshot, beside.snapshot())?;
            beside.snapshot().clone_into(&mut self.snapshot);
        }
        Ok(())
    }

    /// The sums of lengths over all symbols but those of some files, which ascend.
    ///
    /// # Errors
    /// If the snapshot cannot be read or is damaged.
    pub fn kept_lengths(&self, masked: &[u32]) -> Result<GroupLengths, LoadError> {
        kept_lengths(&self.snapshot, self.record.identity, masked)
    }
}

impl Drop for Base {
    fn drop(&mut self) {
        if let Some(shared) = &self.shared {
            // What stays is removed by the next writer.
            let _ = fs::remove_file(shared);
            let _ = fs::remove_file(&self.snapshot);
        }
    }
}

/// Links a file to the temporary name of another, or copies it where there are no links.
fn link_aside(from: &Path, to: &Path) -> Option<PathBuf> {
    // A name that no file is written under: what is linked must never be written to.
    let aside = encode::temporary(to, "link")?;
    if aside.exists() {
        fs::remove_file(&aside).ok()?;
    }
    if fs::hard_link(from, &aside).is_err() {
        fs::copy(from, &aside).ok()?;
        File::open(&aside).and_then(|file| file.sync_all()).ok()?;
    }
    Some(aside)
}
