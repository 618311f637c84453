//! Checks of symbols, and of their ranks and lengths.

use super::DeepCheck;
use super::values::{ascending, below, same, starts, texts};
use crate::block::SectionBytes;
use crate::column::files::FileLayout;
use crate::column::lengths::{DocumentLengthLayout, LengthLayout, LengthView, halves};
use crate::column::names::NameLayout;
use crate::column::strings::StringView;
use crate::column::symbols::{RankLayout, SymbolLayout};
use crate::error::Corrupt;
use crate::header::SegmentKind;
use crate::ids::SymbolId;
use crate::section::Section;

impl DeepCheck<'_> {
    /// Returns the number of symbols. `outside` is the number of symbols of the base that an overlay refers to.
    pub(super) fn symbols(
        &self,
        files: &FileLayout,
        file_bytes: SectionBytes<'_>,
        strings: StringView,
        outside: usize,
    ) -> Result<usize, Corrupt> {
        let bytes = self.section(Section::Symbols)?;
        let layout = SymbolLayout::open(bytes)?;
        let count = layout.kind.len();
        let names = self.section(Section::Names)?;
        let name_count = NameLayout::open(names)?.view(names).count();
        starts("files.first_symbol", files.first_symbol, file_bytes, count)?;
        below("symbols.name", layout.name, bytes, name_count)?;
        for (id, back) in layout.parent_back.iter(bytes).enumerate() {
            let parent = (id as u32).wrapping_sub(back);
            if parent as usize >= count + outside {
                return Err(Corrupt::out_of_range(
                    "symbols.parent_back",
                    u64::from(parent),
                    (count + outside) as u64,
                ));
            }
        }
        for (name, column) in [
            ("symbols.qualifier", layout.qualifier),
            ("symbols.type_text", layout.type_text),
            ("symbols.params", layout.params),
            ("symbols.decorators", layout.decorators),
        ] {
            texts(name, column, bytes, strings)?;
        }
        below("symbols.adopted", layout.adopted, bytes, count)?;
        ascending(
            "symbols.adopted_parent",
            layout.adopted_parent,
            bytes,
            count + outside,
        )?;
        let ranks = self.section(Section::Ranks)?;
        let ranks = RankLayout::open(ranks)?.rank.len();
        // An overlay has no ranks, or those of the merged view, whose number of symbols the overlay does not know.
        if self.toc.header.kind == SegmentKind::Base {
            same("ranks", ranks, count)?;
        }
        let lengths = self.section(Section::Lengths)?;
        let layout = LengthLayout::open(lengths)?;
        same("lengths", layout.name.len(), count)?;
        self.document_lengths(layout.view(lengths), count)?;
        Ok(count)
    }

    /// Compares the lengths of documents with those of their fields.
    fn document_lengths(&self, fields: LengthView<'_>, count: usize) -> Result<(), Corrupt> {
        if self.toc.entry(Section::DocumentLengths).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::DocumentLengths)?;
        let layout = DocumentLengthLayout::open(bytes)?;
        same("document_lengths", layout.halves.len(), count)?;
        for (symbol, found) in layout.halves.iter(bytes).enumerate() {
            let sum = halves(fields.of(SymbolId::new(symbol)));
            same("document_lengths.halves", found.into(), sum.into())?;
        }
        Ok(())
    }
}
