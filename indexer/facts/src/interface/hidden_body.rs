//! A hidden body: the body of a callable that other files cannot depend on, except for its effects.

use std::ops::Range;

use super::bytes::write_text;
use super::source_order::SourceOrder;
use crate::{Def, DefFlags, DefId, Facts};

/// The hidden body of a callable.
pub(super) struct HiddenBody {
    /// The callable.
    pub(super) callable: DefId,
    /// The bytes of the body.
    pub(super) span: Range<u32>,
    /// Flags of the callable.
    pub(super) flags: DefFlags,
    /// The body has a `return` or `yield` with a value.
    pub(super) returns_value: bool,
    /// The callable has a type. That of a lambda may come from its body.
    pub(super) has_type: bool,
    /// Ranks of the definitions in the body.
    pub(super) def_ranks: Range<usize>,
    /// The effects of the body, as bytes.
    pub(super) effects: Vec<u8>,
    /// The definitions in the body that its effects refer to, by rank.
    pub(super) reachable_defs: Vec<DefId>,
}

impl HiddenBody {
    /// Returns the definitions in the body.
    pub(super) fn defs<'o>(&self, order: &'o SourceOrder) -> &'o [DefId] {
        &order.by_start[self.def_ranks.clone()]
    }

    /// Writes what other files can depend on in spite of the body being hidden.
    pub(super) fn write(&self, facts: &Facts, order: &SourceOrder, bytes: &mut Vec<u8>) {
        bytes.extend(self.flags.0.to_le_bytes());
        bytes.extend([self.returns_value, self.has_type].map(u8::from));
        // A search by name alone may find a named definition of the body, or count it among others of that name.
        let mut named: Vec<DefId> = Vec::new();
        for id in self.defs(order) {
            let def = &facts.defs[id.index()];
            let Some(kind) = def.kind else {
                continue;
            };
            write_text(bytes, facts.str(def.name));
            bytes.push(kind as u8);
            bytes.extend(def.flags.0.to_le_bytes());
            let parent = self.parent_number(facts, order, &named, def);
            bytes.extend(parent.to_le_bytes());
            for param in facts.params_of(*id) {
                bytes.extend([param.flags.0, u8::from(param.default.is_known())]);
            }
            bytes.push(u8::MAX);
            named.push(*id);
        }
        bytes.extend(u64::MAX.to_le_bytes());
        bytes.extend((self.effects.len() as u64).to_le_bytes());
        bytes.extend(&self.effects);
    }

    /// Returns the position in `named` of the nearest definition around `def` that has a name; the length of `named` if the
    /// body holds no such definition.
    fn parent_number(&self, facts: &Facts, order: &SourceOrder, named: &[DefId], def: &Def) -> u64 {
        let mut parent = def.parent;
        while parent != self.callable && !parent.is_module() {
            let rank = order.rank(parent);
            let number = named.binary_search_by_key(&rank, |named| order.rank(*named));
            if let Ok(number) = number {
                return number as u64;
            }
            parent = facts.defs[parent.index()].parent;
        }
        named.len() as u64
    }
}
