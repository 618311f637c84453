//! The stages of a build, joined: discover → parse → resolve → rank → encode.

use std::io;
use std::path::Path;
use std::time::Instant;

use bombe_format::ids::FileId;

use crate::discover::{self, DiscoverError, Kept, Settings};
use crate::encode::{self, EncodeError};
use crate::overlay::{self, Delta, Digests, Plan, Sums};
use crate::rank::{self, Links};
use crate::report::{Phase, Progress, Summary};
use crate::scan;
use bombe_facts::interner::Texts;
use bombe_languages::REGISTRY;
use bombe_resolve::Parsed;
use bombe_resolve::graph::{FileRow, Graph, SkippedRow};
use bombe_resolve::record::ResolvedFile;
use bombe_resolve::repo::Repo;
use bombe_resolve::{self, Emitted, Resolution};

/// Makes the threads that a build runs on: `threads` of them, or one per processor if 0.
///
/// # Errors
/// When the operating system gives no threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(bombe_languages::parse::STACK_BYTES)
        .thread_name(|index| format!("build-{index}"))
        .build()
}

/// A built snapshot.
#[derive(Debug)]
pub struct Built {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// What was done; time and size are set.
    pub summary: Summary,
}

/// A build that gave no snapshot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The repository cannot be walked.
    #[error(transparent)]
    Discover(#[from] DiscoverError),
    /// The snapshot cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

/// Why some files could not be resolved alone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SomeError {
    /// A file is not where it should be.
    #[error("a file that is to be kept is not in the base")]
    NotInBase,
    /// The base cannot be read.
    #[error(transparent)]
    Base(#[from] io::Error),
    /// The overlay cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

/// Builds the snapshot of the repository at `root` in memory. Call it inside a [`pool`].
///
/// # Errors
/// See [`BuildError`]; one bad file is none.
pub fn build(
    root: &Path,
    settings: &Settings,
    options: encode::Options,
    progress: &dyn Progress,
) -> Result<Built, BuildError> {
    let start = Instant::now();
    let parsed = scan::read(root, settings, progress)?;
    let resolved = resolve(parsed, progress);
    let output = Output {
        root,
        meta: &meta(root, settings, None),
        options,
        progress,
    };
    let mut built = resolved.base(&output)?;
    built.summary.elapsed = start.elapsed();
    Ok(built)
}

/// What is written, and how.
#[derive(Clone, Copy)]
pub struct Output<'o> {
    /// The repository.
    pub root: &'o Path,
    /// What is said of it as a whole.
    pub meta: &'o encode::Meta,
    /// How the segment is to be encoded.
    pub options: encode::Options,
    /// Who is told how far it is.
    pub progress: &'o dyn Progress,
}

/// A repository, resolved and ranked: all that is left is to encode it.
#[derive(Debug)]
pub struct Resolved {
    /// Files, symbols, edges.
    pub graph: Graph,
    /// Along what rank flows.
    pub links: Links,
    /// One rank a symbol.
    pub ranks: Vec<u32>,
    /// What a later update compares with.
    pub digests: Digests,
    /// What a later update need not find out again.
    pub rows: Vec<ResolvedFile>,
}

/// Resolves and ranks what was read. Call it inside a [`pool`].
pub fn resolve(parsed: Parsed, progress: &dyn Progress) -> Resolved {
    progress.start(Phase::Resolve, 0);
    let (graph, rows) = bombe_resolve::resolve(parsed, bombe_languages::rules_for);
    ranked(graph, rows, progress)
}

fn ranked(graph: Graph, rows: Vec<ResolvedFile>, progress: &dyn Progress) -> Resolved {
    progress.start(Phase::Rank, 0);
    let ((links, ranks), digests) = rayon::join(
        || {
            let links = Links::of(&graph);
            let ranks = rank::page_rank_of(&links);
            (links, ranks)
        },
        || overlay::digests(&graph),
    );
    Resolved {
        graph,
        links,
        ranks,
        digests,
        rows,
    }
}

impl Resolved {
    /// Encodes everything as a base. Call it inside a [`pool`].
    ///
    /// # Errors
    /// If the snapshot cannot be encoded.
    pub fn base(&self, output: &Output) -> Result<Built, EncodeError> {
        let graph = &self.graph;
        output
            .progress
            .start(Phase::Write, graph.files.iter().map(|file| file.size).sum());
        let source = |file: FileId| text_of(output.root, &graph.files[file.index()]);
        let bytes = encode::encode(graph, &self.ranks, output.meta, output.options, &source)?;
        Ok(self.built(bytes))
    }

    /// Encodes what differs from a base as an overlay; `kept` are the sums of lengths over what only that holds. Call it
    /// inside a [`pool`].
    ///
    /// # Errors
    /// If the overlay cannot be encoded.
    pub fn overlay(
        &self,
        delta: &Delta,
        base: &overlay::Record,
        kept: &encode::GroupLengths,
        output: &Output,
    ) -> Result<Built, EncodeError> {
        let own = &delta.graph.files;
        output
            .progress
            .start(Phase::Write, own.iter().map(|file| file.size).sum());
        let source = |file: FileId| text_of(output.root, &own[file.index()]);
        let ranks = match delta.links.state() {
            Some(_) => self.ranks.clone(),
            None => Vec::new(),
        };
        let whole = encode::Whole {
            totals: &encode::Totals::of(&self.graph),
            skipped: base.skipped_otherwise(&self.graph.skipped),
            ranks: &encode::ranks(ranks),
            kept,
        };
        let bytes = encode::encode_overlay(delta, &whole, output.meta, output.options, &source)?;
        Ok(self.built(bytes))
    }

    fn built(&self, bytes: Vec<u8>) -> Built {
        let mut summary = Summary::of(&self.graph);
        summary.snapshot_bytes = bytes.len() as u64;
        Built { bytes, summary }
    }
}

/// Files that were resolved by a plan.
pub enum Planned {
    /// It came to all of them.
    Everything(Resolved),
    /// These alone, out of files with the paths.
    Some(Resolution, Texts),
}

/// Resolves the files of a plan, which takes more of them if need be. `skipped` is what was left out of the repository.
/// Call it inside a [`pool`].
pub fn resolve_planned(
    repo: Repo,
    skipped: Vec<SkippedRow>,
    plan: &mut Plan,
    progress: &dyn Progress,
) -> Planned {
    progress.start(Phase::Resolve, 0);
    let files = &repo.files[..repo.repo_files as usize];
    let bytes = files.iter().map(|file| file.path.len()).sum();
    let mut paths = Texts::with_capacity(files.len(), bytes);
    for file in files {
        paths.push(&file.path);
    }
    let resolution = bombe_resolve::resolve_some(repo, plan, skipped);
    if plan.resolved().is_some() {
        Planned::Some(resolution, paths)
    } else {
        let Resolution { emitted, rows } = resolution;
        Planned::Everything(ranked(emitted.graph, rows, progress))
    }
}

/// Encodes files of a repository that were resolved alone as an overlay over `base`: those of the numbers `own` among files
/// with the `paths`. Call it inside a [`pool`].
///
/// # Errors
/// If a file that is not resolved is not in the base, if the base cannot be read, or if the overlay cannot be encoded.
pub fn overlay_of_some(
    emitted: &Emitted,
    own: &[u32],
    paths: &[&str],
    base: &overlay::Base,
    output: &Output,
) -> Result<(Built, Delta), SomeError> {
    let delta = Delta::of_some(emitted, own, paths, &base.record);
    let delta = delta.ok_or(SomeError::NotInBase)?;
    output.progress.start(Phase::Rank, 0);
    let ranks = base.ranks(&delta)?;
    let kept = base.record.sums_without(&delta.mask.masked);
    let Sums {
        mut totals,
        lengths,
    } = kept.ok_or(SomeError::NotInBase)?;
    totals.add(&encode::Totals::of(&delta.graph));
    let files = &delta.graph.files;
    output
        .progress
        .start(Phase::Write, files.iter().map(|file| file.size).sum());
    let source = |file: FileId| text_of(output.root, &files[file.index()]);
    let whole = encode::Whole {
        totals: &totals,
        skipped: base.record.skipped_otherwise(&emitted.graph.skipped),
        ranks: &ranks,
        kept: &lengths,
    };
    let bytes = encode::encode_overlay(&delta, &whole, output.meta, output.options, &source)?;
    let mut summary = Summary::stated(&totals, &emitted.graph.skipped);
    summary.snapshot_bytes = bytes.len() as u64;
    Ok((Built { bytes, summary }, delta))
}

/// The text of a file, if it still is what its facts were read from. Keeping all sources from the first reading on would
/// cost their size in memory; reading them again comes from the system's cache.
fn text_of(root: &Path, file: &FileRow) -> Option<String> {
    let bytes = std::fs::read(root.join(&file.path)).ok()?;
    let same = *blake3::hash(&bytes).as_bytes() == file.hash;
    same.then(|| bombe_languages::parse::text_of(&bytes).map(str::to_owned))
        .flatten()
}

/// What is said of the repository as a whole. Nothing of it depends on where the folder is. With `kept`, git is asked only
/// if something has changed on which its answer depends.
pub fn meta(root: &Path, settings: &Settings, kept: Option<&Kept>) -> encode::Meta {
    let git = match kept {
        Some(kept) => discover::git::state_again(root, kept),
        None => discover::git::state(root),
    };
    let git = git.unwrap_or_default();
    let support = REGISTRY.iter().flat_map(|support| {
        support
            .languages()
            .iter()
            .map(|language| (*language, support.support()))
    });
    encode::Meta {
        name: settings
            .name
            .clone()
            .unwrap_or_else(|| discover::git::name_of_remote(&git.remote)),
        remote: git.remote,
        commit: git.commit,
        commit_time: git.commit_time,
        branch: git.branch,
        root: git.prefix,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        support: support.collect(),
    }
}

/// Finds, reads and resolves the repository at `root`. Call it inside a [`pool`].
///
/// # Errors
/// Only when the root cannot be walked.
pub fn graph(
    root: &Path,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Graph, DiscoverError> {
    let parsed = scan::read(root, settings, progress)?;
    progress.start(Phase::Resolve, 0);
    Ok(bombe_resolve::resolve(parsed, bombe_languages::rules_for).0)
}
