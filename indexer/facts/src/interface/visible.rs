//! The interface of a file as rows: all facts outside of hidden bodies, as bytes that can be compared.
//!
//! Rows are written in the order of their tables. Scopes and definitions are numbered among those that are visible,
//! expressions and types in the order in which rows first refer to them, positions by their order in the text. Lines,
//! signatures, documentation and complexity are left out, because other files do not depend on them.

use super::bytes::write_file_level;
use super::hidden_body::HiddenBody;
use super::hiding::hidden_bodies;
use super::row_writer::{RowWriter, UNNUMBERED};
use super::source_order::SourceOrder;
use crate::{Binding, Bound, DefId, Facts, ScopeId, Site, SiteKind};

/// Returns the interface of a file as bytes: equal for two versions of the file whose rows outside of hidden bodies are
/// equal. None if such a row refers to a definition in a hidden body, so that the bytes would not determine the interface.
pub fn interface_rows(facts: &Facts) -> Option<Vec<u8>> {
    let order = SourceOrder::of(facts);
    let hidden = hidden_bodies(facts, &order);
    let mut callables: Vec<DefId> = hidden.iter().map(|body| body.callable).collect();
    callables.sort_unstable();
    let mut interface = InterfaceWriter {
        rows: RowWriter::new(facts),
        hidden: &hidden,
        callables,
    };
    write_file_level(facts, &mut interface.rows.bytes);
    for body in &hidden {
        body.write(facts, &order, &mut interface.rows.bytes);
    }
    interface.number_defs_and_scopes(&order);
    interface.write_tables();
    let mut rows = interface.rows;
    rows.finish();
    (!rows.is_incomplete).then_some(rows.bytes)
}

struct InterfaceWriter<'f> {
    rows: RowWriter<'f>,
    /// The hidden bodies, in source order.
    hidden: &'f [HiddenBody],
    /// Their callables, ascending.
    callables: Vec<DefId>,
}

impl InterfaceWriter<'_> {
    /// Numbers the visible definitions and scopes.
    fn number_defs_and_scopes(&mut self, order: &SourceOrder) {
        let facts = self.rows.facts;
        self.rows.defs.fill(0);
        for def in self.hidden.iter().flat_map(|body| body.defs(order)) {
            self.rows.defs[def.index()] = UNNUMBERED;
        }
        let defs = self.rows.defs.iter_mut();
        let visible = defs.filter(|number| **number != UNNUMBERED);
        for (number, slot) in (0..).zip(visible) {
            *slot = number;
        }
        let mut number = 0;
        for (at, scope) in facts.scopes.iter().enumerate() {
            let owner = facts.defs.get(scope.def.index());
            let is_body = owner.is_some_and(|def| def.body_scope == Some(ScopeId(at as u32)));
            let is_visible = self.rows.defs[scope.def.index()] != UNNUMBERED;
            if is_visible && (is_body || !self.is_in_hidden_body(scope.start, scope.def)) {
                self.rows.scopes[at] = number;
                number += 1;
            }
        }
    }

    /// Returns the hidden body around a position.
    fn hidden_body_at(&self, pos: u32) -> Option<&HiddenBody> {
        let following = self.hidden.partition_point(|body| body.span.end <= pos);
        self.hidden
            .get(following)
            .filter(|body| body.span.start <= pos)
    }

    /// Returns true if a scope or binding of `callable` that starts at `pos` is in a hidden body. One that starts where
    /// the body ends, behind its last statement, is in it, too.
    fn is_in_hidden_body(&self, pos: u32, callable: DefId) -> bool {
        let ending_here = || {
            let body = self.hidden_body_at(pos.checked_sub(1)?);
            body.filter(|body| body.callable == callable)
        };
        self.hidden_body_at(pos).or_else(ending_here).is_some()
    }

    /// Writes the visible rows of all tables.
    fn write_tables(&mut self) {
        let facts = self.rows.facts;
        for at in 0..facts.scopes.len() {
            if self.rows.scopes[at] != UNNUMBERED {
                self.rows.scope_row(ScopeId(at as u32));
            }
        }
        for (at, def) in facts.defs.iter().enumerate() {
            if self.rows.defs[at] != UNNUMBERED {
                let is_hidden = self.callables.binary_search(&DefId(at as u32)).is_ok();
                self.rows.def_row(DefId(at as u32), def, is_hidden);
            }
        }
        for binding in &facts.bindings {
            if self.is_visible(binding) {
                self.rows.binding(binding);
            }
        }
        for assign in &facts.assigns {
            // The effects of a hidden body include its assignments.
            if self.callables.binary_search(&assign.within).is_err() {
                self.rows.assign(assign);
            }
        }
        for import in &facts.imports {
            // What a hidden body imports is bound in it, whichever body it is.
            let owner = facts.scopes[import.scope.index()].def;
            let is_hidden = self.callables.binary_search(&owner).is_ok();
            self.rows.bytes.push(u8::from(is_hidden));
            if !is_hidden {
                self.rows.scope(import.scope);
            }
        }
        for export in &facts.exports {
            self.rows.text(export.name);
            self.rows.expr(export.value);
            self.rows.def(export.within);
        }
        for Site {
            kind, expr, start, ..
        } in &facts.sites
        {
            // A method reference takes its type from its context.
            if *kind == SiteKind::MethodRef && self.hidden_body_at(*start).is_none() {
                self.rows.expr(*expr);
            }
        }
    }

    /// Returns true if a binding is outside of all hidden bodies.
    fn is_visible(&self, binding: &Binding) -> bool {
        let owner = self.rows.facts.scopes[binding.scope.index()].def;
        match binding.what {
            Bound::Def(def) | Bound::Param(def, _) => self.rows.defs[def.index()] != UNNUMBERED,
            Bound::Import(_) | Bound::Var | Bound::Narrow | Bound::Outer => {
                // A binding without a position may stand anywhere in its scope.
                let is_hidden = match binding.pos {
                    0 => self.callables.binary_search(&owner).is_ok(),
                    pos => self.is_in_hidden_body(pos, owner),
                };
                !is_hidden && self.rows.defs[owner.index()] != UNNUMBERED
            }
        }
    }
}
