//! Encodes a resolved graph as the bytes of a snapshot.
//!
//! The same graph, sources and options give the same bytes, whatever the number of threads: the sizes of files determine the
//! chunks, which are encoded in parallel and joined in file order.

mod comments;
mod edges;
mod external_symbols;
mod frames;
mod groups;
mod names;
mod packages;
mod sets;
mod signatures;
mod sites;
mod statements;
mod strings;
mod symbols;
mod terms;
mod trigrams;

use bombe_format::column::meta::MetaColumns;
use bombe_format::column::overlay::{MaskColumns, RedirectColumns};
use bombe_format::column::sources::DictionaryColumns;
use bombe_format::column::strings::StringColumns;
use bombe_format::column::symbols::RankColumns;
use bombe_format::column::trigrams::SOURCE_BYTES_MIN;
use bombe_format::frame::{FrameWriter, prepare};
use bombe_format::header::SegmentKind;
use bombe_format::ids::FileId;
use bombe_format::kind::{Language, Support};
use bombe_format::section::Section;
use bombe_format::segment_writer::{SectionTooLarge, write_segment};
use bombe_packages::PackageRow;
use rayon::prelude::*;

pub use groups::GroupLengths;
pub(crate) use symbols::Ordinals;

use self::strings::StringTable;
use crate::history::History;
use crate::totals::Totals;
use bombe_resolve::graph::{Graph, SkippedRow};

/// What a snapshot states about a repository as a whole.
#[derive(Clone, Debug, Default)]
pub struct Meta {
    /// Name of the repository: that of the settings, else `owner/name` of its remote; may be empty.
    pub name: String,
    /// The remote's address, or empty.
    pub remote: String,
    /// The commit that was indexed, or empty.
    pub commit: String,
    /// The commit's time in seconds since 1970, or 0.
    pub commit_time: i64,
    /// The branch, or empty.
    pub branch: String,
    /// The indexed folder relative to the top of the repository's work tree, `/`-separated; empty for the whole.
    pub root: String,
    /// The version of the program.
    pub tool_version: String,
    /// How complete the index is for each language; `Full` for those that are not listed.
    pub support: Vec<(Language, Support)>,
    /// The packages that the repository provides and depends on, in order.
    pub packages: Vec<PackageRow>,
    /// The history of the commit.
    pub history: History,
}

/// How a snapshot is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Include the sources.
    pub sources: bool,
    /// Include the history, if the settings do not say otherwise.
    pub history: bool,
    /// zstd level of sources and texts, 1 to 19. By default it depends on the size of the sources.
    pub level: Option<i32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            sources: true,
            history: true,
            level: None,
        }
    }
}

/// A snapshot that cannot be encoded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// A part is larger than the format allows.
    #[error(transparent)]
    TooLarge(#[from] SectionTooLarge),
    /// Compression failed.
    #[error("cannot compress: {0}")]
    Compress(#[from] std::io::Error),
    /// The encoded snapshot does not read back. This is a fault of the program.
    #[error("the snapshot does not read back: {0}")]
    Check(#[from] bombe_format::error::FormatError),
}

/// Smallest chunk, in bytes of source.
const CHUNK_BYTES_MIN: u64 = 1 << 20;

/// What is encoded from the texts of some files.
struct EncodedChunk {
    terms: terms::Chunk,
    frames: frames::Frames,
    trigrams: Vec<trigrams::Block>,
}

/// What is encoded from the texts of the files.
struct Counted {
    sections_of_text: Vec<(Section, Vec<u8>)>,
    stats: terms::TermStats,
}

/// Encodes a graph as a base. `source` returns the text of a file as it was parsed (without a byte order mark), or none if
/// it is no longer available; it is called from several threads, at most three times per file. `ranks` has one row per
/// symbol, as from [`page_rank`](crate::rank::page_rank).
///
/// # Errors
/// If a section is larger than the format allows, or if the result does not read back.
pub fn encode(
    graph: &Graph,
    ranks: &[u32],
    meta: &Meta,
    options: Options,
    source: &(dyn Fn(FileId) -> Option<String> + Sync),
) -> Result<Vec<u8>, EncodeError> {
    let parts = Parts {
        own: graph,
        totals: &Totals::of(graph),
        skipped: Some(&graph.skipped),
        has_history: true,
        stubs: Stubs::default(),
        kept: None,
        ranks: &self::ranks(ranks.to_vec()),
        meta,
        options,
        kind: SegmentKind::Base,
    };
    segment(parts.sections(source)?, &parts)
}

/// The contents of an overlay.
#[derive(Clone, Copy, Debug)]
pub struct OverlayInput<'o> {
    /// Its files. Symbols and files that only the base has follow its own, in the order of `redirects`.
    pub graph: &'o Graph,
    /// Which base it lies over, where its files stand among those of the base, and which of these it masks.
    pub mask: &'o MaskColumns,
    /// What takes the place of masked symbols, and which symbols and files of the base it refers to.
    pub redirects: &'o RedirectColumns,
    /// Totals of the merged view.
    pub totals: &'o Totals,
    /// Everything that the merged view skips, by path; none if the base skips the same.
    pub skipped: Option<&'o [SkippedRow]>,
    /// The merged view has another history than the base.
    pub has_history: bool,
    /// The ranks of all symbols of the merged view, as a section (see [`ranks`]); without rows if they are those of the
    /// base.
    pub ranks: &'o [u8],
    /// Sums of lengths over the symbols that only the base holds.
    pub kept_lengths: &'o GroupLengths,
}

/// Encodes an overlay. `source` returns the text of a file of the overlay, as for [`encode`].
///
/// # Errors
/// If a section is larger than the format allows, or if the result does not read back.
pub fn encode_overlay(
    overlay: &OverlayInput<'_>,
    meta: &Meta,
    options: Options,
    source: &(dyn Fn(FileId) -> Option<String> + Sync),
) -> Result<Vec<u8>, EncodeError> {
    let redirects = overlay.redirects;
    let parts = Parts {
        own: overlay.graph,
        totals: overlay.totals,
        skipped: overlay.skipped,
        has_history: overlay.has_history,
        stubs: Stubs {
            symbols: redirects.symbol.len(),
            files: redirects.file.len(),
        },
        kept: Some(overlay.kept_lengths),
        ranks: overlay.ranks,
        meta,
        options,
        kind: SegmentKind::Overlay,
    };
    let mut all = parts.sections(source)?;
    all.push(overlay.mask.clone().into_section());
    all.push(redirects.clone().into_section());
    segment(all, &parts)
}

/// Returns the section of ranks, one row per symbol.
pub fn ranks(rank: Vec<u32>) -> Vec<u8> {
    RankColumns { rank }.into_section().1
}

/// What a segment is encoded from.
struct Parts<'g> {
    /// The files that the segment holds.
    own: &'g Graph,
    /// Numbers over all files of the repository.
    totals: &'g Totals,
    /// Skipped files; none if the base skips the same.
    skipped: Option<&'g [SkippedRow]>,
    /// Include the history.
    has_history: bool,
    stubs: Stubs,
    /// Sums of lengths over the symbols that are not in `own`.
    kept: Option<&'g GroupLengths>,
    /// The section of ranks.
    ranks: &'g [u8],
    meta: &'g Meta,
    options: Options,
    kind: SegmentKind,
}

/// Numbers of symbols and files of the base that an overlay refers to. Their ids follow those of its own.
#[derive(Clone, Copy, Debug, Default)]
struct Stubs {
    symbols: usize,
    files: usize,
}

fn segment(sections: Vec<(Section, Vec<u8>)>, parts: &Parts<'_>) -> Result<Vec<u8>, EncodeError> {
    let bytes = write_segment(parts.kind, &parts.meta.tool_version, &sections)?;
    drop(sections);
    bombe_format::check::quick(&bytes)?;
    Ok(bytes)
}

impl Parts<'_> {
    /// Returns the sections that bases and overlays have in common.
    fn sections(
        &self,
        source: &(dyn Fn(FileId) -> Option<String> + Sync),
    ) -> Result<Vec<(Section, Vec<u8>)>, EncodeError> {
        let graph = self.own;
        let ((counted, names), (qualified, sections)) = rayon::join(
            || rayon::join(|| self.count(source), || names::Names::of(graph)),
            || rayon::join(|| names::qualified(graph), || self.graph_sections()),
        );
        let Counted {
            mut sections_of_text,
            stats,
        } = counted?;
        let (qualified_keys, qualified_groups) = qualified;
        let mut all = sections;
        all.append(&mut sections_of_text);
        let mut strings = StringTable::new();
        all.push(symbols::files(graph, &mut strings, &stats).into_section());
        all.push(terms::lengths(graph, &stats, self.kept).into_section());
        all.push(terms::document_lengths(&stats).into_section());
        drop(stats);
        all.push(symbols::symbols(graph, &names, &mut strings).into_section());
        all.push(names.columns.into_section());
        all.push((Section::NameKeys, names.keys));
        all.push((Section::QualifiedKeys, qualified_keys));
        all.push(qualified_groups.into_section());
        all.push((Section::PathKeys, names::paths(graph)));
        all.push((Section::Ranks, self.ranks.to_vec()));
        all.push(sites::unresolved(graph, &mut strings).into_section());
        all.push(sites::external(graph, &mut strings).into_section());
        all.push(external_symbols::external_symbols(graph, &mut strings).into_section());
        all.push(packages::packages(&self.meta.packages, &mut strings).into_section());
        all.push(sites::external_imports(graph, &mut strings).into_section());
        let is_base = self.kind == SegmentKind::Base;
        all.push(signatures::signatures(graph, &mut strings, is_base).into_section());
        all.push(statements::statements(graph, &mut strings).into_section());
        all.push(symbols::syntax_errors(graph).into_section());
        all.push(sites::entry_points(graph, &mut strings).into_section());
        if let Some(rows) = self.skipped {
            all.push(sites::skipped(rows, &mut strings).into_section());
        }
        if self.has_history {
            all.extend_from_slice(&self.meta.history.sections);
        }
        all.push(meta_columns(self.totals, self.meta, self.options).into_section());
        all.push(
            StringColumns {
                bytes: strings.finish(),
            }
            .into_section(),
        );
        Ok(all)
    }

    /// Returns the sections that need the graph alone.
    fn graph_sections(&self) -> Vec<(Section, Vec<u8>)> {
        let evidence = edges::Evidence::of(self.own);
        let (backward, of_backward) = edges::backward(self.own, self.stubs.symbols, &evidence);
        vec![
            edges::forward(self.own, &evidence).into_section(),
            backward.into_section(),
            of_backward.into_section(),
            sets::sets(self.own).into_section(),
            sites::imports(self.own, self.stubs.files).into_section(),
        ]
    }

    /// Returns the level of compression and, for a base, a dictionary. An overlay is written at each save and lives briefly, so
    /// it gets the fast level and no dictionary, whose training takes as long as compressing twenty times as much.
    fn compression(
        &self,
        source: &(dyn Fn(FileId) -> Option<String> + Sync),
    ) -> (i32, Option<Vec<u8>>) {
        if self.kind == SegmentKind::Overlay {
            return (self.options.level.unwrap_or(frames::FAST), None);
        }
        let sizes: Vec<u64> = self.own.files.iter().map(|file| file.size).collect();
        let total = sizes.iter().sum();
        let samples = frames::sample_files(&sizes);
        let dictionary = frames::dictionary(
            samples
                .into_iter()
                .filter_map(|file| source(FileId::new(file))),
            frames::dictionary_bytes(total),
        );
        let level = self.options.level.unwrap_or_else(|| frames::level(total));
        (level, dictionary)
    }

    fn count(
        &self,
        source: &(dyn Fn(FileId) -> Option<String> + Sync),
    ) -> Result<Counted, EncodeError> {
        let graph = self.own;
        let (level, dictionary) = self.compression(source);
        let prepared = dictionary
            .as_deref()
            .map(|dictionary| prepare(dictionary, level));
        let source_bytes: u64 = graph.files.iter().map(|file| file.size).sum();
        let has_trigrams = self.options.sources && source_bytes >= SOURCE_BYTES_MIN;
        let results: Result<Vec<EncodedChunk>, std::io::Error> =
            terms::chunks(graph, CHUNK_BYTES_MIN)
                .into_par_iter()
                .with_max_len(1)
                .map(|range| {
                    let mut writer = FrameWriter::new(level, prepared.as_ref())?;
                    let mut counter = terms::Counter::new(graph, &range);
                    let mut frames = frames::Frames::default();
                    let mut trigrams = trigrams::Collector::default();
                    let mut first = range.first_symbol as usize;
                    for file in range.files {
                        let text = source(FileId::new(file));
                        counter.file(FileId::new(file), text.as_deref());
                        let end = first + graph.files[file].symbols as usize;
                        let kept = text.as_deref().filter(|_| self.options.sources);
                        frames.file(&mut writer, kept, &graph.symbols[first..end])?;
                        if has_trigrams {
                            trigrams.file(kept.unwrap_or(""));
                        }
                        first = end;
                    }
                    Ok(EncodedChunk {
                        terms: counter.finish(),
                        frames,
                        trigrams: trigrams.finish(),
                    })
                })
                .collect();
        let (mut chunks, mut frames, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
        for chunk in results? {
            chunks.push(chunk.terms);
            frames.push(chunk.frames);
            blocks.push(chunk.trigrams);
        }
        let ((postings, term_keys, stats), ((frames, frame_bytes), trigrams)) = rayon::join(
            || terms::join(chunks),
            || rayon::join(|| frames::join(frames), || trigrams::join(blocks)),
        );
        let mut sections = vec![
            postings.into_section(),
            (Section::TermKeys, term_keys),
            frames.into_section(),
            frame_bytes.into_section(),
        ];
        if has_trigrams {
            sections.push(trigrams.into_section());
        }
        if let Some(bytes) = dictionary {
            sections.push(DictionaryColumns { bytes }.into_section());
        }
        Ok(Counted {
            sections_of_text: sections,
            stats,
        })
    }
}

fn meta_columns(totals: &Totals, meta: &Meta, options: Options) -> MetaColumns {
    let mut columns = MetaColumns::default();
    for text in [
        &meta.name,
        &meta.remote,
        &meta.commit,
        &meta.branch,
        &meta.root,
        &meta.tool_version,
    ] {
        bombe_format::column::strings::push(&mut columns.texts, text);
    }
    columns.numbers = vec![
        meta.commit_time as u64,
        u64::from(options.sources),
        totals.files,
        totals.symbols,
        totals.edges,
    ];
    for language in Language::ALL {
        let Some(row) = totals.of_language(*language) else {
            continue;
        };
        let support = meta
            .support
            .iter()
            .find(|(other, _)| other == language)
            .map_or(Support::Full, |(_, support)| *support);
        columns.language.push(*language as u8);
        columns.support.push(support as u8);
        columns.files.push(row.files);
        columns.symbols.push(row.symbols);
        columns.syntax_errors.push(row.syntax_errors);
        columns.unresolved.push(row.unresolved);
        columns.external.push(row.external);
        columns.lines.push(row.lines);
        columns.bytes.push(row.bytes);
    }
    columns
}
