//! What has no edge: unresolved and external calls; imports, entry points, skipped files.

use std::collections::BTreeMap;

use bombe_format::column::Col;
use bombe_format::column::sites::{ExternalView, Site, Sites, UnresolvedView};
use bombe_format::ids::{FileId, StringId, SymbolId};
use bombe_format::kind::{EntryKind, SkipReason, UnresolvedReason};
use bombe_format::overlay::Side;

use super::{Corrupt, View};

/// A call site without an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnresolvedCall<'v> {
    /// The symbol that it stands in.
    pub source: SymbolId,
    /// 1-based line.
    pub line: u32,
    /// 0-based byte column.
    pub col: u32,
    /// The callee's name.
    pub name: &'v str,
    /// Why.
    pub reason: UnresolvedReason,
}

/// A call that leaves the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalCall<'v> {
    /// The symbol that it stands in.
    pub source: SymbolId,
    /// 1-based line.
    pub line: u32,
    /// 0-based byte column.
    pub col: u32,
    /// The callee's name.
    pub name: &'v str,
}

/// An import of something outside the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalImport<'v> {
    /// The importing file.
    pub file: FileId,
    /// 1-based line.
    pub line: u32,
    /// The module as written.
    pub module: &'v str,
    /// The name taken from it; empty if the module itself.
    pub symbol: &'v str,
}

/// A file that imports another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileImport {
    /// The importing file.
    pub from: FileId,
    /// The imported file.
    pub to: FileId,
    /// 1-based line of the first import.
    pub line: u32,
}

/// A place where control enters from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoint<'v> {
    /// The handler.
    pub symbol: SymbolId,
    /// 1-based line.
    pub line: u32,
    /// What it is.
    pub kind: EntryKind,
    /// HTTP method, command or event name; empty if none.
    pub verb: &'v str,
    /// Route or pattern; empty if none.
    pub route: &'v str,
    /// Framework; empty if none is known.
    pub framework: &'v str,
}

/// A file that was found and not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped<'v> {
    /// Path relative to the root.
    pub path: &'v str,
    /// Why.
    pub reason: SkipReason,
    /// Size in bytes.
    pub size: u64,
}

/// Which of the two tables of call sites.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Unresolved,
    External,
}

/// A segment's table of call sites.
#[derive(Clone, Copy)]
enum Table<'v> {
    Unresolved(UnresolvedView<'v>),
    External(ExternalView<'v>),
}

/// Hands a call on to whichever table it is.
macro_rules! of_table {
    ($table:expr, $view:ident => $call:expr) => {
        match $table {
            Table::Unresolved($view) => $call,
            Table::External($view) => $call,
        }
    };
}

/// A call site of either table.
struct Loose<'v> {
    source: SymbolId,
    line: u32,
    col: u32,
    name: &'v str,
    reason: u8,
}

impl<'v> From<Loose<'v>> for UnresolvedCall<'v> {
    fn from(site: Loose<'v>) -> Self {
        Self {
            source: site.source,
            line: site.line,
            col: site.col,
            name: site.name,
            reason: UnresolvedReason::from_u8(site.reason).unwrap_or(UnresolvedReason::Dynamic),
        }
    }
}

impl<'v> From<Loose<'v>> for ExternalCall<'v> {
    fn from(site: Loose<'v>) -> Self {
        Self {
            source: site.source,
            line: site.line,
            col: site.col,
            name: site.name,
        }
    }
}

impl View {
    fn table(&self, side: Side, which: Which) -> Result<Table<'_>, Corrupt> {
        let segment = self.segment(side);
        Ok(match which {
            Which::Unresolved => Table::Unresolved(segment.unresolved()?),
            Which::External => Table::External(segment.external_calls()?),
        })
    }

    /// The sites of a file of a segment, by (symbol, line, column).
    fn sites_of<'v>(
        &'v self,
        side: Side,
        table: Table<'v>,
        file: FileId,
    ) -> Result<Sites<'v>, Corrupt> {
        let first = self.segment(side).files()?.symbols(file).start;
        of_table!(table, view => view.of_file(file.index(), first))
    }

    fn loose<'v>(&'v self, side: Side, table: Table<'v>, site: Site) -> Result<Loose<'v>, Corrupt> {
        let segment = self.segment(side);
        let symbols = segment.symbols()?;
        let local = SymbolId(site.symbol);
        if local.index() >= symbols.count() {
            return Err(Corrupt::out_of_range(
                "call sites",
                u64::from(local.0),
                symbols.count() as u64,
            ));
        }
        let line = i64::from(symbols.start_line(local)).saturating_add(site.line);
        Ok(Loose {
            source: self.end(side, local)?,
            line: u32::try_from(line).unwrap_or(0),
            col: site.col,
            name: segment.text(of_table!(table, view => view.name(site.name)))?,
            reason: site.reason,
        })
    }

    /// The sites in a symbol, by (line, column).
    fn loose_from<'v, T: From<Loose<'v>>>(
        &'v self,
        which: Which,
        source: SymbolId,
    ) -> Result<Vec<T>, Corrupt> {
        let (side, local) = self.place_of(source)?;
        let table = self.table(side, which)?;
        let file = self.segment(side).files()?.of_symbol(local);
        let mut found = Vec::new();
        visit_symbol(self.sites_of(side, table, file)?, local, |site| {
            found.push(self.loose(side, table, site)?.into());
            Ok(())
        })?;
        Ok(found)
    }

    /// The sites of a name, by (source, line, column).
    fn loose_named<'v>(&'v self, which: Which, name: &str) -> Result<Vec<Loose<'v>>, Corrupt> {
        let mut found = Vec::new();
        for side in self.sides() {
            let table = self.table(side, which)?;
            let Some(row) = self.name_row(side, table, name)? else {
                continue;
            };
            for file in of_table!(table, view => view.files(row))? {
                if self.shown_file(side, FileId(file)).is_none() {
                    continue;
                }
                for site in self.sites_of(side, table, FileId(file))? {
                    let site = site?;
                    if site.name == row {
                        found.push(self.loose(side, table, site)?);
                    }
                }
            }
        }
        if self.over.is_some() {
            // The sites of one symbol are in order already.
            found.sort_by_key(|site| site.source);
        }
        Ok(found)
    }

    fn each_loose<'v>(
        &'v self,
        which: Which,
        mut visit: impl FnMut(Loose<'v>) -> bool,
    ) -> Result<(), Corrupt> {
        for file in self.files()? {
            let (side, local) = file.place();
            let table = self.table(side, which)?;
            for site in self.sites_of(side, table, local)? {
                if !visit(self.loose(side, table, site?)?) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The unresolved calls in a symbol, by (line, column).
    pub fn unresolved_from(&self, source: SymbolId) -> Result<Vec<UnresolvedCall<'_>>, Corrupt> {
        self.loose_from(Which::Unresolved, source)
    }

    /// The unresolved calls of a name, by (source, line, column). Costs a walk over the sites of the files that have one.
    pub fn unresolved_named(&self, name: &str) -> Result<Vec<UnresolvedCall<'_>>, Corrupt> {
        let found = self.loose_named(Which::Unresolved, name)?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    /// Number of unresolved calls of a name. Costs a binary search, and a walk over the sites of what an overlay hides.
    pub fn unresolved_named_count(&self, name: &str) -> Result<usize, Corrupt> {
        let mut count = 0;
        for side in self.sides() {
            let table = self.table(side, Which::Unresolved)?;
            let Some(row) = self.name_row(side, table, name)? else {
                continue;
            };
            count += of_table!(table, view => view.count(row)) as usize;
            if self.over.is_none() || side == Side::Overlay {
                continue;
            }
            for file in of_table!(table, view => view.files(row))? {
                if self.shown_file(side, FileId(file)).is_none() {
                    for site in self.sites_of(side, table, FileId(file))? {
                        count = count.saturating_sub(usize::from(site?.name == row));
                    }
                }
            }
        }
        Ok(count)
    }

    /// Every unresolved call, by (source, line, column), given one by one to `visit` until it returns false.
    pub fn each_unresolved<'v>(
        &'v self,
        mut visit: impl FnMut(UnresolvedCall<'v>) -> bool,
    ) -> Result<(), Corrupt> {
        self.each_loose(Which::Unresolved, |site| visit(site.into()))
    }

    /// Number of unresolved calls.
    pub fn unresolved_count(&self) -> Result<usize, Corrupt> {
        match &self.over {
            None => Ok(self.base.segment.unresolved()?.total() as usize),
            Some(_) => {
                let counts = self
                    .meta
                    .languages
                    .iter()
                    .map(|row| row.unresolved as usize);
                Ok(counts.sum())
            }
        }
    }

    /// The external calls in a symbol, by (line, column).
    pub fn external_calls_from(&self, source: SymbolId) -> Result<Vec<ExternalCall<'_>>, Corrupt> {
        self.loose_from(Which::External, source)
    }

    /// The external calls of a name, by (source, line, column). Costs a walk over the sites of the files that have one.
    pub fn external_calls_named(&self, name: &str) -> Result<Vec<ExternalCall<'_>>, Corrupt> {
        let found = self.loose_named(Which::External, name)?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    /// Every external call, by (source, line, column), given one by one to `visit` until it returns false.
    pub fn each_external_call<'v>(
        &'v self,
        mut visit: impl FnMut(ExternalCall<'v>) -> bool,
    ) -> Result<(), Corrupt> {
        self.each_loose(Which::External, |site| visit(site.into()))
    }

    /// Number of external calls.
    pub fn external_call_count(&self) -> Result<usize, Corrupt> {
        match &self.over {
            None => Ok(self.base.segment.external_calls()?.total() as usize),
            Some(_) => {
                let counts = self.meta.languages.iter().map(|row| row.external as usize);
                Ok(counts.sum())
            }
        }
    }

    /// The row of a name among those of a segment's table, which are in the order of their texts.
    fn name_row(&self, side: Side, table: Table<'_>, name: &str) -> Result<Option<u32>, Corrupt> {
        let segment = self.segment(side);
        let (mut low, mut high) = (0, of_table!(table, view => view.names()) as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            let text = segment.text(of_table!(table, view => view.name(middle)))?;
            match text.cmp(name) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// The imports of a file that leave the repository, by line.
    pub fn external_imports_of(&self, file: FileId) -> Result<Vec<ExternalImport<'_>>, Corrupt> {
        let (side, local) = self.place_of_file(file)?;
        let view = self.segment(side).external_imports()?;
        let (layout, bytes) = (view.layout, view.bytes);
        let file_of = |row: u32| layout.file.at_row(bytes, row as usize);
        let by_file = layout.by_file;
        let start = by_file.partition_point(bytes, 0..by_file.len(), |row| file_of(row) < local.0);
        let end =
            by_file.partition_point(bytes, start..by_file.len(), |row| file_of(row) <= local.0);
        by_file
            .range(bytes, start..end)
            .map(|row| {
                let row = row as usize;
                let first = layout.first;
                let after =
                    first.partition_point(bytes, 0..first.len(), |start| start as usize <= row);
                let module = layout.module.at_row(bytes, after.saturating_sub(1));
                let module = self.segment(side).text(StringId(module))?;
                self.external_import(side, file, row, module)
            })
            .collect()
    }

    /// The imports of external modules for which `accept` says yes to the module's name, by (module, file, line).
    /// `accept` is asked once for each distinct module of each segment.
    pub fn external_imports_where(
        &self,
        mut accept: impl FnMut(&str) -> bool,
    ) -> Result<Vec<ExternalImport<'_>>, Corrupt> {
        let mut found = Vec::new();
        for side in self.sides() {
            self.each_module(side, |module, rows| {
                if accept(module) {
                    for (row, file) in rows {
                        found.push(self.external_import(side, file, row, module)?);
                    }
                }
                Ok(())
            })?;
        }
        if self.over.is_some() {
            found.sort_by_key(|import| (import.module, import.file, import.line, import.symbol));
        }
        Ok(found)
    }

    /// Visits each external module of a segment in alphabetical order, with those of its rows, and their files, that are
    /// not hidden.
    fn each_module<'v>(
        &'v self,
        side: Side,
        mut visit: impl FnMut(&'v str, Vec<(usize, FileId)>) -> Result<(), Corrupt>,
    ) -> Result<(), Corrupt> {
        let segment = self.segment(side);
        let view = segment.external_imports()?;
        let (layout, bytes) = (view.layout, view.bytes);
        for module in 0..layout.module.len() {
            let text = segment.text(StringId(layout.module.at_row(bytes, module)))?;
            let rows = layout.first.run(
                bytes,
                module,
                layout.file.len(),
                "section `external_imports`",
            )?;
            let rows = rows.filter_map(|row| {
                let file = FileId(layout.file.at_row(bytes, row));
                Some((row, self.shown_file(side, file)?))
            });
            visit(text, rows.collect())?;
        }
        Ok(())
    }

    fn external_import<'v>(
        &'v self,
        side: Side,
        file: FileId,
        row: usize,
        module: &'v str,
    ) -> Result<ExternalImport<'v>, Corrupt> {
        let segment = self.segment(side);
        let view = segment.external_imports()?;
        Ok(ExternalImport {
            file: self.file(file)?.id(),
            line: view.layout.line.at_row(view.bytes, row),
            module,
            symbol: segment.text(StringId(view.layout.symbol.at_row(view.bytes, row)))?,
        })
    }

    /// The distinct external modules, in alphabetical order, each with the number of its import rows.
    pub fn external_modules(&self) -> Result<Vec<(&str, u32)>, Corrupt> {
        let mut modules: BTreeMap<&str, u32> = BTreeMap::new();
        for side in self.sides() {
            self.each_module(side, |module, rows| {
                if !rows.is_empty() {
                    *modules.entry(module).or_default() += rows.len() as u32;
                }
                Ok(())
            })?;
        }
        Ok(modules.into_iter().collect())
    }

    /// The files of the repository that a file imports, by path.
    pub fn imports_of(&self, file: FileId) -> Result<Vec<FileImport>, Corrupt> {
        let (side, local) = self.place_of_file(file)?;
        let view = self.segment(side).imports()?;
        let (layout, bytes) = (view.layout, view.bytes);
        let rows = layout
            .first
            .run(bytes, local.index(), layout.to.len(), "section `imports`")?;
        let mut found = rows
            .map(|row| {
                Ok(FileImport {
                    from: file,
                    to: self.file_end(side, FileId(layout.to.at_row(bytes, row)))?,
                    line: layout.line.at_row(bytes, row),
                })
            })
            .collect::<Result<Vec<_>, Corrupt>>()?;
        if self.over.is_some() {
            found.sort_by_key(|import| import.to);
        }
        Ok(found)
    }

    /// The files of the repository that import a file, by path.
    pub fn importers_of(&self, file: FileId) -> Result<Vec<FileImport>, Corrupt> {
        let (side, local) = self.place_of_file(file)?;
        let other = self.over.as_ref().and_then(|over| match side {
            Side::Base => Some((Side::Overlay, over.whole.led_to_file(local)?)),
            Side::Overlay => Some((Side::Base, over.whole.file_predecessor(local)?)),
        });
        let mut found = Vec::new();
        for (side, to) in [(side, local)].into_iter().chain(other) {
            let view = self.segment(side).imports()?;
            let (layout, bytes) = (view.layout, view.bytes);
            let rows =
                layout
                    .target_first
                    .run(bytes, to.index(), layout.to.len(), "section `imports`")?;
            for row in layout.by_target.range(bytes, rows) {
                let row = row as usize;
                let after = layout
                    .first
                    .partition_point(bytes, 0..layout.first.len(), |start| start as usize <= row);
                let from = FileId::new(after.saturating_sub(1));
                if let Some(from) = self.shown_file(side, from) {
                    found.push(FileImport {
                        from,
                        to: file,
                        line: layout.line.at_row(bytes, row),
                    });
                }
            }
        }
        if self.over.is_some() {
            found.sort_by_key(|import| import.from);
        }
        Ok(found)
    }

    /// The entry points, by (symbol, line).
    pub fn entry_points(&self) -> Result<Vec<EntryPoint<'_>>, Corrupt> {
        let mut found = Vec::new();
        for side in self.sides() {
            for row in 0..self.segment(side).entry_points()?.layout.symbol.len() {
                found.extend(self.entry_point(side, row)?);
            }
        }
        if self.over.is_some() {
            found.sort_by_key(|entry| entry.symbol);
        }
        Ok(found)
    }

    /// The entry points that a symbol handles.
    pub fn entry_points_of(&self, symbol: SymbolId) -> Result<Vec<EntryPoint<'_>>, Corrupt> {
        let (side, local) = self.place_of(symbol)?;
        let view = self.segment(side).entry_points()?;
        let symbols = view.layout.symbol;
        let start = symbols.partition_point(view.bytes, 0..symbols.len(), |other| other < local.0);
        let end =
            symbols.partition_point(view.bytes, start..symbols.len(), |other| other <= local.0);
        let mut found = Vec::new();
        for row in start..end {
            found.extend(self.entry_point(side, row)?);
        }
        Ok(found)
    }

    /// A row of a segment's entry points; none if its symbol is hidden.
    fn entry_point(&self, side: Side, row: usize) -> Result<Option<EntryPoint<'_>>, Corrupt> {
        let segment = self.segment(side);
        let view = segment.entry_points()?;
        let (layout, bytes) = (view.layout, view.bytes);
        let local = SymbolId(layout.symbol.at_row(bytes, row));
        let Some(symbol) = self.shown(side, local) else {
            return Ok(None);
        };
        let text = |column: Col<u32>| segment.text(StringId(column.at_row(bytes, row)));
        Ok(Some(EntryPoint {
            symbol: self.symbol(symbol)?.id(),
            line: layout.line.at_row(bytes, row),
            kind: EntryKind::from_u8(layout.kind.at_row(bytes, row)).unwrap_or(EntryKind::Event),
            verb: text(layout.verb)?,
            route: text(layout.route)?,
            framework: text(layout.framework)?,
        }))
    }

    /// The files that were found and not parsed, by path.
    pub fn skipped(&self) -> Result<Vec<Skipped<'_>>, Corrupt> {
        let segment = self.skipping();
        let view = segment.skipped()?;
        let (layout, bytes) = (view.layout, view.bytes);
        (0..layout.path.len())
            .map(|row| {
                Ok(Skipped {
                    path: segment.text(StringId(layout.path.at_row(bytes, row)))?,
                    reason: SkipReason::from_u8(layout.reason.at_row(bytes, row))
                        .unwrap_or(SkipReason::Excluded),
                    size: layout.size.at_row(bytes, row),
                })
            })
            .collect()
    }
}

/// Visits the sites of one symbol among those of its file, which are by symbol.
fn visit_symbol(
    sites: Sites<'_>,
    symbol: SymbolId,
    mut visit: impl FnMut(Site) -> Result<(), Corrupt>,
) -> Result<(), Corrupt> {
    for site in sites {
        let site = site?;
        match site.symbol.cmp(&symbol.0) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => visit(site)?,
            std::cmp::Ordering::Greater => break,
        }
    }
    Ok(())
}
