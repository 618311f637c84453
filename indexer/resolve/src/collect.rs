//! The first step of resolution: collects what each file contributes to definitions elsewhere, list by list.

use bombe_facts::name::Name;
use bombe_facts::{Def, DefId, DefRole, EntryKind, TypeExpr, TypeId};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use bombe_rules::modules::{ModuleFinder, ModuleRef, Package};
use rayon::prelude::*;

use crate::contributions::{Contributions, FileContributions, Found};
use crate::cross_fact::FactKind;
use crate::dependencies::{self, ReadSet};
use crate::frameworks::Registered;
use crate::ids::{MemberRef, Place, Sym};
use crate::limits::DECLARATIONS_MAX;
use crate::member::foreign_impl;
use crate::repo::Repo;
use crate::session::{Entity, Namespace, Session, Shared};
use crate::types::TyData;

/// Makes the module finders and packages, and collects the contributions of the `unknown` files; the repository has
/// those of the others. Meanwhile it fetches the facts of the files that are `likely` to be read.
pub(crate) fn collect_contributions(
    repo: Repo,
    unknown: &[SourceId],
    likely: &[SourceId],
) -> (Shared, Found) {
    // All threads make this table together, so it is made before any of them waits for it.
    repo.names();
    let fetch = |file: &SourceId| {
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
    // Each step sees what the steps before it found in all files.
    step(&mut found, |file, contributions| {
        contributions.merged = merged(&shared, SourceId(file));
    });
    shared
        .repo
        .add_contributions(&found, FactKind::Merged..=FactKind::Merged);
    step(&mut found, |file, contributions| {
        receivers(&shared, SourceId(file), contributions);
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
        contributions.derived = derived(&shared, SourceId(file));
        contributions.assigned = assigned(&shared, SourceId(file));
    });
    shared
        .repo
        .add_contributions(&found, FactKind::Derived..=FactKind::Assigned);
    step(&mut found, |file, contributions| {
        contributions.mounts = mounts(&shared, SourceId(file));
    });
    shared
        .repo
        .add_contributions(&found, FactKind::Mount..=FactKind::Mount);
    step(&mut found, |file, contributions| {
        contributions.handlers = handlers(&shared, SourceId(file));
    });
    shared
        .repo
        .add_contributions(&found, FactKind::Handler..=FactKind::LAST);
    (shared, found)
}

/// Returns the packages, the module finders, and the position of each file's module finder.
fn modules(repo: &Repo) -> (Vec<Package>, Vec<Box<dyn ModuleFinder>>, Vec<u32>) {
    let mut packages: Vec<Package> = Vec::new();
    let mut modules: Vec<Box<dyn ModuleFinder>> = Vec::new();
    // By the number of the language.
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

/// Runs one step for each file.
fn step(found: &mut Found, step: impl Fn(u32, &mut Contributions) + Sync) {
    found.par_iter_mut().with_max_len(1).for_each(|of_file| {
        let ((), more) =
            dependencies::recorded(|| step(of_file.file.0, &mut of_file.contributions));
        of_file.reads.add(&more);
    });
}

/// Returns the declarations that form one type: the interfaces of one name in one scope, and the class of that name.
fn merged(shared: &Shared, file: SourceId) -> Vec<(Sym, Sym)> {
    if !shared.profile(file).merges {
        return Vec::new();
    }
    let defs = &shared.repo.facts(file).defs;
    let is = |at: &u32, kind| defs[*at as usize].kind == Some(kind);
    let mut types: Vec<u32> = (0..defs.len() as u32)
        .filter(|at| is(at, SymbolKind::Interface) || is(at, SymbolKind::Class))
        .filter(|at| {
            defs[*at as usize].role == DefRole::Type && !defs[*at as usize].name.is_empty()
        })
        .collect();
    let key = |at: &u32| (defs[*at as usize].scope, defs[*at as usize].name);
    types.sort_by_key(key);
    let mut pairs = Vec::new();
    for group in types.chunk_by(|a, b| key(a) == key(b)) {
        let group = &group[..group.len().min(DECLARATIONS_MAX)];
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

/// Returns the types in a namespace that augments other modules, each with the types of its name in these modules. The
/// interfaces at the top of a file may augment others, too.
fn augmentations(shared: &Shared, file: SourceId) -> Vec<(Sym, Sym)> {
    let repo = &shared.repo;
    let facts = repo.facts(file);
    let mut pairs = Vec::new();
    let mut session = Session::new(shared, file);
    for (at, namespace) in facts.defs.iter().enumerate() {
        let is_top = at == 0;
        if !is_top && (namespace.role != DefRole::Namespace || !namespace.parent.is_module()) {
            continue;
        }
        let name = if is_top {
            ""
        } else {
            facts.str(namespace.name)
        };
        let mut types = (1..facts.defs.len() as u32).filter(|one| {
            let def = &facts.defs[*one as usize];
            let can_merge =
                def.role == DefRole::Type && (!is_top || def.kind == Some(SymbolKind::Interface));
            can_merge && def.parent == DefId(at as u32)
        });
        let Some(first) = types.next() else { continue };
        let types: Vec<u32> = std::iter::once(first).chain(types).collect();
        dependencies::record_path(name);
        for module in shared.finder(file).augmented(repo, file, name) {
            for one in &types {
                let one = repo.sym(file, DefId(*one));
                let found = session.module_member(module, repo.sym_name(one), Namespace::Type);
                let Entity::Syms(others) = found else {
                    continue;
                };
                for other in others {
                    if other == one || repo.def(other).role != DefRole::Type {
                        continue;
                    }
                    pairs.push((one, other));
                    // The parts of a package say so of each other.
                    if !matches!(module, ModuleRef::Package(_)) {
                        pairs.push((other, one));
                    }
                }
            }
        }
    }
    pairs
}

/// Adds methods with a receiver and `impl` blocks as members of their type.
fn receivers(shared: &Shared, file: SourceId, contributions: &mut Contributions) {
    let repo = &shared.repo;
    let facts = repo.facts(file);
    if facts.defs.iter().all(|def| !def.receiver.is_known()) {
        return;
    }
    let mut session = Session::new(shared, file);
    for (at, def) in facts.defs.iter().enumerate() {
        if !def.receiver.is_known() {
            continue;
        }
        let sym = repo.sym(file, DefId(at as u32));
        let ty = session.type_from(file, def.receiver);
        let of_trait = session.implemented_trait(sym);
        if let Some(of_trait) = of_trait
            && session.is_foreign(ty)
        {
            contributions
                .members
                .push((of_trait, foreign_impl(), MemberRef::Def(sym)));
        }
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
            // A nested class that is defined outside the class around it.
            DefRole::Type if owner != sym => contributions.members.push(as_member),
            DefRole::Impl => {
                // What a trait of the repository adds to a type outside is a member of the trait.
                if of_trait.is_none() || !repo.is_external_sym(owner) {
                    contributions.members.extend(
                        repo.all_members(sym)
                            .map(|(name, member)| (owner, name, member)),
                    );
                }
                if def.implements.is_known() {
                    contributions.supers.push((owner, def.implements));
                }
                // Bounds on the block's parameters hold for the parameters of the type that they stand for.
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

/// Returns the classes that pass themselves to a template from which they derive (`class D : Base<D>`), each with the parameter
/// of the template that it is passed for.
fn derived(shared: &Shared, file: SourceId) -> Vec<(Sym, Sym)> {
    if !shared.profile(file).derived_parameters {
        return Vec::new();
    }
    let repo = &shared.repo;
    let facts = repo.facts(file);
    let passes_itself = |def: &Def, ty: TypeId| match facts.types[ty.index()] {
        TypeExpr::Name { args, .. } | TypeExpr::Member { args, .. } => {
            let mut args = facts.list(args).iter();
            args.any(|arg| {
                matches!(facts.types[arg.index()], TypeExpr::Name { name, .. } | TypeExpr::Member { name, .. }
                    if name == def.name)
            })
        }
        _ => false,
    };
    let mut session: Option<Session> = None;
    let mut found = Vec::new();
    for (at, def) in facts.defs.iter().enumerate() {
        let id = DefId(at as u32);
        let is_derived =
            def.role == DefRole::Type && facts.bases_of(id).any(|(_, ty)| passes_itself(def, ty));
        if !is_derived {
            continue;
        }
        let session = session.get_or_insert_with(|| Session::new(shared, file));
        let class = repo.sym(file, id);
        let lineage = session.lineage(class);
        for ancestor in lineage.types.iter().skip(1) {
            let TyData::Instance(template, args) = session.types.get(*ancestor) else {
                continue;
            };
            if repo.is_external_sym(template) {
                continue;
            }
            let args = session.types.tys_of(args);
            for (param, arg) in repo.type_params(template).zip(args) {
                if matches!(session.types.get(arg), TyData::Instance(passed, _) if passed == class)
                {
                    found.push((param, class));
                }
            }
        }
    }
    found
}

/// Returns members assigned through an expression (`Foo.prototype.f = …`), as members of what the expression names.
fn assigned(shared: &Shared, file: SourceId) -> Vec<(Sym, Name, MemberRef)> {
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
        if assign.name.is_empty() {
            // An assignment of every member of a value.
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

/// Returns the routers of other files that a file mounts. What it mounts of its own is found where it is asked for.
fn mounts(shared: &Shared, file: SourceId) -> Vec<(Sym, Name, MemberRef)> {
    let facts = shared.repo.facts(file);
    let mut entries = facts.entry_points.iter();
    if entries.all(|entry| entry.kind != EntryKind::Mount) {
        return Vec::new();
    }
    let mut session = Session::new(shared, file);
    let mounts = session.mounts_in(file).into_iter();
    let elsewhere = mounts.filter_map(|(place, at)| match place {
        Place::Def(sym) if shared.repo.file_of(sym) != file => {
            Some((sym, Name::EMPTY, MemberRef::Assign(file, at)))
        }
        _ => None,
    });
    elsewhere.collect()
}

/// Returns the handlers of entry points that name them by an expression, if they are in other files, each with a digest
/// of its rows.
fn handlers(shared: &Shared, file: SourceId) -> Vec<(Sym, Name)> {
    let entries = shared.repo.facts(file).entry_points.iter();
    let mut entries = entries
        .filter(|entry| entry.def.is_none() && entry.kind != EntryKind::Mount)
        .peekable();
    if entries.peek().is_none() {
        return Vec::new();
    }
    let mut session = Session::new(shared, file);
    let mut found = Vec::new();
    for entry in entries {
        for row in session.registered(file, entry) {
            if shared.repo.file_of(row.symbol) != file {
                found.push((row.symbol, digest(&row)));
            }
        }
    }
    found
}

/// Returns a digest of what an entry point is registered as. A text with blanks, or a long one, has no name.
fn digest(row: &Registered) -> Name {
    let texts = [&row.verb, &row.route, &row.framework].into_iter();
    let bytes = texts.flat_map(|text| text.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Name(hash)
}
