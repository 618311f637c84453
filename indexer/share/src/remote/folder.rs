//! A remote that is a folder: on a disk, or on a file system that several machines share.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::{Condition, Document, Listed, Remote, RemoteError};
use crate::digest::Digest;
use crate::layout::Name;

/// Bytes that are read at a time.
const PIECE_BYTES: usize = 256 << 10;

/// Who replaces a document holds the lock of this file.
const LOCK: &str = ".lock";

/// How the name of a file begins that is being written.
const TEMPORARY: &str = ".new-";

/// A folder.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    shown: String,
}

impl Folder {
    pub(super) fn new(path: &str) -> Self {
        Self {
            path: PathBuf::from(path),
            shown: path.to_owned(),
        }
    }

    fn at(&self, name: &Name) -> PathBuf {
        self.path.join(name.as_str())
    }

    fn outage(&self, path: &Path, error: &io::Error) -> RemoteError {
        RemoteError::Outage {
            remote: self.shown.clone(),
            reason: format!("{}: {error}", path.display()),
        }
    }

    /// Opens a file for reading; none if it is absent.
    fn open(&self, path: &Path) -> Result<Option<File>, RemoteError> {
        // A folder that is not mounted must not look like one without snapshots.
        if !self.path.is_dir() {
            let error = io::Error::new(
                ErrorKind::NotFound,
                "there is no such folder: make it, or mount it",
            );
            return Err(self.outage(&self.path, &error));
        }
        match File::open(path) {
            Ok(file) => match file.metadata() {
                Ok(meta) if meta.is_file() => Ok(Some(file)),
                Ok(_) => Err(self.outage(path, &io::Error::other("no regular file"))),
                Err(error) => Err(self.outage(path, &error)),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.outage(path, &error)),
        }
    }

    /// Puts what `write` writes under a name, once it is on the disk.
    fn put(
        &self,
        name: &Name,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), RemoteError> {
        let path = self.at(name);
        let folder = path.parent().unwrap_or(&self.path);
        let put = || {
            fs::create_dir_all(folder)?;
            let mut file = tempfile::Builder::new()
                .prefix(TEMPORARY)
                .tempfile_in(folder)?;
            write(file.as_file_mut())?;
            make_readable(file.as_file())?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)?;
            // Some file systems cannot flush folders.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
            Ok(())
        };
        put().map_err(|error: io::Error| RemoteError::ReadOnly {
            remote: self.shown.clone(),
            reason: format!("{}: {error}", path.display()),
        })
    }

    fn list_into(&self, folder: &str, found: &mut Vec<Listed>) -> io::Result<()> {
        let entries = match fs::read_dir(self.path.join(folder)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        for entry in entries {
            let entry = entry?;
            let Some(name) = entry
                .file_name()
                .to_str()
                .map(|it| format!("{folder}/{it}"))
            else {
                continue;
            };
            let meta = entry.metadata()?;
            let Some(name) = Name::parse(&name) else {
                continue;
            };
            if meta.is_dir() {
                self.list_into(name.as_str(), found)?;
            } else if meta.is_file() {
                let modified = meta.modified().ok();
                let since = modified.and_then(|it| it.duration_since(UNIX_EPOCH).ok());
                found.push(Listed {
                    name,
                    bytes: meta.len(),
                    modified: since.map_or(0, |since| since.as_secs()),
                });
            }
        }
        Ok(())
    }
}

/// Others read what one writes.
#[cfg(unix)]
fn make_readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &File) -> io::Result<()> {
    Ok(())
}

impl Remote for Folder {
    fn shown(&self) -> &str {
        &self.shown
    }

    fn read(&self, name: &Name, most: u64) -> Result<Option<Document>, RemoteError> {
        let path = self.at(name);
        let Some(file) = self.open(&path)? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        let read = file.take(most + 1).read_to_end(&mut bytes);
        read.map_err(|error| self.outage(&path, &error))?;
        if bytes.len() as u64 > most {
            return Err(RemoteError::Damaged {
                remote: self.shown.clone(),
                what: format!("{name} has more than {most} bytes"),
            });
        }
        let version = Digest::of(&bytes).to_string();
        Ok(Some(Document { bytes, version }))
    }

    fn fetch(
        &self,
        blob: Digest,
        from: u64,
        sink: &mut dyn FnMut(&[u8]) -> Result<(), RemoteError>,
    ) -> Result<(), RemoteError> {
        let name = Name::blob(blob);
        let path = self.at(&name);
        let Some(mut file) = self.open(&path)? else {
            return Err(RemoteError::Missing {
                remote: self.shown.clone(),
                name: name.to_string(),
            });
        };
        file.seek(SeekFrom::Start(from))
            .map_err(|error| self.outage(&path, &error))?;
        let mut piece = vec![0; PIECE_BYTES];
        loop {
            match file.read(&mut piece) {
                Ok(0) => return Ok(()),
                Ok(read) => sink(piece.get(..read).unwrap_or_default())?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.outage(&path, &error)),
            }
        }
    }

    fn has(&self, blob: Digest) -> Result<bool, RemoteError> {
        Ok(self.at(&Name::blob(blob)).is_file())
    }

    fn store_blob(&self, blob: Digest, file: &Path) -> Result<(), RemoteError> {
        let mut from = File::open(file).map_err(RemoteError::local(file))?;
        self.put(&Name::blob(blob), |to| io::copy(&mut from, to).map(|_| ()))
    }

    fn store(
        &self,
        name: &Name,
        bytes: &[u8],
        _: &[(Digest, u64)],
        condition: Condition,
    ) -> Result<(), RemoteError> {
        let write = |file: &mut File| file.write_all(bytes);
        if condition == Condition::Always {
            return self.put(name, write);
        }
        let lock_path = self.path.join(LOCK);
        let lock = || {
            fs::create_dir_all(&self.path)?;
            let lock = fs::OpenOptions::new()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&lock_path)?;
            lock.lock()?;
            Ok(lock)
        };
        let _lock = lock().map_err(|error: io::Error| RemoteError::ReadOnly {
            remote: self.shown.clone(),
            reason: format!("{}: {error}", lock_path.display()),
        })?;
        let present = self.read(name, u64::MAX - 1)?;
        let holds = match (condition, &present) {
            (Condition::Unchanged(version), Some(present)) => present.version == version,
            (Condition::Absent, None) => true,
            _ => false,
        };
        if !holds {
            return Err(RemoteError::Replaced(name.to_string()));
        }
        self.put(name, write)
    }

    fn list(&self, folder: &str) -> Result<Vec<Listed>, RemoteError> {
        let mut found = Vec::new();
        self.list_into(folder, &mut found)
            .map_err(|error| self.outage(&self.path.join(folder), &error))?;
        found.sort_unstable();
        Ok(found)
    }

    fn remove(&self, name: &Name) -> Result<(), RemoteError> {
        match fs::remove_file(self.at(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(RemoteError::ReadOnly {
                remote: self.shown.clone(),
                reason: error.to_string(),
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Condition, Folder, Remote, RemoteError};
    use crate::digest::Digest;
    use crate::layout::Name;

    #[test]
    fn a_document_is_replaced_only_on_its_condition() {
        let folder = tempfile::tempdir().unwrap();
        let remote = Folder::new(folder.path().to_str().unwrap());
        let name = Name::index("o/n", "main");
        assert_eq!(remote.read(&name, 9).unwrap(), None);
        remote.store(&name, b"1", &[], Condition::Absent).unwrap();
        let first = remote.read(&name, 9).unwrap().unwrap();
        let again = remote.store(&name, b"2", &[], Condition::Absent);
        assert!(matches!(again, Err(RemoteError::Replaced(_))));
        let unchanged = Condition::Unchanged(&first.version);
        remote.store(&name, b"2", &[], unchanged).unwrap();
        let late = remote.store(&name, b"3", &[], unchanged);
        assert!(matches!(late, Err(RemoteError::Replaced(_))));
        assert_eq!(remote.read(&name, 9).unwrap().unwrap().bytes, b"2");
        assert!(remote.read(&name, 0).is_err());
        let listed = remote.list("index").unwrap();
        assert_eq!((listed.len(), &listed[0].name), (1, &name));
        remote.remove(&name).unwrap();
        remote.remove(&name).unwrap();
        assert_eq!(remote.read(&name, 9).unwrap(), None);
    }

    #[test]
    fn a_blob_is_read_from_any_byte_on() {
        let folder = tempfile::tempdir().unwrap();
        let remote = Folder::new(folder.path().to_str().unwrap());
        let file = folder.path().join("blob");
        std::fs::write(&file, b"abcdef").unwrap();
        let digest = Digest::of(b"abcdef");
        assert!(!remote.has(digest).unwrap());
        let mut got = Vec::new();
        let mut sink = |bytes: &[u8]| {
            got.extend_from_slice(bytes);
            Ok(())
        };
        assert!(matches!(
            remote.fetch(digest, 0, &mut sink),
            Err(RemoteError::Missing { .. })
        ));
        remote.store_blob(digest, &file).unwrap();
        assert!(remote.has(digest).unwrap());
        for from in 0..=6 {
            remote.fetch(digest, from, &mut sink).unwrap();
        }
        assert_eq!(got, b"abcdefbcdefcdefdefeff");
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_outage() {
        let remote = Folder::new("/nonexistent-remote");
        let read = remote.read(&Name::index("o/n", "main"), 9);
        assert!(matches!(read, Err(RemoteError::Outage { .. })), "{read:?}");
    }
}
