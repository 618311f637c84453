//! Symbols of a snapshot, and finding them by what names them.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::Range;

use bombe_format::column::Col;
pub use bombe_format::column::symbols::SymbolFlags;
use bombe_format::column::symbols::{RANK_UNIT, RECORD_SEPARATOR, SymbolView, UNIT_SEPARATOR};
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{SymbolKind, Visibility};
use bombe_format::overlay::{Run, Side};
use bombe_format::section::Section;
use bombe_format::text::first_sentence;

use super::{Corrupt, File, View};

/// A symbol. The integer columns are plain values; text may be damaged and comes as a `Result`.
#[derive(Clone, Copy, Debug)]
pub struct Symbol<'v> {
    view: &'v View,
    side: Side,
    columns: SymbolView<'v>,
    id: SymbolId,
    /// Its number in its segment.
    local: SymbolId,
}

/// A parameter of a callable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param<'v> {
    /// Its name.
    pub name: &'v str,
    /// Declared type as written; empty if none.
    pub type_text: &'v str,
    /// Default value as written; empty if none.
    pub default_text: &'v str,
}

impl View {
    /// Number of symbols.
    pub fn symbol_count(&self) -> Result<usize, Corrupt> {
        match &self.over {
            None => Ok(self.base.segment.symbols()?.count()),
            Some(over) => Ok(over.whole.symbol_count()),
        }
    }

    /// The symbol with an id. Costs a bounds check; with an overlay, a binary search over its files.
    #[inline]
    pub fn symbol(&self, id: SymbolId) -> Result<Symbol<'_>, Corrupt> {
        let (side, local) = self.place_of(id)?;
        Ok(Symbol {
            view: self,
            side,
            columns: self.segment(side).symbols()?,
            id,
            local,
        })
    }

    /// The symbols of a range of ids, such as [`File::symbols`].
    pub fn symbols_in(
        &self,
        ids: Range<u32>,
    ) -> Result<impl ExactSizeIterator<Item = Symbol<'_>>, Corrupt> {
        let count = self.symbol_count()?;
        if ids.end as usize > count {
            return Err(Corrupt::out_of_range(
                "symbol id",
                u64::from(ids.end),
                count as u64,
            ));
        }
        let ids = ids.start..ids.end.max(ids.start);
        let base = self.base.segment.symbols()?;
        let of_run = |run: &Run| -> Result<_, Corrupt> {
            let columns = self.segment(run.side).symbols()?;
            let start = run.symbol.0.max(ids.start);
            let end = (run.symbol.0 + run.symbols).min(ids.end);
            let shift = run.local_symbol.0.wrapping_sub(run.symbol.0);
            Ok((start..end, run.side, columns, shift))
        };
        // Nearly always one run, or a few.
        let mut pieces = VecDeque::new();
        match &self.over {
            None => pieces.push_back((ids.clone(), Side::Base, base, 0)),
            Some(over) => {
                let runs = over.whole.runs();
                let first = runs.partition_point(|run| run.symbol.0 + run.symbols <= ids.start);
                for run in &runs[first..] {
                    if run.symbol.0 >= ids.end {
                        break;
                    }
                    pieces.push_back(of_run(run)?);
                }
            }
        }
        let mut piece = pieces.pop_front();
        Ok(ids.map(move |id| {
            while piece.as_ref().is_some_and(|(range, ..)| range.end <= id) && !pieces.is_empty() {
                piece = pieces.pop_front();
            }
            let (side, columns, shift) = piece
                .as_ref()
                .map_or((Side::Base, base, 0), |(_, side, columns, shift)| {
                    (*side, *columns, *shift)
                });
            Symbol {
                view: self,
                side,
                columns,
                id: SymbolId(id),
                local: SymbolId(id.wrapping_add(shift)),
            }
        }))
    }

    /// The symbol with exactly this `symbol_id` (`path::Qualified.name`, `#n` for overloads, `path::` for the module).
    pub fn symbol_by_id(&self, symbol_id: &str) -> Result<Option<Symbol<'_>>, Corrupt> {
        for (at, _) in symbol_id.match_indices("::") {
            let (path, qualified) = (&symbol_id[..at], &symbol_id[at + 2..]);
            let Some(file) = self.file_by_path(path)? else {
                continue;
            };
            // A name may itself hold a `#` (JavaScript's private members): the whole goes before the part.
            if let Some(symbol) = self.in_file(file, qualified, 1)? {
                return Ok(Some(symbol));
            }
            if let Some((qualified, number)) = qualified.rsplit_once('#')
                && let Ok(ordinal) = number.parse()
                && let Some(symbol) = self.in_file(file, qualified, ordinal)?
            {
                return Ok(Some(symbol));
            }
        }
        Ok(None)
    }

    fn in_file(
        &self,
        file: File<'_>,
        qualified: &str,
        ordinal: u32,
    ) -> Result<Option<Symbol<'_>>, Corrupt> {
        for symbol in self.symbols_in(file.symbols())? {
            if symbol.ordinal() == ordinal && symbol.is_qualified(qualified)? {
                return Ok(Some(symbol));
            }
        }
        Ok(None)
    }

    /// The symbols with exactly this qualified name, over all files.
    pub fn symbols_by_qualified(&self, qualified: &str) -> Result<Vec<SymbolId>, Corrupt> {
        let lower = qualified.to_lowercase();
        let mut found = Vec::new();
        for side in self.sides() {
            let keys = self.segment(side).keys(Section::QualifiedKeys)?;
            let Some(value) = keys.get(lower.as_bytes())? else {
                continue;
            };
            for id in self.qualified_group(side, value)? {
                if self.symbol(id)?.is_qualified(qualified)? {
                    found.push(id);
                }
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// The symbols that a value of a segment's index of qualified names stands for.
    pub(super) fn qualified_group(&self, side: Side, value: u64) -> Result<Vec<SymbolId>, Corrupt> {
        let segment = self.segment(side);
        if value & 1 == 0 {
            let local = SymbolId(u32::try_from(value / 2).unwrap_or(u32::MAX));
            let count = segment.symbols()?.count();
            if local.index() >= count {
                return Err(Corrupt::out_of_range(
                    "section `qualified_keys`",
                    u64::from(local.0),
                    count as u64,
                ));
            }
            return Ok(self.shown(side, local).into_iter().collect());
        }
        let symbols = segment.groups()?.symbols(value / 2)?;
        Ok(symbols
            .filter_map(|local| self.shown(side, local))
            .collect())
    }

    /// The symbols with exactly this bare name.
    pub fn symbols_by_name(&self, name: &str) -> Result<Vec<SymbolId>, Corrupt> {
        let found = self
            .names_equal(name)?
            .into_iter()
            .find(|found| found.name == name);
        Ok(found.map(|found| found.symbols).unwrap_or_default())
    }

    /// The innermost symbol around a line of a file (the module symbol if no other), or none if the file has no such
    /// line. A one-line symbol goes before what it stands in; of several on one line the first.
    pub fn symbol_at(&self, file: FileId, line: u32) -> Result<Option<Symbol<'_>>, Corrupt> {
        let file = self.file(file)?;
        if line == 0 || line > file.lines().max(1) {
            return Ok(None);
        }
        let mut best: Option<Symbol<'_>> = None;
        for symbol in self.symbols_in(file.symbols())? {
            if symbol.start_line() > line {
                break;
            }
            if symbol.end_line() >= line || symbol.kind() == SymbolKind::Module {
                let size =
                    |symbol: Symbol<'_>| symbol.end_line().saturating_sub(symbol.start_line());
                let nearer = best.is_none_or(|best| {
                    best.kind() == SymbolKind::Module
                        || size(symbol) < size(best)
                        || (size(symbol) == size(best) && symbol.start_line() > best.start_line())
                });
                if nearer {
                    best = Some(symbol);
                }
            }
        }
        Ok(best)
    }

    /// The symbols meant by a text that a person or a program gives: a `symbol_id`, `path:line`, a qualified name (also
    /// the end of one, at a `.` boundary; `::` and `#` are taken for `.`), a bare name, a path, a name in another case;
    /// the first of these readings that finds something. Highest rank first, then by path and line; empty if nothing
    /// fits.
    pub fn lookup(&self, text: &str) -> Result<Vec<SymbolId>, Corrupt> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(symbol) = self.symbol_by_id(text)? {
            return Ok(vec![symbol.id]);
        }
        let mut found = self.at_path_and_line(text)?;
        for candidate in [text.to_owned(), text.replace("::", ".").replace('#', ".")] {
            if found.is_empty() {
                found = self.symbols_by_qualified(&candidate)?;
            }
            if found.is_empty() {
                found = self.by_qualified_end(&candidate)?;
            }
        }
        if found.is_empty() {
            found = self.modules_of_path(text)?;
        }
        if found.is_empty() {
            found = self
                .names_equal(text)?
                .into_iter()
                .flat_map(|name| name.symbols)
                .collect();
        }
        self.sort_by_rank(&mut found)?;
        Ok(found)
    }

    /// `path:line` or `path:line:column`, the path perhaps shortened.
    fn at_path_and_line(&self, text: &str) -> Result<Vec<SymbolId>, Corrupt> {
        let Some((head, last)) = text.rsplit_once(':') else {
            return Ok(Vec::new());
        };
        let Ok(last) = last.parse::<u32>() else {
            return Ok(Vec::new());
        };
        let column = head
            .rsplit_once(':')
            .and_then(|(path, line)| Some((path, line.parse::<u32>().ok()?)));
        let (path, line) = column.unwrap_or((head, last));
        let mut found = Vec::new();
        for file in self.files_of_path(path)? {
            found.extend(self.symbol_at(file, line)?.map(|symbol| symbol.id));
        }
        Ok(found)
    }

    fn files_of_path(&self, path: &str) -> Result<Vec<FileId>, Corrupt> {
        match self.file_by_path(path.trim_start_matches("./"))? {
            Some(file) => Ok(vec![file.id()]),
            None => self.files_by_suffix(path),
        }
    }

    fn modules_of_path(&self, path: &str) -> Result<Vec<SymbolId>, Corrupt> {
        if !path.contains(['/', '.']) {
            return Ok(Vec::new());
        }
        self.files_of_path(path)?
            .into_iter()
            .map(|file| Ok(self.file(file)?.module()))
            .collect()
    }

    /// Symbols whose qualified name is `text` or ends with it behind a `.`.
    fn by_qualified_end(&self, text: &str) -> Result<Vec<SymbolId>, Corrupt> {
        let (around, name) = match text.rsplit_once('.') {
            Some((around, name)) if !name.is_empty() => (around, name),
            _ => ("", text),
        };
        let mut found = Vec::new();
        for id in self.symbols_by_name(name)? {
            let qualifier = self.symbol(id)?.qualifier()?;
            if around.is_empty()
                || qualifier
                    .strip_suffix(around)
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            {
                found.push(id);
            }
        }
        Ok(found)
    }

    /// Sorts ids by rank (highest first), then by path and line: the order of every list of hits without a better one.
    pub fn sort_by_rank(&self, ids: &mut [SymbolId]) -> Result<(), Corrupt> {
        let ranks = self.ranks()?;
        // Ids are in the order of path and line.
        ids.sort_unstable_by_key(|id| {
            (
                Reverse(ranks.layout.rank.at_row(ranks.bytes, id.index())),
                *id,
            )
        });
        Ok(())
    }

    /// The symbols directly inside another (members of a type, definitions of a module or namespace), in id order.
    /// Costs a walk over what lies between its first and last byte.
    pub fn children(&self, id: SymbolId) -> Result<Vec<SymbolId>, Corrupt> {
        let symbol = self.symbol(id)?;
        let mut found = Vec::new();
        let end = symbol.bytes().end;
        let of_file = symbol.file()?.symbols();
        for child in self.symbols_in(id.0 + 1..of_file.end.max(id.0 + 1))? {
            if child.bytes().start >= end {
                break;
            }
            if child.parent() == Some(id) {
                found.push(child.id);
            }
        }
        let own = found.len();
        for (side, local) in self.led_to(symbol.side, symbol.local) {
            let adopted = self.segment(side).symbols()?.adopted_by(local);
            found.extend(adopted.filter_map(|child| self.shown(side, child)));
        }
        if found.len() > own {
            found.sort_unstable();
        }
        Ok(found)
    }

    /// Under which numbers the rows of each segment lead to a symbol: its own, and those in the other segment.
    pub(super) fn led_to(
        &self,
        side: Side,
        local: SymbolId,
    ) -> impl Iterator<Item = (Side, SymbolId)> + use<> {
        let other = self.over.as_ref().and_then(|over| match side {
            Side::Base => Some((Side::Overlay, over.whole.led_to_symbol(local)?)),
            Side::Overlay => Some((Side::Base, over.whole.predecessor(local)?)),
        });
        [(side, local)].into_iter().chain(other)
    }
}

impl<'v> Symbol<'v> {
    /// Its id.
    #[inline]
    pub fn id(self) -> SymbolId {
        self.id
    }

    /// Its `symbol_id`: `path::Qualified.name`, with `#n` (from 2) behind all but the first of one qualified name in a
    /// file; `path::` for the module symbol.
    pub fn symbol_id(self) -> Result<String, Corrupt> {
        let mut text = self.file()?.path()?.to_owned();
        text.push_str("::");
        self.push_qualified(&mut text)?;
        let ordinal = self.ordinal();
        if ordinal > 1 {
            text.push('#');
            text.push_str(&ordinal.to_string());
        }
        Ok(text)
    }

    /// The file that it is defined in.
    pub fn file(self) -> Result<File<'v>, Corrupt> {
        self.view.file(self.file_id())
    }

    /// Id of the file that it is defined in. Costs a binary search.
    #[inline]
    pub fn file_id(self) -> FileId {
        self.view
            .segment(self.side)
            .files()
            .ok()
            .and_then(|files| {
                let local = files.of_symbol(self.local);
                self.view.shown_file(self.side, local)
            })
            .unwrap_or(FileId(u32::MAX))
    }

    /// What it is.
    #[inline]
    pub fn kind(self) -> SymbolKind {
        self.columns.kind(self.local)
    }

    /// Who may see it.
    #[inline]
    pub fn visibility(self) -> Visibility {
        self.columns.visibility(self.local)
    }

    /// Modifiers.
    #[inline]
    pub fn flags(self) -> SymbolFlags {
        self.columns.flags(self.local)
    }

    /// True for a test and for what stands in a test file.
    #[inline]
    pub fn is_test(self) -> bool {
        self.flags().has(SymbolFlags::TEST)
    }

    /// Its name.
    pub fn name(self) -> Result<&'v str, Corrupt> {
        self.view.segment(self.side).names()?.name(
            self.columns
                .layout
                .name
                .at_row(self.columns.bytes, self.local.index()),
        )
    }

    /// Names from the outermost definition inward, joined by `.`; empty for the module symbol.
    pub fn qualified(self) -> Result<String, Corrupt> {
        let mut text = String::new();
        self.push_qualified(&mut text)?;
        Ok(text)
    }

    fn push_qualified(self, text: &mut String) -> Result<(), Corrupt> {
        let stored = self.stored_qualifier()?;
        text.push_str(stored);
        if !self.flags().has(SymbolFlags::QUALIFIED_WHOLE) {
            if !stored.is_empty() {
                text.push('.');
            }
            text.push_str(self.name()?);
        }
        Ok(())
    }

    fn is_qualified(self, qualified: &str) -> Result<bool, Corrupt> {
        let stored = self.stored_qualifier()?;
        if self.flags().has(SymbolFlags::QUALIFIED_WHOLE) {
            return Ok(stored == qualified);
        }
        let Some(rest) = qualified.strip_suffix(self.name()?) else {
            return Ok(false);
        };
        Ok(if stored.is_empty() {
            rest.is_empty()
        } else {
            rest.strip_suffix('.') == Some(stored)
        })
    }

    fn stored_qualifier(self) -> Result<&'v str, Corrupt> {
        self.text(self.columns.layout.qualifier)
    }

    /// The qualified name without its own name: `Outer.Inner` of `Outer.Inner.method`; empty at the top of a file.
    pub fn qualifier(self) -> Result<&'v str, Corrupt> {
        if self.flags().has(SymbolFlags::QUALIFIED_WHOLE) {
            Ok("")
        } else {
            self.stored_qualifier()
        }
    }

    fn text(self, column: Col<u32>) -> Result<&'v str, Corrupt> {
        self.view
            .segment(self.side)
            .text(self.columns.string(column, self.local))
    }

    /// The symbol that contains it; none for modules.
    pub fn parent(self) -> Option<SymbolId> {
        match &self.view.over {
            None => self.columns.parent(self.local),
            Some(_) => {
                let parent = self.columns.parent_number(self.local)?;
                self.view.end(self.side, parent).ok()
            }
        }
    }

    /// 1 for the first symbol of its qualified name in its file, 2 for the next: the `n` of `#n`.
    pub fn ordinal(self) -> u32 {
        self.columns.ordinal(self.local).saturating_add(1)
    }

    /// Whole range in bytes, end exclusive.
    pub fn bytes(self) -> Range<u32> {
        self.columns.start(self.local)..self.columns.end(self.local)
    }

    /// Name token in bytes, end exclusive.
    pub fn name_bytes(self) -> Range<u32> {
        let start = self
            .columns
            .start(self.local)
            .wrapping_add(self.columns.name_offset(self.local));
        start..start.saturating_add(self.columns.name_length(self.local))
    }

    /// Body in bytes, end exclusive; none if it has no body.
    pub fn body_bytes(self) -> Option<Range<u32>> {
        let start = self
            .columns
            .start(self.local)
            .wrapping_add(self.columns.body_offset(self.local));
        let end = self
            .columns
            .end(self.local)
            .wrapping_sub(self.columns.body_tail(self.local));
        (self.flags().has(SymbolFlags::BODY) && start <= end).then_some(start..end)
    }

    /// 1-based line of the first byte.
    pub fn start_line(self) -> u32 {
        self.columns.start_line(self.local)
    }

    /// 1-based line of the name.
    pub fn name_line(self) -> u32 {
        self.start_line()
            .wrapping_add(self.columns.name_line_offset(self.local))
    }

    /// 1-based line of the last byte.
    pub fn end_line(self) -> u32 {
        self.columns.end_line(self.local)
    }

    /// Signature on one line; empty if none. Decompresses the texts of the symbol's file, about 10 µs, and keeps those of
    /// the files used last.
    pub fn signature(self) -> Result<String, Corrupt> {
        let file = self.file_id();
        let index = self.index_in(file)?;
        Ok(self.view.file_texts(file)?.signature(index).to_owned())
    }

    /// Doc comment without its marks; empty if none. Costs as [`Symbol::signature`].
    pub fn doc(self) -> Result<String, Corrupt> {
        if !self.has_doc() {
            return Ok(String::new());
        }
        let file = self.file_id();
        let index = self.index_in(file)?;
        Ok(self.view.file_texts(file)?.doc(index).to_owned())
    }

    /// First sentence of the doc comment on one line; empty if none. Costs as [`Symbol::signature`].
    pub fn summary(self) -> Result<String, Corrupt> {
        Ok(first_sentence(&self.doc()?))
    }

    fn index_in(self, file: FileId) -> Result<usize, Corrupt> {
        let first = self.view.file(file)?.symbols().start;
        Ok(self.id.0.saturating_sub(first) as usize)
    }

    /// True if it has a doc comment.
    pub fn has_doc(self) -> bool {
        self.flags().has(SymbolFlags::DOC)
    }

    /// Declared return type (callables) or type (fields, variables), as written; empty if none.
    pub fn type_text(self) -> Result<&'v str, Corrupt> {
        self.text(self.columns.layout.type_text)
    }

    /// Parameters of a callable, in order.
    pub fn params(self) -> Result<Vec<Param<'v>>, Corrupt> {
        let text = self.text(self.columns.layout.params)?;
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let param = |record: &'v str| {
            let mut parts = record.split(UNIT_SEPARATOR);
            let mut part = || parts.next().unwrap_or("");
            Param {
                name: part(),
                type_text: part(),
                default_text: part(),
            }
        };
        Ok(text.split(RECORD_SEPARATOR).map(param).collect())
    }

    /// Decorators or annotations as written, without `@`.
    pub fn decorators(self) -> Result<Vec<&'v str>, Corrupt> {
        let text = self.text(self.columns.layout.decorators)?;
        Ok(if text.is_empty() {
            Vec::new()
        } else {
            text.split(UNIT_SEPARATOR).collect()
        })
    }

    /// Cyclomatic complexity; 0 for what is not callable.
    pub fn complexity(self) -> u32 {
        self.columns.complexity(self.local)
    }

    /// `PageRank` relative to the average symbol: 1.0 is average. The values of all symbols sum to their number.
    pub fn rank(self) -> f64 {
        f64::from(self.rank_units()) / f64::from(RANK_UNIT)
    }

    /// The stored rank: `PageRank` in units of 1/4096 of the average. Compare these, they are exact.
    #[inline]
    pub fn rank_units(self) -> u32 {
        self.view.ranks().map_or(0, |ranks| {
            ranks.layout.rank.at_row(ranks.bytes, self.id.index())
        })
    }

    /// Number of edges that start here, of any kind.
    pub fn out_degree(self) -> usize {
        self.view
            .segment(self.side)
            .forward()
            .and_then(|forward| forward.run(self.local))
            .map_or(0, |run| run.len())
    }

    /// Number of edges that end here, of any kind.
    pub fn in_degree(self) -> usize {
        self.view
            .sources(self.id)
            .map_or(0, |sources| sources.len())
    }

    /// The view that it belongs to.
    pub fn view(self) -> &'v View {
        self.view
    }
}
