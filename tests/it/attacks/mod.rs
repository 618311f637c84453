//! Attacks on what Bombe promises: each was a fault once, and stays as a test of its class.

mod heal;
#[cfg(target_os = "linux")]
mod inject;
#[cfg(target_os = "linux")]
mod random_faults;
