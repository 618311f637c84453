//! Inference: the type of an expression.
//!
//! [`Session::type_of`] is the entry. Each of the other files holds one topic: elements of containers (`elements`),
//! protocols (`protocols`), operators (`operators`), definitions and bindings (`definitions`), parameters
//! (`parameters`) and `super` (`supertype`).

mod definitions;
mod elements;
mod operators;
mod parameters;
mod protocols;
mod supertype;

use bombe_facts::name::Name;
use bombe_facts::{DefRole, Expr, ExprId};
use bombe_rules::file_table::SourceId;
use bombe_rules::profile::Mro;
use smallvec::SmallVec;

use crate::limits::ELEMENTS_READ_MAX;
use crate::member::MemberFilter;
use crate::session::{Entity, Namespace, Session};
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the type of an expression of a file.
    pub fn type_of(&mut self, file: SourceId, id: ExprId) -> Ty {
        if !id.is_known() {
            return Ty::UNKNOWN;
        }
        let key = (file, id);
        self.memoized(
            |session| &mut session.exprs,
            key,
            |session| session.find_expr_type(file, id),
        )
    }

    fn find_expr_type(&mut self, file: SourceId, id: ExprId) -> Ty {
        let repo = self.repo();
        let profile = self.cx.profile(file);
        match repo.expr(file, id) {
            Expr::Unknown => Ty::UNKNOWN,
            Expr::Name { name, scope, pos } => {
                let name = repo.name(file, name);
                let found = self.lookup(file, scope, pos, name, Namespace::Value);
                self.entity_type(&found.entity)
            }
            Expr::Member { base, name } => {
                let name = repo.name(file, name);
                if profile.mro == Mro::C3
                    && let Expr::Super(scope) = repo.expr(file, base)
                    && let Some(found) = self.super_member(file, scope, name)
                {
                    return found;
                }
                let ty = self.type_of(file, base);
                let filter_by = if profile.method_space || profile.member_space {
                    MemberFilter::Values
                } else {
                    MemberFilter::Any
                };
                match self.find_member_in_as(file, ty, name, filter_by) {
                    Some(found) => found,
                    None => self.merged_member(file, base, name),
                }
            }
            // `X::f` names a method, `X::new` a constructor.
            Expr::Path { base, name } if profile.method_space => {
                let base = self.type_of(file, base);
                if repo.facts(file).str(name) == profile.constructor_reference {
                    return base;
                }
                let name = repo.name(file, name);
                self.find_member_in_as(file, base, name, MemberFilter::Methods)
                    .unwrap_or(Ty::UNKNOWN)
            }
            Expr::Path { base, name } => {
                let name = repo.name(file, name);
                // A path's base is a type or module before it is a value.
                let entity = self.entity_of_expr(file, base, Namespace::Type);
                let found = self.entity_member(&entity, name, Namespace::Value);
                match found {
                    Entity::Unknown => {
                        let base = self.type_of(file, base);
                        self.find_member_in(file, base, name).unwrap_or(Ty::UNKNOWN)
                    }
                    Entity::Syms(_) if !matches!(entity, Entity::Module(_)) => {
                        let ty = self.entity_as_type(&entity, &[]);
                        let class = self.class_of(ty);
                        match self.find_member_in(file, class, name) {
                            Some(ty) => ty,
                            None => self.entity_type(&found),
                        }
                    }
                    // A type outside, by its name, may have a trait that is in scope.
                    Entity::External if profile.extension_traits && self.names_type(file, base) => {
                        self.find_member_in(file, Ty::EXTERNAL, name)
                            .unwrap_or(Ty::EXTERNAL)
                    }
                    found => self.entity_type(&found),
                }
            }
            Expr::Call { .. } | Expr::New { .. } => self.call(file, id).ret,
            Expr::Instantiate { callee, types } => {
                let callee = self.type_of(file, callee);
                if let TyData::Class(sym, _) = self.types.get(callee) {
                    let args = self.types_from(file, types);
                    let args = self.types.tys(&args);
                    return self.types.intern(TyData::Class(sym, args));
                }
                callee
            }
            Expr::Index { base, index } => self.index_type(file, base, index),
            Expr::Slice(base) => self.type_of(file, base),
            Expr::Slot { base, index } => {
                let base = self.type_of(file, base);
                self.slot(file, base, index)
            }
            Expr::Elem(base) => {
                let base = self.type_of(file, base);
                match self.element(file, base) {
                    Ty::UNKNOWN => self.yielded(file, base, 1),
                    ty => ty,
                }
            }
            Expr::Key(base) => {
                let base = self.type_of(file, base);
                match self.protocol(file, base, profile.protocols.key) {
                    Ty::UNKNOWN => self.yielded(file, base, 0),
                    ty => ty,
                }
            }
            Expr::Await(base) => {
                let base = self.type_of(file, base);
                self.awaited(file, base)
            }
            Expr::Try(base) => {
                let base = self.type_of(file, base);
                self.protocol(file, base, profile.protocols.try_)
            }
            Expr::Deref(base) => {
                let base = self.type_of(file, base);
                match self.protocol(file, base, profile.protocols.deref) {
                    Ty::UNKNOWN => base,
                    ty => ty,
                }
            }
            Expr::Enter(base) => {
                let base = self.type_of(file, base);
                self.protocol(file, base, profile.protocols.enter)
            }
            Expr::Receive(base) => {
                let base = self.type_of(file, base);
                self.protocol(file, base, profile.protocols.receive)
            }
            Expr::Cast { ty, value } => match self.type_from(file, ty) {
                Ty::UNKNOWN => self.type_of(file, value),
                ty => ty,
            },
            Expr::TypeValue(ty) => {
                let ty = self.type_from(file, ty);
                self.class_of(ty)
            }
            Expr::Lit(bombe_facts::Lit::Null) => Ty::NULL,
            Expr::Lit(lit) => self.builtin_instance(file, profile.builtins.of_literal(lit), &[]),
            Expr::Str(_) => self.builtin_instance(file, profile.builtins.string, &[]),
            Expr::Array(list) => self.collection(
                file,
                id,
                list.len,
                repo.facts(file).list(list),
                profile.builtins.array,
            ),
            Expr::Set(list) => self.collection(
                file,
                id,
                list.len,
                repo.facts(file).list(list),
                profile.builtins.set,
            ),
            Expr::Tuple(list) => {
                let parts: SmallVec<[Ty; 4]> = repo
                    .facts(file)
                    .list(list)
                    .iter()
                    .map(|part| self.type_of(file, *part))
                    .collect();
                let parts = self.types.tys(&parts);
                self.types.intern(TyData::Tuple(parts))
            }
            Expr::Map(list) => {
                let ids = repo.facts(file).list(list);
                let mut keys: SmallVec<[Ty; 4]> = SmallVec::new();
                let mut values: SmallVec<[Ty; 4]> = SmallVec::new();
                for pair in ids.chunks_exact(2).take(ELEMENTS_READ_MAX) {
                    keys.push(self.type_of(file, pair[0]));
                    values.push(self.type_of(file, pair[1]));
                }
                let key = self.types.union(&keys);
                let value = self.types.union(&values);
                self.builtin_instance(file, profile.builtins.map, &[key, value])
            }
            Expr::Object(def) => self.own_instance(repo.sym(file, def)),
            Expr::Lambda(def) => self.types.function(&[repo.sym(file, def)]),
            Expr::ClassValue(def) => self.sym_type(repo.sym(file, def)),
            Expr::This(scope) => self.this_type(file, scope),
            Expr::Super(scope) => self.super_type(file, scope),
            Expr::Either(left, right) => {
                let left = self.type_of(file, left);
                let right = self.type_of(file, right);
                let known: SmallVec<[Ty; 2]> = [left, right]
                    .into_iter()
                    .filter(|ty| *ty != Ty::NULL)
                    .collect();
                self.types.union(&known)
            }
            Expr::Binary { op, left, right } => self.binary(file, op, left, right),
            Expr::Not(_) => self.builtin_instance(file, profile.builtins.bool, &[]),
            Expr::Keyword { value, .. } | Expr::Spread(value) => self.type_of(file, value),
            Expr::Yield(_) => Ty::UNKNOWN,
            Expr::Import(import) => {
                let entity = self.import_entity(file, import, Namespace::Value);
                self.entity_type(&entity)
            }
            Expr::NonNull(value) => {
                let ty = self.type_of(file, value);
                self.without_null(ty)
            }
            Expr::Narrow { ty, value } => {
                let to = self.type_from(file, ty);
                let from = self.type_of(file, value);
                self.narrow(from, to)
            }
            Expr::Exclude { ty, value } => {
                let to = self.type_from(file, ty);
                let from = self.type_of(file, value);
                self.exclude(from, to)
            }
            Expr::Discriminated {
                value,
                member,
                is,
                assume_true,
            } => {
                let from = self.type_of(file, value);
                self.discriminated(file, from, repo.name(file, member), is, assume_true)
            }
            Expr::HasMember {
                value,
                member,
                assume_true,
            } => {
                let from = self.type_of(file, value);
                self.having_member(from, repo.name(file, member), assume_true)
            }
            Expr::Guarded {
                value,
                callee,
                assume_true,
            } => {
                let from = self.type_of(file, value);
                self.guarded(file, from, callee, assume_true)
            }
            Expr::ClassOf(value) => {
                let ty = self.type_of(file, value);
                self.class_of(ty)
            }
        }
    }

    /// Returns true if a name or path is spelt as that of a type: its last name starts with a capital.
    fn names_type(&self, file: SourceId, id: ExprId) -> bool {
        let repo = self.repo();
        match repo.expr(file, id) {
            Expr::Name { name, .. } | Expr::Path { name, .. } => {
                let text = repo.text(file, name);
                text.starts_with(|first: char| first.is_uppercase())
            }
            Expr::TypeValue(_) | Expr::Instantiate { .. } => true,
            _ => false,
        }
    }

    /// Returns the type of a callee. In a language where methods have a namespace of their own, it looks a name or
    /// member up there.
    pub fn callee_type(&mut self, file: SourceId, id: ExprId) -> Ty {
        let repo = self.repo();
        let profile = self.cx.profile(file);
        let callee = repo.expr(file, id);
        let apart = match callee {
            Expr::Name { .. } => profile.method_space,
            Expr::Member { .. } => profile.method_space || profile.member_space,
            _ => false,
        };
        if !apart {
            return self.type_of(file, id);
        }
        let key = (file, id);
        self.memoized(
            |session| &mut session.exprs,
            key,
            |session| match callee {
                Expr::Name { name, scope, pos } => {
                    let name = repo.name(file, name);
                    let found = session.lookup(file, scope, pos, name, Namespace::Call);
                    session.entity_type(&found.entity)
                }
                Expr::Member { base, name } => {
                    let name = repo.name(file, name);
                    let base = session.type_of(file, base);
                    session
                        .find_member_in_as(file, base, name, MemberFilter::Methods)
                        .unwrap_or(Ty::UNKNOWN)
                }
                _ => Ty::UNKNOWN,
            },
        )
    }

    /// Returns the type of a member of a namespace that is merged with the class, enum or function of its name.
    fn merged_member(&mut self, file: SourceId, base: ExprId, name: Name) -> Ty {
        let repo = self.repo();
        if !self.cx.profile(file).merges {
            return Ty::UNKNOWN;
        }
        let entity = self.entity_of_expr(file, base, Namespace::Value);
        match &entity {
            Entity::Syms(syms)
                if syms.len() > 1
                    && syms
                        .iter()
                        .any(|sym| repo.def(*sym).role == DefRole::Namespace) =>
            {
                let member = self.entity_member(&entity, name, Namespace::Value);
                self.entity_type(&member)
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// Returns the type of a value after it was awaited; other values than futures stay.
    pub(crate) fn awaited(&mut self, file: SourceId, ty: Ty) -> Ty {
        let protocols = self.cx.profile(file).protocols.await_;
        match self.protocol(file, ty, protocols) {
            Ty::UNKNOWN if protocols.is_empty() || !self.is_future(file, ty) => ty,
            awaited => awaited,
        }
    }

    fn is_future(&mut self, file: SourceId, ty: Ty) -> bool {
        let builtins = &self.cx.profile(file).builtins;
        match (self.types.get(ty), self.builtin(file, builtins.future)) {
            (TyData::Instance(sym, _), Some(future)) => self.is_subclass(sym, future),
            _ => false,
        }
    }
}
