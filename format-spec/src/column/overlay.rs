//! What an overlay replaces of its base, and what takes its place.

use super::columns;

columns! {
    /// What an overlay replaces.
    MaskColumns, MaskLayout, MaskView, OverlayMask;
    /// Identity of the base: 32 bytes.
    base: u8 ["*"],
    /// For each file of the overlay the number of files of the base with a smaller path.
    position: u32 ["F"],
    /// Files of the base that are gone or that the overlay holds anew, ascending.
    masked: u32 ["K"],
}

columns! {
    /// What took the place of masked symbols, and what of the base the overlay leads to. The symbol numbered M + *i* of
    /// an overlay with M symbols is the *i*-th of `symbol`, in edges and parents; the file numbered F + *i* of one with F
    /// files is the *i*-th of `file`, in imports.
    RedirectColumns, RedirectLayout, RedirectView, OverlayRedirects;
    /// For each symbol of the masked files, in their order: 0 if it is gone, else 1 more than the symbol of the overlay
    /// with the same path, qualified name and ordinal.
    successor: u32 ["P"],
    /// Symbols of the base, in files that are not masked, ascending.
    symbol: u32 ["S"],
    /// Files of the base that are not masked, ascending.
    file: u32 ["T"],
}
