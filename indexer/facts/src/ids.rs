//! Ids: indices into the tables of [`Facts`](crate::Facts). Row 0 of most tables stands for "none".

use std::fmt;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

/// Declares a `u32` index into one table of [`Facts`](crate::Facts).
macro_rules! local_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        pub struct $name(pub u32);
        impl $name {
            /// Returns the index as `usize`.
            pub const fn index(self) -> usize { self.0 as usize }
        }
    };
}

local_id! { /** A string of this file: an index into [`Facts::strings`](crate::Facts::strings); 0 is the empty string. */ StrId }
local_id! { /** An index into [`Facts::scopes`](crate::Facts::scopes); 0 is the module's scope. */ ScopeId }
local_id! { /** An index into [`Facts::defs`](crate::Facts::defs); 0 is the module. */ DefId }
local_id! { /** An index into [`Facts::exprs`](crate::Facts::exprs); 0 is [`Expr::Unknown`](crate::Expr::Unknown). */ ExprId }
local_id! { /** An index into [`Facts::types`](crate::Facts::types); 0 is [`TypeExpr::Unknown`](crate::TypeExpr::Unknown). */ TypeId }
local_id! { /** An index into [`Facts::imports`](crate::Facts::imports). */ ImportId }
local_id! { /** An index into [`Facts::bindings`](crate::Facts::bindings). */ BindingId }

impl StrId {
    /// The empty string.
    pub const EMPTY: Self = Self(0);

    /// Returns true for the empty string.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl ScopeId {
    /// The module's scope.
    pub const MODULE: Self = Self(0);

    /// Returns true for the module's scope.
    pub const fn is_module(self) -> bool {
        self.0 == 0
    }
}

impl DefId {
    /// The module.
    pub const MODULE: Self = Self(0);

    /// Returns true for the module.
    pub const fn is_module(self) -> bool {
        self.0 == 0
    }
}

impl ExprId {
    /// [`Expr::Unknown`](crate::Expr::Unknown).
    pub const UNKNOWN: Self = Self(0);

    /// Returns true for an expression other than [`Expr::Unknown`](crate::Expr::Unknown).
    pub const fn is_known(self) -> bool {
        self.0 != 0
    }
}

impl TypeId {
    /// [`TypeExpr::Unknown`](crate::TypeExpr::Unknown).
    pub const UNKNOWN: Self = Self(0);

    /// Returns true for a type other than [`TypeExpr::Unknown`](crate::TypeExpr::Unknown).
    pub const fn is_known(self) -> bool {
        self.0 != 0
    }
}

/// A range of one of the list tables of [`Facts`](crate::Facts), the one that holds `T`: `start .. start + len`.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct List<T> {
    /// First position in the table.
    pub start: u32,
    /// Number of items.
    pub len: u32,
    #[serde(skip)]
    of: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// Returns the range `start .. start + len`.
    pub const fn new(start: u32, len: u32) -> Self {
        Self {
            start,
            len,
            of: PhantomData,
        }
    }

    /// Returns true if it has no items.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

// Derives would ask for the same of `T`, of which a list holds nothing.
impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new(0, 0)
    }
}

impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

impl<T> Eq for List<T> {}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {}", self.start, self.len)
    }
}
