//! Files that are added or removed: new numbers for all others, and which of these see it.

use bombe_format::kind::Language;
use hashbrown::HashSet;

use super::plan::FEW_FILES;
use super::visibility::{CallableChanges, ChangedFile, differently_bound, differently_described};
use crate::dependency_cache::DependencyCache;
use crate::scan::Scanned;
use bombe_resolve::contributions::Contributions;
use bombe_resolve::dependencies::{self, ReadSet};
use bombe_resolve::record::FileRecord;
use bombe_rules::file_table::{ProjectFile, SourceId};
use bombe_rules::modules::FileLocation;
use bombe_rules::summary::FileSummary;

/// The files that were added or removed since the dependency cache was written.
pub(super) struct FileChanges {
    /// For each file of the cache its number now, or none.
    number: Vec<Option<SourceId>>,
    /// The added files, by their numbers now.
    added: Vec<SourceId>,
    /// The removed files, by their numbers in the cache.
    removed: Vec<SourceId>,
    /// Number of files now, including stub files.
    count: usize,
}

/// The effects of added and removed files.
#[derive(Default)]
pub(super) struct Effects {
    /// The read set of each file, renumbered.
    pub(super) reads: Option<Vec<ReadSet>>,
    /// Names that are bound differently in the tables over all files, in the short form of read sets.
    pub(super) names: HashSet<u32>,
    /// Callables that were added and removed.
    pub(super) callables: CallableChanges,
    /// Files that see a difference for another reason.
    pub(super) seeing: Vec<SourceId>,
    /// Files whose interface differs.
    pub(super) differing: Vec<SourceId>,
    /// Files whose rows were made from a removed file.
    pub(super) handled: Vec<SourceId>,
}

impl Effects {
    /// Adds the names by which an import may mean a file or folder of a name. Returns false if there are none.
    fn add_path_names(&mut self, name: &str) -> bool {
        let mut names = dependencies::path_names(name)
            .map(dependencies::short_name)
            .peekable();
        let any = names.peek().is_some();
        self.names.extend(names);
        any
    }
}

impl FileChanges {
    /// Compares the files of a dependency cache with those of a scan. None if a file has another language now.
    pub(super) fn between(cache: &DependencyCache, sources: &[&Scanned]) -> Option<Self> {
        let records = cache.records();
        let stubs = records.iter().filter(|record| record.is_stub).count();
        let mut changes = Self {
            number: Vec::with_capacity(records.len()),
            added: Vec::new(),
            removed: Vec::new(),
            count: sources.len() + stubs,
        };
        let mut now = sources.iter().zip((0..).map(SourceId)).peekable();
        for (file, record) in records.iter().enumerate() {
            if record.is_stub {
                changes.added.extend(now.by_ref().map(|(_, at)| at));
                changes.number.push(Some(SourceId::new(
                    file + stubs + sources.len() - records.len(),
                )));
                continue;
            }
            let before = |(source, _): &(&&Scanned, SourceId)| source.path() < record.path();
            while let Some((_, at)) = now.next_if(before) {
                changes.added.push(at);
            }
            let found = now.next_if(|(source, _)| source.path() == record.path());
            if let Some((source, _)) = found
                && source.language() as u8 != record.language
            {
                return None;
            }
            changes.number.push(found.map(|(_, at)| at));
            if found.is_none() {
                changes.removed.push(SourceId::new(file));
            }
        }
        changes.added.extend(now.map(|(_, at)| at));
        Some(changes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }

    /// Renumbers a dependency cache. None if the difference may show by more than names: then all files are resolved.
    pub(super) fn apply(
        &self,
        cache: &mut DependencyCache,
        changed: &[ChangedFile],
        projects: &[ProjectFile],
    ) -> Option<Effects> {
        if self.added.len() + self.removed.len() > FEW_FILES {
            return None;
        }
        let mut reads = cache.read_sets()?;
        let mut effects = Effects::default();
        let none = FileSummary::default();
        let mut summaries: Vec<(FileSummary, &str, Language)> = Vec::new();
        for file in &self.added {
            let changed = changed.iter().find(|changed| changed.file == *file)?;
            let language = changed.source.language();
            let summary = FileSummary::of(changed.facts, bombe_languages::support_for(language)?);
            summaries.push((summary, changed.source.path(), language));
        }
        let records = cache.records();
        let removed = self.removed.iter().map(|file| &records[file.index()]);
        let removed: Vec<&FileRecord> = removed.collect();
        let added = summaries
            .iter()
            .map(|(summary, path, language)| (summary, *path, *language, true));
        let gone = removed.iter().filter_map(|record| {
            let language = Language::from_u8(record.language)?;
            Some((&record.summary, record.path(), language, false))
        });
        for (summary, path, language, is_added) in added.chain(gone) {
            let support = bombe_languages::support_for(language)?;
            let languages = support.languages();
            let others: Vec<FileLocation> = records
                .iter()
                .zip(&self.number)
                .filter(|(record, to)| {
                    let same = languages
                        .iter()
                        .any(|other| *other as u8 == record.language);
                    same && to.is_some() && !record.is_stub
                })
                .map(|(record, _)| FileLocation {
                    path: record.path(),
                    summary: &record.summary,
                })
                .collect();
            let location = FileLocation { path, summary };
            if others.is_empty() || !support.addition_is_local(location, &others, projects) {
                return None;
            }
            let (was, is) = if is_added {
                effects.callables.add(&none, summary);
                (&none, summary)
            } else {
                effects.callables.add_gone(summary);
                (summary, &none)
            };
            effects.names.extend(differently_bound(was, is));
            effects
                .names
                .insert(dependencies::short_name(dependencies::package_files_name(
                    summary.package(),
                )));
            if !effects.add_path_names(location.stem()) {
                return None;
            }
            // A package that is new, or gone, takes effect by the parts of its name that nothing else has.
            let mut package = summary.package();
            while !package.is_empty() {
                let (outer, name) = package.rsplit_once('.').unwrap_or(("", package));
                let has_package = |other: &FileLocation| {
                    let rest = other.summary.package().strip_prefix(package);
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                };
                let is_its_own = package.len() == summary.package().len();
                let mut others = others.iter();
                let stays = if is_its_own {
                    others.any(|other| other.summary.package() == package)
                } else {
                    others.any(has_package)
                };
                if stays {
                    break;
                }
                effects.add_path_names(name);
                package = outer;
            }
            // An import may also name a folder that is new, or gone.
            let mut folder = location.folder();
            while !folder.is_empty() {
                let within = |other: &FileLocation| {
                    let rest = other.path.strip_prefix(folder);
                    rest.is_some_and(|rest| rest.starts_with('/'))
                };
                if others.iter().any(within) {
                    break;
                }
                let (outer, name) = folder.rsplit_once('/').unwrap_or(("", folder));
                effects.add_path_names(name);
                folder = outer;
            }
        }
        let mut handled = Vec::new();
        for record in &removed {
            let nothing = Contributions::default();
            let contributions = record.contributions();
            let others = differently_described(&contributions, &nothing);
            effects
                .differing
                .extend(others.filter_map(|file| self.number[file.index()]));
            let handlers = contributions.handlers.iter().map(|(at, _)| at.file);
            handled.extend(handlers.filter_map(|file| self.number[file.index()]));
            // Which types satisfy an interface of the removed file is found out only if some file of the language is resolved.
            let language = Language::from_u8(record.language)?;
            if bombe_languages::support_for(language)?.profile().structural {
                let other = records.iter().zip(&self.number).find_map(|(other, to)| {
                    to.filter(|_| other.language == record.language && !other.is_stub)
                });
                handled.extend(other);
            }
        }
        effects.handled = handled;
        effects.seeing = cache.renumber(&self.number, self.count);
        let mut renumbered = vec![ReadSet::default(); self.count];
        for (mut reads, to) in reads.drain(..).zip(&self.number) {
            let Some(to) = to else { continue };
            let before = reads.files.len();
            reads.files = reads
                .files
                .iter()
                .filter_map(|file| self.number[file.index()])
                .collect();
            if reads.files.len() < before {
                effects.seeing.push(*to);
            }
            renumbered[to.index()] = reads;
        }
        effects.reads = Some(renumbered);
        Some(effects)
    }
}
