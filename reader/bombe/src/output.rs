//! What the commands of this crate print. Nothing of a repository acts on a terminal.

use std::fmt::Display;
use std::io::{self, Write};

use bombe_reader::plain;

/// Prints lines on stdout.
pub(crate) fn print(text: impl Display) -> io::Result<()> {
    write(io::stdout().lock(), text)
}

/// Prints lines on stderr.
pub(crate) fn tell(text: impl Display) {
    // Without somebody to read it, the exit code says enough.
    let _ = write(io::stderr().lock(), text);
}

fn write(mut out: impl Write, text: impl Display) -> io::Result<()> {
    let text = text.to_string();
    out.write_all(plain::escaped(&text).as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}
