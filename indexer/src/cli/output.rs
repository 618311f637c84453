//! What the commands print. Nothing of a repository acts on a terminal: names of files and folders may hold anything.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;

use bombe_reader::plain;

/// The name under which this program runs.
static PROGRAM: OnceLock<&str> = OnceLock::new();

/// Sets the name that messages start with; `bombe` if nothing does.
pub(super) fn set_program(name: &'static str) {
    // A process has one name.
    let _ = PROGRAM.set(name);
}

/// Prints a line. A line break inside it comes from a name, and does not end it.
pub(super) fn print(line: impl Display) -> io::Result<()> {
    write(&plain::escaped(&plain::row(&line.to_string())))
}

/// Prints lines.
pub(super) fn print_text(text: impl Display) -> io::Result<()> {
    write(&plain::escaped(&text.to_string()))
}

/// Prints a JSON value.
pub(super) fn print_json(value: &impl serde::Serialize) -> io::Result<()> {
    write(&plain::json_pretty(value)?)
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Returns an error with its causes, each once: some errors say their cause themselves.
pub fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(cause.trim_end()) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// Prints a message on stderr.
pub(super) fn tell(message: impl Display) -> io::Result<()> {
    let message = message.to_string();
    let program = PROGRAM.get().unwrap_or(&"bombe");
    writeln!(io::stderr(), "{program}: {}", plain::escaped(&message))
}

/// Prints what is wrong with the arguments, or the help.
pub(super) fn tell_usage(error: &clap::Error) {
    let plain = error.render().to_string();
    // Without somebody to read it, the exit code says it.
    let _ = match plain::escaped(&plain) {
        // In colour, where that is shown.
        Cow::Borrowed(_) => error.print(),
        Cow::Owned(escaped) => io::stderr().write_all(escaped.as_bytes()),
    };
}
