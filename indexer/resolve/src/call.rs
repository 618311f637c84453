//! Calls: which definition is called, with what type arguments, and what comes back.

use std::rc::Rc;

use bombe_format::kind::{SymbolKind, UnresolvedReason};
use smallvec::{SmallVec, smallvec};

use bombe_facts::{DefFlags, DefRole, Expr, ExprId, List, ParamFlags};

use super::dependencies;
use super::repo::{MemberRef, Name, Sym};
use super::session::{Memo, Session};
use super::type_expr::Subst;
use super::types::{Ty, TyData};

/// What became of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `targets` are in the repository.
    Resolved,
    /// It leaves the repository.
    External,
    /// It is not known what is called.
    Unknown(UnresolvedReason),
    /// Nothing is called: a conversion.
    Nothing,
}

/// A call, understood as far as possible.
#[derive(Clone, Debug)]
pub struct CallInfo {
    /// The definitions called: one, or several if they fit equally or the callee has several types.
    pub targets: SmallVec<[Sym; 2]>,
    /// The type whose construction this is, if it is one.
    pub constructs: Option<Sym>,
    /// The type of the result.
    pub ret: Ty,
    /// What became of it.
    pub outcome: Outcome,
    /// The target was chosen among several by the arguments.
    pub overload: bool,
    /// The targets are what is known to have been given to the member that is called.
    pub given: bool,
}

impl CallInfo {
    fn unknown(reason: UnresolvedReason) -> Self {
        Self {
            targets: SmallVec::new(),
            constructs: None,
            ret: Ty::UNKNOWN,
            outcome: Outcome::Unknown(reason),
            overload: false,
            given: false,
        }
    }

    fn external(ret: Ty) -> Self {
        Self {
            targets: SmallVec::new(),
            constructs: None,
            ret,
            outcome: Outcome::External,
            overload: false,
            given: false,
        }
    }
}

/// An argument: an expression of a file, or just a type.
#[derive(Clone, Copy, Debug)]
pub enum Arg {
    /// An expression.
    Expr(u32, ExprId),
    /// A keyword argument's value.
    Keyword(u32, Name, ExprId),
    /// Any number of arguments (`*args`).
    Spread(u32, ExprId),
    /// A type.
    Ty(Ty),
}

/// The arguments of a call.
pub type Args = SmallVec<[Arg; 4]>;

/// Most functions that a member may have been given for a call of it to be a call of one of them.
const GIVEN_MAX: usize = 8;

/// Cost of passing something of which nothing is known.
const COST_UNKNOWN: u32 = 2;
/// Cost of passing something to the root of all types.
const COST_OBJECT: u32 = 60;

impl Session<'_> {
    /// Understands a call or construction.
    pub fn call(&mut self, file: u32, id: ExprId) -> Rc<CallInfo> {
        let key = (file, id);
        match self.calls.get(&key) {
            Some(Memo::Done(info)) => return info.clone(),
            Some(Memo::Running) => {
                self.provisional += 1;
                return Rc::new(CallInfo::unknown(UnresolvedReason::Limit));
            }
            None => {}
        }
        self.calls.insert(key, Memo::Running);
        let limit = CallInfo::unknown(UnresolvedReason::Limit);
        let info = Rc::new(self.deeper(limit, |session| session.find_call(file, id)));
        self.calls.insert(key, Memo::Done(info.clone()));
        info
    }

    fn find_call(&mut self, file: u32, id: ExprId) -> CallInfo {
        let repo = self.repo();
        match repo.expr(file, id) {
            Expr::Call { callee, args, .. } => {
                let args = self.args(file, args);
                let (callee, explicit) = self.split_instantiation(file, callee);
                match repo.expr(file, callee) {
                    Expr::Super(_) | Expr::This(_) => {
                        let ty = self.type_of(file, callee);
                        let ty = match self.types.get(ty) {
                            // The nearest base is the one whose constructor runs.
                            TyData::Union(seq) => self.types.tys_of(seq)[0],
                            _ => ty,
                        };
                        let class = self.class_of(ty);
                        let mut info = self.construct(file, class, &args);
                        info.ret = ty;
                        return info;
                    }
                    _ => {}
                }
                let mut ty = self.callee_type(file, callee);
                if (ty == Ty::UNKNOWN || ty == Ty::EXTERNAL)
                    && self.cx.profile(file).argument_lookup
                    && let Expr::Name { name, .. } = repo.expr(file, callee)
                {
                    let name = repo.name(file, name);
                    let found = self.found_by_arguments(file, name, &args);
                    if found != super::session::Entity::Unknown {
                        ty = self.entity_type(&found);
                    }
                }
                if self.cx.profile(file).const_methods {
                    ty = self.by_constness(file, callee, ty);
                }
                let mut info = self.invoke(file, ty, &args, &explicit);
                match info.outcome {
                    Outcome::Unknown(UnresolvedReason::UnknownReceiver) => {
                        info.outcome = Outcome::Unknown(self.unknown_callee(file, callee));
                    }
                    Outcome::Unknown(UnresolvedReason::FunctionValue) => {
                        let given = self.given_functions(file, callee);
                        if !given.is_empty() {
                            info.targets = given;
                            info.outcome = Outcome::Resolved;
                            info.given = true;
                        }
                    }
                    _ => {}
                }
                info
            }
            Expr::New { class, args, .. } => {
                let args = self.args(file, args);
                let ty = self.type_from(file, class);
                let class = self.class_of(ty);
                self.construct(file, class, &args)
            }
            _ => CallInfo::unknown(UnresolvedReason::Dynamic),
        }
    }

    /// The functions that a member of a declared function type is given anywhere (`.run = f` in a table of C, `x.run = f`);
    /// none if something else is given, too, or too many.
    fn given_functions(&mut self, file: u32, callee: ExprId) -> SmallVec<[Sym; 2]> {
        let none = SmallVec::new();
        let repo = self.repo();
        let Expr::Member { base, name } = repo.expr(file, callee) else {
            return none;
        };
        let base = self.type_of(file, base);
        let TyData::Instance(owner, _) = self.types.get(base) else {
            return none;
        };
        let name = repo.name(file, name);
        let lineage = self.lineage(owner);
        let mut found: SmallVec<[Sym; 2]> = SmallVec::new();
        for ancestor in &lineage.types {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            // One that gives several members gives too many of each: files that are open already come first.
            let given = repo.own_members(owner, name);
            let mut given: Vec<(u32, u32)> = given
                .filter_map(|member| match member {
                    MemberRef::Assign(file, assign) => Some((file, assign)),
                    MemberRef::Def(_) => None,
                })
                .collect();
            given.sort_by_key(|(file, _)| !dependencies::has_file(*file));
            for (at, assign) in given {
                let value = repo.facts(at).assigns[assign as usize].value;
                let ty = self.type_of(at, value);
                let TyData::Func { syms, .. } = self.types.get(ty) else {
                    return none;
                };
                let syms = self.types.syms_of(syms);
                let [function] = syms[..] else { return none };
                if repo.is_external_sym(function) {
                    return none;
                }
                if !found.contains(&function) {
                    found.push(function);
                }
                if found.len() > GIVEN_MAX {
                    return none;
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The arguments of a list of expressions.
    pub fn args(&self, file: u32, list: List) -> Args {
        let repo = self.repo();
        repo.facts(file)
            .list(list)
            .iter()
            .map(|id| match repo.expr(file, ExprId(*id)) {
                Expr::Keyword { name, value } => Arg::Keyword(file, repo.name(file, name), value),
                Expr::Spread(value) => Arg::Spread(file, value),
                _ => Arg::Expr(file, ExprId(*id)),
            })
            .collect()
    }

    fn split_instantiation(&mut self, file: u32, callee: ExprId) -> (ExprId, SmallVec<[Ty; 4]>) {
        match self.repo().expr(file, callee) {
            Expr::Instantiate { callee, types } => {
                let types = self.types_from(file, types);
                (callee, types)
            }
            // One type argument reads like an index (Go `f[int]`).
            Expr::Index { base, index } => {
                let function = self.type_of(file, base);
                if !matches!(self.types.get(function), TyData::Func { .. }) {
                    return (callee, SmallVec::new());
                }
                let argument = self.type_of(file, index);
                (base, smallvec![self.instance_of(argument)])
            }
            _ => (callee, SmallVec::new()),
        }
    }

    /// Why nothing is known of a callee.
    fn unknown_callee(&mut self, file: u32, callee: ExprId) -> UnresolvedReason {
        let repo = self.repo();
        match repo.expr(file, callee) {
            Expr::Name { name, scope, pos } => {
                let name = repo.name(file, name);
                let space = if self.cx.profile(file).method_space {
                    super::session::Namespace::Call
                } else {
                    super::session::Namespace::Value
                };
                let found = self.lookup(file, scope, pos, name, space);
                match found.entity {
                    super::session::Entity::Unknown => UnresolvedReason::UnknownName,
                    _ => UnresolvedReason::FunctionValue,
                }
            }
            Expr::Member { base, .. } | Expr::Path { base, .. } => {
                let base = self.type_of(file, base);
                if base == Ty::UNKNOWN {
                    UnresolvedReason::UnknownReceiver
                } else {
                    UnresolvedReason::NoSuchMember
                }
            }
            _ => UnresolvedReason::Dynamic,
        }
    }

    /// Calls a value of a type. `explicit` are type arguments written at the call.
    pub fn invoke(&mut self, file: u32, callee: Ty, args: &[Arg], explicit: &[Ty]) -> CallInfo {
        match self.types.get(callee) {
            TyData::Func { syms, owner, recv } => {
                let syms = self.types.syms_of(syms);
                self.invoke_function(file, &syms, owner, recv, args, explicit)
            }
            TyData::Class(..) => {
                if self.cx.profile(file).call_constructs {
                    self.construct(file, callee, args)
                } else {
                    self.convert(file, callee, args)
                }
            }
            TyData::Instance(sym, class_args) => {
                let class = self.builtin(file, self.cx.profile(file).builtins.class);
                if class == Some(sym)
                    && let Some(inner) = self.types.tys_of(class_args).first().copied()
                {
                    let class = self.class_of(inner);
                    if class != inner {
                        return self.construct(file, class, args);
                    }
                    return CallInfo {
                        ret: inner,
                        ..CallInfo::unknown(UnresolvedReason::FunctionValue)
                    };
                }
                match self
                    .functional_method(callee)
                    .or_else(|| self.underlying(callee))
                    .or_else(|| self.pointed_to(file, callee))
                {
                    Some(function) => {
                        let limit = CallInfo::unknown(UnresolvedReason::Limit);
                        self.deeper(limit, |session| {
                            session.invoke(file, function, args, explicit)
                        })
                    }
                    None => CallInfo::unknown(UnresolvedReason::FunctionValue),
                }
            }
            TyData::Fn { ret, .. } => CallInfo {
                ret,
                ..CallInfo::unknown(UnresolvedReason::FunctionValue)
            },
            TyData::External => CallInfo::external(Ty::EXTERNAL),
            TyData::Union(seq) => {
                let parts = self.types.tys_of(seq);
                let mut merged: Option<CallInfo> = None;
                let mut rets: SmallVec<[Ty; 4]> = SmallVec::new();
                for part in parts {
                    if part == Ty::NULL {
                        continue;
                    }
                    let info = self.invoke(file, part, args, explicit);
                    rets.push(info.ret);
                    merged = Some(match merged {
                        None => info,
                        Some(mut first) => {
                            for target in info.targets {
                                if !first.targets.contains(&target) {
                                    first.targets.push(target);
                                }
                            }
                            if info.outcome == Outcome::Resolved {
                                first.outcome = Outcome::Resolved;
                            }
                            first.constructs =
                                first.constructs.filter(|sym| Some(*sym) == info.constructs);
                            first
                        }
                    });
                }
                let ret = self.types.union(&rets);
                let mut info =
                    merged.unwrap_or_else(|| CallInfo::unknown(UnresolvedReason::FunctionValue));
                info.ret = ret;
                info
            }
            TyData::Unknown => CallInfo::unknown(UnresolvedReason::UnknownReceiver),
            _ => CallInfo::unknown(UnresolvedReason::FunctionValue),
        }
    }

    /// What a pointer-like value points to, which is what a call of it calls.
    fn pointed_to(&mut self, file: u32, ty: Ty) -> Option<Ty> {
        let paths = self.cx.profile(file).protocols.deref;
        paths
            .iter()
            .find_map(|path| self.protocol_path(ty, path))
            .filter(|inner| *inner != ty)
    }

    /// Calls a class object where that runs no code: a conversion, or the filling of a tuple struct, which is a
    /// construction.
    fn convert(&mut self, file: u32, class: Ty, args: &[Arg]) -> CallInfo {
        let filled = match self.types.get(class) {
            TyData::Class(sym, _) => {
                let (_, constructors) = self.constructors(file, sym);
                (!constructors.is_empty()).then_some(sym)
            }
            _ => None,
        };
        let nothing = CallInfo {
            targets: SmallVec::new(),
            constructs: None,
            ret: Ty::UNKNOWN,
            outcome: Outcome::Nothing,
            overload: false,
            given: false,
        };
        match filled {
            Some(sym) => {
                let own = !self.repo().is_external_sym(sym);
                CallInfo {
                    ret: self.construct(file, class, args).ret,
                    constructs: own.then_some(sym),
                    outcome: if own {
                        Outcome::Resolved
                    } else {
                        Outcome::Nothing
                    },
                    ..nothing
                }
            }
            None => CallInfo {
                ret: self.instance_of(class),
                ..nothing
            },
        }
    }

    fn invoke_function(
        &mut self,
        file: u32,
        syms: &[Sym],
        owner: Ty,
        recv: Ty,
        args: &[Arg],
        explicit: &[Ty],
    ) -> CallInfo {
        let args = self.without_receiver(syms, recv, args);
        let chosen = self.select(file, syms, owner, args);
        let Some(first) = chosen.first().copied() else {
            return CallInfo::unknown(UnresolvedReason::Ambiguous);
        };
        let rets: SmallVec<[Ty; 2]> = chosen
            .iter()
            .map(|sym| self.result_of(file, *sym, owner, recv, args, explicit))
            .collect();
        let ret = self.types.union(&rets);
        let repo = self.repo();
        if repo.def(first).kind == Some(SymbolKind::EnumMember) {
            // A variant with its payload: a value, no call.
            return CallInfo {
                targets: SmallVec::new(),
                constructs: None,
                ret,
                outcome: Outcome::Nothing,
                overload: false,
                given: false,
            };
        }
        if repo.is_external_sym(first) {
            return CallInfo::external(if ret == Ty::UNKNOWN {
                Ty::EXTERNAL
            } else {
                ret
            });
        }
        if repo.def(first).flags.has(DefFlags::SYNTHETIC) {
            // Written by a tool: no source shows it.
            return CallInfo {
                targets: SmallVec::new(),
                constructs: None,
                ret,
                outcome: Outcome::Nothing,
                overload: false,
                given: false,
            };
        }
        let is_function = |sym: &Sym| repo.def(*sym).kind.is_some();
        if !is_function(&first) {
            // A function literal: its calls belong to what is around it.
            return CallInfo {
                ret,
                ..CallInfo::unknown(UnresolvedReason::FunctionValue)
            };
        }
        CallInfo {
            targets: chosen,
            constructs: None,
            ret,
            outcome: Outcome::Resolved,
            overload: syms.len() > 1,
            given: false,
        }
    }

    /// The arguments behind the receiver of a method that is called through its type (`Type::method(value, argument)`).
    fn without_receiver<'x>(&self, syms: &[Sym], recv: Ty, args: &'x [Arg]) -> &'x [Arg] {
        let repo = self.repo();
        let takes_receiver = |sym: &Sym| {
            let def = repo.def(*sym);
            def.kind == Some(SymbolKind::Method)
                && !def.flags.has(DefFlags::STATIC)
                && !def.flags.has(DefFlags::CLASSMETHOD)
                && def.params_len as usize + 1 == args.len()
        };
        match args {
            [_, rest @ ..]
                if matches!(self.types.get(recv), TyData::Class(..))
                    && syms.iter().all(takes_receiver) =>
            {
                rest
            }
            _ => args,
        }
    }

    /// The result of calling one function.
    pub fn result_of(
        &mut self,
        file: u32,
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
            // What no argument tells stays unknown: the owner's parameter means nothing here.
            for param in open {
                let ty = known.iter().find(|(known, _)| *known == param);
                subst.push((param, ty.map_or(Ty::UNKNOWN, |(_, ty)| *ty)));
            }
        }
        if self.mentions_params(ret, sym) {
            let inferred = self.infer_arguments(file, sym, &subst, args, explicit, true);
            subst.extend(inferred);
        }
        let ret = self.substitute(ret, &subst);
        let this = if recv == Ty::UNKNOWN { owner } else { recv };
        let this = self.instance_of(this);
        let ret = self.substitute_self(ret, this);
        self.erase(ret, sym)
    }

    /// Parameters of the type that declares a member which the receiver does not tell (`Box::new(x)`): those without an
    /// argument, or standing for themselves because the receiver is named without arguments.
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
        let params: SmallVec<[Sym; 4]> = self.repo().type_params(sym).collect();
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

    /// True if a type contains a parameter of `sym`.
    fn mentions_params(&mut self, ty: Ty, sym: Sym) -> bool {
        let params: SmallVec<[Sym; 4]> = self.repo().type_params(sym).collect();
        self.mentions(ty, &params)
    }

    /// True if a type contains one of some parameters.
    fn mentions(&mut self, ty: Ty, params: &[Sym]) -> bool {
        if params.is_empty() {
            return false;
        }
        let mut found = false;
        self.map_type(ty, &mut |_, data| {
            if let TyData::Param(param) = data {
                found |= params.contains(&param);
            }
            None
        });
        found
    }

    /// Replaces the parameters of `sym` that were not inferred by their bounds.
    fn erase(&mut self, ty: Ty, sym: Sym) -> Ty {
        let params: SmallVec<[Sym; 4]> = self.repo().type_params(sym).collect();
        if params.is_empty() {
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

    /// The type parameters of the type that declares a member, with the arguments seen through the receiver.
    pub fn owner_subst(&mut self, owner: Ty) -> Subst {
        match self.types.get(owner) {
            TyData::Instance(sym, args) => {
                let args = self.types.tys_of(args);
                self.subst_of(sym, &args)
            }
            _ => Subst::new(),
        }
    }

    /// Constructs a class object.
    pub fn construct(&mut self, file: u32, class: Ty, args: &[Arg]) -> CallInfo {
        let (sym, class_args) = match self.types.get(class) {
            TyData::Class(sym, class_args) => {
                if let Some(signature) = self.construct_signature(class, sym) {
                    return self.invoke(file, signature, args, &[]);
                }
                (sym, class_args)
            }
            TyData::External => return CallInfo::external(Ty::EXTERNAL),
            TyData::Union(seq) => {
                let parts = self.types.tys_of(seq);
                let mut info = self.construct(file, parts[0], args);
                for part in &parts[1..] {
                    let more = self.construct(file, *part, args);
                    info.targets.extend(more.targets);
                    info.ret = self.types.union(&[info.ret, more.ret]);
                }
                return info;
            }
            TyData::Unknown => return CallInfo::unknown(UnresolvedReason::UnknownReceiver),
            // Constructing what a function makes (JavaScript constructor functions).
            TyData::Func { .. } => return self.invoke(file, class, args, &[]),
            _ => {
                return CallInfo {
                    ret: class,
                    ..CallInfo::unknown(UnresolvedReason::FunctionValue)
                };
            }
        };
        let repo = self.repo();
        let (owner_ty, constructors) = self.constructors(file, sym);
        let (chosen, overload) = if constructors.is_empty() {
            (SmallVec::new(), false)
        } else {
            (
                self.select(file, &constructors, owner_ty, args),
                constructors.len() > 1,
            )
        };
        let mut class_args = self.types.tys_of(class_args);
        let params: SmallVec<[Sym; 4]> = repo.type_params(sym).collect();
        if class_args.is_empty() && !params.is_empty() {
            let inferred = match chosen.first() {
                Some(constructor) => {
                    let base = self.owner_subst(owner_ty);
                    let mut known = Subst::new();
                    self.unify_arguments(
                        file,
                        *constructor,
                        &params,
                        &base,
                        args,
                        true,
                        &mut known,
                    );
                    known
                }
                None => Subst::new(),
            };
            class_args = params
                .iter()
                .map(|param| {
                    inferred
                        .iter()
                        .find(|(p, _)| p == param)
                        .map_or(Ty::UNKNOWN, |(_, ty)| *ty)
                })
                .collect();
        }
        let ret = self.types.instance(sym, &class_args);
        if repo.is_external_sym(sym) {
            return CallInfo::external(ret);
        }
        // A constructor that no source shows stands for its class.
        let own = chosen.first().is_some_and(|c| {
            !repo.is_external_sym(*c) && !repo.def(*c).flags.has(DefFlags::SYNTHETIC)
        });
        let targets = if own { chosen } else { smallvec![sym] };
        CallInfo {
            targets,
            constructs: Some(sym),
            ret,
            outcome: Outcome::Resolved,
            overload,
            given: false,
        }
    }

    /// What a value that is no class says about constructing from it (`interface Made { new (): T }`).
    fn construct_signature(&mut self, class: Ty, sym: Sym) -> Option<Ty> {
        let repo = self.repo();
        let names = self.cx.profile(repo.file_of(sym)).protocols.construct;
        if names.is_empty() || repo.def(sym).kind == Some(SymbolKind::Class) {
            return None;
        }
        let instance = self.instance_of(class);
        let lineage = self.lineage(sym);
        names.iter().find_map(|name| {
            let name = Name::of(name);
            let declares = |ty: &Ty| {
                matches!(self.types.get(*ty), TyData::Instance(owner, _)
                    if repo.own_members(owner, name).next().is_some())
            };
            if !lineage.types.iter().any(declares) {
                return None;
            }
            self.find_member(instance, name)
                .filter(|found| matches!(self.types.get(*found), TyData::Func { .. }))
        })
    }

    /// The constructors of a type: its own, or in languages that inherit them the nearest base's.
    pub(super) fn constructors(&mut self, file: u32, sym: Sym) -> (Ty, SmallVec<[Sym; 4]>) {
        let repo = self.repo();
        let names = self.cx.profile(file).constructors;
        if names.is_empty() {
            let own: SmallVec<[Sym; 4]> = repo
                .own_members(sym, repo.sym_name(sym))
                .filter_map(|member| match member {
                    MemberRef::Def(member)
                        if repo.def(member).kind == Some(SymbolKind::Constructor) =>
                    {
                        Some(member)
                    }
                    _ => None,
                })
                .collect();
            return (Ty::UNKNOWN, own);
        }
        let ty = self.own_instance(sym);
        for name in names {
            let name = Name::of(name);
            let lineage = self.lineage(sym);
            for ancestor in &lineage.types {
                let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                    continue;
                };
                if let Some(found) = self.declared_member(owner, *ancestor, ty, name, false)
                    && let TyData::Func { syms, .. } = self.types.get(found)
                {
                    return (*ancestor, self.types.syms_of(syms));
                }
            }
        }
        (Ty::UNKNOWN, SmallVec::new())
    }

    /// The definitions that a call with these arguments may mean: one if the language tells, several if they fit equally.
    pub fn select(
        &mut self,
        file: u32,
        syms: &[Sym],
        owner: Ty,
        args: &[Arg],
    ) -> SmallVec<[Sym; 2]> {
        let repo = self.repo();
        if syms.len() <= 1 {
            return syms.iter().copied().collect();
        }
        let has = |sym: &Sym, flag: DefFlags| repo.def(*sym).flags.has(flag);
        let by_arguments = self.cx.profile(repo.file_of(syms[0])).overloads
            || syms.iter().any(|sym| has(sym, DefFlags::OVERLOAD))
            || syms.iter().all(|sym| repo.def(*sym).implements.0 != 0)
            || syms.iter().any(|sym| repo.is_external_sym(*sym));
        if !by_arguments {
            if syms.iter().any(|sym| has(sym, DefFlags::CONDITIONAL)) {
                return syms.iter().copied().collect();
            }
            // The last definition of a name wins; a definition wins over its declarations.
            let defined: SmallVec<[Sym; 4]> = syms
                .iter()
                .copied()
                .filter(|sym| {
                    !has(sym, DefFlags::DECLARATION) && repo.def(*sym).role != DefRole::Lambda
                })
                .collect();
            let same_file = defined
                .iter()
                .all(|sym| repo.file_of(*sym) == repo.file_of(defined[0]));
            return match defined.last() {
                Some(last) if same_file => smallvec![*last],
                Some(_) => defined.iter().copied().collect(),
                None => smallvec![syms[0]],
            };
        }
        if let Some(phases) = self.cx.profile(repo.file_of(syms[0])).phases {
            return self.select_in_phases(file, phases, syms, owner, args);
        }
        let subst = self.owner_subst(owner);
        let mut best: SmallVec<[Sym; 2]> = SmallVec::new();
        let mut best_cost = u32::MAX;
        // An implementation behind overload signatures is not callable by itself.
        let signatures = syms.iter().any(|sym| has(sym, DefFlags::OVERLOAD));
        for sym in syms {
            if signatures && !has(sym, DefFlags::OVERLOAD) {
                continue;
            }
            let Some(cost) = self.applicable(file, *sym, &subst, args) else {
                continue;
            };
            if cost < best_cost {
                best.clear();
                best_cost = cost;
            }
            if cost == best_cost {
                best.push(*sym);
            }
        }
        if best.is_empty() {
            // Nothing fits by type: by number of arguments only, then anything.
            best = syms
                .iter()
                .copied()
                .filter(|sym| self.arity_fits(*sym, args))
                .collect();
            if best.is_empty() {
                best = syms.iter().copied().collect();
            }
        }
        if best.len() > 1 {
            let all = best.clone();
            best.retain(|sym| {
                !all.iter()
                    .any(|other| other != sym && self.more_specific(*other, *sym))
            });
            if best.is_empty() {
                best = all;
            }
            let defined: SmallVec<[Sym; 2]> = best
                .iter()
                .copied()
                .filter(|sym| !has(sym, DefFlags::DECLARATION))
                .collect();
            if !defined.is_empty() {
                best = defined;
            }
            best.truncate(if signatures { 1 } else { 4 });
        }
        for sym in &mut best {
            if repo.def(*sym).flags.has(DefFlags::DECLARATION) {
                *sym = self.definition_of(*sym, syms).unwrap_or(*sym);
            }
        }
        let mut once: SmallVec<[Sym; 2]> = SmallVec::new();
        for sym in best {
            if !once.contains(&sym) {
                once.push(sym);
            }
        }
        best = once;
        best
    }

    /// Of the definitions in `syms` the one that `declaration` declares: it takes the same parameters.
    fn definition_of(&mut self, declaration: Sym, syms: &[Sym]) -> Option<Sym> {
        let repo = self.repo();
        let params = |sym: Sym| repo.facts(repo.file_of(sym)).params_of(repo.def_id(sym));
        let wanted = params(declaration);
        let read_only = repo.def(declaration).flags.has(DefFlags::READONLY);
        let defined: SmallVec<[Sym; 4]> = syms
            .iter()
            .copied()
            .filter(|sym| {
                let def = repo.def(*sym);
                def.role == DefRole::Callable
                    && !def.flags.has(DefFlags::DECLARATION)
                    && params(*sym).len() == wanted.len()
                    && def.flags.has(DefFlags::READONLY) == read_only
            })
            .collect();
        if defined.len() <= 1 {
            return defined.first().copied();
        }
        let file = repo.file_of(declaration);
        let texts = |sym: Sym| -> SmallVec<[String; 4]> {
            let facts = repo.facts(repo.file_of(sym));
            let fold = |param: &bombe_facts::Param| facts.str(param.ty_text).replace(' ', "");
            params(sym).iter().map(fold).collect()
        };
        let written = texts(declaration);
        defined
            .iter()
            .copied()
            .find(|sym| texts(*sym) == written)
            .or_else(|| {
                defined.iter().copied().find(|sym| {
                    let other = repo.file_of(*sym);
                    wanted.iter().zip(params(*sym)).all(|(a, b)| {
                        let a = self.type_from(file, a.ty);
                        let b = self.type_from(other, b.ty);
                        a == b || a == Ty::UNKNOWN || b == Ty::UNKNOWN
                    })
                })
            })
    }

    /// True if every parameter type of `a` is that of `b` or a subtype, and not all are the same.
    fn more_specific(&mut self, a: Sym, b: Sym) -> bool {
        let repo = self.repo();
        let params = |session: &mut Self, sym: Sym| -> SmallVec<[(Ty, bool); 4]> {
            let file = repo.file_of(sym);
            let params = repo.facts(file).params_of(repo.def_id(sym));
            params
                .iter()
                .map(|p| {
                    (
                        session.type_from(file, p.ty),
                        p.flags.has(ParamFlags::VARIADIC),
                    )
                })
                .collect()
        };
        let (pa, pb) = (params(self, a), params(self, b));
        if pa.len() != pb.len() {
            return false;
        }
        let mut stricter = false;
        for ((x, x_variadic), (y, y_variadic)) in pa.into_iter().zip(pb) {
            if x_variadic != y_variadic {
                if x_variadic {
                    return false;
                }
                stricter = true;
                continue;
            }
            if x == y {
                continue;
            }
            match (self.types.get(x), self.types.get(y)) {
                (TyData::Instance(sx, _), TyData::Instance(sy, _)) => {
                    if sx == sy {
                        continue;
                    }
                    let root = self.builtin(
                        repo.file_of(b),
                        self.cx.profile(repo.file_of(b)).builtins.object,
                    );
                    if Some(sy) != root && !self.is_subclass(sx, sy) {
                        return false;
                    }
                    stricter = true;
                }
                (TyData::Instance(..), TyData::Param(_)) => stricter = true,
                (TyData::Param(_), TyData::Param(_)) => {}
                _ => return false,
            }
        }
        stricter
    }

    /// True if a function takes this many arguments.
    pub fn arity_fits(&self, sym: Sym, args: &[Arg]) -> bool {
        let repo = self.repo();
        let params = repo.facts(repo.file_of(sym)).params_of(repo.def_id(sym));
        let spread = args.iter().any(|arg| matches!(arg, Arg::Spread(..)));
        let positional = args
            .iter()
            .filter(|arg| !matches!(arg, Arg::Keyword(..) | Arg::Spread(..)))
            .count();
        let optional = ParamFlags::OPTIONAL;
        let many = params
            .iter()
            .any(|p| p.flags.has(ParamFlags::VARIADIC) || p.flags.has(ParamFlags::KEYWORDS));
        let most = params
            .iter()
            .filter(|p| !p.flags.has(ParamFlags::KEYWORDS))
            .count();
        let least = params
            .iter()
            .filter(|p| {
                !(p.flags.has(optional)
                    || p.default.0 != 0
                    || p.flags.has(ParamFlags::VARIADIC)
                    || p.flags.has(ParamFlags::KEYWORDS))
            })
            .count();
        (many || args.len() <= most || spread)
            && (args.len() >= least || spread)
            && (many || positional <= most)
    }

    /// The cost of calling `sym` with these arguments; `None` if it cannot be.
    fn applicable(
        &mut self,
        file: u32,
        sym: Sym,
        subst: &[(Sym, Ty)],
        args: &[Arg],
    ) -> Option<u32> {
        if !self.arity_fits(sym, args) {
            return None;
        }
        let repo = self.repo();
        let target = repo.file_of(sym);
        let params = repo.facts(target).params_of(repo.def_id(sym));
        let mut cost = 0;
        let mut position = 0;
        let variadic = params
            .last()
            .is_some_and(|p| p.flags.has(ParamFlags::VARIADIC));
        if variadic {
            cost += 100;
        }
        for arg in args {
            let param = match arg {
                Arg::Keyword(_, name, _) => match params
                    .iter()
                    .find(|p| repo.name(target, p.name) == *name)
                {
                    Some(param) => param,
                    None if params.iter().any(|p| p.flags.has(ParamFlags::KEYWORDS)) => continue,
                    None => return None,
                },
                Arg::Spread(..) => continue,
                _ => {
                    let at = position;
                    position += 1;
                    match params
                        .get(at)
                        .or(if variadic { params.last() } else { None })
                    {
                        Some(param) => param,
                        None => continue,
                    }
                }
            };
            let ty = self.type_from(target, param.ty);
            let ty = self.substitute(ty, subst);
            let arg_cost = match self.passing_cost(file, *arg, ty, sym) {
                Some(cost) => cost,
                // An array passed whole to a variadic parameter.
                None if param.flags.has(ParamFlags::VARIADIC) => {
                    let array = self.builtin_instance(
                        target,
                        self.cx.profile(target).builtins.array,
                        &[ty],
                    );
                    self.passing_cost(file, *arg, array, sym)?
                }
                None => return None,
            };
            cost += arg_cost;
        }
        Some(cost)
    }

    /// The cost of passing an argument where a type is wanted; `None` if it does not fit.
    fn passing_cost(&mut self, file: u32, arg: Arg, to: Ty, callee: Sym) -> Option<u32> {
        let ty = match arg {
            Arg::Ty(ty) => ty,
            Arg::Keyword(at, _, expr) | Arg::Expr(at, expr) | Arg::Spread(at, expr) => {
                if let Expr::Lambda(def) = self.repo().expr(at, expr) {
                    let given = self.repo().facts(at).params_of(def).len();
                    return self.lambda_cost(given, to, callee);
                }
                self.type_of(at, expr)
            }
        };
        self.conversion_cost(file, ty, to, callee)
    }

    /// The cost of passing a function literal of `given` parameters.
    fn lambda_cost(&mut self, given: usize, to: Ty, callee: Sym) -> Option<u32> {
        let strict = self.cx.profile(self.repo().file_of(callee)).overloads;
        match self.types.get(to) {
            TyData::Fn { params, .. } => {
                let wanted = self.types.len_of(params);
                if given == wanted || (!strict && given < wanted) {
                    Some((wanted - given) as u32)
                } else {
                    None
                }
            }
            TyData::Instance(..) => {
                let method = self.functional_method(to)?;
                let TyData::Func { syms, .. } = self.types.get(method) else {
                    return None;
                };
                let sym = self.types.syms_of(syms)[0];
                let wanted = self
                    .repo()
                    .facts(self.repo().file_of(sym))
                    .params_of(self.repo().def_id(sym))
                    .len();
                if given == wanted || (!strict && given <= wanted) {
                    Some(1)
                } else {
                    None
                }
            }
            TyData::Union(seq) => {
                let parts = self.types.tys_of(seq);
                parts
                    .iter()
                    .filter_map(|part| self.lambda_cost(given, *part, callee))
                    .min()
            }
            TyData::Unknown | TyData::External => Some(COST_UNKNOWN),
            TyData::Param(_) => Some(COST_UNKNOWN + 1),
            _ => None,
        }
    }

    /// The cost of converting one type to another; 0 for the same, `None` if it does not fit.
    pub fn conversion_cost(&mut self, file: u32, from: Ty, to: Ty, callee: Sym) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        let repo = self.repo();
        let profile = self.cx.profile(file);
        let builtins = &profile.builtins;
        match (self.types.get(from), self.types.get(to)) {
            (_, TyData::Unknown | TyData::External) | (TyData::Unknown | TyData::External, _) => {
                Some(COST_UNKNOWN)
            }
            (TyData::Null, TyData::Instance(sym, _)) => {
                // Null fits every reference; the more specific overload is chosen afterwards.
                let primitive = profile
                    .primitives
                    .iter()
                    .any(|name| self.builtin(file, name) == Some(sym));
                if primitive { None } else { Some(1) }
            }
            (TyData::Null, _) => Some(1),
            (TyData::Union(seq), _) => {
                let parts = self.types.tys_of(seq);
                let costs: SmallVec<[Option<u32>; 4]> = parts
                    .iter()
                    .map(|part| self.conversion_cost(file, *part, to, callee))
                    .collect();
                if costs.iter().all(Option::is_none) {
                    None
                } else {
                    costs.into_iter().flatten().max()
                }
            }
            (_, TyData::Union(seq)) => {
                let parts = self.types.tys_of(seq);
                parts
                    .iter()
                    .filter_map(|part| self.conversion_cost(file, from, *part, callee))
                    .min()
                    .map(|cost| cost + 1)
            }
            (_, TyData::Param(param)) => {
                let bounds = self.supers(param);
                for (_, bound) in bounds {
                    // Bounds of wrong code may go round in circles.
                    self.deeper(Some(0), |session| {
                        session.conversion_cost(file, from, bound, callee)
                    })?;
                }
                Some(COST_OBJECT - 10)
            }
            (TyData::Instance(a, _), TyData::Instance(b, _)) => {
                if a == b {
                    return Some(0);
                }
                let lineage = self.lineage(a);
                let distance = lineage
                    .types
                    .iter()
                    .position(|ty| matches!(self.types.get(*ty), TyData::Instance(ancestor, _) if ancestor == b));
                if let Some(distance) = distance {
                    return Some(2 + distance as u32);
                }
                if let Some(cost) = self.built_in_conversion(file, a, b) {
                    return Some(cost);
                }
                if self.builtin(file, builtins.object) == Some(b) {
                    return Some(COST_OBJECT);
                }
                if profile.converting_constructors && self.constructs_from(file, from, b) {
                    return Some(COST_OBJECT - 30);
                }
                if lineage.external || lineage.unknown {
                    Some(COST_OBJECT - 20)
                } else {
                    None
                }
            }
            (TyData::Param(param), _) => {
                let bounds = self.supers(param);
                if bounds.is_empty() {
                    let is_root = matches!(self.types.get(to), TyData::Instance(sym, _)
                        if self.builtin(file, builtins.object) == Some(sym));
                    return if is_root { Some(COST_OBJECT) } else { None };
                }
                bounds
                    .iter()
                    .filter_map(|(_, bound)| self.conversion_cost(file, *bound, to, callee))
                    .min()
            }
            (TyData::Class(..), TyData::Instance(b, _)) => {
                if self.builtin(file, builtins.class) == Some(b) {
                    Some(1)
                } else if self.builtin(file, builtins.object) == Some(b) {
                    Some(COST_OBJECT)
                } else {
                    None
                }
            }
            (TyData::Func { syms, .. }, TyData::Fn { .. } | TyData::Instance(..)) => {
                let sym = self.types.syms_of(syms)[0];
                if self.builtin(file, builtins.object).is_some_and(
                    |root| matches!(self.types.get(to), TyData::Instance(b, _) if b == root),
                ) {
                    return Some(COST_OBJECT);
                }
                let given = repo
                    .facts(repo.file_of(sym))
                    .params_of(repo.def_id(sym))
                    .len();
                let fits = self.lambda_cost(given, to, callee);
                // A method named by its class takes its receiver as the first argument.
                fits.or_else(|| self.lambda_cost(given + 1, to, callee).map(|cost| cost + 1))
            }
            (TyData::Lit(_), TyData::Instance(b, _)) => {
                if self.builtin(file, builtins.string) == Some(b) {
                    Some(1)
                } else {
                    None
                }
            }
            (TyData::Tuple(_), TyData::Tuple(_)) | (TyData::Fn { .. }, TyData::Fn { .. }) => {
                Some(1)
            }
            (_, TyData::Instance(b, _)) if self.builtin(file, builtins.object) == Some(b) => {
                Some(COST_OBJECT)
            }
            (TyData::Fn { params, .. }, TyData::Instance(..)) => {
                let given = self.types.len_of(params);
                self.lambda_cost(given, to, callee)
            }
            (TyData::SelfTy, _) | (_, TyData::SelfTy) => Some(COST_UNKNOWN),
            _ => None,
        }
    }

    /// True if a class has a constructor that takes a value of this type alone, without a further conversion by
    /// constructor; or if an enumeration's members count as numbers.
    fn constructs_from(&mut self, file: u32, from: Ty, class: Sym) -> bool {
        let repo = self.repo();
        let (_, constructors) = self.constructors(file, class);
        constructors.iter().any(|constructor| {
            let target = repo.file_of(*constructor);
            let params = repo.facts(target).params_of(repo.def_id(*constructor));
            let Some(first) = params.first() else {
                return false;
            };
            if !params[1..]
                .iter()
                .all(|param| param.default.0 != 0 || param.flags.has(ParamFlags::OPTIONAL))
            {
                return false;
            }
            let to = self.type_from(target, first.ty);
            if from == to {
                return true;
            }
            match (self.types.get(from), self.types.get(to)) {
                (TyData::Instance(a, _), TyData::Instance(b, _)) => {
                    b != class
                        && (self.is_subclass(a, b)
                            || self.built_in_conversion(file, a, b).is_some())
                }
                (_, TyData::Param(_)) => true,
                _ => false,
            }
        })
    }

    fn built_in_conversion(&mut self, file: u32, from: Sym, to: Sym) -> Option<u32> {
        if !self.repo().is_external_sym(from) {
            let def = self.repo().def(from);
            let is_number =
                def.kind == Some(SymbolKind::Enum) && def.flags.has(DefFlags::TRANSPARENT);
            let int = self.cx.profile(file).builtins.int;
            return (is_number && self.builtin(file, int) == Some(to)).then_some(4);
        }
        let conversions = self.cx.profile(file).conversions;
        conversions
            .iter()
            .find(|(a, b, _)| {
                self.builtin(file, a) == Some(from) && self.builtin(file, b) == Some(to)
            })
            .map(|(_, _, cost)| *cost)
    }

    /// What a function's type parameters are, from explicit type arguments and from the arguments' types. With
    /// `literals`, function literals are looked into for what they return.
    pub fn infer_arguments(
        &mut self,
        file: u32,
        sym: Sym,
        owner: &[(Sym, Ty)],
        args: &[Arg],
        explicit: &[Ty],
        literals: bool,
    ) -> Subst {
        let params: SmallVec<[Sym; 4]> = self.repo().type_params(sym).collect();
        let mut known: Subst = params
            .iter()
            .copied()
            .zip(explicit.iter().copied())
            .collect();
        if !params.is_empty() {
            self.unify_arguments(file, sym, &params, owner, args, literals, &mut known);
        }
        for (param, ty) in &mut known {
            *ty = self.fill_holes(file, *param, *ty, owner);
        }
        known
    }

    /// A type argument with unknown parts (`Vec<_>`), filled from the parameter's bound (`B: FromIterator<Item>`).
    fn fill_holes(&mut self, file: u32, param: Sym, ty: Ty, owner: &[(Sym, Ty)]) -> Ty {
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
    fn unify_arguments(
        &mut self,
        file: u32,
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
                let (at, expr, param) = match arg {
                    Arg::Keyword(at, name, expr) => (
                        *at,
                        *expr,
                        params.iter().find(|p| repo.name(target, p.name) == *name),
                    ),
                    Arg::Expr(at, expr) | Arg::Spread(at, expr) => {
                        let param = Self::param_at(params, position);
                        position += 1;
                        (*at, *expr, param)
                    }
                    Arg::Ty(ty) => {
                        let param = Self::param_at(params, position);
                        position += 1;
                        if !pass && let Some(param) = param {
                            let wanted = self.type_from(target, param.ty);
                            let wanted = self.substitute(wanted, owner);
                            self.unify(file, wanted, *ty, open, known);
                        }
                        continue;
                    }
                };
                let Some(param) = param else { continue };
                let is_literal = matches!(repo.expr(at, expr), Expr::Lambda(_));
                if is_literal != pass {
                    continue;
                }
                let wanted = self.type_from(target, param.ty);
                if wanted == Ty::UNKNOWN {
                    continue;
                }
                let wanted = self.substitute(wanted, owner);
                let given = match (repo.expr(at, expr), self.types.get(wanted)) {
                    // Text given for a bounded parameter (`K extends keyof T`) is that very text.
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

    /// A type argument tells about other parameters through its parameter's bound (`S ~[]E`, `C extends Collection<E>`).
    fn unify_bounds(&mut self, file: u32, open: &[Sym], known: &mut Subst) {
        if known.len() == open.len() || known.is_empty() {
            return;
        }
        for (param, ty) in known.clone() {
            for (_, bound) in self.supers(param) {
                self.unify(file, bound, ty, open, known);
            }
        }
    }

    fn param_at(params: &[bombe_facts::Param], position: usize) -> Option<&bombe_facts::Param> {
        params.get(position).or_else(|| {
            params
                .last()
                .filter(|param| param.flags.has(ParamFlags::VARIADIC))
        })
    }

    /// Finds what the `open` parameters in `wanted` must be for `given` to fit.
    fn unify(&mut self, file: u32, wanted: Ty, given: Ty, open: &[Sym], known: &mut Subst) {
        self.provisional += u32::from(self.depth > 100);
        if self.depth > 100 || given == Ty::UNKNOWN {
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
                // Concrete parts take what is theirs; a bare parameter takes the rest.
                let mut rest: SmallVec<[Ty; 4]> = SmallVec::new();
                for part in given_parts {
                    let taken = wanted_parts.iter().copied().find(|w| {
                        match (self.types.get(*w), self.types.get(part)) {
                            (TyData::Instance(a, _), TyData::Instance(b, _)) => {
                                self.is_subclass(b, a)
                            }
                            (TyData::Fn { .. }, TyData::Func { .. } | TyData::Fn { .. }) => true,
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

    /// Unifies two function types by their results, and by the parameters that the given one declares.
    fn unify_functions(
        &mut self,
        file: u32,
        wanted: Ty,
        given: Ty,
        open: &[Sym],
        known: &mut Subst,
    ) {
        let given = self.through_first_parameter(file, wanted, given, known);
        for at in 0..3 {
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

    /// A method named by its generic class without arguments (`Map.Entry::getValue`), seen through the first parameter
    /// that is wanted, which is its receiver; others stay.
    fn through_first_parameter(
        &mut self,
        file: u32,
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

    /// A parameter type that a function writes down itself.
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

    /// What calling a function type gives, without looking at arguments.
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

    /// What a known function gives, its own type parameters left as they are.
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

    /// What a callable returns, in terms of its own and its owner's type parameters.
    pub fn return_type(&mut self, sym: Sym) -> Ty {
        match self.returns.get(&sym) {
            Some(Memo::Done(ty)) => return *ty,
            Some(Memo::Running) => {
                self.provisional += 1;
                return Ty::UNKNOWN;
            }
            None => {}
        }
        self.returns.insert(sym, Memo::Running);
        let ty = self.deeper(Ty::UNKNOWN, |session| session.find_return_type(sym));
        self.returns.insert(sym, Memo::Done(ty));
        ty
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
            ty = self.decorated_return_type(file, sym, ExprId(*decorator), ty);
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
        if def.ty.0 != 0 && !def.flags.has(DefFlags::TYPE_GUARD) {
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
            .map(|id| self.type_of(file, ExprId(*id)))
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

    /// What a decorated function returns: the result that the decorator's own result declares, where the decorator is
    /// typed; else as before.
    fn decorated_return_type(&mut self, file: u32, sym: Sym, decorator: ExprId, ty: Ty) -> Ty {
        let decorator = self.type_of(file, decorator);
        if !matches!(
            self.types.get(decorator),
            TyData::Func { .. } | TyData::Fn { .. }
        ) {
            return ty;
        }
        let function = {
            let params = self.types.tys(&[]);
            let _ = sym;
            self.types.intern(TyData::Fn { params, ret: ty })
        };
        let made = self.invoke(file, decorator, &[Arg::Ty(function)], &[]).ret;
        match self.types.get(made) {
            TyData::Fn { ret, .. } if ret != Ty::UNKNOWN => ret,
            _ => ty,
        }
    }

    /// What a decorated function's name stands for after its decorators have been called; `None` without decorators.
    pub(super) fn decorated_value(&mut self, sym: Sym) -> Option<Ty> {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let def = repo.def(sym);
        if def.decorators.len == 0 || !self.cx.profile(file).decorator_calls {
            return None;
        }
        let mut value = self.types.function(&[sym]);
        for decorator in repo.facts(file).list(def.decorators).iter().rev() {
            let decorator = self.type_of(file, ExprId(*decorator));
            let made = self.invoke(file, decorator, &[Arg::Ty(value)], &[]).ret;
            if made != Ty::UNKNOWN {
                value = made;
            }
        }
        Some(value)
    }

    /// The type that a call expects of its argument `at`, with what the other arguments tell about type parameters.
    pub(super) fn argument_type(&mut self, file: u32, call: ExprId, at: u32, _arg: ExprId) -> Ty {
        let Some((syms, owner, args, explicit)) = self.callee_of(file, call) else {
            return self.fn_argument(file, call, at);
        };
        let mut expected: SmallVec<[Ty; 4]> = SmallVec::new();
        for sym in self.select(file, &syms, owner, &args) {
            let params = self
                .repo()
                .facts(self.repo().file_of(sym))
                .params_of(self.repo().def_id(sym));
            if let Some(param) = Self::param_at(params, at as usize) {
                let ty = self.expected_parameter(file, sym, param, owner, &args, &explicit);
                expected.push(ty);
            }
        }
        self.types.union(&expected)
    }

    /// The type that a call expects of a keyword argument.
    pub(super) fn keyword_type(&mut self, file: u32, call: ExprId, name: Name) -> Ty {
        let Some((syms, owner, args, explicit)) = self.callee_of(file, call) else {
            return Ty::UNKNOWN;
        };
        let repo = self.repo();
        for sym in self.select(file, &syms, owner, &args) {
            let target = repo.file_of(sym);
            let params = repo.facts(target).params_of(repo.def_id(sym));
            if let Some(param) = params
                .iter()
                .find(|param| repo.name(target, param.name) == name)
            {
                return self.expected_parameter(file, sym, param, owner, &args, &explicit);
            }
        }
        Ty::UNKNOWN
    }

    fn expected_parameter(
        &mut self,
        file: u32,
        sym: Sym,
        param: &bombe_facts::Param,
        owner: Ty,
        args: &[Arg],
        explicit: &[Ty],
    ) -> Ty {
        let ty = self.type_from(self.repo().file_of(sym), param.ty);
        let mut subst = self.owner_subst_for(sym, owner);
        let inferred = self.infer_arguments(file, sym, &subst, args, explicit, false);
        subst.extend(inferred);
        let ty = self.substitute(ty, &subst);
        self.substitute_self(ty, owner)
    }

    /// The functions behind a call's callee.
    #[expect(
        clippy::type_complexity,
        reason = "four parts of one callee, used right at the call"
    )]
    fn callee_of(
        &mut self,
        file: u32,
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

    /// The parameter of a callee that is only known as a function type.
    fn fn_argument(&mut self, file: u32, call: ExprId, at: u32) -> Ty {
        let Expr::Call { callee, .. } = self.repo().expr(file, call) else {
            return Ty::UNKNOWN;
        };
        let ty = self.callee_type(file, callee);
        self.function_parameter(file, ty, at)
    }
}
