//! The errors of reading bytes, each with what was expected, what was found and what to do next.

use std::fmt;

/// The error of reading bytes as a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The bytes do not start with the magic of a snapshot.
    #[error(
        "not a Bombe snapshot: expected the bytes `BOMBESNP` at offset 0, found {found}; is this the right file?"
    )]
    NotASnapshot {
        /// The first bytes, printable.
        found: String,
    },
    /// The format is older than this version reads.
    #[error(
        "snapshot format {found_major}.{found_minor} is too old: this version reads format {min_major} and later; build the snapshot again with `bombe build`"
    )]
    TooOld {
        /// Major version in the header.
        found_major: u16,
        /// Minor version in the header.
        found_minor: u16,
        /// Oldest major version that is read.
        min_major: u16,
    },
    /// The format, or a required part of the file, is newer than this version.
    #[error(
        "snapshot format {found_major}.{found_minor} is too new: this version reads up to format {max_major} ({reason}); install Bombe {needed} or later, or build the snapshot again"
    )]
    TooNew {
        /// Major version in the header.
        found_major: u16,
        /// Minor version in the header.
        found_minor: u16,
        /// Newest major version that is read.
        max_major: u16,
        /// What this version does not know.
        reason: String,
        /// The version of Bombe that wrote the file, from its header.
        needed: String,
    },
    /// The commit point is of another version.
    #[error(
        "commit point of version {found}: this version of Bombe reads version {expected}; run `bombe update`"
    )]
    OtherCommitPoint {
        /// The version in its first line.
        found: u32,
        /// The version that is read.
        expected: u32,
    },
    /// The bytes contradict each other or their checksums.
    #[error(transparent)]
    Damaged(#[from] Corrupt),
}

/// Damage in a snapshot: where, what was expected, what was found.
///
/// One pointer wide, so that results that carry it stay small.
#[derive(Clone, PartialEq, Eq)]
pub struct Corrupt(Box<Damage>);

#[derive(Clone, PartialEq, Eq)]
struct Damage {
    place: String,
    expected: String,
    found: String,
}

impl Corrupt {
    /// Describes damage at `place` (a section or a part of the header).
    #[cold]
    pub fn new(
        place: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self(Box::new(Damage {
            place: place.into(),
            expected: expected.into(),
            found: found.into(),
        }))
    }

    /// Describes an id or position that is out of range.
    #[cold]
    pub fn out_of_range(place: &str, position: u64, count: u64) -> Self {
        Self::new(
            place,
            format!("a position below {count}"),
            position.to_string(),
        )
    }

    /// Returns the section, or part of the header, that is damaged.
    pub fn place(&self) -> &str {
        &self.0.place
    }

    /// Returns what was expected.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// Returns what was found.
    pub fn found(&self) -> &str {
        &self.0.found
    }
}

impl fmt::Display for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage {
            place,
            expected,
            found,
        } = &*self.0;
        write!(
            f,
            "damaged snapshot: {place}: expected {expected}, found {found}; check it with `bombe verify`, or build or download it again"
        )
    }
}

impl fmt::Debug for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Corrupt {}
