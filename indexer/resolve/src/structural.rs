//! Structural satisfaction: which types satisfy which interfaces by having their methods, in languages where that is
//! enough (Go).
//!
//! A method fits if its name and the types of its parameters and results are those that the interface requires. Types
//! are compared by hashes that are the same in every session, so that the methods of all types can be read in parallel.

use bombe_rules::file_table::SourceId;
use std::hash::{BuildHasher, Hasher};

use bombe_format::kind::{EdgeKind, Rule, SymbolKind, Visibility};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rayon::prelude::*;

use bombe_facts::{DefFlags, DefId, DefRole, List, ParamFlags, TypeExpr, TypeId};

use super::contributions::Satisfies;
use super::ids::{MemberRef, Sym};
use super::limits::{COMPARED_MAX, REWRITE_DEPTH_MAX, SATISFIED_MAX};
use super::session::{Entity, Session, Shared};
use super::sites::SymEdge;
use super::types::{Ty, TyData};
use bombe_facts::name::Name;

/// A method that a type has of its own or through embedding.
#[derive(Clone, Copy)]
struct Method {
    name: Name,
    sym: Sym,
    /// Hash of the types of parameters and results.
    signature: u64,
    /// The only package that can name it, if it is not public.
    package: Option<u32>,
}

/// A type with its methods by name.
struct Typed {
    sym: Sym,
    methods: Vec<Method>,
    /// What it embeds from outside, whose methods are not known: hashes of import path and name.
    embedded: Vec<u64>,
}

/// Returns which types satisfy which interfaces, and which methods satisfy which. Reads every file of a language where
/// methods are enough.
pub(super) fn edges(shared: &Shared) -> Vec<(Sym, Sym, Satisfies)> {
    let files = 0..shared.repo.repo_files;
    let read: Vec<(Vec<Typed>, Vec<Typed>)> = files
        .into_par_iter()
        .filter(|file| shared.profile(SourceId(*file)).structural)
        .map(|file| read_file(shared, SourceId(file)))
        .collect();
    let mut types = Vec::new();
    let mut interfaces = Vec::new();
    for (more_types, more_interfaces) in read {
        types.extend(more_types);
        interfaces.extend(more_interfaces);
    }
    let mut having: HashMap<Name, u32> = HashMap::new();
    for method in types.iter().flat_map(|ty| &ty.methods) {
        *having.entry(method.name).or_default() += 1;
    }
    let mut by_rarest: HashMap<Name, Vec<u32>> = HashMap::new();
    for (at, interface) in interfaces.iter().enumerate() {
        let count = |method: &&Method| having.get(&method.name).copied().unwrap_or(0);
        if let Some(rarest) = interface.methods.iter().min_by_key(count) {
            by_rarest.entry(rarest.name).or_default().push(at as u32);
        }
    }
    let found: Vec<Vec<_>> = types
        .par_iter()
        .map(|ty| satisfied_by(shared, ty, &interfaces, &by_rarest))
        .collect();
    found.into_iter().flatten().collect()
}

/// Returns the interfaces that a type satisfies, up to [`SATISFIED_MAX`], with the methods that satisfy theirs. If there are
/// more than [`COMPARED_MAX`] to compare with, the type satisfies itself.
/// `by_rarest` lists the interfaces by the one of their method names that the fewest types have.
fn satisfied_by(
    shared: &Shared,
    ty: &Typed,
    interfaces: &[Typed],
    by_rarest: &HashMap<Name, Vec<u32>>,
) -> Vec<(Sym, Sym, Satisfies)> {
    let mut edges = Vec::new();
    let mut satisfied = 0;
    let names = ty.methods.iter().map(|method| method.name);
    let mut candidates = names.flat_map(|name| by_rarest.get(&name).map_or(&[][..], Vec::as_slice));
    for at in candidates.by_ref().take(COMPARED_MAX) {
        if satisfied == SATISFIED_MAX {
            break;
        }
        let interface = &interfaces[*at as usize];
        let mut pairs = Vec::with_capacity(interface.methods.len());
        for wanted in &interface.methods {
            let fits = ty.methods.iter().find(|method| {
                method.name == wanted.name
                    && method.signature == wanted.signature
                    && method.package == wanted.package
            });
            match fits {
                Some(method) => pairs.push((method.sym, wanted.sym)),
                None => break,
            }
        }
        // What an interface embeds from outside has the same methods in a type that embeds it, too.
        let mut embedded = interface.embedded.iter();
        if pairs.len() < interface.methods.len()
            || !embedded.all(|outside| ty.embedded.contains(outside))
        {
            continue;
        }
        satisfied += 1;
        edges.push((ty.sym, interface.sym, Satisfies::Interface));
        for (method, wanted) in pairs {
            if method != wanted && !shared.repo.is_external_sym(wanted) {
                edges.push((method, wanted, Satisfies::Method));
            }
        }
    }
    if candidates.next().is_some() {
        edges.push((ty.sym, ty.sym, Satisfies::Interface));
    }
    edges
}

/// Returns the edge of a definition that satisfies another.
pub(super) fn edge(shared: &Shared, source: Sym, target: Sym, what: Satisfies) -> SymEdge {
    let repo = &shared.repo;
    let rules = repo.rules(repo.file_of(source));
    SymEdge {
        source,
        target,
        kind: match what {
            Satisfies::Interface => EdgeKind::Implements,
            Satisfies::Method => EdgeKind::Overrides,
        },
        line: repo.def(source).name_line,
        col: 0,
        rule: Rule::Structural,
        confidence: rules.confidence_of(Rule::Structural),
    }
}

/// Returns the types and the interfaces of one file. Interfaces without methods of their own, or with methods of which nothing is
/// known, are left out.
fn read_file(shared: &Shared, file: SourceId) -> (Vec<Typed>, Vec<Typed>) {
    let repo = &shared.repo;
    let mut session = Session::new(shared, file);
    let (mut types, mut interfaces) = (Vec::new(), Vec::new());
    for (at, def) in repo.facts(file).defs.iter().enumerate() {
        if def.role != DefRole::Type || def.kind.is_none() {
            continue;
        }
        let sym = repo.sym(file, DefId(at as u32));
        let is_interface = def.kind == Some(SymbolKind::Interface);
        if is_interface {
            let lineage = session.lineage(sym);
            if lineage.unknown || session.restricts_types(sym) {
                continue;
            }
        }
        let methods = session.methods_of(sym);
        if methods.is_empty() {
            continue;
        }
        let embedded = session.embedded_from_outside(sym);
        let typed = Typed {
            sym,
            methods,
            embedded,
        };
        if is_interface {
            interfaces.push(typed);
        } else {
            types.push(typed);
        }
    }
    (types, interfaces)
}

impl Session<'_> {
    /// Returns true if an interface, or one that it extends, lists types and so has no values.
    fn restricts_types(&mut self, sym: Sym) -> bool {
        let lineage = self.lineage(sym);
        lineage.types.iter().any(|ty| {
            matches!(self.types.get(*ty), TyData::Instance(sym, _)
                if self.repo().def(sym).flags.has(DefFlags::CONSTRAINT))
        })
    }

    /// Returns hashes of what a type, or a type that it embeds, embeds from outside.
    fn embedded_from_outside(&mut self, sym: Sym) -> Vec<u64> {
        let repo = self.repo();
        let lineage = self.lineage(sym);
        let mut found = Vec::new();
        if !lineage.external {
            return found;
        }
        for ancestor in &lineage.types {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            let file = repo.file_of(owner);
            for (_, base) in repo.facts(file).bases_of(repo.def_id(owner)) {
                if self.type_from(file, base) == Ty::EXTERNAL {
                    let mut hasher = FixedState::default().build_hasher();
                    self.hash_written(file, base, &mut hasher);
                    found.push(hasher.finish());
                }
            }
        }
        found
    }

    /// Returns the methods of a type and of what it embeds; nearer members hide farther ones.
    fn methods_of(&mut self, sym: Sym) -> Vec<Method> {
        let repo = self.repo();
        let lineage = self.lineage(sym);
        let mut methods: Vec<Method> = Vec::new();
        let mut hidden: Vec<Name> = Vec::new();
        for ancestor in &lineage.types {
            let TyData::Instance(owner, args) = self.types.get(*ancestor) else {
                continue;
            };
            let known = methods.len();
            let args = self.types.tys_of(args);
            let subst = self.subst_of(owner, &args);
            for (name, member) in repo.all_members(owner) {
                let MemberRef::Def(member) = member else {
                    continue;
                };
                let def = repo.def(member);
                if methods[..known].iter().any(|m| m.name == name) || hidden.contains(&name) {
                    continue;
                }
                if def.role != DefRole::Callable {
                    hidden.push(name);
                    continue;
                }
                if repo.facts(repo.file_of(member)).file.other_build {
                    continue;
                }
                let package = match def.visibility {
                    Visibility::Public => None,
                    _ => self
                        .cx
                        .finder(repo.file_of(member))
                        .package_of(repo.file_of(member)),
                };
                let signature = self.signature_key(member, &subst);
                methods.push(Method {
                    name,
                    sym: member,
                    signature,
                    package,
                });
            }
        }
        methods
    }

    /// Returns a hash of the types of a callable's parameters and results.
    fn signature_key(&mut self, sym: Sym, subst: &[(Sym, Ty)]) -> u64 {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let def = repo.def(sym);
        let mut hasher = FixedState::default().build_hasher();
        for param in repo.facts(file).params_of(repo.def_id(sym)) {
            hasher.write_u8(u8::from(param.flags.has(ParamFlags::VARIADIC)));
            let key = self.type_key(file, param.ty, subst);
            hasher.write_u64(key);
        }
        let result = self.type_key(file, def.ty, subst);
        hasher.write_u64(result);
        hasher.finish()
    }

    /// Returns a hash of the meaning of a type expression. Types that are not known are hashed by import path and name.
    fn type_key(&mut self, file: SourceId, id: TypeId, subst: &[(Sym, Ty)]) -> u64 {
        let repo = self.repo();
        let facts = repo.facts(file);
        let mut hasher = FixedState::default().build_hasher();
        let parts = match facts.types[id.index()] {
            TypeExpr::Name { args, .. }
            | TypeExpr::Member { args, .. }
            | TypeExpr::Builtin { args, .. } => {
                let ty = self.type_from(file, id);
                let ty = self.substitute(ty, subst);
                if ty != Ty::EXTERNAL && ty != Ty::UNKNOWN && args.len == 0 {
                    return self.ty_key(ty);
                }
                match self.types.get(ty) {
                    TyData::Instance(sym, _) => hasher.write_u32(sym.0),
                    _ => self.hash_written(file, id, &mut hasher),
                }
                args
            }
            TypeExpr::Tuple(list) | TypeExpr::Union(list) => {
                hasher.write_u8(1);
                list
            }
            TypeExpr::Fn { params, ret } => {
                hasher.write_u8(2);
                let ret = self.type_key(file, ret, subst);
                hasher.write_u64(ret);
                params
            }
            TypeExpr::Void => {
                hasher.write_u8(3);
                List::default()
            }
            _ => {
                let ty = self.type_from(file, id);
                return self.ty_key(ty);
            }
        };
        for part in facts.list(parts) {
            let key = self.deeper(0, |session| session.type_key(file, *part, subst));
            hasher.write_u64(key);
        }
        hasher.finish()
    }

    /// Hashes a name of a type that is not known as it is written, its package by import path. An alias is hashed as what it
    /// stands for.
    fn hash_written(&mut self, file: SourceId, id: TypeId, hasher: &mut impl Hasher) {
        let repo = self.repo();
        let facts = repo.facts(file);
        if let Entity::Syms(syms) = self.type_entity(file, id)
            && let [alias] = syms[..]
            && repo.def(alias).role == DefRole::Alias
            && self.depth < REWRITE_DEPTH_MAX
        {
            self.depth += 1;
            self.hash_written(repo.file_of(alias), repo.def(alias).ty, hasher);
            self.depth -= 1;
            return;
        }
        match facts.types[id.index()] {
            TypeExpr::Member { base, name, .. } => {
                self.hash_written(file, base, hasher);
                hasher.write(facts.str(name).as_bytes());
            }
            TypeExpr::Name { name, .. } | TypeExpr::Builtin { name, .. } => {
                let path = facts
                    .imports
                    .iter()
                    .find(|import| import.local == name)
                    .map_or(name, |import| import.module);
                hasher.write(facts.str(path).as_bytes());
            }
            _ => {}
        }
        hasher.write_u8(0);
    }

    /// Returns a hash of a type that is the same in every session.
    fn ty_key(&mut self, ty: Ty) -> u64 {
        let mut hasher = FixedState::default().build_hasher();
        let parts = match self.types.get(ty) {
            TyData::Instance(sym, args) | TyData::Class(sym, args) => {
                hasher.write_u32(sym.0);
                args
            }
            TyData::ClassOf(inner) => {
                hasher.write_u8(5);
                let inner = self.deeper(0, |session| session.ty_key(inner));
                hasher.write_u64(inner);
                return hasher.finish();
            }
            TyData::Param(sym) | TyData::Namespace(sym) => {
                hasher.write_u32(sym.0);
                return hasher.finish();
            }
            TyData::Tuple(seq) | TyData::Union(seq) => {
                hasher.write_u8(1);
                seq
            }
            TyData::Fn { params, ret } => {
                hasher.write_u8(2);
                let ret = self.deeper(0, |session| session.ty_key(ret));
                hasher.write_u64(ret);
                params
            }
            TyData::Void => {
                hasher.write_u8(3);
                return hasher.finish();
            }
            _ => return 0,
        };
        for part in self.types.tys_of(parts) {
            let key = self.deeper(0, |session| session.ty_key(part));
            hasher.write_u64(key);
        }
        hasher.finish()
    }
}
