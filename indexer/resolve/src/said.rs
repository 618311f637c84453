//! What files say of others as it is kept: rows of a fixed width, which are decoded file by file.

use super::link::{Outward, Satisfies};
use super::record::At;
use super::repo::{MemberRef, Name};
use bombe_facts::mapped::Piece;
use bombe_facts::{DefId, TypeId};
use bombe_rules::fixed::{self, Fixed};

/// Something that a file says; see the lists of [`super::link::Said`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Say {
    /// The list that it is of. Rows of a file lie in this order.
    pub what: What,
    /// What it is said of.
    pub one: At,
    /// What is said.
    pub other: Other,
    /// The name of a member; else empty.
    pub name: Name,
}

/// The lists of [`super::link::Said`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the lists say it")]
pub enum What {
    Merged,
    Receiver,
    Member,
    Super,
    Blanket,
    Assigned,
    Handler,
    Interface,
    Method,
    /// [`What::Member`] and [`What::Assigned`] from the other side: the owner of a member. In [`super::all_said`] alone, like all that
    /// follow.
    MemberOf,
    /// [`What::Receiver`] from the other side: a method or block of a type.
    Received,
    /// A file of which something is said, as its module.
    Named,
}

impl What {
    /// The last list.
    pub const LAST: Self = Self::Named;

    /// Number of lists.
    pub const COUNT: usize = Self::LAST as usize + 1;
}

/// The other side of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Other {
    /// Nothing.
    None,
    /// A definition.
    Def(At),
    /// An assignment: number of the file, index into its assignments.
    Assign(u32, u32),
    /// A type expression of the file that says it.
    Type(TypeId),
}

impl Fixed for Say {
    type Bytes = [u8; 26];

    fn to_bytes(&self) -> [u8; 26] {
        let (tag, first, second) = match self.other {
            Other::None => (0, 0, 0),
            Other::Def(at) => (1, at.file, at.def.0),
            Other::Assign(file, assign) => (2, file, assign),
            Other::Type(ty) => (3, 0, ty.0),
        };
        let mut bytes = [0; 26];
        bytes[0] = self.what as u8;
        bytes[1] = tag;
        let numbers = [self.one.file, self.one.def.0, first, second];
        bytes[2..18].copy_from_slice(numbers.map(u32::to_le_bytes).as_flattened());
        bytes[18..].copy_from_slice(&self.name.to_bytes());
        bytes
    }

    fn of_bytes(bytes: [u8; 26]) -> Self {
        let [what, tag, numbers @ .., n0, n1, n2, n3, n4, n5, n6, n7] = bytes;
        let mut numbers = numbers
            .as_chunks()
            .0
            .iter()
            .map(|it| u32::from_le_bytes(*it));
        let mut number = || numbers.next().unwrap_or_default();
        let one = At {
            file: number(),
            def: DefId(number()),
        };
        let (first, second) = (number(), number());
        Self {
            what: match what {
                0 => What::Merged,
                1 => What::Receiver,
                2 => What::Member,
                3 => What::Super,
                4 => What::Blanket,
                5 => What::Assigned,
                6 => What::Handler,
                7 => What::Interface,
                8 => What::Method,
                9 => What::MemberOf,
                10 => What::Received,
                _ => What::Named,
            },
            one,
            other: match tag {
                0 => Other::None,
                1 => Other::Def(At {
                    file: first,
                    def: DefId(second),
                }),
                2 => Other::Assign(first, second),
                _ => Other::Type(TypeId(second)),
            },
            name: Name::of_bytes([n0, n1, n2, n3, n4, n5, n6, n7]),
        }
    }
}

impl Say {
    /// Every definition that it names.
    pub fn named(self) -> impl Iterator<Item = At> {
        let other = match self.other {
            Other::Def(at) => Some(at),
            Other::None | Other::Assign(..) | Other::Type(_) => None,
        };
        [Some(self.one), other].into_iter().flatten()
    }

    /// The same as it is looked for from the other side, if it is.
    pub(super) fn reversed(self) -> Option<Self> {
        let Other::Def(one) = self.other else {
            return None;
        };
        let what = match self.what {
            What::Member | What::Assigned => What::MemberOf,
            What::Receiver => What::Received,
            _ => return None,
        };
        let other = Other::Def(self.one);
        let name = Name::EMPTY;
        Some(Self {
            what,
            one,
            other,
            name,
        })
    }
}

/// What a file says, row behind row.
#[derive(Clone, Debug, Default)]
pub struct Rows(Piece);

impl Rows {
    /// Rows that were kept.
    pub fn kept(rows: Piece) -> Self {
        Self(rows)
    }

    /// The rows as they are kept.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// True if the file says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All rows.
    pub fn all(&self) -> impl Iterator<Item = Say> + '_ {
        fixed::rows(&self.0)
    }
}

/// A member as it is said.
fn member((owner, name, member): &(At, Name, MemberRef<At>)) -> (At, Other, Name) {
    let member = match *member {
        MemberRef::Def(at) => Other::Def(at),
        MemberRef::Assign(file, assign) => Other::Assign(file, assign),
    };
    (*owner, member, *name)
}

impl Outward<At> {
    /// It as rows.
    pub fn to_rows(&self) -> Rows {
        let said = &**self;
        let mut bytes = Vec::with_capacity(said.rows() * Say::WIDTH);
        let mut push = |what, (one, other, name)| {
            let say = Say {
                what,
                one,
                other,
                name,
            };
            fixed::push(&mut bytes, [say]);
        };
        let pair = |(one, other): &(At, At)| (*one, Other::Def(*other), Name::EMPTY);
        let alone = |one: &At| (*one, Other::None, Name::EMPTY);
        said.merged
            .iter()
            .for_each(|it| push(What::Merged, pair(it)));
        let receivers = said.receivers.iter();
        receivers.for_each(|it| push(What::Receiver, pair(it)));
        said.members
            .iter()
            .for_each(|it| push(What::Member, member(it)));
        for (ty, expr) in &said.supers {
            push(What::Super, (*ty, Other::Type(*expr), Name::EMPTY));
        }
        said.blanket
            .iter()
            .for_each(|it| push(What::Blanket, alone(it)));
        let assigned = said.assigned.iter();
        assigned.for_each(|it| push(What::Assigned, member(it)));
        said.handlers
            .iter()
            .for_each(|it| push(What::Handler, alone(it)));
        for (what, kind) in [
            (What::Interface, Satisfies::Interface),
            (What::Method, Satisfies::Method),
        ] {
            let structural = said.structural.iter();
            let structural = structural.filter(|(_, _, satisfies)| *satisfies == kind);
            structural.for_each(|(source, target, _)| push(what, pair(&(*source, *target))));
        }
        Rows(Piece::Own(bytes.into()))
    }

    /// What some rows say. Structural rows are sorted; a row that no list can hold is left out.
    pub fn of_rows(rows: &Rows) -> Self {
        let mut outward = Self::default();
        for Say {
            what,
            one,
            other,
            name,
        } in rows.all()
        {
            let said = &mut *outward;
            let member = match other {
                Other::Def(at) => Some(MemberRef::Def(at)),
                Other::Assign(file, assign) => Some(MemberRef::Assign(file, assign)),
                Other::None | Other::Type(_) => None,
            };
            let member = member.map(|member| (one, name, member));
            match (what, other) {
                (What::Merged, Other::Def(other)) => said.merged.push((one, other)),
                (What::Receiver, Other::Def(other)) => said.receivers.push((one, other)),
                (What::Super, Other::Type(ty)) => said.supers.push((one, ty)),
                (What::Member, _) => said.members.extend(member),
                (What::Assigned, _) => said.assigned.extend(member),
                (What::Blanket, _) => said.blanket.push(one),
                (What::Handler, _) => said.handlers.push(one),
                (What::Interface, Other::Def(other)) => {
                    said.structural.push((one, other, Satisfies::Interface));
                }
                (What::Method, Other::Def(other)) => {
                    said.structural.push((one, other, Satisfies::Method));
                }
                _ => {}
            }
        }
        if outward.structural.len() > 1 {
            outward.structural.sort_unstable();
        }
        outward
    }

    /// Gives every definition that it names its new number. What names one that has none is taken out. True if something
    /// was.
    pub fn rename(&mut self, new: impl Fn(At) -> Option<At>) -> bool {
        let rows = self.rows();
        if rows == 0 {
            return false;
        }
        let said = &mut **self;
        let own = |at: &mut At| new(*at).map(|found| *at = found).is_some();
        let both = |one: &mut At, other: &mut At| own(one) && own(other);
        said.merged.retain_mut(|(one, other)| both(one, other));
        said.receivers.retain_mut(|(one, other)| both(one, other));
        for members in [&mut said.members, &mut said.assigned] {
            members.retain_mut(|(owner, _, member)| match member {
                MemberRef::Def(at) => both(owner, at),
                MemberRef::Assign(file, _) => {
                    let mut module = At {
                        file: *file,
                        def: DefId(0),
                    };
                    let kept = both(owner, &mut module);
                    *file = module.file;
                    kept
                }
            });
        }
        said.supers.retain_mut(|(ty, _)| own(ty));
        said.blanket.retain_mut(own);
        said.handlers.retain_mut(own);
        said.structural
            .retain_mut(|(source, target, _)| both(source, target));
        self.rows() < rows
    }
}

#[cfg(test)]
mod tests {
    use super::{Say, What};
    use crate::link::{Outward, Satisfies};
    use crate::record::At;
    use crate::repo::MemberRef;
    use bombe_facts::name::Name;
    use bombe_facts::{DefId, TypeId};

    #[test]
    fn what_was_said_comes_back_by_list_and_as_a_whole() {
        let at = |file, def| At {
            file,
            def: DefId(def),
        };
        let mut said = Outward::default();
        assert!(said.to_rows().is_empty());
        said.merged = vec![(at(1, 2), at(3, 4)), (at(0, 1), at(0, 2))];
        said.receivers = vec![(at(5, 6), at(7, 8))];
        let name = Name::of("name");
        said.members = vec![
            (at(1, 1), name, MemberRef::Assign(9, 10)),
            (at(1, 0), name, MemberRef::Def(at(2, 3))),
        ];
        said.supers = vec![(at(4, 4), TypeId(11))];
        said.blanket = vec![at(2, 9)];
        said.assigned = vec![(at(6, 1), Name::of("other"), MemberRef::Assign(1, 0))];
        said.handlers = vec![at(8, 8), at(8, 7)];
        said.structural = vec![
            (at(1, 1), at(2, 2), Satisfies::Method),
            (at(1, 2), at(2, 1), Satisfies::Interface),
        ];
        let rows = said.to_rows();
        assert_eq!(
            format!("{:?}", Outward::of_rows(&rows)),
            format!("{said:?}")
        );
        let counts = [
            (What::Merged, 2),
            (What::Receiver, 1),
            (What::Member, 2),
            (What::Super, 1),
            (What::Blanket, 1),
            (What::Assigned, 1),
            (What::Handler, 2),
            (What::Interface, 1),
            (What::Method, 1),
        ];
        for (what, count) in counts {
            let of_list = rows.all().filter(|say| say.what == what);
            assert_eq!(of_list.count(), count, "{what:?}");
        }
        let files = rows.all().flat_map(Say::named).map(|at| at.file).max();
        assert_eq!(files, Some(8));
    }
}
