//! When a walk starts.

use std::time::{Instant, SystemTime};

/// A moment before a walk, by both clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkStart {
    pub(super) time: SystemTime,
    instant: Instant,
}

impl WalkStart {
    pub(super) fn now() -> Self {
        Self {
            time: SystemTime::now(),
            instant: Instant::now(),
        }
    }

    /// Returns true if the clock has not been set since.
    pub(super) fn is_steady(self) -> bool {
        let by_clock = self.time.elapsed().unwrap_or_default();
        by_clock.abs_diff(self.instant.elapsed()).as_millis() < 500
    }
}
