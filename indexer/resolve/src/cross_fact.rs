//! Cross-file facts: what a file contributes about definitions of others. In a cache file they are rows of a fixed width,
//! which are decoded file by file.

use std::sync::Arc;

use super::contributions::{Contributions, Satisfies};
use super::ids::FileDef;
use super::ids::MemberRef;
use bombe_facts::mapped::OwnedBytes;
use bombe_facts::name::Name;
use bombe_facts::{DefId, TypeId};
use bombe_rules::file_table::SourceId;
use bombe_rules::fixed::{self, FixedWidth};

/// A fact that one file states about a definition, often of another file; a row of the lists of
/// [`super::contributions::ContributionLists`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrossFact {
    /// Its kind. The rows of a file are in this order.
    pub kind: FactKind,
    /// The definition that it is about.
    pub subject: FileDef,
    /// The other end of the fact.
    pub object: FactObject,
    /// The name of a member, or empty.
    pub name: Name,
}

/// The kinds of facts: the lists of [`super::contributions::ContributionLists`], then what [`super::cross_index`] adds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the lists fact it")]
pub enum FactKind {
    Merged,
    Receiver,
    Member,
    Super,
    Blanket,
    Derived,
    Assigned,
    Mount,
    Handler,
    Interface,
    Method,
    /// [`FactKind::Member`] and [`FactKind::Assigned`] reversed: the owner of a member. Only [`super::cross_index`] has
    /// this kind and those below.
    MemberOf,
    /// [`FactKind::Receiver`] reversed: a method or block of a type.
    Received,
    /// The module of a file that has a definition which a fact names.
    Named,
}

impl FactKind {
    /// The last kind.
    pub const LAST: Self = Self::Named;

    /// The number of kinds.
    pub const COUNT: usize = Self::LAST as usize + 1;
}

/// The object of a fact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FactObject {
    /// Nothing.
    None,
    /// A definition.
    Def(FileDef),
    /// An assignment: number of its file, index into the file's assignments.
    Assign(SourceId, u32),
    /// A type expression of the file that states the fact.
    Type(TypeId),
}

impl FixedWidth for CrossFact {
    type Bytes = [u8; 26];

    fn to_bytes(&self) -> [u8; 26] {
        let (tag, first, second) = match self.object {
            FactObject::None => (0, 0, 0),
            FactObject::Def(at) => (1, at.file.0, at.def.0),
            FactObject::Assign(file, assign) => (2, file.0, assign),
            FactObject::Type(ty) => (3, 0, ty.0),
        };
        let mut bytes = [0; 26];
        bytes[0] = self.kind as u8;
        bytes[1] = tag;
        let numbers = [self.subject.file.0, self.subject.def.0, first, second];
        bytes[2..18].copy_from_slice(numbers.map(u32::to_le_bytes).as_flattened());
        bytes[18..].copy_from_slice(&self.name.to_bytes());
        bytes
    }

    fn of_bytes(bytes: [u8; 26]) -> Self {
        let [kind, tag, numbers @ .., n0, n1, n2, n3, n4, n5, n6, n7] = bytes;
        let mut numbers = numbers
            .as_chunks()
            .0
            .iter()
            .map(|it| u32::from_le_bytes(*it));
        let mut number = || numbers.next().unwrap_or_default();
        let subject = FileDef {
            file: SourceId(number()),
            def: DefId(number()),
        };
        let (first, second) = (number(), number());
        Self {
            kind: match kind {
                0 => FactKind::Merged,
                1 => FactKind::Receiver,
                2 => FactKind::Member,
                3 => FactKind::Super,
                4 => FactKind::Blanket,
                5 => FactKind::Derived,
                6 => FactKind::Assigned,
                7 => FactKind::Mount,
                8 => FactKind::Handler,
                9 => FactKind::Interface,
                10 => FactKind::Method,
                11 => FactKind::MemberOf,
                12 => FactKind::Received,
                _ => FactKind::Named,
            },
            subject,
            object: match tag {
                0 => FactObject::None,
                1 => FactObject::Def(FileDef {
                    file: SourceId(first),
                    def: DefId(second),
                }),
                2 => FactObject::Assign(SourceId(first), second),
                _ => FactObject::Type(TypeId(second)),
            },
            name: Name::of_bytes([n0, n1, n2, n3, n4, n5, n6, n7]),
        }
    }
}

impl CrossFact {
    /// Returns every definition that it names.
    pub fn named(self) -> impl Iterator<Item = FileDef> {
        let object = match self.object {
            FactObject::Def(at) => Some(at),
            FactObject::None | FactObject::Assign(..) | FactObject::Type(_) => None,
        };
        [Some(self.subject), object].into_iter().flatten()
    }

    /// Returns the fact with subject and object exchanged, if it is also queried by its object.
    pub(super) fn reversed(self) -> Option<Self> {
        let FactObject::Def(subject) = self.object else {
            return None;
        };
        let kind = match self.kind {
            FactKind::Member | FactKind::Assigned => FactKind::MemberOf,
            FactKind::Receiver => FactKind::Received,
            _ => return None,
        };
        let object = FactObject::Def(self.subject);
        let name = Name::EMPTY;
        Some(Self {
            kind,
            subject,
            object,
            name,
        })
    }
}

/// The cross-file facts that one file contributes, by kind.
#[derive(Clone, Debug)]
pub struct CrossFacts(Rows);

#[derive(Clone, Debug)]
enum Rows {
    /// As they lie in a cache file.
    Cached(OwnedBytes),
    /// As they were collected.
    Collected(Arc<[CrossFact]>),
}

impl Default for CrossFacts {
    fn default() -> Self {
        Self(Rows::Cached(OwnedBytes::default()))
    }
}

impl CrossFacts {
    /// Returns facts from a cache file.
    pub fn cached(rows: OwnedBytes) -> Self {
        Self(Rows::Cached(rows))
    }

    /// Returns the size of the facts in a cache file, in bytes.
    pub fn byte_count(&self) -> usize {
        match &self.0 {
            Rows::Cached(rows) => rows.len(),
            Rows::Collected(facts) => facts.len() * CrossFact::WIDTH,
        }
    }

    /// Appends the facts as they lie in a cache file.
    pub fn push_to(&self, bytes: &mut Vec<u8>) {
        match &self.0 {
            Rows::Cached(rows) => bytes.extend_from_slice(rows),
            Rows::Collected(facts) => fixed::push(bytes, facts.iter().copied()),
        }
    }

    /// Returns true if the file contributes nothing.
    pub fn is_empty(&self) -> bool {
        self.byte_count() == 0
    }

    /// Returns all facts.
    pub fn all(&self) -> impl Iterator<Item = CrossFact> + '_ {
        let (cached, collected): (&[u8], &[CrossFact]) = match &self.0 {
            Rows::Cached(rows) => (rows, &[]),
            Rows::Collected(facts) => (&[], facts),
        };
        fixed::rows(cached).chain(collected.iter().copied())
    }
}

/// Returns a member as subject, object and name of a fact.
fn member(
    (owner, name, member): &(FileDef, Name, MemberRef<FileDef>),
) -> (FileDef, FactObject, Name) {
    let member = match *member {
        MemberRef::Def(at) => FactObject::Def(at),
        MemberRef::Assign(file, assign) => FactObject::Assign(file, assign),
    };
    (*owner, member, *name)
}

impl Contributions<FileDef> {
    /// Returns the contributions as a list of facts, for a record of the file.
    pub fn to_cross_facts(&self) -> CrossFacts {
        CrossFacts(Rows::Collected(self.facts().into()))
    }

    /// Returns the contributions as facts, by kind.
    pub fn facts(&self) -> Vec<CrossFact> {
        let cross_facts = &**self;
        let mut facts = Vec::with_capacity(cross_facts.rows());
        let mut push = |kind, (subject, object, name)| {
            facts.push(CrossFact {
                kind,
                subject,
                object,
                name,
            });
        };
        let pair = |(subject, object): &(FileDef, FileDef)| {
            (*subject, FactObject::Def(*object), Name::EMPTY)
        };
        let alone = |subject: &FileDef| (*subject, FactObject::None, Name::EMPTY);
        cross_facts
            .merged
            .iter()
            .for_each(|it| push(FactKind::Merged, pair(it)));
        let receivers = cross_facts.receivers.iter();
        receivers.for_each(|it| push(FactKind::Receiver, pair(it)));
        cross_facts
            .members
            .iter()
            .for_each(|it| push(FactKind::Member, member(it)));
        for (ty, expr) in &cross_facts.supers {
            push(FactKind::Super, (*ty, FactObject::Type(*expr), Name::EMPTY));
        }
        cross_facts
            .blanket
            .iter()
            .for_each(|it| push(FactKind::Blanket, alone(it)));
        let derived = cross_facts.derived.iter();
        derived.for_each(|it| push(FactKind::Derived, pair(it)));
        let assigned = cross_facts.assigned.iter();
        assigned.for_each(|it| push(FactKind::Assigned, member(it)));
        let mounts = cross_facts.mounts.iter();
        mounts.for_each(|it| push(FactKind::Mount, member(it)));
        cross_facts.handlers.iter().for_each(|(def, digest)| {
            push(FactKind::Handler, (*def, FactObject::None, *digest));
        });
        for (fact_kind, kind) in [
            (FactKind::Interface, Satisfies::Interface),
            (FactKind::Method, Satisfies::Method),
        ] {
            let structural = cross_facts.structural.iter();
            let structural = structural.filter(|(_, _, satisfies)| *satisfies == kind);
            structural.for_each(|(source, target, _)| push(fact_kind, pair(&(*source, *target))));
        }
        facts
    }

    /// Returns contributions from a list of facts. Sorts the structural ones. Leaves out a fact whose object does not fit
    /// its kind.
    pub fn of_cross_facts(facts: &CrossFacts) -> Self {
        let mut contributions = Self::default();
        for CrossFact {
            kind,
            subject,
            object,
            name,
        } in facts.all()
        {
            let cross_facts = &mut *contributions;
            let member = match object {
                FactObject::Def(at) => Some(MemberRef::Def(at)),
                FactObject::Assign(file, assign) => Some(MemberRef::Assign(file, assign)),
                FactObject::None | FactObject::Type(_) => None,
            };
            let member = member.map(|member| (subject, name, member));
            match (kind, object) {
                (FactKind::Merged, FactObject::Def(object)) => {
                    cross_facts.merged.push((subject, object));
                }
                (FactKind::Receiver, FactObject::Def(object)) => {
                    cross_facts.receivers.push((subject, object));
                }
                (FactKind::Super, FactObject::Type(ty)) => cross_facts.supers.push((subject, ty)),
                (FactKind::Member, _) => cross_facts.members.extend(member),
                (FactKind::Assigned, _) => cross_facts.assigned.extend(member),
                (FactKind::Blanket, _) => cross_facts.blanket.push(subject),
                (FactKind::Derived, FactObject::Def(object)) => {
                    cross_facts.derived.push((subject, object));
                }
                (FactKind::Mount, _) => cross_facts.mounts.extend(member),
                (FactKind::Handler, _) => cross_facts.handlers.push((subject, name)),
                (FactKind::Interface, FactObject::Def(object)) => {
                    cross_facts
                        .structural
                        .push((subject, object, Satisfies::Interface));
                }
                (FactKind::Method, FactObject::Def(object)) => {
                    cross_facts
                        .structural
                        .push((subject, object, Satisfies::Method));
                }
                _ => {}
            }
        }
        if contributions.structural.len() > 1 {
            contributions.structural.sort_unstable();
        }
        contributions
    }

    /// Renumbers every definition. Facts that name a definition without a new number are removed. Returns true if any
    /// was.
    pub fn rename(&mut self, new: impl Fn(FileDef) -> Option<FileDef>) -> bool {
        let rows = self.rows();
        if rows == 0 {
            return false;
        }
        let cross_facts = &mut **self;
        let own = |at: &mut FileDef| new(*at).map(|found| *at = found).is_some();
        let both = |subject: &mut FileDef, object: &mut FileDef| own(subject) && own(object);
        cross_facts
            .merged
            .retain_mut(|(subject, object)| both(subject, object));
        cross_facts
            .receivers
            .retain_mut(|(subject, object)| both(subject, object));
        cross_facts
            .derived
            .retain_mut(|(subject, object)| both(subject, object));
        for members in [
            &mut cross_facts.members,
            &mut cross_facts.assigned,
            &mut cross_facts.mounts,
        ] {
            members.retain_mut(|(owner, _, member)| match member {
                MemberRef::Def(at) => both(owner, at),
                MemberRef::Assign(file, _) => {
                    let mut module = FileDef {
                        file: *file,
                        def: DefId::MODULE,
                    };
                    let kept = both(owner, &mut module);
                    *file = module.file;
                    kept
                }
            });
        }
        cross_facts.supers.retain_mut(|(ty, _)| own(ty));
        cross_facts.blanket.retain_mut(own);
        cross_facts.handlers.retain_mut(|(at, _)| own(at));
        cross_facts
            .structural
            .retain_mut(|(source, target, _)| both(source, target));
        self.rows() < rows
    }
}

#[cfg(test)]
mod tests {
    use super::{CrossFact, FactKind};
    use crate::contributions::{Contributions, Satisfies};
    use crate::ids::FileDef;
    use crate::ids::MemberRef;
    use bombe_facts::name::Name;
    use bombe_facts::{DefId, TypeId};
    use bombe_rules::file_table::SourceId;

    #[test]
    fn what_was_said_comes_back_by_list_and_as_a_whole() {
        let at = |file, def| FileDef {
            file,
            def: DefId(def),
        };
        let mut cross_facts = Contributions::default();
        assert!(cross_facts.to_cross_facts().is_empty());
        cross_facts.merged = vec![
            (at(SourceId(1), 2), at(SourceId(3), 4)),
            (at(SourceId(0), 1), at(SourceId(0), 2)),
        ];
        cross_facts.receivers = vec![(at(SourceId(5), 6), at(SourceId(7), 8))];
        let name = Name::of("name");
        cross_facts.members = vec![
            (at(SourceId(1), 1), name, MemberRef::Assign(SourceId(9), 10)),
            (at(SourceId(1), 0), name, MemberRef::Def(at(SourceId(2), 3))),
        ];
        cross_facts.supers = vec![(at(SourceId(4), 4), TypeId(11))];
        cross_facts.blanket = vec![at(SourceId(2), 9)];
        cross_facts.derived = vec![(at(SourceId(3), 3), at(SourceId(4), 1))];
        cross_facts.assigned = vec![(
            at(SourceId(6), 1),
            Name::of("object"),
            MemberRef::Assign(SourceId(1), 0),
        )];
        cross_facts.mounts = vec![(
            at(SourceId(7), 3),
            Name::of("/api"),
            MemberRef::Assign(SourceId(2), 1),
        )];
        cross_facts.handlers = vec![
            (at(SourceId(8), 8), Name::of("GET /")),
            (at(SourceId(8), 7), Name::EMPTY),
        ];
        cross_facts.structural = vec![
            (at(SourceId(1), 1), at(SourceId(2), 2), Satisfies::Method),
            (at(SourceId(1), 2), at(SourceId(2), 1), Satisfies::Interface),
        ];
        let rows = cross_facts.to_cross_facts();
        assert_eq!(
            format!("{:?}", Contributions::of_cross_facts(&rows)),
            format!("{cross_facts:?}")
        );
        let counts = [
            (FactKind::Merged, 2),
            (FactKind::Receiver, 1),
            (FactKind::Member, 2),
            (FactKind::Super, 1),
            (FactKind::Blanket, 1),
            (FactKind::Derived, 1),
            (FactKind::Assigned, 1),
            (FactKind::Mount, 1),
            (FactKind::Handler, 2),
            (FactKind::Interface, 1),
            (FactKind::Method, 1),
        ];
        for (kind, count) in counts {
            let of_list = rows.all().filter(|fact| fact.kind == kind);
            assert_eq!(of_list.count(), count, "{kind:?}");
        }
        let files = rows
            .all()
            .flat_map(CrossFact::named)
            .map(|at| at.file)
            .max();
        assert_eq!(files, Some(SourceId(8)));
    }
}
