//! Keys for exchange: names of symbols and edges that mean the same on every machine. `SPEC.md` defines them, and they never
//! change: two snapshots that agree about a symbol or an edge have the same key for it, whoever has built them.

use bombe_format::error::Corrupt;

use crate::view::{Edge, Symbol};

/// Hexadecimal digits of a key.
const KEY_DIGITS: usize = 32;

/// Hexadecimal digits of the hash of a signature.
const SIGNATURE_DIGITS: usize = 16;

/// The parts of the key of a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolKey {
    /// The name with its qualifiers; a further symbol of the same name has the suffix `#n`.
    pub qualified_name: String,
    /// The path of its file.
    pub file_path: String,
    /// Its first line, from 1 on.
    pub start_line: u32,
    /// Its last line.
    pub end_line: u32,
    /// The first 16 digits of the blake3 of its signature.
    pub signature_hash: String,
}

/// The parts of the key of an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeKey {
    /// The key of the symbol from which it leads.
    pub source_symbol_key: String,
    /// The key of the symbol to which it leads.
    pub target_symbol_key: String,
    /// The name of its kind.
    pub relationship: &'static str,
    /// The line of its site, in the file of the source.
    pub line_number: u32,
}

impl SymbolKey {
    /// Returns the parts of the key of a symbol.
    ///
    /// # Errors
    /// Fails if the snapshot is damaged.
    pub fn of(symbol: Symbol<'_>) -> Result<Self, Corrupt> {
        let mut qualified_name = symbol.qualified()?;
        if symbol.ordinal() > 1 {
            qualified_name.push_str(&format!("#{}", symbol.ordinal()));
        }
        let signature = blake3::hash(symbol.signature()?.as_bytes()).to_hex();
        Ok(Self {
            qualified_name,
            file_path: symbol.file()?.path()?.to_owned(),
            start_line: symbol.start_line(),
            end_line: symbol.end_line(),
            signature_hash: signature[..SIGNATURE_DIGITS].to_owned(),
        })
    }

    /// Returns the key.
    pub fn key(&self) -> String {
        key(&[
            &self.qualified_name,
            &self.file_path,
            &self.start_line.to_string(),
            &self.end_line.to_string(),
            &self.signature_hash,
        ])
    }
}

impl EdgeKey {
    /// Returns the parts of the key of an edge between two symbols.
    pub fn of(edge: &Edge, source: &SymbolKey, target: &SymbolKey) -> Self {
        Self {
            source_symbol_key: source.key(),
            target_symbol_key: target.key(),
            relationship: edge.kind.name(),
            line_number: edge.line,
        }
    }

    /// Returns the key.
    pub fn key(&self) -> String {
        key(&[
            &self.source_symbol_key,
            &self.target_symbol_key,
            self.relationship,
            &self.line_number.to_string(),
        ])
    }
}

/// Returns the first digits of the blake3 of the parts, each followed by a zero byte: no part holds one.
fn key(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..KEY_DIGITS].to_owned()
}
