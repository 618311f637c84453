//! The cached result of a walk. A folder with the same stamp holds the same entries, so it need not be listed again.
//!
//! The result of a walk depends on the listings of the folders that it reads (names and types), on ignore files, and on a few
//! probes of single paths ([`Probe`]). The result for a file depends on its name, on whether its size exceeds the limit,
//! and on its first line if the name does not show the language. A [`Tree`] records all of these. If none has changed, a walk
//! would find the same, and only sizes and stamps of the files are read; otherwise there is a walk.
//!
//! A stamp proves something only if the last change was well before the walk began: then nothing changed during the walk. A
//! folder that changed more recently (an editor has renamed over a file in it) is listed when the walk reaches it, and once more
//! afterwards; if listing and times are equal, the walk saw that listing. It is cached without a stamp, and listed again the next
//! time, like a folder whose stamp differs; if names and types are equal, it has not changed. A walk for which something else
//! changed recently, could not be read, or is not clear is not cached.

mod current_state;
mod open_folder;
mod record;
mod revalidate;
mod rule_files;

use std::path::Path;

use bombe_reader::regular_file::{Links, TEXT_BYTES_MAX};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::digest::{Digest, digest};
use super::listing::{Listing, joined};
use super::probe::Probe;
use super::walk::Walked;
use super::walk_start::WalkStart;
use super::{Settings, SourceFile};
use crate::cache_file;
use crate::stamp::Stamp;
use crate::unread;
use bombe_resolve::graph::SkippedRow;

/// The result of a walk, with what it depends on.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Tree {
    /// The root and the settings.
    key: String,
    /// Paths of folders and names of files, in no order.
    names: String,
    /// The folders that the walk read, sorted by path.
    folders: Vec<Folder>,
    /// Those of the first folder, of the second and so on.
    files: Vec<File>,
    /// Files whose name does not show the language.
    heads: Vec<Head>,
    /// What else is left out: files and folders.
    skipped: Vec<SkippedEntry>,
    /// What the walk asked about single paths.
    probes: Vec<Probe>,
    /// Files that rules are read from.
    rule_files: Vec<RuleFile>,
    /// By path.
    project_files: Vec<CachedProjectFile>,
    /// Number of entries that ignore rules leave out.
    ignored: usize,
}

/// Where a name lies among all: first byte, and length.
type NameRange = (u32, u32);

/// A folder that the walk read.
#[derive(Debug, Serialize, Deserialize)]
struct Folder {
    /// Relative to the root; empty for the root.
    path: NameRange,
    /// None if that proves nothing.
    stamp: Option<Stamp>,
    #[serde(with = "serde_bytes")]
    listing: Digest,
    /// Number of the files in it of known language, and of those that are left out by name or size.
    files: u32,
}

/// A file that the walk found.
#[derive(Debug, Serialize, Deserialize)]
struct File {
    /// Number of the file by path.
    number: u32,
    name: NameRange,
    class: FileClass,
}

/// The result for a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum FileClass {
    /// Number of its language.
    Source(u8),
    /// Number of the reason.
    Skipped(u8),
}

/// The first bytes of a file, which show its language.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    /// Number of the file.
    file: u32,
    stamp: Option<Stamp>,
    first_bytes: Digest,
}

/// A file or folder that the walk left out.
#[derive(Debug, Serialize, Deserialize)]
struct SkippedEntry {
    path: String,
    /// Number of the reason.
    reason: u8,
    /// It is a file whose size counts.
    is_file: bool,
}

/// A file that rules are read from, or would be if it existed.
#[derive(Debug, Serialize, Deserialize)]
struct RuleFile {
    path: String,
    stamp: Option<Stamp>,
    /// Of its text; none if it cannot be read.
    text: Option<Digest>,
}

/// A project file.
#[derive(Debug, Serialize, Deserialize)]
struct CachedProjectFile {
    path: String,
    /// The walk found it; else an ignore rule hides it.
    walked: bool,
    stamp: Option<Stamp>,
    /// None if it is no text, or one that is hidden and too large.
    text: Option<String>,
}

/// What a walk found, to be cached.
pub(super) struct TreeInputs<'s> {
    pub(super) start: WalkStart,
    /// Those of all its folders; `None` for one that cannot be listed.
    pub(super) listings: &'s [Option<Listing>],
    /// The result of the walk, whose `files` have been taken.
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
    /// Reads the tree that is cached at `path`.
    pub(super) fn read(path: &Path) -> Option<Self> {
        cache_file::read(path)
    }

    /// Caches the tree at `path`.
    pub(super) fn write(&self, path: &Path) {
        cache_file::write(path, self);
    }
}

/// Returns the root and the settings as text; none if the name of the root is not UTF-8.
fn cache_key(root: &Path, settings: &Settings) -> Option<String> {
    Some(format!("{}\n{:?}", root.to_str()?, settings.discover))
}

/// Returns the digest of a file with rules; it may be git's, or above the root.
fn text_digest(path: &str) -> Option<Digest> {
    let text = unread::read_anywhere(Path::new(path), Links::Follow, TEXT_BYTES_MAX);
    text.ok().as_deref().map(digest)
}

fn name_in(names: &str, (start, length): NameRange) -> Option<&str> {
    names.get(start as usize..start.checked_add(length)? as usize)
}

/// Returns the path of a file, relative to the root. `folder` is the position of its folder.
fn path_in(names: &str, folders: &[Folder], file: &File, folder: usize) -> Option<String> {
    let folder = name_in(names, folders.get(folder)?.path)?;
    Some(joined(folder, name_in(names, file.name)?))
}

/// Returns all values; none if one is missing.
fn collect<T: Send>(all: impl IndexedParallelIterator<Item = Option<T>>) -> Option<Vec<T>> {
    let all: Vec<Option<T>> = all.collect();
    all.into_iter().collect()
}

#[cfg(test)]
mod tests;
