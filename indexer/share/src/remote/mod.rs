//! Remotes: where documents and blobs lie. Each kind of remote is a module; nothing else knows how it is reached.

mod folder;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::digest::Digest;
use crate::layout::Name;

/// How long to wait for a remote.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For the next bytes.
    pub idle: Duration,
    /// For all documents together.
    pub documents: Duration,
}

impl Patience {
    /// Of somebody who has no other choice.
    pub fn for_publishing() -> Self {
        Self {
            connect: Duration::from_secs(1),
            idle: Duration::from_secs(10),
            documents: Duration::from_mins(5),
        }
    }

    /// Of somebody who can build here as well: a remote costs at most three seconds more than none.
    pub fn for_fetching() -> Self {
        Self {
            connect: Duration::from_secs(1),
            idle: Duration::from_millis(2500),
            documents: Duration::from_millis(2500),
        }
    }
}

/// A document, with what tells this version of it from others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its version, in the words of the remote.
    pub version: String,
}

/// On what condition a document is replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition<'c> {
    /// None: it is named by its content.
    Always,
    /// There is none of its name.
    Absent,
    /// The one that is there has this version.
    Unchanged(&'c str),
}

/// Something on a remote.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Listed {
    /// Its name.
    pub name: Name,
    /// Number of its bytes.
    pub bytes: u64,
    /// When it was written, in seconds since 1970.
    pub modified: u64,
}

/// A remote that does not do what it is asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RemoteError {
    /// There is no remote of this form.
    #[error("{0} is no remote: expected {forms}", forms = FORMS)]
    Address(String),
    /// This program cannot reach remotes of this form.
    #[error(
        "this program was built without the network; `make build` and `make install` build one that reaches {0}"
    )]
    NoNetwork(String),
    /// It cannot be reached, or has not answered in time.
    #[error("{remote} does not answer: {reason}")]
    Outage {
        /// The remote.
        remote: String,
        /// What happened.
        reason: String,
    },
    /// It sends something else than was published.
    #[error("{remote} sends other bytes than were published: {what}")]
    Damaged {
        /// The remote.
        remote: String,
        /// What is wrong.
        what: String,
    },
    /// It has no such blob.
    #[error("{remote} lacks {name}")]
    Missing {
        /// The remote.
        remote: String,
        /// What is missing.
        name: String,
    },
    /// It refuses to be written to.
    #[error("{remote} cannot be written to: {reason}")]
    ReadOnly {
        /// The remote.
        remote: String,
        /// Why.
        reason: String,
    },
    /// Somebody else has replaced the document meanwhile.
    #[error("{0} was replaced meanwhile")]
    Replaced(String),
    /// A file of this machine cannot be read or written.
    #[error("{}: {source}", .path.display())]
    Local {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// The caller has had enough.
    #[error("{0}")]
    Stopped(String),
}

const FORMS: &str = "the path of a folder";

impl RemoteError {
    /// Returns a function that turns an error of the operating system into one about a file of this machine.
    pub(crate) fn local(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |source| Self::Local {
            path: path.to_owned(),
            source,
        }
    }

    /// Returns true if another attempt may succeed where this one has failed.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Outage { .. })
    }
}

/// A place where documents and blobs lie.
pub trait Remote: fmt::Debug + Send + Sync {
    /// Its address, without secrets.
    fn shown(&self) -> &str;

    /// Reads a document of at most `most` bytes; none if it is absent.
    ///
    /// # Errors
    /// See [`RemoteError`].
    fn read(&self, name: &Name, most: u64) -> Result<Option<Document>, RemoteError>;

    /// Reads a blob from the byte `from` on. `sink` gets the bytes as they come, and may stop it.
    ///
    /// # Errors
    /// See [`RemoteError`]; and those of `sink`.
    fn fetch(
        &self,
        blob: Digest,
        from: u64,
        sink: &mut dyn FnMut(&[u8]) -> Result<(), RemoteError>,
    ) -> Result<(), RemoteError>;

    /// Returns true if a blob is there.
    ///
    /// # Errors
    /// See [`RemoteError`].
    fn has(&self, blob: Digest) -> Result<bool, RemoteError>;

    /// Stores a blob, which lies in a file here.
    ///
    /// # Errors
    /// See [`RemoteError`].
    fn store_blob(&self, blob: Digest, file: &Path) -> Result<(), RemoteError>;

    /// Stores a document, which appears as a whole or not at all. `blobs` are those that it refers to.
    ///
    /// # Errors
    /// See [`RemoteError`]; [`RemoteError::Replaced`] if the condition does not hold.
    fn store(
        &self,
        name: &Name,
        bytes: &[u8],
        blobs: &[Digest],
        condition: Condition,
    ) -> Result<(), RemoteError>;

    /// Lists what is in a folder, and in the folders in it.
    ///
    /// # Errors
    /// See [`RemoteError`].
    fn list(&self, folder: &str) -> Result<Vec<Listed>, RemoteError>;

    /// Removes a document or a blob. It is no error if it is absent.
    ///
    /// # Errors
    /// See [`RemoteError`].
    fn remove(&self, name: &Name) -> Result<(), RemoteError>;
}

/// Opens the remote with an address. Nothing is asked of it yet.
///
/// # Errors
/// When the address is none.
pub fn open(address: &str, patience: Patience) -> Result<Box<dyn Remote>, RemoteError> {
    let _ = patience;
    match address.split_once("://") {
        None if !address.is_empty() => Ok(Box::new(folder::Folder::new(address))),
        Some(("file", path)) if path.starts_with('/') => Ok(Box::new(folder::Folder::new(path))),
        _ => Err(RemoteError::Address(shown(address))),
    }
}

/// Returns an address without the user, the password and the query in it.
pub fn shown(address: &str) -> String {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let Some((scheme, rest)) = address.split_once("://") else {
        return address.to_owned();
    };
    let host = rest.split('/').next().unwrap_or_default();
    match host.rsplit_once('@') {
        Some((user, _)) => format!("{scheme}://{}", &rest[user.len() + 1..]),
        None => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Patience, open, shown};

    #[test]
    fn an_address_is_shown_without_secrets() {
        for (address, expected) in [
            ("https://u:p@example.org/a?token=t", "https://example.org/a"),
            ("s3://bucket/a@b", "s3://bucket/a@b"),
            ("../shared", "../shared"),
        ] {
            assert_eq!(shown(address), expected);
        }
    }

    #[test]
    fn what_is_no_address_of_a_remote_is_refused() {
        for address in ["", "file://host/a", "gopher://host/a"] {
            assert!(
                open(address, Patience::for_fetching()).is_err(),
                "{address}"
            );
        }
    }
}
