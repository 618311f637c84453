//! The base that an update compares with: its own, or that of the main tree, which a worktree shares.

use std::io;
use std::path::PathBuf;

use bombe_format::commit::CommitPoint;
use bombe_format::error::Corrupt;
use bombe_format::header::SegmentKind;

use super::{BaseManifest, Delta, stored};
use crate::atomic_file;
use crate::encode::{self, Options};
use crate::integrity;
use crate::own_files;
use crate::rank;
use crate::snapshot_dir::{self, SnapshotDir};

/// A base that an overlay can lie over.
#[derive(Debug)]
pub struct Base {
    /// What it holds of each file.
    pub manifest: BaseManifest,
    /// How it was encoded.
    pub options: Options,
    linked: Option<LinkedBase>,
    ranked: Option<Ranked>,
}

/// The overlay before, with the state of the links that its ranks belong to.
#[derive(Debug)]
struct Ranked {
    overlay: PathBuf,
    identity: [u8; 32],
    /// See [`OverlayLinks::state`](super::OverlayLinks::state).
    links: [u8; 32],
}

/// Another tree's snapshot and manifest, linked under temporary names of this tree, which are removed with this value.
#[derive(Debug)]
struct LinkedBase {
    snapshot: PathBuf,
    manifest: PathBuf,
}

impl Base {
    /// Returns the base of a commit point; none if it has no manifest.
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
            linked: None,
            ranked,
        })
    }

    /// Returns the base of another tree of the same repository, as links under temporary names, so that a compaction there
    /// removes nothing here. None if there is no base, if it is damaged, or if it is being replaced.
    pub fn of_other(dir: &SnapshotDir, other: &SnapshotDir) -> Option<Self> {
        let commit = other.current().filter(|_| other.is_made_here())?;
        // No file is written under these names: a linked file must never be written to.
        let linked = LinkedBase {
            snapshot: atomic_file::temporary_path(dir.snapshot(), "link")?,
            manifest: atomic_file::temporary_path(&dir.base_manifest(), "link")?,
        };
        own_files::link_or_copy(other.snapshot(), &linked.snapshot).ok()?;
        own_files::link_or_copy(&other.base_manifest(), &linked.manifest).ok()?;
        let manifest = BaseManifest::read(&linked.manifest)?;
        let fits = manifest.identity == commit.base
            && integrity::is_undamaged(&linked.snapshot, SegmentKind::Base, commit.base);
        fits.then(|| Self {
            manifest,
            options: snapshot_dir::options_of(&commit),
            linked: Some(linked),
            ranked: None,
        })
    }

    /// Gives a base of another tree its own names here. A base of this tree stays as it is.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn settle(&mut self, dir: &SnapshotDir) -> io::Result<()> {
        if let Some(linked) = self.linked.take() {
            let mark = own_files::mark(&linked.snapshot);
            dir.vouch_for(&[(dir.snapshot(), mark)])?;
            atomic_file::publish(&linked.manifest, &dir.base_manifest())?;
            atomic_file::publish(&linked.snapshot, dir.snapshot())?;
        }
        Ok(())
    }

    /// Returns the ranks of the merged view, as a section: without rows if they are those of the base; those of the overlay
    /// before, if the links are the same; else newly computed ones.
    ///
    /// # Errors
    /// If the manifest cannot be read or is damaged.
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
        let links = delta.links.over(&self.manifest.links()?, &delta.of_base);
        let links = links.ok_or_else(|| {
            let damage = Corrupt::new("the base manifest", "links of kept files", "others");
            io::Error::new(io::ErrorKind::InvalidData, damage)
        })?;
        Ok(encode::ranks(rank::page_rank_of(&links)))
    }
}

impl Drop for LinkedBase {
    fn drop(&mut self) {
        // A file that has its own name is gone from here. The next writer removes what stays.
        let _ = own_files::remove(&self.manifest);
        let _ = own_files::remove(&self.snapshot);
    }
}
