//! Checks of a segment: quick on opening, deep for `verify`.
//!
//! | check | proves | costs |
//! |---|---|---|
//! | [`quick`] | header and section table are as written; every section lies inside the file | microseconds |
//! | first use of a section | the section is as written; its columns have matching numbers of rows | 1 ms per 1.5 MB |
//! | [`deep`] | the same for every section; every id, position and text is in range; every frame decompresses | about 5 ms per MB |

use crate::column::edges::{BackwardLayout, ForwardLayout};
use crate::column::files::FileLayout;
use crate::column::lengths::LengthLayout;
use crate::column::meta::MetaLayout;
use crate::column::names::{GroupLayout, NameLayout};
use crate::column::overlay::{MaskLayout, RedirectLayout};
use crate::column::postings::{ListHead, PostingLayout};
use crate::column::rows::{EntryLayout, ExternalImportLayout, ImportLayout, SkippedLayout};
use crate::column::sets::{Set, SetLayout, Tier};
use crate::column::sites::{ExternalLayout, UnresolvedLayout};
use crate::column::sources::{DictionaryLayout, FrameByteLayout, FrameLayout};
use crate::column::strings::{StringLayout, StringView};
use crate::column::symbols::{RankLayout, SymbolLayout};
use crate::column::texts::FileTexts;
use crate::column::{Col, Int};
use crate::error::{Corrupt, FormatError};
use crate::frame::FrameReader;
use crate::header::SegmentKind;
use crate::ids::{FileId, StringId};
use crate::key_index::{AllKeys, KeyIndex};
use crate::kind::EdgeKind;
use crate::section::{Section, Toc};

/// Checks the header and the section table.
///
/// # Errors
/// Fails with any [`FormatError`].
pub fn quick(bytes: &[u8]) -> Result<Toc, FormatError> {
    Toc::read(bytes)
}

/// Checks everything that a reader relies on in the sections that this version knows, and the checksums of the others.
///
/// # Errors
/// Returns the first damage found.
pub fn deep(bytes: &[u8]) -> Result<(), FormatError> {
    let toc = quick(bytes)?;
    padding(bytes, &toc)?;
    for entry in toc
        .entries
        .iter()
        .filter(|entry| Section::from_number(entry.number).is_none())
    {
        let body = bytes
            .get(entry.offset as usize..(entry.offset + entry.length) as usize)
            .unwrap_or(&[]);
        if *blake3::hash(body).as_bytes() != entry.hash {
            return Err(Corrupt::new(
                format!("section {}", entry.number),
                "bytes that match their checksum",
                "other bytes",
            )
            .into());
        }
    }
    Deep { bytes, toc: &toc }.run()?;
    Ok(())
}

/// Checks that the padding between sections is zero.
fn padding(bytes: &[u8], toc: &Toc) -> Result<(), Corrupt> {
    let mut end =
        (crate::header::HEADER_BYTES + toc.entries.len() * crate::section::ENTRY_BYTES) as u64;
    for entry in &toc.entries {
        let gap = bytes
            .get(end as usize..entry.offset as usize)
            .unwrap_or(&[]);
        if gap.iter().any(|byte| *byte != 0) {
            return Err(Corrupt::new(
                format!("padding before section {}", entry.number),
                "zeros",
                "other bytes",
            ));
        }
        end = entry.offset + entry.length;
    }
    Ok(())
}

/// Numbers of symbols and files of the base that an overlay refers to.
#[derive(Default)]
struct Outside {
    symbols: usize,
    files: usize,
}

struct Deep<'b> {
    bytes: &'b [u8],
    toc: &'b Toc,
}

impl Deep<'_> {
    fn section(&self, section: Section) -> Result<&[u8], Corrupt> {
        self.toc.verified(self.bytes, section)
    }

    fn run(&self) -> Result<(), Corrupt> {
        let meta = self.section(Section::Meta)?;
        MetaLayout::open(meta)?.view(meta).texts()?;
        let string_bytes = self.section(Section::Strings)?;
        let string_layout = StringLayout::open(string_bytes)?;
        let strings = string_layout.view(string_bytes);
        let file_bytes = self.section(Section::Files)?;
        let files = FileLayout::open(file_bytes)?;
        let file_count = files.path.len();
        texts("files.path", files.path, file_bytes, strings)?;
        let mut last = None;
        for path in files.path.iter(file_bytes) {
            let path = strings.get(StringId(path))?;
            if last.is_some_and(|last| last >= path) {
                return Err(Corrupt::new(
                    "section `files`",
                    "paths in ascending order",
                    path,
                ));
            }
            last = Some(path);
        }
        let outside = self.outside()?;
        let symbol_count = self.symbols(&files, file_bytes, strings, outside.symbols)?;
        self.names(symbol_count, file_count)?;
        self.edges(symbol_count, outside.symbols)?;
        self.sets(symbol_count)?;
        self.terms(symbol_count, file_count)?;
        self.frames(&files, file_bytes, symbol_count)?;
        self.sites(&files, file_bytes, symbol_count, strings)?;
        self.rows(file_count, outside.files, symbol_count, strings)
    }

    /// Returns the numbers of outside symbols and files; 0 for a base.
    fn outside(&self) -> Result<Outside, Corrupt> {
        if self.toc.header.kind == SegmentKind::Base {
            return Ok(Outside::default());
        }
        let mask = self.section(Section::OverlayMask)?;
        MaskLayout::open(mask)?;
        let redirects = self.section(Section::OverlayRedirects)?;
        let layout = RedirectLayout::open(redirects)?;
        Ok(Outside {
            symbols: layout.symbol.len(),
            files: layout.file.len(),
        })
    }

    fn symbols(
        &self,
        files: &FileLayout,
        file_bytes: &[u8],
        strings: StringView,
        outside: usize,
    ) -> Result<usize, Corrupt> {
        let bytes = self.section(Section::Symbols)?;
        let layout = SymbolLayout::open(bytes)?;
        let count = layout.kind.len();
        let names = self.section(Section::Names)?;
        let name_count = NameLayout::open(names)?.view(names).count();
        starts("files.first_symbol", files.first_symbol, file_bytes, count)?;
        below("symbols.name", layout.name, bytes, name_count)?;
        for (id, back) in layout.parent_back.iter(bytes).enumerate() {
            let parent = (id as u32).wrapping_sub(back);
            if parent as usize >= count + outside {
                return Err(Corrupt::out_of_range(
                    "symbols.parent_back",
                    u64::from(parent),
                    (count + outside) as u64,
                ));
            }
        }
        for (name, column) in [
            ("symbols.qualifier", layout.qualifier),
            ("symbols.type_text", layout.type_text),
            ("symbols.params", layout.params),
            ("symbols.decorators", layout.decorators),
        ] {
            texts(name, column, bytes, strings)?;
        }
        below("symbols.adopted", layout.adopted, bytes, count)?;
        ascending(
            "symbols.adopted_parent",
            layout.adopted_parent,
            bytes,
            count + outside,
        )?;
        let ranks = self.section(Section::Ranks)?;
        let ranks = RankLayout::open(ranks)?.rank.len();
        // An overlay has no ranks, or those of the merged view, whose number of symbols the overlay does not know.
        if self.toc.header.kind == SegmentKind::Base {
            same("ranks", ranks, count)?;
        }
        let lengths = self.section(Section::Lengths)?;
        same("lengths", LengthLayout::open(lengths)?.name.len(), count)?;
        Ok(count)
    }

    fn names(&self, symbols: usize, files: usize) -> Result<(), Corrupt> {
        let bytes = self.section(Section::Names)?;
        let layout = NameLayout::open(bytes)?;
        let view = layout.view(bytes);
        same("names.symbol", layout.symbol.len(), symbols)?;
        starts("names.start", layout.start, bytes, layout.blob.len())?;
        starts("names.first", layout.first, bytes, symbols)?;
        below("names.symbol", layout.symbol, bytes, symbols)?;
        for row in 0..view.count() {
            view.name(row as u32)?;
        }
        let groups = self.section(Section::QualifiedGroups)?;
        let group_layout = GroupLayout::open(groups)?;
        starts(
            "qualified_groups.first",
            group_layout.first,
            groups,
            group_layout.symbol.len(),
        )?;
        below(
            "qualified_groups.symbol",
            group_layout.symbol,
            groups,
            symbols,
        )?;
        let group_count = group_layout.first.len().saturating_sub(1) as u64;
        self.keys(Section::NameKeys, |value| value < view.count() as u64)?;
        self.keys(Section::QualifiedKeys, |value| {
            value / 2
                < if value & 1 == 0 {
                    symbols as u64
                } else {
                    group_count
                }
        })?;
        self.keys(Section::PathKeys, |value| value < files as u64)
    }

    /// Walks all keys of an index and checks their values and their number.
    fn keys(&self, section: Section, mut fits: impl FnMut(u64) -> bool) -> Result<(), Corrupt> {
        let index = KeyIndex::new(self.section(section)?, section.name());
        let mut wrong = None;
        let mut count = 0usize;
        index.walk(b"", &AllKeys, |_, value, ()| {
            count += 1;
            if fits(value) {
                return true;
            }
            wrong = Some(value);
            false
        })?;
        if let Some(value) = wrong {
            return Err(Corrupt::new(
                format!("section `{}`", section.name()),
                "values in range",
                value.to_string(),
            ));
        }
        same(section.name(), count, index.len()?)
    }

    fn edges(&self, symbols: usize, outside: usize) -> Result<(), Corrupt> {
        let bytes = self.section(Section::EdgesForward)?;
        let forward = ForwardLayout::open(bytes)?;
        let count = forward.target.len();
        starts("edges_forward.first", forward.first, bytes, count)?;
        let ends = symbols + outside;
        below("edges_forward.target", forward.target, bytes, ends)?;
        same(
            "edges_forward.first",
            forward.first.len().saturating_sub(1),
            symbols,
        )?;
        let back_bytes = self.section(Section::EdgesBackward)?;
        let backward = BackwardLayout::open(back_bytes)?;
        starts("edges_backward.first", backward.first, back_bytes, count)?;
        same(
            "edges_backward.first",
            backward.first.len().saturating_sub(1),
            ends,
        )?;
        same("edges_backward.source", backward.source.len(), count)?;
        below(
            "edges_backward.source",
            backward.source,
            back_bytes,
            symbols,
        )?;
        // The backward edges must be the transposed forward edges: their number is the same, and each is found under its
        // source.
        let view = forward.view(bytes);
        let back = backward.view(back_bytes);
        for target in 0..ends {
            let target = crate::ids::SymbolId::new(target);
            let mut last = None;
            let mut repeat = 0;
            for (source, kind) in back.ends(back.run(target)?) {
                repeat = if last == Some((source, kind)) {
                    repeat + 1
                } else {
                    0
                };
                if last.is_some_and(|last: (_, EdgeKind)| last > (source, kind)) {
                    return Err(Corrupt::new(
                        "section `edges_backward`",
                        "edges in order",
                        format!("symbol {}", target.0),
                    ));
                }
                last = Some((source, kind));
                let edge = view.find(source, target, kind)? + repeat;
                if !view.run(source)?.contains(&edge)
                    || view.target(edge) != target
                    || view.kind(edge) != kind
                {
                    return Err(Corrupt::new(
                        "section `edges_backward`",
                        "the edges of `edges_forward`",
                        format!("another into symbol {}", target.0),
                    ));
                }
            }
        }
        Ok(())
    }

    fn sets(&self, symbols: usize) -> Result<(), Corrupt> {
        let bytes = self.section(Section::Sets)?;
        let layout = SetLayout::open(bytes)?;
        let view = layout.view(bytes);
        let forward = self.section(Section::EdgesForward)?;
        let edges = ForwardLayout::open(forward)?.target.len();
        starts("sets.start", layout.start, bytes, layout.blob.len())?;
        ascending("sets.key", layout.key, bytes, usize::from(u16::MAX) + 1)?;
        let first_of_edges = Set::EdgeKind(EdgeKind::Contains).key();
        let last_of_edges = Set::Tier(Tier::Weak).key();
        for key in layout.key.iter(bytes) {
            let set = view.get(key)?;
            same("sets.members", set.len() as usize, view.len(key) as usize)?;
            let bound = if (first_of_edges..=last_of_edges).contains(&key) {
                edges
            } else {
                symbols
            };
            if let Some(max) = set.max().filter(|max| *max as usize >= bound) {
                return Err(Corrupt::out_of_range(
                    "section `sets`",
                    u64::from(max),
                    bound as u64,
                ));
            }
        }
        Ok(())
    }

    fn terms(&self, symbols: usize, files: usize) -> Result<(), Corrupt> {
        let bytes = self.section(Section::Postings)?;
        let layout = PostingLayout::open(bytes)?;
        let blob = layout.blob.slice(bytes);
        let mut result = Ok(());
        let index = KeyIndex::new(self.section(Section::TermKeys)?, Section::TermKeys.name());
        let mut count = 0;
        index.walk(b"", &AllKeys, |_, position, ()| {
            count += 1;
            result = list(blob, position, symbols, files);
            result.is_ok()
        })?;
        result?;
        same(Section::TermKeys.name(), count, index.len()?)
    }

    fn frames(&self, files: &FileLayout, file_bytes: &[u8], symbols: usize) -> Result<(), Corrupt> {
        let file_count = files.path.len();
        let mut dictionary: &[u8] = &[];
        if self.toc.entry(Section::Dictionary).is_some() {
            let bytes = self.section(Section::Dictionary)?;
            dictionary = DictionaryLayout::open(bytes)?.bytes.slice(bytes);
        }
        let mut reader = FrameReader::new(dictionary)?;
        let view = files.view(file_bytes);
        let bytes = self.section(Section::Frames)?;
        let layout = FrameLayout::open(bytes)?;
        let blob_bytes = self.section(Section::FrameBytes)?;
        let blob_layout = FrameByteLayout::open(blob_bytes)?;
        let frames = layout.view(bytes);
        same("frames.text_bytes", layout.text_bytes.len(), file_count)?;
        starts(
            "frames.first_frame",
            layout.first_frame,
            bytes,
            layout.raw_bytes.len(),
        )?;
        starts("frames.start", layout.start, bytes, blob_layout.blob.len())?;
        for file in 0..file_count {
            let run = frames.frames_of(file)?;
            let mut source = Vec::new();
            for frame in run {
                let frame = frames.frame(frame, blob_layout.view(blob_bytes))?;
                source.extend_from_slice(&reader.decompress(
                    frame.compressed,
                    frame.raw_bytes,
                    "section `frame_bytes`",
                )?);
            }
            let Some(source_bytes) = source.len().checked_sub(frames.text_bytes(file)) else {
                return Err(Corrupt::new(
                    "frames.text_bytes",
                    format!("at most {}", source.len()),
                    frames.text_bytes(file).to_string(),
                ));
            };
            let texts = source.split_off(source_bytes);
            if std::str::from_utf8(&source).is_err() {
                return Err(Corrupt::new(
                    "section `frame_bytes`",
                    "UTF-8",
                    "other bytes",
                ));
            }
            FileTexts::parse(texts, view.symbols(FileId::new(file)).len().min(symbols))?;
        }
        Ok(())
    }

    fn sites(
        &self,
        files: &FileLayout,
        file_bytes: &[u8],
        symbols: usize,
        strings: StringView,
    ) -> Result<(), Corrupt> {
        let file_view = files.view(file_bytes);
        let bytes = self.section(Section::Unresolved)?;
        let layout = UnresolvedLayout::open(bytes)?;
        let view = layout.view(bytes);
        texts("unresolved.name", layout.name, bytes, strings)?;
        let mut total = 0;
        for file in 0..file_view.count() {
            for site in view.of_file(file, file_view.symbols(FileId::new(file)).start)? {
                let site = site?;
                total += 1;
                site_fits("unresolved", site.symbol, site.name, symbols, view.names())?;
            }
        }
        same("unresolved.total", total, view.total() as usize)?;
        for row in 0..view.names() {
            let files = view.files(row as u32)?;
            below_all("unresolved.files", &files, file_view.count())?;
        }
        let bytes = self.section(Section::ExternalCalls)?;
        let layout = ExternalLayout::open(bytes)?;
        let view = layout.view(bytes);
        texts("external_calls.name", layout.name, bytes, strings)?;
        let mut total = 0;
        for file in 0..file_view.count() {
            for site in view.of_file(file, file_view.symbols(FileId::new(file)).start)? {
                let site = site?;
                total += 1;
                site_fits(
                    "external_calls",
                    site.symbol,
                    site.name,
                    symbols,
                    view.names(),
                )?;
            }
        }
        same("external_calls.total", total, view.total() as usize)?;
        for row in 0..view.names() {
            let files = view.files(row as u32)?;
            below_all("external_calls.files", &files, file_view.count())?;
        }
        Ok(())
    }

    fn rows(
        &self,
        files: usize,
        outside: usize,
        symbols: usize,
        strings: StringView,
    ) -> Result<(), Corrupt> {
        let bytes = self.section(Section::ExternalImports)?;
        let layout = ExternalImportLayout::open(bytes)?;
        starts(
            "external_imports.first",
            layout.first,
            bytes,
            layout.file.len(),
        )?;
        texts("external_imports.module", layout.module, bytes, strings)?;
        texts("external_imports.symbol", layout.symbol, bytes, strings)?;
        below("external_imports.file", layout.file, bytes, files)?;
        below(
            "external_imports.by_file",
            layout.by_file,
            bytes,
            layout.file.len(),
        )?;
        let bytes = self.section(Section::Imports)?;
        let layout = ImportLayout::open(bytes)?;
        let ends = files + outside;
        same("imports.first", layout.first.len().saturating_sub(1), ends)?;
        starts("imports.first", layout.first, bytes, layout.to.len())?;
        starts(
            "imports.target_first",
            layout.target_first,
            bytes,
            layout.to.len(),
        )?;
        below("imports.to", layout.to, bytes, ends)?;
        below(
            "imports.by_target",
            layout.by_target,
            bytes,
            layout.to.len(),
        )?;
        let bytes = self.section(Section::EntryPoints)?;
        let layout = EntryLayout::open(bytes)?;
        below("entry_points.symbol", layout.symbol, bytes, symbols)?;
        for (name, column) in [
            ("entry_points.verb", layout.verb),
            ("entry_points.route", layout.route),
            ("entry_points.framework", layout.framework),
        ] {
            texts(name, column, bytes, strings)?;
        }
        if self.toc.entry(Section::Skipped).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::Skipped)?;
        let layout = SkippedLayout::open(bytes)?;
        texts("skipped.path", layout.path, bytes, strings)
    }
}

fn same(place: &str, found: usize, expected: usize) -> Result<(), Corrupt> {
    if found == expected {
        Ok(())
    } else {
        Err(Corrupt::new(place, expected.to_string(), found.to_string()))
    }
}

fn below(place: &str, column: Col<u32>, bytes: &[u8], bound: usize) -> Result<(), Corrupt> {
    match column.iter(bytes).find(|value| *value as usize >= bound) {
        Some(value) => Err(Corrupt::out_of_range(place, u64::from(value), bound as u64)),
        None => Ok(()),
    }
}

fn below_all(place: &str, values: &[u32], bound: usize) -> Result<(), Corrupt> {
    match values.iter().find(|value| **value as usize >= bound) {
        Some(value) => Err(Corrupt::out_of_range(
            place,
            u64::from(*value),
            bound as u64,
        )),
        None => Ok(()),
    }
}

/// Checks that a column of starts begins with 0, never decreases, and ends with the number of elements.
fn starts(place: &str, column: Col<u32>, bytes: &[u8], count: usize) -> Result<(), Corrupt> {
    let ends = (
        column.get(bytes, 0),
        column.get(bytes, column.len().saturating_sub(1)),
    );
    if ends != (Some(0), Some(count as u32)) || !column.iter(bytes).is_sorted() {
        return Err(Corrupt::new(
            place,
            format!("ascending starts from 0 to {count}"),
            format!("{ends:?}"),
        ));
    }
    Ok(())
}

fn ascending<T: Int>(
    place: &str,
    column: Col<T>,
    bytes: &[u8],
    bound: usize,
) -> Result<(), Corrupt> {
    if !column.iter(bytes).is_sorted()
        || column
            .iter(bytes)
            .any(|value| value.widen() >= bound as u64)
    {
        return Err(Corrupt::new(
            place,
            format!("ascending values below {bound}"),
            "others",
        ));
    }
    Ok(())
}

fn texts(place: &str, column: Col<u32>, bytes: &[u8], strings: StringView) -> Result<(), Corrupt> {
    for value in column.iter(bytes) {
        strings
            .get(StringId(value))
            .map_err(|error| Corrupt::new(place, error.expected(), error.found()))?;
    }
    Ok(())
}

fn site_fits(
    place: &str,
    symbol: u32,
    name: u32,
    symbols: usize,
    names: usize,
) -> Result<(), Corrupt> {
    if symbol as usize >= symbols {
        return Err(Corrupt::out_of_range(
            place,
            u64::from(symbol),
            symbols as u64,
        ));
    }
    if name as usize >= names {
        return Err(Corrupt::out_of_range(place, u64::from(name), names as u64));
    }
    Ok(())
}

fn list(blob: &[u8], position: u64, symbols: usize, files: usize) -> Result<(), Corrupt> {
    let head = ListHead::read(blob, position)?;
    for (file, _) in head.paths(blob)? {
        if file as usize >= files {
            return Err(Corrupt::out_of_range(
                "section `postings`",
                u64::from(file),
                files as u64,
            ));
        }
    }
    for entry in head.symbols(blob)? {
        let (symbol, _) = entry?;
        if symbol as usize >= symbols {
            return Err(Corrupt::out_of_range(
                "section `postings`",
                u64::from(symbol),
                symbols as u64,
            ));
        }
    }
    Ok(())
}
