//! The base that an update compares with: that of its own tree, or that of the main tree, which a worktree shares.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use bombe_format::commit::CommitPoint;
use bombe_format::error::Corrupt;

use super::segment_file::{self, SegmentError};
use super::{BaseManifest, Delta};
use crate::atomic_file;
use crate::encode::{self, Options};
use crate::rank;
use crate::snapshot_dir::{self, SnapshotDir};

/// A base that an overlay may lie over.
#[derive(Debug)]
pub struct Base {
    /// What it holds.
    pub manifest: BaseManifest,
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

/// Another tree's snapshot and manifest, linked under names of ours; gone with this value.
#[derive(Debug)]
struct Aside {
    snapshot: PathBuf,
    manifest: PathBuf,
}

impl Base {
    /// The base of a commit point; none if there is no manifest of it.
    pub fn current(dir: &SnapshotDir, commit: &CommitPoint) -> Option<Self> {
        let manifest = BaseManifest::read(&dir.base_manifest())?;
        let ranked = commit.overlay.zip(commit.links);
        let ranked = ranked.map(|(identity, links)| Ranked {
            overlay: dir.overlay(&identity),
            identity,
            links,
        });
        (manifest.identity == commit.base).then(|| Self {
            manifest,
            options: snapshot_dir::options_of(commit),
            aside: None,
            ranked,
        })
    }

    /// The base of another tree of the same repository, linked aside: a merge there takes nothing away here. None if
    /// there is none, or it is being replaced.
    pub fn of_other(dir: &SnapshotDir, other: &SnapshotDir) -> Option<Self> {
        let commit = other.current()?;
        // A name that no file is written under: what is linked must never be written to.
        let aside = Aside {
            snapshot: atomic_file::temporary_path(dir.snapshot(), "link")?,
            manifest: atomic_file::temporary_path(&dir.base_manifest(), "link")?,
        };
        link(other.snapshot(), &aside.snapshot)?;
        link(&other.base_manifest(), &aside.manifest)?;
        let manifest = BaseManifest::read(&aside.manifest)?;
        let fits = manifest.identity == commit.base
            && snapshot_dir::identity(&aside.snapshot) == Some(commit.base);
        fits.then(|| Self {
            manifest,
            options: snapshot_dir::options_of(&commit),
            aside: Some(aside),
            ranked: None,
        })
    }

    /// Puts a base that was linked aside in its place; one that is there already stays.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn settle(&mut self, dir: &SnapshotDir) -> io::Result<()> {
        if let Some(aside) = self.aside.take() {
            atomic_file::publish(&aside.manifest, &dir.base_manifest())?;
            atomic_file::publish(&aside.snapshot, dir.snapshot())?;
        }
        Ok(())
    }

    /// The ranks of what lies over it, as a section: without rows if they are those of the base; those that are known for the same
    /// links; or else new ones.
    ///
    /// # Errors
    /// If the manifest cannot be read or is damaged.
    pub fn ranks(&self, delta: &Delta) -> Result<Vec<u8>, SegmentError> {
        let Some(state) = delta.links.state() else {
            return Ok(encode::ranks(Vec::new()));
        };
        if let Some(before) = &self.ranked
            && before.links == state
            && let Ok(ranks) =
                segment_file::ranks(&before.overlay, before.identity, delta.links.symbols())
        {
            return Ok(ranks);
        }
        let links = delta.links.over(&self.manifest.links()?, &delta.of_base);
        let links = links.ok_or_else(|| {
            Corrupt::new("the manifest of a base", "links of what is kept", "others")
        })?;
        Ok(encode::ranks(rank::page_rank_of(&links)))
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // What has got its own name is not there any more; what stays is removed by the next writer.
        let _ = fs::remove_file(&self.manifest);
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
