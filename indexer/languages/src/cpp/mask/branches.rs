//! Preprocessor branches that split a construct.

use super::Mask;
use super::lexer::Kind;
use super::words::is_caps;
use crate::cpp::conditions;

/// An open bracket and what it opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Paren,
    /// A brace list of values.
    Values,
    /// A block or body.
    Body,
}

/// An `#if` without its `#endif` so far.
struct Group {
    directives: Vec<usize>,
    /// Brackets that are open at the `#if`.
    open: Vec<Open>,
    /// The branch that stays, by its directive, and whether its condition is known to hold.
    kept: (usize, bool),
    /// Brackets that are open at the end of the branch that stays.
    after_kept: Option<Vec<Open>>,
    /// True if a branch changes the open brackets, or if the group is inside an expression.
    cut: bool,
    /// True inside a list of values, where all branches may stay.
    in_values: bool,
}

/// An initializer of a constructor that a branch begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Initializer {
    /// With the colon before it: one branch may have it.
    First,
    /// All branches may stay.
    Further,
}

/// Tokens before a colon among which the start of its statement is searched.
const STATEMENT_TOKENS_MAX: usize = 64;

/// Deepest nesting of brackets that is tracked.
const OPEN_MAX: usize = 2_000;

impl Mask<'_> {
    /// Blanks the directives of `#if` groups with unbalanced branches, and all of their branches but one: the one that the most
    /// common build takes, or the first.
    pub(super) fn branches(&mut self) {
        let mut groups: Vec<Group> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        let mut previous: Option<usize> = None;
        // Open angle brackets of a template head, and whether one has just ended.
        let (mut angles, mut after_head) = (0usize, false);
        for at in 0..self.tokens.len() {
            match self.tokens[at].kind {
                Kind::Punct(b'(' | b'[') => {
                    let room = open.len() < OPEN_MAX;
                    open.extend(room.then_some(Open::Paren));
                }
                Kind::Punct(b'{') => {
                    let values = match previous.map(|p| (self.tokens[p].kind, p)) {
                        Some((Kind::Punct(b'=' | b',' | b'('), _)) => true,
                        Some((Kind::Punct(b'{'), _)) => open.last() == Some(&Open::Values),
                        Some((Kind::Word, p)) => self.text(p) == "return",
                        _ => false,
                    };
                    if open.len() < OPEN_MAX {
                        open.push(if values { Open::Values } else { Open::Body });
                    }
                }
                Kind::Punct(b')' | b']' | b'}') => {
                    open.pop();
                }
                Kind::If => {
                    let initializer = previous.and_then(|p| self.initializer_at(p, at));
                    let in_values = open.last() == Some(&Open::Values)
                        || initializer == Some(Initializer::Further);
                    let in_statement = initializer.is_some()
                        || angles > 0
                        || after_head
                        || previous.is_some_and(|p| self.is_inside_statement(p));
                    groups.push(Group {
                        directives: vec![at],
                        open: open.clone(),
                        kept: (0, self.is_taken(at)),
                        after_kept: None,
                        cut: open.last() == Some(&Open::Paren) || in_values || in_statement,
                        in_values,
                    });
                    continue;
                }
                Kind::ElseIf => {
                    let is_taken = self.is_taken(at);
                    if let Some(group) = groups.last_mut() {
                        let ended = group.directives.len() - 1;
                        group.cut |= open != group.open;
                        let after = std::mem::replace(&mut open, group.open.clone());
                        if ended == group.kept.0 {
                            group.after_kept = Some(after);
                        }
                        if is_taken && !group.kept.1 {
                            group.kept = (ended + 1, true);
                        }
                        group.directives.push(at);
                    }
                    continue;
                }
                Kind::EndIf => {
                    if let Some(mut group) = groups.pop() {
                        let ended = group.directives.len() - 1;
                        group.directives.push(at);
                        group.cut |= open != group.open || self.is_split_head(previous, at);
                        if ended != group.kept.0
                            && let Some(after) = group.after_kept.take()
                        {
                            open = after;
                        }
                        if group.cut {
                            self.cut(&group);
                        }
                    }
                    continue;
                }
                Kind::Directive => continue,
                _ => {}
            }
            after_head = false;
            match self.tokens[at].kind {
                Kind::Punct(b'<') if angles > 0 => angles += 1,
                Kind::Punct(b'<') if previous.is_some_and(|p| self.is_template(p)) => angles = 1,
                Kind::Punct(b'>') if angles > 0 => {
                    angles -= 1;
                    after_head = angles == 0;
                }
                Kind::Punct(b';' | b'{' | b'}') => angles = 0,
                _ => {}
            }
            previous = Some(at);
        }
    }

    fn is_template(&self, at: usize) -> bool {
        self.tokens[at].kind == Kind::Word && self.text(at) == "template"
    }

    /// Returns true if the most common build takes the branch of a directive, as far as earlier branches are not taken.
    fn is_taken(&self, directive: usize) -> bool {
        let text = self.text(directive).trim_start_matches('#').trim_start();
        let end = text
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(text.len());
        let (name, condition) = text.split_at(end);
        match name {
            "else" => true,
            "ifndef" | "elifndef" => !conditions::is_taken(condition, false),
            _ => conditions::is_taken(condition, false),
        }
    }

    /// Returns what an `#if` begins with, if it is in the list of initializers of a constructor. `previous` is the token before
    /// it.
    fn initializer_at(&self, previous: usize, at: usize) -> Option<Initializer> {
        let kind = |at: usize| self.tokens.get(at).map(|token| token.kind);
        let is_closed = |at: usize| match kind(at) {
            Some(Kind::Punct(b')' | b'}')) => true,
            Some(Kind::Word) => self.text(at) == "noexcept",
            _ => false,
        };
        // The first token in the group that is no directive itself.
        let next = (at + 1..self.tokens.len())
            .find(|at| !matches!(self.tokens[*at].kind, Kind::If | Kind::Directive));
        match next.and_then(kind) {
            // `: a(1) #if … , b(2)`
            Some(Kind::Punct(b',')) if is_closed(previous) => Some(Initializer::Further),
            // `A::A() #if … : a(1)`
            Some(Kind::Punct(b':')) if is_closed(previous) => Some(Initializer::First),
            // `A::A() : #if … a(1),`
            _ if matches!(kind(previous), Some(Kind::Punct(b':')))
                && previous > 0
                && is_closed(previous - 1)
                && !self.is_label(previous) =>
            {
                Some(Initializer::Further)
            }
            _ => None,
        }
    }

    /// Blanks what the grammar does not know in a directive: comments in the body of a macro, and scopes and paths in a condition,
    /// as in `#if HAS_ATTRIBUTE(clang::noescape)` and `#if HAS_INCLUDE(<x.h>)`.
    pub(super) fn directives(&mut self) {
        let bytes = self.source.as_bytes();
        for token in self.tokens.iter().filter(|token| token.kind.is_directive()) {
            let text = &bytes[token.start..token.end];
            if !matches!(token.kind, Kind::If | Kind::ElseIf) {
                // A comment ends a macro's body for the grammar, though further lines follow.
                let mut at = 0;
                while let Some(open) = memchr::memmem::find(&text[at..], b"/*")
                    && let Some(length) = memchr::memmem::find(&text[at + open..], b"*/")
                {
                    let (start, end) = (at + open, at + open + length + 2);
                    if memchr::memchr(b'\n', &text[start..end]).is_none() {
                        self.blanks.push((token.start + start, token.start + end));
                    }
                    at = end;
                }
                continue;
            }
            for at in memchr::memmem::find_iter(text, "::") {
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                let start = text[..at].iter().rposition(|byte| !is_word(byte));
                let start = start.map_or(0, |before| before + 1);
                self.blanks
                    .push((token.start + start, token.start + at + 2));
            }
            let mut last = 0;
            for at in memchr::memmem::find_iter(text, "(<") {
                if at < last {
                    continue;
                }
                let Some(length) = memchr::memchr(b'>', &text[at..]) else {
                    break;
                };
                last = at + length + 1;
                self.blanks.push((token.start + at + 1, token.start + last));
            }
        }
    }

    /// Returns true if each branch has a head of its own before one body: `#if A⏎void f()⏎#else⏎void g()⏎#endif⏎{`, or one list
    /// of initializers and a body.
    fn is_split_head(&self, previous: Option<usize>, end: usize) -> bool {
        let is_closed = |at: usize| self.tokens[at].kind == Kind::Punct(b')');
        // `f() const`, `f() NOEXCEPT`
        let is_closed = |at: usize| match self.tokens[at].kind {
            Kind::Word if at > 0 && is_closed(at - 1) => {
                let word = self.text(at);
                is_caps(word) || matches!(word, "const" | "noexcept" | "override" | "final")
            }
            _ => is_closed(at),
        };
        let follows = self.tokens.get(end + 1).map(|token| token.kind);
        previous.is_some_and(is_closed)
            && match follows {
                Some(Kind::Punct(b'{')) => true,
                Some(Kind::Punct(b':')) => !self.is_label(end + 1),
                _ => false,
            }
    }

    /// Returns true for the colon of `case f():` or `x ? f() :`.
    fn is_label(&self, colon: usize) -> bool {
        let first = colon.saturating_sub(STATEMENT_TOKENS_MAX);
        let before = (first..colon).rev();
        let statement = before
            .take_while(|at| !matches!(self.tokens[*at].kind, Kind::Punct(b';' | b'{' | b'}')));
        statement.into_iter().any(|at| match self.tokens[at].kind {
            Kind::Word => self.text(at) == "case",
            kind => kind == Kind::Punct(b'?'),
        })
    }

    /// Returns true if a statement or declaration continues after this token.
    fn is_inside_statement(&self, at: usize) -> bool {
        match self.tokens[at].kind {
            Kind::Punct(b';' | b'{' | b'}' | b':' | b')' | b'>' | b']') => false,
            Kind::Word => {
                let text = self.text(at);
                !is_caps(text) && !matches!(text, "else" | "do")
            }
            Kind::Literal => false,
            _ => true,
        }
    }

    /// Keeps one branch of a group, or all branches among values.
    fn cut(&mut self, group: &Group) {
        for (branch, pair) in group.directives.windows(2).enumerate() {
            if !group.in_values && branch != group.kept.0 {
                self.blank(pair[0], pair[1]);
            }
        }
        for directive in &group.directives {
            self.blank(*directive, *directive + 1);
        }
    }
}
