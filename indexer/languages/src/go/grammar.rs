//! Field ids of the Go grammar.

use std::sync::LazyLock;

use crate::grammar::{Absent, grammar_ids};

grammar_ids! {
    fields {
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
    kinds {
    }
    tokens {
    }
}

/// The ids of the Go grammar.
pub(super) static IDS: LazyLock<Ids> =
    LazyLock::new(|| Ids::new(&tree_sitter_go::LANGUAGE.into(), &Absent::NONE));
