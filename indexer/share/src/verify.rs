//! What makes a document of a remote acceptable: its signature, its digest, what it says it is of, and its lineage.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::index::{Entry, Envelope, Index};
use crate::manifest::Manifest;
use crate::refusal::Refusal;
use crate::signature::Signature;
use crate::trust::{Signed, Trust};

/// What the user accepts.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Whose signatures count.
    pub trust: Trust,
    /// Take what nobody has signed. What a revoked key has signed, or what was changed after a trusted one has signed it, is
    /// refused nevertheless.
    pub allow_unsigned: bool,
    /// Take an older state than was seen before.
    pub allow_rollback: bool,
}

/// The newest snapshot of a branch that was seen on a remote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// Its number.
    pub sequence: u64,
    /// Its manifest.
    pub manifest: Digest,
}

impl Policy {
    fn check(
        &self,
        what: &str,
        bytes: &[u8],
        signatures: &[Signature],
        repository: &str,
    ) -> Result<Signed, Refusal> {
        match self.trust.check(what, bytes, signatures, repository) {
            Err(
                Refusal::Unsigned(_)
                | Refusal::NoKeys { .. }
                | Refusal::OtherKey { .. }
                | Refusal::Uncheckable(_),
            ) if self.allow_unsigned => Ok(Signed::Unchecked),
            checked => checked,
        }
    }

    /// Reads the index of a branch, as a remote has it. `seen` is the newest snapshot that this remote has shown before.
    ///
    /// # Errors
    /// When it is not acceptable.
    pub fn index(
        &self,
        bytes: &[u8],
        repository: &str,
        branch: &str,
        seen: Option<Seen>,
    ) -> Result<Index, Refusal> {
        let (document, signatures) = Envelope::open("the index", bytes)?;
        self.check("the index", &document, &signatures, repository)?;
        let index = Index::parse(&document, repository, branch)?;
        if let Some(seen) = seen.filter(|_| !self.allow_rollback) {
            check_lineage(&index, seen)?;
        }
        Ok(index)
    }

    /// Reads the manifest that an entry of an index names.
    ///
    /// # Errors
    /// When it is not acceptable.
    pub fn manifest(
        &self,
        bytes: &[u8],
        signatures: &[Signature],
        index: &Index,
        entry: &Entry,
    ) -> Result<(Manifest, Signed), Refusal> {
        let what = "the manifest";
        let found = Digest::of(bytes);
        if found != entry.manifest {
            return Err(Refusal::OtherDigest {
                what: what.to_owned(),
                expected: entry.manifest,
                found,
            });
        }
        let signed = self.check(what, bytes, signatures, &index.repository)?;
        let manifest = Manifest::parse(bytes)?;
        let (said, listed) = (&manifest, entry);
        let number = |lineage: u64| lineage.to_string();
        for (field, expected, found) in [
            ("repository", &index.repository, &said.repository),
            ("branch", &index.branch, &said.branch),
            ("commit", &listed.commit, &said.commit),
            ("tree", &listed.tree, &said.tree),
            ("program", &listed.fingerprint, &said.tool.fingerprint),
            (
                "number",
                &number(listed.sequence),
                &number(said.lineage.sequence),
            ),
        ] {
            if expected != found {
                return Err(Refusal::Other {
                    what: what.to_owned(),
                    field,
                    expected: expected.clone(),
                    found: found.clone(),
                });
            }
        }
        Ok((manifest, signed))
    }
}

/// Checks that an index goes on from what was seen before.
fn check_lineage(index: &Index, seen: Seen) -> Result<(), Refusal> {
    let what = format!("the index of {}", index.branch);
    let newest = index.entries.first();
    let found = newest.map_or(0, |newest| newest.sequence);
    if found < seen.sequence {
        return Err(Refusal::RolledBack {
            what,
            seen: seen.sequence,
            found,
        });
    }
    let same = index
        .entries
        .iter()
        .find(|entry| entry.sequence == seen.sequence);
    if same.is_some_and(|same| same.manifest != seen.manifest) {
        return Err(Refusal::OtherLineage {
            what,
            sequence: seen.sequence,
        });
    }
    Ok(())
}
