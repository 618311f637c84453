//! From a folder to the list of files worth reading, each with its language, and of those that are not, each with a reason.
//!
//! Three steps, in this order: the walk (`walk`) honours ignore files and the skip rules of [`settings`]; names and
//! `#!` lines give a [`language`]; and, once a file is read, [`content`] says whether its bytes are source text at all.
//! What ignore files hide is no part of the repository and is not counted; everything else that stays unread is.

pub mod content;
pub mod git;
pub mod language;
pub mod settings;
mod walk;

use std::path::{Path, PathBuf};

use bombe_format::kind::{Language, SkipReason};
use rayon::prelude::*;

use crate::facts::store::Stamp;
use crate::graph::SkippedRow;
pub use settings::{Settings, SettingsError};

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

/// A project file with its text.
#[derive(Clone, Debug)]
pub struct ProjectFile {
    /// Path relative to the root, `/`-separated.
    pub path: String,
    /// Its text, without a byte order mark.
    pub text: String,
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
    let root = canonical(root)?;
    let walk::Walked {
        files: entries,
        mut skipped,
        ..
    } = walk::walk(&root, settings);
    let looked_at: Vec<_> = entries
        .into_par_iter()
        .map(|entry| look_at(&root, entry))
        .collect();
    let mut undecided = Vec::new();
    let mut project_files = Vec::new();
    for (entry, candidates, project_file) in looked_at {
        project_files.extend(project_file);
        if candidates.is_empty() {
            skipped.push(SkippedRow {
                path: entry.path,
                reason: SkipReason::UnknownLanguage,
                size: entry.size,
            });
        } else if content::is_minified_name(&entry.path) {
            skipped.push(SkippedRow {
                path: entry.path,
                reason: SkipReason::Minified,
                size: entry.size,
            });
        } else if entry.size > settings.discover.max_file_bytes {
            skipped.push(SkippedRow {
                path: entry.path,
                reason: SkipReason::TooLarge,
                size: entry.size,
            });
        } else {
            undecided.push((entry, candidates));
        }
    }
    let mut sources = language::decide(undecided);
    let outside_program = |file: &SourceFile| {
        crate::lang::config::config_for(file.language)
            .is_some_and(|config| config.is_excluded(&file.path))
    };
    if settings.discover.default_exclude {
        sources.retain(|file| {
            let excluded = outside_program(file) && !settings.is_included(&file.path);
            if excluded {
                skipped.push(SkippedRow {
                    path: file.path.clone(),
                    reason: SkipReason::Excluded,
                    size: file.size,
                });
            }
            !excluded
        });
    }
    add_ignored_project_files(&root, settings, &sources, &mut project_files);
    skipped.sort_unstable();
    Ok(Found {
        sources,
        project_files,
        skipped,
    })
}

/// What the name of a file says, and its first line where the name says nothing: the languages that it may be in. With it
/// its text, if it is a project file.
fn look_at(root: &Path, entry: walk::Entry) -> (walk::Entry, Vec<Language>, Option<ProjectFile>) {
    let project_file = language::is_project_file(&entry.path)
        .then(|| read_project_file(root, entry.path.clone()))
        .flatten();
    let head = || walk::first_bytes(&root.join(&entry.path));
    let candidates = language::candidates(&entry.path, head);
    (entry, candidates, project_file)
}

fn read_project_file(root: &Path, path: String) -> Option<ProjectFile> {
    let bytes = std::fs::read(root.join(&path)).ok()?;
    let text = crate::parse::text_of(&bytes)?.to_owned();
    Some(ProjectFile { path, text })
}

/// The folders in which a file of the repository at `root` may be, the root first. Walks it.
///
/// # Errors
/// Only when the root itself cannot be walked.
pub fn folders(root: &Path, settings: &Settings) -> Result<Vec<PathBuf>, DiscoverError> {
    Ok(walk::walk(&canonical(root)?, settings).folders)
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

/// Project files beside the sources and above them count even when an ignore rule hides them: a package whose
/// `package.json` is listed in `.gitignore` and yet committed is still a package. Costs one listing of each such folder.
fn add_ignored_project_files(
    root: &Path,
    settings: &Settings,
    sources: &[SourceFile],
    project_files: &mut Vec<ProjectFile>,
) {
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
    let known: std::collections::BTreeSet<&str> =
        project_files.iter().map(|file| &*file.path).collect();
    let known = &known;
    let folders: Vec<&str> = folders.into_iter().collect();
    let ignored = folders.into_par_iter().flat_map_iter(|folder| {
        let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten();
        entries.flatten().filter_map(move |entry| {
            let name = entry.file_name().into_string().ok()?;
            if !language::is_project_file(&name) {
                return None;
            }
            let path = if folder.is_empty() {
                name
            } else {
                format!("{folder}/{name}")
            };
            if known.contains(&*path) {
                return None;
            }
            let meta = entry.metadata().ok()?;
            (meta.is_file() && meta.len() <= settings.discover.max_file_bytes)
                .then(|| read_project_file(root, path))
                .flatten()
        })
    });
    let ignored: Vec<ProjectFile> = ignored.collect();
    project_files.extend(ignored);
    project_files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
}

#[cfg(test)]
mod tests;
