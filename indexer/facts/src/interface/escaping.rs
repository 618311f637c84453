//! The effects of a body: what other files can depend on although the body is hidden.
//!
//! Effects are results whose type is not declared, assignments to members (`x.f = g`), writes to containers that are
//! declared outside of the body (`self.xs.append(v)`), and bindings in the body of names that the head of the callable
//! uses. They are written as bytes, together with every row of the body that determines their types. While these bytes stay
//! the same, other files see no change.

use std::iter::{once, successors};
use std::ops::Range;

use bombe_format::kind::SymbolKind;

use super::body_index::BodyIndex;
use super::hidden_body::HiddenBody;
use super::row_writer::{RowWriter, UNNUMBERED};
use super::source_order::SourceOrder;
use crate::{Def, DefFlags, DefId, Facts};

/// The writes of a file's callables to members and containers.
pub(super) struct EscapingWrites<'f> {
    rows: RowWriter<'f>,
    /// (rank of the callable, write), ascending.
    writes: Vec<(usize, EscapingWrite)>,
    /// Bytes written for bodies that turned out not to be hidden.
    wasted: usize,
}

/// Limit of the bytes wasted in one file. A body that cannot be hidden is written again for each callable in it.
const WASTED_MAX: usize = 4 << 20;

/// A write to a member or a container: an index into the table of the facts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EscapingWrite {
    Assign(usize),
    ContainerWrite(usize),
}

impl<'f> EscapingWrites<'f> {
    pub(super) fn of(facts: &'f Facts, order: &SourceOrder) -> Self {
        let assigns = facts.assigns.iter().enumerate();
        let assigns =
            assigns.map(|(at, assign)| (order.rank(assign.within), EscapingWrite::Assign(at)));
        let container_writes = facts.container_writes.iter().enumerate();
        let container_writes = container_writes
            .map(|(at, write)| (order.rank(write.within), EscapingWrite::ContainerWrite(at)));
        let mut writes: Vec<_> = assigns.chain(container_writes).collect();
        writes.sort_unstable();
        let mut rows = RowWriter::new(facts);
        rows.body = Some(BodyIndex::of(facts));
        Self {
            rows,
            writes,
            wasted: 0,
        }
    }

    /// Sets the effects of a body and the definitions that they refer to. Returns false if other files may be able to see
    /// more of the body than its effects; the body is then not hidden.
    pub(super) fn hash_effects(&mut self, body: &mut HiddenBody, order: &SourceOrder) -> bool {
        let facts = self.rows.facts;
        let rank = order.rank(body.callable);
        let writes_of = |ranks: Range<usize>| {
            let first_of = |rank: usize| self.writes.partition_point(|(within, _)| *within < rank);
            &self.writes[first_of(ranks.start)..first_of(ranks.end)]
        };
        let writes = [writes_of(rank..rank + 1), writes_of(body.def_ranks.clone())];
        // Definitions in the body that belong to one outside of it, such as fields.
        let mut defs_of_others = body.defs(order).iter().filter(|def| {
            let parent = facts.defs[def.index()].parent;
            parent != body.callable && !body.def_ranks.contains(&order.rank(parent))
        });
        let def = &facts.defs[body.callable.index()];
        let infers_result = !declares_result(def) && (body.returns_value || def.value.is_known());
        let Some(body_scope) = def.body_scope.filter(|_| self.wasted < WASTED_MAX) else {
            return false;
        };
        let span = body.span.clone();
        self.rows.enter_body(body_scope, span.clone());
        let enclosing = enclosing_defs(facts, body.callable)
            .filter(|def| !span.contains(&facts.defs[def.index()].start));
        let enclosing = (0..UNNUMBERED).rev().zip(enclosing);
        for (number, def) in enclosing.clone() {
            self.rows.defs[def.index()] = number;
        }
        self.rows.head(body.callable);
        if infers_result {
            self.rows.exprs(def.returns);
            self.rows.exprs(def.yields);
            self.rows.expr(def.value);
        }
        for (_, write) in writes.into_iter().flatten() {
            match *write {
                EscapingWrite::Assign(at) => {
                    // Other rows refer to an assignment by its index.
                    self.rows.u32(at as u32);
                    self.rows.assign(&facts.assigns[at]);
                }
                EscapingWrite::ContainerWrite(at) => {
                    self.rows.container_write(facts.container_writes[at]);
                }
            }
        }
        self.rows.finish();
        body.reachable_defs = self.rows.reached_defs().collect();
        body.reachable_defs
            .sort_unstable_by_key(|def| order.rank(*def));
        for def in &body.reachable_defs {
            self.rows.def(*def);
        }
        let is_numbered = |def: &DefId| self.rows.defs[def.index()] != UNNUMBERED;
        let is_hidden = defs_of_others.all(is_numbered) && !self.rows.is_incomplete;
        for (_, def) in enclosing {
            self.rows.defs[def.index()] = UNNUMBERED;
        }
        body.effects = self.rows.take_bytes();
        if !is_hidden {
            self.wasted += body.effects.len();
        }
        is_hidden
    }
}

/// Returns true if the type of a callable's result does not depend on its body.
fn declares_result(def: &Def) -> bool {
    let declared = def.ty.is_known() && !def.flags.has(DefFlags::TYPE_GUARD);
    declared || def.kind == Some(SymbolKind::Constructor)
}

/// Returns a definition and those around it, innermost first, each followed by its type parameters.
fn enclosing_defs(facts: &Facts, def: DefId) -> impl Iterator<Item = DefId> + Clone {
    let outwards = successors(Some(def), |def| {
        (!def.is_module()).then(|| facts.defs[def.index()].parent)
    });
    outwards.flat_map(|def| {
        let params = facts.list(facts.defs[def.index()].type_params).iter();
        once(def).chain(params.copied())
    })
}
