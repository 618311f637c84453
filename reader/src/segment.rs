//! One segment file: a base or an overlay, with its sections opened and verified on first use.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use bombe_format::block::{BlockChecks, SectionBytes};
use bombe_format::check;
use bombe_format::column::blocks::{BlockLayout, BlockView};
use bombe_format::column::edges::{
    BackwardLayout, BackwardView, EvidenceLayout, EvidenceView, ForwardLayout, ForwardView,
};
use bombe_format::column::external_symbols::{ExternalSymbolLayout, ExternalSymbolView};
use bombe_format::column::files::{FileLayout, FileView};
use bombe_format::column::history::{CoChangeLayout, CoChangeView, HistoryLayout, HistoryView};
use bombe_format::column::lengths::{
    DocumentLengthLayout, DocumentLengthView, LengthLayout, LengthView,
};
use bombe_format::column::meta::{MetaLayout, MetaView};
use bombe_format::column::names::{GroupLayout, GroupView, NameLayout, NameView};
use bombe_format::column::packages::{PackageLayout, PackageView};
use bombe_format::column::postings::{PostingLayout, PostingView};
use bombe_format::column::rows::{
    EntryLayout, EntryView, ExternalImportLayout, ExternalImportView, ImportLayout, ImportView,
    SkippedLayout, SkippedView,
};
use bombe_format::column::sets::{SetLayout, SetView};
use bombe_format::column::signatures::{SignatureLayout, SignatureView};
use bombe_format::column::sites::{ExternalLayout, ExternalView, UnresolvedLayout, UnresolvedView};
use bombe_format::column::sources::{
    DictionaryLayout, DictionaryView, Frame, FrameByteLayout, FrameByteView, FrameLayout, FrameView,
};
use bombe_format::column::statements::{StatementLayout, StatementView};
use bombe_format::column::strings::{StringLayout, StringView};
use bombe_format::column::symbols::{RankLayout, RankView, SymbolLayout, SymbolView};
use bombe_format::column::syntax_errors::{SyntaxErrorLayout, SyntaxErrorView};
use bombe_format::column::trigrams::{TrigramLayout, TrigramView};
use bombe_format::error::{Corrupt, FormatError};
use bombe_format::frame::FrameReader;
use bombe_format::header::SegmentKind;
use bombe_format::ids::StringId;
use bombe_format::key_index::KeyIndex;
use bombe_format::section::{Section, Toc};

use crate::map::Map;
use crate::regular_file::Links;

/// The error of opening a segment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file can be read but is not a snapshot that this version can use.
    #[error("{}: {source}", path.display())]
    Format {
        /// The file; empty for bytes in memory.
        path: PathBuf,
        /// What is wrong with the bytes.
        source: FormatError,
    },
}

impl OpenError {
    /// Returns a function that turns damage into the error of opening the file that has it.
    pub fn in_file(path: &Path) -> impl FnOnce(Corrupt) -> Self + use<'_> {
        |damage| Self::Format {
            path: path.to_owned(),
            source: damage.into(),
        }
    }
}

/// How a segment is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenOptions {
    /// If true, reads the file into memory even if it is large, instead of mapping it: for file systems on which files are
    /// changed in place.
    pub no_mmap: bool,
    /// If true, checks of a large section only the blocks that are read, each before its first use. A caller must ask
    /// [`Segment::damage`] before it uses what it has computed: what depends on a damaged block is wrong. If false, a section is
    /// checked whole on its first use.
    pub in_blocks: bool,
}

/// Decompressors kept for reuse, about as many as run at once.
const DECOMPRESSORS_MAX: usize = 8;

/// A section after its first use.
#[derive(Debug)]
struct Opened<L> {
    layout: L,
    /// Where its bytes are in the file.
    range: Range<usize>,
    /// The checks of its blocks; none if it was checked whole.
    checks: Option<BlockChecks>,
}

impl<L> Opened<L> {
    /// Returns the section's bytes in those of the file.
    #[inline]
    fn bytes<'b>(&'b self, file: &'b [u8]) -> SectionBytes<'b> {
        let bytes = file.get(self.range.clone()).unwrap_or(&[]);
        match &self.checks {
            Some(checks) => SectionBytes::in_blocks(bytes, checks),
            None => SectionBytes::checked(bytes),
        }
    }

    fn damage(&self) -> Option<&Corrupt> {
        self.checks.as_ref()?.damage()
    }
}

/// A section that is opened on its first use. The result is kept.
type Lazy<L> = OnceLock<Result<Opened<L>, Corrupt>>;

/// Declares the struct [`Segment`] with one accessor per section of columns.
macro_rules! segment {
    ($($name:ident: $layout:ty, $view:ty, $section:ident;)+) => {
        /// An open segment file.
        ///
        /// Opening checks only the header and the section table. The checksum of a section, or of a block of it, is compared
        /// before the first use; the result is kept.
        #[derive(Debug)]
        pub struct Segment {
            map: Map,
            toc: Toc,
            options: OpenOptions,
            $($name: Lazy<$layout>,)+
            /// Sections that are no columns.
            keys: [Lazy<()>; Section::ALL.len()],
            verified: [OnceLock<Result<(), Corrupt>>; Section::ALL.len()],
            /// Idle decompressors. Each holds the segment's dictionary.
            decompressors: Mutex<Vec<FrameReader>>,
        }

        impl Segment {
            pub(crate) fn of_map(map: Map, options: OpenOptions) -> Result<Self, FormatError> {
                let toc = check::quick(map.bytes())?;
                Ok(Self {
                    map,
                    toc,
                    options,
                    $($name: OnceLock::new(),)+
                    verified: std::array::from_fn(|_| OnceLock::new()),
                    keys: std::array::from_fn(|_| OnceLock::new()),
                    decompressors: Mutex::default(),
                })
            }

            $(
                #[doc = concat!("Returns a view of the columns of [`Section::", stringify!($section), "`].")]
                ///
                /// # Errors
                /// Fails if the section is missing or damaged. The result of the first call is kept.
                #[inline]
                pub fn $name(&self) -> Result<$view, Corrupt> {
                    let opened = self.$name.get_or_init(|| {
                        let opened = self.open_section(Section::$section)?;
                        let layout = <$layout>::open(opened.bytes(self.map.bytes()))?;
                        let Opened { range, checks, .. } = opened;
                        Ok(Opened { layout, range, checks })
                    });
                    match opened {
                        Ok(opened) => Ok(opened.layout.view(opened.bytes(self.map.bytes()))),
                        Err(error) => Err(error.clone()),
                    }
                }
            )+

            /// Fails if a block that was read since the segment was opened is damaged: what was computed from it may be wrong.
            ///
            /// # Errors
            /// Returns the damage.
            pub fn damage(&self) -> Result<(), Corrupt> {
                let mut found = None;
                $(
                    let opened = self.$name.get().and_then(|opened| opened.as_ref().ok());
                    found = found.or(opened.and_then(Opened::damage));
                )+
                let keys = self.keys.iter().filter_map(|opened| opened.get()?.as_ref().ok());
                let found = found.or_else(|| keys.filter_map(Opened::damage).next());
                found.map_or(Ok(()), |damage| Err(damage.clone()))
            }
        }
    };
}

segment! {
    meta: MetaLayout, MetaView<'_>, Meta;
    strings: StringLayout, StringView<'_>, Strings;
    files: FileLayout, FileView<'_>, Files;
    symbols: SymbolLayout, SymbolView<'_>, Symbols;
    names: NameLayout, NameView<'_>, Names;
    forward: ForwardLayout, ForwardView<'_>, EdgesForward;
    backward: BackwardLayout, BackwardView<'_>, EdgesBackward;
    backward_evidence: EvidenceLayout, EvidenceView<'_>, BackwardEvidence;
    ranks: RankLayout, RankView<'_>, Ranks;
    sets: SetLayout, SetView<'_>, Sets;
    groups: GroupLayout, GroupView<'_>, QualifiedGroups;
    postings: PostingLayout, PostingView<'_>, Postings;
    lengths: LengthLayout, LengthView<'_>, Lengths;
    document_lengths: DocumentLengthLayout, DocumentLengthView<'_>, DocumentLengths;
    dictionary: DictionaryLayout, DictionaryView<'_>, Dictionary;
    frames: FrameLayout, FrameView<'_>, Frames;
    frame_bytes: FrameByteLayout, FrameByteView<'_>, FrameBytes;
    unresolved: UnresolvedLayout, UnresolvedView<'_>, Unresolved;
    external_calls: ExternalLayout, ExternalView<'_>, ExternalCalls;
    external_symbols: ExternalSymbolLayout, ExternalSymbolView<'_>, ExternalSymbols;
    packages: PackageLayout, PackageView<'_>, Packages;
    external_imports: ExternalImportLayout, ExternalImportView<'_>, ExternalImports;
    imports: ImportLayout, ImportView<'_>, Imports;
    entry_points: EntryLayout, EntryView<'_>, EntryPoints;
    skipped: SkippedLayout, SkippedView<'_>, Skipped;
    signatures: SignatureLayout, SignatureView<'_>, Signatures;
    statements: StatementLayout, StatementView<'_>, ImportStatements;
    history: HistoryLayout, HistoryView<'_>, History;
    co_change: CoChangeLayout, CoChangeView<'_>, CoChange;
    trigrams: TrigramLayout, TrigramView<'_>, Trigrams;
    blocks: BlockLayout, BlockView<'_>, Blocks;
    syntax_errors: SyntaxErrorLayout, SyntaxErrorView<'_>, SyntaxErrors;
}

impl Segment {
    /// Opens a segment file of the given kind. Costs a few page faults; files below 2 MiB are read whole.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is not a segment, is of the other kind, has a format that is too old or too new,
    /// or has a damaged header or section table.
    pub fn open(path: &Path, kind: SegmentKind, options: OpenOptions) -> Result<Self, OpenError> {
        // The user may name a snapshot by a link. The snapshot folder holds no links.
        let links = match kind {
            SegmentKind::Base => Links::Follow,
            SegmentKind::Overlay => Links::Refuse,
        };
        let map = Map::open(path, links, options.no_mmap).map_err(|source| OpenError::Io {
            path: path.to_owned(),
            source,
        })?;
        Self::of_kind(map, kind, options).map_err(|source| OpenError::Format {
            path: path.to_owned(),
            source,
        })
    }

    /// Opens a segment of the given kind from bytes in memory, which are copied.
    ///
    /// # Errors
    /// As [`Segment::open`].
    pub fn from_bytes(bytes: &[u8], kind: SegmentKind) -> Result<Self, OpenError> {
        Self::of_kind(Map::from_bytes(bytes), kind, OpenOptions::default()).map_err(|source| {
            OpenError::Format {
                path: PathBuf::new(),
                source,
            }
        })
    }

    fn of_kind(map: Map, kind: SegmentKind, options: OpenOptions) -> Result<Self, FormatError> {
        let segment = Self::of_map(map, options)?;
        let found = segment.toc.header.kind;
        if found != kind {
            let name = |kind| match kind {
                SegmentKind::Base => "a base",
                SegmentKind::Overlay => "an overlay",
            };
            return Err(Corrupt::new("header", name(kind), name(found)).into());
        }
        Ok(segment)
    }

    /// Returns the header and the section table.
    pub fn toc(&self) -> &Toc {
        &self.toc
    }

    /// Returns all bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        self.map.bytes()
    }

    /// Returns true if the bytes are shared with the file, false if they are a copy in private memory.
    pub fn is_mapped(&self) -> bool {
        self.map.is_mapped()
    }

    /// Returns true if nobody has changed the file in place since it was opened, as far as its size and time tell.
    pub fn is_unchanged(&self) -> bool {
        self.map.is_unchanged()
    }

    /// Returns true if the segment has a section.
    pub fn has(&self, section: Section) -> bool {
        self.toc.entry(section).is_some()
    }

    /// Returns the bytes of a section, verified.
    ///
    /// # Errors
    /// Fails if the section is missing or its checksum does not match.
    pub fn section(&self, section: Section) -> Result<&[u8], Corrupt> {
        self.verify(section)?;
        Ok(self.bytes_of(section))
    }

    /// Returns a text of section `strings`.
    #[inline]
    pub(crate) fn text(&self, id: StringId) -> Result<&str, Corrupt> {
        self.strings()?.get(id)
    }

    /// Returns the key index in a section.
    pub(crate) fn keys(&self, section: Section) -> Result<KeyIndex<'_>, Corrupt> {
        match self.keys[section as usize].get_or_init(|| self.open_section(section)) {
            Ok(opened) => Ok(KeyIndex::new(
                opened.bytes(self.map.bytes()),
                section.name(),
            )),
            Err(error) => Err(error.clone()),
        }
    }

    #[inline]
    fn bytes_of(&self, section: Section) -> &[u8] {
        self.toc.bytes(self.map.bytes(), section).unwrap_or(&[])
    }

    /// Opens a section to be checked as it is read: in blocks if it has checksums of blocks, else now, as a whole.
    fn open_section(&self, section: Section) -> Result<Opened<()>, Corrupt> {
        let (start, len) = match self.toc.entry(section) {
            Some(entry) => (entry.offset as usize, entry.length as usize),
            None => (0, 0),
        };
        let in_blocks = self.options.in_blocks && section != Section::Blocks;
        let checks = if in_blocks && self.has(Section::Blocks) {
            self.blocks()?.checks(section, len)?
        } else {
            None
        };
        if checks.is_none() {
            self.verify(section)?;
        }
        Ok(Opened {
            layout: (),
            range: start..start + len,
            checks,
        })
    }

    /// Compares a section's checksum, on its first use only.
    fn verify(&self, section: Section) -> Result<(), Corrupt> {
        // Each frame has a checksum of its own. Hashing all of them for the sake of one would cost too much.
        if section == Section::FrameBytes {
            return Ok(());
        }
        let verified = self.verified[section as usize]
            .get_or_init(|| self.toc.verified(self.map.bytes(), section).map(|_| ()));
        verified.clone()
    }

    /// Decompresses a frame with an idle decompressor, or with a new one.
    pub(crate) fn decompress(&self, frame: Frame<'_>) -> Result<Vec<u8>, Corrupt> {
        let idle = self
            .decompressors
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut decompressor = match idle {
            Some(decompressor) => decompressor,
            None => FrameReader::new(self.dictionary_bytes()?)?,
        };
        let text =
            decompressor.decompress(frame.compressed, frame.raw_bytes, "section `frame_bytes`")?;
        let mut idle = self
            .decompressors
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if idle.len() < DECOMPRESSORS_MAX {
            idle.push(decompressor);
        }
        Ok(text)
    }

    fn dictionary_bytes(&self) -> Result<&[u8], Corrupt> {
        if !self.has(Section::Dictionary) {
            return Ok(&[]);
        }
        let dictionary = self.dictionary()?;
        Ok(dictionary.layout.bytes.slice(dictionary.bytes))
    }
}
