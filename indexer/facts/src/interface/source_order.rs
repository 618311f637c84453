//! The definitions of a file in source order.

use crate::{DefId, Facts};

/// The definitions of a file in source order. A definition's position in this order is its *rank*.
pub(super) struct SourceOrder {
    /// The definitions by their first byte.
    pub(super) by_start: Vec<DefId>,
    /// The rank of each definition, by id.
    ranks: Vec<usize>,
}

impl SourceOrder {
    pub(super) fn of(facts: &Facts) -> Self {
        let mut by_start: Vec<DefId> = (0..facts.defs.len() as u32).map(DefId).collect();
        by_start.sort_by_key(|def| facts.defs[def.index()].start);
        let mut ranks = vec![0; by_start.len()];
        for (rank, def) in by_start.iter().enumerate() {
            ranks[def.index()] = rank;
        }
        Self { by_start, ranks }
    }

    /// Returns the rank of a definition.
    pub(super) fn rank(&self, def: DefId) -> usize {
        self.ranks[def.index()]
    }
}
