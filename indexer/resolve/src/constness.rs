//! Constness: whether a receiver may be changed, in a language that overloads methods by it.

use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use bombe_facts::{Bound, DefFlags, DefRole, Expr, ExprId, ScopeId, TypeExpr, TypeId};

use super::ids::Sym;
use super::limits::{CONST_DEPTH_MAX, INSTANTIATIONS_MAX};
use super::session::{Entity, Namespace, Session};
use super::types::{Ty, TyData};

/// The stub alias that wraps a type whose values may not be changed.
const CONST: &str = "__const";

impl Session<'_> {
    /// Of overloads that differ by whether the receiver may be changed, keeps those that fit the callee's receiver.
    pub(super) fn by_constness(&mut self, file: SourceId, callee: ExprId, ty: Ty) -> Ty {
        let TyData::Func { syms, owner, recv } = self.types.get(ty) else {
            return ty;
        };
        let all = self.types.syms_of(syms);
        let repo = self.repo();
        let read_only = |sym: &Sym| repo.def(*sym).flags.has(DefFlags::READONLY);
        if all.len() < 2 || all.iter().all(read_only) || !all.iter().any(read_only) {
            return ty;
        }
        let fixed = self.is_const_receiver(file, callee, 0);
        let kept: SmallVec<[Sym; 4]> = all
            .iter()
            .copied()
            .filter(|sym| {
                let flags = repo.def(*sym).flags;
                if fixed {
                    flags.has(DefFlags::READONLY) || flags.has(DefFlags::STATIC)
                } else {
                    // A method that changes nothing is also meant if it has no changing twin.
                    !flags.has(DefFlags::READONLY)
                        || !all
                            .iter()
                            .any(|other| !read_only(other) && self.same_parameters(*other, *sym))
                }
            })
            .collect();
        if kept.is_empty() {
            return ty;
        }
        let syms = self.types.syms(&kept);
        self.types.intern(TyData::Func { syms, owner, recv })
    }

    pub(super) fn same_parameters(&self, a: Sym, b: Sym) -> bool {
        let repo = self.repo();
        let params = |sym: Sym| repo.facts(repo.file_of(sym)).params_of(repo.def_id(sym));
        let fold = |sym: Sym, text| repo.facts(repo.file_of(sym)).str(text).replace(' ', "");
        params(a).len() == params(b).len()
            && params(a)
                .iter()
                .zip(params(b))
                .all(|(x, y)| fold(a, x.ty_text) == fold(b, y.ty_text))
    }

    /// Returns true if what a method is called on may not be changed.
    fn is_const_receiver(&mut self, file: SourceId, callee: ExprId, depth: u32) -> bool {
        match self.repo().expr(file, callee) {
            Expr::Member { base, .. } => self.is_const(file, base, depth + 1),
            Expr::Name { scope, .. } => self.in_const_method(file, scope),
            Expr::Instantiate { callee, .. } if depth < INSTANTIATIONS_MAX => {
                self.is_const_receiver(file, callee, depth + 1)
            }
            _ => false,
        }
    }

    fn is_const(&mut self, file: SourceId, expr: ExprId, depth: u32) -> bool {
        if depth > CONST_DEPTH_MAX {
            return false;
        }
        let repo = self.repo();
        match repo.expr(file, expr) {
            Expr::This(scope) => self.in_const_method(file, scope),
            Expr::Cast { ty, .. } => self.is_const_type(file, ty),
            Expr::Name { name, scope, pos } => {
                let name = repo.name(file, name);
                match self.lookup(file, scope, pos, name, Namespace::Value).entity {
                    Entity::Bindings(at, ids) => ids.iter().any(|id| {
                        let binding = repo.binding(at, *id);
                        match binding.what {
                            // A field, as seen from inside its class.
                            Bound::Def(def) => {
                                let parent = repo.facts(at).defs[def.index()].parent;
                                repo.facts(at).defs[parent.index()].role == DefRole::Type
                                    && self.in_const_method(file, scope)
                            }
                            _ => self.is_const_type(at, binding.ty),
                        }
                    }),
                    Entity::Typed(_) => self.in_const_method(file, scope),
                    _ => false,
                }
            }
            // The declaration of a pointer decides whether its target is constant, wherever the pointer itself is.
            Expr::Deref(inner) => match repo.expr(file, inner) {
                Expr::Name { name, scope, pos } => {
                    let name = repo.name(file, name);
                    match self.lookup(file, scope, pos, name, Namespace::Value).entity {
                        Entity::Bindings(at, ids) => ids
                            .iter()
                            .any(|id| self.is_const_type(at, repo.binding(at, *id).ty)),
                        _ => false,
                    }
                }
                _ => false,
            },
            Expr::Member { base, .. } | Expr::Index { base, .. } => {
                self.is_const(file, base, depth + 1)
            }
            _ => false,
        }
    }

    fn is_const_type(&self, file: SourceId, ty: TypeId) -> bool {
        let facts = self.repo().facts(file);
        matches!(facts.types[ty.index()], TypeExpr::Builtin { name, .. } if facts.str(name) == CONST)
    }

    /// Returns true inside a method that may not change its object.
    fn in_const_method(&self, file: SourceId, scope: ScopeId) -> bool {
        let facts = self.repo().facts(file);
        let mut def = facts.scopes[scope.index()].def;
        while !def.is_module() {
            let d = &facts.defs[def.index()];
            if d.role == DefRole::Callable {
                return d.flags.has(DefFlags::READONLY);
            }
            def = d.parent;
        }
        false
    }
}
