//! What can be wrong with bytes: four kinds, each with what was expected, what was found and what to do next.

use std::fmt;

/// Why bytes cannot be read as a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The bytes do not start as a snapshot does.
    #[error(
        "not a Bombe snapshot: expected the bytes `BOMBESNP` at offset 0, found {found}; is this the right file?"
    )]
    NotASnapshot {
        /// The first bytes, printable.
        found: String,
    },
    /// Written by a version whose format this one no longer reads.
    #[error(
        "snapshot format {found_major}.{found_minor} is too old: this version reads format {least_major} and later; build the snapshot again with `bombe-build`"
    )]
    TooOld {
        /// Major version in the header.
        found_major: u16,
        /// Minor version in the header.
        found_minor: u16,
        /// Least major version that is read.
        least_major: u16,
    },
    /// Written by a version that knows more than this one.
    #[error(
        "snapshot format {found_major}.{found_minor} is too new: this version reads up to format {most_major} ({reason}); install Bombe {needed} or later, or build the snapshot again"
    )]
    TooNew {
        /// Major version in the header.
        found_major: u16,
        /// Minor version in the header.
        found_minor: u16,
        /// Greatest major version that is read.
        most_major: u16,
        /// What exactly is not understood.
        reason: String,
        /// The version of Bombe that wrote the file, as it says itself.
        needed: String,
    },
    /// The bytes contradict themselves or their checksums.
    #[error(transparent)]
    Damaged(#[from] Corrupt),
}

/// A place in a snapshot that contradicts itself: where, what was expected, what was found.
///
/// One pointer wide, so that results carrying it stay small.
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

    /// Describes an id or position that lies outside of what it points into.
    #[cold]
    pub fn out_of_range(place: &str, position: u64, count: u64) -> Self {
        Self::new(
            place,
            format!("a position below {count}"),
            position.to_string(),
        )
    }

    /// The section or part of the header that is damaged.
    pub fn place(&self) -> &str {
        &self.0.place
    }

    /// What should have been there.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// What was there.
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
            "damaged snapshot: {place}: expected {expected}, found {found}; check it with `bombe-build verify`, or build or download it again"
        )
    }
}

impl fmt::Debug for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Corrupt {}
