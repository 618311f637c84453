//! A full build, stage by stage: discover, scan, resolve, rank, encode.
//!
//! [`build`] does all of it in memory. [`Builder`] starts from cached facts where there are any, and encodes an overlay
//! instead of a base where one that is already there differs little enough.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

use bombe_format::header::Header;
use bombe_format::ids::FileId;

use crate::discover::{self, CacheFiles, DiscoverError, Settings};
use crate::encode::{self, EncodeError, GroupLengths, OverlayInput};
use crate::facts_cache::{FactsCache, InputHashes};
use crate::history::History;
use crate::overlay::{self, Base, BaseManifest, Delta, Digests};
use crate::rank::{self, Links};
use crate::report::{Phase, Progress, Summary};
use crate::scan::{self, Scan};
use crate::source_texts::{SourceTexts, TreeChanges};
use crate::totals::Totals;
use bombe_languages::REGISTRY;
use bombe_packages::Manifest;
use bombe_resolve::graph::{FileRow, Graph};
use bombe_resolve::record::ResolvedFile;
use bombe_resolve::{self, Parsed};
use bombe_rules::file_table::ProjectFile;

/// More threads than this per processor only cost memory and time.
const THREADS_PER_PROCESSOR_MAX: usize = 4;

/// Returns the threads that a build runs on: `threads` of them, up to four per processor, or one per processor if 0.
///
/// # Errors
/// When the operating system refuses to start threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let most = processors * THREADS_PER_PROCESSOR_MAX;
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.min(most))
        .stack_size(bombe_languages::parse::STACK_BYTES)
        .thread_name(|index| format!("build-{index}"))
        .build()
}

/// A snapshot in memory.
#[derive(Debug)]
pub struct Built {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// What the build did, with time and size.
    pub summary: Summary,
}

/// A build that has made no snapshot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The repository cannot be walked.
    #[error(transparent)]
    Discover(#[from] DiscoverError),
    /// The snapshot cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The files change faster than they are read.
    #[error(transparent)]
    Changes(#[from] TreeChanges),
}

/// Builds the snapshot of the repository at `root` in memory. Call it inside a [`pool`].
///
/// # Errors
/// See [`BuildError`]. A file that cannot be read or parsed is not an error: it is counted and left out.
pub fn build(
    root: &Path,
    settings: &Settings,
    options: encode::Options,
    progress: &dyn Progress,
) -> Result<Built, BuildError> {
    let start = Instant::now();
    let mut texts = SourceTexts::default();
    loop {
        let scan = scan::scan_all(root, settings, &texts, progress)?;
        let parsed = scan.into_parsed(root, settings, &FactsCache::default(), &texts);
        let resolved = resolve(parsed, progress);
        let output = Output {
            root,
            meta: &meta(root, settings, options, None).0,
            options,
            texts: &texts,
            progress,
        };
        let bytes = resolved.encode_base(&output)?;
        if let Some(next) = texts.next_attempt()? {
            texts = next;
            continue;
        }
        let mut summary = resolved.summary(&bytes);
        summary.elapsed = start.elapsed();
        return Ok(Built { bytes, summary });
    }
}

/// Discovers, parses and resolves the repository at `root`. Call it inside a [`pool`].
///
/// # Errors
/// Only when the root cannot be walked.
pub fn graph(
    root: &Path,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Graph, DiscoverError> {
    let parsed = scan::parse_all(root, settings, progress)?;
    progress.start(Phase::Resolve, 0);
    Ok(bombe_resolve::resolve(parsed, bombe_languages::rules_for).0)
}

/// How a segment is encoded.
#[derive(Clone, Copy)]
pub struct Output<'o> {
    /// The root of the repository.
    pub root: &'o Path,
    /// What the segment states about the repository as a whole.
    pub meta: &'o encode::Meta,
    /// Compression, and whether sources go inside.
    pub options: encode::Options,
    /// The texts of the files that were parsed.
    pub texts: &'o SourceTexts,
    /// Hears how far the build is.
    pub progress: &'o dyn Progress,
}

impl Output<'_> {
    /// Encodes what differs from a base. `totals` and `kept_lengths` are as in [`OverlayInput`]; `ranks` is a section;
    /// `skipped` is none if the base, whose manifest is `base`, skips the same.
    ///
    /// # Errors
    /// If the overlay cannot be encoded.
    pub fn encode_overlay(
        &self,
        delta: &Delta,
        totals: &Totals,
        kept_lengths: &GroupLengths,
        ranks: &[u8],
        skipped: Option<&[bombe_resolve::graph::SkippedRow]>,
        base: &BaseManifest,
    ) -> Result<Vec<u8>, EncodeError> {
        let files = &delta.graph.files;
        let bytes = files.iter().map(|file| file.size).sum();
        self.progress.start(Phase::Write, bytes);
        let source = |file: FileId| {
            let file = &files[file.index()];
            let text = self.text_of(file);
            self.progress.advance(file.size);
            text
        };
        let input = OverlayInput {
            graph: &delta.graph,
            mask: &delta.mask,
            redirects: &delta.redirects,
            totals,
            skipped,
            has_history: base.has_other_history(&self.meta.history),
            ranks,
            kept_lengths,
        };
        encode::encode_overlay(&input, self.meta, self.options, &source)
    }

    fn text_of(&self, file: &FileRow) -> Option<String> {
        self.texts.text_of(self.root, &file.path, file.hash)
    }
}

/// A repository, resolved and ranked: all that is left is to encode it.
#[derive(Debug)]
pub struct Resolved {
    /// Files, symbols, edges.
    pub graph: Graph,
    /// The edges that rank flows along.
    pub links: Links,
    /// One rank per symbol.
    pub ranks: Vec<u32>,
    /// What an update compares with.
    pub digests: Digests,
    /// A row per file for the dependency cache.
    pub rows: Vec<ResolvedFile>,
}

/// Resolves and ranks parsed files. Call it inside a [`pool`].
pub fn resolve(parsed: Parsed, progress: &dyn Progress) -> Resolved {
    progress.start(
        Phase::Resolve,
        parsed.files.iter().map(|file| file.size).sum(),
    );
    let advance = |bytes| progress.advance(bytes);
    let rules_of = bombe_languages::rules_for;
    let (graph, rows) = bombe_resolve::resolve_watched(parsed, rules_of, &advance);
    rank(graph, rows, progress)
}

/// Ranks a graph of all files.
pub fn rank(graph: Graph, rows: Vec<ResolvedFile>, progress: &dyn Progress) -> Resolved {
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
    pub fn encode_base(&self, output: &Output) -> Result<Vec<u8>, EncodeError> {
        let graph = &self.graph;
        output
            .progress
            .start(Phase::Write, graph.files.iter().map(|file| file.size).sum());
        let source = |file: FileId| {
            let file = &graph.files[file.index()];
            let text = output.text_of(file);
            output.progress.advance(file.size);
            text
        };
        encode::encode(graph, &self.ranks, output.meta, output.options, &source)
    }

    /// Encodes what differs from a base as an overlay. `kept_lengths` are the sums of lengths over the symbols that only
    /// the base holds. Call it inside a [`pool`].
    ///
    /// # Errors
    /// If the overlay cannot be encoded.
    fn encode_overlay(
        &self,
        delta: &Delta,
        base: &BaseManifest,
        kept_lengths: &GroupLengths,
        output: &Output,
    ) -> Result<Vec<u8>, EncodeError> {
        let ranks = match delta.links.state() {
            Some(_) => self.ranks.clone(),
            None => Vec::new(),
        };
        let totals = Totals::of(&self.graph);
        let skipped = base.skipped_if_changed(&self.graph.skipped);
        output.encode_overlay(
            delta,
            &totals,
            kept_lengths,
            &encode::ranks(ranks),
            skipped,
            base,
        )
    }

    fn summary(&self, bytes: &[u8]) -> Summary {
        let mut summary = Summary::of(&self.graph);
        summary.snapshot_bytes = bytes.len() as u64;
        summary
    }
}

/// Returns what a snapshot states about the repository as a whole. None of it depends on where the folder is. With
/// `caches`, git runs only if something that its answer depends on has changed. Also returns why git has not said everything.
pub fn meta(
    root: &Path,
    settings: &Settings,
    options: encode::Options,
    caches: Option<&CacheFiles>,
) -> (encode::Meta, Option<String>) {
    let discover::git::Answer { state: git, fault } = match caches {
        Some(caches) => discover::git::cached_state(root, caches),
        None => discover::git::state(root),
    };
    let wanted = options.history.then_some(&settings.history);
    let history = History::of(root, &git, wanted, caches);
    let support = REGISTRY.iter().flat_map(|support| {
        support
            .languages()
            .iter()
            .map(|language| (*language, support.support()))
    });
    let meta = encode::Meta {
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
        packages: Vec::new(),
        history,
    };
    (meta, fault)
}

/// A build that starts from cached facts.
pub struct Builder<'b> {
    /// The root of the repository.
    pub root: &'b Path,
    /// Its settings.
    pub settings: &'b Settings,
    /// How segments are encoded.
    pub options: encode::Options,
    /// The facts of an earlier scan; may be empty.
    pub before: &'b Arc<FactsCache>,
    /// The texts of this attempt.
    pub texts: &'b SourceTexts,
    /// The cache files of discovery, for the holder of the lock. With them, parsed facts can go into the next facts
    /// cache.
    pub caches: Option<&'b CacheFiles>,
    /// Hears how far the build is.
    pub progress: &'b dyn Progress,
}

/// What a snapshot is made from, and what it states about the repository as a whole.
pub struct Inputs {
    /// All but the packages.
    meta: encode::Meta,
    /// The files that describe packages.
    manifests: Vec<ProjectFile>,
    /// Everything. The packages are read when a segment is encoded, which most updates of a tree at rest do not do.
    whole: OnceLock<encode::Meta>,
    /// Hashes of all that the snapshot is made from.
    pub hashes: InputHashes,
    /// Why git has not said everything.
    pub git_fault: Option<String>,
}

impl Inputs {
    /// Returns what a segment states about the repository as a whole.
    fn whole(&self) -> &encode::Meta {
        self.whole.get_or_init(|| {
            let manifests = self.manifests.iter().map(|file| Manifest {
                path: &file.path,
                text: &file.text,
            });
            encode::Meta {
                packages: bombe_packages::read(manifests),
                ..self.meta.clone()
            }
        })
    }
}

/// An encoded segment, to be published.
pub struct Encoded {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its identity.
    pub identity: [u8; 32],
    /// What the build did.
    pub summary: Summary,
    /// Whether it is a base or an overlay.
    pub segment: Segment,
    /// A row for the dependency cache of each file that was resolved.
    pub rows: Vec<ResolvedFile>,
}

/// The kind of an encoded segment, with what is cached next to it.
pub enum Segment {
    /// A base, with the bytes of its manifest.
    Base {
        /// See [`BaseManifest`].
        manifest: Vec<u8>,
    },
    /// An overlay, with the graph that it was encoded from.
    Overlay {
        /// What differs from the base.
        delta: Box<Delta>,
        /// Counts, for a message.
        stats: OverlayStats,
    },
}

/// An overlay in numbers.
#[derive(Clone, Copy, Debug)]
pub struct OverlayStats {
    /// Number of its files.
    pub files: usize,
    /// Number of files of the base that it masks.
    pub masked: usize,
    /// Number of files that were resolved; none if all were.
    pub resolved: Option<usize>,
    /// So much differs that the overlay should be compacted with its base.
    pub compact: bool,
}

impl OverlayStats {
    /// Counts a delta. One of more than `compact_above` bytes should be compacted.
    pub fn of(delta: &Delta, compact_above: u64, resolved: Option<usize>) -> Self {
        Self {
            resolved,
            files: delta.graph.files.len(),
            masked: delta.mask.masked.len(),
            compact: delta.bytes > compact_above,
        }
    }
}

impl Builder<'_> {
    /// Discovers the files of the repository and scans them.
    ///
    /// # Errors
    /// Only when the root cannot be walked.
    pub fn scan(&self) -> Result<Scan, DiscoverError> {
        self.progress.start(Phase::Discover, 0);
        let found = match self.caches {
            Some(caches) => discover::rediscover(self.root, self.settings, caches)?,
            None => discover::discover(self.root, self.settings)?,
        };
        Ok(self.scan_found(found, |_| ()).0)
    }

    /// Scans the files that discovery has found. See [`scan::scan`] for `meanwhile`.
    pub fn scan_found<T: Send>(
        &self,
        found: discover::Found,
        meanwhile: impl FnOnce(&scan::Parsing) -> T + Send,
    ) -> (Scan, T) {
        let input = scan::Input {
            root: self.root,
            settings: self.settings,
            before: self.before,
            texts: self.texts,
            pack: self.caches.is_some(),
            progress: self.progress,
        };
        scan::scan(&input, found, meanwhile)
    }

    /// Returns what a snapshot of a scan is made from.
    pub fn inputs(&self, scan: &Scan) -> Inputs {
        self.inputs_with(scan, self.meta())
    }

    /// Returns what the snapshot states about the repository as a whole, and why git has not said everything.
    pub fn meta(&self) -> (encode::Meta, Option<String>) {
        meta(self.root, self.settings, self.options, self.caches)
    }

    /// As [`Builder::inputs`], with what [`Builder::meta`] has returned.
    pub fn inputs_with(
        &self,
        scan: &Scan,
        (meta, git_fault): (encode::Meta, Option<String>),
    ) -> Inputs {
        let hashes = scan.inputs(self.settings, &meta, self.options);
        Inputs {
            meta,
            manifests: scan.manifests().cloned().collect(),
            whole: OnceLock::new(),
            hashes,
            git_fault,
        }
    }

    /// Returns how to encode a segment from these inputs.
    pub fn output<'o>(&'o self, inputs: &'o Inputs) -> Output<'o> {
        Output {
            root: self.root,
            meta: inputs.whole(),
            options: self.options,
            texts: self.texts,
            progress: self.progress,
        }
    }

    /// Resolves and encodes all files of a scan: as an overlay if there is a base and little enough differs, else as a
    /// base.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn encode(
        &self,
        scan: Scan,
        inputs: &Inputs,
        base: Option<&Base>,
    ) -> Result<Encoded, BuildError> {
        // Cached facts have passed their checksums, but forged ones may do so, too. If resolution fails on them, it starts
        // again from the sources.
        let attempt = || {
            let parsed = scan.into_parsed(self.root, self.settings, self.before, self.texts);
            self.encode_parsed(parsed, inputs, base)
        };
        match catch_unwind(AssertUnwindSafe(attempt)) {
            Ok(encoded) => encoded,
            Err(_) if !self.before.is_empty() => self.encode_from_sources(inputs, base),
            Err(panic) => resume_unwind(panic),
        }
    }

    /// As [`Builder::encode`], from the sources alone: no cached facts are used.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn encode_from_sources(
        &self,
        inputs: &Inputs,
        base: Option<&Base>,
    ) -> Result<Encoded, BuildError> {
        let scan = scan::scan_all(self.root, self.settings, self.texts, self.progress)?;
        let now = scan.inputs(self.settings, &inputs.meta, self.options);
        if now != inputs.hashes {
            // What is encoded here is not what the caller has scanned.
            self.texts.distrust_cache();
        }
        let parsed = scan.into_parsed(self.root, self.settings, &FactsCache::default(), self.texts);
        self.encode_parsed(parsed, inputs, base)
    }

    fn encode_parsed(
        &self,
        parsed: Parsed,
        inputs: &Inputs,
        base: Option<&Base>,
    ) -> Result<Encoded, BuildError> {
        let resolved = resolve(parsed, self.progress);
        self.encode_resolved(resolved, inputs, base)
    }

    /// As [`Builder::encode`], of a resolved repository.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn encode_resolved(
        &self,
        resolved: Resolved,
        inputs: &Inputs,
        base: Option<&Base>,
    ) -> Result<Encoded, BuildError> {
        let output = self.output(inputs);
        if let Some(base) = base {
            let manifest = &base.manifest;
            let delta = Delta::of(&resolved.graph, &resolved.digests, manifest);
            let all: u64 = resolved.graph.files.iter().map(|file| file.size).sum();
            let update = &self.settings.update;
            // A base whose manifest does not fit it is replaced.
            if delta.bytes <= update.overlay_bytes_max(all)
                && let Some(kept) = manifest.sums_without(&delta.mask.masked)
            {
                let bytes = resolved.encode_overlay(&delta, manifest, &kept.lengths, &output)?;
                let summary = resolved.summary(&bytes);
                let stats = OverlayStats::of(&delta, update.compact_above(all), None);
                let delta = Box::new(delta);
                let segment = Segment::Overlay { delta, stats };
                return Encoded::new(bytes, summary, segment, resolved.rows);
            }
        }
        let bytes = resolved.encode_base(&output)?;
        let manifest = overlay::manifest_bytes(
            &resolved.graph,
            &resolved.digests,
            &resolved.links,
            &bytes,
            inputs.hashes.inputs,
            &inputs.meta.history,
        )
        .map_err(EncodeError::from)?;
        let summary = resolved.summary(&bytes);
        Encoded::new(bytes, summary, Segment::Base { manifest }, resolved.rows)
    }
}

impl Encoded {
    /// Returns a segment that was encoded as `bytes`.
    ///
    /// # Errors
    /// If its header does not read back.
    pub fn new(
        bytes: Vec<u8>,
        summary: Summary,
        segment: Segment,
        rows: Vec<ResolvedFile>,
    ) -> Result<Self, BuildError> {
        let identity = Header::read(&bytes).map_err(EncodeError::from)?.identity;
        Ok(Self {
            bytes,
            identity,
            summary,
            segment,
            rows,
        })
    }

    /// Returns true for an overlay for which only some files were resolved.
    pub fn is_partial(&self) -> bool {
        matches!(&self.segment, Segment::Overlay { stats, .. } if stats.resolved.is_some())
    }
}
