//! Recognises tests that can be run.

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{EntryKind, SymbolKind};
use hashbrown::HashMap;

use crate::limits::Limits;
use crate::query::Result;
use crate::view::View;

/// Distinguishes tests from other symbols of test files.
#[derive(Default)]
pub(super) struct Runnable {
    /// For each test file, whether its tests are known as entry points.
    files: HashMap<FileId, bool>,
}

impl Runnable {
    /// Returns true for a symbol of a test file that can be run: a test that is an entry point, a module symbol (whose
    /// calls may be tests), or any callable of a file without such tests.
    pub(super) fn is_test(&mut self, view: &View, id: SymbolId, limits: &Limits) -> Result<bool> {
        let symbol = view.symbol(id)?;
        if !symbol.is_test() {
            return Ok(false);
        }
        let known = |id| -> Result<bool> {
            Ok(view
                .entry_points_of(id)?
                .iter()
                .any(|entry| entry.kind == EntryKind::Test))
        };
        if symbol.kind() == SymbolKind::Module || known(id)? {
            return Ok(true);
        }
        if !symbol.kind().is_callable() {
            return Ok(false);
        }
        let file = symbol.file_id()?;
        let has_known = match self.files.get(&file) {
            Some(has_known) => *has_known,
            None => {
                let mut has_known = false;
                for id in view.file(file)?.symbols() {
                    if has_known || limits.is_over() {
                        break;
                    }
                    has_known = known(SymbolId(id))?;
                }
                self.files.insert(file, has_known);
                has_known
            }
        };
        Ok(!has_known)
    }
}
