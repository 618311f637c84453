//! Words of declarations, and names that conventionally belong to macros.

/// Words of a declaration that are neither its type nor its name.
pub(super) const SPECIFIERS: &[&str] = &[
    "static",
    "inline",
    "extern",
    "const",
    "constexpr",
    "constinit",
    "consteval",
    "virtual",
    "explicit",
    "friend",
    "typedef",
    "volatile",
    "register",
    "mutable",
    "thread_local",
    "_Thread_local",
    "typename",
    "final",
    "restrict",
    "__restrict",
    "__restrict__",
    "__inline",
    "__inline__",
    "public",
    "private",
    "protected",
    "override",
    "noexcept",
    "_Noreturn",
    "__extension__",
    "_Atomic",
    "__volatile__",
    "__const",
    "template",
    "export",
];

/// Words that are a complete type.
pub(super) const PRIMITIVES: &[&str] = &[
    "void", "bool", "_Bool", "char", "short", "int", "long", "float", "double", "signed",
    "unsigned", "auto", "wchar_t", "char8_t", "char16_t", "char32_t", "__int128", "__int64",
    "decltype",
];

/// Words before the name of a class.
pub(super) const CLASS_KEYS: &[&str] = &["class", "struct", "union", "enum"];

/// Words that end a run.
pub(super) const RUN_ENDS: &[&str] = &[
    "return",
    "else",
    "new",
    "throw",
    "case",
    "goto",
    "delete",
    "using",
    "namespace",
    "operator",
    "co_return",
    "co_await",
    "co_yield",
    "if",
    "while",
    "for",
    "switch",
    "do",
    "default",
    "sizeof",
    "alignof",
    "and",
    "or",
    "not",
    "xor",
    "bitand",
    "bitor",
    "compl",
    "requires",
    "concept",
    "try",
    "catch",
    "static_assert",
    "_Static_assert",
    "asm",
    "__asm__",
    "__asm",
    "break",
    "continue",
    "this",
    "true",
    "false",
    "nullptr",
    "alignas",
    "_Alignas",
    "typeof",
    "__typeof__",
    "__attribute__",
    "__declspec",
    "defined",
    "import",
    "module",
];

/// Words that may precede a parenthesis but are not functions.
pub(super) const CONTROL: &[&str] = &[
    "if",
    "while",
    "for",
    "switch",
    "return",
    "catch",
    "sizeof",
    "alignof",
    "decltype",
    "defined",
    "case",
    "throw",
    "static_assert",
    "_Static_assert",
    "noexcept",
    "typeof",
    "__typeof__",
    "__attribute__",
    "__declspec",
    "asm",
    "__asm__",
    "alignas",
    "new",
    "delete",
    "requires",
    "operator",
    "else",
    "do",
    "co_return",
    "co_await",
    "co_yield",
];

/// Returns true for `FOO_BAR`: at least two capitals and no lower-case letter.
pub(super) fn is_caps(word: &str) -> bool {
    word.bytes().filter(u8::is_ascii_uppercase).count() >= 2
        && !word.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// Returns true for names that conventionally belong to export and attribute macros.
pub(super) fn is_api_like(word: &str) -> bool {
    [
        "API",
        "EXPORT",
        "EXTERN",
        "INLINE",
        "DLL",
        "DECL",
        "CALL",
        "PUBLIC",
        "NODISCARD",
        "NORETURN",
        "UNUSED",
        "DEPRECATED",
    ]
    .iter()
    .any(|part| word.contains(part))
}
