//! Declared types outside the repository: their name is all that is known of them, and enough to tell overloads apart.

use bombe_facts::name::Name;
use bombe_facts::{Bound, DefRole, Expr, ExprId, TypeExpr, TypeId};
use bombe_rules::file_table::SourceId;

use crate::ids::MemberRef;
use crate::overload::Head;
use crate::session::{Entity, Namespace, Session};
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the last name of a type expression.
    pub(crate) fn head_name(&self, file: SourceId, ty: TypeId) -> Option<Name> {
        let head = self.written_head(file, ty)?;
        Some(self.repo().name(head.file, head.text))
    }

    /// Returns where the last name of a type expression is written.
    pub(super) fn written_head(&self, file: SourceId, ty: TypeId) -> Option<Head> {
        match self.repo().facts(file).types[ty.index()] {
            TypeExpr::Name { name, .. } | TypeExpr::Member { name, .. } => {
                Some(Head { file, text: name })
            }
            TypeExpr::Nullable(inner) => self.written_head(file, inner),
            _ => None,
        }
    }

    /// Returns the name of the external type that an anonymous class extends or implements.
    pub(super) fn anonymous_head(&mut self, ty: Ty) -> Option<Head> {
        let repo = self.repo();
        let TyData::Instance(sym, _) = self.types.get(ty) else {
            return None;
        };
        let file = repo.file_of(sym);
        if repo.def(sym).role != DefRole::Object {
            return None;
        }
        let (_, base) = repo.facts(file).bases_of(repo.def_id(sym)).next()?;
        match self.type_from(file, base) {
            Ty::EXTERNAL => self.written_head(file, base),
            _ => None,
        }
    }

    /// Returns the name of the declared type of an expression whose type is outside.
    pub(super) fn outside_name(&mut self, file: SourceId, expr: ExprId) -> Option<Head> {
        let repo = self.repo();
        match repo.expr(file, expr) {
            Expr::Cast { ty, .. } | Expr::New { class: ty, .. } => self.written_head(file, ty),
            Expr::Call { .. } => {
                let target = *self.call(file, expr).targets.first()?;
                self.written_head(repo.file_of(target), repo.def(target).ty)
            }
            Expr::Name { name, scope, pos } => {
                let name = repo.name(file, name);
                match self.lookup(file, scope, pos, name, Namespace::Value).entity {
                    Entity::Bindings(at, ids) => {
                        let binding = repo.binding(at, *ids.last()?);
                        match binding.what {
                            _ if binding.ty.is_known() => self.written_head(at, binding.ty),
                            Bound::Def(def) => {
                                self.written_head(at, repo.facts(at).defs[def.index()].ty)
                            }
                            _ if binding.value.is_known() => {
                                self.deeper(None, |session| session.outside_name(at, binding.value))
                            }
                            _ => None,
                        }
                    }
                    Entity::Typed(_) => {
                        let this = self.this_type(file, scope);
                        self.member_head(this, name)
                    }
                    _ => None,
                }
            }
            Expr::Member { base, name } => {
                let base = self.type_of(file, base);
                self.member_head(base, repo.name(file, name))
            }
            _ => None,
        }
    }

    /// Returns the name of the declared type of a field.
    fn member_head(&mut self, ty: Ty, name: Name) -> Option<Head> {
        let (TyData::Instance(sym, _) | TyData::Class(sym, _)) = self.types.get(ty) else {
            return None;
        };
        let lineage = self.lineage(sym);
        let repo = self.repo();
        lineage.types.iter().find_map(|ancestor| {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                return None;
            };
            repo.own_members(owner, name)
                .find_map(|member| match member {
                    MemberRef::Def(sym) if repo.def(sym).role == DefRole::Value => {
                        self.written_head(repo.file_of(sym), repo.def(sym).ty)
                    }
                    _ => None,
                })
        })
    }
}
