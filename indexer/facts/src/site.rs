//! Sites: uses of names that may become edges.

use serde::{Deserialize, Serialize};

use crate::ids::{DefId, ExprId, ScopeId, StrId};

/// A use of a name that may become an edge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Site {
    /// How the name is used.
    pub kind: SiteKind,
    /// `Call`, `New`: the whole expression, arguments included. Others: the expression of the used entity.
    pub expr: ExprId,
    /// The innermost named callable around it; the module for module level and class bodies.
    pub within: DefId,
    /// The scope around it.
    pub scope: ScopeId,
    /// The name token's text: `f` of `a.f()`.
    pub name: StrId,
    /// First byte of the name token.
    pub start: u32,
    /// 1-based line of the name token.
    pub line: u32,
    /// 0-based byte column of the name token.
    pub col: u32,
}

/// How a name is used at a [`Site`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SiteKind {
    /// `f()`, `a.f()`.
    Call,
    /// `new A()`, `A {}`, and `A()` where syntax alone identifies a construction.
    New,
    /// A construction without a call: `T x(1);`, `new T`. It constructs, but names no callee.
    Construct,
    /// A decorator or annotation. `within` is the definition around the decorated one; `expr` is the decorator itself.
    Decorator,
    /// `Foo::bar`, `this::f`: a function named without being called, where the language has a syntax for it.
    MethodRef,
    /// `super(…)` or `this(…)` as a constructor call; `expr` is the `Call`, its callee `Super` or `This`.
    CtorCall,
    /// A name or member that is read: constants, fields, functions as values, types in expressions.
    Read,
    /// A name or member that is written.
    Write,
    /// A type named in an annotation or signature; `expr` is a `TypeValue`.
    Type,
    /// A macro call.
    Macro,
    /// A JSX element; counts as a call of the component.
    Jsx,
    /// A tagged template.
    Tagged,
}
