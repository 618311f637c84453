//! Substitution: types with their type parameters replaced.

use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use crate::ids::Sym;
use crate::limits::REWRITE_DEPTH_MAX;
use crate::session::Session;
use crate::types::{Ty, TyData};

/// Type parameters and the types that they stand for.
pub(crate) type Subst = SmallVec<[(Sym, Ty); 4]>;

impl Session<'_> {
    /// Pairs the parameters of a definition with arguments. A parameter without an argument takes its default, or stays
    /// as it is.
    pub fn subst_of(&mut self, sym: Sym, args: &[Ty]) -> Subst {
        let repo = self.repo();
        let params = self.params_of_type(sym);
        let mut subst = Subst::new();
        for (at, param) in params.iter().enumerate() {
            if let Some(arg) = args.get(at) {
                subst.push((*param, *arg));
            } else {
                let default = repo.def(*param).ty;
                if default.is_known() {
                    let ty = self.type_from(repo.file_of(*param), default);
                    subst.push((*param, ty));
                }
            }
        }
        subst
    }

    /// Replaces type parameters.
    pub fn substitute(&mut self, ty: Ty, subst: &[(Sym, Ty)]) -> Ty {
        if subst.is_empty() {
            return ty;
        }
        self.map_type(ty, &mut |_, data| match data {
            TyData::Param(param) => subst.iter().find(|(p, _)| *p == param).map(|(_, ty)| *ty),
            _ => None,
        })
    }

    /// Replaces the receiver's own type.
    pub fn substitute_self(&mut self, ty: Ty, this: Ty) -> Ty {
        if this == Ty::UNKNOWN {
            return ty;
        }
        self.map_type(ty, &mut |_, data| (data == TyData::SelfTy).then_some(this))
    }

    /// Rebuilds a type, replacing every part for which `replace` has an answer. Asks it only about what can differ by
    /// context: type parameters, the receiver's own type, and types that contain them.
    pub fn map_type(
        &mut self,
        ty: Ty,
        replace: &mut dyn FnMut(&mut Self, TyData) -> Option<Ty>,
    ) -> Ty {
        if self.types.is_closed(ty) {
            return ty;
        }
        let data = self.types.get(ty);
        if let Some(found) = replace(self, data) {
            return found;
        }
        let has_parts = match data {
            TyData::Instance(_, seq)
            | TyData::Class(_, seq)
            | TyData::Tuple(seq)
            | TyData::Union(seq) => self.types.len_of(seq) > 0,
            TyData::Fn { .. } | TyData::Func { .. } | TyData::Indexed(..) | TyData::ClassOf(_) => {
                true
            }
            _ => false,
        };
        if !has_parts {
            return ty;
        }
        if self.depth > REWRITE_DEPTH_MAX {
            self.provisional += 1;
            return ty;
        }
        self.depth += 1;
        let mapped = match data {
            TyData::Instance(sym, seq) => {
                let seq = self.map_seq(seq, replace);
                self.types.intern(TyData::Instance(sym, seq))
            }
            TyData::Class(sym, seq) => {
                let seq = self.map_seq(seq, replace);
                self.types.intern(TyData::Class(sym, seq))
            }
            TyData::Tuple(seq) => {
                let seq = self.map_seq(seq, replace);
                self.types.intern(TyData::Tuple(seq))
            }
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self.types.tys_of(seq);
                let parts: SmallVec<[Ty; 4]> = parts
                    .iter()
                    .map(|part| self.map_type(*part, replace))
                    .collect();
                self.types.union(&parts)
            }
            TyData::Indexed(base, index) => {
                let new_base = self.map_type(base, replace);
                let new_index = self.map_type(index, replace);
                // The language of the base decides what an element is.
                let file = match self.types.get(new_base) {
                    TyData::Instance(sym, _) => self.repo().file_of(sym),
                    _ => SourceId(0),
                };
                self.indexed(file, new_base, new_index)
            }
            TyData::ClassOf(inner) => {
                let inner = self.map_type(inner, replace);
                self.class_object(inner)
            }
            TyData::Fn { params, ret } => {
                let params = self.map_seq(params, replace);
                let ret = self.map_type(ret, replace);
                self.types.intern(TyData::Fn { params, ret })
            }
            TyData::Func { syms, owner, recv } => {
                let owner = self.map_type(owner, replace);
                let recv = self.map_type(recv, replace);
                self.types.intern(TyData::Func { syms, owner, recv })
            }
            _ => ty,
        };
        self.depth -= 1;
        mapped
    }

    fn map_seq(
        &mut self,
        seq: crate::types::Seq,
        replace: &mut dyn FnMut(&mut Self, TyData) -> Option<Ty>,
    ) -> crate::types::Seq {
        let parts = self.types.tys_of(seq);
        let parts: SmallVec<[Ty; 4]> = parts
            .iter()
            .map(|part| self.map_type(*part, replace))
            .collect();
        self.types.tys(&parts)
    }
}
