//! What the inside of a callable gives: its results unless they are declared, what it gives to members (`x.f = g`), what it
//! puts into what stands outside (`self.xs.append(v)`). As bytes: these, the fields that assignments make, and of what else
//! stands in it that which they tell their types by. As long as these stay, other files see the same of it.

use bombe_format::kind::SymbolKind;

use super::rows::{Inner, NONE, Rows};
use super::{Inside, Order};
use crate::facts::{Def, DefFlags, DefId, DefRole, Facts};

/// What the insides of a file's callables give.
pub(super) struct Given<'f> {
    rows: Rows<'f>,
    /// (rank of the callable, what it gives), ascending.
    gifts: Vec<(usize, Gift)>,
}

/// By its number among those of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gift {
    Assign(usize),
    Put(usize),
}

impl<'f> Given<'f> {
    pub(super) fn of(facts: &'f Facts, order: &Order) -> Self {
        let rank = |within: DefId| order.rank[within.index()];
        let assigns = facts.assigns.iter().enumerate();
        let assigns = assigns.map(|(at, assign)| (rank(assign.within), Gift::Assign(at)));
        let puts = facts.puts.iter().enumerate();
        let puts = puts.map(|(at, put)| (rank(put.within), Gift::Put(at)));
        let mut gifts: Vec<_> = assigns.chain(puts).collect();
        gifts.sort_unstable();
        let mut rows = Rows::of(facts);
        rows.inside = Some(Inner::of(facts));
        Self { rows, gifts }
    }

    /// Says of an inside what it gives. False if that leads to another definition in it or to one far from it.
    pub(super) fn tell(&mut self, inside: &mut Inside, order: &Order) -> bool {
        let first_in = |rank: usize| self.gifts.partition_point(|(within, _)| *within < rank);
        let of = order.rank[inside.of.index()];
        let own = first_in(of)..first_in(of + 1);
        if first_in(inside.ranks.start) < first_in(inside.ranks.end) {
            return false;
        }
        let facts = self.rows.facts;
        let def = &facts.defs[inside.of.index()];
        let gives_result = !declares_result(def) && (inside.gives || def.value.0 != 0);
        if own.is_empty() && !gives_result {
            return true;
        }
        let Some(body) = def.body_scope else {
            return false;
        };
        if let Some(inner) = &mut self.rows.inside {
            inner.body = body;
        }
        let own = &self.gifts[own];
        let made = own.iter().filter_map(|(_, gift)| match *gift {
            Gift::Assign(at) => facts.assigns[at].def,
            Gift::Put(_) => None,
        });
        let is_field = |def: &DefId| {
            let rank = order.rank[def.index()];
            facts.defs[def.index()].role == DefRole::Value && inside.ranks.contains(&rank)
        };
        inside.makes = made.filter(is_field).collect();
        inside
            .makes
            .sort_unstable_by_key(|def| order.rank[def.index()]);
        inside.makes.dedup();
        let around = around(facts, inside.of);
        let numbered = around.chain(inside.makes.iter().copied());
        for (number, def) in (0..).zip(numbered.clone()) {
            self.rows.defs[def.index()] = number;
        }
        for field in &inside.makes {
            let def = &facts.defs[field.index()];
            self.rows.def_row(*field, def, false);
        }
        if gives_result {
            for results in [def.returns, def.yields] {
                self.rows.exprs(results);
            }
            self.rows.expr(def.value);
        }
        for (_, gift) in own {
            match *gift {
                Gift::Assign(at) => self.rows.assign(&facts.assigns[at]),
                Gift::Put(at) => self.rows.put(facts.puts[at]),
            }
        }
        self.rows.finish();
        for def in numbered {
            self.rows.defs[def.index()] = NONE;
        }
        let astray = self.rows.leads_astray;
        inside.given = self.rows.take();
        !astray
    }
}

/// True if what a callable gives does not depend on its inside.
fn declares_result(def: &Def) -> bool {
    let declared = def.ty.0 != 0 && !def.flags.has(DefFlags::TYPE_GUARD);
    declared || def.kind == Some(SymbolKind::Constructor)
}

/// A definition and those around it, from the inside out.
fn around(facts: &Facts, def: DefId) -> impl Iterator<Item = DefId> + Clone {
    std::iter::successors(Some(def), |def| {
        (def.0 != 0).then(|| facts.defs[def.index()].parent)
    })
}
