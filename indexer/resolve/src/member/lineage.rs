//! Lineages: a type with its supertypes, in the order in which members are searched.

use std::collections::VecDeque;
use std::rc::Rc;

use bombe_facts::name::Name;
use bombe_facts::{BaseKind, DefRole, TypeExpr};
use bombe_rules::profile::Mro;
use hashbrown::{HashMap, HashSet};
use smallvec::{SmallVec, smallvec};

use crate::ids::{MemberRef, Sym};
use crate::limits::{DECLARATIONS_MAX, LINEAGE_MAX};
use crate::session::{Lineage, Session};
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Returns a type with its supertypes, in the order in which members are searched.
    pub fn lineage(&mut self, sym: Sym) -> Rc<Lineage> {
        self.memoized(
            |session| &mut session.lineages,
            sym,
            |session| Rc::new(session.find_lineage(sym)),
        )
    }

    /// Returns the direct supertypes of a definition in terms of its own parameters. `External` and `Unknown` stand for
    /// those that are not known.
    pub fn supers(&mut self, sym: Sym) -> SmallVec<[(BaseKind, Ty); 4]> {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let bases: SmallVec<[_; 4]> = repo.facts(file).bases_of(repo.def_id(sym)).collect();
        let mut supers: SmallVec<[(BaseKind, Ty); 4]> = SmallVec::new();
        for (kind, ty) in bases {
            if kind != BaseKind::Metaclass {
                let held = match repo.facts(file).types[ty.index()] {
                    TypeExpr::Of(value) => {
                        let value = self.type_of(file, value);
                        self.type_held(file, value)
                    }
                    _ => self.type_from(file, ty),
                };
                supers.push((kind, held));
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
        let mut supers = self.supers(sym);
        // The supertypes of the type's other declarations, in terms of this one's parameters.
        if let TyData::Instance(_, args) = self.types.get(own) {
            let args = self.types.tys_of(args);
            let cx = self.cx;
            let others: SmallVec<[Sym; 2]> = cx.merged_with(sym).collect();
            if others.len() + 1 >= DECLARATIONS_MAX {
                self.cut();
            }
            for other in others {
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
        match self.cx.profile(self.repo().file_of(sym)).mro {
            Mro::C3 => {
                let direct = lines.iter().filter_map(|line| line.first().copied());
                let direct = direct.collect();
                lines.push(direct);
                lineage.types.extend(self.merge_c3(lines));
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
        let mut seen: HashSet<Sym> = HashSet::new();
        let types = std::mem::take(&mut lineage.types);
        self.types.count(types.len());
        for ty in types {
            let is_new = self.head(ty).is_none_or(|sym| seen.insert(sym));
            if is_new && lineage.types.len() == LINEAGE_MAX {
                lineage.unknown = true;
                self.cut();
                break;
            }
            if is_new {
                lineage.types.push(ty);
            }
        }
        lineage
    }

    /// Returns the definition of an instance type.
    fn head(&self, ty: Ty) -> Option<Sym> {
        match self.types.get(ty) {
            TyData::Instance(sym, _) => Some(sym),
            _ => None,
        }
    }

    /// Merges lines of supertypes as C3 linearisation does, by type definition, up to one more than a lineage may have.
    /// What cannot be ordered is appended as it comes. Costs the product of the number of lines and of merged types.
    fn merge_c3(&self, lines: Vec<Vec<Ty>>) -> Vec<Ty> {
        // The number of lines in which a definition stands behind the first type that is left.
        let mut behind: HashMap<Option<Sym>, u32> = HashMap::new();
        let mut lists: Vec<VecDeque<(Option<Sym>, Ty)>> = Vec::with_capacity(lines.len());
        for line in lines {
            self.types.count(line.len());
            let list: VecDeque<_> = line.iter().map(|ty| (self.head(*ty), *ty)).collect();
            for (head, _) in list.iter().skip(1) {
                *behind.entry(*head).or_default() += 1;
            }
            lists.push(list);
        }
        let mut merged = Vec::new();
        while merged.len() <= LINEAGE_MAX {
            lists.retain(|list| !list.is_empty());
            self.types.count(lists.len());
            let Some(first) = lists.first() else { break };
            let is_free = |head: &Option<Sym>| behind.get(head).is_none_or(|lists| *lists == 0);
            let mut firsts = lists.iter().map(|list| list[0]);
            let free = firsts.find(|(head, _)| is_free(head));
            let (head, ty) = free.unwrap_or(first[0]);
            merged.push(ty);
            for list in &mut lists {
                let removed = list[0].0 == head;
                if removed {
                    list.pop_front();
                    if let Some((next, _)) = list.front()
                        && let Some(count) = behind.get_mut(next)
                    {
                        *count -= 1;
                    }
                }
                if free.is_none() {
                    list.retain(|(other, _)| *other != head);
                }
            }
            if free.is_none() {
                behind.clear();
                for (head, _) in lists.iter().flat_map(|list| list.iter().skip(1)) {
                    *behind.entry(*head).or_default() += 1;
                }
            }
        }
        merged
    }

    /// Returns the definitions of a type and its supertypes.
    pub(crate) fn heads(&mut self, sym: Sym) -> SmallVec<[Sym; 8]> {
        let lineage = self.lineage(sym);
        lineage
            .types
            .iter()
            .filter_map(|ty| self.head(*ty))
            .collect()
    }

    /// Returns true if `sym` is `base` or inherits from it.
    pub fn is_subclass(&mut self, sym: Sym, base: Sym) -> bool {
        sym == base
            || self
                .lineage(sym)
                .types
                .iter()
                .any(|ty| matches!(self.types.get(*ty), TyData::Instance(ancestor, _) if ancestor == base))
    }

    /// Returns a type as an instance of its supertype `base`, with its arguments as seen from the type.
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

    /// Returns a type that is nested in a type or inherited by it.
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
}
