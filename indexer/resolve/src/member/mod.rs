//! Members: what a type has under a name.
//!
//! [`Session::find_member`] searches what each type of the lineage (`lineage`) declares (`declared`). Then it tries
//! what the type has indirectly (`indirect`): through a metaclass, an underlying type or a blanket implementation.

mod declared;
mod extension;
mod indirect;
mod lineage;

use bombe_facts::name::Name;
use bombe_facts::{Bound, Def, DefFlags, DefRole};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use bombe_rules::modules::ModuleRef;
use smallvec::{SmallVec, smallvec};

use crate::ids::{MemberRef, Sym};
use crate::session::{Entity, Namespace, Session};
use crate::types::{Ty, TyData};

pub(crate) use extension::foreign_impl;

/// Which members a lookup is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberFilter {
    /// All members, with constructors that bear the name of their class.
    Any,
    /// What can be called.
    Methods,
    /// What can be read: fields, constants, nested types.
    Values,
}

impl MemberFilter {
    fn allows(self, def: &Def) -> bool {
        match self {
            Self::Any => true,
            Self::Methods => {
                def.role == DefRole::Callable && def.kind != Some(SymbolKind::Constructor)
            }
            Self::Values => def.role != DefRole::Callable,
        }
    }
}

impl Session<'_> {
    /// Returns the type of a member of a type, as seen from the type. A function is a [`TyData::Func`] with all
    /// overloads in reach. `External` if the member is, or must be, outside the repository; `None` if there is none.
    pub fn find_member(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        self.find_member_as(ty, name, MemberFilter::Any)
    }

    /// Returns the type of a member like [`Self::find_member`], for members of one kind only.
    pub fn find_member_as(&mut self, ty: Ty, name: Name, filter_by: MemberFilter) -> Option<Ty> {
        self.deeper(None, |session| session.member_of(ty, name, filter_by))
    }

    fn member_of(&mut self, ty: Ty, name: Name, filter_by: MemberFilter) -> Option<Ty> {
        match self.types.get(ty) {
            TyData::Unknown | TyData::Null | TyData::Void | TyData::SelfTy => None,
            TyData::External => self.extension_member(ty, name).or(Some(Ty::EXTERNAL)),
            TyData::Instance(sym, _) => self.instance_member(ty, sym, name, false, filter_by),
            TyData::Class(sym, _) => self.instance_member(ty, sym, name, true, filter_by),
            TyData::Module(module) => {
                let entity = self.entity_member(&Entity::Module(module), name, Namespace::Value);
                self.known_type(&entity)
            }
            TyData::Namespace(sym) => {
                let entity =
                    self.entity_member(&Entity::Syms(smallvec![sym]), name, Namespace::Value);
                self.known_type(&entity)
            }
            TyData::Param(param) => {
                let mut external = false;
                for (_, bound) in self.supers(param) {
                    if bound == Ty::EXTERNAL {
                        external = true;
                    } else if let Some(found) = self.find_member_as(bound, name, filter_by) {
                        return Some(self.rebind(found, ty));
                    }
                }
                self.blanket_member(ty, name)
                    .or_else(|| self.stand_in_member(param, name, filter_by))
                    .or(external.then_some(Ty::EXTERNAL))
            }
            TyData::ClassOf(inner) => self.open_class_member(ty, inner, name, filter_by),
            TyData::Union(seq) => {
                let parts = self.types.tys_of(seq);
                let found: SmallVec<[Ty; 4]> = parts
                    .iter()
                    .filter_map(|part| self.find_member_as(*part, name, filter_by))
                    .collect();
                self.member_of_parts(&found)
            }
            TyData::Func { syms, .. } => {
                // A function may have members of its own (JavaScript), or those of a namespace that is merged with it.
                let syms = self.types.syms_of(syms);
                for sym in &syms {
                    if let Some(found) = self.declared_member(*sym, Ty::UNKNOWN, ty, name, true) {
                        return Some(found);
                    }
                }
                let first = *syms.first()?;
                if let Some(value) = self.decorated_value(first)
                    && value != ty
                    && let Some(found) = self.find_member(value, name)
                {
                    return Some(found);
                }
                let file = self.repo().file_of(first);
                self.extension_member(ty, name).or_else(|| {
                    self.builtin_member(file, self.cx.profile(file).builtins.function, name)
                })
            }
            TyData::Indexed(base, index) => {
                let bound = self.bound_of_indexed(base, index);
                self.find_member(bound, name)
            }
            TyData::Fn { .. } | TyData::Tuple(_) | TyData::Lit(_) => None,
        }
    }

    /// Returns the type of a member of the class object of an open type: what the class object of its bound has.
    fn open_class_member(
        &mut self,
        ty: Ty,
        inner: Ty,
        name: Name,
        filter_by: MemberFilter,
    ) -> Option<Ty> {
        let (bounds, file): (SmallVec<[Ty; 4]>, _) = match self.types.get(inner) {
            TyData::Param(param) => {
                let bounds = self.supers(param).into_iter().map(|(_, bound)| bound);
                (bounds.collect(), Some(self.repo().file_of(param)))
            }
            TyData::Indexed(base, index) => (smallvec![self.bound_of_indexed(base, index)], None),
            _ => return None,
        };
        for bound in bounds {
            let class = self.class_object(bound);
            if let Some(found) = self.find_member_as(class, name, filter_by) {
                return Some(self.rebind(found, ty));
            }
        }
        let file = file?;
        self.builtin_member(file, self.cx.profile(file).builtins.class, name)
    }

    /// Returns the type of a member of a built-in type of a file's language.
    pub fn builtin_member(
        &mut self,
        file: SourceId,
        builtin: &'static str,
        name: Name,
    ) -> Option<Ty> {
        let ty = self.builtin_instance(file, builtin, &[]);
        if ty == Ty::UNKNOWN {
            None
        } else {
            self.find_member(ty, name)
        }
    }

    /// Returns the type of a member like [`Self::find_member`]. Types without a definition (tuples, functions,
    /// literals) have the members of the file's language.
    pub fn find_member_in(&mut self, file: SourceId, ty: Ty, name: Name) -> Option<Ty> {
        self.find_member_in_as(file, ty, name, MemberFilter::Any)
    }

    /// Returns the type of a member like [`Self::find_member_in`], for members of one kind only.
    pub fn find_member_in_as(
        &mut self,
        file: SourceId,
        ty: Ty,
        name: Name,
        filter_by: MemberFilter,
    ) -> Option<Ty> {
        let builtins = &self.cx.profile(file).builtins;
        match self.types.get(ty) {
            TyData::Tuple(_) | TyData::Void => self
                .extension_member(ty, name)
                .or_else(|| self.builtin_member(file, builtins.tuple, name)),
            TyData::Fn { .. } => self
                .extension_member(ty, name)
                .or_else(|| self.builtin_member(file, builtins.function, name)),
            TyData::Lit(_) => self.builtin_member(file, builtins.string, name),
            TyData::Union(seq) => {
                let parts = self.types.tys_of(seq);
                let found: SmallVec<[Ty; 4]> = parts
                    .iter()
                    .filter_map(|part| self.find_member_in_as(file, *part, name, filter_by))
                    .collect();
                self.member_of_parts(&found)
            }
            _ => self.find_member_as(ty, name, filter_by),
        }
    }

    /// Returns the type of a member from its types in the parts of a union; `None` if no part has it. Of twins, one of which
    /// is outside, the other is known.
    fn member_of_parts(&mut self, found: &[Ty]) -> Option<Ty> {
        let known: SmallVec<[Ty; 4]> = found
            .iter()
            .copied()
            .filter(|ty| *ty != Ty::EXTERNAL)
            .collect();
        let twins = self.cx.profile(self.home).extension_traits && !known.is_empty();
        let kept = if twins { &known[..] } else { found };
        (!kept.is_empty()).then(|| self.types.union(kept))
    }

    /// Returns true if the body of a type imports a name: `using Base::name;`.
    fn imports_member(&self, sym: Sym, name: Name) -> bool {
        let repo = self.repo();
        let file = repo.file_of(sym);
        repo.def(sym).body_scope.is_some_and(|scope| {
            let mut bindings = repo.bindings(file, scope, name);
            bindings.any(|id| matches!(repo.binding(file, id).what, Bound::Import(_)))
        })
    }

    fn known_type(&mut self, entity: &Entity) -> Option<Ty> {
        match entity {
            Entity::Unknown => None,
            entity => Some(self.entity_type(entity)),
        }
    }

    fn instance_member(
        &mut self,
        ty: Ty,
        sym: Sym,
        name: Name,
        on_class: bool,
        filter_by: MemberFilter,
    ) -> Option<Ty> {
        let (TyData::Instance(_, args) | TyData::Class(_, args)) = self.types.get(ty) else {
            return None;
        };
        let lineage = self.lineage(sym);
        let args = self.types.tys_of(args);
        let subst = self.subst_of(sym, &args);
        let repo = self.repo();
        let overloads = self.cx.profile(repo.file_of(sym)).overloads;
        let mut found: Option<Ty> = None;
        // Assignments from outside the type count only if nothing is declared.
        let declares = |member: MemberRef| match member {
            MemberRef::Def(_) => true,
            MemberRef::Assign(file, at) => repo.facts(file).assigns[at as usize].owner.is_some(),
        };
        let mut owners: SmallVec<[(Sym, Ty, bool); 4]> = SmallVec::new();
        for ancestor in &lineage.types {
            if let TyData::Instance(owner, _) = self.types.get(*ancestor)
                && (owner == sym || !self.is_out_of_scope(sym, owner, name))
            {
                let mut members = repo.own_members(owner, name).peekable();
                if members.peek().is_some() {
                    owners.push((owner, *ancestor, members.any(declares)));
                }
            }
        }
        let any_declared = owners.iter().any(|(_, _, declared)| *declared);
        let hides = self.cx.profile(repo.file_of(sym)).methods_hide;
        let mut nearest: Option<Sym> = None;
        for (owner, ancestor, declared) in owners {
            if any_declared && !declared {
                continue;
            }
            if hides && nearest.is_some_and(|nearest| !self.imports_member(nearest, name)) {
                break;
            }
            let owner_ty = self.substitute(ancestor, &subst);
            let Some(mut member) =
                self.declared_member_as(owner, owner_ty, ty, name, on_class, filter_by)
            else {
                continue;
            };
            // Static methods of an interface are not inherited.
            if filter_by == MemberFilter::Methods
                && owner != sym
                && repo.def(owner).kind == Some(SymbolKind::Interface)
                && let TyData::Func { syms, owner, recv } = self.types.get(member)
            {
                let mut kept = self.types.syms_of(syms);
                kept.retain(|sym| !repo.def(*sym).flags.has(DefFlags::STATIC));
                if kept.is_empty() {
                    continue;
                }
                let syms = self.types.syms(&kept);
                member = self.types.intern(TyData::Func { syms, owner, recv });
            }
            match (found, self.types.get(member)) {
                (None, TyData::Func { .. }) if overloads => {
                    found = Some(member);
                    nearest = Some(owner);
                }
                (None, TyData::Func { .. }) => return Some(member),
                (None, _) => {
                    let declared = self.declared_above(&lineage.types, owner, ty, &subst, name);
                    return Some(declared.unwrap_or(member));
                }
                (Some(first), TyData::Func { syms: more, .. }) => {
                    // Overloads of the name further up are candidates too, after the nearer ones.
                    let TyData::Func { syms, owner, recv } = self.types.get(first) else {
                        return Some(first);
                    };
                    let mut all = self.types.syms_of(syms);
                    // A declaration and its definition belong to one type, and do not override each other.
                    let nearer = all.clone();
                    for sym in self.types.syms_of(more) {
                        if !all.contains(&sym) && !self.is_overridden(&nearer, sym) {
                            all.push(sym);
                        }
                    }
                    let syms = self.types.syms(&all);
                    found = Some(self.types.intern(TyData::Func { syms, owner, recv }));
                }
                (Some(_), _) => {}
            }
        }
        if found.is_some() {
            return found;
        }
        for ancestor in &lineage.types {
            if matches!(self.types.get(*ancestor), TyData::Module(_))
                && let Some(found) = self.find_member(*ancestor, name)
            {
                return Some(found);
            }
        }
        if on_class && let Some(found) = self.metaclass_member(sym, ty, name) {
            return Some(found);
        }
        if let Some(found) = self.underlying_member(ty, name) {
            return Some(found);
        }
        if !on_class && let Some(found) = self.any_member(ty, &lineage.types, &subst, name) {
            return Some(found);
        }
        let file = repo.file_of(sym);
        let builtins = &self.cx.profile(file).builtins;
        if let Some(member) = self.blanket_member(ty, name) {
            return Some(member);
        }
        for path in self.cx.profile(file).protocols.deref {
            if let Some(inner) = self.protocol_path(ty, path)
                && inner != ty
                && let Some(member) = self.find_member_in(file, inner, name)
            {
                return Some(member);
            }
        }
        let from_partial_stub = |ancestor: &Ty| {
            matches!(self.types.get(*ancestor), TyData::Instance(owner, _)
                if self.is_partial_stub(ModuleRef::File(repo.file_of(owner))))
        };
        if lineage.external || lineage.types.iter().any(from_partial_stub) {
            return self.extension_member(ty, name).or(Some(Ty::EXTERNAL));
        }
        if lineage.unknown {
            return None;
        }
        let root = if on_class {
            builtins.class
        } else {
            builtins.object
        };
        let root_sym = self.builtin(file, root)?;
        if root_sym == sym {
            return None;
        }
        let root_ty = self.types.instance(root_sym, &[]);
        let member = self.declared_member_as(root_sym, root_ty, ty, name, on_class, filter_by);
        if member.is_none() && on_class {
            let object = self.builtin(file, builtins.object)?;
            let object_ty = self.types.instance(object, &[]);
            return self.declared_member_as(object, object_ty, ty, name, on_class, filter_by);
        }
        member
    }

    /// Returns the same function as seen through another receiver.
    fn rebind(&mut self, ty: Ty, recv: Ty) -> Ty {
        match self.types.get(ty) {
            TyData::Func { syms, owner, .. } => {
                self.types.intern(TyData::Func { syms, owner, recv })
            }
            _ => self.substitute_self(ty, recv),
        }
    }

    /// Returns the module that a type is, if it is one.
    pub fn as_module(&self, ty: Ty) -> Option<ModuleRef> {
        match self.types.get(ty) {
            TyData::Module(module) => Some(module),
            _ => None,
        }
    }
}
