//! Splits C and C++ text into tokens. Comments are skipped; a preprocessor directive is one token.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    Literal,
    Punct(u8),
    /// `::`
    Scope,
    /// `->`, `==`, `&&` and the like.
    Operator,
    /// `#if`, `#ifdef`, `#ifndef`.
    If,
    ElseIf,
    EndIf,
    Directive,
}

impl Kind {
    pub(super) fn is_directive(self) -> bool {
        matches!(
            self,
            Self::If | Self::ElseIf | Self::EndIf | Self::Directive
        )
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Returns the tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let lexer = Lexer {
        text,
        at: 0,
        tokens: Vec::new(),
    };
    lexer.run()
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        let bytes = self.text.as_bytes();
        let mut line_start = true;
        while let Some(&byte) = bytes.get(self.at) {
            let start = self.at;
            let next = bytes.get(start + 1).copied();
            match byte {
                b'\n' => {
                    line_start = true;
                    self.at += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' | b'\\' | 0x0c | 0x0b => {
                    self.at += 1;
                    continue;
                }
                b'/' if next == Some(b'/') => {
                    self.at = line_end(bytes, start);
                    continue;
                }
                b'/' if next == Some(b'*') => {
                    self.at = memchr::memmem::find(&bytes[start + 2..], b"*/")
                        .map_or(bytes.len(), |end| start + end + 4);
                    continue;
                }
                b'#' if line_start => {
                    self.directive();
                    line_start = true;
                    continue;
                }
                b'"' | b'\'' => {
                    self.at = quoted_end(bytes, start);
                    self.push(Kind::Literal, start);
                }
                b'0'..=b'9' => {
                    while bytes.get(self.at).is_some_and(|b| {
                        b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'\'')
                    }) {
                        self.at += 1;
                    }
                    self.push(Kind::Literal, start);
                }
                _ if byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80 => self.word(),
                b':' if next == Some(b':') => {
                    self.at += 2;
                    self.push(Kind::Scope, start);
                }
                b'-' if next == Some(b'>') => {
                    self.at += 2;
                    self.push(Kind::Operator, start);
                }
                b'=' | b'!' | b'+' | b'-' | b'/' | b'%' | b'^' | b'|' | b'?' | b'.' => {
                    self.at += 1;
                    let double = next == Some(b'=') || (next == Some(byte) && byte != b'=');
                    if double {
                        self.at += 1;
                    }
                    self.push(
                        if byte == b'=' && !double {
                            Kind::Punct(b'=')
                        } else {
                            Kind::Operator
                        },
                        start,
                    );
                }
                _ => {
                    self.at += 1;
                    self.push(Kind::Punct(byte), start);
                }
            }
            line_start = false;
        }
        self.tokens
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let end = self.at;
        self.tokens.push(Token { kind, start, end });
    }

    fn word(&mut self) {
        let bytes = self.text.as_bytes();
        let start = self.at;
        while bytes
            .get(self.at)
            .is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80)
        {
            self.at += 1;
        }
        let quote = bytes.get(self.at).copied();
        if matches!(quote, Some(b'"' | b'\'')) && self.at - start <= 3 {
            let prefix = &self.text[start..self.at];
            if quote == Some(b'"') && matches!(prefix, "R" | "LR" | "uR" | "UR" | "u8R") {
                self.at = raw_end(bytes, self.at);
                return self.push(Kind::Literal, start);
            }
            if matches!(prefix, "L" | "u" | "U" | "u8") {
                self.at = quoted_end(bytes, self.at);
                return self.push(Kind::Literal, start);
            }
        }
        self.push(Kind::Word, start);
    }

    /// Reads a directive up to the end of its line, including continued lines.
    fn directive(&mut self) {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut at = start + 1;
        while matches!(bytes.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        let name_start = at;
        while bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
            at += 1;
        }
        let kind = match &self.text[name_start..at] {
            "if" | "ifdef" | "ifndef" => Kind::If,
            "else" | "elif" | "elifdef" | "elifndef" => Kind::ElseIf,
            "endif" => Kind::EndIf,
            _ => Kind::Directive,
        };
        loop {
            match bytes.get(at) {
                None => break,
                Some(b'\n') => {
                    let mut back = at;
                    while back > start && bytes[back - 1] == b'\r' {
                        back -= 1;
                    }
                    if back > start && bytes[back - 1] == b'\\' {
                        at += 1;
                        continue;
                    }
                    break;
                }
                Some(b'/') if bytes.get(at + 1) == Some(&b'/') => {
                    at = line_end(bytes, at);
                    break;
                }
                Some(b'/') if bytes.get(at + 1) == Some(&b'*') => {
                    at = memchr::memmem::find(&bytes[at + 2..], b"*/")
                        .map_or(bytes.len(), |end| at + end + 4);
                }
                Some(b'"') if !matches!(kind, Kind::Directive) => {
                    at = quoted_end(bytes, at).max(at + 1);
                }
                Some(_) => at += 1,
            }
        }
        self.at = at;
        self.push(kind, start);
    }
}

fn line_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match memchr::memchr(b'\n', &bytes[at..]) {
            None => return bytes.len(),
            Some(found) => {
                let newline = at + found;
                if newline > 0 && bytes[newline - 1] == b'\\' {
                    at = newline + 1;
                    continue;
                }
                return newline;
            }
        }
    }
}

/// Returns the end of the quoted literal that starts at `start`. A line break ends it too.
fn quoted_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Returns the end of a raw string with its `"` at `quote`.
fn raw_end(bytes: &[u8], quote: usize) -> usize {
    let Some(open) = memchr::memchr(b'(', &bytes[quote..]).filter(|open| *open <= 17) else {
        return quoted_end(bytes, quote);
    };
    let delimiter = &bytes[quote + 1..quote + open];
    let mut closing = Vec::with_capacity(delimiter.len() + 2);
    closing.push(b')');
    closing.extend_from_slice(delimiter);
    closing.push(b'"');
    let body = quote + open + 1;
    memchr::memmem::find(&bytes[body..], &closing)
        .map_or(bytes.len(), |end| body + end + closing.len())
}
