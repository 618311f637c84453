//! The version of everything that makes facts: a hash over the sources of this program.
//!
//! Cache files name it, so that one that another version wrote counts as absent.

/// The hash in decimal digits.
pub const FINGERPRINT: &str = env!("BOMBE_FINGERPRINT");

/// Returns [`FINGERPRINT`] as a number.
pub fn fingerprint() -> u64 {
    FINGERPRINT.parse().unwrap_or(0)
}
