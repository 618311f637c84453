//! Numbers of the fields and of the few node kinds that carry no role, resolved once per grammar.

use std::num::NonZeroU16;
use std::sync::OnceLock;

use bombe_format::kind::Language;
use tree_sitter::Node;

/// Declares the table of fields and the table of kinds.
macro_rules! grammar {
    (fields { $($field:ident $field_name:literal,)+ } kinds { $($kind:ident $kind_name:literal $named:literal,)+ }) => {
        /// Field and kind numbers of one grammar; what a grammar lacks is 0 or `None`.
        pub(super) struct Grammar {
            $(pub(super) $field: Field,)+
            $(pub(super) $kind: u16,)+
        }

        impl Grammar {
            fn new(grammar: &tree_sitter::Language) -> Self {
                Self {
                    $($field: Field(grammar.field_id_for_name($field_name)),)+
                    $($kind: grammar.id_for_node_kind($kind_name, $named),)+
                }
            }
        }
    };
}

grammar! {
    fields {
        alternative "alternative",
        argument "argument",
        arguments "arguments",
        body "body",
        captures "captures",
        condition "condition",
        consequence "consequence",
        declarator "declarator",
        default_type "default_type",
        default_value "default_value",
        designator "designator",
        field "field",
        function "function",
        index "index",
        indices "indices",
        initializer "initializer",
        left "left",
        name "name",
        operator "operator",
        parameters "parameters",
        path "path",
        right "right",
        scope "scope",
        ty "type",
        value "value",
    }
    kinds {
        access_specifier "access_specifier" true,
        argument_list "argument_list" true,
        base_class_clause "base_class_clause" true,
        delete_method_clause "delete_method_clause" true,
        dependent_name "dependent_name" true,
        destructor_name "destructor_name" true,
        ellipsis "..." false,
        field_designator "field_designator" true,
        field_initializer "field_initializer" true,
        field_initializer_list "field_initializer_list" true,
        identifier "identifier" true,
        initializer_list "initializer_list" true,
        lambda_capture_initializer "lambda_capture_initializer" true,
        namespace_token "namespace" false,
        nested_namespace_specifier "nested_namespace_specifier" true,
        operator_cast "operator_cast" true,
        operator_name "operator_name" true,
        parameter_list "parameter_list" true,
        preproc_function_def "preproc_function_def" true,
        pure_virtual_clause "pure_virtual_clause" true,
        storage_class_specifier "storage_class_specifier" true,
        template_argument_list "template_argument_list" true,
        template_method "template_method" true,
        trailing_return_type "trailing_return_type" true,
        type_qualifier "type_qualifier" true,
        virtual_specifier "virtual_specifier" true,
        enum_class "class" false,
        enum_struct "struct" false,
    }
}

/// A field of the grammar, if it has it.
#[derive(Clone, Copy)]
pub(super) struct Field(Option<NonZeroU16>);

impl Field {
    /// The first child in this field.
    pub(super) fn of(self, node: Node<'_>) -> Option<Node<'_>> {
        node.child_by_field_id(self.0?.get())
    }

    /// The number of the field, for walks with a cursor.
    pub(super) fn id(self) -> Option<NonZeroU16> {
        self.0
    }
}

/// The numbers of the grammar of `language`.
pub(super) fn of(language: Language) -> &'static Grammar {
    static C: OnceLock<Grammar> = OnceLock::new();
    static CPP: OnceLock<Grammar> = OnceLock::new();
    match language {
        Language::C => C.get_or_init(|| Grammar::new(&tree_sitter_c::LANGUAGE.into())),
        _ => CPP.get_or_init(|| Grammar::new(&tree_sitter_cpp::LANGUAGE.into())),
    }
}
