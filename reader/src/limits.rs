//! What one request may cost. Every loop that a query drives is bounded by these, and says so when a bound was hit.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The bounds of one request.
#[derive(Debug)]
pub struct Limits<'c> {
    /// Most symbols that a traversal visits.
    pub nodes_max: usize,
    /// Longest pattern, in characters.
    pub pattern_chars_max: usize,
    deadline: Instant,
    cancelled: Option<&'c AtomicBool>,
    hit: Cell<bool>,
}

/// Hard limit of every query; then the answer is partial and says so.
pub const TIME_MAX: Duration = Duration::from_secs(5);

impl Limits<'_> {
    /// The default bounds, from now on.
    pub fn new() -> Self {
        Self::until(Instant::now() + TIME_MAX)
    }

    /// The default bounds with another deadline.
    pub fn until(deadline: Instant) -> Self {
        Self {
            nodes_max: 20_000,
            pattern_chars_max: 1_000,
            deadline,
            cancelled: None,
            hit: Cell::new(false),
        }
    }
}

impl<'c> Limits<'c> {
    /// The default bounds, ending early when `cancelled` becomes true.
    pub fn cancellable(cancelled: &'c AtomicBool) -> Self {
        Self {
            cancelled: Some(cancelled),
            ..Limits::new()
        }
    }

    /// True when time is up or the request was cancelled; remembers it. Ask every few hundred steps.
    pub fn is_over(&self) -> bool {
        let over = self.hit.get()
            || Instant::now() >= self.deadline
            || self
                .cancelled
                .is_some_and(|cancelled| cancelled.load(Ordering::Relaxed));
        if over {
            self.hit.set(true);
        }
        over
    }

    /// Notes that a bound was hit.
    pub fn note_hit(&self) {
        self.hit.set(true);
    }

    /// True if a bound was hit, so that the answer is partial.
    pub fn was_hit(&self) -> bool {
        self.hit.get()
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::new()
    }
}
