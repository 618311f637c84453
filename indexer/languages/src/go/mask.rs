//! Blanks what the grammar cannot read: `new` of a value (Go 1.26), where it expects a type.

/// Replaces `new` before a value: a plain name of the same length.
const PLACEHOLDER: &str = "neu";

/// Returns the text to parse in place of `source`, or `None` if the grammar can read it.
pub(super) fn masked(source: &str) -> Option<String> {
    let mut masked: Option<String> = None;
    for (at, found) in source.match_indices("new(") {
        let before = source.as_bytes()[..at].last();
        if before.is_some_and(|byte| is_word(*byte) || *byte == b'.') {
            continue;
        }
        if is_value(&source.as_bytes()[at + found.len()..]) {
            masked
                .get_or_insert_with(|| source.to_owned())
                .replace_range(at..at + PLACEHOLDER.len(), PLACEHOLDER);
        }
    }
    masked
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Returns true if the text up to the closing parenthesis can only be a value.
fn is_value(text: &[u8]) -> bool {
    let (mut depth, mut at) = (0usize, 0);
    // The last token: its text if it is a word, else its last byte.
    let mut last: &[u8] = b"";
    let first = text.trim_ascii_start();
    let of_type = [&b"chan"[..], b"<-", b"map[", b"func"]
        .iter()
        .any(|head| first.starts_with(head));
    while let Some(&byte) = text.get(at) {
        let start = at;
        at += 1;
        if byte.is_ascii_whitespace() {
            continue;
        }
        if is_word(byte) {
            while text.get(at).is_some_and(|byte| is_word(*byte)) {
                at += 1;
            }
            if depth == 0 && byte.is_ascii_digit() {
                return true;
            }
            last = &text[start..at];
            continue;
        }
        let follows_name = last.first().is_some_and(|byte| is_word(*byte))
            && !matches!(last, b"func" | b"chan" | b"struct" | b"interface" | b"map");
        match byte {
            b')' if depth == 0 => return false,
            b'"' | b'\'' | b'`' if depth == 0 => return true,
            b'{' if depth == 0 && !matches!(last, b"struct" | b"interface") => return true,
            b'(' if depth == 0 && !of_type && (follows_name || last == b"]") => return true,
            b'*' if depth == 0 && !of_type && follows_name => return true,
            b'+' | b'-' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>' | b'=' | b'!'
                if depth == 0 && !of_type =>
            {
                return true;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        last = &text[start..at];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn new_of_a_value_reads_as_a_call_and_new_of_a_type_as_it_is() {
        for value in [
            "uint64(1)",
            "5",
            "\"x\"",
            "f()",
            "a.b(c)",
            "-x",
            "a + b",
            "T{A: 1}",
            "[]int{1}",
            "map[string]int{}",
            "func() {}",
            "a * b",
            "&x",
            "g[int](x)",
        ] {
            let text = format!("x := new({value})");
            let expected = format!("x := neu({value})");
            assert_eq!(masked(&text), Some(expected), "{value}");
        }
        for ty in [
            "T",
            "a.T",
            "*T",
            "[]T",
            "[4]T",
            "[2 * n]T",
            "map[K]V",
            "map[K](V)",
            "func(int) (string, error)",
            "func(x *T) *T",
            "chan<- int",
            "<-chan int",
            "struct{ A int }",
            "interface{ F(int) }",
            "G[K, V]",
            "G[map[K]V]",
        ] {
            assert_eq!(masked(&format!("x := new({ty})")), None, "{ty}");
        }
        assert_eq!(masked("x.new(1); renew(1)"), None);
    }
}
