//! The manifest of a published snapshot: what it is of, who made it with what, and the blobs that hold it.
//!
//! It is what is signed. Whatever else is fetched, a digest in the manifest says what it must be.

use serde::{Deserialize, Serialize};

use crate::blob::{Blob, Contents};
use crate::digest::Digest;
use crate::layout::SCHEMA;
use crate::refusal::Refusal;

/// A longer manifest is refused.
pub const MANIFEST_BYTES_MAX: u64 = 8 << 20;

/// What a manifest is, in its field `kind`.
const KIND: &str = "bombe.snapshot";

/// A file of a snapshot is at most this long. The format's own bound on sections keeps it far below.
const PART_BYTES_MAX: u64 = 64 << 30;

/// More parts than any snapshot folder has.
const PARTS_MAX: usize = 32;

/// A published snapshot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What this document is: `bombe.snapshot`.
    pub kind: String,
    /// Name of the repository, `owner/name`.
    pub repository: String,
    /// The branch that was checked out.
    pub branch: String,
    /// The commit, in hexadecimal digits.
    pub commit: String,
    /// When the commit was made, in seconds since 1970.
    pub commit_time: i64,
    /// The tree of the commit, in hexadecimal digits.
    pub tree: String,
    /// The folder that was indexed, below the top of the repository; empty for the top.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub root: String,
    /// Tags at the commit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The identity of the snapshot (of base and overlay as one), in hexadecimal digits: builds of one state by one version
    /// of the program have the same.
    pub identity: String,
    /// The program that made it.
    pub tool: Tool,
    /// The format of its segments.
    pub format: Format,
    /// The commit point of its snapshot folder, which names base and overlay, and says how they were encoded.
    pub commit_point: String,
    /// Its place among the published snapshots of its branch.
    pub lineage: Lineage,
    /// Who published it, in the words of whoever did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub producer: String,
    /// When it was published, in seconds since 1970.
    pub published: u64,
    /// What it holds, in figures.
    pub counts: Counts,
    /// The files of the commit: a line `<git object> <path>` for each, in the order of `git ls-tree -r`.
    pub files: Part,
    /// The files of the snapshot and its folder.
    pub parts: Vec<Part>,
}

/// A version of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tool {
    /// Its version.
    pub version: String,
    /// The hash of its sources. Caches are of use to a program with the same one only.
    pub fingerprint: String,
}

/// A version of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Format {
    /// Readers of another one refuse the snapshot.
    pub major: u16,
    /// Readers of a lower one ignore what they do not know.
    pub minor: u16,
}

/// The place of a snapshot among those of its branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lineage {
    /// Its number: each publication has a higher one than all before.
    pub sequence: u64,
    /// The manifest that was the newest before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Digest>,
}

/// Figures about a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Indexed files.
    pub files: u64,
    /// Bytes of these.
    pub source_bytes: u64,
    /// Files that were left out.
    pub skipped: u64,
    /// Symbols.
    pub symbols: u64,
    /// Edges between symbols.
    pub edges: u64,
    /// Calls that were not resolved.
    pub unresolved: u64,
}

/// A file, and the blob that holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The name of the file.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// Number of its bytes.
    pub bytes: u64,
    /// Their blake3, in hexadecimal digits.
    pub blake3: String,
    /// The blob.
    pub blob: Blob,
}

/// What a file of a snapshot is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The base segment.
    Base,
    /// The overlay segment over the base.
    Overlay,
    /// What the next update needs so as not to parse and resolve everything.
    Cache,
    /// The list of files of the commit.
    Files,
}

impl Part {
    /// Returns what the file holds; none if the manifest is malformed.
    pub fn contents(&self) -> Option<Contents> {
        let blake3 = blake3::Hash::from_hex(&self.blake3).ok()?;
        Some(Contents {
            bytes: self.bytes,
            blake3: *blake3.as_bytes(),
        })
    }
}

impl Manifest {
    /// The value of the field `kind`.
    pub fn kind() -> String {
        KIND.to_owned()
    }

    /// Reads a manifest that has been verified.
    ///
    /// # Errors
    /// When it is of another version, or no manifest, or one that contradicts itself.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        check_schema(bytes, KIND)?;
        let manifest: Self =
            serde_json::from_slice(bytes).map_err(|error| Refusal::malformed("manifest", error))?;
        manifest.check()?;
        Ok(manifest)
    }

    /// Returns its bytes: what is signed, and what its digest is of.
    ///
    /// # Panics
    /// Never: what it holds can always be written.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            serde_json::to_vec_pretty(self).expect("a manifest holds nothing that JSON cannot say");
        bytes.push(b'\n');
        bytes
    }

    /// Returns the part with a role, of which there is one at most.
    pub fn part(&self, role: Role) -> Option<&Part> {
        self.parts.iter().find(|part| part.role == role)
    }

    /// Returns the bytes of the blobs of the parts with a role.
    pub fn packed_bytes(&self, is_wanted: impl Fn(Role) -> bool) -> u64 {
        let wanted = self.parts.iter().filter(|part| is_wanted(part.role));
        wanted.map(|part| part.blob.bytes).sum()
    }

    /// Returns all blobs.
    pub fn blobs(&self) -> impl Iterator<Item = &Blob> {
        let parts = std::iter::once(&self.files).chain(&self.parts);
        parts.map(|part| &part.blob)
    }

    /// Checks what a client relies on.
    fn check(&self) -> Result<(), Refusal> {
        let wrong = |what: &str| Err(Refusal::malformed("manifest", what));
        if !is_object_name(&self.commit) || !is_object_name(&self.tree) {
            return wrong("no names of a commit and a tree");
        }
        if self.parts.len() > PARTS_MAX {
            return wrong("too many parts");
        }
        let mut names: Vec<&str> = Vec::new();
        for part in self.parts.iter().chain([&self.files]) {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
            let name = &part.name;
            if name.is_empty() || name.starts_with('.') || !name.bytes().all(is_plain) {
                return wrong("the name of a part is no plain file name");
            }
            if names.contains(&&**name) {
                return wrong("two parts of one name");
            }
            names.push(name);
            let is_whole = part.contents().is_some() && part.blob.is_well_formed();
            if !is_whole || part.bytes > PART_BYTES_MAX || part.blob.bytes > PART_BYTES_MAX {
                return wrong("sizes and digests of a part do not fit");
            }
        }
        let count = |role| self.parts.iter().filter(|part| part.role == role).count();
        if count(Role::Base) != 1
            || count(Role::Overlay) > 1
            || count(Role::Files) > 0
            || self.files.role != Role::Files
        {
            return wrong("not one base and one list of files");
        }
        Ok(())
    }
}

/// Returns true for the name of a git object in full.
pub fn is_object_name(name: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    matches!(name.len(), 40 | 64) && name.bytes().all(is_digit)
}

/// What every document says first.
#[derive(Deserialize)]
struct Head {
    schema: u32,
    kind: String,
}

/// Checks that a document is one that this version of the program reads.
///
/// # Errors
/// When it is not.
pub(crate) fn check_schema(bytes: &[u8], kind: &str) -> Result<(), Refusal> {
    let head: Head =
        serde_json::from_slice(bytes).map_err(|error| Refusal::malformed(kind, error))?;
    if head.kind != kind {
        let found = format!("expected {kind}, found {}", head.kind);
        return Err(Refusal::malformed(kind, found));
    }
    if head.schema != SCHEMA {
        return Err(Refusal::OtherSchema {
            found: head.schema,
            expected: SCHEMA,
        });
    }
    Ok(())
}
