//! What a remote says about its snapshots beside the indexes: references, quarantine, and the history of their figures.

use crate::client::{Client, ShareError};
use crate::digest::Digest;
use crate::index::{Envelope, INDEX_BYTES_MAX};
use crate::layout::Name;
use crate::quarantine::Quarantine;
use crate::reference::Reference;
use crate::refusal::Refusal;
use crate::remote::{Condition, RemoteError};
use crate::signature::Signer;
use crate::signed::Document;
use crate::verify::Seen;

/// How often a document is changed anew because somebody else has replaced it meanwhile.
const RETRIES_MAX: usize = 20;

/// Lines of the history of figures that are kept.
pub const FIGURES_MAX: usize = 5000;

/// A longer history of figures is not read.
const FIGURES_BYTES_MAX: u64 = 16 << 20;

/// The name of the list of quarantined snapshots in what is remembered of a remote.
const QUARANTINE: &str = "quarantine";

/// What is remembered of a document is kept under a name that no branch can have.
fn remembered(kind: &str, name: &str) -> String {
    format!(":{kind} {name}")
}

impl Client {
    /// Reads a reference; none if there is none.
    ///
    /// # Errors
    /// See [`ShareError`].
    pub fn reference(&self, repository: &str, name: &str) -> Result<Option<Reference>, ShareError> {
        let at = Name::reference(repository, name);
        Ok(self.document(&at, repository, name)?.map(|(it, _)| it))
    }

    /// Changes a reference, and signs it. `change` may be called more than once, and may refuse.
    ///
    /// # Errors
    /// See [`ShareError`], and those of `change`. The reference is then as it was.
    pub fn change_reference<E: From<ShareError>>(
        &self,
        repository: &str,
        name: &str,
        signer: Option<&Signer>,
        mut change: impl FnMut(&mut Reference) -> Result<(), E>,
    ) -> Result<Reference, E> {
        let at = Name::reference(repository, name);
        self.change(&at, repository, name, signer, |before| {
            let mut reference = before.unwrap_or_else(|| Reference::new(repository, name));
            change(&mut reference)?;
            reference.sequence += 1;
            Ok(reference)
        })
    }

    /// Reads the list of quarantined snapshots, which is empty if there is none.
    ///
    /// # Errors
    /// See [`ShareError`].
    pub fn quarantine(&self, repository: &str) -> Result<Quarantine, ShareError> {
        let at = Name::quarantine(repository);
        let list = self.document(&at, repository, QUARANTINE)?;
        Ok(list.map_or_else(|| Quarantine::new(repository), |(list, _)| list))
    }

    /// Changes the list of quarantined snapshots, and signs it.
    ///
    /// # Errors
    /// See [`ShareError`], and those of `change`. The list is then as it was.
    pub fn change_quarantine<E: From<ShareError>>(
        &self,
        repository: &str,
        signer: Option<&Signer>,
        mut change: impl FnMut(&mut Quarantine) -> Result<(), E>,
    ) -> Result<Quarantine, E> {
        let at = Name::quarantine(repository);
        self.change(&at, repository, QUARANTINE, signer, |before| {
            let mut list = before.unwrap_or_else(|| Quarantine::new(repository));
            change(&mut list)?;
            list.sequence += 1;
            Ok(list)
        })
    }

    /// Reads a document and its version. One that was there before must not be gone.
    fn document<D: Document>(
        &self,
        at: &Name,
        repository: &str,
        name: &str,
    ) -> Result<Option<(D, String)>, ShareError> {
        let key = remembered(D::KIND, name);
        let before = self.memory.seen(repository, &key);
        let seen = before.filter(|_| !self.policy.allow_rollback);
        let Some(found) = self.remote.read(at, INDEX_BYTES_MAX)? else {
            if let Some(seen) = seen.filter(|seen| seen.sequence > 0) {
                return Err(Refusal::RolledBack {
                    what: at.to_string(),
                    seen: seen.sequence,
                    found: 0,
                }
                .into());
            }
            if before.is_some_and(|before| before.sequence > 0) {
                let none = Seen {
                    sequence: 0,
                    manifest: Digest::of(b""),
                };
                self.memory.saw(repository, &key, none, true);
            }
            return Ok(None);
        };
        let bytes = self
            .policy
            .document(at.as_str(), &found.bytes, repository)?;
        let document = D::parse(&bytes, repository, name)?;
        let now = Seen {
            sequence: document.sequence(),
            manifest: Digest::of(&bytes),
        };
        if let Some(seen) = seen {
            if now.sequence < seen.sequence {
                return Err(Refusal::RolledBack {
                    what: at.to_string(),
                    seen: seen.sequence,
                    found: now.sequence,
                }
                .into());
            }
            if now.sequence == seen.sequence && now.manifest != seen.manifest {
                return Err(Refusal::OtherLineage {
                    what: at.to_string(),
                    sequence: now.sequence,
                }
                .into());
            }
        }
        if seen != Some(now) {
            let forgets = self.policy.allow_rollback;
            self.memory.saw(repository, &key, now, forgets);
        }
        Ok(Some((document, found.version)))
    }

    fn change<D: Document, E: From<ShareError>>(
        &self,
        at: &Name,
        repository: &str,
        name: &str,
        signer: Option<&Signer>,
        mut change: impl FnMut(Option<D>) -> Result<D, E>,
    ) -> Result<D, E> {
        for _ in 0..RETRIES_MAX {
            let (before, version) = match self.document(at, repository, name)? {
                Some((document, version)) => (Some(document), Some(version)),
                None => (None, None),
            };
            let document = change(before)?;
            let bytes = document.to_bytes();
            let comment = format!("{at} number {}", document.sequence());
            let signatures = match signer {
                Some(signer) => vec![signer.sign(&bytes, &comment).map_err(ShareError::from)?],
                None => Vec::new(),
            };
            let condition = match &version {
                Some(version) => Condition::Unchanged(version),
                None => Condition::Absent,
            };
            let envelope = Envelope::seal(&bytes, signatures);
            match self.remote.store(at, &envelope, &[], condition) {
                Err(RemoteError::Replaced(_)) => {}
                stored => {
                    stored.map_err(ShareError::from)?;
                    let now = Seen {
                        sequence: document.sequence(),
                        manifest: Digest::of(&bytes),
                    };
                    let key = remembered(D::KIND, name);
                    let forgets = self.policy.allow_rollback;
                    self.memory.saw(repository, &key, now, forgets);
                    return Ok(document);
                }
            }
        }
        Err(ShareError::from(RemoteError::Replaced(at.to_string())).into())
    }

    /// Reads the history of the figures of a repository's snapshots: a JSON object a line, oldest first. It is not signed; each
    /// line names a manifest, which is.
    ///
    /// # Errors
    /// See [`ShareError`].
    pub fn figures(&self, repository: &str) -> Result<Vec<String>, ShareError> {
        let at = Name::figures(repository);
        let found = self.remote.read(&at, FIGURES_BYTES_MAX)?;
        let bytes = found.map(|found| found.bytes).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// Adds a line to the history of figures.
    ///
    /// # Errors
    /// See [`ShareError`]. The history is then as it was.
    pub fn add_figures(&self, repository: &str, line: &str) -> Result<(), ShareError> {
        let at = Name::figures(repository);
        for _ in 0..RETRIES_MAX {
            let found = self.remote.read(&at, FIGURES_BYTES_MAX)?;
            let condition = match &found {
                Some(found) => Condition::Unchanged(&found.version),
                None => Condition::Absent,
            };
            let before = found
                .as_ref()
                .map(|found| String::from_utf8_lossy(&found.bytes));
            let before = before.unwrap_or_default();
            let mut lines: Vec<&str> = before.lines().collect();
            lines.push(line);
            let surplus = lines.len().saturating_sub(FIGURES_MAX);
            let text = lines[surplus..].join("\n") + "\n";
            match self.remote.store(&at, text.as_bytes(), &[], condition) {
                Err(RemoteError::Replaced(_)) => {}
                stored => return Ok(stored?),
            }
        }
        Err(RemoteError::Replaced(at.to_string()).into())
    }
}
