//! Fetching: finds the published snapshot that is nearest to the checked-out commit, and makes it current.
//!
//! What is fetched is a starting point: the update that follows makes it what a build here would be. So whatever goes wrong
//! with a remote costs time, and changes no answer.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use bombe_format::commit::CommitPoint;
use bombe_format::header::SegmentKind;
use bombe_format::provenance::Provenance;
use bombe_format::{FORMAT_MAJOR, FORMAT_MAJOR_MIN};
use bombe_reader::git::GitError;
use bombe_share::blob::{self, UnpackError};
use bombe_share::client::{Client, ShareError};
use bombe_share::digest::Digest;
use bombe_share::index::{Entry, Index};
use bombe_share::manifest::{Format, Manifest, Part, Role};
use bombe_share::remote::RemoteError;
use bombe_share::transfer::Traffic;
use bombe_share::trust::Signed;

use super::choice::{Choice, Estimate};
use super::commits;
use super::standing::Standing;
use crate::fingerprint::FINGERPRINT;
use crate::snapshot_dir::{LockError, SnapshotDir};

/// Snapshots whose files are compared with those here, if none is of an ancestor.
const COMPARED_MAX: usize = 5;

/// Snapshots that are tried, nearest first, if some have been removed.
const TRIED_MAX: usize = 5;

/// A transfer is judged by its speed after this time, and again and again.
const JUDGED_AFTER: Duration = Duration::from_millis(700);

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Name of the repository.
    pub repository: String,
    /// The branches in whose indexes a snapshot is looked for, in this order.
    pub branches: Vec<String>,
    /// Take what this reference leads to, or has led to, instead.
    pub reference: Option<String>,
    /// Fetch, even if building here is estimated to be quicker.
    pub always: bool,
    /// Say what would be fetched, and fetch nothing.
    pub dry_run: bool,
}

/// What has come of it.
#[derive(Clone, Debug)]
pub enum Fetched {
    /// A snapshot was made current.
    Installed(Found),
    /// A snapshot would be fetched (a dry run).
    Would(Found),
    /// The local snapshot is as near to the commit.
    NothingNearer,
    /// There is no snapshot to start from: why.
    Nothing(String),
    /// A build here is quicker.
    BuildIsQuicker(Found),
}

/// A published snapshot, and how it was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its manifest.
    pub manifest: Manifest,
    /// The digest of that.
    pub digest: Digest,
    /// Who has signed it.
    pub signed: Signed,
    /// How it relates to the checked-out commit.
    pub nearness: Nearness,
    /// What its transfer has taken.
    pub traffic: Traffic,
    /// Bytes that were not here.
    pub missing: u64,
    /// What it was estimated to cost.
    pub estimate: Estimate,
}

/// How a snapshot relates to the checked-out commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nearness {
    /// Its commit is an ancestor, so many commits before.
    Ancestor(usize),
    /// Its commit has the same tree.
    SameTree,
    /// So many files differ.
    Differing(usize),
}

impl Nearness {
    /// Returns the number of commits in between, or of files that differ.
    pub fn distance(self) -> usize {
        match self {
            Self::Ancestor(distance) | Self::Differing(distance) => distance,
            Self::SameTree => 0,
        }
    }
}

/// Why nothing was fetched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PullError {
    /// The remote, or what is on it.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// Git cannot be asked.
    #[error("cannot ask git: {0}")]
    Git(#[from] GitError),
    /// The snapshot folder cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file cannot be written.
    #[error("cannot write {} and its snapshot folder: {source}", .snapshot.display())]
    Write {
        /// The snapshot.
        snapshot: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl PullError {
    /// Returns true if the remote is to blame, and not what it offers or this machine.
    pub fn is_outage(&self) -> bool {
        matches!(
            self,
            Self::Share(ShareError::Remote(
                RemoteError::Outage { .. }
                    | RemoteError::Damaged { .. }
                    | RemoteError::Missing { .. }
                    | RemoteError::Stopped(_)
            ))
        )
    }
}

impl From<RemoteError> for PullError {
    fn from(error: RemoteError) -> Self {
        Self::Share(error.into())
    }
}

/// Finds the published snapshot that is nearest to the checked-out commit of the repository at `root`, and makes it current.
/// `local` is the commit of the current snapshot, if there is one. `standing` says what is not to be used, and hears what was
/// passed over. `progress` hears how many bytes have come, and of how many.
///
/// # Errors
/// See [`PullError`]. The current snapshot is then as it was.
pub fn fetch(
    root: &Path,
    dir: &SnapshotDir,
    local: Option<&str>,
    client: &Client,
    wanted: &Wanted,
    standing: &mut Standing,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Fetched, PullError> {
    let Some(mut index) = index_of(client, wanted)? else {
        let what = match &wanted.reference {
            Some(name) => format!("{} has no reference `{name}`", wanted.repository),
            None => format!(
                "no snapshot of {} ({}) is published",
                wanted.repository,
                wanted.branches.join(", ")
            ),
        };
        return Ok(Fetched::Nothing(what));
    };
    standing.keep_usable(&mut index);
    let candidates = candidates(root, &index, local)?;
    let (mut tried, is_nearer) = match candidates {
        Candidates::NothingNearer => return Ok(Fetched::NothingNearer),
        Candidates::OtherPrograms => {
            let problem = "the published snapshots were made by other versions of this program";
            return Ok(Fetched::Nothing(problem.to_owned()));
        }
        Candidates::Ancestors(entries) => (entries, true),
        Candidates::Others(entries) => (entries, false),
    };
    tried.truncate(if is_nearer { TRIED_MAX } else { COMPARED_MAX });
    let Some(mut found) = choose(root, client, &index, &tried, is_nearer, standing)? else {
        let problem = if standing.passed_over.is_empty() {
            "the published snapshots have been removed"
        } else {
            "the published snapshots that are near are in quarantine"
        };
        return Ok(Fetched::Nothing(problem.to_owned()));
    };
    let readable = FORMAT_MAJOR_MIN..=FORMAT_MAJOR;
    if !readable.contains(&found.manifest.format.major) {
        let Format { major, minor } = found.manifest.format;
        let problem = format!(
            "the published snapshot has format {major}.{minor}, and this program reads {FORMAT_MAJOR_MIN} to {FORMAT_MAJOR}: {} Bombe",
            if major > FORMAT_MAJOR {
                "install a newer"
            } else {
                "publish it anew with this"
            }
        );
        return Ok(Fetched::Nothing(problem));
    }
    let commit = CommitPoint::parse(found.manifest.commit_point.as_bytes()).map_err(|error| {
        RemoteError::Damaged {
            remote: client.remote.shown().to_owned(),
            what: error.to_string(),
        }
    })?;
    let present = Present::of(dir, &commit);
    let needed: Vec<&Part> = found
        .manifest
        .parts
        .iter()
        .filter(|part| !present.has(part))
        .collect();
    found.missing = needed.iter().map(|part| part.blob.bytes).sum();
    let processors = thread::available_parallelism().map_or(1, Into::into);
    let speed = client.memory.bytes_per_second();
    let estimate = Estimate::of(
        &found.manifest,
        found.nearness.distance(),
        found.missing,
        speed,
        processors,
    );
    found.estimate = estimate;
    if !wanted.always && estimate.choose() == Choice::Build {
        return Ok(Fetched::BuildIsQuicker(found));
    }
    if wanted.dry_run {
        return Ok(Fetched::Would(found));
    }
    let mut transfer = Transfer {
        start: Instant::now(),
        window: (Instant::now(), 0),
        missing: found.missing,
        before: 0,
        estimate,
        always: wanted.always,
        progress,
    };
    let mut files = BTreeMap::new();
    for part in needed {
        let advance = &mut |arrived| transfer.advance(arrived);
        let file = client.blob(&part.blob, &mut found.traffic, advance)?;
        transfer.before += part.blob.bytes;
        files.insert(part.name.clone(), (part.clone(), file));
    }
    if let Some(speed) = transfer.measured(found.traffic.sent) {
        client.memory.measured(speed);
    }
    install(dir, &commit, &present, files).map_err(|error| match error {
        InstallError::Lock(lock) => lock.into(),
        InstallError::Other(source) => PullError::Write {
            snapshot: dir.snapshot().to_owned(),
            source,
        },
    })?;
    Ok(Fetched::Installed(found))
}

/// Returns the index in which a snapshot is looked for.
fn index_of(client: &Client, wanted: &Wanted) -> Result<Option<Index>, PullError> {
    if let Some(name) = &wanted.reference {
        let reference = client.reference(&wanted.repository, name)?;
        return Ok(reference.and_then(|reference| reference.as_index()));
    }
    for branch in &wanted.branches {
        if let Some(index) = client.index(&wanted.repository, branch)? {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// The entries of an index from which a snapshot is chosen.
enum Candidates {
    /// Those of ancestors, nearest first.
    Ancestors(Vec<(Entry, usize)>),
    /// Those of other commits, those with the same tree first, then by the time between the commits.
    Others(Vec<(Entry, usize)>),
    /// The local snapshot is as near as any.
    NothingNearer,
    /// Other versions of the program have made all.
    OtherPrograms,
}

fn candidates(root: &Path, index: &Index, local: Option<&str>) -> Result<Candidates, PullError> {
    let usable = index
        .entries
        .iter()
        .filter(|entry| entry.fingerprint == FINGERPRINT);
    let usable: Vec<&Entry> = usable.collect();
    if usable.is_empty() {
        return Ok(Candidates::OtherPrograms);
    }
    for max in commits::ANCESTORS {
        let ancestors = commits::ancestors(root, max)?;
        let position = |commit: &str| ancestors.get(commit).copied();
        let with_position = |entry: &&Entry| Some(((*entry).clone(), position(&entry.commit)?));
        let mut nearest: Vec<_> = usable.iter().filter_map(with_position).collect();
        nearest.sort_by_key(|(_, position)| *position);
        let local_position = local.and_then(position);
        let nearest_position = nearest
            .first()
            .map_or(usize::MAX, |(_, position)| *position);
        if local_position.is_some_and(|local| local <= nearest_position) {
            return Ok(Candidates::NothingNearer);
        }
        if !nearest.is_empty() {
            return Ok(Candidates::Ancestors(nearest));
        }
        if ancestors.len() < max {
            break;
        }
    }
    if local.is_some() {
        // An update goes on from it, and nothing says that another one is nearer.
        return Ok(Candidates::NothingNearer);
    }
    let tree = commits::tree_of(root, "HEAD")?.unwrap_or_default();
    let time = commits::time_of(root)?;
    let mut others: Vec<(Entry, usize)> = usable.into_iter().map(|it| (it.clone(), 0)).collect();
    others.sort_by_key(|(entry, _)| {
        let is_other = entry.tree != tree;
        (
            is_other,
            entry.commit_time.abs_diff(time),
            u64::MAX - entry.sequence,
        )
    });
    Ok(Candidates::Others(others))
}

/// Chooses one of the candidates; none if all have been removed.
fn choose(
    root: &Path,
    client: &Client,
    index: &Index,
    tried: &[(Entry, usize)],
    are_ancestors: bool,
    standing: &mut Standing,
) -> Result<Option<Found>, PullError> {
    let here = if are_ancestors {
        String::new()
    } else {
        commits::files_of(root, "HEAD")?
    };
    let tree = commits::tree_of(root, "HEAD")?.unwrap_or_default();
    let mut best: Option<(usize, Found)> = None;
    for (entry, position) in tried {
        let Some((manifest, signed)) = client.manifest(index, entry)? else {
            continue;
        };
        if !standing.may_be_used(&manifest) {
            continue;
        }
        let mut traffic = Traffic::default();
        let (distance, nearness) = if are_ancestors {
            (0, Nearness::Ancestor(*position))
        } else if entry.tree == tree {
            (0, Nearness::SameTree)
        } else {
            let files = &manifest.files;
            let file = client.blob(&files.blob, &mut traffic, &mut |_| Ok(()))?;
            let list = unpacked(files, file).map_err(|error| RemoteError::Damaged {
                remote: client.remote.shown().to_owned(),
                what: format!("the list of files: {error}"),
            })?;
            let differing = commits::differing(&String::from_utf8_lossy(&list), &here);
            (differing, Nearness::Differing(differing))
        };
        let found = Found {
            estimate: Estimate::of(&manifest, 0, 0, None, 1),
            manifest,
            digest: entry.manifest,
            signed,
            nearness,
            traffic,
            missing: 0,
        };
        if distance == 0 {
            return Ok(Some(found));
        }
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, found));
        }
    }
    Ok(best.map(|(_, found)| found))
}

/// Returns what a blob holds.
fn unpacked(part: &Part, mut file: File) -> Result<Vec<u8>, UnpackError> {
    let mut bytes = Vec::new();
    let contents = part.contents().ok_or(UnpackError::Other)?;
    file.seek(SeekFrom::Start(0))?;
    blob::unpack(&mut file, contents, &mut bytes)?;
    Ok(bytes)
}

/// What is here of a snapshot already.
struct Present {
    base: bool,
    overlay: bool,
}

impl Present {
    fn of(dir: &SnapshotDir, commit: &CommitPoint) -> Self {
        let Some(current) = dir.current().filter(|_| dir.is_made_here()) else {
            return Self {
                base: false,
                overlay: false,
            };
        };
        let base = current.base == commit.base;
        Self {
            base,
            overlay: base && current.overlay.is_some() && current.overlay == commit.overlay,
        }
    }

    fn has(&self, part: &Part) -> bool {
        match part.role {
            Role::Base => self.base,
            Role::Overlay => self.overlay,
            Role::Cache => false,
            Role::Files => true,
        }
    }
}

/// A transfer that is under way.
struct Transfer<'t> {
    start: Instant,
    /// When the present stretch has begun, and with how many bytes.
    window: (Instant, u64),
    missing: u64,
    /// Bytes of the blobs that are here as a whole.
    before: u64,
    estimate: Estimate,
    always: bool,
    progress: &'t mut dyn FnMut(u64, u64),
}

impl Transfer<'_> {
    /// Hears how much of a blob has arrived. Gives up if the rest takes longer than a build.
    fn advance(&mut self, arrived: u64) -> Result<(), RemoteError> {
        let all = self.before + arrived;
        (self.progress)(all, self.missing);
        let (since, bytes) = self.window;
        let elapsed = since.elapsed();
        if elapsed < JUDGED_AFTER {
            return Ok(());
        }
        let speed = all.saturating_sub(bytes) as f64 / elapsed.as_secs_f64();
        self.window = (Instant::now(), all);
        let rest = self.missing.saturating_sub(all);
        if !self.always && self.estimate.is_too_slow(rest, speed) {
            let (rest, speed) = (rest / 1_000_000, speed / 1e6);
            return Err(RemoteError::Stopped(format!(
                "the remote sends {speed:.1} MB/s, and {rest} MB are missing"
            )));
        }
        Ok(())
    }

    fn measured(&self, sent: u64) -> Option<u64> {
        let elapsed = self.start.elapsed().as_secs_f64();
        // Too little says nothing about the speed.
        (sent > 1 << 20).then(|| (sent as f64 / elapsed.max(1e-3)) as u64)
    }
}

enum InstallError {
    Lock(LockError),
    Other(io::Error),
}

impl From<io::Error> for InstallError {
    fn from(error: io::Error) -> Self {
        Self::Other(error)
    }
}

/// Makes a fetched snapshot current: caches, then segments, then the commit point.
fn install(
    dir: &SnapshotDir,
    commit: &CommitPoint,
    present: &Present,
    mut files: BTreeMap<String, (Part, File)>,
) -> Result<(), InstallError> {
    let _lock = dir.lock_patiently().map_err(InstallError::Lock)?;
    let now = Present::of(dir, commit);
    if (present.base && !now.base) || (present.overlay && !now.overlay) {
        let problem = "the snapshot was replaced meanwhile: try again";
        return Err(io::Error::other(problem).into());
    }
    dir.set_provenance(&Provenance {
        fetched: Some((commit.base, commit.overlay)),
        fallback: None,
    })?;
    let mut segments = BTreeMap::new();
    files.retain(|_, (part, file)| {
        let is_cache = part.role == Role::Cache;
        if !is_cache && let Ok(file) = file.try_clone() {
            segments.insert(part.role, (part.clone(), file));
        }
        is_cache
    });
    dir.replace_portable_caches(|name| {
        let (part, file) = files.remove(name)?;
        Some(Box::new(move |to: &mut dyn io::Write| {
            unpack(&part, file, to)
        }))
    })?;
    for (role, kind, identity) in [
        (Role::Overlay, SegmentKind::Overlay, commit.overlay),
        (Role::Base, SegmentKind::Base, Some(commit.base)),
    ] {
        if let Some((part, file)) = segments.remove(&role)
            && let Some(identity) = identity
        {
            dir.write_segment(kind, identity, |to| unpack(&part, file, to))?;
        }
    }
    Ok(dir.publish(commit)?)
}

/// Writes what a blob holds.
pub(super) fn unpack(part: &Part, mut file: File, to: &mut dyn io::Write) -> io::Result<()> {
    let contents = part
        .contents()
        .ok_or_else(|| io::Error::other("the manifest has no digest of it"))?;
    file.seek(SeekFrom::Start(0))?;
    blob::unpack(&mut file, contents, to).map_err(|error| match error {
        UnpackError::Io(error) => error,
        UnpackError::Other => io::Error::other(format!("{}: {error}", part.name)),
    })
}
