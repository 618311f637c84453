//! Protocols: members that a language calls implicitly, such as those of iteration, `await` or a call of an object.

use bombe_facts::name::Name;
use bombe_facts::{DefFlags, DefRole};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the result of the first of several protocol paths that a type has.
    pub fn protocol(&mut self, file: SourceId, ty: Ty, paths: &'static [&'static str]) -> Ty {
        match self.types.get(ty) {
            TyData::External => return Ty::EXTERNAL,
            TyData::Unknown => return Ty::UNKNOWN,
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self
                    .types
                    .tys_of(seq)
                    .iter()
                    .map(|part| self.protocol(file, *part, paths))
                    .collect();
                return self.types.union(&parts);
            }
            _ => {}
        }
        if let Some(found) = paths.iter().find_map(|path| self.protocol_path(ty, path)) {
            return found;
        }
        match self.underlying(ty) {
            Some(under) => self.deeper(Ty::UNKNOWN, |session| session.protocol(file, under, paths)),
            None => Ty::UNKNOWN,
        }
    }

    /// Returns the type of value `at` that iteration over a function yields (Go `for k, v := range f`).
    pub(super) fn yielded(&mut self, file: SourceId, iterated: Ty, at: u32) -> Ty {
        let given = self.function_parameter(file, iterated, 0);
        match self.types.get(given) {
            TyData::Fn { .. } => self.function_parameter(file, given, at),
            _ => Ty::UNKNOWN,
        }
    }

    /// Returns the result of calling the methods of a protocol path one after the other without arguments.
    pub(crate) fn protocol_path(&mut self, ty: Ty, path: &'static str) -> Option<Ty> {
        let mut ty = ty;
        for step in path.split('.') {
            let name = Name::of(step);
            // Only the type and its supertypes are searched, so that a protocol is never reached through itself.
            let member = match self.types.get(ty) {
                TyData::Instance(sym, args) => {
                    let lineage = self.lineage(sym);
                    let args = self.types.tys_of(args);
                    let subst = self.subst_of(sym, &args);
                    lineage.types.iter().find_map(|ancestor| {
                        let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                            return None;
                        };
                        let owner_ty = self.substitute(*ancestor, &subst);
                        self.declared_member(owner, owner_ty, ty, name, false)
                    })
                }
                TyData::Param(_) => self.find_member(ty, name),
                TyData::Class(sym, _) => self.metaclass_member(sym, ty, name),
                _ => None,
            }?;
            ty = match self.types.get(member) {
                TyData::Func { .. } => self.result_without_arguments(member),
                _ => member,
            };
        }
        (ty != Ty::UNKNOWN).then_some(ty)
    }

    /// Returns the one abstract method of an interface, or the method of its call protocol, as a function seen through
    /// the instance.
    pub fn functional_method(&mut self, ty: Ty) -> Option<Ty> {
        let TyData::Instance(sym, _) = self.types.get(ty) else {
            return None;
        };
        let repo = self.repo();
        let file = repo.file_of(sym);
        for name in self.cx.profile(file).protocols.call {
            if let Some(found) = self.find_member(ty, Name::of(name))
                && matches!(self.types.get(found), TyData::Func { .. })
            {
                return Some(found);
            }
        }
        if repo.def(sym).kind != Some(SymbolKind::Interface) {
            return None;
        }
        let lineage = self.lineage(sym);
        let mut only = None;
        for ancestor in &lineage.types {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            // The first in the source: the order of name numbers means nothing.
            let first = repo
                .all_members(owner)
                .filter_map(|(name, member)| match member {
                    crate::ids::MemberRef::Def(sym)
                        if repo.def(sym).role == DefRole::Callable
                            && repo.def(sym).flags.has(DefFlags::ABSTRACT)
                            && !repo.def(sym).flags.has(DefFlags::STATIC) =>
                    {
                        Some((sym, name))
                    }
                    _ => None,
                })
                .min();
            if let Some((_, name)) = first {
                only = Some(name);
                break;
            }
        }
        self.find_member(ty, only?)
    }
}
