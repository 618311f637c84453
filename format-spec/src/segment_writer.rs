//! Writes a segment: header, section table, sections.

use crate::block::BlockSize;
use crate::column::blocks::BlockColumns;
use crate::header::{HEADER_BYTES, Header, SegmentKind};
use crate::section::{ENTRY_BYTES, FLAG_REQUIRED, SECTION_ALIGN, SECTION_BYTES_MAX, Section};

/// A section that is too large for the format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "section `{section}` needs {bytes} bytes and may have at most {SECTION_BYTES_MAX}: index a part of the repository, or leave the sources out with --no-source"
)]
pub struct SectionTooLarge {
    /// The section's name.
    pub section: &'static str,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Returns the bytes of a segment: header, section table, aligned sections. Adds the checksums of the blocks of large
/// sections, if they are not among the sections.
///
/// # Errors
/// Fails if a section exceeds [`SECTION_BYTES_MAX`].
pub fn write_segment(
    kind: SegmentKind,
    writer: &str,
    sections: &[(Section, Vec<u8>)],
) -> Result<Vec<u8>, SectionTooLarge> {
    write_segment_in_blocks(kind, writer, sections, BlockSize::default())
}

/// Returns the bytes of a segment with blocks of a size: see [`write_segment`].
///
/// # Errors
/// As [`write_segment`].
pub fn write_segment_in_blocks(
    kind: SegmentKind,
    writer: &str,
    sections: &[(Section, Vec<u8>)],
    size: BlockSize,
) -> Result<Vec<u8>, SectionTooLarge> {
    let mut sections: Vec<&(Section, Vec<u8>)> = sections.iter().collect();
    sections.sort_by_key(|(section, _)| section.number());
    let is_given = sections
        .iter()
        .any(|(section, _)| *section == Section::Blocks);
    let blocks = BlockColumns::of(&sections, size).filter(|_| !is_given);
    let blocks = blocks.map(BlockColumns::into_section);
    sections.extend(&blocks);
    sections.sort_by_key(|(section, _)| section.number());
    let table_end = HEADER_BYTES + sections.len() * ENTRY_BYTES;
    let mut offset = table_end;
    let mut table = Vec::with_capacity(sections.len() * ENTRY_BYTES);
    for (section, bytes) in &sections {
        if bytes.len() as u64 > SECTION_BYTES_MAX {
            return Err(SectionTooLarge {
                section: section.name(),
                bytes: bytes.len() as u64,
            });
        }
        offset = offset.next_multiple_of(SECTION_ALIGN);
        table.extend_from_slice(&section.number().to_le_bytes());
        table.push(section.codec() as u8);
        table.push(u8::from(section.required()) * FLAG_REQUIRED);
        table.extend_from_slice(&[0; 2]);
        table.extend_from_slice(&(offset as u64).to_le_bytes());
        table.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        table.extend_from_slice(&[0; 8]);
        table.extend_from_slice(blake3::hash(bytes).as_bytes());
        offset += bytes.len();
    }
    let mut header = Header::current(kind, writer);
    header.section_count = sections.len() as u32;
    header.file_bytes = offset as u64;
    header.identity = *blake3::hash(&table).as_bytes();
    let mut file = Vec::with_capacity(offset);
    file.extend_from_slice(&header.to_bytes());
    file.extend_from_slice(&table);
    for (_, bytes) in sections {
        file.resize(file.len().next_multiple_of(SECTION_ALIGN), 0);
        file.extend_from_slice(bytes);
    }
    Ok(file)
}
