//! Sums of lengths by group of symbols, with which a score compares the lengths of one symbol.

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
    /// Returns sums over no symbol.
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
    /// Returns sums from the columns of a snapshot; none if it has other groups.
    pub fn from_columns(symbols: Vec<u64>, lengths: Vec<u64>) -> Option<Self> {
        let none = Self::default();
        let fits = symbols.len() == none.symbols.len() && lengths.len() == none.lengths.len();
        fits.then_some(Self { symbols, lengths })
    }

    /// Returns the two columns: numbers of symbols, sums of lengths.
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

    /// Subtracts the sums of symbols that are included; none if they cannot be.
    pub fn take(&mut self, other: &Self) -> Option<()> {
        let own = self.symbols.iter_mut().chain(&mut self.lengths);
        for (sum, less) in own.zip(other.symbols.iter().chain(&other.lengths)) {
            *sum = sum.checked_sub(*less)?;
        }
        Some(())
    }

    /// Returns each group that has symbols: its number, the number of symbols, the sums of their lengths by field.
    pub fn groups(&self) -> impl Iterator<Item = (usize, u64, &[u64])> {
        let lengths = self.lengths.chunks_exact(FIELDS);
        let groups = self.symbols.iter().zip(lengths).enumerate();
        groups
            .filter(|(_, (symbols, _))| **symbols > 0)
            .map(|(group, (symbols, lengths))| (group, *symbols, lengths))
    }

    /// Returns the number of symbols of a group and the sums of their lengths by field; none if there is no such group.
    pub fn group_mut(&mut self, group: usize) -> Option<(&mut u64, &mut [u64])> {
        let symbols = self.symbols.get_mut(group)?;
        let lengths = &mut self.lengths[group * FIELDS..][..FIELDS];
        Some((symbols, lengths))
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
        let of = |flags: SymbolFlags, length: u32| {
            let mut sums = GroupLengths::default();
            sums.add(SymbolKind::Function, flags, &[length; FIELDS]);
            sums
        };
        let mut sums = of(SymbolFlags::TEST, 3);
        assert_eq!(sums.clone().take(&of(SymbolFlags::default(), 3)), None);
        assert_eq!(sums.clone().take(&of(SymbolFlags::TEST, 4)), None);
        assert_eq!(sums.groups().count(), 1);
        assert_eq!(sums.take(&of(SymbolFlags::TEST, 3)), Some(()));
        assert_eq!(sums, GroupLengths::default());
        assert_eq!(sums.group_mut(usize::MAX), None);
    }
}
