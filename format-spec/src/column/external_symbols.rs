//! What is outside the repository, by name: modules, the names in them, and the call sites of each.

use super::columns;
use crate::error::Corrupt;
use crate::ids::StringId;
use crate::kind::Ecosystem;
use crate::varint;

columns! {
    /// What external calls name outside the repository: modules in the order of (ecosystem, text), and the names in each module in the order of the texts. A site of `external_calls` whose name is not known has none.
    ExternalSymbolColumns, ExternalSymbolLayout, ExternalSymbolView, ExternalSymbols;
    /// Positions in `strings` of the modules: what code names to reach them; the empty text for what every file sees.
    module: u32 ["M"],
    /// Where the packages of the module come from: a number of `ecosystem`.
    ecosystem: u8 ["M"],
    /// 1 if the module belongs to the language's own library or to the platform that runs it, else 0.
    standard: u8 ["M"],
    /// First name of each module.
    first: u32 ["M + 1"],
    /// Position in `strings` of the name in its module, as the language writes it; the empty text for the module itself.
    path: u32 ["S"],
    /// Number of sites of each name.
    count: u32 sparse ["S"],
    /// First byte of each name's files in `files`.
    files_start: u32 ["S + 1"],
    /// Files that have a site of the name, ascending, as in `external_calls`: see [Call sites](#call-sites).
    files: u8 ["*"],
    /// First byte of each file's sites in `blob`.
    start: u32 ["F + 1"],
    /// For each site of `external_calls`, in the same order, a varint: 0 if its name is not known, else the row of its name plus 1.
    blob: u8 ["*"],
}

/// A module outside the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module {
    /// Position in `strings` of what code names to reach it.
    pub name: StringId,
    /// Where its package comes from.
    pub ecosystem: Ecosystem,
    /// It belongs to the language's own library or platform.
    pub is_standard: bool,
    /// Its first name.
    pub first: u32,
    /// One past its last name.
    pub end: u32,
}

impl<'b> ExternalSymbolView<'b> {
    /// Returns the number of modules.
    pub fn modules(self) -> usize {
        self.layout.module.len()
    }

    /// Returns the number of names.
    pub fn count(self) -> usize {
        self.layout.path.len()
    }

    /// Returns a module by its row.
    ///
    /// # Errors
    /// Fails if there is no such row, or if its run is damaged.
    pub fn module(self, row: usize) -> Result<Module, Corrupt> {
        let (layout, bytes) = (self.layout, self.bytes);
        let names = layout
            .first
            .run(bytes, row, self.count(), "section `external_symbols`")?;
        Ok(Module {
            name: StringId(layout.module.at_row(bytes, row)),
            ecosystem: Ecosystem::from_u8(layout.ecosystem.at_row(bytes, row))
                .unwrap_or(Ecosystem::Unknown),
            is_standard: layout.standard.at_row(bytes, row) != 0,
            first: names.start as u32,
            end: names.end as u32,
        })
    }

    /// Returns the row of the module that has a name. Logarithmic in the number of modules.
    pub fn module_of(self, name: u32) -> usize {
        let first = self.layout.first;
        let after = first.partition_point(self.bytes, 0..first.len(), |start| start <= name);
        after.saturating_sub(1)
    }

    /// Returns the position in `strings` of a name in its module.
    pub fn path(self, name: u32) -> StringId {
        StringId(self.layout.path.at_row(self.bytes, name as usize))
    }

    /// Returns the number of sites of a name.
    pub fn sites(self, name: u32) -> u32 {
        self.layout.count.at_row(self.bytes, name as usize)
    }

    /// Returns the files that have a site of a name, ascending.
    ///
    /// # Errors
    /// Fails if there is no such name, or if its run is damaged.
    pub fn files(self, name: u32) -> Result<Vec<u32>, Corrupt> {
        let bytes = self.layout.files.window(self.bytes);
        let run = self.layout.files_start.run(
            self.bytes,
            name as usize,
            bytes.len(),
            "section `external_symbols`",
        )?;
        let bytes = bytes.get(run).ok_or_else(damage)?;
        let (mut at, mut file, mut files) = (0, 0u32, Vec::new());
        while at < bytes.len() {
            let step = varint::read_u32(bytes, &mut at);
            file = step
                .and_then(|step| file.checked_add(step))
                .ok_or_else(damage)?;
            files.push(file);
        }
        Ok(files)
    }

    /// Returns the names of the sites of a file, in the order of its sites in `external_calls`.
    ///
    /// # Errors
    /// Fails if there is no such file, or if its run is damaged.
    pub fn of_file(self, file: usize) -> Result<SiteNames<'b>, Corrupt> {
        let blob = self.layout.blob.window(self.bytes);
        let run =
            self.layout
                .start
                .run(self.bytes, file, blob.len(), "section `external_symbols`")?;
        Ok(SiteNames {
            bytes: blob.get(run).ok_or_else(damage)?,
            at: 0,
        })
    }
}

/// Iterates over the names of the sites of one file; none for a site without one.
#[derive(Clone, Debug)]
pub struct SiteNames<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Iterator for SiteNames<'_> {
    type Item = Result<Option<u32>, Corrupt>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let read = varint::read_u32(self.bytes, &mut self.at);
        if read.is_none() {
            self.at = self.bytes.len();
        }
        Some(read.map(|row| row.checked_sub(1)).ok_or_else(damage))
    }
}

#[cold]
fn damage() -> Corrupt {
    Corrupt::new("section `external_symbols`", "varints", "other bytes")
}
