//! The cached result of a walk. A folder with the same stamp holds the same entries, so it need not be listed again.
//!
//! The result of a walk depends on the lists of the folders that it reads (names and types), on ignore files, and on a few
//! questions about single paths ([`Asked`]). The result for a file depends on its name, on whether its size exceeds the limit,
//! and on its first line if the name does not show the language. A [`Tree`] records all of these. If none has changed, a walk
//! would find the same, and only sizes and stamps of the files are read; otherwise there is a walk.
//!
//! A stamp proves something only if the last change was well before the walk began: then nothing changed during the walk. A
//! folder that changed more recently (an editor has renamed over a file in it) is listed when the walk reaches it, and once more
//! afterwards; if list and times are equal, the walk saw that list. It is cached without a stamp, and listed again the next
//! time, like a folder whose stamp differs; if names and types are equal, it has not changed. A walk for which something else
//! changed recently, could not be read, or is not clear is not cached.

mod opened;

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use bombe_format::kind::{Language, SkipReason};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::opened::Anchor;
use super::walk::{Asked, IGNORE_FILES, Question, Walked, first_bytes};
use super::{Found, ProjectFile, Settings, SourceFile, language, project_text};
use crate::cache_file;
use crate::stamp::Stamp;
use bombe_resolve::graph::SkippedRow;

/// Number of folders that one thread checks at a time, relative to the innermost folder around all of them: opening each would
/// cost as much as two checks.
const FOLDERS_AT_ONCE: usize = 16;

/// Number of files that one thread assembles at a time.
const FILES_AT_ONCE: usize = 1024;

/// The result of a walk, with what it depends on.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Tree {
    /// The root and the settings.
    of: String,
    /// The folder in which the program ran, if paths in `.git` files are relative to that.
    working: Option<String>,
    /// Paths of folders and names of files, in no order.
    names: String,
    /// The folders that the walk read, sorted by path.
    folders: Vec<Folder>,
    /// Those of the first folder, of the second and so on.
    files: Vec<File>,
    /// Files whose name does not show the language.
    heads: Vec<Head>,
    /// What else is left out.
    rows: Vec<Row>,
    asked: Vec<Asked>,
    /// Files that rules are read from.
    rules: Vec<Rules>,
    /// By path.
    projects: Vec<Project>,
}

/// Where a name lies among all: first byte, and length.
type Name = (u32, u32);

#[derive(Debug, Serialize, Deserialize)]
struct Folder {
    /// Relative to the root; empty for the root.
    path: Name,
    /// None if that proves nothing.
    stamp: Option<Stamp>,
    #[serde(with = "serde_bytes")]
    list: Digest,
    /// Number of the files in it of known language, and of those that are left out by name or size.
    files: u32,
}

#[derive(Debug, Serialize, Deserialize)]
struct File {
    /// Number of the file by path.
    number: u32,
    name: Name,
    what: What,
}

/// The result for a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum What {
    /// Number of its language.
    Source(u8),
    /// Number of the reason.
    Skipped(u8),
}

#[derive(Debug, Serialize, Deserialize)]
struct Head {
    /// Number of the file.
    file: u32,
    stamp: Option<Stamp>,
    first_bytes: Digest,
}

#[derive(Debug, Serialize, Deserialize)]
struct Row {
    path: String,
    /// Number of the reason.
    reason: u8,
    /// It is none of a folder: its size is asked.
    is_file: bool,
}

/// A file that rules are read from, or would be if it existed.
#[derive(Debug, Serialize, Deserialize)]
struct Rules {
    path: String,
    stamp: Option<Stamp>,
    /// Of its text; none if it cannot be read.
    text: Option<Digest>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Project {
    path: String,
    /// The walk found it; else an ignore rule hides it.
    walked: bool,
    stamp: Option<Stamp>,
    /// None if it is no text, or one that is hidden and too large.
    text: Option<String>,
}

/// Of a list or a text.
type Digest = [u8; 16];

fn digest(bytes: &[u8]) -> Digest {
    let hash = blake3::hash(bytes);
    let (half, _) = hash.as_bytes().split_at(16);
    half.try_into().unwrap_or_default()
}

/// A moment before a walk, by both clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) time: SystemTime,
    instant: Instant,
}

impl Start {
    pub(super) fn now() -> Self {
        Self {
            time: SystemTime::now(),
            instant: Instant::now(),
        }
    }

    /// Returns true if the clock has not been set since.
    fn is_steady(self) -> bool {
        let by_clock = self.time.elapsed().unwrap_or_default();
        by_clock.abs_diff(self.instant.elapsed()).as_millis() < 500
    }
}

/// The entries of a folder.
#[derive(Debug)]
pub(super) struct List {
    /// The folder, relative to the root; empty for the root.
    pub(super) folder: String,
    /// Of names and types.
    digest: Digest,
    /// Regular files with the name of a project file.
    project_files: Vec<String>,
    /// Names that rules are read from.
    rules: Vec<&'static str>,
    /// It is the top of a repository: there is something of the name `.git`, of this type.
    git: Option<fs::FileType>,
}

impl List {
    /// The paths of its project files, relative to the root.
    pub(super) fn project_files(&self) -> impl Iterator<Item = String> {
        let names = self.project_files.iter();
        names.map(|name| joined(&self.folder, name))
    }

    /// Returns true if another list has the same entries.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.digest == other.digest
    }

    /// Lists the folder `folder` of `root`.
    pub(super) fn of(root: &Path, folder: String) -> io::Result<Self> {
        let mut names = Vec::new();
        let mut list = Self {
            folder,
            digest: Digest::default(),
            project_files: Vec::new(),
            rules: Vec::new(),
            git: None,
        };
        for entry in fs::read_dir(root.join(&list.folder))? {
            let entry = entry?;
            let (name, kind) = (entry.file_name(), entry.file_type()?);
            if let Some(name) = name.to_str() {
                if let Some(rules) = IGNORE_FILES.iter().find(|known| **known == name) {
                    list.rules.push(rules);
                } else if name == ".git" {
                    list.git = Some(kind);
                } else if kind.is_file() && language::is_project_file(name) {
                    list.project_files.push(name.to_owned());
                }
            }
            let kind = [kind.is_file(), kind.is_dir(), kind.is_symlink()];
            names.push((name.into_encoded_bytes(), kind));
        }
        // The system lists entries in any order.
        names.sort_unstable();
        list.project_files.sort_unstable();
        let mut bytes = Vec::new();
        for (name, kind) in names {
            // No name contains a slash.
            bytes.extend_from_slice(&name);
            bytes.extend([b'/'].into_iter().chain(kind.map(u8::from)));
        }
        list.digest = digest(&bytes);
        Ok(list)
    }
}

/// What a walk found, to be cached.
pub(super) struct Seen<'s> {
    pub(super) start: Start,
    /// Of all its folders; `None` for one that cannot be listed.
    pub(super) lists: &'s [Option<List>],
    /// Its files are not needed any more.
    pub(super) walked: &'s Walked,
    pub(super) sources: &'s [SourceFile],
    /// The files that are no sources.
    pub(super) no_sources: &'s [SkippedRow],
    /// Files whose first bytes were looked at, with these.
    pub(super) heads: Vec<(String, Option<Stamp>, Vec<u8>)>,
    /// Project files that the walk found, with their texts.
    pub(super) projects: Vec<super::Project>,
    /// Those that ignore rules hide, with their texts.
    pub(super) hidden_projects: Vec<super::Project>,
}

impl Tree {
    /// Reads the tree that is cached at `place`.
    pub(super) fn read(place: &Path) -> Option<Self> {
        cache_file::read(place)
    }

    /// Caches the tree at `place`.
    pub(super) fn write(&self, place: &Path) {
        cache_file::write(place, self);
    }

    /// Returns the result of a walk of `root`; none if a part of it proves nothing.
    pub(super) fn of(root: &Path, settings: &Settings, seen: Seen) -> Option<Self> {
        // On other systems, programs can set all times of folders.
        if cfg!(not(unix)) || seen.walked.unclear {
            return None;
        }
        let settled = |meta: &Metadata| Stamp::settled(meta, seen.start.time);
        let mut tree = Self {
            of: of(root, settings)?,
            working: None,
            names: String::new(),
            folders: Vec::new(),
            files: Vec::new(),
            heads: Vec::new(),
            rows: Vec::new(),
            asked: seen.walked.asked.clone(),
            rules: Vec::new(),
            projects: Vec::new(),
        };
        let folders = seen.lists.par_iter().map(|list| {
            let list = list.as_ref()?;
            let meta = fs::symlink_metadata(root.join(&list.folder)).ok()?;
            let stamp = settled(&meta);
            let is_proved = stamp.is_some() || seen.walked.has_seen(list, Stamp::unsettled(&meta)?);
            is_proved.then_some((list, stamp))
        });
        let mut folders: Vec<_> = folders.collect::<Option<_>>()?;
        folders.sort_unstable_by_key(|(list, _)| list.folder.as_str());
        tree.add_folders(&folders, &seen)?;
        for row in &seen.walked.skipped {
            let is_folder = row.path.ends_with('/');
            tree.rows.push(Row {
                path: row.path.clone(),
                reason: row.reason as u8,
                is_file: row.reason == SkipReason::Excluded && !is_folder,
            });
        }
        let paths = rule_files(root, settings, &seen, &mut tree)?;
        let rules = paths.into_iter().map(|path| {
            let meta = fs::metadata(&path).ok();
            let stamp = match &meta {
                Some(meta) => Some(settled(meta)?),
                None => None,
            };
            Some(Rules {
                text: text_digest(&path),
                path,
                stamp,
            })
        });
        tree.rules = rules.collect::<Option<_>>()?;
        for (projects, walked) in [(seen.projects, true), (seen.hidden_projects, false)] {
            let projects = projects.into_iter().map(|(path, stamp, text)| Project {
                path,
                walked,
                stamp,
                text,
            });
            tree.projects.extend(projects);
        }
        tree.projects.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        seen.start.is_steady().then_some(tree)
    }

    /// `folders` are by path.
    fn add_folders(&mut self, folders: &[(&List, Option<Stamp>)], seen: &Seen) -> Option<()> {
        let sources = seen
            .sources
            .iter()
            .map(|file| (file.path.as_str(), What::Source(file.language as u8)));
        let others = seen
            .no_sources
            .iter()
            .map(|row| (row.path.as_str(), What::Skipped(row.reason as u8)));
        let mut files: Vec<_> = sources.chain(others).collect();
        files.sort_unstable_by_key(|(path, _)| *path);
        let mut of_folders = vec![Vec::new(); folders.len()];
        for ((path, what), number) in files.iter().zip(0u32..) {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let folder = folders.binary_search_by_key(&folder, |(list, _)| &list.folder);
            of_folders[folder.ok()?].push((number, name, *what));
        }
        for ((list, stamp), files) in folders.iter().zip(of_folders) {
            let folder = Folder {
                path: self.add_name(&list.folder),
                stamp: *stamp,
                list: list.digest,
                files: files.len() as u32,
            };
            self.folders.push(folder);
            for (number, name, what) in files {
                let name = self.add_name(name);
                self.files.push(File { number, name, what });
            }
        }
        for (path, stamp, bytes) in &seen.heads {
            let file = files.binary_search_by_key(&path.as_str(), |(path, _)| *path);
            self.heads.push(Head {
                file: file.ok()? as u32,
                stamp: *stamp,
                first_bytes: digest(bytes),
            });
        }
        Some(())
    }

    fn add_name(&mut self, name: &str) -> Name {
        let start = self.names.len() as u32;
        self.names.push_str(name);
        (start, name.len() as u32)
    }

    /// Returns what a walk of `root` would find now, and whether the tree must be cached again. None if a walk is needed.
    pub(super) fn found(
        &mut self,
        root: &Path,
        settings: &Settings,
        start: Start,
    ) -> Option<(Found, bool)> {
        let at = start.time;
        if self.of != of(root, settings)? || !self.working_is_same() {
            return None;
        }
        let same = |all: bool| all.then_some(());
        // Cheap checks that are likely to fail come first.
        same(self.asked.par_iter().all(|asked| asked.holds(root)))?;
        let rules = self.rules.par_iter_mut();
        let renewed: Vec<bool> = collect(rules.map(|rules| rules.is_same(at)))?;
        let mut is_new = renewed.contains(&true);
        let max = settings.discover.max_file_bytes;
        let now = self.ask(root, at)?;
        for (folder, stamp) in now.renewed {
            self.folders[folder].stamp = Some(stamp);
            is_new = true;
        }
        let by_path = self.by_path()?;
        let parts = by_path.par_chunks(FILES_AT_ONCE).map(|files| {
            let mut found = Found::default();
            for (file, folder) in files {
                let (file, entry) = (&self.files[*file], &now.files[*file]);
                let path = path_in(&self.names, &self.folders, file, *folder)?;
                file.add_to(&mut found, path, entry, max)?;
            }
            Some(found)
        });
        let mut found = Found::default();
        found.sources.reserve(by_path.len());
        for mut part in collect(parts)? {
            found.sources.append(&mut part.sources);
            found.skipped.append(&mut part.skipped);
        }
        let Self {
            heads,
            rows,
            projects,
            ..
        } = self;
        for head in heads {
            let (file, folder) = *by_path.get(head.file as usize)?;
            let stamp = now.files[file].stamp;
            if stamp.is_none() || stamp != head.stamp {
                let path = path_in(&self.names, &self.folders, &self.files[file], folder)?;
                same(digest(&first_bytes(&root.join(path))) == head.first_bytes)?;
                head.stamp = stamp;
                is_new |= stamp.is_some();
            }
        }
        for row in rows {
            let size = if row.is_file {
                fs::symlink_metadata(root.join(&row.path)).ok()?.len()
            } else {
                0
            };
            found.skipped.push(SkippedRow {
                path: row.path.clone(),
                reason: SkipReason::from_u8(row.reason)?,
                size,
            });
        }
        // Two sorted lists: the sort merges them.
        found.skipped.sort();
        for project in projects {
            is_new |= project.renew(root, max, at)?;
            if let Some(text) = &project.text {
                found.project_files.push(ProjectFile {
                    path: project.path.clone(),
                    text: text.clone(),
                });
            }
        }
        Some((found, is_new))
    }

    /// Checks all folders and files. None if a walk is needed.
    fn ask(&self, root: &Path, at: SystemTime) -> Option<Answers> {
        let mut first = 0usize;
        let mut parts = Vec::with_capacity(self.folders.len() / FOLDERS_AT_ONCE + 1);
        for (folders, part) in self.folders.chunks(FOLDERS_AT_ONCE).zip(0..) {
            let files: usize = folders.iter().map(|folder| folder.files as usize).sum();
            let files = self.files.get(first..first.checked_add(files)?)?;
            first += files.len();
            parts.push((part * FOLDERS_AT_ONCE, folders, files));
        }
        let parts = parts.into_par_iter().map(|(first, folders, files)| {
            let mut asking = Asking::of(root, &self.names, folders)?;
            let mut answers = Answers::default();
            answers.files.reserve(files.len());
            let mut files = files.iter();
            for (folder, place) in folders.iter().zip(first..) {
                let of_folder = files.by_ref().take(folder.files as usize);
                asking.folder((folder, place), of_folder, at, &mut answers)?;
            }
            Some(answers)
        });
        let mut all = Answers::default();
        all.files.reserve(self.files.len());
        for mut answers in collect(parts)? {
            all.renewed.append(&mut answers.renewed);
            all.files.append(&mut answers.files);
        }
        (all.files.len() == self.files.len()).then_some(all)
    }

    /// Returns the positions of the files in the order of their paths, each with that of its folder.
    fn by_path(&self) -> Option<Vec<(usize, usize)>> {
        let mut by_path = vec![(usize::MAX, 0); self.files.len()];
        let mut files = self.files.iter().enumerate();
        for (folder, at) in self.folders.iter().zip(0..) {
            for (file, row) in files.by_ref().take(folder.files as usize) {
                *by_path.get_mut(row.number as usize)? = (file, at);
            }
        }
        let is_whole = by_path.iter().all(|(file, _)| *file != usize::MAX);
        is_whole.then_some(by_path)
    }

    fn working_is_same(&self) -> bool {
        self.working.is_none() || self.working == working_folder()
    }
}

/// Returns all values; none if one is missing.
fn collect<T: Send>(all: impl IndexedParallelIterator<Item = Option<T>>) -> Option<Vec<T>> {
    let all: Vec<Option<T>> = all.collect();
    all.into_iter().collect()
}

/// Returns the path of a file in a folder, relative to the root.
fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        return name.to_owned();
    }
    let mut path = String::with_capacity(folder.len() + 1 + name.len());
    path.push_str(folder);
    path.push('/');
    path.push_str(name);
    path
}

fn name_in(names: &str, (start, length): Name) -> Option<&str> {
    names.get(start as usize..start.checked_add(length)? as usize)
}

/// Returns the path of a file, relative to the root. `folder` is the position of its folder.
fn path_in(names: &str, folders: &[Folder], file: &File, folder: usize) -> Option<String> {
    let folder = name_in(names, folders.get(folder)?.path)?;
    Some(joined(folder, name_in(names, file.name)?))
}

/// The present state of the file system.
#[derive(Default)]
struct Answers {
    /// Positions of folders with another stamp and the same list.
    renewed: Vec<(usize, Stamp)>,
    /// Of files, in the order of the tree.
    files: Vec<Answer>,
}

/// The present state of a file.
struct Answer {
    /// In bytes.
    size: u64,
    stamp: Option<Stamp>,
}

/// Checks some folders, relative to one around them.
struct Asking<'t> {
    root: &'t Path,
    names: &'t str,
    anchor: Anchor,
    /// Number of bytes of a path up to the part that the anchor is asked for.
    outer: usize,
    /// The part of a path that is asked for, in one buffer for all.
    path: String,
}

impl<'t> Asking<'t> {
    fn of(root: &'t Path, names: &'t str, folders: &[Folder]) -> Option<Self> {
        let first = name_in(names, folders.first()?.path)?;
        let last = name_in(names, folders.last()?.path)?;
        // A prefix of the first and the last path is a prefix of all.
        let pairs = first.bytes().zip(last.bytes());
        let common = pairs.take_while(|(one, other)| one == other).count();
        let outer = first.get(..common).and_then(|common| common.rfind('/'));
        let anchor = first.get(..outer.unwrap_or(0))?;
        Some(Self {
            root,
            names,
            anchor: Anchor::of(&root.join(anchor))?,
            outer: outer.map_or(0, |slash| slash + 1),
            path: String::new(),
        })
    }

    /// Checks the folder at a position and its files. None if a walk is needed.
    fn folder<'f>(
        &mut self,
        (folder, place): (&Folder, usize),
        files: impl Iterator<Item = &'f File>,
        at: SystemTime,
        answers: &mut Answers,
    ) -> Option<()> {
        let full = name_in(self.names, folder.path)?;
        self.path.clear();
        self.path.push_str(full.get(self.outer..)?);
        let is_anchor = self.path.is_empty();
        let asked = if is_anchor { "." } else { &self.path };
        let now = self.anchor.entry(asked, at).filter(|now| now.is_folder)?;
        let is_same = now.stamp.is_some() && now.stamp == folder.stamp;
        // The stamp is taken before the list, so a change in between shows the next time.
        if !is_same {
            let list = List::of(self.root, full.to_owned()).ok()?;
            (list.digest == folder.list).then_some(())?;
            let renewed = now.stamp.map(|stamp| (place, stamp));
            answers.renewed.extend(renewed);
        }
        if !is_anchor {
            self.path.push('/');
        }
        let inner = self.path.len();
        for file in files {
            self.path.truncate(inner);
            self.path.push_str(name_in(self.names, file.name)?);
            let now = self.anchor.entry(&self.path, at)?;
            let (size, stamp) = (now.size, now.stamp);
            answers
                .files
                .push(now.is_file.then_some(Answer { size, stamp })?);
        }
        Some(())
    }
}

impl File {
    /// Adds the present state of a file. None if a walk is needed.
    fn add_to(&self, found: &mut Found, path: String, now: &Answer, max: u64) -> Option<()> {
        let is_large = now.size > max;
        match self.what {
            What::Source(_) if is_large => return None,
            What::Source(language) => found.sources.push(SourceFile {
                path,
                language: Language::from_u8(language)?,
                size: now.size,
                stamp: now.stamp,
            }),
            What::Skipped(reason) => {
                let reason = SkipReason::from_u8(reason)?;
                let fits = match reason {
                    // This reason precedes the size.
                    SkipReason::UnknownLanguage | SkipReason::Minified => true,
                    reason => is_large == (reason == SkipReason::TooLarge),
                };
                let size = now.size;
                let row = SkippedRow { path, reason, size };
                found.skipped.push(fits.then_some(row)?);
            }
        }
        Some(())
    }
}

impl Rules {
    /// Returns whether its stamp differs; none if its text does.
    fn is_same(&mut self, at: SystemTime) -> Option<bool> {
        let meta = fs::metadata(&self.path).ok();
        if meta.is_none() && self.stamp.is_none() {
            return Some(false);
        }
        let stamp = Stamp::settled(&meta?, at);
        if stamp.is_some() && stamp == self.stamp {
            return Some(false);
        }
        if self.stamp.is_none() || text_digest(&self.path) != self.text {
            return None;
        }
        self.stamp = stamp.or(self.stamp);
        Some(stamp.is_some())
    }
}

impl Project {
    /// Reads its text again if its stamp differs, and returns whether it does. None if it is gone.
    fn renew(&mut self, root: &Path, max: u64, at: SystemTime) -> Option<bool> {
        let meta = fs::symlink_metadata(root.join(&self.path)).ok()?;
        if !meta.is_file() {
            return None;
        }
        let stamp = Stamp::settled(&meta, at);
        if stamp.is_some() && stamp == self.stamp {
            return Some(false);
        }
        self.stamp = stamp;
        self.text = (self.walked || meta.len() <= max)
            .then(|| project_text(root, &self.path))
            .flatten();
        Some(stamp.is_some())
    }
}

/// Returns a digest of root and settings; none if the name of the root is not UTF-8.
fn of(root: &Path, settings: &Settings) -> Option<String> {
    Some(format!("{}\n{:?}", root.to_str()?, settings.discover))
}

fn working_folder() -> Option<String> {
    std::env::current_dir().ok()?.to_str().map(str::to_owned)
}

fn text_digest(path: &str) -> Option<Digest> {
    fs::read(path).ok().as_deref().map(digest)
}

/// Returns the full paths of all files that a walk reads rules from, or would if they existed. None if that is not clear.
fn rule_files(
    root: &Path,
    settings: &Settings,
    seen: &Seen,
    tree: &mut Tree,
) -> Option<BTreeSet<String>> {
    let mut paths = BTreeSet::new();
    let on = settings.discover.ignore_files;
    let mut add = |path: PathBuf| {
        paths.insert(path.to_str()?.to_owned());
        Some(())
    };
    add(root.join(".gitmodules"))?;
    let mut exclude = |folder: &Path, add: &mut dyn FnMut(PathBuf) -> Option<()>| {
        let git = folder.join(".git");
        if !git.is_file() {
            return add(git.join("info/exclude"));
        }
        // As the walk reads it: one line each, a relative path from where the program runs.
        add(git.clone())?;
        let text = fs::read_to_string(&git).ok()?;
        let Some(own) = text.lines().next()?.strip_prefix("gitdir: ") else {
            return Some(());
        };
        if Path::new(own).is_relative() {
            tree.working = Some(working_folder()?);
        }
        let own = PathBuf::from(working_folder()?).join(own);
        add(own.join("commondir"))?;
        let Ok(text) = fs::read_to_string(own.join("commondir")) else {
            return Some(());
        };
        let common = text.lines().next().unwrap_or_default();
        let common = if common.starts_with('.') {
            own.join(common)
        } else {
            PathBuf::from(working_folder()?).join(common)
        };
        add(common.join("info/exclude"))
    };
    for list in seen.lists.iter().flatten() {
        let folder = root.join(&list.folder);
        if on {
            for name in &list.rules {
                add(folder.join(name))?;
            }
        }
        if let Some(kind) = list.git {
            if !kind.is_dir() && !kind.is_file() {
                return None;
            }
            add(folder.join(".gitmodules"))?;
            if on {
                exclude(&folder, &mut add)?;
            }
        }
    }
    let is_top = seen
        .lists
        .iter()
        .flatten()
        .any(|list| list.folder.is_empty() && list.git.is_some());
    if on && !is_top {
        for above in root.ancestors().skip(1) {
            let git = above.join(".git");
            let asked = Question::Exists.answered(git.to_str()?, git.exists());
            tree.asked.push(asked);
            if seen.walked.parents {
                for name in IGNORE_FILES {
                    add(above.join(name))?;
                }
                exclude(above, &mut add)?;
            }
        }
    }
    Some(paths)
}

#[cfg(test)]
mod tests;
