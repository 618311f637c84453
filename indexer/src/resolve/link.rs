//! The first step of resolution: members and supertypes that are declared away from their type.

use bombe_format::kind::SymbolKind;
use rayon::prelude::*;

use crate::facts::{BindingId, Bound, DefId, DefRole, ScopeId, TypeId};
use crate::lang::LanguageSupport;

use super::modules::{Modules, Package};
use super::repo::{MemberRef, Name, Repo, Sym, first_of_groups};
use super::session::{Entity, Session, Shared, Space};
use super::types::TyData;

/// Puts module finders, packages and outside members beside the facts.
pub fn link(repo: Repo) -> Shared {
    let mut packages: Vec<Package> = Vec::new();
    let mut modules: Vec<Box<dyn Modules>> = Vec::new();
    let mut supports: Vec<*const ()> = Vec::new();
    let mut module_of_file = Vec::with_capacity(repo.files.len());
    for file in 0..repo.files.len() as u32 {
        let support: &dyn LanguageSupport = repo.language(file);
        let key = std::ptr::from_ref(support).cast::<()>();
        // Implementations without fields may share an address; their languages tell them apart.
        let known = supports.iter().enumerate().position(|(at, known)| {
            *known == key
                && std::ptr::eq(
                    repo.language(first_of(&module_of_file, at)).languages(),
                    support.languages(),
                )
        });
        let at = known.unwrap_or_else(|| {
            supports.push(key);
            modules.push(support.modules(&repo, &mut packages));
            supports.len() - 1
        });
        module_of_file.push(at as u32);
    }
    let mut package_names: Vec<(u32, Name, u32, BindingId)> = Vec::new();
    for (at, package) in packages.iter().enumerate() {
        for (file, scope) in &package.scopes {
            for (name, binding) in repo.bindings_in(*file, *scope) {
                if matches!(
                    repo.binding(*file, binding).what,
                    Bound::Def(_) | Bound::Import(_)
                ) {
                    package_names.push((at as u32, name, *file, binding));
                }
            }
        }
        for file in &package.files {
            for (name, binding) in repo.bindings_in(*file, ScopeId(0)) {
                if matches!(
                    repo.binding(*file, binding).what,
                    Bound::Def(_) | Bound::Var
                ) {
                    package_names.push((at as u32, name, *file, binding));
                }
            }
        }
    }
    package_names.sort_unstable();
    let packages_of_names = package_names.iter().map(|(package, _, _, _)| *package);
    let first_package_name = first_of_groups(packages_of_names, packages.len());
    let mut shared = Shared {
        repo,
        packages,
        modules,
        module_of_file,
        package_names,
        first_package_name,
        extra_supers: Vec::new(),
        merged: Vec::new(),
        blanket: Vec::new(),
    };
    link_declarations(&mut shared);
    link_receivers(&mut shared);
    link_assignments(&mut shared);
    shared
}

/// Interfaces of one name in one scope, and the class of that name, become one type.
fn link_declarations(shared: &mut Shared) {
    let files = 0..shared.repo.files.len() as u32;
    let mut merged: Vec<(Sym, Sym)> = files
        .into_par_iter()
        .filter(|file| shared.profile(*file).merges)
        .flat_map_iter(|file| {
            let defs = &shared.repo.facts(file).defs;
            let is = |at: &u32, kind| defs[*at as usize].kind == Some(kind);
            let mut types: Vec<u32> = (0..defs.len() as u32)
                .filter(|at| is(at, SymbolKind::Interface) || is(at, SymbolKind::Class))
                .filter(|at| {
                    defs[*at as usize].role == DefRole::Type && defs[*at as usize].name.0 != 0
                })
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
            pairs
        })
        .collect();
    merged.extend(augmentations(shared));
    merged.sort_unstable();
    shared.merged = merged;
}

/// Types in a namespace that adds to another module become one with that module's types of the same name.
fn augmentations(shared: &Shared) -> Vec<(Sym, Sym)> {
    let files = 0..shared.repo.files.len() as u32;
    files
        .into_par_iter()
        .filter(|file| shared.profile(*file).merges)
        .flat_map_iter(|file| {
            let repo = &shared.repo;
            let facts = repo.facts(file);
            let mut pairs = Vec::new();
            let mut session = Session::new(shared, file);
            for (at, namespace) in facts.defs.iter().enumerate() {
                if namespace.role != DefRole::Namespace || namespace.parent != DefId(0) {
                    continue;
                }
                let name = facts.str(namespace.name);
                let Some(module) = shared.finder(file).augmented(repo, file, name) else {
                    continue;
                };
                for (one, def) in facts.defs.iter().enumerate() {
                    if def.parent != DefId(at as u32) || def.role != DefRole::Type {
                        continue;
                    }
                    let one = repo.sym(file, DefId(one as u32));
                    let found = session.module_member(module, repo.sym_name(one), Space::Type);
                    if let Entity::Syms(others) = found {
                        let others = others.into_iter().filter(|other| {
                            *other != one && repo.def(*other).role == DefRole::Type
                        });
                        pairs.extend(others.flat_map(|other| [(one, other), (other, one)]));
                    }
                }
            }
            pairs
        })
        .collect()
}

/// The first file with this module finder.
fn first_of(module_of_file: &[u32], at: usize) -> u32 {
    module_of_file
        .iter()
        .position(|found| *found as usize == at)
        .unwrap_or(0) as u32
}

/// What one file declares for types from outside their bodies.
#[derive(Default)]
struct Outside {
    members: Vec<(Sym, Name, MemberRef)>,
    supers: Vec<(Sym, u32, TypeId)>,
    blanket: Vec<Sym>,
}

fn gather(shared: &Shared, find: impl Fn(&Shared, u32) -> Outside + Sync) -> Outside {
    let files = 0..shared.repo.files.len() as u32;
    let parts: Vec<Outside> = files
        .into_par_iter()
        .map(|file| find(shared, file))
        .collect();
    let mut all = Outside::default();
    for part in parts {
        all.members.extend(part.members);
        all.supers.extend(part.supers);
        all.blanket.extend(part.blanket);
    }
    all
}

/// Methods with a receiver and `impl` blocks become members of their type.
fn link_receivers(shared: &mut Shared) {
    let found = gather(shared, |shared, file| {
        let repo = &shared.repo;
        let facts = repo.facts(file);
        let mut outside = Outside::default();
        if facts.defs.iter().all(|def| def.receiver.0 == 0) {
            return outside;
        }
        let mut session = Session::new(shared, file);
        for (at, def) in facts.defs.iter().enumerate() {
            if def.receiver.0 == 0 {
                continue;
            }
            let sym = repo.sym(file, DefId(at as u32));
            let ty = session.type_from(file, def.receiver);
            match session.types.get(ty) {
                TyData::Instance(owner, _) => match def.role {
                    DefRole::Callable => {
                        let in_impl = facts.defs[def.parent.index()].role == DefRole::Impl;
                        if owner != repo.parent(sym) && !in_impl {
                            outside
                                .members
                                .push((owner, repo.sym_name(sym), MemberRef::Def(sym)));
                        }
                    }
                    // A nested class defined away from the class around it.
                    DefRole::Type if owner != sym => {
                        outside
                            .members
                            .push((owner, repo.sym_name(sym), MemberRef::Def(sym)));
                    }
                    DefRole::Impl => {
                        outside.members.extend(
                            repo.all_members(sym)
                                .map(|(name, member)| (owner, name, member)),
                        );
                        if def.implements.0 != 0 {
                            outside.supers.push((owner, file, def.implements));
                        }
                        // What the block asks of its parameters holds for those of the type, which they stand for.
                        for param in repo.type_params(sym) {
                            let own = session.receiver_param(param);
                            if own != param {
                                let bounds = facts.bases_of(repo.def_id(param));
                                outside
                                    .supers
                                    .extend(bounds.map(|(_, bound)| (own, file, bound)));
                            }
                        }
                    }
                    _ => {}
                },
                TyData::Param(_) if def.role == DefRole::Impl => outside.blanket.push(sym),
                _ => {}
            }
        }
        outside
    });
    shared.repo.add_members(found.members);
    shared.extra_supers = found.supers;
    shared.extra_supers.sort_unstable();
    shared.blanket = found.blanket;
}

/// Members assigned through an expression (`Foo.prototype.f = …`) become members of what the expression names.
fn link_assignments(shared: &mut Shared) {
    let found = gather(shared, |shared, file| {
        let repo = &shared.repo;
        let facts = repo.facts(file);
        let mut outside = Outside::default();
        if facts.assigns.iter().all(|assign| assign.owner.is_some()) {
            return outside;
        }
        let mut session = Session::new(shared, file);
        for (at, assign) in facts.assigns.iter().enumerate() {
            if assign.owner.is_some() {
                continue;
            }
            let owner = match session.entity_of_expr(file, assign.base, Space::Value) {
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
                    let members = repo.all_members(given);
                    outside
                        .members
                        .extend(members.map(|(name, member)| (owner, name, member)));
                }
            } else {
                outside.members.push((
                    owner,
                    repo.name(file, assign.name),
                    MemberRef::Assign(file, at as u32),
                ));
            }
        }
        outside
    });
    shared.repo.add_members(found.members);
}
