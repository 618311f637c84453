//! Preprocessor branches that split a construct.

use super::Mask;
use super::lexer::Kind;
use super::words::is_caps;

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
    /// Brackets that are open at the end of the first kept branch.
    after_first: Option<Vec<Open>>,
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
    /// Blanks the directives of `#if` groups with unbalanced branches, and all of their branches but one.
    pub(super) fn branches(&mut self) {
        let mut groups: Vec<Group> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        let mut previous: Option<usize> = None;
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
                        || previous.is_some_and(|p| self.is_inside_statement(p));
                    groups.push(Group {
                        directives: vec![at],
                        open: open.clone(),
                        after_first: None,
                        cut: open.last() == Some(&Open::Paren) || in_values || in_statement,
                        in_values,
                    });
                    continue;
                }
                Kind::ElseIf => {
                    if let Some(group) = groups.last_mut() {
                        group.directives.push(at);
                        group.cut |= open != group.open;
                        if group.after_first.is_none() {
                            group.after_first =
                                Some(std::mem::replace(&mut open, group.open.clone()));
                        } else {
                            open.clone_from(&group.open);
                        }
                    }
                    continue;
                }
                Kind::EndIf => {
                    if let Some(mut group) = groups.pop() {
                        group.directives.push(at);
                        group.cut |= open != group.open;
                        if let Some(after) = group.after_first.take() {
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
            previous = Some(at);
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

    /// Keeps the first branch of a group, or all branches among values.
    fn cut(&mut self, group: &Group) {
        for pair in group.directives.windows(2).skip(1) {
            if !group.in_values {
                self.blank(pair[0], pair[1]);
            }
        }
        for directive in &group.directives {
            self.blank(*directive, *directive + 1);
        }
    }
}
