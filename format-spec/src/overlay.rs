//! A base and the overlay over it as one: which file and symbol of the whole is which of the two segments.
//!
//! The whole has the numbers that a base made from the same files would have: files by path, symbols by (file, start
//! byte). Runs of neighbours of one segment keep their distance, so a few runs, at most two a file of the overlay, say it
//! all; going from one numbering to another costs a binary search over them.

use crate::column::files::FileView;
use crate::column::overlay::{MaskView, RedirectView};
use crate::error::Corrupt;
use crate::ids::{FileId, SymbolId};

/// One of the two segments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The base.
    Base,
    /// The overlay.
    Overlay,
}

/// Neighbouring files of one segment that are neighbours in the whole, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The segment.
    pub side: Side,
    /// First file, in the whole.
    pub file: FileId,
    /// First symbol, in the whole.
    pub symbol: SymbolId,
    /// First file, in the segment.
    pub local_file: FileId,
    /// First symbol, in the segment.
    pub local_symbol: SymbolId,
    /// Number of files.
    pub files: u32,
    /// Number of symbols.
    pub symbols: u32,
}

/// A masked file of the base.
#[derive(Clone, Copy, Debug)]
struct Masked {
    file: u32,
    first_symbol: u32,
    symbols: u32,
    /// Where the successors of its symbols start.
    successors: u32,
    /// The file of the overlay that took its place.
    successor: Option<u32>,
}

/// The numbers of base and overlay as one.
#[derive(Clone, Debug)]
pub struct Whole {
    runs: Vec<Run>,
    /// Runs of the base and of the overlay, each in the order of the segment.
    of_base: Vec<u32>,
    of_overlay: Vec<u32>,
    masked: Vec<Masked>,
    successor: Vec<u32>,
    /// (symbol of the overlay, symbol of the base), by the first.
    predecessor: Vec<(u32, u32)>,
    /// (file of the overlay, file of the base), by the first.
    file_predecessor: Vec<(u32, u32)>,
    /// Symbols and files of the base that the overlay leads to.
    symbol: Vec<u32>,
    file: Vec<u32>,
    files: u32,
    symbols: u32,
    overlay_files: u32,
    overlay_symbols: u32,
    base_files: u32,
}

fn damage(column: &str, expected: impl Into<String>, found: impl Into<String>) -> Corrupt {
    Corrupt::new(format!("section `{column}`"), expected, found)
}

impl Whole {
    /// Joins the files of a base with those of an overlay, as the overlay says. Costs a step for each file of the overlay
    /// and each symbol of a masked file.
    ///
    /// # Errors
    /// If the overlay is of another base (`identity`), or its columns do not fit the two segments.
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
                "that of another",
            ));
        }
        let mut whole = Self {
            runs: Vec::new(),
            of_base: Vec::new(),
            of_overlay: Vec::new(),
            masked: Vec::new(),
            successor: redirects.layout.successor.iter(redirects.bytes).collect(),
            predecessor: Vec::new(),
            file_predecessor: Vec::new(),
            symbol: redirects.layout.symbol.iter(redirects.bytes).collect(),
            file: redirects.layout.file.iter(redirects.bytes).collect(),
            files: 0,
            symbols: 0,
            overlay_files: overlay.count() as u32,
            overlay_symbols: end_of(overlay),
            base_files: base.count() as u32,
        };
        whole.mask(base, overlay, mask)?;
        whole.join(base, overlay, mask)?;
        whole.lead(end_of(base))?;
        Ok(whole)
    }

    fn mask(
        &mut self,
        base: FileView<'_>,
        overlay: FileView<'_>,
        mask: MaskView<'_>,
    ) -> Result<(), Corrupt> {
        let mut successors = 0u64;
        for file in mask.layout.masked.iter(mask.bytes) {
            let fits =
                file < self.base_files && self.masked.last().is_none_or(|last| last.file < file);
            if !fits {
                return Err(damage(
                    "overlay_mask",
                    "ascending files of the base",
                    file.to_string(),
                ));
            }
            let symbols = base.symbols(FileId(file));
            self.masked.push(Masked {
                file,
                first_symbol: symbols.start,
                symbols: symbols.end - symbols.start,
                successors: successors as u32,
                successor: None,
            });
            successors += u64::from(symbols.end - symbols.start);
        }
        if successors != self.successor.len() as u64 {
            return Err(damage(
                "overlay_redirects",
                format!("{successors} successors"),
                self.successor.len().to_string(),
            ));
        }
        for masked in &mut self.masked {
            let first = masked.successors as usize;
            let successors = &self.successor[first..first + masked.symbols as usize];
            // The module symbol is the first of a file, and its name is that of the path alone.
            if let Some(module) = successors.first().and_then(|first| first.checked_sub(1)) {
                let file = overlay.of_symbol(SymbolId(module));
                if overlay.symbols(file).start == module {
                    masked.successor = Some(file.0);
                    self.file_predecessor.push((file.0, masked.file));
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
                if let Some(own) = successor.checked_sub(1) {
                    self.predecessor
                        .push((own, masked.first_symbol + at as u32));
                }
            }
        }
        self.predecessor.sort_unstable();
        self.file_predecessor.sort_unstable();
        if let Some(twice) = self.predecessor.windows(2).find(|two| two[0].0 == two[1].0) {
            return Err(damage(
                "overlay_redirects",
                "each successor once",
                format!("{} twice", twice[0].0),
            ));
        }
        Ok(())
    }

    fn join(
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
                let hidden = self.masked.get(masked).map(|masked| masked.file);
                let stop = hidden.map_or(until, |hidden| hidden.min(until));
                self.add(Side::Base, base, next..stop)?;
                next = stop;
                if hidden == Some(next) && next < until {
                    masked += 1;
                    next += 1;
                }
            }
            if file < self.overlay_files {
                self.add(Side::Overlay, overlay, file..file + 1)?;
            }
        }
        let fewer = self.overlay_files as usize != mask.layout.position.len();
        if fewer {
            return Err(damage(
                "overlay_mask",
                format!("{} positions", self.overlay_files),
                mask.layout.position.len().to_string(),
            ));
        }
        Ok(())
    }

    /// Adds files of a segment behind what is there.
    fn add(
        &mut self,
        side: Side,
        files: FileView<'_>,
        range: std::ops::Range<u32>,
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
                if last.side == side
                    && last.local_file.0 + last.files == range.start
                    && last.local_symbol.0 + last.symbols == start =>
            {
                last.files += count;
                last.symbols += symbols;
            }
            _ => {
                let of_side = match side {
                    Side::Base => &mut self.of_base,
                    Side::Overlay => &mut self.of_overlay,
                };
                of_side.push(self.runs.len() as u32);
                self.runs.push(Run {
                    side,
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

    /// Checks what the overlay leads to.
    fn lead(&self, base_symbols: u32) -> Result<(), Corrupt> {
        let symbols = self.symbol.is_sorted_by(|a, b| a < b)
            && self
                .symbol
                .iter()
                .all(|id| *id < base_symbols && self.kept_symbol(SymbolId(*id)).is_some());
        let files = self.file.is_sorted_by(|a, b| a < b)
            && self
                .file
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

    /// Number of files of the whole.
    pub fn file_count(&self) -> usize {
        self.files as usize
    }

    /// Number of symbols of the whole.
    pub fn symbol_count(&self) -> usize {
        self.symbols as usize
    }

    /// The runs, in the order of the whole.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The run that a symbol of the whole stands in, if there is such a symbol.
    #[inline]
    pub fn run_of(&self, symbol: SymbolId) -> Option<&Run> {
        let after = self.runs.partition_point(|run| run.symbol <= symbol);
        let run = self.runs.get(after.checked_sub(1)?)?;
        (symbol.0.wrapping_sub(run.symbol.0) < run.symbols).then_some(run)
    }

    /// Where a symbol of the whole is.
    #[inline]
    pub fn symbol(&self, symbol: SymbolId) -> Option<(Side, SymbolId)> {
        let run = self.run_of(symbol)?;
        Some((
            run.side,
            SymbolId(symbol.0 - run.symbol.0 + run.local_symbol.0),
        ))
    }

    /// The run that a file of the whole stands in, if there is such a file.
    #[inline]
    pub fn run_of_file(&self, file: FileId) -> Option<&Run> {
        let after = self.runs.partition_point(|run| run.file <= file);
        let run = self.runs.get(after.checked_sub(1)?)?;
        (file.0.wrapping_sub(run.file.0) < run.files).then_some(run)
    }

    /// Where a file of the whole is.
    #[inline]
    pub fn file(&self, file: FileId) -> Option<(Side, FileId)> {
        let run = self.run_of_file(file)?;
        Some((run.side, FileId(file.0 - run.file.0 + run.local_file.0)))
    }

    fn in_whole(&self, runs: &[u32], symbol: SymbolId) -> Option<SymbolId> {
        let after = runs.partition_point(|run| self.runs[*run as usize].local_symbol <= symbol);
        let run = &self.runs[*runs.get(after.checked_sub(1)?)? as usize];
        let inside = symbol.0.wrapping_sub(run.local_symbol.0);
        (inside < run.symbols).then_some(SymbolId(inside + run.symbol.0))
    }

    fn file_in_whole(&self, runs: &[u32], file: FileId) -> Option<FileId> {
        let after = runs.partition_point(|run| self.runs[*run as usize].local_file <= file);
        let run = &self.runs[*runs.get(after.checked_sub(1)?)? as usize];
        let inside = file.0.wrapping_sub(run.local_file.0);
        (inside < run.files).then_some(FileId(inside + run.file.0))
    }

    /// The number in the whole of a symbol of the base; none if its file is masked.
    #[inline]
    pub fn kept_symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        self.in_whole(&self.of_base, symbol)
    }

    /// The number in the whole of a file of the base; none if it is masked.
    pub fn kept_file(&self, file: FileId) -> Option<FileId> {
        self.file_in_whole(&self.of_base, file)
    }

    /// Numbers in the whole of symbols of a segment that are asked for in ascending order: cheaper than one by one.
    pub fn walk(&self, side: Side) -> Walk<'_> {
        Walk {
            whole: self,
            runs: match side {
                Side::Base => &self.of_base,
                Side::Overlay => &self.of_overlay,
            },
        }
    }

    /// The number in the whole of a symbol of the base, or of the one that took its place; none if it is gone.
    #[inline]
    pub fn base_symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        self.kept_symbol(symbol)
            .or_else(|| self.overlay_symbol(self.successor(symbol)?))
    }

    /// The number in the whole of a file of the base, or of the one that took its place; none if it is gone.
    pub fn base_file(&self, file: FileId) -> Option<FileId> {
        if let Some(kept) = self.kept_file(file) {
            return Some(kept);
        }
        let at = self
            .masked
            .binary_search_by_key(&file.0, |masked| masked.file)
            .ok()?;
        self.overlay_file(FileId(self.masked[at].successor?))
    }

    /// The symbol of the overlay that took the place of a masked one of the base.
    fn successor(&self, symbol: SymbolId) -> Option<SymbolId> {
        let after = self
            .masked
            .partition_point(|masked| masked.first_symbol <= symbol.0);
        let masked = self.masked.get(after.checked_sub(1)?)?;
        let inside = symbol.0.wrapping_sub(masked.first_symbol);
        if inside >= masked.symbols {
            return None;
        }
        let successor = self.successor.get((masked.successors + inside) as usize)?;
        successor.checked_sub(1).map(SymbolId)
    }

    /// The number in the whole of a symbol of the overlay, or of one of the base that it leads to (from M on).
    #[inline]
    pub fn overlay_symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        match symbol.0.checked_sub(self.overlay_symbols) {
            None => self.in_whole(&self.of_overlay, symbol),
            Some(outside) => self.kept_symbol(SymbolId(*self.symbol.get(outside as usize)?)),
        }
    }

    /// The number in the whole of a file of the overlay, or of one of the base that it leads to (from F on).
    pub fn overlay_file(&self, file: FileId) -> Option<FileId> {
        match file.0.checked_sub(self.overlay_files) {
            None => self.file_in_whole(&self.of_overlay, file),
            Some(outside) => self.kept_file(FileId(*self.file.get(outside as usize)?)),
        }
    }

    /// The symbol of the base whose place a symbol of the overlay took.
    pub fn predecessor(&self, symbol: SymbolId) -> Option<SymbolId> {
        let at = self
            .predecessor
            .binary_search_by_key(&symbol.0, |(own, _)| *own)
            .ok()?;
        Some(SymbolId(self.predecessor[at].1))
    }

    /// The file of the base whose place a file of the overlay took.
    pub fn file_predecessor(&self, file: FileId) -> Option<FileId> {
        let at = self
            .file_predecessor
            .binary_search_by_key(&file.0, |(own, _)| *own)
            .ok()?;
        Some(FileId(self.file_predecessor[at].1))
    }

    /// The number in the overlay (from M on) of a kept symbol of the base, if the overlay leads to it.
    pub fn led_to_symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        let at = self.symbol.binary_search(&symbol.0).ok()?;
        Some(SymbolId(self.overlay_symbols + at as u32))
    }

    /// The number in the overlay (from F on) of a kept file of the base, if imports of the overlay lead to it.
    pub fn led_to_file(&self, file: FileId) -> Option<FileId> {
        let at = self.file.binary_search(&file.0).ok()?;
        Some(FileId(self.overlay_files + at as u32))
    }

    /// The masked symbols of the base: one range for each masked file, ascending.
    pub fn masked_symbols(&self) -> impl ExactSizeIterator<Item = std::ops::Range<u32>> + '_ {
        self.masked
            .iter()
            .map(|masked| masked.first_symbol..masked.first_symbol + masked.symbols)
    }

    /// True if no file of the base is masked.
    pub fn masks_nothing(&self) -> bool {
        self.masked.is_empty()
    }
}

/// Numbers in the whole of ascending symbols of a segment; see [`Whole::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'w> {
    whole: &'w Whole,
    /// The runs that are not behind.
    runs: &'w [u32],
}

impl Walk<'_> {
    /// The number in the whole of a symbol; none if its file is masked, or if a later one was asked for before.
    #[inline]
    pub fn next(&mut self, symbol: SymbolId) -> Option<SymbolId> {
        while let Some((first, behind)) = self.runs.split_first() {
            let run = &self.whole.runs[*first as usize];
            let inside = symbol.0.checked_sub(run.local_symbol.0)?;
            if inside < run.symbols {
                return Some(SymbolId(inside + run.symbol.0));
            }
            self.runs = behind;
        }
        None
    }
}

/// Number of symbols of all files.
fn end_of(files: FileView<'_>) -> u32 {
    let first = files.layout.first_symbol;
    first.at_row(files.bytes, first.len().saturating_sub(1))
}

#[cfg(test)]
mod tests;
