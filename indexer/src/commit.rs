//! The folder beside a snapshot, `snapshot.bmb.d/`: the commit point, the overlay that lies over the snapshot, the record
//! of what the snapshot holds, kept facts, the ledger of what resolution found out, and the lock of whoever writes.
//!
//! The commit point `CURRENT` ([`CommitPoint`]) is written last, so a writer that is killed leaves the one before, with the
//! overlay that it names; if the snapshot is a new one already, that is current alone, and the next update, which finds
//! that the two do not fit, builds again.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bombe_format::commit::{CURRENT, CommitPoint, overlay_name};
use bombe_format::header::{HEADER_BYTES, Header};

use crate::discover::Kept;
use crate::encode::{self, Options};

/// The folder beside a snapshot.
#[derive(Clone, Debug)]
pub struct Beside {
    snapshot: PathBuf,
    folder: PathBuf,
}

/// How the names of overlays end.
const OVERLAY_END: &str = ".bmo";

/// What stands in the names of overlays that are being written.
const OVERLAY_HALF: &str = ".bmo.";

/// How long an overlay stays after another has taken its place: a reader that has read the commit point before may be
/// about to open it.
const GRACE: Duration = Duration::from_mins(10);

/// How the current snapshot was written.
pub fn options_of(commit: &CommitPoint) -> Options {
    Options {
        sources: commit.sources,
        level: commit.level,
    }
}

/// The commit point of a base alone.
fn commit_of(base: [u8; 32], inputs: [u8; 32], options: Options) -> CommitPoint {
    CommitPoint {
        base,
        overlay: None,
        inputs,
        links: None,
        sources: options.sources,
        level: options.level,
    }
}

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

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of kept facts.
    pub fn facts(&self) -> PathBuf {
        self.folder.join("facts")
    }

    /// What the last scan found, for the next one.
    pub fn kept(&self) -> Kept {
        Kept {
            tree: self.folder.join("tree"),
            git: self.folder.join("git"),
        }
    }

    /// The file of the [record](crate::overlay::Record) of the snapshot.
    pub fn record(&self) -> PathBuf {
        self.folder.join("base")
    }

    /// The file of what the last resolution found out.
    pub fn ledger(&self) -> PathBuf {
        self.folder.join("links")
    }

    /// The file of the [rows](crate::overlay::Carried) of the current overlay.
    pub fn rows(&self) -> PathBuf {
        self.folder.join("rows")
    }

    /// The file of the overlay with this identity.
    pub fn overlay(&self, identity: &[u8; 32]) -> PathBuf {
        self.folder.join(overlay_name(identity))
    }

    /// Makes the folder.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn create(&self) -> io::Result<()> {
        encode::create_folder(&self.folder)
    }

    /// What is current: the commit point, if there is a sound one and the snapshot is the one that it names.
    pub fn current(&self) -> Option<CommitPoint> {
        let text = fs::read_to_string(self.folder.join(CURRENT)).ok()?;
        let commit = CommitPoint::parse(&text)?;
        (identity(&self.snapshot)? == commit.base).then_some(commit)
    }

    /// True if the overlay that a commit point names is there, or if it names none.
    pub fn is_whole(&self, commit: &CommitPoint) -> bool {
        commit
            .overlay
            .is_none_or(|overlay| identity(&self.overlay(&overlay)) == Some(overlay))
    }

    /// Publishes a snapshot with the [record](crate::overlay::Record) of it, then the commit point that names it.
    ///
    /// # Errors
    /// When a file cannot be written; what was current before is then still whole.
    pub fn publish_base(
        &self,
        bytes: &[u8],
        record: &[u8],
        inputs: [u8; 32],
        options: Options,
    ) -> io::Result<()> {
        let base = Header::read(bytes).map_err(io::Error::other)?.identity;
        encode::write_file(&self.record(), record)?;
        encode::write_file(&self.snapshot, bytes)?;
        self.point(&commit_of(base, inputs, options), None)
    }

    /// Publishes an overlay over a base, then the commit point that names both. `links` is
    /// [what its ranks were made of](crate::overlay::OwnLinks::state).
    ///
    /// # Errors
    /// When a file cannot be written; what was current before is then still whole.
    pub fn publish_overlay(
        &self,
        base: [u8; 32],
        bytes: &[u8],
        links: Option<[u8; 32]>,
        inputs: [u8; 32],
        options: Options,
    ) -> io::Result<()> {
        let overlay = Header::read(bytes).map_err(io::Error::other)?.identity;
        let commit = CommitPoint {
            overlay: Some(overlay),
            links,
            ..commit_of(base, inputs, options)
        };
        self.point(&commit, Some((&self.overlay(&overlay), bytes)))
    }

    /// Makes a base that is there current again, without an overlay.
    ///
    /// # Errors
    /// When the commit point cannot be written; what was current before is then still so.
    pub fn publish_no_overlay(
        &self,
        base: [u8; 32],
        inputs: [u8; 32],
        options: Options,
    ) -> io::Result<()> {
        self.point(&commit_of(base, inputs, options), None)
    }

    /// Replaces the commit point, after the overlay that it names, if there is a new one.
    fn point(&self, commit: &CommitPoint, overlay: Option<(&Path, &[u8])>) -> io::Result<()> {
        let path = self.folder.join(CURRENT);
        let before = fs::read_to_string(&path).ok();
        let text = commit.to_string();
        match overlay {
            Some(overlay) => encode::write_in_order(overlay, (&path, text.as_bytes()))?,
            None => encode::write_file(&path, text.as_bytes())?,
        }
        let before = before.and_then(|text| CommitPoint::parse(&text)?.overlay);
        if let Some(before) = before.filter(|before| commit.overlay != Some(*before)) {
            // Its grace begins now. Whoever reads the commit point anew finds the new one in any case.
            let file = File::options().write(true).open(self.overlay(&before));
            let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
        }
        Ok(())
    }

    /// Removes overlays that the commit point has not named for ten minutes. Who still has one open keeps it. Only for
    /// whoever has the lock.
    pub fn tidy(&self) {
        let text = fs::read_to_string(self.folder.join(CURRENT)).ok();
        let commit = text.and_then(|text| CommitPoint::parse(&text));
        let current = commit.and_then(|commit| Some(self.overlay(&commit.overlay?)));
        if current.is_none() {
            // There need not be any.
            let _ = fs::remove_file(self.rows());
        }
        for path in self.entries(|name| name.ends_with(OVERLAY_END)) {
            let changed = fs::metadata(&path).and_then(|meta| meta.modified()).ok();
            let age = changed.and_then(|changed| changed.elapsed().ok());
            if Some(&path) != current.as_ref() && age.is_some_and(|age| age > GRACE) {
                // What cannot be removed now is tried again.
                let _ = fs::remove_file(path);
            }
        }
    }

    /// The files of the folder with certain names.
    fn entries(&self, named: impl Fn(&str) -> bool) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries
            .filter(|entry| named(&entry.file_name().to_string_lossy()))
            .map(|entry| entry.path())
            .collect()
    }

    /// Takes the right to write, or tells who has it.
    ///
    /// # Errors
    /// See [`LockError`].
    pub fn lock(&self) -> Result<Lock, LockError> {
        let mut file = self.open("lock")?;
        match file.try_lock() {
            Ok(()) => self.taken(file),
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // Whoever holds it may be writing its name just now.
                let _ = file.read_to_string(&mut owner);
                Err(LockError::Held {
                    snapshot: self.snapshot.clone(),
                    owner: owner.trim().to_owned(),
                })
            }
            Err(TryLockError::Error(error)) => Err(self.refused(error)),
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
            Err(TryLockError::Error(error)) => return Err(self.refused(error)),
        }
        let turn = Lock { file: turn };
        let lock = self.lock_patiently()?;
        // From here on others may wait: what they have changed comes before the scan of neither.
        drop(turn);
        Ok(Some(lock))
    }

    /// Waits for the right to write, however many others wait.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn lock_patiently(&self) -> Result<Lock, LockError> {
        let file = self.open("lock")?;
        file.lock().map_err(|error| self.refused(error))?;
        self.taken(file)
    }

    /// Writes into a locked file whose it is, and takes away what killed writers have left.
    fn taken(&self, file: File) -> Result<Lock, LockError> {
        let mut lock = Lock { file };
        let file = &mut lock.file;
        let program = std::env::args().take(2).collect::<Vec<_>>().join(" ");
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "process {} ({program})", std::process::id()))
            .map_err(|error| self.refused(error))?;
        let Kept { tree, git } = self.kept();
        let published = [
            self.snapshot.clone(),
            self.facts(),
            self.record(),
            self.ledger(),
            self.rows(),
            self.folder.join(CURRENT),
            tree,
            git,
        ];
        let half = |name: &str| name.starts_with('.') && name.contains(OVERLAY_HALF);
        let left = encode::left_behind(&published).into_iter();
        for left in left.chain(self.entries(half)) {
            // Rubbish that cannot be removed does no harm.
            let _ = fs::remove_file(left);
        }
        Ok(lock)
    }

    fn open(&self, name: &str) -> Result<File, LockError> {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        self.create()
            .and_then(|()| options.open(self.folder.join(name)))
            .map_err(|error| self.refused(error))
    }

    fn refused(&self, source: io::Error) -> LockError {
        LockError::Io {
            snapshot: self.snapshot.clone(),
            source,
        }
    }
}

/// The identity in the header of a segment.
pub fn identity(path: &Path) -> Option<[u8; 32]> {
    let mut file = File::open(path).ok()?;
    let mut head = [0; HEADER_BYTES];
    file.read_exact(&mut head).ok()?;
    let bytes = file.metadata().ok()?.len();
    Some(Header::read_head(&head, bytes).ok()?.identity)
}

/// The right to write a snapshot. It ends with this value, and with the process however that ends.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough: a process that is just being started holds a copy until it runs its program.
        let _ = self.file.unlock();
    }
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
    #[error("cannot lock {}", .snapshot.display())]
    Io {
        /// The snapshot.
        snapshot: PathBuf,
        /// What it says.
        source: io::Error,
    },
}

#[cfg(test)]
mod tests {
    use super::{Beside, LockError};

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
        drop(beside.lock().expect("nobody has it any more"));
    }

    #[test]
    fn a_process_that_is_being_started_holds_no_lock() {
        let folder = tempfile::tempdir().expect("a folder");
        let beside = Beside::of(&folder.path().join("s.bmb"));
        let lock = beside.lock().expect("nobody has it");
        let inherited = lock.file.try_clone().expect("a copy of the descriptor");
        drop(lock);
        beside.lock().expect("nobody has it any more");
        drop(inherited);
    }

    #[test]
    fn a_writer_takes_away_what_killed_ones_have_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let beside = Beside::of(&folder.path().join("s.bmb"));
        beside.create().expect("a folder");
        for left in [".s.bmb.1.tmp", "s.bmb.d/.0123456789abcdef.bmo.1.tmp"] {
            let left = folder.path().join(left);
            std::fs::write(&left, "half").expect("a file");
            beside.lock().expect("nobody has it any more");
            assert!(!left.exists(), "{} is left", left.display());
        }
    }
}
