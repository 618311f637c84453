//! `bombe-serve`: `bombe serve`, under the name that it had.

#[path = "../former_name.rs"]
mod former_name;

use std::process::ExitCode;

fn main() -> ExitCode {
    former_name::run("bombe-serve")
}
