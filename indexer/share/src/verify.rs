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

    /// Takes a document about a repository out of its envelope, and checks its signatures. `what` names it.
    ///
    /// # Errors
    /// When it is not acceptable.
    pub fn document(&self, what: &str, bytes: &[u8], repository: &str) -> Result<Vec<u8>, Refusal> {
        let (document, signatures) = Envelope::open(what, bytes)?;
        self.check(what, &document, &signatures, repository)?;
        Ok(document)
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

#[cfg(test)]
mod tests {
    use super::{Policy, Seen};
    use crate::blob::pack;
    use crate::digest::Digest;
    use crate::index::{Envelope, Index};
    use crate::layout::SCHEMA;
    use crate::manifest::{Counts, Format, Manifest, Part, Role, Tool};
    use crate::refusal::Refusal;
    use crate::signature::{Key, Signature, Signer};
    use crate::trust::Signed;

    /// Forged, mixed and rolled-back documents that are tried.
    const FORGERIES: u32 = 10_000;

    fn key() -> (Signer, Key) {
        let pair = minisign::KeyPair::generate_unencrypted_keypair().unwrap();
        let signer = Signer::Minisign(Box::new(pair.sk));
        let key = signer.public_key().unwrap();
        (signer, key)
    }

    fn part(role: Role, name: &str) -> Part {
        let (contents, blob) = pack(&mut name.as_bytes(), &mut Vec::new()).unwrap();
        Part {
            name: name.to_owned(),
            role,
            bytes: contents.bytes,
            blake3: blake3::Hash::from_bytes(contents.blake3).to_string(),
            blob,
        }
    }

    /// Returns the next manifest of a branch, whose commit is made of the digit `commit`.
    fn manifest(index: &Index, commit: char) -> Manifest {
        let object = commit.to_string().repeat(40);
        Manifest {
            schema: SCHEMA,
            kind: Manifest::kind(),
            repository: index.repository.clone(),
            branch: index.branch.clone(),
            commit: object.clone(),
            commit_time: 1,
            tree: object,
            root: String::new(),
            tags: Vec::new(),
            identity: String::new(),
            tool: Tool {
                version: "1".to_owned(),
                fingerprint: "2".to_owned(),
            },
            format: Format { major: 1, minor: 0 },
            commit_point: String::new(),
            lineage: index.next(),
            producer: String::new(),
            published: 1,
            counts: Counts::default(),
            files: part(Role::Files, "files"),
            parts: vec![part(Role::Base, "snapshot.bmb")],
        }
    }

    /// A branch with published snapshots: the index after each, and each manifest with its signature.
    struct Branch {
        indexes: Vec<Index>,
        manifests: Vec<(Vec<u8>, Signature)>,
    }

    fn branch(repository: &str, signer: &Signer, commits: &str) -> Branch {
        let mut index = Index::new(repository, "main");
        let mut made = Branch {
            indexes: Vec::new(),
            manifests: Vec::new(),
        };
        for commit in commits.chars() {
            let manifest = manifest(&index, commit);
            let bytes = manifest.to_bytes();
            index.add(&manifest, Digest::of(&bytes), "");
            let signature = signer.sign(&bytes, "").unwrap();
            made.indexes.push(index.clone());
            made.manifests.push((bytes, signature));
        }
        made
    }

    fn sealed(index: &Index, signer: &Signer) -> Vec<u8> {
        let bytes = index.to_bytes();
        let signature = signer.sign(&bytes, "").unwrap();
        Envelope::seal(&bytes, vec![signature])
    }

    fn policy(key: &Key) -> Policy {
        let mut policy = Policy::default();
        policy.trust.add(key.clone(), "o/*", "");
        policy
    }

    #[test]
    fn of_forged_mixed_and_rolled_back_documents_none_is_accepted() {
        let (signer, key) = key();
        let (stranger, _) = self::key();
        let policy = policy(&key);
        let ours = branch("o/n", &signer, "1234");
        let others = branch("o/other", &signer, "1234");
        let strangers = branch("o/n", &stranger, "1234");
        let newest = ours.indexes.last().unwrap();
        let seen = Seen {
            sequence: 4,
            manifest: newest.entries[0].manifest,
        };
        let accepted = |bytes: &[u8], signature: &Signature, entry: usize| {
            let signatures = std::slice::from_ref(signature);
            policy.manifest(bytes, signatures, newest, &newest.entries[entry])
        };
        // What is right is accepted.
        let envelope = sealed(newest, &signer);
        assert!(policy.index(&envelope, "o/n", "main", Some(seen)).is_ok());
        for (entry, (bytes, signature)) in ours.manifests.iter().rev().enumerate() {
            let (_, signed) = accepted(bytes, signature, entry).unwrap();
            assert_eq!(signed, Signed::By(key.clone()));
        }
        let rolled_back: Vec<_> = (0..3)
            .map(|at| sealed(&ours.indexes[at], &signer))
            .collect();
        let mut forged_index = newest.clone();
        let mut wrongly = 0;
        for forgery in 0..FORGERIES {
            let at = (forgery / 8) as usize;
            let (bytes, signature) = &ours.manifests[at % 4];
            let entry = 3 - at % 4;
            let is_accepted = match forgery % 8 {
                // A bit of a manifest is flipped, and the index names its digest.
                0 => {
                    let mut bytes = bytes.clone();
                    let bit = at * 7919 % (bytes.len() * 8);
                    bytes[bit / 8] ^= 1 << (bit % 8);
                    forged_index.entries[entry].manifest = Digest::of(&bytes);
                    let entry = &forged_index.entries[entry];
                    let signatures = std::slice::from_ref(signature);
                    policy.manifest(&bytes, signatures, newest, entry).is_ok()
                }
                // The signature of another manifest.
                1 => accepted(bytes, &ours.manifests[(at + 1) % 4].1, entry).is_ok(),
                // The manifest of another commit, signed.
                2 => {
                    let (bytes, signature) = &ours.manifests[(at + 1) % 4];
                    accepted(bytes, signature, entry).is_ok()
                }
                // A manifest of another repository, signed, that the index names.
                3 => {
                    let (bytes, signature) = &others.manifests[at % 4];
                    let mut entry = newest.entries[entry].clone();
                    entry.manifest = Digest::of(bytes);
                    let signatures = std::slice::from_ref(signature);
                    policy.manifest(bytes, signatures, newest, &entry).is_ok()
                }
                // A manifest that a stranger has signed.
                4 => accepted(
                    &strangers.manifests[at % 4].0,
                    &strangers.manifests[at % 4].1,
                    entry,
                )
                .is_ok(),
                // An index that ends before what was seen.
                5 => policy
                    .index(&rolled_back[at % 3], "o/n", "main", Some(seen))
                    .is_ok(),
                // A bit of an index is flipped.
                6 => {
                    let mut envelope = envelope.clone();
                    let bit = at * 7919 % (envelope.len() * 8);
                    envelope[bit / 8] ^= 1 << (bit % 8);
                    let index = policy.index(&envelope, "o/n", "main", Some(seen));
                    // An untrusted comment may say anything.
                    index.is_ok_and(|index| index != *newest)
                }
                // The index of another branch or repository.
                _ => {
                    let (repository, branch) = [("o/n", "x"), ("o/x", "main")][at % 2];
                    policy.index(&envelope, repository, branch, None).is_ok()
                }
            };
            wrongly += u32::from(is_accepted);
        }
        assert_eq!(wrongly, 0);
    }

    #[test]
    fn keys_are_rotated_and_revoked() {
        let (old, old_key) = key();
        let (new, new_key) = key();
        let mut policy = policy(&old_key);
        let bytes = branch("o/n", &old, "1").indexes[0].to_bytes();
        let by = |signers: &[&Signer]| {
            let sign = |signer: &&Signer| signer.sign(&bytes, "").unwrap();
            Envelope::seal(&bytes, signers.iter().map(sign).collect())
        };
        let (by_old, by_new, by_both) = (by(&[&old]), by(&[&new]), by(&[&old, &new]));
        let read = |policy: &Policy, envelope: &[u8]| policy.index(envelope, "o/n", "main", None);
        assert!(read(&policy, &by_old).is_ok());
        assert!(matches!(
            read(&policy, &by_new),
            Err(Refusal::OtherKey { .. })
        ));
        policy.trust.add(new_key, "o/n", "");
        assert!(read(&policy, &by_old).is_ok() && read(&policy, &by_new).is_ok());
        policy.trust.revoke(old_key.clone());
        assert!(matches!(
            read(&policy, &by_old),
            Err(Refusal::Revoked { .. })
        ));
        assert!(read(&policy, &by_new).is_ok() && read(&policy, &by_both).is_ok());
        // Adding it again does not bring it back.
        policy.trust.add(old_key, "o/n", "");
        assert!(read(&policy, &by_old).is_err());
        policy.allow_unsigned = true;
        assert!(matches!(
            read(&policy, &by_old),
            Err(Refusal::Revoked { .. })
        ));
        assert!(read(&policy, &by(&[])).is_ok());
    }

    #[test]
    fn another_lineage_is_refused_until_it_is_asked_for() {
        let (signer, key) = key();
        let mut policy = policy(&key);
        let envelope = sealed(
            branch("o/n", &signer, "1234").indexes.last().unwrap(),
            &signer,
        );
        let seen = |sequence| {
            Some(Seen {
                sequence,
                manifest: Digest::of(b"another"),
            })
        };
        let forked = policy.index(&envelope, "o/n", "main", seen(3));
        assert!(
            matches!(forked, Err(Refusal::OtherLineage { .. })),
            "{forked:?}"
        );
        let old = policy.index(&envelope, "o/n", "main", seen(9));
        assert!(
            matches!(
                old,
                Err(Refusal::RolledBack {
                    seen: 9,
                    found: 4,
                    ..
                })
            ),
            "{old:?}"
        );
        policy.allow_rollback = true;
        assert!(policy.index(&envelope, "o/n", "main", seen(9)).is_ok());
    }
}
