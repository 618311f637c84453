//! Expected types: the type that the context of an expression requires.

use bombe_facts::expected_type::ExpectedTypeContext;
use bombe_facts::name::Name;
use bombe_facts::{Bound, DefFlags, DefId, DefRole, Expr, ExprId};
use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use crate::call::{Arg, Args};
use crate::ids::Sym;
use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the type that the context of an expression expects; unknown if it expects none.
    pub fn expected(&mut self, file: SourceId, expr: ExprId) -> Ty {
        if let Some(expected) = self.expected.get(&(file, expr)) {
            return *expected;
        }
        let provisional = self.provisional;
        let expected = self.deeper(Ty::UNKNOWN, |session| session.find_expected(file, expr));
        if self.provisional == provisional {
            self.expected.insert((file, expr), expected);
        }
        expected
    }

    /// Returns the functions that a call may mean, of those that its callee is known to be.
    fn selected(
        &mut self,
        file: SourceId,
        call: ExprId,
        syms: &[Sym],
        owner: Ty,
        args: &[Arg],
    ) -> SmallVec<[Sym; 2]> {
        if let Some(selected) = self.selected.get(&(file, call)) {
            return selected.clone();
        }
        let provisional = self.provisional;
        let selected = self.select(file, syms, owner, args);
        if self.provisional == provisional {
            self.selected.insert((file, call), selected.clone());
        }
        selected
    }

    fn find_expected(&mut self, file: SourceId, expr: ExprId) -> Ty {
        let repo = self.repo();
        let facts = repo.facts(file);
        let Some(context) = repo.expected_type_context(file, expr) else {
            return Ty::UNKNOWN;
        };
        match context {
            ExpectedTypeContext::Argument(call, at) => self.argument_type(file, call, at),
            ExpectedTypeContext::Keyword(call, name) => {
                let name = repo.name(file, name);
                self.keyword_type(file, call, name)
            }
            ExpectedTypeContext::Bound(id) => {
                let binding = repo.binding(file, id);
                if binding.ty.is_known() {
                    return self.type_from(file, binding.ty);
                }
                match binding.what {
                    Bound::Def(def) => self.type_from(file, facts.defs[def.index()].ty),
                    _ => Ty::UNKNOWN,
                }
            }
            ExpectedTypeContext::Returned(def) => {
                let d = &facts.defs[def.index()];
                let ty = if d.ty.is_known() {
                    self.type_from(file, d.ty)
                } else {
                    match repo.literal_expr(file, def) {
                        Some(literal) => {
                            let expected = self.expected(file, literal);
                            self.result_of_function(expected)
                        }
                        None => Ty::UNKNOWN,
                    }
                };
                let awaits = d.flags.has(DefFlags::ASYNC) && self.cx.profile(file).type_space;
                if awaits { self.awaited(file, ty) } else { ty }
            }
            ExpectedTypeContext::Value(def) => {
                let d = &facts.defs[def.index()];
                if d.ty.is_known() {
                    return self.type_from(file, d.ty);
                }
                self.expected_of_property(file, def)
            }
            ExpectedTypeContext::Property(def) => self.expected_of_property(file, def),
            ExpectedTypeContext::Assigned(at) => {
                let assign = &facts.assigns[at as usize];
                if assign.ty.is_known() {
                    return self.type_from(file, assign.ty);
                }
                let base = match assign.owner {
                    Some(owner) => self.own_instance(repo.sym(file, owner)),
                    None => self.type_of(file, assign.base),
                };
                let name = repo.name(file, assign.name);
                let declared = match self.types.get(base) {
                    TyData::Instance(sym, _) => repo
                        .own_members(sym, name)
                        .any(|member| matches!(member, crate::ids::MemberRef::Def(_))),
                    _ => false,
                };
                if declared {
                    self.find_member_in(file, base, name).unwrap_or(Ty::UNKNOWN)
                } else {
                    Ty::UNKNOWN
                }
            }
            ExpectedTypeContext::Element(outer) => {
                let expected = self.expected(file, outer);
                self.element(file, expected)
            }
            ExpectedTypeContext::MapValue(outer) => {
                let expected = self.expected(file, outer);
                self.protocol(file, expected, self.cx.profile(file).protocols.index)
            }
            ExpectedTypeContext::Cast(ty) => self.type_from(file, ty),
            ExpectedTypeContext::Same(outer) => self.expected(file, outer),
        }
    }

    /// Returns the type that the context of an object literal expects of one of its properties.
    fn expected_of_property(&mut self, file: SourceId, property: DefId) -> Ty {
        let repo = self.repo();
        let facts = repo.facts(file);
        let d = &facts.defs[property.index()];
        if facts.defs[d.parent.index()].role != DefRole::Object {
            return Ty::UNKNOWN;
        }
        let Some(literal) = repo.literal_expr(file, d.parent) else {
            return Ty::UNKNOWN;
        };
        let expected = self.expected(file, literal);
        self.find_member_in(file, expected, repo.name(file, d.name))
            .unwrap_or(Ty::UNKNOWN)
    }

    /// Returns the type that a call expects of its argument `at`. The other arguments determine its type parameters.
    fn argument_type(&mut self, file: SourceId, call: ExprId, at: u32) -> Ty {
        let Some((syms, owner, args, explicit)) = self.callee_of(file, call) else {
            return self.fn_argument(file, call, at);
        };
        let mut expected: SmallVec<[Ty; 4]> = SmallVec::new();
        for sym in self.selected(file, call, &syms, owner, &args) {
            let target = self.repo().file_of(sym);
            let params = self.repo().facts(target).params_of(self.repo().def_id(sym));
            if let (Some(param), slot) = Self::param_at(params, at as usize) {
                let declared = self.type_of_param(target, param, slot);
                // A literal for a bare type parameter would determine the type that is expected of it.
                let mut others = args.clone();
                if self.is_bare_param(declared)
                    && let Some(own) = others.get_mut(at as usize)
                {
                    *own = Arg::Ty(Ty::UNKNOWN);
                }
                let ty = self.expected_parameter(file, sym, declared, owner, &others, &explicit);
                expected.push(ty);
            }
        }
        self.types.union(&expected)
    }

    /// Returns true if a declared type is a type parameter, or has one beside other types.
    fn is_bare_param(&self, declared: Ty) -> bool {
        match self.types.get(declared) {
            TyData::Param(_) => true,
            TyData::Union(seq) => {
                let parts = self.types.tys_of(seq);
                parts
                    .iter()
                    .any(|part| matches!(self.types.get(*part), TyData::Param(_)))
            }
            _ => false,
        }
    }

    /// Returns the type that a call expects of a keyword argument.
    fn keyword_type(&mut self, file: SourceId, call: ExprId, name: Name) -> Ty {
        let repo = self.repo();
        if let Some((syms, owner, args, explicit)) = self.callee_of(file, call) {
            for sym in self.selected(file, call, &syms, owner, &args) {
                let target = repo.file_of(sym);
                let params = repo.facts(target).params_of(repo.def_id(sym));
                if let Some(param) = params
                    .iter()
                    .find(|param| repo.name(target, param.name) == name)
                {
                    let declared = self.type_from(target, param.ty);
                    return self.expected_parameter(file, sym, declared, owner, &args, &explicit);
                }
            }
        }
        // A field of a composite literal (Rust).
        match repo.expr(file, call) {
            Expr::New { class, .. } if !self.cx.profile(file).new_calls => {
                let ty = self.type_from(file, class);
                self.find_member_in(file, ty, name).unwrap_or(Ty::UNKNOWN)
            }
            _ => Ty::UNKNOWN,
        }
    }

    fn expected_parameter(
        &mut self,
        file: SourceId,
        sym: Sym,
        declared: Ty,
        owner: Ty,
        args: &[Arg],
        explicit: &[Ty],
    ) -> Ty {
        let mut subst = self.owner_subst_for(sym, owner);
        let params = self.params_of(sym, declared);
        let inferred = self.infer_arguments(file, sym, &params, &subst, args, explicit, false);
        subst.extend(inferred);
        let ty = self.substitute(declared, &subst);
        self.substitute_self(ty, owner)
    }

    /// Returns the functions that a call's callee may be, their owner, and the arguments and type arguments of the
    /// call.
    #[expect(
        clippy::type_complexity,
        reason = "four parts of one callee, used right at the call"
    )]
    fn callee_of(
        &mut self,
        file: SourceId,
        call: ExprId,
    ) -> Option<(SmallVec<[Sym; 4]>, Ty, Args, SmallVec<[Ty; 4]>)> {
        let repo = self.repo();
        match repo.expr(file, call) {
            Expr::Call { callee, args, .. } => {
                let (callee, explicit) = self.split_instantiation(file, callee);
                let ty = self.callee_type(file, callee);
                let args = self.args(file, args);
                match self.types.get(ty) {
                    TyData::Func { syms, owner, .. } => {
                        Some((self.types.syms_of(syms), owner, args, explicit))
                    }
                    TyData::Class(sym, class_args) => {
                        let (_, constructors) = self.constructors(file, sym);
                        let class_args = self.types.tys_of(class_args);
                        let owner = self.types.instance(sym, &class_args);
                        Some((constructors, owner, args, explicit))
                    }
                    TyData::Instance(..) => {
                        let class =
                            if matches!(repo.expr(file, callee), Expr::Super(_) | Expr::This(_)) {
                                self.class_of(ty)
                            } else {
                                let method = self.functional_method(ty)?;
                                let TyData::Func { syms, owner, .. } = self.types.get(method)
                                else {
                                    return None;
                                };
                                return Some((self.types.syms_of(syms), owner, args, explicit));
                            };
                        let TyData::Class(sym, _) = self.types.get(class) else {
                            return None;
                        };
                        let (owner, constructors) = self.constructors(file, sym);
                        Some((constructors, owner, args, explicit))
                    }
                    _ => None,
                }
            }
            Expr::New { class, args, .. } => {
                let ty = self.type_from(file, class);
                let TyData::Instance(sym, _) = self.types.get(ty) else {
                    return None;
                };
                let args = self.args(file, args);
                let (_, constructors) = self.constructors(file, sym);
                Some((constructors, ty, args, SmallVec::new()))
            }
            _ => None,
        }
    }

    /// Returns the type of parameter `at` of a callee that is known only as a function type.
    fn fn_argument(&mut self, file: SourceId, call: ExprId, at: u32) -> Ty {
        let Expr::Call { callee, .. } = self.repo().expr(file, call) else {
            return Ty::UNKNOWN;
        };
        let ty = self.callee_type(file, callee);
        self.function_parameter(file, ty, at)
    }
}
