//! Overload choice in phases: by subtyping alone, then with boxing, then with variable arity; among what fits in the
//! first phase that has any, the most specific. The rules are Java's (JLS 15.12.2), without inference of bounds.

use bombe_format::kind::Visibility;
use smallvec::{SmallVec, smallvec};

use bombe_facts::{Bound, DefFlags, DefId, DefRole, Expr, ExprId, ParamFlags, TypeExpr, TypeId};

use super::call::Arg;
use super::repo::{MemberRef, Name, Sym};
use super::session::{Entity, Namespace, Session};
use super::types::{Ty, TyData};
use bombe_rules::profile::Phases;

/// What an argument is, as far as a choice may look at it.
#[derive(Clone, Copy)]
enum Given {
    /// A function literal, in a file.
    Literal(u32, DefId),
    /// A function named by a path: a known function, or a class for its constructors.
    Reference(Ty),
    /// A value of a type.
    Value(Ty),
    /// A value from outside of whose type only the name is known.
    Outside(Name),
}

impl Given {
    /// Nothing at all is known.
    fn is_open(self) -> bool {
        matches!(self, Self::Value(ty) if ty == Ty::UNKNOWN || ty == Ty::EXTERNAL)
    }
}

/// Whether an argument may be passed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    No,
    Maybe,
    Yes,
}

impl Fit {
    fn of(fits: bool) -> Self {
        if fits { Self::Yes } else { Self::No }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Strict,
    Loose,
    Variable,
}

/// A candidate with its parameter types as seen through the receiver.
struct Candidate {
    sym: Sym,
    params: SmallVec<[Ty; 6]>,
    /// Names of those parameter types that are outside.
    heads: SmallVec<[Option<Name>; 6]>,
    variadic: bool,
}

impl Candidate {
    /// The type wanted of argument `at`.
    fn wanted(&self, at: usize, phase: Phase, array: &mut impl FnMut(Ty) -> Ty) -> Option<Ty> {
        let last = self.params.len().checked_sub(1)?;
        if !self.variadic || at < last {
            return self.params.get(at).copied();
        }
        if phase == Phase::Variable {
            Some(self.params[last])
        } else if at == last {
            Some(array(self.params[last]))
        } else {
            None
        }
    }
}

/// Most candidates that are returned when the choice stays open.
const OPEN_MAX: usize = 4;

impl Session<'_> {
    /// The overloads that a call with these arguments may mean: one if the rules tell.
    pub(super) fn select_in_phases(
        &mut self,
        file: u32,
        phases: &'static Phases,
        syms: &[Sym],
        owner: Ty,
        args: &[Arg],
    ) -> SmallVec<[Sym; 2]> {
        let mut candidates: Vec<Candidate> = Vec::with_capacity(syms.len());
        for sym in syms {
            if self.is_accessible(file, *sym) {
                let candidate = self.candidate(*sym, owner);
                let (wanted, given) = (candidate.params.len(), args.len());
                if given == wanted || (candidate.variadic && given + 1 >= wanted) {
                    candidates.push(candidate);
                }
            }
        }
        match candidates.len() {
            0 => return SmallVec::new(),
            1 => return smallvec![candidates[0].sym],
            _ => {}
        }
        let given: SmallVec<[Given; 6]> = args.iter().map(|arg| self.given(*arg)).collect();
        for phase in [Phase::Strict, Phase::Loose, Phase::Variable] {
            // What surely fits comes before what may fit.
            let mut fitting: SmallVec<[&Candidate; 4]> = SmallVec::new();
            let mut most = 0;
            for candidate in &candidates {
                let Some(sure) = self.fits(file, phases, candidate, &given, phase) else {
                    continue;
                };
                if sure > most {
                    fitting.clear();
                    most = sure;
                }
                if sure == most {
                    fitting.push(candidate);
                }
            }
            if !fitting.is_empty() {
                return self.most_specific(file, phases, &fitting, &given, phase);
            }
        }
        candidates.iter().map(|c| c.sym).take(OPEN_MAX).collect()
    }

    fn candidate(&mut self, sym: Sym, owner: Ty) -> Candidate {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let params = repo.facts(file).params_of(repo.def_id(sym));
        let subst = self.owner_subst_for(sym, owner);
        let variadic = params
            .last()
            .is_some_and(|param| param.flags.has(ParamFlags::VARIADIC));
        let mut heads = SmallVec::new();
        let params = params
            .iter()
            .map(|param| {
                let ty = self.type_from(file, param.ty);
                heads.push(match self.types.get(ty) {
                    TyData::External => self.head_name(file, param.ty),
                    _ => None,
                });
                self.substitute(ty, &subst)
            })
            .collect();
        Candidate {
            sym,
            params,
            heads,
            variadic,
        }
    }

    /// False for what is private to another file, and for what is seen in its package only from another package.
    fn is_accessible(&mut self, file: u32, sym: Sym) -> bool {
        let repo = self.repo();
        let target = repo.file_of(sym);
        if target == file || repo.is_external(target) {
            return true;
        }
        match repo.def(sym).visibility {
            Visibility::Private => false,
            Visibility::Package => {
                let finder = self.cx.finder(file);
                finder.package_of(file) == finder.package_of(target)
            }
            _ => true,
        }
    }

    /// The last name of a type expression.
    pub(super) fn head_name(&self, file: u32, ty: TypeId) -> Option<Name> {
        let repo = self.repo();
        match repo.facts(file).types[ty.index()] {
            TypeExpr::Name { name, .. } | TypeExpr::Member { name, .. } => {
                Some(repo.name(file, name))
            }
            TypeExpr::Nullable(inner) => self.head_name(file, inner),
            _ => None,
        }
    }

    /// The name of the declared type of an expression whose type is outside.
    fn outside_name(&mut self, file: u32, expr: ExprId) -> Option<Name> {
        let repo = self.repo();
        match repo.expr(file, expr) {
            Expr::Cast { ty, .. } | Expr::New { class: ty, .. } => self.head_name(file, ty),
            Expr::Call { .. } => {
                let target = *self.call(file, expr).targets.first()?;
                self.head_name(repo.file_of(target), repo.def(target).ty)
            }
            Expr::Name { name, scope, pos } => {
                let name = repo.name(file, name);
                match self.lookup(file, scope, pos, name, Namespace::Value).entity {
                    Entity::Bindings(at, ids) => {
                        let binding = repo.binding(at, *ids.last()?);
                        match binding.what {
                            _ if binding.ty.0 != 0 => self.head_name(at, binding.ty),
                            Bound::Def(def) => {
                                self.head_name(at, repo.facts(at).defs[def.index()].ty)
                            }
                            _ if binding.value.0 != 0 => {
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

    /// The name of the declared type of a field.
    fn member_head(&mut self, ty: Ty, name: Name) -> Option<Name> {
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
                        self.head_name(repo.file_of(sym), repo.def(sym).ty)
                    }
                    _ => None,
                })
        })
    }

    fn given(&mut self, arg: Arg) -> Given {
        match arg {
            Arg::Ty(ty) => Given::Value(ty),
            Arg::Keyword(file, _, expr) | Arg::Expr(file, expr) | Arg::Spread(file, expr) => {
                match self.repo().expr(file, expr) {
                    Expr::Lambda(def) => Given::Literal(file, def),
                    Expr::Path { .. } => Given::Reference(self.type_of(file, expr)),
                    _ => match self.type_of(file, expr) {
                        Ty::EXTERNAL => self
                            .outside_name(file, expr)
                            .map_or(Given::Value(Ty::EXTERNAL), Given::Outside),
                        ty => Given::Value(ty),
                    },
                }
            }
        }
    }

    fn array_of(&mut self, file: u32, element: Ty) -> Ty {
        let array = self.cx.profile(file).builtins.array;
        self.builtin_instance(file, array, &[element])
    }

    /// How many arguments surely fit, or `None` if one does not.
    fn fits(
        &mut self,
        file: u32,
        phases: &'static Phases,
        candidate: &Candidate,
        given: &[Given],
        phase: Phase,
    ) -> Option<usize> {
        if phase == Phase::Variable {
            if !candidate.variadic {
                return None;
            }
        } else if candidate.params.len() != given.len() {
            return None;
        }
        let mut sure = 0;
        for (at, given) in given.iter().enumerate() {
            let wanted = candidate.wanted(at, phase, &mut |ty| self.array_of(file, ty));
            let Some(wanted) = wanted else { continue };
            let fit = match given {
                Given::Outside(name) if wanted == Ty::EXTERNAL => {
                    let at = at.min(candidate.heads.len().saturating_sub(1));
                    match candidate.heads.get(at) {
                        Some(Some(head)) if head == name => Fit::Yes,
                        _ => Fit::Maybe,
                    }
                }
                given => self.argument_fits(file, phases, *given, wanted, phase),
            };
            match fit {
                Fit::No => return None,
                Fit::Maybe => {}
                Fit::Yes => sure += 1,
            }
        }
        Some(sure)
    }

    fn argument_fits(
        &mut self,
        file: u32,
        phases: &'static Phases,
        given: Given,
        wanted: Ty,
        phase: Phase,
    ) -> Fit {
        match given {
            Given::Value(ty) => self.type_fits(file, phases, ty, wanted, phase),
            Given::Literal(at, def) => self.literal_fits(at, def, wanted),
            Given::Reference(ty) => self.reference_fits(ty, wanted),
            Given::Outside(_) => match self.types.get(wanted) {
                TyData::Instance(sym, _) if self.is_root(file, sym) => Fit::Yes,
                TyData::Instance(sym, _) if self.primitive(file, sym).is_some() => Fit::No,
                _ => Fit::Maybe,
            },
        }
    }

    /// Whether a function literal may be what `wanted` asks for: by the number of parameters, and by whether it gives a
    /// value.
    fn literal_fits(&mut self, file: u32, def: DefId, wanted: Ty) -> Fit {
        let Some((params, ret)) = self.shape_wanted(wanted) else {
            return self.opaque_function(wanted);
        };
        let facts = self.repo().facts(file);
        if facts.params_of(def).len() != params {
            return Fit::No;
        }
        let row = &facts.defs[def.index()];
        let gives_nothing = matches!(facts.types[row.ty.index()], TypeExpr::Void);
        if ret == Ty::VOID {
            // A block that returns values, or an expression that is no statement, does not fit.
            let body = self.repo().expr(file, row.value);
            let fits = if row.value.0 == 0 {
                row.returns.len == 0
            } else {
                !matches!(
                    body,
                    Expr::Lit(_) | Expr::Binary { .. } | Expr::Not(_) | Expr::Lambda(_)
                )
            };
            return Fit::of(fits);
        }
        if gives_nothing {
            return Fit::No;
        }
        let explicit = facts.params_of(def).iter().all(|param| param.ty.0 != 0);
        if row.value.0 != 0 && explicit {
            return Fit::of(self.type_of(file, row.value) != Ty::VOID);
        }
        Fit::Yes
    }

    /// Number of parameters and result of the function that a type asks for.
    fn shape_wanted(&mut self, wanted: Ty) -> Option<(usize, Ty)> {
        match self.types.get(wanted) {
            TyData::Fn { params, ret } => Some((self.types.len_of(params), ret)),
            TyData::Instance(..) => {
                let method = self.functional_method(wanted)?;
                let TyData::Func { syms, .. } = self.types.get(method) else {
                    return None;
                };
                let sym = *self.types.syms_of(syms).first()?;
                let params = self
                    .repo()
                    .facts(self.repo().file_of(sym))
                    .params_of(self.repo().def_id(sym))
                    .len();
                Some((params, self.result_without_arguments(method)))
            }
            _ => None,
        }
    }

    /// A function passed to what is no function type in sight.
    fn opaque_function(&mut self, wanted: Ty) -> Fit {
        match self.types.get(wanted) {
            TyData::Unknown | TyData::External | TyData::Param(_) => Fit::Maybe,
            TyData::Instance(sym, _) => {
                let repo = self.repo();
                let is_interface =
                    repo.def(sym).kind == Some(bombe_format::kind::SymbolKind::Interface);
                if is_interface && self.lineage(sym).external {
                    Fit::Maybe
                } else {
                    Fit::No
                }
            }
            _ => Fit::No,
        }
    }

    fn reference_fits(&mut self, given: Ty, wanted: Ty) -> Fit {
        let Some((params, ret)) = self.shape_wanted(wanted) else {
            return self.opaque_function(wanted);
        };
        let TyData::Func { syms, .. } = self.types.get(given) else {
            return Fit::Maybe;
        };
        let repo = self.repo();
        let syms = self.types.syms_of(syms);
        let fits = syms.iter().any(|sym| {
            let own = repo.facts(repo.file_of(*sym)).params_of(repo.def_id(*sym));
            let variadic = own
                .last()
                .is_some_and(|param| param.flags.has(ParamFlags::VARIADIC));
            // A method named by its class takes the receiver as its first argument.
            let arity = own.len() == params
                || own.len() + 1 == params
                || (variadic && own.len() <= params + 1);
            arity && (ret == Ty::VOID || self.return_type(*sym) != Ty::VOID)
        });
        Fit::of(fits)
    }

    fn primitive(&mut self, file: u32, sym: Sym) -> Option<&'static str> {
        if !self.repo().is_external_sym(sym) {
            return None;
        }
        let names = self.cx.profile(file).primitives;
        names
            .iter()
            .copied()
            .find(|name| self.builtin(file, name) == Some(sym))
    }

    fn widens(phases: &Phases, from: &str, to: &str) -> bool {
        from == to || phases.widening.contains(&(from, to))
    }

    fn boxed(&mut self, file: u32, phases: &'static Phases, primitive: &str) -> Option<Sym> {
        let (_, boxed) = phases.boxing.iter().find(|(from, _)| *from == primitive)?;
        self.builtin(file, boxed)
    }

    fn unboxed(&mut self, file: u32, phases: &'static Phases, sym: Sym) -> Option<&'static str> {
        if !self.repo().is_external_sym(sym) {
            return None;
        }
        phases
            .boxing
            .iter()
            .find(|(_, boxed)| self.builtin(file, boxed) == Some(sym))
            .map(|(primitive, _)| *primitive)
    }

    fn type_fits(
        &mut self,
        file: u32,
        phases: &'static Phases,
        from: Ty,
        to: Ty,
        phase: Phase,
    ) -> Fit {
        self.deeper(Fit::Maybe, |session| {
            session.find_type_fit(file, phases, from, to, phase)
        })
    }

    fn find_type_fit(
        &mut self,
        file: u32,
        phases: &'static Phases,
        from: Ty,
        to: Ty,
        phase: Phase,
    ) -> Fit {
        if from == to {
            return Fit::Yes;
        }
        match (self.types.get(from), self.types.get(to)) {
            (TyData::Unknown | TyData::External | TyData::SelfTy, _)
            | (_, TyData::Unknown | TyData::SelfTy) => Fit::Maybe,
            (TyData::Void, _) => Fit::No,
            (TyData::Union(seq), _) => {
                let parts = self.types.tys_of(seq);
                let fits: SmallVec<[Fit; 4]> = parts
                    .iter()
                    .filter(|part| **part != Ty::NULL)
                    .map(|part| self.type_fits(file, phases, *part, to, phase))
                    .collect();
                let all = fits.iter().min().copied().unwrap_or(Fit::Yes);
                let any = fits.iter().max().copied().unwrap_or(Fit::Yes);
                if all == any { all } else { Fit::Maybe }
            }
            (_, TyData::Union(seq)) => {
                let parts = self.types.tys_of(seq);
                parts
                    .iter()
                    .map(|part| self.type_fits(file, phases, from, *part, phase))
                    .max()
                    .unwrap_or(Fit::Maybe)
            }
            (TyData::Null, TyData::Instance(sym, _)) => {
                Fit::of(self.primitive(file, sym).is_none())
            }
            (TyData::Null, _) => Fit::Yes,
            (TyData::Instance(a, a_args), TyData::Instance(b, b_args)) => {
                match (self.primitive(file, a), self.primitive(file, b)) {
                    (Some(a), Some(b)) => Fit::of(Self::widens(phases, a, b)),
                    (Some(_), None) if phase == Phase::Strict => Fit::No,
                    (Some(a), None) => match self.boxed(file, phases, a) {
                        Some(boxed) => {
                            let boxed = self.types.instance(boxed, &[]);
                            self.type_fits(file, phases, boxed, to, Phase::Strict)
                        }
                        None => Fit::No,
                    },
                    (None, Some(_)) if phase == Phase::Strict => Fit::No,
                    (None, Some(b)) => match self.unboxed(file, phases, a) {
                        Some(a) => Fit::of(Self::widens(phases, a, b)),
                        None => Fit::No,
                    },
                    (None, None) => {
                        let array = self.builtin(file, self.cx.profile(file).builtins.array);
                        if a == b && array == Some(a) {
                            let a = self.types.tys_of(a_args).first().copied();
                            let b = self.types.tys_of(b_args).first().copied();
                            match (a, b) {
                                (Some(a), Some(b)) => self.element_fits(file, phases, a, b),
                                _ => Fit::Maybe,
                            }
                        } else {
                            self.reference_type_fits(file, a, b)
                        }
                    }
                }
            }
            (TyData::Instance(a, _), TyData::Param(param)) => {
                let a = match self.primitive(file, a) {
                    None => from,
                    Some(_) if phase == Phase::Strict => return Fit::No,
                    Some(primitive) => match self.boxed(file, phases, primitive) {
                        Some(boxed) => self.types.instance(boxed, &[]),
                        None => return Fit::No,
                    },
                };
                self.bounds_fit(file, phases, a, param)
            }
            (_, TyData::Param(param)) => self.bounds_fit(file, phases, from, param),
            (TyData::Param(param), TyData::Instance(b, _)) => {
                if self.is_root(file, b) {
                    return Fit::Yes;
                }
                let bounds = self.supers(param);
                bounds
                    .iter()
                    .map(|(_, bound)| self.type_fits(file, phases, *bound, to, phase))
                    .max()
                    .unwrap_or(Fit::No)
            }
            // A type of the repository whose supertypes are all known is none from outside.
            (TyData::Instance(a, _), TyData::External) => {
                if self.primitive(file, a).is_some() {
                    return if phase == Phase::Strict {
                        Fit::No
                    } else {
                        Fit::Maybe
                    };
                }
                let lineage = self.lineage(a);
                if self.repo().is_external_sym(a) || lineage.external || lineage.unknown {
                    Fit::Maybe
                } else {
                    Fit::No
                }
            }
            _ => Fit::Maybe,
        }
    }

    fn element_fits(&mut self, file: u32, phases: &'static Phases, from: Ty, to: Ty) -> Fit {
        let is_primitive = |session: &mut Self, ty: Ty| match session.types.get(ty) {
            TyData::Instance(sym, _) => session.primitive(file, sym).is_some(),
            _ => false,
        };
        if is_primitive(self, from) || is_primitive(self, to) {
            let open = matches!(self.types.get(from), TyData::Unknown | TyData::External)
                || matches!(self.types.get(to), TyData::Unknown);
            return if from == to {
                Fit::Yes
            } else if open {
                Fit::Maybe
            } else {
                Fit::No
            };
        }
        self.type_fits(file, phases, from, to, Phase::Strict)
    }

    fn is_root(&mut self, file: u32, sym: Sym) -> bool {
        self.builtin(file, self.cx.profile(file).builtins.object) == Some(sym)
    }

    fn reference_type_fits(&mut self, file: u32, a: Sym, b: Sym) -> Fit {
        if a == b || self.is_root(file, b) || self.is_subclass(a, b) {
            return Fit::Yes;
        }
        let lineage = self.lineage(a);
        // What is outside is no subtype of what is inside.
        let outside = self.repo().is_external_sym(b);
        if lineage.unknown || (lineage.external && outside) {
            Fit::Maybe
        } else {
            Fit::No
        }
    }

    /// Whether a type fits the bounds of a type parameter, by their classes alone.
    fn bounds_fit(&mut self, file: u32, phases: &'static Phases, from: Ty, param: Sym) -> Fit {
        let bounds = self.supers(param);
        bounds
            .iter()
            .map(|(_, bound)| {
                if matches!(self.types.get(*bound), TyData::Param(own) if own == param) {
                    Fit::Yes
                } else {
                    self.type_fits(file, phases, from, *bound, Phase::Strict)
                }
            })
            .min()
            .unwrap_or(Fit::Yes)
    }

    /// The candidates that no other is more specific than.
    fn most_specific(
        &mut self,
        file: u32,
        phases: &'static Phases,
        fitting: &[&Candidate],
        given: &[Given],
        phase: Phase,
    ) -> SmallVec<[Sym; 2]> {
        if let [only] = fitting {
            return smallvec![only.sym];
        }
        let mut best: SmallVec<[Sym; 2]> = SmallVec::new();
        for candidate in fitting {
            let wins = fitting.iter().all(|other| {
                other.sym == candidate.sym
                    || self.as_specific(file, phases, candidate, other, given, phase)
            });
            if wins {
                best.push(candidate.sym);
            }
        }
        if best.is_empty() {
            let beaten = |session: &mut Self, candidate: &Candidate| {
                fitting.iter().any(|other| {
                    other.sym != candidate.sym
                        && session.as_specific(file, phases, other, candidate, given, phase)
                        && !session.as_specific(file, phases, candidate, other, given, phase)
                })
            };
            best = fitting
                .iter()
                .filter(|candidate| !beaten(self, candidate))
                .map(|candidate| candidate.sym)
                .take(OPEN_MAX)
                .collect();
            return best;
        }
        let open = given.iter().any(|given| given.is_open());
        if best.len() > 1 && !open {
            // The same signature inherited from several types: the nearest that has a body.
            let repo = self.repo();
            let concrete = best
                .iter()
                .copied()
                .find(|sym| !repo.def(*sym).flags.has(DefFlags::ABSTRACT));
            let chosen = concrete.unwrap_or(best[0]);
            return smallvec![chosen];
        }
        best.truncate(OPEN_MAX);
        best
    }

    /// True if every argument that is known would be taken by `a` at least as specifically as by `b`.
    fn as_specific(
        &mut self,
        file: u32,
        phases: &'static Phases,
        a: &Candidate,
        b: &Candidate,
        given: &[Given],
        phase: Phase,
    ) -> bool {
        // Without arguments to go by, the fixed parameters decide among those of variable arity.
        let count = if phase == Phase::Variable {
            given.len().max(a.params.len()).max(b.params.len())
        } else {
            given.len()
        };
        (0..count).all(|at| {
            let given = given.get(at).copied();
            if given.is_some_and(Given::is_open) {
                return true;
            }
            let wanted_a = a.wanted(at, phase, &mut |ty| self.array_of(file, ty));
            let wanted_b = b.wanted(at, phase, &mut |ty| self.array_of(file, ty));
            let (Some(x), Some(y)) = (wanted_a, wanted_b) else {
                return true;
            };
            if x == y || self.type_fits(file, phases, x, y, Phase::Strict) == Fit::Yes {
                return true;
            }
            match given {
                Some(given @ (Given::Literal(..) | Given::Reference(_))) => {
                    self.function_as_specific(file, given, x, y)
                }
                _ => false,
            }
        })
    }

    /// Between two function types of one arity, the one with a result beats the one without, and the one whose result is
    /// of the kind that the function gives beats the other.
    fn function_as_specific(&mut self, file: u32, given: Given, a: Ty, b: Ty) -> bool {
        let (Some((_, a)), Some((_, b))) = (self.shape_wanted(a), self.shape_wanted(b)) else {
            return false;
        };
        if b == Ty::VOID || a == b {
            return true;
        }
        if a == Ty::VOID {
            return false;
        }
        let is_primitive = |session: &mut Self, ty: Ty| match session.types.get(ty) {
            TyData::Instance(sym, _) => session.primitive(file, sym).is_some(),
            _ => false,
        };
        let (primitive_a, primitive_b) = (is_primitive(self, a), is_primitive(self, b));
        if primitive_a == primitive_b {
            return matches!(
                (self.types.get(a), self.types.get(b)),
                (TyData::Instance(a, _), TyData::Instance(b, _)) if self.is_subclass(a, b)
            );
        }
        let gives = match given {
            Given::Literal(at, def) => {
                let row = &self.repo().facts(at).defs[def.index()];
                self.type_of(at, row.value)
            }
            Given::Reference(ty) => self.result_without_arguments(ty),
            Given::Value(_) | Given::Outside(_) => Ty::UNKNOWN,
        };
        is_primitive(self, gives) == primitive_a
    }

    /// The definitions that a method reference (`X::f`, `x::f`, `X::new`) of a type may name, by what is expected of it
    /// where it stands.
    pub(super) fn select_reference(
        &mut self,
        file: u32,
        expr: ExprId,
        named: Ty,
    ) -> SmallVec<[Sym; 2]> {
        let repo = self.repo();
        let (syms, owner) = match self.types.get(named) {
            TyData::Func { syms, owner, .. } => (self.types.syms_of(syms), owner),
            TyData::Class(class, _) => {
                let (owner, constructors) = self.constructors(file, class);
                if constructors.is_empty() {
                    return smallvec![class];
                }
                (constructors, owner)
            }
            _ => return SmallVec::new(),
        };
        if syms.len() == 1 {
            return smallvec![syms[0]];
        }
        let expected = self.expected(file, expr);
        let Some((count, _)) = self.shape_wanted(expected) else {
            return syms.iter().copied().take(OPEN_MAX).collect();
        };
        let args: SmallVec<[Arg; 4]> = (0..count as u32)
            .map(|at| Arg::Ty(self.function_parameter(file, expected, at)))
            .collect();
        let by_type = match repo.expr(file, expr) {
            Expr::Path { base, .. } => {
                let base = self.type_of(file, base);
                matches!(self.types.get(base), TyData::Class(..))
            }
            _ => false,
        };
        if !by_type || matches!(self.types.get(named), TyData::Class(..)) {
            return self.select(file, &syms, owner, &args);
        }
        // Named by its class: a static method takes all arguments, another one the receiver first.
        let is_static = |sym: &Sym| repo.def(*sym).flags.has(DefFlags::STATIC);
        let takes = |sym: &Sym, args: &[Arg]| self.arity_fits(*sym, args);
        let statics: SmallVec<[Sym; 4]> = syms
            .iter()
            .copied()
            .filter(|sym| is_static(sym) && takes(sym, &args))
            .collect();
        let rest = args.get(1..).unwrap_or_default();
        let others: SmallVec<[Sym; 4]> = syms
            .iter()
            .copied()
            .filter(|sym| !is_static(sym) && takes(sym, rest))
            .collect();
        if !statics.is_empty() {
            return self.select(file, &statics, owner, &args);
        }
        if others.is_empty() {
            return syms.iter().copied().take(OPEN_MAX).collect();
        }
        self.select(file, &others, owner, rest)
    }

    /// The type parameters of the type that declares `sym`, with their arguments as seen through `owner`, which may be a
    /// subtype of it.
    pub fn owner_subst_for(&mut self, sym: Sym, owner: Ty) -> super::type_expr::Subst {
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

    /// The type of an arithmetic operation on two operands: the wider of both, at least the type of whole numbers.
    pub(super) fn promoted(
        &mut self,
        file: u32,
        phases: &'static Phases,
        left: Ty,
        right: Ty,
    ) -> Ty {
        let builtins = &self.cx.profile(file).builtins;
        let primitive = |session: &mut Self, ty: Ty| match session.types.get(ty) {
            TyData::Instance(sym, _) => match session.primitive(file, sym) {
                Some(name) => Some(name),
                None => session.unboxed(file, phases, sym),
            },
            _ => None,
        };
        let (Some(a), Some(b)) = (primitive(self, left), primitive(self, right)) else {
            return if left == right { left } else { Ty::UNKNOWN };
        };
        if a == builtins.bool || b == builtins.bool {
            return self.builtin_instance(file, builtins.bool, &[]);
        }
        let wider = if Self::widens(phases, a, b) { b } else { a };
        let narrow = wider != builtins.int && Self::widens(phases, wider, builtins.int);
        self.builtin_instance(file, if narrow { builtins.int } else { wider }, &[])
    }
}
