//! Checks of imports, entry points and skipped files.

use super::DeepCheck;
use super::values::{below, same, starts, texts};
use crate::column::packages::PackageLayout;
use crate::column::rows::{EntryLayout, ExternalImportLayout, ImportLayout, SkippedLayout};
use crate::column::strings::StringView;
use crate::error::Corrupt;
use crate::section::Section;

impl DeepCheck<'_> {
    /// Older snapshots do not have the section.
    fn packages(&self, strings: StringView) -> Result<(), Corrupt> {
        if self.toc.entry(Section::Packages).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::Packages)?;
        let layout = PackageLayout::open(bytes)?;
        texts("packages.name", layout.name, bytes, strings)?;
        texts("packages.manifest", layout.manifest, bytes, strings)?;
        texts("packages.declared", layout.declared, bytes, strings)?;
        texts("packages.locked", layout.locked, bytes, strings)?;
        texts("packages.imported_as", layout.imported_as, bytes, strings)
    }

    /// `files` and `symbols` are the numbers of them, `outside` of the files of the base that an overlay refers to.
    pub(super) fn rows(
        &self,
        files: usize,
        outside: usize,
        symbols: usize,
        strings: StringView,
    ) -> Result<(), Corrupt> {
        let bytes = self.section(Section::ExternalImports)?;
        let layout = ExternalImportLayout::open(bytes)?;
        starts(
            "external_imports.first",
            layout.first,
            bytes,
            layout.file.len(),
        )?;
        texts("external_imports.module", layout.module, bytes, strings)?;
        texts("external_imports.symbol", layout.symbol, bytes, strings)?;
        below("external_imports.file", layout.file, bytes, files)?;
        below(
            "external_imports.by_file",
            layout.by_file,
            bytes,
            layout.file.len(),
        )?;
        self.packages(strings)?;
        let bytes = self.section(Section::Imports)?;
        let layout = ImportLayout::open(bytes)?;
        let ends = files + outside;
        same("imports.first", layout.first.len().saturating_sub(1), ends)?;
        starts("imports.first", layout.first, bytes, layout.to.len())?;
        starts(
            "imports.target_first",
            layout.target_first,
            bytes,
            layout.to.len(),
        )?;
        below("imports.to", layout.to, bytes, ends)?;
        below(
            "imports.by_target",
            layout.by_target,
            bytes,
            layout.to.len(),
        )?;
        let bytes = self.section(Section::EntryPoints)?;
        let layout = EntryLayout::open(bytes)?;
        below("entry_points.symbol", layout.symbol, bytes, symbols)?;
        for (name, column) in [
            ("entry_points.verb", layout.verb),
            ("entry_points.route", layout.route),
            ("entry_points.framework", layout.framework),
        ] {
            texts(name, column, bytes, strings)?;
        }
        if self.toc.entry(Section::Skipped).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::Skipped)?;
        let layout = SkippedLayout::open(bytes)?;
        texts("skipped.path", layout.path, bytes, strings)
    }
}
