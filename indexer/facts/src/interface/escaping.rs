//! What the inside of a callable gives: what names of its head are bound to in it, its results unless they are declared,
//! what it gives to members (`x.f = g`), what it puts into what stands outside (`self.xs.append(v)`). As bytes: these, and of
//! what else stands in it that which they tell their types by. As long as these stay, other files see the same of it.

use std::iter::{once, successors};
use std::ops::Range;

use bombe_format::kind::SymbolKind;

use super::rows::{Inner, NONE, Rows};
use super::{Inside, Order};
use crate::{Def, DefFlags, DefId, Facts};

/// What the insides of a file's callables give.
pub(super) struct EscapingWrites<'f> {
    rows: Rows<'f>,
    /// (rank of the callable, what it gives), ascending.
    writes: Vec<(usize, EscapingWrite)>,
    /// Bytes written of insides that then could not be hidden.
    wasted: usize,
}

/// How many bytes may be wasted in a file: an inside that cannot be hidden is gone into again for each callable in it.
const WASTED_MAX: usize = 4 << 20;

/// By its number among those of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EscapingWrite {
    Assign(usize),
    ContainerWrite(usize),
}

impl<'f> EscapingWrites<'f> {
    pub(super) fn of(facts: &'f Facts, order: &Order) -> Self {
        let rank = |within: DefId| order.rank[within.index()];
        let assigns = facts.assigns.iter().enumerate();
        let assigns = assigns.map(|(at, assign)| (rank(assign.within), EscapingWrite::Assign(at)));
        let container_writes = facts.container_writes.iter().enumerate();
        let container_writes =
            container_writes.map(|(at, put)| (rank(put.within), EscapingWrite::ContainerWrite(at)));
        let mut writes: Vec<_> = assigns.chain(container_writes).collect();
        writes.sort_unstable();
        let mut rows = Rows::of(facts);
        rows.inside = Some(Inner::of(facts));
        Self {
            rows,
            writes,
            wasted: 0,
        }
    }

    /// Says of an inside what it gives, and what is defined in it that this leads to. False if that may not be all that others
    /// see of it.
    pub(super) fn hash_effects(&mut self, inside: &mut Inside, order: &Order) -> bool {
        let facts = self.rows.facts;
        let of = order.rank[inside.of.index()];
        let within = |ranks: Range<usize>| {
            let first_in = |rank: usize| self.writes.partition_point(|(within, _)| *within < rank);
            &self.writes[first_in(ranks.start)..first_in(ranks.end)]
        };
        let writes = [within(of..of + 1), within(inside.ranks.clone())];
        let mut for_others = order.defs(inside).iter().filter(|def| {
            let parent = facts.defs[def.index()].parent;
            parent != inside.of && !inside.ranks.contains(&order.rank[parent.index()])
        });
        let def = &facts.defs[inside.of.index()];
        let gives_result = !declares_result(def) && (inside.gives || def.value.0 != 0);
        let Some(body) = def.body_scope.filter(|_| self.wasted < WASTED_MAX) else {
            return false;
        };
        let span = inside.start..inside.end;
        self.rows.go_into(body, span.clone());
        let around =
            around(facts, inside.of).filter(|def| !span.contains(&facts.defs[def.index()].start));
        let around = (0..NONE).rev().zip(around);
        for (number, def) in around.clone() {
            self.rows.defs[def.index()] = number;
        }
        self.rows.head(inside.of);
        if gives_result {
            self.rows.exprs(def.returns);
            self.rows.exprs(def.yields);
            self.rows.expr(def.value);
        }
        for (_, gift) in writes.into_iter().flatten() {
            match *gift {
                EscapingWrite::Assign(at) => {
                    // Others name it by its number.
                    self.rows.u32(at as u32);
                    self.rows.assign(&facts.assigns[at]);
                }
                EscapingWrite::ContainerWrite(at) => self.rows.put(facts.container_writes[at]),
            }
        }
        self.rows.finish();
        inside.shows = self.rows.defs_reached().collect();
        inside
            .shows
            .sort_unstable_by_key(|def| order.rank[def.index()]);
        for def in &inside.shows {
            self.rows.def(*def);
        }
        let is_told = |def: &DefId| self.rows.defs[def.index()] != NONE;
        let all = for_others.all(is_told) && !self.rows.leads_astray;
        for (_, def) in around {
            self.rows.defs[def.index()] = NONE;
        }
        inside.escaping = self.rows.take();
        if !all {
            self.wasted += inside.escaping.len();
        }
        all
    }
}

/// True if what a callable gives does not depend on its inside.
fn declares_result(def: &Def) -> bool {
    let declared = def.ty.0 != 0 && !def.flags.has(DefFlags::TYPE_GUARD);
    declared || def.kind == Some(SymbolKind::Constructor)
}

/// A definition and those around it, from the inside out, each with its type parameters.
fn around(facts: &Facts, def: DefId) -> impl Iterator<Item = DefId> + Clone {
    let outwards = successors(Some(def), |def| {
        (def.0 != 0).then(|| facts.defs[def.index()].parent)
    });
    outwards.flat_map(|def| {
        let params = facts.list(facts.defs[def.index()].type_params).iter();
        once(def).chain(params.map(|param| DefId(*param)))
    })
}
