//! The cross-file index: for each kind and each file, the facts that any file states about it.
//!
//! All facts lie in one sorted table. A full build sorts it. An update reads the table from its cache file, ignores the
//! rows of files whose facts have changed, and keeps their current rows in a second table.

use bombe_rules::file_table::SourceId;
use hashbrown::HashSet;

use super::cross_fact::{CrossFact, FactKind, FactObject};
use super::ids::FileDef;
use bombe_facts::DefId;
use bombe_facts::mapped::OwnedBytes;
use bombe_facts::name::Name;
use bombe_rules::fixed::{self, FixedWidth};

/// A fact with the file that states it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexedFact {
    /// The fact.
    pub fact: CrossFact,
    /// Number of the file.
    pub stated_by: SourceId,
}

impl IndexedFact {
    /// Returns the order of rows.
    fn key(&self) -> (FactKind, FileDef, SourceId, FactObject, Name) {
        let CrossFact {
            kind,
            subject,
            object,
            name,
        } = self.fact;
        (kind, subject, self.stated_by, object, name)
    }
}

impl FixedWidth for IndexedFact {
    type Bytes = [u8; CrossFact::WIDTH + 4];

    fn to_bytes(&self) -> Self::Bytes {
        let mut bytes = [0; CrossFact::WIDTH + 4];
        bytes[..CrossFact::WIDTH].copy_from_slice(&self.fact.to_bytes());
        bytes[CrossFact::WIDTH..].copy_from_slice(&self.stated_by.0.to_le_bytes());
        bytes
    }

    fn of_bytes(bytes: Self::Bytes) -> Self {
        let (mut fact, mut stated_by) = ([0; CrossFact::WIDTH], [0; 4]);
        fact.copy_from_slice(&bytes[..CrossFact::WIDTH]);
        stated_by.copy_from_slice(&bytes[CrossFact::WIDTH..]);
        Self {
            fact: CrossFact::of_bytes(fact),
            stated_by: SourceId(u32::from_le_bytes(stated_by)),
        }
    }
}

/// The facts of all files, of the kinds that are visible.
#[derive(Clone, Debug)]
pub struct CrossFileIndex {
    /// Rows by kind, subject and file.
    rows: OwnedBytes,
    /// Files whose rows above are out of date, ascending.
    replaced: Vec<SourceId>,
    /// Their current rows, in the same order.
    current: Vec<IndexedFact>,
    /// The last visible kind; later kinds seem to be empty.
    visible_through: Option<FactKind>,
    /// Where each kind starts in both tables, and where the last ends.
    starts: [[usize; FactKind::COUNT + 1]; 2],
}

impl Default for CrossFileIndex {
    fn default() -> Self {
        Self::cached(OwnedBytes::default())
    }
}

impl CrossFileIndex {
    /// Returns the index of some files, given the rows of each.
    pub fn of(
        files: impl IntoIterator<Item = (SourceId, impl IntoIterator<Item = CrossFact>)>,
    ) -> Self {
        let mut cross_facts = Self::default();
        cross_facts.add(files, FactKind::LAST);
        cross_facts
    }

    /// Returns the rows of a cache file.
    pub fn cached(rows: OwnedBytes) -> Self {
        let count = rows.len() / IndexedFact::WIDTH;
        let start = |kind: usize| {
            let rest = fixed::from(&rows, |row: IndexedFact| (row.fact.kind as usize) < kind);
            count - rest.len() / IndexedFact::WIDTH
        };
        let mut starts = [[0; FactKind::COUNT + 1]; 2];
        if count > 0 {
            starts[0] = std::array::from_fn(start);
        }
        Self {
            rows,
            replaced: Vec::new(),
            current: Vec::new(),
            visible_through: Some(FactKind::LAST),
            starts,
        }
    }

    /// Returns the rows as cache files hold them. Only for an index that was made from scratch.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.current.len() * IndexedFact::WIDTH);
        fixed::push(&mut bytes, self.current.iter().copied());
        bytes
    }

    /// Returns the index without the facts of some files, which ascend. No kind is visible in it.
    #[must_use]
    pub fn without(&self, files: &[SourceId]) -> Self {
        let mut without = self.clone();
        without.leave_out(files);
        without.visible_through = None;
        without.count();
        without
    }

    /// Replaces the facts of some files.
    pub fn replace<R: IntoIterator<Item = CrossFact>>(&mut self, files: Vec<(SourceId, R)>) {
        let numbers: Vec<SourceId> = files.iter().map(|(file, _)| *file).collect();
        self.leave_out(&numbers);
        self.add(files, FactKind::LAST);
    }

    fn leave_out(&mut self, files: &[SourceId]) {
        self.replaced.extend(files);
        self.replaced.sort_unstable();
        self.replaced.dedup();
        let mut files = files.to_vec();
        files.sort_unstable();
        self.current
            .retain(|row| files.binary_search(&row.stated_by).is_err());
    }

    /// Adds the facts of some files, and makes the kinds up to `visible_through` visible.
    pub fn add<R: IntoIterator<Item = CrossFact>>(
        &mut self,
        files: impl IntoIterator<Item = (SourceId, R)>,
        visible_through: FactKind,
    ) {
        for (stated_by, rows) in files {
            let mut named = HashSet::new();
            for fact in rows {
                named.extend(
                    fact.named()
                        .map(|at| at.file)
                        .filter(|file| *file != stated_by),
                );
                let reversed = fact.reversed();
                // Nothing queries structural satisfaction from its target.
                let own =
                    (!matches!(fact.kind, FactKind::Interface | FactKind::Method)).then_some(fact);
                let rows = own.into_iter().chain(reversed);
                self.current
                    .extend(rows.map(|fact| IndexedFact { fact, stated_by }));
            }
            self.current
                .extend(named.into_iter().map(|file| IndexedFact {
                    fact: CrossFact {
                        kind: FactKind::Named,
                        subject: FileDef {
                            file,
                            def: DefId::MODULE,
                        },
                        object: FactObject::None,
                        name: Name::EMPTY,
                    },
                    stated_by,
                }));
        }
        // Most rows are in order already.
        self.current.sort_by_key(IndexedFact::key);
        self.current.dedup();
        self.visible_through = Some(visible_through);
        self.count();
    }

    fn count(&mut self) {
        let current = &self.current;
        self.starts[1] = std::array::from_fn(|kind| {
            current.partition_point(|row| (row.fact.kind as usize) < kind)
        });
    }

    /// Returns true if a kind has no facts or is not visible.
    fn is_empty(&self, kind: FactKind) -> bool {
        let at = kind as usize;
        let is_empty = |starts: &[usize; FactKind::COUNT + 1]| starts[at] == starts[at + 1];
        self.visible_through < Some(kind) || self.starts.iter().all(is_empty)
    }

    /// Returns the rows of a kind whose subject satisfies a condition. They must be consecutive, and `before` must hold
    /// for exactly the rows in front of them.
    fn run<'s>(
        &'s self,
        kind: FactKind,
        before: impl Fn(FileDef) -> bool + Copy,
        holds: impl Fn(FileDef) -> bool + Copy + 's,
    ) -> impl Iterator<Item = IndexedFact> + 's {
        let at = kind as usize;
        let [kept, current] = if self.is_empty(kind) {
            [0..0, 0..0]
        } else {
            self.starts.map(|starts| starts[at]..starts[at + 1])
        };
        let (start, end) = (
            kept.start * IndexedFact::WIDTH,
            kept.end * IndexedFact::WIDTH,
        );
        let kept = self.rows.get(start..end).unwrap_or_default();
        let kept = fixed::from(kept, |row: IndexedFact| before(row.fact.subject));
        let current = &self.current[current];
        let current = &current[current.partition_point(|row| before(row.fact.subject))..];
        let kept = fixed::rows::<IndexedFact>(kept).take_while(move |row| holds(row.fact.subject));
        let kept = kept.filter(|row| self.replaced.binary_search(&row.stated_by).is_err());
        let current = current
            .iter()
            .take_while(move |row| holds(row.fact.subject));
        kept.chain(current.copied())
    }

    /// Returns the facts of a kind about the definitions of a file. Logarithmic in the number of all rows.
    pub fn of_file(
        &self,
        kind: FactKind,
        file: SourceId,
    ) -> impl Iterator<Item = IndexedFact> + '_ {
        self.run(kind, move |at| at.file < file, move |at| at.file == file)
    }

    /// Returns the facts of a kind about a definition. Logarithmic in the number of all rows.
    pub fn of_def(&self, kind: FactKind, def: FileDef) -> impl Iterator<Item = IndexedFact> + '_ {
        self.run(kind, move |at| at < def, move |at| at == def)
    }

    /// Returns all facts of a kind.
    pub fn all(&self, kind: FactKind) -> impl Iterator<Item = IndexedFact> + '_ {
        self.run(kind, |_| false, |_| true)
    }

    /// Returns the files that state a fact that names a definition of a file.
    pub fn naming(&self, file: SourceId) -> impl Iterator<Item = SourceId> + '_ {
        self.of_file(FactKind::Named, file).map(|row| row.stated_by)
    }
}

#[cfg(test)]
mod tests {
    use super::CrossFileIndex;
    use crate::cross_fact::{CrossFact, FactKind, FactObject};
    use crate::ids::FileDef;
    use bombe_facts::DefId;
    use bombe_facts::mapped::OwnedBytes;
    use bombe_facts::name::Name;
    use bombe_rules::file_table::SourceId;

    fn at(file: u32, def: u32) -> FileDef {
        FileDef {
            file: SourceId(file),
            def: DefId(def),
        }
    }

    fn member(owner: FileDef, member: FileDef) -> CrossFact {
        CrossFact {
            kind: FactKind::Member,
            subject: owner,
            object: FactObject::Def(member),
            name: Name::of("m"),
        }
    }

    fn merged(subject: FileDef, object: FileDef) -> CrossFact {
        CrossFact {
            kind: FactKind::Merged,
            subject,
            object: FactObject::Def(object),
            name: Name::EMPTY,
        }
    }

    fn members(cross_facts: &CrossFileIndex, file: u32) -> Vec<(u32, FactObject)> {
        let rows = cross_facts.of_file(FactKind::Member, SourceId(file));
        rows.map(|row| (row.stated_by.0, row.fact.object)).collect()
    }

    #[test]
    fn what_files_say_now_takes_the_place_of_what_was_kept() {
        let files = [
            (SourceId(0), vec![merged(at(0, 1), at(0, 2))]),
            (
                SourceId(1),
                vec![member(at(0, 1), at(1, 1)), member(at(2, 1), at(1, 2))],
            ),
            (SourceId(3), vec![member(at(0, 1), at(3, 1))]),
        ];
        let cross_facts = CrossFileIndex::of(files);
        let kept = CrossFileIndex::cached(OwnedBytes::Heap(cross_facts.to_bytes().into()));
        for cross_facts in [&cross_facts, &kept] {
            assert_eq!(
                members(cross_facts, 0),
                [
                    (1, FactObject::Def(at(1, 1))),
                    (3, FactObject::Def(at(3, 1)))
                ]
            );
            assert_eq!(cross_facts.of_def(FactKind::Member, at(2, 1)).count(), 1);
            assert_eq!(cross_facts.of_def(FactKind::Member, at(2, 2)).count(), 0);
            assert_eq!(cross_facts.all(FactKind::Merged).count(), 1);
            assert_eq!(cross_facts.all(FactKind::Super).count(), 0);
            assert_eq!(
                cross_facts.naming(SourceId(0)).collect::<Vec<_>>(),
                [SourceId(1), SourceId(3)]
            );
            assert_eq!(
                cross_facts.naming(SourceId(1)).count(),
                0,
                "a file names itself"
            );
            let owners = cross_facts
                .of_file(FactKind::MemberOf, SourceId(1))
                .map(|row| row.fact.object);
            let owners: Vec<FactObject> = owners.collect();
            assert_eq!(
                owners,
                [FactObject::Def(at(0, 1)), FactObject::Def(at(2, 1))]
            );
        }
        let mut current = kept.clone();
        current.replace(vec![(SourceId(1), vec![member(at(2, 1), at(1, 1))])]);
        assert_eq!(members(&current, 0), [(3, FactObject::Def(at(3, 1)))]);
        assert_eq!(members(&current, 2), [(1, FactObject::Def(at(1, 1)))]);
        assert_eq!(
            current.naming(SourceId(0)).collect::<Vec<_>>(),
            [SourceId(3)]
        );
        let mut without = current.without(&[SourceId(1), SourceId(3)]);
        assert_eq!(
            without.all(FactKind::Merged).count(),
            0,
            "it is not visible_through yet"
        );
        without.add(
            [(SourceId(3), vec![member(at(2, 5), at(3, 1))])],
            FactKind::Merged,
        );
        assert_eq!(without.all(FactKind::Merged).count(), 1);
        assert!(
            members(&without, 2).is_empty(),
            "it is not visible_through yet"
        );
        without.add(Vec::<(SourceId, Vec<CrossFact>)>::new(), FactKind::Member);
        assert_eq!(members(&without, 2), [(3, FactObject::Def(at(3, 1)))]);
        assert!(members(&without, 0).is_empty());
    }
}
