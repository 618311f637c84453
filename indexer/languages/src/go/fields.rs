//! The grammar's field ids, resolved once.

use std::num::NonZeroU16;
use std::sync::LazyLock;

use tree_sitter::Node;

macro_rules! fields {
    ($($name:ident = $text:literal,)+) => {
        /// The id of each field of the grammar that the lowering asks for.
        pub(super) struct Fields { $(pub(super) $name: Field,)+ }

        /// The ids.
        pub(super) static FIELDS: LazyLock<Fields> = LazyLock::new(|| {
            let grammar: tree_sitter::Language = tree_sitter_go::LANGUAGE.into();
            Fields { $($name: Field(grammar.field_id_for_name($text)),)+ }
        });
    };
}

/// A field's id; none if the grammar lacks it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Field(Option<NonZeroU16>);

impl Field {
    /// The first child of `node` in this field.
    pub(super) fn of(self, node: Node<'_>) -> Option<Node<'_>> {
        node.child_by_field_id(self.0?.get())
    }

    /// True if a cursor that says `field` stands on this one.
    pub(super) fn is(self, field: Option<NonZeroU16>) -> bool {
        field.is_some() && self.0 == field
    }
}

fields! {
    alias = "alias",
    arguments = "arguments",
    body = "body",
    element = "element",
    field = "field",
    function = "function",
    index = "index",
    key = "key",
    left = "left",
    length = "length",
    name = "name",
    operand = "operand",
    operator = "operator",
    package = "package",
    parameters = "parameters",
    path = "path",
    receiver = "receiver",
    result = "result",
    right = "right",
    type_ = "type",
    type_arguments = "type_arguments",
    type_parameters = "type_parameters",
    value = "value",
}
