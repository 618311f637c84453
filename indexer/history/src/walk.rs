//! Walks the commits of a repository from one of them back, as `git log` does.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gix_hash::ObjectId;
use gix_object::Kind as ObjectKind;
use hashbrown::{HashMap, HashSet};

use crate::commit::{self, Commit, Id, Parsed};
use crate::objects::{ObjectError, Objects, id_of};
use crate::renames;
use crate::repository::Repository;
use crate::tree_diff::TreeDiffer;

/// What is read.
#[derive(Clone, Copy, Debug)]
pub struct Options<'o> {
    /// Number of commits, merges not counted.
    pub depth: usize,
    /// The folder whose files count, relative to the top of the repository, without a slash at its end; empty for all.
    pub folder: &'o str,
    /// Keep e-mail addresses.
    pub with_addresses: bool,
}

/// So many merges may be among the commits that are read, per other commit, and this many more.
const MERGES_PER_COMMIT: usize = 10;

/// Most changes of all commits together.
const CHANGES_MAX: usize = 2_000_000;

/// Where a walk has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct End {
    /// The first commit was reached: what was read is all there is.
    pub at_first_commit: bool,
    /// The clone lacks older commits.
    pub is_shallow: bool,
    /// Objects are missing or cannot be read. A later walk may find them.
    pub is_incomplete: bool,
    /// A limit was reached.
    pub is_cut: bool,
}

/// The last commits of a repository.
#[derive(Debug, Default)]
pub struct Walk {
    /// The commits, the newest first. Merges are among them.
    pub commits: Vec<Commit>,
    /// Where it has ended.
    pub end: End,
    /// Number of commits that were read, rather than known.
    pub read: usize,
    /// The paths that the commits mention and that exist in the first of them, sorted.
    pub existing: Vec<String>,
}

/// Reads the last commits before and including `head`. `known` ones are not read again.
pub fn walk(
    repository: &Repository,
    head: &str,
    options: Options,
    mut known: HashMap<Id, Commit>,
) -> Walk {
    let mut walk = Walk::default();
    let Some(head) = id_of(head).and_then(|id| Id::try_from(id.as_slice()).ok()) else {
        return walk;
    };
    let shallow = shallow_commits(&repository.shallow);
    let mut reader = Reader {
        objects: Objects::of(repository, options.depth),
        differ: TreeDiffer::new(),
        trees: HashMap::new(),
        options,
        buffer: Vec::new(),
    };
    let visits_max = options.depth.saturating_mul(MERGES_PER_COMMIT + 1) + 1000;
    let mut queue = Queue::default();
    let mut seen: HashSet<Id> = HashSet::new();
    seen.insert(head);
    let mut counted = 0;
    let mut visits = 0;
    let mut changes = 0;
    match reader.or_known(head, &mut known) {
        Ok(commit) => queue.push(commit),
        Err(error) => walk.end.stop(error),
    }
    while let Some(Pending { commit, is_known }) = queue.pop() {
        if counted == options.depth {
            return reader.finish(walk, head);
        }
        visits += 1;
        if visits > visits_max {
            walk.end.is_cut = true;
            return reader.finish(walk, head);
        }
        let mut commit = commit;
        // Its parents are elsewhere, so nobody knows what it changed.
        let is_boundary = shallow.contains(&commit.id);
        if is_boundary {
            walk.end.is_shallow = true;
        } else {
            for parent in &commit.parents {
                if !seen.insert(*parent) {
                    continue;
                }
                match reader.or_known(*parent, &mut known) {
                    Ok(parent) => queue.push(parent),
                    Err(error) => walk.end.stop(error),
                }
            }
            let is_merge = commit.parents.len() > 1;
            if !is_known && !is_merge {
                match reader.changes(&commit) {
                    Ok(changed) => commit.changes = changed,
                    Err(error) => {
                        walk.end.stop(error);
                        if error == ObjectError::Limit {
                            break;
                        }
                        continue;
                    }
                }
            }
            walk.read += usize::from(!is_known);
            changes += commit.changes.len();
            if changes > CHANGES_MAX {
                walk.end.is_cut = true;
                break;
            }
            counted += usize::from(!is_merge);
            walk.commits.push(commit);
        }
    }
    let End {
        is_shallow,
        is_incomplete,
        is_cut,
        ..
    } = walk.end;
    walk.end.at_first_commit = !is_shallow && !is_incomplete && !is_cut;
    reader.finish(walk, head)
}

impl End {
    fn stop(&mut self, error: ObjectError) {
        match error {
            ObjectError::Missing | ObjectError::Unreadable => self.is_incomplete = true,
            ObjectError::Limit => self.is_cut = true,
        }
    }
}

fn shallow_commits(list: &[u8]) -> HashSet<Id> {
    let lines = list.split(|byte| *byte == b'\n');
    let ids = lines.filter_map(|line| id_of(str::from_utf8(line).ok()?.trim_end()));
    ids.filter_map(|id| Id::try_from(id.as_slice()).ok())
        .collect()
}

/// A commit whose parents are not looked at yet.
struct Pending {
    commit: Commit,
    /// It comes from an earlier walk, with its changes.
    is_known: bool,
}

/// Commits by time, the latest first; of several with one time, the one that was added first.
#[derive(Default)]
struct Queue {
    order: BinaryHeap<(i64, Reverse<usize>)>,
    pending: Vec<Option<Pending>>,
}

impl Queue {
    fn push(&mut self, pending: Pending) {
        let number = self.pending.len();
        self.order.push((pending.commit.time, Reverse(number)));
        self.pending.push(Some(pending));
    }

    fn pop(&mut self) -> Option<Pending> {
        let (_, Reverse(number)) = self.order.pop()?;
        self.pending[number].take()
    }
}

/// Reads commits and what they changed.
struct Reader<'o> {
    objects: Objects,
    differ: TreeDiffer,
    /// The trees of commits that were read.
    trees: HashMap<Id, ObjectId>,
    options: Options<'o>,
    buffer: Vec<u8>,
}

impl Reader<'_> {
    fn or_known(
        &mut self,
        id: Id,
        known: &mut HashMap<Id, Commit>,
    ) -> Result<Pending, ObjectError> {
        let pending = |commit, is_known| Pending { commit, is_known };
        match known.remove(&id) {
            Some(commit) => Ok(pending(commit, true)),
            None => Ok(pending(self.parse(id)?.commit, false)),
        }
    }

    /// Reads a commit without its changes.
    fn parse(&mut self, id: Id) -> Result<Parsed, ObjectError> {
        let object = ObjectId::from(id);
        self.objects
            .read(&object, ObjectKind::Commit, &mut self.buffer)?;
        let parsed = commit::parse(id, &self.buffer, self.options.with_addresses);
        let parsed = parsed.ok_or(ObjectError::Unreadable)?;
        self.trees.insert(id, parsed.tree);
        Ok(parsed)
    }

    fn tree(&mut self, id: Id) -> Result<ObjectId, ObjectError> {
        match self.trees.get(&id) {
            Some(tree) => Ok(*tree),
            None => Ok(self.parse(id)?.tree),
        }
    }

    /// Returns what a commit changed with respect to its parent.
    fn changes(&mut self, commit: &Commit) -> Result<Vec<commit::Change>, ObjectError> {
        let new = self.tree(commit.id)?;
        let old = commit.parents.first().map(|parent| self.tree(*parent));
        let folder = self.options.folder;
        let diffs = self
            .differ
            .diff(&mut self.objects, folder, old.transpose()?, Some(new))?;
        Ok(renames::changes(diffs))
    }

    /// Looks up which of the changed files still exist.
    fn finish(&mut self, mut walk: Walk, head: Id) -> Walk {
        let changes = walk.commits.iter().flat_map(|commit| &commit.changes);
        let mut paths: Vec<&str> = changes.map(|change| change.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        let folder = self.options.folder;
        self.objects.allow_more();
        self.differ = TreeDiffer::new();
        let existing = self.tree(head).and_then(|tree| {
            self.differ
                .existing(&mut self.objects, folder, tree, &paths)
        });
        match existing {
            Ok(exists) => {
                let paths = paths.into_iter().zip(exists);
                let paths = paths.filter(|(_, exists)| *exists);
                walk.existing = paths.map(|(path, _)| path.to_owned()).collect();
            }
            Err(error) => {
                walk.end.stop(error);
                walk.end.at_first_commit = false;
            }
        }
        walk
    }
}
