//! Which files an update has to resolve anew: those that have changed, those that can see a difference, those of the overlay
//! so far. Of all others the ledger says what they say of others, and the base what was emitted for them.

use bombe_format::commit::CommitPoint;
use hashbrown::HashMap;

use super::overlay_paths;
use crate::commit::Beside;
use crate::discover::Settings;
use crate::facts::store::{self, Store};
use crate::facts::surface;
use crate::facts::{DefId, Facts};
use crate::resolve::ledger::{At, Entry, Ledger};
use crate::resolve::link::Known;
use crate::resolve::repo::Repo;
use crate::scan::{Scan, Scanned};

/// What an update resolves.
#[derive(Debug)]
pub struct Plan {
    /// What is known of every file.
    pub ledger: Ledger,
    /// The files to resolve, ascending.
    pub own: Vec<u32>,
    /// Entries of others that name definitions of files that have changed, by their new numbers.
    pub renamed: Vec<(u32, Entry)>,
}

impl Plan {
    /// Plans the update of what was current at `commit` to a scan of the state `made_of`; `before` are the facts of then.
    /// None if everything must be resolved: files came or went, project files or settings have changed, or it is not known
    /// what was found out before.
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
        let mut changed: Vec<(u32, &Scanned, &Facts)> = Vec::new();
        for (source, file) in sources.iter().zip(0u32..) {
            if let Some(facts) = source.read_now() {
                changed.push((file, source, facts));
            }
        }
        let mut own: Vec<u32> = changed.iter().map(|(file, _, _)| *file).collect();
        if let Some(overlay) = &commit.overlay {
            for path in overlay_paths(&beside.overlay(overlay)).ok()? {
                own.push(number(&path).ok()? as u32);
            }
        }
        own.sort_unstable();
        own.dedup();
        let same = |source: &Scanned| {
            let row = before.find(source.path());
            row.is_some_and(|row| source.looks_like(row))
        };
        if !changed.iter().all(|(_, source, _)| same(source)) {
            return None;
        }
        let ledger = Ledger::read(&beside.ledger(), inputs)?;
        let renamed = renamed(&ledger, &own, |file| {
            let (_, source, facts) = changed.iter().find(|(changed, _, _)| *changed == file)?;
            let was = before.facts(before.find(source.path())?)?;
            let (was, is) = (surface::outer(&was), surface::outer(facts));
            (was.len() == is.len()).then(|| was.into_iter().zip(is).collect())
        })?;
        Some(Self {
            ledger,
            own,
            renamed,
        })
    }
}

impl Plan {
    /// What the files say of others that are not to be resolved, and none of those that are.
    pub fn known(&self, repo: &Repo) -> Known {
        let mut own = self.own.iter().peekable();
        let mut renamed = self.renamed.iter().peekable();
        let entries = self.ledger.entries().iter().zip(0u32..);
        let known = entries.map(|(entry, file)| {
            if own.next_if(|own| **own == file).is_some() {
                return None;
            }
            let anew = renamed.next_if(|(renamed, _)| *renamed == file);
            let entry = anew.map_or(entry, |(_, entry)| entry);
            Some(entry.outward.within(repo))
        });
        known.collect()
    }
}

/// The entries of files that are not among `own` and name definitions of files that have changed, by the new numbers, which
/// `renumbered` gives for such a file. None if a definition has no new number.
fn renamed(
    ledger: &Ledger,
    own: &[u32],
    renumbered: impl Fn(u32) -> Option<HashMap<DefId, DefId>>,
) -> Option<Vec<(u32, Entry)>> {
    let mut maps: HashMap<u32, Option<HashMap<DefId, DefId>>> = HashMap::new();
    let mut renamed = Vec::new();
    for (entry, file) in ledger.entries().iter().zip(0u32..) {
        let names_own = |at: At| own.binary_search(&at.file).is_ok();
        if own.binary_search(&file).is_ok() || !entry.outward.named().any(names_own) {
            continue;
        }
        let mut entry = entry.clone();
        let mut lost = false;
        entry.outward.rename(|at| {
            let map = maps.entry(at.file).or_insert_with(|| renumbered(at.file));
            let Some(map) = map else { return at };
            let def = map.get(&at.def).copied();
            lost |= def.is_none();
            At {
                def: def.unwrap_or(at.def),
                ..at
            }
        });
        if lost {
            return None;
        }
        renamed.push((file, entry));
    }
    Some(renamed)
}
