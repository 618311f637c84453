//! Blanks what the grammar cannot read: annotations before the dots of a parameter that takes many values
//! (`Object @Nullable ... args`).

/// Bytes of an annotation, at most.
const ANNOTATION_BYTES_MAX: usize = 200;

/// Returns the text to parse in place of `source`, or `None` if the grammar can read it.
pub(super) fn masked(source: &str) -> Option<String> {
    let text = source.as_bytes();
    let mut bytes: Option<Vec<u8>> = None;
    for dots in memchr::memmem::find_iter(text, b"...") {
        let mut end = dots;
        while let Some(start) = annotation_before(&text[..end]) {
            let bytes = bytes.get_or_insert_with(|| text.to_vec());
            bytes[start..end].fill(b' ');
            end = start;
        }
    }
    bytes.and_then(|bytes| String::from_utf8(bytes).ok())
}

/// Returns the start of the annotation without arguments that ends a text, if it and the blanks after it are on one line.
fn annotation_before(text: &[u8]) -> Option<usize> {
    let blanks = text
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b' ' | b'\t'));
    let text = &text[..text.len() - blanks.count()];
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
    let name = text.iter().rev().take(ANNOTATION_BYTES_MAX);
    let length = name.take_while(|byte| is_name(byte)).count();
    let at = text.len().checked_sub(length + 1)?;
    (length > 0 && text[at] == b'@').then_some(at)
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn annotations_before_dots_are_blanked() {
        for (source, expected) in [
            (
                "void f(Object @Nullable ... x);",
                "void f(Object           ... x);",
            ),
            ("void f(T @A @b.C... x);", "void f(T        ... x);"),
        ] {
            assert_eq!(masked(source).as_deref(), Some(expected));
        }
        for source in ["void f(@A Object... x);", "f(@A(1) ...)", "..."] {
            assert_eq!(masked(source), None);
        }
    }
}
