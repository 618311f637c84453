//! Ids: indices into the tables of [`Facts`](crate::Facts). Row 0 of most tables stands for "none".

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
local_id! { /** An index into [`Facts::exprs`](crate::Facts::exprs); 0 is [`Expr::Unknown`]. */ ExprId }
local_id! { /** An index into [`Facts::types`](crate::Facts::types); 0 is [`TypeExpr::Unknown`]. */ TypeId }
local_id! { /** An index into [`Facts::imports`](crate::Facts::imports). */ ImportId }
local_id! { /** An index into [`Facts::bindings`](crate::Facts::bindings). */ BindingId }

/// A range of ids in [`Facts::lists`](crate::Facts::lists): `start .. start + len`. The field that holds the list names the
/// table that the ids index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct List {
    /// First position in [`Facts::lists`](crate::Facts::lists).
    pub start: u32,
    /// Number of ids.
    pub len: u32,
}
