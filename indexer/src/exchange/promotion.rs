//! Promotion: a reference such as `stable` is led to a published snapshot once that has passed every check.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bombe_format::commit::CommitPoint;
use bombe_format::header::SegmentKind;
use bombe_format::{FORMAT_MAJOR, FORMAT_MAJOR_MIN};
use bombe_reader::snapshot::Snapshot;
use bombe_reader::view::OpenOptions;
use bombe_share::client::{Client, ShareError};
use bombe_share::digest::Digest;
use bombe_share::index::{self, Entry, Index};
use bombe_share::manifest::{Counts, Manifest, Role};
use bombe_share::quarantine::Quarantine;
use bombe_share::reference::{Checked, Promoted, Reference};
use bombe_share::signature::Signer;
use bombe_share::transfer::Traffic;
use bombe_share::trust::Signed;

use super::incoming::unpack;
use super::outgoing::{counts_of, hex};
use crate::gates::{self, GateError};
use crate::snapshot_dir::SnapshotDir;

/// What must hold before a reference is moved.
#[derive(Clone, Debug)]
pub struct Requirements {
    /// So many independent builders have the same identity.
    pub builders: usize,
    /// By how many percent files, symbols and edges may be fewer than in the snapshot before.
    pub fall_percent: f64,
    /// By how many percentage points the share of files that were left out, and of calls that were not resolved, may be higher.
    pub growth_points: f64,
    /// The folder of questions; none if none is asked.
    pub gates: Option<PathBuf>,
}

/// Which snapshot is promoted, and to what.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Name of the repository.
    pub repository: String,
    /// A reference, or the first digits of a commit.
    pub from: String,
    /// In whose indexes a commit is looked for.
    pub branches: Vec<String>,
    /// The reference that is moved.
    pub to: String,
    /// Who moves it, in words.
    pub who: String,
    /// What must hold.
    pub requirements: Requirements,
    /// Check, and move nothing.
    pub dry_run: bool,
}

/// What has come of it.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// The snapshot, with what was checked.
    pub promoted: Promoted,
    /// The reference as it is now; none if it was not moved.
    pub reference: Option<Reference>,
}

impl Promotion {
    /// Returns true if nothing is wrong with the snapshot.
    pub fn passes(&self) -> bool {
        self.promoted.checks.iter().all(|check| check.passed)
    }
}

/// Why nothing could be checked or moved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PromoteError {
    /// The remote, or what is on it.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// The snapshot is not there.
    #[error("{0}")]
    Absent(String),
    /// The questions cannot be read.
    #[error(transparent)]
    Gates(#[from] GateError),
    /// A file of this machine cannot be written.
    #[error("cannot unpack the snapshot: {0}")]
    Local(#[from] io::Error),
}

impl From<bombe_share::remote::RemoteError> for PromoteError {
    fn from(error: bombe_share::remote::RemoteError) -> Self {
        Self::Share(error.into())
    }
}

/// Returns the time in seconds since 1970.
pub fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.unwrap_or_default().as_secs()
}

/// Checks a published snapshot, and leads a reference to it if nothing is wrong. `staging` is an empty folder.
///
/// # Errors
/// See [`PromoteError`]. The reference is then as it was.
pub fn promote(
    client: &Client,
    signer: Option<&Signer>,
    wanted: &Wanted,
    staging: &Path,
) -> Result<Promotion, PromoteError> {
    let (index, entry) = candidate(client, wanted)?;
    let Some((manifest, _)) = client.manifest(&index, &entry)? else {
        let problem = format!("the manifest {} has been removed", entry.manifest);
        return Err(PromoteError::Absent(problem));
    };
    let before = client.reference(&wanted.repository, &wanted.to)?;
    let quarantine = client.quarantine(&wanted.repository)?;
    let limits = &wanted.requirements;
    let mut checks = vec![not_quarantined(&quarantine, &manifest, &entry)];
    let (sound, snapshot) = sound(client, &manifest, staging)?;
    checks.push(sound);
    checks.push(builders(client, &index, &manifest, limits.builders)?);
    let previous = before.as_ref().and_then(|before| {
        let others = before.promoted.iter();
        let mut others = others.filter(|it| it.entry.manifest != entry.manifest);
        others.find(|it| quarantine.of(&it.identity).is_none())
    });
    checks.push(within_limits(
        &manifest.counts,
        previous.map(|it| (&it.entry, &it.counts)),
        limits,
    ));
    if let Some(folder) = &limits.gates {
        match &snapshot {
            Some(snapshot) => {
                for gate in gates::ask(snapshot, folder)? {
                    let found = match gate.problems.first() {
                        None => format!(
                            "{} questions, 95 % within {} ms",
                            gate.questions, gate.p95_ms
                        ),
                        Some(_) => gate.problems.join("; "),
                    };
                    let name = format!("gate {}", gate.workflow);
                    checks.push(checked(&name, gate.passes(), found));
                }
            }
            None => checks.push(checked(
                "gates",
                false,
                "there is nothing to ask".to_owned(),
            )),
        }
    }
    let promoted = Promoted {
        branch: index.branch.clone(),
        entry,
        identity: manifest.identity.clone(),
        counts: manifest.counts,
        checks,
    };
    let mut promotion = Promotion {
        promoted,
        reference: None,
    };
    if promotion.passes() && !wanted.dry_run {
        let moved = lead(client, signer, wanted, &promotion.promoted)?;
        promotion.reference = Some(moved);
    }
    Ok(promotion)
}

/// Leads a reference to a snapshot.
fn lead(
    client: &Client,
    signer: Option<&Signer>,
    wanted: &Wanted,
    promoted: &Promoted,
) -> Result<Reference, PromoteError> {
    client.change_reference(&wanted.repository, &wanted.to, signer, |reference| {
        reference.lead_to(promoted.clone());
        reference.set = now();
        reference.who.clone_from(&wanted.who);
        Ok(())
    })
}

/// Leads a reference to a snapshot that was just published, unchecked.
///
/// # Errors
/// See [`PromoteError`].
pub fn name(
    client: &Client,
    signer: Option<&Signer>,
    name: &str,
    manifest: &Manifest,
    digest: Digest,
) -> Result<Reference, PromoteError> {
    let key = signer.map(Signer::public_key).transpose();
    let key = key.map_err(ShareError::from)?;
    let builder = index::builder(key.as_ref(), &manifest.producer);
    let promoted = Promoted {
        branch: manifest.branch.clone(),
        entry: Entry::of(manifest, digest, &builder),
        identity: manifest.identity.clone(),
        counts: manifest.counts,
        checks: Vec::new(),
    };
    client.change_reference(&manifest.repository, name, signer, |reference| {
        reference.lead_to(promoted.clone());
        reference.set = now();
        reference.who.clone_from(&manifest.producer);
        Ok(())
    })
}

/// Leads a reference back to what it led to before, and is not in quarantine. That was checked when it was promoted.
///
/// # Errors
/// When it has led to nothing else, and see [`PromoteError`].
pub fn set_back(
    client: &Client,
    signer: Option<&Signer>,
    repository: &str,
    name: &str,
    who: &str,
) -> Result<Reference, PromoteError> {
    let quarantine = client.quarantine(repository)?;
    client.change_reference(repository, name, signer, |reference| {
        let is_usable = |it: &Promoted| quarantine.of(&it.identity).is_none();
        let earlier = reference.promoted.iter().skip(1).position(is_usable);
        let Some(earlier) = earlier else {
            let problem =
                format!("{name} of {repository} leads to nothing earlier that may be used");
            return Err(PromoteError::Absent(problem));
        };
        reference.promoted.drain(..=earlier);
        reference.set = now();
        who.clone_into(&mut reference.who);
        Ok(())
    })
}

/// Finds the snapshot that is to be promoted.
fn candidate(client: &Client, wanted: &Wanted) -> Result<(Index, Entry), PromoteError> {
    let (repository, from) = (&wanted.repository, &wanted.from);
    if let Some(reference) = client.reference(repository, from)? {
        let index = reference.as_index();
        let entry = index
            .as_ref()
            .and_then(|index| index.entries.first())
            .cloned();
        if let (Some(of_reference), Some(entry)) = (index, entry) {
            // The index of the branch knows what other builders have published.
            let of_branch = client.index(repository, &of_reference.branch)?;
            return Ok((of_branch.unwrap_or(of_reference), entry));
        }
    }
    let is_commit = from.len() >= 7 && from.bytes().all(|it| it.is_ascii_hexdigit());
    for branch in wanted.branches.iter().filter(|_| is_commit) {
        let Some(index) = client.index(repository, branch)? else {
            continue;
        };
        let mut found = index
            .entries
            .iter()
            .filter(|it| it.commit.starts_with(&**from));
        if let Some(entry) = found.next().cloned() {
            return Ok((index, entry));
        }
    }
    Err(PromoteError::Absent(format!(
        "{repository} has no reference `{from}`, and no published commit of that name in {}; `bombe push --ref {from}` makes a reference",
        wanted.branches.join(", ")
    )))
}

fn checked(name: &str, passed: bool, found: String) -> Checked {
    Checked {
        name: name.to_owned(),
        passed,
        found,
    }
}

fn not_quarantined(quarantine: &Quarantine, manifest: &Manifest, entry: &Entry) -> Checked {
    let found = quarantine.of(&manifest.identity);
    let found = found.or_else(|| quarantine.of_manifest(entry.manifest));
    match found {
        Some(it) => checked(
            "quarantine",
            false,
            format!("{} says: {}", it.who, it.reason),
        ),
        None => checked("quarantine", true, "not in quarantine".to_owned()),
    }
}

/// Fetches everything that a manifest names, compares all checksums, opens the snapshot, and compares it with what the
/// manifest says about it.
fn sound(
    client: &Client,
    manifest: &Manifest,
    staging: &Path,
) -> Result<(Checked, Option<Snapshot>), PromoteError> {
    let name = "checksums";
    let failed = |found: String| Ok((checked(name, false, found), None));
    let format = manifest.format;
    if !(FORMAT_MAJOR_MIN..=FORMAT_MAJOR).contains(&format.major) {
        return failed(format!(
            "it has format {}.{}, and this program reads {FORMAT_MAJOR_MIN} to {FORMAT_MAJOR}",
            format.major, format.minor
        ));
    }
    let commit = match CommitPoint::parse(manifest.commit_point.as_bytes()) {
        Ok(commit) => commit,
        Err(error) => return failed(error.to_string()),
    };
    let dir = SnapshotDir::of(&staging.join("snapshot.bmb"));
    dir.create()?;
    let mut traffic = Traffic::default();
    let mut files = 0;
    for part in manifest.parts.iter().chain([&manifest.files]) {
        let mut file = match client.blob(&part.blob, &mut traffic, &mut |_| Ok(())) {
            Ok(file) => file,
            Err(error @ bombe_share::remote::RemoteError::Outage { .. }) => {
                return Err(error.into());
            }
            Err(error) => return failed(format!("{}: {error}", part.name)),
        };
        file.seek(SeekFrom::Start(0))?;
        let segment = match part.role {
            Role::Base => Some((SegmentKind::Base, commit.base)),
            Role::Overlay => commit.overlay.map(|it| (SegmentKind::Overlay, it)),
            Role::Cache | Role::Files => None,
        };
        let written = match segment {
            Some((kind, identity)) => {
                dir.write_segment(kind, identity, |to| unpack(part, file, to))
            }
            None => unpack(part, file, &mut io::sink()),
        };
        if let Err(error) = written {
            return failed(format!("{}: {error}", part.name));
        }
        files += 1;
    }
    dir.publish(&commit)?;
    let snapshot = match Snapshot::open_complete(dir.snapshot(), OpenOptions::default()) {
        Ok(snapshot) => snapshot,
        Err(error) => return failed(error.to_string()),
    };
    let view = &snapshot.view;
    if let Err(error) = view.verify() {
        return failed(error.to_string());
    }
    let counts = match counts_of(view) {
        Ok(counts) => counts,
        Err(error) => return failed(error.to_string()),
    };
    for (what, said, found) in [
        ("identity", &manifest.identity, hex(&view.identity())),
        ("commit", &manifest.commit, view.meta().commit.clone()),
        (
            "figures",
            &format!("{:?}", manifest.counts),
            format!("{counts:?}"),
        ),
    ] {
        if *said != found {
            return failed(format!(
                "its manifest says {what} {said}, and it has {found}"
            ));
        }
    }
    let found = format!("{files} files, every checksum and every row");
    Ok((checked(name, true, found), Some(snapshot)))
}

/// Counts who has built the same: see `docs/control.md`, which says what counts as independent.
fn builders(
    client: &Client,
    index: &Index,
    manifest: &Manifest,
    needed: usize,
) -> Result<Checked, PromoteError> {
    let name = "builders";
    if needed <= 1 {
        return Ok(checked(
            name,
            true,
            "one is enough, as asked for".to_owned(),
        ));
    }
    if manifest.part(Role::Overlay).is_some() {
        let found = "it is an overlay over a base that somebody else may have built: publish a build from scratch (`bombe build`, then `bombe push`)";
        return Ok(checked(name, false, found.to_owned()));
    }
    let mut same: BTreeSet<String> = BTreeSet::new();
    let mut others: BTreeMap<String, String> = BTreeMap::new();
    let of_commit = |entry: &&Entry| {
        entry.commit == manifest.commit && entry.fingerprint == manifest.tool.fingerprint
    };
    for entry in index.entries.iter().filter(of_commit) {
        // One that is refused is nobody's.
        let (other, signed) = match client.manifest(index, entry) {
            Ok(Some(read)) => read,
            Ok(None) | Err(ShareError::Refused(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        let who = match signed {
            Signed::By(key) => key.to_string(),
            Signed::Unchecked => other.producer.clone(),
        };
        let is_comparable = other.part(Role::Overlay).is_none()
            && options(&other) == options(manifest)
            && other.root == manifest.root;
        if who.is_empty() || !is_comparable {
            continue;
        }
        if other.identity == manifest.identity {
            same.insert(who);
        } else {
            others.insert(who, other.identity);
        }
    }
    let shown = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
    if let Some((who, identity)) = others.first_key_value() {
        let found = format!(
            "{who} has built something else from this commit, with the same program: identity {identity}, and not {}",
            manifest.identity
        );
        return Ok(checked(name, false, found));
    }
    let found = format!(
        "{} have built the same, and {needed} are needed: {}",
        same.len(),
        shown(&same)
    );
    Ok(checked(name, same.len() >= needed, found))
}

/// Returns how a snapshot was encoded: only those that were encoded alike have the same identity.
fn options(manifest: &Manifest) -> Option<(bool, bool, Option<i32>)> {
    let commit = CommitPoint::parse(manifest.commit_point.as_bytes()).ok()?;
    Some((commit.sources, commit.history, commit.level))
}

/// Compares the figures of a snapshot with those of the one before.
fn within_limits(
    counts: &Counts,
    before: Option<(&Entry, &Counts)>,
    limits: &Requirements,
) -> Checked {
    let name = "limits";
    let Some((entry, before)) = before else {
        return checked(name, true, "there is nothing to compare with".to_owned());
    };
    let mut problems = Vec::new();
    let mut said = Vec::new();
    for (what, was, is) in [
        ("files", before.files, counts.files),
        ("symbols", before.symbols, counts.symbols),
        ("edges", before.edges, counts.edges),
    ] {
        let least = was as f64 * (1.0 - limits.fall_percent / 100.0);
        said.push(format!("{what} {was} → {is}"));
        if (is as f64) < least {
            problems.push(format!(
                "{what} fall from {was} to {is}, more than {} %",
                limits.fall_percent
            ));
        }
    }
    let share = |part: u64, rest: u64| 100.0 * part as f64 / (part + rest).max(1) as f64;
    for (what, was, is) in [
        (
            "skipped files",
            share(before.skipped, before.files),
            share(counts.skipped, counts.files),
        ),
        (
            "unresolved calls",
            share(before.unresolved, before.edges),
            share(counts.unresolved, counts.edges),
        ),
    ] {
        said.push(format!("{what} {was:.1} % → {is:.1} %"));
        if is > was + limits.growth_points {
            problems.push(format!(
                "{what} grow from {was:.1} % to {is:.1} %, by more than {} points",
                limits.growth_points
            ));
        }
    }
    let commit: String = entry.commit.chars().take(12).collect();
    let passed = problems.is_empty();
    let said = if passed { said } else { problems };
    checked(
        name,
        passed,
        format!("against {commit}: {}", said.join(", ")),
    )
}

#[cfg(test)]
mod tests {
    use bombe_share::digest::Digest;
    use bombe_share::index::Entry;
    use bombe_share::manifest::Counts;

    use super::{Requirements, within_limits};

    #[test]
    fn figures_may_fall_and_grow_within_limits() {
        let limits = Requirements {
            builders: 1,
            fall_percent: 10.0,
            growth_points: 2.0,
            gates: None,
        };
        let before = Counts {
            files: 100,
            source_bytes: 1,
            skipped: 10,
            symbols: 1000,
            edges: 1000,
            unresolved: 100,
        };
        let entry = Entry {
            commit: "1".repeat(40),
            commit_time: 0,
            tree: "1".repeat(40),
            fingerprint: String::new(),
            sequence: 1,
            tags: Vec::new(),
            published: 0,
            manifest: Digest::of(b""),
            builder: String::new(),
        };
        for (now, expected) in [
            (before, true),
            (
                Counts {
                    files: 90,
                    skipped: 9,
                    ..before
                },
                true,
            ),
            (
                Counts {
                    files: 89,
                    skipped: 9,
                    ..before
                },
                false,
            ),
            (
                Counts {
                    edges: 899,
                    unresolved: 90,
                    ..before
                },
                false,
            ),
            (
                Counts {
                    symbols: 1,
                    ..before
                },
                false,
            ),
            (
                Counts {
                    skipped: 12,
                    ..before
                },
                true,
            ),
            (
                Counts {
                    skipped: 13,
                    ..before
                },
                false,
            ),
            (
                Counts {
                    unresolved: 120,
                    ..before
                },
                true,
            ),
            (
                Counts {
                    unresolved: 130,
                    ..before
                },
                false,
            ),
            (
                Counts {
                    files: 1000,
                    symbols: 9999,
                    edges: 9999,
                    ..before
                },
                true,
            ),
        ] {
            let check = within_limits(&now, Some((&entry, &before)), &limits);
            assert_eq!(check.passed, expected, "{now:?}: {}", check.found);
        }
        assert!(within_limits(&Counts::default(), None, &limits).passed);
    }
}
