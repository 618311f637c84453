//! Indexed types: the types of members of types (TypeScript's `T["a"]`). They stay open while they mention a type
//! parameter.

use bombe_rules::file_table::SourceId;
use smallvec::{SmallVec, smallvec};

use crate::limits::INDEXED_DEPTH_MAX;
use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the type of a type's member, or an open type until the type parameters in it are known.
    pub(crate) fn indexed(&mut self, file: SourceId, base: Ty, index: Ty) -> Ty {
        let open = |data: TyData| matches!(data, TyData::Param(_) | TyData::Indexed(..));
        let open_base = open(self.types.get(base)) || base == Ty::SELF;
        if open_base || open(self.types.get(index)) {
            if self.indexed_depth(base) >= INDEXED_DEPTH_MAX {
                return Ty::UNKNOWN;
            }
            return self.types.intern(TyData::Indexed(base, index));
        }
        let key = (base, index);
        self.memoized(
            |session| &mut session.indexed,
            key,
            |session| match session.types.get(index) {
                TyData::Lit(name) => session.find_member(base, name).unwrap_or(Ty::UNKNOWN),
                TyData::Union(seq) => {
                    let parts: SmallVec<[Ty; 4]> = session
                        .types
                        .tys_of(seq)
                        .iter()
                        .map(|part| session.indexed(file, base, *part))
                        .collect();
                    session.types.union(&parts)
                }
                _ => session.element(file, base),
            },
        )
    }

    fn indexed_depth(&self, ty: Ty) -> u32 {
        match self.types.get(ty) {
            TyData::Indexed(base, _) => 1 + self.indexed_depth(base),
            _ => 0,
        }
    }

    /// Returns what is known of an open type: the type of the member in the parameter's bound.
    pub(crate) fn bound_of_indexed(&mut self, base: Ty, index: Ty) -> Ty {
        let key = (base, index);
        self.memoized(
            |session| &mut session.indexed,
            key,
            |session| session.find_bound_of_indexed(base, index),
        )
    }

    fn find_bound_of_indexed(&mut self, base: Ty, index: Ty) -> Ty {
        let bounds: SmallVec<[Ty; 4]> = match self.types.get(base) {
            TyData::Param(param) => self.supers(param).iter().map(|(_, ty)| *ty).collect(),
            TyData::Indexed(base, index) => smallvec![self.bound_of_indexed(base, index)],
            _ => return Ty::UNKNOWN,
        };
        let TyData::Lit(name) = self.types.get(index) else {
            return Ty::UNKNOWN;
        };
        let parts: SmallVec<[Ty; 4]> = bounds
            .iter()
            .filter_map(|bound| self.find_member(*bound, name))
            .collect();
        self.types.union(&parts)
    }
}
