//! Scopes.

use serde::{Deserialize, Serialize};

use crate::ids::{DefId, ScopeId};

/// A region in which names are bound.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scope {
    /// The enclosing scope; the module's scope is its own parent.
    pub parent: ScopeId,
    /// The construct that opens it.
    pub kind: ScopeKind,
    /// The innermost definition that contains this scope or owns it.
    pub def: DefId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// The construct that opens a scope; it decides which names are visible inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ScopeKind {
    /// The file.
    Module,
    /// A namespace or inline module.
    Namespace,
    /// The body of a class-like type. Whether nested functions see its names depends on the language.
    Class,
    /// A function's parameters and body.
    Function,
    /// A block that declares names of its own (`{ let x }`).
    Block,
    /// A branch that declares no names of its own (Python `if`, `for`). It serves to find the assignment that reaches
    /// a use, and to narrow types.
    Branch,
}
