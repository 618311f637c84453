//! The lines of a text that match a pattern.

use super::pattern::Pattern;
use crate::limits::Limits;

/// Bytes of text that are searched between two looks at the limits, unless a line is longer.
const WINDOW_BYTES: usize = 16 << 10;

/// Longest line that is searched for a regular expression, in bytes. The engine may take as many steps for a byte as the
/// expression has states, and cannot be stopped inside a line.
pub const REGEX_LINE_BYTES_MAX: usize = 64 << 10;

/// A line that matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// 1-based number.
    pub number: u32,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset of its end, without the line break.
    pub end: usize,
    /// Offset in the line of the first match.
    pub column: usize,
}

/// Finds the lines of a text that match.
pub(super) struct Lines<'t> {
    pattern: &'t Pattern,
    text: &'t [u8],
    /// Start of the next line to search.
    at: usize,
    /// Start of a line, at or before `at`, and its number.
    counted: (usize, u32),
    /// Number of lines that were too long to be searched.
    pub(super) too_long: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn new(pattern: &'t Pattern, text: &'t [u8]) -> Self {
        Self {
            pattern,
            text,
            at: 0,
            counted: (0, 1),
            too_long: 0,
        }
    }

    /// Returns the next line that matches; none at the end, or once the request must end.
    pub(super) fn next(&mut self, limits: &Limits) -> Option<Line> {
        while self.at < self.text.len() {
            if limits.is_over() {
                self.at = self.text.len();
                return None;
            }
            let end = self.window_end();
            let mut until = end;
            if !self.pattern.is_literal() && end - self.at > REGEX_LINE_BYTES_MAX {
                // Only the last line of a window can be this long.
                until = self.line_start(end);
                if until == self.at {
                    self.too_long += 1;
                    self.at = end;
                    continue;
                }
            }
            let before = self.at;
            let found = self.find_until(until);
            // Searching takes a fraction of the time of decompressing.
            limits.spend_bytes((self.at - before) / 4);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Searches up to `end`, the start of a line or the end of the text, and moves after the line found, or to `end`.
    fn find_until(&mut self, end: usize) -> Option<Line> {
        let found = self.pattern.find(self.text, self.at, end);
        // After the last line break there is no line.
        let Some((from, _)) = found.filter(|(from, _)| *from < end || !self.ends_line(end)) else {
            self.at = end;
            return None;
        };
        let start = memchr::memrchr(b'\n', self.text.get(..from)?).map_or(0, |at| at + 1);
        let next = memchr::memchr(b'\n', self.text.get(from..)?)
            .map_or(self.text.len(), |at| from + at + 1);
        let (counted, number) = self.counted;
        let between = self.text.get(counted..start)?;
        let number = number + memchr::memchr_iter(b'\n', between).count() as u32;
        self.counted = (start, number);
        self.at = next;
        let text = self.text.get(start..next)?;
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        Some(Line {
            number,
            start,
            end: start + text.len(),
            column: (from - start).min(text.len()),
        })
    }

    /// Returns true if the byte before `at` is a line break.
    fn ends_line(&self, at: usize) -> bool {
        at.checked_sub(1).and_then(|at| self.text.get(at)) == Some(&b'\n')
    }

    /// Returns the start of the line whose end, with the line break, is `end`.
    fn line_start(&self, end: usize) -> usize {
        let before = self.text.get(..end.saturating_sub(1)).unwrap_or_default();
        memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)
    }

    /// Returns the end of a window of whole lines from `at` on.
    fn window_end(&self) -> usize {
        let least = self.at.saturating_add(WINDOW_BYTES);
        let Some(rest) = self.text.get(least..) else {
            return self.text.len();
        };
        memchr::memchr(b'\n', rest).map_or(self.text.len(), |at| least + at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::{Case, Pattern};
    use super::*;

    fn lines(pattern: &str, text: &str) -> Vec<u32> {
        let limits = Limits::new();
        let pattern = Pattern::new(pattern, true, Case::Smart, &limits).unwrap();
        let mut lines = Lines::new(&pattern, text.as_bytes());
        std::iter::from_fn(|| lines.next(&limits))
            .map(|line| line.number)
            .collect()
    }

    /// What it means: each line, without its end, is searched on its own.
    fn lines_by_line(pattern: &str, text: &str) -> Vec<u32> {
        let pattern = Pattern::new(pattern, true, Case::Smart, &Limits::new()).unwrap();
        if text.is_empty() {
            return Vec::new();
        }
        let text = text.strip_suffix('\n').unwrap_or(text);
        let is_match = |line: &str| {
            let line = line.strip_suffix('\r').unwrap_or(line);
            pattern.find(line.as_bytes(), 0, line.len()).is_some()
        };
        (1..)
            .zip(text.split('\n'))
            .filter_map(|(number, line)| is_match(line).then_some(number))
            .collect()
    }

    const PATTERNS: &[&str] = &[
        "a", "b$", "^b", "^$", "^", "$", "x*", r"a\s+b", r"a[^b]*c", r"\ba\b", r"[\s\S]c",
        "(?s)a.*c", r"\s$", r"^\s", "é", r"\W$", "a|^b", r"c\b",
    ];

    #[test]
    fn each_line_is_searched_on_its_own() {
        let texts = [
            "",
            "a",
            "a\n",
            "a\nb",
            "a\r\nb\r\n",
            "a b\n\nabc\r\n\r\nc",
            "ab\na b\n\n\nxc a\nc\n",
            "é\r\naé\n",
            "\n",
            "\r\n",
            "\n\na",
        ];
        for text in texts {
            for pattern in PATTERNS {
                assert_eq!(
                    lines(pattern, text),
                    lines_by_line(pattern, text),
                    "{pattern} in {text:?}"
                );
            }
        }
        assert_eq!(lines("^$", "\n"), [1]);
        assert_eq!(lines("^$", "\r\n"), [1]);
        assert_eq!(lines("^$", "a\n"), [0u32; 0]);
    }

    #[test]
    fn windows_do_not_show() {
        let mut text = String::new();
        for at in 0..20_000 {
            text.push_str(["a b\n", "c\r\n", "\n", "abc é\n", "x a\n"][at * 7 % 5]);
        }
        for pattern in PATTERNS {
            assert_eq!(
                lines(pattern, &text),
                lines_by_line(pattern, &text),
                "{pattern}"
            );
        }
    }

    #[test]
    fn a_line_that_is_too_long_for_an_expression_is_counted() {
        let limits = Limits::new();
        let text = format!("ab\n{}ab\nab\n", "x".repeat(2 * REGEX_LINE_BYTES_MAX));
        let numbers = |pattern: &Pattern| {
            let mut lines = Lines::new(pattern, text.as_bytes());
            let numbers: Vec<u32> = std::iter::from_fn(|| lines.next(&limits))
                .map(|line| line.number)
                .collect();
            (numbers, lines.too_long)
        };
        let literal = Pattern::new("ab", false, Case::Sensitive, &limits).unwrap();
        assert_eq!(numbers(&literal), (vec![1, 2, 3], 0));
        let regex = Pattern::new("a[bc]", true, Case::Sensitive, &limits).unwrap();
        assert_eq!(numbers(&regex), (vec![1, 3], 1));
    }
}
