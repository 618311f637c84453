//! One snapshot seen as a graph: files, symbols, edges both ways, names, terms, sources. It may be a base with an overlay
//! over it: ids are those of the whole, and nothing above this module sees a difference.
//!
//! Everything is read from the mapped bytes when it is asked for; nothing is loaded. A section's checksum is verified
//! when the section is first used, and every position that comes from the bytes is checked: what does not fit is a
//! [`Corrupt`] error, never a panic. An id that is out of range is an error too, wherever it came from.
//!
//! Conventions: lines are 1-based and inclusive; columns are 0-based bytes; byte ranges have an exclusive end. Iterators
//! and vectors are in the order of ids (files by path, symbols by (file, start byte), edges by (source, target, kind,
//! line, column)) unless their documentation says otherwise.

mod documents;
mod edges;
mod files;
mod names;
mod parts;
mod segment;
mod sites;
mod sources;
mod symbols;
mod terms;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bombe_format::check;
use bombe_format::commit::identity_of_both;
pub use bombe_format::error::{Corrupt, FormatError};
use bombe_format::header::SegmentKind;
use bombe_format::kind::{Language, Support};

pub use documents::{Class, Documents, FIELD_WEIGHTS, FileDocument};
pub use edges::{Edge, EdgeId, Mark, Set, Tier};
pub use files::{File, Files};
pub use names::{Name, NameMatch};
pub(crate) use names::{is_lowered, starts_lowered};
pub use sites::{EntryPoint, ExternalCall, ExternalImport, FileImport, Skipped, UnresolvedCall};
pub use sources::SourceText;
pub use symbols::{Param, Symbol, SymbolFlags};
pub use terms::{FieldCounts, LengthTotals, PathPosting, Posting, Postings, Term, WeighedPosting};

use crate::map::Map;
use parts::{Over, Part};
use segment::Segment;
use sources::Texts;

/// Why a snapshot could not be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file was read and is no snapshot that this version can use.
    #[error("{}: {source}", path.display())]
    Format {
        /// The file; empty for bytes in memory.
        path: PathBuf,
        /// What is wrong.
        source: FormatError,
    },
}

/// How a snapshot is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenOptions {
    /// Reads the file into memory even if it is large, instead of mapping it: for file systems on which files are
    /// changed in place.
    pub no_mmap: bool,
}

/// What a snapshot says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meta {
    /// The repository's name: its remote's `owner/name`, or the folder's name.
    pub name: String,
    /// The remote's address, or empty.
    pub remote: String,
    /// The commit that was indexed, or empty.
    pub commit: String,
    /// The commit's time in seconds since 1970, or 0.
    pub commit_time: i64,
    /// The branch, or empty.
    pub branch: String,
    /// The indexed folder relative to the top of the repository's work tree, `/`-separated; empty for the whole.
    pub root: String,
    /// The version of Bombe that wrote the snapshot.
    pub tool_version: String,
    /// Sources are inside.
    pub has_sources: bool,
    /// What is counted for each language that occurs, by the language's number.
    pub languages: Vec<LanguageMeta>,
}

/// Counts of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageMeta {
    /// The language.
    pub language: Language,
    /// How complete the index is for it.
    pub support: Support,
    /// Number of files.
    pub files: u32,
    /// Number of lines.
    pub lines: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// Number of symbols.
    pub symbols: u32,
    /// Number of places with a syntax error.
    pub syntax_errors: u32,
    /// Number of unresolved call sites.
    pub unresolved: u32,
    /// Number of call sites that leave the repository.
    pub external: u32,
}

/// A snapshot, open for reading. Cheap to share behind an `Arc`; all methods take `&self` and may run in parallel.
#[derive(Debug)]
pub struct View {
    base: Part,
    over: Option<Box<Over>>,
    meta: Meta,
    texts: Texts,
    documents: OnceLock<Result<Documents, Corrupt>>,
}

impl View {
    /// Opens a snapshot file: reads the header and the section table and checks them against each other and against the
    /// file's size. Costs a few page faults; of the sections only the small `meta` is read.
    ///
    /// # Errors
    /// When the file cannot be read, is no snapshot, has a format that is too old or too new, or is damaged where it was
    /// looked at.
    pub fn open(path: &Path, options: OpenOptions) -> Result<Self, OpenError> {
        Self::over(map(path, options)?).map_err(|source| OpenError::Format {
            path: path.to_owned(),
            source,
        })
    }

    /// Opens a snapshot from bytes in memory, which are copied.
    ///
    /// # Errors
    /// As [`View::open`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OpenError> {
        Self::over(Map::from_bytes(bytes)).map_err(|source| OpenError::Format {
            path: PathBuf::new(),
            source,
        })
    }

    fn over(map: Map) -> Result<Self, FormatError> {
        let base = Part::open(map, SegmentKind::Base)?;
        let meta = Meta::read(&base.segment)?;
        Ok(Self {
            base,
            over: None,
            meta,
            texts: Texts::default(),
            documents: OnceLock::new(),
        })
    }

    /// Lays the overlay in a file over the base that this is so far. Costs a step for each file of the overlay and each
    /// symbol of a file that it masks.
    ///
    /// # Errors
    /// As [`View::open`]; also when the overlay is of another base. The view is then what it was.
    pub fn lay_over(&mut self, path: &Path, options: OpenOptions) -> Result<(), OpenError> {
        self.lay(map(path, options)?)
            .map_err(|source| OpenError::Format {
                path: path.to_owned(),
                source,
            })
    }

    /// Lays an overlay in memory, which is copied, over the base.
    ///
    /// # Errors
    /// As [`View::lay_over`].
    pub fn lay_over_bytes(&mut self, overlay: &[u8]) -> Result<(), OpenError> {
        self.lay(Map::from_bytes(overlay))
            .map_err(|source| OpenError::Format {
                path: PathBuf::new(),
                source,
            })
    }

    fn lay(&mut self, map: Map) -> Result<(), FormatError> {
        let over = Over::open(&self.base.segment, map)?;
        self.meta = Meta::read(&over.part.segment)?;
        self.over = Some(Box::new(over));
        self.texts = Texts::default();
        self.documents = OnceLock::new();
        Ok(())
    }

    /// What the snapshot says about itself.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The snapshot's identity: blake3 over its section table, so over all of its content; with an overlay blake3 over
    /// the identities of both. Cursors are bound to it.
    pub fn identity(&self) -> [u8; 32] {
        let base = self.base.segment.toc().header.identity;
        match self.overlay_identity() {
            None => base,
            Some(overlay) => identity_of_both(base, overlay),
        }
    }

    /// The identity of the overlay, if there is one.
    pub fn overlay_identity(&self) -> Option<[u8; 32]> {
        let over = self.over.as_ref()?;
        Some(over.part.segment.toc().header.identity)
    }

    /// The first 16 hexadecimal digits of [`View::identity`].
    pub fn short_identity(&self) -> String {
        self.identity()
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// Version of the layout: major, minor.
    pub fn format_version(&self) -> (u16, u16) {
        let header = &self.base.segment.toc().header;
        (header.major, header.minor)
    }

    /// Size of the snapshot in bytes, that of its overlay included.
    pub fn byte_size(&self) -> u64 {
        self.sides()
            .map(|side| self.segment(side).toc().header.file_bytes)
            .sum()
    }

    /// True if the snapshot's bytes are shared with its file; false if they were copied into private memory.
    pub fn is_mapped(&self) -> bool {
        self.base.segment.is_mapped()
    }

    /// Verifies every section's checksum and everything inside that a reader relies on. Reads all files whole.
    ///
    /// # Errors
    /// The first damage found.
    pub fn verify(&self) -> Result<(), FormatError> {
        for side in self.sides() {
            check::deep(self.segment(side).bytes())?;
        }
        Ok(())
    }
}

fn map(path: &Path, options: OpenOptions) -> Result<Map, OpenError> {
    Map::open(path, options.no_mmap).map_err(|source| OpenError::Io {
        path: path.to_owned(),
        source,
    })
}

impl Meta {
    fn read(segment: &Segment) -> Result<Self, Corrupt> {
        let view = segment.meta()?;
        let [name, remote, commit, branch, root, tool_version] = view.texts()?.map(str::to_owned);
        let bytes = view.bytes;
        let columns = view.layout;
        let languages = (0..columns.language.len())
            .map(|row| LanguageMeta {
                language: Language::from_u8(columns.language.at_row(bytes, row))
                    .unwrap_or(Language::Unknown),
                support: Support::from_u8(columns.support.at_row(bytes, row))
                    .unwrap_or(Support::Definitions),
                files: columns.files.at_row(bytes, row),
                lines: columns.lines.at_row(bytes, row),
                bytes: columns.bytes.at_row(bytes, row),
                symbols: columns.symbols.at_row(bytes, row),
                syntax_errors: columns.syntax_errors.at_row(bytes, row),
                unresolved: columns.unresolved.at_row(bytes, row),
                external: columns.external.at_row(bytes, row),
            })
            .collect();
        Ok(Self {
            name,
            remote,
            commit,
            commit_time: view.number(0) as i64,
            branch,
            root,
            tool_version,
            has_sources: view.number(1) != 0,
            languages,
        })
    }
}
