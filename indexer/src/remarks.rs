//! What a build or an update tells besides its result.

use crate::unread::Unread;

/// What the user is told about a scan that has gone into a snapshot.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    /// What could not be read, and is missing in the snapshot.
    pub unread: Vec<Unread>,
    /// Why git has not said everything about the work tree.
    pub git_fault: Option<String>,
    /// Number of files and folders that ignore rules leave out. What is in such a folder is not counted.
    pub ignored: usize,
    /// There is no file to index.
    pub is_empty: bool,
}
