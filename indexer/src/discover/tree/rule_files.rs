//! The files that a walk reads rules from: ignore files, and files of git.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bombe_reader::beneath::EntryKind;

use super::{Tree, TreeInputs};
use crate::discover::Settings;
use crate::discover::ignore_rules::GitFolders;
use crate::discover::listing::IGNORE_FILES;
use crate::discover::probe::{Condition, Probe};

/// Returns the full paths of all files that a walk reads rules from, or would if they existed. None if that is not clear.
pub(super) fn paths(
    root: &Path,
    settings: &Settings,
    inputs: &TreeInputs,
    tree: &mut Tree,
) -> Option<BTreeSet<String>> {
    let mut paths = BTreeSet::new();
    let on = settings.discover.ignore_files;
    let mut add = |path: PathBuf| {
        paths.insert(path.to_str()?.to_owned());
        Some(())
    };
    add(root.join(".gitmodules"))?;
    let exclude = |folder: &Path, add: &mut dyn FnMut(PathBuf) -> Option<()>| {
        let Some(git) = GitFolders::of(folder).ok()? else {
            return add(folder.join(".git"));
        };
        for pointer in &git.pointers {
            add(pointer.clone())?;
        }
        add(git.exclude_file())
    };
    for listing in inputs.listings.iter().flatten() {
        let folder = root.join(&listing.folder);
        if on {
            for name in &listing.ignore_files {
                add(folder.join(name))?;
            }
        }
        if let Some(kind) = listing.git {
            if !matches!(kind, EntryKind::Folder | EntryKind::File) {
                return None;
            }
            add(folder.join(".gitmodules"))?;
            if on {
                exclude(&folder, &mut add)?;
            }
        }
    }
    let is_top = inputs
        .listings
        .iter()
        .flatten()
        .any(|listing| listing.folder.is_empty() && listing.git.is_some());
    if on && !is_top {
        for above in root.ancestors().skip(1) {
            let git = above.join(".git");
            let probe = Probe::new(
                Condition::Exists,
                git.to_str()?,
                Condition::Exists.holds(root, &git).ok()?,
            );
            tree.probes.push(probe);
            if inputs.walked.parents {
                for name in IGNORE_FILES {
                    add(above.join(name))?;
                }
                exclude(above, &mut add)?;
            }
        }
    }
    Some(paths)
}
