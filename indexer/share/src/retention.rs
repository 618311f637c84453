//! What may go from a remote, and why. What is kept decides: everything that it refers to is kept with it.
//!
//! Nobody's signature is asked for: whoever can remove files here could do so without this program.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::digest::Digest;
use crate::index::{Envelope, INDEX_BYTES_MAX, Index};
use crate::layout::{BLOBS, INDEX, MANIFESTS, Name, REFS};
use crate::manifest::{MANIFEST_BYTES_MAX, Manifest};
use crate::remote::{Listed, Remote, RemoteError};

/// Snapshots of a branch are kept for so long after they were published.
const KEPT: Duration = Duration::from_hours(90 * 24);

/// What nothing refers to is kept for so long: somebody may be publishing it.
const GRACE: Duration = Duration::from_hours(24);

/// What is kept and what may go.
#[derive(Debug, Default)]
pub struct Retention {
    /// Number of the manifests that stay.
    pub kept_manifests: usize,
    /// Number of the blobs that stay.
    pub kept_blobs: usize,
    /// Bytes of these.
    pub kept_bytes: u64,
    /// What may go, with the reason: manifests, then blobs.
    pub goes: Vec<(Listed, String)>,
}

/// Why nothing may go.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RetentionError {
    /// The remote does not do what it is asked.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// What something refers to is not known.
    #[error("nothing is removed, because {0} cannot be read: {1}")]
    Unreadable(Name, String),
}

/// Finds out what may go from a remote at the time `now`, in seconds since 1970. `default_branches` are those from which
/// others start: the newest snapshot of each stays for ever, as do those at tags.
///
/// # Errors
/// See [`RetentionError`].
pub fn plan(
    remote: &dyn Remote,
    default_branches: &[String],
    now: u64,
) -> Result<Retention, RetentionError> {
    let is_young = |time: u64, age: Duration| now.saturating_sub(time) < age.as_secs();
    let mut reasons: BTreeMap<Digest, String> = BTreeMap::new();
    let mut kept: BTreeSet<Digest> = BTreeSet::new();
    for listed in remote.list(INDEX)? {
        let index = index_at(remote, &listed.name)?;
        let is_default = default_branches.contains(&index.branch);
        for (at, entry) in index.entries.iter().enumerate() {
            let stays =
                is_default && at == 0 || !entry.tags.is_empty() || is_young(entry.published, KEPT);
            if stays {
                kept.insert(entry.manifest);
            } else {
                let age = now.saturating_sub(entry.published) / (24 * 3600);
                let (repository, branch) = (&index.repository, &index.branch);
                let reason = format!("of {repository} {branch}, published {age} days ago");
                reasons.insert(entry.manifest, reason);
            }
        }
    }
    for listed in remote.list(REFS)? {
        let named = named_at(remote, &listed.name)?;
        // A reference that is taken back leads to the one before.
        for digest in named {
            kept.insert(digest);
            if let Some(manifest) = manifest_at(remote, digest)? {
                kept.extend(manifest.lineage.previous);
            }
        }
    }
    let manifests = remote.list(MANIFESTS)?;
    let mut blobs: BTreeSet<Digest> = BTreeSet::new();
    let mut retention = Retention::default();
    for listed in manifests {
        let Some(digest) = listed.name.manifest_digest() else {
            continue;
        };
        let is_named = kept.contains(&digest);
        let stays = is_named || !reasons.contains_key(&digest) && is_young(listed.modified, GRACE);
        if !stays {
            let reason = reasons.get(&digest).cloned();
            let reason = reason.unwrap_or_else(|| "no index and no reference names it".to_owned());
            retention.goes.push((listed, reason));
        } else if listed.name == Name::manifest(digest) {
            retention.kept_manifests += 1;
            if let Some(manifest) = manifest_at(remote, digest)? {
                blobs.extend(manifest.blobs().map(|blob| blob.sha256));
            }
        }
    }
    for listed in remote.list(BLOBS)? {
        let Some(digest) = listed.name.blob_digest() else {
            continue;
        };
        if blobs.contains(&digest) || is_young(listed.modified, GRACE) {
            retention.kept_blobs += 1;
            retention.kept_bytes += listed.bytes;
        } else {
            let reason = "no snapshot that stays refers to it".to_owned();
            retention.goes.push((listed, reason));
        }
    }
    Ok(retention)
}

fn unreadable(name: &Name, why: impl ToString) -> RetentionError {
    RetentionError::Unreadable(name.clone(), why.to_string())
}

fn index_at(remote: &dyn Remote, name: &Name) -> Result<Index, RetentionError> {
    let document = remote.read(name, INDEX_BYTES_MAX)?;
    let document = document.ok_or_else(|| unreadable(name, "it is gone"))?;
    let opened = Envelope::open("the index", &document.bytes);
    let (text, _) = opened.map_err(|error| unreadable(name, error))?;
    // Whose it is, it says itself.
    let index: Index = serde_json::from_slice(&text).map_err(|error| unreadable(name, error))?;
    let checked = Index::parse(&text, &index.repository, &index.branch);
    checked.map_err(|error| unreadable(name, error))
}

/// Returns all digests that a document names, whatever it is.
fn named_at(remote: &dyn Remote, name: &Name) -> Result<Vec<Digest>, RetentionError> {
    let document = remote.read(name, INDEX_BYTES_MAX)?;
    let document = document.ok_or_else(|| unreadable(name, "it is gone"))?;
    let text = String::from_utf8_lossy(&document.bytes);
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    Ok(words.filter_map(|word| word.parse().ok()).collect())
}

/// Reads a manifest; none if there is none of the digest.
fn manifest_at(remote: &dyn Remote, digest: Digest) -> Result<Option<Manifest>, RetentionError> {
    let name = Name::manifest(digest);
    let Some(document) = remote.read(&name, MANIFEST_BYTES_MAX)? else {
        return Ok(None);
    };
    let manifest = Manifest::parse(&document.bytes);
    Ok(Some(manifest.map_err(|error| unreadable(&name, error))?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::plan;
    use crate::digest::Digest;
    use crate::index::{Entry, Envelope, Index};
    use crate::layout::Name;
    use crate::remote::{Condition, Credentials, Patience, Remote, open};

    const DAY: u64 = 24 * 3600;
    /// Long after everything here was written.
    const LATER: u64 = 400 * DAY;

    fn now() -> u64 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.unwrap().as_secs()
    }

    /// Stores a manifest whose only blobs are its list of files and its base. Returns its digest.
    fn stored(remote: &dyn Remote, folder: &std::path::Path, what: &str, base: &str) -> Digest {
        let blob = |content: &str| {
            let digest = Digest::of(content.as_bytes());
            let file = folder.join("staged");
            fs::write(&file, content).unwrap();
            remote.store_blob(digest, &file).unwrap();
            format!(
                r#"{{"sha256": "{digest}", "bytes": {}, "encoding": "zstd", "blocks": ["{digest}"]}}"#,
                content.len()
            )
        };
        let part = |name: &str, role: &str, content: &str| {
            format!(
                r#"{{"name": "{name}", "role": "{role}", "bytes": 1, "blake3": "{}", "blob": {}}}"#,
                "0".repeat(64),
                blob(content)
            )
        };
        let text = format!(
            r#"{{"schema": 1, "kind": "bombe.snapshot", "repository": "o/n", "branch": "main", "commit": "{0}",
            "commit_time": 1, "tree": "{0}", "identity": "", "tool": {{"version": "1", "fingerprint": "f"}},
            "format": {{"major": 1, "minor": 0}}, "commit_point": "", "lineage": {{"sequence": 1}}, "published": 1,
            "counts": {{"files": 1, "source_bytes": 1, "skipped": 0, "symbols": 1, "edges": 1, "unresolved": 0}},
            "files": {1}, "parts": [{2}]}}"#,
            "a".repeat(40),
            part("files", "files", what),
            part("snapshot.bmb", "base", base)
        );
        let digest = Digest::of(text.as_bytes());
        let name = Name::manifest(digest);
        remote
            .store(&name, text.as_bytes(), &[], Condition::Always)
            .unwrap();
        let signature = name.with_ending("minisig");
        remote
            .store(&signature, b"signature", &[], Condition::Always)
            .unwrap();
        digest
    }

    #[test]
    fn what_is_old_goes_unless_something_refers_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("remote");
        fs::create_dir(&path).unwrap();
        let address = path.to_str().unwrap();
        let remote = open(address, Patience::for_publishing(), &Credentials::default()).unwrap();
        let store = |what: &str, base: &str| stored(&*remote, folder.path(), what, base);
        let (tip, old, tagged) = (
            store("tip", "base"),
            store("old", "base"),
            store("tag", "base2"),
        );
        let (branch, named) = (store("branch", "base3"), store("named", "base4"));
        let lost = store("lost", "base5");
        let time = now();
        let entry = |sequence, manifest, published, tags: &[&str]| Entry {
            commit: "a".repeat(40),
            commit_time: 1,
            tree: "a".repeat(40),
            fingerprint: "f".to_owned(),
            sequence,
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
            published,
            manifest,
            builder: String::new(),
        };
        for (branch, entries) in [
            (
                "main",
                vec![
                    entry(3, tip, time, &[]),
                    entry(2, old, time, &[]),
                    entry(1, tagged, time, &["v1"]),
                ],
            ),
            (
                "side",
                vec![
                    entry(2, branch, time + 350 * DAY, &[]),
                    entry(1, named, time, &[]),
                ],
            ),
        ] {
            let index = Index {
                entries,
                ..Index::new("o/n", branch)
            };
            let bytes = Envelope::seal(&index.to_bytes(), Vec::new());
            let name = Name::index("o/n", branch);
            remote.store(&name, &bytes, &[], Condition::Always).unwrap();
        }
        let reference = format!(r#"{{"signed": "{{\"manifest\":\"{named}\"}}"}}"#);
        let name = Name::reference("o/n", "stable");
        remote
            .store(&name, reference.as_bytes(), &[], Condition::Always)
            .unwrap();
        let goes = |now: u64| {
            let retention = plan(&*remote, &["main".to_owned()], now).unwrap();
            let goes = retention.goes.into_iter();
            goes.map(|(listed, _)| listed.name).collect::<Vec<_>>()
        };
        // What is young stays, whatever it is.
        assert_eq!(goes(time), []);
        let mut expected = Vec::new();
        for manifest in [old, lost] {
            expected.push(Name::manifest(manifest));
            expected.push(Name::manifest(manifest).with_ending("minisig"));
        }
        // The base of the old one is that of the newest, too.
        expected
            .extend(["old", "lost", "base5"].map(|what| Name::blob(Digest::of(what.as_bytes()))));
        expected.sort_unstable();
        let mut found = goes(time + LATER);
        found.sort_unstable();
        assert_eq!(found, expected);
        // Where something cannot be read, nothing goes.
        remote
            .store(&Name::index("o/n", "torn"), b"{", &[], Condition::Always)
            .unwrap();
        assert!(plan(&*remote, &[], time + LATER).is_err());
    }
}
