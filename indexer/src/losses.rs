//! Guards a good snapshot against a scan that could not read what the snapshot holds.

use std::path::{Path, PathBuf};

use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::{Corrupt, OpenOptions};

use crate::discover::Settings;
use crate::scan::Scan;
use crate::unread::Unread;

/// Files that may be lost without a word of the user, if they are at most half of all.
const LOST_FILES_MAX: usize = 8;

/// A snapshot that would lose files that cannot be read now.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "{} stays as it is: {lost} of its {of} files cannot be read now: {}; try again when they can be read, or go on without them with --force",
    .snapshot.display(),
    shown(.unread)
)]
pub struct WouldLose {
    /// The snapshot.
    pub snapshot: PathBuf,
    /// Number of files that it would lose.
    pub lost: usize,
    /// Number of its files.
    pub of: usize,
    /// What cannot be read.
    pub unread: Vec<Unread>,
}

/// Paths that a message shows.
const SHOWN: usize = 5;

/// Returns the first few of them, for a message.
pub fn shown(unread: &[Unread]) -> String {
    let mut text: Vec<_> = unread.iter().take(SHOWN).map(ToString::to_string).collect();
    if unread.len() > SHOWN {
        text.push(format!("{} more", unread.len() - SHOWN));
    }
    text.join(", ")
}

/// Checks that a snapshot of a scan in the place of `snapshot` would lose little because of what could not be read: no file
/// of a folder, at most eight files, and at most half of all. What has gone from the tree is not lost. Costs nothing if
/// everything could be read.
///
/// # Errors
/// If more would be lost.
pub fn check(snapshot: &Path, scan: &Scan, settings: &Settings) -> Result<(), WouldLose> {
    let unread = scan.unread();
    if unread.is_empty() {
        return Ok(());
    }
    // A snapshot that does not open cannot lose anything.
    let Ok(open) = Snapshot::open(snapshot, OpenOptions::default()) else {
        return Ok(());
    };
    let count = || -> Result<[usize; 3], Corrupt> {
        let [mut lost, mut in_folders, mut all] = [0; 3];
        for file in open.view.files()? {
            let path = file.path()?;
            all += 1;
            if scan.has_source(path, settings) {
                continue;
            }
            let mut hiding = unread.iter().filter(|unread| unread.hides(path));
            if let Some(first) = hiding.next() {
                lost += 1;
                in_folders += usize::from(first.path != path);
            }
        }
        Ok([lost, in_folders, all])
    };
    let Ok([lost, in_folders, of]) = count() else {
        return Ok(());
    };
    if in_folders == 0 && lost <= LOST_FILES_MAX && lost * 2 <= of {
        return Ok(());
    }
    Err(WouldLose {
        snapshot: snapshot.to_owned(),
        lost,
        of,
        unread: unread.to_vec(),
    })
}
