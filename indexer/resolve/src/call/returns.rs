//! Results of calls: a callable's return type, declared or inferred, as seen through receiver and arguments.

use bombe_facts::{Bound, DefFlags, DefRole, Expr, ExprId};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use crate::call::Arg;
use crate::ids::Sym;
use crate::limits::RECEIVER_DEPTH_MAX;
use crate::session::{Entity, Namespace, Session};
use crate::substitution::Subst;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the type of the result of calling one function.
    pub fn result_of(
        &mut self,
        file: SourceId,
        sym: Sym,
        owner: Ty,
        recv: Ty,
        args: &[Arg],
        explicit: &[Ty],
    ) -> Ty {
        let ret = self.return_type(sym);
        if ret == Ty::UNKNOWN || ret == Ty::VOID {
            return ret;
        }
        let mut subst = self.owner_subst_for(sym, owner);
        let open = self.open_owner_params(owner, recv, &subst);
        subst.retain(|(param, _)| !open.contains(param));
        if !open.is_empty() && self.mentions(ret, &open) {
            let mut known = Subst::new();
            self.unify_arguments(file, sym, &open, &subst, args, true, &mut known);
            // A parameter that no argument determines becomes unknown, because the owner's parameter has no meaning at
            // the call.
            for param in open {
                let ty = known.iter().find(|(known, _)| *known == param);
                subst.push((param, ty.map_or(Ty::UNKNOWN, |(_, ty)| *ty)));
            }
        }
        let params = self.params_of(sym, ret);
        if self.mentions(ret, &params) {
            let inferred = self.infer_arguments(file, sym, &params, &subst, args, explicit, true);
            subst.extend(inferred);
        }
        let ret = self.substitute(ret, &subst);
        let this = if recv == Ty::UNKNOWN { owner } else { recv };
        let this = self.instance_of(this);
        let ret = self.substitute_self(ret, this);
        self.erase(ret, &params)
    }

    /// Returns the type parameters that a call of `sym`, which returns `ret`, determines: its own, and those in `ret` that a
    /// module declares (Python's `T = TypeVar("T")`, used elsewhere).
    pub(super) fn params_of(&self, sym: Sym, ret: Ty) -> SmallVec<[Sym; 4]> {
        let repo = self.repo();
        let mut params: SmallVec<[Sym; 4]> = repo.type_params(sym).collect();
        self.add_module_params(ret, &mut params);
        params
    }

    /// Adds the type parameters in a type that a module declares.
    fn add_module_params(&self, ty: Ty, params: &mut SmallVec<[Sym; 4]>) {
        if self.types.is_closed(ty) {
            return;
        }
        let repo = self.repo();
        let parts: SmallVec<[Ty; 4]> = match self.types.get(ty) {
            TyData::Param(param) => {
                if !params.contains(&param) && repo.def(repo.parent(param)).role == DefRole::Module
                {
                    params.push(param);
                }
                return;
            }
            TyData::Instance(_, seq)
            | TyData::Class(_, seq)
            | TyData::Tuple(seq)
            | TyData::Union(seq) => self.types.tys_of(seq),
            TyData::Fn { params, ret } => {
                let mut parts = self.types.tys_of(params);
                parts.push(ret);
                parts
            }
            TyData::Func { owner, recv, .. } => SmallVec::from_slice(&[owner, recv]),
            TyData::ClassOf(inner) => SmallVec::from_slice(&[inner]),
            _ => return,
        };
        for part in parts {
            self.add_module_params(part, params);
        }
    }

    /// Returns the parameters of the declaring type that the receiver leaves open (`Box::new(x)`): those without an
    /// argument, and those that stand for themselves because the receiver is named without arguments.
    fn open_owner_params(
        &mut self,
        owner: Ty,
        recv: Ty,
        subst: &[(Sym, Ty)],
    ) -> SmallVec<[Sym; 4]> {
        let TyData::Instance(sym, _) = self.types.get(owner) else {
            return SmallVec::new();
        };
        let bare = match self.types.get(recv) {
            TyData::Class(named, args) | TyData::Instance(named, args) => {
                named == sym && self.types.len_of(args) == 0
            }
            _ => false,
        };
        let params = self.params_of_type(sym);
        params
            .into_iter()
            .filter(
                |param| match subst.iter().find(|(known, _)| known == param) {
                    None => true,
                    Some((_, ty)) => bare && self.types.get(*ty) == TyData::Param(*param),
                },
            )
            .collect()
    }

    /// Returns true if a type contains one of some parameters.
    pub(super) fn mentions(&self, ty: Ty, params: &[Sym]) -> bool {
        if params.is_empty() || self.types.is_closed(ty) {
            return false;
        }
        let any = |seq| {
            let parts = self.types.tys_of(seq);
            parts.iter().any(|part| self.mentions(*part, params))
        };
        match self.types.get(ty) {
            TyData::Param(param) => params.contains(&param),
            TyData::Instance(_, seq)
            | TyData::Class(_, seq)
            | TyData::Tuple(seq)
            | TyData::Union(seq) => any(seq),
            TyData::Fn { params: seq, ret } => any(seq) || self.mentions(ret, params),
            TyData::Func { owner, recv, .. } => {
                self.mentions(owner, params) || self.mentions(recv, params)
            }
            TyData::Indexed(base, index) => {
                self.mentions(base, params) || self.mentions(index, params)
            }
            TyData::ClassOf(inner) => self.mentions(inner, params),
            _ => false,
        }
    }

    /// Replaces parameters that were not inferred with their bounds.
    fn erase(&mut self, ty: Ty, params: &[Sym]) -> Ty {
        if params.is_empty() || self.types.is_closed(ty) {
            return ty;
        }
        let subst: Subst = params
            .iter()
            .map(|param| {
                let bound = self
                    .supers(*param)
                    .first()
                    .map_or(Ty::UNKNOWN, |(_, bound)| *bound);
                let bound = if matches!(self.types.get(bound), TyData::Param(_)) {
                    Ty::UNKNOWN
                } else {
                    bound
                };
                (*param, bound)
            })
            .collect();
        self.substitute(ty, &subst)
    }

    /// Returns the type parameters of the type that declares a member, with their arguments as seen through the
    /// receiver.
    pub fn owner_subst(&mut self, owner: Ty) -> Subst {
        match self.types.get(owner) {
            TyData::Instance(sym, args) => {
                let args = self.types.tys_of(args);
                self.subst_of(sym, &args)
            }
            _ => Subst::new(),
        }
    }

    /// Returns the type parameters of the type that declares `sym`, with their arguments as seen through `owner`, which
    /// may be a subtype.
    pub fn owner_subst_for(&mut self, sym: Sym, owner: Ty) -> Subst {
        let declaring = self.repo().parent(sym);
        let seen = match self.types.get(owner) {
            TyData::Instance(found, _)
                if found != declaring && self.repo().def(declaring).role == DefRole::Type =>
            {
                self.as_base(owner, declaring).unwrap_or(owner)
            }
            _ => owner,
        };
        self.owner_subst(seen)
    }

    /// Returns the type of the result of calling a type, without regard to arguments.
    pub fn result_of_function(&mut self, ty: Ty) -> Ty {
        match self.types.get(ty) {
            TyData::Fn { ret, .. } => ret,
            TyData::Func { .. } => self.result_without_arguments(ty),
            TyData::Class(..) => self.instance_of(ty),
            TyData::Instance(..) => {
                match self.functional_method(ty).or_else(|| self.underlying(ty)) {
                    Some(function) => {
                        self.deeper(Ty::UNKNOWN, |session| session.result_of_function(function))
                    }
                    None => Ty::UNKNOWN,
                }
            }
            TyData::External => Ty::EXTERNAL,
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self
                    .types
                    .tys_of(seq)
                    .iter()
                    .map(|part| self.result_of_function(*part))
                    .collect();
                self.types.union(&parts)
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// Returns the type of the result of a known function, with its own type parameters left open.
    pub fn result_without_arguments(&mut self, ty: Ty) -> Ty {
        let TyData::Func { syms, owner, recv } = self.types.get(ty) else {
            return Ty::UNKNOWN;
        };
        let syms = self.types.syms_of(syms);
        let Some(sym) = syms.first() else {
            return Ty::UNKNOWN;
        };
        let ret = self.return_type(*sym);
        let subst = self.owner_subst(owner);
        let ret = self.substitute(ret, &subst);
        let this = if recv == Ty::UNKNOWN { owner } else { recv };
        let this = self.instance_of(this);
        self.substitute_self(ret, this)
    }

    /// Returns the return type of a callable, in terms of its own and its owner's type parameters.
    pub fn return_type(&mut self, sym: Sym) -> Ty {
        self.memoized(
            |session| &mut session.returns,
            sym,
            |session| session.find_return_type(sym),
        )
    }

    fn find_return_type(&mut self, sym: Sym) -> Ty {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let def = repo.def(sym);
        if def.kind == Some(SymbolKind::Constructor) {
            let owner = repo.parent(sym);
            return self.own_instance(owner);
        }
        let ty = self.undecorated_return_type(sym);
        let decorators = repo.facts(file).list(def.decorators);
        let mut ty = ty;
        for decorator in decorators.iter().rev() {
            ty = self.decorated_return_type(file, *decorator, ty);
        }
        ty
    }

    fn undecorated_return_type(&mut self, sym: Sym) -> Ty {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let def = repo.def(sym);
        let profile = self.cx.profile(file);
        let is_async = def.flags.has(DefFlags::ASYNC);
        let is_generator = def.flags.has(DefFlags::GENERATOR);
        if def.ty.is_known() && !def.flags.has(DefFlags::TYPE_GUARD) {
            let declared = self.type_from(file, def.ty);
            if is_async && profile.async_wraps_declared && !is_generator {
                return self.builtin_instance(file, profile.builtins.future, &[declared]);
            }
            return declared;
        }
        let facts = repo.facts(file);
        let ids = if is_generator {
            facts.list(def.yields)
        } else {
            facts.list(def.returns)
        };
        let parts: SmallVec<[Ty; 4]> = ids
            .iter()
            .map(|id| match self.receiver_itself(file, sym, *id, 0) {
                Some(ty) => ty,
                None => self.type_of(file, *id),
            })
            .collect();
        let mut ty = if parts.is_empty() {
            Ty::VOID
        } else {
            self.types.union(&parts)
        };
        if def.body_end == 0 && def.returns.len == 0 && ty == Ty::VOID {
            ty = Ty::UNKNOWN;
        }
        if is_generator {
            let wrapper = if is_async {
                profile.builtins.async_generator
            } else {
                profile.builtins.generator
            };
            return self.builtin_instance(file, wrapper, &[ty]);
        }
        if is_async {
            let future = self.builtin(file, profile.builtins.future);
            // A future of a future is one future.
            if let (Some(future), TyData::Instance(inner, _)) = (future, self.types.get(ty))
                && future == inner
            {
                return ty;
            }
            return self.builtin_instance(file, profile.builtins.future, &[ty]);
        }
        ty
    }

    /// Returns the receiver's own type or its class object, if that is what an expression of a method stands for: `self`,
    /// `cls`, `cls()`, `type(self)`, or a variable that holds one of them.
    fn receiver_itself(
        &mut self,
        file: SourceId,
        method: Sym,
        expr: ExprId,
        depth: u32,
    ) -> Option<Ty> {
        let repo = self.repo();
        let def = repo.def(method);
        if depth > RECEIVER_DEPTH_MAX
            || def.kind != Some(SymbolKind::Method)
            || def.flags.has(DefFlags::STATIC)
        {
            return None;
        }
        self.types.count(1);
        match repo.expr(file, expr) {
            Expr::This(_) if def.flags.has(DefFlags::CLASSMETHOD) => {
                Some(self.class_object(Ty::SELF))
            }
            Expr::This(_) => Some(Ty::SELF),
            Expr::Name { name, scope, pos } => {
                let name = repo.name(file, name);
                let found = self.lookup(file, scope, pos, name, Namespace::Value);
                let Entity::Bindings(at, ids) = found.entity else {
                    return None;
                };
                let [id] = ids[..] else { return None };
                let binding = repo.binding(at, id);
                match binding.what {
                    Bound::Param(owner, u32::MAX)
                        if owner == repo.def_id(method) && !binding.ty.is_known() =>
                    {
                        Some(if def.flags.has(DefFlags::CLASSMETHOD) {
                            self.class_object(Ty::SELF)
                        } else {
                            Ty::SELF
                        })
                    }
                    Bound::Var if !binding.ty.is_known() && binding.value.is_known() => {
                        self.receiver_itself(at, method, binding.value, depth + 1)
                    }
                    _ => None,
                }
            }
            Expr::Call { callee, .. } => {
                let made = self.receiver_itself(file, method, callee, depth + 1)?;
                matches!(self.types.get(made), TyData::ClassOf(_)).then_some(Ty::SELF)
            }
            Expr::ClassOf(value) => {
                let value = self.receiver_itself(file, method, value, depth + 1)?;
                (value == Ty::SELF).then(|| self.class_object(value))
            }
            _ => None,
        }
    }

    /// Returns the return type of a decorated function: that of the function that the decorator returns, if the
    /// decorator declares it, else `ty`.
    fn decorated_return_type(&mut self, file: SourceId, decorator: ExprId, ty: Ty) -> Ty {
        let decorator = self.type_of(file, decorator);
        if !matches!(
            self.types.get(decorator),
            TyData::Func { .. } | TyData::Fn { .. }
        ) {
            return ty;
        }
        let params = self.types.tys(&[]);
        let function = self.types.intern(TyData::Fn { params, ret: ty });
        let made = self.invoke(file, decorator, &[Arg::Ty(function)], &[]).ret;
        match self.types.get(made) {
            TyData::Fn { ret, .. } if ret != Ty::UNKNOWN => ret,
            _ => ty,
        }
    }

    /// Returns the type of a function after its decorators have been called, or `None` without decorators.
    pub(crate) fn decorated_value(&mut self, sym: Sym) -> Option<Ty> {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let def = repo.def(sym);
        if def.decorators.len == 0 || !self.cx.profile(file).decorator_calls {
            return None;
        }
        let mut value = self.types.function(&[sym]);
        for decorator in repo.facts(file).list(def.decorators).iter().rev() {
            let decorator = self.type_of(file, *decorator);
            let made = self.invoke(file, decorator, &[Arg::Ty(value)], &[]).ret;
            if made != Ty::UNKNOWN {
                value = made;
            }
        }
        Some(value)
    }
}
