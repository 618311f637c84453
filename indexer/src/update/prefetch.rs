//! What an update reads while changed files are parsed: base manifest, dependency cache, and the facts of files that the
//! resolution of the changed ones will probably open.

use bombe_rules::file_table::SourceId;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bombe_format::commit::CommitPoint;
use rayon::prelude::*;

use crate::dependency_cache::DependencyCache;
use crate::facts_cache::{FactsCache, stub_path};
use crate::overlay::Base;
use crate::scan::Parsing;
use crate::snapshot_dir::SnapshotDir;
use bombe_resolve::repo::Opened;

/// The current base, and the dependency cache of the current state.
pub(super) type Known = (Option<Base>, Option<DependencyCache>);

/// What was read ahead.
pub(super) struct Prefetched {
    pub(super) known: Known,
    /// Facts, by the position of their row in the facts cache.
    pub(super) opened: Vec<(usize, Box<Opened>)>,
}

/// Reads what belongs to a commit point.
pub(super) fn known(dir: &SnapshotDir, commit: &CommitPoint) -> Known {
    let dependencies = || DependencyCache::read(&dir.dependencies(), commit.inputs);
    rayon::join(|| Base::current(dir, commit), dependencies)
}

/// Reads ahead while a scan parses; none if no file has changed, or if there is no commit point.
pub(super) fn while_parsing(
    parsing: &Parsing,
    commit: Option<&CommitPoint>,
    dir: &SnapshotDir,
    before: &Arc<FactsCache>,
) -> Option<Prefetched> {
    let commit = commit.filter(|_| !parsing.changed.is_empty())?;
    let known = known(dir, commit);
    let dependencies = known.1.as_ref();
    let opened = dependencies.map(|dependencies| open_ahead(dependencies, parsing, before));
    Some(Prefetched {
        known,
        opened: opened.unwrap_or_default(),
    })
}

/// Unpacks the facts that were opened for a few changed files the last time, until the parsing is done: while few files
/// are parsed, most threads have nothing else to do.
fn open_ahead(
    dependencies: &DependencyCache,
    parsing: &Parsing,
    before: &Arc<FactsCache>,
) -> Vec<(usize, Box<Opened>)> {
    let changed = &parsing.changed;
    if changed.len() >= rayon::current_num_threads() {
        return Vec::new();
    }
    let files: Vec<SourceId> = changed
        .iter()
        .filter_map(|path| dependencies.find(path))
        .collect();
    let likely = dependencies.opened_for(&files);
    let likely = likely.iter().filter(|file| !files.contains(file));
    let open = |file: &SourceId| {
        let record = dependencies.records().get(file.index())?;
        let position = if record.is_stub {
            before.position(&stub_path(record.path()))?
        } else {
            before.position(record.path())?
        };
        let facts = before.deferred_facts(before.row(position)?)?;
        Some((position, Box::new(Opened::new(facts))))
    };
    let likely: Vec<&SourceId> = likely.collect();
    let opened = || {
        let wanted = likely.into_par_iter().with_max_len(1);
        let opened = wanted.map(|file| (!parsing.is_done()).then(|| open(file))?);
        opened.collect::<Vec<_>>().into_iter().flatten().collect()
    };
    // Forged facts may fail here; resolution finds that out, too.
    catch_unwind(AssertUnwindSafe(opened)).unwrap_or_default()
}
