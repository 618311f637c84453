//! The merged view of a base and the overlay over it: which segment holds which file and symbol.
//!
//! The merged view numbers files and symbols as a base built from the same files would: files by path, symbols by (file,
//! start byte). Adjacent files of one segment usually stay adjacent in the merged view, so the whole mapping is a short
//! list of [`Run`]s, at most two per overlay file and one more. Translating an id is a binary search over the runs.
//!
//! ```text
//! base      a b c d        b is edited, c is deleted
//! overlay     B   X        B replaces b, X is new
//! merged    a B X d        runs: base a | overlay B X | base d
//! ```
//!
//! A *local* id counts within one segment; a *merged* id counts within the merged view. An overlay *masks* the base files
//! that it replaces and those that are gone; every other base file is *kept*.

use std::ops::Range;

use crate::column::files::FileView;
use crate::column::overlay::{MaskView, RedirectView};
use crate::error::Corrupt;
pub use crate::header::SegmentKind;
use crate::ids::{FileId, SymbolId};

/// Files that are adjacent both in one segment and in the merged view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The segment that holds the files.
    pub origin: SegmentKind,
    /// Merged id of the first file.
    pub file: FileId,
    /// Merged id of the first symbol.
    pub symbol: SymbolId,
    /// Local id of the first file.
    pub local_file: FileId,
    /// Local id of the first symbol.
    pub local_symbol: SymbolId,
    /// Number of files.
    pub files: u32,
    /// Number of symbols.
    pub symbols: u32,
}

/// A masked file of the base.
#[derive(Clone, Copy, Debug)]
struct Masked {
    file: FileId,
    first_symbol: SymbolId,
    symbols: u32,
    /// Position in [`MergedView::successors`] of the successor of the file's first symbol.
    successors: u32,
    /// The overlay file that replaces this one; none if the file was deleted.
    successor: Option<FileId>,
}

/// The ids of a base and of the overlay over it, merged into one numbering.
#[derive(Clone, Debug)]
pub struct MergedView {
    /// In merged order.
    runs: Vec<Run>,
    /// Positions in `runs` of the base's runs, ascending. They ascend by local id, too.
    base_runs: Vec<u32>,
    /// The same for the overlay's runs.
    overlay_runs: Vec<u32>,
    masked: Vec<Masked>,
    /// For each symbol of each masked file: local overlay id of its successor plus one, or 0 if it has none.
    successors: Vec<u32>,
    /// (overlay symbol, base symbol that it succeeds), ascending.
    predecessors: Vec<(SymbolId, SymbolId)>,
    /// (overlay file, base file that it replaces), ascending.
    file_predecessors: Vec<(FileId, FileId)>,
    /// Kept base symbols that rows of the overlay refer to, ascending.
    outside_symbols: Vec<u32>,
    /// Kept base files that imports of the overlay refer to, ascending.
    outside_files: Vec<u32>,
    files: u32,
    symbols: u32,
    overlay_files: u32,
    overlay_symbols: u32,
    base_files: u32,
}

fn damage(column: &str, expected: impl Into<String>, found: impl Into<String>) -> Corrupt {
    Corrupt::new(format!("section `{column}`"), expected, found)
}

impl MergedView {
    /// Merges the files of a base with those of an overlay. `identity` is the identity of the base. Costs one step per
    /// overlay file and per symbol of a masked file, plus sorting the successors.
    ///
    /// # Errors
    /// Fails if the overlay belongs to another base, or if its columns contradict the two segments.
    pub fn new(
        base: FileView<'_>,
        identity: &[u8; 32],
        overlay: FileView<'_>,
        mask: MaskView<'_>,
        redirects: RedirectView<'_>,
    ) -> Result<Self, Corrupt> {
        if mask.layout.base.slice(mask.bytes) != identity {
            return Err(damage(
                "overlay_mask",
                "the identity of the base",
                "the identity of another segment",
            ));
        }
        let mut merged = Self {
            runs: Vec::new(),
            base_runs: Vec::new(),
            overlay_runs: Vec::new(),
            masked: Vec::new(),
            successors: redirects.layout.successor.iter(redirects.bytes).collect(),
            predecessors: Vec::new(),
            file_predecessors: Vec::new(),
            outside_symbols: redirects.layout.symbol.iter(redirects.bytes).collect(),
            outside_files: redirects.layout.file.iter(redirects.bytes).collect(),
            files: 0,
            symbols: 0,
            overlay_files: overlay.count() as u32,
            overlay_symbols: symbol_count(overlay),
            base_files: base.count() as u32,
        };
        merged.read_mask(base, mask)?;
        merged.read_successors(overlay)?;
        merged.build_runs(base, overlay, mask)?;
        merged.check_outside(symbol_count(base))?;
        Ok(merged)
    }

    /// Reads the masked files, and checks that `successors` has one row per symbol of them.
    fn read_mask(&mut self, base: FileView<'_>, mask: MaskView<'_>) -> Result<(), Corrupt> {
        let mut successors = 0u64;
        for file in mask.layout.masked.iter(mask.bytes).map(FileId) {
            let is_next =
                file.0 < self.base_files && self.masked.last().is_none_or(|last| last.file < file);
            if !is_next {
                return Err(damage(
                    "overlay_mask",
                    "ascending files of the base",
                    file.0.to_string(),
                ));
            }
            let symbols = base.symbols(file);
            self.masked.push(Masked {
                file,
                first_symbol: SymbolId(symbols.start),
                symbols: symbols.end - symbols.start,
                successors: successors as u32,
                successor: None,
            });
            successors += u64::from(symbols.end - symbols.start);
        }
        if successors != self.successors.len() as u64 {
            return Err(damage(
                "overlay_redirects",
                format!("{successors} successors"),
                self.successors.len().to_string(),
            ));
        }
        Ok(())
    }

    /// Inverts `successors`, and finds the overlay file that replaces each masked file.
    fn read_successors(&mut self, overlay: FileView<'_>) -> Result<(), Corrupt> {
        for masked in &mut self.masked {
            let first = masked.successors as usize;
            let successors = &self.successors[first..first + masked.symbols as usize];
            // The first symbol of a file is its module symbol, which is named by the path alone: its successor, if it has
            // one, is the module symbol of the file with the same path.
            if let Some(module) = successors.first().and_then(|first| first.checked_sub(1)) {
                let file = overlay.of_symbol(SymbolId(module));
                if overlay.symbols(file).start == module {
                    masked.successor = Some(file);
                    self.file_predecessors.push((file, masked.file));
                }
            }
            for (at, successor) in successors.iter().enumerate() {
                if *successor > self.overlay_symbols {
                    return Err(Corrupt::out_of_range(
                        "overlay_redirects.successor",
                        u64::from(*successor),
                        u64::from(self.overlay_symbols) + 1,
                    ));
                }
                if let Some(successor) = successor.checked_sub(1) {
                    let symbol = SymbolId(masked.first_symbol.0 + at as u32);
                    self.predecessors.push((SymbolId(successor), symbol));
                }
            }
        }
        self.predecessors.sort_unstable();
        self.file_predecessors.sort_unstable();
        if let Some(twice) = self
            .predecessors
            .windows(2)
            .find(|two| two[0].0 == two[1].0)
        {
            return Err(damage(
                "overlay_redirects",
                "each successor once",
                format!("{} twice", twice[0].0.0),
            ));
        }
        Ok(())
    }

    /// Builds the runs: overlay file `i` follows `position[i]` base files and the overlay files before it.
    fn build_runs(
        &mut self,
        base: FileView<'_>,
        overlay: FileView<'_>,
        mask: MaskView<'_>,
    ) -> Result<(), Corrupt> {
        let (mut next, mut masked) = (0, 0);
        for file in 0..=self.overlay_files {
            let until = match mask.layout.position.get(mask.bytes, file as usize) {
                Some(position) => position,
                None => self.base_files,
            };
            if until < next || until > self.base_files {
                return Err(damage(
                    "overlay_mask",
                    "ascending positions in the base",
                    until.to_string(),
                ));
            }
            while next < until {
                let next_masked = self.masked.get(masked).map(|masked| masked.file.0);
                let stop = next_masked.map_or(until, |masked| masked.min(until));
                self.push_files(SegmentKind::Base, base, next..stop)?;
                next = stop;
                if next_masked == Some(next) && next < until {
                    masked += 1;
                    next += 1;
                }
            }
            if file < self.overlay_files {
                self.push_files(SegmentKind::Overlay, overlay, file..file + 1)?;
            }
        }
        if self.overlay_files as usize != mask.layout.position.len() {
            return Err(damage(
                "overlay_mask",
                format!("{} positions", self.overlay_files),
                mask.layout.position.len().to_string(),
            ));
        }
        Ok(())
    }

    /// Appends files of a segment (local ids) to the merged view: to the last run if they continue it, or as a new run.
    fn push_files(
        &mut self,
        origin: SegmentKind,
        files: FileView<'_>,
        range: Range<u32>,
    ) -> Result<(), Corrupt> {
        if range.is_empty() {
            return Ok(());
        }
        let start = files.symbols(FileId(range.start)).start;
        let end = files.symbols(FileId(range.end - 1)).end;
        let symbols = end.checked_sub(start);
        let sum = symbols.and_then(|symbols| self.symbols.checked_add(symbols));
        let (Some(symbols), Some(sum)) = (symbols, sum) else {
            return Err(damage(
                "files",
                "symbols in order",
                format!("{start}..{end}"),
            ));
        };
        let count = range.end - range.start;
        match self.runs.last_mut() {
            Some(last)
                if last.origin == origin
                    && last.local_file.0 + last.files == range.start
                    && last.local_symbol.0 + last.symbols == start =>
            {
                last.files += count;
                last.symbols += symbols;
            }
            _ => {
                let runs_of_origin = match origin {
                    SegmentKind::Base => &mut self.base_runs,
                    SegmentKind::Overlay => &mut self.overlay_runs,
                };
                runs_of_origin.push(self.runs.len() as u32);
                self.runs.push(Run {
                    origin,
                    file: FileId(self.files),
                    symbol: SymbolId(self.symbols),
                    local_file: FileId(range.start),
                    local_symbol: SymbolId(start),
                    files: count,
                    symbols,
                });
            }
        }
        self.files += count;
        self.symbols = sum;
        Ok(())
    }

    /// Checks that the overlay refers only to kept symbols and files of the base, in ascending order.
    fn check_outside(&self, base_symbols: u32) -> Result<(), Corrupt> {
        let symbols = self.outside_symbols.is_sorted_by(|a, b| a < b)
            && self
                .outside_symbols
                .iter()
                .all(|id| *id < base_symbols && self.kept_symbol(SymbolId(*id)).is_some());
        let files = self.outside_files.is_sorted_by(|a, b| a < b)
            && self
                .outside_files
                .iter()
                .all(|id| self.kept_file(FileId(*id)).is_some());
        if symbols && files {
            return Ok(());
        }
        Err(damage(
            "overlay_redirects",
            "ascending symbols and files that the base keeps",
            "others",
        ))
    }

    /// Returns the number of files.
    pub fn file_count(&self) -> usize {
        self.files as usize
    }

    /// Returns the number of symbols.
    pub fn symbol_count(&self) -> usize {
        self.symbols as usize
    }

    /// Returns the runs in merged order.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns true if the overlay masks no base file.
    pub fn masks_nothing(&self) -> bool {
        self.masked.is_empty()
    }

    /// Returns the run that holds a merged symbol, if there is such a symbol.
    #[inline]
    fn run_of_symbol(&self, symbol: SymbolId) -> Option<&Run> {
        let after = self.runs.partition_point(|run| run.symbol <= symbol);
        let run = self.runs.get(after.checked_sub(1)?)?;
        (symbol.0.wrapping_sub(run.symbol.0) < run.symbols).then_some(run)
    }

    /// Returns the run that holds a merged file, if there is such a file.
    #[inline]
    pub fn run_of_file(&self, file: FileId) -> Option<&Run> {
        let after = self.runs.partition_point(|run| run.file <= file);
        let run = self.runs.get(after.checked_sub(1)?)?;
        (file.0.wrapping_sub(run.file.0) < run.files).then_some(run)
    }

    /// Returns the segment and the local id of a merged symbol, if there is such a symbol.
    #[inline]
    pub fn locate_symbol(&self, symbol: SymbolId) -> Option<(SegmentKind, SymbolId)> {
        let run = self.run_of_symbol(symbol)?;
        let local = SymbolId(symbol.0 - run.symbol.0 + run.local_symbol.0);
        Some((run.origin, local))
    }

    /// Returns the segment and the local id of a merged file, if there is such a file.
    #[inline]
    pub fn locate_file(&self, file: FileId) -> Option<(SegmentKind, FileId)> {
        let run = self.run_of_file(file)?;
        let local = FileId(file.0 - run.file.0 + run.local_file.0);
        Some((run.origin, local))
    }

    /// Returns the merged id of a local symbol that is in one of `runs`.
    fn merged_symbol(&self, runs: &[u32], local: SymbolId) -> Option<SymbolId> {
        let after = runs.partition_point(|run| self.runs[*run as usize].local_symbol <= local);
        let run = &self.runs[*runs.get(after.checked_sub(1)?)? as usize];
        let offset = local.0.wrapping_sub(run.local_symbol.0);
        (offset < run.symbols).then_some(SymbolId(offset + run.symbol.0))
    }

    /// Returns the merged id of a local file that is in one of `runs`.
    fn merged_file(&self, runs: &[u32], local: FileId) -> Option<FileId> {
        let after = runs.partition_point(|run| self.runs[*run as usize].local_file <= local);
        let run = &self.runs[*runs.get(after.checked_sub(1)?)? as usize];
        let offset = local.0.wrapping_sub(run.local_file.0);
        (offset < run.files).then_some(FileId(offset + run.file.0))
    }

    /// Returns the merged id of a base symbol; none if its file is masked.
    #[inline]
    pub fn kept_symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        self.merged_symbol(&self.base_runs, symbol)
    }

    /// Returns the merged id of a base file; none if it is masked.
    pub fn kept_file(&self, file: FileId) -> Option<FileId> {
        self.merged_file(&self.base_runs, file)
    }

    /// Returns a translator of a segment's symbols for ascending lookups, which cost less than single ones.
    pub fn ascending(&self, origin: SegmentKind) -> AscendingSymbols<'_> {
        AscendingSymbols {
            merged: self,
            runs: match origin {
                SegmentKind::Base => &self.base_runs,
                SegmentKind::Overlay => &self.overlay_runs,
            },
        }
    }

    /// Returns the merged id of a base symbol, or of its successor if its file is masked; none if it has no successor.
    #[inline]
    pub fn base_symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        self.kept_symbol(symbol)
            .or_else(|| self.overlay_symbol(self.successor(symbol)?))
    }

    /// Returns the merged id of a base file, or of the file that replaces it; none if the file was deleted.
    pub fn base_file(&self, file: FileId) -> Option<FileId> {
        if let Some(kept) = self.kept_file(file) {
            return Some(kept);
        }
        let at = self
            .masked
            .binary_search_by_key(&file, |masked| masked.file)
            .ok()?;
        self.overlay_file(self.masked[at].successor?)
    }

    /// Returns the overlay symbol (local id) that succeeds a symbol of a masked file.
    fn successor(&self, symbol: SymbolId) -> Option<SymbolId> {
        let after = self
            .masked
            .partition_point(|masked| masked.first_symbol <= symbol);
        let masked = self.masked.get(after.checked_sub(1)?)?;
        let offset = symbol.0.wrapping_sub(masked.first_symbol.0);
        if offset >= masked.symbols {
            return None;
        }
        let successor = self.successors.get((masked.successors + offset) as usize)?;
        successor.checked_sub(1).map(SymbolId)
    }

    /// Returns the merged id of a symbol as the overlay's rows number it: the overlay's own N symbols are 0..N, and N + *i*
    /// is the base symbol in row *i* of `overlay_redirects.symbol`.
    #[inline]
    pub fn overlay_symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        match symbol.0.checked_sub(self.overlay_symbols) {
            None => self.merged_symbol(&self.overlay_runs, symbol),
            Some(row) => self.kept_symbol(SymbolId(*self.outside_symbols.get(row as usize)?)),
        }
    }

    /// Returns the merged id of a file as the overlay's rows number it: the overlay's own F files are 0..F, and F + *i* is
    /// the base file in row *i* of `overlay_redirects.file`.
    pub fn overlay_file(&self, file: FileId) -> Option<FileId> {
        match file.0.checked_sub(self.overlay_files) {
            None => self.merged_file(&self.overlay_runs, file),
            Some(row) => self.kept_file(FileId(*self.outside_files.get(row as usize)?)),
        }
    }

    /// Returns the base symbol that an overlay symbol succeeds, if any (both local ids).
    pub fn predecessor(&self, symbol: SymbolId) -> Option<SymbolId> {
        let at = self
            .predecessors
            .binary_search_by_key(&symbol, |(successor, _)| *successor)
            .ok()?;
        Some(self.predecessors[at].1)
    }

    /// Returns the base file that an overlay file replaces, if any (both local ids).
    pub fn file_predecessor(&self, file: FileId) -> Option<FileId> {
        let at = self
            .file_predecessors
            .binary_search_by_key(&file, |(successor, _)| *successor)
            .ok()?;
        Some(self.file_predecessors[at].1)
    }

    /// Returns the id, N or above, under which the overlay's rows refer to a base symbol; none if no row does. The inverse
    /// of [`MergedView::overlay_symbol`].
    pub fn outside_symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        let row = self.outside_symbols.binary_search(&symbol.0).ok()?;
        Some(SymbolId(self.overlay_symbols + row as u32))
    }

    /// Returns the id, F or above, under which the overlay's imports refer to a base file; none if no import does. The
    /// inverse of [`MergedView::overlay_file`].
    pub fn outside_file(&self, file: FileId) -> Option<FileId> {
        let row = self.outside_files.binary_search(&file.0).ok()?;
        Some(FileId(self.overlay_files + row as u32))
    }
}

/// Translates ascending symbols of one segment to merged ids; see [`MergedView::ascending`].
#[derive(Clone, Debug)]
pub struct AscendingSymbols<'m> {
    merged: &'m MergedView,
    /// The segment's runs from the one of the last lookup on.
    runs: &'m [u32],
}

impl AscendingSymbols<'_> {
    /// Returns the merged id of a local symbol; none if its file is masked, or if an earlier lookup was for a later symbol.
    #[inline]
    pub fn merged(&mut self, symbol: SymbolId) -> Option<SymbolId> {
        while let Some((first, rest)) = self.runs.split_first() {
            let run = &self.merged.runs[*first as usize];
            let offset = symbol.0.checked_sub(run.local_symbol.0)?;
            if offset < run.symbols {
                return Some(SymbolId(offset + run.symbol.0));
            }
            self.runs = rest;
        }
        None
    }
}

/// Returns the number of symbols of all files of a segment.
fn symbol_count(files: FileView<'_>) -> u32 {
    let first = files.layout.first_symbol;
    first.at_row(files.bytes, first.len().saturating_sub(1))
}

#[cfg(test)]
mod tests;
