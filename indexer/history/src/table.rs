//! The history by file, with the files that change together.

use hashbrown::{HashMap, HashSet};

use crate::commit::Commit;
use crate::walk::{End, Walk};

/// A commit that changes more files is a bulk commit: a new licence header says nothing about which files belong together.
/// The bound is that of code-maat.
pub const BULK_FILES: usize = 30;

/// Files change together if so many commits change both.
pub const TOGETHER_MIN: u32 = 3;

/// The history of a repository by file.
#[derive(Debug, Default)]
pub struct Table {
    /// The commits that are no merges, the newest first.
    pub commits: Vec<Commit>,
    /// The files that exist and that a commit changes, by path.
    pub files: Vec<FileHistory>,
    /// Where the walk has ended.
    pub end: End,
}

/// The history of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileHistory {
    /// Its path.
    pub path: String,
    /// The commits that change it under this path or an earlier one, by their numbers in the table, ascending.
    pub commits: Vec<u32>,
    /// The files that change together with it, by their numbers in the table.
    pub together: Vec<Together>,
}

/// A file that changes together with another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Together {
    /// Its number in the table.
    pub file: u32,
    /// Number of commits, without bulk commits, that change both.
    pub commits: u32,
    /// The last of these commits, by its number in the table.
    pub last: u32,
}

impl Table {
    /// Sorts what a walk has found by file. Follows files that were moved.
    pub fn of(walk: Walk) -> Self {
        let Walk {
            mut commits,
            existing,
            end,
            ..
        } = walk;
        commits.retain(|commit| commit.parents.len() < 2);
        // The file that a path means, at the time of the commit that is looked at. The newest come first.
        let mut file_at: HashMap<&str, u32> = HashMap::new();
        for (number, path) in existing.iter().enumerate() {
            file_at.insert(path, number as u32);
        }
        let mut of_file: Vec<Vec<u32>> = vec![Vec::new(); existing.len()];
        let mut pairs: HashMap<(u32, u32), (u32, u32)> = HashMap::new();
        for (number, commit) in commits.iter().enumerate() {
            let number = number as u32;
            let mut files = HashSet::new();
            for change in &commit.changes {
                if let Some(file) = file_at.get(&*change.path) {
                    files.insert(*file);
                }
            }
            for change in &commit.changes {
                if let (Some(from), Some(file)) = (&change.from, file_at.get(&*change.path)) {
                    let file = *file;
                    file_at.entry(from).or_insert(file);
                }
            }
            let mut files: Vec<u32> = files.into_iter().collect();
            files.sort_unstable();
            for file in &files {
                of_file[*file as usize].push(number);
            }
            if commit.changes.len() <= BULK_FILES {
                for (at, one) in files.iter().enumerate() {
                    for other in &files[at + 1..] {
                        let (count, _) = pairs.entry((*one, *other)).or_insert((0, number));
                        *count += 1;
                    }
                }
            }
        }
        drop(file_at);
        let mut together: Vec<Vec<Together>> = vec![Vec::new(); existing.len()];
        let mut pairs: Vec<_> = pairs.into_iter().collect();
        pairs.retain(|(_, (count, _))| *count >= TOGETHER_MIN);
        pairs.sort_unstable();
        for ((one, other), (commits, last)) in pairs {
            for (file, of) in [(other, one), (one, other)] {
                together[of as usize].push(Together {
                    file,
                    commits,
                    last,
                });
            }
        }
        let mut files = Vec::new();
        for (path, (commits, together)) in
            existing.into_iter().zip(of_file.into_iter().zip(together))
        {
            let mut together = together;
            together.sort_unstable_by_key(|other| other.file);
            files.push(FileHistory {
                path,
                commits,
                together,
            });
        }
        Self {
            commits,
            files,
            end,
        }
    }
}
