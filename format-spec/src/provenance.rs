//! Where a snapshot comes from: a short text file in the snapshot folder that a command writes which has asked a remote.
//!
//! It says which base and overlay were fetched, or over which base a remote was of no use. About another base it says nothing.

use std::fmt;

/// File name of the provenance in the snapshot folder (`snapshot.bmb.d/`).
pub const PROVENANCE: &str = "PROVENANCE";

/// The first line of a provenance.
const HEAD: &str = "bombe provenance 1";

/// Longest reason that is kept, in bytes.
const REASON_BYTES_MAX: usize = 400;

/// What commands that have asked a remote have written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    /// The base that was fetched, and the overlay that was fetched with it.
    pub fetched: Option<([u8; 32], Option<[u8; 32]>)>,
    /// The base that was current after a remote had been of no use, and why it was not.
    pub fallback: Option<([u8; 32], String)>,
}

/// How the index behind an answer came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// It was built here, and no remote was asked.
    #[default]
    Local,
    /// It was fetched, and is as it was published.
    Remote,
    /// It was fetched, and updated here.
    Hybrid,
    /// It was built or updated here because a remote was of no use.
    LocalFallback,
}

impl Mode {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Remote => "remote",
            Self::Hybrid => "hybrid",
            Self::LocalFallback => "local_fallback",
        }
    }
}

impl Provenance {
    /// Reads the text of a provenance. What makes no sense says nothing.
    pub fn parse(text: &str) -> Self {
        let mut provenance = Self::default();
        let Some((HEAD, lines)) = text.split_once('\n') else {
            return provenance;
        };
        let hash = |text: &str| Some(*blake3::Hash::from_hex(text).ok()?.as_bytes());
        for line in lines.lines() {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let (first, rest) = value.split_once(' ').unwrap_or((value, ""));
            match (key, hash(first)) {
                ("fetched", Some(base)) => provenance.fetched = Some((base, hash(rest))),
                ("fallback", Some(base)) => provenance.fallback = Some((base, rest.to_owned())),
                _ => {}
            }
        }
        provenance
    }

    /// Returns how the snapshot with a base and an overlay came about.
    pub fn mode_of(&self, base: [u8; 32], overlay: Option<[u8; 32]>) -> Mode {
        if self.fallback.as_ref().is_some_and(|it| it.0 == base) {
            return Mode::LocalFallback;
        }
        match self.fetched {
            Some((fetched, with)) if fetched == base && with == overlay => Mode::Remote,
            Some((fetched, _)) if fetched == base => Mode::Hybrid,
            _ => Mode::Local,
        }
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex = |hash| blake3::Hash::from_bytes(hash).to_hex();
        writeln!(f, "{HEAD}")?;
        if let Some((base, overlay)) = self.fetched {
            write!(f, "fetched {}", hex(base))?;
            if let Some(overlay) = overlay {
                write!(f, " {}", hex(overlay))?;
            }
            writeln!(f)?;
        }
        if let Some((base, reason)) = &self.fallback {
            let end = reason.floor_char_boundary(REASON_BYTES_MAX);
            let reason = reason.get(..end).unwrap_or_default();
            let reason = reason.replace(['\n', '\r'], " ");
            writeln!(f, "fallback {} {reason}", hex(*base))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Mode, Provenance};

    #[test]
    fn what_is_written_is_read_and_says_how_a_snapshot_came_about() {
        let mut provenance = Provenance::default();
        assert_eq!(provenance.mode_of([1; 32], None), Mode::Local);
        provenance.fetched = Some(([1; 32], None));
        for (base, overlay, expected) in [
            (1, None, Mode::Remote),
            (1, Some(3), Mode::Hybrid),
            (2, None, Mode::Local),
        ] {
            let overlay = overlay.map(|it| [it; 32]);
            assert_eq!(provenance.mode_of([base; 32], overlay), expected);
        }
        provenance.fetched = Some(([1; 32], Some([3; 32])));
        assert_eq!(provenance.mode_of([1; 32], Some([3; 32])), Mode::Remote);
        assert_eq!(provenance.mode_of([1; 32], None), Mode::Hybrid);
        provenance.fallback = Some(([1; 32], "no\nanswer".to_owned()));
        assert_eq!(provenance.mode_of([1; 32], None), Mode::LocalFallback);
        assert_eq!(provenance.mode_of([2; 32], None), Mode::Local);
        let read = Provenance::parse(&provenance.to_string());
        assert_eq!(read.fetched, provenance.fetched);
        assert_eq!(read.fallback, Some(([1; 32], "no answer".to_owned())));
        for text in [
            "",
            "bombe provenance 2\n",
            "bombe provenance 1\nfetched x\n",
        ] {
            assert_eq!(Provenance::parse(text), Provenance::default(), "{text}");
        }
    }
}
