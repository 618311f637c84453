//! Stamps: cheap evidence that a file has not changed since it was read.

use std::fs::Metadata;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_bytes::ByteArray;

/// A file that changed less than this long before it was read may change again within the same tick of the clock, so its
/// time proves nothing (git calls such an entry racy).
const RACY_NANOSECONDS: u64 = 1_000_000_000;

/// Size, times of the last change of content and of state, and number of a file, as the file system states them. Equal stamps
/// stand for equal bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "ByteArray<32>", into = "ByteArray<32>")]
pub struct Stamp {
    size: u64,
    /// In nanoseconds since 1970.
    modified: u64,
    /// In nanoseconds since 1970; no program can set it. Equals `modified` on systems without such a time.
    changed: u64,
    number: u64,
}

impl From<ByteArray<32>> for Stamp {
    fn from(bytes: ByteArray<32>) -> Self {
        let (numbers, _) = bytes.as_chunks();
        let number = |at: usize| numbers.get(at).copied().map_or(0, u64::from_le_bytes);
        Self {
            size: number(0),
            modified: number(1),
            changed: number(2),
            number: number(3),
        }
    }
}

impl From<Stamp> for ByteArray<32> {
    fn from(stamp: Stamp) -> Self {
        let mut bytes = [0; 32];
        let numbers = [stamp.size, stamp.modified, stamp.changed, stamp.number];
        for (bytes, number) in bytes.chunks_mut(8).zip(numbers) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        Self::new(bytes)
    }
}

impl Stamp {
    /// Returns the stamp of a file. None if the system does not state enough, or if the file has changed so recently that its
    /// time proves nothing.
    pub fn of(meta: &Metadata) -> Option<Self> {
        Self::settled(meta, SystemTime::now())
    }

    /// Returns the stamp of a file that has not changed since a time, or shortly before it. None if it has, or if the system
    /// does not state enough.
    pub fn settled(meta: &Metadata, at: SystemTime) -> Option<Self> {
        Self::said(meta)?.if_settled(at)
    }

    /// Returns the stamp of a file that may have changed just now. Two equal stamps prove that the file has not changed between
    /// them, except within the same tick of the clock as its last change. None if the clock ticks once a second.
    pub fn unsettled(meta: &Metadata) -> Option<Self> {
        Self::said(meta).filter(|stamp| !stamp.changed.is_multiple_of(1_000_000_000))
    }

    fn said(meta: &Metadata) -> Option<Self> {
        let modified = nanoseconds(meta.modified().ok()?)?;
        let (changed, number) = state(meta).unwrap_or((modified, 0));
        Some(Self {
            size: meta.len(),
            modified,
            changed,
            number,
        })
    }

    /// As [`Stamp::settled`], for an entry of an open folder.
    #[cfg(target_os = "linux")]
    pub fn of_entry(stat: &rustix::fs::Stat, at: SystemTime) -> Option<Self> {
        let time = |seconds: i64, nanoseconds: u64| {
            let seconds = u64::try_from(seconds).ok()?;
            seconds.checked_mul(1_000_000_000)?.checked_add(nanoseconds)
        };
        let stamp = Self {
            size: u64::try_from(stat.st_size).ok()?,
            modified: time(stat.st_mtime, stat.st_mtime_nsec)?,
            changed: time(stat.st_ctime, stat.st_ctime_nsec)?,
            number: stat.st_ino,
        };
        stamp.if_settled(at)
    }

    fn if_settled(self, at: SystemTime) -> Option<Self> {
        let since = nanoseconds(at)?.saturating_sub(self.modified.max(self.changed));
        (since > RACY_NANOSECONDS).then_some(self)
    }
}

fn nanoseconds(time: SystemTime) -> Option<u64> {
    u64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_nanos()).ok()
}

/// Returns the time of the last change of state in nanoseconds since 1970, and the number in the file system.
#[cfg(unix)]
fn state(meta: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let seconds = u64::try_from(meta.ctime()).ok()?;
    let changed = seconds
        .checked_mul(1_000_000_000)?
        .checked_add(meta.ctime_nsec() as u64)?;
    Some((changed, meta.ino()))
}

#[cfg(not(unix))]
fn state(_: &Metadata) -> Option<(u64, u64)> {
    None
}
