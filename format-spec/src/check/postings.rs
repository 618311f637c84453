//! Checks of search terms and their posting lists.

use super::DeepCheck;
use super::values::same;
use crate::block::Window;
use crate::column::postings::{ListHead, PostingLayout};
use crate::error::Corrupt;
use crate::key_index::{AllKeys, KeyIndex};
use crate::section::Section;

impl DeepCheck<'_> {
    /// `symbols` and `files` are the numbers of them.
    pub(super) fn terms(&self, symbols: usize, files: usize) -> Result<(), Corrupt> {
        let bytes = self.section(Section::Postings)?;
        let layout = PostingLayout::open(bytes)?;
        let blob = layout.blob.window(bytes);
        let mut result = Ok(());
        let index = KeyIndex::new(self.section(Section::TermKeys)?, Section::TermKeys.name());
        let mut count = 0;
        index.walk(b"", &AllKeys, |_, position, ()| {
            count += 1;
            result = posting_list(blob, position, symbols, files);
            result.is_ok()
        })?;
        result?;
        same(Section::TermKeys.name(), count, index.len()?)
    }
}

/// Checks the posting list at `position`.
fn posting_list(
    blob: Window<'_>,
    position: u64,
    symbols: usize,
    files: usize,
) -> Result<(), Corrupt> {
    let head = ListHead::read(blob, position)?;
    for (file, _) in head.paths(blob)? {
        if file as usize >= files {
            return Err(Corrupt::out_of_range(
                "section `postings`",
                u64::from(file),
                files as u64,
            ));
        }
    }
    for entry in head.symbols(blob)? {
        let (symbol, _) = entry?;
        if symbol as usize >= symbols {
            return Err(Corrupt::out_of_range(
                "section `postings`",
                u64::from(symbol),
                symbols as u64,
            ));
        }
    }
    Ok(())
}
