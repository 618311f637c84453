//! What all files say of others: a posting list for each list and file that it is said of.
//!
//! All lists lie in one sorted run of rows. A build sorts it; an update takes the run that was kept (`crate::record`), leaves
//! out what files say that say another thing now, and has their rows beside it.

use hashbrown::HashSet;

use super::record::At;
use super::repo::Name;
use super::said::{Other, Say, What};
use bombe_facts::DefId;
use bombe_facts::mapped::Piece;
use bombe_rules::fixed::{self, Fixed};

/// A row with the file that says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SaidBy {
    /// What is said.
    pub say: Say,
    /// Number of the file.
    pub by: u32,
}

impl SaidBy {
    /// The order of rows.
    fn key(&self) -> (What, At, u32, Other, Name) {
        let Say {
            what,
            one,
            other,
            name,
        } = self.say;
        (what, one, self.by, other, name)
    }
}

impl Fixed for SaidBy {
    type Bytes = [u8; Say::WIDTH + 4];

    fn to_bytes(&self) -> Self::Bytes {
        let mut bytes = [0; Say::WIDTH + 4];
        bytes[..Say::WIDTH].copy_from_slice(&self.say.to_bytes());
        bytes[Say::WIDTH..].copy_from_slice(&self.by.to_le_bytes());
        bytes
    }

    fn of_bytes(bytes: Self::Bytes) -> Self {
        let (mut say, mut by) = ([0; Say::WIDTH], [0; 4]);
        say.copy_from_slice(&bytes[..Say::WIDTH]);
        by.copy_from_slice(&bytes[Say::WIDTH..]);
        Self {
            say: Say::of_bytes(say),
            by: u32::from_le_bytes(by),
        }
    }
}

/// What all files say, as far as it is shown.
#[derive(Clone, Debug)]
pub struct AllSaid {
    /// Rows by list, definition and file.
    rows: Piece,
    /// Files whose rows among these do not count, ascending.
    otherwise: Vec<u32>,
    /// The rows that count instead, in the same order.
    now: Vec<SaidBy>,
    /// The last list that is shown; those behind it seem to be empty.
    shown: Option<What>,
    /// Where each list starts among the rows that are kept and those beside them, and where the last ends.
    starts: [[usize; What::COUNT + 1]; 2],
}

impl Default for AllSaid {
    fn default() -> Self {
        Self::kept(Piece::default())
    }
}

impl AllSaid {
    /// What files say, each given with its rows.
    pub fn of(files: impl IntoIterator<Item = (u32, impl IntoIterator<Item = Say>)>) -> Self {
        let mut said = Self::default();
        said.add(files, What::LAST);
        said
    }

    /// Rows that were kept.
    pub fn kept(rows: Piece) -> Self {
        let count = rows.len() / SaidBy::WIDTH;
        let start = |what: usize| {
            let rest = fixed::from(&rows, |row: SaidBy| (row.say.what as usize) < what);
            count - rest.len() / SaidBy::WIDTH
        };
        let mut starts = [[0; What::COUNT + 1]; 2];
        if count > 0 {
            starts[0] = std::array::from_fn(start);
        }
        Self {
            rows,
            otherwise: Vec::new(),
            now: Vec::new(),
            shown: Some(What::LAST),
            starts,
        }
    }

    /// The rows as they are kept, of what was made anew.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.now.len() * SaidBy::WIDTH);
        fixed::push(&mut bytes, self.now.iter().copied());
        bytes
    }

    /// The same without what some files say, which ascend; nothing of it is shown.
    #[must_use]
    pub fn without(&self, files: &[u32]) -> Self {
        let mut without = self.clone();
        without.leave_out(files);
        without.shown = None;
        without.count();
        without
    }

    /// Puts other rows in place of what some files have said.
    pub fn replace<R: IntoIterator<Item = Say>>(&mut self, files: Vec<(u32, R)>) {
        let numbers: Vec<u32> = files.iter().map(|(file, _)| *file).collect();
        self.leave_out(&numbers);
        self.add(files, What::LAST);
    }

    fn leave_out(&mut self, files: &[u32]) {
        self.otherwise.extend(files);
        self.otherwise.sort_unstable();
        self.otherwise.dedup();
        let mut files = files.to_vec();
        files.sort_unstable();
        self.now.retain(|row| files.binary_search(&row.by).is_err());
    }

    /// Adds what some files say, and shows the lists up to `shown`.
    pub fn add<R: IntoIterator<Item = Say>>(
        &mut self,
        files: impl IntoIterator<Item = (u32, R)>,
        shown: What,
    ) {
        for (by, rows) in files {
            let mut named = HashSet::new();
            for say in rows {
                named.extend(say.named().map(|at| at.file).filter(|file| *file != by));
                let reversed = say.reversed();
                // What types satisfy is looked for from no other side.
                let own = (!matches!(say.what, What::Interface | What::Method)).then_some(say);
                let rows = own.into_iter().chain(reversed);
                self.now.extend(rows.map(|say| SaidBy { say, by }));
            }
            self.now.extend(named.into_iter().map(|file| SaidBy {
                say: Say {
                    what: What::Named,
                    one: At {
                        file,
                        def: DefId(0),
                    },
                    other: Other::None,
                    name: Name::EMPTY,
                },
                by,
            }));
        }
        // Most are in order.
        self.now.sort_by_key(SaidBy::key);
        self.now.dedup();
        self.shown = Some(shown);
        self.count();
    }

    fn count(&mut self) {
        let now = &self.now;
        self.starts[1] =
            std::array::from_fn(|what| now.partition_point(|row| (row.say.what as usize) < what));
    }

    /// True if a list holds nothing, or is not shown.
    fn is_empty(&self, what: What) -> bool {
        let at = what as usize;
        let is_empty = |starts: &[usize; What::COUNT + 1]| starts[at] == starts[at + 1];
        self.shown < Some(what) || self.starts.iter().all(is_empty)
    }

    /// The rows of a list for whose definition something holds; it must hold for one run of them, before which `before` does.
    fn run<'s>(
        &'s self,
        what: What,
        before: impl Fn(At) -> bool + Copy,
        holds: impl Fn(At) -> bool + Copy + 's,
    ) -> impl Iterator<Item = SaidBy> + 's {
        let at = what as usize;
        let [kept, now] = if self.is_empty(what) {
            [0..0, 0..0]
        } else {
            self.starts.map(|starts| starts[at]..starts[at + 1])
        };
        let (start, end) = (kept.start * SaidBy::WIDTH, kept.end * SaidBy::WIDTH);
        let kept = self.rows.get(start..end).unwrap_or_default();
        let kept = fixed::from(kept, |row: SaidBy| before(row.say.one));
        let now = &self.now[now];
        let now = &now[now.partition_point(|row| before(row.say.one))..];
        let kept = fixed::rows::<SaidBy>(kept).take_while(move |row| holds(row.say.one));
        let kept = kept.filter(|row| self.otherwise.binary_search(&row.by).is_err());
        let now = now.iter().take_while(move |row| holds(row.say.one));
        kept.chain(now.copied())
    }

    /// The rows of a list that are said of the definitions of a file. Logarithmic in the number of all rows.
    pub fn of_file(&self, what: What, file: u32) -> impl Iterator<Item = SaidBy> + '_ {
        self.run(what, move |at| at.file < file, move |at| at.file == file)
    }

    /// The rows of a list that are said of a definition. Logarithmic in the number of all rows.
    pub fn of_def(&self, what: What, def: At) -> impl Iterator<Item = SaidBy> + '_ {
        self.run(what, move |at| at < def, move |at| at == def)
    }

    /// All rows of a list.
    pub fn all(&self, what: What) -> impl Iterator<Item = SaidBy> + '_ {
        self.run(what, |_| false, |_| true)
    }

    /// The files that say something of a definition of another file.
    pub fn naming(&self, file: u32) -> impl Iterator<Item = u32> + '_ {
        self.of_file(What::Named, file).map(|row| row.by)
    }
}

#[cfg(test)]
mod tests {
    use super::AllSaid;
    use crate::record::At;
    use crate::said::{Other, Say, What};
    use bombe_facts::DefId;
    use bombe_facts::mapped::Piece;
    use bombe_facts::name::Name;

    fn at(file: u32, def: u32) -> At {
        At {
            file,
            def: DefId(def),
        }
    }

    fn member(owner: At, member: At) -> Say {
        Say {
            what: What::Member,
            one: owner,
            other: Other::Def(member),
            name: Name::of("m"),
        }
    }

    fn merged(one: At, other: At) -> Say {
        Say {
            what: What::Merged,
            one,
            other: Other::Def(other),
            name: Name::EMPTY,
        }
    }

    fn members(said: &AllSaid, file: u32) -> Vec<(u32, Other)> {
        let rows = said.of_file(What::Member, file);
        rows.map(|row| (row.by, row.say.other)).collect()
    }

    #[test]
    fn what_files_say_now_takes_the_place_of_what_was_kept() {
        let files = [
            (0, vec![merged(at(0, 1), at(0, 2))]),
            (
                1,
                vec![member(at(0, 1), at(1, 1)), member(at(2, 1), at(1, 2))],
            ),
            (3, vec![member(at(0, 1), at(3, 1))]),
        ];
        let said = AllSaid::of(files);
        let kept = AllSaid::kept(Piece::Own(said.to_bytes().into()));
        for said in [&said, &kept] {
            assert_eq!(
                members(said, 0),
                [(1, Other::Def(at(1, 1))), (3, Other::Def(at(3, 1)))]
            );
            assert_eq!(said.of_def(What::Member, at(2, 1)).count(), 1);
            assert_eq!(said.of_def(What::Member, at(2, 2)).count(), 0);
            assert_eq!(said.all(What::Merged).count(), 1);
            assert_eq!(said.all(What::Super).count(), 0);
            assert_eq!(said.naming(0).collect::<Vec<_>>(), [1, 3]);
            assert_eq!(said.naming(1).count(), 0, "a file names itself");
            let owners = said.of_file(What::MemberOf, 1).map(|row| row.say.other);
            let owners: Vec<Other> = owners.collect();
            assert_eq!(owners, [Other::Def(at(0, 1)), Other::Def(at(2, 1))]);
        }
        let mut now = kept.clone();
        now.replace(vec![(1, vec![member(at(2, 1), at(1, 1))])]);
        assert_eq!(members(&now, 0), [(3, Other::Def(at(3, 1)))]);
        assert_eq!(members(&now, 2), [(1, Other::Def(at(1, 1)))]);
        assert_eq!(now.naming(0).collect::<Vec<_>>(), [3]);
        let mut without = now.without(&[1, 3]);
        assert_eq!(without.all(What::Merged).count(), 0, "it is not shown yet");
        without.add([(3, vec![member(at(2, 5), at(3, 1))])], What::Merged);
        assert_eq!(without.all(What::Merged).count(), 1);
        assert!(members(&without, 2).is_empty(), "it is not shown yet");
        without.add(Vec::<(u32, Vec<Say>)>::new(), What::Member);
        assert_eq!(members(&without, 2), [(3, Other::Def(at(3, 1)))]);
        assert!(members(&without, 0).is_empty());
    }
}
