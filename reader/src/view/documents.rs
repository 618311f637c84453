//! The properties of symbols and files that ranking reads most, in arrays that are built once per view.

use std::ops::Range;

use bombe_format::column::lengths::halves;
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::SymbolKind;
use bombe_format::section::Section;
use bombe_format::text::{FIELD_HALVES, Field};

use super::{Corrupt, SymbolFlags, View};

/// Weight of each field of a document, by the field's number: name, class, path, doc, signature, body.
pub const FIELD_WEIGHTS: [f32; Field::ALL.len()] = {
    let mut weights = [0.0; Field::ALL.len()];
    let mut field = 0;
    while field < weights.len() {
        weights[field] = FIELD_HALVES[field] as f32 / 2.0;
        field += 1;
    }
    weights
};

/// The kind of a symbol, and whether it is test code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class(u8);

impl Class {
    /// One more than the largest index.
    pub const COUNT: usize = 256;

    /// Returns the class of test code, or of other code, of a kind.
    pub fn of(kind: SymbolKind, is_test: bool) -> Self {
        Self((kind as u8) << 1 | u8::from(is_test))
    }

    /// Returns the class of test code of the same kind.
    fn of_test(self) -> Self {
        Self(self.0 | 1)
    }

    /// Returns true for test code.
    pub fn is_test(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns its number, below [`Class::COUNT`], to index tables with.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Class and weighted length of every symbol, three bytes each, and a [`FileDocument`] for every file. The first query that
/// ranks builds it from three columns.
#[derive(Debug)]
pub struct Documents {
    classes: Box<[Class]>,
    /// In units of half a term, at most `u16::MAX`.
    lengths: Box<[u16]>,
    files: Box<[FileDocument]>,
}

/// The properties of a file that ranking reads.
#[derive(Clone, Copy, Debug)]
pub struct FileDocument {
    /// One past its last symbol.
    end: u32,
    /// Number of terms in its text: the bodies and docs of its symbols.
    pub text_length: u32,
    /// True if it holds tests.
    pub is_test: bool,
    /// True if it is in a folder of documentation, examples or benchmarks, which show how the code is used.
    pub is_aside: bool,
}

/// Words that mark folders of documentation, examples and benchmarks.
const ASIDE: &[&str] = &[
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "demo",
    "demos",
    "doc",
    "docs",
    "example",
    "examples",
    "sample",
    "samples",
    "tutorial",
    "tutorials",
];

/// Returns true if the name of one of the folders, divided by `/`, contains one of the words of [`ASIDE`]: `docs_src`,
/// `framework-docs`.
fn is_aside(folders: &str) -> bool {
    folders
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| ASIDE.iter().any(|aside| word.eq_ignore_ascii_case(aside)))
}

impl View {
    /// Returns the properties that ranking reads, building them on the first call.
    pub fn documents(&self) -> Result<&Documents, Corrupt> {
        let documents = self.documents.get_or_init(|| Documents::read(self));
        documents.as_ref().map_err(Clone::clone)
    }
}

impl Documents {
    fn read(view: &View) -> Result<Self, Corrupt> {
        let count = view.symbol_count()?;
        let mut classes = vec![Class::of(SymbolKind::Variable, false); count];
        let mut lengths = vec![0_u16; count];
        for (ids, origin, shift) in view.pieces(0..count as u32) {
            let local = ids.start.wrapping_add(shift) as usize;
            let local = local..local + ids.len();
            let places = ids.start as usize..ids.end as usize;
            let segment = view.segment(origin);
            let symbols = segment.symbols()?;
            let classes = &mut classes[places.clone()];
            symbols.visit_kinds(local.clone(), |at, kind| {
                classes[at] = Class::of(kind, false);
            });
            symbols.visit_flags(local.clone(), |at, flags| {
                if flags.has(SymbolFlags::TEST) {
                    classes[at] = classes[at].of_test();
                }
            });
            let lengths = &mut lengths[places];
            if segment.has(Section::DocumentLengths) {
                segment.document_lengths()?.visit(local, |at, length| {
                    lengths[at] = length;
                });
            } else {
                // A snapshot of an earlier version.
                let of_fields = segment.lengths()?;
                for (length, symbol) in lengths.iter_mut().zip(local) {
                    *length = halves(of_fields.of(SymbolId::new(symbol)));
                }
            }
        }
        let mut files = Vec::with_capacity(view.file_count()?);
        let mut end = 0;
        // The files of a folder follow each other.
        let mut folders = ("", false);
        for file in view.files()? {
            let range = file.symbols();
            let own = lengths.get_mut(range.start as usize..range.end as usize);
            let (Some(own), true) = (own, range.start == end) else {
                return Err(Corrupt::new(
                    "section `files`",
                    format!("symbol {end} as the next file's first, of {count}"),
                    format!("{}..{}", range.start, range.end),
                ));
            };
            let path = file
                .path_length()
                .saturating_mul(FIELD_HALVES[Field::Path as usize]);
            let path = u16::try_from(path).unwrap_or(u16::MAX);
            for length in own {
                *length = length.saturating_add(path);
            }
            end = range.end;
            let path = file.path()?;
            let own = path.rsplit_once('/').map_or("", |(folders, _)| folders);
            if own != folders.0 {
                folders = (own, is_aside(own));
            }
            files.push(FileDocument {
                end,
                text_length: file.text_length(),
                is_test: file.is_test(),
                is_aside: folders.1,
            });
        }
        if end as usize != count {
            return Err(Corrupt::new(
                "section `files`",
                format!("{count} symbols in all files"),
                end.to_string(),
            ));
        }
        Ok(Self {
            classes: classes.into(),
            lengths: lengths.into(),
            files: files.into(),
        })
    }

    /// Returns the class of every symbol, by id.
    #[inline]
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Returns the number of terms in a symbol's fields, weighted by [`FIELD_WEIGHTS`]; 0 if there is no such symbol.
    #[inline]
    pub fn length(&self, symbol: SymbolId) -> f32 {
        let halves = self.lengths.get(symbol.index()).copied();
        f32::from(halves.unwrap_or(0)) * 0.5
    }

    /// Returns every file, by id.
    #[inline]
    pub fn files(&self) -> &[FileDocument] {
        &self.files
    }

    /// Returns the number of files that hold tests, or that do not, and the sum of their text lengths.
    pub fn file_totals(&self, tests: bool) -> (u64, u64) {
        let files = self.files.iter().filter(|file| file.is_test == tests);
        files.fold((0, 0), |(count, length), file| {
            (count + 1, length + u64::from(file.text_length))
        })
    }

    /// Returns the ids of the symbols of a file; an empty range if there is no such file.
    pub fn symbols(&self, file: FileId) -> Range<usize> {
        let end = |at: usize| self.files.get(at).map_or(0, |file| file.end as usize);
        let start = file.index().checked_sub(1).map_or(0, end);
        start..end(file.index())
    }

    /// Returns the file of a symbol. Costs a binary search.
    pub fn file_of(&self, symbol: SymbolId) -> FileId {
        FileId::new(self.files.partition_point(|file| file.end <= symbol.0))
    }

    /// Returns the file of a symbol that is known to be in `file` or a later one.
    #[inline]
    pub fn file_from(&self, symbol: SymbolId, file: FileId) -> FileId {
        let mut at = file.index();
        while at + 1 < self.files.len() && self.files[at].end <= symbol.0 {
            at += 1;
        }
        FileId::new(at)
    }
}
