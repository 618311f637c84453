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
mod growth;
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
