//! Sums of lengths by group of symbols: what a score compares one symbol's lengths with.

use bombe_format::column::symbols::SymbolFlags;
use bombe_format::kind::SymbolKind;
use bombe_format::text::Field;

const FIELDS: usize = Field::ALL.len();

/// Number of symbols and sums of their lengths by field, for each group: kind and whether it is a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupLengths {
    symbols: Vec<u64>,
    lengths: Vec<u64>,
}

impl Default for GroupLengths {
    /// Sums over no symbol.
    fn default() -> Self {
        let kinds = SymbolKind::ALL.iter().map(|kind| *kind as usize + 1).max();
        let groups = kinds.unwrap_or(0) * 2;
        Self {
            symbols: vec![0; groups],
            lengths: vec![0; groups * FIELDS],
        }
    }
}

impl GroupLengths {
    /// Sums as a snapshot has them; none if it has other groups.
    pub fn from_columns(symbols: Vec<u64>, lengths: Vec<u64>) -> Option<Self> {
        let none = Self::default();
        let fits = symbols.len() == none.symbols.len() && lengths.len() == none.lengths.len();
        fits.then_some(Self { symbols, lengths })
    }

    /// The two columns: numbers of symbols, sums of lengths.
    pub fn into_columns(self) -> (Vec<u64>, Vec<u64>) {
        (self.symbols, self.lengths)
    }

    /// Adds a symbol.
    pub fn add(&mut self, kind: SymbolKind, flags: SymbolFlags, lengths: &[u32; FIELDS]) {
        let group = group(kind as u8, flags);
        self.symbols[group] += 1;
        let sums = &mut self.lengths[group * FIELDS..(group + 1) * FIELDS];
        for (sum, length) in sums.iter_mut().zip(lengths) {
            *sum += u64::from(*length);
        }
    }

    /// Takes a symbol out again; none if it cannot have been among them. `kind` is a number of `symbol_kind`.
    pub fn take(&mut self, kind: u8, flags: SymbolFlags, lengths: &[u32; FIELDS]) -> Option<()> {
        let group = group(kind, flags);
        let symbols = self.symbols.get_mut(group)?;
        *symbols = symbols.checked_sub(1)?;
        let sums = self.lengths.get_mut(group * FIELDS..(group + 1) * FIELDS)?;
        for (sum, length) in sums.iter_mut().zip(lengths) {
            *sum = sum.checked_sub(u64::from(*length))?;
        }
        Some(())
    }
}

fn group(kind: u8, flags: SymbolFlags) -> usize {
    usize::from(kind) * 2 + usize::from(flags.has(SymbolFlags::TEST))
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, GroupLengths};
    use bombe_format::column::symbols::SymbolFlags;
    use bombe_format::kind::SymbolKind;

    #[test]
    fn what_was_added_can_be_taken_and_nothing_else() {
        let mut sums = GroupLengths::default();
        let lengths = [3; FIELDS];
        sums.add(SymbolKind::Function, SymbolFlags::TEST, &lengths);
        let kind = SymbolKind::Function as u8;
        assert_eq!(
            sums.clone().take(kind, SymbolFlags::default(), &lengths),
            None
        );
        assert_eq!(
            sums.clone().take(kind, SymbolFlags::TEST, &[4; FIELDS]),
            None
        );
        assert_eq!(
            sums.clone().take(u8::MAX, SymbolFlags::TEST, &lengths),
            None
        );
        assert_eq!(sums.take(kind, SymbolFlags::TEST, &lengths), Some(()));
        assert_eq!(sums, GroupLengths::default());
    }
}
