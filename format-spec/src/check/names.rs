//! Checks of names, and of the key indexes of names and paths.

use super::DeepCheck;
use super::values::{below, same, starts};
use crate::column::names::{GroupLayout, NameLayout};
use crate::error::Corrupt;
use crate::key_index::{AllKeys, KeyIndex};
use crate::section::Section;

impl DeepCheck<'_> {
    /// `symbols` and `files` are the numbers of them.
    pub(super) fn names(&self, symbols: usize, files: usize) -> Result<(), Corrupt> {
        let bytes = self.section(Section::Names)?;
        let layout = NameLayout::open(bytes)?;
        let view = layout.view(bytes);
        same("names.symbol", layout.symbol.len(), symbols)?;
        starts("names.start", layout.start, bytes, layout.blob.len())?;
        starts("names.first", layout.first, bytes, symbols)?;
        below("names.symbol", layout.symbol, bytes, symbols)?;
        for row in 0..view.count() {
            view.name(row as u32)?;
        }
        let groups = self.section(Section::QualifiedGroups)?;
        let group_layout = GroupLayout::open(groups)?;
        starts(
            "qualified_groups.first",
            group_layout.first,
            groups,
            group_layout.symbol.len(),
        )?;
        below(
            "qualified_groups.symbol",
            group_layout.symbol,
            groups,
            symbols,
        )?;
        let group_count = group_layout.first.len().saturating_sub(1) as u64;
        self.keys(Section::NameKeys, |value| value < view.count() as u64)?;
        self.keys(Section::QualifiedKeys, |value| {
            value / 2
                < if value & 1 == 0 {
                    symbols as u64
                } else {
                    group_count
                }
        })?;
        self.keys(Section::PathKeys, |value| value < files as u64)
    }

    /// Walks all keys of an index and checks their values and their number.
    fn keys(&self, section: Section, mut fits: impl FnMut(u64) -> bool) -> Result<(), Corrupt> {
        let index = KeyIndex::new(self.section(section)?, section.name());
        let mut wrong = None;
        let mut count = 0usize;
        index.walk(b"", &AllKeys, |_, value, ()| {
            count += 1;
            if fits(value) {
                return true;
            }
            wrong = Some(value);
            false
        })?;
        if let Some(value) = wrong {
            return Err(Corrupt::new(
                format!("section `{}`", section.name()),
                "values in range",
                value.to_string(),
            ));
        }
        same(section.name(), count, index.len()?)
    }
}
