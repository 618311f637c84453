//! Which published snapshots nobody is to use, and what of that has met a command.

use bombe_format::commit::CommitPoint;
use bombe_share::index::Index;
use bombe_share::manifest::Manifest;
use bombe_share::quarantine::{Quarantine, Quarantined};

use super::outgoing::hex;
use crate::snapshot_dir::SnapshotDir;

/// A list of quarantined snapshots, and those of them that were passed over.
#[derive(Clone, Debug)]
pub struct Standing {
    quarantine: Quarantine,
    /// What would have been taken otherwise.
    pub passed_over: Vec<Quarantined>,
}

impl Standing {
    /// Nothing has been passed over yet.
    pub fn new(quarantine: Quarantine) -> Self {
        Self {
            quarantine,
            passed_over: Vec::new(),
        }
    }

    /// Removes from an index what is in quarantine, as far as its manifests tell.
    pub(super) fn keep_usable(&mut self, index: &mut Index) {
        index.entries.retain(|entry| {
            let Some(found) = self.quarantine.of_manifest(entry.manifest) else {
                return true;
            };
            note(&mut self.passed_over, found);
            false
        });
    }

    /// Returns true unless a snapshot, or the base that it lies over, is in quarantine.
    pub(super) fn may_be_used(&mut self, manifest: &Manifest) -> bool {
        let commit = CommitPoint::parse(manifest.commit_point.as_bytes());
        let base = commit.ok().map(|commit| hex(&commit.base));
        let found = [Some(manifest.identity.clone()), base];
        let found = found.iter().flatten().find_map(|it| self.quarantine.of(it));
        match found {
            Some(found) => {
                note(&mut self.passed_over, found);
                false
            }
            None => true,
        }
    }

    /// Returns why the snapshot that is here is not to be used; none if it may be used, or is not known.
    pub fn of_local(&self, dir: &SnapshotDir) -> Option<&Quarantined> {
        let commit = dir.current()?;
        let both = commit
            .overlay
            .map(|overlay| bombe_format::commit::identity_of_both(commit.base, overlay));
        let identities = [Some(commit.base), both];
        let mut identities = identities.iter().flatten();
        identities.find_map(|identity| self.quarantine.of(&hex(identity)))
    }
}

fn note(passed_over: &mut Vec<Quarantined>, found: &Quarantined) {
    if !passed_over.contains(found) {
        passed_over.push(found.clone());
    }
}
