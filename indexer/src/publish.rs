//! Publishing: makes an encoded segment current, and saves the cache files that belong to it.

use std::io;
use std::path::PathBuf;

use bombe_resolve::record::ResolvedFile;

use crate::build::{Encoded, OverlayStats, Segment};
use crate::dependency_cache;
use crate::overlay::{Base, OverlayCache};
use crate::report::Summary;
use crate::snapshot_dir::{SnapshotDir, TreeState};

/// What has become current.
#[derive(Debug)]
pub enum Published {
    /// A new base.
    Base(Summary),
    /// An overlay over the base that was there.
    Overlay(Summary, OverlayStats),
    /// The base that was there, without an overlay.
    BaseAlone,
}

impl Published {
    /// What the build did; empty if nothing had to be built.
    pub fn into_summary(self) -> Summary {
        match self {
            Self::Base(summary) | Self::Overlay(summary, _) => summary,
            Self::BaseAlone => Summary::default(),
        }
    }

    /// The summary, to be completed.
    pub fn summary_mut(&mut self) -> Option<&mut Summary> {
        match self {
            Self::Base(summary) | Self::Overlay(summary, _) => Some(summary),
            Self::BaseAlone => None,
        }
    }
}

/// A snapshot, or a file of its snapshot folder, that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {} and its snapshot folder", .snapshot.display())]
pub struct WriteError {
    /// The snapshot.
    pub snapshot: PathBuf,
    /// What the operating system said.
    pub source: io::Error,
}

impl WriteError {
    /// Returns a function that turns an error of the operating system into one about a snapshot.
    pub fn of(dir: &SnapshotDir) -> impl Fn(io::Error) -> Self + '_ {
        |source| Self {
            snapshot: dir.snapshot().to_owned(),
            source,
        }
    }
}

/// Makes segments of one state of a tree current. The caller holds the lock of the snapshot folder.
#[derive(Clone, Copy)]
pub struct Publisher<'p> {
    /// The snapshot folder.
    pub dir: &'p SnapshotDir,
    /// The state of the tree.
    pub state: TreeState,
}

impl Publisher<'_> {
    /// Makes a segment current. An overlay lies over `base`. Saves a new dependency cache of all files.
    ///
    /// # Errors
    /// When a file cannot be written. What was current before is then still complete.
    pub fn publish(
        &self,
        encoded: Encoded,
        base: Option<&mut Base>,
    ) -> Result<Published, WriteError> {
        let path = self.dir.dependencies();
        self.publish_with(encoded, base, |rows, base_inputs| {
            dependency_cache::write_full(&path, self.state.inputs, &rows, base_inputs)
        })
    }

    /// As [`Publisher::publish`]. `save_dependencies` saves the dependency cache, given the rows of the files that were
    /// resolved and, for an overlay, the inputs of its base.
    ///
    /// # Errors
    /// As [`Publisher::publish`].
    pub fn publish_with(
        &self,
        encoded: Encoded,
        base: Option<&mut Base>,
        save_dependencies: impl FnOnce(Vec<ResolvedFile>, Option<[u8; 32]>) -> io::Result<()> + Send,
    ) -> Result<Published, WriteError> {
        let (dir, state) = (self.dir, &self.state);
        let Encoded {
            bytes,
            identity,
            summary,
            segment,
            rows,
        } = encoded;
        match (segment, base) {
            (Segment::Overlay { delta, stats }, Some(base)) => {
                let base_identity = base.manifest.identity;
                let base_inputs = base.manifest.inputs;
                let save = || {
                    OverlayCache::write(&dir.overlay_cache(), base_identity, identity, &delta);
                    save_dependencies(rows, Some(base_inputs))
                };
                let publish = || {
                    base.settle(dir)?;
                    let links = delta.links.state();
                    dir.publish_overlay(base_identity, identity, &bytes, links, state)
                };
                // A cache file names the state that it is of, so the order of the two does not matter.
                let (saved, published) = rayon::join(save, publish);
                saved.and(published).map_err(WriteError::of(dir))?;
                Ok(Published::Overlay(summary, stats))
            }
            (Segment::Base { manifest }, _) => {
                // Only an overlay leaves a base that the tree may come back to.
                save_dependencies(rows, None)
                    .and_then(|()| dir.publish_base(identity, &bytes, &manifest, state))
                    .map_err(WriteError::of(dir))?;
                Ok(Published::Base(summary))
            }
            (Segment::Overlay { .. }, None) => Err(WriteError::of(dir)(io::Error::other(
                "an overlay without a base",
            ))),
        }
    }

    /// Makes a base current again that holds exactly this state, without an overlay.
    ///
    /// # Errors
    /// When a file cannot be written. What was current before is then still complete.
    pub fn restore(&self, base: &mut Base) -> Result<Published, WriteError> {
        let (dir, state) = (self.dir, &self.state);
        base.settle(dir)
            .and_then(|()| dir.publish_no_overlay(base.manifest.identity, state))
            .and_then(|()| dependency_cache::restore_base(&dir.dependencies(), state.inputs))
            .map_err(WriteError::of(dir))?;
        Ok(Published::BaseAlone)
    }
}
