//! The mask of an overlay over its base, and the successors of masked symbols.

use super::columns;

columns! {
    /// The files of the base that an overlay replaces, and where its own files come among those of the base.
    MaskColumns, MaskLayout, MaskView, OverlayMask;
    /// Identity of the base, 32 bytes.
    base: u8 ["*"],
    /// For each file of the overlay, the number of files of the base with a smaller path.
    position: u32 ["F"],
    /// The masked files of the base, ascending: those that are gone and those that the overlay replaces.
    masked: u32 ["K"],
}

columns! {
    /// The successors of masked symbols, and the symbols and files of the base that the overlay refers to. In an overlay of F
    /// files and N symbols, symbol number N + *i* in an edge or parent means row *i* of `symbol`, and file number F + *i* in an
    /// import means row *i* of `file`.
    RedirectColumns, RedirectLayout, RedirectView, OverlayRedirects;
    /// For each symbol of the masked files, in order: 0 if it is gone, else 1 plus the symbol of the overlay with the same
    /// path, qualified name and ordinal.
    successor: u32 ["P"],
    /// Symbols of the base in files that are not masked, ascending.
    symbol: u32 ["S"],
    /// Files of the base that are not masked, ascending.
    file: u32 ["T"],
}
