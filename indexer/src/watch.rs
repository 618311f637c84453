//! Waits for changes in a work tree.
//!
//! An event only starts an update, whose scan finds what has changed. So lost events (a queue that overflows, an editor that
//! renames over a file) lose nothing, as long as one arrives. Only the folders of the repository are watched, each by itself:
//! a tree of dependencies would use up all watches of the system.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// The interval between updates if the system sends no events.
const POLL: Duration = Duration::from_secs(2);

/// If changes never pause, an update starts after this many times the quiet time.
const QUIET_TIMES_MAX: u32 = 20;

/// Waits for changes.
#[derive(Debug)]
pub struct Watch {
    root: PathBuf,
    /// None if the system sends no events, or grants no more watches: then an update starts every [`POLL`].
    watcher: Option<RecommendedWatcher>,
    events: Receiver<notify::Result<Event>>,
    watched: BTreeSet<PathBuf>,
}

/// Why the waiting ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wake {
    /// Something may have changed.
    Changed,
    /// The root is no folder any more.
    RootRemoved,
}

impl Watch {
    /// Watches nothing yet.
    pub fn new(root: &Path) -> Self {
        let (sender, events) = mpsc::channel();
        Self {
            root: root.to_owned(),
            watcher: notify::recommended_watcher(sender).ok(),
            events,
            watched: BTreeSet::new(),
        }
    }

    /// Returns true if the system sends events.
    pub fn is_told(&self) -> bool {
        self.watcher.is_some()
    }

    /// Watches exactly these folders from now on. The next [`Watch::wait`] sees all changes after this call.
    pub fn follow(&mut self, folders: impl IntoIterator<Item = PathBuf>) {
        let Some(watcher) = &mut self.watcher else {
            return;
        };
        let folders: BTreeSet<PathBuf> = folders.into_iter().collect();
        for gone in self.watched.difference(&folders) {
            // A folder that is gone has lost its watch already.
            let _ = watcher.unwatch(gone);
        }
        for new in folders.difference(&self.watched) {
            let failed = watcher.watch(new, RecursiveMode::NonRecursive).is_err();
            if failed && new.is_dir() {
                self.watcher = None;
                return;
            }
        }
        self.watched = folders;
    }

    /// Waits until something changes, and then until nothing changes for `quiet`.
    pub fn wait(&self, quiet: Duration) -> Wake {
        if self.watcher.is_none() {
            std::thread::sleep(POLL);
            return self.woken();
        }
        loop {
            match self.events.recv_timeout(POLL) {
                Ok(event) if matters(&event) => break,
                Ok(_) => {}
                // A root that is renamed takes its watches along, without an event.
                Err(RecvTimeoutError::Timeout) if self.root.is_dir() => {}
                Err(_) => return self.woken(),
            }
        }
        let end = Instant::now() + quiet * QUIET_TIMES_MAX;
        while Instant::now() < end {
            match self.events.recv_timeout(quiet) {
                Ok(_) => {}
                Err(_) => break,
            }
        }
        self.woken()
    }

    fn woken(&self) -> Wake {
        if self.root.is_dir() {
            Wake::Changed
        } else {
            Wake::RootRemoved
        }
    }
}

/// Returns true unless the event is about a read, or about a file that a build itself writes.
fn matters(event: &notify::Result<Event>) -> bool {
    let Ok(event) = event else { return true };
    let own = |path: &PathBuf| path.components().any(|part| part.as_os_str() == ".bombe");
    !matches!(event.kind, EventKind::Access(_))
        && (event.paths.is_empty() || !event.paths.iter().all(own))
}
