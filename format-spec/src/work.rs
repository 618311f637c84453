//! Counts what is read from a snapshot, in debug builds only: a test can so tell whether a request has a bound, without a
//! clock, and finds a loop that counts no steps of its own.

#[cfg(debug_assertions)]
thread_local! {
    static READS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts reads of this thread.
#[inline]
pub(crate) fn note(reads: usize) {
    #[cfg(debug_assertions)]
    READS.set(READS.get().wrapping_add(reads as u64));
    #[cfg(not(debug_assertions))]
    let _ = reads;
}

/// Returns how much this thread has read so far: rows of columns, nodes of key indexes, postings, and 16 bytes of frames as one.
/// Always 0 in release builds.
pub fn reads() -> u64 {
    #[cfg(debug_assertions)]
    return READS.get();
    #[cfg(not(debug_assertions))]
    return 0;
}
