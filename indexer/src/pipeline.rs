//! The stages of a build, joined: discover → parse → resolve → rank → encode.
//!
//! Files are read in parallel and put side by side in path order, so the thread count never shows in the result. A file
//! that cannot be read, or on which the reading itself fails, is counted and left out; it never fails the build.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

use bombe_format::ids::FileId;
use bombe_format::kind::{Language, SkipReason};
use rayon::prelude::*;

use crate::discover::{self, DiscoverError, Found, ProjectFile, Settings, SourceFile};
use crate::encode::{self, EncodeError};
use crate::facts::Facts;
use crate::graph::{Graph, SkippedRow};
use crate::lang::REGISTRY;
use crate::parse::{self, ParseError};
use crate::rank;
use crate::report::{Phase, Progress, Summary};

/// A repository as facts: nothing is resolved yet.
#[derive(Debug)]
pub struct Parsed {
    /// Files by path.
    pub files: Vec<ParsedFile>,
    /// Project files by path.
    pub project_files: Vec<ProjectFile>,
    /// What was left out, by path.
    pub skipped: Vec<SkippedRow>,
}

/// A file with its facts.
#[derive(Debug)]
pub struct ParsedFile {
    /// Path relative to the root, `/`-separated.
    pub path: String,
    /// Its language.
    pub language: Language,
    /// blake3 of its bytes.
    pub hash: [u8; 32],
    /// Size in bytes.
    pub size: u64,
    /// What it says.
    pub facts: Facts,
}

/// Makes the threads that a build runs on: `threads` of them, or one per processor if 0.
///
/// # Errors
/// When the operating system gives no threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(parse::STACK_BYTES)
        .thread_name(|index| format!("build-{index}"))
        .build()
}

/// Finds and reads all files of the repository at `root`. Call it inside a [`pool`].
///
/// # Errors
/// Only when the root cannot be walked.
pub fn read(
    root: &Path,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Parsed, DiscoverError> {
    progress.start(Phase::Discover, 0);
    let Found {
        sources,
        project_files,
        mut skipped,
    } = discover::discover(root, settings)?;
    progress.start(Phase::Parse, sources.iter().map(|file| file.size).sum());
    let results: Vec<_> = sources
        .into_par_iter()
        .with_max_len(8)
        .map(|file| {
            let size = file.size;
            let result = read_file(root, settings, file);
            progress.advance(size);
            result
        })
        .collect();
    let mut files = Vec::with_capacity(results.len());
    for result in results {
        match result {
            Ok(file) => files.push(file),
            Err(row) => skipped.push(row),
        }
    }
    skipped.sort_unstable();
    Ok(Parsed {
        files,
        project_files,
        skipped,
    })
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
    let graph = graph(root, settings, progress)?;
    progress.start(Phase::Rank, 0);
    let ranks = rank::page_rank(&graph);
    progress.start(Phase::Write, graph.files.iter().map(|file| file.size).sum());
    // Keeping all sources from the first reading on would cost their size in memory; reading them again comes from the
    // system's cache. The hash tells whether a file is still what its facts were read from.
    let source = |file: FileId| {
        let row = &graph.files[file.index()];
        let bytes = std::fs::read(root.join(&row.path)).ok()?;
        let same = *blake3::hash(&bytes).as_bytes() == row.hash;
        same.then(|| parse::text_of(&bytes).map(str::to_owned))
            .flatten()
    };
    let bytes = encode::encode(&graph, &ranks, &meta(root, settings), options, &source)?;
    let mut summary = Summary::of(&graph);
    summary.snapshot_bytes = bytes.len() as u64;
    summary.elapsed = start.elapsed();
    Ok(Built { bytes, summary })
}

/// What is said of the repository as a whole. Nothing of it depends on where the folder is.
fn meta(root: &Path, settings: &Settings) -> encode::Meta {
    let git = discover::git::state(root).unwrap_or_default();
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
    let parsed = read(root, settings, progress)?;
    progress.start(Phase::Resolve, 0);
    Ok(crate::resolve::resolve(parsed))
}

/// Reads one file, or says why not.
fn read_file(root: &Path, settings: &Settings, file: SourceFile) -> Result<ParsedFile, SkippedRow> {
    let SourceFile {
        path,
        language,
        size,
    } = file;
    let skip = |path: String, reason, size| SkippedRow { path, reason, size };
    let Ok(bytes) = std::fs::read(root.join(&path)) else {
        return Err(skip(path, SkipReason::Unreadable, size));
    };
    let size = bytes.len() as u64;
    if size > settings.discover.max_file_bytes {
        return Err(skip(path, SkipReason::TooLarge, size));
    }
    if let Some(reason) = discover::content::reason_to_skip(&bytes) {
        return Err(skip(path, reason, size));
    }
    // The parsers of this thread are only borrowed inside, so an unwinding leaves nothing half done behind.
    let result = catch_unwind(AssertUnwindSafe(|| {
        parse::parse_file(language, &path, &bytes)
    }));
    let mut facts = match result {
        Ok(Ok(facts)) => facts,
        Ok(Err(error)) => {
            let reason = match error {
                ParseError::NotUtf8 => SkipReason::NotUtf8,
                ParseError::TooSlow => SkipReason::TooSlow,
                ParseError::NoLanguage(_) => SkipReason::UnknownLanguage,
                ParseError::Queries(..) | ParseError::Grammar(_) => SkipReason::Failed,
            };
            return Err(skip(path, reason, size));
        }
        Err(_) => return Err(skip(path, SkipReason::Failed, size)),
    };
    if facts.file.generated && !settings.discover.generated {
        return Err(skip(path, SkipReason::Generated, size));
    }
    facts.shrink();
    Ok(ParsedFile {
        path,
        language,
        hash: *blake3::hash(&bytes).as_bytes(),
        size,
        facts,
    })
}
