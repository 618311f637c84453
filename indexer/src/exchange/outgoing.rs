//! Publishing: packs the current snapshot of a repository, and stores it on a remote.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bombe_format::FORMAT_MAJOR;
use bombe_format::FORMAT_MINOR;
use bombe_format::commit::CommitPoint;
use bombe_reader::git::GitError;
use bombe_reader::limits::Limits;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::{OpenError, OpenOptions, View};
use bombe_share::blob::{self, Blob};
use bombe_share::client::{Client, ShareError};
use bombe_share::digest::Digest;
use bombe_share::index::Index;
use bombe_share::layout::SCHEMA;
use bombe_share::manifest::{Counts, Format, Lineage, Manifest, Part, Role, Tool};
use bombe_share::signature::Signer;

use super::commits;
use crate::fingerprint::FINGERPRINT;
use crate::own_files;
use crate::snapshot_dir::{LockError, SnapshotDir};

/// Newest manifests whose blobs are taken over if they hold the same files.
const EARLIER_MAX: usize = 3;

/// What whoever publishes chooses.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Name of the repository.
    pub repository: String,
    /// The branch; that of the snapshot by default.
    pub branch: Option<String>,
    /// Who publishes.
    pub producer: String,
    /// Leave out what only updates need.
    pub without_caches: bool,
    /// Store nothing.
    pub dry_run: bool,
}

/// What was published, or would be.
#[derive(Clone, Debug)]
pub struct Pushed {
    /// The manifest.
    pub manifest: Manifest,
    /// Its digest; none of a dry run.
    pub digest: Option<Digest>,
    /// Bytes of blobs that were not there.
    pub new_bytes: u64,
    /// Number of these blobs.
    pub new_blobs: usize,
}

/// Why a snapshot was not published.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PushError {
    /// There is no snapshot, or it cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Another process writes it.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// It is not of a commit.
    #[error("{0}; a snapshot is published for a commit, so that others can check it")]
    NoCommit(String),
    /// Git cannot be asked.
    #[error("cannot ask git: {0}")]
    Git(#[from] GitError),
    /// The remote, or what is on it.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// A file cannot be packed.
    #[error("cannot pack {}: {source}", .path.display())]
    Pack {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl From<bombe_share::remote::RemoteError> for PushError {
    fn from(error: bombe_share::remote::RemoteError) -> Self {
        Self::Share(error.into())
    }
}

/// Publishes the current snapshot of the repository at `root`, which is that of its checked-out commit. `staging` is an empty
/// folder for packed files.
///
/// # Errors
/// See [`PushError`].
pub fn push(
    root: &Path,
    dir: &SnapshotDir,
    client: &Client,
    signer: Option<&Signer>,
    choices: &Choices,
    staging: &Path,
) -> Result<Pushed, PushError> {
    // Nobody replaces a file while it is packed.
    let lock = dir.lock()?;
    let snapshot = Snapshot::open_complete(dir.snapshot(), OpenOptions::default())?;
    let view = &snapshot.view;
    let commit_point = dir.current().ok_or_else(|| {
        PushError::NoCommit("the snapshot has no commit point: run `bombe update`".to_owned())
    })?;
    check_commit(root, view)?;
    let meta = view.meta();
    let branch = choices
        .branch
        .clone()
        .unwrap_or_else(|| meta.branch.clone());
    if branch.is_empty() {
        let problem = "no branch is checked out: name one with --branch".to_owned();
        return Err(PushError::NoCommit(problem));
    }
    let index = client.index(&choices.repository, &branch)?;
    let earlier = earlier_parts(client, index.as_ref())?;
    let mut packer = Packer {
        earlier,
        staging,
        packed: Vec::new(),
    };
    let mut parts = vec![packer.pack(Role::Base, "snapshot.bmb", dir.snapshot())?];
    if let Some(overlay) = &commit_point.overlay {
        let path = dir.overlay(overlay);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        parts.push(packer.pack(Role::Overlay, &name, &path)?);
    }
    if !choices.without_caches {
        for (name, path) in dir.portable_caches() {
            parts.push(packer.pack(Role::Cache, name, &path)?);
        }
    }
    let commit = &meta.commit;
    let files = commits::files_of(root, commit)?;
    let files = packer.pack_from(Role::Files, "files", &mut files.as_bytes(), dir.snapshot())?;
    let published = SystemTime::now().duration_since(UNIX_EPOCH);
    let manifest = Manifest {
        schema: SCHEMA,
        kind: Manifest::kind(),
        repository: choices.repository.clone(),
        branch,
        commit: commit.clone(),
        commit_time: meta.commit_time,
        tree: commits::tree_of(root, commit)?.unwrap_or_default(),
        root: meta.root.clone(),
        tags: commits::tags_at(root, commit)?,
        identity: hex(&view.identity()),
        tool: Tool {
            version: meta.tool_version.clone(),
            fingerprint: FINGERPRINT.to_owned(),
        },
        format: Format {
            major: FORMAT_MAJOR,
            minor: FORMAT_MINOR,
        },
        commit_point: elsewhere(commit_point).to_string(),
        lineage: index.map_or_else(
            || Lineage {
                sequence: 1,
                previous: None,
            },
            |index| index.next(),
        ),
        producer: choices.producer.clone(),
        published: published.unwrap_or_default().as_secs(),
        counts: counts_of(view).map_err(|error| OpenError::Format {
            path: dir.snapshot().to_owned(),
            source: error.into(),
        })?,
        files,
        parts,
    };
    drop(lock);
    let mut new = Vec::new();
    for (blob, path) in &packer.packed {
        if !client.remote.has(blob.sha256)? {
            new.push((blob, path));
        }
    }
    let mut pushed = Pushed {
        manifest,
        digest: None,
        new_bytes: new.iter().map(|(blob, _)| blob.bytes).sum(),
        new_blobs: new.len(),
    };
    if choices.dry_run {
        return Ok(pushed);
    }
    for (blob, path) in new {
        client.remote.store_blob(blob.sha256, path)?;
    }
    let (manifest, digest) = client.publish(pushed.manifest, signer)?;
    pushed.manifest = manifest;
    pushed.digest = Some(digest);
    Ok(pushed)
}

/// A commit point for another machine, where no file has been scanned yet.
fn elsewhere(commit: CommitPoint) -> CommitPoint {
    CommitPoint {
        scanned: 0,
        ..commit
    }
}

/// Checks that a snapshot is that of the checked-out commit, and of nothing else.
fn check_commit(root: &Path, view: &View) -> Result<(), PushError> {
    let commit = &view.meta().commit;
    if commit.is_empty() {
        let problem = "this is no git repository with a commit".to_owned();
        return Err(PushError::NoCommit(problem));
    }
    if !commits::is_unchanged(root)? {
        let problem = "files differ from the checked-out commit: commit or stash them".to_owned();
        return Err(PushError::NoCommit(problem));
    }
    for path in commits::untracked(root)? {
        if let Ok(Some(_)) = view.file_by_path(&path) {
            let problem =
                format!("{path} is in the snapshot, and in no commit: commit or ignore it");
            return Err(PushError::NoCommit(problem));
        }
    }
    Ok(())
}

/// Returns the figures about a snapshot.
pub(super) fn counts_of(view: &View) -> Result<Counts, bombe_reader::view::Corrupt> {
    let languages = &view.meta().languages;
    let sum = |of: &dyn Fn(usize) -> u64| (0..languages.len()).map(of).sum();
    Ok(Counts {
        files: view.file_count()? as u64,
        source_bytes: sum(&|row| languages[row].bytes),
        skipped: view.skipped(&Limits::none())?.len() as u64,
        symbols: view.symbol_count()? as u64,
        edges: view.edge_count()? as u64,
        unresolved: sum(&|row| u64::from(languages[row].unresolved)),
    })
}

/// Returns bytes in hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the parts of the newest snapshots: those that hold the same are not packed again.
fn earlier_parts(client: &Client, index: Option<&Index>) -> Result<Vec<Part>, ShareError> {
    let mut parts = Vec::new();
    let Some(index) = index else {
        return Ok(parts);
    };
    for entry in index.entries.iter().take(EARLIER_MAX) {
        // One that is refused is of no use here, and the index names it for others to refuse.
        match client.manifest(index, entry) {
            Ok(Some((manifest, _))) => parts.extend(manifest.parts),
            Ok(None) | Err(ShareError::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(parts)
}

/// Packs files into a folder.
struct Packer<'p> {
    earlier: Vec<Part>,
    staging: &'p Path,
    packed: Vec<(Blob, PathBuf)>,
}

impl Packer<'_> {
    fn pack(&mut self, role: Role, name: &str, path: &Path) -> Result<Part, PushError> {
        let failed = |source| PushError::Pack {
            path: path.to_owned(),
            source,
        };
        if let Some(part) = self.earlier_with(path, role, name).map_err(failed)? {
            return Ok(part);
        }
        let mut file = own_files::open(path).map_err(failed)?;
        self.pack_from(role, name, &mut file, path)
    }

    /// Returns the part of an earlier snapshot that holds the same file.
    fn earlier_with(&self, path: &Path, role: Role, name: &str) -> io::Result<Option<Part>> {
        let bytes = own_files::mark(path).map_or(0, |mark| mark.bytes);
        let mut same_size = self
            .earlier
            .iter()
            .filter(|part| part.bytes == bytes)
            .peekable();
        if same_size.peek().is_none() {
            return Ok(None);
        }
        let mut hasher = blake3::Hasher::new();
        io::copy(&mut own_files::open(path)?, &mut hasher)?;
        let blake3 = hasher.finalize().to_hex();
        let same = same_size.find(|part| part.blake3 == *blake3);
        Ok(same.map(|part| Part {
            role,
            name: name.to_owned(),
            ..part.clone()
        }))
    }

    fn pack_from(
        &mut self,
        role: Role,
        name: &str,
        from: &mut dyn io::Read,
        path: &Path,
    ) -> Result<Part, PushError> {
        let staged = self.staging.join(self.packed.len().to_string());
        let mut pack = || -> io::Result<_> {
            let mut to = io::BufWriter::new(own_files::create(&staged)?);
            let packed = blob::pack(from, &mut to)?;
            io::Write::flush(&mut to)?;
            Ok(packed)
        };
        let (contents, blob) = pack().map_err(|source| PushError::Pack {
            path: path.to_owned(),
            source,
        })?;
        self.packed.push((blob.clone(), staged));
        Ok(Part {
            name: name.to_owned(),
            role,
            bytes: contents.bytes,
            blake3: hex(&contents.blake3),
            blob,
        })
    }
}
