//! Type expressions to types, and entities to types.

use bombe_facts::name::Name;
use bombe_facts::{DefRole, List, TypeExpr, TypeId};
use bombe_rules::file_table::SourceId;
use smallvec::{SmallVec, smallvec};

use crate::ids::Sym;
use crate::session::{Entity, Namespace, Session};
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the type that a type expression of a file denotes, in terms of the type parameters in scope there.
    pub fn type_from(&mut self, file: SourceId, id: TypeId) -> Ty {
        if !id.is_known() {
            return Ty::UNKNOWN;
        }
        let key = (file, id);
        self.memoized(
            |session| &mut session.type_exprs,
            key,
            |session| session.find_type(file, id),
        )
    }

    /// Returns the types of a list of type expressions.
    pub fn types_from(&mut self, file: SourceId, list: List<TypeId>) -> SmallVec<[Ty; 4]> {
        let ids = self.repo().facts(file).list(list);
        ids.iter().map(|id| self.type_from(file, *id)).collect()
    }

    fn find_type(&mut self, file: SourceId, id: TypeId) -> Ty {
        let repo = self.repo();
        match repo.facts(file).types[id.index()] {
            TypeExpr::Unknown => Ty::UNKNOWN,
            TypeExpr::Name { args, .. } => {
                let entity = self.type_entity(file, id);
                let args = self.type_arguments(file, args, &entity);
                self.entity_as_type(&entity, &args)
            }
            TypeExpr::Member { base, args, .. } => {
                let entity = self.type_entity(file, id);
                let args = self.type_arguments(file, args, &entity);
                let ty = self.entity_as_type(&entity, &args);
                self.seen_from(file, base, ty)
            }
            TypeExpr::Builtin { name, args } => {
                let args = self.types_from(file, args);
                let name = repo.name(file, name);
                match self.prelude_type(file, name) {
                    Some(sym) => self.entity_as_type(&Entity::Syms(smallvec![sym]), &args),
                    None => Ty::EXTERNAL,
                }
            }
            TypeExpr::Tuple(list) => {
                let parts = self.types_from(file, list);
                let parts = self.types.tys(&parts);
                self.types.intern(TyData::Tuple(parts))
            }
            TypeExpr::Union(list) => {
                let parts = self.types_from(file, list);
                self.types.union(&parts)
            }
            TypeExpr::Intersection(list) => self.intersection(file, list),
            TypeExpr::Fn { params, ret } => {
                let params = self.types_from(file, params);
                let params = self.types.tys(&params);
                let ret = self.type_from(file, ret);
                self.types.intern(TyData::Fn { params, ret })
            }
            TypeExpr::Of(expr) => self.type_of(file, expr),
            TypeExpr::SelfType(_) => Ty::SELF,
            TypeExpr::Lit(text) => self.types.intern(TyData::Lit(repo.name(file, text))),
            TypeExpr::Object(def) => self.own_instance(repo.sym(file, def)),
            TypeExpr::Nullable(inner) => self.type_from(file, inner),
            TypeExpr::KeyOf(_) => {
                self.builtin_instance(file, self.cx.profile(file).builtins.string, &[])
            }
            TypeExpr::Indexed { base, index } => {
                let base = self.type_from(file, base);
                let index = self.type_from(file, index);
                self.indexed(file, base, index)
            }
            TypeExpr::ClassOf(inner) => {
                let ty = self.type_from(file, inner);
                self.class_object(ty)
            }
            TypeExpr::Void => Ty::VOID,
            TypeExpr::Conditional { yes, no } => {
                let yes = self.type_from(file, yes);
                let no = self.type_from(file, no);
                self.types.union(&[yes, no])
            }
            TypeExpr::Named { ty, .. } => self.type_from(file, ty),
            TypeExpr::Mapped { base, value } => {
                if value.is_known() {
                    Ty::UNKNOWN
                } else {
                    self.type_from(file, base)
                }
            }
        }
    }

    /// Returns the type arguments for an entity, with those that are passed by name in their places.
    fn type_arguments(
        &mut self,
        file: SourceId,
        list: List<TypeId>,
        entity: &Entity,
    ) -> SmallVec<[Ty; 4]> {
        let repo = self.repo();
        let facts = repo.facts(file);
        let named = |id: &TypeId| match facts.types[id.index()] {
            TypeExpr::Named { name, ty } => Some((repo.name(file, name), ty)),
            _ => None,
        };
        let ids = facts.list(list);
        if !ids.iter().any(|id| named(id).is_some()) {
            return self.types_from(file, list);
        }
        let owner = match entity {
            Entity::Syms(syms) => syms.first().copied(),
            _ => None,
        };
        let params: SmallVec<[Name; 4]> = owner
            .map(|owner| {
                repo.type_params(owner)
                    .map(|param| repo.sym_name(param))
                    .collect()
            })
            .unwrap_or_default();
        let mut args: SmallVec<[Ty; 4]> = SmallVec::new();
        for id in ids {
            match named(id) {
                None => args.push(self.type_from(file, *id)),
                Some((name, ty)) => {
                    let Some(at) = params.iter().position(|param| *param == name) else {
                        continue;
                    };
                    if args.len() <= at {
                        args.resize(at + 1, Ty::UNKNOWN);
                    }
                    args[at] = self.type_from(file, ty);
                }
            }
        }
        args
    }

    /// Returns an associated type of a type: what the type assigns to that name in its traits, else the trait's own
    /// parameter.
    pub(crate) fn associated_type(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        self.deeper(None, |session| session.find_associated_type(ty, name))
    }

    fn find_associated_type(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        let repo = self.repo();
        match self.types.get(ty) {
            TyData::Instance(sym, args) => {
                let lineage = self.lineage(sym);
                let args = self.types.tys_of(args);
                let subst = self.subst_of(sym, &args);
                for ancestor in &lineage.types {
                    let TyData::Instance(owner, given) = self.types.get(*ancestor) else {
                        continue;
                    };
                    let param = repo.type_params(owner).enumerate().find(|(_, param)| {
                        repo.sym_name(*param) == name && repo.def(*param).kind.is_some()
                    });
                    if let Some((at, param)) = param {
                        let given = self.types.tys_of(given).get(at).copied();
                        let ty = match given {
                            Some(ty) if ty != Ty::UNKNOWN => ty,
                            _ => self.types.intern(TyData::Param(param)),
                        };
                        return Some(self.substitute(ty, &subst));
                    }
                }
                None
            }
            TyData::Param(param) => self
                .supers(param)
                .into_iter()
                .find_map(|(_, bound)| self.associated_type(bound, name)),
            TyData::Union(parts) => self
                .types
                .tys_of(parts)
                .into_iter()
                .find_map(|part| self.associated_type(part, name)),
            _ => None,
        }
    }

    /// Returns an intersection as a union. Either way a member is looked up in each part, and hardly ever does more
    /// than one have it.
    fn intersection(&mut self, file: SourceId, list: List<TypeId>) -> Ty {
        let parts = self.types_from(file, list);
        self.types.union(&parts)
    }

    /// Returns what the name in a type expression stands for.
    pub fn type_entity(&mut self, file: SourceId, id: TypeId) -> Entity {
        let repo = self.repo();
        match repo.facts(file).types[id.index()] {
            TypeExpr::Name { name, scope, .. } => {
                let name = repo.name(file, name);
                self.lookup_type(file, scope, name).entity
            }
            TypeExpr::Member { base, name, .. } => {
                let name = repo.name(file, name);
                if let TypeExpr::SelfType(scope) = repo.facts(file).types[base.index()] {
                    let ty = self.this_type(file, scope);
                    let ty = self.instance_of(ty);
                    return self.type_member(ty, name);
                }
                match self.type_entity(file, base) {
                    Entity::Unknown => Entity::Unknown,
                    Entity::Typed(ty) => match self.as_module(ty) {
                        Some(module) => {
                            self.entity_member(&Entity::Module(module), name, Namespace::Type)
                        }
                        None => self.type_member(ty, name),
                    },
                    entity => self.entity_member(&entity, name, Namespace::Type),
                }
            }
            TypeExpr::Unknown => Entity::Unknown,
            _ => {
                let ty = self.type_from(file, id);
                Entity::Typed(ty)
            }
        }
    }

    /// Returns a type that is nested in the type `base` with the arguments of that type in place of its parameters.
    fn seen_from(&mut self, file: SourceId, base: TypeId, ty: Ty) -> Ty {
        if self.types.is_closed(ty) {
            return ty;
        }
        let base = self.type_from(file, base);
        let TyData::Instance(sym, args) = self.types.get(base) else {
            return ty;
        };
        if self.types.len_of(args) == 0 {
            return ty;
        }
        let args = self.types.tys_of(args);
        let subst = self.subst_of(sym, &args);
        let lineage = self.lineage(sym);
        let mut all = subst.clone();
        for ancestor in lineage.types.iter().skip(1) {
            let ancestor = self.substitute(*ancestor, &subst);
            if let TyData::Instance(owner, args) = self.types.get(ancestor) {
                let args = self.types.tys_of(args);
                all.extend(self.subst_of(owner, &args));
            }
        }
        self.substitute(ty, &all)
    }

    /// Returns the type nested in a type parameter that may have any: it stays open until the parameter is known.
    pub(crate) fn nested_in_open(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        let mut root = ty;
        while let TyData::Indexed(base, _) = self.types.get(root) {
            root = base;
        }
        let TyData::Param(param) = self.types.get(root) else {
            return None;
        };
        let file = self.repo().file_of(param);
        if !self.cx.profile(file).derived_parameters {
            return None;
        }
        let index = self.types.intern(TyData::Lit(name));
        Some(self.indexed(file, ty, index))
    }

    /// Returns a type nested in a type, as seen from its arguments.
    pub(crate) fn nested_as_type(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        let entity = self.type_member(ty, name);
        if entity == Entity::Unknown {
            return None;
        }
        let found = self.entity_as_type(&entity, &[]);
        if let TyData::Instance(sym, args) = self.types.get(ty) {
            let args = self.types.tys_of(args);
            let subst = self.subst_of(sym, &args);
            return Some(self.substitute(found, &subst));
        }
        Some(found)
    }

    /// Returns a type nested in a type.
    fn type_member(&mut self, ty: Ty, name: Name) -> Entity {
        if let Some(ty) = self.associated_type(ty, name) {
            return Entity::Typed(ty);
        }
        if let Some(ty) = self.nested_in_open(ty, name) {
            return Entity::Typed(ty);
        }
        match self.nested_type(ty, name) {
            Some(sym) => Entity::Syms(smallvec![sym]),
            None if ty == Ty::EXTERNAL => Entity::External,
            None => Entity::Unknown,
        }
    }

    /// Returns the type that an entity stands for in a type expression, applied to arguments.
    pub fn entity_as_type(&mut self, entity: &Entity, args: &[Ty]) -> Ty {
        let repo = self.repo();
        match entity {
            Entity::Unknown => Ty::UNKNOWN,
            Entity::External => Ty::EXTERNAL,
            Entity::Module(module) => self.types.intern(TyData::Module(*module)),
            Entity::Syms(syms) => {
                let pick =
                    |role: DefRole| syms.iter().copied().find(|sym| repo.def(*sym).role == role);
                if let Some(sym) = pick(DefRole::Type).or_else(|| pick(DefRole::Object)) {
                    return self.nested_instance(sym, args);
                }
                if let Some(sym) = pick(DefRole::Alias) {
                    return self.expand_alias(sym, args);
                }
                if let Some(sym) = pick(DefRole::TypeParam) {
                    let sym = self.receiver_param(sym);
                    return self.types.intern(TyData::Param(sym));
                }
                if let Some(sym) = pick(DefRole::Namespace) {
                    return self.types.intern(TyData::Namespace(sym));
                }
                if self.cx.profile(repo.file_of(syms[0])).type_space
                    && let Some(function) = pick(DefRole::Callable)
                {
                    // A JavaScript function that is a constructor.
                    return self.types.instance(function, &[]);
                }
                let value = self.entity_type(entity);
                self.type_held(repo.file_of(syms[0]), value)
            }
            // Bindings: an alias of a language where it is a variable (`type X = …`), or an enum member used as a type.
            Entity::Bindings(file, _) | Entity::Value(file, _) => {
                let value = self.entity_type(entity);
                match self.applied(value, args) {
                    Some(applied) => applied,
                    None => self.type_held(*file, value),
                }
            }
            Entity::Typed(ty) => match self.applied(*ty, args) {
                Some(applied) => applied,
                None => match self.types.get(*ty) {
                    TyData::Class(sym, own) if self.types.len_of(own) == 0 => {
                        self.nested_instance(sym, &[])
                    }
                    _ => self.instance_of(*ty),
                },
            },
        }
    }

    /// Returns an instance of a type. A type that is nested in a template has the parameters of that, too.
    fn nested_instance(&mut self, sym: Sym, args: &[Ty]) -> Ty {
        let params = self.params_of_type(sym);
        let own = self.repo().def(sym).type_params.len as usize;
        if params.len() == own {
            return self.types.instance(sym, args);
        }
        let mut all: SmallVec<[Ty; 4]> = SmallVec::from_slice(&args[..args.len().min(own)]);
        for param in &params[all.len()..own] {
            let default = self.type_from(self.repo().file_of(*param), self.repo().def(*param).ty);
            all.push(default);
        }
        for param in &params[own..] {
            all.push(self.types.intern(TyData::Param(*param)));
        }
        self.types.instance(sym, &all)
    }

    /// Returns the type parameters that a type has: its own, then those of the templates around it, inside out, where a type
    /// parameter may have any member.
    pub(crate) fn params_of_type(&self, sym: Sym) -> SmallVec<[Sym; 4]> {
        let repo = self.repo();
        let mut params: SmallVec<[Sym; 4]> = repo.type_params(sym).collect();
        if repo.def(sym).role == DefRole::Type
            && self.cx.profile(repo.file_of(sym)).derived_parameters
        {
            let mut around = repo.parent(sym);
            while repo.def(around).role == DefRole::Type {
                params.extend(repo.type_params(around));
                around = repo.parent(around);
            }
        }
        params
    }

    /// Returns an instance of a class object that a variable or member holds, applied to arguments; none without arguments, or
    /// if it is not a class or has its arguments.
    fn applied(&mut self, value: Ty, args: &[Ty]) -> Option<Ty> {
        match self.types.get(value) {
            TyData::Class(sym, own) if self.types.len_of(own) == 0 && !args.is_empty() => {
                Some(self.types.instance(sym, args))
            }
            _ => None,
        }
    }

    /// Returns the type that a value of a file stands for in the position of a type.
    pub(crate) fn type_held(&mut self, file: SourceId, value: Ty) -> Ty {
        let profile = self.cx.profile(file);
        if !profile.classes_are_values {
            return self.instance_of(value);
        }
        match self.types.get(value) {
            TyData::Instance(sym, args) => {
                let args = self.types.tys_of(args);
                let holds_class = self.builtin(file, profile.builtins.class) == Some(sym);
                match args.first() {
                    Some(held) if holds_class => *held,
                    _ => Ty::UNKNOWN,
                }
            }
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self
                    .types
                    .tys_of(seq)
                    .iter()
                    .map(|part| self.type_held(file, *part))
                    .collect();
                self.types.union(&parts)
            }
            _ => self.instance_of(value),
        }
    }

    /// Returns the parameter of the receiver's type that a parameter of a method or `impl` block renames (Go's `func (l
    /// *List[T])`, Rust's `impl<T> List<T>`). Other parameters stay.
    pub(crate) fn receiver_param(&mut self, param: Sym) -> Sym {
        let repo = self.repo();
        let method = repo.def(repo.parent(param));
        if !matches!(method.role, DefRole::Callable | DefRole::Impl) || !method.receiver.is_known()
        {
            return param;
        }
        let file = repo.file_of(param);
        let facts = repo.facts(file);
        let (TypeExpr::Name { args, .. } | TypeExpr::Member { args, .. }) =
            facts.types[method.receiver.index()]
        else {
            return param;
        };
        // A trait's implementation for a type outside adds nothing to that type, so its parameters are its own.
        let is_outside = |owners: &[Sym]| {
            let owner = owners.first();
            owner.is_some_and(|owner| repo.is_external_sym(*owner)) && !repo.is_external(file)
        };
        let wanted = repo.def(param).name;
        let at = facts.list(args).iter().position(
            |arg| matches!(facts.types[arg.index()], TypeExpr::Name { name, .. } if name == wanted),
        );
        let (Some(at), Entity::Syms(owners)) = (at, self.type_entity(file, method.receiver)) else {
            return param;
        };
        if method.implements.is_known() && is_outside(&owners) {
            return param;
        }
        owners
            .first()
            .and_then(|owner| repo.type_params(*owner).nth(at))
            .unwrap_or(param)
    }

    /// Returns the underlying type of a named type (Go's `type Celsius float64`), as seen from an instance.
    pub fn underlying(&mut self, ty: Ty) -> Option<Ty> {
        let TyData::Instance(sym, args) = self.types.get(ty) else {
            return None;
        };
        let repo = self.repo();
        let def = repo.def(sym);
        if def.role != DefRole::Type || !def.ty.is_known() {
            return None;
        }
        let under = self.type_from(repo.file_of(sym), def.ty);
        let args = self.types.tys_of(args);
        let subst = self.subst_of(sym, &args);
        let under = self.substitute(under, &subst);
        (under != ty && under != Ty::UNKNOWN).then_some(under)
    }

    /// Returns the type of an alias with its parameters replaced.
    fn expand_alias(&mut self, sym: Sym, args: &[Ty]) -> Ty {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let def = repo.def(sym);
        let target = self.type_from(file, def.ty);
        if def.type_params.len == 0 {
            // An alias that names a generic type without arguments passes its own arguments on.
            if let TyData::Instance(target, own) = self.types.get(target)
                && self.types.len_of(own) == 0
                && !args.is_empty()
            {
                return self.types.instance(target, args);
            }
            return target;
        }
        let subst = self.subst_of(sym, args);
        self.substitute(target, &subst)
    }
}
