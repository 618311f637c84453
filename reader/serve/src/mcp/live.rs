//! The current snapshots. A new one is opened while the old one is in use, and replaces it between two requests.
//!
//! Writers replace the base and the commit point by renaming. Each request compares the stamps of both, and so sees a new
//! snapshot without a watcher. A request keeps the snapshot that it started with.
//!
//! A base that somebody changed in place is opened again like a new one, so that its checksums are compared again. If that
//! fails, the previous snapshot is the same file and does not stay in use: every request is answered with the error, until the
//! file is replaced.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use bombe_format::commit::CURRENT;

use super::Source;
use bombe_reader::beneath::file_number;
use bombe_reader::locate::{Located, locate_all};
use bombe_reader::plain;
use bombe_reader::snapshot::{FOREIGN, Snapshot, snapshot_dir};
use bombe_reader::view::OpenOptions;

/// The locations of the snapshots, and the newest snapshot at each that could be opened.
pub struct Live {
    arguments: Vec<PathBuf>,
    current: PathBuf,
    options: OpenOptions,
    states: Mutex<Vec<State>>,
    generations: AtomicU64,
}

struct State {
    /// The file; none before one was there.
    path: Option<PathBuf>,
    /// Stamps of base and commit point at the last attempt to open them, successful or not.
    stamps: Option<[Option<Stamp>; 2]>,
    source: Arc<Source>,
}

impl State {
    fn missing(folder: PathBuf) -> Self {
        Self {
            path: None,
            stamps: None,
            source: Arc::new(Source::Missing {
                folder,
                problem: None,
            }),
        }
    }

    /// Returns true if a request has met damage in the open snapshot.
    fn is_damaged(&self) -> bool {
        matches!(&*self.source, Source::Open(snapshot) if snapshot.view.check_read().is_err())
    }

    fn is_foreign(&self) -> bool {
        matches!(&*self.source, Source::Open(snapshot) if snapshot.is_foreign)
    }
}

/// The stamp of a file, which distinguishes it from a file that replaces it.
#[derive(Clone, PartialEq, Eq)]
struct Stamp {
    path: PathBuf,
    modified: Option<SystemTime>,
    bytes: u64,
    file: u64,
    /// When its content or its properties last changed, which nobody can set; 0 if the system does not tell.
    generation: (i64, i64),
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let meta = std::fs::metadata(path).ok()?;
        Some(Self {
            path: path.to_owned(),
            modified: meta.modified().ok(),
            bytes: meta.len(),
            file: file_number(&meta),
            generation: generation(&meta),
        })
    }

    /// Returns true if the other stamp is of the same file, which has changed in between.
    fn was_changed_in_place(&self, later: &Self) -> bool {
        self != later && self.file != 0 && (&self.path, self.file) == (&later.path, later.file)
    }
}

#[cfg(unix)]
fn generation(meta: &std::fs::Metadata) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (meta.ctime(), meta.ctime_nsec())
}

#[cfg(not(unix))]
fn generation(_: &std::fs::Metadata) -> (i64, i64) {
    (0, 0)
}

impl Live {
    /// Creates the source for the snapshots that [`locate_all`] finds for `arguments` and the folder `current`. Opens nothing
    /// before the first [`Live::now`].
    pub fn new(arguments: Vec<PathBuf>, current: PathBuf, options: OpenOptions) -> Self {
        Self {
            arguments,
            current,
            options,
            states: Mutex::new(Vec::new()),
            generations: AtomicU64::new(0),
        }
    }

    /// Returns the number of snapshots that were served so far.
    pub fn generations(&self) -> u64 {
        self.generations.load(Ordering::Relaxed)
    }

    /// Returns true if there is more than one snapshot. Opens none.
    pub fn has_several(&self) -> bool {
        !self.arguments.is_empty() && locate_all(&self.arguments, &self.current).len() > 1
    }

    /// Returns the current sources of answers, at least one. Costs a few `stat` calls for each if nothing has changed. If a new
    /// snapshot cannot be opened, or is gone, the previous one stays in use, and the reason goes to stderr; but not if it is
    /// the same file. A snapshot in which a request has met damage is opened again, so that others are answered from what is
    /// sound.
    pub fn now(&self) -> Vec<Arc<Source>> {
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let located = locate_all(&self.arguments, &self.current);
        let mut previous = std::mem::take(&mut *states);
        for place in located {
            match place {
                Located::File(path) => {
                    let known = previous
                        .iter()
                        .position(|state| state.path.as_ref() == Some(&path));
                    let mut state = match known {
                        Some(at) => previous.swap_remove(at),
                        None => State::missing(path.clone()),
                    };
                    state.path = Some(path.clone());
                    self.renew(&mut state, &path);
                    states.push(state);
                }
                // A snapshot that is gone stays in use.
                Located::Missing(_) if self.arguments.len() <= 1 && !previous.is_empty() => {
                    states.append(&mut previous);
                }
                Located::Missing(folder) => states.push(State::missing(folder)),
            }
        }
        states.iter().map(|state| state.source.clone()).collect()
    }

    /// Opens the snapshot at a path again, if it has changed.
    fn renew(&self, state: &mut State, path: &Path) {
        let stamps = [
            Stamp::of(path),
            Stamp::of(&snapshot_dir(path).join(CURRENT)),
        ];
        let is_damaged = state.is_damaged();
        if state.stamps.as_ref() == Some(&stamps) && !is_damaged {
            return;
        }
        let [base, _] = &stamps;
        let was_changed_in_place = match (&state.stamps, base) {
            (Some([Some(before), _]), Some(base)) => {
                before.was_changed_in_place(base) || is_damaged
            }
            _ => is_damaged,
        };
        state.stamps = Some(stamps);
        let previous = match &*state.source {
            Source::Open(old) => Some(old.view.short_identity()),
            Source::Missing { .. } => None,
        };
        match (Snapshot::open(path, self.options), previous) {
            (Ok(snapshot), Some(previous)) if snapshot.fault.is_some() && !was_changed_in_place => {
                let fault = snapshot.fault.unwrap_or_default();
                log(&format!("{fault}; still serving {previous}"));
            }
            // What was made here is older, and right about more.
            (Ok(snapshot), Some(previous)) if snapshot.is_foreign && !state.is_foreign() => {
                log(&format!("{FOREIGN}; still serving {previous}"));
            }
            (Ok(mut snapshot), _) => {
                if self.has_several() {
                    snapshot.compare_among_others(&self.current);
                } else {
                    snapshot.compare_with(&self.current);
                }
                state.source = Arc::new(Source::Open(Box::new(snapshot)));
                self.generations.fetch_add(1, Ordering::Relaxed);
            }
            (Err(error), Some(previous)) if !was_changed_in_place => {
                log(&format!("{error}; still serving {previous}"));
            }
            (Err(error), _) => {
                state.source = Arc::new(Source::Missing {
                    folder: self.current.clone(),
                    problem: Some(error.to_string()),
                });
            }
        }
    }
}

#[expect(
    clippy::print_stderr,
    reason = "stdout belongs to the protocol; clients keep what a server writes to stderr"
)]
fn log(message: &str) {
    eprintln!("bombe-serve: {}", plain::escaped(message));
}
