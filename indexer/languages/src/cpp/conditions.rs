//! Conditions of `#if`, evaluated for the most common build: Linux on x86-64, GCC or Clang, default configuration.
//!
//! All branches are lowered. The conditions only choose between definitions of one name in different branches.

/// Macros that the most common build defines, with their values.
const DEFINED: &[(&str, i64)] = &[
    ("__GNUC__", 13),
    ("__GNUC_MINOR__", 2),
    ("__clang__", 1),
    ("__clang_major__", 17),
    ("__linux__", 1),
    ("__linux", 1),
    ("linux", 1),
    ("__unix__", 1),
    ("__unix", 1),
    ("unix", 1),
    ("__x86_64__", 1),
    ("__amd64__", 1),
    ("__LP64__", 1),
    ("_LP64", 1),
    ("__STDC__", 1),
    ("__STDC_VERSION__", 201_710),
    ("__ELF__", 1),
    ("__SSE2__", 1),
    ("__OPTIMIZE__", 1),
    ("__SIZEOF_INT128__", 16),
    ("__BYTE_ORDER__", 1_234),
    ("__ORDER_LITTLE_ENDIAN__", 1_234),
    ("__ORDER_BIG_ENDIAN__", 4_321),
    ("BYTE_ORDER", 1_234),
    ("LITTLE_ENDIAN", 1_234),
    ("BIG_ENDIAN", 4_321),
    ("__BYTE_ORDER", 1_234),
    ("__LITTLE_ENDIAN", 1_234),
    ("__BIG_ENDIAN", 4_321),
    ("__EXCEPTIONS", 1),
    ("NDEBUG", 0),
    ("__cpp_exceptions", 199_711),
    ("__cpp_rtti", 199_711),
];

/// Questions about the compiler, by their ends: `__has_builtin`, `LIB_HAVE_BUILTIN`. GCC and Clang answer yes, except about
/// [`ABSENT`].
const FEATURE_TESTS: &[&str] = &[
    "_BUILTIN",
    "_has_builtin",
    "_ATTRIBUTE",
    "_has_attribute",
    "_has_cpp_attribute",
    "_has_c_attribute",
    "_FEATURE",
    "_has_feature",
    "_has_include",
];

/// Words in the names of what the most common build does not have, though a macro or a test asks for it.
const ABSENT: &[&str] = &[
    "SANITIZER",
    "WIN",
    "MSVC",
    "APPLE",
    "MACH",
    "DARWIN",
    "OSX",
    "BSD",
    "SOLARIS",
    "SUN",
    "KQUEUE",
    "EVPORT",
    "ANDROID",
    "ARM",
    "NEON",
    "ALTIVEC",
    "AVX",
    "OBJC",
];

/// Deepest nesting of parentheses that is evaluated.
const DEPTH_MAX: u32 = 40;

/// Returns true if the most common build takes the branch. `text` is a condition, or the name alone of `#ifdef`.
pub(super) fn is_taken(text: &str, is_c: bool) -> bool {
    let mut reader = Reader {
        rest: text,
        is_c,
        depth: 0,
    };
    reader.binary(0) != 0
}

struct Reader<'a> {
    rest: &'a str,
    is_c: bool,
    depth: u32,
}

/// Binary operators in levels of precedence, lowest first; longer ones first within a level.
const OPERATORS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["==", "!=", "<=", ">=", "<", ">"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        self.rest = self
            .rest
            .trim_start_matches(|c: char| c.is_whitespace() || c == '\\');
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn binary(&mut self, level: usize) -> i64 {
        let Some(operators) = OPERATORS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1);
        while let Some(operator) = operators.iter().find(|operator| self.take(operator)) {
            let right = self.binary(level + 1);
            left = match *operator {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<=" => i64::from(left <= right),
                ">=" => i64::from(left >= right),
                "<" => i64::from(left < right),
                ">" => i64::from(left > right),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                "/" => left.checked_div(right).unwrap_or(0),
                _ => left.checked_rem(right).unwrap_or(0),
            };
        }
        left
    }

    fn unary(&mut self) -> i64 {
        if self.depth > DEPTH_MAX {
            return 0;
        }
        self.depth += 1;
        let value = if self.take("!") {
            i64::from(self.unary() == 0)
        } else if self.take("-") {
            self.unary().wrapping_neg()
        } else if self.take("(") {
            let value = self.binary(0);
            self.take(")");
            value
        } else {
            self.primary()
        };
        self.depth -= 1;
        value
    }

    fn primary(&mut self) -> i64 {
        let word = self.word();
        if word == "defined" {
            let open = self.take("(");
            let name = self.word();
            if open {
                self.take(")");
            }
            return i64::from(self.value(name).is_some());
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
            return match digits.strip_prefix("0x") {
                Some(hex) => i64::from_str_radix(hex, 16).unwrap_or(0),
                None => digits.parse().unwrap_or(0),
            };
        }
        if word.is_empty() {
            self.rest = "";
            return 0;
        }
        if self.rest.trim_start().starts_with('(') {
            let end = self.rest.find(')').map_or(self.rest.len(), |end| end + 1);
            let asked = &self.rest[..end];
            self.rest = &self.rest[end..];
            let is_test = FEATURE_TESTS.iter().any(|test| word.ends_with(test));
            return i64::from(is_test && !is_absent(&asked.to_ascii_uppercase()));
        }
        self.value(word).unwrap_or(0)
    }

    fn value(&self, name: &str) -> Option<i64> {
        if name == "__cplusplus" {
            return (!self.is_c).then_some(201_703);
        }
        let known = DEFINED
            .iter()
            .find(|(known, value)| *known == name && *value != 0)
            .map(|(_, value)| *value);
        // What a configuration script looks for is there as a rule.
        let is_found = name.ends_with("_LITTLE_ENDIAN")
            || name.starts_with("HAVE_")
            || name.contains("_HAVE_");
        known.or((is_found && !is_absent(name)).then_some(1))
    }

    fn word(&mut self) -> &'a str {
        self.skip();
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }
}

fn is_absent(name: &str) -> bool {
    ABSENT.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::is_taken;

    #[test]
    fn conditions_are_answered_for_the_most_common_build() {
        for (condition, expected) in [
            ("0", false),
            ("1", true),
            ("defined(_WIN32)", false),
            ("defined __GNUC__ && !defined(_MSC_VER)", true),
            ("__GNUC__ > 4 || FOO", true),
            ("FOO_VERSION >= 3", false),
            ("__has_include(<x>) && 1", true),
            ("__has_include(<windows.h>)", false),
            ("LIB_HAVE_BUILTIN(__builtin_LINE)", true),
            ("LIB_HAVE_FEATURE(thread_sanitizer)", false),
            ("VERSION_AT_LEAST(1, 2)", false),
            ("defined(HAVE_EPOLL)", true),
            ("defined(HAVE_KQUEUE)", false),
            ("LIB_HAVE_MMAP", true),
            ("LIB_IS_LITTLE_ENDIAN", true),
            ("(__STDC_VERSION__ >= 199901L)", true),
            ("__cplusplus >= 201103L", true),
            ("((((", false),
        ] {
            assert_eq!(is_taken(condition, false), expected, "{condition}");
        }
        assert!(!is_taken("__cplusplus", true));
    }
}
