//! Call sites without an edge: unresolved ones, and those that leave the repository.

use super::columns;
use crate::error::Corrupt;
use crate::ids::StringId;
use crate::varint;

/// Declares the two sections of sites, which have the same columns.
macro_rules! site_columns {
    ($($(#[doc = $doc:literal])+ $columns:ident, $layout:ident, $view:ident, $section:ident, $reasons:literal;)+) => {$(
        columns! {
            $(#[doc = $doc])+
            $columns, $layout, $view, $section;
            /// Number of sites.
            total: u64 ["*"],
            /// First byte of each file's sites in `blob`.
            start: u32 ["F + 1"],
            /// The sites, file by file, in the order of (symbol, line, column): see [Call sites](#call-sites).
            blob: u8 ["*"],
            /// Positions in `strings` of the distinct names, in the order of the texts.
            name: u32 ["D"],
            /// Number of sites of each name.
            count: u32 sparse ["D"],
            /// First byte of each name's files in `files`.
            files_start: u32 ["D + 1"],
            /// Files that have a site of the name, ascending: see [Call sites](#call-sites).
            files: u8 ["*"],
        }

        impl<'b> $view<'b> {
            /// Returns the number of sites.
            pub fn total(self) -> u64 {
                self.layout.total.at_row(self.bytes, 0)
            }

            /// Returns the sites of a file. `first_symbol` is the file's first symbol.
            ///
            /// # Errors
            /// Fails if there is no such file, or if its run is damaged.
            pub fn of_file(self, file: usize, first_symbol: u32) -> Result<Sites<'b>, Corrupt> {
                let blob = self.layout.blob.window(self.bytes);
                let run = self.layout.start.run(self.bytes, file, blob.len(), "call sites")?;
                Ok(Sites { bytes: blob.get(run).ok_or_else(damage)?, at: 0, symbol: first_symbol, has_reasons: $reasons, line: 0, is_first: true })
            }

            /// Returns the number of distinct names.
            pub fn names(self) -> usize {
                self.layout.name.len()
            }

            /// Returns the position in `strings` of a name by its row; that of the empty text if there is no such row.
            pub fn name(self, row: u32) -> StringId {
                StringId(self.layout.name.at_row(self.bytes, row as usize))
            }

            /// Returns the number of sites of a name by its row.
            pub fn count(self, row: u32) -> u32 {
                self.layout.count.at_row(self.bytes, row as usize)
            }

            /// Returns the files that have a site of a name, by its row, ascending.
            ///
            /// # Errors
            /// Fails if there is no such row, or if its run is damaged.
            pub fn files(self, row: u32) -> Result<Vec<u32>, Corrupt> {
                let bytes = self.layout.files.window(self.bytes);
                let run = self.layout.files_start.run(self.bytes, row as usize, bytes.len(), "call sites")?;
                let bytes = bytes.get(run).ok_or_else(damage)?;
                let (mut at, mut file, mut files) = (0, 0u32, Vec::new());
                while at < bytes.len() {
                    let step = varint::read_u32(bytes, &mut at);
                    file = step.and_then(|step| file.checked_add(step)).ok_or_else(damage)?;
                    files.push(file);
                }
                Ok(files)
            }
        }
    )+};
}

site_columns! {
    /// Call sites without an edge, each with a reason: a number of `unresolved_reason`.
    UnresolvedColumns, UnresolvedLayout, UnresolvedView, Unresolved, true;
    /// Call sites whose callee is outside the repository. They have no reason.
    ExternalColumns, ExternalLayout, ExternalView, ExternalCalls, false;
}

/// A call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The symbol that contains it.
    pub symbol: u32,
    /// Line minus the symbol's first line.
    pub line: i64,
    /// 0-based byte column.
    pub col: u32,
    /// Row of the section's names.
    pub name: u32,
    /// Why it has no edge: a number of `unresolved_reason`; 0 for external calls.
    pub reason: u8,
}

/// Iterates over the sites of one file.
#[derive(Clone, Debug)]
pub struct Sites<'b> {
    bytes: &'b [u8],
    at: usize,
    symbol: u32,
    line: i64,
    /// True before the first site.
    is_first: bool,
    has_reasons: bool,
}

impl Sites<'_> {
    fn read(&mut self) -> Option<Site> {
        let step = varint::read_u32(self.bytes, &mut self.at)?;
        self.symbol = self.symbol.checked_add(step)?;
        if step > 0 || self.is_first {
            self.line = 0;
            self.is_first = false;
        }
        let line = varint::unzigzag(varint::read(self.bytes, &mut self.at)?);
        self.line = self.line.checked_add(line)?;
        let col = varint::read_u32(self.bytes, &mut self.at)?;
        let name = varint::read_u32(self.bytes, &mut self.at)?;
        let reason = if self.has_reasons {
            u8::try_from(varint::read(self.bytes, &mut self.at)?).ok()?
        } else {
            0
        };
        Some(Site {
            symbol: self.symbol,
            line: self.line,
            col,
            name,
            reason,
        })
    }
}

impl Iterator for Sites<'_> {
    type Item = Result<Site, Corrupt>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let site = self.read();
        if site.is_none() {
            self.at = self.bytes.len();
        }
        Some(site.ok_or_else(damage))
    }
}

/// Appends the sites of one file, which must be ordered by (symbol, line, column). `has_reasons` is true for `unresolved`.
pub fn push_sites(
    blob: &mut Vec<u8>,
    first_symbol: u32,
    sites: impl Iterator<Item = Site>,
    has_reasons: bool,
) {
    let mut symbol = first_symbol;
    let mut line = 0;
    for site in sites {
        if site.symbol != symbol {
            line = 0;
        }
        varint::push(blob, u64::from(site.symbol - symbol));
        varint::push(blob, varint::zigzag(site.line - line));
        varint::push(blob, u64::from(site.col));
        varint::push(blob, u64::from(site.name));
        if has_reasons {
            varint::push(blob, u64::from(site.reason));
        }
        symbol = site.symbol;
        line = site.line;
    }
}

#[cold]
fn damage() -> Corrupt {
    Corrupt::new("call sites", "sites as varints", "other bytes")
}
