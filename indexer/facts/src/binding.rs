//! What binds names, members and elements: bindings of scopes, assignments to members, writes to containers.

use serde::{Deserialize, Serialize};

use crate::ids::{DefId, ExprId, ImportId, ScopeId, StrId, TypeId};

/// A name bound in a scope.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Binding {
    /// The name. For `Narrow` of a member chain: the chain with dots (`self.x`).
    pub name: StrId,
    /// The scope that declares it.
    pub scope: ScopeId,
    /// The innermost scope around the binding; differs from `scope` inside a `Branch` or nested block of it.
    pub branch: ScopeId,
    /// First byte at which it is visible, or 0 if it is visible in the whole scope (hoisted).
    pub pos: u32,
    /// The bound entity.
    pub what: Bound,
    /// Declared type, or `Unknown`.
    pub ty: TypeId,
    /// The assigned value, or `Unknown`. The expression spells out loop targets and destructuring.
    pub value: ExprId,
}

/// The entity that a [`Binding`] binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Bound {
    /// A definition.
    Def(DefId),
    /// An imported module or symbol.
    Import(ImportId),
    /// A variable.
    Var,
    /// Parameter number `.1` of definition `.0`; `u32::MAX` is the receiver.
    Param(DefId, u32),
    /// A variable of an enclosing scope, with a narrower type here.
    Narrow,
    /// A name of another scope (`global`, `nonlocal`); lookup continues there.
    Outer,
}

/// An assignment to a member outside the body of its type.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MemberAssign {
    /// The type that owns the member, where the syntax alone determines it (`self.x = …` in a method); else `base`
    /// determines it.
    pub owner: Option<DefId>,
    /// The expression that is assigned to, if `owner` is `None`.
    pub base: ExprId,
    /// The member's name; empty: every member of `value` (`Object.assign(base, value)`).
    pub name: StrId,
    /// The definition made for it (a field; a method for `Foo.prototype.f = function`), if any.
    pub def: Option<DefId>,
    /// Declared type, or `Unknown`.
    pub ty: TypeId,
    /// The value, or `Unknown`.
    pub value: ExprId,
    /// The innermost callable around the assignment, named or not.
    pub within: DefId,
}

/// A write to something declared elsewhere: an element added to a container that starts empty (`self.xs.append(v)`), or a
/// base added to a type (`util.inherits(A, B)`). The element or base is already part of that expression or type; this row
/// records where it comes from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ContainerWrite {
    /// The innermost callable around the write.
    pub within: DefId,
    /// The container; row 0 if no expression names it.
    pub into: ExprId,
    /// Its key, or `Unknown`.
    pub key: ExprId,
    /// The value, or `Unknown`.
    pub value: ExprId,
}
