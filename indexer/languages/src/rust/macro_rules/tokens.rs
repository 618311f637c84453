//! The tokens of Rust, as far as macros by example see them.

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Ident,
    Lifetime,
    Literal,
    /// One mark, or one of `=>`, `->`, `::`.
    Mark,
    Open,
    Close,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'s> {
    pub(super) kind: Kind,
    pub(super) text: &'s str,
    /// The byte at which it starts in the file; `None` if it stands in no file.
    pub(super) at: Option<u32>,
    /// True for the text of a doc comment: a literal without quotes.
    pub(super) is_doc: bool,
}

/// Returns the tokens of `text`, which starts at the byte `base` of its file. A doc comment becomes the attribute that it
/// stands for; other comments are dropped. Returns `None` if a literal or comment does not end.
pub(super) fn tokens(text: &str, base: u32) -> Option<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let rest = &text[at..];
        let (kind, len) = match byte {
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if rest.starts_with("//") => {
                let len = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
                let is_doc = rest.starts_with("///") && !rest.starts_with("////");
                if is_doc {
                    push_doc(&mut found, rest[..len].trim_end());
                }
                at += len;
                continue;
            }
            b'/' if rest.starts_with("/*") => {
                let len = block_comment(rest)?;
                let is_doc = rest.starts_with("/**") && !rest.starts_with("/***") && len > 4;
                if is_doc {
                    push_doc(&mut found, &rest[..len]);
                }
                at += len;
                continue;
            }
            b'"' => (Kind::Literal, quoted(rest)?),
            b'r' | b'b' | b'c' if literal_prefix(rest).is_some() => {
                let prefix = literal_prefix(rest)?;
                (Kind::Literal, prefix + prefixed(&rest[prefix..])?)
            }
            b'\'' => match character(rest) {
                Some(len) => (Kind::Literal, len),
                None => (Kind::Lifetime, 1 + word(&rest[1..])),
            },
            b'0'..=b'9' => (Kind::Literal, number(rest)),
            b'(' | b'[' | b'{' => (Kind::Open, 1),
            b')' | b']' | b'}' => (Kind::Close, 1),
            _ if word(rest) > 0 => (Kind::Ident, word(rest)),
            _ => {
                let two = ["=>", "->", "::"].iter().any(|mark| rest.starts_with(mark));
                let one = rest.chars().next().map_or(1, char::len_utf8);
                (Kind::Mark, if two { 2 } else { one })
            }
        };
        found.push(Token {
            kind,
            text: rest.get(..len)?,
            at: Some(base + at as u32),
            is_doc: false,
        });
        at += len;
    }
    Some(found)
}

/// Adds the attribute that a doc comment stands for.
fn push_doc<'s>(found: &mut Vec<Token<'s>>, comment: &'s str) {
    let text = comment.trim_start_matches(['/', '*']);
    let parts = [
        (Kind::Mark, "#"),
        (Kind::Open, "["),
        (Kind::Ident, "doc"),
        (Kind::Mark, "="),
        (Kind::Literal, text.trim_end_matches("*/")),
        (Kind::Close, "]"),
    ];
    found.extend(parts.map(|(kind, text)| Token {
        kind,
        text,
        at: None,
        is_doc: kind == Kind::Literal,
    }));
}

/// Returns the length of the block comment at the start of `text`.
fn block_comment(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0, 0);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}

/// Returns the length of the text between quotes at the start of `text`.
fn quoted(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Returns the length of the letters before the quote or the first `#` of a literal (`b"`, `r#"`, `br"`).
fn literal_prefix(text: &str) -> Option<usize> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = text.get(letters..)?;
    let is_raw = text[..letters].ends_with('r') && rest.trim_start_matches('#').starts_with('"');
    let known = matches!(&text[..letters], "b" | "c" | "r" | "br" | "cr");
    (known
        && (is_raw
            || rest.starts_with('"')
            || (rest.starts_with('\'') && letters == 1 && text.starts_with('b'))))
    .then_some(letters)
}

/// Returns the length of what follows the letters of a literal.
fn prefixed(text: &str) -> Option<usize> {
    if text.starts_with('\'') {
        return character(text);
    }
    let marks = text.bytes().take_while(|byte| *byte == b'#').count();
    if marks == 0 {
        return quoted(text);
    }
    let end = format!("\"{}", &text[..marks]);
    text.get(marks + 1..)?
        .find(&end)
        .map(|found| marks + 1 + found + end.len())
}

/// Returns the length of a character literal, `None` if this is a lifetime.
fn character(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    let (_, first) = chars.next()?;
    if first == '\\' {
        return text.get(3..)?.find('\'').map(|found| found + 4);
    }
    match chars.next()? {
        (at, '\'') => Some(at + 1),
        _ => None,
    }
}

/// Returns the length of the name at the start of `text`.
fn word(text: &str) -> usize {
    let raw = if text.starts_with("r#") { 2 } else { 0 };
    let rest = &text[raw..];
    if rest.starts_with(|first: char| first.is_numeric()) {
        return 0;
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    match end.unwrap_or(rest.len()) {
        0 => 0,
        len => raw + len,
    }
}

/// Returns the length of the number at the start of `text`.
fn number(text: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let len = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let rest = &text[len..];
    if rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return len + 1 + number(&rest[1..]);
    }
    len
}

/// Returns the position after the group that opens at `open`; the end if it does not close.
pub(super) fn group_end(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}
