//! Checks of syntax errors.

use super::DeepCheck;
use super::values::{same, starts};
use crate::column::syntax_errors::SyntaxErrorLayout;
use crate::error::Corrupt;
use crate::section::Section;

impl DeepCheck<'_> {
    /// `files` is the number of files. Not every snapshot has the section.
    pub(super) fn syntax_errors(&self, files: usize) -> Result<(), Corrupt> {
        if self.toc.entry(Section::SyntaxErrors).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::SyntaxErrors)?;
        let layout = SyntaxErrorLayout::open(bytes)?;
        let place = "syntax_errors.start";
        same(place, layout.start.len().saturating_sub(1), files)?;
        starts(place, layout.start, bytes, layout.blob.len())?;
        let view = layout.view(bytes);
        (0..files).try_for_each(|file| view.of_file(file).map(drop))
    }
}
