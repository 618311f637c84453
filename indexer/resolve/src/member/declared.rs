//! What one type declares under a name, and which declarations override others.

use bombe_facts::name::Name;
use bombe_facts::{DefFlags, DefRole, ParamFlags, ScopeKind};
use bombe_format::kind::SymbolKind;
use smallvec::SmallVec;

use crate::call::Arg;
use crate::ids::{MemberRef, Sym};
use crate::member::MemberFilter;
use crate::session::Session;
use crate::substitution::Subst;
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns the type of what `owner` itself declares under a name, as seen through a receiver.
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

    pub(super) fn declared_member_as(
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
                            let ty = self.described(sym, ty, recv, on_class);
                            if def.ty.is_known() || def.kind == Some(SymbolKind::EnumMember) {
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
                // Other files are not opened for what they assign to a member that is declared, or whose union is full.
                MemberRef::Assign(file, _)
                    if file != home
                        && (!funcs.is_empty()
                            || declared.is_some_and(|ty| ty != Ty::UNKNOWN)
                            || values.last().is_some_and(|ty| self.types.is_full(*ty))) => {}
                MemberRef::Assign(file, at) => {
                    let assign = &repo.facts(file).assigns[at as usize];
                    if assign.ty.is_known() {
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
        let mut subst = Subst::new();
        if let TyData::Instance(owner_sym, args) = self.types.get(owner_ty) {
            let args = self.types.tys_of(args);
            subst = self.subst_of(owner_sym, &args);
        }
        if filter_by != MemberFilter::Any && funcs.is_empty() && values.is_empty() {
            return None;
        }
        if !funcs.is_empty() {
            // A class may have a static member and one of its instances of one name.
            let is_static = |sym: &Sym| repo.def(*sym).flags.has(DefFlags::STATIC);
            if self.cx.profile(home).type_space
                && funcs.iter().any(|sym| is_static(sym) == on_class)
            {
                funcs.retain(|sym| is_static(sym) == on_class);
            }
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

    /// Returns what reading a class attribute yields: the attribute, or what it returns if it is a descriptor.
    fn described(&mut self, attribute: Sym, ty: Ty, recv: Ty, on_class: bool) -> Ty {
        let repo = self.repo();
        let file = repo.file_of(attribute);
        let profile = self.cx.profile(file);
        let facts = repo.facts(file);
        let def = repo.def(attribute);
        if profile.protocols.get.is_empty()
            || !matches!(self.types.get(ty), TyData::Instance(..))
            || facts.scopes[def.scope.index()].kind != ScopeKind::Class
        {
            return ty;
        }
        // An instance's own attribute is no descriptor.
        let id = repo.def_id(attribute);
        let is_of_instance = |session: &Self| {
            session.types.count(facts.assigns.len());
            facts.assigns.iter().any(|assign| assign.def == Some(id))
        };
        let getter = profile.protocols.get.iter().find_map(|name| {
            let found = self.find_member(ty, Name::of(name))?;
            matches!(self.types.get(found), TyData::Func { .. }).then_some(found)
        });
        let Some(getter) = getter.filter(|_| !is_of_instance(self)) else {
            return ty;
        };
        let (instance, class) = if on_class {
            (Ty::NULL, recv)
        } else {
            (recv, self.class_of(recv))
        };
        self.deeper(Ty::UNKNOWN, |session| {
            let args = [Arg::Ty(instance), Arg::Ty(class)];
            session.invoke(file, getter, &args, &[]).ret
        })
    }

    /// Returns the type that a supertype declares for a member to which `owner` only assigns a value.
    pub(super) fn declared_above(
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
                    || def.ty.is_known()
                    || def.kind == Some(SymbolKind::EnumMember)
            }
            MemberRef::Assign(file, at) => repo.facts(file).assigns[at as usize].ty.is_known(),
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
                    repo.def(sym).role == DefRole::Value && repo.def(sym).ty.is_known()
                }
                MemberRef::Assign(file, at) => repo.facts(file).assigns[at as usize].ty.is_known(),
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

    /// Of methods of one name in several `impl` blocks, keeps those that fit the type's arguments best. Among these,
    /// the type's own methods come before those of its traits.
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
            !repo.def(*sym).implements.is_known()
                && repo.def(repo.parent(*sym)).role == DefRole::Impl
        };
        if funcs.iter().any(inherent) {
            funcs.retain(|sym| inherent(sym));
        }
    }

    /// Returns true if one of `nearer` has the same parameter types as `farther`, and so overrides it.
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
                    // If nothing else is known of a type, its name distinguishes it.
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
                    let is_param = matches!(self.types.get(b.0), TyData::Param(_));
                    let same_form = a.1 == b.1 && (is_param || a.2 == b.2);
                    let (a, b) = (a.0, b.0);
                    same_form
                        && (a == b
                            || match (self.types.get(a), self.types.get(b)) {
                                (TyData::Instance(x, xs), TyData::Instance(y, ys)) => {
                                    x == y && (xs == ys || !self.is_array(x))
                                }
                                (TyData::Instance(x, _), TyData::Param(_)) => !self.is_primitive(x),
                                (TyData::External, TyData::Param(_)) => true,
                                (TyData::Param(_), TyData::Param(_)) => true,
                                _ => false,
                            })
                })
        })
    }

    /// Returns true if a method has the parameters of one of a supertype, for whose type parameters `subst` has types. In a
    /// language where types leave pointers out, these are compared as written.
    pub fn has_signature_of(&mut self, nearer: Sym, farther: Sym, subst: &[(Sym, Ty)]) -> bool {
        let repo = self.repo();
        let [near, far] = [nearer, farther].map(|sym| repo.file_of(sym));
        let [near_params, far_params] =
            [nearer, farther].map(|sym| repo.facts(repo.file_of(sym)).params_of(repo.def_id(sym)));
        near_params.len() == far_params.len()
            && near_params.iter().zip(far_params).all(|(a, b)| {
                let texts = [
                    repo.facts(near).str(a.ty_text),
                    repo.facts(far).str(b.ty_text),
                ];
                if a.flags.has(ParamFlags::VARIADIC) != b.flags.has(ParamFlags::VARIADIC) {
                    return false;
                }
                let x = self.type_from(near, a.ty);
                let declared = self.type_from(far, b.ty);
                let y = self.substitute(declared, subst);
                // A type parameter may stand for a pointer.
                let is_param = matches!(self.types.get(declared), TyData::Param(_));
                if !is_param && indirection(texts[0]) != indirection(texts[1]) {
                    return false;
                }
                match (self.types.get(x), self.types.get(y)) {
                    (TyData::External | TyData::Unknown, TyData::External | TyData::Unknown) => {
                        is_param || self.head_name(near, a.ty) == self.head_name(far, b.ty)
                    }
                    (TyData::Instance(x, _), TyData::Instance(y, _)) => x == y,
                    _ => x == y,
                }
            })
    }

    /// Returns true for the type of array literals, whose element type is part of a signature.
    fn is_array(&mut self, sym: Sym) -> bool {
        let repo = self.repo();
        let file = repo.file_of(sym);
        repo.is_external(file)
            && self.builtin(file, self.cx.profile(file).builtins.array) == Some(sym)
    }

    /// Returns true for a built-in type that has no null and cannot be a type argument.
    fn is_primitive(&mut self, sym: Sym) -> bool {
        let file = self.repo().file_of(sym);
        self.primitive(file, sym).is_some()
    }
}

/// Returns how a type is reached, as written: its pointers and references, and whether what they lead to is constant.
fn indirection(text: &str) -> (usize, usize, bool) {
    let count = |mark: char| text.matches(mark).count();
    let marks = (count('*') + count('['), count('&'));
    let is_const = text
        .split(|it: char| !it.is_alphanumeric() && it != '_')
        .any(|word| word == "const");
    (marks.0, marks.1, is_const && marks != (0, 0))
}
