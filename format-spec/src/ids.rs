//! Ids: positions in the columns of one segment. A newtype per id, so that the compiler finds a mix-up.

/// Declares a `u32` newtype that is a position in a column.
macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The position as an index into a slice.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of a position. Columns are capped far below `u32::MAX` entries (`SPEC.md`, Limits).
            pub const fn new(index: usize) -> Self {
                Self(index as u32)
            }
        }
    };
}

id! {
    /// A file, 0-based; files are ordered by path, bytewise.
    FileId
}
id! {
    /// A symbol, 0-based; symbols are ordered by (file, start byte), so a file's symbols are one range.
    SymbolId
}
id! {
    /// A text in the string table: the position of its first byte; 0 is the empty text.
    StringId
}

/// The stored form of "no id".
pub const NONE: u32 = u32::MAX;
