//! What facts say outside of hidden insides, as bytes that are the same for two files that say the same there.
//!
//! Rows are written in their order; scopes and definitions are named by their number among those outside, expressions and
//! types by the order in which they are first reached from there, positions by their order. Left out is what is asked for in
//! its own file alone: lines, signatures as text, documentation, complexity.

use super::rows::{NONE, Rows};
use super::{Inside, Order, hidden, whole};
use crate::{Binding, Bound, DefId, Facts, ScopeId, Site, SiteKind};

/// What a file says outside of its hidden insides. None if something there leads to the inside of one.
pub fn outside(facts: &Facts) -> Option<Vec<u8>> {
    let order = Order::of(facts);
    let hidden = hidden(facts, &order);
    let mut of: Vec<DefId> = hidden.iter().map(|inside| inside.of).collect();
    of.sort_unstable();
    let mut writer = Writer {
        rows: Rows::of(facts),
        hidden: &hidden,
        of,
    };
    whole(facts, &mut writer.rows.bytes);
    for inside in &hidden {
        inside.write(facts, &order, &mut writer.rows.bytes);
    }
    writer.number(&order);
    writer.all();
    let mut rows = writer.rows;
    rows.finish();
    (!rows.leads_astray).then_some(rows.bytes)
}

struct Writer<'f> {
    rows: Rows<'f>,
    hidden: &'f [Inside],
    /// The callables of these, ascending.
    of: Vec<DefId>,
}

impl Writer<'_> {
    /// Numbers definitions and scopes.
    fn number(&mut self, order: &Order) {
        let facts = self.rows.facts;
        self.rows.defs.fill(0);
        for def in self.hidden.iter().flat_map(|inside| order.defs(inside)) {
            self.rows.defs[def.index()] = NONE;
        }
        let defs = self.rows.defs.iter_mut();
        let outside = defs.filter(|number| **number != NONE);
        for (number, own) in (0..).zip(outside) {
            *own = number;
        }
        let mut number = 0;
        for (at, scope) in facts.scopes.iter().enumerate() {
            let opened_by = facts.defs.get(scope.def.index());
            let is_body = opened_by.is_some_and(|def| def.body_scope == Some(ScopeId(at as u32)));
            let is_outside = self.rows.defs[scope.def.index()] != NONE;
            if is_outside && (is_body || !self.is_inside(scope.start, scope.def)) {
                self.rows.scopes[at] = number;
                number += 1;
            }
        }
    }

    /// The hidden inside that a position is in.
    fn inside_at(&self, pos: u32) -> Option<&Inside> {
        let after = self.hidden.partition_point(|inside| inside.end <= pos);
        self.hidden.get(after).filter(|inside| inside.start <= pos)
    }

    /// True if what holds from a position on stands in a hidden inside; something of the callable `of` may do so from the end
    /// of its last statement on.
    fn is_inside(&self, pos: u32, of: DefId) -> bool {
        let ends = || {
            let inside = self.inside_at(pos.checked_sub(1)?);
            inside.filter(|inside| inside.of == of)
        };
        self.inside_at(pos).or_else(ends).is_some()
    }

    fn all(&mut self) {
        let facts = self.rows.facts;
        for at in 0..facts.scopes.len() {
            if self.rows.scopes[at] != NONE {
                self.rows.scope_row(ScopeId(at as u32));
            }
        }
        for (at, def) in facts.defs.iter().enumerate() {
            if self.rows.defs[at] != NONE {
                let is_hidden = self.of.binary_search(&DefId(at as u32)).is_ok();
                self.rows.def_row(DefId(at as u32), def, is_hidden);
            }
        }
        for binding in &facts.bindings {
            if self.is_outside(binding) {
                self.rows.binding(binding);
            }
        }
        for assign in &facts.assigns {
            // What a hidden inside gives stands with it.
            if self.of.binary_search(&assign.within).is_err() {
                self.rows.assign(assign);
            }
        }
        for import in &facts.imports {
            self.rows.scope(import.scope);
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
            // Takes its type from where it stands.
            if *kind == SiteKind::MethodRef && self.inside_at(*start).is_none() {
                self.rows.expr(*expr);
            }
        }
    }

    /// True if a binding is none of a hidden inside.
    fn is_outside(&self, binding: &Binding) -> bool {
        let of = self.rows.facts.scopes[binding.scope.index()].def;
        match binding.what {
            Bound::Def(def) | Bound::Param(def, _) => self.rows.defs[def.index()] != NONE,
            Bound::Import(_) | Bound::Var | Bound::Narrow | Bound::Outer => {
                // Without a position it may stand anywhere in its scope.
                let is_hidden = match binding.pos {
                    0 => self.of.binary_search(&of).is_ok(),
                    pos => self.is_inside(pos, of),
                };
                !is_hidden && self.rows.defs[of.index()] != NONE
            }
        }
    }
}
