//! The description of the repository, and counts by language. Small, and read on opening.

use super::columns;
use crate::error::Corrupt;
use crate::ids::StringId;

columns! {
    /// The repository as a whole, and counts by language. `texts` holds, in this order and encoded as in `strings`: name,
    /// remote, commit, branch, root, tool version. `numbers` holds: commit time (seconds since 1970, two's complement), 1 if
    /// the snapshot contains sources or else 0, number of files, number of symbols, number of edges.
    MetaColumns, MetaLayout, MetaView, Meta;
    /// The texts, each preceded by its length as a varint.
    texts: u8 ["*"],
    /// The numbers.
    numbers: u64 ["*"],
    /// Language: a number of `language`.
    language: u8 ["L"],
    /// How complete the index is for the language: a number of `support`.
    support: u8 ["L"],
    /// Number of files.
    files: u32 ["L"],
    /// Number of symbols.
    symbols: u32 ["L"],
    /// Number of places with a syntax error.
    syntax_errors: u32 ["L"],
    /// Number of call sites without an edge.
    unresolved: u32 ["L"],
    /// Number of call sites that leave the repository.
    external: u32 ["L"],
    /// Number of lines.
    lines: u64 ["L"],
    /// Number of bytes.
    bytes: u64 ["L"],
}

/// Number of texts in `meta`.
pub const META_TEXTS: usize = 6;

/// Number of numbers in `meta`.
pub const META_NUMBERS: usize = 5;

impl<'b> MetaView<'b> {
    /// Returns the texts, in the order of [`MetaColumns`].
    ///
    /// # Errors
    /// Fails if there are fewer.
    pub fn texts(self) -> Result<[&'b str; META_TEXTS], Corrupt> {
        let table = self.layout.texts.window(self.bytes);
        let mut texts = [""; META_TEXTS];
        let mut at = 0;
        for text in &mut texts {
            *text = super::strings::get(table, StringId::new(at))?;
            let len = text.len();
            at += len + varint_bytes(len);
        }
        Ok(texts)
    }

    /// Returns a number by its position in the order of [`MetaColumns`]; 0 if there are fewer.
    pub fn number(self, index: usize) -> u64 {
        self.layout.numbers.at_row(self.bytes, index)
    }
}

fn varint_bytes(value: usize) -> usize {
    let mut bytes = Vec::with_capacity(10);
    crate::varint::push(&mut bytes, value as u64);
    bytes.len()
}
