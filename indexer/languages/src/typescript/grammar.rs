//! Field ids of the grammars of TypeScript, TSX and JavaScript.

use std::sync::LazyLock;

use bombe_format::kind::Language;

use crate::grammar::{Absent, grammar_ids};

grammar_ids! {
    fields {
        alias = "alias",
        alternative = "alternative",
        argument = "argument",
        arguments = "arguments",
        body = "body",
        condition = "condition",
        consequence = "consequence",
        constraint = "constraint",
        constructor = "constructor",
        declaration = "declaration",
        finalizer = "finalizer",
        function = "function",
        handler = "handler",
        increment = "increment",
        index = "index",
        initializer = "initializer",
        key = "key",
        kind = "kind",
        left = "left",
        module = "module",
        name = "name",
        object = "object",
        open_tag = "open_tag",
        operator = "operator",
        parameter = "parameter",
        parameters = "parameters",
        pattern = "pattern",
        property = "property",
        return_type = "return_type",
        right = "right",
        source = "source",
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

/// Only JSX elements have an opening tag.
const ABSENT_FROM_TYPESCRIPT: Absent = Absent {
    fields: &["open_tag"],
    kinds: &[],
};

/// JavaScript has no types and no ambient modules.
const ABSENT_FROM_JAVASCRIPT: Absent = Absent {
    fields: &[
        "constraint",
        "module",
        "return_type",
        "type",
        "type_arguments",
        "type_parameters",
    ],
    kinds: &[],
};

/// Returns the ids of the grammar of `language`.
pub(super) fn ids(language: Language) -> &'static Ids {
    static TYPESCRIPT: LazyLock<Ids> = LazyLock::new(|| {
        Ids::new(
            &tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            &ABSENT_FROM_TYPESCRIPT,
        )
    });
    static TSX: LazyLock<Ids> =
        LazyLock::new(|| Ids::new(&tree_sitter_typescript::LANGUAGE_TSX.into(), &Absent::NONE));
    static JAVASCRIPT: LazyLock<Ids> = LazyLock::new(|| {
        Ids::new(
            &tree_sitter_javascript::LANGUAGE.into(),
            &ABSENT_FROM_JAVASCRIPT,
        )
    });
    match language {
        Language::Tsx => &TSX,
        Language::JavaScript | Language::Jsx => &JAVASCRIPT,
        _ => &TYPESCRIPT,
    }
}
