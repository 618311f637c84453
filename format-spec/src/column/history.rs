//! The history of the repository: its last commits, the files that they change, and the files that change together.

use super::columns;
use crate::error::Corrupt;
use crate::ids::StringId;

columns! {
    /// The last commits of the repository, and which files they change. Merges are left out. `numbers` holds: flags (the
    /// bits of `history.flags`), the most commits that are read, the most files that a commit changes unless it is a bulk
    /// commit. Of an overlay it describes the merged view; without this section, the history is that of the base. It refers
    /// to files by path, so that it also holds those that are not indexed.
    HistoryColumns, HistoryLayout, HistoryView, History;
    /// The numbers.
    numbers: u64 ["*"],
    /// Distinct texts, encoded as in `strings`.
    text: u8 ["*"],
    /// Position in `text` of the id of the first commit in hexadecimal digits; no row if there is no history.
    head: u32 ["*"],
    /// Ids of the commits, from the newest to the oldest, as `git log` walks them from the first one.
    id: u8 ["20 C"],
    /// When the commit was made, in seconds since 1970, two's complement.
    time: u64 ["C"],
    /// Position in `text` of the author's name.
    author: u32 ["C"],
    /// Position in `text` of the subject, and in the lines after it the start of the body.
    message: u32 ["C"],
    /// Number of files that the commit changes.
    changed: u32 sparse ["C"],
    /// Positions in `text` of the paths of the files that a commit changes and that exist in the first commit, in the order
    /// of the texts.
    path: u32 ["P"],
    /// First row of each file in `commit`.
    first: u32 ["P + 1"],
    /// The commits that change the file under this path or an earlier one, ascending.
    commit: u32 ["T"],
}

columns! {
    /// The files that change together: both are changed by at least 3 commits that are no bulk commits. Each pair is there
    /// twice, with each of its files first. Files and commits are rows of `history`. It comes with `history`, unless that
    /// has no commits.
    CoChangeColumns, CoChangeLayout, CoChangeView, CoChange;
    /// First row of each file.
    first: u32 ["P + 1"],
    /// The other file, ascending.
    other: u32 ["X"],
    /// Number of commits, without bulk commits, that change both.
    count: u32 sparse ["X"],
    /// The last of these commits.
    last: u32 ["X"],
}

/// The least number of commits that change two files together.
pub const CO_CHANGE_MIN: u32 = 3;

/// Bit of `history.flags`: commits were read.
pub const READ: u64 = 1;
/// Bit of `history.flags`: the first commit of the repository is among them, so there are no others.
pub const FIRST_COMMIT: u64 = 2;
/// Bit of `history.flags`: the clone is shallow and lacks older commits.
pub const SHALLOW: u64 = 4;
/// Bit of `history.flags`: some objects are missing or cannot be read.
pub const INCOMPLETE: u64 = 8;
/// Bit of `history.flags`: a limit on the work was reached.
pub const CUT: u64 = 16;

/// Why no commits were read: a bit of `history.flags`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum State {
    /// The user or the settings say so.
    Off = 32,
    /// There is no git repository with a commit, or git is not installed.
    NoCommit = 64,
    /// The ids of the repository are not SHA-1.
    OtherIds = 128,
}

/// The bits of `history.flags` with their names.
pub const FLAGS: &[(u64, &str)] = &[
    (READ, "read"),
    (FIRST_COMMIT, "first_commit"),
    (SHALLOW, "shallow"),
    (INCOMPLETE, "incomplete"),
    (CUT, "cut"),
    (State::Off as u64, "off"),
    (State::NoCommit as u64, "no_commit"),
    (State::OtherIds as u64, "other_ids"),
];

/// Bytes of the id of a commit.
pub const COMMIT_ID_BYTES: usize = 20;

impl<'b> HistoryView<'b> {
    /// Returns a number by its position in the order of [`HistoryColumns`]; 0 if there are fewer.
    pub fn number(self, index: usize) -> u64 {
        self.layout.numbers.at_row(self.bytes, index)
    }

    /// Returns the number of commits.
    pub fn commits(self) -> usize {
        self.layout.time.len()
    }

    /// Returns the number of files.
    pub fn files(self) -> usize {
        self.layout.path.len()
    }

    /// Returns the text at a position.
    ///
    /// # Errors
    /// Fails if there is no text at the position.
    pub fn text(self, position: u32) -> Result<&'b str, Corrupt> {
        super::strings::get(self.layout.text.window(self.bytes), StringId(position))
            .map_err(|error| Corrupt::new("section `history`", error.expected(), error.found()))
    }

    /// Returns the path of a file.
    ///
    /// # Errors
    /// Fails if there is no such file.
    pub fn path(self, file: usize) -> Result<&'b str, Corrupt> {
        self.text(self.layout.path.at_row(self.bytes, file))
    }

    /// Returns the id of a commit; empty if there is no such commit.
    pub fn id(self, commit: usize) -> &'b [u8] {
        let ids = self.layout.id.window(self.bytes);
        let start = commit.saturating_mul(COMMIT_ID_BYTES);
        ids.get(start..start.saturating_add(COMMIT_ID_BYTES))
            .unwrap_or(&[])
    }

    /// Returns the commits that change a file.
    ///
    /// # Errors
    /// Fails if there is no such file, or if its run is damaged.
    pub fn commits_of(
        self,
        file: usize,
    ) -> Result<impl ExactSizeIterator<Item = u32> + Clone + 'b, Corrupt> {
        let commit = self.layout.commit;
        let run = self
            .layout
            .first
            .run(self.bytes, file, commit.len(), "section `history`")?;
        Ok(commit.range(self.bytes, run))
    }
}
