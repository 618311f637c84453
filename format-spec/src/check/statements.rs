//! Checks of import statements.

use super::DeepCheck;
use super::values::{below_all, same, starts, texts};
use crate::column::statements::StatementLayout;
use crate::column::strings::StringView;
use crate::error::Corrupt;
use crate::section::Section;

impl DeepCheck<'_> {
    /// `files` is the number of files. Snapshots of version 1.0 do not have the section.
    pub(super) fn statements(&self, files: usize, strings: StringView) -> Result<(), Corrupt> {
        if self.toc.entry(Section::ImportStatements).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::ImportStatements)?;
        let layout = StatementLayout::open(bytes)?;
        let view = layout.view(bytes);
        same(
            "import_statements.start",
            layout.start.len().saturating_sub(1),
            files,
        )?;
        starts(
            "import_statements.start",
            layout.start,
            bytes,
            layout.blob.len(),
        )?;
        starts(
            "import_statements.files_start",
            layout.files_start,
            bytes,
            layout.files.len(),
        )?;
        texts("import_statements.module", layout.module, bytes, strings)?;
        texts("import_statements.name", layout.name, bytes, strings)?;
        for file in 0..files {
            for statement in view.of_file(file)? {
                let statement = statement?;
                below_all(
                    "import_statements.module",
                    &[statement.module],
                    view.modules(),
                )?;
                let names = [statement.name, statement.alias];
                for name in names.into_iter().flatten() {
                    below_all("import_statements.name", &[name], view.names())?;
                }
            }
        }
        for row in 0..view.modules() {
            below_all("import_statements.files", &view.files(row as u32)?, files)?;
        }
        Ok(())
    }
}
