//! The read-only view of all files that a module finder gets.

use bombe_facts::name::Name;
use bombe_facts::{Bound, Facts, ScopeId, StrId};
use bombe_format::kind::Language;
use serde::{Deserialize, Serialize};

use crate::fixed::FixedWidth;
use crate::summary::{BoundName, FileSummary};

/// The number of a file in a [`FileTable`]: the files of the repository by path, then the stub files.
///
/// It is not the `FileId` of a segment: a segment holds no stub files, and an overlay holds only some files.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SourceId(pub u32);

impl SourceId {
    /// Returns the number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the ids of the first `count` files, ascending.
    pub fn first(count: u32) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..count).map(Self)
    }

    /// Returns the id at an index; a table has fewer than 2^32 files.
    pub const fn new(index: usize) -> Self {
        Self(index as u32)
    }
}

/// A binding that a file shares with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SharedBinding {
    /// Number of the file.
    pub file: SourceId,
    /// The binding.
    pub bound: BoundName,
}

impl FixedWidth for SharedBinding {
    type Bytes = [u8; 21];

    fn to_bytes(&self) -> [u8; 21] {
        let mut bytes = [0; 21];
        bytes[..17].copy_from_slice(&self.bound.to_bytes());
        bytes[17..].copy_from_slice(&self.file.0.to_le_bytes());
        bytes
    }

    fn of_bytes(bytes: [u8; 21]) -> Self {
        let (mut bound, mut file) = ([0; 17], [0; 4]);
        bound.copy_from_slice(&bytes[..17]);
        file.copy_from_slice(&bytes[17..]);
        Self {
            file: SourceId(u32::from_le_bytes(file)),
            bound: BoundName::of_bytes(bound),
        }
    }
}

/// A configuration file of a repository that module finders read: `go.mod`, `tsconfig.json`.
#[derive(Clone, Debug)]
pub struct ProjectFile {
    /// Path relative to the root, `/`-separated.
    pub path: String,
    /// Its text, without a byte order mark.
    pub text: String,
}

/// What is known of a file without its facts.
#[derive(Clone, Copy, Debug)]
pub struct FileRow<'t> {
    /// Path relative to the root, `/`-separated. The path of a stub file starts with `<`.
    pub path: &'t str,
    /// Its language.
    pub language: Language,
    /// Its summary.
    pub summary: &'t FileSummary,
}

/// A read-only view of all files. Files are numbered: those of the repository by path, then the stub files.
///
/// Reading the facts of a file, or the shared bindings of a name, makes whatever is being resolved depend on it.
pub trait FileTable: Sync {
    /// Returns the number of files, stub files included.
    fn file_count(&self) -> u32;

    /// Returns the number of files of the repository; the stub files follow them.
    fn repo_files(&self) -> u32;

    /// Returns what is known of a file without its facts.
    fn file(&self, file: SourceId) -> FileRow<'_>;

    /// Returns the configuration files, by path.
    fn project_files(&self) -> &[ProjectFile];

    /// Returns the facts of a file.
    fn facts(&self, file: SourceId) -> &Facts;

    /// Returns the name of a string of a file.
    fn name(&self, file: SourceId, id: StrId) -> Name;

    /// Returns what a scope of a file binds to a name, by position.
    fn bound(&self, file: SourceId, scope: ScopeId, name: Name) -> Vec<Bound>;

    /// Returns every binding of a name that a file shares, by file and number.
    fn shared(&self, name: Name) -> Box<dyn Iterator<Item = SharedBinding> + '_>;

    /// Records that the answer depends on which files bind a name.
    fn depends_on_name(&self, name: Name);

    /// Returns true for stub files.
    fn is_external(&self, file: SourceId) -> bool {
        file.0 >= self.repo_files()
    }

    /// Returns the path of a file relative to the root, `/`-separated. The path of a stub file starts with `<`.
    fn path(&self, file: SourceId) -> &str {
        self.file(file).path
    }
}

/// Returns the number of leading folders that two paths share.
pub fn shared_folders(a: &str, b: &str) -> usize {
    let shared = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b);
    shared.filter(|(a, _)| *a == b'/').count()
}

#[cfg(test)]
mod tests {
    use super::shared_folders;

    #[test]
    fn only_whole_folders_are_shared() {
        assert_eq!(shared_folders("src/a/x.c", "src/a/y.h"), 2);
        assert_eq!(shared_folders("src/a/x.c", "include/y.h"), 0);
        assert_eq!(shared_folders("src/a/x.c", "src/ab/y.h"), 1);
        assert_eq!(shared_folders("src/a/x.c", "src/a"), 1);
    }
}
