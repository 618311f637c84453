//! Long, seeded runs that CI has no time for: `make soak`.
//!
//! `SEED` and `RUNS` in the environment choose the run.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stderr, reason = "a long run says what it has done")]

#[path = "../it/attacks/questions.rs"]
mod questions;
#[path = "../it/support.rs"]
#[expect(dead_code, reason = "some helpers are for the short tests only")]
mod support;

mod damage;
mod server;

/// Returns a number of the environment, or its default.
fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name}={text} is not a number")),
        Err(_) => default,
    }
}

/// A small deterministic source of numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}
