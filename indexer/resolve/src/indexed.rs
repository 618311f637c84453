//! Types of members of types (TypeScript's `T["a"]`), kept open while a type parameter in them is not known.

use bombe_rules::file_table::SourceId;
use smallvec::{SmallVec, smallvec};

use crate::session::{Memo, Session};
use crate::types::{Ty, TyData};

/// Longest chain of members of an unknown type that is kept (`T["a"]["b"]…`).
const INDEXED_DEPTH_MAX: u32 = 6;

impl Session<'_> {
    /// The type of a type's member: found at once, or kept until the type parameters in it are known.
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
        match self.indexed.get(&key) {
            Some(Memo::Done(ty)) => return *ty,
            Some(Memo::Running) => {
                self.provisional += 1;
                return Ty::UNKNOWN;
            }
            None => {}
        }
        self.indexed.insert(key, Memo::Running);
        let ty = self.deeper(Ty::UNKNOWN, |session| match session.types.get(index) {
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
        });
        self.indexed.insert(key, Memo::Done(ty));
        ty
    }

    fn indexed_depth(&self, ty: Ty) -> u32 {
        match self.types.get(ty) {
            TyData::Indexed(base, _) => 1 + self.indexed_depth(base),
            _ => 0,
        }
    }

    /// What is known of a member's type while its parameters are not: the member of the parameter's bound.
    pub(crate) fn bound_of_indexed(&mut self, base: Ty, index: Ty) -> Ty {
        let key = (base, index);
        match self.indexed.get(&key) {
            Some(Memo::Done(ty)) => return *ty,
            Some(Memo::Running) => {
                self.provisional += 1;
                return Ty::UNKNOWN;
            }
            None => {}
        }
        self.indexed.insert(key, Memo::Running);
        let ty = self.deeper(Ty::UNKNOWN, |session| {
            session.find_bound_of_indexed(base, index)
        });
        self.indexed.insert(key, Memo::Done(ty));
        ty
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
