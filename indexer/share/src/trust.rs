//! Who is trusted to sign: the user's trust file, and what a repository's own settings may add to it.
//!
//! A `bombe.toml` comes with the repository, so anyone may have written it. It may name a remote and propose keys, and it may
//! revoke keys; it cannot make a key trusted. Only the user does that, in the trust file or on the command line.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::signature::{self, Check, Key, NoKey, Signature};

/// Keys that are trusted, and those that never are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trust {
    keys: Vec<Trusted>,
    revoked: Vec<Key>,
}

/// A key, and what it may sign.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Trusted {
    key: Key,
    repository: String,
    comment: String,
}

/// The trust file.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct TrustFile {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    revoked: Vec<String>,
    #[serde(default, rename = "key", skip_serializing_if = "Vec::is_empty")]
    keys: Vec<KeyRow>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyRow {
    key: String,
    repository: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
}

/// A trust file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrustError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no trust file.
    #[error("{}: {reason}", .path.display())]
    Malformed {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        reason: String,
    },
    /// A key in it is none.
    #[error(transparent)]
    Key(#[from] NoKey),
}

/// Who has signed a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Signed {
    /// A trusted key.
    By(Key),
    /// Nobody who is known, and the user takes it nevertheless.
    Unchecked,
}

impl Trust {
    /// Reads the trust file at `path`; nobody is trusted if there is none.
    ///
    /// # Errors
    /// See [`TrustError`].
    pub fn read(path: &Path) -> Result<Self, TrustError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(source) => {
                return Err(TrustError::Read {
                    path: path.to_owned(),
                    source,
                });
            }
        };
        Self::parse(&text, path)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, TrustError> {
        let file: TrustFile = toml::from_str(text).map_err(|error| TrustError::Malformed {
            path: path.to_owned(),
            reason: error.to_string().trim_end().to_owned(),
        })?;
        let mut trust = Self::default();
        for key in &file.revoked {
            trust.revoke(Key::parse(key)?);
        }
        for row in file.keys {
            trust.add(Key::parse(&row.key)?, &row.repository, &row.comment);
        }
        Ok(trust)
    }

    /// Returns the text of a trust file that says the same.
    ///
    /// # Panics
    /// Never: what it holds can always be written.
    pub fn to_text(&self) -> String {
        let file = TrustFile {
            revoked: self.revoked.iter().map(Key::to_string).collect(),
            keys: self
                .keys
                .iter()
                .map(|trusted| KeyRow {
                    key: trusted.key.to_string(),
                    repository: trusted.repository.clone(),
                    comment: trusted.comment.clone(),
                })
                .collect(),
        };
        toml::to_string(&file).expect("a trust file holds nothing that TOML cannot say")
    }

    /// Trusts a key for a repository: `owner/name`, `owner/*`, or `*` for all.
    pub fn add(&mut self, key: Key, repository: &str, comment: &str) {
        let trusted = Trusted {
            key,
            repository: repository.to_owned(),
            comment: comment.to_owned(),
        };
        self.keys
            .retain(|other| other.key != trusted.key || other.repository != trusted.repository);
        self.keys.push(trusted);
    }

    /// Never trusts a key again, whatever else says that it is trusted.
    pub fn revoke(&mut self, key: Key) {
        if !self.revoked.contains(&key) {
            self.revoked.push(key);
        }
    }

    /// Returns the trusted keys, each with what it may sign and a comment, then the revoked ones.
    pub fn list(&self) -> (Vec<(&Key, &str, &str)>, &[Key]) {
        let keys = self
            .keys
            .iter()
            .map(|it| (&it.key, &*it.repository, &*it.comment));
        (keys.collect(), &self.revoked)
    }

    /// Returns the keys that may sign for a repository.
    pub fn keys_for(&self, repository: &str) -> Vec<&Key> {
        let may_sign = |trusted: &&Trusted| {
            let pattern = trusted.repository.as_str();
            let fits = match pattern.strip_suffix('*') {
                Some(start) => repository.starts_with(start),
                None => repository == pattern,
            };
            fits && !self.revoked.contains(&trusted.key)
        };
        let fitting = self.keys.iter().filter(may_sign);
        fitting.map(|trusted| &trusted.key).collect()
    }

    /// Checks that a trusted key has signed a document about a repository. `what` names the document.
    ///
    /// # Errors
    /// When none has.
    pub fn check(
        &self,
        what: &str,
        bytes: &[u8],
        signatures: &[Signature],
        repository: &str,
    ) -> Result<Signed, Refusal> {
        let keys = self.keys_for(repository);
        if keys.is_empty() {
            return Err(Refusal::NoKeys {
                repository: repository.to_owned(),
                proposed: None,
            });
        }
        if signatures.is_empty() {
            return Err(Refusal::Unsigned(what.to_owned()));
        }
        let mut refusal = None;
        for signature in signatures {
            for key in &keys {
                match signature::check(bytes, signature, key) {
                    Check::Signed => return Ok(Signed::By((*key).clone())),
                    Check::Forged => refusal = Some(Refusal::Forged(what.to_owned())),
                    Check::Uncheckable(reason) => {
                        refusal.get_or_insert(Refusal::Uncheckable(reason));
                    }
                    Check::OtherKey => {}
                }
            }
            for key in &self.revoked {
                if signature::check(bytes, signature, key) == Check::Signed {
                    refusal.get_or_insert(Refusal::Revoked {
                        what: what.to_owned(),
                        key: key.to_string(),
                    });
                }
            }
        }
        Err(refusal.unwrap_or_else(|| Refusal::OtherKey {
            what: what.to_owned(),
            repository: repository.to_owned(),
        }))
    }
}
