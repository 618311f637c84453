//! Ids and numbered enums of the format as their numbers, for `serde(with)`: the format itself knows no serde.

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{
    EdgeKind, EntryKind, Language, Rule, SymbolKind, UnresolvedReason, Visibility,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// What has a number.
pub trait Numbered: Copy {
    /// Returns its number.
    fn number(self) -> u32;

    /// None if nothing has this number.
    fn of(number: u32) -> Option<Self>;
}

macro_rules! numbered {
    ($($name:ident),+) => {$(
        impl Numbered for $name {
            fn number(self) -> u32 {
                self as u32
            }

            fn of(number: u32) -> Option<Self> {
                Self::from_u8(u8::try_from(number).ok()?)
            }
        }
    )+};
}

numbered!(
    EdgeKind,
    EntryKind,
    Language,
    Rule,
    SymbolKind,
    UnresolvedReason,
    Visibility
);

macro_rules! ids {
    ($($name:ident),+) => {$(
        impl Numbered for $name {
            fn number(self) -> u32 {
                self.0
            }

            fn of(number: u32) -> Option<Self> {
                Some(Self(number))
            }
        }
    )+};
}

ids!(FileId, SymbolId);

/// None is 0, all others come one later: no id is the greatest number.
impl<T: Numbered> Numbered for Option<T> {
    fn number(self) -> u32 {
        self.map_or(0, |value| value.number().wrapping_add(1))
    }

    fn of(number: u32) -> Option<Self> {
        match number.checked_sub(1) {
            None => Some(None),
            Some(number) => T::of(number).map(Some),
        }
    }
}

/// Writes the number of a value.
///
/// # Errors
/// When the serializer fails.
pub fn serialize<T: Numbered, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(value.number())
}

/// Reads a value by its number.
///
/// # Errors
/// When nothing has the number, or the deserializer fails.
pub fn deserialize<'de, T: Numbered, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let number = u32::deserialize(deserializer)?;
    T::of(number).ok_or_else(|| D::Error::custom("nothing has this number"))
}
