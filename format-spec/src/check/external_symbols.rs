//! Checks of the names of external calls.

use super::DeepCheck;
use super::values::{below_all, same, starts, texts};
use crate::column::external_symbols::ExternalSymbolLayout;
use crate::column::files::FileLayout;
use crate::column::sites::ExternalLayout;
use crate::column::strings::StringView;
use crate::error::Corrupt;
use crate::ids::FileId;
use crate::section::Section;

impl DeepCheck<'_> {
    /// Checks that each external call site has a name or none, and that the counts and files of names are those of the
    /// sites. Older snapshots do not have the section.
    pub(super) fn external_symbols(
        &self,
        files: &FileLayout,
        file_bytes: crate::block::SectionBytes<'_>,
        strings: StringView,
    ) -> Result<(), Corrupt> {
        if self.toc.entry(Section::ExternalSymbols).is_none() {
            return Ok(());
        }
        let bytes = self.section(Section::ExternalSymbols)?;
        let layout = ExternalSymbolLayout::open(bytes)?;
        let view = layout.view(bytes);
        texts("external_symbols.module", layout.module, bytes, strings)?;
        texts("external_symbols.path", layout.path, bytes, strings)?;
        starts("external_symbols.first", layout.first, bytes, view.count())?;
        let call_bytes = self.section(Section::ExternalCalls)?;
        let calls = ExternalLayout::open(call_bytes)?;
        let calls = calls.view(call_bytes);
        let file_view = files.view(file_bytes);
        let mut counts = vec![0usize; view.count()];
        let mut last_file = vec![None; view.count()];
        let mut file_counts = vec![0usize; view.count()];
        for file in 0..file_view.count() {
            let mut sites = 0;
            for name in view.of_file(file)? {
                sites += 1;
                let Some(name) = name? else { continue };
                let name = name as usize;
                let Some(count) = counts.get_mut(name) else {
                    return Err(Corrupt::out_of_range(
                        "external_symbols.blob",
                        name as u64,
                        view.count() as u64,
                    ));
                };
                *count += 1;
                if last_file[name] != Some(file) {
                    last_file[name] = Some(file);
                    file_counts[name] += 1;
                }
            }
            let first = file_view.symbols(FileId::new(file)).start;
            let expected = calls.of_file(file, first)?.count();
            same("external_symbols.blob", sites, expected)?;
        }
        for (name, (count, files)) in (0u32..).zip(counts.into_iter().zip(file_counts)) {
            let of_name = view.files(name)?;
            below_all("external_symbols.files", &of_name, file_view.count())?;
            same("external_symbols.files", of_name.len(), files)?;
            same("external_symbols.count", view.sites(name) as usize, count)?;
        }
        Ok(())
    }
}
