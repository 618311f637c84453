//! A snapshot as lines of JSON, for measurement and for other programs.
//!
//! A construction is written twice: as `constructs` with the type as callee, and as `calls` with what runs (the
//! constructor, or the type if it has none of its own), so that a reader of either kind alone sees it. Where a language
//! builds composite values without calling anything (Go, Rust), they are `constructs` alone.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use bombe_format::column::edges::{ForwardLayout, ForwardView};
use bombe_format::column::files::{FileLayout, FileView};
use bombe_format::column::names::{NameLayout, NameView};
use bombe_format::column::rows::{ImportLayout, ImportView};
use bombe_format::column::sites::{UnresolvedLayout, UnresolvedView};
use bombe_format::column::strings::{StringLayout, StringView};
use bombe_format::column::symbols::{SymbolFlags, SymbolLayout, SymbolView};
use bombe_format::error::{Corrupt, FormatError};
use bombe_format::ids::{FileId, StringId, SymbolId};
use bombe_format::kind::{EdgeKind, SymbolKind, UnresolvedReason};
use bombe_format::section::{Section, Toc};
use rkyv::util::AlignedVec;
use serde::Serialize;

use crate::lang::config::config_for;
use crate::lang::support_for;

/// What is exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum What {
    /// Calls and constructions, one line an edge.
    Calls,
    /// Definitions: everything but the files' own symbols.
    Defs,
    /// Types and their supertypes.
    Inherits,
    /// Files and the files (Go: folders) that they import.
    Imports,
    /// Call sites without an edge that may belong to the repository, and why.
    Unresolved,
}

/// A snapshot that cannot be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The bytes are no sound snapshot.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Reading the snapshot or writing the lines failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Corrupt> for ExportError {
    fn from(error: Corrupt) -> Self {
        Self::Format(error.into())
    }
}

/// A snapshot's bytes in memory, aligned as its archives need.
pub struct Loaded {
    bytes: AlignedVec<64>,
    toc: Toc,
}

impl Loaded {
    /// Reads a whole snapshot file into memory and checks its header and section table.
    ///
    /// # Errors
    /// See [`ExportError`].
    pub fn read(path: &Path) -> Result<Self, ExportError> {
        let mut bytes = AlignedVec::new();
        bytes.extend_from_reader(&mut File::open(path)?)?;
        let toc = Toc::read(&bytes)?;
        Ok(Self { bytes, toc })
    }

    /// All bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Header and section table.
    pub fn toc(&self) -> &Toc {
        &self.toc
    }

    /// The bytes of a section whose checksum fits.
    ///
    /// # Errors
    /// If the section is missing or damaged.
    pub fn section(&self, section: Section) -> Result<&[u8], Corrupt> {
        self.toc.verified(&self.bytes, section)
    }
}

/// The files that have unresolved calls, with their number, most first, then by path.
///
/// # Errors
/// If the snapshot is damaged.
pub fn unresolved_by_file(snapshot: &Loaded) -> Result<Vec<(String, usize)>, Corrupt> {
    let (files, sites) = (
        snapshot.section(Section::Files)?,
        snapshot.section(Section::Unresolved)?,
    );
    let (file_layout, site_layout) = (FileLayout::open(files)?, UnresolvedLayout::open(sites)?);
    let (view, sites) = (file_layout.view(files), site_layout.view(sites));
    let texts = Texts::open(snapshot)?;
    let mut rows = Vec::new();
    for file in 0..view.count() {
        let calls = sites.of_file(file, 0)?.count();
        if calls > 0 {
            rows.push((texts.get(view.path(FileId(file as u32)))?.to_owned(), calls));
        }
    }
    rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(rows)
}

/// Layouts of the sections that an export reads.
struct Layouts<'b> {
    files: (FileLayout, &'b [u8]),
    symbols: (SymbolLayout, &'b [u8]),
    names: (NameLayout, &'b [u8]),
    strings: (StringLayout, &'b [u8]),
    edges: (ForwardLayout, &'b [u8]),
    imports: (ImportLayout, &'b [u8]),
    unresolved: (UnresolvedLayout, &'b [u8]),
}

/// Views of the same sections.
#[derive(Clone, Copy)]
struct Views<'b> {
    files: FileView<'b>,
    symbols: SymbolView<'b>,
    names: NameView<'b>,
    strings: StringView<'b>,
    edges: ForwardView<'b>,
    imports: ImportView<'b>,
    unresolved: UnresolvedView<'b>,
}

impl<'b> Layouts<'b> {
    fn open(snapshot: &'b Loaded) -> Result<Self, Corrupt> {
        let at = |section| snapshot.section(section);
        let (files, symbols, names) = (
            at(Section::Files)?,
            at(Section::Symbols)?,
            at(Section::Names)?,
        );
        let (strings, edges) = (at(Section::Strings)?, at(Section::EdgesForward)?);
        let (imports, unresolved) = (at(Section::Imports)?, at(Section::Unresolved)?);
        Ok(Self {
            files: (FileLayout::open(files)?, files),
            symbols: (SymbolLayout::open(symbols)?, symbols),
            names: (NameLayout::open(names)?, names),
            strings: (StringLayout::open(strings)?, strings),
            edges: (ForwardLayout::open(edges)?, edges),
            imports: (ImportLayout::open(imports)?, imports),
            unresolved: (UnresolvedLayout::open(unresolved)?, unresolved),
        })
    }

    fn views(&self) -> Views<'_> {
        Views {
            files: self.files.0.view(self.files.1),
            symbols: self.symbols.0.view(self.symbols.1),
            names: self.names.0.view(self.names.1),
            strings: self.strings.0.view(self.strings.1),
            edges: self.edges.0.view(self.edges.1),
            imports: self.imports.0.view(self.imports.1),
            unresolved: self.unresolved.0.view(self.unresolved.1),
        }
    }
}

#[derive(Serialize)]
struct CallLine<'a> {
    site_file: &'a str,
    site_line: u32,
    site_col: u32,
    caller_file: &'a str,
    caller_name_line: Option<u32>,
    callee_file: &'a str,
    callee_name: &'a str,
    callee_name_line: u32,
    kind: &'static str,
    confidence: f64,
    rule: &'static str,
}

#[derive(Serialize)]
struct DefLine<'a> {
    file: &'a str,
    name: &'a str,
    qualified: &'a str,
    kind: &'static str,
    start_line: u32,
    name_line: u32,
    end_line: u32,
}

#[derive(Serialize)]
struct InheritLine<'a> {
    sub_file: &'a str,
    sub_name_line: u32,
    super_file: &'a str,
    super_name_line: u32,
    kind: &'static str,
}

#[derive(Serialize)]
struct ImportLine<'a> {
    from_file: &'a str,
    to_file: &'a str,
    file: &'a str,
    target_file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target_dir: Option<&'a str>,
    line: u32,
}

#[derive(Serialize)]
struct UnresolvedLine<'a> {
    site_file: &'a str,
    site_line: u32,
    site_col: u32,
    caller_name_line: Option<u32>,
    name: &'a str,
    reason: &'static str,
}

/// Writes one kind of fact, one JSON object a line, in the order of files, symbols and sites.
///
/// # Errors
/// A damaged snapshot, or a failure of `out`.
pub fn jsonl(snapshot: &Loaded, what: What, out: &mut dyn Write) -> Result<(), ExportError> {
    let layouts = Layouts::open(snapshot)?;
    let views = layouts.views();
    match what {
        What::Calls => views.calls(out),
        What::Defs => views.defs(out),
        What::Inherits => views.inherits(out),
        What::Imports => views.imports(out),
        What::Unresolved => views.unresolved(out),
    }
}

fn line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

impl<'b> Views<'b> {
    fn path(self, file: FileId) -> Result<&'b str, Corrupt> {
        self.strings.get(self.files.path(file))
    }

    fn name(self, symbol: SymbolId) -> Result<&'b str, Corrupt> {
        self.names.name(
            self.symbols
                .layout
                .name
                .at_row(self.symbols.bytes, symbol.index()),
        )
    }

    fn name_line(self, symbol: SymbolId) -> u32 {
        self.symbols
            .start_line(symbol)
            .saturating_add(self.symbols.name_line_offset(symbol))
    }

    /// The qualified name, `#n` included.
    fn qualified(self, symbol: SymbolId) -> Result<String, Corrupt> {
        let qualifier = self
            .strings
            .get(self.symbols.string(self.symbols.layout.qualifier, symbol))?;
        let mut qualified = qualifier.to_owned();
        if !self.symbols.flags(symbol).has(SymbolFlags::QUALIFIED_WHOLE) {
            if !qualified.is_empty() {
                qualified.push('.');
            }
            qualified.push_str(self.name(symbol)?);
        }
        match self.symbols.ordinal(symbol) {
            0 => {}
            ordinal => qualified.push_str(&format!("#{}", ordinal + 1)),
        }
        Ok(qualified)
    }

    fn calls(self, out: &mut dyn Write) -> Result<(), ExportError> {
        for file in (0..self.files.count()).map(FileId::new) {
            let path = self.path(file)?;
            let constructions_call =
                support_for(self.files.language(file)).is_some_and(|support| {
                    support.profile().new_calls || support.profile().call_constructs
                });
            for source in self.files.symbols(file).map(SymbolId) {
                let start_line = self.symbols.start_line(source);
                let caller_name_line = (self.symbols.kind(source) != SymbolKind::Module)
                    .then(|| self.name_line(source));
                let run = self.edges.run(source)?;
                // Sites of this source at which a call runs, to see which constructions have none.
                let mut called: Vec<(u32, u32)> = Vec::new();
                for edge in run.clone() {
                    if self.edges.kind(edge) == EdgeKind::Calls {
                        let site = self.edges.site(edge);
                        called.push((site.line(start_line), site.col));
                    }
                }
                called.sort_unstable();
                for edge in run {
                    let kind = self.edges.kind(edge);
                    if !matches!(kind, EdgeKind::Calls | EdgeKind::Constructs) {
                        continue;
                    }
                    let (target, site) = (self.edges.target(edge), self.edges.site(edge));
                    let mut row = CallLine {
                        site_file: path,
                        site_line: site.line(start_line),
                        site_col: site.col,
                        caller_file: path,
                        caller_name_line,
                        callee_file: self.path(self.files.of_symbol(target))?,
                        callee_name: self.name(target)?,
                        callee_name_line: self.name_line(target),
                        kind: kind.name(),
                        confidence: f64::from(site.confidence) / 100.0,
                        rule: site.rule.name(),
                    };
                    line(out, &row)?;
                    if kind == EdgeKind::Constructs
                        && constructions_call
                        && called
                            .binary_search(&(site.line(start_line), site.col))
                            .is_err()
                    {
                        row.kind = EdgeKind::Calls.name();
                        line(out, &row)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn defs(self, out: &mut dyn Write) -> Result<(), ExportError> {
        for file in (0..self.files.count()).map(FileId::new) {
            for symbol in self.files.symbols(file).map(SymbolId) {
                let kind = self.symbols.kind(symbol);
                if kind == SymbolKind::Module
                    || self.symbols.flags(symbol).has(SymbolFlags::DECLARATION)
                {
                    continue;
                }
                let row = DefLine {
                    file: self.path(file)?,
                    name: self.name(symbol)?,
                    qualified: &self.qualified(symbol)?,
                    kind: kind.name(),
                    start_line: self.symbols.start_line(symbol),
                    name_line: self.name_line(symbol),
                    end_line: self.symbols.end_line(symbol),
                };
                line(out, &row)?;
            }
        }
        Ok(())
    }

    fn inherits(self, out: &mut dyn Write) -> Result<(), ExportError> {
        for file in (0..self.files.count()).map(FileId::new) {
            for source in self.files.symbols(file).map(SymbolId) {
                for (target, kind) in self.edges.ends(self.edges.run(source)?) {
                    if matches!(kind, EdgeKind::Extends | EdgeKind::Implements) {
                        let row = InheritLine {
                            sub_file: self.path(file)?,
                            sub_name_line: self.name_line(source),
                            super_file: self.path(self.files.of_symbol(target))?,
                            super_name_line: self.name_line(target),
                            kind: kind.name(),
                        };
                        line(out, &row)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn imports(self, out: &mut dyn Write) -> Result<(), ExportError> {
        let ImportLayout {
            first,
            to,
            line: import_line,
            ..
        } = *self.imports.layout;
        for file in (0..self.files.count()).map(FileId::new) {
            let from = self.path(file)?;
            let by_folder =
                config_for(self.files.language(file)).is_some_and(|config| config.imports_folders);
            let mut folders: Vec<(&str, u32)> = Vec::new();
            let run = first.run(
                self.imports.bytes,
                file.index(),
                to.len(),
                "section `imports`",
            )?;
            for row in run {
                let target = self.path(FileId(to.at_row(self.imports.bytes, row)))?;
                let number = import_line.at_row(self.imports.bytes, row);
                if by_folder {
                    folders.push((
                        target.rsplit_once('/').map_or(".", |(folder, _)| folder),
                        number,
                    ));
                } else {
                    let row = ImportLine {
                        from_file: from,
                        to_file: target,
                        file: from,
                        target_file: target,
                        target_dir: None,
                        line: number,
                    };
                    line(out, &row)?;
                }
            }
            folders.sort_unstable();
            folders.dedup_by_key(|(folder, _)| *folder);
            for (folder, number) in folders {
                let row = ImportLine {
                    from_file: from,
                    to_file: folder,
                    file: from,
                    target_file: folder,
                    target_dir: Some(folder),
                    line: number,
                };
                line(out, &row)?;
            }
        }
        Ok(())
    }

    fn unresolved(self, out: &mut dyn Write) -> Result<(), ExportError> {
        for file in (0..self.files.count()).map(FileId::new) {
            let path = self.path(file)?;
            let first = self.files.symbols(file).start;
            for site in self.unresolved.of_file(file.index(), first)? {
                let site = site?;
                let caller = SymbolId(site.symbol);
                let start_line = i64::from(self.symbols.start_line(caller));
                let row = UnresolvedLine {
                    site_file: path,
                    site_line: u32::try_from(start_line + site.line).unwrap_or(0),
                    site_col: site.col,
                    caller_name_line: (self.symbols.kind(caller) != SymbolKind::Module)
                        .then(|| self.name_line(caller)),
                    name: self.strings.get(self.unresolved.name(site.name))?,
                    reason: UnresolvedReason::from_u8(site.reason)
                        .map_or("unknown", UnresolvedReason::name),
                };
                line(out, &row)?;
            }
        }
        Ok(())
    }
}

/// The string table of a snapshot.
pub struct Texts<'b>(&'b [u8]);

impl<'b> Texts<'b> {
    /// Finds the table.
    ///
    /// # Errors
    /// If the section is damaged.
    pub fn open(snapshot: &'b Loaded) -> Result<Self, Corrupt> {
        let bytes = snapshot.section(Section::Strings)?;
        Ok(Self(StringLayout::open(bytes)?.bytes.slice(bytes)))
    }

    /// A text by its position.
    ///
    /// # Errors
    /// If no text lies there.
    pub fn get(&self, id: StringId) -> Result<&'b str, Corrupt> {
        bombe_format::column::strings::get(self.0, id)
    }
}
