//! Which files an update has to resolve anew: those that have changed, those that can see a difference, those of the overlay
//! so far. Of all others the ledger says what they say of others, and the base what was emitted for them.
//!
//! A file sees a difference if its resolution has opened a file of which others see another thing now, or asked the tables
//! of the whole for a name that is bound otherwise there now. What others see of a file is told by its surface
//! (`crate::facts::surface`), and by what other files say of its definitions: a method declared elsewhere is seen as a change
//! of the file of its type. As resolving a file anew may change what it says of others, this goes on until nothing is added.
//! Where the tables of the whole get another shape (a package more, other includes), everything is resolved.

use std::collections::BTreeMap;

use bombe_format::commit::CommitPoint;
use bombe_format::kind::EdgeKind;
use hashbrown::{HashMap, HashSet};

use super::overlay_paths;
use crate::commit::Beside;
use crate::discover::Settings;
use crate::facts::store::{self, Store};
use crate::facts::surface;
use crate::facts::{DefId, Facts};
use crate::lang;
use crate::resolve::Task;
use crate::resolve::ledger::{At, Entry, KeptOutward, Ledger};
use crate::resolve::link::{Found, Known};
use crate::resolve::outline::Outline;
use crate::resolve::repo::{Name, Repo, Sym};
use crate::resolve::trace::{self, Looked};
use crate::scan::{Scan, Scanned};

/// If more files than that and more than half of all are to be resolved, looking for the rest costs more than it saves.
const FEW_FILES: usize = 200;

/// New numbers of the definitions that others can name, of each file that has changed where others cannot see it.
type Renumbered = HashMap<u32, HashMap<DefId, DefId>>;

/// What an update resolves.
#[derive(Debug)]
pub struct Plan {
    /// What is known of every file, with the new numbers of definitions.
    pub ledger: Ledger,
    /// Number of files of the repository; behind them come the stub files.
    files: u32,
    /// The files to resolve, ascending.
    own: Vec<u32>,
    /// All files are to be resolved.
    everything: bool,
    /// Entries of the ledger in which definitions have new numbers.
    renamed: Vec<u32>,
    /// What others can see of some file has changed.
    shows: Option<Shows>,
}

/// What can be seen to have changed.
#[derive(Debug)]
struct Shows {
    /// What was looked at for each file.
    looked: Vec<Looked>,
    /// For each file: others see another thing of it.
    differs: Vec<bool>,
}

impl Plan {
    /// Plans the update of what was current at `commit` to a scan of the state `made_of`; `before` are the facts of then.
    /// None if everything must be read again: files came or went, project files or settings have changed, or it is not
    /// known what was found out before.
    pub fn of(
        scan: &Scan,
        settings: &Settings,
        made_of: store::State,
        before: &Store,
        commit: &CommitPoint,
        beside: &Beside,
    ) -> Option<Self> {
        // Facts are written before the commit point: they may be ahead of it.
        let inputs = before.state().inputs;
        if inputs != commit.inputs || made_of.frame != before.state().frame {
            return None;
        }
        let sources: Vec<&Scanned> = scan.sources(settings).collect();
        let number = |path: &str| sources.binary_search_by(|source| source.path().cmp(path));
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
        if let Some(overlay) = &commit.overlay {
            for path in overlay_paths(&beside.overlay(overlay)).ok()? {
                own.push(number(&path).ok()? as u32);
            }
        }
        own.sort_unstable();
        own.dedup();
        let mut plan = Self {
            ledger: Ledger::read(&beside.ledger(), inputs)?,
            files: sources.len() as u32,
            own,
            everything: false,
            renamed: Vec::new(),
            shows: None,
        };
        let (showing, hidden): (Vec<_>, Vec<_>) =
            changed.iter().partition(|changed| changed.shows(before));
        plan.rename(&hidden, before)?;
        if !showing.is_empty() {
            plan.take_those_who_see(&showing);
        }
        Some(plan)
    }

    /// The files that are resolved, ascending; none if they are all.
    pub fn resolved(&self) -> Option<&[u32]> {
        (!self.everything).then_some(&self.own)
    }

    /// Entries of files that are not resolved in which definitions have new numbers, ascending.
    pub fn renamed(&self) -> impl Iterator<Item = (u32, &Entry)> {
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
        if self.own.len() > FEW_FILES.max(self.files as usize / 2) {
            self.everything = true;
        }
    }

    /// Gives the definitions of files that have changed where others cannot see it their new numbers, wherever they are
    /// named. None if one has no new number.
    fn rename(&mut self, hidden: &[&Changed], before: &Store) -> Option<()> {
        let mut named: HashSet<u32> = HashSet::new();
        let entries = self.ledger.entries();
        for (entry, file) in entries.iter().zip(0u32..) {
            let named_here = entry.outward.named().map(|at| at.file);
            let named_here = named_here.filter(|at| hidden.iter().any(|hidden| hidden.file == *at));
            let before = named.len();
            let mut any = false;
            named.extend(named_here.inspect(|_| any = true));
            if any || named.len() > before {
                self.renamed.push(file);
            }
        }
        let mut numbers = Renumbered::new();
        for changed in hidden.iter().filter(|hidden| named.contains(&hidden.file)) {
            let was = before.facts(before.find(changed.source.path())?)?;
            let (was, is) = (surface::outer(&was), surface::outer(changed.facts));
            if was.len() != is.len() {
                return None;
            }
            numbers.insert(changed.file, was.into_iter().zip(is).collect());
        }
        let mut lost = false;
        for file in &self.renamed {
            self.ledger.entry_mut(*file)?.outward.rename(|at| {
                let Some(numbers) = numbers.get(&at.file) else {
                    return at;
                };
                let def = numbers.get(&at.def).copied();
                lost |= def.is_none();
                let def = def.unwrap_or(at.def);
                At { def, ..at }
            });
        }
        (!lost).then_some(())
    }

    /// Takes the files that see what has changed of some.
    fn take_those_who_see(&mut self, showing: &[&Changed]) {
        let entries = self.ledger.entries();
        let mut names = HashSet::new();
        let mut differs = vec![false; entries.len()];
        for changed in showing {
            differs[changed.file as usize] = true;
            let was = &entries[changed.file as usize].outline;
            let Some(support) = lang::support_for(changed.source.language()) else {
                continue;
            };
            let is = Outline::of(changed.facts, support);
            if shape(was) != shape(&is) {
                self.everything = true;
                return;
            }
            names.extend(bound_otherwise(was, &is));
        }
        let Some(looked) = self.ledger.looked() else {
            self.everything = true;
            return;
        };
        let sees = |looked: &Looked| {
            let opened = looked.files.iter();
            let mut opened = opened.filter_map(|file| differs.get(*file as usize));
            opened.any(|differs| *differs) || looked.names.iter().any(|name| names.contains(name))
        };
        let seeing = self.files_where(|file| sees(&looked[file as usize]));
        self.shows = Some(Shows { looked, differs });
        self.take(seeing);
    }

    /// The files of the repository for which something holds.
    fn files_where(&self, holds: impl Fn(u32) -> bool) -> Vec<u32> {
        (0..self.files).filter(|file| holds(*file)).collect()
    }

    /// Takes files that see a difference, and those whose members belong to types of theirs: what these override is found
    /// from the type.
    fn take(&mut self, seeing: Vec<u32>) {
        let entries = self.ledger.entries();
        let belong = self.files_where(|file| {
            let outward = &entries[file as usize].outward;
            let mut owners = outward.members.iter().map(|(owner, _, _)| owner.file);
            owners.any(|owner| owner != file && seeing.binary_search(&owner).is_ok())
        });
        self.add(seeing);
        self.add(belong);
    }
}

impl Task for Plan {
    fn own(&self) -> Option<&[u32]> {
        self.resolved()
    }

    fn known(&self, repo: &Repo) -> Known {
        let entries = self.ledger.entries().iter().zip(0u32..);
        let known = entries.map(|(entry, file)| {
            let is_own = self.everything || self.is_own(file);
            (!is_own).then(|| entry.outward.within(repo))
        });
        known.collect()
    }

    fn structural(&self, repo: &Repo) -> Option<Vec<(Sym, Sym, EdgeKind)>> {
        if self.everything || self.shows.is_some() {
            return None;
        }
        // What has changed are insides of callables, of which this is independent.
        let entries = self
            .own
            .iter()
            .map(|file| &self.ledger.entries()[*file as usize]);
        let structural = entries.flat_map(|entry| entry.outward.within(repo).structural);
        Some(structural.collect())
    }

    fn grow(&mut self, repo: &Repo, known: &Known, found: &Found) -> bool {
        let Some(shows) = self.shows.as_mut().filter(|_| !self.everything) else {
            return false;
        };
        let mut more = Vec::new();
        let mut now_differ = HashSet::new();
        let is_structural = |file: u32| repo.language(file).profile().structural;
        let files = || found.iter().zip(known).zip(0u32..self.files);
        let structural = files().any(|((_, known), file)| known.is_none() && is_structural(file));
        for (((outward, _), known), file) in files() {
            match known {
                Some(known) if structural && is_structural(file) => {
                    let mut was = known.structural.clone();
                    was.sort_unstable();
                    if was != outward.structural {
                        more.push(file);
                    }
                }
                Some(_) => {}
                None => {
                    let was = &self.ledger.entries()[file as usize].outward;
                    let is = KeptOutward::of(outward, repo);
                    if (!was.blanket.is_empty() || !is.blanket.is_empty())
                        && shows.differs[file as usize]
                    {
                        self.everything = true;
                        return true;
                    }
                    // The entry points of what handles it are said of its own file.
                    if was.handlers != is.handlers || shows.differs[file as usize] {
                        let handlers = was.handlers.iter().chain(&is.handlers);
                        more.extend(handlers.map(|at| at.file).filter(|at| *at < self.files));
                    }
                    let others = said_otherwise(was, &is);
                    now_differ.extend(others.filter(|other| !shows.differs[*other as usize]));
                }
            }
        }
        for file in &now_differ {
            shows.differs[*file as usize] = true;
        }
        let shows = &*shows;
        let sees = |file: &u32| {
            let opened = &shows.looked[*file as usize].files;
            opened.iter().any(|opened| now_differ.contains(opened)) || now_differ.contains(file)
        };
        let seeing: Vec<u32> = (0..self.files).filter(sees).collect();
        let before = self.own.len();
        self.add(more);
        self.take(seeing);
        self.own.len() > before || self.everything
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
        let row = before.find(self.source.path());
        !row.is_some_and(|row| self.source.looks_like(row))
    }
}

/// What of an outline gives the tables of the whole their shape.
fn shape(outline: &Outline) -> impl PartialEq + '_ {
    let namespaces = outline.namespaces.iter().map(|namespace| {
        let mut around = outline.namespaces.iter();
        let around = around.position(|around| around.body == Some(namespace.scope));
        (&*namespace.name, around, namespace.transparent)
    });
    let children = outline.child_modules.iter();
    (
        outline.file,
        &*outline.package,
        namespaces.collect::<Vec<_>>(),
        children
            .map(|child| (&*child.module, &child.within))
            .collect::<Vec<_>>(),
        outline.includes,
    )
}

/// Names that the tables of the whole hold otherwise by one outline than by another, cut as they are noted.
fn bound_otherwise(was: &Outline, is: &Outline) -> impl Iterator<Item = u32> {
    let mut count: HashMap<(Name, u8), i32> = HashMap::new();
    for (outline, one) in [(was, 1), (is, -1)] {
        for bound in &outline.bound {
            *count.entry((bound.name, bound.what as u8)).or_default() += one;
        }
        for name in &outline.tops {
            *count.entry((*name, u8::MAX)).or_default() += one;
        }
        for (name, _) in &outline.callables {
            *count.entry((*name, u8::MAX - 1)).or_default() += one;
        }
    }
    let other = count.into_iter().filter(|(_, count)| *count != 0);
    other.map(|((name, _), _)| trace::cut(name))
}

/// The files of whose definitions a file says another thing now.
fn said_otherwise(was: &KeptOutward, is: &KeptOutward) -> impl Iterator<Item = u32> {
    let mut count: BTreeMap<(At, u8, Name), i32> = BTreeMap::new();
    for (outward, one) in [(was, 1), (is, -1)] {
        let mut add = |at: At, what: u8, name: Name| {
            *count.entry((at, what, name)).or_default() += one;
        };
        for (owner, name, _) in &outward.members {
            add(*owner, 0, *name);
        }
        for (owner, name, _) in &outward.assigned {
            add(*owner, 1, *name);
        }
        for (ty, _) in &outward.supers {
            add(*ty, 2, Name::EMPTY);
        }
        for (_, owner) in &outward.receivers {
            add(*owner, 3, Name::EMPTY);
        }
        for (one, _) in &outward.merged {
            add(*one, 4, Name::EMPTY);
        }
    }
    let other = count.into_iter().filter(|(_, count)| *count != 0);
    other.map(|((at, _, _), _)| at.file)
}
