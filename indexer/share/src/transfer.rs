//! Fetching blobs: what has arrived is kept, checked block by block, and gone on with after a cut. Whoever else wants the
//! same blob meanwhile waits for it, and does not fetch it again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::blob::{BLOCK_BYTES, Blob};
use crate::digest::Hasher;
use crate::remote::{Remote, RemoteError};

/// How often a transfer is gone on with after a cut, as long as each attempt brings something.
const CUTS_MAX: usize = 10_000;

/// How often a block may arrive damaged.
const DAMAGED_MAX: usize = 2;

/// How long blobs stay in the folder after they were used.
const KEPT: Duration = Duration::from_hours(24);

/// The end of the name of a blob that has not arrived as a whole.
const PARTIAL: &str = ".partial";

/// The end of the name of a lock.
const LOCK: &str = ".lock";

/// A folder of the user in which blobs arrive.
#[derive(Clone, Debug)]
pub struct Arrivals {
    folder: PathBuf,
}

/// What a transfer has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    /// Bytes that the remote has sent.
    pub sent: u64,
    /// Bytes that were there before.
    pub there: u64,
    /// Number of cuts.
    pub cuts: u64,
}

impl Arrivals {
    /// Returns the folder of arrivals below the cache folder of the user.
    pub fn below(cache: &Path) -> Self {
        Self {
            folder: cache.join("blobs"),
        }
    }

    /// Returns a file that holds a blob: the one that is there, or what the remote sends. `goes_on` hears how many bytes have
    /// arrived, and may stop the transfer; what has arrived until then is kept.
    ///
    /// # Errors
    /// See [`RemoteError`].
    pub fn fetch(
        &self,
        remote: &dyn Remote,
        blob: &Blob,
        traffic: &mut Traffic,
        goes_on: &mut dyn FnMut(u64) -> Result<(), RemoteError>,
    ) -> Result<File, RemoteError> {
        let path = self.folder.join(blob.sha256.to_string());
        let in_folder = RemoteError::local(&self.folder);
        fs::create_dir_all(&self.folder).map_err(&in_folder)?;
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(with_ending(&path, LOCK))
            .map_err(&in_folder)?;
        // Whoever holds it brings this very blob.
        lock.lock().map_err(&in_folder)?;
        if let Ok(file) = File::open(&path)
            && file.metadata().is_ok_and(|meta| meta.len() == blob.bytes)
        {
            traffic.there += blob.bytes;
            // It was used now.
            let _ = file.set_modified(SystemTime::now());
            return Ok(file);
        }
        let partial = with_ending(&path, PARTIAL);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&partial)
            .map_err(RemoteError::local(&partial))?;
        let mut arriving = Arriving::resume(file, blob).map_err(RemoteError::local(&partial))?;
        traffic.there += arriving.bytes;
        arriving.receive(remote, traffic, goes_on)?;
        fs::rename(&partial, &path).map_err(&in_folder)?;
        File::open(&path).map_err(RemoteError::local(&path))
    }

    /// Removes blobs that nobody has used for a day.
    pub fn remove_old(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in entries {
            let modified = entry.metadata().and_then(|meta| meta.modified());
            let age = modified.ok().and_then(|it| it.elapsed().ok());
            if age.is_some_and(|age| age > KEPT) {
                // The next one tries again.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// A blob that is arriving.
struct Arriving<'b> {
    file: File,
    blob: &'b Blob,
    /// Bytes that are there. All blocks before the last one are checked.
    bytes: u64,
    /// The digest of the block that is not there as a whole.
    block: Hasher,
    /// How many blocks have arrived damaged.
    damaged: usize,
}

impl<'b> Arriving<'b> {
    /// Goes on with a file that holds the first bytes. What does not have its digest is cut off.
    fn resume(mut file: File, blob: &'b Blob) -> io::Result<Self> {
        let there = file.metadata()?.len().min(blob.bytes);
        let mut arriving = Self {
            file: file.try_clone()?,
            blob,
            bytes: 0,
            block: Hasher::default(),
            damaged: 0,
        };
        file.seek(SeekFrom::Start(0))?;
        let mut buffer = vec![0; BLOCK_BYTES as usize];
        while arriving.bytes < there {
            let length = (there - arriving.bytes).min(BLOCK_BYTES) as usize;
            let block = &mut buffer[..length];
            file.read_exact(block)?;
            if !arriving.take(block) {
                break;
            }
        }
        arriving.file.set_len(arriving.bytes)?;
        arriving.file.seek(SeekFrom::Start(arriving.bytes))?;
        Ok(arriving)
    }

    /// Counts bytes that are in the file, up to the end of a block. False if that block is now whole and damaged: then it is
    /// not counted any more.
    fn take(&mut self, bytes: &[u8]) -> bool {
        let block = (self.bytes / BLOCK_BYTES) as usize;
        let start = block as u64 * BLOCK_BYTES;
        self.block.update(bytes);
        self.bytes += bytes.len() as u64;
        if self.bytes - start < self.blob.block_bytes(block) {
            return true;
        }
        let digest = std::mem::take(&mut self.block).finish();
        if self.blob.blocks.get(block) == Some(&digest) {
            return true;
        }
        self.bytes = start;
        false
    }

    /// Writes bytes that have arrived.
    fn accept(&mut self, mut bytes: &[u8], remote: &dyn Remote) -> Result<(), RemoteError> {
        let damaged = |what: String| RemoteError::Damaged {
            remote: remote.shown().to_owned(),
            what: format!("the blob {}: {what}", self.blob.sha256),
        };
        if bytes.len() as u64 > self.blob.bytes - self.bytes {
            return Err(damaged("it is longer".to_owned()));
        }
        let failed = |source| RemoteError::Local {
            path: PathBuf::from(format!("{}{PARTIAL}", self.blob.sha256)),
            source,
        };
        while !bytes.is_empty() {
            let to_end = BLOCK_BYTES - self.bytes % BLOCK_BYTES;
            let length = bytes.len().min(to_end as usize);
            let (now, later) = bytes.split_at(length);
            self.file.write_all(now).map_err(failed)?;
            let block = self.bytes / BLOCK_BYTES;
            if !self.take(now) {
                self.file
                    .set_len(self.bytes)
                    .and_then(|()| self.file.seek(SeekFrom::Start(self.bytes)))
                    .map_err(failed)?;
                self.damaged += 1;
                return Err(damaged(format!("block {block}")));
            }
            bytes = later;
        }
        Ok(())
    }

    /// Receives what is missing.
    fn receive(
        &mut self,
        remote: &dyn Remote,
        traffic: &mut Traffic,
        goes_on: &mut dyn FnMut(u64) -> Result<(), RemoteError>,
    ) -> Result<(), RemoteError> {
        for _ in 0..CUTS_MAX {
            if self.bytes == self.blob.bytes {
                return Ok(());
            }
            let before = self.bytes;
            let received = remote.fetch(self.blob.sha256, before, &mut |bytes| {
                traffic.sent += bytes.len() as u64;
                self.accept(bytes, remote)?;
                goes_on(self.bytes)
            });
            let error = match received {
                Ok(()) if self.bytes == self.blob.bytes => return Ok(()),
                Ok(()) => RemoteError::Outage {
                    remote: remote.shown().to_owned(),
                    reason: "the connection was cut".to_owned(),
                },
                Err(error) => error,
            };
            traffic.cuts += 1;
            let has_advanced = self.bytes > before;
            match &error {
                RemoteError::Outage { .. } if has_advanced => {}
                RemoteError::Damaged { .. } if self.damaged > 0 && self.damaged < DAMAGED_MAX => {}
                _ => return Err(error),
            }
        }
        Err(RemoteError::Outage {
            remote: remote.shown().to_owned(),
            reason: "the connection is cut again and again".to_owned(),
        })
    }
}
