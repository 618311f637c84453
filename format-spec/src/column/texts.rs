//! Signatures and docs. They are stored after the source text of their file, because they repeat parts of it and so
//! compress well.

use crate::error::Corrupt;
use crate::varint;

/// The signatures and docs of one file's symbols.
///
/// The stored form is, for each symbol of the file in order, the lengths in bytes of signature and doc as varints, then all
/// signatures and docs in the same order. It is empty if no symbol has either.
#[derive(Clone, Debug, Default)]
pub struct FileTexts {
    texts: String,
    /// Ends of signature and doc of each symbol in `texts`.
    ends: Vec<(u32, u32)>,
}

impl FileTexts {
    /// Parses the stored form for a file of `symbols` symbols.
    ///
    /// # Errors
    /// Fails if the lengths do not match the bytes.
    pub fn parse(raw: Vec<u8>, symbols: usize) -> Result<Self, Corrupt> {
        let damage = |found: String| {
            Corrupt::new(
                "section `frame_bytes`",
                format!("texts of {symbols} symbols"),
                found,
            )
        };
        if raw.is_empty() {
            return Ok(Self::default());
        }
        let mut at = 0;
        // A symbol takes at least two bytes, so a forged number of symbols does not reserve much.
        let mut ends = Vec::with_capacity(symbols.min(raw.len() / 2));
        let mut end = 0u32;
        for _ in 0..symbols {
            let mut next = || end.checked_add(varint::read_u32(&raw, &mut at)?);
            let Some(signature) = next() else {
                return Err(damage("fewer lengths".to_owned()));
            };
            end = signature;
            let mut next = || end.checked_add(varint::read_u32(&raw, &mut at)?);
            let Some(doc) = next() else {
                return Err(damage("fewer lengths".to_owned()));
            };
            end = doc;
            ends.push((signature, doc));
        }
        if raw.len() - at != end as usize {
            return Err(damage(format!(
                "{} bytes of text instead of {end}",
                raw.len() - at
            )));
        }
        let mut raw = raw;
        raw.drain(..at);
        let texts =
            String::from_utf8(raw).map_err(|_| damage("text that is not UTF-8".to_owned()))?;
        Ok(Self { texts, ends })
    }

    /// Returns the signature of the file's symbol at `index`, 0-based; empty if it has none.
    pub fn signature(&self, index: usize) -> &str {
        let start = self.start(index);
        self.ends.get(index).map_or("", |(end, _)| {
            self.texts.get(start..*end as usize).unwrap_or("")
        })
    }

    /// Returns the doc of the file's symbol at `index`, 0-based; empty if it has none.
    pub fn doc(&self, index: usize) -> &str {
        self.ends.get(index).map_or("", |(start, end)| {
            self.texts.get(*start as usize..*end as usize).unwrap_or("")
        })
    }

    /// Returns the size in memory, in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.texts.capacity() + self.ends.capacity() * size_of::<(u32, u32)>()
    }

    fn start(&self, index: usize) -> usize {
        index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .map_or(0, |(_, doc)| *doc as usize)
    }
}

/// Returns the stored form of (signature, doc) of a file's symbols, in order.
pub fn file_texts<'t>(symbols: impl Iterator<Item = (&'t str, &'t str)> + Clone) -> Vec<u8> {
    let mut raw = Vec::new();
    let mut any = false;
    for (signature, doc) in symbols.clone() {
        any |= !signature.is_empty() || !doc.is_empty();
        varint::push(&mut raw, signature.len() as u64);
        varint::push(&mut raw, doc.len() as u64);
    }
    if !any {
        return Vec::new();
    }
    for (signature, doc) in symbols {
        raw.extend_from_slice(signature.as_bytes());
        raw.extend_from_slice(doc.as_bytes());
    }
    raw
}
