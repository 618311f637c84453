//! Macro definitions. A macro body has no syntax tree, so the calls in it are found in its text.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{
    Bound, DefRole, Expr, ExprId, Param, ParamFlags, ScopeKind, Site, SiteKind, StrId, TypeId,
};

/// Longest macro body that is read, in bytes.
const BODY_BYTES_MAX: usize = 8_192;

/// Words before `(` that are not calls.
pub(super) const KEYWORDS: &[&str] = &[
    "if",
    "while",
    "for",
    "switch",
    "return",
    "sizeof",
    "do",
    "else",
    "case",
    "defined",
    "catch",
    "alignof",
    "decltype",
    "typeof",
    "__typeof__",
    "static_cast",
    "reinterpret_cast",
    "const_cast",
    "dynamic_cast",
    "__attribute__",
    "new",
    "delete",
    "throw",
    "operator",
    "noexcept",
    "static_assert",
    "_Static_assert",
    "__asm__",
    "asm",
    "volatile",
    "int",
    "char",
    "void",
    "long",
    "short",
    "unsigned",
    "signed",
    "float",
    "double",
    "bool",
    "auto",
];

impl<'t> Lowering<'_, 't> {
    /// `#define F(x) body`, `#define NAME value`. An empty definition is not a symbol.
    pub(super) fn macro_definition(&mut self, node: Node<'t>) {
        let doc = self.doc_above(node);
        let (Some(name), Some(value)) = (self.ids.name.of(node), self.ids.value.of(node)) else {
            return;
        };
        let callable = node.kind_id() == self.ids.preproc_function_def;
        let role = if callable {
            DefRole::Callable
        } else {
            DefRole::Value
        };
        let def = self
            .b
            .add_def(role, Some(SymbolKind::Macro), node, Some(name));
        let text = self.b.text(node).trim_end();
        let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32;
        let signature = self
            .b
            .folded(text.lines().next().unwrap_or("").trim_end_matches('\\'));
        let row = self.b.def_mut(def);
        row.doc = doc;
        // Only files that include the macro's file see it.
        row.visibility = Visibility::Private;
        row.signature = signature;
        row.end = row.start + text.len() as u32;
        row.end_line = row.start_line + lines;
        row.body_start = value.start_byte() as u32;
        row.body_end = (value.end_byte() as u32).min(row.end).max(row.body_start);
        self.b.bind_def(def);
        let body = self.b.text(value);
        if body.len() > BODY_BYTES_MAX {
            return;
        }
        if !callable {
            // `#define a b` is an alias of `b`.
            let body = body.trim();
            if is_identifier(body) {
                let name = self.b.str(body);
                let value = self.b.name_expr_at(name, value.start_byte() as u32);
                self.b.def_mut(def).value = value;
            } else if body.contains("namespace") {
                let name = self.b.text(name);
                self.macro_namespaces(node, name, body);
            }
            return;
        }
        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        let mut params = Vec::new();
        if let Some(list) = self.ids.parameters.of(node) {
            let mut cursor = list.walk();
            for child in list.children(&mut cursor) {
                let name = match self.roles.of(child) {
                    Role::Name => self.b.name(child),
                    _ if child.kind_id() == self.ids.ellipsis => StrId::EMPTY,
                    _ => continue,
                };
                let flags = if name.is_empty() {
                    ParamFlags::VARIADIC
                } else {
                    ParamFlags::default()
                };
                if !name.is_empty() {
                    let scope = self.b.scope();
                    self.b.bind(
                        name,
                        scope,
                        0,
                        Bound::Param(def, params.len() as u32),
                        TypeId::UNKNOWN,
                        ExprId::UNKNOWN,
                    );
                }
                params.push(Param {
                    name,
                    ty: TypeId::UNKNOWN,
                    default: ExprId::UNKNOWN,
                    ty_text: StrId::EMPTY,
                    default_text: StrId::EMPTY,
                    flags,
                });
            }
        }
        let names: Vec<StrId> = params.iter().map(|param| param.name).collect();
        self.b.set_params(def, params);
        let position = value.start_position();
        let mut reader = Reader {
            text: body,
            at: 0,
            start: value.start_byte() as u32,
            row: position.row as u32,
            line_start: value.start_byte() as i64 - position.column as i64,
            last: 0,
        };
        let whole = self.macro_calls(&mut reader, &names);
        if let Some(value) = whole {
            let list = self.b.list(&[value]);
            self.b.def_mut(def).returns = list;
        }
        self.b.leave_def(outer);
    }

    /// Lowers every chain of names and calls in a body. Returns the chain if it is the whole body.
    fn macro_calls(&mut self, reader: &mut Reader, params: &[StrId]) -> Option<ExprId> {
        let mut only = None;
        let mut chains = 0;
        let mut other = false;
        while let Some(token) = reader.peek() {
            match token {
                Token::Word(word) if !KEYWORDS.contains(&word) => {
                    chains += 1;
                    only = Some(self.macro_chain(reader, params, 0));
                }
                Token::Punct(b'(' | b')' | b';') => {
                    reader.next();
                }
                _ => {
                    other = true;
                    reader.next();
                }
            }
        }
        only.filter(|_| chains == 1 && !other)
    }

    /// `a::b(x).c(y)`.
    fn macro_chain(&mut self, reader: &mut Reader, params: &[StrId], depth: u32) -> ExprId {
        let Some(Token::Word(word)) = reader.next() else {
            return ExprId::UNKNOWN;
        };
        let mut at = reader.last;
        let mut name = self.b.str(word);
        let mut value = self.b.name_expr_at(name, reader.start + at as u32);
        let mut pasted = false;
        let mut own = true;
        loop {
            match reader.peek() {
                Some(Token::Punct(b'(')) => {
                    reader.next();
                    let param = own && params.contains(&name);
                    let site = (!pasted && !param).then(|| self.macro_site(reader, name, at));
                    let mut args = Vec::new();
                    let mut open = 1;
                    while open > 0 {
                        match reader.peek() {
                            None => break,
                            Some(Token::Word(word)) if !KEYWORDS.contains(&word) && depth < 16 => {
                                let arg = self.macro_chain(reader, params, depth + 1);
                                if open == 1 && args.len() < 16 {
                                    args.push(arg);
                                }
                            }
                            Some(token) => {
                                reader.next();
                                match token {
                                    Token::Punct(b'(') => open += 1,
                                    Token::Punct(b')') => open -= 1,
                                    Token::Literal if open == 1 && args.len() < 16 => {
                                        args.push(ExprId::UNKNOWN);
                                    }
                                    _ => {}
                                }
                            }
                        }
                    }
                    let args = self.b.list(&args);
                    value = self.b.expr(Expr::Call {
                        callee: value,
                        args,
                        site: site.unwrap_or(u32::MAX),
                    });
                    if let Some(site) = site {
                        self.b.set_site_expr(site, value);
                    }
                    own = false;
                }
                Some(Token::Access(access)) => {
                    reader.next();
                    let Some(Token::Word(word)) = reader.peek() else {
                        return ExprId::UNKNOWN;
                    };
                    reader.next();
                    at = reader.last;
                    name = self.b.str(word);
                    own = false;
                    value = match access {
                        Access::Scope => self.b.expr(Expr::Path { base: value, name }),
                        Access::Dot => self.b.expr(Expr::Member { base: value, name }),
                        Access::Arrow => {
                            let base = self.b.expr(Expr::Deref(value));
                            self.b.expr(Expr::Member { base, name })
                        }
                    };
                }
                Some(Token::Paste) => {
                    reader.next();
                    if let Some(Token::Word(_)) = reader.peek() {
                        reader.next();
                    }
                    pasted = true;
                    value = ExprId::UNKNOWN;
                }
                _ => return value,
            }
        }
    }

    fn macro_site(&mut self, reader: &Reader, name: StrId, at: usize) -> u32 {
        let start = reader.start + at as u32;
        let before = &reader.text[..at];
        let newlines = memchr::memchr_iter(b'\n', before.as_bytes()).count() as u32;
        let line_start = match memchr::memrchr(b'\n', before.as_bytes()) {
            Some(newline) => i64::from(reader.start) + newline as i64 + 1,
            None => reader.line_start,
        };
        let within = self.b.within();
        let scope = self.b.scope();
        self.b.facts.sites.push(Site {
            kind: SiteKind::Call,
            expr: ExprId::UNKNOWN,
            within,
            scope,
            name,
            start,
            line: reader.row + newlines + 1,
            col: (i64::from(start) - line_start).max(0) as u32,
        });
        self.b.facts.sites.len() as u32 - 1
    }
}

pub(super) fn is_identifier(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[derive(Clone, Copy)]
enum Access {
    Dot,
    Arrow,
    Scope,
}

#[derive(Clone, Copy)]
enum Token<'a> {
    Word(&'a str),
    Access(Access),
    /// `##`
    Paste,
    Literal,
    Punct(u8),
}

/// Splits a macro's body into tokens.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Byte of the file at which `text` starts.
    start: u32,
    /// Row of `start`.
    row: u32,
    /// Byte of the file at which the row of `start` starts.
    line_start: i64,
    last: usize,
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> Option<Token<'a>> {
        let (at, last) = (self.at, self.last);
        let token = self.next();
        self.at = at;
        self.last = last;
        token
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !(byte.is_ascii_whitespace() || *byte == b'\\') {
                break;
            }
            self.at += 1;
        }
        let first = *bytes.get(self.at)?;
        let start = self.at;
        self.last = start;
        if first.is_ascii_alphabetic() || first == b'_' {
            while bytes
                .get(self.at)
                .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            {
                self.at += 1;
            }
            return Some(Token::Word(&self.text[start..self.at]));
        }
        if first.is_ascii_digit() {
            while bytes
                .get(self.at)
                .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
            {
                self.at += 1;
            }
            return Some(Token::Literal);
        }
        if first == b'"' || first == b'\'' {
            self.at += 1;
            while let Some(byte) = bytes.get(self.at) {
                self.at += if *byte == b'\\' { 2 } else { 1 };
                if *byte == first {
                    break;
                }
            }
            self.at = self.at.min(bytes.len());
            return Some(Token::Literal);
        }
        let second = bytes.get(self.at + 1).copied();
        let (token, len) = match (first, second) {
            (b'-', Some(b'>')) => (Token::Access(Access::Arrow), 2),
            (b':', Some(b':')) => (Token::Access(Access::Scope), 2),
            (b'#', Some(b'#')) => (Token::Paste, 2),
            (b'/', Some(b'*')) => {
                let len = self
                    .text
                    .get(start..)
                    .and_then(|rest| rest.find("*/"))
                    .map_or(2, |end| end + 2);
                self.at = start + len;
                return self.next();
            }
            (b'.', Some(b'.')) => (Token::Punct(b'.'), 1),
            (b'.', _) => (Token::Access(Access::Dot), 1),
            _ => (Token::Punct(first), 1),
        };
        self.at += len;
        Some(token)
    }
}
