//! Bounds on the cost of one request. Long loops of a query check them, and the answer says whether one was hit.

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

/// Time limit of a query, after which its answer is partial.
pub const TIME_MAX: Duration = Duration::from_secs(5);

impl Limits<'_> {
    /// Returns the default bounds, with a deadline [`TIME_MAX`] from now.
    pub fn new() -> Self {
        Self::until(Instant::now() + TIME_MAX)
    }

    /// Returns the default bounds with another deadline.
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
    /// Returns the default bounds. [`Limits::is_over`] also returns true once `cancelled` is true.
    pub fn cancellable(cancelled: &'c AtomicBool) -> Self {
        Self {
            cancelled: Some(cancelled),
            ..Limits::new()
        }
    }

    /// Returns true if a bound was hit, time is up or the request is cancelled, and notes it. Reads the clock, so long loops
    /// call it once in a few hundred steps.
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

    /// Returns true if a bound was hit, so that the answer is partial.
    pub fn was_hit(&self) -> bool {
        self.hit.get()
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::new()
    }
}
