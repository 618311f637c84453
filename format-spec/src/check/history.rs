//! Checks of the history.

use super::DeepCheck;
use super::values::{below, same, starts};
use crate::column::Col;
use crate::column::history::{CoChangeLayout, HistoryLayout};
use crate::error::Corrupt;
use crate::section::Section;

impl DeepCheck<'_> {
    pub(super) fn history(&self) -> Result<(), Corrupt> {
        if self.toc.entry(Section::History).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::History)?;
        let layout = HistoryLayout::open(bytes)?;
        let view = layout.view(bytes);
        let texts = |column: Col<u32>| {
            let mut positions = column.iter(bytes);
            positions.try_for_each(|position| view.text(position).map(drop))
        };
        texts(layout.head)?;
        texts(layout.author)?;
        texts(layout.message)?;
        let mut last = None;
        for file in 0..view.files() {
            let path = view.path(file)?;
            if last.is_some_and(|last| last >= path) {
                return Err(Corrupt::new(
                    "section `history`",
                    "paths in ascending order",
                    path,
                ));
            }
            last = Some(path);
        }
        starts("history.first", layout.first, bytes, layout.commit.len())?;
        below("history.commit", layout.commit, bytes, view.commits())?;
        if self.toc.entry(Section::CoChange).is_none() {
            return same("history.time", view.commits(), 0);
        }
        let bytes = self.section(Section::CoChange)?;
        let layout = CoChangeLayout::open(bytes)?;
        same(
            "co_change.first",
            layout.first.len().saturating_sub(1),
            view.files(),
        )?;
        starts("co_change.first", layout.first, bytes, layout.other.len())?;
        below("co_change.other", layout.other, bytes, view.files())?;
        below("co_change.last", layout.last, bytes, view.commits())
    }
}
