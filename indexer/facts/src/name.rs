//! Identifiers as numbers that mean the same in every file and in every build.

use std::hash::{BuildHasher, Hasher};

use foldhash::quality::FixedState;
use serde::{Deserialize, Serialize};

/// Strings longer than this are no identifiers and get no name.
const NAME_BYTES_MAX: usize = 200;

/// An identifier, the same number in every file and in every build: a hash of its text. That two texts of a repository
/// with a million names share one has a chance of 1 in 10 million; they would then be taken for one name.
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
    /// A string that is no identifier (a doc text, a signature): equal to nothing.
    pub const NONE: Self = Self(u64::MAX);

    /// The name of a text.
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
