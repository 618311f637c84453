//! From a scan to the facts that resolution starts from.

use bombe_rules::file_table::SourceId;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use bombe_format::kind::SkipReason;
use rayon::prelude::*;

use super::parse::{parse_file, text_of_stub};
use super::{Scan, ScanState, Scanned};
use crate::dependency_cache::DependencyCache;
use crate::discover::{Settings, SourceFile};
use crate::facts_cache::FactsCache;
use crate::source_texts::SourceTexts;
use bombe_facts::{DamagedFacts, Facts};
use bombe_languages::rules_for;
use bombe_resolve::graph::SkippedRow;
use bombe_resolve::repo::{Repo, Source};
use bombe_resolve::{Parsed, ParsedFile};

impl Scan {
    /// Returns the repository for resolution, with the facts that were parsed now; cached ones are read when they are
    /// accessed. `dependencies` must be of the same files in the same order, followed by the stub files. None if the number
    /// of files differs.
    pub fn into_repo(
        self,
        settings: &Settings,
        before: &Arc<FactsCache>,
        dependencies: &DependencyCache,
    ) -> Option<(Repo, Vec<SkippedRow>)> {
        // Checking the names costs as much as all the rest.
        let (repo, names) = rayon::join(
            || self.repo_by(settings, before, dependencies),
            || dependencies.names(),
        );
        let (mut repo, read_now, skipped) = repo?;
        if let Some(names) = names {
            repo.take_names(names, read_now.into_iter());
        }
        Some((repo, skipped))
    }

    /// Returns the repository, the files of it that were parsed now, and what was left out.
    fn repo_by(
        self,
        settings: &Settings,
        before: &Arc<FactsCache>,
        dependencies: &DependencyCache,
    ) -> Option<(Repo, Vec<SourceId>, Vec<SkippedRow>)> {
        let records = dependencies.records();
        let mut left = records.iter();
        let mut skipped = self.skipped;
        let mut opened = self.opened;
        opened.sort_unstable_by_key(|(position, _)| *position);
        let mut languages = BTreeSet::new();
        let mut positions = Vec::with_capacity(records.len());
        let mut sources = Vec::with_capacity(records.len());
        let mut add = |file: Scanned| {
            let entry = left.next()?;
            let (position, source) = match file.state {
                ScanState::Facts(facts, _) => {
                    let language = file.language;
                    let parsed = ParsedFile {
                        path: file.path,
                        language: file.language,
                        hash: file.hash,
                        size: file.size,
                        facts: *facts,
                    };
                    (None, Source::new(parsed, rules_for(language)?))
                }
                ScanState::Cached(position) => {
                    let summary = entry.summary.clone();
                    let (path, language) = (file.path, file.language);
                    let source = Source::known(
                        path,
                        language,
                        rules_for(language)?,
                        file.hash,
                        file.size,
                        summary,
                    );
                    let known = opened.binary_search_by_key(&position, |(position, _)| *position);
                    let source = match known {
                        Ok(at) => source.with(opened.remove(at).1),
                        Err(_) => source,
                    };
                    (Some(position), source)
                }
                ScanState::Skipped(_) => return None,
            };
            positions.push(position);
            sources.push(source);
            Some(())
        };
        let mut last = None;
        for file in self.files {
            match file.reason_to_skip(settings) {
                None => {
                    if last.replace(file.language) != Some(file.language) {
                        languages.insert(file.language);
                    }
                    add(file)?;
                }
                Some(reason) => skipped.push(SkippedRow {
                    path: file.path,
                    reason,
                    size: file.size,
                }),
            }
        }
        let mut stubs = self.stubs;
        stubs.retain(|stub| {
            bombe_resolve::is_stub_wanted(stub.language, &languages, bombe_languages::rules_for)
        });
        let stub_files = stubs.len();
        for stub in stubs {
            add(stub)?;
        }
        let repo_files = (sources.len() - stub_files) as u32;
        if left.next().is_some() {
            return None;
        }
        skipped.sort_unstable();
        let read_now = (0..)
            .map(SourceId)
            .zip(&positions)
            .filter(|(_, position)| position.is_none());
        let read_now: Vec<SourceId> = read_now.map(|(file, _)| file).collect();
        let before = Arc::clone(before);
        let fetch = Box::new(move |file: SourceId| {
            let position = positions.get(file.index()).copied().flatten();
            let row = position.and_then(|position| before.row(position));
            row.and_then(|row| before.deferred_facts(row))
                .ok_or(DamagedFacts)
        });
        let repo = Repo::new(sources, repo_files, self.project_files, fetch);
        Some((repo, read_now, skipped))
    }

    /// Returns the facts of all files. Unpacks cached facts, and parses a file again if its facts are damaged.
    /// Notes in `texts` if it is not what was scanned.
    pub fn into_parsed(
        self,
        root: &Path,
        settings: &Settings,
        before: &FactsCache,
        texts: &SourceTexts,
    ) -> Parsed {
        let Self {
            files,
            project_files,
            mut skipped,
            stubs,
            ..
        } = self;
        let results: Vec<_> = files
            .into_par_iter()
            .with_max_len(8)
            .map(|file| file.into_parsed(root, settings, before, texts))
            .collect();
        let stubs = stubs
            .into_par_iter()
            .map(|stub| stub.into_stub(before))
            .flatten_iter()
            .collect();
        let mut files = Vec::with_capacity(results.len());
        for result in results {
            match result {
                Ok(file) => files.push(file),
                Err(row) => skipped.extend(row),
            }
        }
        skipped.sort_unstable();
        Parsed {
            files,
            project_files,
            skipped,
            stubs,
        }
    }
}

impl Scanned {
    /// Returns its cached facts.
    fn cached(&self, position: usize, before: &FactsCache) -> Option<Facts> {
        let row = before.row(position).filter(|row| row.hash == self.hash)?;
        before.facts(row)
    }

    /// Returns a stub file with its facts. Parses it again if they are damaged.
    fn into_stub(self, before: &FactsCache) -> Option<ParsedFile> {
        let cached = match self.state {
            ScanState::Cached(position) => self.cached(position, before),
            ScanState::Facts(..) | ScanState::Skipped(_) => None,
        };
        let facts = match (cached, self.state) {
            (Some(facts), _) => facts,
            (None, ScanState::Facts(facts, _)) => *facts,
            (None, ScanState::Cached(_)) => {
                let text = text_of_stub(self.language, &self.path)?;
                bombe_languages::parse::parse_file(self.language, &self.path, text.as_bytes())
                    .ok()?
            }
            (None, ScanState::Skipped(_)) => return None,
        };
        Some(ParsedFile {
            path: self.path,
            language: self.language,
            hash: self.hash,
            size: self.size,
            facts,
        })
    }

    fn into_parsed(
        self,
        root: &Path,
        settings: &Settings,
        before: &FactsCache,
        texts: &SourceTexts,
    ) -> Result<ParsedFile, Option<SkippedRow>> {
        let skip = |path: String, size, reason| Err(Some(SkippedRow { path, reason, size }));
        let cached = match self.state {
            ScanState::Cached(position) => self.cached(position, before),
            ScanState::Facts(..) | ScanState::Skipped(_) => None,
        };
        let facts = match self.state {
            ScanState::Skipped(reason) => return skip(self.path, self.size, reason),
            ScanState::Facts(facts, _) => *facts,
            ScanState::Cached(_) => match cached {
                Some(facts) => facts,
                None => {
                    let file = SourceFile {
                        path: self.path.clone(),
                        language: self.language,
                        size: self.size,
                        stamp: self.stamp,
                    };
                    let parsed = parse_file(root, settings, false, texts, file);
                    if parsed.as_ref().map_or([0; 32], |parsed| parsed.hash) != self.hash {
                        texts.miss(&self.path);
                    }
                    let parsed = parsed.map_err(|left_out| left_out.row)?;
                    return parsed.into_parsed(root, settings, &FactsCache::default(), texts);
                }
            },
        };
        if self.generated && !settings.discover.generated {
            return skip(self.path, self.size, SkipReason::Generated);
        }
        Ok(ParsedFile {
            path: self.path,
            language: self.language,
            hash: self.hash,
            size: self.size,
            facts,
        })
    }
}
