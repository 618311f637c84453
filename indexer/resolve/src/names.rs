//! Shared names: for each name, the files that bind it where other files see it.
//!
//! All lists lie in one sorted table. A full build sorts it from the file summaries. An update reads the table from its
//! cache file, ignores the rows of files that have changed, and keeps their new rows in a second table.

use bombe_rules::file_table::SourceId;
use rayon::prelude::*;

use bombe_facts::mapped::OwnedBytes;
use bombe_facts::name::Name;
use bombe_rules::file_table::SharedBinding;
use bombe_rules::fixed::{self, FixedWidth};
use bombe_rules::summary::FileSummary;

/// The names that files share.
#[derive(Debug, Default)]
pub struct Names {
    /// Rows by name, file and binding.
    rows: OwnedBytes,
    /// Files whose rows above are out of date, ascending.
    otherwise: Vec<SourceId>,
    /// Their current rows, in the same order.
    now: Vec<SharedBinding>,
}

impl Names {
    /// Returns the shared names of all files, given their summaries.
    pub fn of(summaries: &[&FileSummary]) -> Self {
        let rows = sorted(
            (summaries.par_iter().enumerate())
                .map(|(file, summary)| (*summary, SourceId::new(file))),
        );
        let mut bytes = Vec::with_capacity(rows.len() * SharedBinding::WIDTH);
        fixed::push(&mut bytes, rows);
        Self {
            rows: OwnedBytes::Heap(bytes.into()),
            ..Self::default()
        }
    }

    /// Returns the names of a cached table in which the rows of some files are out of date.
    pub fn cached(rows: OwnedBytes, otherwise: Vec<SourceId>) -> Self {
        Self {
            rows,
            otherwise,
            now: Vec::new(),
        }
    }

    /// Returns the names with current rows for some files and for those whose rows are out of date. `summary` returns
    /// the summary of a file by its number.
    #[must_use]
    pub fn with<'o>(
        mut self,
        otherwise: impl Iterator<Item = SourceId>,
        summary: impl Fn(SourceId) -> &'o FileSummary + Sync,
    ) -> Self {
        self.otherwise.extend(otherwise);
        self.otherwise.sort_unstable();
        self.otherwise.dedup();
        let files = self.otherwise.par_iter();
        self.now = sorted(files.map(|file| (summary(*file), *file)));
        self
    }

    /// Returns the rows as cache files hold them.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// Returns every binding of a name, by file and number. Logarithmic in the number of all rows and linear in that of
    /// the name's.
    pub fn get(&self, name: Name) -> impl Iterator<Item = SharedBinding> + '_ {
        let rest = fixed::from(&self.rows, |row: SharedBinding| row.bound.name < name);
        let kept = fixed::rows(rest)
            .take_while(move |row: &SharedBinding| row.bound.name == name)
            .filter(|row| self.otherwise.binary_search(&row.file).is_err());
        let start = self.now.partition_point(|row| row.bound.name < name);
        let now = self.now[start..].iter().copied();
        let mut now = now.take_while(move |row| row.bound.name == name).peekable();
        let mut kept = kept.peekable();
        std::iter::from_fn(move || match (kept.peek(), now.peek()) {
            (Some(one), Some(other)) if one.file < other.file => kept.next(),
            (Some(_), None) => kept.next(),
            (_, _) => now.next(),
        })
    }
}

/// Returns the order of rows.
fn order_key(row: &SharedBinding) -> (Name, u32, u32) {
    (row.bound.name, row.file.0, row.bound.binding.0)
}

fn sorted<'o>(
    files: impl ParallelIterator<Item = (&'o FileSummary, SourceId)>,
) -> Vec<SharedBinding> {
    let rows = files.flat_map_iter(|(summary, file)| {
        let rows = summary.bound();
        rows.map(move |bound| SharedBinding { file, bound })
    });
    let mut rows: Vec<SharedBinding> = rows.collect();
    rows.par_sort_unstable_by_key(order_key);
    rows
}

#[cfg(test)]
mod tests {
    use bombe_format::kind::Language;

    use super::Names;
    use bombe_facts::name::Name;
    use bombe_languages::parse::parse_file;
    use bombe_languages::rules_for;
    use bombe_rules::file_table::SourceId;
    use bombe_rules::summary::FileSummary;

    fn summary(text: &str) -> FileSummary {
        let facts = parse_file(Language::C, "a.c", text.as_bytes()).unwrap();
        FileSummary::of(&facts, rules_for(Language::C).unwrap())
    }

    fn files(names: &Names, name: &str) -> Vec<u32> {
        names.get(Name::of(name)).map(|row| row.file.0).collect()
    }

    #[test]
    fn what_is_otherwise_now_takes_the_place_of_what_was_kept() {
        let texts = ["int a; int b;", "int b;", "", "int a; int c;"];
        let summaries: Vec<FileSummary> = texts.iter().map(|text| summary(text)).collect();
        let names = Names::of(&summaries.iter().collect::<Vec<_>>());
        assert_eq!(files(&names, "a"), [0, 3]);
        assert_eq!(files(&names, "b"), [0, 1]);
        assert!(files(&names, "d").is_empty());
        let mut later = summaries;
        later[1] = summary("int a; int d;");
        later[3] = summary("int c;");
        let kept = Names::cached(names.rows, vec![SourceId(3)]);
        let names = kept.with([SourceId(1)].into_iter(), |file| &later[file.index()]);
        let anew = Names::of(&later.iter().collect::<Vec<_>>());
        for name in ["a", "b", "c", "d"] {
            assert_eq!(files(&names, name), files(&anew, name), "{name}");
        }
    }
}
