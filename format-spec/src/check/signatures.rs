//! Checks of signatures.

use super::DeepCheck;
use super::values::{below, starts, texts};
use crate::column::signatures::SignatureLayout;
use crate::column::strings::StringView;
use crate::error::Corrupt;
use crate::section::Section;

impl DeepCheck<'_> {
    /// `symbols` is the number of symbols. Snapshots of version 1.0 do not have the section.
    pub(super) fn signatures(&self, symbols: usize, strings: StringView) -> Result<(), Corrupt> {
        if self.toc.entry(Section::Signatures).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::Signatures)?;
        let layout = SignatureLayout::open(bytes)?;
        texts("signatures.name", layout.name, bytes, strings)?;
        texts("signatures.spelling", layout.spelling, bytes, strings)?;
        let (names, types) = (layout.name.len(), layout.type_name.len());
        below("signatures.type_name", layout.type_name, bytes, names)?;
        for (place, first, elements) in [
            ("signatures.type_first", layout.type_first, layout.type_arg),
            ("signatures.list_first", layout.list_first, layout.list_type),
            ("signatures.shape_first", layout.shape_first, layout.symbol),
        ] {
            starts(place, first, bytes, elements.len())?;
        }
        below("signatures.type_arg", layout.type_arg, bytes, types)?;
        below("signatures.list_type", layout.list_type, bytes, types)?;
        below("signatures.shape_result", layout.shape_result, bytes, types)?;
        let lists = layout.list_first.len().saturating_sub(1);
        below("signatures.shape_list", layout.shape_list, bytes, lists)?;
        below("signatures.symbol", layout.symbol, bytes, symbols)
    }
}
