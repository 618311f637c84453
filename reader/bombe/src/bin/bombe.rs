//! `bombe`: everything in one program.

use std::process::ExitCode;

fn main() -> ExitCode {
    bombe::run(std::env::args_os())
}
