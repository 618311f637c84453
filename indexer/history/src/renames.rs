//! Which files a commit has moved.
//!
//! A file that is gone and a new one are the same file at two paths if they have the same content, or if they have the
//! same name and no other file of that name came or went in the commit. Contents are compared by their ids and never
//! read, so a clone without them has the same history.

use gix_hash::ObjectId;
use hashbrown::HashMap;

use crate::commit::Change;
use crate::tree_diff::FileDiff;

/// Returns the changes of a commit, by path, from the files that differ.
pub(crate) fn changes(diffs: Vec<FileDiff>) -> Vec<Change> {
    let moved_from = moves(&diffs);
    let mut is_source = vec![false; diffs.len()];
    for from in moved_from.values() {
        is_source[*from] = true;
    }
    let mut changes = Vec::with_capacity(diffs.len());
    for (at, diff) in diffs.iter().enumerate() {
        if is_source[at] {
            continue;
        }
        let from = moved_from.get(&at).map(|from| diffs[*from].path.clone());
        changes.push(Change {
            path: diff.path.clone(),
            from,
            is_removed: diff.new.is_none(),
        });
    }
    changes
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns, for each new file that was moved, where it was before; both by their numbers.
fn moves(diffs: &[FileDiff]) -> HashMap<usize, usize> {
    let mut moved = HashMap::new();
    let is_gone = |diff: &FileDiff| diff.new.is_none();
    let is_new = |diff: &FileDiff| diff.old.is_none();
    if !diffs.iter().any(is_gone) || !diffs.iter().any(is_new) {
        return moved;
    }
    let mut is_taken = vec![false; diffs.len()];
    // The same content: first under the same name, then in the order of paths.
    let mut gone: HashMap<ObjectId, Vec<usize>> = HashMap::new();
    for (at, diff) in diffs.iter().enumerate() {
        if let Some(old) = diff.old.filter(|old| is_gone(diff) && !old.is_empty_blob()) {
            gone.entry(old).or_default().push(at);
        }
    }
    for by_name in [true, false] {
        for (at, diff) in diffs.iter().enumerate().filter(|(_, diff)| is_new(diff)) {
            let Some(candidates) = diff.new.and_then(|new| gone.get_mut(&new)) else {
                continue;
            };
            if moved.contains_key(&at) {
                continue;
            }
            let same_name = |from: &usize| name(&diffs[*from].path) == name(&diff.path);
            let found = if by_name {
                candidates.iter().position(same_name)
            } else {
                (!candidates.is_empty()).then_some(0)
            };
            if let Some(found) = found {
                let from = candidates.remove(found);
                is_taken[from] = true;
                moved.insert(at, from);
            }
        }
    }
    // The same name, which no other file has that is left.
    let mut by_name: HashMap<&str, (Vec<usize>, Vec<usize>)> = HashMap::new();
    for (at, diff) in diffs.iter().enumerate() {
        let (sources, targets) = by_name.entry(name(&diff.path)).or_default();
        if is_gone(diff) && !is_taken[at] {
            sources.push(at);
        } else if is_new(diff) && !moved.contains_key(&at) {
            targets.push(at);
        }
    }
    for (at, diff) in diffs.iter().enumerate() {
        if let Some((sources, targets)) = by_name.get(name(&diff.path))
            && let ([from], [to]) = (&sources[..], &targets[..])
            && *to == at
        {
            moved.insert(at, *from);
        }
    }
    moved
}
