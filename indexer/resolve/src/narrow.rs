//! Narrowing: what a check leaves of a value's type. It keeps or rules out parts of a union by their class, by a
//! literal member, by the presence of a member, or by a type guard.

use bombe_facts::name::Name;
use bombe_facts::{DefFlags, Expr, ExprId, TypeExpr, TypeId};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use smallvec::{SmallVec, smallvec};

use crate::ids::MemberRef;
use crate::session::{Entity, Namespace, Session};
use crate::types::{Ty, TyData};

impl Session<'_> {
    fn parts(&self, ty: Ty) -> SmallVec<[Ty; 4]> {
        match self.types.get(ty) {
            TyData::Union(seq) => self.types.tys_of(seq),
            _ => smallvec![ty],
        }
    }

    /// Returns the type of a `from` after a check that it is a `to`: the parts of `from` that are subtypes of `to`,
    /// else `to`.
    pub(crate) fn narrow(&mut self, from: Ty, to: Ty) -> Ty {
        let TyData::Instance(to_sym, _) = self.types.get(to) else {
            return if to == Ty::UNKNOWN { from } else { to };
        };
        let parts = match self.types.get(from) {
            TyData::Union(seq) => self.types.tys_of(seq),
            _ => smallvec![from],
        };
        let mut kept: SmallVec<[Ty; 4]> = SmallVec::new();
        for part in parts {
            if let TyData::Instance(sym, _) = self.types.get(part)
                && self.is_subclass(sym, to_sym)
            {
                kept.push(part);
            }
        }
        if kept.is_empty() {
            to
        } else {
            self.types.union(&kept)
        }
    }

    /// Returns a type without the null part of a union.
    pub fn without_null(&mut self, ty: Ty) -> Ty {
        let TyData::Union(seq) = self.types.get(ty) else {
            return ty;
        };
        let parts: SmallVec<[Ty; 4]> = self
            .types
            .tys_of(seq)
            .into_iter()
            .filter(|part| *part != Ty::NULL && *part != Ty::VOID)
            .collect();
        self.types.union(&parts)
    }

    /// Returns `from` without the parts that are a `to`, or all of it if nothing would be left.
    pub(crate) fn exclude(&mut self, from: Ty, to: Ty) -> Ty {
        let ruled_out = self.parts(to);
        let parts = self.parts(from);
        let mut kept: SmallVec<[Ty; 4]> = SmallVec::new();
        for part in parts {
            let out =
                ruled_out
                    .iter()
                    .any(|out| match (self.types.get(part), self.types.get(*out)) {
                        (TyData::Instance(sym, _), TyData::Instance(base, _)) => {
                            self.is_subclass(sym, base)
                        }
                        _ => part == *out,
                    });
            if !out {
                kept.push(part);
            }
        }
        if kept.is_empty() {
            from
        } else {
            self.types.union(&kept)
        }
    }

    /// Returns the parts of `from` whose member `member` is the literal or enum member `is`, or is not, if
    /// `assume_true` is false. All of them if nothing would be left.
    pub(crate) fn discriminated(
        &mut self,
        file: SourceId,
        from: Ty,
        member: Name,
        is: ExprId,
        assume_true: bool,
    ) -> Ty {
        let parts = self.parts(from);
        if parts.len() < 2 {
            return from;
        }
        let mut kept: SmallVec<[Ty; 4]> = SmallVec::new();
        for part in parts {
            if self
                .is_literal_member(file, part, member, is)
                .is_none_or(|equal| equal == assume_true)
            {
                kept.push(part);
            }
        }
        if kept.is_empty() {
            from
        } else {
            self.types.union(&kept)
        }
    }

    /// Returns whether a type's member is the literal `is`, or `None` if the member's declaration leaves it open.
    fn is_literal_member(
        &mut self,
        file: SourceId,
        ty: Ty,
        member: Name,
        is: ExprId,
    ) -> Option<bool> {
        let TyData::Instance(sym, _) = self.types.get(ty) else {
            return None;
        };
        let repo = self.repo();
        let lineage = self.lineage(sym);
        for ancestor in &lineage.types {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            for found in repo.own_members(owner, member) {
                let MemberRef::Def(def) = found else { continue };
                let (target, declared) = (repo.file_of(def), repo.def(def));
                return if declared.ty.is_known() {
                    self.is_literal_type(file, target, declared.ty, is)
                } else {
                    self.is_literal_value(file, target, declared.value, is)
                };
            }
        }
        if lineage.external || lineage.unknown {
            None
        } else {
            Some(false)
        }
    }

    fn is_literal_type(
        &mut self,
        file: SourceId,
        target: SourceId,
        ty: TypeId,
        is: ExprId,
    ) -> Option<bool> {
        let repo = self.repo();
        match repo.facts(target).types[ty.index()] {
            TypeExpr::Lit(text) => match repo.expr(file, is) {
                Expr::Str(wanted) => Some(repo.name(target, text) == repo.name(file, wanted)),
                _ => None,
            },
            TypeExpr::Union(list) => {
                let mut any = Some(false);
                for part in repo.facts(target).list(list) {
                    match self.is_literal_type(file, target, *part, is) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => any = None,
                    }
                }
                any
            }
            TypeExpr::Nullable(inner) => self.is_literal_type(file, target, inner, is),
            TypeExpr::Member { base, name, .. } => {
                // A member of an enum.
                let container = self.type_entity(target, base);
                let name = repo.name(target, name);
                let declared = self.entity_member(&container, name, Namespace::Value);
                self.same_enum_member(file, &declared, is)
            }
            _ => None,
        }
    }

    fn is_literal_value(
        &mut self,
        file: SourceId,
        target: SourceId,
        value: ExprId,
        is: ExprId,
    ) -> Option<bool> {
        let repo = self.repo();
        match (repo.expr(target, value), repo.expr(file, is)) {
            (Expr::Str(text), Expr::Str(wanted)) => {
                Some(repo.name(target, text) == repo.name(file, wanted))
            }
            (Expr::Member { .. }, _) => {
                let declared = self.entity_of_expr(target, value, Namespace::Value);
                self.same_enum_member(file, &declared, is)
            }
            (Expr::Cast { value, .. }, _) => self.is_literal_value(file, target, value, is),
            _ => None,
        }
    }

    fn same_enum_member(&mut self, file: SourceId, declared: &Entity, is: ExprId) -> Option<bool> {
        let wanted = self.entity_of_expr(file, is, Namespace::Value);
        let (Entity::Syms(declared), Entity::Syms(wanted)) = (declared, &wanted) else {
            return None;
        };
        let member = |sym| self.repo().def(sym).kind == Some(SymbolKind::EnumMember);
        let (first, second) = (*declared.first()?, *wanted.first()?);
        (member(first) && member(second)).then_some(first == second)
    }

    /// Returns the parts of `from` that have a member, or have it not, if `assume_true` is false.
    pub(crate) fn having_member(&mut self, from: Ty, member: Name, assume_true: bool) -> Ty {
        let parts = self.parts(from);
        if parts.len() < 2 {
            return from;
        }
        let mut kept: SmallVec<[Ty; 4]> = SmallVec::new();
        for part in parts {
            if self.find_member(part, member).is_some() == assume_true {
                kept.push(part);
            }
        }
        if kept.is_empty() {
            from
        } else {
            self.types.union(&kept)
        }
    }

    /// Returns the type of a `from` after `callee`, called with it or on it, has returned `assume_true`. It is narrower
    /// if the callee is a type guard.
    pub(crate) fn guarded(
        &mut self,
        file: SourceId,
        from: Ty,
        callee: ExprId,
        assume_true: bool,
    ) -> Ty {
        let repo = self.repo();
        let callee_ty = self.type_of(file, callee);
        let TyData::Func { syms, owner, .. } = self.types.get(callee_ty) else {
            return from;
        };
        let syms = self.types.syms_of(syms);
        let Some(guard) = syms
            .iter()
            .copied()
            .find(|sym| repo.def(*sym).flags.has(DefFlags::TYPE_GUARD))
        else {
            return from;
        };
        let to = self.type_from(repo.file_of(guard), repo.def(guard).ty);
        let subst = self.owner_subst(owner);
        let to = self.substitute(to, &subst);
        if to == Ty::UNKNOWN || matches!(self.types.get(to), TyData::Param(_)) {
            return from;
        }
        if assume_true {
            self.narrow(from, to)
        } else {
            self.exclude(from, to)
        }
    }
}
