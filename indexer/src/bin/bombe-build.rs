//! `bombe-build`: builds, checks and exports snapshots.

use std::process::ExitCode;

fn main() -> ExitCode {
    bombe_indexer::cli::run(std::env::args_os())
}
