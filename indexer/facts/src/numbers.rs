//! Serializes ids and numbered enums of the format as their numbers, for `#[serde(with = …)]`.
//!
//! `bombe-format` does not depend on serde, so its types cannot derive the traits.

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{
    Ecosystem, EdgeKind, EntryKind, ImportForm, Language, Rule, SymbolKind, UnresolvedReason,
    Visibility,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// A value that has a number.
pub trait Numbered: Copy {
    /// Returns its number.
    fn number(self) -> u32;

    /// Returns the value with this number, if there is one.
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
    Ecosystem,
    EdgeKind,
    EntryKind,
    ImportForm,
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

/// `None` is 0, and `Some` is one more than the value's number. That cannot overflow: no id is `u32::MAX`.
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
/// When no value has the number, or the deserializer fails.
pub fn deserialize<'de, T: Numbered, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let number = u32::deserialize(deserializer)?;
    T::of(number).ok_or_else(|| D::Error::custom("no value has this number"))
}
