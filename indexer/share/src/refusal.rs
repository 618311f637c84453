//! Why something that a remote offers is not taken. The local snapshot stays as it was (exit code 4).

use std::fmt::Display;

use crate::digest::Digest;

/// Something that a remote offers, and that is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Nobody has signed it.
    #[error("{0} is not signed; to take it nevertheless, give --allow-unsigned")]
    Unsigned(String),
    /// There is no key to check a signature with.
    #[error("no key is trusted for {repository}{}; trust one with `bombe trust add KEY --repository {repository}`, give --key KEY, or take what nobody has signed with --allow-unsigned", .proposed.as_deref().map(|keys| format!("; bombe.toml proposes {keys}, and `bombe trust add` takes that key")).unwrap_or_default())]
    NoKeys {
        /// The repository.
        repository: String,
        /// The keys that the settings of the repository propose.
        proposed: Option<String>,
    },
    /// No trusted key has signed it.
    #[error("{what} is signed by no key that is trusted for {repository}")]
    OtherKey {
        /// The document.
        what: String,
        /// The repository.
        repository: String,
    },
    /// A key that was revoked has signed it.
    #[error("{what} is signed by the key {key}, which was revoked")]
    Revoked {
        /// The document.
        what: String,
        /// The key.
        key: String,
    },
    /// The bytes are not those that were signed.
    #[error("{0} was changed after it was signed")]
    Forged(String),
    /// It has other bytes than what named it says.
    #[error("{what} has another digest than its name says: expected {expected}, found {found}")]
    OtherDigest {
        /// The document.
        what: String,
        /// What its name says.
        expected: Digest,
        /// What its bytes have.
        found: Digest,
    },
    /// It is of another repository, branch, folder or commit.
    #[error("{what} is of the {field} {found}, and not of {expected}")]
    Other {
        /// The document.
        what: String,
        /// What is different.
        field: &'static str,
        /// What was asked for.
        expected: String,
        /// What it says.
        found: String,
    },
    /// The remote shows an older state than it has shown before.
    #[error(
        "{what} was rolled back: it ends with number {found}, and number {seen} has been seen; if that is meant, give --allow-rollback"
    )]
    RolledBack {
        /// The document.
        what: String,
        /// The number that was seen.
        seen: u64,
        /// The number that it ends with.
        found: u64,
    },
    /// The remote shows another past than it has shown before.
    #[error(
        "{what} has another snapshot under number {sequence} than was seen before; if that is meant, give --allow-rollback"
    )]
    OtherLineage {
        /// The document.
        what: String,
        /// The number.
        sequence: u64,
    },
    /// It is of another version of the layout.
    #[error(
        "the remote has layout {found}, and this program reads {expected}: {}",
        if found > expected { "install a newer version of Bombe" } else { "publish anew with this version of Bombe, or use an older one" }
    )]
    OtherSchema {
        /// The version found.
        found: u32,
        /// The version of this program.
        expected: u32,
    },
    /// It makes no sense.
    #[error("{what} is malformed: {reason}")]
    Malformed {
        /// The document.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A signature cannot be checked on this machine.
    #[error("a signature cannot be checked: {0}")]
    Uncheckable(String),
}

impl Refusal {
    /// Returns the refusal of a document that makes no sense.
    pub(crate) fn malformed(what: &str, reason: impl Display) -> Self {
        Self::Malformed {
            what: what.to_owned(),
            reason: reason.to_string(),
        }
    }
}
