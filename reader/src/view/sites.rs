//! What has no edge: unresolved and external calls; imports, entry points, skipped files.

use bombe_format::column::sites::{Site, Sites};
use bombe_format::ids::{FileId, StringId, SymbolId};
use bombe_format::kind::{EntryKind, SkipReason, UnresolvedReason};

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

impl View {
    /// The unresolved calls in a symbol, by (line, column).
    pub fn unresolved_from(&self, source: SymbolId) -> Result<Vec<UnresolvedCall<'_>>, Corrupt> {
        let mut found = Vec::new();
        let sites = self.unresolved_of(self.symbol(source)?.file_id())?;
        visit_symbol(sites, source, |site| {
            found.push(self.unresolved_call(site)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// The unresolved calls of a name, by (source, line, column). Costs a walk over the sites of the files that have one.
    pub fn unresolved_named(&self, name: &str) -> Result<Vec<UnresolvedCall<'_>>, Corrupt> {
        let view = self.segment.unresolved()?;
        let Some(row) = self.name_row(view.names(), |row| view.name(row), name)? else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for file in view.files(row)? {
            for site in self.unresolved_of(FileId(file))? {
                let site = site?;
                if site.name == row {
                    found.push(self.unresolved_call(site)?);
                }
            }
        }
        Ok(found)
    }

    /// Number of unresolved calls of a name. Costs a binary search.
    pub fn unresolved_named_count(&self, name: &str) -> Result<usize, Corrupt> {
        let view = self.segment.unresolved()?;
        let row = self.name_row(view.names(), |row| view.name(row), name)?;
        Ok(row.map_or(0, |row| view.count(row) as usize))
    }

    /// Every unresolved call, by (source, line, column), given one by one to `visit` until it returns false.
    pub fn each_unresolved<'v>(
        &'v self,
        mut visit: impl FnMut(UnresolvedCall<'v>) -> bool,
    ) -> Result<(), Corrupt> {
        for file in self.files()? {
            for site in self.unresolved_of(file.id())? {
                if !visit(self.unresolved_call(site?)?) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Number of unresolved calls.
    pub fn unresolved_count(&self) -> Result<usize, Corrupt> {
        Ok(self.segment.unresolved()?.total() as usize)
    }

    fn unresolved_of(&self, file: FileId) -> Result<Sites<'_>, Corrupt> {
        let first = self.file(file)?.symbols().start;
        self.segment.unresolved()?.of_file(file.index(), first)
    }

    fn unresolved_call(&self, site: Site) -> Result<UnresolvedCall<'_>, Corrupt> {
        Ok(UnresolvedCall {
            source: SymbolId(site.symbol),
            line: self.line_of(site)?,
            col: site.col,
            name: self
                .segment
                .text(self.segment.unresolved()?.name(site.name))?,
            reason: UnresolvedReason::from_u8(site.reason).unwrap_or(UnresolvedReason::Dynamic),
        })
    }

    /// The external calls in a symbol, by (line, column).
    pub fn external_calls_from(&self, source: SymbolId) -> Result<Vec<ExternalCall<'_>>, Corrupt> {
        let mut found = Vec::new();
        let sites = self.external_of(self.symbol(source)?.file_id())?;
        visit_symbol(sites, source, |site| {
            found.push(self.external_call(site)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// The external calls of a name, by (source, line, column). Costs a walk over the sites of the files that have one.
    pub fn external_calls_named(&self, name: &str) -> Result<Vec<ExternalCall<'_>>, Corrupt> {
        let view = self.segment.external_calls()?;
        let Some(row) = self.name_row(view.names(), |row| view.name(row), name)? else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for file in view.files(row)? {
            for site in self.external_of(FileId(file))? {
                let site = site?;
                if site.name == row {
                    found.push(self.external_call(site)?);
                }
            }
        }
        Ok(found)
    }

    /// Every external call, by (source, line, column), given one by one to `visit` until it returns false.
    pub fn each_external_call<'v>(
        &'v self,
        mut visit: impl FnMut(ExternalCall<'v>) -> bool,
    ) -> Result<(), Corrupt> {
        for file in self.files()? {
            for site in self.external_of(file.id())? {
                if !visit(self.external_call(site?)?) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Number of external calls.
    pub fn external_call_count(&self) -> Result<usize, Corrupt> {
        Ok(self.segment.external_calls()?.total() as usize)
    }

    fn external_of(&self, file: FileId) -> Result<Sites<'_>, Corrupt> {
        let first = self.file(file)?.symbols().start;
        self.segment.external_calls()?.of_file(file.index(), first)
    }

    fn external_call(&self, site: Site) -> Result<ExternalCall<'_>, Corrupt> {
        Ok(ExternalCall {
            source: SymbolId(site.symbol),
            line: self.line_of(site)?,
            col: site.col,
            name: self
                .segment
                .text(self.segment.external_calls()?.name(site.name))?,
        })
    }

    fn line_of(&self, site: Site) -> Result<u32, Corrupt> {
        let line =
            i64::from(self.symbol(SymbolId(site.symbol))?.start_line()).saturating_add(site.line);
        Ok(u32::try_from(line).unwrap_or(0))
    }

    /// The row of a name among texts in ascending order.
    fn name_row(
        &self,
        count: usize,
        at: impl Fn(u32) -> StringId,
        name: &str,
    ) -> Result<Option<u32>, Corrupt> {
        let (mut low, mut high) = (0, count as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.segment.text(at(middle))?.cmp(name) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// The imports of a file that leave the repository, by line.
    pub fn external_imports_of(&self, file: FileId) -> Result<Vec<ExternalImport<'_>>, Corrupt> {
        let view = self.segment.external_imports()?;
        let (layout, bytes) = (view.layout, view.bytes);
        let file_of = |row: u32| layout.file.at_row(bytes, row as usize);
        let by_file = layout.by_file;
        let start = by_file.partition_point(bytes, 0..by_file.len(), |row| file_of(row) < file.0);
        let end =
            by_file.partition_point(bytes, start..by_file.len(), |row| file_of(row) <= file.0);
        by_file
            .range(bytes, start..end)
            .map(|row| self.external_import(row as usize, None))
            .collect()
    }

    /// The imports of external modules for which `accept` says yes to the module's name, by (module, file, line).
    /// `accept` is asked once for each distinct module.
    pub fn external_imports_where(
        &self,
        mut accept: impl FnMut(&str) -> bool,
    ) -> Result<Vec<ExternalImport<'_>>, Corrupt> {
        let view = self.segment.external_imports()?;
        let mut found = Vec::new();
        for module in 0..view.layout.module.len() {
            let text = self
                .segment
                .text(StringId(view.layout.module.at_row(view.bytes, module)))?;
            if accept(text) {
                let rows = view.layout.first.run(
                    view.bytes,
                    module,
                    view.layout.file.len(),
                    "section `external_imports`",
                )?;
                for row in rows {
                    found.push(self.external_import(row, Some(text))?);
                }
            }
        }
        Ok(found)
    }

    fn external_import<'v>(
        &'v self,
        row: usize,
        module: Option<&'v str>,
    ) -> Result<ExternalImport<'v>, Corrupt> {
        let view = self.segment.external_imports()?;
        let (layout, bytes) = (view.layout, view.bytes);
        let module = match module {
            Some(module) => module,
            None => {
                let first = layout.first;
                let after =
                    first.partition_point(bytes, 0..first.len(), |start| start as usize <= row);
                self.segment.text(StringId(
                    layout.module.at_row(bytes, after.saturating_sub(1)),
                ))?
            }
        };
        Ok(ExternalImport {
            file: self.file(FileId(layout.file.at_row(bytes, row)))?.id(),
            line: layout.line.at_row(bytes, row),
            module,
            symbol: self
                .segment
                .text(StringId(layout.symbol.at_row(bytes, row)))?,
        })
    }

    /// The distinct external modules, in alphabetical order, each with the number of its import rows.
    pub fn external_modules(&self) -> Result<Vec<(&str, u32)>, Corrupt> {
        let view = self.segment.external_imports()?;
        (0..view.layout.module.len())
            .map(|module| {
                let rows = view.layout.first.run(
                    view.bytes,
                    module,
                    view.layout.file.len(),
                    "section `external_imports`",
                )?;
                let text = self
                    .segment
                    .text(StringId(view.layout.module.at_row(view.bytes, module)))?;
                Ok((text, rows.len() as u32))
            })
            .collect()
    }

    /// The files of the repository that a file imports, by path.
    pub fn imports_of(&self, file: FileId) -> Result<Vec<FileImport>, Corrupt> {
        let view = self.segment.imports()?;
        let (layout, bytes) = (view.layout, view.bytes);
        let rows = layout
            .first
            .run(bytes, file.index(), layout.to.len(), "section `imports`")?;
        let import = |row| FileImport {
            from: file,
            to: FileId(layout.to.at_row(bytes, row)),
            line: layout.line.at_row(bytes, row),
        };
        Ok(rows.map(import).collect())
    }

    /// The files of the repository that import a file, by path.
    pub fn importers_of(&self, file: FileId) -> Result<Vec<FileImport>, Corrupt> {
        let view = self.segment.imports()?;
        let (layout, bytes) = (view.layout, view.bytes);
        let rows =
            layout
                .target_first
                .run(bytes, file.index(), layout.to.len(), "section `imports`")?;
        let import = |row: u32| {
            let row = row as usize;
            let after = layout
                .first
                .partition_point(bytes, 0..layout.first.len(), |start| start as usize <= row);
            FileImport {
                from: FileId::new(after.saturating_sub(1)),
                to: file,
                line: layout.line.at_row(bytes, row),
            }
        };
        Ok(layout.by_target.range(bytes, rows).map(import).collect())
    }

    /// The entry points, by (symbol, line).
    pub fn entry_points(&self) -> Result<Vec<EntryPoint<'_>>, Corrupt> {
        (0..self.segment.entry_points()?.layout.symbol.len())
            .map(|row| self.entry_point(row))
            .collect()
    }

    /// The entry points that a symbol handles.
    pub fn entry_points_of(&self, symbol: SymbolId) -> Result<Vec<EntryPoint<'_>>, Corrupt> {
        let view = self.segment.entry_points()?;
        let symbols = view.layout.symbol;
        let start = symbols.partition_point(view.bytes, 0..symbols.len(), |other| other < symbol.0);
        let end =
            symbols.partition_point(view.bytes, start..symbols.len(), |other| other <= symbol.0);
        (start..end).map(|row| self.entry_point(row)).collect()
    }

    fn entry_point(&self, row: usize) -> Result<EntryPoint<'_>, Corrupt> {
        let view = self.segment.entry_points()?;
        let (layout, bytes) = (view.layout, view.bytes);
        Ok(EntryPoint {
            symbol: self
                .symbol(SymbolId(layout.symbol.at_row(bytes, row)))?
                .id(),
            line: layout.line.at_row(bytes, row),
            kind: EntryKind::from_u8(layout.kind.at_row(bytes, row)).unwrap_or(EntryKind::Event),
            verb: self
                .segment
                .text(StringId(layout.verb.at_row(bytes, row)))?,
            route: self
                .segment
                .text(StringId(layout.route.at_row(bytes, row)))?,
            framework: self
                .segment
                .text(StringId(layout.framework.at_row(bytes, row)))?,
        })
    }

    /// The files that were found and not parsed, by path.
    pub fn skipped(&self) -> Result<Vec<Skipped<'_>>, Corrupt> {
        let view = self.segment.skipped()?;
        let (layout, bytes) = (view.layout, view.bytes);
        (0..layout.path.len())
            .map(|row| {
                Ok(Skipped {
                    path: self
                        .segment
                        .text(StringId(layout.path.at_row(bytes, row)))?,
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
