//! Import statements.

use std::collections::BTreeMap;

use bombe_format::column::statements::StatementView;
use bombe_format::ids::FileId;
use bombe_format::kind::ImportForm;
use bombe_format::overlay::SegmentKind;
use bombe_format::section::Section;

use super::{Corrupt, View};
use crate::limits::Limits;

/// An import statement, or the part of one that imports one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportStatement<'v> {
    /// The importing file.
    pub file: FileId,
    /// 1-based line.
    pub line: u32,
    /// Its form.
    pub form: ImportForm,
    /// Imports types only.
    pub is_type_only: bool,
    /// Exports again what it imports.
    pub is_reexport: bool,
    /// The module is outside the repository.
    pub is_external: bool,
    /// The module as written.
    pub module: &'v str,
    /// The name taken from it; empty if no single name.
    pub name: &'v str,
    /// The local name, if it is another one; else empty.
    pub alias: &'v str,
    /// The files that it reaches, ascending.
    pub targets: Vec<FileId>,
}

impl View {
    /// Returns true if the snapshot holds import statements. Those of format 1.0 do not.
    pub fn has_statements(&self) -> bool {
        self.segments()
            .all(|segment| segment.has(Section::ImportStatements))
    }

    /// Returns the import statements of a file, by line.
    ///
    /// # Errors
    /// Fails if the snapshot is damaged, or has no import statements.
    pub fn statements_of(&self, file: FileId) -> Result<Vec<ImportStatement<'_>>, Corrupt> {
        self.statements_where(file, |_| true)
    }

    /// Returns the import statements of a file whose module `accept` accepts, by line. Costs little for the others.
    ///
    /// # Errors
    /// Fails if the snapshot is damaged, or has no import statements.
    pub fn statements_where(
        &self,
        file: FileId,
        accept: impl Fn(&str) -> bool,
    ) -> Result<Vec<ImportStatement<'_>>, Corrupt> {
        let (origin, local) = self.locate_file(file)?;
        let segment = self.segment(origin);
        let view = segment.statements()?;
        let name = |row: Option<u32>| match row {
            Some(row) => segment.text(view.name(row)),
            None => Ok(""),
        };
        let mut imported = None;
        let mut found = Vec::new();
        for statement in view.of_file(local.index())? {
            let statement = statement?;
            let module = segment.text(view.module(statement.module))?;
            if !accept(module) {
                continue;
            }
            let mut targets = Vec::new();
            if !statement.targets.is_empty() {
                // Positions count the imported files in the order of the merged view.
                let imported = match &imported {
                    Some(imported) => imported,
                    None => imported.insert(self.imports_of(file)?),
                };
                for at in &statement.targets {
                    let Some(import) = imported.get(*at as usize) else {
                        return Err(Corrupt::out_of_range(
                            "section `import_statements`",
                            u64::from(*at),
                            imported.len() as u64,
                        ));
                    };
                    targets.push(import.to);
                }
            }
            found.push(ImportStatement {
                file,
                line: statement.line,
                form: statement.import_form(),
                is_type_only: statement.is_type_only,
                is_reexport: statement.is_reexport,
                is_external: statement.is_external,
                module,
                name: name(statement.name)?,
                alias: name(statement.alias)?,
                targets,
            });
        }
        Ok(found)
    }

    /// Returns the modules that `accept` accepts, as files write them, in alphabetical order, each with the files that name
    /// it. Calls `accept` once per distinct module of each segment.
    ///
    /// # Errors
    /// Fails if the snapshot is damaged, or has no import statements.
    pub fn modules_where(
        &self,
        mut accept: impl FnMut(&str) -> bool,
        limits: &Limits,
    ) -> Result<Vec<(&str, Vec<FileId>)>, Corrupt> {
        let mut found: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
        for origin in self.origins() {
            let segment = self.segment(origin);
            let view = segment.statements()?;
            for row in 0..view.modules() as u32 {
                if limits.is_over() {
                    break;
                }
                let module = segment.text(view.module(row))?;
                if !accept(module) {
                    continue;
                }
                let files = self.visible_files(origin, view, row, limits)?;
                if !files.is_empty() {
                    found.entry(module).or_default().extend(files);
                }
            }
        }
        if self.overlay.is_some() {
            for files in found.values_mut() {
                files.sort_unstable();
            }
        }
        Ok(found.into_iter().collect())
    }

    /// Returns the files of a row of modules that are not masked.
    fn visible_files(
        &self,
        origin: SegmentKind,
        view: StatementView,
        row: u32,
        limits: &Limits,
    ) -> Result<Vec<FileId>, Corrupt> {
        let files = view.files(row)?;
        limits.spend(files.len());
        let visible = files
            .into_iter()
            .filter_map(|file| self.visible_file(origin, FileId(file)));
        Ok(visible.collect())
    }
}
