//! Import statements.

use bombe_facts::interner::Interner;
use bombe_format::column::statements::{Statement, StatementColumns, push_statements};
use bombe_format::varint;
use bombe_resolve::graph::{Graph, ImportStatement};

use super::strings::StringTable;

/// Distinct texts, and their rows in the order of the texts.
struct Sorted {
    interner: Interner,
    row: Vec<u32>,
}

impl Sorted {
    fn new(texts: impl Iterator<Item = impl AsRef<str>>) -> Self {
        let mut interner = Interner::new();
        for text in texts {
            interner.intern(text.as_ref());
        }
        let mut row = vec![0u32; interner.sorted().len()];
        for (position, id) in interner.sorted().iter().enumerate() {
            row[*id as usize] = position as u32;
        }
        Self { interner, row }
    }

    /// Returns the row of a text that was given.
    fn of(&mut self, text: &str) -> u32 {
        self.row[self.interner.intern(text).0 as usize]
    }

    fn positions(&self, strings: &mut StringTable) -> Vec<u32> {
        let order = self.interner.sorted();
        let texts = order.iter().map(|id| self.interner.get(*id));
        texts.map(|text| strings.position(text)).collect()
    }
}

/// Returns the import statements.
pub(super) fn statements(graph: &Graph, strings: &mut StringTable) -> StatementColumns {
    let all = &graph.statements;
    let named = |row: &ImportStatement| !row.name.is_empty();
    let renamed = |row: &ImportStatement| !row.alias.is_empty();
    let names = all.iter().filter(|row| named(row)).map(|row| &row.name);
    let aliases = all.iter().filter(|row| renamed(row)).map(|row| &row.alias);
    let mut names = Sorted::new(names.chain(aliases));
    let mut modules = Sorted::new(all.iter().map(|row| &row.module));
    let mut files_of: Vec<Vec<u32>> = vec![Vec::new(); modules.row.len()];
    let mut columns = StatementColumns::default();
    columns.start.push(0);
    let mut rows = all.iter().peekable();
    for file in 0..graph.files.len() as u32 {
        let mut of_file = Vec::new();
        while let Some(row) = rows.next_if(|row| row.file.0 == file) {
            let module = modules.of(&row.module);
            let files = &mut files_of[module as usize];
            if files.last() != Some(&file) {
                files.push(file);
            }
            of_file.push(Statement {
                line: row.line,
                form: row.form as u8,
                is_type_only: row.is_type_only,
                is_reexport: row.is_reexport,
                is_external: row.is_external,
                module,
                name: named(row).then(|| names.of(&row.name)),
                alias: renamed(row).then(|| names.of(&row.alias)),
                targets: row.targets.to_vec(),
            });
        }
        push_statements(&mut columns.blob, of_file.iter());
        columns.start.push(columns.blob.len() as u32);
    }
    columns.files_start.push(0);
    for files in files_of {
        let mut last = 0;
        for file in files {
            varint::push(&mut columns.files, u64::from(file - last));
            last = file;
        }
        columns.files_start.push(columns.files.len() as u32);
    }
    columns.module = modules.positions(strings);
    columns.name = names.positions(strings);
    columns
}
