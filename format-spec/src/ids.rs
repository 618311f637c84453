//! Ids: row numbers of sections. Each kind of id is a type of its own, so that the compiler finds a mix-up.

/// Declares a `u32` newtype for an id.
macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the id as an index into a slice.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the id of an index. Columns have far fewer than `u32::MAX` rows (`SPEC.md`, Limits).
            pub const fn new(index: usize) -> Self {
                Self(index as u32)
            }
        }
    };
}

id! {
    /// A file, 0-based. Files are ordered by path, bytewise.
    FileId
}
id! {
    /// A symbol, 0-based. Symbols are ordered by (file, start byte), so a file's symbols are one range.
    SymbolId
}
id! {
    /// A text of the string table: the position of its first byte. 0 is the empty text.
    StringId
}

/// The stored form of "no id".
pub const NONE: u32 = u32::MAX;
