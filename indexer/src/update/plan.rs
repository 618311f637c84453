//! Which files an update re-resolves: those that have changed, and those that can see a difference. For all others the
//! dependency cache knows what they contribute, and the base or the overlay before holds their rows.
//!
//! A file sees a difference if its read set holds a file whose interface differs now, or a name that is bound differently
//! in the tables over all files. The interface of a file (`bombe_facts::interface`) includes what other files contribute
//! to its definitions: a method declared elsewhere changes the file of its type. Re-resolving a file may change its
//! contributions, so this goes on until no file is added. If the tables over all files get another shape (one more
//! package, other includes), all files are resolved.

use bombe_rules::file_table::SourceId;
use std::io;
use std::path::Path;

use bombe_format::commit::CommitPoint;
use hashbrown::{HashMap, HashSet};

use super::file_changes::{Effects, FileChanges};
use super::visibility::{
    ChangedFile, differently_bound, differently_described, structural_before, table_shape,
};
use crate::dependency_cache::{self, DependencyCache};
use crate::discover::Settings;
use crate::facts_cache::FactsCache;
use crate::overlay::{OverlayCache, overlay_paths};
use crate::scan::{Scan, Scanned};
use crate::snapshot_dir::SnapshotDir;
use bombe_facts::{DefId, interface};
use bombe_resolve::contributions::Found;
use bombe_resolve::cross_fact::{CrossFact, FactKind};
use bombe_resolve::cross_index::CrossFileIndex;
use bombe_resolve::dependencies::ReadSet;
use bombe_resolve::record::{FileDef, FileRecord, ResolvedFile};
use bombe_resolve::repo::Repo;
use bombe_resolve::session::Work;
use bombe_resolve::{Structural, Task, structural_of};
use bombe_rules::summary::FileSummary;

/// If more files than this, and more than half of all, are to be resolved, the search for the others costs more than it
/// saves.
pub(super) const FEW_FILES: usize = 200;

/// New numbers of the definitions that others can name, for each changed file with the same interface.
type Renumbered = HashMap<SourceId, HashMap<DefId, DefId>>;

/// What an update resolves.
#[derive(Debug)]
pub(super) struct Plan {
    /// The records of all files, with the new numbers of definitions.
    pub(super) dependencies: DependencyCache,
    /// The cross-file facts of all files, by these records.
    cross_facts: CrossFileIndex,
    /// Number of files of the repository; the stub files follow them.
    files: u32,
    /// Size of each in bytes.
    sizes: Vec<u64>,
    /// Size of the files of the largest overlay in bytes. Beyond it a new base is due, for which all files are resolved.
    overlay_bytes_max: u64,
    /// The files that were parsed now: the overlay holds them, whatever else is resolved.
    changed: Vec<SourceId>,
    /// The files to resolve, ascending.
    to_resolve: Vec<SourceId>,
    /// The files of the overlay before, whose rows can be carried over.
    carried: Vec<SourceId>,
    /// These rows.
    overlay_cache: Option<OverlayCache>,
    /// All files are to be resolved.
    everything: bool,
    /// Files whose records name definitions that have new numbers.
    renamed: Vec<SourceId>,
    /// Set if some interface has changed.
    visible: Option<VisibleChanges>,
    /// Files were added or removed.
    files_changed: bool,
}

/// What other files can see.
#[derive(Debug)]
struct VisibleChanges {
    /// The read set of each file.
    reads: Vec<ReadSet>,
    /// For each file: its interface differs.
    differs: Vec<bool>,
}

impl Plan {
    /// Plans the update from the state at `commit` to a scan. `before` are the facts of that state, `dependencies` its
    /// dependency cache. None if all files are to be resolved, because project files or settings have changed, or because
    /// the caches do not fit.
    pub(super) fn of(
        mut dependencies: DependencyCache,
        scan: &Scan,
        settings: &Settings,
        before: &FactsCache,
        commit: &CommitPoint,
        dir: &SnapshotDir,
    ) -> Option<Self> {
        // The facts cache is written before the commit point, so it may be ahead.
        let was = before.inputs();
        if was.inputs != commit.inputs || was.environment != scan.environment(settings) {
            return None;
        }
        let sources: Vec<&Scanned> = scan.sources(settings).collect();
        let changes = FileChanges::between(&dependencies, &sources)?;
        let changed: Vec<ChangedFile> = sources
            .iter()
            .zip((0..).map(SourceId))
            .filter_map(|(source, file)| {
                Some(ChangedFile {
                    file,
                    source,
                    facts: source.parsed_now()?,
                })
            })
            .collect();
        let mut to_resolve: Vec<SourceId> = changed.iter().map(|changed| changed.file).collect();
        let mut overlay_cache = None;
        let mut carried = Vec::new();
        if let Some(overlay) = commit.overlay {
            // A file of the overlay that is gone stays masked.
            let find = |path: &str| {
                let file = sources.binary_search_by(|source| source.path().cmp(path));
                file.ok().map(SourceId::new)
            };
            overlay_cache = OverlayCache::read(&dir.overlay_cache(), commit.base, overlay);
            match &overlay_cache {
                Some(cache) => carried.extend(cache.paths().filter_map(find)),
                None => {
                    let paths = overlay_paths(&dir.overlay(&overlay)).ok()?;
                    to_resolve.extend(paths.iter().filter_map(|path| find(path)));
                }
            }
        }
        let sizes: Vec<u64> = sources.iter().map(|source| source.size()).collect();
        let (visible, hidden): (Vec<_>, Vec<_>) = changed
            .iter()
            .partition(|changed| changed.has_other_interface(before));
        let mut effects = Effects::default();
        if !changes.is_empty() {
            effects = changes.apply(&mut dependencies, &changed, scan.project_files())?;
        }
        let mut plan = Self {
            cross_facts: dependencies.cross_index()?,
            dependencies,
            files: sources.len() as u32,
            overlay_bytes_max: settings.update.overlay_bytes_max(sizes.iter().sum()),
            sizes,
            changed: to_resolve.clone(),
            to_resolve: Vec::new(),
            carried,
            overlay_cache,
            everything: false,
            renamed: Vec::new(),
            visible: None,
            files_changed: !changes.is_empty(),
        };
        plan.rename(&hidden, before)?;
        plan.add(to_resolve);
        if plan.files_changed || !visible.is_empty() {
            plan.add_readers_of(&visible, effects);
        }
        Some(plan)
    }

    /// Saves the dependency cache. `rows` are of the files that were resolved; `base` is the hash of the inputs of the base.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn save(
        &mut self,
        path: &Path,
        inputs: [u8; 32],
        rows: Vec<ResolvedFile>,
        base: Option<[u8; 32]>,
    ) -> io::Result<()> {
        if !self.files_changed {
            return self
                .dependencies
                .write_changes(inputs, &rows, self.renamed());
        }
        let reads = self.visible.take().map(|visible| visible.reads);
        let known = self
            .dependencies
            .records()
            .iter()
            .zip(reads.unwrap_or_default());
        let mut new = rows.into_iter().peekable();
        let rows: Vec<ResolvedFile> = known
            .zip((0..).map(SourceId))
            .map(|((record, reads), file)| {
                let known = || ResolvedFile {
                    work: Work::default(),
                    file,
                    record: record.clone(),
                    reads,
                };
                new.next_if(|row| row.file == file).unwrap_or_else(known)
            })
            .collect();
        dependency_cache::write_full(path, inputs, &rows, base)
    }

    /// Returns the files to resolve, ascending; none if they are all.
    pub(super) fn resolved(&self) -> Option<&[SourceId]> {
        (!self.everything).then_some(&self.to_resolve)
    }

    /// Returns the rows of the overlay before, once.
    pub(super) fn take_overlay_cache(&mut self) -> Option<OverlayCache> {
        self.overlay_cache.take()
    }

    /// Returns the records, of files that are not resolved, in which definitions have new numbers, ascending.
    fn renamed(&self) -> impl Iterator<Item = (SourceId, &FileRecord)> {
        let renamed = self.renamed.iter().filter(|file| !self.is_resolved(**file));
        renamed.map(|file| (*file, &self.dependencies.records()[file.index()]))
    }

    fn is_resolved(&self, file: SourceId) -> bool {
        self.to_resolve.binary_search(&file).is_ok()
    }

    fn add(&mut self, more: impl IntoIterator<Item = SourceId>) {
        self.to_resolve.extend(more);
        self.to_resolve.sort_unstable();
        self.to_resolve.dedup();
        // Most files that are resolved because they see a difference have the same rows again, and stay in the base.
        let carried = self.carried.iter().filter(|file| !self.is_resolved(**file));
        let overlay = self.changed.iter().chain(carried);
        let bytes: u64 = overlay.map(|file| self.sizes[file.index()]).sum();
        if bytes > self.overlay_bytes_max
            || self.to_resolve.len() > FEW_FILES.max(self.files as usize / 2)
        {
            self.everything = true;
        }
    }

    /// Renumbers the definitions of changed files with the same interface, wherever records name them. None if one has no
    /// new number.
    fn rename(&mut self, hidden: &[&ChangedFile], before: &FactsCache) -> Option<()> {
        let records = self.dependencies.records();
        let mut naming = Vec::new();
        let mut numbers = Renumbered::new();
        for changed in hidden {
            let file = changed.file;
            let before_it = naming.len();
            naming.extend(self.cross_facts.naming(file));
            let mut named = records[file.index()]
                .cross_facts
                .all()
                .flat_map(CrossFact::named);
            naming.extend(named.any(|at| at.file == file).then_some(file));
            if naming.len() == before_it {
                continue;
            }
            let was = before.facts(before.find(changed.source.path())?)?;
            let (was, is) = (
                interface::visible_defs(&was),
                interface::visible_defs(changed.facts),
            );
            if was.len() != is.len() {
                return None;
            }
            numbers.insert(file, was.into_iter().zip(is).collect());
        }
        naming.sort_unstable();
        naming.dedup();
        let mut lost = false;
        let mut replaced = Vec::new();
        for file in &naming {
            let record = self.dependencies.record_mut(*file)?;
            let mut contributions = record.contributions();
            lost |= contributions.rename(|at| {
                let Some(numbers) = numbers.get(&at.file) else {
                    return Some(at);
                };
                let def = *numbers.get(&at.def)?;
                Some(FileDef { def, ..at })
            });
            record.cross_facts = contributions.to_cross_facts();
            replaced.push((*file, record.cross_facts.all().collect::<Vec<_>>()));
        }
        self.cross_facts.replace(replaced);
        self.renamed = naming;
        (!lost).then_some(())
    }

    /// Adds the files that see a difference: of the files with another interface, or of added and removed ones.
    fn add_readers_of(&mut self, visible: &[&ChangedFile], effects: Effects) {
        let records = self.dependencies.records();
        let Effects {
            reads,
            mut names,
            mut callables,
            seeing,
            differing,
            handled,
        } = effects;
        let mut differs = vec![false; records.len()];
        for file in differing {
            differs[file.index()] = true;
        }
        for changed in visible {
            differs[changed.file.index()] = true;
            // Added files are among the effects.
            let was = &records[changed.file.index()];
            let Some(support) = bombe_languages::support_for(changed.source.language()) else {
                continue;
            };
            if was.path().is_empty() {
                continue;
            }
            let is = FileSummary::of(changed.facts, support);
            if table_shape(&was.summary) != table_shape(&is) {
                self.everything = true;
                return;
            }
            names.extend(differently_bound(&was.summary, &is));
            callables.add(&was.summary, &is);
        }
        let own = records.iter().filter(|record| !record.is_stub);
        names.extend(callables.names(own.map(|record| &record.summary)));
        let Some(reads) = reads.or_else(|| self.dependencies.read_sets()) else {
            self.everything = true;
            return;
        };
        let sees = |reads: &ReadSet| {
            let opened = reads.files.iter();
            let mut opened = opened.filter_map(|file| differs.get(file.index()));
            opened.any(|differs| *differs) || reads.names.iter().any(|name| names.contains(name))
        };
        let mut all = self.files_where(|file| sees(&reads[file.index()]));
        all.extend(
            seeing
                .into_iter()
                .filter(|file| *file < SourceId(self.files)),
        );
        all.sort_unstable();
        all.dedup();
        self.visible = Some(VisibleChanges { reads, differs });
        self.add(handled);
        self.add_with_members(all);
    }

    /// Returns the files of the repository that pass a test.
    fn files_where(&self, holds: impl Fn(SourceId) -> bool) -> Vec<SourceId> {
        SourceId::first(self.files)
            .filter(|file| holds(*file))
            .collect()
    }

    /// Adds files that see a difference, and the files of members that belong to types in them: what a member overrides
    /// depends on its type.
    fn add_with_members(&mut self, seeing: Vec<SourceId>) {
        let members = seeing.iter().copied().flat_map(|owner| {
            let rows = self.cross_facts.of_file(FactKind::Member, owner);
            rows.map(|row| row.stated_by).filter(move |by| *by != owner)
        });
        let belong: Vec<SourceId> = members
            .filter(|file| *file < SourceId(self.files))
            .collect();
        self.add(seeing);
        self.add(belong);
    }
}

impl Task for Plan {
    fn to_resolve(&self) -> Option<&[SourceId]> {
        self.resolved()
    }

    fn cross_facts(&self) -> CrossFileIndex {
        if self.everything {
            return CrossFileIndex::default();
        }
        self.cross_facts.without(&self.to_resolve)
    }

    fn structural(&self, repo: &Repo) -> Option<Vec<Structural>> {
        if self.everything || self.visible.is_some() {
            return None;
        }
        // Only bodies have changed, which this does not depend on.
        let records = self.dependencies.records();
        let to_resolve = self.to_resolve.iter();
        let structural =
            to_resolve.flat_map(|file| structural_before(repo, &records[file.index()]));
        Some(structural.collect())
    }

    fn likely(&self) -> Vec<SourceId> {
        // More files keep all threads busy anyway.
        let few = self.to_resolve.len() < rayon::current_num_threads();
        if !few || self.to_resolve.is_empty() || self.everything || self.files_changed {
            return Vec::new();
        }
        self.dependencies.opened_for(&self.to_resolve)
    }

    fn grow(&mut self, repo: &Repo, found: &Found, structural: Option<&[Structural]>) -> bool {
        let Some(visible) = self.visible.as_mut().filter(|_| !self.everything) else {
            return false;
        };
        let mut more = Vec::new();
        let mut now_differ = HashSet::new();
        let records = self.dependencies.records();
        let is_structural = |file: &SourceId| repo.rules(*file).profile().structural;
        if let Some(structural) = structural
            && found.iter().any(|found| is_structural(&found.file))
        {
            more.extend(
                SourceId::first(self.files)
                    .filter(is_structural)
                    .filter(|file| {
                        let mut was = structural_before(repo, &records[file.index()]);
                        was.sort_unstable();
                        was != structural_of(repo, structural, *file)
                    }),
            );
        }
        for of_file in found
            .iter()
            .filter(|found| found.file < SourceId(self.files))
        {
            let was = &records[of_file.file.index()].contributions();
            let is = of_file.contributions.map(|sym| repo.at(sym));
            let differs = visible.differs[of_file.file.index()];
            if (!was.blanket.is_empty() || !is.blanket.is_empty()) && differs {
                self.everything = true;
                return true;
            }
            // The entry point that a handler is belongs to the handler's own file.
            if was.handlers != is.handlers || differs {
                let handlers = was.handlers.iter().chain(&is.handlers);
                more.extend(
                    handlers
                        .map(|(at, _)| at.file)
                        .filter(|at| *at < SourceId(self.files)),
                );
            }
            // The rows of a type's own file name its members, which may have been renamed.
            if differs {
                let owners = was.receivers.iter().chain(&is.receivers);
                let owners = owners.map(|(_, owner)| owner.file);
                more.extend(owners.filter(|owner| *owner < SourceId(self.files)));
            }
            let others = differently_described(was, &is);
            now_differ.extend(others.filter(|other| !visible.differs[other.index()]));
        }
        for file in &now_differ {
            visible.differs[file.index()] = true;
        }
        let visible = &*visible;
        let sees = |file: &SourceId| {
            let opened = &visible.reads[file.index()].files;
            opened.iter().any(|opened| now_differ.contains(opened)) || now_differ.contains(file)
        };
        let seeing: Vec<SourceId> = SourceId::first(self.files).filter(sees).collect();
        let before = self.to_resolve.len();
        self.add(more);
        self.add_with_members(seeing);
        self.to_resolve.len() > before || self.everything
    }
}
