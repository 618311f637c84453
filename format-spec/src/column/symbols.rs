//! Symbols, in the order of (file, start byte).

use std::ops::Range;

use super::columns;
use crate::ids::{StringId, SymbolId};
use crate::kind::{SymbolKind, Visibility};

columns! {
    /// One row per symbol, in the order of (file, first byte).
    SymbolColumns, SymbolLayout, SymbolView, Symbols;
    /// Kind: a number of `symbol_kind`.
    kind: u8 ["N"],
    /// Visibility: a number of `visibility`.
    visibility: u8 ["N"],
    /// Modifier bits: see [Vocabularies](#vocabularies).
    flags: u16 ["N"],
    /// Name: a row of `names`.
    name: u32 ["N"],
    /// Position in `strings` of the qualified name without its last part; with flag `qualified_whole`, of the whole
    /// qualified name.
    qualifier: u32 ["N"],
    /// The symbol's number minus its parent's, modulo 2^32; 0 if it has no parent. The parent is the symbol that contains it.
    parent_back: u32 sparse ["N"],
    /// First byte in the file.
    start: u32 sparse ["N"],
    /// 1-based line of the first byte.
    start_line: u32 sparse ["N"],
    /// Position in `strings` of the declared type, or of a callable's return type.
    type_text: u32 sparse ["N"],
    /// Position in `strings` of the parameters: records separated by U+001E, each a name, a type and a default separated by
    /// U+001F.
    params: u32 sparse ["N"],
    /// Position in `strings` of the decorators, separated by U+001F.
    decorators: u32 sparse ["N"],
    /// Length in bytes.
    length: u32 sparse ["N"],
    /// First byte of the name minus `start`, modulo 2^32.
    name_offset: u32 sparse ["N"],
    /// Length of the name in bytes.
    name_length: u32 sparse ["N"],
    /// First byte of the body minus `start`, modulo 2^32; 0 without flag `body`.
    body_offset: u32 sparse ["N"],
    /// End of the symbol minus end of the body, modulo 2^32; 0 without flag `body`.
    body_tail: u32 sparse ["N"],
    /// Line of the name minus `start_line`, modulo 2^32.
    name_line: u32 sparse ["N"],
    /// Line of the last byte minus `start_line`, modulo 2^32.
    end_line: u32 sparse ["N"],
    /// Cyclomatic complexity; 0 for symbols that are not callable.
    complexity: u16 sparse ["N"],
    /// Position among the file's symbols of the same qualified name, from 0.
    ordinal: u32 sparse ["N"],
    /// Symbols whose parent is in another file or does not enclose them, by (parent, id).
    adopted: u32 ["A"],
    /// The parent of each symbol of `adopted`, ascending.
    adopted_parent: u32 ["A"],
}

columns! {
    /// The `PageRank` of each symbol: see [Ranks](#ranks).
    RankColumns, RankLayout, RankView, Ranks;
    /// Rank in units of 1/4096 of the average rank.
    rank: u32 sparse ["N"],
}

/// Separates the parts of a parameter, and decorators from each other.
pub const UNIT_SEPARATOR: char = '\u{1f}';

/// Separates parameters.
pub const RECORD_SEPARATOR: char = '\u{1e}';

/// The stored rank of an average symbol.
pub const RANK_UNIT: u32 = 4096;

/// Modifiers of a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymbolFlags(pub u16);

impl SymbolFlags {
    /// `async`.
    pub const ASYNC: Self = Self(1 << 0);
    /// Belongs to the type rather than to an instance.
    pub const STATIC: Self = Self(1 << 1);
    /// Has no body.
    pub const ABSTRACT: Self = Self(1 << 2);
    /// Is marked as deprecated.
    pub const DEPRECATED: Self = Self(1 << 3);
    /// Is a test, or lies in a test file.
    pub const TEST: Self = Self(1 << 4);
    /// Is visible outside its module or package.
    pub const EXPORTED: Self = Self(1 << 5);
    /// Declares a definition that is elsewhere, or that does not exist (`= delete`).
    pub const DECLARATION: Self = Self(1 << 6);
    /// Has a doc comment.
    pub const DOC: Self = Self(1 << 7);
    /// Has a body.
    pub const BODY: Self = Self(1 << 8);
    /// Yields.
    pub const GENERATOR: Self = Self(1 << 9);
    /// Is one of several signatures of the function of the same qualified name (`@overload`, overload signatures).
    pub const OVERLOAD: Self = Self(1 << 10);
    /// `final`, `const`, `readonly`.
    pub const READONLY: Self = Self(1 << 11);
    /// Is a body whose name only a macro knows, so that no code can name it (`TEST(Suite, name) {…}`).
    pub const BEHIND_MACRO: Self = Self(1 << 12);
    /// The column `qualifier` holds the whole qualified name, because that does not end with the name. A detail of the
    /// encoding, not a modifier.
    pub const QUALIFIED_WHOLE: Self = Self(1 << 15);

    /// Every flag with its name in `SPEC.md`.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::ASYNC, "async"),
        (Self::STATIC, "static"),
        (Self::ABSTRACT, "abstract"),
        (Self::DEPRECATED, "deprecated"),
        (Self::TEST, "test"),
        (Self::EXPORTED, "exported"),
        (Self::DECLARATION, "declaration"),
        (Self::DOC, "doc"),
        (Self::BODY, "body"),
        (Self::GENERATOR, "generator"),
        (Self::OVERLOAD, "overload"),
        (Self::READONLY, "readonly"),
        (Self::BEHIND_MACRO, "behind_macro"),
        (Self::QUALIFIED_WHOLE, "qualified_whole"),
    ];

    /// Returns true if every bit of `other` is set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets the bits of `other` if `on`.
    pub const fn set(&mut self, other: Self, on: bool) {
        if on {
            self.0 |= other.0;
        }
    }
}

/// Declares readers of columns that hold plain numbers.
macro_rules! readers {
    ($($(#[$meta:meta])* $name:ident, $column:ident;)+) => {
        fn kind_of(number: u8) -> SymbolKind {
    SymbolKind::from_u8(number).unwrap_or(SymbolKind::Variable)
}

impl SymbolView<'_> {$(
            $(#[$meta])*
            #[inline]
            pub fn $name(self, symbol: SymbolId) -> u32 {
                u32::from(self.layout.$column.at_row(self.bytes, symbol.index()))
            }
        )+}
    };
}

readers! {
    /// Returns the length in bytes.
    length, length;
    /// Returns the first byte of the name, minus the symbol's.
    name_offset, name_offset;
    /// Returns the length of the name in bytes.
    name_length, name_length;
    /// Returns the first byte of the body, minus the symbol's.
    body_offset, body_offset;
    /// Returns the end of the symbol minus the end of the body.
    body_tail, body_tail;
    /// Returns the line of the name, minus the first line.
    name_line_offset, name_line;
    /// Returns the last line, minus the first.
    end_line_offset, end_line;
    /// Returns the cyclomatic complexity.
    complexity, complexity;
    /// Returns the 0-based position among the symbols of the file with the same qualified name.
    ordinal, ordinal;
}

impl SymbolView<'_> {
    /// Returns the number of symbols.
    #[inline]
    pub fn count(self) -> usize {
        self.layout.kind.len()
    }

    /// Returns the kind; `Variable` for an unknown number.
    #[inline]
    pub fn kind(self, symbol: SymbolId) -> SymbolKind {
        kind_of(self.layout.kind.at_row(self.bytes, symbol.index()))
    }

    /// Returns the visibility; `Public` for an unknown number.
    #[inline]
    pub fn visibility(self, symbol: SymbolId) -> Visibility {
        Visibility::from_u8(self.layout.visibility.at_row(self.bytes, symbol.index()))
            .unwrap_or(Visibility::Public)
    }

    /// Calls `visit` with the kind of each symbol of a range, and with the place of the symbol in the range.
    pub fn visit_kinds(self, symbols: Range<usize>, mut visit: impl FnMut(usize, SymbolKind)) {
        self.layout.kind.visit(self.bytes, symbols, |place, kind| {
            visit(place, kind_of(kind));
        });
    }

    /// Calls `visit` with the flags of each symbol of a range, and with the place of the symbol in the range.
    pub fn visit_flags(self, symbols: Range<usize>, mut visit: impl FnMut(usize, SymbolFlags)) {
        self.layout
            .flags
            .visit(self.bytes, symbols, |place, flags| {
                visit(place, SymbolFlags(flags));
            });
    }

    /// Returns the modifiers and other flags.
    #[inline]
    pub fn flags(self, symbol: SymbolId) -> SymbolFlags {
        SymbolFlags(self.layout.flags.at_row(self.bytes, symbol.index()))
    }

    /// Returns the symbol of the same segment that contains it; none if it has no parent there.
    #[inline]
    pub fn parent(self, symbol: SymbolId) -> Option<SymbolId> {
        self.parent_number(symbol)
            .filter(|parent| parent.index() < self.count())
    }

    /// Returns the number of the symbol that contains it, if there is one. In an overlay of N symbols, numbers from N on stand
    /// for symbols of the base ([`crate::overlay::MergedView::overlay_symbol`]).
    #[inline]
    pub fn parent_number(self, symbol: SymbolId) -> Option<SymbolId> {
        let back = self.layout.parent_back.at_row(self.bytes, symbol.index());
        (back != 0).then_some(SymbolId(symbol.0.wrapping_sub(back)))
    }

    /// Returns the position in `strings` that a column holds for a symbol.
    #[inline]
    pub fn string(self, column: super::Col<u32>, symbol: SymbolId) -> StringId {
        StringId(column.at_row(self.bytes, symbol.index()))
    }

    /// Returns the first byte.
    #[inline]
    pub fn start(self, symbol: SymbolId) -> u32 {
        self.layout.start.at_row(self.bytes, symbol.index())
    }

    /// Returns the byte after the last one.
    #[inline]
    pub fn end(self, symbol: SymbolId) -> u32 {
        self.start(symbol).saturating_add(self.length(symbol))
    }

    /// Returns the 1-based first line.
    #[inline]
    pub fn start_line(self, symbol: SymbolId) -> u32 {
        self.layout.start_line.at_row(self.bytes, symbol.index())
    }

    /// Returns the 1-based last line.
    #[inline]
    pub fn end_line(self, symbol: SymbolId) -> u32 {
        self.start_line(symbol)
            .saturating_add(self.end_line_offset(symbol))
    }

    /// Returns the children of `parent` that are in other files, or that it does not enclose.
    pub fn adopted_by(self, parent: SymbolId) -> impl Iterator<Item = SymbolId> {
        let SymbolLayout {
            adopted,
            adopted_parent,
            ..
        } = *self.layout;
        let start = adopted_parent.partition_point(self.bytes, 0..adopted_parent.len(), |other| {
            other < parent.0
        });
        let end =
            adopted_parent.partition_point(self.bytes, start..adopted_parent.len(), |other| {
                other <= parent.0
            });
        adopted.range(self.bytes, start..end).map(SymbolId)
    }
}
