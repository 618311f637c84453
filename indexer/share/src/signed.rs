//! Small signed documents that are replaced as a whole, each with a number that only grows.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::manifest::check_schema;
use crate::refusal::Refusal;

/// A document with a number, about a repository.
pub trait Document: Serialize + DeserializeOwned {
    /// What it is, in its field `kind`.
    const KIND: &'static str;

    /// Its number: each state has a higher one than all before.
    fn sequence(&self) -> u64;

    /// Checks that it is about this repository, has this name, and makes sense.
    ///
    /// # Errors
    /// When it does not.
    fn check(&self, repository: &str, name: &str) -> Result<(), Refusal>;

    /// Reads a document whose signature has been checked.
    ///
    /// # Errors
    /// When it is of another version, kind, repository or name, or contradicts itself.
    fn parse(bytes: &[u8], repository: &str, name: &str) -> Result<Self, Refusal> {
        check_schema(bytes, Self::KIND)?;
        let document: Self =
            serde_json::from_slice(bytes).map_err(|error| Refusal::malformed(Self::KIND, error))?;
        document.check(repository, name)?;
        Ok(document)
    }

    /// Returns its bytes, which are signed.
    ///
    /// # Panics
    /// Never: what it holds can always be written.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            serde_json::to_vec(self).expect("a document holds nothing that JSON cannot say");
        bytes.push(b'\n');
        bytes
    }
}

/// Checks that a document says what is expected of one of its fields.
///
/// # Errors
/// When it says something else.
pub(crate) fn other(
    what: &str,
    field: &'static str,
    expected: &str,
    found: &str,
) -> Result<(), Refusal> {
    if expected == found {
        return Ok(());
    }
    Err(Refusal::Other {
        what: what.to_owned(),
        field,
        expected: expected.to_owned(),
        found: found.to_owned(),
    })
}
