//! `bombe-build`: the commands of `bombe` that work on snapshots, under the name that they had.

#[path = "../former_name.rs"]
mod former_name;

use std::process::ExitCode;

fn main() -> ExitCode {
    former_name::run("bombe-build")
}
