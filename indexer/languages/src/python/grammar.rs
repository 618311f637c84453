//! Field and node-kind ids of the Python grammar.

use std::sync::LazyLock;

use tree_sitter::Node;

use crate::grammar::{Absent, grammar_ids};

grammar_ids! {
    fields {
        alias = "alias",
        alternative = "alternative",
        arguments = "arguments",
        argument = "argument",
        attribute = "attribute",
        body = "body",
        condition = "condition",
        consequence = "consequence",
        definition = "definition",
        function = "function",
        guard = "guard",
        key = "key",
        left = "left",
        module_name = "module_name",
        name = "name",
        object = "object",
        operator = "operator",
        operators = "operators",
        parameters = "parameters",
        return_type = "return_type",
        right = "right",
        subject = "subject",
        subscript = "subscript",
        superclasses = "superclasses",
        type_ = "type",
        type_parameters = "type_parameters",
        value = "value",
    }
    kinds {
        k_aliased_import = "aliased_import",
        k_as_pattern = "as_pattern",
        k_block = "block",
        k_break = "break_statement",
        k_case_pattern = "case_pattern",
        k_class_pattern = "class_pattern",
        k_constrained_type = "constrained_type",
        k_continue = "continue_statement",
        k_default_parameter = "default_parameter",
        k_dict_comprehension = "dictionary_comprehension",
        k_dict_pattern = "dict_pattern",
        k_dict_splat = "dictionary_splat",
        k_dict_splat_pattern = "dictionary_splat_pattern",
        k_dotted_name = "dotted_name",
        k_elif = "elif_clause",
        k_ellipsis = "ellipsis",
        k_for_in = "for_in_clause",
        k_future_import = "future_import_statement",
        k_generator = "generator_expression",
        k_if_clause = "if_clause",
        k_interpolation = "interpolation",
        k_keyword_pattern = "keyword_pattern",
        k_keyword_separator = "keyword_separator",
        k_list_splat_pattern = "list_splat_pattern",
        k_nonlocal = "nonlocal_statement",
        k_raise = "raise_statement",
        k_relative_import = "relative_import",
        k_set_comprehension = "set_comprehension",
        k_splat_pattern = "splat_pattern",
        k_string = "string",
        k_string_content = "string_content",
        k_typed_default_parameter = "typed_default_parameter",
        k_typed_parameter = "typed_parameter",
        k_union_pattern = "union_pattern",
        k_wildcard_import = "wildcard_import",
        k_with_clause = "with_clause",
        k_with_item = "with_item",
    }
    tokens {
    }
}

/// Returns the ids of the Python grammar.
pub(super) fn ids() -> &'static Ids {
    static IDS: LazyLock<Ids> =
        LazyLock::new(|| Ids::new(&tree_sitter_python::LANGUAGE.into(), &Absent::NONE));
    &IDS
}

/// Returns the first named child that is not a comment.
pub(super) fn first_named(node: Node) -> Option<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .find(|child| !child.is_extra())
}

/// Returns the last named child that is not a comment.
pub(super) fn last_named(node: Node) -> Option<Node> {
    let mut cursor = node.walk();
    if !cursor.goto_last_child() {
        return None;
    }
    loop {
        let child = cursor.node();
        if child.is_named() && !child.is_extra() {
            return Some(child);
        }
        if !cursor.goto_previous_sibling() {
            return None;
        }
    }
}
