//! Ids of definitions: numbered over all files, or by file.

use bombe_facts::DefId;
use bombe_rules::file_table::SourceId;
use serde::{Deserialize, Serialize};

/// A definition, numbered over all files in file order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sym(pub u32);

/// A definition by its file, and its number there.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct FileDef {
    /// Number of the file.
    pub file: SourceId,
    /// Its number in the file.
    pub def: DefId,
}

/// A member that a type has of its own, not by inheritance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MemberRef<D = Sym> {
    /// A definition.
    Def(D),
    /// An assignment from outside the body: index into [`bombe_facts::Facts::assigns`] of a file.
    Assign(SourceId, u32),
}
