//! Field and node-kind ids of the Rust grammar.

use std::sync::LazyLock;

use crate::grammar::{Absent, grammar_ids};

grammar_ids! {
    fields {
        alias = "alias",
        alternative = "alternative",
        argument = "argument",
        arguments = "arguments",
        body = "body",
        bounds = "bounds",
        condition = "condition",
        consequence = "consequence",
        default_type = "default_type",
        element = "element",
        field = "field",
        function = "function",
        left = "left",
        list = "list",
        r#macro = "macro",
        name = "name",
        operator = "operator",
        parameters = "parameters",
        path = "path",
        pattern = "pattern",
        return_type = "return_type",
        right = "right",
        r#trait = "trait",
        r#type = "type",
        type_arguments = "type_arguments",
        type_parameters = "type_parameters",
        value = "value",
    }
    kinds {
        label = "label",
    }
    tokens {
    }
}

/// Returns the ids of the Rust grammar.
pub(super) fn ids() -> &'static Ids {
    static IDS: LazyLock<Ids> =
        LazyLock::new(|| Ids::new(&tree_sitter_rust::LANGUAGE.into(), &Absent::NONE));
    &IDS
}
