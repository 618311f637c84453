//! Checksums of the blocks of large sections.

use super::columns;
use crate::block::{self, BLOCK_BITS_RANGE, BlockChecks, BlockSize, CHECKSUM_BYTES};
use crate::error::Corrupt;
use crate::section::Section;

columns! {
    /// Checksums of the blocks of large sections: see [Blocks](#blocks).
    BlockColumns, BlockLayout, BlockView, Blocks;
    /// Number of each section that has blocks, ascending.
    section: u32 ["B"],
    /// Base-2 logarithm of the size of the section's blocks.
    bits: u8 ["B"],
    /// Number of blocks of the sections before.
    first: u32 ["B + 1"],
    /// The checksums, 16 bytes for each block.
    checksum: u8 ["*"],
}

impl BlockColumns {
    /// Computes the checksums of the blocks of large sections. The sections must come by ascending number. Returns none if
    /// there is no large one.
    pub fn of(sections: &[&(Section, Vec<u8>)], size: BlockSize) -> Option<Self> {
        let mut columns = Self {
            first: vec![0],
            ..Self::default()
        };
        for (section, bytes) in sections {
            // A frame carries a checksum of its own.
            if *section == Section::FrameBytes || bytes.len() < size.section_bytes_min {
                continue;
            }
            columns.section.push(section.number());
            columns.bits.push(size.bits);
            for checksum in block::checksums(bytes, size.bits) {
                columns.checksum.extend_from_slice(&checksum);
            }
            columns
                .first
                .push((columns.checksum.len() / CHECKSUM_BYTES) as u32);
        }
        (!columns.section.is_empty()).then_some(columns)
    }
}

impl BlockView<'_> {
    /// Returns the checks of the blocks of a section of `len` bytes; none if its blocks have no checksums.
    ///
    /// # Errors
    /// Fails if the checksums do not fit the section.
    pub fn checks(self, section: Section, len: usize) -> Result<Option<BlockChecks>, Corrupt> {
        const PLACE: &str = "section `blocks`";
        let (number, numbers) = (section.number(), self.layout.section);
        let row = numbers.partition_point(self.bytes, 0..numbers.len(), |other| other < number);
        if numbers.get(self.bytes, row) != Some(number) {
            return Ok(None);
        }
        let bits = self.layout.bits.at_row(self.bytes, row);
        if !BLOCK_BITS_RANGE.contains(&bits) {
            let expected = format!("a logarithm in {BLOCK_BITS_RANGE:?}");
            return Err(Corrupt::new(PLACE, expected, bits.to_string()));
        }
        let checksums = self.layout.checksum.window(self.bytes);
        let count = checksums.len() / CHECKSUM_BYTES;
        let run = self.layout.first.run(self.bytes, row, count, PLACE)?;
        let checksums = checksums
            .get(run.start * CHECKSUM_BYTES..run.end * CHECKSUM_BYTES)
            .unwrap_or(&[]);
        BlockChecks::new(section.name(), bits, checksums, len).map(Some)
    }
}
