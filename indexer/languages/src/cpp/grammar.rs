//! Field and node-kind ids of the grammars of C and C++.

use std::sync::LazyLock;

use bombe_format::kind::Language;

use crate::grammar::{Absent, grammar_ids};

grammar_ids! {
    fields {
        alternative = "alternative",
        argument = "argument",
        arguments = "arguments",
        body = "body",
        captures = "captures",
        condition = "condition",
        consequence = "consequence",
        declarator = "declarator",
        default_type = "default_type",
        default_value = "default_value",
        designator = "designator",
        field = "field",
        function = "function",
        index = "index",
        indices = "indices",
        initializer = "initializer",
        left = "left",
        name = "name",
        operator = "operator",
        parameters = "parameters",
        path = "path",
        right = "right",
        scope = "scope",
        ty = "type",
        value = "value",
    }
    kinds {
        access_specifier = "access_specifier",
        argument_list = "argument_list",
        base_class_clause = "base_class_clause",
        delete_method_clause = "delete_method_clause",
        dependent_name = "dependent_name",
        destructor_name = "destructor_name",
        field_designator = "field_designator",
        field_initializer = "field_initializer",
        field_initializer_list = "field_initializer_list",
        identifier = "identifier",
        initializer_list = "initializer_list",
        lambda_capture_initializer = "lambda_capture_initializer",
        nested_namespace_specifier = "nested_namespace_specifier",
        operator_cast = "operator_cast",
        operator_name = "operator_name",
        parameter_list = "parameter_list",
        preproc_function_def = "preproc_function_def",
        pure_virtual_clause = "pure_virtual_clause",
        storage_class_specifier = "storage_class_specifier",
        template_argument_list = "template_argument_list",
        template_method = "template_method",
        trailing_return_type = "trailing_return_type",
        type_qualifier = "type_qualifier",
        virtual_specifier = "virtual_specifier",
    }
    tokens {
        ellipsis = "...",
        namespace_token = "namespace",
        enum_class = "class",
        enum_struct = "struct",
        virtual_token = "virtual",
    }
}

/// C has no classes, templates, namespaces, qualified names, operator functions and lambdas.
const ABSENT_FROM_C: Absent = Absent {
    fields: &[
        "captures",
        "default_type",
        "default_value",
        "indices",
        "scope",
    ],
    kinds: &[
        "access_specifier",
        "base_class_clause",
        "delete_method_clause",
        "dependent_name",
        "destructor_name",
        "field_initializer",
        "field_initializer_list",
        "lambda_capture_initializer",
        "nested_namespace_specifier",
        "operator_cast",
        "operator_name",
        "pure_virtual_clause",
        "template_argument_list",
        "template_method",
        "trailing_return_type",
        "virtual_specifier",
        "virtual",
        "namespace",
        "class",
    ],
};

/// A subscript of C++ may have several indices: the grammar has `indices` in place of `index`.
const ABSENT_FROM_CPP: Absent = Absent {
    fields: &["index"],
    kinds: &[],
};

/// Returns the ids of the grammar of `language`.
pub(super) fn ids(language: Language) -> &'static Ids {
    static C: LazyLock<Ids> =
        LazyLock::new(|| Ids::new(&tree_sitter_c::LANGUAGE.into(), &ABSENT_FROM_C));
    static CPP: LazyLock<Ids> =
        LazyLock::new(|| Ids::new(&tree_sitter_cpp::LANGUAGE.into(), &ABSENT_FROM_CPP));
    match language {
        Language::C => &C,
        _ => &CPP,
    }
}
