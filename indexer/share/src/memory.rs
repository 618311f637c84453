//! What is remembered of a remote from one command to the next: the newest snapshots that it has shown, how fast it is, and
//! whether it has failed lately.
//!
//! A remote that fails is left alone for a while (an open circuit breaker), then tried by one command (half open), and used
//! again once that has succeeded.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::verify::Seen;

/// So many outcomes count.
const OUTCOMES: usize = 6;

/// A remote that has failed so often among the last outcomes is left alone.
const FAILURES_MAX: usize = 3;

/// For this long.
const PAUSE: Duration = Duration::from_secs(30);

/// A command that tries a remote again has an answer after this time at the latest.
const TRIAL: Duration = Duration::from_secs(15);

/// The memory of a remote.
#[derive(Clone, Debug)]
pub struct Memory {
    file: PathBuf,
    now: fn() -> u64,
}

/// What is in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Remembered {
    address: String,
    /// By repository and branch.
    seen: BTreeMap<String, Seen>,
    /// The last outcomes, newest last: true for a success.
    outcomes: Vec<bool>,
    /// When the last failure was, or when the last trial began, in milliseconds since 1970.
    paused: u64,
    /// True while a command tries a remote again.
    is_on_trial: bool,
    bytes_per_second: Option<u64>,
}

impl Remembered {
    fn is_failing(&self) -> bool {
        self.outcomes.iter().filter(|success| !**success).count() >= FAILURES_MAX
    }
}

fn milliseconds() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    u64::try_from(now.unwrap_or_default().as_millis()).unwrap_or(u64::MAX)
}

/// The key of a branch in what was seen.
fn key(repository: &str, branch: &str) -> String {
    format!("{repository}\n{branch}")
}

impl Memory {
    /// Returns the memory of the remote with an address, below the state folder of the user.
    pub fn of(state: &Path, address: &str) -> Self {
        let digest = Digest::of(address.as_bytes()).to_string();
        Self {
            file: state
                .join("remotes")
                .join(format!("{}.json", &digest[..16])),
            now: milliseconds,
        }
    }

    fn read(&self) -> Remembered {
        let text = fs::read(&self.file).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Changes what is remembered. What cannot be remembered is found out again.
    fn change<T>(&self, change: impl FnOnce(&mut Remembered) -> T) -> T {
        let lock = || -> io::Result<_> {
            let folder = self.file.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder)?;
            let lock = self.file.with_extension("lock");
            let lock = OpenOptions::new()
                .create(true)
                .truncate(false)
                .write(true)
                .open(lock)?;
            lock.lock()?;
            Ok((lock, folder))
        };
        let lock = lock();
        let mut remembered = self.read();
        let result = change(&mut remembered);
        if let Ok((_lock, folder)) = &lock {
            let write = || -> io::Result<()> {
                let mut file = tempfile::NamedTempFile::new_in(folder)?;
                serde_json::to_writer(&mut file, &remembered)?;
                file.flush()?;
                file.persist(&self.file).map_err(|error| error.error)?;
                Ok(())
            };
            let _ = write();
        }
        result
    }

    /// Returns the newest snapshot of a branch that the remote has shown.
    pub fn seen(&self, repository: &str, branch: &str) -> Option<Seen> {
        self.read().seen.get(&key(repository, branch)).copied()
    }

    /// Remembers the newest snapshot of a branch that the remote shows. With `forgets`, even an older one than before.
    pub fn saw(&self, repository: &str, branch: &str, seen: Seen, forgets: bool) {
        self.change(|remembered| {
            let newest = remembered
                .seen
                .entry(key(repository, branch))
                .or_insert(seen);
            if forgets || newest.sequence < seen.sequence {
                *newest = seen;
            }
        });
    }

    /// Returns how many bytes a second the remote has sent the last time.
    pub fn bytes_per_second(&self) -> Option<u64> {
        self.read().bytes_per_second
    }

    /// Remembers how fast the remote is.
    pub fn measured(&self, bytes_per_second: u64) {
        self.change(|remembered| remembered.bytes_per_second = Some(bytes_per_second));
    }

    /// Asks whether the remote may be asked now.
    ///
    /// # Errors
    /// When it is to be left alone: for how long.
    pub fn admit(&self) -> Result<(), Duration> {
        let is_failing = self.read().is_failing();
        if !is_failing {
            return Ok(());
        }
        let now = (self.now)();
        self.change(|remembered| {
            let pause = if remembered.is_on_trial { TRIAL } else { PAUSE };
            let since = now.saturating_sub(remembered.paused);
            let left = pause.saturating_sub(Duration::from_millis(since));
            if !left.is_zero() {
                return Err(left);
            }
            remembered.is_on_trial = true;
            remembered.paused = now;
            Ok(())
        })
    }

    /// Remembers whether the remote has done what it was asked.
    pub fn ended(&self, success: bool) {
        let before = self.read();
        if success
            && !before.is_on_trial
            && before.outcomes.len() == OUTCOMES
            && !before.outcomes.contains(&false)
        {
            return;
        }
        let now = (self.now)();
        self.change(|remembered| {
            if success && remembered.is_on_trial {
                remembered.outcomes.clear();
            }
            remembered.is_on_trial = false;
            remembered.outcomes.push(success);
            let surplus = remembered.outcomes.len().saturating_sub(OUTCOMES);
            remembered.outcomes.drain(..surplus);
            if !success {
                remembered.paused = now;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::{FAILURES_MAX, Memory};
    use crate::digest::Digest;
    use crate::verify::Seen;

    static NOW: AtomicU64 = AtomicU64::new(1_000_000);

    #[test]
    fn a_failing_remote_is_left_alone_then_tried_by_one_command_and_used_again_within_a_minute() {
        let state = tempfile::tempdir().unwrap();
        let memory = Memory {
            now: || NOW.load(Ordering::Relaxed),
            ..Memory::of(state.path(), "https://example.org")
        };
        let pass = |seconds: u64| NOW.fetch_add(seconds * 1000, Ordering::Relaxed);
        for _ in 0..FAILURES_MAX {
            assert_eq!(memory.admit(), Ok(()));
            memory.ended(false);
        }
        let left = memory.admit().unwrap_err();
        assert!(left <= Duration::from_secs(30), "{left:?}");
        pass(31);
        // One command tries, the others go on without.
        assert_eq!(memory.admit(), Ok(()));
        assert!(memory.admit().is_err());
        memory.ended(false);
        assert!(memory.admit().is_err());
        pass(31);
        assert_eq!(memory.admit(), Ok(()));
        memory.ended(true);
        for _ in 0..3 {
            assert_eq!(memory.admit(), Ok(()));
            memory.ended(true);
        }
        // A command that was killed on trial blocks nobody for long.
        for _ in 0..FAILURES_MAX + 2 {
            memory.ended(false);
        }
        pass(31);
        assert_eq!(memory.admit(), Ok(()));
        pass(16);
        assert_eq!(memory.admit(), Ok(()));
    }

    #[test]
    fn the_newest_snapshot_that_was_seen_is_remembered() {
        let state = tempfile::tempdir().unwrap();
        let memory = Memory::of(state.path(), "a");
        let seen = |sequence| Seen {
            sequence,
            manifest: Digest::of(b""),
        };
        assert_eq!(memory.seen("o/n", "main"), None);
        for (shown, forgets, expected) in
            [(5, false, 5), (3, false, 5), (7, false, 7), (2, true, 2)]
        {
            memory.saw("o/n", "main", seen(shown), forgets);
            assert_eq!(memory.seen("o/n", "main"), Some(seen(expected)));
        }
        assert_eq!(memory.seen("o/n", "other"), None);
        assert_eq!(Memory::of(state.path(), "b").seen("o/n", "main"), None);
        std::fs::write(&memory.file, "torn").unwrap();
        assert_eq!(memory.seen("o/n", "main"), None);
    }
}
