//! Where a repository keeps its objects.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use bombe_reader::regular_file::{self, Links, TEXT_BYTES_MAX};

/// A list of the commits of a shallow clone whose parents are missing is not longer.
const SHALLOW_BYTES_MAX: u64 = 16 << 20;

/// Most folders of objects: that of the repository, and those that it borrows from.
const FOLDERS_MAX: usize = 16;

/// A repository, found by its `.git`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// The folders of its objects: its own, then those that it borrows from.
    pub(crate) objects: Vec<PathBuf>,
    /// The commits whose parents a shallow clone lacks, as git lists them.
    pub shallow: Vec<u8>,
}

impl Repository {
    /// Finds the repository that a folder is in; none if there is none.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn around(folder: &Path) -> io::Result<Option<Self>> {
        let full = folder.canonicalize()?;
        let Some(git) = full
            .ancestors()
            .map(|above| above.join(".git"))
            .find(|git| git.symlink_metadata().is_ok())
        else {
            return Ok(None);
        };
        let git = if git.is_dir() {
            git
        } else {
            // A linked work tree, or a submodule.
            match line_of(&git)?.strip_prefix("gitdir: ") {
                Some(target) => git.with_file_name("").join(target),
                None => return Ok(None),
            }
        };
        let pointer = git.join("commondir");
        let common = if pointer.symlink_metadata().is_ok() {
            git.join(line_of(&pointer)?)
        } else {
            git
        };
        let shallow =
            match regular_file::read(&common.join("shallow"), Links::Follow, SHALLOW_BYTES_MAX) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
                Err(error) => return Err(error),
            };
        Ok(Some(Self {
            objects: with_alternates(common.join("objects"))?,
            shallow,
        }))
    }
}

fn line_of(file: &Path) -> io::Result<String> {
    let text = regular_file::read_text(file, Links::Follow, TEXT_BYTES_MAX)?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

/// Returns a folder of objects, and those that it borrows from, as far as they have the same owner: a repository that was
/// unpacked may name any folder.
fn with_alternates(own: PathBuf) -> io::Result<Vec<PathBuf>> {
    let owner = owner(&own.metadata()?);
    let mut folders = vec![own];
    let mut at = 0;
    while let Some(folder) = folders.get(at).cloned() {
        at += 1;
        let list = folder.join("info/alternates");
        if list.symlink_metadata().is_err() {
            continue;
        }
        let text = regular_file::read(&list, Links::Follow, TEXT_BYTES_MAX)?;
        for line in text.split(|byte| *byte == b'\n') {
            let Ok(line) = str::from_utf8(line) else {
                continue;
            };
            let line = line.trim_end_matches('\r');
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let other = folder.join(line);
            let is_ours = other
                .metadata()
                .is_ok_and(|meta| meta.is_dir() && self::owner(&meta) == owner);
            if is_ours && !folders.contains(&other) && folders.len() < FOLDERS_MAX {
                folders.push(other);
            }
        }
    }
    Ok(folders)
}

#[cfg(unix)]
fn owner(meta: &Metadata) -> u32 {
    use std::os::unix::fs::MetadataExt;
    meta.uid()
}

#[cfg(not(unix))]
fn owner(_: &Metadata) -> u32 {
    0
}
