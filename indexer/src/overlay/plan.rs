//! Which files an update has to resolve anew: those that have changed, and those that can see a difference. Of all others the
//! ledger says what they say of others, and the base, or the rows of the overlay so far, what was emitted for them.
//!
//! A file sees a difference if its resolution has opened a file of which others see another thing now, or asked the tables
//! of the whole for a name that is bound otherwise there now. What others see of a file is told by its surface
//! (`bombe_facts::interface`), and by what other files say of its definitions: a method declared elsewhere is seen as a change
//! of the file of its type. As resolving a file anew may change what it says of others, this goes on until nothing is added.
//! Where the tables of the whole get another shape (a package more, other includes), everything is resolved.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use bombe_format::commit::CommitPoint;
use bombe_format::kind::Language;
use hashbrown::{HashMap, HashSet};

use super::{Carried, overlay_paths};
use crate::commit::Beside;
use crate::discover::Settings;
use crate::ledger::{self, Ledger};
use crate::scan::{Scan, Scanned};
use crate::store::Store;
use bombe_facts::interface;
use bombe_facts::{DefId, Facts};
use bombe_resolve::contributions::{Contributions, Found};
use bombe_resolve::cross_fact::{CrossFact, FactKind};
use bombe_resolve::cross_index::CrossFileIndex;
use bombe_resolve::dependencies::{self, ReadSet};
use bombe_resolve::record::{FileDef, FileRecord, ResolvedFile};
use bombe_resolve::repo::{Name, Repo};
use bombe_resolve::{Structural, Task, structural_of};
use bombe_rules::file_table::ProjectFile;
use bombe_rules::modules::FileLocation;
use bombe_rules::summary::FileSummary;

/// If more files than that and more than half of all are to be resolved, looking for the rest costs more than it saves.
const FEW_FILES: usize = 200;

/// New numbers of the definitions that others can name, of each file that has changed where others cannot see it.
type Renumbered = HashMap<u32, HashMap<DefId, DefId>>;

/// What an update resolves.
#[derive(Debug)]
pub struct Plan {
    /// What is known of every file, with the new numbers of definitions.
    pub ledger: Ledger,
    /// What all files say of others, by that.
    cross_facts: CrossFileIndex,
    /// Number of files of the repository; behind them come the stub files.
    files: u32,
    /// Size of each of them in bytes.
    sizes: Vec<u64>,
    /// Size of the files of the largest overlay in bytes: beyond it a new base is due, for which all are resolved.
    most: u64,
    /// The files to resolve, ascending.
    own: Vec<u32>,
    /// The files of the overlay so far whose rows are kept.
    over: Vec<u32>,
    carried: Option<Carried>,
    /// All files are to be resolved.
    everything: bool,
    /// Entries of the ledger in which definitions have new numbers.
    renamed: Vec<u32>,
    /// What others can see of some file has changed.
    shows: Option<Shows>,
    /// Files have come or gone.
    moved: bool,
}

/// What can be seen to have changed.
#[derive(Debug)]
struct Shows {
    /// What was looked at for each file.
    reads: Vec<ReadSet>,
    /// For each file: others see another thing of it.
    differs: Vec<bool>,
}

impl Plan {
    /// Plans the update of what was current at `commit` to a scan; `before` are the facts of then, `ledger` what was found out
    /// then. None if everything must be read again: files came or went, project files or settings have changed, or it is not
    /// known what was found out before.
    pub fn of(
        mut ledger: Ledger,
        scan: &Scan,
        settings: &Settings,
        before: &Store,
        commit: &CommitPoint,
        beside: &Beside,
    ) -> Option<Self> {
        // Facts are written before the commit point: they may be ahead of it.
        let was = before.state();
        if was.inputs != commit.inputs || was.frame != scan.frame(settings) {
            return None;
        }
        let sources: Vec<&Scanned> = scan.sources(settings).collect();
        let moves = Moves::between(&ledger, &sources)?;
        let changed: Vec<Changed> = sources
            .iter()
            .zip(0u32..)
            .filter_map(|(source, file)| {
                Some(Changed {
                    file,
                    source,
                    facts: source.read_now()?,
                })
            })
            .collect();
        let mut own: Vec<u32> = changed.iter().map(|changed| changed.file).collect();
        let mut carried = None;
        let mut over = Vec::new();
        if let Some(overlay) = commit.overlay {
            // What the overlay held that is gone is masked as ever.
            let find = |path: &str| {
                let file = sources.binary_search_by(|source| source.path().cmp(path));
                file.ok().map(|file| file as u32)
            };
            carried = Carried::read(&beside.rows(), commit.base, overlay);
            match &carried {
                Some(carried) => over.extend(carried.paths().filter_map(find)),
                None => {
                    let paths = overlay_paths(&beside.overlay(&overlay)).ok()?;
                    own.extend(paths.iter().filter_map(|path| find(path)));
                }
            }
        }
        let sizes: Vec<u64> = sources.iter().map(|source| source.size()).collect();
        let (showing, hidden): (Vec<_>, Vec<_>) =
            changed.iter().partition(|changed| changed.shows(before));
        let mut news = News::default();
        if !moves.is_empty() {
            news = moves.follow(&mut ledger, &changed, scan.project_files())?;
        }
        let mut plan = Self {
            cross_facts: ledger.cross_index()?,
            ledger,
            files: sources.len() as u32,
            most: settings.update.most_beside(sizes.iter().sum()),
            sizes,
            own: Vec::new(),
            over,
            carried,
            everything: false,
            renamed: Vec::new(),
            shows: None,
            moved: !moves.is_empty(),
        };
        plan.rename(&hidden, before)?;
        plan.add(own);
        if plan.moved || !showing.is_empty() {
            plan.take_those_who_see(&showing, news);
        }
        Some(plan)
    }

    /// Writes what was found out now: `rows`, of the files that were resolved. `base` are the inputs of the base.
    ///
    /// # Errors
    /// When the ledger cannot be written.
    pub fn keep(
        &mut self,
        path: &Path,
        inputs: [u8; 32],
        rows: Vec<ResolvedFile>,
        base: Option<[u8; 32]>,
    ) -> io::Result<()> {
        if !self.moved {
            return self.ledger.write_new(inputs, &rows, self.renamed());
        }
        let reads = self.shows.take().map(|shows| shows.reads);
        let known = self.ledger.entries().iter().zip(reads.unwrap_or_default());
        let mut new = rows.into_iter().peekable();
        let rows: Vec<ResolvedFile> = known
            .zip(0u32..)
            .map(|((record, reads), file)| {
                let known = || ResolvedFile {
                    file,
                    record: record.clone(),
                    reads,
                };
                new.next_if(|row| row.file == file).unwrap_or_else(known)
            })
            .collect();
        ledger::write_whole(path, inputs, &rows, base)
    }

    /// The files that are resolved, ascending; none if they are all.
    pub fn resolved(&self) -> Option<&[u32]> {
        (!self.everything).then_some(&self.own)
    }

    /// The rows of the overlay so far, once.
    pub fn carried(&mut self) -> Option<Carried> {
        self.carried.take()
    }

    /// Entries of files that are not resolved in which definitions have new numbers, ascending.
    fn renamed(&self) -> impl Iterator<Item = (u32, &FileRecord)> {
        let renamed = self.renamed.iter().filter(|file| !self.is_own(**file));
        renamed.map(|file| (*file, &self.ledger.entries()[*file as usize]))
    }

    fn is_own(&self, file: u32) -> bool {
        self.own.binary_search(&file).is_ok()
    }

    fn add(&mut self, more: impl IntoIterator<Item = u32>) {
        self.own.extend(more);
        self.own.sort_unstable();
        self.own.dedup();
        let over = self.over.iter().filter(|file| !self.is_own(**file));
        let overlay = self.own.iter().chain(over);
        let bytes: u64 = overlay.map(|file| self.sizes[*file as usize]).sum();
        if bytes > self.most || self.own.len() > FEW_FILES.max(self.files as usize / 2) {
            self.everything = true;
        }
    }

    /// Gives the definitions of files that have changed where others cannot see it their new numbers, wherever they are
    /// named. None if one has no new number.
    fn rename(&mut self, hidden: &[&Changed], before: &Store) -> Option<()> {
        let entries = self.ledger.entries();
        let mut naming = Vec::new();
        let mut numbers = Renumbered::new();
        for changed in hidden {
            let file = changed.file;
            let before_it = naming.len();
            naming.extend(self.cross_facts.naming(file));
            let mut own = entries[file as usize]
                .cross_facts
                .all()
                .flat_map(CrossFact::named);
            naming.extend(own.any(|at| at.file == file).then_some(file));
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
        let mut says = Vec::new();
        for file in &naming {
            let record = self.ledger.entry_mut(*file)?;
            let mut contributions = record.contributions();
            lost |= contributions.rename(|at| {
                let Some(numbers) = numbers.get(&at.file) else {
                    return Some(at);
                };
                let def = *numbers.get(&at.def)?;
                Some(FileDef { def, ..at })
            });
            record.cross_facts = contributions.to_rows();
            says.push((*file, record.cross_facts.all().collect::<Vec<_>>()));
        }
        self.cross_facts.replace(says);
        self.renamed = naming;
        (!lost).then_some(())
    }

    /// Takes the files that see what has changed of some, and what else is new.
    fn take_those_who_see(&mut self, showing: &[&Changed], news: News) {
        let entries = self.ledger.entries();
        let News {
            reads,
            mut names,
            seeing,
            differing,
            handled,
        } = news;
        let mut differs = vec![false; entries.len()];
        for file in differing {
            differs[file as usize] = true;
        }
        for changed in showing {
            differs[changed.file as usize] = true;
            // What has come is among the news.
            let was = &entries[changed.file as usize];
            let Some(support) = bombe_languages::support_for(changed.source.language()) else {
                continue;
            };
            if was.path().is_empty() {
                continue;
            }
            let is = FileSummary::of(changed.facts, support);
            if shape(&was.summary) != shape(&is) {
                self.everything = true;
                return;
            }
            names.extend(bound_otherwise(&was.summary, &is));
        }
        let Some(reads) = reads.or_else(|| self.ledger.reads()) else {
            self.everything = true;
            return;
        };
        let sees = |reads: &ReadSet| {
            let opened = reads.files.iter();
            let mut opened = opened.filter_map(|file| differs.get(*file as usize));
            opened.any(|differs| *differs) || reads.names.iter().any(|name| names.contains(name))
        };
        let mut all = self.files_where(|file| sees(&reads[file as usize]));
        all.extend(seeing.into_iter().filter(|file| *file < self.files));
        all.sort_unstable();
        all.dedup();
        self.shows = Some(Shows { reads, differs });
        self.add(handled);
        self.take(all);
    }

    /// The files of the repository for which something holds.
    fn files_where(&self, holds: impl Fn(u32) -> bool) -> Vec<u32> {
        (0..self.files).filter(|file| holds(*file)).collect()
    }

    /// Takes files that see a difference, and those whose members belong to types of theirs: what these override is found
    /// from the type.
    fn take(&mut self, seeing: Vec<u32>) {
        let members = seeing.iter().copied().flat_map(|owner| {
            let rows = self.cross_facts.of_file(FactKind::Member, owner);
            rows.map(|row| row.stated_by).filter(move |by| *by != owner)
        });
        let belong: Vec<u32> = members.filter(|file| *file < self.files).collect();
        self.add(seeing);
        self.add(belong);
    }
}

impl Task for Plan {
    fn own(&self) -> Option<&[u32]> {
        self.resolved()
    }

    fn cross_facts(&self) -> CrossFileIndex {
        if self.everything {
            return CrossFileIndex::default();
        }
        self.cross_facts.without(&self.own)
    }

    fn structural(&self, repo: &Repo) -> Option<Vec<Structural>> {
        if self.everything || self.shows.is_some() {
            return None;
        }
        // What has changed are insides of callables, of which this is independent.
        let entries = self.ledger.entries();
        let own = self.own.iter();
        let structural = own.flat_map(|file| structural(repo, &entries[*file as usize]));
        Some(structural.collect())
    }

    fn likely(&self) -> Vec<u32> {
        // More files keep all threads busy by themselves.
        let few = self.own.len() < rayon::current_num_threads();
        if !few || self.own.is_empty() || self.everything || self.moved {
            return Vec::new();
        }
        self.ledger.opened_for(&self.own)
    }

    fn grow(&mut self, repo: &Repo, found: &Found, structural: Option<&[Structural]>) -> bool {
        let Some(shows) = self.shows.as_mut().filter(|_| !self.everything) else {
            return false;
        };
        let mut more = Vec::new();
        let mut now_differ = HashSet::new();
        let entries = self.ledger.entries();
        let is_structural = |file: &u32| repo.rules(*file).profile().structural;
        if let Some(structural) = structural
            && found.iter().any(|found| is_structural(&found.file))
        {
            more.extend((0..self.files).filter(is_structural).filter(|file| {
                let mut was = self::structural(repo, &entries[*file as usize]);
                was.sort_unstable();
                was != structural_of(repo, structural, *file)
            }));
        }
        for of_file in found.iter().filter(|found| found.file < self.files) {
            let was = &entries[of_file.file as usize].contributions();
            let is = of_file.contributions.map(|sym| repo.at(sym));
            let differs = shows.differs[of_file.file as usize];
            if (!was.blanket.is_empty() || !is.blanket.is_empty()) && differs {
                self.everything = true;
                return true;
            }
            // The entry points of what handles it are said of its own file.
            if was.handlers != is.handlers || differs {
                let handlers = was.handlers.iter().chain(&is.handlers);
                more.extend(handlers.map(|at| at.file).filter(|at| *at < self.files));
            }
            // A type's own file says that it has them: by other names, perhaps, though the type has the same members.
            if differs {
                let owners = was.receivers.iter().chain(&is.receivers);
                let owners = owners.map(|(_, owner)| owner.file);
                more.extend(owners.filter(|owner| *owner < self.files));
            }
            let others = said_otherwise(was, &is);
            now_differ.extend(others.filter(|other| !shows.differs[*other as usize]));
        }
        for file in &now_differ {
            shows.differs[*file as usize] = true;
        }
        let shows = &*shows;
        let sees = |file: &u32| {
            let opened = &shows.reads[*file as usize].files;
            opened.iter().any(|opened| now_differ.contains(opened)) || now_differ.contains(file)
        };
        let seeing: Vec<u32> = (0..self.files).filter(sees).collect();
        let before = self.own.len();
        self.add(more);
        self.take(seeing);
        self.own.len() > before || self.everything
    }
}

/// Files that have come or gone since a ledger was written.
struct Moves {
    /// For each file of the ledger its number now, or none.
    to: Vec<Option<u32>>,
    /// Those that have come, by their numbers now.
    come: Vec<u32>,
    /// Those that have gone, by their numbers in the ledger.
    gone: Vec<u32>,
    /// Number of files now, the stub files included.
    count: usize,
}

/// What files that come or go bring about.
#[derive(Default)]
struct News {
    /// What was looked at for each file.
    reads: Option<Vec<ReadSet>>,
    /// Names that the tables of the whole hold otherwise.
    names: HashSet<u32>,
    /// Files that see it for another reason.
    seeing: Vec<u32>,
    /// Files of which others see another thing.
    differing: Vec<u32>,
    /// Files whose rows were made from what has gone.
    handled: Vec<u32>,
}

impl News {
    /// Adds what an import may say that leads to a file or folder of a name; false if that is nothing.
    fn add_path_names(&mut self, name: &str) -> bool {
        let mut names = dependencies::path_names(name)
            .map(dependencies::short_name)
            .peekable();
        let any = names.peek().is_some();
        self.names.extend(names);
        any
    }
}

impl Moves {
    /// None if a file is read as another language now.
    fn between(ledger: &Ledger, sources: &[&Scanned]) -> Option<Self> {
        let entries = ledger.entries();
        let stubs = entries.iter().filter(|record| record.is_stub).count();
        let mut moves = Self {
            to: Vec::with_capacity(entries.len()),
            come: Vec::new(),
            gone: Vec::new(),
            count: sources.len() + stubs,
        };
        let mut now = sources.iter().zip(0u32..).peekable();
        for (record, file) in entries.iter().zip(0u32..) {
            if record.is_stub {
                moves.come.extend(now.by_ref().map(|(_, at)| at));
                moves.to.push(Some(
                    file - (entries.len() - stubs) as u32 + sources.len() as u32,
                ));
                continue;
            }
            let before = |(source, _): &(&&Scanned, u32)| source.path() < record.path();
            while let Some((_, at)) = now.next_if(before) {
                moves.come.push(at);
            }
            let found = now.next_if(|(source, _)| source.path() == record.path());
            if let Some((source, _)) = found
                && source.language() as u8 != record.language
            {
                return None;
            }
            moves.to.push(found.map(|(_, at)| at));
            if found.is_none() {
                moves.gone.push(file);
            }
        }
        moves.come.extend(now.map(|(_, at)| at));
        Some(moves)
    }

    fn is_empty(&self) -> bool {
        self.come.is_empty() && self.gone.is_empty()
    }

    /// Brings a ledger into the present order. None if more than names may tell that a file has come or gone.
    fn follow(
        &self,
        ledger: &mut Ledger,
        changed: &[Changed],
        projects: &[ProjectFile],
    ) -> Option<News> {
        if self.come.len() + self.gone.len() > FEW_FILES {
            return None;
        }
        let mut reads = ledger.reads()?;
        let mut news = News::default();
        let none = FileSummary::default();
        let mut summaries: Vec<(FileSummary, &str, Language)> = Vec::new();
        for file in &self.come {
            let changed = changed.iter().find(|changed| changed.file == *file)?;
            let language = changed.source.language();
            let summary = FileSummary::of(changed.facts, bombe_languages::support_for(language)?);
            summaries.push((summary, changed.source.path(), language));
        }
        let entries = ledger.entries();
        let gone = self.gone.iter().map(|file| &entries[*file as usize]);
        let gone: Vec<&FileRecord> = gone.collect();
        let moving = summaries
            .iter()
            .map(|(summary, path, language)| (summary, *path, *language, true));
        let leaving = gone.iter().filter_map(|record| {
            let language = Language::from_u8(record.language)?;
            Some((&record.summary, record.path(), language, false))
        });
        for (summary, path, language, comes) in moving.chain(leaving) {
            let support = bombe_languages::support_for(language)?;
            let own = support.languages();
            let others: Vec<FileLocation> = entries
                .iter()
                .zip(&self.to)
                .filter(|(record, to)| {
                    let same = own.iter().any(|own| *own as u8 == record.language);
                    same && to.is_some() && !record.is_stub
                })
                .map(|(record, _)| FileLocation {
                    path: record.path(),
                    summary: &record.summary,
                })
                .collect();
            let placed = FileLocation {
                path,
                summary: summary,
            };
            if others.is_empty() || !support.addition_is_local(placed, &others, projects) {
                return None;
            }
            let (was, is) = if comes {
                (&none, summary)
            } else {
                (summary, &none)
            };
            news.names.extend(bound_otherwise(was, is));
            news.names
                .insert(dependencies::short_name(dependencies::package_files_name(
                    summary.package(),
                )));
            if !news.add_path_names(placed.stem()) {
                return None;
            }
            // A folder that is new, or gone, may be named, too.
            let mut folder = placed.folder();
            while !folder.is_empty() {
                let within = |other: &FileLocation| {
                    let rest = other.path.strip_prefix(folder);
                    rest.is_some_and(|rest| rest.starts_with('/'))
                };
                if others.iter().any(within) {
                    break;
                }
                let (outer, name) = folder.rsplit_once('/').unwrap_or(("", folder));
                news.add_path_names(name);
                folder = outer;
            }
        }
        let mut handled = Vec::new();
        for record in &gone {
            let nothing = Contributions::default();
            let contributions = record.contributions();
            let others = said_otherwise(&contributions, &nothing);
            news.differing
                .extend(others.filter_map(|file| self.to[file as usize]));
            let handlers = contributions.handlers.iter().map(|at| at.file);
            handled.extend(handlers.filter_map(|file| self.to[file as usize]));
            // Which types satisfy what went with it is asked only if some file of the language is resolved.
            let language = Language::from_u8(record.language)?;
            if bombe_languages::support_for(language)?.profile().structural {
                let other = entries.iter().zip(&self.to).find_map(|(other, to)| {
                    to.filter(|_| other.language == record.language && !other.is_stub)
                });
                handled.extend(other);
            }
        }
        news.handled = handled;
        news.seeing = ledger.renumber(&self.to, self.count);
        let mut moved = vec![ReadSet::default(); self.count];
        for (mut reads, to) in reads.drain(..).zip(&self.to) {
            let Some(to) = to else { continue };
            let before = reads.files.len();
            reads.files = reads
                .files
                .iter()
                .filter_map(|file| self.to[*file as usize])
                .collect();
            if reads.files.len() < before {
                news.seeing.push(*to);
            }
            moved[*to as usize] = reads;
        }
        news.reads = Some(moved);
        Some(news)
    }
}

/// A file that was read now.
struct Changed<'s> {
    file: u32,
    source: &'s Scanned,
    facts: &'s Facts,
}

impl Changed<'_> {
    /// True if others see another thing of it than in `before`.
    fn shows(&self, before: &Store) -> bool {
        let Some(row) = before.find(self.source.path()) else {
            return true;
        };
        if self.source.looks_like(row) {
            return false;
        }
        let was = before.facts(row);
        !was.is_some_and(|was| interface::same_interface(&was, self.facts))
    }
}

/// What the types of a file satisfied.
fn structural(repo: &Repo, record: &FileRecord) -> Vec<Structural> {
    let contributions = record.contributions();
    let structural = contributions.structural.iter();
    structural
        .map(|(source, target, what)| (repo.sym_at(*source), repo.sym_at(*target), *what))
        .collect()
}

/// What of an summary gives the tables of the whole their shape.
fn shape(summary: &FileSummary) -> impl PartialEq + '_ {
    let own = summary.namespaces();
    let namespaces = own.iter().map(|namespace| {
        let mut around = own.iter();
        let around = around.position(|around| around.body == Some(namespace.scope));
        (namespace.name, around, namespace.transparent)
    });
    let children = summary.child_modules().into_iter();
    (
        summary.head.file,
        summary.package(),
        namespaces.collect::<Vec<_>>(),
        children
            .map(|child| (child.module, child.within))
            .collect::<Vec<_>>(),
        summary.head.includes,
    )
}

/// Names that the tables of the whole hold otherwise by one summary than by another, cut as they are noted.
fn bound_otherwise(was: &FileSummary, is: &FileSummary) -> impl Iterator<Item = u32> {
    let mut count: HashMap<(Name, u8, Option<usize>), i32> = HashMap::new();
    for (summary, one) in [(was, 1), (is, -1)] {
        // Scopes may have other numbers, namespaces stand in the same order.
        let bodies = summary
            .namespaces()
            .into_iter()
            .map(|namespace| namespace.body);
        let bodies: Vec<_> = bodies.collect();
        for bound in summary.bound() {
            let namespace = bodies.iter().position(|body| *body == Some(bound.scope));
            *count
                .entry((bound.name, bound.how(), namespace))
                .or_default() += one;
        }
        for name in summary.tops() {
            *count.entry((name, u8::MAX, None)).or_default() += one;
        }
        for (name, _) in summary.callables() {
            *count.entry((name, u8::MAX - 1, None)).or_default() += one;
        }
    }
    let other = count.into_iter().filter(|(_, count)| *count != 0);
    other.map(|((name, _, _), _)| dependencies::short_name(name))
}

/// The files of whose definitions a file says another thing now.
fn said_otherwise(
    was: &Contributions<FileDef>,
    is: &Contributions<FileDef>,
) -> impl Iterator<Item = u32> {
    let mut count: BTreeMap<(FileDef, u8, Name), i32> = BTreeMap::new();
    for (contributions, one) in [(was, 1), (is, -1)] {
        let mut add = |at: FileDef, what: u8, name: Name| {
            *count.entry((at, what, name)).or_default() += one;
        };
        for (owner, name, _) in &contributions.members {
            add(*owner, 0, *name);
        }
        for (owner, name, _) in &contributions.assigned {
            add(*owner, 1, *name);
        }
        for (ty, _) in &contributions.supers {
            add(*ty, 2, Name::EMPTY);
        }
        for (_, owner) in &contributions.receivers {
            add(*owner, 3, Name::EMPTY);
        }
        for (one, _) in &contributions.merged {
            add(*one, 4, Name::EMPTY);
        }
    }
    let other = count.into_iter().filter(|(_, count)| *count != 0);
    other.map(|((at, _, _), _)| at.file)
}
