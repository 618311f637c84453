//! The stages of a build, joined: discover → parse → resolve → rank → encode.
//!
//! Files are read in parallel and put side by side in path order, so the thread count never shows in the result. A file
//! that cannot be read, or on which the reading itself fails, is counted and left out; it never fails the build.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

use bombe_format::frame::{FrameReader, FrameWriter};
use bombe_format::ids::FileId;
use bombe_format::kind::{Language, SkipReason};
use rayon::prelude::*;

use crate::discover::{self, DiscoverError, Found, ProjectFile, Settings, SourceFile};
use crate::encode::{self, EncodeError};
use crate::facts::Facts;
use crate::facts::store::{self, Packed, Stamp, Store};
use crate::facts::surface::surface;
use crate::graph::{FileRow, Graph, SkippedRow};
use crate::lang::REGISTRY;
use crate::loaded::LoadError;
use crate::overlay::{self, Delta, Digests};
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

/// A repository with each file read or recognised: what a build starts from.
#[derive(Debug)]
pub struct Scan {
    /// Files by path, with those that gave no facts.
    files: Vec<Scanned>,
    project_files: Vec<ProjectFile>,
    /// Files that were not even opened, by path.
    skipped: Vec<SkippedRow>,
}

/// A file that was read, now or before.
#[derive(Debug)]
struct Scanned {
    path: String,
    language: Language,
    /// Size in bytes.
    size: u64,
    stamp: Option<Stamp>,
    /// blake3 of its bytes.
    hash: [u8; 32],
    generated: bool,
    /// Digest of what other files can see of it.
    surface: [u8; 16],
    what: What,
}

#[derive(Debug)]
enum What {
    /// Read now; packed for the store if there is to be one.
    Facts(Box<Facts>, Option<Packed>),
    /// A store has its facts.
    Kept,
    /// Read, and of no use.
    Skipped(SkipReason),
}

/// Finds all files of the repository at `root` and reads those that `before` does not know as they are. With `keep`, what
/// is read can go into the next store. Call it inside a [`pool`].
///
/// # Errors
/// Only when the root cannot be walked.
pub fn scan(
    root: &Path,
    settings: &Settings,
    before: &Store,
    keep: bool,
    progress: &dyn Progress,
) -> Result<Scan, DiscoverError> {
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
        .map_init(
            || keep.then(store::frame_writer).and_then(Result::ok),
            |writer, file| {
                let size = file.size;
                let result = scan_file(root, settings, before, writer.as_mut(), file);
                progress.advance(size);
                result
            },
        )
        .collect();
    let mut files = Vec::with_capacity(results.len());
    for result in results {
        match result {
            Ok(file) => files.push(file),
            Err(row) => skipped.push(row),
        }
    }
    skipped.sort_unstable();
    Ok(Scan {
        files,
        project_files,
        skipped,
    })
}

/// blake3 over parts, each with its length before it.
#[derive(Default)]
struct Parts(blake3::Hasher);

impl Parts {
    fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    fn finish(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }
}

impl Scan {
    /// Digests of all that a snapshot is made from: paths, contents, what was left out, project files, settings, options,
    /// the program itself. Equal digests, equal snapshots.
    pub fn state(
        &self,
        settings: &Settings,
        meta: &encode::Meta,
        options: encode::Options,
    ) -> store::State {
        let mut frame = Parts::default();
        frame.add(store::FINGERPRINT.as_bytes());
        frame.add(format!("{:?}", settings.discover).as_bytes());
        for file in &self.files {
            frame.add(file.path.as_bytes());
            let skipped = match file.what {
                What::Skipped(reason) => reason as u8,
                What::Facts(..) | What::Kept => u8::MAX,
            };
            frame.add(&[file.language as u8, skipped, u8::from(file.generated)]);
        }
        for file in &self.project_files {
            frame.add(file.path.as_bytes());
            frame.add(file.text.as_bytes());
        }
        let frame = frame.finish();
        let mut inputs = Parts::default();
        inputs.add(&frame);
        inputs.add(format!("{meta:?} {options:?}").as_bytes());
        for file in &self.files {
            inputs.add(&file.hash);
        }
        for row in &self.skipped {
            inputs.add(row.path.as_bytes());
            inputs.add(&[row.reason as u8]);
            inputs.add(&row.size.to_le_bytes());
        }
        store::State {
            inputs: inputs.finish(),
            frame,
        }
    }

    /// The files that have changed since `before` was made, if no other file can see a difference. None if some file can,
    /// or files came or went.
    pub fn changed_inside(&self, state: store::State, before: &Store) -> Option<Vec<String>> {
        if state.frame != before.state().frame {
            return None;
        }
        let mut changed = Vec::new();
        for file in &self.files {
            if let What::Facts(..) = file.what {
                let row = before.find(&file.path)?;
                if row.surface != file.surface || file.surface == [0; 16] {
                    return None;
                }
                changed.push(file.path.clone());
            }
        }
        Some(changed)
    }

    /// Number of files that had to be read and parsed.
    pub fn parsed(&self) -> usize {
        let parsed = |file: &&Scanned| matches!(file.what, What::Facts(..));
        self.files.iter().filter(parsed).count()
    }

    /// The bytes of the store for the next build, of which this is the `state`. `before` is the one of the scan.
    ///
    /// # Errors
    /// If zstd cannot allocate.
    pub fn store(&self, state: store::State, before: &Store) -> std::io::Result<Vec<u8>> {
        let entries: Vec<store::Entry> = self
            .files
            .iter()
            .filter_map(|file| {
                let read = match &file.what {
                    What::Facts(_, packed) => store::Read::Packed(packed.as_ref()?),
                    What::Kept => store::Read::Kept(before.find(&file.path)?),
                    What::Skipped(reason) => store::Read::Skipped(*reason),
                };
                Some(store::Entry {
                    path: &file.path,
                    language: file.language,
                    stamp: file.stamp,
                    hash: file.hash,
                    size: file.size,
                    generated: file.generated,
                    surface: file.surface,
                    read,
                })
            })
            .collect();
        store::encode(state, &entries, before)
    }

    /// The facts of all files: those that were kept are unpacked, and read anew if they are damaged.
    pub fn into_parsed(self, root: &Path, settings: &Settings, before: &Store) -> Parsed {
        let Self {
            files,
            project_files,
            mut skipped,
        } = self;
        let results: Vec<_> = files
            .into_par_iter()
            .with_max_len(8)
            .map_init(
                || FrameReader::new(&[]).ok(),
                |reader, file| file.into_parsed(root, settings, before, reader.as_mut()),
            )
            .collect();
        let mut files = Vec::with_capacity(results.len());
        for result in results {
            match result {
                Ok(file) => files.push(file),
                Err(row) => skipped.push(row),
            }
        }
        skipped.sort_unstable();
        Parsed {
            files,
            project_files,
            skipped,
        }
    }
}

impl Scanned {
    fn into_parsed(
        self,
        root: &Path,
        settings: &Settings,
        before: &Store,
        reader: Option<&mut FrameReader>,
    ) -> Result<ParsedFile, SkippedRow> {
        let skip = |path: String, size, reason| Err(SkippedRow { path, reason, size });
        let facts = match self.what {
            What::Skipped(reason) => return skip(self.path, self.size, reason),
            What::Facts(facts, _) => *facts,
            What::Kept => {
                let row = before.find(&self.path);
                match row
                    .zip(reader)
                    .and_then(|(row, reader)| before.facts(row, reader))
                {
                    Some(facts) => facts,
                    None => {
                        let file = SourceFile {
                            path: self.path,
                            language: self.language,
                            size: self.size,
                        };
                        let none = Store::default();
                        return scan_file(root, settings, &none, None, file)?
                            .into_parsed(root, settings, &none, None);
                    }
                }
            }
        };
        if self.generated && !settings.discover.generated {
            return skip(self.path, self.size, SkipReason::Generated);
        }
        Ok(ParsedFile {
            path: self.path,
            language: self.language,
            hash: self.hash,
            size: self.size,
            facts,
        })
    }
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
    let none = Store::default();
    let scan = scan(root, settings, &none, false, progress)?;
    Ok(scan.into_parsed(root, settings, &none))
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
    Load(#[from] LoadError),
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
    let parsed = read(root, settings, progress)?;
    let resolved = resolve(parsed, progress);
    let mut built = resolved.base(root, &meta(root, settings), options, progress)?;
    built.summary.elapsed = start.elapsed();
    Ok(built)
}

/// A repository, resolved and ranked: all that is left is to encode it.
#[derive(Debug)]
pub struct Resolved {
    /// Files, symbols, edges.
    pub graph: Graph,
    /// One rank a symbol.
    pub ranks: Vec<u32>,
    /// What a later update compares with.
    pub digests: Digests,
}

/// Resolves and ranks what was read. Call it inside a [`pool`].
pub fn resolve(parsed: Parsed, progress: &dyn Progress) -> Resolved {
    progress.start(Phase::Resolve, 0);
    let graph = crate::resolve::resolve(parsed);
    progress.start(Phase::Rank, 0);
    let (ranks, digests) = rayon::join(|| rank::page_rank(&graph), || overlay::digests(&graph));
    Resolved {
        graph,
        ranks,
        digests,
    }
}

impl Resolved {
    /// Encodes everything as a base. Call it inside a [`pool`].
    ///
    /// # Errors
    /// If the snapshot cannot be encoded.
    pub fn base(
        &self,
        root: &Path,
        meta: &encode::Meta,
        options: encode::Options,
        progress: &dyn Progress,
    ) -> Result<Built, EncodeError> {
        let graph = &self.graph;
        progress.start(Phase::Write, graph.files.iter().map(|file| file.size).sum());
        let source = |file: FileId| text_of(root, &graph.files[file.index()]);
        let bytes = encode::encode(graph, &self.ranks, meta, options, &source)?;
        Ok(self.built(bytes))
    }

    /// Encodes what differs from a base as an overlay; `kept` are the sums of lengths over what only the base holds. Call
    /// it inside a [`pool`].
    ///
    /// # Errors
    /// If the overlay cannot be encoded.
    pub fn overlay(
        &self,
        delta: &Delta,
        kept: &encode::GroupLengths,
        root: &Path,
        meta: &encode::Meta,
        options: encode::Options,
        progress: &dyn Progress,
    ) -> Result<Built, EncodeError> {
        let own = &delta.graph.files;
        progress.start(Phase::Write, own.iter().map(|file| file.size).sum());
        let source = |file: FileId| text_of(root, &own[file.index()]);
        let whole = encode::Whole {
            totals: &encode::Totals::of(&self.graph),
            skipped: &self.graph.skipped,
            ranks: &self.ranks,
            kept,
        };
        let bytes = encode::encode_overlay(delta, &whole, meta, options, &source)?;
        Ok(self.built(bytes))
    }

    fn built(&self, bytes: Vec<u8>) -> Built {
        let mut summary = Summary::of(&self.graph);
        summary.snapshot_bytes = bytes.len() as u64;
        Built { bytes, summary }
    }
}

/// Resolves `own` anew, files of which no other one sees what has changed since the base or since the overlay that held
/// them, and encodes them as an overlay over `base`. Call it inside a [`pool`].
///
/// # Errors
/// If a file that is not among `own` is not in the base, if the base cannot be read, or if the overlay cannot be encoded.
pub fn overlay_of_some(
    parsed: Parsed,
    own: &[String],
    base: &overlay::Base,
    root: &Path,
    meta: &encode::Meta,
    options: encode::Options,
    progress: &dyn Progress,
) -> Result<(Built, Delta), SomeError> {
    progress.start(Phase::Resolve, 0);
    let paths: Vec<String> = parsed.files.iter().map(|file| file.path.clone()).collect();
    let number = |path: &String| paths.binary_search(path).ok().map(|at| at as u32);
    let numbers: Option<Vec<u32>> = own.iter().map(number).collect();
    let numbers = numbers.ok_or(SomeError::NotInBase)?;
    let emitted = crate::resolve::resolve_some(parsed, Some(&numbers));
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let delta = Delta::of_some(&emitted, &numbers, &paths, &base.record);
    let delta = delta.ok_or(SomeError::NotInBase)?;
    let symbols = emitted.first_symbol.last().copied().unwrap_or(0) as usize;
    progress.start(Phase::Rank, 0);
    let mut kept = base.kept(&delta.mask.masked)?;
    let links = kept.links(&delta.of_base, &emitted.graph.edges, symbols)?;
    let mut totals = kept.totals()?;
    totals.add(&encode::Totals::of(&delta.graph));
    let (ranks, lengths) = rayon::join(|| rank::page_rank_of(&links), || kept.lengths());
    let files = &delta.graph.files;
    progress.start(Phase::Write, files.iter().map(|file| file.size).sum());
    let source = |file: FileId| text_of(root, &files[file.index()]);
    let whole = encode::Whole {
        totals: &totals,
        skipped: &emitted.graph.skipped,
        ranks: &ranks,
        kept: &lengths?,
    };
    let bytes = encode::encode_overlay(&delta, &whole, meta, options, &source)?;
    let mut summary = Summary::stated(&totals, &emitted.graph.skipped);
    summary.snapshot_bytes = bytes.len() as u64;
    Ok((Built { bytes, summary }, delta))
}

/// The text of a file, if it still is what its facts were read from. Keeping all sources from the first reading on would
/// cost their size in memory; reading them again comes from the system's cache.
fn text_of(root: &Path, file: &FileRow) -> Option<String> {
    let bytes = std::fs::read(root.join(&file.path)).ok()?;
    let same = *blake3::hash(&bytes).as_bytes() == file.hash;
    same.then(|| parse::text_of(&bytes).map(str::to_owned))
        .flatten()
}

/// What is said of the repository as a whole. Nothing of it depends on where the folder is.
pub fn meta(root: &Path, settings: &Settings) -> encode::Meta {
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

/// Reads one file, or recognises it as one that `before` knows. A file that cannot even be opened, or that the reading
/// itself fails on, is left out; it is tried again the next time.
fn scan_file(
    root: &Path,
    settings: &Settings,
    before: &Store,
    writer: Option<&mut FrameWriter>,
    file: SourceFile,
) -> Result<Scanned, SkippedRow> {
    let SourceFile {
        path,
        language,
        size,
    } = file;
    let skip = |path: String, reason, size| SkippedRow { path, reason, size };
    let full = root.join(&path);
    let known = before.find(&path).filter(|row| row.is_of(language));
    let recognised = |row: &store::Row, path, stamp| Scanned {
        path,
        language,
        size: row.size,
        stamp,
        hash: row.hash,
        generated: row.generated,
        surface: row.surface,
        what: row.skipped().map_or(What::Kept, What::Skipped),
    };
    // Asked before the bytes are read: a change in between shows the next time.
    let stamp = Stamp::of(&full);
    if let Some(row) = known.filter(|row| stamp.is_some() && row.stamp == stamp) {
        return Ok(recognised(row, path, stamp));
    }
    let Ok(bytes) = std::fs::read(&full) else {
        return Err(skip(path, SkipReason::Unreadable, size));
    };
    let size = bytes.len() as u64;
    if size > settings.discover.max_file_bytes {
        return Err(skip(path, SkipReason::TooLarge, size));
    }
    let hash = *blake3::hash(&bytes).as_bytes();
    if let Some(row) = known.filter(|row| row.hash == hash) {
        return Ok(recognised(row, path, stamp));
    }
    let useless = |path, reason| Scanned {
        path,
        language,
        size,
        stamp,
        hash,
        generated: false,
        surface: [0; 16],
        what: What::Skipped(reason),
    };
    if let Some(reason) = discover::content::reason_to_skip(&bytes) {
        return Ok(useless(path, reason));
    }
    // The parsers of this thread are only borrowed inside, so an unwinding leaves nothing half done behind.
    let result = catch_unwind(AssertUnwindSafe(|| {
        parse::parse_file(language, &path, &bytes)
    }));
    let mut facts = match result {
        Ok(Ok(facts)) => facts,
        Ok(Err(ParseError::NotUtf8)) => return Ok(useless(path, SkipReason::NotUtf8)),
        Ok(Err(ParseError::TooSlow)) => return Ok(useless(path, SkipReason::TooSlow)),
        Ok(Err(ParseError::NoLanguage(_))) => {
            return Err(skip(path, SkipReason::UnknownLanguage, size));
        }
        Ok(Err(ParseError::Queries(..) | ParseError::Grammar(_))) | Err(_) => {
            return Err(skip(path, SkipReason::Failed, size));
        }
    };
    facts.shrink();
    let text = parse::text_of(&bytes).unwrap_or_default();
    // Facts that cannot be packed are read again the next time.
    let packed = writer.and_then(|writer| store::pack(&facts, writer).ok());
    Ok(Scanned {
        path,
        language,
        size,
        stamp,
        hash,
        generated: facts.file.generated,
        surface: surface(&facts, text),
        what: What::Facts(Box::new(facts), packed),
    })
}
