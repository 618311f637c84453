//! Runs `bombe`, which is in the same folder, under the former name that this file has: packages hold it as `bombe-build` and as
//! `bombe-serve`. It is small, and three programs that each hold everything would not be.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode};

/// An error, or wrong usage: see `bombe_reader::exit_code`.
const ERROR: u8 = 2;

/// Runs `bombe` with the former name before the arguments of this process.
fn main() -> ExitCode {
    let program = format!("bombe{}", std::env::consts::EXE_SUFFIX);
    // By the name that it was started with, which may be a link to it.
    let name = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&name).file_stem().unwrap_or_default();
    let name = name.to_string_lossy();
    let started = std::env::current_exe()
        .and_then(|own| own.canonicalize())
        .map(|own| own.with_file_name(&program))
        .and_then(|path| start(&path, &name));
    started.unwrap_or_else(|error| {
        // Without a stderr, the exit code says it.
        let _ = writeln!(
            io::stderr(),
            "{name}: cannot start {program}, which belongs beside it ({error}): install both again"
        );
        ExitCode::from(ERROR)
    })
}

#[cfg(unix)]
fn start(program: &Path, name: &str) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;

    let arguments = std::env::args_os().skip(1);
    // It takes the place of this process, with its number and its open files.
    Err(Command::new(program).arg(name).args(arguments).exec())
}

#[cfg(not(unix))]
fn start(program: &Path, name: &str) -> io::Result<ExitCode> {
    let arguments = std::env::args_os().skip(1);
    let status = Command::new(program).arg(name).args(arguments).status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(ERROR)))
}
