//! Folders by path, for systems without operations relative to an open folder: what a name stands for is looked at first.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use bombe_reader::regular_file::kind_name;

use super::{Access, Entry, FolderPath, Foreign};

/// A folder that has been checked.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let FolderPath { named, ours } = FolderPath::of(path);
        let mut so_far = named.to_owned();
        for name in ours.into_iter().flatten() {
            so_far.push(name);
            let kind = so_far.symlink_metadata()?.file_type();
            if !kind.is_dir() {
                return Err(Foreign::folder(so_far, kind_name(kind)));
            }
        }
        Ok(Self(path.to_owned()))
    }

    pub(super) fn inside(&self, name: &OsStr) -> io::Result<Self> {
        let path = self.0.join(name);
        let kind = path.symlink_metadata()?.file_type();
        if !kind.is_dir() {
            return Err(Foreign::folder(path, kind_name(kind)));
        }
        Ok(Self(path))
    }

    pub(super) fn open_file(&self, name: &OsStr, access: Access) -> io::Result<File> {
        if let Some(entry) = self.entry(name)?.filter(|entry| !entry.is_file) {
            return Err(Foreign::file(self.0.join(name), entry.kind));
        }
        let mut options = File::options();
        match access {
            Access::Read => options.read(true),
            Access::Lock => options.read(true).write(true).create(true).truncate(false),
            Access::Append => options.append(true).create(true),
            Access::New => options.write(true).create_new(true),
        };
        options.open(self.0.join(name))
    }

    pub(super) fn entry(&self, name: &OsStr) -> io::Result<Option<Entry>> {
        match self.0.join(name).symlink_metadata() {
            Ok(meta) => Ok(Some(Entry {
                kind: kind_name(meta.file_type()),
                is_file: meta.is_file(),
                bytes: meta.len(),
                number: 0,
                modified: meta.modified().ok(),
            })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Files are not numbered here either.
    pub(super) fn created(&self, _: &OsStr) -> u64 {
        0
    }

    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    pub(super) fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_dir(self.0.join(name))
    }

    pub(super) fn rename(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        fs::rename(self.0.join(name), to.0.join(to_name))
    }

    pub(super) fn link(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        fs::hard_link(self.0.join(name), to.0.join(to_name))
    }

    pub(super) fn create_folder(&self, name: &OsStr) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            names.extend(entry?.file_name().into_string().ok());
        }
        Ok(names)
    }

    /// Only Unix can open a folder.
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}
