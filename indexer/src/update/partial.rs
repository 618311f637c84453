//! Encodes an overlay from a plan: resolves only the files of the plan, and takes the other rows from the overlay cache.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bombe_facts::DamagedFacts;
use bombe_facts::interner::Texts;
use bombe_resolve::graph::SkippedRow;
use bombe_resolve::repo::Repo;
use bombe_resolve::{Emitted, Resolution};

use super::plan::Plan;
use crate::build::{self, BuildError, Builder, Encoded, Inputs, OverlayStats, Resolved, Segment};
use crate::encode::EncodeError;
use crate::overlay::{Base, Delta, Sums};
use crate::report::{Phase, Progress, Summary};
use crate::scan::Scan;
use crate::totals::Totals;

/// Why some files could not be resolved alone. Then all files are, from their sources.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
enum PartialError {
    /// The dependency cache does not fit the scan.
    #[error("the dependency cache is of other files")]
    OtherFiles,
    /// Cached facts are damaged.
    #[error(transparent)]
    Facts(#[from] DamagedFacts),
    /// The overlay cache does not fit the files.
    #[error("the overlay cache is of other files")]
    OtherOverlay,
    /// The base does not hold a file that is not resolved.
    #[error("a file that is to be kept is not in the base")]
    NotInBase,
    /// The overlay would hold too much.
    #[error("so much differs from the base that a new one is due")]
    BaseIsDue,
    /// The base manifest cannot be read.
    #[error(transparent)]
    Base(#[from] std::io::Error),
    /// The overlay cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// All files were resolved in the end, and could not be encoded.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Resolves the files of a plan and encodes them as an overlay over `base`; or all files, if the plan comes to that or
/// fails. Call it inside a [`pool`](crate::build::pool).
///
/// # Errors
/// See [`BuildError`].
pub(super) fn encode(
    builder: &Builder,
    scan: Scan,
    plan: &mut Plan,
    inputs: &Inputs,
    base: &Base,
) -> Result<Encoded, BuildError> {
    let attempt = || encode_planned(builder, scan, plan, inputs, base);
    // Cached facts have passed their checksums, but forged ones may do so, too, and resolution may fail on them.
    match catch_unwind(AssertUnwindSafe(attempt)) {
        Ok(Ok(encoded)) => Ok(encoded),
        Ok(Err(_)) | Err(_) => builder.encode_from_sources(inputs, Some(base)),
    }
}

fn encode_planned(
    builder: &Builder,
    scan: Scan,
    plan: &mut Plan,
    inputs: &Inputs,
    base: &Base,
) -> Result<Encoded, PartialError> {
    let repo = scan.into_repo(builder.settings, builder.before, &plan.dependencies);
    let (repo, skipped) = repo.ok_or(PartialError::OtherFiles)?;
    let files = &repo.files[..repo.repo_files as usize];
    let all: u64 = files.iter().map(|file| file.size).sum();
    let compact_above = builder.settings.update.compact_above(all);
    let (resolution, paths) = match resolve(repo, skipped, plan, builder.progress)? {
        PlannedResolution::Full(resolved) => {
            return Ok(builder.encode_resolved(resolved, inputs, Some(base))?);
        }
        PlannedResolution::Partial(resolution, paths) => (resolution, paths),
    };
    let planned = plan.resolved().unwrap_or_default().iter();
    let mut emitted_files: Vec<u32> = planned.map(|file| file.0).collect();
    let resolved = emitted_files.len();
    let paths: Vec<&str> = paths.iter().collect();
    let Resolution { emitted, rows } = resolution;
    let emitted = match plan.take_overlay_cache() {
        Some(cache) => cache
            .add_to(emitted, &mut emitted_files, &paths, &base.manifest)
            .ok_or(PartialError::OtherOverlay)?,
        None => emitted,
    };
    let (bytes, summary, delta) =
        encode_overlay(builder, inputs, &emitted, &emitted_files, &paths, base)?;
    if delta.bytes > builder.settings.update.overlay_bytes_max(all) {
        return Err(PartialError::BaseIsDue);
    }
    let stats = OverlayStats::of(&delta, compact_above, Some(resolved));
    let delta = Box::new(delta);
    let segment = Segment::Overlay { delta, stats };
    Ok(Encoded::new(bytes, summary, segment, rows)?)
}

/// The files of a plan, resolved.
enum PlannedResolution {
    /// The plan came to all files.
    Full(Resolved),
    /// The files of the plan alone, with the paths of all files.
    Partial(Resolution, Texts),
}

/// Resolves the files of a plan, which adds more of them if need be. `skipped` is what the scan left out.
fn resolve(
    repo: Repo,
    skipped: Vec<SkippedRow>,
    plan: &mut Plan,
    progress: &dyn Progress,
) -> Result<PlannedResolution, DamagedFacts> {
    progress.start(Phase::Resolve, 0);
    let files = &repo.files[..repo.repo_files as usize];
    let bytes = files.iter().map(|file| file.path.len()).sum();
    let mut paths = Texts::with_capacity(files.len(), bytes);
    for file in files {
        paths.push(&file.path);
    }
    let resolution = bombe_resolve::resolve_some(repo, plan, skipped)?;
    Ok(if plan.resolved().is_some() {
        PlannedResolution::Partial(resolution, paths)
    } else {
        let Resolution { emitted, rows } = resolution;
        PlannedResolution::Full(build::rank(emitted.graph, rows, progress))
    })
}

/// Encodes files that were resolved alone as an overlay over `base`. Their numbers
/// among all files, which have the `paths`, are `emitted_files`.
fn encode_overlay(
    builder: &Builder,
    inputs: &Inputs,
    emitted: &Emitted,
    emitted_files: &[u32],
    paths: &[&str],
    base: &Base,
) -> Result<(Vec<u8>, Summary, Delta), PartialError> {
    let delta = Delta::of_some(emitted, emitted_files, paths, &base.manifest);
    let delta = delta.ok_or(PartialError::NotInBase)?;
    builder.progress.start(Phase::Rank, 0);
    let ranks = base.ranks(&delta)?;
    let kept = base.manifest.sums_without(&delta.mask.masked);
    let Sums {
        mut totals,
        lengths,
    } = kept.ok_or(PartialError::NotInBase)?;
    totals.add(&Totals::of(&delta.graph));
    let skipped = &emitted.graph.skipped;
    let skipped_now = base.manifest.skipped_if_changed(skipped);
    let output = builder.output(inputs);
    let bytes = output.encode_overlay(
        &delta,
        &totals,
        &lengths,
        &ranks,
        skipped_now,
        &base.manifest,
    )?;
    let mut summary = Summary::of_totals(&totals, skipped);
    summary.snapshot_bytes = bytes.len() as u64;
    Ok((bytes, summary, delta))
}
