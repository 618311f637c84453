//! Numbers of terms in each field of each symbol, and their sums.

use std::ops::Range;

use super::columns;
use crate::ids::SymbolId;

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

    /// Adds the lengths of name, class, doc, signature and body, each times its weight, of the symbols of a range to `sums`, which
    /// has one for each.
    pub fn add_weighted(self, symbols: Range<usize>, weights: [u32; 5], sums: &mut [u32]) {
        let LengthLayout {
            name,
            class,
            doc,
            signature,
            body,
            ..
        } = self.layout;
        for (column, weight) in [name, class, doc, signature, body].into_iter().zip(weights) {
            column.visit(self.bytes, symbols.clone(), |place, length| {
                if let Some(sum) = sums.get_mut(place) {
                    *sum = sum.saturating_add(length.saturating_mul(weight));
                }
            });
        }
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
