//! The parsed files of a snapshot.

use std::ops::Range;

use bombe_format::column::files::{FILE_CUT, FILE_GENERATED, FILE_TEST, FileView};
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::Language;
use bombe_format::overlay::SegmentKind;
use bombe_format::section::Section;

use super::{Corrupt, View};
use crate::limits::Limits;

/// A parsed file.
#[derive(Clone, Copy, Debug)]
pub struct File<'v> {
    view: &'v View,
    origin: SegmentKind,
    columns: FileView<'v>,
    id: FileId,
    local: FileId,
    /// Merged id minus local id of each of its symbols, modulo 2^32.
    shift: u32,
}

/// Iterates over files in the order of their paths.
#[derive(Clone, Debug)]
pub struct Files<'v> {
    view: &'v View,
    ids: Range<u32>,
}

impl View {
    /// Returns the number of parsed files.
    pub fn file_count(&self) -> Result<usize, Corrupt> {
        match &self.overlay {
            None => Ok(self.base.files()?.count()),
            Some(overlay) => Ok(overlay.merged.file_count()),
        }
    }

    /// Returns the file with an id. Costs a bounds check; with an overlay, a binary search over its files.
    pub fn file(&self, id: FileId) -> Result<File<'_>, Corrupt> {
        let (origin, local) = self.locate_file(id)?;
        let shift = match &self.overlay {
            None => 0,
            Some(overlay) => overlay
                .merged
                .run_of_file(id)
                .map_or(0, |run| run.symbol.0.wrapping_sub(run.local_symbol.0)),
        };
        Ok(File {
            view: self,
            origin,
            columns: self.segment(origin).files()?,
            id,
            local,
            shift,
        })
    }

    /// Returns every file, by path.
    pub fn files(&self) -> Result<Files<'_>, Corrupt> {
        Ok(Files {
            view: self,
            ids: 0..self.file_count()? as u32,
        })
    }

    /// Returns the file with exactly this path (relative to the root, `/`-separated), if there is one. Costs about a
    /// microsecond.
    pub fn file_by_path(&self, path: &str) -> Result<Option<File<'_>>, Corrupt> {
        for origin in self.origins() {
            let keys = self.segment(origin).keys(Section::PathKeys)?;
            let Some(number) = keys.get(path.as_bytes())? else {
                continue;
            };
            let local = FileId(u32::try_from(number).unwrap_or(u32::MAX));
            if let Some(id) = self.visible_file(origin, local) {
                return self.file(id).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the files below a folder, by path. The folder is relative to the root and may end with a `/`; an empty one is
    /// the root.
    pub fn files_below(&self, folder: &str) -> Result<Files<'_>, Corrupt> {
        let folder = folder.trim_end_matches('/');
        let count = self.file_count()?;
        if folder.is_empty() {
            return self.files();
        }
        let prefix = format!("{folder}/");
        // Paths are in byte order, and `0` is the byte after `/`: the files below the folder are one range.
        let after = format!("{folder}0");
        let start = self.first_path(count, |path| path < prefix.as_str())?;
        let end = self.first_path(count, |path| path < after.as_str())?;
        Ok(Files {
            view: self,
            ids: start..end.max(start),
        })
    }

    /// Returns the number of leading paths for which `before` is true.
    fn first_path(&self, count: usize, before: impl Fn(&str) -> bool) -> Result<u32, Corrupt> {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            if before(self.file(FileId::new(middle))?.path()?) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low as u32)
    }

    /// Returns the files whose path ends with `suffix` at a `/` boundary, by path: people and stack traces shorten paths to
    /// `service.py` or `auth/service.py`. Costs a scan of the paths.
    pub fn files_by_suffix(&self, suffix: &str, limits: &Limits) -> Result<Vec<FileId>, Corrupt> {
        let suffix = suffix.trim_start_matches("./").trim_start_matches('/');
        let mut found = Vec::new();
        if suffix.is_empty() {
            return Ok(found);
        }
        for file in self.files()? {
            if limits.is_over() {
                break;
            }
            let path = file.path()?;
            if path
                .strip_suffix(suffix)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            {
                found.push(file.id);
            }
        }
        Ok(found)
    }
}

impl<'v> File<'v> {
    /// Returns its id.
    pub fn id(self) -> FileId {
        self.id
    }

    /// Returns its path relative to the root, `/`-separated.
    pub fn path(self) -> Result<&'v str, Corrupt> {
        self.view
            .segment(self.origin)
            .text(self.columns.path(self.local))
    }

    /// Returns its language.
    pub fn language(self) -> Language {
        self.columns.language(self.local)
    }

    /// Returns its size in bytes.
    pub fn size(self) -> u64 {
        u64::from(
            self.columns
                .layout
                .size
                .at_row(self.columns.bytes, self.local.index()),
        )
    }

    /// Returns the number of lines.
    pub fn lines(self) -> u32 {
        self.columns
            .layout
            .lines
            .at_row(self.columns.bytes, self.local.index())
    }

    /// Returns the blake3 hash of its bytes.
    pub fn hash(self) -> [u8; 32] {
        self.columns.hash(self.local)
    }

    /// Returns true if it holds tests.
    pub fn is_test(self) -> bool {
        self.flags() & FILE_TEST != 0
    }

    /// Returns true if a comment near its start says that a tool generated it.
    pub fn is_generated(self) -> bool {
        self.flags() & FILE_GENERATED != 0
    }

    /// Returns true if a limit on work or size was reached, and something of the file was left out.
    pub fn is_cut(self) -> bool {
        self.flags() & FILE_CUT != 0
    }

    fn flags(self) -> u8 {
        self.columns
            .layout
            .flags
            .at_row(self.columns.bytes, self.local.index())
    }

    /// Returns the number of places with a syntax error.
    pub fn syntax_errors(self) -> u32 {
        self.columns
            .layout
            .syntax_errors
            .at_row(self.columns.bytes, self.local.index())
    }

    /// Returns the lines of the places with a syntax error: (first, last), 1-based and inclusive, ascending; none if the
    /// snapshot does not hold them.
    ///
    /// # Errors
    /// Fails if the section is damaged.
    pub fn error_lines(self) -> Result<Vec<(u32, u32)>, Corrupt> {
        let segment = self.view.segment(self.origin);
        if self.syntax_errors() == 0 || !segment.has(Section::SyntaxErrors) {
            return Ok(Vec::new());
        }
        segment.syntax_errors()?.of_file(self.local.index())
    }

    /// Returns its symbols: one range of ids, in the order of their start bytes. The first is the module symbol.
    pub fn symbols(self) -> Range<u32> {
        let local = self.columns.symbols(self.local);
        local.start.wrapping_add(self.shift)..local.end.wrapping_add(self.shift)
    }

    /// Returns its module symbol, which owns the code at module level.
    pub fn module(self) -> SymbolId {
        SymbolId(self.symbols().start)
    }

    /// Returns the number of terms in its path, repetitions included.
    pub fn path_length(self) -> u32 {
        u32::from(
            self.columns
                .layout
                .path_length
                .at_row(self.columns.bytes, self.local.index()),
        )
    }

    /// Returns the number of terms in its text (bodies and docs of all its symbols), repetitions included.
    pub fn text_length(self) -> u32 {
        self.columns
            .layout
            .text_length
            .at_row(self.columns.bytes, self.local.index())
    }

    /// Returns the segment that holds it, and its local id.
    pub(super) fn location(self) -> (SegmentKind, FileId) {
        (self.origin, self.local)
    }

    /// Returns the view that it belongs to.
    pub fn view(self) -> &'v View {
        self.view
    }
}

impl<'v> Iterator for Files<'v> {
    type Item = File<'v>;

    fn next(&mut self) -> Option<File<'v>> {
        // Every id below the file count is valid.
        self.ids
            .next()
            .and_then(|id| self.view.file(FileId(id)).ok())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ids.size_hint()
    }
}

impl ExactSizeIterator for Files<'_> {}
