//! The walk: finds the files of a folder that are part of the repository.
//!
//! Left out by default, and counted: hidden files and folders; folders with what tools have installed or generated; nested
//! repositories that are not submodules; symbolic links that leave the root. A folder name that may also be a package
//! (`vendor`, `target`, `build`, `dist`) counts only next to the project file of the tool that makes it. Test data, fixtures,
//! snapshots, migrations, examples and generated code are part of the repository, and are read.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use bombe_format::kind::SkipReason;
use bombe_reader::beneath::OpenRoot;
use bombe_reader::regular_file::{NotUsable, TEXT_BYTES_MAX};
use ignore::{DirEntry, ParallelVisitor, ParallelVisitorBuilder, WalkBuilder, WalkState};
use rayon::prelude::*;

use super::ignore_rules::IgnoreRules;
use super::language::SHEBANG_BYTES_MAX;
use super::listing::Listing;
use super::probe::{Condition, Probe};
use super::settings::Settings;
use crate::stamp::Stamp;
use crate::unread::{self, SOME_FOLDER, Unread};
use bombe_resolve::graph::SkippedRow;

/// Hidden files of git itself, which are not code and are not counted.
const GIT_FILES: &[&str] = &[
    ".gitignore",
    ".gitattributes",
    ".gitmodules",
    ".gitkeep",
    ".ignore",
    ".bombeignore",
];

/// Name endings of files that this program writes.
const OUTPUT_ENDINGS: &[&str] = &[".bmb", ".bmb.d", ".bmb.tmp"];

/// Folders that are left out wherever they are.
const TOOL_FOLDERS: &[&str] = &[
    "node_modules",
    "bower_components",
    "__pycache__",
    "site-packages",
    "__pypackages__",
];

/// Folders that are left out next to one of these files, or (with a leading `/`) if they contain it.
const TOOL_FOLDERS_BESIDE: &[(&str, &[&str])] = &[
    (
        "vendor",
        &["go.mod", "composer.json", "Gemfile", "/modules.txt"],
    ),
    (
        "target",
        &["Cargo.toml", "pom.xml", "build.sbt", "/CACHEDIR.TAG"],
    ),
    (
        "build",
        &[
            "build.gradle",
            "build.gradle.kts",
            "settings.gradle",
            "setup.py",
            "pyproject.toml",
            "/CMakeCache.txt",
        ],
    ),
    ("dist", &["package.json", "setup.py", "pyproject.toml"]),
    ("venv", &["/pyvenv.cfg"]),
    ("env", &["/pyvenv.cfg"]),
];

/// A regular file that the walk found.
#[derive(Debug)]
pub(super) struct Entry {
    /// Path relative to the root, `/`-separated.
    pub(super) path: String,
    /// Size in bytes.
    pub(super) size: u64,
    /// Its stamp; none if that proves nothing.
    pub(super) stamp: Option<Stamp>,
}

/// What the filter of the walk records.
#[derive(Default)]
struct FilterRecord {
    skipped: Vec<SkippedRow>,
    probes: Vec<Probe>,
    /// What could not be read.
    unread: Vec<Unread>,
    /// A question could not be recorded.
    unclear: bool,
    /// Submodules by path relative to the root, from the `.gitmodules` files read so far.
    submodules: Vec<String>,
    /// Files with rules that cannot be read.
    unusable: Vec<PathBuf>,
}

/// The result of a walk.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// The files, sorted by path, bytewise.
    pub(super) files: Vec<Entry>,
    /// The folders that they may be in, the root first.
    pub(super) folders: Vec<PathBuf>,
    /// Those whose times prove nothing, before their contents were gone through: what the system said of each, and its listing.
    /// By path.
    pub(super) unsettled: Vec<(Stamp, Listing)>,
    /// Skipped files and folders, in no order.
    pub(super) skipped: Vec<SkippedRow>,
    /// What the result depends on besides lists of folders and contents of ignore files.
    pub(super) probes: Vec<Probe>,
    /// What could not be read.
    pub(super) unread: Vec<Unread>,
    /// Something could not be read, so the next walk may find something else without any sign of it.
    pub(super) unclear: bool,
    /// Ignore files above the root count.
    pub(super) parents: bool,
    /// Number of files and folders that ignore rules leave out. What is in such a folder is not counted.
    pub(super) ignored: usize,
}

/// Walks `root` (canonical), which is open as `open`. The walk begins at the time `at`.
pub(super) fn walk(
    root: &Path,
    open: &Arc<OpenRoot>,
    settings: &Settings,
    at: SystemTime,
) -> Walked {
    let on = settings.discover.ignore_files;
    let mut record = FilterRecord::default();
    // A folder inside a repository obeys the ignore files above it; the root of a repository only its own.
    let parents = on && {
        let mut folders = root.ancestors();
        let top = folders.find(|folder| record.has_git(root, folder));
        top.is_some_and(|top| top != root)
    };
    let rules = Arc::new(Rules {
        root: root.to_owned(),
        open: Arc::clone(open),
        at,
        settings: settings.clone(),
        ignore: on.then(|| IgnoreRules::new(root, parents)),
        ignored: AtomicUsize::new(0),
    });
    record.add_submodules(root, "");
    let record = Arc::new(Mutex::new(record));
    let mut builder = WalkBuilder::new(root);
    // It would open ignore files itself, whatever they are.
    builder.standard_filters(false).follow_links(false);
    let filter = (Arc::clone(&rules), Arc::clone(&record));
    builder.filter_entry(move |entry| {
        let (rules, record) = &filter;
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let Some(path) = rules.relative(entry.path()) else {
            return true;
        };
        let ignore = rules.ignore.as_ref();
        if ignore.is_some_and(|ignore| ignore.leave_out(entry.path(), is_folder)) {
            // Nobody expects these to be indexed.
            let name = path.rsplit('/').next().unwrap_or(&path);
            let counts = !is_own(name) && !GIT_FILES.contains(&name);
            rules
                .ignored
                .fetch_add(usize::from(counts), Ordering::Relaxed);
            return false;
        }
        rules.keeps(&path, entry.path(), is_folder, record)
    });
    let walked = Mutex::new(Walked::default());
    builder
        .threads(rayon::current_num_threads())
        .build_parallel()
        .visit(&mut Visitors {
            rules: &rules,
            walked: &walked,
        });
    let mut walked = walked.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
    walked.skipped.append(&mut record.skipped);
    walked.probes.append(&mut record.probes);
    walked.unread.append(&mut record.unread);
    walked.unclear |= record.unclear;
    walked.parents = parents;
    walked.ignored = rules.ignored.load(Ordering::Relaxed);
    for file in rules.ignore.iter().flat_map(IgnoreRules::take_unusable) {
        record.unusable.push(file);
    }
    for file in std::mem::take(&mut record.unusable) {
        // Nothing shows when it becomes usable.
        walked.unclear = true;
        if let Some(path) = rules.relative(&file) {
            walked.skipped.push(unusable(path, &file));
        }
    }
    for (file, error) in rules.ignore.iter().flat_map(IgnoreRules::take_unread) {
        // A file above the root, or one of git's, has its full path.
        let path = rules.relative(&file);
        let path = path.unwrap_or_else(|| file.to_string_lossy().into_owned());
        walked.unread.extend(Unread::of(&path, &error));
    }
    // The threads find entries in any order.
    walked
        .files
        .par_sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walked.folders.sort_unstable();
    let unsettled = &mut walked.unsettled;
    unsettled.sort_unstable_by(|(_, a), (_, b)| a.folder.cmp(&b.folder));
    walked
}

/// Creates a [`Visitor`] for each thread of the walk.
struct Visitors<'w> {
    rules: &'w Rules,
    walked: &'w Mutex<Walked>,
}

impl<'w> ParallelVisitorBuilder<'w> for Visitors<'w> {
    fn build(&mut self) -> Box<dyn ParallelVisitor + 'w> {
        Box::new(Visitor {
            rules: self.rules,
            found: Walked::default(),
            walked: self.walked,
        })
    }
}

/// Collects what one thread of the walk finds.
struct Visitor<'w> {
    rules: &'w Rules,
    found: Walked,
    /// Where it goes at the end.
    walked: &'w Mutex<Walked>,
}

impl ParallelVisitor for Visitor<'_> {
    fn visit(&mut self, entry: Result<DirEntry, ignore::Error>) -> WalkState {
        match entry {
            Ok(entry) => self.found.add(self.rules, entry),
            Err(error) => {
                // A malformed line of an ignore file is reported the same way; it has no path that we lose.
                if let Some(path) = loop_in(&error).and_then(|path| self.rules.relative(path)) {
                    self.found.skip(path, SkipReason::Unreadable);
                }
                self.found.add_unread(self.rules, &error, None);
                self.found.unclear = true;
            }
        }
        WalkState::Continue
    }
}

impl Drop for Visitor<'_> {
    fn drop(&mut self) {
        let mut walked = self.walked.lock().unwrap_or_else(PoisonError::into_inner);
        walked.files.append(&mut self.found.files);
        walked.folders.append(&mut self.found.folders);
        walked.unsettled.append(&mut self.found.unsettled);
        walked.skipped.append(&mut self.found.skipped);
        walked.probes.append(&mut self.found.probes);
        walked.unread.append(&mut self.found.unread);
        walked.unclear |= self.found.unclear;
    }
}

impl Walked {
    fn add(&mut self, rules: &Rules, entry: DirEntry) {
        let Some(kind) = entry.file_type() else {
            return;
        };
        if let Some(error) = entry.error() {
            // An ignore file of this folder.
            self.add_unread(rules, error, None);
        }
        let Some(path) = rules.relative(entry.path()) else {
            self.add_folder(rules, entry, String::new());
            return;
        };
        if kind.is_symlink() {
            let condition = Condition::LeadsInside;
            let inside = match condition.holds(&rules.root, entry.path()) {
                Ok(inside) => inside,
                Err(error) => {
                    self.unread.extend(Unread::of(&path, &error));
                    return;
                }
            };
            match entry.path().to_str() {
                Some(full) => self.probes.push(Probe::new(condition, full, inside)),
                None => self.unclear = true,
            }
            if !inside {
                self.skip(path, SkipReason::SymlinkOutside);
            }
        } else if kind.is_file() && entry.path().to_str().is_some() {
            let meta = unread::retried(|| entry.path().symlink_metadata());
            if let Err(error) = &meta {
                self.unread.extend(Unread::of(&path, error));
            }
            let meta = meta.ok();
            self.unclear |= meta.is_none();
            self.files.push(Entry {
                path,
                size: meta.as_ref().map_or(0, std::fs::Metadata::len),
                stamp: meta.as_ref().and_then(Stamp::of),
            });
        } else if kind.is_dir() {
            self.add_folder(rules, entry, path);
        } else {
            self.skip(path, SkipReason::Unreadable);
        }
    }

    /// The walk goes through the folder after this.
    fn add_folder(&mut self, rules: &Rules, entry: DirEntry, path: String) {
        if let Ok(meta) = entry.metadata()
            && Stamp::settled(&meta, rules.at).is_none()
            && let Some(stamp) = Stamp::unsettled(&meta)
            && let Ok(listing) = Listing::of(&rules.open, path)
        {
            self.unsettled.push((stamp, listing));
        }
        self.folders.push(entry.into_path());
    }

    /// True if a folder had this stamp and listing before the walk went through it; of those whose times prove nothing.
    pub(super) fn has_seen(&self, listing: &Listing, stamp: Stamp) -> bool {
        let found = self
            .unsettled
            .binary_search_by(|(_, before)| before.folder.cmp(&listing.folder));
        let found = found.ok().map(|at| &self.unsettled[at]);
        found.is_some_and(|(was, before)| *was == stamp && before.is_same(listing))
    }

    /// Records the errors of the operating system in an error of the walk. `path` is what they are about, if they do not
    /// say so.
    fn add_unread(&mut self, rules: &Rules, error: &ignore::Error, path: Option<&Path>) {
        match error {
            ignore::Error::Partial(errors) => {
                for error in errors {
                    self.add_unread(rules, error, path);
                }
            }
            ignore::Error::WithPath { path, err } => self.add_unread(rules, err, Some(path)),
            ignore::Error::WithLineNumber { err, .. } | ignore::Error::WithDepth { err, .. } => {
                self.add_unread(rules, err, path);
            }
            ignore::Error::Io(error) => {
                let is_folder = path.is_some_and(Path::is_dir);
                let path = match path {
                    None => SOME_FOLDER.to_owned(),
                    Some(path) => match rules.relative(path) {
                        Some(path) if is_folder => format!("{path}/"),
                        Some(path) => path,
                        None if *path == *rules.root => String::new(),
                        // An ignore file above the root.
                        None => path.to_string_lossy().into_owned(),
                    },
                };
                if let Some(unread) = Unread::of(&path, error) {
                    self.unread.push(unread);
                }
            }
            _ => {}
        }
    }

    fn skip(&mut self, path: String, reason: SkipReason) {
        self.skipped.push(SkippedRow {
            path,
            reason,
            size: 0,
        });
    }
}

/// Returns the first bytes of a file, enough for a `#!` line.
pub(super) fn first_bytes(root: &Path, path: &str) -> io::Result<Vec<u8>> {
    unread::read_start(root, Path::new(path), SHEBANG_BYTES_MAX as u64)
}

/// The skip rules, bound to a root.
struct Rules {
    root: PathBuf,
    open: Arc<OpenRoot>,
    /// When the walk began.
    at: SystemTime,
    settings: Settings,
    /// None if ignore files do not count.
    ignore: Option<IgnoreRules>,
    /// Number of entries that they leave out.
    ignored: AtomicUsize,
}

impl Rules {
    /// Returns a path below the root, `/`-separated; `None` for the root itself. Replaces bytes that are not UTF-8.
    fn relative(&self, path: &Path) -> Option<String> {
        let relative = path.strip_prefix(&self.root).ok()?;
        if cfg!(unix)
            && let Some(path) = relative.to_str()
        {
            // As it stands: the walk puts single slashes between the names that it found.
            return (!path.is_empty()).then(|| path.to_owned());
        }
        let parts: Vec<_> = relative
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        if parts.is_empty() {
            None
        } else {
            Some(parts.join("/"))
        }
    }

    /// Returns false if the entry (and, for a folder, all below it) is left out. Counts it then, except for `.git` itself.
    fn keeps(
        &self,
        path: &str,
        full: &Path,
        is_folder: bool,
        record: &Mutex<FilterRecord>,
    ) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        // Repositories' own folders and our own output are no finds, or a second build would see the first.
        if is_own(name) {
            return false;
        }
        let keep = match self.settings.verdict(path, is_folder) {
            Some(excluded) => !excluded,
            None => !self.left_out_by_default(path, name, full, is_folder, record),
        };
        let keep = keep && !(is_folder && self.is_foreign_repository(path, full, record));
        if !keep && !GIT_FILES.contains(&name) {
            let size = if is_folder {
                0
            } else {
                match unread::retried(|| full.symlink_metadata()) {
                    Ok(meta) => meta.len(),
                    Err(_) => {
                        // The next walk may find its size.
                        let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
                        record.unclear = true;
                        0
                    }
                }
            };
            let path = if is_folder {
                format!("{path}/")
            } else {
                path.to_owned()
            };
            let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
            record.skipped.push(SkippedRow {
                path,
                reason: SkipReason::Excluded,
                size,
            });
        }
        keep
    }

    fn left_out_by_default(
        &self,
        path: &str,
        name: &str,
        full: &Path,
        is_folder: bool,
        record: &Mutex<FilterRecord>,
    ) -> bool {
        // A folder brought back brings back its hidden files and all folders below.
        if !self.settings.discover.default_exclude || self.settings.is_included(path) {
            return false;
        }
        if name.starts_with('.') && !self.settings.discover.hidden {
            return true;
        }
        if !is_folder {
            return false;
        }
        TOOL_FOLDERS.contains(&name)
            || TOOL_FOLDERS_BESIDE.iter().any(|(folder, evidence)| {
                *folder == name
                    && evidence.iter().any(|file| {
                        let file = match file.strip_prefix('/') {
                            Some(inside) => full.join(inside),
                            None => full.with_file_name(file),
                        };
                        let condition = Condition::IsFile;
                        let is_file = condition.holds(&self.root, &file);
                        let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
                        record.note(&self.root, condition, &file, is_file)
                    })
            })
    }

    /// Returns true for a nested repository that the settings leave out.
    fn is_foreign_repository(&self, path: &str, full: &Path, record: &Mutex<FilterRecord>) -> bool {
        let git = full.join(".git");
        let exists = Condition::Exists.holds(&self.root, &git);
        // A folder without `.git` is read, and its listing records that there is none.
        if matches!(exists, Ok(false)) {
            return false;
        }
        let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
        if !record.note(&self.root, Condition::Exists, &git, exists) {
            return false;
        }
        let keep = if record.submodules.iter().any(|known| known == path) {
            self.settings.discover.submodules
        } else {
            self.settings.discover.nested_repositories
                || self.settings.verdict(path, true) == Some(false)
        };
        if keep {
            record.add_submodules(&self.root, path);
        }
        !keep
    }
}

impl FilterRecord {
    /// Records whether a condition holds, or that the system does not say it. Returns true if it holds.
    fn note(
        &mut self,
        root: &Path,
        condition: Condition,
        path: &Path,
        result: io::Result<bool>,
    ) -> bool {
        let result = match result {
            Ok(result) => result,
            Err(error) => {
                // A path above the root stays as it is.
                let shown = path.strip_prefix(root).unwrap_or(path);
                let shown = shown.to_string_lossy();
                self.unread.extend(Unread::of(&shown, &error));
                return false;
            }
        };
        match path.to_str() {
            Some(path) => self.probes.push(Probe::new(condition, path, result)),
            None => self.unclear = true,
        }
        result
    }

    /// Returns true if a folder is the top of a work tree.
    fn has_git(&mut self, root: &Path, folder: &Path) -> bool {
        let git = folder.join(".git");
        match Condition::Exists.holds(root, &git) {
            Ok(exists) => exists,
            error => self.note(root, Condition::Exists, &git, error),
        }
    }

    /// Records the submodules that the `.gitmodules` of the repository at `prefix` names.
    fn add_submodules(&mut self, root: &Path, prefix: &str) {
        let file = Path::new(prefix).join(".gitmodules");
        let text = match unread::read(root, &file, TEXT_BYTES_MAX) {
            Ok(text) => text,
            Err(error)
                if NotUsable::of(&error).is_some() && !unread::leads_through_link(&error) =>
            {
                self.unusable.push(root.join(file));
                return;
            }
            Err(error) => {
                let slash = if prefix.is_empty() { "" } else { "/" };
                let path = format!("{prefix}{slash}.gitmodules");
                self.unread.extend(Unread::of(&path, &error));
                return;
            }
        };
        let Ok(text) = String::from_utf8(text) else {
            return;
        };
        for line in text.lines() {
            if let Some((key, value)) = line.split_once('=')
                && key.trim() == "path"
            {
                let path = value.trim().trim_matches('"').trim_end_matches('/');
                self.submodules.push(if prefix.is_empty() {
                    path.to_owned()
                } else {
                    format!("{prefix}/{path}")
                });
            }
        }
    }
}

/// Returns the row of a file with rules that are not used.
fn unusable(path: String, file: &Path) -> SkippedRow {
    let meta = file.symlink_metadata();
    let (reason, size) = match meta {
        Ok(meta) if meta.is_symlink() => (SkipReason::SymlinkOutside, 0),
        Ok(meta) if meta.is_file() => (SkipReason::TooLarge, meta.len()),
        _ => (SkipReason::Unreadable, 0),
    };
    SkippedRow { path, reason, size }
}

/// Returns true for the folders of git and of Bombe, and for files that Bombe writes.
fn is_own(name: &str) -> bool {
    name == ".git" || name == ".bombe" || OUTPUT_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Returns the link of an error about links in a circle.
fn loop_in(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { err, .. }
        | ignore::Error::WithLineNumber { err, .. }
        | ignore::Error::WithDepth { err, .. } => loop_in(err),
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}
