//! Decides whether the bytes of a file are source text that a person wrote.

use bombe_format::kind::SkipReason;

/// Bytes at the start of a file in which a NUL byte makes it binary.
const BINARY_PROBE_BYTES: usize = 8 << 10;
/// Smallest file that can be minified.
const MINIFIED_BYTES_MIN: usize = 4 << 10;
/// Mean line length in bytes from which a file counts as minified. Written code stays below 100; tables of data below 300.
const MINIFIED_LINE_BYTES: usize = 500;

/// Name endings of files that a bundler or minifier wrote.
const MINIFIED_NAMES: &[&str] = &[".min.js", ".min.mjs", ".min.cjs", ".min.ts", ".bundle.js"];

/// Returns why these bytes are not worth parsing; `None` if they are.
pub fn reason_to_skip(bytes: &[u8]) -> Option<SkipReason> {
    let probe = &bytes[..bytes.len().min(BINARY_PROBE_BYTES)];
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Some(SkipReason::NotUtf8);
    }
    if memchr::memchr(0, probe).is_some() {
        return Some(SkipReason::Binary);
    }
    if std::str::from_utf8(bytes).is_err() {
        return Some(SkipReason::NotUtf8);
    }
    if bytes.len() >= MINIFIED_BYTES_MIN {
        let lines = memchr::memchr_iter(b'\n', bytes).count() + 1;
        if bytes.len() / lines >= MINIFIED_LINE_BYTES {
            return Some(SkipReason::Minified);
        }
    }
    None
}

/// Returns true if a file's name shows that it is minified.
pub fn is_minified_name(path: &str) -> bool {
    MINIFIED_NAMES.iter().any(|ending| path.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::{SkipReason, reason_to_skip};

    #[test]
    fn bytes_that_are_no_source_text_are_named() {
        assert_eq!(reason_to_skip(b""), None);
        assert_eq!(reason_to_skip("\u{feff}x = 1\r\n".as_bytes()), None);
        assert_eq!(reason_to_skip(b"a\0b"), Some(SkipReason::Binary));
        assert_eq!(reason_to_skip(b"a = '\xe4'"), Some(SkipReason::NotUtf8));
        assert_eq!(reason_to_skip(b"\xff\xfex\0"), Some(SkipReason::NotUtf8));
        assert_eq!(
            reason_to_skip(&b"x;".repeat(5000)),
            Some(SkipReason::Minified)
        );
        assert_eq!(reason_to_skip(&b"let x = 1;\n".repeat(5000)), None);
    }
}
