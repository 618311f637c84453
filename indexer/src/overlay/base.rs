//! The base that an update compares with: that of its own tree, or that of the main tree, which a worktree shares.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use bombe_format::commit::CommitPoint;
use bombe_format::error::Corrupt;

use super::{Delta, Record, stored};
use crate::commit::{self, Beside};
use crate::encode::{self, Options};
use crate::rank;

/// A base that an overlay may lie over.
#[derive(Debug)]
pub struct Base {
    /// What it holds.
    pub record: Record,
    /// How it was written.
    pub options: Options,
    aside: Option<Aside>,
    ranked: Option<Ranked>,
}

/// The overlay so far, whose ranks are those of certain links.
#[derive(Debug)]
struct Ranked {
    overlay: PathBuf,
    identity: [u8; 32],
    /// See [`OwnLinks::state`](super::OwnLinks::state).
    links: [u8; 32],
}

/// Another tree's snapshot and record, linked under names of ours; gone with this value.
#[derive(Debug)]
struct Aside {
    snapshot: PathBuf,
    record: PathBuf,
}

impl Base {
    /// The base of a commit point; none if there is no record of it.
    pub fn current(beside: &Beside, commit: &CommitPoint) -> Option<Self> {
        let record = Record::read(&beside.record())?;
        let ranked = commit.overlay.zip(commit.links);
        let ranked = ranked.map(|(identity, links)| Ranked {
            overlay: beside.overlay(&identity),
            identity,
            links,
        });
        (record.identity == commit.base).then(|| Self {
            record,
            options: commit::options_of(commit),
            aside: None,
            ranked,
        })
    }

    /// The base of another tree of the same repository, linked aside: a merge there takes nothing away here. None if
    /// there is none, or it is being replaced.
    pub fn of_other(beside: &Beside, other: &Beside) -> Option<Self> {
        let commit = other.current()?;
        // A name that no file is written under: what is linked must never be written to.
        let aside = Aside {
            snapshot: encode::temporary(beside.snapshot(), "link")?,
            record: encode::temporary(&beside.record(), "link")?,
        };
        link(other.snapshot(), &aside.snapshot)?;
        link(&other.record(), &aside.record)?;
        let record = Record::read(&aside.record)?;
        let fits = record.identity == commit.base
            && commit::identity(&aside.snapshot) == Some(commit.base);
        fits.then(|| Self {
            record,
            options: commit::options_of(&commit),
            aside: Some(aside),
            ranked: None,
        })
    }

    /// Puts a base that was linked aside in its place; one that is there already stays.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn settle(&mut self, beside: &Beside) -> io::Result<()> {
        if let Some(aside) = self.aside.take() {
            encode::publish(&aside.record, &beside.record())?;
            encode::publish(&aside.snapshot, beside.snapshot())?;
        }
        Ok(())
    }

    /// The ranks of what lies over it, as a section: without rows if they are those of the base; those that are known for the same
    /// links; or else new ones.
    ///
    /// # Errors
    /// If the record cannot be read or is damaged.
    pub fn ranks(&self, delta: &Delta) -> io::Result<Vec<u8>> {
        let Some(state) = delta.links.state() else {
            return Ok(encode::ranks(Vec::new()));
        };
        if let Some(before) = &self.ranked
            && before.links == state
            && let Ok(ranks) =
                stored::ranks(&before.overlay, before.identity, delta.links.symbols())
        {
            return Ok(ranks);
        }
        let links = delta.links.over(&self.record.links()?, &delta.of_base);
        let links = links.ok_or_else(|| {
            let damage = Corrupt::new("the record of a base", "links of what is kept", "others");
            io::Error::new(io::ErrorKind::InvalidData, damage)
        })?;
        Ok(encode::ranks(rank::page_rank_of(&links)))
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // What has got its own name is not there any more; what stays is removed by the next writer.
        let _ = fs::remove_file(&self.record);
        let _ = fs::remove_file(&self.snapshot);
    }
}

/// Links a file to another name, or copies it where there are no links.
fn link(from: &Path, to: &Path) -> Option<()> {
    if to.exists() {
        fs::remove_file(to).ok()?;
    }
    if fs::hard_link(from, to).is_err() {
        fs::copy(from, to).ok()?;
        File::open(to).and_then(|file| file.sync_all()).ok()?;
    }
    Some(())
}
