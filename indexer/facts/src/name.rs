//! Identifiers as numbers that are the same in every file and every build.

use std::hash::{BuildHasher, Hasher};

use foldhash::quality::FixedState;
use serde::{Deserialize, Serialize};

/// A longer string is not an identifier, and has no name.
const NAME_BYTES_MAX: usize = 200;

/// An identifier as a number: a hash of its text, the same in every file and every build.
///
/// Two texts with one hash count as one name. In a repository with a million names, the probability of such a pair is below 1 in
/// 10 million.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "[u8; 8]", into = "[u8; 8]")]
pub struct Name(pub u64);

impl From<[u8; 8]> for Name {
    fn from(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }
}

impl From<Name> for [u8; 8] {
    fn from(name: Name) -> Self {
        name.0.to_le_bytes()
    }
}

impl Name {
    /// The empty string.
    pub const EMPTY: Self = Self(0);
    /// A string that is not an identifier, such as a signature. It compares equal to itself, so callers check for it.
    pub const NONE: Self = Self(u64::MAX);

    /// Returns the name of a text.
    pub fn of(text: &str) -> Self {
        if text.is_empty() {
            return Self::EMPTY;
        }
        if text.len() > NAME_BYTES_MAX || text.contains(' ') {
            return Self::NONE;
        }
        let mut hasher = FixedState::default().build_hasher();
        hasher.write(text.as_bytes());
        Self(hasher.finish().clamp(1, u64::MAX - 1))
    }
}
