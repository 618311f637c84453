//! Field and kind ids of the grammar, looked up once.

use std::num::NonZeroU16;
use std::sync::OnceLock;

macro_rules! ids {
    (fields { $($field:ident $field_name:literal,)+ } kinds { $($kind:ident $kind_name:literal,)+ }) => {
        /// The ids that the lowering asks for. A field that the grammar lacks is `None` and never found.
        pub(super) struct Ids {
            $(pub(super) $field: Option<NonZeroU16>,)+
            $(pub(super) $kind: u16,)+
        }

        /// The ids of the grammar in use.
        pub(super) fn ids() -> &'static Ids {
            static IDS: OnceLock<Ids> = OnceLock::new();
            IDS.get_or_init(|| {
                let grammar: tree_sitter::Language = tree_sitter_java::LANGUAGE.into();
                Ids {
                    $($field: grammar.field_id_for_name($field_name),)+
                    $($kind: grammar.id_for_node_kind($kind_name, true),)+
                }
            })
        }
    };
}

ids! {
    fields {
        alternative "alternative",
        arguments "arguments",
        array "array",
        body "body",
        condition "condition",
        consequence "consequence",
        constructor "constructor",
        dimensions "dimensions",
        element "element",
        field "field",
        index "index",
        interfaces "interfaces",
        key "key",
        left "left",
        name "name",
        object "object",
        operand "operand",
        operator "operator",
        parameters "parameters",
        pattern "pattern",
        permits "permits",
        right "right",
        superclass "superclass",
        ty "type",
        type_arguments "type_arguments",
        type_parameters "type_parameters",
        value "value",
    }
    kinds {
        modifiers_kind "modifiers",
        class_body "class_body",
        extends_interfaces "extends_interfaces",
        throws "throws",
        spread_parameter "spread_parameter",
        variable_declarator "variable_declarator",
        compact_constructor "compact_constructor_declaration",
        type_arguments_kind "type_arguments",
        type_bound "type_bound",
        dimensions_kind "dimensions",
        array_initializer "array_initializer",
        switch_label "switch_label",
        switch_rule "switch_rule",
        record_pattern "record_pattern",
        record_pattern_body "record_pattern_body",
        throw_statement "throw_statement",
        while_statement "while_statement",
        this "this",
        asterisk "asterisk",
    }
}
