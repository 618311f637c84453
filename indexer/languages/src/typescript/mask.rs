//! Blanks what the grammar cannot read: in a list of members without semicolons, a call signature that begins with `<`
//! would continue the member above it.
//!
//! The blank before such a `<` becomes a semicolon, so lengths and lines stay. One pass over the text finds these
//! signatures by their shape: on a line of their own, directly inside braces, `<…>(…)` and then a colon.

/// Returns the text to parse in place of `source`, or `None` if the grammar can read it.
pub(super) fn masked(source: &str) -> Option<String> {
    if !has_candidate(source.as_bytes()) {
        return None;
    }
    let found = Scan::new(source.as_bytes()).run();
    if found.is_empty() {
        return None;
    }
    let mut masked = source.to_owned();
    for at in found {
        masked.replace_range(at..=at, ";");
    }
    Some(masked)
}

/// Returns true if a line begins with what may be type parameters. Markup hardly ever looks like it.
fn has_candidate(text: &[u8]) -> bool {
    let mut from = 0;
    while let Some(found) = text[from..].iter().position(|byte| *byte == b'\n') {
        let mut at = from + found + 1;
        from = at;
        while matches!(text.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        if text.get(at) == Some(&b'<') && begins_parameters(&text[at + 1..]) {
            return true;
        }
    }
    false
}

/// Returns true if type parameters may begin here: `<` stands before.
fn begins_parameters(text: &[u8]) -> bool {
    if matches!(text.first(), Some(b'\n' | b'\r')) {
        return true;
    }
    let name = text.strip_prefix(b"const ").unwrap_or(text);
    let end = name.iter().position(|byte| !is_word(*byte));
    let Some(end) = end.filter(|end| *end > 0) else {
        return false;
    };
    let rest = &name[end..];
    [&b","[..], b">(", b" extends ", b" = "]
        .iter()
        .any(|mark| rest.starts_with(mark))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn index_of(close: u8) -> usize {
    match close {
        b')' => 0,
        b']' => 1,
        b'}' => 2,
        _ => 3,
    }
}

/// An open bracket.
#[derive(Clone, Copy)]
struct Open {
    /// Its closing bracket.
    close: u8,
    /// The blank before the signature whose type parameters or parameters it holds.
    blank: Option<usize>,
}

struct Scan<'s> {
    text: &'s [u8],
    at: usize,
    open: Vec<Open>,
    /// How many brackets of each kind are open.
    counts: [usize; 4],
    /// The last byte that is neither blank nor comment.
    last: u8,
    found: Vec<usize>,
}

impl<'s> Scan<'s> {
    fn new(text: &'s [u8]) -> Self {
        Self {
            text,
            at: 0,
            open: Vec::new(),
            counts: [0; 4],
            last: b';',
            found: Vec::new(),
        }
    }

    /// Returns the blanks to replace, in order.
    fn run(mut self) -> Vec<usize> {
        let mut is_first = true;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => {
                    is_first = true;
                    self.at += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'/' if self.skip_comment() => continue,
                b'"' | b'\'' | b'`' => self.skip_string(byte),
                b'/' if self.begins_value() => self.skip_regex(),
                b'<' if is_first && self.follows_member() => {
                    let blank = self.at - 1;
                    self.push(b'>', Some(blank));
                }
                b'<' if self.is_in(b'>') => self.push(b'>', None),
                b'>' if self.is_in(b'>') && self.last != b'=' => self.close(byte),
                b'(' => self.push(b')', None),
                b'[' => self.push(b']', None),
                b'{' => self.push(b'}', None),
                b')' | b']' | b'}' => self.close(byte),
                _ => {}
            }
            is_first = false;
            self.last = byte;
            self.at += 1;
        }
        self.found.sort_unstable();
        self.found
    }

    fn push(&mut self, close: u8, blank: Option<usize>) {
        self.open.push(Open { close, blank });
        self.counts[index_of(close)] += 1;
    }

    fn is_in(&self, close: u8) -> bool {
        self.open.last().is_some_and(|open| open.close == close)
    }

    /// Returns true if a `<` here, the first token of its line, may begin a signature after another member.
    fn follows_member(&self) -> bool {
        self.is_in(b'}')
            && (is_word(self.last)
                || matches!(self.last, b'>' | b']' | b'}' | b')' | b'"' | b'\'' | b'`'))
            && matches!(self.text.get(self.at.wrapping_sub(1)), Some(b' ' | b'\t'))
            && begins_parameters(&self.text[self.at + 1..])
    }

    /// Closes the innermost bracket of this kind. Then the parameters of a signature follow its type parameters, or a
    /// colon its parameters.
    fn close(&mut self, byte: u8) {
        // Text with an odd bracket must not search all that is open again and again.
        if self.counts[index_of(byte)] == 0 {
            return;
        }
        let closed = loop {
            let Some(open) = self.open.pop() else { return };
            self.counts[index_of(open.close)] -= 1;
            if open.close == byte {
                break open;
            }
        };
        let Some(blank) = closed.blank else { return };
        let next = self.text[self.at + 1..]
            .iter()
            .position(|byte| !byte.is_ascii_whitespace());
        let Some(next) = next.map(|next| self.at + 1 + next) else {
            return;
        };
        match (byte, self.text[next]) {
            (b'>', b'(') if next == self.at + 1 => {
                self.last = b'>';
                self.at = next;
                self.push(b')', Some(blank));
            }
            (b')', b':') => self.found.push(blank),
            _ => {}
        }
    }

    /// Skips a comment, if there is one.
    fn skip_comment(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let length = if rest.starts_with(b"//") {
            rest.iter().position(|byte| *byte == b'\n')
        } else if rest.starts_with(b"/*") {
            rest.windows(2)
                .skip(2)
                .position(|pair| pair == b"*/")
                .map(|at| at + 4)
        } else {
            return false;
        };
        self.at += length.unwrap_or(rest.len());
        true
    }

    /// Goes to the end of a string. A quote in markup ends with its line.
    fn skip_string(&mut self, quote: u8) {
        let mut at = self.at + 1;
        while let Some(&byte) = self.text.get(at) {
            if byte == quote || (byte == b'\n' && quote != b'`') {
                break;
            }
            at += if byte == b'\\' { 2 } else { 1 };
        }
        self.at = if self.text.get(at) == Some(&b'\n') {
            at - 1
        } else {
            at
        };
    }

    /// Returns true if a `/` here begins a regular expression, not a division or the end of a tag.
    fn begins_value(&self) -> bool {
        matches!(
            self.last,
            b'(' | b',' | b'=' | b':' | b'[' | b'!' | b'&' | b'|' | b'?' | b'{' | b'}' | b';'
        )
    }

    /// Goes to the end of a regular expression, or stays where it would not end on its line.
    fn skip_regex(&mut self) {
        let (mut at, mut in_class) = (self.at + 1, false);
        while let Some(&byte) = self.text.get(at) {
            match byte {
                b'\n' => return,
                b'\\' => at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    self.at = at;
                    return;
                }
                _ => {}
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn a_signature_after_a_member_without_semicolon_gets_one() {
        for (text, expected) in [
            (
                "interface A {\n  x: B\n  <T>(k: T): C\n}",
                "interface A {\n  x: B\n ;<T>(k: T): C\n}",
            ),
            (
                "type A = {\n\t<T, U>(k: T): C<T>\r\n\t// next\n\t<\n\t\tT extends { a: 1 },\n\t>(k: T): C\n}",
                "type A = {\n\t<T, U>(k: T): C<T>\r\n\t// next\n;<\n\t\tT extends { a: 1 },\n\t>(k: T): C\n}",
            ),
            (
                "interface A {\n  m(): void\n  <K extends F<() => void>>(k: { a: K }): C['x']\n  <const T = 1>(): T\n}",
                "interface A {\n  m(): void\n ;<K extends F<() => void>>(k: { a: K }): C['x']\n ;<const T = 1>(): T\n}",
            ),
        ] {
            assert_eq!(masked(text).as_deref(), Some(expected));
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in [
            "interface A {\n  <T>(k: T): C;\n  x: B;\n  <T>(k: T): C\n}",
            "const f =\n  <T>(x: T): T => x",
            "f(\n  <T>(x: T): T => x,\n  <T>(x: T): T => x)",
            "function f() {\n  return x\n  <T>(y)\n}",
            "function f() {\n  return (\n    <T>(x): y</T>)\n}",
            "const x = {\n  a: () => 1,\n  <T>(k: T): C }",
            "<T>(x): y",
            "const s = `{\n  a\n  <T>(x): y`",
            "const r = /{/\n  <T>(x): y",
            "",
        ] {
            assert_eq!(masked(text), None, "{text}");
        }
    }
}
