//! Whether to fetch a snapshot or to build one here: whichever is there first.
//!
//! Both are estimated from figures that were measured: what a build costs a byte of source, what an update costs, and how fast
//! the remote has been. On spring-framework (53 MB of source, 131 MB of files in blobs of 78 MB), one processor builds for
//! 15.5 s, and unpacks, checks and writes for 0.5 s. So without an update, fetching is quicker from 5 MB a second on.

use std::time::Duration;

use bombe_share::manifest::Manifest;

/// Bytes of source that a full build gets through in a second of one processor: between 3.0 and 3.5 million of repositories in Java,
/// Go, C and Python.
const BUILD_BYTES_PER_SECOND: f64 = 3.4e6;

/// Bytes that are unpacked, checked and written in a second of one processor.
const UNPACK_BYTES_PER_SECOND: f64 = 245e6;

/// Share of a full build that an update over fetched caches takes if nothing has changed: finding and hashing all files.
const UPDATE_SHARE_MIN: f64 = 0.03;

/// What each commit, or each file that differs, adds to that share.
const UPDATE_SHARE_STEP: f64 = 0.0015;

/// So much of a full build is an update that resolves all files: it parses few.
const UPDATE_SHARE_MAX: f64 = 0.5;

/// What there is to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Fetch everything, and update.
    Fetch,
    /// Build here.
    Build,
}

/// The estimates behind a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Time of a full build here.
    pub build: Duration,
    /// Time of unpacking and updating, without the transfer.
    pub update: Duration,
    /// Time of the transfer; none if nothing is known of the remote's speed.
    pub transfer: Option<Duration>,
}

impl Estimate {
    /// Estimates what a snapshot costs to build or to fetch. It is so many commits, or differing files, away. `missing` are the
    /// bytes that are to be transferred.
    pub fn of(
        manifest: &Manifest,
        distance: usize,
        missing: u64,
        bytes_per_second: Option<u64>,
        processors: usize,
    ) -> Self {
        let source = manifest.counts.source_bytes as f64;
        let build = source / BUILD_BYTES_PER_SECOND / processors.max(1) as f64;
        let raw: u64 = manifest.parts.iter().map(|part| part.bytes).sum();
        let share = UPDATE_SHARE_MIN + UPDATE_SHARE_STEP * distance as f64;
        let update = raw as f64 / UNPACK_BYTES_PER_SECOND + build * share.min(UPDATE_SHARE_MAX);
        let transfer = bytes_per_second.map(|speed| missing as f64 / speed.max(1) as f64);
        Self {
            build: Duration::from_secs_f64(build),
            update: Duration::from_secs_f64(update),
            transfer: transfer.map(Duration::from_secs_f64),
        }
    }

    /// Chooses what is there first. What is not known is tried.
    pub fn choose(&self) -> Choice {
        let fetch = self.update + self.transfer.unwrap_or_default();
        if fetch < self.build.max(SMALL) {
            Choice::Fetch
        } else {
            Choice::Build
        }
    }

    /// Returns true if the rest of a transfer takes longer than a full build.
    pub fn is_too_slow(&self, missing: u64, bytes_per_second: f64) -> bool {
        missing as f64 / bytes_per_second.max(1.0) > self.build.max(SMALL).as_secs_f64()
    }
}

/// Below this, nobody notices which it was: fetching then also spares the processor.
const SMALL: Duration = Duration::from_millis(500);
