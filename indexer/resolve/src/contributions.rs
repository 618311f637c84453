//! The first step of resolution: members and supertypes that are declared away from their type.

use std::ops::{Deref, DerefMut};

use bombe_format::kind::SymbolKind;
use rayon::prelude::*;

use bombe_facts::{DefId, DefRole, TypeId};

use super::cross_fact::FactKind;
use super::dependencies::{self, ReadSet};
use super::repo::{MemberRef, Name, Repo, Sym};
use super::session::{Entity, Namespace, Session, Shared};
use super::types::TyData;
use bombe_rules::modules::{ModuleFinder, Package};

/// What one file says of definitions in other files, or of its own from outside their bodies: most say nothing, and take
/// no memory for it. Definitions are numbered over all files, or otherwise.
#[derive(Clone, Debug)]
pub struct Contributions<D = Sym>(Option<Box<ContributionLists<D>>>);

/// See [`Contributions`].
#[derive(Clone, Debug)]
pub struct ContributionLists<D> {
    /// (type, other): one type with another of the same name; see [`Shared::merged_with`].
    pub merged: Vec<(D, D)>,
    /// (method or block, type): a definition of the file and the type that it belongs to from outside.
    pub receivers: Vec<(D, D)>,
    /// (owner, name, member): methods declared outside of their owner's body.
    pub members: Vec<(D, Name, MemberRef<D>)>,
    /// (type, type expression of the file): supertypes found outside of the type's body.
    pub supers: Vec<(D, TypeId)>,
    /// Blocks of the file that hold for every type; see [`Shared::blanket`].
    pub blanket: Vec<D>,
    /// (owner, name, member): members assigned through an expression.
    pub assigned: Vec<(D, Name, MemberRef<D>)>,
    /// What its entry points lead to that name their handler by an expression: it may stand anywhere.
    pub handlers: Vec<D>,
    /// (definition of the file, other): what its types satisfy by having their methods. Of all files together, so it is found
    /// after all else.
    pub structural: Vec<(D, D, Satisfies)>,
}

/// What is satisfied by methods alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Satisfies {
    /// A type satisfies an interface.
    Interface,
    /// A method is one that an interface asks for.
    Method,
}

impl<D: 'static> ContributionLists<D> {
    /// A file that says nothing.
    const NOTHING: &'static Self = &Self {
        merged: Vec::new(),
        receivers: Vec::new(),
        members: Vec::new(),
        supers: Vec::new(),
        blanket: Vec::new(),
        assigned: Vec::new(),
        handlers: Vec::new(),
        structural: Vec::new(),
    };

    /// Number of rows.
    pub fn rows(&self) -> usize {
        let pairs = self.merged.len() + self.receivers.len() + self.structural.len();
        let members = self.members.len() + self.assigned.len();
        pairs + members + self.supers.len() + self.blanket.len() + self.handlers.len()
    }
}

impl<D> Default for Contributions<D> {
    fn default() -> Self {
        Self(None)
    }
}

impl<D: 'static> Deref for Contributions<D> {
    type Target = ContributionLists<D>;

    fn deref(&self) -> &ContributionLists<D> {
        self.0.as_deref().unwrap_or(ContributionLists::NOTHING)
    }
}

impl<D: Clone + 'static> DerefMut for Contributions<D> {
    fn deref_mut(&mut self) -> &mut ContributionLists<D> {
        self.0
            .get_or_insert_with(|| Box::new(ContributionLists::NOTHING.clone()))
    }
}

impl<D: Copy + 'static> Contributions<D> {
    /// The same with definitions numbered otherwise.
    pub fn map<E>(&self, number: impl Fn(D) -> E) -> Contributions<E> {
        if self.rows() == 0 {
            return Contributions(None);
        }
        let pairs = |pairs: &[(D, D)]| {
            let pairs = pairs.iter();
            pairs
                .map(|(one, other)| (number(*one), number(*other)))
                .collect()
        };
        let members = |members: &[(D, Name, MemberRef<D>)]| {
            let members = members.iter().map(|(owner, name, member)| {
                let member = match member {
                    MemberRef::Def(def) => MemberRef::Def(number(*def)),
                    MemberRef::Assign(file, assign) => MemberRef::Assign(*file, *assign),
                };
                (number(*owner), *name, member)
            });
            members.collect()
        };
        let defs = |defs: &[D]| defs.iter().map(|def| number(*def)).collect();
        let (supers, structural) = (self.supers.iter(), self.structural.iter());
        Contributions(Some(Box::new(ContributionLists {
            merged: pairs(&self.merged),
            receivers: pairs(&self.receivers),
            members: members(&self.members),
            supers: supers.map(|(ty, expr)| (number(*ty), *expr)).collect(),
            blanket: defs(&self.blanket),
            assigned: members(&self.assigned),
            handlers: defs(&self.handlers),
            structural: structural
                .map(|(source, target, what)| (number(*source), number(*target), *what))
                .collect(),
        })))
    }
}

/// What was found out about a file of which it was not known what it says of others.
#[derive(Debug)]
pub struct FileContributions {
    /// Number of the file.
    pub file: u32,
    /// What it says.
    pub contributions: Contributions,
    /// What was looked at for it.
    pub reads: ReadSet,
}

/// What was found out about some files, which ascend.
pub type Found = Vec<FileContributions>;

/// Puts module finders, packages and outside members beside the facts, and finds out what the files say of others that are
/// `unknown`; of the rest the repository knows. Meanwhile the facts of files that are `likely` to be asked for are fetched.
pub fn collect_contributions(repo: Repo, unknown: &[u32], likely: &[u32]) -> (Shared, Found) {
    // Made by all threads: none of them may wait for it.
    repo.names();
    let fetch = |file: &u32| {
        repo.facts(*file);
    };
    let fetch_all = || likely.par_iter().with_max_len(1).for_each(fetch);
    let (modules, ()) = rayon::join(|| modules(&repo), fetch_all);
    let (packages, modules, module_of_file) = modules;
    let mut shared = Shared {
        repo,
        packages,
        modules,
        module_of_file,
        blanket: Vec::new(),
    };
    let mut found: Found = unknown
        .iter()
        .map(|file| FileContributions {
            file: *file,
            contributions: Contributions::default(),
            reads: ReadSet::default(),
        })
        .collect();
    // Each step sees what the steps before it have found in all files.
    step(&mut found, |file, contributions| {
        contributions.merged = merged(&shared, file);
    });
    shared
        .repo
        .add_contributions(&found, FactKind::Merged..=FactKind::Merged);
    step(&mut found, |file, contributions| {
        receivers(&shared, file, contributions);
    });
    shared
        .repo
        .add_contributions(&found, FactKind::Receiver..=FactKind::Blanket);
    let blanket = shared.repo.cross_facts.all(FactKind::Blanket);
    let mut blanket: Vec<Sym> = blanket
        .map(|row| shared.repo.sym_at(row.fact.subject))
        .collect();
    blanket.sort_unstable();
    shared.blanket = blanket;
    step(&mut found, |file, contributions| {
        contributions.assigned = assigned(&shared, file);
    });
    shared
        .repo
        .add_contributions(&found, FactKind::Assigned..=FactKind::Assigned);
    step(&mut found, |file, contributions| {
        contributions.handlers = handlers(&shared, file);
    });
    shared
        .repo
        .add_contributions(&found, FactKind::Handler..=FactKind::LAST);
    (shared, found)
}

/// Packages, module finders, and the number of that of each file.
fn modules(repo: &Repo) -> (Vec<Package>, Vec<Box<dyn ModuleFinder>>, Vec<u32>) {
    let mut packages: Vec<Package> = Vec::new();
    let mut modules: Vec<Box<dyn ModuleFinder>> = Vec::new();
    // By number of the language.
    let mut known = vec![None; usize::from(u8::MAX) + 1];
    let mut module_of_file = Vec::with_capacity(repo.files.len());
    for source in &repo.files {
        let at = known[source.language as usize].unwrap_or_else(|| {
            let rules = source.rules;
            let at = modules.len() as u32;
            modules.push(rules.module_finder(repo, &mut packages));
            for language in rules.languages() {
                known[*language as usize] = Some(at);
            }
            at
        });
        module_of_file.push(at);
    }
    (packages, modules, module_of_file)
}

/// Does one step for each of some files.
fn step(found: &mut Found, step: impl Fn(u32, &mut Contributions) + Sync) {
    found.par_iter_mut().with_max_len(1).for_each(|of_file| {
        let ((), more) = dependencies::recorded(|| step(of_file.file, &mut of_file.contributions));
        of_file.reads.add(&more);
    });
}

/// Interfaces of one name in one scope, and the class of that name, become one type.
fn merged(shared: &Shared, file: u32) -> Vec<(Sym, Sym)> {
    if !shared.profile(file).merges {
        return Vec::new();
    }
    let defs = &shared.repo.facts(file).defs;
    let is = |at: &u32, kind| defs[*at as usize].kind == Some(kind);
    let mut types: Vec<u32> = (0..defs.len() as u32)
        .filter(|at| is(at, SymbolKind::Interface) || is(at, SymbolKind::Class))
        .filter(|at| defs[*at as usize].role == DefRole::Type && defs[*at as usize].name.0 != 0)
        .collect();
    let key = |at: &u32| (defs[*at as usize].scope, defs[*at as usize].name);
    types.sort_by_key(key);
    let mut pairs = Vec::new();
    for group in types.chunk_by(|a, b| key(a) == key(b)) {
        for one in group {
            for other in group {
                let classes = is(one, SymbolKind::Class) && is(other, SymbolKind::Class);
                if one != other && !classes {
                    let sym = |at: &u32| shared.repo.sym(file, DefId(*at));
                    pairs.push((sym(one), sym(other)));
                }
            }
        }
    }
    pairs.extend(augmentations(shared, file));
    pairs
}

/// Types in a namespace that adds to another module become one with that module's types of the same name.
fn augmentations(shared: &Shared, file: u32) -> Vec<(Sym, Sym)> {
    let repo = &shared.repo;
    let facts = repo.facts(file);
    let mut pairs = Vec::new();
    let mut session = Session::new(shared, file);
    for (at, namespace) in facts.defs.iter().enumerate() {
        if namespace.role != DefRole::Namespace || namespace.parent != DefId(0) {
            continue;
        }
        let name = facts.str(namespace.name);
        dependencies::record_path(name);
        let Some(module) = shared.finder(file).augmented(repo, file, name) else {
            continue;
        };
        for (one, def) in facts.defs.iter().enumerate() {
            if def.parent != DefId(at as u32) || def.role != DefRole::Type {
                continue;
            }
            let one = repo.sym(file, DefId(one as u32));
            let found = session.module_member(module, repo.sym_name(one), Namespace::Type);
            if let Entity::Syms(others) = found {
                let others = others
                    .into_iter()
                    .filter(|other| *other != one && repo.def(*other).role == DefRole::Type);
                pairs.extend(others.flat_map(|other| [(one, other), (other, one)]));
            }
        }
    }
    pairs
}

/// Methods with a receiver and `impl` blocks become members of their type.
fn receivers(shared: &Shared, file: u32, contributions: &mut Contributions) {
    let repo = &shared.repo;
    let facts = repo.facts(file);
    if facts.defs.iter().all(|def| def.receiver.0 == 0) {
        return;
    }
    let mut session = Session::new(shared, file);
    for (at, def) in facts.defs.iter().enumerate() {
        if def.receiver.0 == 0 {
            continue;
        }
        let sym = repo.sym(file, DefId(at as u32));
        let ty = session.type_from(file, def.receiver);
        let owner = match session.types.get(ty) {
            TyData::Instance(owner, _) => owner,
            TyData::Param(_) if def.role == DefRole::Impl => {
                contributions.blanket.push(sym);
                continue;
            }
            _ => continue,
        };
        contributions.receivers.push((sym, owner));
        let as_member = (owner, repo.sym_name(sym), MemberRef::Def(sym));
        match def.role {
            DefRole::Callable => {
                let in_impl = facts.defs[def.parent.index()].role == DefRole::Impl;
                if owner != repo.parent(sym) && !in_impl {
                    contributions.members.push(as_member);
                }
            }
            // A nested class defined away from the class around it.
            DefRole::Type if owner != sym => contributions.members.push(as_member),
            DefRole::Impl => {
                contributions.members.extend(
                    repo.all_members(sym)
                        .map(|(name, member)| (owner, name, member)),
                );
                if def.implements.0 != 0 {
                    contributions.supers.push((owner, def.implements));
                }
                // What the block asks of its parameters holds for those of the type, which they stand for.
                for param in repo.type_params(sym) {
                    let own = session.receiver_param(param);
                    if own != param {
                        let bounds = facts.bases_of(repo.def_id(param));
                        contributions
                            .supers
                            .extend(bounds.map(|(_, bound)| (own, bound)));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Members assigned through an expression (`Foo.prototype.f = …`) become members of what the expression names.
fn assigned(shared: &Shared, file: u32) -> Vec<(Sym, Name, MemberRef)> {
    let repo = &shared.repo;
    let facts = repo.facts(file);
    let mut members = Vec::new();
    if facts.assigns.iter().all(|assign| assign.owner.is_some()) {
        return members;
    }
    let mut session = Session::new(shared, file);
    for (at, assign) in facts.assigns.iter().enumerate() {
        if assign.owner.is_some() {
            continue;
        }
        let owner = match session.entity_of_expr(file, assign.base, Namespace::Value) {
            Entity::Syms(syms) => syms.first().copied(),
            entity => {
                let ty = session.entity_type(&entity);
                match session.types.get(ty) {
                    TyData::Instance(sym, _) | TyData::Class(sym, _) => Some(sym),
                    TyData::Func { syms, .. } => session.types.syms_of(syms).first().copied(),
                    _ => None,
                }
            }
        };
        let Some(owner) = owner else { continue };
        if assign.name.0 == 0 {
            // Every member of a value.
            let value = session.type_of(file, assign.value);
            if let TyData::Instance(given, _) = session.types.get(value) {
                let given = repo.all_members(given);
                members.extend(given.map(|(name, member)| (owner, name, member)));
            }
        } else {
            let member = MemberRef::Assign(file, at as u32);
            members.push((owner, repo.name(file, assign.name), member));
        }
    }
    members
}

/// The handlers of entry points that name them by an expression.
fn handlers(shared: &Shared, file: u32) -> Vec<Sym> {
    let entries = shared.repo.facts(file).entry_points.iter();
    let mut entries = entries.filter(|entry| entry.def.is_none()).peekable();
    if entries.peek().is_none() {
        return Vec::new();
    }
    let mut session = Session::new(shared, file);
    entries
        .filter_map(|entry| session.handler(file, entry))
        .collect()
}
