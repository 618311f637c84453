//! Patterns of types: `bool`, `Promise<*>`, `Optional[str]`, `T | None`, `[]byte`, `map[string]*`, `(*, error)`, `*Error`.
//!
//! A pattern is read the same way whatever the language: `<>` and `[]` hold arguments, and pointers, references and words
//! such as `const` are left out, as the snapshot leaves them out.

use bombe_format::kind::TypeClass;

/// A pattern of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypePattern {
    /// `*`: any type, declared or not.
    Any,
    /// A type by its name.
    Named {
        /// As written, with `.` between its parts. A `*` stands for any text.
        name: String,
        /// Its arguments; none if any will do.
        args: Option<Vec<TypePattern>>,
    },
    /// A type by its class, with its arguments; none if any will do.
    Class(TypeClass, Option<Vec<TypePattern>>),
    /// One of several, in any order.
    Union(Vec<TypePattern>),
}

/// Longest pattern, in bytes.
const BYTES_MAX: usize = 400;

/// Deepest nesting.
const DEPTH_MAX: u32 = 12;

/// Words that do not tell types apart.
const MODIFIERS: &[&str] = &[
    "const", "mut", "dyn", "impl", "readonly", "final", "struct", "enum", "class", "extends",
    "super", "unsigned", "signed", "volatile", "typename",
];

/// Words for no value.
const NOTHING: &[&str] = &["none", "null", "nil", "undefined", "void", "nonetype"];

/// Words that start a function type if a `(` follows.
const FUNCTIONS: &[&str] = &["fn", "func", "Fn", "FnMut", "FnOnce", "function"];

impl TypePattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.len() > BYTES_MAX {
            return Err(format!("is longer than {BYTES_MAX} bytes"));
        }
        let mut parser = Parser {
            rest: text.trim(),
            depth: 0,
        };
        if parser.rest.is_empty() {
            return Err("is empty".to_owned());
        }
        let pattern = parser.union()?;
        parser.skip_blanks();
        if parser.rest.is_empty() {
            Ok(pattern)
        } else {
            Err(format!("has `{}` where it should end", parser.rest))
        }
    }
}

struct Parser<'t> {
    rest: &'t str,
    depth: u32,
}

impl<'t> Parser<'t> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Skips a text if it comes next.
    fn take(&mut self, text: &str) -> bool {
        self.skip_blanks();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.take(text) {
            Ok(())
        } else if self.rest.is_empty() {
            Err(format!("lacks a `{text}` at its end"))
        } else {
            Err(format!("lacks a `{text}` before `{}`", self.rest))
        }
    }

    fn union(&mut self) -> Result<TypePattern, String> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(format!("is nested more than {DEPTH_MAX} deep"));
        }
        let mut members = vec![self.postfix()?];
        while self.take("|") {
            members.push(self.postfix()?);
        }
        self.depth -= 1;
        if let [only] = members.as_slice() {
            return Ok(only.clone());
        }
        let nothing = TypePattern::Class(TypeClass::Void, None);
        let count = members.len();
        members.retain(|member| *member != nothing);
        let is_optional = members.len() < count;
        let inner = match members.as_slice() {
            [] => return Ok(nothing),
            [only] => only.clone(),
            _ => TypePattern::Union(members),
        };
        Ok(if is_optional { optional(inner) } else { inner })
    }

    fn postfix(&mut self) -> Result<TypePattern, String> {
        let mut pattern = self.prefix()?;
        loop {
            if self.take("[]") {
                pattern = class(TypeClass::List, vec![pattern]);
            } else if self.take("?") {
                pattern = optional(pattern);
            } else if !self.take("...") && !self.take("&") && !self.take_pointer() {
                return Ok(pattern);
            }
        }
    }

    /// Skips a `*` behind a type.
    fn take_pointer(&mut self) -> bool {
        self.skip_blanks();
        let is_last = self.rest.strip_prefix('*').is_some_and(|rest| {
            rest.trim_start().is_empty() || rest.trim_start().starts_with(['>', ']', ')', ',', '*'])
        });
        is_last && self.take("*")
    }

    fn prefix(&mut self) -> Result<TypePattern, String> {
        loop {
            self.skip_blanks();
            let Some(first) = self.rest.chars().next() else {
                return Err("ends where a type should stand".to_owned());
            };
            match first {
                '&' => self.rest = &self.rest[1..],
                '\'' => {
                    let name = self.rest[1..].find(|c: char| !is_word(c));
                    self.rest = &self.rest[name.map_or(self.rest.len(), |at| at + 1)..];
                }
                '?' => {
                    self.rest = &self.rest[1..];
                    self.skip_blanks();
                    if !self.rest.starts_with("extends") && !self.rest.starts_with("super") {
                        return Ok(TypePattern::Any);
                    }
                }
                '[' => return self.bracketed(),
                '(' => return self.parenthesised(),
                c if is_word(c) || c == '*' => {
                    if let Some(pattern) = self.name()? {
                        return Ok(pattern);
                    }
                }
                c => return Err(format!("has `{c}` where a type should stand")),
            }
        }
    }

    /// `[]T`, `[4]T`, `[T]`, `[T; 4]`.
    fn bracketed(&mut self) -> Result<TypePattern, String> {
        self.expect("[")?;
        if self.take("]") {
            return Ok(class(TypeClass::List, vec![self.postfix()?]));
        }
        let inner = self.union()?;
        if self.take(";") {
            let end = self.rest.find(']').unwrap_or(self.rest.len());
            self.rest = &self.rest[end..];
        }
        self.expect("]")?;
        self.skip_blanks();
        let has_element = self
            .rest
            .starts_with(|c: char| is_word(c) || c == '*' || c == '[');
        let element = if has_element { self.postfix()? } else { inner };
        Ok(class(TypeClass::List, vec![element]))
    }

    /// `()`, `(T)`, `(A, B)`, `(A, B) -> C`.
    fn parenthesised(&mut self) -> Result<TypePattern, String> {
        self.expect("(")?;
        let mut types = self.list(")")?;
        if self.take("->") || self.take("=>") {
            types.push(self.postfix()?);
            return Ok(class(TypeClass::Function, types));
        }
        Ok(match types.as_slice() {
            [] => TypePattern::Class(TypeClass::Void, None),
            [only] => only.clone(),
            _ => class(TypeClass::Tuple, types),
        })
    }

    /// Types up to a closing mark.
    fn list(&mut self, end: &str) -> Result<Vec<TypePattern>, String> {
        let mut types = Vec::new();
        if self.take(end) {
            return Ok(types);
        }
        loop {
            types.push(self.union()?);
            if !self.take(",") {
                self.expect(end)?;
                return Ok(types);
            }
            // A comma may end the list.
            if self.take(end) {
                return Ok(types);
            }
        }
    }

    /// A name with its arguments; none for a word that does not tell types apart.
    fn name(&mut self) -> Result<Option<TypePattern>, String> {
        let text: &'t str = self.rest;
        let end = text
            .find(|c: char| !is_word(c) && !matches!(c, '.' | ':' | '*' | '-'))
            .unwrap_or(text.len());
        let end = text[..end].find("->").unwrap_or(end);
        let word = text[..end].trim_end_matches(['.', ':', '-']);
        self.rest = &text[word.len()..];
        if word.is_empty() {
            return Err(format!("has `{text}` where a type should stand"));
        }
        if word.bytes().all(|byte| byte == b'*') {
            self.skip_blanks();
            // `*const T`, `* const T`.
            return Ok((!self.rest.starts_with(is_word)).then_some(TypePattern::Any));
        }
        self.skip_blanks();
        let has_more = self
            .rest
            .starts_with(|c: char| is_word(c) || c == '*' || c == '&');
        if MODIFIERS.contains(&word.trim_start_matches('*')) && has_more {
            return Ok(None);
        }
        if FUNCTIONS.contains(&word) && self.take("(") {
            let mut types = self.list(")")?;
            let is_marked = self.take("->") || self.take("=>") || self.take(":");
            self.skip_blanks();
            let has_result = is_marked
                || self
                    .rest
                    .starts_with(|c: char| is_word(c) || matches!(c, '*' | '(' | '['));
            types.push(if has_result {
                self.postfix()?
            } else {
                TypePattern::Class(TypeClass::Void, None)
            });
            return Ok(Some(class(TypeClass::Function, types)));
        }
        let mut args = None;
        if self.take("<") {
            args = Some(self.list(">")?);
        } else if !self.rest.starts_with("[]") && self.take("[") {
            let mut types = self.list("]")?;
            self.skip_blanks();
            // Go's `map[K]V`.
            if word == "map" && types.len() == 1 && !self.rest.is_empty() {
                let ends = self.rest.starts_with(['>', ']', ')', ',', '|']);
                if !ends {
                    types.push(self.postfix()?);
                }
            }
            args = Some(types);
        }
        // `interface{}`.
        if word == "interface" && self.take("{") {
            self.expect("}")?;
            return Ok(Some(TypePattern::Class(TypeClass::Any, None)));
        }
        let lower = word.to_lowercase();
        if NOTHING.contains(&lower.as_str()) && args.is_none() {
            return Ok(Some(TypePattern::Class(TypeClass::Void, None)));
        }
        // In lower case, the name of a class means all of its types.
        let pattern = match TypeClass::from_name(word) {
            Some(known) if known != TypeClass::Other => match (known, args) {
                (TypeClass::Union, Some(members)) => TypePattern::Union(members),
                (known, args) => TypePattern::Class(known, args),
            },
            _ => TypePattern::Named {
                name: word.replace("::", "."),
                args,
            },
        };
        Ok(Some(pattern))
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c == '$' || c == '@' || c == '!' || c.is_alphanumeric()
}

fn class(class: TypeClass, args: Vec<TypePattern>) -> TypePattern {
    TypePattern::Class(class, Some(args))
}

fn optional(inner: TypePattern) -> TypePattern {
    match inner {
        TypePattern::Class(TypeClass::Optional, _) => inner,
        inner => class(TypeClass::Optional, vec![inner]),
    }
}

/// Returns true if a text is matched by a glob in which `*` stands for any text. Both are lower case.
pub fn glob_matches(glob: &str, text: &str) -> bool {
    let mut parts = glob.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        fn show(pattern: &TypePattern) -> String {
            let list = |args: &[TypePattern]| args.iter().map(show).collect::<Vec<_>>().join(", ");
            let with = |name: &str, args: &Option<Vec<TypePattern>>| match args {
                None => name.to_owned(),
                Some(args) => format!("{name}<{}>", list(args)),
            };
            match pattern {
                TypePattern::Any => "*".to_owned(),
                TypePattern::Named { name, args } => with(&format!("'{name}"), args),
                TypePattern::Class(class, args) => with(class.name(), args),
                TypePattern::Union(members) => format!("union<{}>", list(members)),
            }
        }
        TypePattern::parse(text).map_or_else(|problem| problem, |pattern| show(&pattern))
    }

    #[test]
    fn patterns_of_all_languages_are_read() {
        for (text, expected) in [
            ("bool", "bool"),
            ("Promise<*>", "'Promise<*>"),
            ("Result<*, *>", "'Result<*, *>"),
            ("Optional[*]", "'Optional<*>"),
            ("str | None", "optional<'str>"),
            ("int | str | None", "optional<union<int, 'str>>"),
            ("string?", "optional<string>"),
            ("T[]", "list<'T>"),
            ("[]byte", "list<'byte>"),
            ("[4]int", "list<int>"),
            ("&[u8]", "list<'u8>"),
            ("[u8; 4]", "list<'u8>"),
            ("map[string]*http.Request", "map<string, '*http.Request>"),
            ("Map<String, List<*>>", "'Map<'String, 'List<*>>"),
            ("(*, error)", "tuple<*, error>"),
            ("()", "void"),
            ("None", "void"),
            ("*Error", "'*Error"),
            ("*", "*"),
            ("const std::string&", "'std.string"),
            ("char *", "char"),
            ("&'a mut Vec<T>", "'Vec<'T>"),
            ("Box<dyn Fn(i32) -> bool>", "'Box<function<'i32, bool>>"),
            ("func(int) error", "function<int, error>"),
            ("(a) => void", "function<'a, void>"),
            ("List<? extends Number>", "'List<'Number>"),
            ("Class<?>", "'Class<*>"),
            ("interface{}", "any"),
            ("dict[str, list[int]]", "'dict<'str, list<int>>"),
            ("unsigned long", "'long"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn wrong_patterns_say_what_is_wrong() {
        for (text, expected) in [
            ("", "is empty"),
            ("List<", "ends where a type should stand"),
            ("List<int", "lacks a `>` at its end"),
            ("a b", "has `b` where it should end"),
            (">", "has `>` where a type should stand"),
            (&"(".repeat(40), "is nested more than 12 deep"),
            (&"x".repeat(500), "is longer than 400 bytes"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn a_glob_matches_whole_texts() {
        assert!(glob_matches("*error", "valueerror") && glob_matches("*error", "error"));
        assert!(glob_matches("a*c*e", "abcde") && glob_matches("a**", "a"));
        assert!(!glob_matches("*error", "errors") && !glob_matches("a*b*b", "ab"));
        assert!(glob_matches("bool", "bool") && !glob_matches("bool", "boolean"));
    }
}
