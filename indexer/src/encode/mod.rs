//! A resolved graph to the bytes of a snapshot, and those to a file.
//!
//! The same graph, sources and options give the same bytes, whatever the number of threads: chunks of files are fixed by
//! their sizes, counted and compressed in parallel, and joined in file order.

mod comments;
mod edges;
mod frames;
mod groups;
mod names;
mod sets;
mod sites;
mod strings;
mod symbols;
pub mod synthetic;
mod terms;
mod totals;
mod write;

use bombe_format::column::meta::MetaColumns;
use bombe_format::column::sources::DictionaryColumns;
use bombe_format::column::strings::StringColumns;
use bombe_format::column::symbols::RankColumns;
use bombe_format::frame::{FrameWriter, prepare};
use bombe_format::header::SegmentKind;
use bombe_format::ids::FileId;
use bombe_format::kind::{Language, Support};
use bombe_format::section::{Section, SectionTooLarge, write_segment};
use rayon::prelude::*;

pub use groups::GroupLengths;
pub(crate) use symbols::Ordinals;
pub use totals::{LanguageTotals, Totals};
pub use write::{
    create_folder, left_behind, publish, temporary, write_file, write_in_order, write_kept,
};

use self::strings::StringTable;
use crate::overlay::Delta;
use bombe_resolve::graph::{Graph, SkippedRow};

/// What is said of a repository as a whole.
#[derive(Clone, Debug, Default)]
pub struct Meta {
    /// The repository's name: its remote's `owner/name`, or the folder's name.
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
    /// How complete the index is for a language; `Full` for those that are not listed.
    pub support: Vec<(Language, Support)>,
}

/// How a snapshot is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Sources go inside.
    pub sources: bool,
    /// zstd level of sources and texts, 1 to 19; none: small where there is little to compress, fast where there is much.
    pub level: Option<i32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            sources: true,
            level: None,
        }
    }
}

/// Why a snapshot could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// A part is larger than the format allows.
    #[error(transparent)]
    TooLarge(#[from] SectionTooLarge),
    /// Compression failed.
    #[error("cannot compress: {0}")]
    Compress(#[from] std::io::Error),
    /// What was written does not read back: a fault of the program, found before anybody uses the file.
    #[error("the snapshot does not read back: {0}")]
    Check(#[from] bombe_format::error::FormatError),
}

/// Chunks of at least this many bytes of source are worked on as one.
const CHUNK_BYTES_MIN: u64 = 1 << 20;

/// What is made from the texts of the files.
struct Counted {
    sections_of_text: Vec<(Section, Vec<u8>)>,
    stats: terms::TermStats,
}

/// Encodes a graph as a base. `source` gives the text of a file as it was parsed (no byte order mark), or none if it cannot
/// be had any more; it is called from several threads, at most three times for each file. `ranks` has one row a symbol, as
/// [`crate::rank::page_rank`] makes it.
///
/// # Errors
/// If a part is larger than the format allows, or what was written does not read back.
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
        stubs: Stubs::default(),
        kept: None,
        ranks: &self::ranks(ranks.to_vec()),
        meta,
        options,
        kind: SegmentKind::Base,
    };
    segment(parts.sections(source)?, &parts)
}

/// What an overlay says of the repository as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'w> {
    /// Numbers over all files.
    pub totals: &'w Totals,
    /// Everything that was left out, by path; none if that is what the base leaves out.
    pub skipped: Option<&'w [SkippedRow]>,
    /// The ranks of all its symbols, as a section: see [`ranks`]; without rows if they are those of the base.
    pub ranks: &'w [u8],
    /// Sums of lengths over the symbols that only the base holds.
    pub kept: &'w GroupLengths,
}

/// Encodes what differs from a base as an overlay; `source` gives the text of a file of the overlay, as for [`encode`].
///
/// # Errors
/// If a part is larger than the format allows, or what was written does not read back.
pub fn encode_overlay(
    delta: &Delta,
    whole: &Whole<'_>,
    meta: &Meta,
    options: Options,
    source: &(dyn Fn(FileId) -> Option<String> + Sync),
) -> Result<Vec<u8>, EncodeError> {
    let redirects = &delta.redirects;
    let parts = Parts {
        own: &delta.graph,
        totals: whole.totals,
        skipped: whole.skipped,
        stubs: Stubs {
            symbols: redirects.symbol.len(),
            files: redirects.file.len(),
        },
        kept: Some(whole.kept),
        ranks: whole.ranks,
        meta,
        options,
        kind: SegmentKind::Overlay,
    };
    let mut all = parts.sections(source)?;
    all.push(delta.mask.clone().into_section());
    all.push(redirects.clone().into_section());
    segment(all, &parts)
}

/// The section of ranks, one row a symbol.
pub fn ranks(rank: Vec<u32>) -> Vec<u8> {
    RankColumns { rank }.into_section().1
}

/// What a segment is made from.
struct Parts<'g> {
    /// The files that the segment holds.
    own: &'g Graph,
    /// Numbers over all files of the repository.
    totals: &'g Totals,
    /// None if the base says it.
    skipped: Option<&'g [SkippedRow]>,
    stubs: Stubs,
    /// Sums of lengths over the symbols that are not in `own`.
    kept: Option<&'g GroupLengths>,
    /// The section of ranks.
    ranks: &'g [u8],
    meta: &'g Meta,
    options: Options,
    kind: SegmentKind,
}

/// Numbers of symbols and files that an overlay knows by id alone: theirs follow those of its own.
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
    /// The sections that bases and overlays have alike.
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
        all.push(sites::external_imports(graph, &mut strings).into_section());
        all.push(sites::entry_points(graph, &mut strings).into_section());
        if let Some(rows) = self.skipped {
            all.push(sites::skipped(rows, &mut strings).into_section());
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

    /// Sections that need the graph alone.
    fn graph_sections(&self) -> Vec<(Section, Vec<u8>)> {
        vec![
            edges::forward(self.own).into_section(),
            edges::backward(self.own, self.stubs.symbols).into_section(),
            sets::sets(self.own).into_section(),
            sites::imports(self.own, self.stubs.files).into_section(),
        ]
    }

    /// Level of compression and, for a base, dictionary. An overlay is written at each save and read for a while: it gets
    /// the fast level, and no dictionary, which takes about as long as compressing twenty times as much.
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
        let results: Result<Vec<(terms::Chunk, frames::Frames)>, std::io::Error> =
            terms::chunks(graph, CHUNK_BYTES_MIN)
                .into_par_iter()
                .with_max_len(1)
                .map(|range| {
                    let mut writer = FrameWriter::new(level, prepared.as_ref())?;
                    let mut counter = terms::Counter::new(graph, &range);
                    let mut frames = frames::Frames::default();
                    let mut first = range.first_symbol as usize;
                    for file in range.files {
                        let text = source(FileId::new(file));
                        counter.file(FileId::new(file), text.as_deref());
                        let end = first + graph.files[file].symbols as usize;
                        let kept = text.as_deref().filter(|_| self.options.sources);
                        frames.file(&mut writer, kept, &graph.symbols[first..end])?;
                        first = end;
                    }
                    Ok((counter.finish(), frames))
                })
                .collect();
        let (chunks, frames): (Vec<_>, Vec<_>) = results?.into_iter().unzip();
        let ((postings, term_keys, stats), (frames, frame_bytes)) =
            rayon::join(|| terms::join(chunks), || frames::join(frames));
        let mut sections = vec![
            postings.into_section(),
            (Section::TermKeys, term_keys),
            frames.into_section(),
            frame_bytes.into_section(),
        ];
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
