//! Members of entities, and the entities that expressions name.

use bombe_facts::name::Name;
use bombe_facts::{DefRole, Expr, ExprId};
use bombe_rules::file_table::SourceId;
use smallvec::smallvec;

use crate::ids::Sym;
use crate::member::MemberFilter;
use crate::session::{Entity, Namespace, Session};
use crate::types::TyData;

impl Session<'_> {
    /// Returns a member of an entity: of a module, a namespace, a class or a value.
    pub fn entity_member(&mut self, entity: &Entity, name: Name, space: Namespace) -> Entity {
        match entity {
            Entity::External => Entity::External,
            Entity::Unknown => Entity::Unknown,
            Entity::Module(module) => match self.module_member(*module, name, space) {
                Entity::Unknown if self.is_partial_stub(*module) => Entity::External,
                found => found,
            },
            Entity::Syms(syms) => {
                let repo = self.repo();
                for sym in syms {
                    match repo.def(*sym).role {
                        DefRole::Namespace => {
                            let found = self.namespace_member(*sym, name, space);
                            if found != Entity::Unknown {
                                return found;
                            }
                        }
                        DefRole::TypeParam if space == Namespace::Type => {
                            let ty = self.sym_type(*sym);
                            if let Some(ty) = self.associated_type(ty, name) {
                                return Entity::Typed(ty);
                            }
                            if let Some(ty) = self.nested_in_open(ty, name) {
                                return Entity::Typed(ty);
                            }
                        }
                        DefRole::Type | DefRole::Alias | DefRole::Object
                            if space == Namespace::Type =>
                        {
                            let ty = self.own_instance(*sym);
                            if let Some(ty) = self.associated_type(ty, name) {
                                return Entity::Typed(ty);
                            }
                            if let Some(nested) = self.nested_type(ty, name) {
                                return Entity::Syms(smallvec![nested]);
                            }
                        }
                        _ => {}
                    }
                }
                self.value_member(entity, name, space)
            }
            Entity::Bindings(..) | Entity::Value(..) | Entity::Typed(_) => {
                self.value_member(entity, name, space)
            }
        }
    }

    fn value_member(&mut self, entity: &Entity, name: Name, space: Namespace) -> Entity {
        let ty = self.entity_type(entity);
        let filter_by = match space {
            Namespace::Call => MemberFilter::Methods,
            _ => MemberFilter::Any,
        };
        match self.find_member_as(ty, name, filter_by) {
            Some(ty) => match self.types.get(ty) {
                TyData::Func { syms, .. } => {
                    Entity::Syms(self.types.syms_of(syms).iter().copied().collect())
                }
                TyData::External => Entity::External,
                TyData::Module(module) => Entity::Module(module),
                _ => Entity::Typed(ty),
            },
            None => Entity::Unknown,
        }
    }

    /// Returns a definition inside a namespace, or inside another part of the same namespace in the file.
    fn namespace_member(&mut self, sym: Sym, name: Name, space: Namespace) -> Entity {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let Some(scope) = repo.def(sym).body_scope else {
            return Entity::Unknown;
        };
        self.bindings_entity(file, scope, u32::MAX, name, space, true, true)
            .unwrap_or(Entity::Unknown)
    }

    /// Returns the entity that an expression names, or its value if it names none.
    pub fn entity_of_expr(&mut self, file: SourceId, expr: ExprId, space: Namespace) -> Entity {
        let repo = self.repo();
        match repo.expr(file, expr) {
            Expr::Unknown => Entity::Unknown,
            Expr::Name { name, scope, pos } => {
                let name = repo.name(file, name);
                self.deeper(Entity::Unknown, |session| {
                    session.lookup(file, scope, pos, name, space).entity
                })
            }
            Expr::Member { base, name } | Expr::Path { base, name } => {
                let name = repo.name(file, name);
                let base_space = if space == Namespace::Type {
                    Namespace::Type
                } else {
                    Namespace::Value
                };
                let mut base = self.deeper(Entity::Unknown, |session| {
                    session.entity_of_expr(file, base, base_space)
                });
                if base == Entity::Unknown
                    && base_space == Namespace::Type
                    && let Expr::Member { base: inner, .. } | Expr::Path { base: inner, .. } =
                        repo.expr(file, expr)
                {
                    base = self.deeper(Entity::Unknown, |session| {
                        session.entity_of_expr(file, inner, Namespace::Value)
                    });
                }
                match base {
                    Entity::Module(_) | Entity::External | Entity::Syms(_) => {
                        self.entity_member(&base, name, space)
                    }
                    _ => Entity::Value(file, expr),
                }
            }
            Expr::Import(id) => self.import_entity(file, id, space),
            Expr::ClassValue(def) => Entity::Syms(smallvec![repo.sym(file, def)]),
            Expr::Lambda(def) => Entity::Syms(smallvec![repo.sym(file, def)]),
            _ => Entity::Value(file, expr),
        }
    }
}
