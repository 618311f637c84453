//! The snapshot folder, `snapshot.bmb.d/`, next to a snapshot: the commit point, the overlay that lies over the snapshot,
//! cache files, and the lock of the writer.
//!
//! The commit point `CURRENT` ([`CommitPoint`]) is written last, so a writer that is killed leaves the one before, with
//! the overlay that it names. If the snapshot has been replaced already, it is current alone; the next update finds that
//! the two do not fit, and builds again.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bombe_format::commit::{COMMIT_BYTES_MAX, CURRENT, CommitPoint, overlay_name};
use bombe_format::header::{HEADER_BYTES, Header, MAGIC, SegmentKind};
use bombe_format::origin::{FileMark, ORIGIN, Origin};
use bombe_format::provenance::{PROVENANCE, Provenance};
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::{OpenOptions, View};

use crate::atomic_file::{self, Mark};
use crate::discover::{CacheFiles, git};
use crate::encode::Options;
use crate::own_files;

/// Where a snapshot is written and found by default, below the root of a repository.
pub const DEFAULT_SNAPSHOT: &str = ".bombe/snapshot.bmb";

/// A snapshot and its snapshot folder.
#[derive(Clone, Debug)]
pub struct SnapshotDir {
    snapshot: PathBuf,
    folder: PathBuf,
}

/// The lock of the writer.
const LOCK: &str = "lock";

/// The lock of the writer that waits.
const NEXT: &str = "next";

/// The end of the names of overlays.
const OVERLAY_END: &str = ".bmo";

/// A part of the names of overlays that are being written.
const OVERLAY_TEMPORARY: &str = ".bmo.";

/// Cache files of earlier versions, which had other names.
const FORMER_FILES: [&str; 5] = ["links", "links.new", "links.base", "rows", "base"];

/// Cache files that do not depend on the machine: what is in them is of the commit, or of the bytes of its files.
const PORTABLE_FILES: [&str; 9] = [
    "base-manifest",
    "commits",
    "dependencies",
    "dependencies.base",
    "dependencies.new",
    "facts",
    "facts.new",
    "history",
    "overlay-cache",
];

/// How long an overlay stays after another has taken its place: a reader that has read the old commit point may be about
/// to open it.
const GRACE: Duration = Duration::from_mins(10);

/// The option of a program that was started in the background. It is a part of the holder's name in the lock.
pub const BACKGROUND: &str = "--background";

/// The name of the program that had the commands of the indexer alone.
const FORMER_NAME: &str = "bombe-build";

/// How long a holder of the lock may take to write its name.
const NAMING_TIME: Duration = Duration::from_millis(20);

/// Returns how the current segments were encoded.
pub fn options_of(commit: &CommitPoint) -> Options {
    Options {
        sources: commit.sources,
        history: commit.history,
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
            history: self.options.history,
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
            history: self.folder.join("history"),
            commits: self.folder.join("commits"),
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
        own_files::create_folder(&self.folder)
    }

    /// Returns the commit point, if it is sound and names this snapshot.
    pub fn current(&self) -> Option<CommitPoint> {
        let commit = self.commit_point()?;
        (identity(&self.snapshot)? == commit.base).then_some(commit)
    }

    /// Returns the commit point, if it is sound.
    fn commit_point(&self) -> Option<CommitPoint> {
        let bytes = own_files::read(&self.folder.join(CURRENT), COMMIT_BYTES_MAX).ok()?;
        CommitPoint::parse(&bytes).ok()
    }

    /// Returns how the base was encoded, as far as the base records it.
    pub fn options_of_base(&self) -> Option<Options> {
        let base = View::open(&self.snapshot, OpenOptions::default()).ok()?;
        Some(Options {
            sources: base.meta().has_sources,
            history: base.history().ok()?.is_on(),
            level: None,
        })
    }

    /// Returns the commit of the current snapshot, if a writer has made it here.
    pub fn local_commit(&self) -> Option<String> {
        self.current().filter(|_| self.is_made_here())?;
        let view = Snapshot::open_complete(&self.snapshot, OpenOptions::default()).ok()?;
        let commit = &view.view.meta().commit;
        (!commit.is_empty()).then(|| commit.clone())
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
        atomic_file::write_announced(&self.snapshot, bytes, |mark| self.vouch_for(&[mark]))?;
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

    /// Returns the cache files that are of use on another machine, with their names.
    pub fn portable_caches(&self) -> Vec<(&'static str, PathBuf)> {
        let files = PORTABLE_FILES.map(|name| (name, self.folder.join(name)));
        let is_there = |(_, path): &(_, PathBuf)| own_files::mark(path).is_some();
        files.into_iter().filter(is_there).collect()
    }

    /// Replaces the portable cache files by those that `write` writes; those that it knows nothing of are removed. The caller
    /// holds the lock.
    ///
    /// # Errors
    /// When a file cannot be written. What belongs to another state counts as absent then.
    pub fn replace_portable_caches(
        &self,
        mut write: impl FnMut(&str) -> Option<Box<dyn FnOnce(&mut dyn Write) -> io::Result<()>>>,
    ) -> io::Result<()> {
        for name in PORTABLE_FILES {
            let path = self.folder.join(name);
            match write(name) {
                Some(write) => atomic_file::write_checked(&path, write, |_| Ok(()), None)?,
                None => own_files::remove(&path)?,
            }
        }
        Ok(())
    }

    /// Returns what commands have written that have asked a remote.
    pub fn provenance(&self) -> Provenance {
        let text = own_files::read_text(&self.folder.join(PROVENANCE));
        Provenance::parse(&text.unwrap_or_default())
    }

    /// Writes what a command has learnt that has asked a remote, if that is new. The caller holds the lock.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn set_provenance(&self, provenance: &Provenance) -> io::Result<()> {
        if self.provenance() == *provenance {
            return Ok(());
        }
        let path = self.folder.join(PROVENANCE);
        atomic_file::write_unsynced(&path, provenance.to_string().as_bytes())
    }

    /// Gives up the snapshot and everything beside it, as if others had made them: the next update builds anew. Until then the
    /// snapshot answers, with a warning.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn disown(&self) -> io::Result<()> {
        own_files::remove(&self.folder.join(ORIGIN))
    }

    /// Writes a segment that a commit point is about to name. It must have the identity that is expected. The caller holds the
    /// lock.
    ///
    /// # Errors
    /// When it cannot be written, or has another identity.
    pub fn write_segment(
        &self,
        kind: SegmentKind,
        expected: [u8; 32],
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let path = match kind {
            SegmentKind::Base => self.snapshot.clone(),
            SegmentKind::Overlay => self.overlay(&expected),
        };
        let check = |path: &Path| match identity(path) {
            Some(found) if found == expected => Ok(()),
            _ => Err(io::Error::other("the segment has another identity")),
        };
        atomic_file::write_checked(&path, write, check, Some(&|mark| self.vouch_for(&[mark])))
    }

    /// Makes segments that are there current.
    ///
    /// # Errors
    /// When the commit point cannot be written. The one before is then still current.
    pub fn publish(&self, commit: &CommitPoint) -> io::Result<()> {
        self.point(commit, None)
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
            Some(overlay) => {
                let current = (&*path, text.as_bytes());
                atomic_file::write_in_order(overlay, current, |marks| self.vouch_for(&marks))?;
            }
            None => {
                atomic_file::write_announced(&path, text.as_bytes(), |mark| {
                    self.vouch_for(&[mark])
                })?;
            }
        }
        let before = before.and_then(|before| before.overlay);
        if let Some(before) = before.filter(|before| commit.overlay != Some(*before)) {
            // Its grace begins now.
            let file = own_files::open(&self.overlay(&before));
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
            let _ = own_files::remove(&self.overlay_cache());
        }
        for path in self.entries(|name| name.ends_with(OVERLAY_END)) {
            let changed = own_files::modified(&path);
            let age = changed.and_then(|changed| changed.elapsed().ok());
            if Some(&path) != current.as_ref() && age.is_some_and(|age| age > GRACE) {
                // The next update tries again.
                let _ = own_files::remove(&path);
            }
        }
    }

    /// The files that writers have made.
    fn origin(&self) -> Origin {
        let text = own_files::read_text(&self.folder.join(ORIGIN));
        Origin::parse(&text.unwrap_or_default())
    }

    /// The snapshot and the files of the folder, except for locks, and files that have no name of their own yet.
    fn files(&self) -> Vec<(String, FileMark)> {
        let is_counted =
            |name: &str| ![LOCK, NEXT, ORIGIN].contains(&name) && !name.starts_with('.');
        let mut files = own_files::marks(&self.folder);
        files.retain(|(name, _)| is_counted(name));
        files.extend(name_of(&self.snapshot).zip(own_files::mark(&self.snapshot)));
        files
    }

    /// Lists the files that are there, and `coming` ones, as made by a writer. The caller holds the lock.
    ///
    /// # Errors
    /// When the list cannot be written.
    pub fn vouch_for(&self, coming: &[Mark]) -> io::Result<()> {
        let mut origin = Origin::default();
        for (name, mark) in self.files() {
            origin.add(&name, mark);
        }
        for (path, mark) in coming {
            if let (Some(name), Some(mark)) = (name_of(path), mark) {
                origin.add(&name, *mark);
            }
        }
        if origin == self.origin() {
            return Ok(());
        }
        let text = origin.to_string();
        atomic_file::write_unsynced(&self.folder.join(ORIGIN), text.as_bytes())
    }

    /// Returns true if writers have made all files.
    pub fn is_made_here(&self) -> bool {
        self.foreign_files().is_empty()
    }

    /// Returns the names of the files that no writer has made here: they have come with the repository, or are copies.
    fn foreign_files(&self) -> Vec<String> {
        let origin = self.origin();
        let files = self.files().into_iter();
        let foreign = files.filter(|(name, mark)| !origin.vouches_for(name, *mark));
        foreign.map(|(name, _)| name).collect()
    }

    /// Removes the files that no writer has made here. If the snapshot is one of them, nothing else is of use. The caller
    /// holds the lock.
    fn remove_foreign_files(&self) -> Result<(), LockError> {
        let mut foreign = self.foreign_files();
        if foreign.is_empty() {
            return Ok(());
        }
        self.check_untracked()?;
        let snapshot = name_of(&self.snapshot);
        let is_snapshot = |name: &String| Some(name) == snapshot.as_ref();
        if foreign.iter().any(is_snapshot) {
            foreign = self.files().into_iter().map(|(name, _)| name).collect();
        }
        // The snapshot itself answers, with a warning, until there is a new one.
        for name in foreign.iter().filter(|name| !is_snapshot(name)) {
            own_files::remove(&self.folder.join(name))
                .map_err(|error| self.refused(name, error))?;
        }
        Ok(())
    }

    /// Checks that git does not track the folder of a default snapshot: a checkout could replace any file in it.
    ///
    /// # Errors
    /// [`LockError::Tracked`] if it does.
    pub fn check_untracked(&self) -> Result<(), LockError> {
        let folder = own_files::folder_of(&self.snapshot);
        if folder.file_name().is_some_and(|name| name == ".bombe") && git::tracks(folder) {
            return Err(LockError::Tracked(folder.to_owned()));
        }
        Ok(())
    }

    /// Returns the files of the folder whose name passes a test.
    fn entries(&self, named: impl Fn(&str) -> bool) -> Vec<PathBuf> {
        let names = own_files::names(&self.folder).into_iter();
        names
            .filter(|name| named(name))
            .map(|name| self.folder.join(name))
            .collect()
    }

    /// Takes the lock, or fails with the name of its holder. Waits for work that this program has started in the
    /// background.
    ///
    /// # Errors
    /// See [`LockError`].
    pub fn lock(&self) -> Result<Lock, LockError> {
        let mut file = self.open(LOCK)?;
        let mut owner = String::new();
        for pause in [NAMING_TIME, Duration::ZERO] {
            match file.try_lock() {
                Ok(()) => return self.taken(file),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(self.refused(LOCK, error)),
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
        let turn = self.open(NEXT)?;
        match turn.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(self.refused(NEXT, error)),
        }
        let turn = Lock {
            file: turn,
            of: None,
        };
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
        let file = self.open(LOCK)?;
        file.lock().map_err(|error| self.refused(LOCK, error))?;
        self.taken(file)
    }

    /// Writes the holder's name into the lock file. Removes what killed writers and earlier versions have left.
    fn taken(&self, file: File) -> Result<Lock, LockError> {
        let mut lock = Lock { file, of: None };
        let file = &mut lock.file;
        // `bombe bombe-build update` is `bombe-build update`.
        let has_former_name = std::env::args()
            .nth(1)
            .is_some_and(|word| word == FORMER_NAME);
        let words = || std::env::args().skip(usize::from(has_former_name));
        let background = words().skip(2).find(|word| word == BACKGROUND);
        let program = words()
            .take(2)
            .chain(background)
            .collect::<Vec<_>>()
            .join(" ");
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "process {} ({program})", std::process::id()))
            .map_err(|error| self.refused(LOCK, error))?;
        let CacheFiles {
            tree,
            git,
            history,
            commits,
        } = self.discover_caches();
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
            history,
            commits,
        ];
        let is_useless = |name: &str| {
            let half_written = name.starts_with('.') && name.contains(OVERLAY_TEMPORARY);
            half_written || FORMER_FILES.contains(&name)
        };
        let left = atomic_file::leftovers(&published).into_iter();
        for left in left.chain(self.entries(is_useless)) {
            // A file that cannot be removed does no harm.
            let _ = own_files::remove(&left);
        }
        self.remove_foreign_files()?;
        // From here on, all files are of writers.
        lock.of = Some(self.clone());
        Ok(lock)
    }

    fn open(&self, name: &str) -> Result<File, LockError> {
        let checked = self.create();
        let checked = checked.and_then(|()| own_files::checked_names(&self.folder));
        checked.map_err(|source| LockError::Io {
            snapshot: self.snapshot.clone(),
            source,
        })?;
        let file = own_files::open_to_lock(&self.folder.join(name));
        file.map_err(|error| self.refused(name, error))
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
    let mut file = own_files::open(path).ok()?;
    let mut head = [0; HEADER_BYTES];
    file.read_exact(&mut head).ok()?;
    let bytes = file.metadata().ok()?.len();
    Some(Header::read_head(&head, bytes).ok()?.identity)
}

/// Returns the name of a file, if it is UTF-8.
fn name_of(path: &Path) -> Option<String> {
    path.file_name()?.to_str().map(str::to_owned)
}

/// Returns true if the file at `path` begins as a segment does, sound or damaged.
pub fn is_segment(path: &Path) -> bool {
    let mut head = [0; MAGIC.len()];
    let file = own_files::open(path);
    file.and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == MAGIC
}

/// The lock of a snapshot folder. It ends with this value, and with the process, however that ends.
#[derive(Debug)]
pub struct Lock {
    file: File,
    /// The folder whose files the holder writes.
    of: Option<SnapshotDir>,
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(dir) = &self.of {
            // Files that are not listed count as absent the next time.
            let _ = dir.vouch_for(&[]);
        }
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
    /// The folder of the snapshot comes from git.
    #[error(
        "git tracks {}, so anyone may have made what is in it: run `git rm -r --cached .bombe` there, commit that, and try again; or write elsewhere with -o",
        .0.display()
    )]
    Tracked(PathBuf),
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
        own_files::create_folder(folder)?;
    } else {
        own_files::create_named_folder(folder)?;
    }
    own_files::check_files(folder, snapshot.file_name())?;
    let ignore = folder.join(".gitignore");
    if is_default && own_files::is_absent(&ignore)? {
        own_files::create(&ignore)?.write_all(b"*\n")?;
    }
    Ok(())
}

/// Removes the folder `.bombe` of the repository at `root`, with all that is in it.
///
/// # Errors
/// When git tracks it, when a writer is at work, when it holds a folder that is not ours, or when the operating system
/// refuses.
pub fn remove(root: &Path) -> Result<(), LockError> {
    let dir = SnapshotDir::of(&root.join(DEFAULT_SNAPSHOT));
    dir.check_untracked()?;
    // No writer starts meanwhile.
    let _lock = dir.lock()?;
    own_files::remove_folder(dir.folder())
        .and_then(|()| own_files::remove_folder(own_files::folder_of(dir.snapshot())))
        .map_err(|error| dir.refused(LOCK, error))
}

/// Returns how many bytes the files in the folder `.bombe` of the repository at `root` have.
pub fn bytes_of(root: &Path) -> u64 {
    let dir = SnapshotDir::of(&root.join(DEFAULT_SNAPSHOT));
    let folders = [own_files::folder_of(dir.snapshot()), dir.folder()];
    let files = folders.into_iter().flat_map(own_files::marks);
    files.map(|(_, mark)| mark.bytes).sum()
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
