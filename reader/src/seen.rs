//! What former requests have seen of the work tree: which files have the bytes of the snapshot.

use std::collections::BTreeSet;
use std::sync::Mutex;

use hashbrown::{HashMap, HashSet};

use crate::beneath::Stamp;

/// What is known of the tree from former requests.
#[derive(Debug, Default)]
pub(crate) struct Freshness {
    pub(crate) state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// For each path, whether the file with this stamp has the bytes of the snapshot.
    pub(crate) compared: HashMap<String, (Stamp, bool)>,
    /// New files that git ignores, and those that it does not.
    pub(crate) ignored: HashMap<String, bool>,
    /// Paths that have changed, as of the last look at them.
    pub(crate) changed: BTreeSet<String>,
    /// Where the next look at a part of the tree begins.
    pub(crate) next: usize,
    pub(crate) layout: Option<Layout>,
}

/// The folders of a tree.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Those with files, sorted.
    pub(crate) folders: Vec<String>,
    /// The ends of the names of indexed files, from the last dot on.
    pub(crate) endings: HashSet<String>,
    /// What was left out.
    pub(crate) skipped: HashSet<String>,
}

impl Layout {
    pub(crate) fn empty() -> Self {
        Self {
            folders: Vec::new(),
            endings: HashSet::new(),
            skipped: HashSet::new(),
        }
    }
}
