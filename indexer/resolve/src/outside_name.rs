//! The name of something outside the repository, while it is being put together.

use bombe_rules::file_table::SourceId;
use smallvec::SmallVec;

use crate::limits::OUTSIDE_PARTS_MAX;

/// Something outside the repository, on the way to its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outside<'s> {
    /// A file of the language that names it: the importing file, or the stub file.
    pub(crate) named_by: SourceId,
    /// The module, as the import or the stub file names it.
    pub(crate) module: &'s str,
    /// The names that follow.
    pub(crate) parts: SmallVec<[&'s str; 4]>,
    /// The number of parts that are known to be types.
    pub(crate) types: usize,
    /// The number of parts that are called before the rest is reached.
    pub(crate) called: Option<usize>,
}

impl<'s> Outside<'s> {
    pub(crate) fn module(named_by: SourceId, module: &'s str) -> Self {
        Self {
            named_by,
            module,
            parts: SmallVec::new(),
            types: 0,
            called: None,
        }
    }

    /// Returns a member of it.
    pub(crate) fn member(mut self, name: &'s str) -> Option<Self> {
        // A name with a dot is that of a component (`Some.0`), which is no member.
        if name.is_empty() || name.contains('.') || self.parts.len() >= OUTSIDE_PARTS_MAX {
            return None;
        }
        self.parts.push(name);
        Some(self)
    }

    /// Returns a type nested in it.
    pub(crate) fn nested(self, name: &'s str) -> Option<Self> {
        let mut nested = self.member(name)?;
        nested.types = nested.parts.len();
        Some(nested)
    }

    /// Returns true if it is an attribute of a type, by the words that both are named in: what it holds is not known.
    pub(crate) fn is_attribute(&self) -> bool {
        let [.., owner, attribute] = self.parts[..] else {
            return false;
        };
        is_in_capwords(owner) && attribute.starts_with(|c: char| c == '_' || c.is_lowercase())
    }

    /// Returns what a call of it yields.
    pub(crate) fn result(mut self) -> Option<Self> {
        if self.called.is_some() || self.parts.is_empty() {
            return None;
        }
        self.called = Some(self.parts.len());
        Some(self)
    }
}

/// Returns true if a name is written in `CapWords`, as those of types are.
pub(crate) fn is_in_capwords(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}
