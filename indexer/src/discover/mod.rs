//! From a folder to the list of files worth reading, each with its language, and of those that are not, each with a reason.
//!
//! Three steps, in this order: the walk (`walk`) honours ignore files and the skip rules of [`settings`]; names and
//! `#!` lines give a [`language`]; and, once a file is read, [`content`] says whether its bytes are source text at all.
//! What ignore files hide is no part of the repository and is not counted; everything else that stays unread is.

pub mod content;
pub mod git;
pub mod language;
pub mod settings;
mod tree;
mod walk;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bombe_format::kind::{Language, SkipReason};
use rayon::prelude::*;

use crate::store::Stamp;
use bombe_resolve::graph::SkippedRow;
use bombe_rules::file_table::ProjectFile;
pub use settings::{Settings, SettingsError};
use tree::{List, Start, Tree};

/// What a walk over a repository found. Every list is ordered by path, bytewise.
#[derive(Debug, Default)]
pub struct Found {
    /// Files of a known language.
    pub sources: Vec<SourceFile>,
    /// Project files (`go.mod`, `tsconfig.json`) that module finders read.
    pub project_files: Vec<ProjectFile>,
    /// Files and folders (these end in `/`) that are not read.
    pub skipped: Vec<SkippedRow>,
}

/// A file whose language is known from its name or its `#!` line.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Path relative to the root, `/`-separated.
    pub path: String,
    /// Its language.
    pub language: Language,
    /// Size in bytes when the walk saw it.
    pub size: u64,
    /// What the file system said of it then; none if that proves nothing.
    pub stamp: Option<Stamp>,
}

/// The files in which it is kept what was found, from one update to the next. Each is good for one program version, and
/// only for whoever has the lock of its folder.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What a walk found; see [`discover_again`].
    pub tree: PathBuf,
    /// What git said; see [`git::state_again`].
    pub git: PathBuf,
}

impl Kept {
    /// Forgets all: the next time everything is looked at.
    pub fn forget(&self) {
        for file in [&self.tree, &self.git] {
            // One that is not there need not be removed; another is told by its contents.
            let _ = std::fs::remove_file(file);
        }
    }
}

/// A repository that cannot be walked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiscoverError {
    /// The root is not there or cannot be entered.
    #[error("cannot read the folder {}", .path.display())]
    Root {
        /// The root as given.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The root is a file.
    #[error("{} is not a folder: name the root of the repository", .0.display())]
    NotAFolder(PathBuf),
}

/// Walks the repository at `root`. Reads directories, project files and the first line of files without an extension.
///
/// # Errors
/// Only when the root itself cannot be walked; a folder or file that cannot be read is counted and left out.
pub fn discover(root: &Path, settings: &Settings) -> Result<Found, DiscoverError> {
    Ok(by_walk(&canonical(root)?, settings, false, Start::now()).0)
}

/// As [`discover`], from what the last walk found: where that is kept and no list of names has changed, only sizes and
/// times of files are asked.
///
/// # Errors
/// As [`discover`].
pub fn discover_again(
    root: &Path,
    settings: &Settings,
    kept: &Kept,
) -> Result<Found, DiscoverError> {
    Ok(again(&canonical(root)?, settings, kept, Start::now()).0)
}

/// As [`discover_again`] of `root` (canonical), and whether it did without a walk.
fn again(root: &Path, settings: &Settings, kept: &Kept, start: Start) -> (Found, bool) {
    if let Some(mut tree) = Tree::read(&kept.tree)
        && let Some((found, is_new)) = tree.found(root, settings, start)
    {
        if is_new {
            tree.write(&kept.tree);
        }
        return (found, true);
    }
    let (found, tree) = by_walk(root, settings, true, start);
    if let Some(tree) = tree {
        tree.write(&kept.tree);
    }
    (found, false)
}

/// Walks `root` (canonical). With `keep`, it gives what the next time can start from, if it proves something.
fn by_walk(root: &Path, settings: &Settings, keep: bool, start: Start) -> (Found, Option<Tree>) {
    let mut walked = walk::walk(root, settings, start.time);
    let entries = std::mem::take(&mut walked.files);
    let looked_at: Vec<_> = entries
        .into_par_iter()
        .map(|entry| LookedAt::of(root, entry))
        .collect();
    let mut undecided = Vec::new();
    let mut projects = Vec::new();
    let mut heads = Vec::new();
    let mut no_sources = Vec::new();
    for LookedAt {
        entry,
        candidates,
        head,
        is_project_file,
        text,
    } in looked_at
    {
        if is_project_file {
            projects.push((entry.path.clone(), entry.stamp, text));
        }
        if let Some(head) = head {
            heads.push((entry.path.clone(), entry.stamp, head));
        }
        let mut skip = |reason| {
            no_sources.push(SkippedRow {
                path: entry.path.clone(),
                reason,
                size: entry.size,
            });
        };
        if candidates.is_empty() {
            skip(SkipReason::UnknownLanguage);
        } else if content::is_minified_name(&entry.path) {
            skip(SkipReason::Minified);
        } else if entry.size > settings.discover.max_file_bytes {
            skip(SkipReason::TooLarge);
        } else {
            undecided.push((entry, candidates));
        }
    }
    let mut sources = language::decide(undecided);
    let outside_program = |file: &SourceFile| {
        bombe_languages::config::config_for(file.language)
            .is_some_and(|config| config.is_excluded(&file.path))
    };
    if settings.discover.default_exclude {
        sources.retain(|file| {
            let excluded = outside_program(file) && !settings.is_included(&file.path);
            if excluded {
                no_sources.push(SkippedRow {
                    path: file.path.clone(),
                    reason: SkipReason::Excluded,
                    size: file.size,
                });
            }
            !excluded
        });
    }
    let lists: Vec<Option<List>> = walked
        .folders
        .par_iter()
        .map(|folder| {
            let folder = folder.strip_prefix(root).ok()?.to_str()?.to_owned();
            List::of(root, folder).ok()
        })
        .collect();
    let hidden_projects = hidden_project_files(root, settings, &lists, &sources, &projects);
    let mut project_files: Vec<ProjectFile> = projects
        .iter()
        .chain(&hidden_projects)
        .filter_map(|(path, _, text)| {
            Some(ProjectFile {
                path: path.clone(),
                text: text.clone()?,
            })
        })
        .collect();
    project_files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    let tree = keep.then(|| {
        let seen = tree::Seen {
            start,
            lists: &lists,
            walked: &walked,
            sources: &sources,
            no_sources: &no_sources,
            heads,
            projects,
            hidden_projects,
        };
        Tree::of(root, settings, seen)
    });
    let mut skipped = walked.skipped;
    skipped.append(&mut no_sources);
    skipped.sort_unstable();
    let found = Found {
        sources,
        project_files,
        skipped,
    };
    (found, tree.flatten())
}

/// A file that the walk came upon, looked at.
struct LookedAt {
    entry: walk::Entry,
    /// The languages that it may be in.
    candidates: Vec<Language>,
    /// Its first bytes, if its name says nothing.
    head: Option<Vec<u8>>,
    is_project_file: bool,
    /// Its text, if it is a project file that can be read.
    text: Option<String>,
}

impl LookedAt {
    fn of(root: &Path, entry: walk::Entry) -> Self {
        let is_project_file = language::is_project_file(&entry.path);
        let text = is_project_file.then(|| project_text(root, &entry.path));
        let mut head = None;
        let candidates = language::candidates(&entry.path, || {
            head.insert(walk::first_bytes(&root.join(&entry.path)))
                .clone()
        });
        Self {
            entry,
            candidates,
            head,
            is_project_file,
            text: text.flatten(),
        }
    }
}

/// The text of a project file; none if it cannot be read, or is no text.
fn project_text(root: &Path, path: &str) -> Option<String> {
    let bytes = std::fs::read(root.join(path)).ok()?;
    Some(bombe_languages::parse::text_of(&bytes)?.to_owned())
}

/// The folders in which a file of the repository at `root` may be, the root first. Walks it.
///
/// # Errors
/// Only when the root itself cannot be walked.
pub fn folders(root: &Path, settings: &Settings) -> Result<Vec<PathBuf>, DiscoverError> {
    Ok(walk::walk(&canonical(root)?, settings, SystemTime::now()).folders)
}

fn canonical(root: &Path) -> Result<PathBuf, DiscoverError> {
    let root = root.canonicalize().map_err(|source| DiscoverError::Root {
        path: root.to_owned(),
        source,
    })?;
    if root.is_dir() {
        Ok(root)
    } else {
        Err(DiscoverError::NotAFolder(root))
    }
}

/// A project file: its path, its stamp, and its text, if that can be read and is one.
type Project = (String, Option<Stamp>, Option<String>);

/// Project files beside the sources and above them count even when an ignore rule hides them: a package whose
/// `package.json` is listed in `.gitignore` and yet committed is still a package.
fn hidden_project_files(
    root: &Path,
    settings: &Settings,
    lists: &[Option<List>],
    sources: &[SourceFile],
    walked: &[Project],
) -> Vec<Project> {
    let mut folders = std::collections::BTreeSet::new();
    for source in sources {
        let mut folder = source.path.as_str();
        while let Some((outer, _)) = folder.rsplit_once('/') {
            if !folders.insert(outer) {
                break;
            }
            folder = outer;
        }
    }
    folders.insert("");
    let walked: std::collections::BTreeSet<&str> =
        walked.iter().map(|(path, ..)| path.as_str()).collect();
    let lists = lists.iter().flatten();
    let lists = lists.filter(|list| folders.contains(list.folder.as_str()));
    let paths = lists.flat_map(|list| {
        list.project_files()
            .filter(|path| !walked.contains(&**path))
    });
    let read = |path: String| {
        let meta = std::fs::symlink_metadata(root.join(&path)).ok()?;
        let fits = meta.is_file() && meta.len() <= settings.discover.max_file_bytes;
        let text = fits.then(|| project_text(root, &path)).flatten();
        Some((path, Stamp::of(&meta), text))
    };
    paths.filter_map(read).collect()
}

#[cfg(test)]
mod tests;
