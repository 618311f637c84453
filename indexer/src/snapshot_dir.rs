//! The snapshot folder, `snapshot.bmb.d/`, next to a snapshot: the commit point, the overlay that lies over the snapshot,
//! cache files, and the lock of the writer.
//!
//! The commit point `CURRENT` ([`CommitPoint`]) is written last, so a writer that is killed leaves the one before, with
//! the overlay that it names. If the snapshot has been replaced already, it is current alone; the next update finds that
//! the two do not fit, and builds again.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bombe_format::commit::{COMMIT_BYTES_MAX, CURRENT, CommitPoint, overlay_name};
use bombe_format::header::{HEADER_BYTES, Header};
use bombe_reader::view::{OpenOptions, View};

use crate::atomic_file;
use crate::discover::CacheFiles;
use crate::encode::Options;

/// Where a snapshot is written and found by default, below the root of a repository.
pub const DEFAULT_SNAPSHOT: &str = ".bombe/snapshot.bmb";

/// A snapshot and its snapshot folder.
#[derive(Clone, Debug)]
pub struct SnapshotDir {
    snapshot: PathBuf,
    folder: PathBuf,
}

/// The end of the names of overlays.
const OVERLAY_END: &str = ".bmo";

/// A part of the names of overlays that are being written.
const OVERLAY_TEMPORARY: &str = ".bmo.";

/// Cache files of earlier versions, which had other names.
const FORMER_FILES: [&str; 5] = ["links", "links.new", "links.base", "rows", "base"];

/// How long an overlay stays after another has taken its place: a reader that has read the old commit point may be about
/// to open it.
const GRACE: Duration = Duration::from_mins(10);

/// The option of a program that was started in the background. It is a part of the holder's name in the lock.
pub const BACKGROUND: &str = "--background";

/// How long a holder of the lock may take to write its name.
const NAMING_TIME: Duration = Duration::from_millis(20);

/// Returns how the current segments were encoded.
pub fn options_of(commit: &CommitPoint) -> Options {
    Options {
        sources: commit.sources,
        level: commit.level,
    }
}

/// A state of a work tree that segments were made from.
#[derive(Clone, Copy, Debug)]
pub struct TreeState {
    /// Hash of all that the segments are made from.
    pub inputs: [u8; 32],
    /// How they are encoded.
    pub options: Options,
    /// When the scan began.
    pub scanned: SystemTime,
}

impl TreeState {
    /// The commit point of a base alone.
    fn commit_of(&self, base: [u8; 32]) -> CommitPoint {
        let since = self.scanned.duration_since(UNIX_EPOCH).unwrap_or_default();
        CommitPoint {
            base,
            overlay: None,
            inputs: self.inputs,
            links: None,
            sources: self.options.sources,
            level: self.options.level,
            scanned: u64::try_from(since.as_nanos()).unwrap_or(0),
        }
    }
}

impl SnapshotDir {
    /// Returns the folder of the snapshot at `path`. Neither needs to exist yet.
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

    /// The facts cache.
    pub fn facts(&self) -> PathBuf {
        self.folder.join("facts")
    }

    /// The cache files of discovery.
    pub fn discover_caches(&self) -> CacheFiles {
        CacheFiles {
            tree: self.folder.join("tree"),
            git: self.folder.join("git"),
        }
    }

    /// The manifest of the base.
    pub fn base_manifest(&self) -> PathBuf {
        self.folder.join("base-manifest")
    }

    /// The dependency cache.
    pub fn dependencies(&self) -> PathBuf {
        self.folder.join("dependencies")
    }

    /// The rows of the current overlay.
    pub fn overlay_cache(&self) -> PathBuf {
        self.folder.join("overlay-cache")
    }

    /// Which segments have been found undamaged.
    pub fn checked(&self) -> PathBuf {
        self.folder.join("checked")
    }

    /// The overlay with this identity.
    pub fn overlay(&self, identity: &[u8; 32]) -> PathBuf {
        self.folder.join(overlay_name(identity))
    }

    /// Creates the folder.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn create(&self) -> io::Result<()> {
        atomic_file::create_folder(&self.folder)
    }

    /// Returns the commit point, if it is sound and names this snapshot.
    pub fn current(&self) -> Option<CommitPoint> {
        let commit = self.commit_point()?;
        (identity(&self.snapshot)? == commit.base).then_some(commit)
    }

    /// Returns the commit point, if it is sound.
    fn commit_point(&self) -> Option<CommitPoint> {
        let file = File::open(self.folder.join(CURRENT)).ok()?;
        let mut bytes = Vec::new();
        // One byte more, so that a longer file does not match its checksum.
        let mut start = file.take(COMMIT_BYTES_MAX + 1);
        start.read_to_end(&mut bytes).ok()?;
        CommitPoint::parse(&bytes).ok()
    }

    /// Returns how the base was encoded, as far as it tells.
    pub fn options_of_base(&self) -> Option<Options> {
        let base = View::open(&self.snapshot, OpenOptions::default()).ok()?;
        Some(Options {
            sources: base.meta().has_sources,
            level: None,
        })
    }

    /// Publishes a base with its manifest, then the commit point that names it.
    ///
    /// # Errors
    /// When a file cannot be written. What was current before is then still complete.
    pub fn publish_base(
        &self,
        identity: [u8; 32],
        bytes: &[u8],
        manifest: &[u8],
        state: &TreeState,
    ) -> io::Result<()> {
        atomic_file::write(&self.base_manifest(), manifest)?;
        atomic_file::write(&self.snapshot, bytes)?;
        self.point(&state.commit_of(identity), None)
    }

    /// Publishes an overlay over a base, then the commit point that names both. `links` is the digest of the links that
    /// its ranks were computed from; none if the ranks are those of the base.
    ///
    /// # Errors
    /// When a file cannot be written. What was current before is then still complete.
    pub fn publish_overlay(
        &self,
        base: [u8; 32],
        identity: [u8; 32],
        bytes: &[u8],
        links: Option<[u8; 32]>,
        state: &TreeState,
    ) -> io::Result<()> {
        let commit = CommitPoint {
            overlay: Some(identity),
            links,
            ..state.commit_of(base)
        };
        self.point(&commit, Some((&self.overlay(&identity), bytes)))
    }

    /// Makes a base that is there current again, without an overlay.
    ///
    /// # Errors
    /// When the commit point cannot be written. The one before is then still current.
    pub fn publish_no_overlay(&self, base: [u8; 32], state: &TreeState) -> io::Result<()> {
        self.point(&state.commit_of(base), None)
    }

    /// Replaces the commit point; before it, writes the overlay that it names, if that is new.
    fn point(&self, commit: &CommitPoint, overlay: Option<(&Path, &[u8])>) -> io::Result<()> {
        let path = self.folder.join(CURRENT);
        let before = self.commit_point();
        let text = commit.to_string();
        match overlay {
            Some(overlay) => atomic_file::write_in_order(overlay, (&path, text.as_bytes()))?,
            None => atomic_file::write(&path, text.as_bytes())?,
        }
        let before = before.and_then(|before| before.overlay);
        if let Some(before) = before.filter(|before| commit.overlay != Some(*before)) {
            // Its grace begins now.
            let file = File::options().write(true).open(self.overlay(&before));
            let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
        }
        Ok(())
    }

    /// Removes overlays that the commit point has not named for ten minutes; a reader that has one open keeps it. Removes
    /// the overlay cache if there is no overlay. The caller holds the lock.
    pub fn remove_old_files(&self) {
        let commit = self.commit_point();
        let current = commit.and_then(|commit| Some(self.overlay(&commit.overlay?)));
        if current.is_none() {
            // There may be none.
            let _ = fs::remove_file(self.overlay_cache());
        }
        for path in self.entries(|name| name.ends_with(OVERLAY_END)) {
            let changed = fs::metadata(&path).and_then(|meta| meta.modified()).ok();
            let age = changed.and_then(|changed| changed.elapsed().ok());
            if Some(&path) != current.as_ref() && age.is_some_and(|age| age > GRACE) {
                // The next update tries again.
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Returns the files of the folder whose name passes a test.
    fn entries(&self, named: impl Fn(&str) -> bool) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries
            .filter(|entry| named(&entry.file_name().to_string_lossy()))
            .map(|entry| entry.path())
            .collect()
    }

    /// Takes the lock, or fails with the name of its holder. Waits for work that this program has started in the
    /// background.
    ///
    /// # Errors
    /// See [`LockError`].
    pub fn lock(&self) -> Result<Lock, LockError> {
        let mut file = self.open("lock")?;
        let mut owner = String::new();
        for pause in [NAMING_TIME, Duration::ZERO] {
            match file.try_lock() {
                Ok(()) => return self.taken(file),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(self.refused("lock", error)),
            }
            owner.clear();
            // A file that cannot be read names nobody.
            let _ = file.rewind().and_then(|()| file.read_to_string(&mut owner));
            if owner.contains(BACKGROUND) {
                return self.lock_patiently();
            }
            // The holder may have taken the lock just now, and be about to write its name over that of the one before.
            std::thread::sleep(pause);
        }
        Err(LockError::Held {
            snapshot: self.snapshot.clone(),
            owner: owner.trim().to_owned(),
        })
    }

    /// Waits for the lock. None if another writer waits already, which will see all changes made until now.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn lock_in_turn(&self) -> Result<Option<Lock>, LockError> {
        let turn = self.open("next")?;
        match turn.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(self.refused("next", error)),
        }
        let turn = Lock { file: turn };
        let lock = self.lock_patiently()?;
        // From here on another writer may wait: what has changed until then, its scan will see.
        drop(turn);
        Ok(Some(lock))
    }

    /// Waits for the lock, however many others wait.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn lock_patiently(&self) -> Result<Lock, LockError> {
        let file = self.open("lock")?;
        file.lock().map_err(|error| self.refused("lock", error))?;
        self.taken(file)
    }

    /// Writes the holder's name into the lock file. Removes what killed writers and earlier versions have left.
    fn taken(&self, file: File) -> Result<Lock, LockError> {
        let mut lock = Lock { file };
        let file = &mut lock.file;
        let background = std::env::args().skip(2).find(|word| word == BACKGROUND);
        let words: Vec<_> = std::env::args().take(2).chain(background).collect();
        let program = words.join(" ");
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "process {} ({program})", std::process::id()))
            .map_err(|error| self.refused("lock", error))?;
        let CacheFiles { tree, git } = self.discover_caches();
        let published = [
            self.snapshot.clone(),
            self.facts(),
            self.base_manifest(),
            self.dependencies(),
            self.overlay_cache(),
            self.checked(),
            self.folder.join(CURRENT),
            tree,
            git,
        ];
        let is_useless = |name: &str| {
            let half_written = name.starts_with('.') && name.contains(OVERLAY_TEMPORARY);
            half_written || FORMER_FILES.contains(&name)
        };
        let left = atomic_file::leftovers(&published).into_iter();
        for left in left.chain(self.entries(is_useless)) {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(left);
        }
        Ok(lock)
    }

    fn open(&self, name: &str) -> Result<File, LockError> {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        self.create().map_err(|source| LockError::Io {
            snapshot: self.snapshot.clone(),
            source,
        })?;
        options
            .open(self.folder.join(name))
            .map_err(|error| self.refused(name, error))
    }

    /// The error of the lock file `name`.
    fn refused(&self, name: &str, error: io::Error) -> LockError {
        LockError::Io {
            snapshot: self.snapshot.clone(),
            source: atomic_file::about(&self.folder.join(name))(error),
        }
    }
}

/// Returns the identity in the header of the segment at `path`.
pub fn identity(path: &Path) -> Option<[u8; 32]> {
    let mut file = File::open(path).ok()?;
    let mut head = [0; HEADER_BYTES];
    file.read_exact(&mut head).ok()?;
    let bytes = file.metadata().ok()?.len();
    Some(Header::read_head(&head, bytes).ok()?.identity)
}

/// The lock of a snapshot folder. It ends with this value, and with the process, however that ends.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough: a child process that is being started holds a copy until it executes its program.
        let _ = self.file.unlock();
    }
}

/// A lock that cannot be taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another process holds it.
    #[error("{} is being written by {owner}: try again when it is done, or wait with --wait", .snapshot.display())]
    Held {
        /// The snapshot.
        snapshot: PathBuf,
        /// The process, and how it was started.
        owner: String,
    },
    /// The operating system refuses.
    #[error("cannot lock {}", .snapshot.display())]
    Io {
        /// The snapshot.
        snapshot: PathBuf,
        /// What it said.
        source: io::Error,
    },
}

/// Creates the folder of a snapshot. That of the default snapshot excludes itself from git.
///
/// # Errors
/// When the operating system refuses.
pub fn create_folder_of(snapshot: &Path, is_default: bool) -> io::Result<()> {
    let Some(folder) = snapshot
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    else {
        return Ok(());
    };
    if is_default {
        // The root exists. If it has gone in the meantime, it must not come back.
        atomic_file::create_folder(folder)?;
    } else {
        fs::create_dir_all(folder)?;
    }
    let ignore = folder.join(".gitignore");
    if is_default && !ignore.exists() {
        fs::write(ignore, "*\n")?;
    }
    Ok(())
}

/// Returns the root of the repository that a folder belongs to: the nearest folder, itself included, that has a snapshot;
/// else the top of the git work tree; else the folder itself.
pub fn root_of(path: &Path) -> PathBuf {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let nearest_with = |inside: &'static str| {
        full.ancestors()
            .find(|folder| folder.join(inside).exists())
            .map(Path::to_owned)
    };
    let found = match (nearest_with(DEFAULT_SNAPSHOT), nearest_with(".git")) {
        // A snapshot above the work tree belongs to another repository.
        (Some(with_snapshot), Some(top)) if with_snapshot.starts_with(&top) => Some(with_snapshot),
        (with_snapshot, None) => with_snapshot,
        (_, top) => top,
    };
    match found {
        Some(found) if found == full => path.to_owned(),
        Some(found) => found,
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LockError, SnapshotDir};

    #[test]
    fn one_writer_at_a_time_and_the_other_is_told_who_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = SnapshotDir::of(&folder.path().join("s.bmb"));
        let lock = dir.lock().expect("it is free");
        let refused = dir.lock();
        let Err(LockError::Held { owner, .. }) = refused else {
            panic!("{refused:?}");
        };
        assert!(owner.contains(&std::process::id().to_string()), "{owner}");
        drop(lock);
        drop(dir.lock().expect("it is free again"));
    }

    #[test]
    fn work_in_the_background_is_waited_for() {
        use std::io::Write;
        let folder = tempfile::tempdir().expect("a folder");
        let dir = SnapshotDir::of(&folder.path().join("s.bmb"));
        let mut lock = dir.lock().expect("it is free");
        let named = writeln!(lock.file, "process 1 (bombe-build compact --background)");
        named.expect("the lock file takes a name");
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| dir.lock().map(drop));
            drop(lock);
            let waited = waiting.join().expect("no panic");
            waited.expect("the lock, as soon as it is free");
        });
    }

    #[test]
    fn a_process_that_is_being_started_holds_no_lock() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = SnapshotDir::of(&folder.path().join("s.bmb"));
        let lock = dir.lock().expect("it is free");
        let inherited = lock.file.try_clone().expect("a copy of the descriptor");
        drop(lock);
        dir.lock().expect("it is free again");
        drop(inherited);
    }

    #[test]
    fn a_writer_removes_what_killed_ones_and_earlier_versions_have_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = SnapshotDir::of(&folder.path().join("s.bmb"));
        dir.create().expect("a folder");
        for left in [
            ".s.bmb.1.tmp",
            "s.bmb.d/.0123456789abcdef.bmo.1.tmp",
            "s.bmb.d/links",
            "s.bmb.d/rows",
        ] {
            let left = folder.path().join(left);
            std::fs::write(&left, "half").expect("a file");
            dir.lock().expect("it is free again");
            assert!(!left.exists(), "{} is left", left.display());
        }
    }
}
