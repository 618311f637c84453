//! The commit point of a snapshot: a short text file in the snapshot folder that names the current base and overlay.
//!
//! A writer replaces it atomically, after the files that it names. A reader therefore sees the state before or the state
//! after, and nothing in between.

use std::fmt;

/// File name of the commit point in the snapshot folder (`snapshot.bmb.d/`).
pub const CURRENT: &str = "CURRENT";

/// The first line of a commit point.
const HEAD: &str = "bombe commit point 1";

/// The content of a commit point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommitPoint {
    /// Identity of the base. If the snapshot has another identity, it is current alone.
    pub base: [u8; 32],
    /// Identity of the overlay, if there is one; see [`overlay_name`].
    pub overlay: Option<[u8; 32]>,
    /// Digest of everything that base and overlay were built from. Only writers use it.
    pub inputs: [u8; 32],
    /// Digest of the links that the overlay's ranks were computed from; none if the base's ranks apply. Only writers use it.
    pub links: Option<[u8; 32]>,
    /// True if the snapshot holds the sources.
    pub sources: bool,
    /// zstd level, if the user chose one.
    pub level: Option<i32>,
}

/// Returns the file name of the overlay with an identity, in the snapshot folder.
pub fn overlay_name(identity: &[u8; 32]) -> String {
    let hex = blake3::Hash::from_bytes(*identity).to_hex();
    format!("{}.bmo", &hex[..16])
}

/// Returns the identity of the merged view of a base and an overlay: blake3 of their identities.
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
    /// Parses a commit point; none if the text is not one, or is of a later version.
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
    fn a_commit_point_round_trips_and_a_truncated_one_is_refused() {
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
