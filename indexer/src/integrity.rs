//! Whether the current segments are undamaged: the checksum of every section, compared once per segment.
//!
//! An overlay over a damaged base is of no use, however right it is. So an update checks what it is about to keep. It
//! remembers the result by identity and stamp, so that a segment is read once, at about 1.5 GB/s, and not at each update.

use std::fs;
use std::path::Path;

use bombe_format::check;
use bombe_format::commit::CommitPoint;
use bombe_format::header::SegmentKind;
use bombe_reader::segment::{OpenOptions, Segment};
use serde::{Deserialize, Serialize};

use crate::cache_file;
use crate::snapshot_dir::SnapshotDir;
use crate::stamp::Stamp;

/// Checking a segment of fewer bytes costs less than remembering the result.
const REMEMBERED_BYTES_MIN: u64 = 1 << 20;

/// A segment that was found undamaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Checked {
    #[serde(with = "serde_bytes")]
    identity: [u8; 32],
    stamp: Stamp,
}

/// What an update may keep of the current segments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Integrity {
    /// Base and overlay are undamaged.
    Sound,
    /// The overlay is damaged or missing, and is to be written again.
    OverlayDamaged,
    /// The base is damaged or missing.
    BaseDamaged,
}

/// Checks the base and the overlay that a commit point names. The caller holds the lock.
pub(crate) fn check(dir: &SnapshotDir, commit: &CommitPoint) -> Integrity {
    let known: Vec<Checked> = cache_file::read(&dir.checked()).unwrap_or_default();
    let mut now = Vec::new();
    let mut is_sound =
        |path: &Path, kind, identity| is_sound(path, kind, identity, &known, &mut now);
    let integrity = if !is_sound(dir.snapshot(), SegmentKind::Base, commit.base) {
        Integrity::BaseDamaged
    } else if let Some(overlay) = commit.overlay
        && !is_sound(&dir.overlay(&overlay), SegmentKind::Overlay, overlay)
    {
        Integrity::OverlayDamaged
    } else {
        Integrity::Sound
    };
    if now.iter().any(|checked| !known.contains(checked)) {
        cache_file::write(&dir.checked(), &now);
    }
    integrity
}

/// Returns true if a segment is undamaged, from `known` if it is the one that was checked. Adds it to `now` if that is to
/// be remembered.
fn is_sound(
    path: &Path,
    kind: SegmentKind,
    identity: [u8; 32],
    known: &[Checked],
    now: &mut Vec<Checked>,
) -> bool {
    let Ok(meta) = fs::metadata(path) else {
        return false;
    };
    // Taken before the bytes are read, so a change in between shows the next time.
    let checked = Stamp::of(&meta).map(|stamp| Checked { identity, stamp });
    let checked = checked.filter(|_| meta.len() >= REMEMBERED_BYTES_MIN);
    let is_known = checked.is_some_and(|checked| known.contains(&checked));
    if !is_known && !is_undamaged(path, kind, identity) {
        return false;
    }
    now.extend(checked);
    true
}

/// Returns true if a segment has an identity, and every section its checksum.
pub(crate) fn is_undamaged(path: &Path, kind: SegmentKind, identity: [u8; 32]) -> bool {
    let Ok(segment) = Segment::open(path, kind, OpenOptions::default()) else {
        return false;
    };
    segment.toc().header.identity == identity && check::checksums(segment.bytes()).is_ok()
}
