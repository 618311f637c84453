//! Files of a snapshot.

use std::ops::Range;

use bombe_format::column::files::{FILE_GENERATED, FILE_TEST, FileView};
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::Language;
use bombe_format::overlay::Side;
use bombe_format::section::Section;

use super::{Corrupt, View};

/// A parsed file.
#[derive(Clone, Copy, Debug)]
pub struct File<'v> {
    view: &'v View,
    side: Side,
    columns: FileView<'v>,
    id: FileId,
    /// Its number in its segment.
    local: FileId,
    /// The id of a symbol of it, less the symbol's number in the segment, modulo 2^32.
    shift: u32,
}

/// Iterates over files in the order of their paths.
#[derive(Clone, Debug)]
pub struct Files<'v> {
    view: &'v View,
    ids: Range<u32>,
}

impl View {
    /// Number of parsed files.
    pub fn file_count(&self) -> Result<usize, Corrupt> {
        match &self.over {
            None => Ok(self.base.segment.files()?.count()),
            Some(over) => Ok(over.whole.file_count()),
        }
    }

    /// The file with an id. Costs a bounds check.
    pub fn file(&self, id: FileId) -> Result<File<'_>, Corrupt> {
        let (side, local) = self.place_of_file(id)?;
        let shift = match &self.over {
            None => 0,
            Some(over) => over
                .whole
                .run_of_file(id)
                .map_or(0, |run| run.symbol.0.wrapping_sub(run.local_symbol.0)),
        };
        Ok(File {
            view: self,
            side,
            columns: self.segment(side).files()?,
            id,
            local,
            shift,
        })
    }

    /// Every file, by path.
    pub fn files(&self) -> Result<Files<'_>, Corrupt> {
        Ok(Files {
            view: self,
            ids: 0..self.file_count()? as u32,
        })
    }

    /// The file with exactly this path (relative to the root, `/`-separated), if there is one. Costs about a microsecond.
    pub fn file_by_path(&self, path: &str) -> Result<Option<File<'_>>, Corrupt> {
        for side in self.sides() {
            let keys = self.segment(side).keys(Section::PathKeys)?;
            let Some(number) = keys.get(path.as_bytes())? else {
                continue;
            };
            let local = FileId(u32::try_from(number).unwrap_or(u32::MAX));
            if let Some(id) = self.shown_file(side, local) {
                return self.file(id).map(Some);
            }
        }
        Ok(None)
    }

    /// The files below a folder (`src/auth`, without or with a `/` at its end; empty for all), by path.
    pub fn files_below(&self, folder: &str) -> Result<Files<'_>, Corrupt> {
        let folder = folder.trim_end_matches('/');
        let count = self.file_count()?;
        if folder.is_empty() {
            return self.files();
        }
        let prefix = format!("{folder}/");
        // The bytes `prefix..` up to the next byte behind `/` are one run of the ordered paths.
        let after = format!("{folder}0");
        let start = self.first_path(count, |path| path < prefix.as_str())?;
        let end = self.first_path(count, |path| path < after.as_str())?;
        Ok(Files {
            view: self,
            ids: start..end.max(start),
        })
    }

    /// Number of leading paths for which `before` holds.
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

    /// The files whose path ends with `suffix` at a `/` boundary (`service.py`, `auth/service.py`), by path: what a
    /// person or a stack trace means by a shortened path. Costs a scan of the paths.
    pub fn files_by_suffix(&self, suffix: &str) -> Result<Vec<FileId>, Corrupt> {
        let suffix = suffix.trim_start_matches("./").trim_start_matches('/');
        let mut found = Vec::new();
        if suffix.is_empty() {
            return Ok(found);
        }
        for file in self.files()? {
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
    /// Its id.
    pub fn id(self) -> FileId {
        self.id
    }

    /// Path relative to the root, `/`-separated.
    pub fn path(self) -> Result<&'v str, Corrupt> {
        self.view
            .segment(self.side)
            .text(self.columns.path(self.local))
    }

    /// Its language.
    pub fn language(self) -> Language {
        self.columns.language(self.local)
    }

    /// Size in bytes.
    pub fn size(self) -> u64 {
        u64::from(
            self.columns
                .layout
                .size
                .at_row(self.columns.bytes, self.local.index()),
        )
    }

    /// Number of lines.
    pub fn lines(self) -> u32 {
        self.columns
            .layout
            .lines
            .at_row(self.columns.bytes, self.local.index())
    }

    /// blake3 of its bytes.
    pub fn hash(self) -> [u8; 32] {
        self.columns.hash(self.local)
    }

    /// Holds tests.
    pub fn is_test(self) -> bool {
        self.flags() & FILE_TEST != 0
    }

    /// Says in a comment near its start that a tool wrote it.
    pub fn is_generated(self) -> bool {
        self.flags() & FILE_GENERATED != 0
    }

    fn flags(self) -> u8 {
        self.columns
            .layout
            .flags
            .at_row(self.columns.bytes, self.local.index())
    }

    /// Number of places with a syntax error.
    pub fn syntax_errors(self) -> u32 {
        self.columns
            .layout
            .syntax_errors
            .at_row(self.columns.bytes, self.local.index())
    }

    /// Its symbols: one range of ids, in the order of their start byte. The first is the module symbol.
    pub fn symbols(self) -> Range<u32> {
        let local = self.columns.symbols(self.local);
        local.start.wrapping_add(self.shift)..local.end.wrapping_add(self.shift)
    }

    /// Its module symbol, the owner of what stands at module level.
    pub fn module(self) -> SymbolId {
        SymbolId(self.symbols().start)
    }

    /// Number of tokens in its path, as counted for BM25.
    pub fn path_length(self) -> u32 {
        u32::from(
            self.columns
                .layout
                .path_length
                .at_row(self.columns.bytes, self.local.index()),
        )
    }

    /// Number of tokens in its text (bodies and docs of all its symbols), as counted for BM25 over files.
    pub fn text_length(self) -> u32 {
        self.columns
            .layout
            .text_length
            .at_row(self.columns.bytes, self.local.index())
    }

    /// Where it is.
    pub(super) fn place(self) -> (Side, FileId) {
        (self.side, self.local)
    }

    /// The view that it belongs to.
    pub fn view(self) -> &'v View {
        self.view
    }
}

impl<'v> Iterator for Files<'v> {
    type Item = File<'v>;

    fn next(&mut self) -> Option<File<'v>> {
        // Every id below the number of files is one.
        self.ids
            .next()
            .and_then(|id| self.view.file(FileId(id)).ok())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ids.size_hint()
    }
}

impl ExactSizeIterator for Files<'_> {}
