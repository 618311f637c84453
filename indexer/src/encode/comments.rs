//! Text that does not count as part of a body: docs, which have a field of their own, and licence headers.

use std::ops::Range;

use bombe_resolve::graph::SymbolRow;

/// How far into a file a licence header may begin, in bytes.
const LICENCE_START_MAX: usize = 256;

/// Longest first comment that is searched for a licence, in bytes.
const LICENCE_BYTES_MAX: usize = 8 * 1024;

/// Byte ranges of a file that are not counted, ascending by start.
pub(super) fn skipped(source: &str, symbols: &[SymbolRow]) -> Vec<Range<u32>> {
    let mut skipped = Vec::new();
    if let Some(licence) = licence(source) {
        skipped.push(licence);
    }
    for symbol in symbols.iter().filter(|symbol| !symbol.doc.is_empty()) {
        if let Some(doc) =
            leading(source, symbol.bytes.0 as usize).or_else(|| inside(source, symbol))
        {
            skipped.push(doc);
        }
    }
    skipped.sort_unstable_by_key(|range| (range.start, range.end));
    skipped
}

/// Returns the comment directly before `start`: one block comment, or the run of line comments.
fn leading(source: &str, start: usize) -> Option<Range<u32>> {
    let head = source.get(..start)?.trim_end();
    if head.ends_with("*/") {
        let open = head.rfind("/*")?;
        return Some(open as u32..head.len() as u32);
    }
    let mut rest = head;
    let mut first = None;
    loop {
        let line = rest.rfind('\n').map_or(0, |newline| newline + 1);
        if !rest.get(line..)?.trim_start().starts_with("//") {
            break;
        }
        first = Some(line as u32);
        let Some(before) = line.checked_sub(1).and_then(|end| rest.get(..end)) else {
            break;
        };
        rest = before;
    }
    first.map(|first| first..head.len() as u32)
}

/// Returns the range of a doc inside its symbol, as a docstring is, from its first line to its last.
fn inside(source: &str, symbol: &SymbolRow) -> Option<Range<u32>> {
    let (start, end) = (symbol.bytes.0 as usize, symbol.bytes.1 as usize);
    let text = source.get(start..end)?;
    let mut lines = symbol
        .doc
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let first = lines.next()?;
    let last = lines.next_back().unwrap_or(first);
    let from = memchr::memmem::find(text.as_bytes(), first.as_bytes())?;
    // The doc may have been cut or re-indented, so its length is a bound and not a measure.
    let window_end = text.len().min(from + symbol.doc.len() * 2 + 64);
    let to = memchr::memmem::find(text.as_bytes().get(from..window_end)?, last.as_bytes())?;
    Some((start + from) as u32..(start + from + to + last.len()) as u32)
}

/// Returns the first comment of a file, if it is a licence or copyright notice.
fn licence(source: &str) -> Option<Range<u32>> {
    let start = source.len()
        - source
            .trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
            .len();
    if start > LICENCE_START_MAX {
        return None;
    }
    let text = source.get(start..)?;
    let len = if text.starts_with("/*") {
        text.find("*/")? + 2
    } else {
        let mark = ["//", "#", "--", ";"]
            .into_iter()
            .find(|mark| text.starts_with(mark))?;
        text.split_inclusive('\n')
            .take_while(|line| line.trim_start().starts_with(mark))
            .map(str::len)
            .sum()
    };
    let comment = text.get(..len).filter(|_| len <= LICENCE_BYTES_MAX)?;
    let notice = [
        "licen",
        "copyright",
        "Copyright",
        "Licen",
        "LICEN",
        "COPYRIGHT",
        "SPDX",
    ]
    .iter()
    .any(|word| comment.contains(word));
    notice.then_some(start as u32..(start + len) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str, range: Option<Range<u32>>) -> Option<&str> {
        range.map(|range| &source[range.start as usize..range.end as usize])
    }

    #[test]
    fn the_comment_in_front_is_found() {
        let java = "class A {\n  /** Doc. */\n  void f() {}\n";
        assert_eq!(
            text(java, leading(java, java.find("void").unwrap())),
            Some("/** Doc. */")
        );
        let go = "package a\n\n// F does.\n// More.\nfunc F() {}\n";
        assert_eq!(
            text(go, leading(go, go.find("func").unwrap())),
            Some("// F does.\n// More.")
        );
        assert_eq!(leading("x = 1\nfunc", 6), None);
        assert_eq!(leading("// only\n", 8).map(|range| range.start), Some(0));
    }

    #[test]
    fn licence_headers_are_found_and_other_comments_are_not() {
        let source = "/*\n * Copyright 2002\n */\npackage a;";
        assert_eq!(
            text(source, licence(source)),
            Some("/*\n * Copyright 2002\n */")
        );
        let source = "#!/usr/bin/env python\n# SPDX-License-Identifier: MIT\nimport a";
        assert_eq!(
            text(source, licence(source)),
            Some("#!/usr/bin/env python\n# SPDX-License-Identifier: MIT\n")
        );
        assert_eq!(licence("// What this is.\nfn"), None);
        assert_eq!(licence(""), None);
    }
}
