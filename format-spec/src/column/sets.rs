//! Precomputed sets of symbols and of edges, as serialized roaring bitmaps.

use roaring::RoaringBitmap;

use super::columns;
use crate::error::Corrupt;
use crate::kind::{EdgeKind, Language, SymbolKind, Visibility, numbered};

columns! {
    /// One row per set that is not empty, by key. Members are symbols, or positions in `edges_forward` for the families
    /// `edge_kind` and `tier`. Tiers of confidence: `sure` from 90 percent, `likely` from 50, `weak` below.
    SetColumns, SetLayout, SetView, Sets;
    /// Family and number: `family << 8 | number`.
    key: u16 ["S"],
    /// Number of members.
    members: u32 ["S"],
    /// First byte of each set in `blob`.
    start: u32 ["S + 1"],
    /// The sets in the portable roaring format, concatenated.
    blob: u8 ["*"],
}

numbered! {
    /// What the members of a set have in common.
    SetFamily {
        /// Symbols of a kind.
        Kind = 0 "kind",
        /// Symbols in files of a language.
        Language = 1 "language",
        /// Symbols of a visibility.
        Visibility = 2 "visibility",
        /// Symbols with a mark: see `Mark`.
        Mark = 3 "mark",
        /// Edges of a kind.
        EdgeKind = 4 "edge_kind",
        /// Edges of a confidence tier: see `Tier`.
        Tier = 5 "tier",
    }
}

numbered! {
    /// Marks of symbols that have a set.
    Mark {
        /// Tests, and all symbols of test files.
        Tests = 0 "tests",
        /// Handlers of entry points.
        EntryPoints = 1 "entry_points",
    }
}

numbered! {
    /// Confidence tiers of edges.
    Tier {
        /// Confidence of at least 90 percent.
        Sure = 0 "sure",
        /// Confidence of 50 to 89 percent.
        Likely = 1 "likely",
        /// Confidence below 50 percent.
        Weak = 2 "weak",
    }
}

impl Tier {
    /// Returns the tier of a confidence in percent.
    pub const fn of(confidence: u8) -> Self {
        match confidence {
            90.. => Self::Sure,
            50..90 => Self::Likely,
            _ => Self::Weak,
        }
    }
}

/// A precomputed set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Set {
    /// Symbols of a kind.
    Kind(SymbolKind),
    /// Symbols in files of a language.
    Language(Language),
    /// Symbols of a visibility.
    Visibility(Visibility),
    /// Symbols with a mark.
    Mark(Mark),
    /// Edges (members are positions in `edges_forward`) of a kind.
    EdgeKind(EdgeKind),
    /// Edges (members are positions in `edges_forward`) of a confidence tier.
    Tier(Tier),
}

impl Set {
    /// Symbols that are tests, or in test files.
    pub const TESTS: Self = Self::Mark(Mark::Tests);

    /// Handlers of entry points.
    pub const ENTRY_POINTS: Self = Self::Mark(Mark::EntryPoints);

    /// Returns the key of the set.
    pub const fn key(self) -> u16 {
        let (family, number) = match self {
            Self::Kind(kind) => (SetFamily::Kind, kind as u8),
            Self::Language(language) => (SetFamily::Language, language as u8),
            Self::Visibility(visibility) => (SetFamily::Visibility, visibility as u8),
            Self::Mark(mark) => (SetFamily::Mark, mark as u8),
            Self::EdgeKind(kind) => (SetFamily::EdgeKind, kind as u8),
            Self::Tier(tier) => (SetFamily::Tier, tier as u8),
        };
        (family as u16) << 8 | number as u16
    }
}

impl<'b> SetView<'b> {
    fn row(self, key: u16) -> Option<usize> {
        let keys = self.layout.key;
        let at = keys.partition_point(self.bytes, 0..keys.len(), |other| other < key);
        (keys.get(self.bytes, at) == Some(key)).then_some(at)
    }

    /// Returns the number of members of a set; 0 if it is not stored.
    pub fn len(self, key: u16) -> u32 {
        self.row(key)
            .map_or(0, |row| self.layout.members.at_row(self.bytes, row))
    }

    /// Returns true if no set is stored.
    pub fn is_empty(self) -> bool {
        self.layout.key.is_empty()
    }

    /// Returns the serialized form of a set; none if it is not stored, because it is empty.
    ///
    /// # Errors
    /// Fails if its run is damaged.
    pub fn serialized(self, key: u16) -> Result<Option<&'b [u8]>, Corrupt> {
        let Some(row) = self.row(key) else {
            return Ok(None);
        };
        let blob = self.layout.blob.window(self.bytes);
        let run = self
            .layout
            .start
            .run(self.bytes, row, blob.len(), "section `sets`")?;
        let set = blob.get(run);
        set.map(Some)
            .ok_or_else(|| Corrupt::new("section `sets`", "a set", "damaged bytes"))
    }

    /// Decodes a set; empty if it is not stored.
    ///
    /// # Errors
    /// Fails if its bytes are damaged.
    pub fn get(self, key: u16) -> Result<RoaringBitmap, Corrupt> {
        let Some(bytes) = self.serialized(key)? else {
            return Ok(RoaringBitmap::new());
        };
        RoaringBitmap::deserialize_from(bytes).map_err(|error| {
            Corrupt::new(
                "section `sets`",
                format!("a serialized set under key {key}"),
                error.to_string(),
            )
        })
    }
}

impl SetColumns {
    /// Appends a set, unless it is empty. Sets must come in the order of their keys, members ascending.
    ///
    /// # Panics
    /// Never panics: writing to memory does not fail.
    pub fn push(&mut self, set: Set, members: impl Iterator<Item = u32>) {
        let mut bitmap: RoaringBitmap = members.collect();
        if bitmap.is_empty() {
            return;
        }
        bitmap.optimize();
        if self.start.is_empty() {
            self.start.push(0);
        }
        self.key.push(set.key());
        self.members.push(bitmap.len() as u32);
        bitmap
            .serialize_into(&mut self.blob)
            .expect("writing to memory does not fail");
        self.start.push(self.blob.len() as u32);
    }

    /// Completes the columns.
    #[must_use]
    pub fn finish(mut self) -> Self {
        if self.start.is_empty() {
            self.start.push(0);
        }
        self
    }
}
