//! Extension methods: what a type has through a trait of the repository that is in scope (Rust).
//!
//! A type of the repository has its traits in its lineage. Tuples, functions, the unit and types outside have no
//! definition that could hold them, so their implementations are members of the trait, under a name that no program
//! can contain. Of a type outside not even the name is known: it has a trait if that is implemented for some such type.

use std::rc::Rc;

use bombe_facts::name::Name;
use bombe_facts::{DefRole, Expr, ExprId, ImportId, ImportKind};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use bombe_rules::modules::ModuleRef;
use smallvec::SmallVec;

use crate::ids::{MemberRef, Sym};
use crate::limits::REEXPORTS_DEPTH_MAX;
use crate::session::{Entity, Namespace, Session};
use crate::types::{Ty, TyData};

/// Returns the name under which a trait has the blocks that implement it for types without a definition.
pub(crate) fn foreign_impl() -> Name {
    Name::of("impl for")
}

impl Session<'_> {
    /// Returns the trait of the repository that an `impl` block, or the block around a method, implements.
    pub(crate) fn implemented_trait(&mut self, sym: Sym) -> Option<Sym> {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let def = repo.def(sym);
        if !self.cx.profile(file).extension_traits || !def.implements.is_known() {
            return None;
        }
        let upper = self.type_from(file, def.implements);
        match self.types.get(upper) {
            TyData::Instance(found, _)
                if repo.def(found).kind == Some(SymbolKind::Trait)
                    && !repo.is_external_sym(found) =>
            {
                Some(found)
            }
            _ => None,
        }
    }

    /// Returns true for a type that no definition of the repository holds the members of.
    pub(crate) fn is_foreign(&self, ty: Ty) -> bool {
        match self.types.get(ty) {
            TyData::Instance(sym, _) | TyData::Class(sym, _) => self.repo().is_external_sym(sym),
            TyData::External
            | TyData::Void
            | TyData::Fn { .. }
            | TyData::Func { .. }
            | TyData::Tuple(_)
            | TyData::Param(_) => true,
            _ => false,
        }
    }

    /// Returns true if a type outside has the members of a trait of the repository only where the trait is in scope, and
    /// this file is no such place.
    pub(super) fn is_out_of_scope(&mut self, sym: Sym, owner: Sym, name: Name) -> bool {
        let repo = self.repo();
        repo.is_external_sym(sym)
            && !repo.is_external_sym(owner)
            && repo.own_members(owner, name).next().is_some()
            && repo.def(owner).kind == Some(SymbolKind::Trait)
            && !self.is_in_scope(owner)
    }

    /// Returns the method that a type without a definition in the repository has through a trait that is in scope.
    pub(super) fn extension_member(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        let repo = self.repo();
        let home = self.home;
        if !self.cx.profile(home).extension_traits || repo.is_external(home) {
            return None;
        }
        let traits = self.traits_in_scope();
        self.types.count(traits.len());
        let mut found: SmallVec<[Sym; 2]> = SmallVec::new();
        for owner in traits.iter() {
            if repo.own_members(*owner, name).next().is_some() {
                found.push(*owner);
            }
        }
        // A function has no methods of its own, and a tuple none of a trait that nothing here implements for tuples. What is
        // outside may have this one itself.
        let (is_function, is_tuple) = match self.types.get(ty) {
            TyData::Fn { .. } | TyData::Func { .. } => (true, false),
            TyData::Tuple(_) | TyData::Void => (false, true),
            _ => (false, false),
        };
        if !is_function || found.len() > 1 {
            found.retain(|owner| {
                let mut blocks = repo.own_members(*owner, foreign_impl());
                is_tuple && blocks.next().is_none() || self.is_implemented_for(*owner, ty)
            });
        }
        let [owner] = found[..] else { return None };
        if !is_function && !is_tuple && self.has_its_own(owner, name) {
            return None;
        }
        let owner_ty = self.own_instance(owner);
        self.declared_member(owner, owner_ty, ty, name, false)
    }

    /// Returns true if a trait is implemented for a type without a definition in the repository, or may be.
    pub(super) fn is_implemented_for(&mut self, of_trait: Sym, ty: Ty) -> bool {
        let key = (of_trait, ty);
        if let Some(known) = self.implemented.get(&key) {
            return *known;
        }
        // A blanket implementation may ask for its own trait.
        self.implemented.insert(key, false);
        let repo = self.repo();
        let blocks: SmallVec<[Sym; 8]> = repo
            .own_members(of_trait, foreign_impl())
            .filter_map(|member| match member {
                MemberRef::Def(block) => Some(block),
                MemberRef::Assign(..) => None,
            })
            .collect();
        let blocks = self.candidates(&blocks);
        let is_implemented = blocks.iter().any(|block| {
            let receiver = self.type_from(repo.file_of(*block), repo.def(*block).receiver);
            match (self.types.get(receiver), self.types.get(ty)) {
                (TyData::Param(_), _) => self.meets_bounds(ty, receiver),
                (TyData::Instance(a, _), TyData::Instance(b, _) | TyData::Class(b, _)) => a == b,
                // Macros implement traits for tuples of other lengths.
                (TyData::Tuple(_), TyData::Tuple(_))
                | (TyData::Fn { .. }, TyData::Fn { .. } | TyData::Func { .. })
                | (TyData::External, TyData::External)
                | (TyData::Void, TyData::Void) => true,
                _ => false,
            }
        });
        self.implemented.insert(key, is_implemented);
        is_implemented
    }

    /// Returns true if the method that a trait has for some type outside calls one of its own name on the same value: the
    /// type has that method itself, and it comes first.
    fn has_its_own(&mut self, of_trait: Sym, name: Name) -> bool {
        let repo = self.repo();
        let blocks = repo.own_members(of_trait, foreign_impl());
        let blocks: SmallVec<[Sym; 8]> = blocks
            .filter_map(|member| match member {
                MemberRef::Def(block) => Some(block),
                MemberRef::Assign(..) => None,
            })
            .collect();
        let blocks = self.candidates(&blocks);
        blocks.iter().any(|block| {
            let file = repo.file_of(*block);
            let facts = repo.facts(file);
            repo.own_members(*block, name).any(|member| {
                let MemberRef::Def(method) = member else {
                    return false;
                };
                let within = repo.def_id(method);
                self.types.count(facts.sites.len());
                facts.sites.iter().any(|site| {
                    site.within == within
                        && repo.name(file, site.name) == name
                        && self.is_on_self(file, site.expr)
                })
            })
        })
    }

    /// Returns true for a call of a method on `self` or of a function of `Self`.
    fn is_on_self(&self, file: SourceId, call: ExprId) -> bool {
        let repo = self.repo();
        let Expr::Call { callee, .. } = repo.expr(file, call) else {
            return false;
        };
        let (Expr::Member { base, .. } | Expr::Path { base, .. }) = repo.expr(file, callee) else {
            return false;
        };
        matches!(repo.expr(file, base), Expr::This(_) | Expr::TypeValue(_))
    }

    /// Returns true if the session's file has a trait in scope somewhere.
    pub(super) fn is_in_scope(&mut self, of_trait: Sym) -> bool {
        let traits = self.traits_in_scope();
        self.types.count(1);
        traits.binary_search(&of_trait).is_ok()
    }

    /// Returns the traits of the repository that are in scope somewhere in the session's file, in order: those that it
    /// defines, and those that it imports, under whatever name.
    fn traits_in_scope(&mut self) -> Rc<[Sym]> {
        if let Some(traits) = &self.traits {
            return Rc::clone(traits);
        }
        // The way to an import may ask for a member itself.
        self.traits = Some(Rc::from([]));
        let mut found: Vec<Sym> = Vec::new();
        let mut seen: Vec<SourceId> = Vec::new();
        self.add_traits(self.home, 0, &mut found, &mut seen);
        found.sort_unstable();
        found.dedup();
        let traits: Rc<[Sym]> = found.into();
        self.traits = Some(Rc::clone(&traits));
        traits
    }

    /// Adds the traits that a file defines and imports; of a file that another one imports all names of, those that it
    /// passes on.
    fn add_traits(
        &mut self,
        file: SourceId,
        depth: u32,
        found: &mut Vec<Sym>,
        seen: &mut Vec<SourceId>,
    ) {
        if seen.contains(&file) || depth > REEXPORTS_DEPTH_MAX || self.is_exhausted() {
            return;
        }
        seen.push(file);
        let repo = self.repo();
        let facts = repo.facts(file);
        self.types.count(facts.defs.len() + facts.imports.len());
        for (at, def) in facts.defs.iter().enumerate() {
            if def.kind == Some(SymbolKind::Trait) {
                found.push(repo.sym(file, bombe_facts::DefId(at as u32)));
            }
        }
        // Inside a crate, inner modules see private names, too.
        let root = |file: SourceId| self.cx.finder(file).macro_root(repo, file);
        let is_inside = root(file) == root(self.home);
        for (at, import) in facts.imports.iter().enumerate() {
            if !is_inside && !import.reexport {
                continue;
            }
            let id = ImportId(at as u32);
            match import.kind {
                ImportKind::Symbol => {
                    if let Entity::Syms(syms) = self.import_entity(file, id, Namespace::Type) {
                        found.extend(syms.into_iter().filter(|sym| {
                            repo.def(*sym).kind == Some(SymbolKind::Trait)
                                && !repo.is_external_sym(*sym)
                        }));
                    }
                }
                ImportKind::Wildcard => match self.import_entity(file, id, Namespace::Type) {
                    Entity::Module(ModuleRef::File(module)) if !repo.is_external(module) => {
                        self.add_traits(module, depth + 1, found, seen);
                    }
                    Entity::Syms(syms) => {
                        let namespace = syms
                            .iter()
                            .find(|sym| repo.def(**sym).role == DefRole::Namespace);
                        if let Some(namespace) = namespace {
                            self.add_traits(repo.file_of(*namespace), depth + 1, found, seen);
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }
}
