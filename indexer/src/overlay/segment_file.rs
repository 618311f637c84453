//! Reads single sections of a segment's file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use bombe_format::column::files::FileLayout;
use bombe_format::column::strings::StringLayout;
use bombe_format::column::symbols::RankLayout;
use bombe_format::error::{Corrupt, FormatError};
use bombe_format::header::{HEADER_BYTES, Header};
use bombe_format::ids::StringId;
use bombe_format::section::{ENTRY_BYTES, SECTIONS_MAX, Section, Toc};
use rkyv::util::AlignedVec;

/// A segment that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is no segment that this program reads.
    #[error(transparent)]
    Format(#[from] FormatError),
}

impl From<Corrupt> for SegmentError {
    fn from(corrupt: Corrupt) -> Self {
        Self::Format(corrupt.into())
    }
}

/// A segment's file of which single sections are read.
struct SegmentFile {
    file: File,
    toc: Toc,
}

impl SegmentFile {
    fn open(path: &Path) -> Result<Self, SegmentError> {
        let mut file = File::open(path)?;
        let bytes = file.metadata()?.len();
        let mut head = Vec::new();
        let mut read = |head: &mut Vec<u8>, upto: usize| {
            let more = upto.saturating_sub(head.len()) as u64;
            (&mut file).take(more).read_to_end(head)
        };
        read(&mut head, HEADER_BYTES)?;
        let count = Header::read_head(&head, bytes)?
            .section_count
            .min(SECTIONS_MAX);
        read(&mut head, HEADER_BYTES + count as usize * ENTRY_BYTES)?;
        let toc = Toc::read_head(&head, bytes)?;
        Ok(Self { file, toc })
    }

    /// Returns the bytes of a section, whose checksum is checked.
    fn section(&mut self, section: Section) -> Result<AlignedVec, SegmentError> {
        let damaged = |found: &str| Corrupt::new(section.name(), "the section", found);
        let entry = self.toc.entry(section).ok_or_else(|| damaged("none"))?;
        self.file.seek(SeekFrom::Start(entry.offset))?;
        let mut bytes = AlignedVec::new();
        bytes.extend_from_reader(&mut (&mut self.file).take(entry.length))?;
        if *blake3::hash(&bytes).as_bytes() != entry.hash {
            return Err(damaged("other bytes").into());
        }
        Ok(bytes)
    }
}

/// Returns the paths of the files of the overlay at `path`, in ascending order.
///
/// # Errors
/// If it cannot be read or is damaged.
pub fn overlay_paths(path: &Path) -> Result<Vec<String>, SegmentError> {
    let mut overlay = SegmentFile::open(path)?;
    let strings = overlay.section(Section::Strings)?;
    let files = overlay.section(Section::Files)?;
    let strings_layout = StringLayout::open(&strings)?;
    let layout = FileLayout::open(&files)?;
    let paths = layout.path.iter(&files).map(|path| {
        let text = strings_layout.view(&strings).get(StringId(path))?;
        Ok(text.to_owned())
    });
    paths.collect()
}

/// Returns the section `ranks` of the segment at `path`, which must have this identity and as many rows as `symbols`.
///
/// # Errors
/// If the segment cannot be read, is another one or is damaged.
pub(super) fn ranks(
    path: &Path,
    identity: [u8; 32],
    symbols: usize,
) -> Result<Vec<u8>, SegmentError> {
    let mut segment = SegmentFile::open(path)?;
    if segment.toc.header.identity != identity {
        return Err(io::Error::other("another snapshot has taken its place").into());
    }
    let ranks = segment.section(Section::Ranks)?;
    if RankLayout::open(&ranks)?.rank.len() != symbols {
        return Err(Corrupt::new("section `ranks`", "a row for each symbol", "others").into());
    }
    Ok(ranks.into_vec())
}
