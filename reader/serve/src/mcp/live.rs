//! The newest snapshot at its place: a new one is opened beside the old one and taken between two requests.
//!
//! A snapshot and the commit point beside it are replaced by renaming, so one look at both per request tells whether there
//! is something new, without a watcher that can miss it. Requests in flight keep what they started with.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use bombe_format::commit::CURRENT;

use super::Source;
use bombe_reader::locate::{Located, locate};
use bombe_reader::snapshot::{Snapshot, snapshot_dir};
use bombe_reader::view::OpenOptions;

/// Where a snapshot is looked for, and the newest one that could be opened.
pub struct Live {
    argument: Option<PathBuf>,
    current: PathBuf,
    options: OpenOptions,
    state: Mutex<State>,
}

struct State {
    /// What lay at the place when it was last looked at, whether it could be opened or not.
    seen: Option<[Option<Stamp>; 2]>,
    source: Arc<Source>,
}

/// What tells a file from the one that was there before.
#[derive(Clone, PartialEq, Eq)]
struct Stamp {
    path: PathBuf,
    modified: Option<SystemTime>,
    bytes: u64,
    file: u64,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let meta = std::fs::metadata(path).ok()?;
        Some(Self {
            path: path.to_owned(),
            modified: meta.modified().ok(),
            bytes: meta.len(),
            file: file_number(&meta),
        })
    }
}

#[cfg(unix)]
fn file_number(meta: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(meta)
}

#[cfg(not(unix))]
fn file_number(_: &std::fs::Metadata) -> u64 {
    0
}

impl Live {
    /// Looks for a snapshot as [`locate`] does, from the folder `current`. Nothing is opened before the first
    /// [`Live::now`].
    pub fn new(argument: Option<PathBuf>, current: PathBuf, options: OpenOptions) -> Self {
        let looked_in = argument
            .as_ref()
            .map_or_else(|| current.clone(), |path| current.join(path));
        Self {
            argument,
            current,
            options,
            state: Mutex::new(State {
                seen: None,
                source: Arc::new(Source::Missing {
                    looked_in,
                    problem: None,
                }),
            }),
        }
    }

    /// What to answer from now. Costs a few `stat`s while nothing has changed. A snapshot that cannot be opened or that
    /// is gone leaves the one before it in place; the reason goes to stderr.
    pub fn now(&self) -> Arc<Source> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (path, looked_in) = match locate(self.argument.as_deref(), &self.current) {
            Located::File(path) => (path, &self.current),
            Located::Missing(_) => return state.source.clone(),
        };
        let seen = Some([
            Stamp::of(&path),
            Stamp::of(&snapshot_dir(&path).join(CURRENT)),
        ]);
        if seen == state.seen {
            return state.source.clone();
        }
        state.seen = seen;
        let kept = match &*state.source {
            Source::Open(old) => Some(old.view.short_identity()),
            Source::Missing { .. } => None,
        };
        match (Snapshot::open(&path, self.options), kept) {
            (Ok(snapshot), Some(kept)) if snapshot.fault.is_some() => {
                let fault = snapshot.fault.unwrap_or_default();
                tell(&format!("{fault}; still serving {kept}"));
            }
            (Ok(mut snapshot), _) => {
                snapshot.compare_with(&self.current);
                state.source = Arc::new(Source::Open(Box::new(snapshot)));
            }
            (Err(error), Some(kept)) => tell(&format!("{error}; still serving {kept}")),
            (Err(error), None) => {
                state.source = Arc::new(Source::Missing {
                    looked_in: looked_in.clone(),
                    problem: Some(error.to_string()),
                });
            }
        }
        state.source.clone()
    }
}

#[expect(
    clippy::print_stderr,
    reason = "stdout belongs to the protocol; clients keep what a server says on stderr"
)]
fn tell(message: &str) {
    eprintln!("bombe-serve: {message}");
}
