//! The commit point of a snapshot: a short text file in the snapshot folder that names the current base and overlay.
//!
//! A writer replaces it atomically, after the files that it names. A reader therefore sees the state before or the state
//! after, and nothing in between.

use std::fmt;

use crate::error::{Corrupt, FormatError};

/// File name of the commit point in the snapshot folder (`snapshot.bmb.d/`).
pub const CURRENT: &str = "CURRENT";

/// Version of the commit point.
///
/// * 1: the first.
/// * 2: a checksum, and the time of the scan.
pub const COMMIT_VERSION: u32 = 2;

/// A commit point has fewer bytes than this.
pub const COMMIT_BYTES_MAX: u64 = 4096;

/// How the first line of a commit point begins. Its version follows.
const HEAD: &str = "bombe commit point ";

/// How the last line begins. The blake3 of all lines before it follows.
const CHECKSUM: &str = "checksum ";

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
    /// False if the snapshot was built without the history.
    pub history: bool,
    /// zstd level, if the user chose one.
    pub level: Option<i32>,
    /// When the scan of the work tree began, in nanoseconds since 1970. A file that has not changed since is as the
    /// snapshot says.
    pub scanned: u64,
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
        let hex = |hash| blake3::Hash::from_bytes(hash).to_hex();
        let mut text = format!("{HEAD}{COMMIT_VERSION}\nbase {}\n", hex(self.base));
        let mut line = |key: &str, value: &dyn fmt::Display| {
            text.push_str(&format!("{key} {value}\n"));
        };
        if let Some(overlay) = self.overlay {
            line("overlay", &hex(overlay));
        }
        line("inputs", &hex(self.inputs));
        if let Some(links) = self.links {
            line("links", &hex(links));
        }
        line("sources", &self.sources);
        if !self.history {
            line("history", &self.history);
        }
        if let Some(level) = self.level {
            line("level", &level);
        }
        line("scanned", &self.scanned);
        let checksum = blake3::hash(text.as_bytes());
        writeln!(f, "{text}{CHECKSUM}{checksum}")
    }
}

impl CommitPoint {
    /// Parses a commit point.
    ///
    /// # Errors
    /// [`FormatError::OtherCommitPoint`] if it is of another version, and [`FormatError::Damaged`] if it is no commit point
    /// or does not match its checksum.
    pub fn parse(bytes: &[u8]) -> Result<Self, FormatError> {
        let damaged = |expected: &str, found: &str| {
            let found = found.chars().take(80).collect::<String>();
            Corrupt::new("commit point", expected, format!("{found:?}"))
        };
        let text = std::str::from_utf8(bytes)
            .map_err(|_| damaged("text", &String::from_utf8_lossy(bytes)))?;
        let first = text.lines().next().unwrap_or_default();
        let version = first
            .strip_prefix(HEAD)
            .and_then(|version| version.parse().ok())
            .ok_or_else(|| damaged(&format!("`{HEAD}{COMMIT_VERSION}`"), first))?;
        let body = match text.rfind(CHECKSUM) {
            Some(at) if text[..at].ends_with('\n') => {
                let (body, checksum) = text.split_at(at);
                let expected = format!("{CHECKSUM}{}\n", blake3::hash(body.as_bytes()));
                if checksum != expected {
                    return Err(damaged(expected.trim_end(), checksum.trim_end()).into());
                }
                body
            }
            // The first version had no checksum.
            _ if version == 1 => text,
            _ => {
                let last = text.lines().last().unwrap_or_default();
                return Err(damaged("a last line with the checksum", last).into());
            }
        };
        if version != COMMIT_VERSION {
            return Err(FormatError::OtherCommitPoint {
                found: version,
                expected: COMMIT_VERSION,
            });
        }
        let value = |key: &str| {
            body.lines()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
        };
        let missing = |key: &str| damaged(&format!("a value of `{key}`"), body);
        let hash = |text: &str| Some(*blake3::Hash::from_hex(text).ok()?.as_bytes());
        let optional = |key: &str| match value(key) {
            Some(text) => hash(text).map(Some).ok_or_else(|| missing(key)),
            None => Ok(None),
        };
        let required = |key: &str| value(key).and_then(hash).ok_or_else(|| missing(key));
        let number = |key: &str| value(key).and_then(|text| text.parse().ok());
        Ok(Self {
            base: required("base")?,
            overlay: optional("overlay")?,
            inputs: required("inputs")?,
            links: optional("links")?,
            sources: value("sources")
                .and_then(|text| text.parse().ok())
                .ok_or_else(|| missing("sources"))?,
            history: value("history") != Some("false"),
            level: value("level").and_then(|level| level.parse().ok()),
            scanned: number("scanned").ok_or_else(|| missing("scanned"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_point_round_trips_and_any_damage_is_found() {
        for overlay in [None, Some([9; 32])] {
            for level in [None, Some(7)] {
                let commit = CommitPoint {
                    base: [1; 32],
                    overlay,
                    inputs: [2; 32],
                    links: level.map(|_| [3; 32]),
                    sources: level.is_none(),
                    history: level.is_none(),
                    level,
                    scanned: 1_700_000_000_123_456_789,
                };
                let text = commit.to_string().into_bytes();
                assert!(text.len() < COMMIT_BYTES_MAX as usize);
                assert_eq!(CommitPoint::parse(&text), Ok(commit));
                let is_damaged = |bytes: &[u8]| {
                    matches!(CommitPoint::parse(bytes), Err(FormatError::Damaged(_)))
                };
                for at in 0..text.len() {
                    assert!(is_damaged(&text[..at]), "{at} bytes");
                    for bit in 0..8 {
                        let mut altered = text.clone();
                        altered[at] ^= 1 << bit;
                        assert!(is_damaged(&altered), "byte {at}, bit {bit}");
                    }
                }
                assert!(is_damaged(&[&text[..], b"\n"].concat()));
            }
        }
        assert_eq!(overlay_name(&[0xab; 32]), "abababababababab.bmo");
    }

    #[test]
    fn a_commit_point_of_another_version_is_no_damage() {
        let hex = "0".repeat(64);
        let first = format!("{HEAD}1\nbase {hex}\ninputs {hex}\nsources true\n");
        let expected = COMMIT_VERSION;
        let other = |found| Err(FormatError::OtherCommitPoint { found, expected });
        assert_eq!(CommitPoint::parse(first.as_bytes()), other(1));
        let body = format!("{HEAD}3\nbases {hex} {hex}\n");
        let later = format!("{body}{CHECKSUM}{}\n", blake3::hash(body.as_bytes()));
        assert_eq!(CommitPoint::parse(later.as_bytes()), other(3));
    }
}
