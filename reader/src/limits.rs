//! Bounds on the cost of one request. Every loop over the snapshot counts its steps here, and the answer states whether it was cut.
//!
//! One [`Limits`] value goes from the front end down to the loops. It holds the deadline, the cancellation and the number of
//! steps, and a loop ends when [`Limits::spend`] returns true. What was found until then is the answer, marked as partial.
//!
//! The steps are counted and not timed, so that a test can tell whether a tool has a bound, and the same request stops at the
//! same place on every machine. The clock bounds what a step costs.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The bounds of one request.
#[derive(Debug)]
pub struct Limits<'c> {
    /// Most symbols that a traversal visits.
    pub nodes_max: usize,
    /// Longest pattern, in characters.
    pub pattern_chars_max: usize,
    /// Most steps.
    pub steps_max: u64,
    deadline: Instant,
    cancelled: Option<&'c AtomicBool>,
    steps: Cell<u64>,
    /// The number of steps at which the clock and the cancellation are looked at again.
    next_look: Cell<u64>,
    is_over: Cell<bool>,
    was_hit: Cell<bool>,
    /// The number of answers that share the size of one.
    shares: Cell<usize>,
    /// What distinguishes the request from others.
    question: Cell<u32>,
    /// Where the number of steps is told to others.
    progress: Option<&'c AtomicU64>,
}

/// Time limit of a query, after which its answer is partial.
pub const TIME_MAX: Duration = Duration::from_secs(5);

/// Most steps of a query. A step reads a symbol, an edge, a name, a posting or [`BYTES_PER_STEP`] of text: 10 to 100 ns.
pub const STEPS_MAX: u64 = 100_000_000;

/// Bytes of text that are searched, split or decompressed in a step.
pub const BYTES_PER_STEP: usize = 16;

/// Steps between two looks at the clock and the cancellation, about 50 µs.
pub const STEPS_PER_LOOK: u64 = 1024;

impl Limits<'_> {
    /// Returns the default bounds, with a deadline [`TIME_MAX`] from now.
    pub fn new() -> Self {
        Self::until(Instant::now() + TIME_MAX)
    }

    /// Returns bounds that nothing hits, for work that is no request: a check of a whole snapshot.
    pub fn none() -> Self {
        Self {
            nodes_max: usize::MAX,
            steps_max: u64::MAX,
            ..Self::until(Instant::now() + Duration::from_secs(1 << 32))
        }
    }

    /// Returns the default bounds with another deadline.
    pub fn until(deadline: Instant) -> Self {
        Self {
            nodes_max: 20_000,
            pattern_chars_max: 1_000,
            steps_max: STEPS_MAX,
            deadline,
            cancelled: None,
            steps: Cell::new(0),
            next_look: Cell::new(0),
            is_over: Cell::new(false),
            was_hit: Cell::new(false),
            shares: Cell::new(1),
            question: Cell::new(0),
            progress: None,
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

    /// Returns the same bounds, which tell the number of steps so far now and then.
    #[must_use]
    pub fn telling(self, progress: &'c AtomicU64) -> Self {
        Self {
            progress: Some(progress),
            ..self
        }
    }

    /// Returns the bounds of a part of the request that another thread does meanwhile. It may take as many steps as the whole
    /// request, whatever this thread does: where it stops does not depend on which thread is faster. See [`Limits::join`].
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            nodes_max: self.nodes_max,
            pattern_chars_max: self.pattern_chars_max,
            steps_max: self.steps_max,
            cancelled: self.cancelled,
            ..Limits::until(self.deadline)
        }
    }

    /// Counts the steps of a part that has ended. If the part was cut, this request must end.
    pub fn join(&self, part: &Self) {
        self.was_hit.set(self.was_hit() || part.was_hit());
        self.is_over.set(self.was_over() || part.was_over());
        self.next_look.set(0);
        self.spend(part.steps() as usize);
    }

    /// Counts steps that were done, or are about to be, and returns true if the request must end. Cheap enough for every
    /// step of a loop.
    #[inline]
    pub fn spend(&self, steps: usize) -> bool {
        let spent = self.steps.get().saturating_add(steps as u64);
        self.steps.set(spent);
        spent >= self.next_look.get() && self.look(spent)
    }

    /// Counts the steps that reading some bytes of text takes, and returns true if the request must end.
    #[inline]
    pub fn spend_bytes(&self, bytes: usize) -> bool {
        self.spend(1 + bytes / BYTES_PER_STEP)
    }

    /// Counts an item of a list that is written out, which takes some texts, and returns true if the request must end.
    pub fn spend_item(&self) -> bool {
        self.spend(STEPS_PER_LOOK as usize)
    }

    #[cold]
    fn look(&self, spent: u64) -> bool {
        if let Some(progress) = self.progress {
            progress.store(spent, Ordering::Relaxed);
        }
        let is_over = self.is_over.get()
            || spent > self.steps_max
            || Instant::now() >= self.deadline
            || self
                .cancelled
                .is_some_and(|cancelled| cancelled.load(Ordering::Relaxed));
        if is_over {
            self.is_over.set(true);
            self.was_hit.set(true);
            self.next_look.set(0);
        } else {
            self.next_look.set(spent.saturating_add(STEPS_PER_LOOK));
        }
        is_over
    }

    /// Returns true if the request must end: steps or time are used up, or it is cancelled. Counts a step.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.spend(1)
    }

    /// Returns true if a loop has ended early because the request had to end.
    pub fn was_over(&self) -> bool {
        self.is_over.get()
    }

    /// Returns the number of steps so far.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Returns the time until the deadline; nothing once the request must end.
    pub fn time_left(&self) -> Duration {
        // Looks at the clock and the cancellation now.
        if self.spend(STEPS_PER_LOOK as usize) {
            Duration::ZERO
        } else {
            self.deadline.saturating_duration_since(Instant::now())
        }
    }

    /// Lets this number of answers share the size of one.
    pub fn share_size(&self, answers: usize) {
        self.shares.set(answers.max(1));
    }

    /// Returns the share of a size that an answer has.
    pub fn share(&self, chars: usize) -> usize {
        chars / self.shares.get()
    }

    /// Sets what distinguishes the request from others: a cursor of its answer belongs to it.
    pub fn set_question(&self, mark: u32) {
        self.question.set(mark);
    }

    /// Returns what distinguishes the request from others; 0 if nothing was set.
    pub fn question(&self) -> u32 {
        self.question.get()
    }

    /// Notes that a bound was hit.
    pub fn note_hit(&self) {
        self.was_hit.set(true);
    }

    /// Returns true if a bound was hit, so that the answer is partial.
    pub fn was_hit(&self) -> bool {
        self.was_hit.get()
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_ends_by_steps_by_time_and_by_cancellation() {
        let limits = Limits {
            steps_max: 5_000,
            ..Limits::new()
        };
        let taken = (0..1_000_000).take_while(|_| !limits.is_over()).count() as u64;
        assert!(
            (5_000..5_000 + STEPS_PER_LOOK).contains(&taken),
            "{taken} steps"
        );
        assert!(limits.was_over() && limits.was_hit() && limits.is_over());
        assert!(Limits::until(Instant::now()).is_over());
        let cancelled = AtomicBool::new(false);
        let limits = Limits::cancellable(&cancelled);
        assert!(!limits.is_over());
        cancelled.store(true, Ordering::Relaxed);
        assert!(limits.spend_item() && limits.time_left() == Duration::ZERO);
    }

    #[test]
    fn a_part_on_another_thread_has_the_same_bounds_and_its_steps_count() {
        let limits = Limits {
            steps_max: 5_000,
            ..Limits::new()
        };
        assert!(!limits.spend(4_000));
        let part = limits.fork();
        assert!(!part.spend(4_000));
        limits.join(&part);
        assert_eq!(limits.steps(), 8_000);
        assert!(limits.is_over());
        let limits = Limits::new();
        let part = limits.fork();
        part.note_hit();
        limits.join(&part);
        assert!(limits.was_hit() && !limits.was_over());
        let part = Limits::until(Instant::now());
        assert!(part.is_over());
        limits.join(&part);
        assert!(limits.was_over());
    }

    #[test]
    fn a_bound_of_a_list_does_not_end_the_request() {
        let limits = Limits::new();
        limits.note_hit();
        assert!(limits.was_hit() && !limits.is_over() && !limits.was_over());
    }
}
