//! Build constraints: whether a file belongs to the platform of most files, Linux on amd64 without cgo.

/// Operating systems and architectures that may end a file name.
const SYSTEMS: &[&str] = &[
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "js",
    "linux",
    "nacl",
    "netbsd",
    "openbsd",
    "plan9",
    "solaris",
    "wasip1",
    "windows",
    "zos",
];
const ARCHITECTURES: &[&str] = &[
    "386",
    "amd64",
    "amd64p32",
    "arm",
    "armbe",
    "arm64",
    "arm64be",
    "loong64",
    "mips",
    "mipsle",
    "mips64",
    "mips64le",
    "mips64p32",
    "mips64p32le",
    "ppc",
    "ppc64",
    "ppc64le",
    "riscv",
    "riscv64",
    "s390",
    "s390x",
    "sparc",
    "sparc64",
    "wasm",
];

/// Returns true if a file's name (`name_linux_arm64.go`) restricts it to another platform.
pub(super) fn name_excludes(path: &str) -> bool {
    let stem = path
        .rsplit('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".go");
    let stem = stem.strip_suffix("_test").unwrap_or(stem);
    let mut parts = stem.rsplit('_');
    let (Some(last), Some(before)) = (parts.next(), parts.next()) else {
        return false;
    };
    // `linux.go` is not a constraint: another word must come first.
    if ARCHITECTURES.contains(&last) {
        let system = SYSTEMS.contains(&before) && parts.next().is_some();
        return last != "amd64" || (system && before != "linux");
    }
    SYSTEMS.contains(&last) && last != "linux"
}

/// Returns true if the expression after `//go:build` excludes the file.
pub(super) fn expression_excludes(expression: &str) -> bool {
    let mut rest = expression;
    !either(&mut rest, 0)
}

/// Returns true if the words after `// +build` exclude the file. A blank means "or", a comma "and".
pub(super) fn old_line_excludes(words: &str) -> bool {
    let mut words = words.split_whitespace().peekable();
    words.peek().is_some()
        && !words.any(|word| {
            word.split(',').all(|tag| match tag.strip_prefix('!') {
                Some(tag) => !holds(tag),
                None => holds(tag),
            })
        })
}

const NESTING_MAX: u32 = 64;

fn either(rest: &mut &str, depth: u32) -> bool {
    let mut value = both(rest, depth);
    while let Some(after) = rest.trim_start().strip_prefix("||") {
        *rest = after;
        value |= both(rest, depth);
    }
    value
}

fn both(rest: &mut &str, depth: u32) -> bool {
    let mut value = one(rest, depth);
    while let Some(after) = rest.trim_start().strip_prefix("&&") {
        *rest = after;
        value &= one(rest, depth);
    }
    value
}

fn one(rest: &mut &str, depth: u32) -> bool {
    *rest = rest.trim_start();
    if depth > NESTING_MAX {
        return true;
    }
    if let Some(after) = rest.strip_prefix('!') {
        *rest = after;
        return !one(rest, depth + 1);
    }
    if let Some(after) = rest.strip_prefix('(') {
        *rest = after;
        let value = either(rest, depth + 1);
        *rest = rest.trim_start();
        *rest = rest.strip_prefix(')').unwrap_or(rest);
        return value;
    }
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
        .unwrap_or(rest.len());
    let (tag, after) = rest.split_at(end);
    *rest = after;
    holds(tag)
}

fn holds(tag: &str) -> bool {
    matches!(tag, "linux" | "amd64" | "unix" | "gc") || tag.starts_with("go1.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert!(!name_excludes("a/uname_linux.go"));
        assert!(!name_excludes("a/linux.go"));
        assert!(!name_excludes("a/windows.go"));
        assert!(!name_excludes("a/b_linux_amd64_test.go"));
        assert!(name_excludes("a/uname_windows.go"));
        assert!(name_excludes("a/uname_windows_test.go"));
        assert!(name_excludes("a/b_linux_arm64.go"));
        assert!(name_excludes("a/b_darwin_amd64.go"));
    }

    #[test]
    fn expressions() {
        assert!(!expression_excludes("linux"));
        assert!(!expression_excludes("!windows && (amd64 || arm64)"));
        assert!(!expression_excludes("go1.21"));
        assert!(expression_excludes("windows"));
        assert!(expression_excludes("!(linux || darwin)"));
        assert!(expression_excludes("integration"));
        assert!(expression_excludes("linux && cgo"));
        assert!(old_line_excludes("windows darwin"));
        assert!(!old_line_excludes("windows linux,!cgo"));
    }
}
