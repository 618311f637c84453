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
