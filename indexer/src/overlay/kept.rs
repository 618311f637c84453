//! What of a base stays: read from the snapshot's file, only the sections that are needed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use bombe_format::column::edges::ForwardLayout;
use bombe_format::column::files::FileLayout;
use bombe_format::column::lengths::LengthLayout;
use bombe_format::column::meta::MetaLayout;
use bombe_format::column::sites::{ExternalLayout, UnresolvedLayout};
use bombe_format::column::strings::StringLayout;
use bombe_format::column::symbols::SymbolLayout;
use bombe_format::error::Corrupt;
use bombe_format::header::{HEADER_BYTES, Header};
use bombe_format::ids::{FileId, NONE, StringId, SymbolId};
use bombe_format::section::{ENTRY_BYTES, SECTIONS_MAX, Section, Toc};
use rkyv::util::AlignedVec;

use crate::encode::{GroupLengths, Totals};
use crate::graph::Edge;
use crate::loaded::LoadError;
use crate::rank::Links;

/// A snapshot's file of which single sections are read.
struct Snapshot {
    file: File,
    toc: Toc,
}

impl Snapshot {
    fn open(path: &Path) -> Result<Self, LoadError> {
        let mut file = File::open(path)?;
        let bytes = file.metadata()?.len();
        let mut head = Vec::new();
        let mut read = |head: &mut Vec<u8>, upto: usize| {
            let more = upto.saturating_sub(head.len()) as u64;
            (&mut file).take(more).read_to_end(head)
        };
        read(&mut head, HEADER_BYTES)?;
        let count = Header::read_head(&head, bytes)?
            .section_count
            .min(SECTIONS_MAX);
        read(&mut head, HEADER_BYTES + count as usize * ENTRY_BYTES)?;
        let toc = Toc::read_head(&head, bytes)?;
        Ok(Self { file, toc })
    }

    /// The bytes of a section whose checksum fits.
    fn section(&mut self, section: Section) -> Result<AlignedVec, LoadError> {
        let damaged = |found: &str| Corrupt::new(section.name(), "the section", found);
        let entry = self.toc.entry(section).ok_or_else(|| damaged("none"))?;
        self.file.seek(SeekFrom::Start(entry.offset))?;
        let mut bytes = AlignedVec::new();
        bytes.extend_from_reader(&mut (&mut self.file).take(entry.length))?;
        if *blake3::hash(&bytes).as_bytes() != entry.hash {
            return Err(damaged("other bytes").into());
        }
        Ok(bytes)
    }
}

/// Paths of the files of the overlay at `path`.
///
/// # Errors
/// If it cannot be read or is damaged.
pub fn overlay_paths(path: &Path) -> Result<Vec<String>, LoadError> {
    let mut overlay = Snapshot::open(path)?;
    let strings = overlay.section(Section::Strings)?;
    let files = overlay.section(Section::Files)?;
    let strings_layout = StringLayout::open(&strings)?;
    let layout = FileLayout::open(&files)?;
    let paths = layout.path.iter(&files).map(|path| {
        let text = strings_layout.view(&strings).get(StringId(path))?;
        Ok(text.to_owned())
    });
    paths.collect()
}

/// A base of which some files are masked, read as far as an overlay needs it.
pub struct Kept<'m> {
    snapshot: Snapshot,
    files: AlignedVec,
    /// Files that the overlay masks, ascending.
    masked: &'m [u32],
}

impl<'m> Kept<'m> {
    /// Opens the base at `path`, which must be the one with this identity.
    ///
    /// # Errors
    /// If it cannot be read, is another one or is damaged.
    pub fn open(path: &Path, identity: [u8; 32], masked: &'m [u32]) -> Result<Self, LoadError> {
        let mut snapshot = Snapshot::open(path)?;
        if snapshot.toc.header.identity != identity {
            return Err(io::Error::other("another snapshot has taken its place").into());
        }
        let files = snapshot.section(Section::Files)?;
        Ok(Self {
            snapshot,
            files,
            masked,
        })
    }

    /// The sums of lengths over what is not masked.
    ///
    /// # Errors
    /// If the base cannot be read or is damaged.
    pub fn lengths(&mut self) -> Result<GroupLengths, LoadError> {
        let lengths = self.snapshot.section(Section::Lengths)?;
        let layout = LengthLayout::open(&lengths)?;
        let damaged = || Corrupt::new("section `lengths`", "sums over all symbols", "others");
        let mut sums = GroupLengths::from_columns(
            layout.group_symbols.iter(&lengths).collect(),
            layout.group_lengths.iter(&lengths).collect(),
        )
        .ok_or_else(damaged)?;
        if self.masked.is_empty() {
            return Ok(sums);
        }
        let symbols = self.snapshot.section(Section::Symbols)?;
        let (file_layout, symbol_layout) = (
            FileLayout::open(&self.files)?,
            SymbolLayout::open(&symbols)?,
        );
        let (files, symbols) = (file_layout.view(&self.files), symbol_layout.view(&symbols));
        let lengths = layout.view(&lengths);
        for file in self.masked {
            let path = u32::from(file_layout.path_length.at_row(files.bytes, *file as usize));
            for symbol in files.symbols(FileId(*file)).map(SymbolId) {
                let kind = symbol_layout.kind.at_row(symbols.bytes, symbol.index());
                let [name, class, doc, signature, body] = lengths.of(symbol);
                // In the order of `Field`.
                let counts = [name, class, path, doc, signature, body];
                sums.take(kind, symbols.flags(symbol), &counts)
                    .ok_or_else(damaged)?;
            }
        }
        Ok(sums)
    }

    /// Numbers over the files that are not masked.
    ///
    /// # Errors
    /// If the base cannot be read or is damaged.
    pub fn totals(&mut self) -> Result<Totals, LoadError> {
        let meta = self.snapshot.section(Section::Meta)?;
        let mut totals = Totals::stated(MetaLayout::open(&meta)?.view(&meta));
        let unresolved = self.snapshot.section(Section::Unresolved)?;
        let unresolved_layout = UnresolvedLayout::open(&unresolved)?;
        let external = self.snapshot.section(Section::ExternalCalls)?;
        let external_layout = ExternalLayout::open(&external)?;
        let forward = self.snapshot.section(Section::EdgesForward)?;
        let forward_layout = ForwardLayout::open(&forward)?;
        let layout = FileLayout::open(&self.files)?;
        let files = layout.view(&self.files);
        let mut masked = Totals::default();
        for file in self.masked {
            let id = FileId(*file);
            let at = *file as usize;
            let symbols = files.symbols(id);
            let sites = unresolved_layout.view(&unresolved);
            let unresolved = sites.of_file(at, symbols.start)?.count();
            let sites = external_layout.view(&external);
            let external = sites.of_file(at, symbols.start)?.count();
            let first = |symbol: u32| forward_layout.first.at_row(&forward, symbol as usize);
            masked.files += 1;
            masked.symbols += u64::from(symbols.end - symbols.start);
            masked.edges += u64::from(first(symbols.end).saturating_sub(first(symbols.start)));
            let language = layout.language.at_row(files.bytes, at);
            let row = masked.languages.entry(language).or_default();
            row.files += 1;
            row.symbols += symbols.end - symbols.start;
            row.syntax_errors += layout.syntax_errors.at_row(files.bytes, at);
            row.unresolved += unresolved as u32;
            row.external += external as u32;
            row.lines += u64::from(layout.lines.at_row(files.bytes, at));
            row.bytes += u64::from(layout.size.at_row(files.bytes, at));
        }
        totals
            .take(&masked)
            .ok_or_else(|| Corrupt::new("section `meta`", "sums over all files", "others"))?;
        Ok(totals)
    }

    /// Along what rank flows in the whole: the edges of what is not masked, and `edges`, those of the overlay by source,
    /// with ids of the whole. `of_base` gives the id in the whole of each symbol of the base, of which there are `symbols`.
    ///
    /// # Errors
    /// If the base cannot be read or is damaged.
    pub fn links(
        &mut self,
        of_base: &[u32],
        edges: &[Edge],
        symbols: usize,
    ) -> Result<Links, LoadError> {
        let forward = self.snapshot.section(Section::EdgesForward)?;
        let forward_layout = ForwardLayout::open(&forward)?;
        let forward = forward_layout.view(&forward);
        let layout = FileLayout::open(&self.files)?;
        let files = layout.view(&self.files);
        let mut base_of = vec![NONE; symbols];
        let mut masked = self.masked.iter().peekable();
        for file in 0..files.count() as u32 {
            if masked.next_if(|masked| **masked == file).is_some() {
                continue;
            }
            for symbol in files.symbols(FileId(file)) {
                let whole = of_base.get(symbol as usize).copied().unwrap_or(NONE);
                if let Some(at) = base_of.get_mut(whole as usize) {
                    *at = symbol;
                }
            }
        }
        let mut links = Links::default();
        let mut edges = edges.iter().peekable();
        for (whole, base) in base_of.into_iter().enumerate() {
            if base == NONE {
                let own = std::iter::from_fn(|| edges.next_if(|edge| edge.source.index() == whole));
                links.push(own.map(|edge| (edge.target.0, edge.kind, edge.confidence)));
                continue;
            }
            let run = forward.run(SymbolId(base))?;
            links.push(run.map(|edge| {
                let target = of_base.get(forward.target(edge).index());
                let confidence = forward.site(edge).confidence;
                // What has gone is led to by nothing that is kept.
                (
                    target.copied().unwrap_or(NONE),
                    forward.kind(edge),
                    confidence,
                )
            }));
        }
        let whole = links.targets().all(|target| (target as usize) < symbols);
        if !whole {
            return Err(
                Corrupt::new("section `edges_forward`", "targets that are kept", "others").into(),
            );
        }
        Ok(links)
    }
}
