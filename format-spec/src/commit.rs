//! The commit point of a snapshot: a few lines of text in the folder beside it that say what is current.
//!
//! It is replaced whole and written last, so whoever reads it sees one state or another and never half of one.

use std::fmt;

/// File name of the commit point, in the folder beside the snapshot (`snapshot.bmb.d/`).
pub const CURRENT: &str = "CURRENT";

/// The first line of a commit point.
const HEAD: &str = "bombe commit point 1";

/// What a commit point says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommitPoint {
    /// Identity of the snapshot that is the base. A snapshot of another identity is current alone.
    pub base: [u8; 32],
    /// Identity of the overlay that lies over it, if there is one; see [`overlay_name`].
    pub overlay: Option<[u8; 32]>,
    /// Digest of all that base and overlay together were made from: of use to the writer alone.
    pub inputs: [u8; 32],
    /// Digest of what the overlay's ranks were made of, if they may be others than the base's: of use to the writer alone.
    pub links: Option<[u8; 32]>,
    /// Sources are kept.
    pub sources: bool,
    /// zstd level, if one was asked for.
    pub level: Option<i32>,
}

/// File name of the overlay with an identity, in the folder beside the snapshot.
pub fn overlay_name(identity: &[u8; 32]) -> String {
    let hex = blake3::Hash::from_bytes(*identity).to_hex();
    format!("{}.bmo", &hex[..16])
}

/// Identity of base and overlay as one: blake3 of the identities of both.
pub fn identity_of_both(base: [u8; 32], overlay: [u8; 32]) -> [u8; 32] {
    *blake3::hash(&[base, overlay].concat()).as_bytes()
}

impl fmt::Display for CommitPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        writeln!(f, "base {}", blake3::Hash::from_bytes(self.base))?;
        if let Some(overlay) = self.overlay {
            writeln!(f, "overlay {}", blake3::Hash::from_bytes(overlay))?;
        }
        writeln!(f, "inputs {}", blake3::Hash::from_bytes(self.inputs))?;
        if let Some(links) = self.links {
            writeln!(f, "links {}", blake3::Hash::from_bytes(links))?;
        }
        writeln!(f, "sources {}", self.sources)?;
        match self.level {
            Some(level) => writeln!(f, "level {level}"),
            None => Ok(()),
        }
    }
}

impl CommitPoint {
    /// Reads a commit point; none if the text is none, or of a later version.
    pub fn parse(text: &str) -> Option<Self> {
        let body = text.strip_prefix(HEAD)?;
        let value = |key: &str| {
            body.lines()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
        };
        let hash = |text: &str| Some(*blake3::Hash::from_hex(text).ok()?.as_bytes());
        let overlay = match value("overlay") {
            Some(text) => Some(hash(text)?),
            None => None,
        };
        Some(Self {
            base: hash(value("base")?)?,
            overlay,
            inputs: hash(value("inputs")?)?,
            links: value("links").and_then(hash),
            sources: value("sources")?.parse().ok()?,
            level: value("level").and_then(|level| level.parse().ok()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_point_says_what_was_written_and_nothing_else_is_one() {
        for overlay in [None, Some([9; 32])] {
            for level in [None, Some(7)] {
                let commit = CommitPoint {
                    base: [1; 32],
                    overlay,
                    inputs: [2; 32],
                    links: level.map(|_| [3; 32]),
                    sources: level.is_none(),
                    level,
                };
                let text = commit.to_string();
                assert_eq!(CommitPoint::parse(&text), Some(commit));
                for end in 0..text.find("sources").unwrap_or(0) {
                    assert_eq!(CommitPoint::parse(&text[..end]), None);
                }
            }
        }
        assert_eq!(CommitPoint::parse("bombe commit point 2\n"), None);
        assert_eq!(overlay_name(&[0xab; 32]), "abababababababab.bmo");
    }
}
