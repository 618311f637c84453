//! What of a base stays: read from the snapshot's file, only the sections that are needed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use bombe_format::column::files::FileLayout;
use bombe_format::column::lengths::LengthLayout;
use bombe_format::column::symbols::SymbolLayout;
use bombe_format::error::Corrupt;
use bombe_format::header::{HEADER_BYTES, Header};
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::section::{ENTRY_BYTES, SECTIONS_MAX, Section, Toc};
use rkyv::util::AlignedVec;

use crate::encode::GroupLengths;
use crate::loaded::LoadError;

/// A snapshot's file of which single sections are read.
struct Snapshot {
    file: File,
    toc: Toc,
}

impl Snapshot {
    fn open(path: &Path) -> Result<Self, LoadError> {
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

    /// The bytes of a section whose checksum fits.
    fn section(&mut self, section: Section) -> Result<AlignedVec, LoadError> {
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

/// The sums of lengths of the base at `path` without those of its files `masked`, which ascend; the base must be the one
/// with this identity.
///
/// # Errors
/// If the base cannot be read, is another one or is damaged.
pub fn kept_lengths(
    path: &Path,
    identity: [u8; 32],
    masked: &[u32],
) -> Result<GroupLengths, LoadError> {
    let mut snapshot = Snapshot::open(path)?;
    if snapshot.toc.header.identity != identity {
        return Err(io::Error::other("another snapshot has taken its place").into());
    }
    let lengths = snapshot.section(Section::Lengths)?;
    let layout = LengthLayout::open(&lengths)?;
    let damaged = || Corrupt::new("section `lengths`", "sums over all symbols", "others");
    let mut sums = GroupLengths::from_columns(
        layout.group_symbols.iter(&lengths).collect(),
        layout.group_lengths.iter(&lengths).collect(),
    )
    .ok_or_else(damaged)?;
    if masked.is_empty() {
        return Ok(sums);
    }
    let files = snapshot.section(Section::Files)?;
    let symbols = snapshot.section(Section::Symbols)?;
    let (file_layout, symbol_layout) = (FileLayout::open(&files)?, SymbolLayout::open(&symbols)?);
    let (files, symbols) = (file_layout.view(&files), symbol_layout.view(&symbols));
    let lengths = layout.view(&lengths);
    for file in masked {
        let path = u32::from(file_layout.path_length.at_row(files.bytes, *file as usize));
        for symbol in files.symbols(FileId(*file)).map(SymbolId) {
            let kind = symbol_layout.kind.at_row(symbols.bytes, symbol.index());
            let [name, class, doc, signature, body] = lengths.of(symbol);
            // In the order of `Field`.
            let counts = [name, class, path, doc, signature, body];
            sums.take(kind, symbols.flags(symbol), &counts)
                .ok_or_else(damaged)?;
        }
    }
    Ok(sums)
}
