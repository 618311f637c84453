//! Field and node-kind ids of the Java grammar.

use std::sync::LazyLock;

use crate::grammar::{Absent, grammar_ids};

grammar_ids! {
    fields {
        alternative = "alternative",
        arguments = "arguments",
        array = "array",
        body = "body",
        condition = "condition",
        consequence = "consequence",
        constructor = "constructor",
        dimensions = "dimensions",
        element = "element",
        field = "field",
        index = "index",
        interfaces = "interfaces",
        key = "key",
        left = "left",
        name = "name",
        object = "object",
        operand = "operand",
        operator = "operator",
        parameters = "parameters",
        pattern = "pattern",
        permits = "permits",
        right = "right",
        scope = "scope",
        superclass = "superclass",
        ty = "type",
        type_arguments = "type_arguments",
        type_parameters = "type_parameters",
        value = "value",
    }
    kinds {
        modifiers_kind = "modifiers",
        class_body = "class_body",
        extends_interfaces = "extends_interfaces",
        throws = "throws",
        spread_parameter = "spread_parameter",
        variable_declarator = "variable_declarator",
        compact_constructor = "compact_constructor_declaration",
        type_arguments_kind = "type_arguments",
        type_bound = "type_bound",
        dimensions_kind = "dimensions",
        array_initializer = "array_initializer",
        switch_label = "switch_label",
        switch_rule = "switch_rule",
        record_pattern = "record_pattern",
        record_pattern_body = "record_pattern_body",
        throw_statement = "throw_statement",
        while_statement = "while_statement",
        this = "this",
        asterisk = "asterisk",
    }
    tokens {
    }
}

/// Returns the ids of the Java grammar.
pub(super) fn ids() -> &'static Ids {
    static IDS: LazyLock<Ids> =
        LazyLock::new(|| Ids::new(&tree_sitter_java::LANGUAGE.into(), &Absent::NONE));
    &IDS
}
