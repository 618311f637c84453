//! The exit codes of `bombe-build`, `bombe-serve` and `bombe`: one table for all programs.

use bombe_format::error::FormatError;

/// Done, or found.
pub const DONE: u8 = 0;

/// Nothing was found.
pub const NOTHING_FOUND: u8 = 1;

/// A check found problems.
pub const PROBLEMS: u8 = 1;

/// An error, or wrong usage.
pub const ERROR: u8 = 2;

/// The snapshot is damaged.
pub const DAMAGED: u8 = 3;

/// What a remote offers is refused: it is not signed by a trusted key, or is not what it should be.
pub const REFUSED: u8 = 4;

/// The snapshot has a format that this version does not read.
pub const INCOMPATIBLE: u8 = 5;

/// Another process is writing the snapshot.
pub const LOCKED: u8 = 6;

/// Returns the exit code for bytes that cannot be read as a snapshot.
pub fn of_format_error(error: &FormatError) -> u8 {
    match error {
        FormatError::TooOld { .. }
        | FormatError::TooNew { .. }
        | FormatError::OtherCommitPoint { .. } => INCOMPATIBLE,
        FormatError::Damaged(_) => DAMAGED,
        _ => ERROR,
    }
}
