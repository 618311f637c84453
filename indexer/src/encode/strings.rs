//! Builds the string table: each text once, at a position.

use bombe_facts::interner::Interner;

/// The table's bytes, and an index of the texts in them.
#[derive(Debug)]
pub(super) struct StringTable {
    interner: Interner,
    positions: Vec<u32>,
    bytes: Vec<u8>,
}

impl StringTable {
    /// Returns a table with the empty text at position 0.
    pub(super) fn new() -> Self {
        let mut table = Self {
            interner: Interner::new(),
            positions: Vec::new(),
            bytes: Vec::new(),
        };
        table.position("");
        table
    }

    /// Returns the position of a text. Adds it if it is new.
    pub(super) fn position(&mut self, text: &str) -> u32 {
        let (id, new) = self.interner.intern(text);
        if new {
            self.positions
                .push(bombe_format::column::strings::push(&mut self.bytes, text).0);
        }
        self.positions[id as usize]
    }

    /// Returns the table's bytes.
    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
