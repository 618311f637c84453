//! Macros in place of statements and declarations: words alone on a line (`LIB_NAMESPACE_BEGIN`, `TEST_END`), and calls with
//! arguments that no call has (`DEFINE_FLAG(int, name, 1)`, `COMPARE(LT, <)`).
//!
//! The grammar joins such a word to what follows, and gives up at such an argument. Both are blanked. In a list of
//! enumerators or values, a word stays.

use super::Mask;
use super::lexer::Kind;
use super::words::{CLASS_KEYS, PRIMITIVES, RUN_ENDS, SPECIFIERS, is_caps};

/// An open bracket and what it opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// Parentheses, square brackets and values.
    List,
    Enumerators,
    /// A namespace: declarations.
    Namespace,
    Class,
    /// Statements.
    Body,
}

/// Deepest nesting of brackets that is tracked.
const OPEN_MAX: usize = 2_000;

/// Tokens of the arguments of one macro call, at most.
const ARGUMENT_TOKENS_MAX: usize = 400;

/// Tokens of the block after a macro that stands for a condition, at most.
const BLOCK_TOKENS_MAX: usize = 1_000;

/// Specifiers between a macro and the name of a constructor, at most.
const SPECIFIERS_MAX: usize = 4;

/// What the words of a declaration before its brace say.
#[derive(Clone, Copy, Default)]
struct Head {
    is_enum: bool,
    is_namespace: bool,
    is_class: bool,
    /// The last word after `class`, before its bases: the name of the class.
    name: Option<usize>,
    has_bases: bool,
}

impl Mask<'_> {
    /// Blanks the macros in place of statements and declarations.
    pub(super) fn statements(&mut self) {
        let live: Vec<usize> = (0..self.tokens.len())
            .filter(|at| !self.dropped[*at])
            .collect();
        let mut open: Vec<Open> = Vec::new();
        // For each open bracket, the name of the class that it opens.
        let mut classes: Vec<Option<usize>> = Vec::new();
        // The last token that is neither a directive nor blanked.
        let mut previous: Option<usize> = None;
        let mut head = Head::default();
        for (at, token) in live.iter().copied().enumerate() {
            if self.dropped[token] {
                continue;
            }
            match self.tokens[token].kind {
                Kind::Punct(b'(' | b'[') => {
                    push(&mut open, Open::List);
                    classes.resize(open.len(), None);
                }
                Kind::Punct(b'{') => {
                    let opened = self.opened(previous, head, open.last());
                    push(&mut open, opened);
                    classes.resize(open.len(), head.name);
                    head = Head::default();
                }
                Kind::Punct(b')' | b']') => {
                    open.pop();
                    classes.truncate(open.len());
                }
                Kind::Punct(b'}') => {
                    open.pop();
                    classes.truncate(open.len());
                    head = Head::default();
                }
                Kind::Punct(b':') => head.has_bases = true,
                Kind::Punct(b';') => head = Head::default(),
                Kind::Word => {
                    let word = self.text(token);
                    match word {
                        "enum" => head.is_enum = true,
                        "namespace" => head.is_namespace = true,
                        "extern" => {
                            head.is_namespace |= self.kind_at(&live, at + 1) == Some(Kind::Literal);
                        }
                        "class" | "struct" | "union" => {
                            head.is_class = true;
                            head.name = None;
                        }
                        "final" => {}
                        _ if is_caps(word) && self.macro_statement(&live, at, &open, previous) => {
                            continue;
                        }
                        _ if is_caps(word)
                            && open.last() == Some(&Open::Class)
                            && self.is_before_constructor(
                                &live,
                                at,
                                classes.last().copied().flatten(),
                            ) =>
                        {
                            self.blank(token, token + 1);
                            continue;
                        }
                        _ if head.is_class && !head.has_bases => head.name = Some(token),
                        _ => {}
                    }
                }
                kind if kind.is_directive() => continue,
                _ => {}
            }
            previous = Some(token);
        }
    }

    /// `LIB_INLINE Name(int x) : …` and `LIB_INLINE explicit Name(…)` in the class `Name`.
    fn is_before_constructor(&self, live: &[usize], at: usize, class: Option<usize>) -> bool {
        let Some(class) = class else {
            return false;
        };
        let is_between = |at: &usize| {
            let word = self.word_at(live, *at);
            word.is_some_and(|word| SPECIFIERS.contains(word) || is_caps(word))
        };
        let skipped = (at + 1..)
            .take_while(is_between)
            .take(SPECIFIERS_MAX)
            .count();
        let name = at + 1 + skipped;
        self.word_at(live, name) == Some(self.text(class))
            && self.kind_at(live, name + 1) == Some(Kind::Punct(b'('))
    }

    /// Returns the position of the brace after the parentheses at `at`.
    fn condition_end(&self, live: &[usize], at: usize) -> Option<usize> {
        if self.kind_at(live, at) != Some(Kind::Punct(b'(')) {
            return None;
        }
        let end = self.matching(live, at)?;
        (self.kind_at(live, end) == Some(Kind::Punct(b'{'))).then_some(end)
    }

    /// Returns the position after the brace that matches the one at `at`.
    fn brace_end(&self, live: &[usize], at: usize) -> Option<usize> {
        let mut depth = 0;
        for (offset, token) in live.get(at..)?.iter().enumerate().take(BLOCK_TOKENS_MAX) {
            match self.tokens[*token].kind {
                Kind::Punct(b'{') => depth += 1,
                Kind::Punct(b'}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(at + offset + 1);
            }
        }
        None
    }

    /// Returns what a brace after `previous` opens.
    fn opened(&self, previous: Option<usize>, head: Head, around: Option<&Open>) -> Open {
        let kind = previous.map(|token| self.tokens[token].kind);
        let word = previous.map_or("", |token| self.text(token));
        match kind {
            Some(Kind::Punct(b'=' | b',' | b'(')) => Open::List,
            Some(Kind::Punct(b'{')) if around == Some(&Open::List) => Open::List,
            Some(Kind::Word) if word == "return" => Open::List,
            _ if head.is_enum => Open::Enumerators,
            _ if head.is_namespace => Open::Namespace,
            Some(Kind::Punct(b')')) => Open::Body,
            Some(Kind::Word) if matches!(word, "const" | "noexcept" | "override") => Open::Body,
            _ if head.is_class => Open::Class,
            _ => Open::Body,
        }
    }

    /// Blanks what must be blanked of the macro at `at` of `live`. Returns true if the macro itself is gone.
    fn macro_statement(
        &mut self,
        live: &[usize],
        at: usize,
        open: &[Open],
        previous: Option<usize>,
    ) -> bool {
        let within = open.last().copied();
        if within == Some(Open::Enumerators) {
            return self.enumerator_attribute(live, at, previous);
        }
        if within == Some(Open::List) {
            return false;
        }
        let before = previous.map(|token| self.tokens[token].kind);
        let begins = matches!(before, None | Some(Kind::Punct(b';' | b'}' | b':' | b'{')));
        // `LIB_TRY { … } LIB_CATCH(...) { … }`
        if begins && within == Some(Open::Body) {
            let is_any = self.kind_at(live, at + 2) == Some(Kind::Operator)
                && live
                    .get(at + 2)
                    .is_some_and(|token| self.text(*token).starts_with(".."));
            let end = match self.kind_at(live, at + 1) {
                Some(Kind::Punct(b'{')) => Some(at + 1),
                Some(Kind::Punct(b'(')) if is_any => self.matching(live, at + 1),
                _ => None,
            };
            if let Some(end) = end {
                self.blank(live[at], live[end - 1] + 1);
                return true;
            }
        }
        // `LIB_IF_CONSTEXPR(x) { … } else { … }`
        if begins
            && within == Some(Open::Body)
            && let Some(end) = self.condition_end(live, at + 1)
            && let Some(otherwise) = self.brace_end(live, end)
            && self.word_at(live, otherwise) == Some("else")
        {
            self.blank(live[at], live[end - 1] + 1);
            self.blank(live[otherwise], live[otherwise] + 1);
            return true;
        }
        if self.kind_at(live, at + 1) == Some(Kind::Punct(b'(')) {
            return match within {
                None | Some(Open::Namespace) if begins || before == Some(Kind::Punct(b')')) => {
                    self.macro_call(live, at, false)
                }
                Some(Open::Class) if begins || before == Some(Kind::Punct(b')')) => {
                    self.macro_call(live, at, true)
                }
                _ => false,
            };
        }
        // `PRIVATE_UNLESS_TESTED:`
        if begins
            && within == Some(Open::Class)
            && self.kind_at(live, at + 1) == Some(Kind::Punct(b':'))
        {
            self.blank(live[at], live[at + 1] + 1);
            return true;
        }
        // `LIB_API template <class T> …`, `LIB_API ~Name();`
        let next = self.kind_at(live, at + 1);
        let declares = within != Some(Open::Body)
            && (self.word_at(live, at + 1) == Some("template")
                || next == Some(Kind::Punct(b'~')) && within == Some(Open::Class)
                || self.is_conversion(live, at + 1));
        // All that is between two braces stays.
        let whole = before == Some(Kind::Punct(b'{'))
            && self.kind_at(live, at + 1) == Some(Kind::Punct(b'}'));
        let follows_call = before == Some(Kind::Punct(b')')) && within != Some(Open::Body);
        let gone = declares
            || (begins || follows_call)
                && !whole
                && self.stands_alone(live, at)
                && self.is_complete(live, at);
        if gone {
            self.blank(live[at], live[at] + 1);
        }
        gone
    }

    /// Returns true for `operator` before a type.
    fn is_conversion(&self, live: &[usize], at: usize) -> bool {
        self.word_at(live, at) == Some("operator")
            && self
                .word_at(live, at + 1)
                .is_some_and(|word| !matches!(word, "new" | "delete" | "co_await"))
    }

    /// `A DEPRECATED("use B") = 1,`: blanks the macro after the name of an enumerator.
    fn enumerator_attribute(&mut self, live: &[usize], at: usize, previous: Option<usize>) -> bool {
        let after_name = previous.is_some_and(|token| {
            self.tokens[token].kind == Kind::Word && at > 0 && live[at - 1] == token
        });
        let end = match self.kind_at(live, at + 1) {
            Some(Kind::Punct(b'(')) => self.matching(live, at + 1),
            _ => Some(at + 1),
        };
        let Some(end) = end.filter(|_| after_name) else {
            return false;
        };
        let ends = matches!(
            self.kind_at(live, end),
            Some(Kind::Punct(b',' | b'=' | b'}'))
        );
        if ends {
            self.blank(live[at], live[end - 1] + 1);
        }
        ends
    }

    /// Returns true if no other token is on the line of the token at `at` of `live`.
    fn stands_alone(&self, live: &[usize], at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| live[before]);
        let starts = before.is_none_or(|before| {
            self.tokens[before].kind.is_directive() || !self.same_line(before, live[at])
        });
        let next = live.get(at + 1);
        starts && next.is_none_or(|next| !self.same_line(live[at], *next))
    }

    /// Returns true if what follows the word at `at` of `live` cannot continue it.
    fn is_complete(&self, live: &[usize], at: usize) -> bool {
        match self.kind_at(live, at + 1) {
            None | Some(Kind::Punct(b'}' | b'[' | b'~') | Kind::Scope) => true,
            Some(Kind::Word) => !self.is_result(live, at),
            Some(kind) => kind.is_directive(),
        }
    }

    /// Returns true if the word at `at` may be the result of the function whose name follows: `UINT⏎ f(int x) {`.
    fn is_result(&self, live: &[usize], at: usize) -> bool {
        let word = self.text(live[at]);
        let next = self.text(live[at + 1]);
        let is_marker = ["BEGIN", "END", "PUSH", "POP", "NAMESPACE", "ATTRIBUTE"];
        if is_caps(next)
            || SPECIFIERS.contains(next)
            || CLASS_KEYS.contains(next)
            || PRIMITIVES.contains(next)
            || is_marker.iter().any(|part| word.contains(part))
        {
            return false;
        }
        let mut at = at + 1;
        let mut last = next;
        let mut is_constructor = false;
        while self.kind_at(live, at + 1) == Some(Kind::Scope)
            && self.kind_at(live, at + 2) == Some(Kind::Word)
        {
            at += 2;
            is_constructor = self.text(live[at]) == last;
            last = self.text(live[at]);
        }
        self.kind_at(live, at + 1) == Some(Kind::Punct(b'(')) && !is_constructor
    }

    /// A macro call in place of a declaration. Blanks the whole call if nothing ends it and it has arguments that are no
    /// values; else, outside of classes, the arguments that are types, or all if some are neither. Returns true if the call
    /// is gone.
    fn macro_call(&mut self, live: &[usize], at: usize, in_class: bool) -> bool {
        let Some((end, arguments)) = self.macro_arguments(live, at + 1) else {
            return false;
        };
        let follows = self.kind_at(live, end);
        if follows == Some(Kind::Punct(b'{')) || self.wraps_result(live, end) {
            return false;
        }
        let odd = arguments
            .iter()
            .any(|(_, _, argument)| matches!(argument, Argument::Odd));
        let types = arguments
            .iter()
            .any(|(_, _, argument)| matches!(argument, Argument::Type));
        let ended = follows == Some(Kind::Punct(b';'));
        let next_line = live
            .get(end)
            .is_none_or(|next| !self.same_line(live[end - 1], *next));
        let starts_anew = follows.is_some_and(Kind::is_directive)
            || next_line
                && matches!(
                    follows,
                    None | Some(Kind::Word | Kind::Punct(b'}') | Kind::Scope)
                );
        if !ended && starts_anew && (odd || types) {
            self.blank(live[at], live[end - 1] + 1);
            return true;
        }
        if in_class || !(odd || types) {
            return false;
        }
        if odd {
            self.blank(live[at + 1] + 1, live[end - 1]);
            return false;
        }
        for (index, (from, to, argument)) in arguments.iter().enumerate() {
            if !matches!(argument, Argument::Type) {
                continue;
            }
            // With the comma after it, or before it if it is the last.
            let last = index + 1 == arguments.len();
            let from = from - usize::from(last && index > 0);
            let to = to + usize::from(!last);
            self.blank(live[from], live[to - 1] + 1);
        }
        false
    }

    /// Returns the end of the arguments that open at `open`, and each argument as (start, end, what it is).
    fn macro_arguments(&self, live: &[usize], open: usize) -> Option<(usize, Vec<Given>)> {
        let mut depth = 0;
        let mut start = open + 1;
        let mut arguments = Vec::new();
        for (offset, token) in live
            .get(open..)?
            .iter()
            .enumerate()
            .take(ARGUMENT_TOKENS_MAX)
        {
            let at = open + offset;
            match self.tokens[*token].kind {
                Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
                Kind::Punct(b')' | b']' | b'}') => {
                    depth -= 1;
                    if depth == 0 {
                        if at > start || !arguments.is_empty() {
                            arguments.push((start, at, self.argument(live, start, at)));
                        }
                        return Some((at + 1, arguments));
                    }
                }
                Kind::Punct(b',') if depth == 1 => {
                    arguments.push((start, at, self.argument(live, start, at)));
                    start = at + 1;
                }
                Kind::Punct(b';') if depth == 1 => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns what the argument from `from` to `to` is.
    fn argument(&self, live: &[usize], from: usize, to: usize) -> Argument {
        let Some(last) = to.checked_sub(1).filter(|last| *last >= from) else {
            return Argument::Odd;
        };
        let is_type_word = |at: usize| self.word_at(live, at).is_some_and(is_type);
        let ends = self.kind_at(live, last);
        if is_type_word(from) || is_type_word(last) && to - from <= 2 {
            return Argument::Type;
        }
        match ends {
            Some(Kind::Operator) => return Argument::Odd,
            Some(Kind::Punct(b'*' | b'&' | b'<' | b'>' | b'=' | b'+' | b'-')) => {
                let named = self.kind_at(live, from) == Some(Kind::Word);
                return if named { Argument::Type } else { Argument::Odd };
            }
            _ => {}
        }
        // `diagnostic ignored "-Wx"`, `Type name`: no value.
        let first = self.word_at(live, from);
        let is_text = first.is_some_and(|word| !is_caps(word) && !RUN_ENDS.contains(word))
            && matches!(
                self.kind_at(live, from + 1).filter(|_| from < last),
                Some(Kind::Word | Kind::Literal)
            );
        if is_text {
            Argument::Odd
        } else {
            Argument::Other
        }
    }
}

/// An argument of a macro: its first token, the token after it, and what it is.
type Given = (usize, usize, Argument);

/// What an argument of a macro is, as far as its tokens show.
#[derive(Clone, Copy)]
enum Argument {
    /// `const char *`
    Type,
    /// `+=`, `diagnostic pop`, or nothing.
    Odd,
    Other,
}

/// Returns true for words that the grammar takes for a type.
fn is_type(word: &str) -> bool {
    PRIMITIVES.contains(word)
        || CLASS_KEYS.contains(word)
        || matches!(
            word,
            "const" | "size_t" | "ssize_t" | "ptrdiff_t" | "intptr_t" | "uintptr_t"
        )
        || word
            .trim_start_matches('u')
            .strip_prefix("int")
            .is_some_and(|rest| matches!(rest, "8_t" | "16_t" | "32_t" | "64_t"))
}

fn push(open: &mut Vec<Open>, opened: Open) {
    if open.len() < OPEN_MAX {
        open.push(opened);
    }
}
