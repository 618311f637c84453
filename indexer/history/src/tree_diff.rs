//! Which files differ between two trees.

use std::cmp::Ordering;

use gix_hash::{Kind, ObjectId};
use gix_object::{Kind as ObjectKind, TreeRefIter, tree};

use crate::objects::{ObjectError, Objects};

/// Longer paths are left out: no file system has them, and a tree may contain itself.
const PATH_BYTES_MAX: usize = 4096;

/// Most entries of trees that are compared for all commits together.
const ENTRIES_MAX: u64 = 100_000_000;

/// A file that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileDiff {
    /// Its path below the compared folder.
    pub(crate) path: String,
    /// Its content before; none if it is new.
    pub(crate) old: Option<ObjectId>,
    /// Its content after; none if it is gone.
    pub(crate) new: Option<ObjectId>,
}

/// The paths of all files that differ have at most this many bytes together.
const ALL_PATH_BYTES_MAX: usize = 256 << 20;

/// Compares trees, up to a number of entries.
pub(crate) struct TreeDiffer {
    entries_left: u64,
    path_bytes_left: usize,
}

struct Entry {
    name: Vec<u8>,
    is_tree: bool,
    id: ObjectId,
}

/// Two trees at one path, of which one may be absent.
struct Pair {
    path: String,
    old: Option<ObjectId>,
    new: Option<ObjectId>,
}

impl TreeDiffer {
    pub(crate) fn new() -> Self {
        Self {
            entries_left: ENTRIES_MAX,
            path_bytes_left: ALL_PATH_BYTES_MAX,
        }
    }

    /// Returns the files below `folder` that differ between two trees, by path. An absent tree has no files.
    pub(crate) fn diff(
        &mut self,
        objects: &mut Objects,
        folder: &str,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
    ) -> Result<Vec<FileDiff>, ObjectError> {
        let mut files = Vec::new();
        let mut open = vec![Pair {
            path: String::new(),
            old: self.below(objects, folder, old)?,
            new: self.below(objects, folder, new)?,
        }];
        while let Some(Pair { path, old, new }) = open.pop() {
            if old == new {
                continue;
            }
            let old = self.entries(objects, old)?;
            let new = self.entries(objects, new)?;
            let (mut old, mut new) = (old.into_iter().peekable(), new.into_iter().peekable());
            loop {
                let order = match (old.peek(), new.peek()) {
                    (Some(old), Some(new)) => {
                        tree::name_order(&old.name, old.is_tree, &new.name, new.is_tree)
                    }
                    (Some(_), None) => Ordering::Less,
                    (None, Some(_)) => Ordering::Greater,
                    (None, None) => break,
                };
                let before = old.next_if(|_| order != Ordering::Greater);
                let after = new.next_if(|_| order != Ordering::Less);
                let ids = [&before, &after].map(|entry| entry.as_ref().map(|entry| entry.id));
                let Some(entry) = after.or(before).filter(|_| ids[0] != ids[1]) else {
                    continue;
                };
                // A path that is no UTF-8 is not that of an indexed file either.
                let Ok(name) = String::from_utf8(entry.name) else {
                    continue;
                };
                if path.len() + name.len() >= PATH_BYTES_MAX {
                    continue;
                }
                let [old, new] = ids;
                let path = format!("{path}{name}");
                if entry.is_tree {
                    let path = path + "/";
                    open.push(Pair { path, old, new });
                } else {
                    let left = self.path_bytes_left.checked_sub(path.len());
                    self.path_bytes_left = left.ok_or(ObjectError::Limit)?;
                    files.push(FileDiff { path, old, new });
                }
            }
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(files)
    }

    /// Returns which of `paths`, which are sorted, are files below `folder` in a tree.
    pub(crate) fn existing(
        &mut self,
        objects: &mut Objects,
        folder: &str,
        root: ObjectId,
        paths: &[&str],
    ) -> Result<Vec<bool>, ObjectError> {
        let mut found = vec![false; paths.len()];
        let root = self.below(objects, folder, Some(root))?;
        let mut open: Vec<(ObjectId, usize, std::ops::Range<usize>)> =
            Vec::from_iter(root.map(|root| (root, 0, 0..paths.len())));
        while let Some((id, start, range)) = open.pop() {
            let entries = self.entries(objects, Some(id))?;
            for entry in entries {
                let Ok(name) = str::from_utf8(&entry.name) else {
                    continue;
                };
                let in_folder = format!("{name}/");
                let below = &paths[range.clone()];
                if entry.is_tree {
                    let from = below.partition_point(|path| path[start..] < *in_folder);
                    let count =
                        below[from..].partition_point(|path| path[start..].starts_with(&in_folder));
                    if count > 0 {
                        let from = range.start + from;
                        open.push((entry.id, start + in_folder.len(), from..from + count));
                    }
                } else if let Ok(at) = below.binary_search_by(|path| path[start..].cmp(name)) {
                    found[range.start + at] = true;
                }
            }
        }
        Ok(found)
    }

    /// Returns the tree of a folder; none if there is none.
    fn below(
        &mut self,
        objects: &mut Objects,
        folder: &str,
        root: Option<ObjectId>,
    ) -> Result<Option<ObjectId>, ObjectError> {
        let mut at = root;
        for part in folder.split('/').filter(|part| !part.is_empty()) {
            let entries = self.entries(objects, at)?;
            let mut entries = entries.into_iter();
            at = entries
                .find(|entry| entry.is_tree && entry.name == part.as_bytes())
                .map(|entry| entry.id);
        }
        Ok(at)
    }

    /// Returns the entries of a tree, without submodules, which are other repositories; none of an absent tree.
    fn entries(
        &mut self,
        objects: &mut Objects,
        id: Option<ObjectId>,
    ) -> Result<Vec<Entry>, ObjectError> {
        let Some(id) = id else {
            return Ok(Vec::new());
        };
        let mut bytes = Vec::new();
        objects.read(&id, ObjectKind::Tree, &mut bytes)?;
        let mut entries = Vec::new();
        for entry in TreeRefIter::from_bytes(&bytes, Kind::Sha1) {
            let entry = entry.map_err(|_| ObjectError::Unreadable)?;
            if !entry.mode.is_commit() {
                entries.push(Entry {
                    name: entry.filename.to_vec(),
                    is_tree: entry.mode.is_tree(),
                    id: entry.oid.to_owned(),
                });
            }
        }
        let left = self.entries_left.checked_sub(entries.len() as u64);
        self.entries_left = left.ok_or(ObjectError::Limit)?;
        Ok(entries)
    }
}
