//! Declarations of a text, told apart by brackets alone, for texts whose syntax tree has lost them in an error.

use super::Mask;
use super::lexer::{self, Kind};

/// A declaration of a namespace or class: what ends with a semicolon or a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cpp) struct Chunk {
    /// First byte.
    pub(in crate::cpp) start: usize,
    /// Byte after the last one.
    pub(in crate::cpp) end: usize,
    /// Name of the class around it, if there is one.
    pub(in crate::cpp) class: Option<(usize, usize)>,
}

/// What encloses declarations.
#[derive(Clone, Copy)]
enum Level {
    Namespace,
    Class(usize, usize),
}

/// Words of the chunk so far that say what its brace opens.
#[derive(Clone, Copy, Default)]
struct Head {
    /// First token.
    start: Option<usize>,
    is_namespace: bool,
    is_enum: bool,
    /// The token after `class`, `struct` or `union`, or the last word before its bases.
    class: Option<usize>,
    /// Parentheses or an equals sign: not the head of a class.
    is_value: bool,
    /// The bases of a class began.
    has_bases: bool,
}

/// Returns the innermost declarations of a text, in order. Linear in its length.
pub(in crate::cpp) fn chunks(source: &str) -> Vec<Chunk> {
    let tokens = lexer::tokens(source);
    let mask = Mask {
        source,
        dropped: Vec::new(),
        blanks: Vec::new(),
        tokens,
    };
    mask.chunks()
}

/// Returns the ranges of the directives `#if`, `#else`, `#endif` and their relatives.
pub(in crate::cpp) fn conditionals(source: &str) -> Vec<(usize, usize)> {
    let tokens = lexer::tokens(source).into_iter();
    tokens
        .filter(|token| matches!(token.kind, Kind::If | Kind::ElseIf | Kind::EndIf))
        .map(|token| (token.start, token.end))
        .collect()
}

impl Mask<'_> {
    fn chunks(&self) -> Vec<Chunk> {
        let mut found = Vec::new();
        let mut levels: Vec<Level> = Vec::new();
        let mut head = Head::default();
        let mut at = 0;
        while at < self.tokens.len() {
            let token = self.tokens[at];
            if token.kind.is_directive() {
                at += 1;
                continue;
            }
            let class = match levels.last() {
                Some(Level::Class(start, end)) => Some((*start, *end)),
                _ => None,
            };
            match token.kind {
                Kind::Punct(b'}') => {
                    levels.pop();
                    head = Head::default();
                    at += 1;
                    continue;
                }
                Kind::Punct(b';') => {
                    if let Some(start) = head.start {
                        let (start, end) = (self.tokens[start].start, token.end);
                        found.push(Chunk { start, end, class });
                    }
                    head = Head::default();
                    at += 1;
                    continue;
                }
                Kind::Punct(b':') if self.is_access(head.start, at) => {
                    head = Head::default();
                    at += 1;
                    continue;
                }
                Kind::Punct(b'{') if head.is_namespace => {
                    levels.push(Level::Namespace);
                    head = Head::default();
                    at += 1;
                    continue;
                }
                Kind::Punct(b'{') if !head.is_enum && !head.is_value && head.class.is_some() => {
                    let name = self.tokens[head.class.unwrap_or(at)];
                    levels.push(Level::Class(name.start, name.end));
                    head = Head::default();
                    at += 1;
                    continue;
                }
                _ => {}
            }
            head.start.get_or_insert(at);
            match token.kind {
                Kind::Punct(b'(' | b'[' | b'{') => {
                    let is_body = token.kind == Kind::Punct(b'{');
                    let end = self.group_end(at);
                    head.is_value |= !is_body;
                    let ends = is_body
                        && !head.is_enum
                        && !matches!(
                            self.tokens.get(end).map(|next| next.kind),
                            Some(Kind::Punct(b';' | b',' | b'{' | b')' | b'=') | Kind::Operator)
                        );
                    at = end;
                    if ends && let Some(start) = head.start {
                        let (start, end) = (self.tokens[start].start, self.tokens[at - 1].end);
                        found.push(Chunk { start, end, class });
                        head = Head::default();
                    }
                    continue;
                }
                Kind::Punct(b'=') => head.is_value = true,
                Kind::Punct(b':') => head.has_bases = true,
                Kind::Word => match self.text(at) {
                    "namespace" => head.is_namespace = true,
                    "extern" => {
                        let next = self.tokens.get(at + 1).map(|next| next.kind);
                        let opens = self.tokens.get(at + 2).map(|next| next.kind);
                        head.is_namespace |=
                            next == Some(Kind::Literal) && opens == Some(Kind::Punct(b'{'));
                    }
                    "enum" => head.is_enum = true,
                    "class" | "struct" | "union" if self.is_key(head, at) => {
                        head.class = Some(at);
                    }
                    "final" => {}
                    _ if head.class.is_some() && !head.has_bases && !head.is_value => {
                        head.class = Some(at);
                    }
                    _ => {}
                },
                _ => {}
            }
            at += 1;
        }
        found
    }

    /// Returns true for the colon of `public:`.
    fn is_access(&self, start: Option<usize>, colon: usize) -> bool {
        start.is_some_and(|start| {
            matches!(self.text(start), "public" | "private" | "protected") && colon <= start + 2
        })
    }

    /// Returns true if a class key is not that of a template parameter.
    fn is_key(&self, head: Head, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.tokens[before].kind);
        head.class.is_none() && !matches!(before, Some(Kind::Punct(b'<' | b',')))
    }

    /// Returns the token after the bracket that matches the one at `open`.
    fn group_end(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            match self.tokens[at].kind {
                Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
                Kind::Punct(b')' | b']' | b'}') => {
                    depth -= 1;
                    if depth == 0 {
                        return at + 1;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len()
    }
}
