//! Where things lie on a remote: see `docs/remote.md`.
//!
//! Blobs and manifests are named by their digests and never change. Indexes and references are small documents that are
//! replaced as a whole.

use std::fmt;

use crate::digest::Digest;

/// Version of the layout, and of the documents in it. A client refuses another one.
pub const SCHEMA: u32 = 1;

/// The folder of indexes.
pub const INDEX: &str = "index";

/// The folder of manifests, and of their signatures.
pub const MANIFESTS: &str = "manifests";

/// The folder of blobs.
pub const BLOBS: &str = "blobs/sha256";

/// The folder of named references, such as the promoted snapshot of a repository.
pub const REFS: &str = "refs";

/// The folder of lists of quarantined snapshots.
pub const QUARANTINE: &str = "quarantine";

/// The folder of figures about snapshots.
pub const METRICS: &str = "metrics";

/// The path of a document or a blob below a remote's address: parts of letters, digits and `._=-`, with `/` in between.
/// No part starts with a dot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(String);

impl Name {
    /// The blob with a digest.
    pub fn blob(digest: Digest) -> Self {
        let hex = digest.to_string();
        Self(format!("{BLOBS}/{}/{hex}", &hex[..2]))
    }

    /// The manifest with a digest.
    pub fn manifest(digest: Digest) -> Self {
        Self(format!("{MANIFESTS}/{digest}.json"))
    }

    /// The index of a branch.
    pub fn index(repository: &str, branch: &str) -> Self {
        let [repository, branch] = [repository, branch].map(encoded);
        Self(format!("{INDEX}/{repository}/{branch}.json"))
    }

    /// A reference of a repository.
    pub fn reference(repository: &str, name: &str) -> Self {
        let [repository, name] = [repository, name].map(encoded);
        Self(format!("{REFS}/{repository}/{name}.json"))
    }

    /// The list of quarantined snapshots of a repository.
    pub fn quarantine(repository: &str) -> Self {
        Self(format!("{QUARANTINE}/{}.json", encoded(repository)))
    }

    /// The history of the figures of a repository's snapshots.
    pub fn figures(repository: &str) -> Self {
        Self(format!("{METRICS}/{}/history.jsonl", encoded(repository)))
    }

    /// The name of a document that belongs to this one, such as its signature.
    #[must_use]
    pub fn with_ending(&self, ending: &str) -> Self {
        Self(format!("{}.{ending}", self.0))
    }

    /// Reads a path; none if it is not the form of a name.
    pub fn parse(path: &str) -> Option<Self> {
        let is_plain = |part: &str| {
            !part.is_empty()
                && !part.starts_with('.')
                && part.bytes().all(|it| is_kept(it) || it == b'=')
        };
        path.split('/').all(is_plain).then(|| Self(path.to_owned()))
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the digest that names a blob.
    pub fn blob_digest(&self) -> Option<Digest> {
        let (folder, hex) = self
            .0
            .strip_prefix(BLOBS)?
            .strip_prefix('/')?
            .split_once('/')?;
        hex.starts_with(folder).then(|| hex.parse().ok())?
    }

    /// Returns the digest that names a manifest, or a document that belongs to one.
    pub fn manifest_digest(&self) -> Option<Digest> {
        let name = self.0.strip_prefix(MANIFESTS)?.strip_prefix('/')?;
        let (hex, ending) = name.split_once('.')?;
        ending.starts_with("json").then(|| hex.parse().ok())?
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_kept(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._-".contains(&byte)
}

/// Returns the name of a repository or a branch as one part of a path: letters, digits, `_`, `-`, and dots after the first
/// character stay, and every other byte becomes `=` and two hexadecimal digits. `owner/name` becomes `owner=2Fname`.
pub fn encoded(name: &str) -> String {
    let mut text = String::new();
    for (at, byte) in name.bytes().enumerate() {
        if is_kept(byte) && (at > 0 || byte != b'.') {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("={byte:02X}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Name, encoded};
    use crate::digest::Digest;

    #[test]
    fn names_are_parts_of_plain_characters() {
        assert_eq!(encoded("owner/name"), "owner=2Fname");
        assert_eq!(encoded("../a b"), "=2E.=2Fa=20b");
        assert_eq!(
            Name::index("o/n", "feature/x").as_str(),
            "index/o=2Fn/feature=2Fx.json"
        );
        let digest = Digest::of(b"");
        for name in [
            Name::blob(digest),
            Name::manifest(digest).with_ending("minisig"),
            Name::index("o/n", "../.."),
            Name::reference("é", "stable"),
            Name::quarantine("o/n"),
            Name::figures("o/n"),
        ] {
            assert_eq!(Name::parse(name.as_str()).as_ref(), Some(&name));
        }
        assert_eq!(Name::blob(digest).blob_digest(), Some(digest));
        assert_eq!(Name::manifest(digest).manifest_digest(), Some(digest));
        for wrong in ["", "/a", "a/", "a//b", "a/../b", ".a", "a b", "a\\b", "é"] {
            assert_eq!(Name::parse(wrong), None, "{wrong}");
        }
    }
}
