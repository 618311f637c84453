//! The sections of one file, each opened and verified when it is first used.

use std::sync::OnceLock;

use bombe_format::check;
use bombe_format::column::edges::{BackwardLayout, BackwardView, ForwardLayout, ForwardView};
use bombe_format::column::files::{FileLayout, FileView};
use bombe_format::column::lengths::{LengthLayout, LengthView};
use bombe_format::column::meta::{MetaLayout, MetaView};
use bombe_format::column::names::{GroupLayout, GroupView, NameLayout, NameView};
use bombe_format::column::postings::{PostingLayout, PostingView};
use bombe_format::column::rows::{
    EntryLayout, EntryView, ExternalImportLayout, ExternalImportView, ImportLayout, ImportView,
    SkippedLayout, SkippedView,
};
use bombe_format::column::sets::{SetLayout, SetView};
use bombe_format::column::sites::{ExternalLayout, ExternalView, UnresolvedLayout, UnresolvedView};
use bombe_format::column::sources::{
    DictionaryLayout, DictionaryView, FrameByteLayout, FrameByteView, FrameLayout, FrameView,
};
use bombe_format::column::strings::{StringLayout, StringView};
use bombe_format::column::symbols::{RankLayout, RankView, SymbolLayout, SymbolView};
use bombe_format::error::{Corrupt, FormatError};
use bombe_format::ids::StringId;
use bombe_format::key_index::KeyIndex;
use bombe_format::section::{Section, Toc};

use crate::map::Map;

/// Declares the sections of columns, and how each is opened.
macro_rules! segment {
    ($($name:ident: $layout:ty, $view:ty, $section:ident;)+) => {
        /// One snapshot file.
        #[derive(Debug)]
        pub(super) struct Segment {
            map: Map,
            toc: Toc,
            $($name: OnceLock<Result<$layout, Corrupt>>,)+
            verified: [OnceLock<Result<(), Corrupt>>; Section::ALL.len()],
        }

        impl Segment {
            /// Checks header and section table.
            pub(super) fn open(map: Map) -> Result<Self, FormatError> {
                let toc = check::quick(map.bytes())?;
                Ok(Self {
                    map,
                    toc,
                    $($name: OnceLock::new(),)+
                    verified: std::array::from_fn(|_| OnceLock::new()),
                })
            }

            $(
                #[doc = concat!("The section `", stringify!($name), "`.")]
                #[inline]
                pub(super) fn $name(&self) -> Result<$view, Corrupt> {
                    let layout = self.$name.get_or_init(|| {
                        self.verify(Section::$section)?;
                        <$layout>::open(self.bytes_of(Section::$section))
                    });
                    match layout {
                        Ok(layout) => Ok(layout.view(self.bytes_of(Section::$section))),
                        Err(error) => Err(error.clone()),
                    }
                }
            )+
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
    ranks: RankLayout, RankView<'_>, Ranks;
    sets: SetLayout, SetView<'_>, Sets;
    groups: GroupLayout, GroupView<'_>, QualifiedGroups;
    postings: PostingLayout, PostingView<'_>, Postings;
    lengths: LengthLayout, LengthView<'_>, Lengths;
    dictionary: DictionaryLayout, DictionaryView<'_>, Dictionary;
    frames: FrameLayout, FrameView<'_>, Frames;
    frame_bytes: FrameByteLayout, FrameByteView<'_>, FrameBytes;
    unresolved: UnresolvedLayout, UnresolvedView<'_>, Unresolved;
    external_calls: ExternalLayout, ExternalView<'_>, ExternalCalls;
    external_imports: ExternalImportLayout, ExternalImportView<'_>, ExternalImports;
    imports: ImportLayout, ImportView<'_>, Imports;
    entry_points: EntryLayout, EntryView<'_>, EntryPoints;
    skipped: SkippedLayout, SkippedView<'_>, Skipped;
}

impl Segment {
    /// Header and section table.
    pub(super) fn toc(&self) -> &Toc {
        &self.toc
    }

    /// The whole file.
    pub(super) fn bytes(&self) -> &[u8] {
        self.map.bytes()
    }

    /// True if the file is mapped and not copied.
    pub(super) fn is_mapped(&self) -> bool {
        self.map.is_mapped()
    }

    /// True if the file has a section.
    pub(super) fn has(&self, section: Section) -> bool {
        self.toc.entry(section).is_some()
    }

    /// A text.
    #[inline]
    pub(super) fn text(&self, id: StringId) -> Result<&str, Corrupt> {
        self.strings()?.get(id)
    }

    /// The bytes of a section, verified.
    pub(super) fn section(&self, section: Section) -> Result<&[u8], Corrupt> {
        self.verify(section)?;
        Ok(self.bytes_of(section))
    }

    /// A key index.
    pub(super) fn keys(&self, section: Section) -> Result<KeyIndex<'_>, Corrupt> {
        self.verify(section)?;
        Ok(KeyIndex::new(self.bytes_of(section), section.name()))
    }

    #[inline]
    fn bytes_of(&self, section: Section) -> &[u8] {
        self.toc.bytes(self.map.bytes(), section).unwrap_or(&[])
    }

    /// Compares a section's checksum, once.
    fn verify(&self, section: Section) -> Result<(), Corrupt> {
        // The frames have a checksum each and are too many to be hashed for the sake of one.
        if section == Section::FrameBytes {
            return Ok(());
        }
        let verified = self.verified[section as usize]
            .get_or_init(|| self.toc.verified(self.map.bytes(), section).map(|_| ()));
        verified.clone()
    }
}
