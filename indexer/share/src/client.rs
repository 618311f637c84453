//! A remote as one who fetches from it, or publishes to it, sees it: verified documents, and blobs.

use std::fs::File;

use crate::blob::Blob;
use crate::digest::Digest;
use crate::index::{ENTRIES_MAX, Entry, Envelope, INDEX_BYTES_MAX, Index, builder};
use crate::layout::Name;
use crate::manifest::{MANIFEST_BYTES_MAX, Manifest};
use crate::memory::Memory;
use crate::refusal::Refusal;
use crate::remote::{Condition, Remote, RemoteError};
use crate::signature::{SIGNATURE_BYTES_MAX, SignError, Signature, SignatureKind, Signer};
use crate::transfer::{Arrivals, Traffic};
use crate::trust::Signed;
use crate::verify::{Policy, Seen};

/// How often an index is changed anew because somebody else has replaced it meanwhile.
const RETRIES_MAX: usize = 20;

/// Why something was not fetched or published.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// The remote does not do what it is asked.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// What it offers is refused.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// A document cannot be signed.
    #[error(transparent)]
    Sign(#[from] SignError),
}

/// A remote, and what is accepted of it.
#[derive(Debug)]
pub struct Client {
    /// The remote.
    pub remote: Box<dyn Remote>,
    /// What is accepted.
    pub policy: Policy,
    /// What is remembered of it.
    pub memory: Memory,
    /// Where blobs arrive.
    pub arrivals: Arrivals,
}

/// An index, and the version of it that the remote has.
type Versioned = Option<(Index, String)>;

impl Client {
    /// Reads the index of a branch; none if it has none.
    ///
    /// # Errors
    /// See [`ShareError`].
    pub fn index(&self, repository: &str, branch: &str) -> Result<Option<Index>, ShareError> {
        let index = self.versioned_index(repository, branch)?;
        Ok(index.map(|(index, _)| index))
    }

    fn versioned_index(&self, repository: &str, branch: &str) -> Result<Versioned, ShareError> {
        let name = Name::index(repository, branch);
        let Some(document) = self.remote.read(&name, INDEX_BYTES_MAX)? else {
            return Ok(None);
        };
        let seen = self.memory.seen(repository, branch);
        let index = self
            .policy
            .index(&document.bytes, repository, branch, seen)?;
        self.saw(&index);
        Ok(Some((index, document.version)))
    }

    fn saw(&self, index: &Index) {
        if let Some(newest) = index.entries.first() {
            let seen = Seen {
                sequence: newest.sequence,
                manifest: newest.manifest,
            };
            let (repository, branch) = (&index.repository, &index.branch);
            if self.memory.seen(repository, branch) != Some(seen) {
                let forgets = self.policy.allow_rollback;
                self.memory.saw(repository, branch, seen, forgets);
            }
        }
    }

    /// Reads the manifest that an entry names; none if it has been removed.
    ///
    /// # Errors
    /// See [`ShareError`].
    pub fn manifest(
        &self,
        index: &Index,
        entry: &Entry,
    ) -> Result<Option<(Manifest, Signed)>, ShareError> {
        let name = Name::manifest(entry.manifest);
        let Some(document) = self.remote.read(&name, MANIFEST_BYTES_MAX)? else {
            return Ok(None);
        };
        let mut signatures = Vec::new();
        for kind in SignatureKind::ALL {
            let checked = |signatures: &[Signature]| {
                self.policy
                    .manifest(&document.bytes, signatures, index, entry)
            };
            if let Some(signature) = self
                .remote
                .read(&name.with_ending(kind.ending()), SIGNATURE_BYTES_MAX)?
            {
                signatures.push(Signature {
                    kind,
                    text: String::from_utf8_lossy(&signature.bytes).into_owned(),
                });
                // Most manifests have one signature.
                if let Ok(read) = checked(&signatures) {
                    return Ok(Some(read));
                }
            }
        }
        let read = self
            .policy
            .manifest(&document.bytes, &signatures, index, entry)?;
        Ok(Some(read))
    }

    /// Returns a file that holds a blob.
    ///
    /// # Errors
    /// See [`RemoteError`]. What has arrived is kept.
    pub fn blob(
        &self,
        blob: &Blob,
        traffic: &mut Traffic,
        goes_on: &mut dyn FnMut(u64) -> Result<(), RemoteError>,
    ) -> Result<File, RemoteError> {
        self.arrivals.fetch(&*self.remote, blob, traffic, goes_on)
    }

    /// Publishes a manifest whose blobs are there, then adds it to the index of its branch. Its place in the lineage is set
    /// here. Returns its digest.
    ///
    /// # Errors
    /// See [`ShareError`]. The index is then as it was.
    pub fn publish(
        &self,
        mut manifest: Manifest,
        signer: Option<&Signer>,
    ) -> Result<(Manifest, Digest), ShareError> {
        let (repository, branch) = (manifest.repository.clone(), manifest.branch.clone());
        let index_name = Name::index(&repository, &branch);
        let key = signer.map(Signer::public_key).transpose()?;
        let builder = builder(key.as_ref(), &manifest.producer);
        for _ in 0..RETRIES_MAX {
            let before = self.versioned_index(&repository, &branch)?;
            let (mut index, version) = match before {
                Some((index, version)) => (index, Some(version)),
                None => (Index::new(&repository, &branch), None),
            };
            manifest.lineage = index.next();
            let bytes = manifest.to_bytes();
            let digest = Digest::of(&bytes);
            let name = Name::manifest(digest);
            let number = manifest.lineage.sequence;
            let comment = format!("{repository} {branch} {} number {number}", manifest.commit);
            let blobs = manifest.blobs().map(|blob| (blob.sha256, blob.bytes));
            let blobs: Vec<(Digest, u64)> = blobs.collect();
            if let Some(signer) = signer {
                let signature = signer.sign(&bytes, &comment)?;
                let name = name.with_ending(signature.kind.ending());
                let text = signature.text.as_bytes();
                self.remote.store(&name, text, &[], Condition::Always)?;
            }
            self.remote
                .store(&name, &bytes, &blobs, Condition::Always)?;
            index.add(&manifest, digest, &builder);
            match self.store_index(&index, version.as_deref(), signer) {
                // The manifest is one that no index names, until it is collected.
                Err(ShareError::Remote(RemoteError::Replaced(_))) => {}
                stored => {
                    stored?;
                    self.saw(&index);
                    return Ok((manifest, digest));
                }
            }
        }
        Err(RemoteError::Replaced(index_name.to_string()).into())
    }

    /// Stores an index in place of the version that was read.
    ///
    /// # Errors
    /// See [`ShareError`].
    pub fn store_index(
        &self,
        index: &Index,
        version: Option<&str>,
        signer: Option<&Signer>,
    ) -> Result<(), ShareError> {
        debug_assert!(index.entries.len() <= ENTRIES_MAX);
        let bytes = index.to_bytes();
        let newest = index.next().sequence.saturating_sub(1);
        let comment = format!("{} {} number {newest}", index.repository, index.branch);
        let signatures = match signer {
            Some(signer) => vec![signer.sign(&bytes, &comment)?],
            None => Vec::new(),
        };
        let name = Name::index(&index.repository, &index.branch);
        let condition = match version {
            Some(version) => Condition::Unchanged(version),
            None => Condition::Absent,
        };
        let envelope = Envelope::seal(&bytes, signatures);
        Ok(self.remote.store(&name, &envelope, &[], condition)?)
    }

    /// Removes a manifest and its signatures.
    ///
    /// # Errors
    /// See [`RemoteError`].
    pub fn remove_manifest(&self, digest: Digest) -> Result<(), RemoteError> {
        let name = Name::manifest(digest);
        // A manifest without a signature is refused; a signature without a manifest is nothing.
        self.remote.remove(&name)?;
        for kind in SignatureKind::ALL {
            self.remote.remove(&name.with_ending(kind.ending()))?;
        }
        Ok(())
    }
}
