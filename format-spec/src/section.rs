//! Sections: their numbers and their table.

use crate::error::{Corrupt, FormatError};
use crate::header::{HEADER_BYTES, Header, SegmentKind, u32_at, u64_at};
use crate::kind::numbered;

/// Sections start at multiples of this many bytes.
pub const SECTION_ALIGN: usize = 64;

/// Size of a row of the section table in bytes.
pub const ENTRY_BYTES: usize = 64;

/// Most sections of a file.
pub const SECTIONS_MAX: u32 = 1024;

/// Largest section in bytes: archives use 32-bit relative positions.
pub const SECTION_BYTES_MAX: u64 = 1_900_000_000;

const AT_ID: usize = 0;
const AT_CODEC: usize = 4;
const AT_FLAGS: usize = 5;
const AT_OFFSET: usize = 8;
const AT_LENGTH: usize = 16;
const AT_HASH: usize = 32;

pub(crate) const FLAG_REQUIRED: u8 = 1;

numbered! {
    /// The encoding of a section.
    Codec {
        /// One archive of integer columns (`SPEC.md`, Archives).
        Columns = 0 "columns",
        /// One finite state transducer (`SPEC.md`, Key indexes).
        Fst = 1 "fst",
    }
}

/// Declares the sections: number, name, required, codec.
macro_rules! sections {
    ($($(#[$meta:meta])* $variant:ident = $number:literal $name:literal $required:literal $codec:ident,)+) => {
        /// A section of a segment. Numbers are on disk and never reused.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Section { $($(#[$meta])* $variant,)+ }

        impl Section {
            /// Every section of this version, in the order of the numbers.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Returns the number in the section table.
            pub const fn number(self) -> u32 {
                match self { $(Self::$variant => $number,)+ }
            }

            /// Returns the name used in messages and in `SPEC.md`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// Returns true if a reader that does not know the section must refuse the file.
            pub const fn required(self) -> bool {
                match self { $(Self::$variant => $required,)+ }
            }

            /// Returns the encoding.
            pub const fn codec(self) -> Codec {
                match self { $(Self::$variant => Codec::$codec,)+ }
            }

            /// Returns the section with this number, or none if this version does not know it.
            pub const fn from_number(number: u32) -> Option<Self> {
                match number { $($number => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

sections! {
    /// The description of the repository, and counts.
    Meta = 1 "meta" true Columns,
    /// Texts that other sections refer to.
    Strings = 2 "strings" true Columns,
    /// Parsed files.
    Files = 3 "files" true Columns,
    /// Symbols.
    Symbols = 4 "symbols" true Columns,
    /// Distinct names and the symbols that have them.
    Names = 5 "names" true Columns,
    /// Edges by source, with their sites.
    EdgesForward = 6 "edges_forward" true Columns,
    /// Edges by target.
    EdgesBackward = 7 "edges_backward" true Columns,
    /// Ranks of symbols.
    Ranks = 8 "ranks" true Columns,
    /// Sets of symbols and edges.
    Sets = 9 "sets" true Columns,
    /// Positions of the frames of source texts, signatures and docs.
    Frames = 10 "frames" true Columns,
    /// Lower-cased names to rows of `names`.
    NameKeys = 11 "name_keys" true Fst,
    /// Lower-cased qualified names to symbols.
    QualifiedKeys = 12 "qualified_keys" true Fst,
    /// The groups of symbols that share a qualified name.
    QualifiedGroups = 13 "qualified_groups" true Columns,
    /// Paths to files.
    PathKeys = 14 "path_keys" true Fst,
    /// Terms to positions in `postings`.
    TermKeys = 15 "term_keys" true Fst,
    /// The symbols and paths that have a term, and how often.
    Postings = 16 "postings" true Columns,
    /// Number of terms in each field of each symbol.
    Lengths = 17 "lengths" true Columns,
    /// The dictionary that frames are compressed with.
    Dictionary = 18 "dictionary" false Columns,
    /// Source texts, signatures and docs, compressed per file.
    FrameBytes = 19 "frame_bytes" true Columns,
    /// Call sites without an edge.
    Unresolved = 20 "unresolved" true Columns,
    /// Call sites that leave the repository.
    ExternalCalls = 21 "external_calls" true Columns,
    /// Imports of modules outside the repository.
    ExternalImports = 22 "external_imports" true Columns,
    /// Imports between files.
    Imports = 23 "imports" true Columns,
    /// Entry points.
    EntryPoints = 24 "entry_points" true Columns,
    /// Files that were found and not parsed.
    Skipped = 25 "skipped" true Columns,
    /// What manifests and lock files say about packages.
    Packages = 26 "packages" false Columns,
    /// What external call sites name.
    ExternalSymbols = 27 "external_symbols" false Columns,
    /// Types of the parameters and results of callables.
    Signatures = 28 "signatures" false Columns,
    /// Imports of each file, as written.
    ImportStatements = 29 "import_statements" false Columns,
    /// The last commits, and which files they change.
    History = 31 "history" false Columns,
    /// The files that change together.
    CoChange = 32 "co_change" false Columns,
    /// The files that have a trigram.
    Trigrams = 33 "trigrams" false Columns,
    /// Checksums of the blocks of large sections.
    Blocks = 35 "blocks" false Columns,
    /// The lines that could not be parsed.
    SyntaxErrors = 36 "syntax_errors" false Columns,
    /// Weighted number of terms of each symbol.
    DocumentLengths = 37 "document_lengths" false Columns,
    /// The rule and confidence of each edge, in the order of targets.
    BackwardEvidence = 38 "backward_evidence" false Columns,
    /// The files of its base that an overlay masks.
    OverlayMask = 48 "overlay_mask" false Columns,
    /// Successors of masked symbols, and the symbols and files of the base that an overlay refers to.
    OverlayRedirects = 49 "overlay_redirects" false Columns,
}

/// Numbers that are reserved for sections of later versions, with their names.
pub const RESERVED: &[(u32, &str)] = &[
    (34, "dependents"),
    (50, "overlay_statistics"),
    (51, "manifest"),
    (66, "owners"),
];

/// A row of the section table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The section's number.
    pub number: u32,
    /// The number of its codec.
    pub codec: u8,
    /// True if a reader that does not know it must refuse the file.
    pub required: bool,
    /// First byte in the file.
    pub offset: u64,
    /// Size in bytes, without padding.
    pub length: u64,
    /// blake3 of its bytes.
    pub hash: [u8; 32],
}

/// The header and section table of a segment, checked against each other and against the size of the file.
#[derive(Clone, Debug)]
pub struct Toc {
    /// The header.
    pub header: Header,
    /// The rows of the table, by ascending section number.
    pub entries: Vec<Entry>,
    known: [Option<u16>; Section::ALL.len()],
}

impl Toc {
    /// Reads and checks the header and the section table of a file. Proves that both are as written and that every section
    /// lies inside the file. Does not read the sections.
    ///
    /// # Errors
    /// Fails with any [`FormatError`].
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::read_head(bytes, bytes.len() as u64)
    }

    /// Reads and checks the header and the section table from the first bytes of a file of `file_len` bytes. The bytes must
    /// cover both.
    ///
    /// # Errors
    /// Fails with any [`FormatError`].
    pub fn read_head(bytes: &[u8], file_len: u64) -> Result<Self, FormatError> {
        let header = Header::read_head(bytes, file_len)?;
        if header.section_count > SECTIONS_MAX {
            return Err(Corrupt::new(
                "header",
                format!("at most {SECTIONS_MAX} sections"),
                header.section_count.to_string(),
            )
            .into());
        }
        let count = header.section_count as usize;
        let table_end = HEADER_BYTES + count * ENTRY_BYTES;
        let Some(table) = bytes.get(HEADER_BYTES..table_end) else {
            return Err(Corrupt::new(
                "section table",
                format!("{table_end} bytes"),
                format!("{} bytes", bytes.len()),
            )
            .into());
        };
        if *blake3::hash(table).as_bytes() != header.identity {
            return Err(Corrupt::new(
                "section table",
                "bytes that match the identity in the header",
                "other bytes",
            )
            .into());
        }
        let mut entries = Vec::with_capacity(count);
        let mut known = [None; Section::ALL.len()];
        let mut end = table_end as u64;
        let mut last_number = 0;
        for row in table.chunks_exact(ENTRY_BYTES) {
            let mut hash = [0; 32];
            hash.copy_from_slice(&row[AT_HASH..AT_HASH + 32]);
            let entry = Entry {
                number: u32_at(row, AT_ID),
                codec: row[AT_CODEC],
                required: row[AT_FLAGS] & FLAG_REQUIRED != 0,
                offset: u64_at(row, AT_OFFSET),
                length: u64_at(row, AT_LENGTH),
                hash,
            };
            let place = || format!("section table, section {}", entry.number);
            if entry.number <= last_number {
                return Err(Corrupt::new(
                    place(),
                    "ascending section numbers",
                    last_number.to_string(),
                )
                .into());
            }
            last_number = entry.number;
            let expected = end.next_multiple_of(SECTION_ALIGN as u64);
            if entry.offset != expected {
                return Err(Corrupt::new(
                    place(),
                    format!("offset {expected}"),
                    entry.offset.to_string(),
                )
                .into());
            }
            let Some(section_end) = entry
                .offset
                .checked_add(entry.length)
                .filter(|end| *end <= header.file_bytes)
            else {
                let expected = format!(
                    "at most {} bytes",
                    header.file_bytes.saturating_sub(entry.offset)
                );
                return Err(
                    Corrupt::new(place(), expected, format!("{} bytes", entry.length)).into(),
                );
            };
            end = section_end;
            match Section::from_number(entry.number) {
                Some(section) if section.codec() as u8 == entry.codec => {
                    known[section as usize] = Some(entries.len() as u16);
                }
                _ if entry.required => {
                    return Err(FormatError::TooNew {
                        found_major: header.major,
                        found_minor: header.minor,
                        max_major: crate::FORMAT_MAJOR,
                        reason: format!(
                            "section {} with codec {} is required and unknown",
                            entry.number, entry.codec
                        ),
                        needed: header.writer.clone(),
                    });
                }
                _ => {}
            }
            entries.push(entry);
        }
        if end != header.file_bytes {
            return Err(Corrupt::new(
                "file size",
                format!("{end} bytes"),
                format!("{} bytes", header.file_bytes),
            )
            .into());
        }
        let toc = Self {
            header,
            entries,
            known,
        };
        let is_overlay = toc.header.kind == SegmentKind::Overlay;
        for section in Section::ALL {
            let is_needed = match section {
                Section::OverlayMask | Section::OverlayRedirects => is_overlay,
                // An overlay without it skips the files that the base skips.
                Section::Skipped => !is_overlay,
                _ => section.required(),
            };
            if is_needed && toc.entry(*section).is_none() {
                return Err(Corrupt::new(
                    "section table",
                    format!("section `{}`", section.name()),
                    "none",
                )
                .into());
            }
        }
        Ok(toc)
    }

    /// Returns the row of a section, if the file has it.
    pub fn entry(&self, section: Section) -> Option<&Entry> {
        self.known[section as usize].and_then(|at| self.entries.get(usize::from(at)))
    }

    /// Returns the bytes of a section, unverified, from the file's `bytes`; none if the file does not have it.
    pub fn bytes<'b>(&self, bytes: &'b [u8], section: Section) -> Option<&'b [u8]> {
        let entry = self.entry(section)?;
        bytes.get(entry.offset as usize..(entry.offset + entry.length) as usize)
    }

    /// Returns the bytes of a section after comparing their checksum, at about 1.5 GB/s.
    ///
    /// # Errors
    /// Fails if the section is missing or its checksum does not match.
    pub fn verified<'b>(&self, bytes: &'b [u8], section: Section) -> Result<&'b [u8], Corrupt> {
        let (Some(entry), Some(body)) = (self.entry(section), self.bytes(bytes, section)) else {
            return Err(Corrupt::new(section.name(), "the section", "none"));
        };
        if *blake3::hash(body).as_bytes() != entry.hash {
            return Err(Corrupt::new(
                format!("section `{}`", section.name()),
                "bytes that match their checksum",
                "other bytes",
            ));
        }
        Ok(body)
    }
}
