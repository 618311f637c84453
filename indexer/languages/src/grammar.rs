//! Ids of a grammar's fields and node kinds, looked up by name once per grammar.
//!
//! A lowering asks [`Roles`](crate::parse::roles::Roles) for the role of a node. It needs ids only for fields, and for
//! kinds that share a role with others.
//!
//! An id that the grammar lacks matches nothing. Dialects share one table of names, and a dialect's grammar may lack
//! some of them on purpose: [`Absent`] lists those. Any other missing name is a fault of this program, which the first
//! lookup of a debug build reports.

use std::num::NonZeroU16;

use smallvec::SmallVec;
use tree_sitter::{Language, Node};

/// The id of a field in one grammar.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field(Option<NonZeroU16>);

impl Field {
    /// Returns the first child of `node` in this field.
    #[inline]
    pub(crate) fn of(self, node: Node<'_>) -> Option<Node<'_>> {
        node.child_by_field_id(self.0?.get())
    }

    /// Returns the children of `node` in this field, in source order.
    pub(crate) fn all(self, node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
        let mut children: SmallVec<[Node<'_>; 8]> = SmallVec::new();
        if let Some(id) = self.0 {
            children.extend(node.children_by_field_id(id, &mut node.walk()));
        }
        children.into_iter()
    }

    /// Returns true if a cursor that reports `field` is at this field.
    #[inline]
    pub(crate) fn is(self, field: Option<NonZeroU16>) -> bool {
        field.is_some() && self.0 == field
    }
}

/// The id of a node kind in one grammar. Compares with [`Node::kind_id`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind(Option<NonZeroU16>);

impl PartialEq<Kind> for u16 {
    #[inline]
    fn eq(&self, kind: &Kind) -> bool {
        kind.0.is_some_and(|id| id.get() == *self)
    }
}

/// Names in a language's table that one of its grammars lacks on purpose.
pub(crate) struct Absent {
    /// Names of fields.
    pub(crate) fields: &'static [&'static str],
    /// Names of node kinds and tokens.
    pub(crate) kinds: &'static [&'static str],
}

impl Absent {
    /// The grammar has every name of the table.
    pub(crate) const NONE: Self = Self {
        fields: &[],
        kinds: &[],
    };
}

/// Looks a field up. For [`grammar_ids`].
pub(crate) fn field(grammar: &Language, absent: &Absent, name: &str) -> Field {
    let id = grammar.field_id_for_name(name);
    debug_assert_eq!(
        id.is_none(),
        absent.fields.contains(&name),
        "field `{name}`: the grammar and its list of absent names disagree"
    );
    Field(id)
}

/// Looks a node kind up, or a token if `named` is false. For [`grammar_ids`].
pub(crate) fn kind(grammar: &Language, absent: &Absent, name: &str, named: bool) -> Kind {
    let id = NonZeroU16::new(grammar.id_for_node_kind(name, named));
    debug_assert_eq!(
        id.is_none(),
        absent.kinds.contains(&name),
        "kind `{name}`: the grammar and its list of absent names disagree"
    );
    Kind(id)
}

/// Declares `Ids`, a language's table of fields, named node kinds and anonymous tokens, as `rust_name = "grammar
/// name"`.
macro_rules! grammar_ids {
    (
        fields { $($field:ident = $field_name:literal,)* }
        kinds { $($kind:ident = $kind_name:literal,)* }
        tokens { $($token:ident = $token_name:literal,)* }
    ) => {
        /// Ids of the fields and node kinds that the lowering reads.
        pub(super) struct Ids {
            $(pub(super) $field: $crate::grammar::Field,)*
            $(pub(super) $kind: $crate::grammar::Kind,)*
            $(pub(super) $token: $crate::grammar::Kind,)*
        }

        impl Ids {
            fn new(grammar: &tree_sitter::Language, absent: &$crate::grammar::Absent) -> Self {
                Self {
                    $($field: $crate::grammar::field(grammar, absent, $field_name),)*
                    $($kind: $crate::grammar::kind(grammar, absent, $kind_name, true),)*
                    $($token: $crate::grammar::kind(grammar, absent, $token_name, false),)*
                }
            }
        }
    };
}
pub(crate) use grammar_ids;
