//! The entries of a folder.

use std::fs;
use std::io;
use std::path::Path;

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
    /// It is the top of a repository: there is something of the name `.git`, of this type.
    pub(super) git: Option<fs::FileType>,
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

    /// Lists the folder `folder` of `root`.
    pub(super) fn of(root: &Path, folder: String) -> io::Result<Self> {
        let mut names = Vec::new();
        let mut listing = Self {
            folder,
            digest: Digest::default(),
            project_files: Vec::new(),
            ignore_files: Vec::new(),
            git: None,
        };
        for entry in fs::read_dir(root.join(&listing.folder))? {
            let entry = entry?;
            let (name, kind) = (entry.file_name(), entry.file_type()?);
            if let Some(name) = name.to_str() {
                if let Some(ignore_file) = IGNORE_FILES.iter().find(|known| **known == name) {
                    listing.ignore_files.push(ignore_file);
                } else if name == ".git" {
                    listing.git = Some(kind);
                } else if kind.is_file() && language::is_project_file(name) {
                    listing.project_files.push(name.to_owned());
                }
            }
            let kind = [kind.is_file(), kind.is_dir(), kind.is_symlink()];
            names.push((name.into_encoded_bytes(), kind));
        }
        // The system lists entries in any order.
        names.sort_unstable();
        listing.project_files.sort_unstable();
        let mut bytes = Vec::new();
        for (name, kind) in names {
            // No name contains a slash.
            bytes.extend_from_slice(&name);
            bytes.extend([b'/'].into_iter().chain(kind.map(u8::from)));
        }
        listing.digest = digest(&bytes);
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
