//! The grammar's field and node kind numbers, looked up once.

use std::sync::OnceLock;

use tree_sitter::{Language, Node};

macro_rules! grammar_ids {
    (fields { $($field:ident $field_name:literal,)+ } kinds { $($kind:ident $kind_name:literal,)+ }) => {
        /// Numbers of the fields and of those node kinds that differ within one role.
        pub(super) struct Ids { $(pub(super) $field: u16,)+ $(pub(super) $kind: u16,)+ }

        impl Ids {
            fn of(language: &Language) -> Self {
                Self {
                    $($field: language.field_id_for_name($field_name).map_or(0, std::num::NonZero::get),)+
                    $($kind: language.id_for_node_kind($kind_name, true),)+
                }
            }
        }
    };
}

grammar_ids! {
    fields {
        alias "alias",
        alternative "alternative",
        arguments "arguments",
        argument "argument",
        attribute "attribute",
        body "body",
        condition "condition",
        consequence "consequence",
        definition "definition",
        function "function",
        guard "guard",
        key "key",
        left "left",
        module_name "module_name",
        name "name",
        object "object",
        operator "operator",
        operators "operators",
        parameters "parameters",
        return_type "return_type",
        right "right",
        subject "subject",
        subscript "subscript",
        superclasses "superclasses",
        type_ "type",
        type_parameters "type_parameters",
        value "value",
    }
    kinds {
        k_aliased_import "aliased_import",
        k_as_pattern "as_pattern",
        k_block "block",
        k_break "break_statement",
        k_case_pattern "case_pattern",
        k_class_pattern "class_pattern",
        k_constrained_type "constrained_type",
        k_continue "continue_statement",
        k_decorator "decorator",
        k_default_parameter "default_parameter",
        k_dict_comprehension "dictionary_comprehension",
        k_dict_pattern "dict_pattern",
        k_dict_splat "dictionary_splat",
        k_dict_splat_pattern "dictionary_splat_pattern",
        k_dotted_name "dotted_name",
        k_elif "elif_clause",
        k_ellipsis "ellipsis",
        k_for_in "for_in_clause",
        k_future_import "future_import_statement",
        k_generator "generator_expression",
        k_if_clause "if_clause",
        k_interpolation "interpolation",
        k_keyword_pattern "keyword_pattern",
        k_keyword_separator "keyword_separator",
        k_list_splat_pattern "list_splat_pattern",
        k_nonlocal "nonlocal_statement",
        k_raise "raise_statement",
        k_relative_import "relative_import",
        k_set_comprehension "set_comprehension",
        k_splat_pattern "splat_pattern",
        k_string "string",
        k_string_content "string_content",
        k_typed_default_parameter "typed_default_parameter",
        k_typed_parameter "typed_parameter",
        k_union_pattern "union_pattern",
        k_wildcard_import "wildcard_import",
        k_with_clause "with_clause",
        k_with_item "with_item",
    }
}

/// The numbers of the Python grammar.
pub(super) fn ids() -> &'static Ids {
    static IDS: OnceLock<Ids> = OnceLock::new();
    IDS.get_or_init(|| Ids::of(&tree_sitter_python::LANGUAGE.into()))
}

/// The first named child that is no comment.
pub(super) fn first_named(node: Node) -> Option<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .find(|child| !child.is_extra())
}

/// The last named child that is no comment.
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
