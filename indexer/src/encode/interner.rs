//! Distinct texts with dense ids, in the order in which they first come.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;

/// A slot that holds nothing: no text has this id.
const FREE: u64 = u64::MAX;

const SLOTS_MIN: usize = 1024;

/// Texts in one arena, found through an open-addressing table.
#[derive(Debug)]
pub(super) struct Interner {
    arena: String,
    /// One past the last byte of each text in the arena.
    ends: Vec<u32>,
    /// High half: the high half of the text's hash, so that most other texts are told apart without a look at them. Low
    /// half: its id.
    slots: Vec<u64>,
    hasher: RandomState,
}

impl Interner {
    pub(super) fn new() -> Self {
        Self {
            arena: String::new(),
            ends: Vec::new(),
            slots: vec![FREE; SLOTS_MIN],
            hasher: RandomState::default(),
        }
    }

    /// Number of texts.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text of an id.
    pub(super) fn get(&self, id: u32) -> &str {
        let index = id as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.arena[start as usize..self.ends[index] as usize]
    }

    /// The id of a text, and whether it is new.
    pub(super) fn intern(&mut self, text: &str) -> (u32, bool) {
        let hash = self.hasher.hash_one(text.as_bytes());
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == FREE {
                break;
            }
            if slot >> 32 == hash >> 32 && self.get(slot as u32) == text {
                return (slot as u32, false);
            }
            at = (at + 1) & mask;
        }
        let id = self.ends.len() as u32;
        self.slots[at] = hash >> 32 << 32 | u64::from(id);
        self.arena.push_str(text);
        self.ends.push(self.arena.len() as u32);
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        (id, true)
    }

    /// Forgets every text. Costs a pass over the table, so it is shrunk when it has grown.
    pub(super) fn clear(&mut self) {
        self.arena.clear();
        self.ends.clear();
        self.slots.clear();
        self.slots.resize(SLOTS_MIN, FREE);
    }

    /// Every id in the order of the texts.
    pub(super) fn sorted(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.ends.len() as u32).collect();
        order.sort_unstable_by(|a, b| self.get(*a).cmp(self.get(*b)));
        order
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, FREE);
        for id in 0..self.ends.len() as u32 {
            let hash = self.hasher.hash_one(self.get(id).as_bytes());
            let mut at = hash as usize & (size - 1);
            while self.slots[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = hash >> 32 << 32 | u64::from(id);
        }
    }
}

/// The string table in the making: each text once, at a position.
#[derive(Debug)]
pub(super) struct StringTable {
    interner: Interner,
    positions: Vec<u32>,
    bytes: Vec<u8>,
}

impl StringTable {
    /// A table with the empty text at position 0.
    pub(super) fn new() -> Self {
        let mut table = Self {
            interner: Interner::new(),
            positions: Vec::new(),
            bytes: Vec::new(),
        };
        table.position("");
        table
    }

    /// The position of a text.
    pub(super) fn position(&mut self, text: &str) -> u32 {
        let (id, new) = self.interner.intern(text);
        if new {
            self.positions
                .push(bombe_format::column::strings::push(&mut self.bytes, text).0);
        }
        self.positions[id as usize]
    }

    /// The table's bytes.
    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
