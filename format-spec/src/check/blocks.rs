//! Checks of the checksums of blocks.

use super::DeepCheck;
use crate::block::SectionBytes;
use crate::column::blocks::BlockLayout;
use crate::error::Corrupt;
use crate::section::Section;

impl DeepCheck<'_> {
    /// Compares each block with its checksum.
    pub(super) fn blocks(&self) -> Result<(), Corrupt> {
        if self.toc.entry(Section::Blocks).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::Blocks)?;
        let layout = BlockLayout::open(bytes)?;
        for section in Section::ALL {
            let Some(body) = self.toc.bytes(self.bytes, *section) else {
                continue;
            };
            let Some(checks) = layout.view(bytes).checks(*section, body.len())? else {
                continue;
            };
            let _ = SectionBytes::in_blocks(body, &checks).get(0..body.len());
            if let Some(damage) = checks.damage() {
                return Err(damage.clone());
            }
        }
        Ok(())
    }
}
