//! Waiting for changes in a work tree.
//!
//! Events only say that it is time to look: what has changed is found by the scan of an update. So nothing is lost when
//! events are (a queue that runs over, an editor that renames over a file), as long as one comes. Folders are watched one by
//! one, those of the repository alone: a tree of dependencies would take all watches that the system gives.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// How often to look where the system gives no events.
const POLL: Duration = Duration::from_secs(2);

/// Changes that never pause are taken after this many times the quiet time.
const QUIET_TIMES_MAX: u32 = 20;

/// Waits for changes.
#[derive(Debug)]
pub struct Watch {
    root: PathBuf,
    /// None where the system gives no events, or no more watches: then the tree is looked at every [`POLL`].
    watcher: Option<RecommendedWatcher>,
    events: Receiver<notify::Result<Event>>,
    watched: BTreeSet<PathBuf>,
}

/// Why the waiting ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wake {
    /// Something may have changed.
    Changed,
    /// The root is no more.
    Gone,
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

    /// True if the system tells of changes; else they are looked for in turns.
    pub fn is_told(&self) -> bool {
        self.watcher.is_some()
    }

    /// Watches exactly these folders from now on. A change between this call and the next [`Watch::wait`] is told there.
    pub fn follow(&mut self, folders: impl IntoIterator<Item = PathBuf>) {
        let Some(watcher) = &mut self.watcher else {
            return;
        };
        let folders: BTreeSet<PathBuf> = folders.into_iter().collect();
        for gone in self.watched.difference(&folders) {
            // A folder that is no more is not watched any more either.
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

    /// Waits until something changes and then nothing more for `quiet`.
    pub fn wait(&self, quiet: Duration) -> Wake {
        if self.watcher.is_none() {
            std::thread::sleep(POLL);
            return self.woken();
        }
        loop {
            match self.events.recv_timeout(POLL) {
                Ok(event) if matters(&event) => break,
                Ok(_) => {}
                // A root that is renamed away takes its watches with it and tells nobody.
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
            Wake::Gone
        }
    }
}

/// True unless the event is about reading, or about what a build writes itself.
fn matters(event: &notify::Result<Event>) -> bool {
    let Ok(event) = event else { return true };
    let own = |path: &PathBuf| path.components().any(|part| part.as_os_str() == ".bombe");
    !matches!(event.kind, EventKind::Access(_))
        && (event.paths.is_empty() || !event.paths.iter().all(own))
}
