//! Checks of a segment: quick on opening, deep for `verify`.
//!
//! | check | proves | costs |
//! |---|---|---|
//! | [`quick`] | header and section table are as written; every section lies inside the file | microseconds |
//! | first use of a block, or of a section without blocks | it is as written; the section's columns have matching numbers of rows | 1 ms per 1.5 MB |
//! | [`checksums`] | every byte is as written | 1 ms per 1.5 MB |
//! | [`deep`] | the same for every section; every id, position and text is in range; every frame decompresses | about 5 ms per MB |

mod blocks;
mod edges;
mod external_symbols;
mod files;
mod history;
mod names;
mod postings;
mod rows;
mod sets;
mod signatures;
mod sites;
mod sources;
mod statements;
mod symbols;
mod syntax_errors;
mod trigrams;
mod values;

use crate::block::SectionBytes;
use crate::column::files::FileLayout;
use crate::column::meta::MetaLayout;
use crate::column::overlay::{MaskLayout, RedirectLayout};
use crate::column::strings::StringLayout;
use crate::error::{Corrupt, FormatError};
use crate::header::SegmentKind;
use crate::section::{Entry, Section, Toc};

/// Checks the header and the section table.
///
/// # Errors
/// Fails with any [`FormatError`].
pub fn quick(bytes: &[u8]) -> Result<Toc, FormatError> {
    Toc::read(bytes)
}

/// Checks everything that a reader relies on in the sections that this version knows, and the checksums of the others.
///
/// # Errors
/// Returns the first damage found.
pub fn deep(bytes: &[u8]) -> Result<(), FormatError> {
    let toc = quick(bytes)?;
    padding(bytes, &toc)?;
    for entry in toc
        .entries
        .iter()
        .filter(|entry| Section::from_number(entry.number).is_none())
    {
        checksum(bytes, entry)?;
    }
    DeepCheck { bytes, toc: &toc }.run()?;
    Ok(())
}

/// Checks that every byte is as it was written.
///
/// # Errors
/// Fails with any [`FormatError`].
pub fn checksums(bytes: &[u8]) -> Result<Toc, FormatError> {
    let toc = quick(bytes)?;
    padding(bytes, &toc)?;
    for entry in &toc.entries {
        checksum(bytes, entry)?;
    }
    Ok(toc)
}

fn checksum(bytes: &[u8], entry: &Entry) -> Result<(), Corrupt> {
    let body = bytes
        .get(entry.offset as usize..(entry.offset + entry.length) as usize)
        .unwrap_or(&[]);
    if *blake3::hash(body).as_bytes() == entry.hash {
        return Ok(());
    }
    let name = match Section::from_number(entry.number) {
        Some(section) => format!("section `{}`", section.name()),
        None => format!("section {}", entry.number),
    };
    Err(Corrupt::new(
        name,
        "bytes that match their checksum",
        "other bytes",
    ))
}

/// Checks that the padding between sections is zero.
fn padding(bytes: &[u8], toc: &Toc) -> Result<(), Corrupt> {
    let mut end =
        (crate::header::HEADER_BYTES + toc.entries.len() * crate::section::ENTRY_BYTES) as u64;
    for entry in &toc.entries {
        let gap = bytes
            .get(end as usize..entry.offset as usize)
            .unwrap_or(&[]);
        if gap.iter().any(|byte| *byte != 0) {
            return Err(Corrupt::new(
                format!("padding before section {}", entry.number),
                "zeros",
                "other bytes",
            ));
        }
        end = entry.offset + entry.length;
    }
    Ok(())
}

/// Numbers of symbols and files of the base that an overlay refers to.
#[derive(Default)]
struct Outside {
    symbols: usize,
    files: usize,
}

/// A segment whose header and section table are checked.
struct DeepCheck<'b> {
    bytes: &'b [u8],
    toc: &'b Toc,
}

impl DeepCheck<'_> {
    /// Returns the bytes of a section, after comparing their checksum.
    fn section(&self, section: Section) -> Result<SectionBytes<'_>, Corrupt> {
        self.toc
            .verified(self.bytes, section)
            .map(SectionBytes::checked)
    }

    /// Checks all sections, each after those that it refers to.
    fn run(&self) -> Result<(), Corrupt> {
        self.blocks()?;
        let meta = self.section(Section::Meta)?;
        MetaLayout::open(meta)?.view(meta).texts()?;
        let string_bytes = self.section(Section::Strings)?;
        let string_layout = StringLayout::open(string_bytes)?;
        let strings = string_layout.view(string_bytes);
        let file_bytes = self.section(Section::Files)?;
        let files = FileLayout::open(file_bytes)?;
        let file_count = files.path.len();
        files::paths(&files, file_bytes, strings)?;
        let outside = self.outside()?;
        let symbol_count = self.symbols(&files, file_bytes, strings, outside.symbols)?;
        self.names(symbol_count, file_count)?;
        self.edges(symbol_count, outside.symbols)?;
        self.sets(symbol_count)?;
        self.terms(symbol_count, file_count)?;
        self.frames(&files, file_bytes, symbol_count)?;
        self.trigrams(file_count)?;
        self.sites(&files, file_bytes, symbol_count, strings)?;
        self.external_symbols(&files, file_bytes, strings)?;
        self.rows(file_count, outside.files, symbol_count, strings)?;
        self.signatures(symbol_count, strings)?;
        self.statements(file_count, strings)?;
        self.syntax_errors(file_count)?;
        self.history()
    }

    /// Returns the numbers of outside symbols and files; 0 for a base.
    fn outside(&self) -> Result<Outside, Corrupt> {
        if self.toc.header.kind == SegmentKind::Base {
            return Ok(Outside::default());
        }
        let mask = self.section(Section::OverlayMask)?;
        MaskLayout::open(mask)?;
        let redirects = self.section(Section::OverlayRedirects)?;
        let layout = RedirectLayout::open(redirects)?;
        Ok(Outside {
            symbols: layout.symbol.len(),
            files: layout.file.len(),
        })
    }
}
