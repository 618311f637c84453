//! Call sites without an edge: unresolved calls and external calls.

use bombe_format::column::sites::{ExternalView, Site, Sites, UnresolvedView};
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::UnresolvedReason;
use bombe_format::overlay::SegmentKind;

use super::{Corrupt, View};
use crate::limits::Limits;

/// A call site without an edge whose callee may be in the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnresolvedCall<'v> {
    /// The symbol that contains it.
    pub source: SymbolId,
    /// 1-based line.
    pub line: u32,
    /// 0-based byte column.
    pub col: u32,
    /// The callee's name.
    pub name: &'v str,
    /// Why it has no edge.
    pub reason: UnresolvedReason,
}

/// A call whose callee is outside the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalCall<'v> {
    /// The symbol that contains it.
    pub source: SymbolId,
    /// 1-based line.
    pub line: u32,
    /// 0-based byte column.
    pub col: u32,
    /// The callee's name.
    pub name: &'v str,
}

/// The two tables of call sites.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TableKind {
    Unresolved,
    External,
}

/// A segment's table of call sites.
#[derive(Clone, Copy)]
enum Table<'v> {
    Unresolved(UnresolvedView<'v>),
    External(ExternalView<'v>),
}

/// Evaluates an expression on the columns of either table.
macro_rules! of_table {
    ($table:expr, $view:ident => $call:expr) => {
        match $table {
            Table::Unresolved($view) => $call,
            Table::External($view) => $call,
        }
    };
}

/// A row of either table: a call site without an edge.
struct UnlinkedCall<'v> {
    source: SymbolId,
    line: u32,
    col: u32,
    name: &'v str,
    reason: u8,
}

impl<'v> From<UnlinkedCall<'v>> for UnresolvedCall<'v> {
    fn from(site: UnlinkedCall<'v>) -> Self {
        Self {
            source: site.source,
            line: site.line,
            col: site.col,
            name: site.name,
            reason: UnresolvedReason::from_u8(site.reason).unwrap_or(UnresolvedReason::Dynamic),
        }
    }
}

impl<'v> From<UnlinkedCall<'v>> for ExternalCall<'v> {
    fn from(site: UnlinkedCall<'v>) -> Self {
        Self {
            source: site.source,
            line: site.line,
            col: site.col,
            name: site.name,
        }
    }
}

impl View {
    fn table(&self, origin: SegmentKind, kind: TableKind) -> Result<Table<'_>, Corrupt> {
        let segment = self.segment(origin);
        Ok(match kind {
            TableKind::Unresolved => Table::Unresolved(segment.unresolved()?),
            TableKind::External => Table::External(segment.external_calls()?),
        })
    }

    /// Returns the sites of a segment's file, by (symbol, line, column).
    fn sites_of<'v>(
        &'v self,
        origin: SegmentKind,
        table: Table<'v>,
        file: FileId,
    ) -> Result<Sites<'v>, Corrupt> {
        let first = self.segment(origin).files()?.symbols(file).start;
        of_table!(table, view => view.of_file(file.index(), first))
    }

    fn unlinked<'v>(
        &'v self,
        origin: SegmentKind,
        table: Table<'v>,
        site: Site,
    ) -> Result<UnlinkedCall<'v>, Corrupt> {
        let segment = self.segment(origin);
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
        Ok(UnlinkedCall {
            source: self.merged_symbol(origin, local)?,
            line: u32::try_from(line).unwrap_or(0),
            col: site.col,
            name: segment.text(of_table!(table, view => view.name(site.name)))?,
            reason: site.reason,
        })
    }

    /// Returns the sites in a symbol, by (line, column).
    fn unlinked_from<'v, T: From<UnlinkedCall<'v>>>(
        &'v self,
        kind: TableKind,
        source: SymbolId,
    ) -> Result<Vec<T>, Corrupt> {
        let (origin, local) = self.locate_symbol(source)?;
        let table = self.table(origin, kind)?;
        let file = self.segment(origin).files()?.of_symbol(local);
        let mut found = Vec::new();
        visit_symbol(self.sites_of(origin, table, file)?, local, |site| {
            found.push(self.unlinked(origin, table, site)?.into());
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns the sites that call a name, by (source, line, column).
    fn unlinked_named<'v>(
        &'v self,
        kind: TableKind,
        name: &str,
        limits: &Limits,
    ) -> Result<Vec<UnlinkedCall<'v>>, Corrupt> {
        let mut found = Vec::new();
        for origin in self.origins() {
            let table = self.table(origin, kind)?;
            let Some(row) = self.name_row(origin, table, name)? else {
                continue;
            };
            for file in of_table!(table, view => view.files(row))? {
                if self.visible_file(origin, FileId(file)).is_none() {
                    continue;
                }
                for site in self.sites_of(origin, table, FileId(file))? {
                    if limits.is_over() {
                        break;
                    }
                    let site = site?;
                    if site.name == row {
                        found.push(self.unlinked(origin, table, site)?);
                    }
                }
            }
        }
        if self.overlay.is_some() {
            // The sort is stable, and the sites of one symbol are in order already.
            found.sort_by_key(|site| site.source);
        }
        Ok(found)
    }

    fn each_unlinked<'v>(
        &'v self,
        kind: TableKind,
        mut visit: impl FnMut(UnlinkedCall<'v>) -> bool,
    ) -> Result<(), Corrupt> {
        for file in self.files()? {
            let (origin, local) = file.location();
            let table = self.table(origin, kind)?;
            for site in self.sites_of(origin, table, local)? {
                if !visit(self.unlinked(origin, table, site?)?) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns the unresolved calls in a file, by (source, line, column).
    pub fn unresolved_in(&self, file: FileId) -> Result<Vec<UnresolvedCall<'_>>, Corrupt> {
        let (origin, local) = self.locate_file(file)?;
        let table = self.table(origin, TableKind::Unresolved)?;
        let sites = self.sites_of(origin, table, local)?;
        sites
            .map(|site| Ok(self.unlinked(origin, table, site?)?.into()))
            .collect()
    }

    /// Returns the unresolved calls in a symbol, by (line, column).
    pub fn unresolved_from(&self, source: SymbolId) -> Result<Vec<UnresolvedCall<'_>>, Corrupt> {
        self.unlinked_from(TableKind::Unresolved, source)
    }

    /// Returns the unresolved calls of a name, by (source, line, column). Costs a pass over the sites of the files that have
    /// one.
    pub fn unresolved_named(
        &self,
        name: &str,
        limits: &Limits,
    ) -> Result<Vec<UnresolvedCall<'_>>, Corrupt> {
        let found = self.unlinked_named(TableKind::Unresolved, name, limits)?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    /// Returns the number of unresolved calls of a name. Costs a binary search; with an overlay, also a pass over the sites
    /// of the masked files that have one.
    pub fn unresolved_named_count(&self, name: &str) -> Result<usize, Corrupt> {
        let mut count = 0;
        for origin in self.origins() {
            let table = self.table(origin, TableKind::Unresolved)?;
            let Some(row) = self.name_row(origin, table, name)? else {
                continue;
            };
            count += of_table!(table, view => view.count(row)) as usize;
            if self.overlay.is_none() || origin == SegmentKind::Overlay {
                continue;
            }
            for file in of_table!(table, view => view.files(row))? {
                if self.visible_file(origin, FileId(file)).is_none() {
                    for site in self.sites_of(origin, table, FileId(file))? {
                        count = count.saturating_sub(usize::from(site?.name == row));
                    }
                }
            }
        }
        Ok(count)
    }

    /// Calls `visit` with each unresolved call, by (source, line, column), until it returns false.
    pub fn each_unresolved<'v>(
        &'v self,
        mut visit: impl FnMut(UnresolvedCall<'v>) -> bool,
    ) -> Result<(), Corrupt> {
        self.each_unlinked(TableKind::Unresolved, |site| visit(site.into()))
    }

    /// Returns the number of unresolved calls.
    pub fn unresolved_count(&self) -> Result<usize, Corrupt> {
        match &self.overlay {
            None => Ok(self.base.unresolved()?.total() as usize),
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

    /// Returns the external calls in a symbol, by (line, column).
    pub fn external_calls_from(&self, source: SymbolId) -> Result<Vec<ExternalCall<'_>>, Corrupt> {
        self.unlinked_from(TableKind::External, source)
    }

    /// Returns the external calls of a name, by (source, line, column). Costs a pass over the sites of the files that have
    /// one.
    pub fn external_calls_named(
        &self,
        name: &str,
        limits: &Limits,
    ) -> Result<Vec<ExternalCall<'_>>, Corrupt> {
        let found = self.unlinked_named(TableKind::External, name, limits)?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    /// Calls `visit` with each external call, by (source, line, column), until it returns false.
    pub fn each_external_call<'v>(
        &'v self,
        mut visit: impl FnMut(ExternalCall<'v>) -> bool,
    ) -> Result<(), Corrupt> {
        self.each_unlinked(TableKind::External, |site| visit(site.into()))
    }

    /// Visits the external calls of a segment's file, in order, until `visit` returns false. It gets a function that reads
    /// the call.
    pub(super) fn each_external_site<'v>(
        &'v self,
        origin: SegmentKind,
        file: FileId,
        mut visit: impl FnMut(
            &mut dyn FnMut() -> Result<ExternalCall<'v>, Corrupt>,
        ) -> Result<bool, Corrupt>,
    ) -> Result<(), Corrupt> {
        let table = self.table(origin, TableKind::External)?;
        for site in self.sites_of(origin, table, file)? {
            let site = site?;
            if !visit(&mut || Ok(self.unlinked(origin, table, site)?.into()))? {
                break;
            }
        }
        Ok(())
    }

    /// Returns the number of external calls.
    pub fn external_call_count(&self) -> Result<usize, Corrupt> {
        match &self.overlay {
            None => Ok(self.base.external_calls()?.total() as usize),
            Some(_) => {
                let counts = self.meta.languages.iter().map(|row| row.external as usize);
                Ok(counts.sum())
            }
        }
    }

    /// Returns the row of a name in a segment's table, whose names are in alphabetical order.
    fn name_row(
        &self,
        origin: SegmentKind,
        table: Table<'_>,
        name: &str,
    ) -> Result<Option<u32>, Corrupt> {
        let segment = self.segment(origin);
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
}

/// Visits the sites of one symbol among those of its file, which are ordered by symbol.
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
