//! Splits Rust sources into tokens, for the tests that read the workspace's own code.

/// A token of a Rust source file: an identifier, a string literal with its quotes, or one character of punctuation.
/// Comments, lifetimes, characters and numbers are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// 1-based.
    pub(crate) line: usize,
}

impl Token {
    /// Returns true for an identifier or a keyword.
    pub(crate) fn is_identifier(&self) -> bool {
        self.text.starts_with(is_identifier_start) && !self.text.contains('"')
    }

    /// Returns the content of a string literal that is neither raw nor a byte string.
    pub(crate) fn string(&self) -> Option<&str> {
        self.text.strip_prefix('"')?.strip_suffix('"')
    }
}

/// Returns the tokens of a Rust source file, in order.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (length, is_kept) = token_at(rest, first);
        let (token, after) = rest.split_at(length);
        if is_kept {
            found.push(Token {
                text: token.to_owned(),
                line,
            });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    found
}

/// Returns the length in bytes of the lexical element at the start of `rest`, and whether it is a token.
fn token_at(rest: &str, first: char) -> (usize, bool) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), false);
    }
    if rest.starts_with("/*") {
        return (block_comment(rest), false);
    }
    if let Some(length) = raw_string(rest) {
        return (length, true);
    }
    if first == '"' || rest.starts_with("b\"") || rest.starts_with("c\"") {
        return (quoted(rest, '"'), true);
    }
    if rest.starts_with("b'") {
        return (quoted(rest, '\''), false);
    }
    if first == '\'' {
        return (lifetime_or_char(rest), false);
    }
    if is_identifier_start(first) || first.is_ascii_digit() {
        let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric());
        return (end.unwrap_or(rest.len()), is_identifier_start(first));
    }
    (first.len_utf8(), !first.is_whitespace())
}

fn is_identifier_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Returns the length of a block comment; such comments nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// Returns the length of the raw string at the start, if there is one.
fn raw_string(rest: &str) -> Option<usize> {
    let after = ["r", "br", "cr"]
        .iter()
        .find_map(|prefix| rest.strip_prefix(prefix))?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let content = after[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let closing = content.find(&end)?;
    Some(rest.len() - content.len() + closing + end.len())
}

/// Returns the length of a literal that ends at the next `quote` after its first one.
fn quoted(rest: &str, quote: char) -> usize {
    let mut is_open = false;
    let mut is_escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote && is_open => return at + c.len_utf8(),
            _ if c == quote => is_open = true,
            _ => {}
        }
    }
    rest.len()
}

fn lifetime_or_char(rest: &str) -> usize {
    let mut chars = rest.chars().skip(1);
    let (first, second) = (chars.next(), chars.next());
    if first.is_some_and(is_identifier_start) && second != Some('\'') {
        let end = rest[1..].find(|c: char| c != '_' && !c.is_alphanumeric());
        return end.map_or(rest.len(), |end| end + 1);
    }
    quoted(rest, '\'')
}

#[test]
fn comments_literals_and_lifetimes_are_no_identifiers() {
    let source = r##"
/* a /* b */ c */ fn f<'a>(x: &'a str) -> char { // d
    g("crate::\" h", r#"i " j"#, b"k", b'l', 'm', '\'', 'ü', 1_u8)
}
"##;
    let tokens = tokens(source);
    let identifiers: Vec<_> = tokens
        .iter()
        .filter(|token| token.is_identifier())
        .map(|token| &*token.text)
        .collect();
    assert_eq!(identifiers, ["fn", "f", "x", "str", "char", "g"]);
    let strings: Vec<_> = tokens.iter().filter_map(Token::string).collect();
    assert_eq!(strings, [r#"crate::\" h"#]);
    assert_eq!(tokens.last().unwrap().line, 4);
}
