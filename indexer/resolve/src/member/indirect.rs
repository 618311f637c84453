//! Indirect members: those that no type of the lineage declares under their name. They come from index signatures,
//! metaclasses, underlying types and blanket implementations.

use bombe_facts::name::Name;
use bombe_facts::{BaseKind, DefRole};
use bombe_format::kind::SymbolKind;
use smallvec::SmallVec;

use crate::ids::Sym;
use crate::limits::DERIVED_MAX;
use crate::member::MemberFilter;
use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the type of a member that a type declares without listing it (`[key: string]: T`, a mapped type). Its
    /// own member `[]` stands for these members, and its type may mention the key.
    pub(super) fn any_member(
        &mut self,
        ty: Ty,
        lineage: &[Ty],
        subst: &[(Sym, Ty)],
        name: Name,
    ) -> Option<Ty> {
        let repo = self.repo();
        let any = repo.any_member();
        for ancestor in lineage {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            if repo.own_members(owner, any).next().is_none() {
                continue;
            }
            let owner_ty = self.substitute(*ancestor, subst);
            let found = self.declared_member(owner, owner_ty, ty, any, false)?;
            let key = repo.type_params(owner).find(|param| {
                repo.parent(*param) == owner && repo.def(owner).role == DefRole::Object
            });
            return Some(match key {
                Some(key) => {
                    let literal = self.types.intern(TyData::Lit(name));
                    self.substitute(found, &[(key, literal)])
                }
                None => found,
            });
        }
        None
    }

    /// Returns the type of a member that a class object has through its metaclass.
    pub(crate) fn metaclass_member(&mut self, sym: Sym, recv: Ty, name: Name) -> Option<Ty> {
        self.metaclasses(sym).into_iter().find_map(|metaclass| {
            let upper = self.lineage(metaclass);
            upper.types.iter().find_map(|ty| match self.types.get(*ty) {
                TyData::Instance(declaring, _) => {
                    self.declared_member(declaring, *ty, recv, name, false)
                }
                _ => None,
            })
        })
    }

    /// Returns the metaclasses of a type and its supertypes, nearest first.
    pub(crate) fn metaclasses(&mut self, sym: Sym) -> SmallVec<[Sym; 2]> {
        let repo = self.repo();
        let lineage = self.lineage(sym);
        let mut found = SmallVec::new();
        for ancestor in &lineage.types {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            let file = repo.file_of(owner);
            for (kind, ty) in repo.facts(file).bases_of(repo.def_id(owner)) {
                if kind != BaseKind::Metaclass {
                    continue;
                }
                let metaclass = self.type_from(file, ty);
                if let TyData::Instance(metaclass, _) = self.types.get(metaclass) {
                    found.push(metaclass);
                }
            }
        }
        found
    }

    /// Returns the types that may stand for a type parameter without bounds: the classes that pass themselves for it to a template
    /// from which they derive, or else its default. None if there are more than [`DERIVED_MAX`].
    pub(crate) fn stand_ins(&mut self, param: Sym) -> SmallVec<[Ty; 4]> {
        let repo = self.repo();
        let file = repo.file_of(param);
        if !self.cx.profile(file).derived_parameters {
            return SmallVec::new();
        }
        let derived = self.cx.derived_for(param);
        self.types.count(derived.len());
        if derived.len() > DERIVED_MAX {
            return SmallVec::new();
        }
        if derived.is_empty() {
            let default = self.type_from(file, repo.def(param).ty);
            let is_known = matches!(self.types.get(default), TyData::Instance(..));
            return is_known.then_some(default).into_iter().collect();
        }
        derived
            .into_iter()
            .map(|class| self.own_instance(class))
            .collect()
    }

    /// Returns the type of a member that a type parameter has in the types that may stand for it.
    pub(super) fn stand_in_member(
        &mut self,
        param: Sym,
        name: Name,
        filter_by: MemberFilter,
    ) -> Option<Ty> {
        let mut found: SmallVec<[Ty; 4]> = SmallVec::new();
        for class in self.stand_ins(param) {
            found.extend(self.find_member_as(class, name, filter_by));
        }
        (!found.is_empty()).then(|| self.types.union(&found))
    }

    /// Returns the type of a member that a type shares with its underlying type: a field, or a method of an interface.
    pub(super) fn underlying_member(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        let instance = self.instance_of(ty);
        let under = self.underlying(instance)?;
        let found = self.find_member(under, name)?;
        if let (TyData::Func { owner, .. }, TyData::Instance(sym, _)) =
            (self.types.get(found), self.types.get(under))
            && matches!(self.types.get(owner), TyData::Instance(declaring, _) if declaring == sym)
            && self.repo().def(sym).kind != Some(SymbolKind::Interface)
        {
            return None;
        }
        Some(found)
    }

    /// Returns the type of a member that a type has through a blanket implementation, one for every type with certain
    /// traits.
    pub(super) fn blanket_member(&mut self, recv: Ty, name: Name) -> Option<Ty> {
        let repo = self.repo();
        for at in 0..self.cx.blanket.len() {
            let owner = self.cx.blanket[at];
            let file = repo.file_of(owner);
            let implements = repo.def(owner).implements;
            let declares = repo.own_members(owner, name).next().is_some();
            if !declares && !implements.is_known() {
                continue;
            }
            // What a trait of the repository has is called on the trait, wherever that is in scope.
            let of_trait = self.implemented_trait(owner);
            let declares = declares && of_trait.is_none();
            let upper = if declares {
                None
            } else {
                let upper = self.type_from(file, implements);
                let TyData::Instance(sym, _) = self.types.get(upper) else {
                    continue;
                };
                if repo.own_members(sym, name).next().is_none()
                    || of_trait.is_some_and(|of_trait| !self.is_in_scope(of_trait))
                {
                    continue;
                }
                Some((sym, upper))
            };
            let receiver = self.type_from(file, repo.def(owner).receiver);
            if !self.meets_bounds(recv, receiver) {
                continue;
            }
            // The block's parameter stands for the receiver.
            let this = self.instance_of(recv);
            let args: SmallVec<[Ty; 4]> = repo
                .type_params(owner)
                .map(|param| match self.types.intern(TyData::Param(param)) {
                    own if own == receiver => this,
                    own => own,
                })
                .collect();
            let found = match upper {
                None => {
                    let block = self.types.instance(owner, &args);
                    self.declared_member(owner, block, recv, name, false)
                }
                Some((sym, upper)) => self.declared_member(sym, upper, recv, name, false),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns true if a type has every trait in the bounds of the parameter `param`, as far as that is known.
    pub(super) fn meets_bounds(&mut self, ty: Ty, param: Ty) -> bool {
        let TyData::Param(param) = self.types.get(param) else {
            return false;
        };
        let is_function = matches!(self.types.get(ty), TyData::Fn { .. } | TyData::Func { .. });
        self.supers(param).into_iter().all(|(_, bound)| {
            let wanted = match self.types.get(bound) {
                TyData::Instance(wanted, _) => wanted,
                TyData::Fn { .. } => return is_function,
                TyData::External => return !is_function && self.is_foreign(ty),
                _ => return false,
            };
            match self.types.get(ty) {
                TyData::Instance(sym, _) | TyData::Class(sym, _) => {
                    self.is_subclass(sym, wanted)
                }
                TyData::Param(own) => self.supers(own).into_iter().any(|(_, own_bound)| {
                    matches!(self.types.get(own_bound), TyData::Instance(sym, _) if self.is_subclass(sym, wanted))
                }),
                TyData::Unknown | TyData::Union(_) => false,
                // Of a type outside it is not known which of a trait's implementations is meant.
                TyData::External => self.repo().is_external_sym(wanted),
                _ => {
                    self.repo().is_external_sym(wanted) || self.is_implemented_for(wanted, ty)
                }
            }
        })
    }
}
