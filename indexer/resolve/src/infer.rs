//! Types of expressions, bindings, definitions and entities.

use bombe_format::kind::SymbolKind;
use smallvec::{SmallVec, smallvec};

use bombe_facts::expected_type::ExpectedTypeContext;
use bombe_facts::{
    BaseKind, BinaryOp, BindingId, Bound, DefFlags, DefId, DefRole, Expr, ExprId, ParamFlags,
};

use super::member::MemberFilter;
use super::repo::{Name, Sym};
use super::session::{Entity, Memo, Namespace, Session};
use super::types::{Ty, TyData};
use bombe_rules::profile::Mro;

impl Session<'_> {
    /// The type of an expression of a file.
    pub fn type_of(&mut self, file: u32, id: ExprId) -> Ty {
        if id.0 == 0 {
            return Ty::UNKNOWN;
        }
        let key = (file, id);
        match self.exprs.get(&key) {
            Some(Memo::Done(ty)) => return *ty,
            Some(Memo::Running) => {
                self.provisional += 1;
                return Ty::UNKNOWN;
            }
            None => {}
        }
        self.exprs.insert(key, Memo::Running);
        let ty = self.deeper(Ty::UNKNOWN, |session| session.find_expr_type(file, id));
        self.exprs.insert(key, Memo::Done(ty));
        ty
    }

    fn find_expr_type(&mut self, file: u32, id: ExprId) -> Ty {
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
                match self.protocol(file, base, profile.protocols.await_) {
                    Ty::UNKNOWN
                        if profile.protocols.await_.is_empty() || !self.is_future(file, base) =>
                    {
                        base
                    }
                    ty => ty,
                }
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
                    .map(|part| self.type_of(file, ExprId(*part)))
                    .collect();
                let parts = self.types.tys(&parts);
                self.types.intern(TyData::Tuple(parts))
            }
            Expr::Map(list) => {
                let ids = repo.facts(file).list(list);
                let mut keys: SmallVec<[Ty; 4]> = SmallVec::new();
                let mut values: SmallVec<[Ty; 4]> = SmallVec::new();
                for pair in ids.chunks_exact(2).take(COLLECTION_SAMPLE) {
                    keys.push(self.type_of(file, ExprId(pair[0])));
                    values.push(self.type_of(file, ExprId(pair[1])));
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

    /// The type of what a call calls. Where methods have a namespace of their own, a name or member in this place is
    /// looked up in it.
    pub fn callee_type(&mut self, file: u32, id: ExprId) -> Ty {
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
        match self.exprs.get(&key) {
            Some(Memo::Done(ty)) => return *ty,
            Some(Memo::Running) => {
                self.provisional += 1;
                return Ty::UNKNOWN;
            }
            None => {}
        }
        self.exprs.insert(key, Memo::Running);
        let ty = self.deeper(Ty::UNKNOWN, |session| match callee {
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
        });
        self.exprs.insert(key, Memo::Done(ty));
        ty
    }

    /// A member of a namespace that is merged with the class, enum or function of its name.
    fn merged_member(&mut self, file: u32, base: ExprId, name: Name) -> Ty {
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

    fn is_future(&mut self, file: u32, ty: Ty) -> bool {
        let builtins = &self.cx.profile(file).builtins;
        match (self.types.get(ty), self.builtin(file, builtins.future)) {
            (TyData::Instance(sym, _), Some(future)) => self.is_subclass(sym, future),
            _ => false,
        }
    }

    /// `ty` without the null part of a union.
    pub fn without_null(&mut self, ty: Ty) -> Ty {
        let TyData::Union(seq) = self.types.get(ty) else {
            return ty;
        };
        let parts: SmallVec<[Ty; 4]> = self
            .types
            .tys_of(seq)
            .into_iter()
            .filter(|part| *part != Ty::NULL && *part != Ty::VOID)
            .collect();
        self.types.union(&parts)
    }

    /// What a value of type `from` is after a check that it is a `to`: the parts of `from` that are subtypes of `to`,
    /// else `to`.
    pub(super) fn narrow(&mut self, from: Ty, to: Ty) -> Ty {
        let TyData::Instance(to_sym, _) = self.types.get(to) else {
            return if to == Ty::UNKNOWN { from } else { to };
        };
        let parts = match self.types.get(from) {
            TyData::Union(seq) => self.types.tys_of(seq),
            _ => smallvec![from],
        };
        let mut kept: SmallVec<[Ty; 4]> = SmallVec::new();
        for part in parts {
            if let TyData::Instance(sym, _) = self.types.get(part)
                && self.is_subclass(sym, to_sym)
            {
                kept.push(part);
            }
        }
        if kept.is_empty() {
            to
        } else {
            self.types.union(&kept)
        }
    }

    fn collection(
        &mut self,
        file: u32,
        id: ExprId,
        len: u32,
        ids: &[u32],
        builtin: &'static str,
    ) -> Ty {
        let parts: SmallVec<[Ty; 4]> = ids
            .iter()
            .take(COLLECTION_SAMPLE)
            .map(|part| self.element_of_literal(file, ExprId(*part)))
            .collect();
        let element = if len == 0 {
            let expected = self.expected(file, id);
            self.element(file, expected)
        } else {
            self.types.union(&parts)
        };
        self.builtin_instance(file, builtin, &[element])
    }

    fn element_of_literal(&mut self, file: u32, id: ExprId) -> Ty {
        match self.repo().expr(file, id) {
            Expr::Spread(inner) => {
                let ty = self.type_of(file, inner);
                self.element(file, ty)
            }
            _ => self.type_of(file, id),
        }
    }

    fn index_type(&mut self, file: u32, base: ExprId, index: ExprId) -> Ty {
        let repo = self.repo();
        let base_ty = self.type_of(file, base);
        if let Expr::Str(key) = repo.expr(file, index)
            && !self.is_library_container(file, base_ty)
            && let Some(found) = self.find_member_in(file, base_ty, repo.name(file, key))
            && found != Ty::UNKNOWN
        {
            return found;
        }
        match self.types.get(base_ty) {
            TyData::Tuple(seq) => {
                let parts = self.types.tys_of(seq);
                self.types.union(&parts)
            }
            // A class object whose metaclass has elements, or a generic one applied to arguments (Python `Foo[int]`).
            TyData::Class(..) => {
                let protocols = self.cx.profile(file).protocols.index;
                match self.protocol(file, base_ty, protocols) {
                    Ty::UNKNOWN => base_ty,
                    ty => ty,
                }
            }
            TyData::External => base_ty,
            // A generic function applied to a type argument (Go `f[int]`).
            TyData::Func { .. } => base_ty,
            _ => {
                let profile = self.cx.profile(file);
                match self.protocol(file, base_ty, profile.protocols.index) {
                    Ty::UNKNOWN if profile.pointers_dropped => base_ty,
                    ty => ty,
                }
            }
        }
    }

    /// True for what is declared outside with an index operator: its keys are not its members (Python `d["items"]`).
    fn is_library_container(&mut self, file: u32, ty: Ty) -> bool {
        let repo = self.repo();
        let TyData::Instance(sym, _) = self.types.get(ty) else {
            return false;
        };
        if !repo.is_external_sym(sym) {
            return false;
        }
        let any = repo.any_member();
        let lineage = self.lineage(sym);
        let operators = self.cx.profile(file).protocols.index;
        operators.iter().any(|operator| {
            let name = Name::of(operator);
            name != any
                && ({
                    lineage.types.iter().any(|ancestor| {
                        matches!(self.types.get(*ancestor), TyData::Instance(owner, _)
                            if repo.own_members(owner, name).next().is_some())
                    })
                })
        })
    }

    /// Component `index` of a tuple-like type.
    pub fn slot(&mut self, file: u32, ty: Ty, index: u32) -> Ty {
        match self.types.get(ty) {
            TyData::Tuple(seq) => self
                .types
                .tys_of(seq)
                .get(index as usize)
                .copied()
                .unwrap_or(Ty::UNKNOWN),
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self
                    .types
                    .tys_of(seq)
                    .iter()
                    .map(|part| self.slot(file, *part, index))
                    .collect();
                self.types.union(&parts)
            }
            TyData::External => Ty::EXTERNAL,
            _ => {
                // A builtin tuple with arguments, or anything that can be iterated.
                if let Some(tuple) = self.builtin(file, self.cx.profile(file).builtins.tuple)
                    && let Some(tuple) = self.as_base(ty, tuple)
                    && let TyData::Instance(_, args) = self.types.get(tuple)
                    && let Some(part) = self.types.tys_of(args).get(index as usize)
                {
                    return *part;
                }
                match self.component(ty, index) {
                    Some(component) => component,
                    None => self.element(file, ty),
                }
            }
        }
    }

    /// The type of a record's component, by its position.
    fn component(&mut self, ty: Ty, index: u32) -> Option<Ty> {
        let TyData::Instance(sym, _) = self.types.get(ty) else {
            return None;
        };
        let repo = self.repo();
        if repo.def(sym).kind != Some(SymbolKind::Record) {
            return None;
        }
        let (file, record) = (repo.file_of(sym), repo.def_id(sym));
        let def = repo
            .facts(file)
            .defs
            .iter()
            .filter(|def| def.parent == record && def.role == DefRole::Value)
            .filter(|def| !def.flags.has(DefFlags::STATIC))
            .nth(index as usize)?;
        self.find_member_as(ty, repo.name(file, def.name), MemberFilter::Values)
    }

    /// The type of an element when `ty` is iterated.
    pub fn element(&mut self, file: u32, ty: Ty) -> Ty {
        if let TyData::Tuple(seq) = self.types.get(ty) {
            let parts = self.types.tys_of(seq);
            return self.types.union(&parts);
        }
        let protocols = self.cx.profile(file).protocols.elem;
        self.protocol(file, ty, protocols)
    }

    /// What the first protocol path that `ty` has gives.
    pub fn protocol(&mut self, file: u32, ty: Ty, paths: &'static [&'static str]) -> Ty {
        match self.types.get(ty) {
            TyData::External => return Ty::EXTERNAL,
            TyData::Unknown => return Ty::UNKNOWN,
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self
                    .types
                    .tys_of(seq)
                    .iter()
                    .map(|part| self.protocol(file, *part, paths))
                    .collect();
                return self.types.union(&parts);
            }
            _ => {}
        }
        if let Some(found) = paths.iter().find_map(|path| self.protocol_path(ty, path)) {
            return found;
        }
        match self.underlying(ty) {
            Some(under) => self.deeper(Ty::UNKNOWN, |session| session.protocol(file, under, paths)),
            None => Ty::UNKNOWN,
        }
    }

    /// What iterating over a function passes to the function that it is given (Go `for k, v := range f`).
    fn yielded(&mut self, file: u32, iterated: Ty, at: u32) -> Ty {
        let given = self.function_parameter(file, iterated, 0);
        match self.types.get(given) {
            TyData::Fn { .. } => self.function_parameter(file, given, at),
            _ => Ty::UNKNOWN,
        }
    }

    /// Calls the methods of a protocol path one after the other without arguments.
    pub(super) fn protocol_path(&mut self, ty: Ty, path: &'static str) -> Option<Ty> {
        let mut ty = ty;
        for step in path.split('.') {
            let name = Name::of(step);
            // Looked for on the type and its supertypes only: a protocol is never reached through itself.
            let member = match self.types.get(ty) {
                TyData::Instance(sym, args) => {
                    let lineage = self.lineage(sym);
                    let args = self.types.tys_of(args);
                    let subst = self.subst_of(sym, &args);
                    lineage.types.iter().find_map(|ancestor| {
                        let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                            return None;
                        };
                        let owner_ty = self.substitute(*ancestor, &subst);
                        self.declared_member(owner, owner_ty, ty, name, false)
                    })
                }
                TyData::Param(_) => self.find_member(ty, name),
                TyData::Class(sym, _) => self.metaclass_member(sym, ty, name),
                _ => None,
            }?;
            ty = match self.types.get(member) {
                TyData::Func { .. } => self.result_without_arguments(member),
                _ => member,
            };
        }
        (ty != Ty::UNKNOWN).then_some(ty)
    }

    fn binary(&mut self, file: u32, op: BinaryOp, left: ExprId, right: ExprId) -> Ty {
        let builtins = &self.cx.profile(file).builtins;
        match op {
            BinaryOp::Compare => self.builtin_instance(file, builtins.bool, &[]),
            BinaryOp::And => self.type_of(file, right),
            BinaryOp::Add | BinaryOp::Arithmetic | BinaryOp::Div | BinaryOp::BitOr => {
                let left = self.type_of(file, left);
                let right = self.type_of(file, right);
                let string = self.builtin(file, builtins.string);
                let is = |session: &Self, ty: Ty, sym: Option<Sym>| {
                    sym.is_some()
                        && matches!(session.types.get(ty), TyData::Instance(found, _) if Some(found) == sym)
                };
                if op == BinaryOp::Add && is(self, right, string) {
                    return right;
                }
                if let Some(phases) = self.cx.profile(file).phases {
                    if op == BinaryOp::Add && is(self, left, string) {
                        return left;
                    }
                    return self.promoted(file, phases, left, right);
                }
                // A whole number takes the other operand's type: `2 * duration`.
                let int = self.builtin(file, builtins.int);
                let char = self.builtin(file, builtins.char);
                if right != Ty::UNKNOWN && is(self, left, int) && !is(self, right, char) {
                    return right;
                }
                let float = self.builtin(file, builtins.float);
                if is(self, right, float) && self.is_plain_number(file, left) {
                    return right;
                }
                if left == Ty::UNKNOWN { right } else { left }
            }
        }
    }

    /// True for numbers that a fraction turns into a fraction, and for what is not known.
    fn is_plain_number(&mut self, file: u32, ty: Ty) -> bool {
        let profile = self.cx.profile(file);
        match self.types.get(ty) {
            TyData::Instance(sym, _) => {
                self.builtin(file, profile.builtins.int) == Some(sym)
                    || profile
                        .primitives
                        .iter()
                        .any(|name| self.builtin(file, name) == Some(sym))
            }
            _ => true,
        }
    }

    /// The first member of a name along the supertypes of the enclosing type, seen through the type itself.
    fn super_member(&mut self, file: u32, scope: bombe_facts::ScopeId, name: Name) -> Option<Ty> {
        let this = self.this_type(file, scope);
        let (sym, on_class) = match self.types.get(this) {
            TyData::Instance(sym, _) => (sym, false),
            TyData::Class(sym, _) => (sym, true),
            _ => return None,
        };
        let lineage = self.lineage(sym);
        lineage.types.iter().skip(1).find_map(|ancestor| {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                return None;
            };
            self.declared_member(owner, *ancestor, this, name, on_class)
        })
    }

    /// What `super` is: the first supertype of the enclosing type.
    fn super_type(&mut self, file: u32, scope: bombe_facts::ScopeId) -> Ty {
        let this = self.this_type(file, scope);
        let (sym, on_class) = match self.types.get(this) {
            TyData::Instance(sym, _) => (sym, false),
            TyData::Class(sym, _) => (sym, true),
            _ => return Ty::UNKNOWN,
        };
        if self.cx.profile(file).mro != Mro::C3 {
            // One superclass; interfaces are not meant.
            let supers = self.supers(sym);
            let class = supers
                .iter()
                .find(|(kind, _)| *kind == BaseKind::Extends)
                .map(|(_, ty)| *ty);
            let ty = class.unwrap_or_else(|| self.root_type(file));
            return if on_class { self.class_of(ty) } else { ty };
        }
        let lineage = self.lineage(sym);
        // Members are searched along the rest of the lineage; a union keeps its order.
        let rest: SmallVec<[Ty; 4]> = lineage.types.iter().skip(1).copied().collect();
        if rest.is_empty() {
            return if lineage.external {
                Ty::EXTERNAL
            } else {
                self.root_type(file)
            };
        }
        let mut ty = self.types.union(&rest[..1]);
        if rest.len() > 1 {
            // The first base whose own lineage covers the rest is enough; else the union of all.
            let TyData::Instance(first, _) = self.types.get(rest[0]) else {
                return ty;
            };
            let covered = self.lineage(first).types.len();
            if covered < rest.len() {
                ty = self.types.union(&rest);
            }
        }
        if on_class { self.class_of(ty) } else { ty }
    }

    fn root_type(&mut self, file: u32) -> Ty {
        self.builtin_instance(file, self.cx.profile(file).builtins.object, &[])
    }

    /// The type of what an entity stands for, as a value.
    pub fn entity_type(&mut self, entity: &Entity) -> Ty {
        match entity {
            Entity::Unknown => Ty::UNKNOWN,
            Entity::External => Ty::EXTERNAL,
            Entity::Module(module) => self.types.intern(TyData::Module(*module)),
            Entity::Syms(syms) => self.syms_type(syms),
            Entity::Bindings(file, ids) => {
                let types: SmallVec<[Ty; 4]> =
                    ids.iter().map(|id| self.binding_type(*file, *id)).collect();
                self.types.union(&types)
            }
            Entity::Value(file, expr) => self.type_of(*file, *expr),
            Entity::Typed(ty) => *ty,
        }
    }

    /// Several definitions of one name as one value: functions are overloads, a type comes before its namespace.
    fn syms_type(&mut self, syms: &[Sym]) -> Ty {
        let repo = self.repo();
        let funcs: SmallVec<[Sym; 4]> = syms
            .iter()
            .copied()
            .filter(|sym| matches!(repo.def(*sym).role, DefRole::Callable | DefRole::Lambda))
            .collect();
        if funcs.len() > 1 {
            return self.types.function(&funcs);
        }
        let first = syms
            .iter()
            .copied()
            .min_by_key(|sym| match repo.def(*sym).role {
                DefRole::Type => u8::from(repo.def(*sym).kind == Some(SymbolKind::Interface)),
                DefRole::Callable | DefRole::Lambda => 0,
                DefRole::Value | DefRole::Object => 2,
                DefRole::Namespace => 3,
                _ => 4,
            });
        first.map_or(Ty::UNKNOWN, |sym| self.sym_type(sym))
    }

    /// The type of a definition, as a value.
    pub fn sym_type(&mut self, sym: Sym) -> Ty {
        match self.syms.get(&sym) {
            Some(Memo::Done(ty)) => return *ty,
            Some(Memo::Running) => {
                self.provisional += 1;
                return Ty::UNKNOWN;
            }
            None => {}
        }
        self.syms.insert(sym, Memo::Running);
        let ty = self.deeper(Ty::UNKNOWN, |session| session.find_sym_type(sym));
        self.syms.insert(sym, Memo::Done(ty));
        ty
    }

    fn find_sym_type(&mut self, sym: Sym) -> Ty {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let def = repo.def(sym);
        match def.role {
            DefRole::Callable | DefRole::Lambda => self.types.function(&[sym]),
            DefRole::Type => {
                let own = self.own_instance(sym);
                // Named without arguments: they are to be inferred, not the type's own parameters.
                match self.types.get(own) {
                    TyData::Instance(sym, _) => {
                        let none = self.types.tys(&[]);
                        self.types.intern(TyData::Class(sym, none))
                    }
                    _ => own,
                }
            }
            DefRole::Object => self.own_instance(sym),
            DefRole::Alias => {
                let ty = self.type_from(file, def.ty);
                self.class_of(ty)
            }
            DefRole::Namespace => self.types.intern(TyData::Namespace(sym)),
            DefRole::Value => {
                if def.ty.0 != 0 {
                    let declared = self.type_from(file, def.ty);
                    if declared != Ty::UNKNOWN {
                        return declared;
                    }
                }
                if def.kind == Some(bombe_format::kind::SymbolKind::EnumMember) && def.ty.0 == 0 {
                    return self.types.instance(repo.parent(sym), &[]);
                }
                self.type_of(file, def.value)
            }
            DefRole::Module => self
                .types
                .intern(TyData::Module(bombe_rules::modules::ModuleRef::File(file))),
            DefRole::TypeParam => {
                let sym = self.receiver_param(sym);
                self.types.intern(TyData::Param(sym))
            }
            DefRole::Impl | DefRole::Section => Ty::UNKNOWN,
        }
    }

    /// The type that a binding gives its name.
    pub fn binding_type(&mut self, file: u32, id: BindingId) -> Ty {
        let key = (file, id);
        match self.bindings.get(&key) {
            Some(Memo::Done(ty)) => return *ty,
            Some(Memo::Running) => {
                self.provisional += 1;
                return Ty::UNKNOWN;
            }
            None => {}
        }
        self.bindings.insert(key, Memo::Running);
        let ty = self.deeper(Ty::UNKNOWN, |session| session.find_binding_type(file, id));
        self.bindings.insert(key, Memo::Done(ty));
        ty
    }

    fn find_binding_type(&mut self, file: u32, id: BindingId) -> Ty {
        let repo = self.repo();
        let binding = repo.binding(file, id);
        if binding.ty.0 != 0 {
            let ty = self.type_from(file, binding.ty);
            if ty != Ty::UNKNOWN {
                return match binding.what {
                    Bound::Param(def, at) => self.parameter_as_variable(file, def, at, ty),
                    Bound::Var
                        if binding.value.0 != 0 && self.cx.profile(file).declarations_guide =>
                    {
                        match self.type_of(file, binding.value) {
                            value if matches!(self.types.get(value), TyData::Instance(..)) => {
                                self.narrow(ty, value)
                            }
                            _ => ty,
                        }
                    }
                    _ => ty,
                };
            }
        }
        match binding.what {
            Bound::Def(def) => self.sym_type(repo.sym(file, def)),
            Bound::Import(import) => {
                let entity = self.import_entity(file, import, Namespace::Value);
                self.entity_type(&entity)
            }
            Bound::Param(def, u32::MAX) => {
                let scope = repo.facts(file).defs[def.index()]
                    .body_scope
                    .unwrap_or(binding.scope);
                self.this_type(file, scope)
            }
            Bound::Param(def, at) => {
                let ty = self.parameter_type(file, def, at);
                if ty != Ty::UNKNOWN || binding.value.0 == 0 {
                    ty
                } else {
                    self.type_of(file, binding.value)
                }
            }
            Bound::Var | Bound::Narrow => self.type_of(file, binding.value),
            Bound::Outer => Ty::UNKNOWN,
        }
    }

    /// A parameter's declared type as its variable has it inside: a variadic one is a collection.
    fn parameter_as_variable(&mut self, file: u32, def: DefId, at: u32, ty: Ty) -> Ty {
        let params = self.repo().facts(file).params_of(def);
        let variadic = params
            .get(at as usize)
            .is_some_and(|param| param.flags.has(ParamFlags::VARIADIC));
        if variadic {
            let array = self.cx.profile(file).builtins.array;
            self.builtin_instance(file, array, &[ty])
        } else {
            ty
        }
    }

    /// A parameter's type: declared, or expected from where its function literal stands, or its default value's.
    pub fn parameter_type(&mut self, file: u32, def: DefId, at: u32) -> Ty {
        let repo = self.repo();
        let facts = repo.facts(file);
        let Some(param) = facts.params_of(def).get(at as usize) else {
            return Ty::UNKNOWN;
        };
        if param.ty.0 != 0 {
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
        if param.default.0 != 0 {
            let ty = self.type_of(file, param.default);
            if ty != Ty::NULL {
                return ty;
            }
        }
        if let Some(fixture) = self.fixture_of(file, def, at) {
            return self.fixture_value(fixture);
        }
        // What collects arguments is a collection, whatever is in it.
        let builtins = &self.cx.profile(file).builtins;
        if param.flags.has(ParamFlags::KEYWORDS) {
            let text = self.builtin_instance(file, builtins.string, &[]);
            return self.builtin_instance(file, builtins.map, &[text, Ty::UNKNOWN]);
        }
        self.parameter_as_variable(file, def, at, Ty::UNKNOWN)
    }

    /// The fixture that a parameter of a test or fixture takes its value from, by name: of the class, the file, or the
    /// modules that supply fixtures to it.
    pub(super) fn fixture_of(&mut self, file: u32, def: DefId, at: u32) -> Option<Sym> {
        let repo = self.repo();
        let facts = repo.facts(file);
        let function = &facts.defs[def.index()];
        if !function.flags.has(DefFlags::TEST) && !function.flags.has(DefFlags::FIXTURE) {
            return None;
        }
        let param = facts.params_of(def).get(at as usize)?;
        if param.ty.0 != 0 || param.default.0 != 0 {
            return None;
        }
        let name = repo.name(file, param.name);
        // A fixture may build on the one of the same name that it replaces.
        let this = repo.sym(file, def);
        let is_fixture = |sym: &Sym| *sym != this && repo.def(*sym).flags.has(DefFlags::FIXTURE);
        let owner = repo.sym(file, function.parent);
        if repo.def(owner).role == DefRole::Type {
            let lineage = self.lineage(owner);
            for ancestor in &lineage.types {
                let TyData::Instance(class, _) = self.types.get(*ancestor) else {
                    continue;
                };
                let own = repo
                    .own_members(class, name)
                    .find_map(|member| match member {
                        super::repo::MemberRef::Def(sym) => Some(sym).filter(is_fixture),
                        super::repo::MemberRef::Assign(..) => None,
                    });
                if own.is_some() {
                    return own;
                }
            }
        }
        let mut modules: SmallVec<[bombe_rules::modules::ModuleRef; 4]> =
            smallvec![bombe_rules::modules::ModuleRef::File(file)];
        modules.extend(self.cx.finder(file).fixtures(file).iter().copied());
        modules.into_iter().find_map(|module| {
            match self.module_member(module, name, Namespace::Value) {
                Entity::Syms(syms) => syms.into_iter().find(is_fixture),
                _ => None,
            }
        })
    }

    /// What a fixture gives to whoever names it: the value returned, awaited, or yielded.
    fn fixture_value(&mut self, fixture: Sym) -> Ty {
        let repo = self.repo();
        let file = repo.file_of(fixture);
        let flags = repo.def(fixture).flags;
        let ty = self.return_type(fixture);
        if flags.has(DefFlags::GENERATOR) {
            return self.element(file, ty);
        }
        if flags.has(DefFlags::ASYNC) {
            let wait = self.cx.profile(file).protocols.await_;
            return self.protocol(file, ty, wait);
        }
        ty
    }

    /// The type of parameter `at` of a function type or of the one abstract method of an interface.
    pub fn function_parameter(&mut self, file: u32, ty: Ty, at: u32) -> Ty {
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
                // A function literal may be what its own type is expected from (`a.f = lambda x: a.f(x)`).
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
            TyData::External => Ty::EXTERNAL,
            _ => Ty::UNKNOWN,
        }
    }

    /// The one abstract method of an interface (or its call protocol), as a function seen through the instance.
    pub fn functional_method(&mut self, ty: Ty) -> Option<Ty> {
        let TyData::Instance(sym, _) = self.types.get(ty) else {
            return None;
        };
        let repo = self.repo();
        let file = repo.file_of(sym);
        for name in self.cx.profile(file).protocols.call {
            if let Some(found) = self.find_member(ty, Name::of(name))
                && matches!(self.types.get(found), TyData::Func { .. })
            {
                return Some(found);
            }
        }
        if repo.def(sym).kind != Some(SymbolKind::Interface) {
            return None;
        }
        let lineage = self.lineage(sym);
        let mut only = None;
        for ancestor in &lineage.types {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            // The first in the source, whatever the numbers of names are.
            let first = repo
                .all_members(owner)
                .filter_map(|(name, member)| match member {
                    super::repo::MemberRef::Def(sym)
                        if repo.def(sym).role == DefRole::Callable
                            && repo.def(sym).flags.has(DefFlags::ABSTRACT)
                            && !repo.def(sym).flags.has(DefFlags::STATIC) =>
                    {
                        Some((sym, name))
                    }
                    _ => None,
                })
                .min();
            if let Some((_, name)) = first {
                only = Some(name);
                break;
            }
        }
        self.find_member(ty, only?)
    }

    /// The type that is expected of an expression from where it stands; unknown if nothing is.
    pub fn expected(&mut self, file: u32, expr: ExprId) -> Ty {
        self.deeper(Ty::UNKNOWN, |session| session.find_expected(file, expr))
    }

    fn find_expected(&mut self, file: u32, expr: ExprId) -> Ty {
        let repo = self.repo();
        let facts = repo.facts(file);
        let Some(context) = repo.expected_type_context(file, expr) else {
            return Ty::UNKNOWN;
        };
        match context {
            ExpectedTypeContext::Argument(call, at) => self.argument_type(file, call, at, expr),
            ExpectedTypeContext::Keyword(call, name) => {
                let name = repo.name(file, name);
                self.keyword_type(file, call, name)
            }
            ExpectedTypeContext::Bound(id) => {
                let binding = repo.binding(file, id);
                if binding.ty.0 != 0 {
                    return self.type_from(file, binding.ty);
                }
                match binding.what {
                    Bound::Def(def) => self.type_from(file, facts.defs[def.index()].ty),
                    _ => Ty::UNKNOWN,
                }
            }
            ExpectedTypeContext::Returned(def) => {
                let ty = facts.defs[def.index()].ty;
                if ty.0 != 0 {
                    return self.type_from(file, ty);
                }
                match repo.literal_expr(file, def) {
                    Some(literal) => {
                        let expected = self.expected(file, literal);
                        self.result_of_function(expected)
                    }
                    None => Ty::UNKNOWN,
                }
            }
            ExpectedTypeContext::Value(def) => {
                let d = &facts.defs[def.index()];
                if d.ty.0 != 0 {
                    return self.type_from(file, d.ty);
                }
                let owner = &facts.defs[d.parent.index()];
                if owner.role == DefRole::Object
                    && let Some(literal) = repo.literal_expr(file, d.parent)
                {
                    let expected = self.expected(file, literal);
                    return self
                        .find_member_in(file, expected, repo.name(file, d.name))
                        .unwrap_or(Ty::UNKNOWN);
                }
                Ty::UNKNOWN
            }
            ExpectedTypeContext::Assigned(at) => {
                let assign = &facts.assigns[at as usize];
                if assign.ty.0 != 0 {
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
                        .any(|member| matches!(member, super::repo::MemberRef::Def(_))),
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
            ExpectedTypeContext::Cast(ty) => self.type_from(file, ty),
            ExpectedTypeContext::Same(outer) => self.expected(file, outer),
        }
    }
}

/// How many elements of a literal are looked at for its element type.
const COLLECTION_SAMPLE: usize = 8;
