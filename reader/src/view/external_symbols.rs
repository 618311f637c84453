//! What is outside the repository, by name, and where it is called.

use std::cmp::Ordering;

use bombe_format::column::external_symbols::ExternalSymbolView;
use bombe_format::ids::FileId;
use bombe_format::kind::Ecosystem;
use bombe_format::overlay::SegmentKind;
use bombe_format::section::Section;
use hashbrown::HashMap;

use super::{Corrupt, ExternalCall, View};
use crate::limits::Limits;

/// Something outside the repository that is called in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalSymbol<'v> {
    /// Where its package comes from.
    pub ecosystem: Ecosystem,
    /// What code names to reach it: a top-level module, a package or a crate; empty for what every file sees.
    pub module: &'v str,
    /// It belongs to the language's own library or platform.
    pub is_standard: bool,
    /// Its name in the module, as the language writes it; empty for the module itself.
    pub path: &'v str,
    /// The number of call sites.
    pub sites: usize,
    /// Its rows in the base and in the overlay.
    rows: [Option<u32>; 2],
}

impl ExternalSymbol<'_> {
    /// Returns the module and the name in it, as the language writes them: `requests.sessions.Session.get`,
    /// `java.util.List#add`, `std::collections::HashMap::insert`.
    pub fn full_name(&self) -> String {
        full_name(self.ecosystem, self.module, self.path)
    }

    /// Returns the last part of its name.
    pub fn name(&self) -> &str {
        let whole = if self.path.is_empty() {
            self.module
        } else {
            self.path
        };
        parts(whole).next_back().unwrap_or(whole)
    }

    /// Returns its module and name.
    pub fn row(&self) -> ExternalRow<'_> {
        ExternalRow {
            ecosystem: self.ecosystem,
            module: self.module,
            path: self.path,
        }
    }

    fn key(&self) -> (Ecosystem, &str, bool, &str) {
        (self.ecosystem, self.module, self.is_standard, self.path)
    }
}

/// Returns a module and a name in it, as the language writes them.
fn full_name(ecosystem: Ecosystem, module: &str, path: &str) -> String {
    let separator = match ecosystem {
        Ecosystem::Cargo => "::",
        // The namespaces of C++ are part of the name.
        Ecosystem::Cpp => return path.to_owned(),
        _ => ".",
    };
    if module.is_empty() || path.is_empty() {
        return format!("{module}{path}");
    }
    format!("{module}{separator}{path}")
}

/// Returns the parts of a name, whatever joins them.
pub fn parts(text: &str) -> impl DoubleEndedIterator<Item = &str> + Clone {
    text.split(['.', '#', '/', ':'])
        .filter(|part| !part.is_empty())
}

/// The module and the name of a row, while it is compared.
#[derive(Clone, Copy, Debug)]
pub struct ExternalRow<'v> {
    /// Where its package comes from.
    pub ecosystem: Ecosystem,
    /// What code names to reach it.
    pub module: &'v str,
    /// Its name in the module.
    pub path: &'v str,
}

impl<'v> ExternalRow<'v> {
    /// Returns the parts of module and name, from the outermost inward.
    pub fn parts(self) -> impl DoubleEndedIterator<Item = &'v str> + Clone {
        let module = match self.ecosystem {
            Ecosystem::Cpp => "",
            _ => self.module,
        };
        parts(module).chain(parts(self.path))
    }
}

impl View {
    /// Returns true if the snapshot knows what external calls name. One that an older version wrote does not.
    pub fn has_external_symbols(&self) -> bool {
        self.origins()
            .all(|origin| self.segment(origin).has(Section::ExternalSymbols))
    }

    /// Returns what is called outside the repository and accepted by `accept`, by (ecosystem, module, name); fewer if the
    /// request must end. Costs a pass over all names, and with an overlay one over the sites of masked files.
    pub fn external_symbols_where<'v>(
        &'v self,
        mut accept: impl FnMut(ExternalRow<'v>) -> bool,
        limits: &Limits,
    ) -> Result<Vec<ExternalSymbol<'v>>, Corrupt> {
        let mut found: Vec<ExternalSymbol<'v>> = Vec::new();
        if !self.has_external_symbols() {
            return Ok(found);
        }
        for origin in self.origins() {
            let segment = self.segment(origin);
            let view = segment.external_symbols()?;
            let start = found.len();
            for row in 0..view.modules() {
                if limits.was_over() {
                    break;
                }
                let module = view.module(row)?;
                let name = segment.text(module.name)?;
                for at in module.first..module.end {
                    if limits.is_over() {
                        break;
                    }
                    let path = segment.text(view.path(at))?;
                    let external = ExternalRow {
                        ecosystem: module.ecosystem,
                        module: name,
                        path,
                    };
                    if !accept(external) {
                        continue;
                    }
                    let mut rows = [None; 2];
                    rows[origin as usize] = Some(at);
                    found.push(ExternalSymbol {
                        ecosystem: module.ecosystem,
                        module: name,
                        is_standard: module.is_standard,
                        path,
                        sites: view.sites(at) as usize,
                        rows,
                    });
                }
            }
            if self.overlay.is_some() && origin == SegmentKind::Base && found.len() > start {
                let masked = self.masked_sites(view, limits)?;
                for symbol in &mut found {
                    let gone = symbol.rows[0].and_then(|row| masked.get(&row));
                    symbol.sites = symbol.sites.saturating_sub(gone.copied().unwrap_or(0));
                }
            }
        }
        if self.overlay.is_some() {
            found.sort_by(|a, b| a.key().cmp(&b.key()));
            found.dedup_by(|next, kept| {
                let is_same = next.key().cmp(&kept.key()) == Ordering::Equal;
                if is_same {
                    kept.sites += next.sites;
                    kept.rows = [kept.rows[0].or(next.rows[0]), kept.rows[1].or(next.rows[1])];
                }
                is_same
            });
            found.retain(|symbol| symbol.sites > 0);
        }
        Ok(found)
    }

    /// Returns the number of sites of each name of the base that are in masked files.
    fn masked_sites(
        &self,
        view: ExternalSymbolView<'_>,
        limits: &Limits,
    ) -> Result<HashMap<u32, usize>, Corrupt> {
        let mut masked: HashMap<u32, usize> = HashMap::new();
        for file in 0..self.base.files()?.count() {
            if limits.is_over() {
                break;
            }
            if self
                .visible_file(SegmentKind::Base, FileId::new(file))
                .is_some()
            {
                continue;
            }
            for name in view.of_file(file)? {
                if limits.is_over() {
                    break;
                }
                if let Some(name) = name? {
                    *masked.entry(name).or_default() += 1;
                }
            }
        }
        Ok(masked)
    }

    /// Returns the calls of something outside, by (source, line, column). Costs a pass over the sites of the files that
    /// have one.
    pub fn calls_of_external<'v>(
        &'v self,
        symbol: &ExternalSymbol<'_>,
        limits: &Limits,
    ) -> Result<Vec<ExternalCall<'v>>, Corrupt> {
        let mut found = Vec::new();
        for origin in self.origins() {
            let Some(row) = symbol.rows[origin as usize] else {
                continue;
            };
            let view = self.segment(origin).external_symbols()?;
            for file in view.files(row)? {
                if limits.is_over() {
                    break;
                }
                let file = FileId(file);
                if self.visible_file(origin, file).is_none() {
                    continue;
                }
                let mut names = view.of_file(file.index())?;
                self.each_external_site(origin, file, |site| {
                    if limits.is_over() {
                        return Ok(false);
                    }
                    if names.next().transpose()?.flatten() == Some(row) {
                        found.push(site()?);
                    }
                    Ok(true)
                })?;
            }
        }
        if self.overlay.is_some() {
            // The sort is stable, and the sites of one symbol are in order already.
            found.sort_by_key(|call| call.source);
        }
        Ok(found)
    }

    /// Returns the external calls in a file, by (source, line, column), each with what it names, if that is known.
    pub fn external_calls_in(
        &self,
        file: FileId,
    ) -> Result<Vec<(ExternalCall<'_>, Option<ExternalRow<'_>>)>, Corrupt> {
        let (origin, local) = self.locate_file(file)?;
        let segment = self.segment(origin);
        let mut names = if segment.has(Section::ExternalSymbols) {
            Some(segment.external_symbols()?.of_file(local.index())?)
        } else {
            None
        };
        let mut found = Vec::new();
        self.each_external_site(origin, local, |site| {
            let name = match names
                .as_mut()
                .and_then(Iterator::next)
                .transpose()?
                .flatten()
            {
                Some(row) => Some(self.external_row(origin, row)?),
                None => None,
            };
            found.push((site()?, name));
            Ok(true)
        })?;
        Ok(found)
    }

    fn external_row(&self, origin: SegmentKind, row: u32) -> Result<ExternalRow<'_>, Corrupt> {
        let segment = self.segment(origin);
        let view = segment.external_symbols()?;
        let module = view.module(view.module_of(row))?;
        Ok(ExternalRow {
            ecosystem: module.ecosystem,
            module: segment.text(module.name)?,
            path: segment.text(view.path(row))?,
        })
    }
}
