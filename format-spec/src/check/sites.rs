//! Checks of unlinked calls: unresolved and external ones.

use super::DeepCheck;
use super::values::{below_all, same, texts};
use crate::block::SectionBytes;
use crate::column::files::FileLayout;
use crate::column::sites::{ExternalLayout, UnresolvedLayout};
use crate::column::strings::StringView;
use crate::error::Corrupt;
use crate::ids::FileId;
use crate::section::Section;

impl DeepCheck<'_> {
    /// `symbols` is the number of symbols.
    pub(super) fn sites(
        &self,
        files: &FileLayout,
        file_bytes: SectionBytes<'_>,
        symbols: usize,
        strings: StringView,
    ) -> Result<(), Corrupt> {
        let file_view = files.view(file_bytes);
        let bytes = self.section(Section::Unresolved)?;
        let layout = UnresolvedLayout::open(bytes)?;
        let view = layout.view(bytes);
        texts("unresolved.name", layout.name, bytes, strings)?;
        let mut total = 0;
        for file in 0..file_view.count() {
            for site in view.of_file(file, file_view.symbols(FileId::new(file)).start)? {
                let site = site?;
                total += 1;
                site_fits("unresolved", site.symbol, site.name, symbols, view.names())?;
            }
        }
        same("unresolved.total", total, view.total() as usize)?;
        for row in 0..view.names() {
            let files = view.files(row as u32)?;
            below_all("unresolved.files", &files, file_view.count())?;
        }
        let bytes = self.section(Section::ExternalCalls)?;
        let layout = ExternalLayout::open(bytes)?;
        let view = layout.view(bytes);
        texts("external_calls.name", layout.name, bytes, strings)?;
        let mut total = 0;
        for file in 0..file_view.count() {
            for site in view.of_file(file, file_view.symbols(FileId::new(file)).start)? {
                let site = site?;
                total += 1;
                site_fits(
                    "external_calls",
                    site.symbol,
                    site.name,
                    symbols,
                    view.names(),
                )?;
            }
        }
        same("external_calls.total", total, view.total() as usize)?;
        for row in 0..view.names() {
            let files = view.files(row as u32)?;
            below_all("external_calls.files", &files, file_view.count())?;
        }
        Ok(())
    }
}

/// Checks that a site is in a symbol and has a name, by the numbers of both.
fn site_fits(
    place: &str,
    symbol: u32,
    name: u32,
    symbols: usize,
    names: usize,
) -> Result<(), Corrupt> {
    if symbol as usize >= symbols {
        return Err(Corrupt::out_of_range(
            place,
            u64::from(symbol),
            symbols as u64,
        ));
    }
    if name as usize >= names {
        return Err(Corrupt::out_of_range(place, u64::from(name), names as u64));
    }
    Ok(())
}
