//! Words of declarations, and names that conventionally belong to macros.

/// Slots of a set of words: a power of two, several times the number of words.
const SLOTS: usize = 256;

/// A set of at most 255 words of ASCII. Every word of a text is looked up in several.
pub(super) struct Words {
    words: &'static [&'static str],
    /// For each hash, 1 + the index of a word; 0 ends a search.
    slots: [u8; SLOTS],
}

impl Words {
    const fn new(words: &'static [&'static str]) -> Self {
        assert!(words.len() < SLOTS / 2);
        let mut slots = [0; SLOTS];
        let mut at = 0;
        while at < words.len() {
            let mut slot = Self::slot(words[at].as_bytes());
            while slots[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = at as u8 + 1;
            at += 1;
        }
        Self { words, slots }
    }

    /// Returns the first slot of a word, which is not empty.
    const fn slot(word: &[u8]) -> usize {
        let (first, middle, last) = (word[0], word[word.len() / 2], word[word.len() - 1]);
        (first as usize * 5 + middle as usize * 17 + last as usize * 3 + word.len() * 29) % SLOTS
    }

    pub(super) fn contains(&self, word: &str) -> bool {
        if word.is_empty() {
            return false;
        }
        let mut slot = Self::slot(word.as_bytes());
        loop {
            match self.slots[slot] {
                0 => return false,
                found if self.words[found as usize - 1] == word => return true,
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }
}

/// Words of a declaration that are neither its type nor its name.
pub(super) static SPECIFIERS: Words = Words::new(&[
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
]);

/// Words that are a complete type.
pub(super) static PRIMITIVES: Words = Words::new(&[
    "void", "bool", "_Bool", "char", "short", "int", "long", "float", "double", "signed",
    "unsigned", "auto", "wchar_t", "char8_t", "char16_t", "char32_t", "__int128", "__int64",
    "decltype",
]);

/// Words before the name of a class.
pub(super) static CLASS_KEYS: Words = Words::new(&["class", "struct", "union", "enum"]);

/// Words that end a run.
pub(super) static RUN_ENDS: Words = Words::new(&[
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
]);

/// Words that may precede a parenthesis but are not functions.
pub(super) static CONTROL: Words = Words::new(&[
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
]);

/// Returns true for `FOO_BAR`: at least two capitals and no lower-case letter.
pub(super) fn is_caps(word: &str) -> bool {
    let mut capitals = 0;
    for byte in word.bytes() {
        if byte.is_ascii_lowercase() {
            return false;
        }
        capitals += u32::from(byte.is_ascii_uppercase());
    }
    capitals >= 2
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

#[cfg(test)]
mod tests {
    use super::{CLASS_KEYS, CONTROL, PRIMITIVES, RUN_ENDS, SPECIFIERS};

    #[test]
    fn a_set_holds_its_words_and_no_others() {
        for set in [&SPECIFIERS, &PRIMITIVES, &CLASS_KEYS, &RUN_ENDS, &CONTROL] {
            for word in set.words {
                assert!(set.contains(word), "{word}");
                assert!(!set.contains(&format!("{word}s")), "{word}s");
            }
            assert!(!set.contains("") && !set.contains("é") && !set.contains("name"));
        }
    }
}
