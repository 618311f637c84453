//! Checks of the sets of symbols and edges.

use super::DeepCheck;
use super::values::{ascending, same, starts};
use crate::column::edges::ForwardLayout;
use crate::column::sets::{Set, SetLayout, Tier};
use crate::error::Corrupt;
use crate::kind::EdgeKind;
use crate::section::Section;

impl DeepCheck<'_> {
    /// `symbols` is the number of symbols.
    pub(super) fn sets(&self, symbols: usize) -> Result<(), Corrupt> {
        let bytes = self.section(Section::Sets)?;
        let layout = SetLayout::open(bytes)?;
        let view = layout.view(bytes);
        let forward = self.section(Section::EdgesForward)?;
        let edges = ForwardLayout::open(forward)?.target.len();
        starts("sets.start", layout.start, bytes, layout.blob.len())?;
        ascending("sets.key", layout.key, bytes, usize::from(u16::MAX) + 1)?;
        let first_of_edges = Set::EdgeKind(EdgeKind::Contains).key();
        let last_of_edges = Set::Tier(Tier::Weak).key();
        for key in layout.key.iter(bytes) {
            let set = view.get(key)?;
            same("sets.members", set.len() as usize, view.len(key) as usize)?;
            let bound = if (first_of_edges..=last_of_edges).contains(&key) {
                edges
            } else {
                symbols
            };
            if let Some(max) = set.max().filter(|max| *max as usize >= bound) {
                return Err(Corrupt::out_of_range(
                    "section `sets`",
                    u64::from(max),
                    bound as u64,
                ));
            }
        }
        Ok(())
    }
}
