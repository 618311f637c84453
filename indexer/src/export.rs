//! A snapshot as lines of JSON, for measurement and for other programs.
//!
//! A construction is written twice: as `constructs` with the type as callee, and as `calls` with what runs (the
//! constructor, or the type if it has none of its own), so that a reader of either kind alone sees it. Where a language
//! builds composite values without calling anything (Go, Rust), they are `constructs` alone.

use std::collections::BTreeMap;
use std::io::{self, Write};

use bombe_format::column::edges::{ForwardLayout, ForwardView};
use bombe_format::column::files::{FileLayout, FileView};
use bombe_format::column::names::{NameLayout, NameView};
use bombe_format::column::overlay::{MaskLayout, RedirectLayout};
use bombe_format::column::rows::{ImportLayout, ImportView};
use bombe_format::column::sites::{UnresolvedLayout, UnresolvedView};
use bombe_format::column::strings::{StringLayout, StringView};
use bombe_format::column::symbols::{SymbolFlags, SymbolLayout, SymbolView};
use bombe_format::error::Corrupt;
use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{EdgeKind, SymbolKind, UnresolvedReason};
use bombe_format::overlay::{Side, Whole};
use bombe_format::section::Section;
use serde::Serialize;

use crate::loaded::{LoadError, Loaded, Segment};
use bombe_languages::config::config_for;
use bombe_languages::support_for;

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

/// Layouts of the sections of one segment that an export reads.
struct Layouts<'b> {
    files: (FileLayout, &'b [u8]),
    symbols: (SymbolLayout, &'b [u8]),
    names: (NameLayout, &'b [u8]),
    strings: (StringLayout, &'b [u8]),
    edges: (ForwardLayout, &'b [u8]),
    imports: (ImportLayout, &'b [u8]),
    unresolved: (UnresolvedLayout, &'b [u8]),
}

/// Views of the same sections. Ids are those of the segment.
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
    fn open(segment: &'b Segment) -> Result<Self, Corrupt> {
        let at = |section| segment.section(section);
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

/// Layouts of base and overlay.
struct Opened<'b> {
    base: Layouts<'b>,
    overlay: Option<(Layouts<'b>, Whole)>,
}

impl<'b> Opened<'b> {
    fn open(snapshot: &'b Loaded) -> Result<Self, Corrupt> {
        let base = Layouts::open(snapshot.base())?;
        let overlay = match snapshot.overlay() {
            Some(segment) => {
                let overlay = Layouts::open(segment)?;
                let mask = segment.section(Section::OverlayMask)?;
                let redirects = segment.section(Section::OverlayRedirects)?;
                let whole = Whole::new(
                    base.views().files,
                    &snapshot.base().toc().header.identity,
                    overlay.views().files,
                    MaskLayout::open(mask)?.view(mask),
                    RedirectLayout::open(redirects)?.view(redirects),
                )?;
                Some((overlay, whole))
            }
            None => None,
        };
        Ok(Self { base, overlay })
    }

    fn snapshot(&self) -> Snapshot<'_> {
        let overlay = self.overlay.as_ref();
        Snapshot {
            base: self.base.views(),
            overlay: overlay.map(|(layouts, whole)| (layouts.views(), whole)),
        }
    }
}

/// Base and overlay as one.
#[derive(Clone, Copy)]
struct Snapshot<'b> {
    base: Views<'b>,
    overlay: Option<(Views<'b>, &'b Whole)>,
}

/// A file of the whole.
#[derive(Clone, Copy)]
struct At<'b> {
    side: Side,
    views: Views<'b>,
    /// Its number in the segment.
    file: FileId,
}

#[cold]
fn gone(what: &str) -> Corrupt {
    Corrupt::new("overlay", format!("a {what} of the whole"), "none")
}

impl<'b> Snapshot<'b> {
    /// The files in the order of the whole.
    fn files(self) -> Vec<At<'b>> {
        let at = |side, views, file| At { side, views, file };
        match self.overlay {
            None => (0..self.base.files.count())
                .map(|file| at(Side::Base, self.base, FileId::new(file)))
                .collect(),
            Some((overlay, whole)) => {
                let runs = whole.runs().iter();
                runs.flat_map(|run| {
                    let views = match run.side {
                        Side::Base => self.base,
                        Side::Overlay => overlay,
                    };
                    let first = run.local_file.0;
                    (first..first + run.files).map(move |file| at(run.side, views, FileId(file)))
                })
                .collect()
            }
        }
    }

    /// The edges of a source in the order of the whole: target in the whole, position in the segment.
    fn edges(self, at: At<'b>, source: SymbolId) -> Result<Vec<(SymbolId, usize)>, Corrupt> {
        let edges = at.views.edges;
        let mut found = Vec::new();
        for edge in edges.run(source)? {
            found.push((self.target(at.side, edges.target(edge))?, edge));
        }
        // The edges of one target keep their order.
        found.sort_by_key(|(target, _)| *target);
        Ok(found)
    }

    /// The number in the whole of what an edge of a segment leads to.
    fn target(self, side: Side, target: SymbolId) -> Result<SymbolId, Corrupt> {
        let Some((_, whole)) = self.overlay else {
            return Ok(target);
        };
        let target = match side {
            Side::Base => whole.base_symbol(target),
            Side::Overlay => whole.overlay_symbol(target),
        };
        target.ok_or_else(|| gone("symbol"))
    }

    /// The segment of a symbol of the whole, and its number there.
    fn symbol(self, symbol: SymbolId) -> Result<(Views<'b>, SymbolId), Corrupt> {
        let Some((overlay, whole)) = self.overlay else {
            return Ok((self.base, symbol));
        };
        match whole.symbol(symbol) {
            Some((Side::Base, symbol)) => Ok((self.base, symbol)),
            Some((Side::Overlay, symbol)) => Ok((overlay, symbol)),
            None => Err(gone("symbol")),
        }
    }

    /// The path of a file that an import of a segment leads to.
    fn imported(self, side: Side, file: FileId) -> Result<&'b str, Corrupt> {
        let Some((overlay, whole)) = self.overlay else {
            return self.base.path(file);
        };
        let file = match side {
            Side::Base => whole.base_file(file),
            Side::Overlay => whole.overlay_file(file),
        };
        match file.and_then(|file| whole.file(file)) {
            Some((Side::Base, file)) => self.base.path(file),
            Some((Side::Overlay, file)) => overlay.path(file),
            None => Err(gone("file")),
        }
    }
}

/// The files that have unresolved calls, with their number, most first, then by path.
///
/// # Errors
/// If the snapshot is damaged.
pub fn unresolved_by_file(snapshot: &Loaded) -> Result<Vec<(String, usize)>, Corrupt> {
    let mut rows = Vec::new();
    for at in Opened::open(snapshot)?.snapshot().files() {
        let calls = at.views.unresolved.of_file(at.file.index(), 0)?.count();
        if calls > 0 {
            rows.push((at.views.path(at.file)?.to_owned(), calls));
        }
    }
    rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(rows)
}

/// Follows every edge and import: what a base holds may lead to nothing any more only through the overlay over it.
///
/// # Errors
/// If one leads to nothing.
pub fn follow_all(snapshot: &Loaded) -> Result<(), Corrupt> {
    let opened = Opened::open(snapshot)?;
    let snapshot = opened.snapshot();
    for at in snapshot.files() {
        for source in at.views.files.symbols(at.file).map(SymbolId) {
            let edges = at.views.edges;
            for edge in edges.run(source)? {
                snapshot.target(at.side, edges.target(edge))?;
            }
        }
        let imports = at.views.imports;
        let ImportLayout { first, to, .. } = *imports.layout;
        for row in first.run(
            imports.bytes,
            at.file.index(),
            to.len(),
            "section `imports`",
        )? {
            snapshot.imported(at.side, FileId(to.at_row(imports.bytes, row)))?;
        }
    }
    Ok(())
}

/// The number of edges of each kind.
///
/// # Errors
/// If the snapshot is damaged.
pub fn edges_by_kind(snapshot: &Loaded) -> Result<BTreeMap<EdgeKind, u32>, Corrupt> {
    let mut counts = BTreeMap::new();
    for at in Opened::open(snapshot)?.snapshot().files() {
        for source in at.views.files.symbols(at.file).map(SymbolId) {
            let run = at.views.edges.run(source)?;
            for (_, kind) in at.views.edges.ends(run) {
                *counts.entry(kind).or_default() += 1;
            }
        }
    }
    Ok(counts)
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
pub fn jsonl(snapshot: &Loaded, what: What, out: &mut dyn Write) -> Result<(), LoadError> {
    let opened = Opened::open(snapshot)?;
    let snapshot = opened.snapshot();
    for at in snapshot.files() {
        match what {
            What::Calls => snapshot.calls(at, out)?,
            What::Defs => at.views.defs(at.file, out)?,
            What::Inherits => snapshot.inherits(at, out)?,
            What::Imports => snapshot.imports(at, out)?,
            What::Unresolved => at.views.unresolved(at.file, out)?,
        }
    }
    Ok(())
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

    fn defs(self, file: FileId, out: &mut dyn Write) -> Result<(), LoadError> {
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
        Ok(())
    }

    fn unresolved(self, file: FileId, out: &mut dyn Write) -> Result<(), LoadError> {
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
        Ok(())
    }
}

impl Snapshot<'_> {
    fn calls(self, at: At<'_>, out: &mut dyn Write) -> Result<(), LoadError> {
        let At { views, file, .. } = at;
        let path = views.path(file)?;
        let constructions_call = support_for(views.files.language(file)).is_some_and(|support| {
            support.profile().new_calls || support.profile().call_constructs
        });
        for source in views.files.symbols(file).map(SymbolId) {
            let start_line = views.symbols.start_line(source);
            let caller_name_line =
                (views.symbols.kind(source) != SymbolKind::Module).then(|| views.name_line(source));
            let edges = self.edges(at, source)?;
            // Sites of this source at which a call runs, to see which constructions have none.
            let mut called: Vec<(u32, u32)> = Vec::new();
            for (_, edge) in &edges {
                if views.edges.kind(*edge) == EdgeKind::Calls {
                    let site = views.edges.site(*edge);
                    called.push((site.line(start_line), site.col));
                }
            }
            called.sort_unstable();
            for (target, edge) in edges {
                let kind = views.edges.kind(edge);
                if !matches!(kind, EdgeKind::Calls | EdgeKind::Constructs) {
                    continue;
                }
                let (target_views, target) = self.symbol(target)?;
                let site = views.edges.site(edge);
                let mut row = CallLine {
                    site_file: path,
                    site_line: site.line(start_line),
                    site_col: site.col,
                    caller_file: path,
                    caller_name_line,
                    callee_file: target_views.path(target_views.files.of_symbol(target))?,
                    callee_name: target_views.name(target)?,
                    callee_name_line: target_views.name_line(target),
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
        Ok(())
    }

    fn inherits(self, at: At<'_>, out: &mut dyn Write) -> Result<(), LoadError> {
        let At { views, file, .. } = at;
        for source in views.files.symbols(file).map(SymbolId) {
            for (target, edge) in self.edges(at, source)? {
                let kind = views.edges.kind(edge);
                if matches!(kind, EdgeKind::Extends | EdgeKind::Implements) {
                    let (target_views, target) = self.symbol(target)?;
                    let row = InheritLine {
                        sub_file: views.path(file)?,
                        sub_name_line: views.name_line(source),
                        super_file: target_views.path(target_views.files.of_symbol(target))?,
                        super_name_line: target_views.name_line(target),
                        kind: kind.name(),
                    };
                    line(out, &row)?;
                }
            }
        }
        Ok(())
    }

    fn imports(self, at: At<'_>, out: &mut dyn Write) -> Result<(), LoadError> {
        let At { side, views, file } = at;
        let ImportLayout {
            first,
            to,
            line: import_line,
            ..
        } = *views.imports.layout;
        let bytes = views.imports.bytes;
        let from = views.path(file)?;
        let by_folder =
            config_for(views.files.language(file)).is_some_and(|config| config.imports_folders);
        let run = first.run(bytes, file.index(), to.len(), "section `imports`")?;
        let mut targets: Vec<(&str, u32)> = Vec::new();
        for row in run {
            let target = self.imported(side, FileId(to.at_row(bytes, row)))?;
            targets.push((target, import_line.at_row(bytes, row)));
        }
        // Files are numbered by path.
        targets.sort_by_key(|(target, _)| *target);
        if by_folder {
            for (target, _) in &mut targets {
                *target = target.rsplit_once('/').map_or(".", |(folder, _)| folder);
            }
            targets.sort_unstable();
            targets.dedup_by_key(|(folder, _)| *folder);
        }
        for (target, number) in targets {
            let row = ImportLine {
                from_file: from,
                to_file: target,
                file: from,
                target_file: target,
                target_dir: by_folder.then_some(target),
                line: number,
            };
            line(out, &row)?;
        }
        Ok(())
    }
}
