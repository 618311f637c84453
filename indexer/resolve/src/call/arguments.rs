//! Inference of type arguments: the parameters of a signature are unified with the types of the arguments.

use bombe_facts::name::Name;
use bombe_facts::{DefFlags, DefId, DefRole, Expr, Param, ParamFlags};
use bombe_rules::file_table::SourceId;
use smallvec::{SmallVec, smallvec};

use crate::call::Arg;
use crate::ids::{MemberRef, Sym};
use crate::limits::{REWRITE_DEPTH_MAX, UNIFIED_PARAMETERS_MAX};
use crate::session::Session;
use crate::substitution::Subst;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns what type parameters of a function stand for, from explicit type arguments and the types of the
    /// arguments. With `literals`, the results of function literals count too.
    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of one call; a struct would be used once"
    )]
    pub fn infer_arguments(
        &mut self,
        file: SourceId,
        sym: Sym,
        params: &[Sym],
        owner: &[(Sym, Ty)],
        args: &[Arg],
        explicit: &[Ty],
        literals: bool,
    ) -> Subst {
        let mut known: Subst = params
            .iter()
            .copied()
            .zip(explicit.iter().copied())
            .collect();
        if !params.is_empty() {
            self.unify_arguments(file, sym, params, owner, args, literals, &mut known);
        }
        for (param, ty) in &mut known {
            *ty = self.fill_holes(file, *param, *ty, owner);
        }
        known
    }

    /// Fills the unknown parts of a type argument (`Vec<_>`) from the parameter's bound (`B: FromIterator<Item>`).
    fn fill_holes(&mut self, file: SourceId, param: Sym, ty: Ty, owner: &[(Sym, Ty)]) -> Ty {
        let TyData::Instance(sym, args) = self.types.get(ty) else {
            return ty;
        };
        let mut args = self.types.tys_of(args);
        if !args.contains(&Ty::UNKNOWN) {
            return ty;
        }
        let open: SmallVec<[Sym; 4]> = self.repo().type_params(sym).collect();
        let own = self.own_instance(sym);
        let mut known = Subst::new();
        for (_, bound) in self.supers(param) {
            let bound = self.substitute(bound, owner);
            if let TyData::Instance(base, _) = self.types.get(bound)
                && let Some(wanted) = self.as_base(own, base)
            {
                self.unify(file, wanted, bound, &open, &mut known);
            }
        }
        for (at, arg) in args.iter_mut().enumerate() {
            if *arg == Ty::UNKNOWN
                && let Some((_, found)) = known.iter().find(|(k, _)| open.get(at) == Some(k))
            {
                *arg = *found;
            }
        }
        self.types.instance(sym, &args)
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the state of one inference; a struct would be used once"
    )]
    pub(super) fn unify_arguments(
        &mut self,
        file: SourceId,
        sym: Sym,
        open: &[Sym],
        owner: &[(Sym, Ty)],
        args: &[Arg],
        literals: bool,
        known: &mut Subst,
    ) {
        let repo = self.repo();
        let target = repo.file_of(sym);
        let params = repo.facts(target).params_of(repo.def_id(sym));
        for pass in [false, true] {
            if pass && !literals {
                break;
            }
            let mut position = 0;
            for arg in args {
                let (at, expr, param, slot) = match arg {
                    Arg::Keyword(at, name, expr) => (
                        *at,
                        *expr,
                        params.iter().find(|p| repo.name(target, p.name) == *name),
                        None,
                    ),
                    Arg::Expr(at, expr) | Arg::Spread(at, expr) => {
                        let (param, slot) = Self::param_at(params, position);
                        position += 1;
                        (*at, *expr, param, slot)
                    }
                    Arg::Ty(ty) => {
                        let (param, slot) = Self::param_at(params, position);
                        position += 1;
                        if !pass && let Some(param) = param {
                            let wanted = self.type_of_param(target, param, slot);
                            let wanted = self.substitute(wanted, owner);
                            self.unify(file, wanted, *ty, open, known);
                        }
                        continue;
                    }
                };
                let Some(param) = param else { continue };
                let object = match repo.expr(at, expr) {
                    Expr::Object(def) if self.cx.profile(at).type_space => Some(def),
                    _ => None,
                };
                let is_literal = matches!(repo.expr(at, expr), Expr::Lambda(_));
                if is_literal != pass && object.is_none() {
                    continue;
                }
                let wanted = self.type_of_param(target, param, slot);
                if wanted == Ty::UNKNOWN {
                    continue;
                }
                let wanted = self.substitute(wanted, owner);
                if let Some(object) = object {
                    self.unify_literal(file, wanted, (at, object), open, pass, known);
                    if pass {
                        continue;
                    }
                }
                let given = match (repo.expr(at, expr), self.types.get(wanted)) {
                    // A string literal for a bounded parameter (`K extends keyof T`) has the type of that literal.
                    (Expr::Str(text), TyData::Param(param))
                        if self.cx.profile(at).type_space
                            && repo.def(param).bases.len > 0
                            && repo.name(at, text) != Name::NONE =>
                    {
                        self.types.intern(TyData::Lit(repo.name(at, text)))
                    }
                    _ => self.type_of(at, expr),
                };
                if param.flags.has(ParamFlags::VARIADIC) && matches!(arg, Arg::Spread(..)) {
                    let element = self.element(at, given);
                    self.unify(file, wanted, element, open, known);
                } else {
                    self.unify(file, wanted, given, open, known);
                }
            }
        }
        self.unify_bounds(file, open, known);
    }

    /// Unifies the members of a type with those of an object literal: its function literals if `functions`, else the rest.
    fn unify_literal(
        &mut self,
        file: SourceId,
        wanted: Ty,
        (at, object): (SourceId, DefId),
        open: &[Sym],
        functions: bool,
        known: &mut Subst,
    ) {
        if !self.mentions(wanted, open) {
            return;
        }
        let parts = match self.types.get(wanted) {
            TyData::Union(seq) => self.types.tys_of(seq),
            _ => smallvec![wanted],
        };
        let repo = self.repo();
        let mut members: SmallVec<[(Sym, Name); 8]> = repo
            .all_members(repo.sym(at, object))
            .filter_map(|(name, member)| match member {
                MemberRef::Def(sym) => Some((sym, name)),
                MemberRef::Assign(..) => None,
            })
            .collect();
        // In source order: that of name numbers means nothing.
        members.sort_unstable();
        for part in parts {
            if !matches!(self.types.get(part), TyData::Instance(..)) {
                continue;
            }
            for (member, name) in members.iter().copied() {
                let Some(wanted) = self.find_member_in(at, part, name) else {
                    continue;
                };
                if !self.mentions(wanted, open) {
                    continue;
                }
                let def = repo.def(member);
                let given = match (def.role, repo.expr(at, def.value)) {
                    (DefRole::Value, Expr::Object(inner)) => {
                        self.deeper((), |session| {
                            let inner = (at, inner);
                            session.unify_literal(file, wanted, inner, open, functions, known);
                        });
                        continue;
                    }
                    (DefRole::Value, Expr::Lambda(_)) | (DefRole::Callable, _) if !functions => {
                        continue;
                    }
                    (DefRole::Value, Expr::Lambda(_)) => self.type_of(at, def.value),
                    (DefRole::Callable, _) => self.types.function(&[member]),
                    (DefRole::Value, _) if !functions => self.type_of(at, def.value),
                    _ => continue,
                };
                self.unify(file, wanted, given, open, known);
            }
        }
    }

    /// Infers further parameters from the bounds of those that are known (`S ~[]E`, `C extends Collection<E>`).
    fn unify_bounds(&mut self, file: SourceId, open: &[Sym], known: &mut Subst) {
        if known.len() == open.len() || known.is_empty() {
            return;
        }
        for (param, ty) in known.clone() {
            for (_, bound) in self.supers(param) {
                self.unify(file, bound, ty, open, known);
            }
        }
    }

    /// Returns the parameter that takes the argument at a position, and which part of its type, if that is a tuple of
    /// arguments.
    pub(crate) fn param_at(params: &[Param], position: usize) -> (Option<&Param>, Option<usize>) {
        let Some(last) = params.last() else {
            return (None, None);
        };
        let at = position.min(params.len() - 1);
        let parts = params[at].flags.has(ParamFlags::PARTS);
        if at == position || last.flags.has(ParamFlags::VARIADIC) {
            (Some(&params[at]), parts.then_some(position - at))
        } else {
            (None, None)
        }
    }

    /// Returns the declared type of what a parameter takes as one argument: its type, or a part of it.
    pub(crate) fn type_of_param(
        &mut self,
        file: SourceId,
        param: &Param,
        slot: Option<usize>,
    ) -> Ty {
        let ty = self.type_from(file, param.ty);
        match (slot, self.types.get(ty)) {
            (Some(slot), TyData::Tuple(seq)) => {
                let parts = self.types.tys_of(seq);
                parts.get(slot).copied().unwrap_or(Ty::UNKNOWN)
            }
            _ => ty,
        }
    }

    /// Finds what the `open` parameters in `wanted` must stand for so that `given` fits, and adds it to `known`.
    fn unify(&mut self, file: SourceId, wanted: Ty, given: Ty, open: &[Sym], known: &mut Subst) {
        self.provisional += u32::from(self.depth > REWRITE_DEPTH_MAX);
        if self.depth > REWRITE_DEPTH_MAX || given == Ty::UNKNOWN {
            return;
        }
        self.depth += 1;
        match (self.types.get(wanted), self.types.get(given)) {
            (TyData::Param(param), _)
                if open.contains(&param) && given != Ty::NULL && given != Ty::VOID =>
            {
                match known.iter_mut().find(|(p, _)| *p == param) {
                    None => known.push((param, given)),
                    Some((_, ty)) if *ty == Ty::UNKNOWN || *ty == Ty::EXTERNAL => *ty = given,
                    Some(_) => {}
                }
            }
            (TyData::Instance(base, wanted_args), TyData::Instance(..)) => {
                if let Some(same) = self.as_base(given, base) {
                    if let TyData::Instance(_, given_args) = self.types.get(same) {
                        let wanted_args = self.types.tys_of(wanted_args);
                        let given_args = self.types.tys_of(given_args);
                        for (w, g) in wanted_args.into_iter().zip(given_args) {
                            self.unify(file, w, g, open, known);
                        }
                    }
                } else if let Some(under) = self.underlying(given) {
                    self.unify(file, wanted, under, open, known);
                } else {
                    self.unify_functions(file, wanted, given, open, known);
                }
            }
            (TyData::Instance(base, wanted_args), TyData::Class(..)) => {
                if self.builtin(file, self.cx.profile(file).builtins.class) == Some(base)
                    && let Some(arg) = self.types.tys_of(wanted_args).first().copied()
                {
                    let instance = self.instance_of(given);
                    self.unify(file, arg, instance, open, known);
                } else {
                    self.unify_functions(file, wanted, given, open, known);
                }
            }
            (TyData::ClassOf(inner), TyData::Class(..) | TyData::ClassOf(_) | TyData::External) => {
                let instance = self.instance_of(given);
                self.unify(file, inner, instance, open, known);
            }
            (TyData::ClassOf(inner), TyData::Instance(base, args))
                if self.builtin(file, self.cx.profile(file).builtins.class) == Some(base) =>
            {
                if let Some(arg) = self.types.tys_of(args).first().copied() {
                    self.unify(file, inner, arg, open, known);
                }
            }
            (TyData::Class(_, a), TyData::Class(_, b)) | (TyData::Tuple(a), TyData::Tuple(b)) => {
                let (a, b) = (self.types.tys_of(a), self.types.tys_of(b));
                for (w, g) in a.into_iter().zip(b) {
                    self.unify(file, w, g, open, known);
                }
            }
            (
                TyData::Instance(..) | TyData::Fn { .. },
                TyData::Func { .. } | TyData::Fn { .. } | TyData::Class(..),
            ) => {
                self.unify_functions(file, wanted, given, open, known);
            }
            (TyData::Union(seq), _) => {
                let given_parts = match self.types.get(given) {
                    TyData::Union(given) => self.types.tys_of(given),
                    _ => smallvec![given],
                };
                let wanted_parts = self.types.tys_of(seq);
                // Concrete parts match first; a bare parameter takes the rest.
                let mut rest: SmallVec<[Ty; 4]> = SmallVec::new();
                for part in given_parts {
                    let taken = wanted_parts.iter().copied().find(|w| {
                        match (self.types.get(*w), self.types.get(part)) {
                            (TyData::Instance(a, _), TyData::Instance(b, _)) => {
                                self.is_subclass(b, a)
                            }
                            (TyData::Fn { .. }, TyData::Func { .. } | TyData::Fn { .. })
                            | (TyData::ClassOf(_), TyData::Class(..) | TyData::ClassOf(_)) => true,
                            (a, b) => a == b,
                        }
                    });
                    match taken {
                        Some(w) => self.unify(file, w, part, open, known),
                        None => rest.push(part),
                    }
                }
                let rest = self.types.union(&rest);
                for w in wanted_parts {
                    if matches!(self.types.get(w), TyData::Param(_)) {
                        self.unify(file, w, rest, open, known);
                    }
                }
            }
            (_, TyData::Union(seq)) => {
                for part in self.types.tys_of(seq) {
                    self.unify(file, wanted, part, open, known);
                }
            }
            (TyData::Instance(..), TyData::Tuple(seq)) => {
                let wanted_element = self.element(file, wanted);
                if wanted_element != Ty::UNKNOWN {
                    let parts = self.types.tys_of(seq);
                    let element = self.types.union(&parts);
                    self.unify(file, wanted_element, element, open, known);
                }
            }
            (TyData::Instance(_, wanted_args), TyData::External) => {
                for w in self.types.tys_of(wanted_args) {
                    self.unify(file, w, Ty::EXTERNAL, open, known);
                }
            }
            _ => {}
        }
        self.depth -= 1;
    }

    /// Unifies two function types by the declared parameters of the given one, then by their results.
    fn unify_functions(
        &mut self,
        file: SourceId,
        wanted: Ty,
        given: Ty,
        open: &[Sym],
        known: &mut Subst,
    ) {
        let given = self.through_first_parameter(file, wanted, given, known);
        for at in 0..UNIFIED_PARAMETERS_MAX {
            let w = self.function_parameter(file, wanted, at);
            if w == Ty::UNKNOWN {
                break;
            }
            let declared = self.declared_parameter(given, at);
            self.unify(file, w, declared, open, known);
        }
        let wanted_ret = self.result_of_function(wanted);
        if wanted_ret == Ty::UNKNOWN || wanted_ret == Ty::VOID {
            return;
        }
        let given_ret = self.result_of_function(given);
        self.unify(file, wanted_ret, given_ret, open, known);
    }

    /// Returns a method that is named by its generic class without arguments (`Map.Entry::getValue`) as seen through
    /// its receiver, the first parameter that is wanted. Other types stay.
    fn through_first_parameter(
        &mut self,
        file: SourceId,
        wanted: Ty,
        given: Ty,
        known: &[(Sym, Ty)],
    ) -> Ty {
        let TyData::Func { syms, owner, recv } = self.types.get(given) else {
            return given;
        };
        let (TyData::Class(class, args), TyData::Instance(declares, _)) =
            (self.types.get(recv), self.types.get(owner))
        else {
            return given;
        };
        if self.types.len_of(args) > 0 || self.repo().type_params(class).next().is_none() {
            return given;
        }
        let is_static = |sym: &Sym| self.repo().def(*sym).flags.has(DefFlags::STATIC);
        if self.types.syms_of(syms).iter().any(is_static) {
            return given;
        }
        let first = self.function_parameter(file, wanted, 0);
        let first = self.substitute(first, known);
        match self.as_base(first, declares) {
            Some(owner) => self.types.intern(TyData::Func {
                syms,
                owner,
                recv: first,
            }),
            None => given,
        }
    }

    /// Returns the type that a function declares for parameter `at`.
    fn declared_parameter(&mut self, ty: Ty, at: u32) -> Ty {
        let repo = self.repo();
        match self.types.get(ty) {
            TyData::Fn { params, .. } => self
                .types
                .tys_of(params)
                .get(at as usize)
                .copied()
                .unwrap_or(Ty::UNKNOWN),
            TyData::Func { syms, owner, .. } => {
                let Some(sym) = self.types.syms_of(syms).first().copied() else {
                    return Ty::UNKNOWN;
                };
                let file = repo.file_of(sym);
                let Some(param) = repo
                    .facts(file)
                    .params_of(repo.def_id(sym))
                    .get(at as usize)
                else {
                    return Ty::UNKNOWN;
                };
                let ty = self.type_from(file, param.ty);
                let subst = self.owner_subst(owner);
                self.substitute(ty, &subst)
            }
            _ => Ty::UNKNOWN,
        }
    }
}
