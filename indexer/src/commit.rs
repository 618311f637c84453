//! The folder beside a snapshot, `snapshot.bmb.d/`: the commit point, kept facts, and the lock of whoever writes.
//!
//! The commit point `CURRENT` is a few lines of text, replaced whole: which snapshot is current, from which inputs it was
//! made, and with which options. It is written last, so a writer that is killed leaves the one before: the next update
//! then finds that snapshot and commit point do not fit, and builds again.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use bombe_format::header::{HEADER_BYTES, Header};

use crate::encode::{self, Options};

/// The folder beside a snapshot.
#[derive(Clone, Debug)]
pub struct Beside {
    snapshot: PathBuf,
    folder: PathBuf,
}

/// What the commit point says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commit {
    /// Identity of the snapshot.
    pub base: [u8; 32],
    /// Digest of all that it was made from.
    pub inputs: [u8; 32],
    /// How it was written.
    pub options: Options,
}

/// The file of the commit point.
const CURRENT: &str = "CURRENT";

/// The first line of a commit point.
const COMMIT_HEAD: &str = "bombe commit point 1";

impl Beside {
    /// The folder of the snapshot at `path`, which need not be there yet.
    pub fn of(path: &Path) -> Self {
        let mut folder = path.as_os_str().to_owned();
        folder.push(".d");
        Self {
            snapshot: path.to_owned(),
            folder: PathBuf::from(folder),
        }
    }

    /// The snapshot's file.
    pub fn snapshot(&self) -> &Path {
        &self.snapshot
    }

    /// The file of kept facts.
    pub fn facts(&self) -> PathBuf {
        self.folder.join("facts")
    }

    /// Makes the folder.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn create(&self) -> io::Result<()> {
        fs::create_dir_all(&self.folder)
    }

    /// What is current: the commit point, if there is a sound one and the snapshot is the one that it names.
    pub fn current(&self) -> Option<Commit> {
        let text = fs::read_to_string(self.folder.join(CURRENT)).ok()?;
        let commit = Commit::parse(&text)?;
        (self.identity()? == commit.base).then_some(commit)
    }

    /// The identity in the header of the snapshot.
    fn identity(&self) -> Option<[u8; 32]> {
        let mut file = File::open(&self.snapshot).ok()?;
        let mut head = [0; HEADER_BYTES];
        file.read_exact(&mut head).ok()?;
        let bytes = file.metadata().ok()?.len();
        Some(Header::read_head(&head, bytes).ok()?.identity)
    }

    /// Publishes a snapshot, then the commit point that names it.
    ///
    /// # Errors
    /// When a file cannot be written; what was current before is then still whole.
    pub fn publish(&self, bytes: &[u8], inputs: [u8; 32], options: Options) -> io::Result<()> {
        let base = Header::read(bytes).map_err(io::Error::other)?.identity;
        encode::write_file(&self.snapshot, bytes)?;
        let commit = Commit {
            base,
            inputs,
            options,
        };
        encode::write_file(&self.folder.join(CURRENT), commit.to_string().as_bytes())
    }

    /// Takes the right to write, or tells who has it.
    ///
    /// # Errors
    /// See [`LockError`].
    pub fn lock(&self) -> Result<Lock, LockError> {
        let mut file = self.open("lock")?;
        match file.try_lock() {
            Ok(()) => Ok(self.taken(file)?),
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // Whoever holds it may be writing its name just now.
                let _ = file.read_to_string(&mut owner);
                Err(LockError::Held {
                    snapshot: self.snapshot.clone(),
                    owner: owner.trim().to_owned(),
                })
            }
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    /// Waits for the right to write. None if somebody else waits already, who will see all that is to be seen now.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn lock_in_turn(&self) -> Result<Option<Lock>, LockError> {
        let turn = self.open("next")?;
        match turn.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let file = self.open("lock")?;
        file.lock()?;
        // From here on others may wait: what they have changed comes before the scan of neither.
        drop(turn);
        Ok(Some(self.taken(file)?))
    }

    /// Writes into a locked file whose it is, and takes away what killed writers have left.
    fn taken(&self, mut file: File) -> io::Result<Lock> {
        file.set_len(0)?;
        file.rewind()?;
        let program = std::env::args().take(2).collect::<Vec<_>>().join(" ");
        writeln!(file, "process {} ({program})", std::process::id())?;
        for published in [
            self.snapshot.clone(),
            self.facts(),
            self.folder.join(CURRENT),
        ] {
            for left in encode::left_behind(&published) {
                // Rubbish that cannot be removed does no harm.
                let _ = fs::remove_file(left);
            }
        }
        Ok(Lock { _file: file })
    }

    fn open(&self, name: &str) -> io::Result<File> {
        self.create()?;
        File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.folder.join(name))
    }
}

impl fmt::Display for Commit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{COMMIT_HEAD}")?;
        writeln!(f, "base {}", blake3::Hash::from_bytes(self.base))?;
        writeln!(f, "inputs {}", blake3::Hash::from_bytes(self.inputs))?;
        writeln!(f, "sources {}", self.options.sources)?;
        match self.options.level {
            Some(level) => writeln!(f, "level {level}"),
            None => Ok(()),
        }
    }
}

impl Commit {
    fn parse(text: &str) -> Option<Self> {
        let body = text.strip_prefix(COMMIT_HEAD)?;
        let value = |key: &str| {
            body.lines()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
        };
        let hash = |key| Some(*blake3::Hash::from_hex(value(key)?).ok()?.as_bytes());
        Some(Self {
            base: hash("base")?,
            inputs: hash("inputs")?,
            options: Options {
                sources: value("sources")?.parse().ok()?,
                level: value("level").and_then(|level| level.parse().ok()),
            },
        })
    }
}

/// The right to write a snapshot. It ends with this value, and with the process however that ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// A lock that cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another process has it.
    #[error("{} is being written by {owner}: try again when it is done, or wait with --wait", .snapshot.display())]
    Held {
        /// The snapshot.
        snapshot: PathBuf,
        /// The process, and what it was started as.
        owner: String,
    },
    /// The operating system refuses.
    #[error("cannot lock")]
    Io(#[from] io::Error),
}

#[cfg(test)]
mod tests {
    use super::{Beside, Commit, LockError};
    use crate::encode::Options;

    #[test]
    fn a_commit_point_says_what_was_written_and_nothing_else_is_one() {
        for level in [None, Some(7)] {
            let commit = Commit {
                base: [1; 32],
                inputs: [2; 32],
                options: Options {
                    sources: level.is_none(),
                    level,
                },
            };
            let text = commit.to_string();
            assert_eq!(Commit::parse(&text), Some(commit));
            for end in 0..text.find("sources").unwrap_or(0) {
                assert_eq!(Commit::parse(&text[..end]), None);
            }
        }
        assert_eq!(Commit::parse("bombe commit point 2\n"), None);
    }

    #[test]
    fn one_writer_at_a_time_and_the_other_is_told_who_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let beside = Beside::of(&folder.path().join("s.bmb"));
        let lock = beside.lock().expect("nobody has it");
        let refused = beside.lock();
        let Err(LockError::Held { owner, .. }) = refused else {
            panic!("{refused:?}");
        };
        assert!(owner.contains(&std::process::id().to_string()), "{owner}");
        drop(lock);
        let left = folder.path().join(".s.bmb.1.tmp");
        std::fs::write(&left, "half").expect("a file");
        beside.lock().expect("nobody has it any more");
        assert!(!left.exists(), "what a killed writer left is gone");
    }
}
