//! Remotes: where documents and blobs lie. Each kind of remote is a module; nothing else knows how it is reached.

#[cfg(feature = "network")]
mod bucket;
mod credentials;
mod folder;
#[cfg(feature = "network")]
mod http;
#[cfg(feature = "network")]
mod network;
#[cfg(feature = "network")]
mod registry;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use self::credentials::Credentials;
use crate::digest::Digest;
use crate::layout::Name;

/// How long to wait for a remote.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For the next bytes of a blob.
    pub idle: Duration,
    /// For a document.
    pub document: Duration,
    /// For all documents, and for pauses of blobs, together.
    pub altogether: Duration,
    /// For a piece of some MiB to be stored.
    pub piece: Duration,
    /// How often a question is asked again that a server could not answer.
    pub retries: usize,
}

impl Patience {
    /// Of somebody who has no other choice.
    pub fn for_publishing() -> Self {
        Self {
            connect: Duration::from_secs(1),
            idle: Duration::from_secs(3),
            document: Duration::from_secs(10),
            altogether: Duration::from_mins(30),
            piece: Duration::from_mins(2),
            retries: 3,
        }
    }

    /// Of somebody who can build here as well: a remote costs at most three seconds more than none. The rest of them is for
    /// finding out that a transfer is too slow.
    pub fn for_fetching() -> Self {
        let most = Duration::from_millis(2200);
        Self {
            connect: Duration::from_secs(1),
            idle: most,
            document: most,
            altogether: most,
            piece: most,
            retries: 0,
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

const FORMS: &str = "the path of a folder, or an address that begins with file:///, https://, http://, s3://, gs://, az:// or \
                     oci://";

/// The schemes of addresses of remotes that are reached over the network.
const NETWORK_SCHEMES: [&str; 6] = ["https", "http", "s3", "gs", "az", "oci"];

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

    /// Stores a document, which appears as a whole or not at all. `blobs` are those that it
    /// refers to, with the number of their bytes.
    ///
    /// # Errors
    /// See [`RemoteError`]; [`RemoteError::Replaced`] if the condition does not hold.
    fn store(
        &self,
        name: &Name,
        bytes: &[u8],
        blobs: &[(Digest, u64)],
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

/// Opens the remote with an address. Nothing is asked of it yet. `credentials` are those for registries.
///
/// # Errors
/// When the address is none.
pub fn open(
    address: &str,
    patience: Patience,
    credentials: &Credentials,
) -> Result<Box<dyn Remote>, RemoteError> {
    match address.split_once("://") {
        None if !address.is_empty() => Ok(Box::new(folder::Folder::new(address))),
        Some(("file", path)) if path.starts_with('/') => Ok(Box::new(folder::Folder::new(path))),
        Some((scheme, _)) if NETWORK_SCHEMES.contains(&scheme) => {
            open_over_network(address, patience, credentials)
        }
        _ => Err(RemoteError::Address(shown(address))),
    }
}

#[cfg(feature = "network")]
fn open_over_network(
    address: &str,
    patience: Patience,
    credentials: &Credentials,
) -> Result<Box<dyn Remote>, RemoteError> {
    if let Some(remote) = http::Http::open(address, patience)? {
        return Ok(Box::new(remote));
    }
    if let Some(remote) = bucket::Bucket::open(address, patience)? {
        return Ok(Box::new(remote));
    }
    if let Some(remote) = registry::Registry::open(address, patience, credentials)? {
        return Ok(Box::new(remote));
    }
    Err(RemoteError::Address(shown(address)))
}

#[cfg(not(feature = "network"))]
fn open_over_network(
    address: &str,
    _: Patience,
    _: &Credentials,
) -> Result<Box<dyn Remote>, RemoteError> {
    Err(RemoteError::NoNetwork(shown(address)))
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
    use super::{Credentials, Patience, open, shown};

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
        for address in ["", "file://host/a", "gopher://host/a", "https://", "s3://"] {
            assert!(
                open(address, Patience::for_fetching(), &Credentials::default()).is_err(),
                "{address}"
            );
        }
    }
}
