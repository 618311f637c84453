//! The index of a branch: which commits have a snapshot. It is signed, and replaced as a whole.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::layout::SCHEMA;
use crate::manifest::{Lineage, Manifest, check_schema, is_object_name};
use crate::refusal::Refusal;
use crate::signature::{Key, Signature, SignatureKind};

/// A longer index is refused.
pub const INDEX_BYTES_MAX: u64 = 4 << 20;

/// The last so many snapshots of a branch are in its index.
pub const ENTRIES_MAX: usize = 500;

/// What an index is, in its field `kind`.
const KIND: &str = "bombe.index";

/// Which commits of a branch have a snapshot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Index {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What this document is: `bombe.index`.
    pub kind: String,
    /// Name of the repository.
    pub repository: String,
    /// The branch.
    pub branch: String,
    /// The snapshots, newest first.
    pub entries: Vec<Entry>,
}

/// A snapshot of a branch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its commit.
    pub commit: String,
    /// When the commit was made, in seconds since 1970.
    pub commit_time: i64,
    /// The tree of the commit.
    pub tree: String,
    /// The fingerprint of the program that made it.
    pub fingerprint: String,
    /// Its number in the lineage.
    pub sequence: u64,
    /// Tags at the commit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// When it was published, in seconds since 1970.
    pub published: u64,
    /// The digest of its manifest.
    pub manifest: Digest,
    /// Who has built it: see [`builder`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub builder: String,
}

/// Returns what tells builders apart: the first 16 digits of the SHA-256 of the public key with which one signs, or, if nobody
/// has signed, the words in which whoever published says who it was.
pub fn builder(key: Option<&Key>, producer: &str) -> String {
    match key {
        Some(key) => Digest::of(key.to_string().as_bytes()).to_string()[..16].to_owned(),
        None => producer.to_owned(),
    }
}

impl Entry {
    /// Returns the entry of a manifest with a digest, by a [`builder`].
    pub fn of(manifest: &Manifest, digest: Digest, builder: &str) -> Self {
        Self {
            commit: manifest.commit.clone(),
            commit_time: manifest.commit_time,
            tree: manifest.tree.clone(),
            fingerprint: manifest.tool.fingerprint.clone(),
            sequence: manifest.lineage.sequence,
            tags: manifest.tags.clone(),
            published: manifest.published,
            manifest: digest,
            builder: builder.to_owned(),
        }
    }
}

impl Index {
    /// Returns the index of a branch that has no snapshot.
    pub fn new(repository: &str, branch: &str) -> Self {
        Self {
            schema: SCHEMA,
            kind: KIND.to_owned(),
            repository: repository.to_owned(),
            branch: branch.to_owned(),
            entries: Vec::new(),
        }
    }

    /// Reads an index that has been verified.
    ///
    /// # Errors
    /// When it is of another version or branch, or no index, or one that contradicts itself.
    pub fn parse(bytes: &[u8], repository: &str, branch: &str) -> Result<Self, Refusal> {
        check_schema(bytes, KIND)?;
        let index: Self =
            serde_json::from_slice(bytes).map_err(|error| Refusal::malformed("index", error))?;
        for (field, expected, found) in [
            ("repository", repository, &index.repository),
            ("branch", branch, &index.branch),
        ] {
            if expected != found {
                return Err(Refusal::Other {
                    what: "the index".to_owned(),
                    field,
                    expected: expected.to_owned(),
                    found: found.clone(),
                });
            }
        }
        let falls = index
            .entries
            .is_sorted_by(|newer, older| newer.sequence > older.sequence);
        let is_named = |entry: &Entry| is_object_name(&entry.commit) && is_object_name(&entry.tree);
        if !falls || index.entries.len() > ENTRIES_MAX || !index.entries.iter().all(is_named) {
            let reason = "entries are not named, numbered and limited as they should be";
            return Err(Refusal::malformed("index", reason));
        }
        Ok(index)
    }

    /// Returns its bytes, which are signed.
    ///
    /// # Panics
    /// Never: what it holds can always be written.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            serde_json::to_vec(self).expect("an index holds nothing that JSON cannot say");
        bytes.push(b'\n');
        bytes
    }

    /// Returns the place in the lineage of the next snapshot.
    pub fn next(&self) -> Lineage {
        let newest = self.entries.first();
        Lineage {
            sequence: newest.map_or(1, |newest| newest.sequence.saturating_add(1)),
            previous: newest.map(|newest| newest.manifest),
        }
    }

    /// Adds the newest snapshot, in place of one of the same commit by the same program and [`builder`].
    pub fn add(&mut self, manifest: &Manifest, digest: Digest, builder: &str) {
        let fingerprint = &manifest.tool.fingerprint;
        self.entries.retain(|entry| {
            entry.commit != manifest.commit
                || entry.fingerprint != *fingerprint
                || entry.builder != builder
        });
        let entry = Entry::of(manifest, digest, builder);
        self.entries.insert(0, entry);
        self.entries.truncate(ENTRIES_MAX);
    }
}

/// A document with its signatures in one file, so that both are replaced together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Envelope {
    /// The document.
    pub signed: String,
    /// Its signatures.
    pub signatures: Vec<Enclosed>,
}

/// A signature in an envelope.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Enclosed {
    /// What kind it is.
    pub kind: SignatureKind,
    /// The text of the signature file.
    pub text: String,
}

impl Envelope {
    /// Puts a document into an envelope.
    ///
    /// # Panics
    /// Never: what it holds can always be written.
    pub fn seal(document: &[u8], signatures: Vec<Signature>) -> Vec<u8> {
        let enclosed = |Signature { kind, text }| Enclosed { kind, text };
        let envelope = Self {
            signed: String::from_utf8_lossy(document).into_owned(),
            signatures: signatures.into_iter().map(enclosed).collect(),
        };
        let mut bytes = serde_json::to_vec_pretty(&envelope)
            .expect("an envelope holds nothing that JSON cannot say");
        bytes.push(b'\n');
        bytes
    }

    /// Takes a document out of its envelope.
    ///
    /// # Errors
    /// When it is no envelope.
    pub fn open(what: &str, bytes: &[u8]) -> Result<(Vec<u8>, Vec<Signature>), Refusal> {
        let envelope: Self =
            serde_json::from_slice(bytes).map_err(|error| Refusal::malformed(what, error))?;
        let taken = |Enclosed { kind, text }| Signature { kind, text };
        let signatures = envelope.signatures.into_iter().map(taken).collect();
        Ok((envelope.signed.into_bytes(), signatures))
    }
}
