//! A current snapshot in memory: a base, and the overlay over it that its commit point names.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use bombe_format::column::strings::StringLayout;
use bombe_format::commit::{CURRENT, CommitPoint};
use bombe_format::error::{Corrupt, FormatError};
use bombe_format::header::SegmentKind;
use bombe_format::ids::StringId;
use bombe_format::section::{Section, Toc};
use rkyv::util::AlignedVec;

use crate::snapshot_dir::SnapshotDir;

/// A snapshot that cannot be read or written out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes are no sound snapshot.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Reading the snapshot or writing the lines failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Corrupt> for LoadError {
    fn from(error: Corrupt) -> Self {
        Self::Format(error.into())
    }
}

/// A snapshot in memory.
pub struct Loaded {
    base: Segment,
    overlay: Option<Segment>,
}

/// A base or an overlay in memory.
pub struct Segment {
    bytes: AlignedVec,
    toc: Toc,
}

impl Segment {
    fn read(path: &Path) -> Result<Self, LoadError> {
        let mut bytes = AlignedVec::new();
        bytes.extend_from_reader(&mut File::open(path)?)?;
        let toc = Toc::read(&bytes)?;
        Ok(Self { bytes, toc })
    }

    /// All bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Header and section table.
    pub fn toc(&self) -> &Toc {
        &self.toc
    }

    /// The bytes of a section whose checksum fits.
    ///
    /// # Errors
    /// If the section is missing or damaged.
    pub fn section(&self, section: Section) -> Result<&[u8], Corrupt> {
        self.toc.verified(&self.bytes, section)
    }
}

impl Loaded {
    /// Reads a snapshot and the overlay over it, if its commit point names one, into memory and checks headers and section
    /// tables.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        let mut retry = true;
        loop {
            match Self::read_once(path) {
                // Between the commit point and the files that it names, others may have taken their place.
                Err(LoadError::Io(error)) if error.kind() == io::ErrorKind::NotFound && retry => {
                    retry = false;
                }
                result => return result,
            }
        }
    }

    fn read_once(path: &Path) -> Result<Self, LoadError> {
        let beside = SnapshotDir::of(path);
        let commit = fs::read_to_string(beside.folder().join(CURRENT)).ok();
        let commit = commit.and_then(|text| CommitPoint::parse(&text));
        let base = Segment::read(path)?;
        let named = commit
            .filter(|commit| commit.base == base.toc.header.identity)
            .and_then(|commit| commit.overlay);
        let overlay = match named {
            Some(identity) => {
                let overlay = Segment::read(&beside.overlay(&identity))?;
                let header = &overlay.toc.header;
                if header.kind != SegmentKind::Overlay || header.identity != identity {
                    let damage = Corrupt::new("overlay", "the one of the commit point", "another");
                    return Err(damage.into());
                }
                Some(overlay)
            }
            None => None,
        };
        Ok(Self { base, overlay })
    }

    /// The base.
    pub fn base(&self) -> &Segment {
        &self.base
    }

    /// What lies over the base.
    pub fn overlay(&self) -> Option<&Segment> {
        self.overlay.as_ref()
    }

    /// The segment that speaks of the whole: the overlay, or else the base.
    pub fn top(&self) -> &Segment {
        self.overlay.as_ref().unwrap_or(&self.base)
    }

    /// The segment that says what is left out: the base, where the overlay has no section of it.
    pub fn skipping(&self) -> &Segment {
        let says = |segment: &&Segment| segment.toc.entry(Section::Skipped).is_some();
        self.overlay.as_ref().filter(says).unwrap_or(&self.base)
    }

    /// Base and overlay.
    pub fn segments(&self) -> impl Iterator<Item = &Segment> {
        std::iter::once(&self.base).chain(&self.overlay)
    }
}

/// The string table of a segment.
pub struct Texts<'b>(&'b [u8]);

impl<'b> Texts<'b> {
    /// Finds the table.
    ///
    /// # Errors
    /// If the section is damaged.
    pub fn open(segment: &'b Segment) -> Result<Self, Corrupt> {
        let bytes = segment.section(Section::Strings)?;
        Ok(Self(StringLayout::open(bytes)?.bytes.slice(bytes)))
    }

    /// A text by its position.
    ///
    /// # Errors
    /// If no text lies there.
    pub fn get(&self, id: StringId) -> Result<&'b str, Corrupt> {
        bombe_format::column::strings::get(self.0, id)
    }
}
