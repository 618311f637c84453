//! Preprocessor branches that cut through a construct.

use super::Mask;
use super::lexer::Kind;
use super::words::is_caps;

/// A bracket that is open, and what it opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Paren,
    /// A brace list of values.
    Values,
    /// A block or body.
    Body,
}

/// An `#if` that waits for its `#endif`.
struct Group {
    directives: Vec<usize>,
    /// Brackets open at its start.
    open: Vec<Open>,
    /// Brackets open at the end of the first branch that is kept.
    after_first: Option<Vec<Open>>,
    /// Some branch leaves other brackets open than it found, or it stands inside of an expression.
    cut: bool,
    /// Stands inside a list of values: all branches may stay.
    in_values: bool,
}

/// Deepest nesting of brackets that is followed.
const OPEN_MAX: usize = 2_000;

impl Mask<'_> {
    /// Blanks the directives of `#if` groups whose branches do not balance, and all of their branches but one.
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
                    let in_values = open.last() == Some(&Open::Values);
                    let in_statement = previous.is_some_and(|p| self.is_inside_statement(p));
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

    /// True if a statement or declaration goes on behind this token.
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

    /// Keeps the first branch of a group (all branches among values).
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
