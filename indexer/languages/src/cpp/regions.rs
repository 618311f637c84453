//! The text between macros that open and close namespaces, and what such a macro opens.

/// Before the name of a macro that a file uses.
pub(super) const USED: char = '@';

/// Before the name of a macro that a file defines.
pub(super) const DEFINED: char = '#';

/// Nested namespaces that one macro opens, at most.
const OPENED_MAX: usize = 8;

/// The text between two macros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region<'s> {
    /// Name of the macro that opens it.
    pub(super) name: &'s str,
    /// Byte after the macro that opens it.
    pub(super) start: usize,
    /// Byte at which the macro that closes it starts.
    pub(super) end: usize,
}

/// Returns the regions of a text by their starts. Linear in its length.
pub(super) fn regions(source: &str) -> Vec<Region<'_>> {
    let mut found = Vec::new();
    let mut open: Vec<Region> = Vec::new();
    let bytes = source.as_bytes();
    let mut last = 0;
    for at in memchr::memmem::find_iter(bytes, "NAMESPACE") {
        // Another part of a word that was looked at.
        if at < last {
            continue;
        }
        let is_part =
            |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
        let start = bytes[last..at].iter().rposition(|byte| !is_part(byte));
        let start = start.map_or(last, |before| last + before + 1);
        let length = bytes[at..].iter().position(|byte| !is_part(byte));
        let end = length.map_or(bytes.len(), |length| at + length);
        last = end;
        let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\r');
        let before = bytes[..start].iter().rev().find(|byte| !is_blank(byte));
        let blank = bytes[end..].iter().take_while(is_blank).count();
        let after = &bytes[end + blank..];
        let alone = matches!(before, None | Some(b'\n'))
            && (after.is_empty()
                || [&b"\n"[..], b"//", b"/*"]
                    .iter()
                    .any(|start| after.starts_with(start)));
        if !alone {
            continue;
        }
        let name = &source[start..end];
        let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        if has(&["BEGIN", "OPEN", "START", "ENTER"]) {
            let (start, end) = (end, usize::MAX);
            open.push(Region { name, start, end });
        } else if has(&["END", "CLOSE", "EXIT", "LEAVE"])
            && let Some(region) = open.pop()
        {
            let end = start;
            found.push(Region { end, ..region });
        }
    }
    found.sort_by_key(|region| region.start);
    found
}

/// Returns the namespaces that the body of a macro opens, outermost first, each with whether it is inline. None if it has
/// anything else.
pub(super) fn opened(body: &str) -> Option<Vec<(&str, bool)>> {
    let mut found = Vec::new();
    let mut is_inline = false;
    let mut words = body
        .split(|c: char| c.is_whitespace() || c == '\\')
        .filter(|word| !word.is_empty())
        .flat_map(|word| {
            let (name, braces) = word.split_at(word.find('{').unwrap_or(word.len()));
            [name, braces].into_iter().filter(|part| !part.is_empty())
        });
    while let Some(word) = words.next() {
        match word {
            "inline" => is_inline = true,
            "namespace" => {
                let name = words.next()?;
                // A name that another macro makes: `NAME(a, b)`.
                let (name, arguments) = name.split_once('(').unwrap_or((name, ""));
                let mut next = words.next()?;
                while next != "{" && (next.starts_with('(') || !arguments.is_empty()) {
                    next = words.next()?;
                }
                if next != "{" || found.len() >= OPENED_MAX {
                    return None;
                }
                for part in name.split("::") {
                    found.push((part, is_inline));
                }
                is_inline = false;
            }
            _ => return None,
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::{opened, regions};

    #[test]
    fn regions_are_between_macros_alone_on_their_lines() {
        let source = "A_NAMESPACE_BEGIN\nint x;\nA_BEGIN_NAMESPACE // b\nint y;\nA_NAMESPACE_END\n\
                      #define A_NAMESPACE_BEGIN x\nA_NAMESPACE_END\nB_NAMESPACE_BEGIN\n";
        let found: Vec<(&str, &str)> = regions(source)
            .iter()
            .map(|region| (region.name, source[region.start..region.end].trim()))
            .collect();
        assert_eq!(found.len(), 2);
        assert_eq!(found[1], ("A_BEGIN_NAMESPACE", "// b\nint y;"));
        assert!(found[0].1.starts_with("int x;") && found[0].0 == "A_NAMESPACE_BEGIN");
    }

    #[test]
    fn a_macro_opens_namespaces_if_it_has_nothing_else() {
        assert_eq!(
            opened("namespace a { inline namespace v1{"),
            Some(vec![("a", false), ("v1", true)])
        );
        assert_eq!(
            opened("\\\n  namespace a::b \\\n {"),
            Some(vec![("a", false), ("b", false)])
        );
        assert_eq!(
            opened("namespace a { \\\n inline namespace NAME(x, y) {"),
            Some(vec![("a", false), ("NAME", true)])
        );
        assert_eq!(opened("namespace a { class B"), None);
        assert_eq!(opened("}"), None);
        assert_eq!(opened(""), Some(Vec::new()));
    }
}
