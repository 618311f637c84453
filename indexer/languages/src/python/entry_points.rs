//! Entry points that the language alone makes: tests by their names.

use super::lower::Lowering;
use bombe_facts::{DefFlags, DefId, EntryKind, EntryPoint};

impl Lowering<'_, '_> {
    /// Records a function that is an entry point by its name.
    pub(super) fn function_entry_point(&mut self, def: DefId) {
        let d = self.b.def_mut(def);
        if !d.flags.has(DefFlags::TEST) {
            return;
        }
        let line = d.name_line;
        let framework = self.b.str("pytest");
        self.b.entry_point(EntryPoint {
            framework,
            ..EntryPoint::of_language(EntryKind::Test, Some(def), line)
        });
    }
}
