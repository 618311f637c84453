//! The string table: texts that other sections refer to by the position of their first byte.

use super::columns;
use crate::block::Window;
use crate::error::Corrupt;
use crate::ids::StringId;
use crate::varint;

columns! {
    /// Distinct texts. Each is its length in bytes as a varint, then its UTF-8 bytes. Other sections refer to a text by the
    /// position of its first byte (of the length) in `bytes`. Position 0 holds the empty text.
    StringColumns, StringLayout, StringView, Strings;
    /// The texts, concatenated.
    bytes: u8 ["*"],
}

impl<'b> StringView<'b> {
    /// Returns the text at a position.
    ///
    /// # Errors
    /// Fails if there is no text at the position.
    #[inline]
    pub fn get(self, id: StringId) -> Result<&'b str, Corrupt> {
        get(self.layout.bytes.window(self.bytes), id)
    }
}

/// Returns the text at a position of a table's bytes.
///
/// # Errors
/// Fails if there is no text at the position.
#[inline]
pub fn get(table: Window<'_>, id: StringId) -> Result<&str, Corrupt> {
    let mut at = id.index();
    table
        .varint_u32(&mut at)
        .and_then(|len| table.get(at..at.checked_add(len as usize)?))
        .and_then(|bytes| std::str::from_utf8(bytes).ok())
        .ok_or_else(|| {
            Corrupt::new(
                "section `strings`",
                "a text",
                format!("none at position {}", id.0),
            )
        })
}

/// Appends a text to a table's bytes and returns its position.
pub fn push(table: &mut Vec<u8>, text: &str) -> StringId {
    let id = StringId::new(table.len());
    varint::push(table, text.len() as u64);
    table.extend_from_slice(text.as_bytes());
    id
}
