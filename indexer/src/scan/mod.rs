//! Scanning: recognises the files that have not changed, and parses the others.
//!
//! Files are parsed in parallel and then sorted by path, so the result does not depend on the number of threads. A file that
//! cannot be read, or on which the parser fails, is counted and left out; it never fails the build.

mod facts;
mod inputs;
mod lookup;
mod parse;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use bombe_format::kind::{Language, SkipReason};

use self::lookup::CacheLookup;
use crate::discover::{self, DiscoverError, Found, Settings};
use crate::facts_cache::{self, EntryFacts, FactsCache, InputHashes, Packed};
use crate::remarks::Remarks;
use crate::report::{Phase, Progress};
use crate::source_texts::SourceTexts;
use crate::stamp::Stamp;
use crate::unread::Unread;
use bombe_facts::Facts;
use bombe_resolve::Parsed;
use bombe_resolve::graph::SkippedRow;
use bombe_resolve::repo::Opened;
use bombe_rules::file_table::ProjectFile;

/// Number of files with outdated stamps that may be read again at each update. To save new stamps costs as much as to read
/// about twenty files.
const RESTAMPED_MAX: usize = 8;

/// A repository with each file parsed or recognised: what a build starts from.
#[derive(Debug)]
pub struct Scan {
    /// Files sorted by path, including those without facts.
    files: Vec<Scanned>,
    project_files: Vec<ProjectFile>,
    /// Files that describe packages and that no module finder reads, sorted by path.
    manifests: Vec<ProjectFile>,
    /// Files that were not opened, sorted by path.
    skipped: Vec<SkippedRow>,
    /// What could not be read, sorted by path.
    unread: Vec<Unread>,
    /// Number of files and folders that ignore rules leave out.
    ignored: usize,
    /// The stub files of the languages of `files`, in the order of the registry.
    stubs: Vec<Scanned>,
    /// Number of unchanged files that were read because their stamps differ, and that new stamps will spare next time.
    restamped: usize,
    /// Facts that are unpacked already, by the position of their row in the facts cache.
    opened: Vec<(usize, Box<Opened>)>,
}

/// A file that was parsed, now or before.
#[derive(Debug)]
pub struct Scanned {
    path: String,
    language: Language,
    /// Size in bytes.
    size: u64,
    stamp: Option<Stamp>,
    /// blake3 of its bytes.
    hash: [u8; 32],
    generated: bool,
    /// The interface hash of its facts.
    interface: [u8; 16],
    state: ScanState,
}

#[derive(Debug)]
enum ScanState {
    /// Parsed now, and packed if facts are to be cached.
    Facts(Box<Facts>, Option<Packed>),
    /// The facts cache has its facts, in the row at this position.
    Cached(usize),
    /// Read, and left out.
    Skipped(SkipReason),
}

/// What a scan starts from.
#[derive(Clone, Copy)]
pub struct Input<'s> {
    /// The root of the repository.
    pub root: &'s Path,
    /// Its settings.
    pub settings: &'s Settings,
    /// The facts of an earlier scan; may be empty.
    pub before: &'s FactsCache,
    /// Takes the texts that are to be held.
    pub texts: &'s SourceTexts,
    /// Pack what is parsed for the next facts cache.
    pub pack: bool,
    /// Hears how far the scan is.
    pub progress: &'s dyn Progress,
}

/// Files that are being parsed.
#[derive(Debug)]
pub struct Parsing {
    /// Paths of the files that have changed, relative to the root.
    pub changed: Vec<String>,
    done: AtomicBool,
}

impl Parsing {
    /// Returns true once all of them are parsed.
    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }
}

/// Scans the files that discovery has found: recognises those that have not changed, and parses the others. Runs
/// `meanwhile` while it parses, and returns its result, too. Call it inside a [`pool`](crate::build::pool).
pub fn scan<T: Send>(
    input: &Input,
    found: Found,
    meanwhile: impl FnOnce(&Parsing) -> T + Send,
) -> (Scan, T) {
    let lookup = CacheLookup::of(input.root, found, input.before, input.texts);
    let changed = lookup.others.iter().map(|file| file.path.clone());
    let parsing = Parsing {
        changed: changed.collect(),
        done: AtomicBool::new(false),
    };
    let parse = || {
        let scan = lookup.parse(input);
        parsing.done.store(true, Ordering::Relaxed);
        scan
    };
    rayon::join(parse, || meanwhile(&parsing))
}

/// Discovers and parses all files of the repository at `root`, without any cache. Call it inside a
/// [`pool`](crate::build::pool).
///
/// # Errors
/// Only when the root cannot be walked.
pub fn parse_all(
    root: &Path,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Parsed, DiscoverError> {
    let texts = &SourceTexts::default();
    let scan = scan_all(root, settings, texts, progress)?;
    Ok(scan.into_parsed(root, settings, &FactsCache::default(), texts))
}

/// As [`parse_all`], up to the scan.
///
/// # Errors
/// As [`parse_all`].
pub fn scan_all(
    root: &Path,
    settings: &Settings,
    texts: &SourceTexts,
    progress: &dyn Progress,
) -> Result<Scan, DiscoverError> {
    let before = &FactsCache::default();
    progress.start(Phase::Discover, 0);
    let found = discover::discover(root, settings)?;
    let input = Input {
        root,
        settings,
        before,
        texts,
        pack: false,
        progress,
    };
    let (scan, ()) = scan(&input, found, |_| ());
    Ok(scan)
}

impl Scan {
    /// Adds unpacked facts of unchanged files, by the position of their row in the facts cache.
    pub fn take_opened(&mut self, opened: Vec<(usize, Box<Opened>)>) {
        self.opened = opened;
    }

    /// What could not be read, sorted by path.
    pub fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// Returns what the user is told about the scan.
    pub fn remarks(&self, git_fault: Option<&String>) -> Remarks {
        Remarks {
            unread: self.unread.clone(),
            git_fault: git_fault.cloned(),
            ignored: self.ignored,
            is_empty: self.files.is_empty(),
        }
    }

    /// Returns true if a file has facts.
    pub fn has_source(&self, path: &str, settings: &Settings) -> bool {
        let file = self
            .files
            .binary_search_by(|file| file.path.as_str().cmp(path));
        file.is_ok_and(|at| self.files[at].reason_to_skip(settings).is_none())
    }

    /// Project files, sorted by path.
    pub fn project_files(&self) -> &[ProjectFile] {
        &self.project_files
    }

    /// Returns the files that describe packages.
    pub fn manifests(&self) -> impl Iterator<Item = &ProjectFile> {
        let is_manifest = |file: &&ProjectFile| bombe_packages::is_manifest(&file.path);
        self.project_files
            .iter()
            .filter(is_manifest)
            .chain(&self.manifests)
    }

    /// Returns the files with facts, in the order in which resolution numbers them.
    pub fn sources<'s>(&'s self, settings: &'s Settings) -> impl Iterator<Item = &'s Scanned> {
        let gives = |file: &&Scanned| file.reason_to_skip(settings).is_none();
        self.files.iter().filter(gives)
    }

    /// Returns true if it pays to save the stamps of this scan even if nothing else has changed.
    pub fn has_new_stamps(&self) -> bool {
        self.restamped > RESTAMPED_MAX
    }

    /// Returns the number of files that were parsed.
    pub fn parsed(&self) -> usize {
        let parsed = |file: &&Scanned| matches!(file.state, ScanState::Facts(..));
        self.files.iter().filter(parsed).count()
    }

    /// Saves the facts cache at `path`. `before` is that of the scan; with `full`, it is written anew. The caller holds the
    /// lock. See [`facts_cache::write`].
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(
        &self,
        path: &Path,
        state: InputHashes,
        before: &FactsCache,
        full: bool,
    ) -> std::io::Result<()> {
        let stub_paths: Vec<String> = self
            .stubs
            .iter()
            .map(|stub| facts_cache::stub_path(&stub.path))
            .collect();
        let stubs = self.stubs.iter().zip(stub_paths.iter().map(String::as_str));
        let files = self.files.iter().map(|file| (file, file.path.as_str()));
        let mut entries = Vec::with_capacity(self.files.len() + self.stubs.len());
        entries.extend(stubs.chain(files).filter_map(|(file, path)| {
            let facts = match &file.state {
                ScanState::Facts(_, packed) => EntryFacts::Packed(packed.as_ref()?),
                ScanState::Cached(position) => EntryFacts::Cached(*position),
                ScanState::Skipped(reason) => EntryFacts::Skipped(*reason),
            };
            Some(facts_cache::Entry {
                path,
                language: file.language,
                stamp: file.stamp,
                hash: file.hash,
                size: file.size,
                generated: file.generated,
                interface: file.interface,
                facts,
            })
        }));
        // Stub files come in the order of the registry.
        entries.sort_by(|a, b| a.path.cmp(b.path));
        facts_cache::write(path, state, &entries, before, full)
    }
}

impl Scanned {
    /// Path relative to the root, `/`-separated.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its facts, if it was parsed now.
    pub fn parsed_now(&self) -> Option<&Facts> {
        match &self.state {
            ScanState::Facts(facts, _) => Some(facts),
            ScanState::Cached(_) | ScanState::Skipped(_) => None,
        }
    }

    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Its language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns true if its interface is that of `row`.
    pub fn has_interface_of(&self, row: &facts_cache::Row) -> bool {
        row.interface == self.interface && self.interface != [0; 16]
    }

    fn reason_to_skip(&self, settings: &Settings) -> Option<SkipReason> {
        match self.state {
            ScanState::Skipped(reason) => Some(reason),
            _ if self.generated && !settings.discover.generated => Some(SkipReason::Generated),
            _ if bombe_languages::support_for(self.language).is_none() => {
                Some(SkipReason::UnknownLanguage)
            }
            _ => None,
        }
    }
}
