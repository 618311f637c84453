//! `super`: the supertypes of the enclosing type, and their members.

use bombe_facts::BaseKind;
use bombe_facts::name::Name;
use bombe_rules::file_table::SourceId;
use bombe_rules::profile::Mro;
use smallvec::SmallVec;

use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the first member of a name along the supertypes of the enclosing type, as seen through the type itself.
    pub(super) fn super_member(
        &mut self,
        file: SourceId,
        scope: bombe_facts::ScopeId,
        name: Name,
    ) -> Option<Ty> {
        let this = self.this_type(file, scope);
        let (sym, on_class) = match self.types.get(this) {
            TyData::Instance(sym, _) => (sym, false),
            TyData::Class(sym, _) => (sym, true),
            _ => return None,
        };
        let lineage = self.lineage(sym);
        lineage.types.iter().skip(1).find_map(|ancestor| {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                return None;
            };
            self.declared_member(owner, *ancestor, this, name, on_class)
        })
    }

    /// Returns the type of `super`: the first supertype of the enclosing type.
    pub(super) fn super_type(&mut self, file: SourceId, scope: bombe_facts::ScopeId) -> Ty {
        let this = self.this_type(file, scope);
        let (sym, on_class) = match self.types.get(this) {
            TyData::Instance(sym, _) => (sym, false),
            TyData::Class(sym, _) => (sym, true),
            _ => return Ty::UNKNOWN,
        };
        if self.cx.profile(file).mro != Mro::C3 {
            // There is one superclass; `super` never names an interface.
            let supers = self.supers(sym);
            let class = supers
                .iter()
                .find(|(kind, _)| *kind == BaseKind::Extends)
                .map(|(_, ty)| *ty);
            let ty = class.unwrap_or_else(|| self.root_type(file));
            return if on_class { self.class_of(ty) } else { ty };
        }
        let lineage = self.lineage(sym);
        // Members are searched along the rest of the lineage, whose order a union keeps.
        let rest: SmallVec<[Ty; 4]> = lineage.types.iter().skip(1).copied().collect();
        if rest.is_empty() {
            return if lineage.external {
                Ty::EXTERNAL
            } else {
                self.root_type(file)
            };
        }
        let mut ty = self.types.union(&rest[..1]);
        if rest.len() > 1 {
            // The first base alone will do if its own lineage covers the rest.
            let TyData::Instance(first, _) = self.types.get(rest[0]) else {
                return ty;
            };
            let covered = self.lineage(first).types.len();
            if covered < rest.len() {
                ty = self.types.union(&rest);
            }
        }
        if on_class { self.class_of(ty) } else { ty }
    }

    fn root_type(&mut self, file: SourceId) -> Ty {
        self.builtin_instance(file, self.cx.profile(file).builtins.object, &[])
    }
}
