//! Quarantine: snapshots of a repository that nobody is to use, each with a reason. What was lifted stays in the list, so that
//! it tells what has happened.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::layout::SCHEMA;
use crate::refusal::Refusal;
use crate::signed::{Document, other};

/// Snapshots that are listed at most, those that were lifted included.
pub const QUARANTINED_MAX: usize = 1000;

/// The snapshots of a repository that nobody is to use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Quarantine {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What this document is: `bombe.quarantine`.
    pub kind: String,
    /// Name of the repository.
    pub repository: String,
    /// The number of this state of the list: each has a higher one than all before.
    pub sequence: u64,
    /// The snapshots, newest first.
    pub entries: Vec<Quarantined>,
}

/// A snapshot that nobody is to use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Quarantined {
    /// Its identity: whatever manifest names it is refused.
    pub identity: String,
    /// The manifests that named it when it was quarantined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub manifests: Vec<Digest>,
    /// Its commit.
    pub commit: String,
    /// Why nobody is to use it.
    pub reason: String,
    /// Who says so.
    pub who: String,
    /// Since when, in seconds since 1970.
    pub set: u64,
    /// Set if it may be used again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifted: Option<Lifted>,
}

/// Why a snapshot may be used again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lifted {
    /// Why.
    pub reason: String,
    /// Who says so.
    pub who: String,
    /// Since when, in seconds since 1970.
    pub set: u64,
}

impl Quarantine {
    /// Returns an empty list.
    pub fn new(repository: &str) -> Self {
        Self {
            schema: SCHEMA,
            kind: Self::KIND.to_owned(),
            repository: repository.to_owned(),
            sequence: 0,
            entries: Vec::new(),
        }
    }

    /// Returns those that are in quarantine now.
    pub fn in_force(&self) -> impl Iterator<Item = &Quarantined> {
        self.entries.iter().filter(|entry| entry.lifted.is_none())
    }

    /// Returns why nobody is to use a snapshot; none if it may be used.
    pub fn of(&self, identity: &str) -> Option<&Quarantined> {
        self.in_force().find(|entry| entry.identity == identity)
    }

    /// Returns why nobody is to use what a manifest names; none if the list does not know the manifest.
    pub fn of_manifest(&self, manifest: Digest) -> Option<&Quarantined> {
        self.in_force()
            .find(|entry| entry.manifests.contains(&manifest))
    }

    /// Adds a snapshot, in place of an entry about it that is in force.
    pub fn add(&mut self, entry: Quarantined) {
        self.entries
            .retain(|it| it.identity != entry.identity || it.lifted.is_some());
        self.entries.insert(0, entry);
        self.entries.truncate(QUARANTINED_MAX);
    }

    /// Lifts the quarantine of a snapshot. Returns false if it is in none.
    pub fn lift(&mut self, identity: &str, lifted: Lifted) -> bool {
        let entry = self
            .entries
            .iter_mut()
            .find(|entry| entry.identity == identity && entry.lifted.is_none());
        match entry {
            Some(entry) => {
                entry.lifted = Some(lifted);
                true
            }
            None => false,
        }
    }
}

impl Document for Quarantine {
    const KIND: &'static str = "bombe.quarantine";

    fn sequence(&self) -> u64 {
        self.sequence
    }

    fn check(&self, repository: &str, _name: &str) -> Result<(), Refusal> {
        other("the quarantine", "repository", repository, &self.repository)?;
        if self.entries.len() > QUARANTINED_MAX {
            return Err(Refusal::malformed("the quarantine", "too many entries"));
        }
        Ok(())
    }
}
