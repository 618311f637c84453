//! Shows a long text in a pager: the one that the user's own environment names. Nothing of a repository decides which.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Variables that name the pager, the first that is set. The words of the value are the program and its arguments.
const VARIABLES: [&str; 2] = ["BOMBE_PAGER", "PAGER"];

/// The pager if no variable names one. It ends at once if the text fits.
const DEFAULT: &str = "less";

/// Settings of pagers that may not be set: colours are shown, and the text stays on the screen.
const SETTINGS: [(&str, &str); 2] = [("LESS", "FRX"), ("LV", "-c")];

/// Prepares the pager, if there is one.
pub(super) fn pager() -> Option<Command> {
    let named = VARIABLES.iter().find_map(|name| env::var(name).ok());
    command(
        named.as_deref().unwrap_or(DEFAULT),
        env::var_os("PATH").as_deref(),
    )
}

/// Returns the command that a text stands for, if its program is in a folder of an absolute path: a relative one leads to the
/// current folder, and so into a repository.
fn command(text: &str, path: Option<&OsStr>) -> Option<Command> {
    let mut words = text.split_whitespace();
    let program = words.next().filter(|program| *program != "cat")?;
    let program = if program.contains(std::path::is_separator) {
        Some(PathBuf::from(program)).filter(|program| program.is_absolute())?
    } else {
        let name = format!("{program}{}", env::consts::EXE_SUFFIX);
        env::split_paths(path?)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join(&name))
            .find(|file| is_program(file))?
    };
    let mut command = Command::new(program);
    command.args(words);
    for (name, value) in SETTINGS {
        if env::var_os(name).is_none() {
            command.env(name, value);
        }
    }
    Some(command)
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let meta = file.metadata();
    meta.is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// Shows a text in a pager, which takes the place of this process where it can: an interrupt then reaches the pager alone.
///
/// # Errors
/// When the pager does not start. Nothing is shown then.
pub(super) fn show(mut pager: Command, text: &str) -> io::Result<()> {
    let mut file = tempfile::tempfile()?;
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    pager.stdin(file);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        Err(pager.exec())
    }
    #[cfg(not(unix))]
    pager.status().map(|_| ())
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::ffi::OsStr;

    use super::command;

    #[test]
    #[cfg(unix)]
    fn a_pager_is_named_by_the_environment_and_never_found_in_the_current_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine");
        std::fs::write(&file, "").unwrap();
        let path = env::join_paths([OsStr::new("."), OsStr::new(""), folder.path().as_os_str()]);
        let path = path.unwrap();
        let found = |text: &str| command(text, Some(&path)).map(|it| it.get_program().to_owned());
        assert_eq!(found("mine -x"), None, "it is no program");
        let program = |mode| {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        program(0o755);
        assert_eq!(found("mine -x"), Some(file.clone().into_os_string()));
        for none in ["", " ", "cat", "./mine", "sub/mine", "other"] {
            assert_eq!(found(none), None, "{none}");
        }
        let absolute = file.to_str().unwrap();
        assert_eq!(found(absolute), Some(file.clone().into_os_string()));
    }
}
