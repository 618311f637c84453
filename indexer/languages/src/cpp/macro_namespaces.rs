//! Namespaces that macros open and close: `LIB_NAMESPACE_BEGIN` and `LIB_NAMESPACE_END`, alone on lines of their own.
//!
//! The macro is defined in another file as a rule, so that this one knows only its name. What is between the two is a
//! namespace named `@MACRO`. The file with the `#define` has a namespace `#MACRO` around those that the macro opens. Both
//! are no symbols; the module finder replaces the first by the second.

use tree_sitter::Node;

use super::lower::Lowering;
use super::macros::is_identifier;
use super::regions::{DEFINED, USED, opened};
use bombe_facts::{DefFlags, DefId, DefRole, ScopeKind};
use bombe_format::kind::SymbolKind;

impl<'t> Lowering<'_, 't> {
    /// Opens and closes regions before `child`, one of several nodes in a row. `outer` is the number of regions that were
    /// open before the first of them.
    pub(super) fn regions_before(&mut self, child: Node<'t>, outer: usize) {
        let start = child.start_byte();
        self.close_regions(outer, start);
        while let Some(region) = self.regions.get(self.region).copied()
            && region.start <= start
        {
            self.region += 1;
            if start >= region.end || self.in_function() || self.class_here().is_some() {
                continue;
            }
            let def = self.b.add_def(DefRole::Namespace, None, child, None);
            let name = self.b.str(&format!("{USED}{}", region.name));
            let row = self.b.def_mut(def);
            row.name = name;
            row.flags.set(DefFlags::TRANSPARENT);
            let around = self.b.enter_def(def, ScopeKind::Namespace, child);
            self.open_regions.push((region.end, around));
        }
    }

    /// Closes the regions that end before a byte, down to `outer` of them.
    pub(super) fn close_regions(&mut self, outer: usize, before: usize) {
        while self.open_regions.len() > outer
            && let Some((end, around)) = self.open_regions.last().copied()
            && end <= before
        {
            self.b.leave_def(around);
            self.open_regions.pop();
        }
    }

    /// Returns the name, perhaps a qualified one, that a macro defined further up in the file stands for.
    fn macro_value(&self, name: &str) -> Option<&str> {
        let facts = &self.b.facts;
        let def = facts
            .defs
            .iter()
            .find(|def| def.kind == Some(SymbolKind::Macro) && facts.str(def.name) == name)?;
        let value = self
            .b
            .source()
            .get(def.body_start as usize..def.body_end as usize)?
            .trim();
        let is_name = |part: &str| is_identifier(part) || part.is_empty();
        value.split("::").all(is_name).then_some(value)
    }

    /// `#define LIB_NAMESPACE_BEGIN namespace lib { inline namespace v1 {`
    pub(super) fn macro_namespaces(&mut self, node: Node<'t>, name: &str, body: &str) {
        let Some(opened) = opened(body).filter(|opened| !opened.is_empty()) else {
            return;
        };
        let mut outers: Vec<DefId> = Vec::new();
        let first = format!("{DEFINED}{name}");
        let mut names = vec![(first, false)];
        for (name, is_inline) in opened {
            let value = self.macro_value(name).unwrap_or(name);
            let parts = value.split("::").filter(|part| !part.is_empty());
            names.extend(parts.map(|part| (part.to_owned(), is_inline)));
        }
        for (name, is_inline) in &names {
            let def = self.b.add_def(DefRole::Namespace, None, node, None);
            let name = self.b.str(name);
            let row = self.b.def_mut(def);
            row.name = name;
            if *is_inline {
                row.flags.set(DefFlags::TRANSPARENT);
            }
            outers.push(self.b.enter_def(def, ScopeKind::Namespace, node));
        }
        while let Some(outer) = outers.pop() {
            self.b.leave_def(outer);
        }
    }
}
