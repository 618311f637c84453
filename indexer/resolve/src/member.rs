//! Members: lineages (a type with its supertypes in search order) and lookups of a member on any type.

use std::rc::Rc;

use bombe_format::kind::SymbolKind;
use smallvec::{SmallVec, smallvec};

use bombe_facts::{BaseKind, Def, DefFlags, DefRole, ParamFlags};

use super::repo::{MemberRef, Name, Sym};
use super::session::{Entity, Lineage, Memo, Namespace, Session};
use super::types::{Ty, TyData};
use bombe_rules::modules::ModuleRef;
use bombe_rules::profile::Mro;

/// Which members a lookup is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberFilter {
    /// All, constructors that are members by their class's name included.
    Any,
    /// What can be called.
    Methods,
    /// What can be read: fields, constants, nested types.
    Values,
}

impl MemberFilter {
    fn allows(self, def: &Def) -> bool {
        match self {
            Self::Any => true,
            Self::Methods => {
                def.role == DefRole::Callable && def.kind != Some(SymbolKind::Constructor)
            }
            Self::Values => def.role != DefRole::Callable,
        }
    }
}

impl Session<'_> {
    /// A type definition with its supertypes, in the order in which members are searched.
    pub fn lineage(&mut self, sym: Sym) -> Rc<Lineage> {
        match self.lineages.get(&sym) {
            Some(Memo::Done(lineage)) => return lineage.clone(),
            Some(Memo::Running) => {
                self.provisional += 1;
                return Rc::default();
            }
            None => {}
        }
        self.lineages.insert(sym, Memo::Running);
        let lineage = Rc::new(self.deeper(Lineage::default(), |session| session.find_lineage(sym)));
        self.lineages.insert(sym, Memo::Done(lineage.clone()));
        lineage
    }

    /// The direct supertypes of a definition, as types in terms of its own parameters; `External` and `Unknown` stand
    /// for those that are not in sight.
    pub fn supers(&mut self, sym: Sym) -> SmallVec<[(BaseKind, Ty); 4]> {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let bases: SmallVec<[_; 4]> = repo.facts(file).bases_of(repo.def_id(sym)).collect();
        let mut supers: SmallVec<[(BaseKind, Ty); 4]> = SmallVec::new();
        for (kind, ty) in bases {
            if kind != BaseKind::Metaclass {
                let ty = self.type_from(file, ty);
                supers.push((kind, ty));
            }
        }
        for (file, ty) in self.cx.supers_outside(sym) {
            let ty = self.type_from(file, ty);
            supers.push((BaseKind::Implements, ty));
        }
        supers
    }

    fn find_lineage(&mut self, sym: Sym) -> Lineage {
        let own = self.own_instance(sym);
        let mut lineage = Lineage {
            types: vec![own],
            external: false,
            unknown: false,
        };
        let mut lines: Vec<Vec<Ty>> = Vec::new();
        let mut direct = Vec::new();
        let mut supers = self.supers(sym);
        // What the type's other declarations say, in terms of this one's parameters.
        if let TyData::Instance(_, args) = self.types.get(own) {
            let args = self.types.tys_of(args);
            let cx = self.cx;
            for other in cx.merged_with(sym) {
                lineage.types.push(self.types.instance(other, &args));
                let subst = self.subst_of(other, &args);
                for (kind, base) in self.supers(other) {
                    let base = self.substitute(base, &subst);
                    supers.push((kind, base));
                }
            }
        }
        let ordered = supers
            .iter()
            .filter(|(kind, _)| *kind != BaseKind::Implements)
            .chain(
                supers
                    .iter()
                    .filter(|(kind, _)| *kind == BaseKind::Implements),
            );
        for (_, base) in ordered {
            let parts = match self.types.get(*base) {
                TyData::Union(seq) => self.types.tys_of(seq),
                _ => smallvec![*base],
            };
            for part in parts {
                match self.types.get(part) {
                    TyData::Instance(super_sym, args) => {
                        let args = self.types.tys_of(args);
                        let subst = self.subst_of(super_sym, &args);
                        let upper = self.lineage(super_sym);
                        lineage.external |= upper.external;
                        lineage.unknown |= upper.unknown;
                        let line: Vec<Ty> = upper
                            .types
                            .iter()
                            .map(|ty| self.substitute(*ty, &subst))
                            .collect();
                        direct.push(part);
                        lines.push(line);
                    }
                    // An object literal that spreads a module's names.
                    TyData::Module(_) if self.repo().def(sym).role == DefRole::Object => {
                        lines.push(vec![part]);
                    }
                    TyData::External | TyData::Module(_) => lineage.external = true,
                    TyData::Param(_)
                    | TyData::Tuple(_)
                    | TyData::Fn { .. }
                    | TyData::Void
                    | TyData::Null => {}
                    _ => lineage.unknown = true,
                }
            }
        }
        let mro = self.cx.profile(self.repo().file_of(sym)).mro;
        let head = |session: &Self, ty: Ty| match session.types.get(ty) {
            TyData::Instance(sym, _) => Some(sym),
            _ => None,
        };
        match mro {
            Mro::C3 => {
                let mut lists: Vec<Vec<Ty>> = lines.clone();
                lists.push(
                    lines
                        .iter()
                        .filter_map(|line| line.first().copied())
                        .collect(),
                );
                lineage.types.extend(self.merge_c3(lists));
            }
            Mro::DepthFirst => lineage.types.extend(lines.into_iter().flatten()),
            Mro::BreadthFirst => {
                let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
                for at in 0..longest {
                    lineage
                        .types
                        .extend(lines.iter().filter_map(|line| line.get(at)));
                }
            }
        }
        let mut seen: SmallVec<[Sym; 8]> = SmallVec::new();
        let types = std::mem::take(&mut lineage.types);
        for ty in types {
            match head(self, ty) {
                Some(sym) if seen.contains(&sym) => {}
                Some(sym) => {
                    seen.push(sym);
                    lineage.types.push(ty);
                }
                None => lineage.types.push(ty),
            }
        }
        lineage
    }

    /// C3 merge by type definition; what cannot be ordered is appended as it comes.
    fn merge_c3(&self, mut lists: Vec<Vec<Ty>>) -> Vec<Ty> {
        let head = |ty: Ty| match self.types.get(ty) {
            TyData::Instance(sym, _) => Some(sym),
            _ => None,
        };
        let mut merged = Vec::new();
        loop {
            lists.retain(|list| !list.is_empty());
            if lists.is_empty() {
                return merged;
            }
            let candidate = lists.iter().map(|list| list[0]).find(|first| {
                !lists
                    .iter()
                    .any(|list| list[1..].iter().any(|ty| head(*ty) == head(*first)))
            });
            let next = candidate.unwrap_or(lists[0][0]);
            merged.push(next);
            for list in &mut lists {
                list.retain(|ty| head(*ty) != head(next));
            }
        }
    }

    /// True if `sym` is `base` or inherits from it.
    pub fn is_subclass(&mut self, sym: Sym, base: Sym) -> bool {
        sym == base
            || self
                .lineage(sym)
                .types
                .iter()
                .any(|ty| matches!(self.types.get(*ty), TyData::Instance(ancestor, _) if ancestor == base))
    }

    /// The instance of `base` that `ty` is, with its arguments as seen from `ty`.
    pub fn as_base(&mut self, ty: Ty, base: Sym) -> Option<Ty> {
        let TyData::Instance(sym, args) = self.types.get(ty) else {
            return None;
        };
        if sym == base {
            return Some(ty);
        }
        let lineage = self.lineage(sym);
        let ancestor = lineage
            .types
            .iter()
            .copied()
            .find(|ancestor| matches!(self.types.get(*ancestor), TyData::Instance(found, _) if found == base))?;
        let args = self.types.tys_of(args);
        let subst = self.subst_of(sym, &args);
        Some(self.substitute(ancestor, &subst))
    }

    /// A type nested in a type or inherited by it.
    pub fn nested_type(&mut self, ty: Ty, name: Name) -> Option<Sym> {
        let (TyData::Instance(sym, _) | TyData::Class(sym, _)) = self.types.get(ty) else {
            return None;
        };
        let lineage = self.lineage(sym);
        let repo = self.repo();
        for ancestor in &lineage.types {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            for member in repo.own_members(owner, name) {
                if let MemberRef::Def(member) = member
                    && matches!(repo.def(member).role, DefRole::Type | DefRole::Alias)
                {
                    return Some(member);
                }
            }
        }
        None
    }

    /// The type of a member of a type, as seen from it; functions come back as [`TyData::Func`] with all overloads in
    /// reach. `External` if the member is (or must be) outside the repository, `None` if there is none.
    pub fn find_member(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        self.find_member_as(ty, name, MemberFilter::Any)
    }

    /// The same for members of one kind only, in languages where methods have a namespace of their own.
    pub fn find_member_as(&mut self, ty: Ty, name: Name, filter_by: MemberFilter) -> Option<Ty> {
        self.deeper(None, |session| session.member_of(ty, name, filter_by))
    }

    fn member_of(&mut self, ty: Ty, name: Name, filter_by: MemberFilter) -> Option<Ty> {
        match self.types.get(ty) {
            TyData::Unknown | TyData::Null | TyData::Void | TyData::SelfTy => None,
            TyData::External => Some(Ty::EXTERNAL),
            TyData::Instance(sym, _) => self.instance_member(ty, sym, name, false, filter_by),
            TyData::Class(sym, _) => self.instance_member(ty, sym, name, true, filter_by),
            TyData::Module(module) => {
                let entity = self.entity_member(&Entity::Module(module), name, Namespace::Value);
                self.known_type(&entity)
            }
            TyData::Namespace(sym) => {
                let entity =
                    self.entity_member(&Entity::Syms(smallvec![sym]), name, Namespace::Value);
                self.known_type(&entity)
            }
            TyData::Param(param) => {
                for (_, bound) in self.supers(param) {
                    if let Some(found) = self.find_member_as(bound, name, filter_by) {
                        return Some(self.rebind(found, ty));
                    }
                }
                self.blanket_member(ty, name)
            }
            TyData::Union(seq) => {
                let parts = self.types.tys_of(seq);
                let found: SmallVec<[Ty; 4]> = parts
                    .iter()
                    .filter_map(|part| self.find_member_as(*part, name, filter_by))
                    .collect();
                if found.is_empty() {
                    None
                } else {
                    Some(self.types.union(&found))
                }
            }
            TyData::Func { syms, .. } => {
                // A function may have members of its own (JavaScript), a namespace merged with it, or none.
                let syms = self.types.syms_of(syms);
                for sym in &syms {
                    if let Some(found) = self.declared_member(*sym, Ty::UNKNOWN, ty, name, true) {
                        return Some(found);
                    }
                }
                let first = *syms.first()?;
                if let Some(value) = self.decorated_value(first)
                    && value != ty
                    && let Some(found) = self.find_member(value, name)
                {
                    return Some(found);
                }
                let file = self.repo().file_of(first);
                self.builtin_member(file, self.cx.profile(file).builtins.function, name)
            }
            TyData::Indexed(base, index) => {
                let bound = self.bound_of_indexed(base, index);
                self.find_member(bound, name)
            }
            TyData::Fn { .. } | TyData::Tuple(_) | TyData::Lit(_) => None,
        }
    }

    /// A member of a built-in type of a file's language.
    pub fn builtin_member(&mut self, file: u32, builtin: &'static str, name: Name) -> Option<Ty> {
        let ty = self.builtin_instance(file, builtin, &[]);
        if ty == Ty::UNKNOWN {
            None
        } else {
            self.find_member(ty, name)
        }
    }

    /// A member of a type whose data belong to no definition (tuples, functions, literals), in a file's language.
    pub fn find_member_in(&mut self, file: u32, ty: Ty, name: Name) -> Option<Ty> {
        self.find_member_in_as(file, ty, name, MemberFilter::Any)
    }

    /// The same for members of one kind only.
    pub fn find_member_in_as(
        &mut self,
        file: u32,
        ty: Ty,
        name: Name,
        filter_by: MemberFilter,
    ) -> Option<Ty> {
        let builtins = &self.cx.profile(file).builtins;
        match self.types.get(ty) {
            TyData::Tuple(_) => self.builtin_member(file, builtins.tuple, name),
            TyData::Fn { .. } => self.builtin_member(file, builtins.function, name),
            TyData::Lit(_) => self.builtin_member(file, builtins.string, name),
            TyData::Union(seq) => {
                let parts = self.types.tys_of(seq);
                let found: SmallVec<[Ty; 4]> = parts
                    .iter()
                    .filter_map(|part| self.find_member_in_as(file, *part, name, filter_by))
                    .collect();
                if found.is_empty() {
                    None
                } else {
                    Some(self.types.union(&found))
                }
            }
            _ => self.find_member_as(ty, name, filter_by),
        }
    }

    fn known_type(&mut self, entity: &Entity) -> Option<Ty> {
        match entity {
            Entity::Unknown => None,
            entity => Some(self.entity_type(entity)),
        }
    }

    fn instance_member(
        &mut self,
        ty: Ty,
        sym: Sym,
        name: Name,
        on_class: bool,
        filter_by: MemberFilter,
    ) -> Option<Ty> {
        let (TyData::Instance(_, args) | TyData::Class(_, args)) = self.types.get(ty) else {
            return None;
        };
        let lineage = self.lineage(sym);
        let args = self.types.tys_of(args);
        let subst = self.subst_of(sym, &args);
        let repo = self.repo();
        let overloads = self.cx.profile(repo.file_of(sym)).overloads;
        let mut found: Option<Ty> = None;
        // What is assigned from outside counts only where nothing is declared.
        let declares = |member: MemberRef| match member {
            MemberRef::Def(_) => true,
            MemberRef::Assign(file, at) => repo.facts(file).assigns[at as usize].owner.is_some(),
        };
        let mut owners: SmallVec<[(Sym, Ty, bool); 4]> = SmallVec::new();
        for ancestor in &lineage.types {
            if let TyData::Instance(owner, _) = self.types.get(*ancestor) {
                let mut members = repo.own_members(owner, name).peekable();
                if members.peek().is_some() {
                    owners.push((owner, *ancestor, members.any(declares)));
                }
            }
        }
        let any_declared = owners.iter().any(|(_, _, declared)| *declared);
        for (owner, ancestor, declared) in owners {
            if any_declared && !declared {
                continue;
            }
            let owner_ty = self.substitute(ancestor, &subst);
            let Some(mut member) =
                self.declared_member_as(owner, owner_ty, ty, name, on_class, filter_by)
            else {
                continue;
            };
            // Static methods of an interface are not inherited.
            if filter_by == MemberFilter::Methods
                && owner != sym
                && repo.def(owner).kind == Some(SymbolKind::Interface)
                && let TyData::Func { syms, owner, recv } = self.types.get(member)
            {
                let mut kept = self.types.syms_of(syms);
                kept.retain(|sym| !repo.def(*sym).flags.has(DefFlags::STATIC));
                if kept.is_empty() {
                    continue;
                }
                let syms = self.types.syms(&kept);
                member = self.types.intern(TyData::Func { syms, owner, recv });
            }
            match (found, self.types.get(member)) {
                (None, TyData::Func { .. }) if overloads => found = Some(member),
                (None, TyData::Func { .. }) => return Some(member),
                (None, _) => {
                    let declared = self.declared_above(&lineage.types, owner, ty, &subst, name);
                    return Some(declared.unwrap_or(member));
                }
                (Some(first), TyData::Func { syms: more, .. }) => {
                    // Overloads of the name further up are candidates too, behind the nearer ones.
                    let TyData::Func { syms, owner, recv } = self.types.get(first) else {
                        return Some(first);
                    };
                    let mut all = self.types.syms_of(syms);
                    for sym in self.types.syms_of(more) {
                        if !all.contains(&sym) && !self.is_overridden(&all, sym) {
                            all.push(sym);
                        }
                    }
                    let syms = self.types.syms(&all);
                    found = Some(self.types.intern(TyData::Func { syms, owner, recv }));
                }
                (Some(_), _) => {}
            }
        }
        if found.is_some() {
            return found;
        }
        for ancestor in &lineage.types {
            if matches!(self.types.get(*ancestor), TyData::Module(_))
                && let Some(found) = self.find_member(*ancestor, name)
            {
                return Some(found);
            }
        }
        if on_class && let Some(found) = self.metaclass_member(sym, ty, name) {
            return Some(found);
        }
        if let Some(found) = self.underlying_member(ty, name) {
            return Some(found);
        }
        if !on_class && let Some(found) = self.any_member(ty, &lineage.types, &subst, name) {
            return Some(found);
        }
        let file = repo.file_of(sym);
        let builtins = &self.cx.profile(file).builtins;
        if let Some(member) = self.blanket_member(ty, name) {
            return Some(member);
        }
        for path in self.cx.profile(file).protocols.deref {
            if let Some(inner) = self.protocol_path(ty, path)
                && inner != ty
                && let Some(member) = self.find_member_in(file, inner, name)
            {
                return Some(member);
            }
        }
        let from_partial_stub = |ancestor: &Ty| {
            matches!(self.types.get(*ancestor), TyData::Instance(owner, _)
                if self.is_partial_stub(ModuleRef::File(repo.file_of(owner))))
        };
        if lineage.external || lineage.types.iter().any(from_partial_stub) {
            return Some(Ty::EXTERNAL);
        }
        if lineage.unknown {
            return None;
        }
        let root = if on_class {
            builtins.class
        } else {
            builtins.object
        };
        let root_sym = self.builtin(file, root)?;
        if root_sym == sym {
            return None;
        }
        let root_ty = self.types.instance(root_sym, &[]);
        let member = self.declared_member_as(root_sym, root_ty, ty, name, on_class, filter_by);
        if member.is_none() && on_class {
            let object = self.builtin(file, builtins.object)?;
            let object_ty = self.types.instance(object, &[]);
            return self.declared_member_as(object, object_ty, ty, name, on_class, filter_by);
        }
        member
    }

    /// The type that a supertype declares for a member that `owner` only gives a value.
    fn declared_above(
        &mut self,
        lineage: &[Ty],
        owner: Sym,
        recv: Ty,
        subst: &[(Sym, Ty)],
        name: Name,
    ) -> Option<Ty> {
        let repo = self.repo();
        if !self.cx.profile(repo.file_of(owner)).declarations_guide {
            return None;
        }
        let is_declared = |member: MemberRef| match member {
            MemberRef::Def(sym) => {
                let def = repo.def(sym);
                def.role != DefRole::Value
                    || def.ty.0 != 0
                    || def.kind == Some(SymbolKind::EnumMember)
            }
            MemberRef::Assign(file, at) => repo.facts(file).assigns[at as usize].ty.0 != 0,
        };
        if repo.own_members(owner, name).any(is_declared) {
            return None;
        }
        let mut above = false;
        for ancestor in lineage {
            let TyData::Instance(class, _) = self.types.get(*ancestor) else {
                continue;
            };
            if !above {
                above = class == owner;
                continue;
            }
            let annotated = repo.own_members(class, name).any(|member| match member {
                MemberRef::Def(sym) => {
                    repo.def(sym).role == DefRole::Value && repo.def(sym).ty.0 != 0
                }
                MemberRef::Assign(file, at) => repo.facts(file).assigns[at as usize].ty.0 != 0,
            });
            if annotated {
                let class_ty = self.substitute(*ancestor, subst);
                return self
                    .declared_member(class, class_ty, recv, name, false)
                    .filter(|ty| *ty != Ty::UNKNOWN);
            }
        }
        None
    }

    /// What a type says about members that it does not list (`[key: string]: T`, a mapped type): its member `[]`, whose
    /// type may name the key.
    fn any_member(
        &mut self,
        ty: Ty,
        lineage: &[Ty],
        subst: &[(Sym, Ty)],
        name: Name,
    ) -> Option<Ty> {
        let repo = self.repo();
        let any = repo.any_member();
        for ancestor in lineage {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            if repo.own_members(owner, any).next().is_none() {
                continue;
            }
            let owner_ty = self.substitute(*ancestor, subst);
            let found = self.declared_member(owner, owner_ty, ty, any, false)?;
            let key = repo.type_params(owner).find(|param| {
                repo.parent(*param) == owner && repo.def(owner).role == DefRole::Object
            });
            return Some(match key {
                Some(key) => {
                    let literal = self.types.intern(TyData::Lit(name));
                    self.substitute(found, &[(key, literal)])
                }
                None => found,
            });
        }
        None
    }

    /// A member that a class object has through its metaclass.
    pub(super) fn metaclass_member(&mut self, sym: Sym, recv: Ty, name: Name) -> Option<Ty> {
        let repo = self.repo();
        let lineage = self.lineage(sym);
        for ancestor in &lineage.types {
            let TyData::Instance(owner, _) = self.types.get(*ancestor) else {
                continue;
            };
            let file = repo.file_of(owner);
            for (kind, ty) in repo.facts(file).bases_of(repo.def_id(owner)) {
                if kind != BaseKind::Metaclass {
                    continue;
                }
                let metaclass = self.type_from(file, ty);
                let TyData::Instance(metaclass, _) = self.types.get(metaclass) else {
                    continue;
                };
                let upper = self.lineage(metaclass);
                let found = upper.types.iter().find_map(|ty| match self.types.get(*ty) {
                    TyData::Instance(declaring, _) => {
                        self.declared_member(declaring, *ty, recv, name, false)
                    }
                    _ => None,
                });
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// A member that a type shares with the type that it is over: fields, and the methods of an interface.
    fn underlying_member(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        let instance = self.instance_of(ty);
        let under = self.underlying(instance)?;
        let found = self.find_member(under, name)?;
        if let (TyData::Func { owner, .. }, TyData::Instance(sym, _)) =
            (self.types.get(found), self.types.get(under))
            && matches!(self.types.get(owner), TyData::Instance(declaring, _) if declaring == sym)
            && self.repo().def(sym).kind != Some(SymbolKind::Interface)
        {
            return None;
        }
        Some(found)
    }

    /// True for the type of array literals, whose element type is part of a signature.
    fn is_array(&mut self, sym: Sym) -> bool {
        let repo = self.repo();
        let file = repo.file_of(sym);
        repo.is_external(file)
            && self.builtin(file, self.cx.profile(file).builtins.array) == Some(sym)
    }

    /// True if one of `nearer` has the same parameter types as `farther`, so that it overrides it.
    pub fn is_overridden(&mut self, nearer: &[Sym], farther: Sym) -> bool {
        let repo = self.repo();
        let params = |session: &mut Self, sym: Sym| -> SmallVec<[(Ty, bool, Option<Name>); 4]> {
            let file = repo.file_of(sym);
            repo.facts(file)
                .params_of(repo.def_id(sym))
                .iter()
                .map(|param| {
                    let ty = session.type_from(file, param.ty);
                    let variadic = param.flags.has(ParamFlags::VARIADIC);
                    // Types of which nothing else is known are told apart by their names.
                    let head = match session.types.get(ty) {
                        TyData::External | TyData::Unknown => session.head_name(file, param.ty),
                        _ => None,
                    };
                    (ty, variadic, head)
                })
                .collect()
        };
        let far = params(self, farther);
        nearer.iter().any(|near| {
            let near = params(self, *near);
            near.len() == far.len()
                && near.iter().zip(&far).all(|(a, b)| {
                    let same_form = a.1 == b.1 && a.2 == b.2;
                    let (a, b) = (a.0, b.0);
                    same_form
                        && (a == b
                            || match (self.types.get(a), self.types.get(b)) {
                                (TyData::Instance(x, xs), TyData::Instance(y, ys)) => {
                                    x == y && (xs == ys || !self.is_array(x))
                                }
                                (TyData::Instance(x, _), TyData::Param(_)) => !self.is_primitive(x),
                                (TyData::Param(_), TyData::Param(_)) => true,
                                _ => false,
                            })
                })
        })
    }

    /// True for a built-in type that has no null and stands for no type parameter.
    fn is_primitive(&mut self, sym: Sym) -> bool {
        let repo = self.repo();
        let file = repo.file_of(sym);
        repo.is_external(file)
            && self
                .cx
                .profile(file)
                .primitives
                .iter()
                .any(|name| self.builtin(file, name) == Some(sym))
    }

    /// A member that a type has through a blanket implementation: one for every type that has certain traits.
    fn blanket_member(&mut self, recv: Ty, name: Name) -> Option<Ty> {
        let repo = self.repo();
        for at in 0..self.cx.blanket.len() {
            let owner = self.cx.blanket[at];
            let file = repo.file_of(owner);
            let implements = repo.def(owner).implements;
            let declares = repo.own_members(owner, name).next().is_some();
            if !declares && implements.0 == 0 {
                continue;
            }
            let upper = if declares {
                None
            } else {
                let upper = self.type_from(file, implements);
                let TyData::Instance(sym, _) = self.types.get(upper) else {
                    continue;
                };
                if repo.own_members(sym, name).next().is_none() {
                    continue;
                }
                Some((sym, upper))
            };
            let receiver = self.type_from(file, repo.def(owner).receiver);
            if !self.meets_bounds(recv, receiver) {
                continue;
            }
            // The block's parameter is the receiver.
            let this = self.instance_of(recv);
            let args: SmallVec<[Ty; 4]> = repo
                .type_params(owner)
                .map(|param| match self.types.intern(TyData::Param(param)) {
                    own if own == receiver => this,
                    own => own,
                })
                .collect();
            let found = match upper {
                None => {
                    let block = self.types.instance(owner, &args);
                    self.declared_member(owner, block, recv, name, false)
                }
                Some((sym, upper)) => self.declared_member(sym, upper, recv, name, false),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// True if `ty` has every trait that the parameter `param` is bounded by.
    fn meets_bounds(&mut self, ty: Ty, param: Ty) -> bool {
        let TyData::Param(param) = self.types.get(param) else {
            return false;
        };
        self.supers(param).into_iter().all(|(_, bound)| {
            let TyData::Instance(wanted, _) = self.types.get(bound) else {
                return false;
            };
            match self.types.get(ty) {
                TyData::Instance(sym, _) | TyData::Class(sym, _) => self.is_subclass(sym, wanted),
                TyData::Param(own) => self.supers(own).into_iter().any(|(_, own_bound)| {
                    matches!(self.types.get(own_bound), TyData::Instance(sym, _) if self.is_subclass(sym, wanted))
                }),
                _ => false,
            }
        })
    }

    /// Of methods of one name in several `impl` blocks, keeps those that fit the type's arguments best, and of these those
    /// of the type itself before those of its traits.
    fn keep_nearest_impl(&mut self, funcs: &mut SmallVec<[Sym; 4]>, owner_ty: Ty) {
        if funcs.len() < 2 {
            return;
        }
        let repo = self.repo();
        let TyData::Instance(_, given) = self.types.get(owner_ty) else {
            return;
        };
        let given = self.types.tys_of(given);
        let fits: SmallVec<[Option<usize>; 4]> = funcs
            .iter()
            .map(|sym| {
                let receiver = repo.def(*sym).receiver;
                let ty = self.type_from(repo.file_of(*sym), receiver);
                let TyData::Instance(_, wanted) = self.types.get(ty) else {
                    return Some(0);
                };
                let mut exact = 0;
                for (wanted, given) in self.types.tys_of(wanted).into_iter().zip(&given) {
                    if let (TyData::Instance(a, _), TyData::Instance(b, _)) =
                        (self.types.get(wanted), self.types.get(*given))
                    {
                        if a != b {
                            return None;
                        }
                        exact += 1;
                    }
                }
                Some(exact)
            })
            .collect();
        let best = fits.iter().flatten().max().copied();
        if best.is_some() {
            let mut at = 0;
            funcs.retain(|_| {
                at += 1;
                fits[at - 1] == best
            });
        }
        let inherent = |sym: &Sym| {
            repo.def(*sym).implements.0 == 0 && repo.def(repo.parent(*sym)).role == DefRole::Impl
        };
        if funcs.iter().any(inherent) {
            funcs.retain(|sym| inherent(sym));
        }
    }

    /// What `owner` itself declares under a name, seen through a receiver.
    pub fn declared_member(
        &mut self,
        owner: Sym,
        owner_ty: Ty,
        recv: Ty,
        name: Name,
        on_class: bool,
    ) -> Option<Ty> {
        self.declared_member_as(owner, owner_ty, recv, name, on_class, MemberFilter::Any)
    }

    fn declared_member_as(
        &mut self,
        owner: Sym,
        owner_ty: Ty,
        recv: Ty,
        name: Name,
        on_class: bool,
        filter_by: MemberFilter,
    ) -> Option<Ty> {
        let repo = self.repo();
        let members: SmallVec<[MemberRef; 4]> = repo.own_members(owner, name).collect();
        if members.is_empty() {
            return None;
        }
        let mut funcs: SmallVec<[Sym; 4]> = SmallVec::new();
        let mut values: SmallVec<[Ty; 4]> = SmallVec::new();
        let mut declared = None;
        let home = repo.file_of(owner);
        for member in members {
            match member {
                MemberRef::Def(sym) => {
                    let def = repo.def(sym);
                    if !filter_by.allows(def) {
                        continue;
                    }
                    match def.role {
                        DefRole::Callable => {
                            if def.flags.has(DefFlags::GETTER) && !on_class {
                                let ty = self.return_type(sym);
                                values.push(ty);
                            } else if !def.flags.has(DefFlags::SETTER) {
                                funcs.push(sym);
                            }
                        }
                        DefRole::Value => {
                            let ty = self.sym_type(sym);
                            if def.ty.0 != 0 || def.kind == Some(SymbolKind::EnumMember) {
                                declared = Some(ty);
                            }
                            values.push(ty);
                        }
                        DefRole::Type | DefRole::Alias | DefRole::Namespace | DefRole::Object => {
                            let ty = self.sym_type(sym);
                            values.push(ty);
                        }
                        _ => {}
                    }
                }
                // Other files are not opened for what they give to a member that is declared, or that may be so much already
                // that nothing can be added.
                MemberRef::Assign(file, _)
                    if file != home
                        && (!funcs.is_empty()
                            || declared.is_some_and(|ty| ty != Ty::UNKNOWN)
                            || values.last().is_some_and(|ty| self.types.is_full(*ty))) => {}
                MemberRef::Assign(file, at) => {
                    let assign = &repo.facts(file).assigns[at as usize];
                    if assign.ty.0 != 0 {
                        let ty = self.type_from(file, assign.ty);
                        declared = Some(ty);
                    } else {
                        let ty = self.type_of(file, assign.value);
                        values.push(ty);
                        let all = self.types.union(&values);
                        values.clear();
                        values.push(all);
                    }
                }
            }
        }
        let mut subst = super::type_expr::Subst::new();
        if let TyData::Instance(owner_sym, args) = self.types.get(owner_ty) {
            let args = self.types.tys_of(args);
            subst = self.subst_of(owner_sym, &args);
        }
        if filter_by != MemberFilter::Any && funcs.is_empty() && values.is_empty() {
            return None;
        }
        if !funcs.is_empty() {
            self.keep_common_build(&mut funcs);
            self.keep_nearest_impl(&mut funcs, owner_ty);
            let syms = self.types.syms(&funcs);
            return Some(self.types.intern(TyData::Func {
                syms,
                owner: owner_ty,
                recv,
            }));
        }
        let ty = match declared {
            Some(ty) if ty != Ty::UNKNOWN => ty,
            _ => self.types.union(&values),
        };
        let ty = self.substitute(ty, &subst);
        let this = if on_class {
            self.instance_of(recv)
        } else {
            recv
        };
        Some(self.substitute_self(ty, this))
    }

    /// The same function seen through another receiver.
    fn rebind(&mut self, ty: Ty, recv: Ty) -> Ty {
        match self.types.get(ty) {
            TyData::Func { syms, owner, .. } => {
                self.types.intern(TyData::Func { syms, owner, recv })
            }
            _ => self.substitute_self(ty, recv),
        }
    }

    /// The module that a type is, if it is one.
    pub fn as_module(&self, ty: Ty) -> Option<ModuleRef> {
        match self.types.get(ty) {
            TyData::Module(module) => Some(module),
            _ => None,
        }
    }
}
