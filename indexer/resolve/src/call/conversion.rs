//! The cost of passing a value of one type where another is expected.

use bombe_facts::{DefFlags, Expr, ParamFlags};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use crate::call::Arg;
use crate::call::costs;
use crate::ids::Sym;
use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the cost of passing an argument where a type is wanted, or `None` if it does not fit.
    pub(super) fn passing_cost(
        &mut self,
        file: SourceId,
        arg: Arg,
        to: Ty,
        callee: Sym,
    ) -> Option<u32> {
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

    /// Returns the cost of passing a function literal of `given` parameters, or `None` if it does not fit.
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
                    Some(costs::NEAR)
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
            TyData::Unknown | TyData::External => Some(costs::UNKNOWN),
            TyData::Param(_) => Some(costs::LITERAL_TO_PARAMETER),
            _ => None,
        }
    }

    /// Returns the cost of converting one type to another: 0 for the same type, `None` if it does not fit.
    pub fn conversion_cost(
        &mut self,
        file: SourceId,
        from: Ty,
        to: Ty,
        callee: Sym,
    ) -> Option<u32> {
        let repo = self.repo();
        let profile = self.cx.profile(file);
        // Among the implementations of one trait, two types from outside need not be the same.
        if from == to && !(from == Ty::EXTERNAL && profile.extension_traits) {
            return Some(0);
        }
        let builtins = &profile.builtins;
        match (self.types.get(from), self.types.get(to)) {
            (_, TyData::Unknown | TyData::External) | (TyData::Unknown | TyData::External, _) => {
                Some(costs::UNKNOWN)
            }
            // A type nested in a type parameter may be any.
            (_, TyData::Indexed(..)) | (TyData::Indexed(..), _) if profile.derived_parameters => {
                Some(costs::UNKNOWN)
            }
            (TyData::Null, TyData::Instance(sym, _)) => {
                // Null fits every reference equally; the most specific overload is chosen afterwards.
                match self.primitive(file, sym) {
                    Some(_) => None,
                    None => Some(costs::NEAR),
                }
            }
            (TyData::Null, _) => Some(costs::NEAR),
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
                    .map(|cost| cost + costs::NEAR)
            }
            (TyData::Class(..) | TyData::ClassOf(_), TyData::Class(..) | TyData::ClassOf(_)) => {
                let from = self.instance_of(from);
                let to = self.instance_of(to);
                self.conversion_cost(file, from, to, callee)
            }
            (_, TyData::Param(param)) => {
                let bounds = self.supers(param);
                for (_, bound) in bounds {
                    // The bounds of invalid code may be cyclic.
                    self.deeper(Some(0), |session| {
                        session.conversion_cost(file, from, bound, callee)
                    })?;
                }
                Some(costs::TO_PARAMETER)
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
                    return Some(costs::SUBTYPE + distance as u32);
                }
                if let Some(cost) = self.built_in_conversion(file, a, b) {
                    return Some(cost);
                }
                if self.builtin(file, builtins.object) == Some(b) {
                    return Some(costs::TO_ROOT);
                }
                if profile.converting_constructors && self.constructs_from(file, from, b) {
                    return Some(costs::BY_CONSTRUCTOR);
                }
                if lineage.external || lineage.unknown {
                    return Some(costs::PERHAPS_SUBTYPE);
                }
                // With a namespace of their own, types fit by their members.
                let is_own = |sym: Sym| !repo.is_external_sym(sym);
                (profile.type_space && is_own(a) && is_own(b)).then_some(costs::PERHAPS_ALIKE)
            }
            (TyData::Param(param), _) => {
                let bounds = self.supers(param);
                if bounds.is_empty() {
                    let is_root = matches!(self.types.get(to), TyData::Instance(sym, _)
                        if self.builtin(file, builtins.object) == Some(sym));
                    return if is_root { Some(costs::TO_ROOT) } else { None };
                }
                bounds
                    .iter()
                    .filter_map(|(_, bound)| self.conversion_cost(file, *bound, to, callee))
                    .min()
            }
            (TyData::Class(..) | TyData::ClassOf(_), TyData::Instance(b, _)) => {
                if self.builtin(file, builtins.class) == Some(b) {
                    Some(costs::NEAR)
                } else if self.builtin(file, builtins.object) == Some(b) {
                    Some(costs::TO_ROOT)
                } else {
                    self.class_conversion(from, to, b)
                }
            }
            (TyData::Instance(a, _), TyData::Class(..) | TyData::ClassOf(_))
                if self.builtin(file, builtins.class) == Some(a) =>
            {
                Some(costs::UNKNOWN)
            }
            // A class object is called to construct.
            (TyData::Class(..) | TyData::ClassOf(_), TyData::Fn { .. })
                if profile.call_constructs =>
            {
                Some(costs::NEAR)
            }
            (TyData::Func { syms, .. }, TyData::Fn { .. } | TyData::Instance(..)) => {
                let sym = self.types.syms_of(syms)[0];
                if self.builtin(file, builtins.object).is_some_and(
                    |root| matches!(self.types.get(to), TyData::Instance(b, _) if b == root),
                ) {
                    return Some(costs::TO_ROOT);
                }
                let given = repo
                    .facts(repo.file_of(sym))
                    .params_of(repo.def_id(sym))
                    .len();
                let fits = self.lambda_cost(given, to, callee);
                // A method that is named by its class takes its receiver as the first argument.
                fits.or_else(|| {
                    self.lambda_cost(given + 1, to, callee)
                        .map(|cost| cost + costs::NEAR)
                })
            }
            (TyData::Lit(_), TyData::Instance(b, _)) => {
                if self.builtin(file, builtins.string) == Some(b) {
                    Some(costs::NEAR)
                } else {
                    None
                }
            }
            (TyData::Tuple(_), TyData::Tuple(_)) | (TyData::Fn { .. }, TyData::Fn { .. }) => {
                Some(costs::NEAR)
            }
            (_, TyData::Instance(b, _)) if self.builtin(file, builtins.object) == Some(b) => {
                Some(costs::TO_ROOT)
            }
            (TyData::Fn { params, .. }, TyData::Instance(..)) => {
                let given = self.types.len_of(params);
                self.lambda_cost(given, to, callee)
            }
            (TyData::SelfTy, _) | (_, TyData::SelfTy) => Some(costs::UNKNOWN),
            _ => None,
        }
    }

    /// Returns the cost of passing a class object where an instance of `to` is wanted: it may be an instance through its
    /// metaclass, or be called as one.
    fn class_conversion(&mut self, class: Ty, to: Ty, wanted: Sym) -> Option<u32> {
        let TyData::Class(sym, _) = self.types.get(class) else {
            return None;
        };
        if self
            .metaclasses(sym)
            .into_iter()
            .any(|metaclass| self.is_subclass(metaclass, wanted))
        {
            return Some(costs::SUBTYPE);
        }
        let constructs = self.cx.profile(self.repo().file_of(sym)).call_constructs;
        (constructs && self.functional_method(to).is_some()).then_some(costs::NEAR)
    }

    /// Returns true if a class has a constructor that takes a value of this type alone without a second conversion by
    /// constructor.
    fn constructs_from(&mut self, file: SourceId, from: Ty, class: Sym) -> bool {
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
                .all(|param| param.default.is_known() || param.flags.has(ParamFlags::OPTIONAL))
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

    fn built_in_conversion(&mut self, file: SourceId, from: Sym, to: Sym) -> Option<u32> {
        if !self.repo().is_external_sym(from) {
            let def = self.repo().def(from);
            let is_number =
                def.kind == Some(SymbolKind::Enum) && def.flags.has(DefFlags::TRANSPARENT);
            let int = self.cx.profile(file).builtins.int;
            return (is_number && self.builtin(file, int) == Some(to))
                .then_some(costs::ENUM_TO_INT);
        }
        let conversions = self.cx.profile(file).conversions;
        conversions
            .iter()
            .find(|(a, b, _)| {
                self.builtin(file, a) == Some(from) && self.builtin(file, b) == Some(to)
            })
            .map(|(_, _, cost)| *cost)
    }
}
