//! The first stages of a build: discover, and read what has changed.
//!
//! Files are read in parallel and put side by side in path order, so the thread count never shows in the result. A file
//! that cannot be read, or on which the reading itself fails, is counted and left out; it never fails the build.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::Arc;

use bombe_format::kind::{Language, SkipReason};
use rayon::prelude::*;

use crate::discover::{self, DiscoverError, Found, Settings, SourceFile};
use crate::encode;
use crate::ledger::Ledger;
use crate::report::{Phase, Progress};
use crate::store::{self, Packed, Stamp, Store};
use bombe_facts::Facts;
use bombe_facts::interface::interface_hash;
use bombe_languages::parse::ParseError;
use bombe_languages::{REGISTRY, rules_for};
use bombe_resolve::graph::SkippedRow;
use bombe_resolve::repo::{Opened, Repo, Source};
use bombe_resolve::{Parsed, ParsedFile};
use bombe_rules::file_table::ProjectFile;

/// Bytes that a file adds to what a digest of everything is taken of, about.
const FILE_PART_BYTES: usize = 192;

/// Files that may be read at each update only because they have other times than the ones that are kept. To keep their times costs
/// as much as to read some twenty.
const RESTAMPED_MAX: usize = 8;

/// A repository with each file read or recognised: what a build starts from.
#[derive(Debug)]
pub struct Scan {
    /// Files by path, with those that gave no facts.
    files: Vec<Scanned>,
    project_files: Vec<ProjectFile>,
    /// Files that were not even opened, by path.
    skipped: Vec<SkippedRow>,
    /// The stub files of the languages of `files`, in the order of the registry.
    stubs: Vec<Scanned>,
    /// Number of files that were read only to find that they are as they were, and that a stamp will tell of next time.
    restamped: usize,
    /// Facts that somebody has unpacked already, by the place of their row in the store.
    opened: Vec<(usize, Box<Opened>)>,
}

/// A file that was read, now or before.
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
    /// Digest of what other files can see of it.
    interface: [u8; 16],
    what: What,
}

#[derive(Debug)]
enum What {
    /// Read now; packed for the store if there is to be one.
    Facts(Box<Facts>, Option<Packed>),
    /// A store has its facts, in the row at this place.
    Kept(usize),
    /// Read, and of no use.
    Skipped(SkipReason),
}

/// Files that were found, those that a store knows apart from those that have changed.
#[derive(Debug)]
pub struct Recognised {
    /// Those that it knows.
    known: Vec<Scanned>,
    /// The others.
    others: Vec<SourceFile>,
    project_files: Vec<ProjectFile>,
    skipped: Vec<SkippedRow>,
    /// Number of files of which only the hash tells so far that they are known.
    restamped: usize,
}

impl Recognised {
    /// Looks up in `before` what was found in the repository at `root`: by the stamp, and where that is another, by the hash.
    pub fn of(root: &Path, found: Found, before: &Store) -> Self {
        let Found {
            sources,
            project_files,
            skipped,
        } = found;
        let mut known = Vec::with_capacity(sources.len());
        let mut others = Vec::new();
        for (file, place) in before.places(sources, |file| &file.path) {
            match recognise(before, place, file) {
                Ok(file) => known.push(file),
                Err(file) => others.push((file, place)),
            }
        }
        let others: Vec<_> = others
            .into_par_iter()
            .with_max_len(8)
            .map(|(file, place)| recognise_bytes(root, before, place, file))
            .collect();
        let mut changed = Vec::new();
        let mut restamped = 0;
        for file in others {
            match file {
                Ok(file) => {
                    restamped += usize::from(file.stamp.is_some());
                    known.push(file);
                }
                Err(file) => changed.push(file),
            }
        }
        Self {
            known,
            others: changed,
            project_files,
            skipped,
            restamped,
        }
    }

    /// True if no file has changed.
    pub fn is_complete(&self) -> bool {
        self.others.is_empty()
    }

    /// Reads the files that have changed. With `keep`, what is read can go into the next store. Call it inside a
    /// [`crate::pipeline::pool`].
    pub fn read(
        self,
        root: &Path,
        settings: &Settings,
        before: &Store,
        keep: bool,
        progress: &dyn Progress,
    ) -> Scan {
        let Self {
            known: mut files,
            others,
            project_files,
            mut skipped,
            restamped,
        } = self;
        progress.start(Phase::Parse, others.iter().map(|file| file.size).sum());
        let results: Vec<_> = others
            .into_par_iter()
            .with_max_len(8)
            .map(|file| {
                let size = file.size;
                let result = scan_file(root, settings, keep, file);
                progress.advance(size);
                result
            })
            .collect();
        for result in results {
            match result {
                Ok(file) => files.push(file),
                Err(row) => skipped.push(row),
            }
        }
        // Most are in order: what is put among them takes one merge.
        files.sort_by(|a, b| a.path.cmp(&b.path));
        skipped.sort_unstable();
        let stubs = scan_stubs(&files, before, keep);
        Scan {
            files,
            project_files,
            skipped,
            stubs,
            restamped,
            opened: Vec::new(),
        }
    }

    /// Paths of the files that have changed.
    pub fn changed(&self) -> impl ExactSizeIterator<Item = &str> {
        self.others.iter().map(|file| file.path.as_str())
    }
}

/// Parses the stub files of every language that `files` are in, or recognises them as ones that `before` knows.
fn scan_stubs(files: &[Scanned], before: &Store, keep: bool) -> Vec<Scanned> {
    let languages: BTreeSet<Language> = files.iter().map(|file| file.language).collect();
    let mut stubs = Vec::new();
    for support in REGISTRY {
        let own = support.languages();
        if let Some(language) = own.first()
            && own.iter().any(|language| languages.contains(language))
        {
            let texts = support.builtins().iter();
            stubs.extend(texts.map(|(path, text)| (*language, *path, *text)));
        }
    }
    stubs
        .into_par_iter()
        .map(|(language, path, text)| {
            let place = before.place(&store::stub_path(path));
            let known = place.and_then(|place| Some((place, before.row(place)?.hash)));
            scan_stub(language, path, text, known, keep)
        })
        .flatten_iter()
        .collect()
}

/// One stub file, by place and hash of its row if it is `known`: a store of this very program has this very text. None if the
/// grammar cannot be used.
fn scan_stub(
    language: Language,
    path: &str,
    text: &str,
    known: Option<(usize, [u8; 32])>,
    keep: bool,
) -> Option<Scanned> {
    let (what, hash) = match known {
        Some((place, hash)) => (What::Kept(place), hash),
        None => {
            let facts = bombe_languages::parse::parse_file(language, path, text.as_bytes()).ok()?;
            let packed = pack(&facts, keep);
            let hash = *blake3::hash(text.as_bytes()).as_bytes();
            (What::Facts(Box::new(facts), packed), hash)
        }
    };
    Some(Scanned {
        path: path.to_owned(),
        language,
        size: text.len() as u64,
        stamp: None,
        hash,
        generated: false,
        interface: [0; 16],
        what,
    })
}

/// Facts as a frame of the store, if they are to be kept and can be.
fn pack(facts: &Facts, keep: bool) -> Option<Packed> {
    keep.then(|| store::pack(facts).ok()).flatten()
}

/// The text of a stub file.
fn text_of_stub(language: Language, path: &str) -> Option<&'static str> {
    let stubs = bombe_languages::support_for(language)?.builtins().iter();
    let mut stubs = stubs.filter(|(stub, _)| *stub == path);
    stubs.next().map(|(_, text)| *text)
}

/// Bytes to take a hash of: parts, each with its length before it. One piece is hashed several times faster than many.
#[derive(Default)]
struct Parts(Vec<u8>);

impl Parts {
    fn add(&mut self, part: &[u8]) {
        self.0.extend_from_slice(&(part.len() as u32).to_le_bytes());
        self.0.extend_from_slice(part);
    }

    fn finish(&self) -> [u8; 32] {
        *blake3::hash(&self.0).as_bytes()
    }
}

impl Scan {
    /// Takes facts of files that are as they were, by the place of their row in the store.
    pub fn take_opened(&mut self, opened: Vec<(usize, Box<Opened>)>) {
        self.opened = opened;
    }

    /// Digests of all that a snapshot is made from: paths, contents, what was left out, project files, settings, options,
    /// the program itself. Equal digests, equal snapshots.
    pub fn state(
        &self,
        settings: &Settings,
        meta: &encode::Meta,
        options: encode::Options,
    ) -> store::State {
        let frame = self.frame(settings);
        let mut inputs = Parts(Vec::with_capacity(self.files.len() * FILE_PART_BYTES));
        inputs.add(&frame);
        inputs.add(format!("{meta:?} {options:?}").as_bytes());
        for file in &self.files {
            inputs.add(file.path.as_bytes());
            let skipped = match file.what {
                What::Skipped(reason) => reason as u8,
                What::Facts(..) | What::Kept(_) => u8::MAX,
            };
            inputs.add(&[file.language as u8, skipped, u8::from(file.generated)]);
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

    /// The part of [`Scan::state`] that says nothing of files: project files, settings, the program itself.
    pub fn frame(&self, settings: &Settings) -> [u8; 32] {
        let mut frame = Parts::default();
        frame.add(store::FINGERPRINT.as_bytes());
        frame.add(format!("{:?}", settings.discover).as_bytes());
        for file in &self.project_files {
            frame.add(file.path.as_bytes());
            frame.add(file.text.as_bytes());
        }
        frame.finish()
    }

    /// Project files by path.
    pub fn project_files(&self) -> &[ProjectFile] {
        &self.project_files
    }

    /// The files that give facts, in the order in which resolution numbers them.
    pub fn sources<'s>(&'s self, settings: &'s Settings) -> impl Iterator<Item = &'s Scanned> {
        let gives = |file: &&Scanned| file.reason_to_skip(settings).is_none();
        self.files.iter().filter(gives)
    }

    /// The facts of all files as far as they were read now; those that `before` keeps are fetched when somebody looks at
    /// them. The ledger is of the same files, in the same order, the stub files behind them. None if they are not as many.
    pub fn into_repo(
        self,
        settings: &Settings,
        before: &Arc<Store>,
        ledger: &Ledger,
    ) -> Option<(Repo, Vec<SkippedRow>)> {
        // Where they lie, checking them costs as much as all that is done here.
        let (repo, names) =
            rayon::join(|| self.repo_by(settings, before, ledger), || ledger.names());
        let (mut repo, read_now, skipped) = repo?;
        if let Some(names) = names {
            repo.take_names(names, read_now.into_iter());
        }
        Some((repo, skipped))
    }

    /// The repository, the files of it that were read now, and what was left out.
    fn repo_by(
        self,
        settings: &Settings,
        before: &Arc<Store>,
        ledger: &Ledger,
    ) -> Option<(Repo, Vec<u32>, Vec<SkippedRow>)> {
        let entries = ledger.entries();
        let mut left = entries.iter();
        let mut skipped = self.skipped;
        let mut opened = self.opened;
        opened.sort_unstable_by_key(|(place, _)| *place);
        let mut languages = BTreeSet::new();
        let mut places = Vec::with_capacity(entries.len());
        let mut sources = Vec::with_capacity(entries.len());
        let mut add = |file: Scanned| {
            let entry = left.next()?;
            let (place, source) = match file.what {
                What::Facts(facts, _) => {
                    let language = file.language;
                    let parsed = ParsedFile {
                        path: file.path,
                        language: file.language,
                        hash: file.hash,
                        size: file.size,
                        facts: *facts,
                    };
                    (None, Source::new(parsed, rules_for(language)?))
                }
                What::Kept(place) => {
                    let summary = entry.summary.clone();
                    let (path, language) = (file.path, file.language);
                    let source = Source::known(
                        path,
                        language,
                        rules_for(language)?,
                        file.hash,
                        file.size,
                        summary,
                    );
                    let known = opened.binary_search_by_key(&place, |(place, _)| *place);
                    let source = match known {
                        Ok(at) => source.with(opened.remove(at).1),
                        Err(_) => source,
                    };
                    (Some(place), source)
                }
                What::Skipped(_) => return None,
            };
            places.push(place);
            sources.push(source);
            Some(())
        };
        let mut last = None;
        for file in self.files {
            match file.reason_to_skip(settings) {
                None => {
                    if last.replace(file.language) != Some(file.language) {
                        languages.insert(file.language);
                    }
                    add(file)?;
                }
                Some(reason) => skipped.push(SkippedRow {
                    path: file.path,
                    reason,
                    size: file.size,
                }),
            }
        }
        let mut stubs = self.stubs;
        stubs.retain(|stub| {
            bombe_resolve::is_stub_wanted(stub.language, &languages, bombe_languages::rules_for)
        });
        let stub_files = stubs.len();
        for stub in stubs {
            add(stub)?;
        }
        let repo_files = (sources.len() - stub_files) as u32;
        if left.next().is_some() {
            return None;
        }
        skipped.sort_unstable();
        let read_now = (0u32..).zip(&places).filter(|(_, place)| place.is_none());
        let read_now: Vec<u32> = read_now.map(|(file, _)| file).collect();
        let before = Arc::clone(before);
        let fetch = Box::new(move |file: u32| {
            let place = places.get(file as usize).copied().flatten();
            let row = place.and_then(|place| before.row(place));
            // Facts that are damaged: whoever asked for this resolution starts again from the sources.
            row.and_then(|row| before.facts_to_look_at(row))
                .unwrap_or_else(|| resume_unwind(Box::new("damaged facts")))
        });
        let repo = Repo::new(sources, repo_files, self.project_files, fetch);
        Some((repo, read_now, skipped))
    }

    /// True if it pays to keep the stamps of this scan though nothing else has changed.
    pub fn is_worth_keeping(&self) -> bool {
        self.restamped > RESTAMPED_MAX
    }

    /// Number of files that had to be read and parsed.
    pub fn parsed(&self) -> usize {
        let parsed = |file: &&Scanned| matches!(file.what, What::Facts(..));
        self.files.iter().filter(parsed).count()
    }

    /// Makes the store at `path` the one for the next build; this one is of a `state`. `before` is the one of the scan.
    /// Only for whoever has the lock; see [`store::write`].
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn store(
        &self,
        path: &Path,
        state: store::State,
        before: &Store,
        whole: bool,
    ) -> std::io::Result<()> {
        let stub_paths: Vec<String> = self
            .stubs
            .iter()
            .map(|stub| store::stub_path(&stub.path))
            .collect();
        let stubs = self.stubs.iter().zip(stub_paths.iter().map(String::as_str));
        let files = self.files.iter().map(|file| (file, file.path.as_str()));
        let mut entries = Vec::with_capacity(self.files.len() + self.stubs.len());
        entries.extend(stubs.chain(files).filter_map(|(file, path)| {
            let read = match &file.what {
                What::Facts(_, packed) => store::Read::Packed(packed.as_ref()?),
                What::Kept(place) => store::Read::Kept(*place),
                What::Skipped(reason) => store::Read::Skipped(*reason),
            };
            Some(store::Entry {
                path,
                language: file.language,
                stamp: file.stamp,
                hash: file.hash,
                size: file.size,
                generated: file.generated,
                interface: file.interface,
                read,
            })
        }));
        // The stubs come in the order of the registry.
        entries.sort_by(|a, b| a.path.cmp(b.path));
        store::write(path, state, &entries, before, whole)
    }

    /// The facts of all files: those that were kept are unpacked, and read anew if they are damaged.
    pub fn into_parsed(self, root: &Path, settings: &Settings, before: &Store) -> Parsed {
        let Self {
            files,
            project_files,
            mut skipped,
            stubs,
            ..
        } = self;
        let results: Vec<_> = files
            .into_par_iter()
            .with_max_len(8)
            .map(|file| file.into_parsed(root, settings, before))
            .collect();
        let stubs = stubs
            .into_par_iter()
            .map(|stub| stub.into_stub(before))
            .flatten_iter()
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
            stubs,
        }
    }
}

impl Scanned {
    /// Path relative to the root, `/`-separated.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its facts, if it was read now.
    pub fn read_now(&self) -> Option<&Facts> {
        match &self.what {
            What::Facts(facts, _) => Some(facts),
            What::Kept(_) | What::Skipped(_) => None,
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

    /// True if other files see of it what they saw of the file of `row`.
    pub fn looks_like(&self, row: &store::Row) -> bool {
        row.interface == self.interface && self.interface != [0; 16]
    }

    fn reason_to_skip(&self, settings: &Settings) -> Option<SkipReason> {
        match self.what {
            What::Skipped(reason) => Some(reason),
            _ if self.generated && !settings.discover.generated => Some(SkipReason::Generated),
            _ if bombe_languages::support_for(self.language).is_none() => {
                Some(SkipReason::UnknownLanguage)
            }
            _ => None,
        }
    }

    /// The facts that a store keeps of it.
    fn kept(&self, place: usize, before: &Store) -> Option<Facts> {
        let row = before.row(place).filter(|row| row.hash == self.hash)?;
        before.facts(row)
    }

    /// A stub file with its facts, which are read anew if they are damaged.
    fn into_stub(self, before: &Store) -> Option<ParsedFile> {
        let kept = match self.what {
            What::Kept(place) => self.kept(place, before),
            What::Facts(..) | What::Skipped(_) => None,
        };
        let facts = match (kept, self.what) {
            (Some(facts), _) => facts,
            (None, What::Facts(facts, _)) => *facts,
            (None, What::Kept(_)) => {
                let text = text_of_stub(self.language, &self.path)?;
                bombe_languages::parse::parse_file(self.language, &self.path, text.as_bytes())
                    .ok()?
            }
            (None, What::Skipped(_)) => return None,
        };
        Some(ParsedFile {
            path: self.path,
            language: self.language,
            hash: self.hash,
            size: self.size,
            facts,
        })
    }

    fn into_parsed(
        self,
        root: &Path,
        settings: &Settings,
        before: &Store,
    ) -> Result<ParsedFile, SkippedRow> {
        let skip = |path: String, size, reason| Err(SkippedRow { path, reason, size });
        let kept = match self.what {
            What::Kept(place) => self.kept(place, before),
            What::Facts(..) | What::Skipped(_) => None,
        };
        let facts = match self.what {
            What::Skipped(reason) => return skip(self.path, self.size, reason),
            What::Facts(facts, _) => *facts,
            What::Kept(_) => match kept {
                Some(facts) => facts,
                None => {
                    let file = SourceFile {
                        path: self.path,
                        language: self.language,
                        size: self.size,
                        stamp: self.stamp,
                    };
                    let none = Store::default();
                    return scan_file(root, settings, false, file)?
                        .into_parsed(root, settings, &none);
                }
            },
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

/// Finds and reads all files of the repository at `root`. Call it inside a [`crate::pipeline::pool`].
///
/// # Errors
/// Only when the root cannot be walked.
pub fn read(
    root: &Path,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Parsed, DiscoverError> {
    let none = Store::default();
    progress.start(Phase::Discover, 0);
    let found = discover::discover(root, settings)?;
    let scan = Recognised::of(root, found, &none).read(root, settings, &none, false, progress);
    Ok(scan.into_parsed(root, settings, &none))
}

/// A file as it was read before, if its stamp says that it is the same; else the file as it came. `place` is that of its
/// row.
fn recognise(
    before: &Store,
    place: Option<usize>,
    file: SourceFile,
) -> Result<Scanned, SourceFile> {
    // It was asked before the bytes are read: a change in between shows the next time.
    let known = place.and_then(|place| {
        let row = before.row(place)?;
        let same = row.is_of(file.language) && file.stamp.is_some() && row.stamp == file.stamp;
        same.then_some((place, row))
    });
    match known {
        Some((place, row)) => Ok(recognised(place, row, file)),
        None => Err(file),
    }
}

/// A file as it was read before, if its bytes are the same; else the file as it came. `place` is that of its row.
fn recognise_bytes(
    root: &Path,
    before: &Store,
    place: Option<usize>,
    file: SourceFile,
) -> Result<Scanned, SourceFile> {
    let known = place.and_then(|place| {
        let row = before.row(place).filter(|row| row.is_of(file.language))?;
        let bytes = std::fs::read(root.join(&file.path)).ok()?;
        (*blake3::hash(&bytes).as_bytes() == row.hash).then_some((place, row))
    });
    match known {
        Some((place, row)) => Ok(recognised(place, row, file)),
        None => Err(file),
    }
}

/// A file with the bytes of the row at `place`.
fn recognised(place: usize, row: &store::Row, file: SourceFile) -> Scanned {
    Scanned {
        path: file.path,
        language: file.language,
        size: row.size,
        stamp: file.stamp,
        hash: row.hash,
        generated: row.generated,
        interface: row.interface,
        what: row.skipped().map_or(What::Kept(place), What::Skipped),
    }
}

/// Reads one file. One that cannot even be opened, or that the reading itself fails on, is left out; it is tried again the
/// next time.
fn scan_file(
    root: &Path,
    settings: &Settings,
    keep: bool,
    file: SourceFile,
) -> Result<Scanned, SkippedRow> {
    let skip = |path: String, reason, size| SkippedRow { path, reason, size };
    let Ok(bytes) = std::fs::read(root.join(&file.path)) else {
        return Err(skip(file.path, SkipReason::Unreadable, file.size));
    };
    let size = bytes.len() as u64;
    if size > settings.discover.max_file_bytes {
        return Err(skip(file.path, SkipReason::TooLarge, size));
    }
    let hash = *blake3::hash(&bytes).as_bytes();
    let SourceFile {
        path,
        language,
        stamp,
        ..
    } = file;
    let useless = |path, reason| Scanned {
        path,
        language,
        size,
        stamp,
        hash,
        generated: false,
        interface: [0; 16],
        what: What::Skipped(reason),
    };
    if let Some(reason) = discover::content::reason_to_skip(&bytes) {
        return Ok(useless(path, reason));
    }
    // The parsers of this thread are only borrowed inside, so an unwinding leaves nothing half done behind.
    let result = catch_unwind(AssertUnwindSafe(|| {
        bombe_languages::parse::parse_file(language, &path, &bytes)
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
    let text = bombe_languages::parse::text_of(&bytes).unwrap_or_default();
    // Facts that cannot be packed are read again the next time.
    let packed = pack(&facts, keep);
    Ok(Scanned {
        path,
        language,
        size,
        stamp,
        hash,
        generated: facts.file.generated,
        interface: interface_hash(&facts, text),
        what: What::Facts(Box::new(facts), packed),
    })
}
