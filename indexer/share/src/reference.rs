//! References: names that lead to a snapshot of a repository, such as `candidate` and `stable`. A reference also keeps what it
//! led to before, so that it can be set back, and so that there is something else to use if its snapshot is quarantined.

use serde::{Deserialize, Serialize};

use crate::index::{Entry, Index};
use crate::layout::SCHEMA;
use crate::manifest::{Counts, is_object_name};
use crate::refusal::Refusal;
use crate::signed::{Document, other};

/// A reference keeps the last so many snapshots that it has led to.
pub const PROMOTED_MAX: usize = 50;

/// A name that leads to a snapshot of a repository.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reference {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What this document is: `bombe.ref`.
    pub kind: String,
    /// Name of the repository.
    pub repository: String,
    /// The name.
    pub name: String,
    /// The number of this state of the reference: each has a higher one than all before.
    pub sequence: u64,
    /// When it was set, in seconds since 1970.
    pub set: u64,
    /// Who has set it, in the words of whoever did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub who: String,
    /// What it leads to, then what it led to before.
    pub promoted: Vec<Promoted>,
}

/// A snapshot that a reference leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Promoted {
    /// The branch that it was published for.
    pub branch: String,
    /// What the index of the branch said about it.
    pub entry: Entry,
    /// Its identity.
    pub identity: String,
    /// What it holds, in figures.
    pub counts: Counts,
    /// What was checked before the reference was set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Checked>,
}

/// Something that was checked about a snapshot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checked {
    /// What.
    pub name: String,
    /// Whether it is as it should be.
    pub passed: bool,
    /// What was found.
    pub found: String,
}

impl Reference {
    /// Returns a reference that leads nowhere.
    pub fn new(repository: &str, name: &str) -> Self {
        Self {
            schema: SCHEMA,
            kind: Self::KIND.to_owned(),
            repository: repository.to_owned(),
            name: name.to_owned(),
            sequence: 0,
            set: 0,
            who: String::new(),
            promoted: Vec::new(),
        }
    }

    /// Leads to a snapshot from now on. One that it led to before is named once.
    pub fn lead_to(&mut self, promoted: Promoted) {
        let manifest = promoted.entry.manifest;
        self.promoted.retain(|it| it.entry.manifest != manifest);
        self.promoted.insert(0, promoted);
        self.promoted.truncate(PROMOTED_MAX);
    }

    /// Returns what the reference leads to, and has led to, as an index of the branch of the newest; none if it leads nowhere.
    pub fn as_index(&self) -> Option<Index> {
        let newest = self.promoted.first()?;
        let mut index = Index::new(&self.repository, &newest.branch);
        let same_branch = |it: &&Promoted| it.branch == newest.branch;
        let entries = self.promoted.iter().filter(same_branch);
        index.entries = entries.map(|it| it.entry.clone()).collect();
        Some(index)
    }
}

impl Document for Reference {
    const KIND: &'static str = "bombe.ref";

    fn sequence(&self) -> u64 {
        self.sequence
    }

    fn check(&self, repository: &str, name: &str) -> Result<(), Refusal> {
        other("the reference", "repository", repository, &self.repository)?;
        other("the reference", "name", name, &self.name)?;
        let is_named =
            |it: &Promoted| is_object_name(&it.entry.commit) && is_object_name(&it.entry.tree);
        if self.promoted.len() > PROMOTED_MAX || !self.promoted.iter().all(is_named) {
            let reason = "snapshots are not named and limited as they should be";
            return Err(Refusal::malformed("the reference", reason));
        }
        Ok(())
    }
}
