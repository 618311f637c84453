//! A resolved graph to the bytes of a snapshot, and those to a file.
//!
//! The same graph, sources and options give the same bytes, whatever the number of threads: chunks of files are fixed by
//! their sizes, counted and compressed in parallel, and joined in file order.

mod comments;
mod edges;
mod frames;
mod names;
mod sets;
mod sites;
mod strings;
mod symbols;
pub mod synthetic;
mod terms;
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

pub use write::{left_behind, write_file};

use self::strings::StringTable;
use crate::graph::Graph;

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

/// Encodes a graph. `source` gives the text of a file as it was parsed (no byte order mark), or none if it cannot be had
/// any more; it is called from several threads, at most three times for each file. `ranks` has one row a symbol, as
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
    let ((counted, names), (qualified, sections)) = rayon::join(
        || rayon::join(|| count(graph, options, source), || names::Names::of(graph)),
        || rayon::join(|| names::qualified(graph), || graph_sections(graph)),
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
    all.push(terms::lengths(graph, &stats).into_section());
    drop(stats);
    all.push(symbols::symbols(graph, &names, &mut strings).into_section());
    all.push(names.columns.into_section());
    all.push((Section::NameKeys, names.keys));
    all.push((Section::QualifiedKeys, qualified_keys));
    all.push(qualified_groups.into_section());
    all.push((Section::PathKeys, names::paths(graph)));
    all.push(
        RankColumns {
            rank: ranks.to_vec(),
        }
        .into_section(),
    );
    all.push(sites::unresolved(graph, &mut strings).into_section());
    all.push(sites::external(graph, &mut strings).into_section());
    all.push(sites::external_imports(graph, &mut strings).into_section());
    all.push(sites::entry_points(graph, &mut strings).into_section());
    all.push(sites::skipped(graph, &mut strings).into_section());
    all.push(meta_columns(graph, meta, options).into_section());
    all.push(
        StringColumns {
            bytes: strings.finish(),
        }
        .into_section(),
    );
    let bytes = write_segment(SegmentKind::Base, &meta.tool_version, &all)?;
    drop(all);
    bombe_format::check::quick(&bytes)?;
    Ok(bytes)
}

/// Sections that need the graph alone.
fn graph_sections(graph: &Graph) -> Vec<(Section, Vec<u8>)> {
    vec![
        edges::forward(graph).into_section(),
        edges::backward(graph).into_section(),
        sets::sets(graph).into_section(),
        sites::imports(graph).into_section(),
    ]
}

/// What is made from the texts of the files.
struct Counted {
    sections_of_text: Vec<(Section, Vec<u8>)>,
    stats: terms::TermStats,
}

fn count(
    graph: &Graph,
    options: Options,
    source: &(dyn Fn(FileId) -> Option<String> + Sync),
) -> Result<Counted, EncodeError> {
    let sizes: Vec<u64> = graph.files.iter().map(|file| file.size).collect();
    let total = sizes.iter().sum();
    let level = options.level.unwrap_or_else(|| frames::level(total));
    let samples = frames::sample_files(&sizes);
    let dictionary = frames::dictionary(
        samples
            .into_iter()
            .filter_map(|file| source(FileId::new(file))),
        frames::dictionary_bytes(total),
    );
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
                    let kept = text.as_deref().filter(|_| options.sources);
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

fn meta_columns(graph: &Graph, meta: &Meta, options: Options) -> MetaColumns {
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
        graph.files.len() as u64,
        graph.symbols.len() as u64,
        graph.edges.len() as u64,
    ];
    let unresolved = sites_by_language(graph, graph.unresolved.iter().map(|call| call.source));
    let external = sites_by_language(graph, graph.external_calls.iter().map(|call| call.source));
    for language in Language::ALL {
        let files = || graph.files.iter().filter(|file| file.language == *language);
        if files().next().is_none() {
            continue;
        }
        let support = meta
            .support
            .iter()
            .find(|(other, _)| other == language)
            .map_or(Support::Full, |(_, support)| *support);
        columns.language.push(*language as u8);
        columns.support.push(support as u8);
        columns.files.push(files().count() as u32);
        columns.symbols.push(files().map(|file| file.symbols).sum());
        columns
            .syntax_errors
            .push(files().map(|file| file.syntax_errors).sum());
        columns.unresolved.push(unresolved[*language as usize]);
        columns.external.push(external[*language as usize]);
        columns
            .lines
            .push(files().map(|file| u64::from(file.lines)).sum());
        columns.bytes.push(files().map(|file| file.size).sum());
    }
    columns
}

fn sites_by_language(
    graph: &Graph,
    sources: impl Iterator<Item = bombe_format::ids::SymbolId>,
) -> [u32; 256] {
    let mut counts = [0; 256];
    for source in sources {
        let file = graph.symbols[source.index()].file;
        counts[graph.files[file.index()].language as usize] += 1;
    }
    counts
}

#[cfg(test)]
mod tests;
