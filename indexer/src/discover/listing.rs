//! The entries of a folder.

use std::io;
use std::path::Path;

use bombe_reader::beneath::{EntryKind, OpenRoot};

use super::digest::{Digest, digest};
use super::language;

/// Bombe's own ignore file, in the syntax of `.gitignore`.
const BOMBE_IGNORE: &str = ".bombeignore";

/// The ignore files that a folder may have, the weakest first.
pub(super) const IGNORE_FILES: [&str; 3] = [".gitignore", ".ignore", BOMBE_IGNORE];

/// The entries of a folder.
#[derive(Debug)]
pub(super) struct Listing {
    /// The folder, relative to the root; empty for the root.
    pub(super) folder: String,
    /// Of names and types.
    pub(super) digest: Digest,
    /// Regular files with the name of a project file.
    project_files: Vec<String>,
    /// Names that rules are read from.
    pub(super) ignore_files: Vec<&'static str>,
    /// It is the top of a repository: there is something of the name `.git`, of this kind.
    pub(super) git: Option<EntryKind>,
    /// All names, sorted bytewise.
    names: Vec<Vec<u8>>,
}

impl Listing {
    /// The paths of its project files, relative to the root.
    pub(super) fn project_files(&self) -> impl Iterator<Item = String> {
        let names = self.project_files.iter();
        names.map(|name| joined(&self.folder, name))
    }

    /// Returns true if another listing has the same entries.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.digest == other.digest
    }

    /// Returns true if an entry has this name.
    pub(super) fn contains(&self, name: &str) -> bool {
        let names = &self.names;
        names
            .binary_search_by(|known| known.as_slice().cmp(name.as_bytes()))
            .is_ok()
    }

    /// Lists the folder `folder` of `root`. It is in the tree: no part of its path is a link.
    pub(super) fn of(root: &OpenRoot, folder: String) -> io::Result<Self> {
        let mut names = Vec::new();
        let mut listing = Self {
            folder,
            digest: Digest::default(),
            project_files: Vec::new(),
            ignore_files: Vec::new(),
            git: None,
            names: Vec::new(),
        };
        for entry in root.list(Path::new(&listing.folder))? {
            let (name, kind) = (entry.name, entry.kind);
            if let Some(name) = name.to_str() {
                if let Some(ignore_file) = IGNORE_FILES.iter().find(|known| **known == name) {
                    listing.ignore_files.push(ignore_file);
                } else if name == ".git" {
                    listing.git = Some(kind);
                } else if kind == EntryKind::File && language::is_project_file(name) {
                    listing.project_files.push(name.to_owned());
                }
            }
            let kinds = [EntryKind::File, EntryKind::Folder, EntryKind::Link];
            let kind = kinds.map(|one| kind == one);
            names.push((name.into_encoded_bytes(), kind));
        }
        // The system lists entries in any order.
        names.sort_unstable();
        listing.project_files.sort_unstable();
        let mut bytes = Vec::new();
        for (name, kind) in &names {
            // No name contains a slash.
            bytes.extend_from_slice(name);
            bytes.extend([b'/'].into_iter().chain(kind.map(u8::from)));
        }
        listing.digest = digest(&bytes);
        listing.names = names.into_iter().map(|(name, _)| name).collect();
        Ok(listing)
    }
}

/// Returns the path of a file in a folder, relative to the root.
pub(super) fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        return name.to_owned();
    }
    let mut path = String::with_capacity(folder.len() + 1 + name.len());
    path.push_str(folder);
    path.push('/');
    path.push_str(name);
    path
}
