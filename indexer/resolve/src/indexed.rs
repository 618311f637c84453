//! Indexed types: the types of members of types (TypeScript's `T["a"]`). They stay open while they mention a type
//! parameter.

use std::sync::LazyLock;

use bombe_facts::name::Name;
use bombe_facts::part;
use bombe_rules::file_table::SourceId;
use smallvec::{SmallVec, smallvec};

use crate::ids::{MemberRef, Sym};
use crate::limits::{INDEXED_DEPTH_MAX, UNION_PARTS_MAX};
use crate::session::Session;
use crate::types::{Ty, TyData};

/// How many parts of a tuple can be named by their number.
const POSITIONS: u32 = 8;

/// A part of a type that is no member.
#[derive(Clone, Copy)]
enum Part {
    Result,
    Awaited,
    Element,
    Values,
    Parameters,
    Parameter(u32),
}

impl Part {
    /// Returns the part that an index names, if it names one.
    fn of(index: Name) -> Option<Self> {
        static NAMED: LazyLock<Vec<(Name, Part)>> = LazyLock::new(|| {
            let whole = [
                (part::RESULT, Part::Result),
                (part::AWAITED, Part::Awaited),
                (part::ELEMENT, Part::Element),
                (part::VALUES, Part::Values),
                (part::PARAMETERS, Part::Parameters),
            ];
            let parameters = part::PARAMETER.into_iter().zip((0..).map(Part::Parameter));
            let all = whole.into_iter().chain(parameters);
            all.map(|(text, part)| (Name::of(text), part)).collect()
        });
        let named = NAMED.iter().find(|(name, _)| *name == index);
        named.map(|(_, part)| *part)
    }
}

impl Session<'_> {
    /// Returns the type of a type's member, or an open type until the type parameters in it are known.
    pub(crate) fn indexed(&mut self, file: SourceId, base: Ty, index: Ty) -> Ty {
        let is_part =
            matches!(self.types.get(index), TyData::Lit(name) if Part::of(name).is_some());
        if self.is_open(base, is_part) || self.is_open(index, false) {
            if self.indexed_depth(base) >= INDEXED_DEPTH_MAX {
                return Ty::UNKNOWN;
            }
            return self.types.intern(TyData::Indexed(base, index));
        }
        let key = (base, index);
        self.memoized(
            |session| &mut session.indexed,
            key,
            |session| match session.types.get(index) {
                TyData::Lit(name) => session
                    .part_or_member(file, base, name)
                    .unwrap_or(Ty::UNKNOWN),
                TyData::Union(seq) => {
                    let parts: SmallVec<[Ty; 4]> = session
                        .types
                        .tys_of(seq)
                        .iter()
                        .map(|part| session.indexed(file, base, *part))
                        .collect();
                    session.types.union(&parts)
                }
                _ => session.element(file, base),
            },
        )
    }

    /// Returns true if a type must be known better before its members are looked up. With `parts`, so must one of several
    /// types.
    fn is_open(&self, ty: Ty, parts: bool) -> bool {
        match self.types.get(ty) {
            TyData::Param(_) | TyData::Indexed(..) | TyData::SelfTy => true,
            TyData::Union(seq) if parts => {
                let parts = self.types.tys_of(seq);
                parts.iter().any(|part| self.is_open(*part, false))
            }
            _ => false,
        }
    }

    /// Returns the type of a part of a type, or of a member.
    fn part_or_member(&mut self, file: SourceId, base: Ty, name: Name) -> Option<Ty> {
        match Part::of(name) {
            None if matches!(self.types.get(base), TyData::Instance(sym, _)
                if self.cx.profile(self.repo().file_of(sym)).derived_parameters) =>
            {
                self.nested_as_type(base, name)
            }
            None => {
                let is_tuple = matches!(self.types.get(base), TyData::Tuple(_));
                let member = (!is_tuple).then(|| self.find_member(base, name));
                member
                    .flatten()
                    .or_else(|| Self::position(name).map(|at| self.slot(file, base, at)))
            }
            Some(_) if base == Ty::UNKNOWN => None,
            Some(Part::Result) => Some(self.result_of_function(base)),
            Some(Part::Awaited) => Some(self.awaited(file, base)),
            Some(Part::Element) => Some(self.element(file, base)),
            Some(Part::Values) => Some(self.member_values(file, base)),
            Some(Part::Parameter(at)) => Some(self.function_parameter(file, base, at)),
            Some(Part::Parameters) => {
                let mut parameters: SmallVec<[Ty; 4]> = SmallVec::new();
                for at in 0..part::PARAMETER.len() as u32 {
                    match self.function_parameter(file, base, at) {
                        Ty::UNKNOWN => break,
                        ty => parameters.push(ty),
                    }
                }
                let parameters = self.types.tys(&parameters);
                Some(self.types.intern(TyData::Tuple(parameters)))
            }
        }
    }

    /// Returns the types of the members of a type, as one of them.
    fn member_values(&mut self, file: SourceId, base: Ty) -> Ty {
        let TyData::Instance(sym, _) = self.types.get(base) else {
            return self.element(file, base);
        };
        let repo = self.repo();
        let mut members: SmallVec<[(Sym, Name); 8]> = SmallVec::new();
        for ancestor in &self.lineage(sym).types {
            if let TyData::Instance(owner, _) = self.types.get(*ancestor) {
                let own = repo
                    .all_members(owner)
                    .filter_map(|(name, member)| match member {
                        MemberRef::Def(member) => Some((member, name)),
                        MemberRef::Assign(..) => None,
                    });
                members.extend(own);
            }
        }
        // In source order: that of name numbers means nothing.
        members.sort_unstable();
        self.types.count(members.len());
        members.truncate(UNION_PARTS_MAX);
        let values: SmallVec<[Ty; 8]> = members
            .into_iter()
            .filter_map(|(_, name)| self.find_member(base, name))
            .collect();
        self.types.union(&values)
    }

    /// Returns the number that a name is, if it is a small one.
    fn position(name: Name) -> Option<u32> {
        (0..POSITIONS).find(|at| Name::of(&at.to_string()) == name)
    }

    fn indexed_depth(&self, ty: Ty) -> u32 {
        match self.types.get(ty) {
            TyData::Indexed(base, _) => 1 + self.indexed_depth(base),
            _ => 0,
        }
    }

    /// Returns what is known of an open type: the type of the member in the parameter's bound.
    pub(crate) fn bound_of_indexed(&mut self, base: Ty, index: Ty) -> Ty {
        let key = (base, index);
        self.memoized(
            |session| &mut session.indexed,
            key,
            |session| session.find_bound_of_indexed(base, index),
        )
    }

    fn find_bound_of_indexed(&mut self, base: Ty, index: Ty) -> Ty {
        let bounds: SmallVec<[Ty; 4]> = match self.types.get(base) {
            TyData::Param(param) => {
                let mut bounds: SmallVec<[Ty; 4]> =
                    self.supers(param).iter().map(|(_, ty)| *ty).collect();
                if bounds.is_empty() {
                    bounds = self.stand_ins(param);
                }
                bounds
            }
            TyData::Indexed(base, index) => smallvec![self.bound_of_indexed(base, index)],
            _ => return Ty::UNKNOWN,
        };
        let TyData::Lit(name) = self.types.get(index) else {
            return Ty::UNKNOWN;
        };
        let file = self.home;
        let parts: SmallVec<[Ty; 4]> = bounds
            .iter()
            .filter_map(|bound| self.part_or_member(file, *bound, name))
            .collect();
        self.types.union(&parts)
    }
}
