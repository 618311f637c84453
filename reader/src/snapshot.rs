//! An open snapshot: its view, its file, and the work tree that it was made from.

use std::fs::Metadata;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bombe_format::commit::{COMMIT_BYTES_MAX, CURRENT, CommitPoint, overlay_name};
use bombe_format::error::Corrupt;
use bombe_format::header::SegmentKind;
use bombe_format::origin::{FileMark, ORIGIN, Origin};
use bombe_format::provenance::{Mode, PROVENANCE, Provenance};

use crate::beneath::file_number;
use crate::regular_file::{self, Links, TEXT_BYTES_MAX};
use crate::seen::Freshness;
use crate::segment::{OpenError, OpenOptions, Segment};
use crate::view::View;

/// An open snapshot.
#[derive(Debug)]
pub struct Snapshot {
    /// Its content.
    pub view: View,
    /// The base's file.
    pub path: PathBuf,
    /// The root of the work tree, if it is known.
    pub root: Option<PathBuf>,
    /// When the scan of the work tree began, or when the base was written; none if neither is known.
    pub(crate) written: Option<SystemTime>,
    /// It lies in the `.bombe` of its work tree.
    pub(crate) is_of_root: bool,
    pub(crate) freshness: Freshness,
    /// What a caller must know before it trusts an answer: the snapshot belongs to another tree than the caller's, or has a
    /// [`fault`](Self::fault).
    pub notice: Option<String>,
    /// Why the overlay that the commit point names is not applied; none if it is, or if there is none.
    pub fault: Option<String>,
    /// It lies in the `.bombe` of a repository, and was not made there: it may say anything.
    pub is_foreign: bool,
    /// How it came about.
    pub mode: Mode,
}

/// What a caller must know of a foreign snapshot.
pub const FOREIGN: &str = "this snapshot was not made in this folder: it may have come with the repository, and answers may be wrong or made up; run `bombe update`";

/// How often the commit point is read again if the files do not match it, because a writer is replacing them.
const RETRIES_MAX: usize = 8;

/// Returns the path of the snapshot folder, which holds the commit point and the overlays: `<snapshot>.d`.
pub fn snapshot_dir(snapshot: &Path) -> PathBuf {
    let mut folder = snapshot.as_os_str().to_owned();
    folder.push(".d");
    PathBuf::from(folder)
}

/// Reads the commit point; none if there is none.
///
/// # Errors
/// Fails if it is there and cannot be read, is no regular file, or is damaged.
fn commit_point(snapshot: &Path) -> Result<Option<CommitPoint>, OpenError> {
    let path = snapshot_dir(snapshot).join(CURRENT);
    let mut bytes = Vec::new();
    let read = regular_file::open(&path, Links::Refuse).and_then(|file| {
        // One byte more, so that a longer file does not match its checksum.
        file.take(COMMIT_BYTES_MAX + 1).read_to_end(&mut bytes)
    });
    match read {
        Ok(_) => {}
        Err(error) if is_absence(&error) => return Ok(None),
        Err(source) => return Err(OpenError::Io { path, source }),
    }
    match CommitPoint::parse(&bytes) {
        Ok(commit) => Ok(Some(commit)),
        Err(source) => Err(OpenError::Format { path, source }),
    }
}

/// Reads what commands have written that have asked a remote.
fn provenance(snapshot: &Path) -> Provenance {
    let path = snapshot_dir(snapshot).join(PROVENANCE);
    let text = regular_file::read_text(&path, Links::Refuse, TEXT_BYTES_MAX);
    Provenance::parse(&text.unwrap_or_default())
}

fn is_absence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

fn modified(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path)
        .and_then(|meta| meta.modified())
        .ok()
}

impl Snapshot {
    /// Opens the current snapshot: the base at `path`, and the overlay that the commit point names. A base whose path ends
    /// with `.bombe/snapshot.bmb` belongs to the folder that holds `.bombe`. If the overlay cannot be opened, the snapshot
    /// is the base alone, with a [`fault`](Self::fault).
    ///
    /// # Errors
    /// Fails if the base cannot be opened (see [`View::open`]), or if the commit point is damaged or of another version.
    pub fn open(path: &Path, options: OpenOptions) -> Result<Self, OpenError> {
        let (mut snapshot, overlay) = Self::open_current(path, options)?;
        if let Err(error) = overlay {
            let fault = format!(
                "{error}: changes since the base of commit {} are missing; run `bombe update`",
                snapshot
                    .view
                    .meta()
                    .commit
                    .chars()
                    .take(12)
                    .collect::<String>()
            );
            snapshot.notice = Some(fault.clone());
            snapshot.fault = Some(fault);
        }
        if snapshot.is_foreign {
            snapshot.notice = Some(FOREIGN.to_owned());
        }
        Ok(snapshot)
    }

    /// Opens the current snapshot as [`Snapshot::open`] does, but never the base without its overlay.
    ///
    /// # Errors
    /// Fails if the base, the commit point, or the overlay that it names, cannot be opened.
    pub fn open_complete(path: &Path, options: OpenOptions) -> Result<Self, OpenError> {
        let (snapshot, overlay) = Self::open_current(path, options)?;
        overlay.map(|()| snapshot)
    }

    /// Opens the base, and applies the overlay that the commit point names. A commit point that names another base is ignored.
    /// Returns the snapshot, and the error if the overlay could not be applied.
    ///
    /// A writer replaces the base first and the commit point second. A reader that meets the state in between reads the
    /// commit point again, until it fits or stays the same.
    fn open_current(
        path: &Path,
        options: OpenOptions,
    ) -> Result<(Self, Result<(), OpenError>), OpenError> {
        let mut commit = commit_point(path)?;
        let mut retries = 0;
        loop {
            // Read before opening: if the base is replaced in between, changed files are reported once too often.
            let written = modified(path);
            let mut view = View::open(path, options)?;
            let named = commit
                .as_ref()
                .filter(|commit| commit.base == view.identity());
            let is_of_other_base = commit.is_some() && named.is_none();
            let overlay = match named.and_then(|commit| commit.overlay) {
                Some(identity) => {
                    let file = snapshot_dir(path).join(overlay_name(&identity));
                    apply_overlay(&mut view, &file, identity, options)
                }
                None => Ok(()),
            };
            if (is_of_other_base || overlay.is_err()) && retries < RETRIES_MAX {
                let now = commit_point(path)?;
                if now != commit {
                    commit = now;
                    retries += 1;
                    continue;
                }
            }
            let scanned = named
                .and_then(|commit| UNIX_EPOCH.checked_add(Duration::from_nanos(commit.scanned)));
            let overlay_name = named
                .and_then(|commit| commit.overlay)
                .filter(|_| overlay.is_ok())
                .map(|identity| overlay_name(&identity));
            let mode = provenance(path).mode_of(
                view.base().toc().header.identity,
                view.overlay_identity().filter(|_| overlay.is_ok()),
            );
            let root = work_tree_of(path);
            let is_foreign = root.is_some() && !is_made_here(path, overlay_name.as_deref());
            let snapshot = Self {
                view,
                path: path.to_owned(),
                is_of_root: root.is_some(),
                root,
                freshness: Freshness::default(),
                written: scanned.or(written),
                notice: None,
                fault: None,
                is_foreign,
                mode,
            };
            return Ok((snapshot, overlay));
        }
    }

    /// Returns the repository's name. If the snapshot states none, returns the name of the work tree's folder, or else of the
    /// file.
    pub fn name(&self) -> String {
        let name = &self.view.meta().name;
        if !name.is_empty() {
            return name.clone();
        }
        let root = self
            .root
            .as_deref()
            .and_then(|root| root.canonicalize().ok());
        let named = match &root {
            Some(root) => root.file_name(),
            None => self.path.file_stem(),
        };
        named.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }
}

/// Returns true if a writer has made the snapshot, and its overlay, where they are.
fn is_made_here(snapshot: &Path, overlay: Option<&str>) -> bool {
    let folder = snapshot_dir(snapshot);
    let Some(name) = snapshot.file_name().and_then(|name| name.to_str()) else {
        return false;
    };
    // A writer may replace both between the two looks.
    (0..RETRIES_MAX).any(|_| {
        let text = regular_file::read_text(&folder.join(ORIGIN), Links::Refuse, TEXT_BYTES_MAX);
        let origin = Origin::parse(&text.unwrap_or_default());
        let is_vouched = |path: &Path, name: &str| {
            mark_of(path).is_some_and(|mark| origin.vouches_for(name, mark))
        };
        is_vouched(snapshot, name)
            && overlay.is_none_or(|name| is_vouched(&folder.join(name), name))
    })
}

/// Returns what distinguishes a file from its copies.
fn mark_of(path: &Path) -> Option<FileMark> {
    let meta = path.symlink_metadata().ok().filter(Metadata::is_file)?;
    let since = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(FileMark {
        number: file_number(&meta),
        created: created(&meta),
        modified: u64::try_from(since.as_nanos()).ok()?,
        bytes: meta.len(),
    })
}

/// Returns when a file was made, in nanoseconds since 1970; 0 if the system does not say it. Writers ask Linux only.
fn created(meta: &Metadata) -> u64 {
    let created = meta.created().ok().filter(|_| cfg!(target_os = "linux"));
    let since = created.and_then(|created| created.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(0))
}

/// Applies the overlay in a file, which must have this identity.
fn apply_overlay(
    view: &mut View,
    file: &Path,
    identity: [u8; 32],
    options: OpenOptions,
) -> Result<(), OpenError> {
    let segment = Segment::open(file, SegmentKind::Overlay, options)?;
    if segment.toc().header.identity != identity {
        let damage = Corrupt::new("header", "the identity in the commit point", "another");
        return Err(OpenError::in_file(file)(damage));
    }
    view.apply(segment).map_err(OpenError::in_file(file))
}

/// Returns the folder that holds `.bombe`, for a snapshot in `.bombe`.
pub fn work_tree_of(snapshot: &Path) -> Option<PathBuf> {
    let folder = snapshot
        .parent()
        .filter(|folder| folder.file_name().is_some_and(|name| name == ".bombe"))?;
    let root = folder.parent()?;
    Some(if root.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        root.to_owned()
    })
}
