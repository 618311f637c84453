//! Files of other programs, such as the settings of an agent, that the user has asked to change.
//!
//! A repository may hold such a file as a link to another one. So a path has two parts: a folder that the user has named or
//! owns, and a path inside it, of which no part may be a link.

use std::io;
use std::path::Path;

use crate::own_files;

/// Replaces the file `inside` the folder `base`, or creates it and the folders on the way to it. Whoever reads it meanwhile
/// sees the old file or the new one, which has the old one's permissions.
///
/// # Errors
/// When a part of `inside` is a link or no folder, when `inside` leads elsewhere, or when the operating system refuses.
pub fn replace(base: &Path, inside: &Path, bytes: &[u8]) -> io::Result<()> {
    own_files::replace_below(base, inside, bytes)
}

/// Creates a folder that the user has named or owns, and those above it.
///
/// # Errors
/// When the operating system refuses.
pub fn create_folder(path: &Path) -> io::Result<()> {
    own_files::create_named_folder(path)
}

/// Removes the file `inside` the folder `base`.
///
/// # Errors
/// As [`replace`], and when there is no such file.
pub fn remove(base: &Path, inside: &Path) -> io::Result<()> {
    own_files::remove_below(base, inside)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::path::Path;

    use super::{remove, replace};

    #[test]
    fn a_file_is_made_replaced_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let inside = Path::new("a/b/c.json");
        replace(folder.path(), inside, b"one").unwrap();
        let path = folder.path().join(inside);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        replace(folder.path(), inside, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        remove(folder.path(), inside).unwrap();
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
    }

    #[test]
    fn nothing_is_written_through_a_link_or_elsewhere() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(other.path().join("f"), "kept").unwrap();
        symlink(other.path(), folder.path().join("link")).unwrap();
        symlink(other.path().join("f"), folder.path().join("file")).unwrap();
        for inside in ["link/f", "file", "../f", "/f", "file/x", "."] {
            let inside = Path::new(inside);
            assert!(replace(folder.path(), inside, b"x").is_err(), "{inside:?}");
        }
        assert!(remove(folder.path(), Path::new("link/f")).is_err());
        assert_eq!(fs::read(other.path().join("f")).unwrap(), b"kept");
        assert_eq!(fs::read_dir(other.path()).unwrap().count(), 1);
    }
}
