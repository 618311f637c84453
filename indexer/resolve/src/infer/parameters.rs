//! The types of parameters, of a definition and of a function type.

use bombe_facts::{DefId, ParamFlags};
use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use crate::session::Session;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the type of a parameter's variable, given the declared type: a variadic parameter is a collection.
    pub(super) fn parameter_as_variable(
        &mut self,
        file: SourceId,
        def: DefId,
        at: u32,
        ty: Ty,
    ) -> Ty {
        let params = self.repo().facts(file).params_of(def);
        let variadic = params
            .get(at as usize)
            .is_some_and(|param| param.flags.has(ParamFlags::VARIADIC))
            && !params[at as usize].flags.has(ParamFlags::PARTS);
        if variadic {
            let array = self.cx.profile(file).builtins.array;
            self.builtin_instance(file, array, &[ty])
        } else {
            ty
        }
    }

    /// Returns the type of a parameter: declared, expected by the context of its function literal, that of its default
    /// value, or that of an injected value.
    pub fn parameter_type(&mut self, file: SourceId, def: DefId, at: u32) -> Ty {
        let repo = self.repo();
        let facts = repo.facts(file);
        let Some(param) = facts.params_of(def).get(at as usize) else {
            return Ty::UNKNOWN;
        };
        if param.ty.is_known() {
            let ty = self.type_from(file, param.ty);
            if ty != Ty::UNKNOWN {
                return self.parameter_as_variable(file, def, at, ty);
            }
        }
        if let Some(literal) = repo.literal_expr(file, def) {
            let expected = self.expected(file, literal);
            let ty = self.function_parameter(file, expected, at);
            if ty != Ty::UNKNOWN {
                return ty;
            }
        }
        if param.default.is_known() {
            let ty = self.type_of(file, param.default);
            if ty != Ty::NULL {
                return ty;
            }
        }
        if let Some(supplier) = self.supplier_of(file, def, at) {
            return self.supplied_type(supplier);
        }
        // A parameter that collects arguments is a collection, even if its elements are unknown.
        let builtins = &self.cx.profile(file).builtins;
        if param.flags.has(ParamFlags::KEYWORDS) {
            let text = self.builtin_instance(file, builtins.string, &[]);
            return self.builtin_instance(file, builtins.map, &[text, Ty::UNKNOWN]);
        }
        self.parameter_as_variable(file, def, at, Ty::UNKNOWN)
    }

    /// Returns the type of parameter `at` of a function type, or of the one abstract method of an interface.
    pub fn function_parameter(&mut self, file: SourceId, ty: Ty, at: u32) -> Ty {
        match self.types.get(ty) {
            TyData::Fn { params, .. } => self
                .types
                .tys_of(params)
                .get(at as usize)
                .copied()
                .unwrap_or(Ty::UNKNOWN),
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self
                    .types
                    .tys_of(seq)
                    .iter()
                    .map(|part| self.function_parameter(file, *part, at))
                    .collect();
                self.types.union(&parts)
            }
            TyData::Func { syms, owner, recv } => {
                let Some(sym) = self.types.syms_of(syms).first().copied() else {
                    return Ty::UNKNOWN;
                };
                let target = self.repo().file_of(sym);
                let params = self.repo().facts(target).params_of(self.repo().def_id(sym));
                if let (Some(param), Some(slot)) = Self::param_at(params, at as usize) {
                    let ty = self.type_of_param(target, param, Some(slot));
                    let subst = self.owner_subst(owner);
                    return self.substitute(ty, &subst);
                }
                // The type of a function literal may depend on itself (`a.f = lambda x: a.f(x)`).
                let ty = self.deeper(Ty::UNKNOWN, |session| {
                    session.parameter_type(target, session.repo().def_id(sym), at)
                });
                let subst = self.owner_subst(owner);
                let ty = self.substitute(ty, &subst);
                self.substitute_self(ty, recv)
            }
            TyData::Instance(..) => {
                match self.functional_method(ty).or_else(|| self.underlying(ty)) {
                    Some(function) => self.deeper(Ty::UNKNOWN, |session| {
                        session.function_parameter(file, function, at)
                    }),
                    None => Ty::UNKNOWN,
                }
            }
            // A parameter has the function type of its bound.
            TyData::Param(param) => {
                let bounds: SmallVec<[Ty; 4]> = self
                    .supers(param)
                    .into_iter()
                    .map(|(_, bound)| {
                        self.deeper(Ty::UNKNOWN, |session| {
                            session.function_parameter(file, bound, at)
                        })
                    })
                    .collect();
                self.types.union(&bounds)
            }
            TyData::External => Ty::EXTERNAL,
            _ => Ty::UNKNOWN,
        }
    }
}
