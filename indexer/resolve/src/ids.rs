//! Ids of definitions: numbered over all files, or by file.

use bombe_facts::{BindingId, DefId, ExprId};
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

/// What a framework can mount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A definition: a variable, a function that returns or takes a router, a module.
    Def(Sym),
    /// A variable that is no definition.
    Local(SourceId, BindingId),
    /// What a call makes, before it has a name: `Mount("/sub", routes=[Route("/x", page)])`.
    Call(SourceId, ExprId),
    /// A parameter, by number: a call passes it a router.
    Param(Sym, u32),
}
