//! Numbers of terms in each field of each symbol, and their sums.

use std::ops::Range;

use super::columns;
use crate::ids::SymbolId;
use crate::text::{FIELD_HALVES, Field};

columns! {
    /// Number of terms in each field of each symbol. The length of a path is stored in `files`. The sums have one group per
    /// kind and test state, numbered `kind × 2 + (1 for tests)`, and six fields per group in the order of `field`.
    LengthColumns, LengthLayout, LengthView, Lengths;
    /// Terms in the name.
    name: u32 sparse ["N"],
    /// Terms in the qualifier.
    class: u32 sparse ["N"],
    /// Terms in the doc.
    doc: u32 sparse ["N"],
    /// Terms in parameters and types.
    signature: u32 sparse ["N"],
    /// Terms in the body.
    body: u32 sparse ["N"],
    /// Number of symbols of each group.
    group_symbols: u64 ["G"],
    /// Sums of lengths of each group by field.
    group_lengths: u64 ["6 G"],
}

columns! {
    /// Length of each symbol as a document, for ranking: the sum over the fields of `lengths` of number of terms times weight. In halves of
    /// a term, the weights are 8 (name), 4 (class), 3 (doc), 2 (signature) and 2 (body).
    DocumentLengthColumns, DocumentLengthLayout, DocumentLengthView, DocumentLengths;
    /// Weighted number of terms, in halves of a term; at most 65535.
    halves: u16 ["N"],
}

/// The fields whose lengths each symbol has for itself, in the order of the columns of `lengths`.
pub const OWN_FIELDS: [Field; 5] = [
    Field::Name,
    Field::Class,
    Field::Doc,
    Field::Signature,
    Field::Body,
];

/// Returns the length of a document in halves of a term, from its number of terms in each of [`OWN_FIELDS`].
pub fn halves(terms: [u32; OWN_FIELDS.len()]) -> u16 {
    let weighted = terms
        .into_iter()
        .zip(OWN_FIELDS)
        .map(|(terms, field)| terms.saturating_mul(FIELD_HALVES[field as usize]));
    u16::try_from(weighted.fold(0, u32::saturating_add)).unwrap_or(u16::MAX)
}

impl DocumentLengthView<'_> {
    /// Calls `visit` with the length in halves of each symbol of a range, and with its place in the range.
    pub fn visit(self, symbols: Range<usize>, visit: impl FnMut(usize, u16)) {
        self.layout.halves.visit(self.bytes, symbols, visit);
    }
}

impl LengthView<'_> {
    /// Returns the lengths of name, class, doc, signature and body, in terms; zeros if there is no such symbol.
    #[inline]
    pub fn of(self, symbol: SymbolId) -> [u32; 5] {
        let LengthLayout {
            name,
            class,
            doc,
            signature,
            body,
            ..
        } = self.layout;
        [name, class, doc, signature, body].map(|column| column.at_row(self.bytes, symbol.index()))
    }

    /// Returns the number of symbols of a group, and the sums of their lengths by field; zeros if there is no such group.
    pub fn group(self, group: usize) -> (u64, [u64; 6]) {
        let mut lengths = [0; 6];
        for (field, length) in lengths.iter_mut().enumerate() {
            *length = self
                .layout
                .group_lengths
                .at_row(self.bytes, group * 6 + field);
        }
        (self.layout.group_symbols.at_row(self.bytes, group), lengths)
    }
}
