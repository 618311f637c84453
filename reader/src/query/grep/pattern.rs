//! A pattern of `grep`: text or a regular expression, compiled so that a match never leaves its line.
//!
//! A pattern means what it means to `rg --crlf`: a line ends with `\n` or `\r\n`, neither of which is part of it, and `^` and
//! `$` are its ends. `within_line` takes line breaks out of classes, as ripgrep does, so the engine can search a whole file
//! at once and still finds exactly the lines that match on their own.

use regex_automata::Input;
use regex_automata::meta::{self, Regex};
use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{self, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange};
use regex_syntax::hir::{Class, Hir, HirKind};

use crate::limits::Limits;
use crate::query::{QueryError, Result};

/// How letters are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// Ignoring case, if the pattern has letters and none of them is upper-case.
    #[default]
    Smart,
    /// As they are.
    Sensitive,
    /// Ignoring case.
    Ignore,
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
    hir: Hir,
    /// True if it is text, so that the time to search is proportional to the length of a line.
    is_literal: bool,
}

/// Deepest nesting of a regular expression.
const NESTING_MAX: u32 = 100;

/// Largest compiled expression, and the largest cache of its automaton, in bytes: a bound on the work for a byte of text.
const COMPILED_BYTES_MAX: usize = 1 << 20;

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// Fails if it is empty or too long, matches line breaks, or is not a regular expression though it should be one.
    pub fn new(text: &str, is_regex: bool, case: Case, limits: &Limits) -> Result<Self> {
        if text.is_empty() {
            return Err(wrong("is empty"));
        }
        if text.chars().count() > limits.pattern_chars_max {
            return Err(wrong(format!(
                "has more than {} characters",
                limits.pattern_chars_max
            )));
        }
        let escaped;
        let source = if is_regex {
            text
        } else {
            escaped = regex_syntax::escape(text);
            &escaped
        };
        let ast = ast::parse::ParserBuilder::new()
            .nest_limit(NESTING_MAX)
            .build()
            .parse(source)
            .map_err(|error| wrong(format!("is not a valid regex: {}", error.kind())))?;
        let ignores_case = match case {
            Case::Smart => is_lower_case(&ast),
            Case::Sensitive => false,
            Case::Ignore => true,
        };
        let hir = TranslatorBuilder::new()
            .case_insensitive(ignores_case)
            .multi_line(true)
            .crlf(true)
            .build()
            .translate(source, &ast)
            .map_err(|error| wrong(format!("is not a valid regex: {}", error.kind())))?;
        let hir = within_line(hir)?;
        let regex = meta::Builder::new()
            .configure(
                meta::Config::new()
                    .nfa_size_limit(Some(COMPILED_BYTES_MAX))
                    .onepass_size_limit(Some(COMPILED_BYTES_MAX))
                    .hybrid_cache_capacity(COMPILED_BYTES_MAX)
                    .which_captures(regex_automata::nfa::thompson::WhichCaptures::Implicit),
            )
            .build_from_hir(&hir)
            .map_err(|error| match error.size_limit() {
                Some(_) => wrong("is too large once compiled: shorten its repetitions"),
                None => wrong(format!("is not a valid regex: {error}")),
            })?;
        let is_literal = !is_regex || hir.properties().is_alternation_literal();
        Ok(Self {
            regex,
            hir,
            is_literal,
        })
    }

    /// Returns the byte range of the first match from `start` on that ends before `end`, both at the starts of lines or the end
    /// of the text.
    pub(super) fn find(&self, text: &[u8], start: usize, end: usize) -> Option<(usize, usize)> {
        let found = self.regex.search(&Input::new(text).span(start..end))?;
        Some((found.start(), found.end()))
    }

    /// Returns the expression.
    pub(super) fn hir(&self) -> &Hir {
        &self.hir
    }

    /// Returns true if the time to search a line is proportional to its length.
    pub(super) fn is_literal(&self) -> bool {
        self.is_literal
    }
}

fn wrong(problem: impl Into<String>) -> QueryError {
    QueryError::Argument {
        argument: "pattern",
        problem: problem.into(),
        example: "`retry_limit`, or `fn \\w+_max\\(` with regex: true".to_owned(),
    }
}

/// Returns true if the pattern has letters as text, none of them upper-case. Classes such as `\S` are not text.
fn is_lower_case(ast: &Ast) -> bool {
    struct Letters {
        any: bool,
        upper: bool,
    }
    impl Letters {
        fn note(&mut self, literal: &ast::Literal) {
            self.any = true;
            self.upper |= literal.c.is_uppercase();
        }
    }
    impl ast::Visitor for Letters {
        type Output = bool;
        type Err = std::convert::Infallible;

        fn finish(self) -> std::result::Result<bool, Self::Err> {
            Ok(self.any && !self.upper)
        }

        fn visit_pre(&mut self, ast: &Ast) -> std::result::Result<(), Self::Err> {
            if let Ast::Literal(literal) = ast {
                self.note(literal);
            }
            Ok(())
        }

        fn visit_class_set_item_pre(
            &mut self,
            item: &ast::ClassSetItem,
        ) -> std::result::Result<(), Self::Err> {
            match item {
                ast::ClassSetItem::Literal(literal) => self.note(literal),
                ast::ClassSetItem::Range(range) => {
                    self.note(&range.start);
                    self.note(&range.end);
                }
                _ => {}
            }
            Ok(())
        }
    }
    let letters = Letters {
        any: false,
        upper: false,
    };
    match ast::visit(ast, letters) {
        Ok(is_lower) => is_lower,
        Err(never) => match never {},
    }
}

/// Returns the expression without the line breaks in its classes.
///
/// # Errors
/// Fails if it has a line break as text: it could match nothing.
fn within_line(hir: Hir) -> Result<Hir> {
    let all = |parts: Vec<Hir>| parts.into_iter().map(within_line).collect::<Result<_>>();
    Ok(match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(hir::Literal(bytes)) => {
            if bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
                return Err(wrong(
                    "contains a line break, but a match lies within one line; search a part of one line",
                ));
            }
            Hir::literal(bytes)
        }
        HirKind::Class(Class::Unicode(mut class)) => {
            class.difference(&ClassUnicode::new([
                ClassUnicodeRange::new('\n', '\n'),
                ClassUnicodeRange::new('\r', '\r'),
            ]));
            Hir::class(Class::Unicode(class))
        }
        HirKind::Class(Class::Bytes(mut class)) => {
            class.difference(&ClassBytes::new([
                ClassBytesRange::new(b'\n', b'\n'),
                ClassBytesRange::new(b'\r', b'\r'),
            ]));
            Hir::class(Class::Bytes(class))
        }
        HirKind::Look(look) => Hir::look(look),
        HirKind::Repetition(mut repetition) => {
            repetition.sub = Box::new(within_line(*repetition.sub)?);
            Hir::repetition(repetition)
        }
        // Nobody asks what a group has matched.
        HirKind::Capture(capture) => within_line(*capture.sub)?,
        HirKind::Concat(parts) => Hir::concat(all(parts)?),
        HirKind::Alternation(parts) => Hir::alternation(all(parts)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str, is_regex: bool, case: Case) -> Result<Pattern> {
        Pattern::new(text, is_regex, case, &Limits::new())
    }

    #[track_caller]
    fn matches(pattern: &Pattern, text: &str) -> bool {
        pattern.find(text.as_bytes(), 0, text.len()).is_some()
    }

    #[test]
    fn smart_case_looks_at_letters_that_are_text() {
        for (text, is_regex, found, not_found) in [
            ("load", false, "LOAD", ""),
            ("Load", false, "Load", "load"),
            ("ÉTÉ", false, "ÉTÉ", "été"),
            ("été", false, "ÉTÉ", ""),
            (r"load\S", true, "LOADx", ""),
            (r"\pLoad", true, "xOAD", ""),
            ("[a-z]x", true, "AX", ""),
            ("[A-Z]x", true, "Ax", "ax"),
            // A Kelvin sign is an upper-case k.
            ("k", false, "\u{212a}", ""),
            // No letter as text: as it is.
            (r"\p{Ll}\d", true, "a1", "A1"),
        ] {
            let smart = pattern(text, is_regex, Case::Smart).unwrap();
            assert!(matches(&smart, found), "{text} in {found}");
            assert!(
                not_found.is_empty() || !matches(&smart, not_found),
                "{text} in {not_found}"
            );
        }
        assert!(!matches(
            &pattern("load", false, Case::Sensitive).unwrap(),
            "LOAD"
        ));
        assert!(matches(
            &pattern("LOAD", false, Case::Ignore).unwrap(),
            "load"
        ));
    }

    #[test]
    fn text_is_taken_as_it_is() {
        let text = pattern("a.b(*)|$", false, Case::Smart).unwrap();
        assert!(matches(&text, "x a.b(*)|$"));
        assert!(!matches(&text, "acb(*)|$"));
    }

    #[test]
    fn a_wrong_pattern_says_what_is_wrong() {
        for (text, is_regex, problem) in [
            ("", false, "is empty"),
            ("a(b", true, "unclosed group"),
            ("a\nb", false, "line break"),
            ("a\r", false, "line break"),
            (r"a\nb", true, "line break"),
            (r"(?:\w{100}){100}", true, "too large once compiled"),
            (&"x".repeat(2_000), false, "more than 1000 characters"),
            (
                &format!("{}a{}", "(".repeat(300), ")".repeat(300)),
                true,
                "nest",
            ),
        ] {
            let error = pattern(text, is_regex, Case::Smart)
                .unwrap_err()
                .to_string();
            assert!(
                error.contains("`pattern`") && error.contains(problem),
                "{text}: {error}"
            );
        }
    }
}
