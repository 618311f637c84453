//! The present state of the folders and files of a tree: sizes and stamps.

use std::path::Path;
use std::time::SystemTime;

use bombe_reader::beneath::OpenRoot;
use rayon::prelude::*;

use super::open_folder::OpenFolder;
use super::{File, Folder, Tree, collect, name_in};
use crate::discover::listing::Listing;
use crate::stamp::Stamp;

/// Number of folders that one thread checks at a time, relative to the innermost folder around all of them: opening each would
/// cost as much as two checks.
const FOLDERS_AT_ONCE: usize = 16;

/// The present state of the file system.
#[derive(Default)]
pub(super) struct CurrentState {
    /// Positions of folders with another stamp and the same listing.
    pub(super) renewed_folders: Vec<(usize, Stamp)>,
    /// Of files, in the order of the tree.
    pub(super) files: Vec<FileState>,
}

/// The present state of a file.
pub(super) struct FileState {
    /// In bytes.
    pub(super) size: u64,
    pub(super) stamp: Option<Stamp>,
}

impl Tree {
    /// Checks all folders and files. None if a walk is needed.
    pub(super) fn current_state(&self, root: &Path, at: SystemTime) -> Option<CurrentState> {
        let mut first = 0usize;
        let mut parts = Vec::with_capacity(self.folders.len() / FOLDERS_AT_ONCE + 1);
        for (folders, part) in self.folders.chunks(FOLDERS_AT_ONCE).zip(0..) {
            let files: usize = folders.iter().map(|folder| folder.files as usize).sum();
            let files = self.files.get(first..first.checked_add(files)?)?;
            first += files.len();
            parts.push((part * FOLDERS_AT_ONCE, folders, files));
        }
        let parts = parts.into_par_iter().map(|(first, folders, files)| {
            let mut check = FolderCheck::of(root, &self.names, folders)?;
            let mut state = CurrentState::default();
            state.files.reserve(files.len());
            let mut files = files.iter();
            for (folder, position) in folders.iter().zip(first..) {
                let of_folder = files.by_ref().take(folder.files as usize);
                check.folder((folder, position), of_folder, at, &mut state)?;
            }
            Some(state)
        });
        let mut all = CurrentState::default();
        all.files.reserve(self.files.len());
        for mut state in collect(parts)? {
            all.renewed_folders.append(&mut state.renewed_folders);
            all.files.append(&mut state.files);
        }
        (all.files.len() == self.files.len()).then_some(all)
    }
}

/// Checks some folders, relative to one around them.
struct FolderCheck<'t> {
    root: &'t Path,
    names: &'t str,
    open_folder: OpenFolder,
    /// Number of bytes of a path before the part that is relative to the open folder.
    outer: usize,
    /// The part of a path that is relative to the open folder, in one buffer for all.
    path: String,
}

impl<'t> FolderCheck<'t> {
    fn of(root: &'t Path, names: &'t str, folders: &[Folder]) -> Option<Self> {
        let first = name_in(names, folders.first()?.path)?;
        let last = name_in(names, folders.last()?.path)?;
        // A prefix of the first and the last path is a prefix of all.
        let pairs = first.bytes().zip(last.bytes());
        let common = pairs.take_while(|(one, other)| one == other).count();
        let outer = first.get(..common).and_then(|common| common.rfind('/'));
        let around = first.get(..outer.unwrap_or(0))?;
        Some(Self {
            root,
            names,
            open_folder: OpenFolder::open(&root.join(around))?,
            outer: outer.map_or(0, |slash| slash + 1),
            path: String::new(),
        })
    }

    /// Checks the folder at a position and its files. None if a walk is needed.
    fn folder<'f>(
        &mut self,
        (folder, position): (&Folder, usize),
        files: impl Iterator<Item = &'f File>,
        at: SystemTime,
        state: &mut CurrentState,
    ) -> Option<()> {
        let full = name_in(self.names, folder.path)?;
        self.path.clear();
        self.path.push_str(full.get(self.outer..)?);
        let is_open_folder = self.path.is_empty();
        let relative = if is_open_folder { "." } else { &self.path };
        let now = self
            .open_folder
            .entry(relative, at)
            .filter(|now| now.is_folder)?;
        let is_same = now.stamp.is_some() && now.stamp == folder.stamp;
        // The stamp is taken before the listing, so a change in between shows the next time.
        if !is_same {
            let listing = OpenRoot::open(self.root)
                .and_then(|root| Listing::of(&root, full.to_owned()))
                .ok()?;
            (listing.digest == folder.listing).then_some(())?;
            let renewed = now.stamp.map(|stamp| (position, stamp));
            state.renewed_folders.extend(renewed);
        }
        if !is_open_folder {
            self.path.push('/');
        }
        let inner = self.path.len();
        for file in files {
            self.path.truncate(inner);
            self.path.push_str(name_in(self.names, file.name)?);
            let now = self.open_folder.entry(&self.path, at)?;
            let (size, stamp) = (now.size, now.stamp);
            state
                .files
                .push(now.is_file.then_some(FileState { size, stamp })?);
        }
        Some(())
    }
}
