//! Parses unified diffs: which lines of which files change.

use std::iter::Peekable;

use crate::limits::Limits;

/// Lines of one side of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// 1-based first line; if there are no lines, the line before the place where they would be.
    pub first: u32,
    /// Number of lines.
    pub count: u32,
}

/// Adjacent lines that change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk<'t> {
    /// Lines before the change.
    pub old: Lines,
    /// Lines after the change.
    pub new: Lines,
    /// The text of the lines before the change, without line ends.
    pub deleted: Vec<&'t str>,
    /// The text of the lines after the change.
    pub added: Vec<&'t str>,
}

/// A file that changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileChange<'t> {
    /// Path before the change, as written, so perhaps with a prefix such as `a/`; none for a new file.
    pub old: Option<String>,
    /// Path after the change, likewise; none for a deleted file.
    pub new: Option<String>,
    /// Hunks, in order. None if the file is renamed, or is binary.
    pub hunks: Vec<Hunk<'t>>,
}

/// A diff.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff<'t> {
    /// The files that change, in order.
    pub files: Vec<FileChange<'t>>,
    /// Number of hunks that end before the lines that their heads promise, or that are of a merge, which has several old
    /// sides. Of the former, the lines that are there count.
    pub unreadable_hunks: usize,
    /// Whether the text was read to its end.
    pub is_whole: bool,
}

/// Parses a unified diff, with or without git's headers. Context lines do not count as changed. Text that is not part of a
/// diff is skipped, so a commit message may precede it.
pub fn parse<'t>(text: &'t str, limits: &Limits) -> Diff<'t> {
    let mut diff = Diff::default();
    let mut lines = text.lines().peekable();
    // A file of which only git's header has been read: its paths stand in it, unless lines below name them.
    let mut header: Option<FileChange> = None;
    loop {
        let Some(line) = lines.next() else {
            diff.files.extend(header.take());
            diff.is_whole = true;
            break;
        };
        if limits.spend_bytes(line.len()) {
            diff.files.extend(header.take());
            break;
        }
        if let Some(paths) = line.strip_prefix("diff --git ") {
            diff.files.extend(header.take());
            header = git_paths(paths);
        } else if line.starts_with("diff --cc ") || line.starts_with("diff --combined ") {
            diff.files.extend(header.take());
            let path = line.rsplit(' ').next().map(unquoted);
            diff.files.push(FileChange {
                old: path.clone(),
                new: path,
                hunks: Vec::new(),
            });
        } else if let Some(file) = &mut header
            && let Some((key, value)) = line.split_once(' ')
            && matches!(key, "rename" | "copy" | "new" | "deleted")
        {
            match (key, value.split_once(' ')) {
                ("rename", Some(("from", path))) => file.old = Some(unquoted(path)),
                // What is copied stays.
                ("copy", Some(("from", _))) => file.old = None,
                ("rename" | "copy", Some(("to", path))) => file.new = Some(unquoted(path)),
                ("new", Some(("file", _))) => file.old = None,
                ("deleted", Some(("file", _))) => file.new = None,
                _ => {}
            }
        } else if let Some(old) = line.strip_prefix("--- ") {
            let Some(new) = lines.peek().and_then(|line| line.strip_prefix("+++ ")) else {
                continue;
            };
            header = None;
            diff.files.push(FileChange {
                old: path(old),
                new: path(new),
                hunks: Vec::new(),
            });
            lines.next();
        } else if let Some(paths) = line.strip_prefix("Binary files ")
            && header.is_none()
            && let Some((old, new)) = paths
                .strip_suffix(" differ")
                .and_then(|paths| paths.split_once(" and "))
        {
            diff.files.push(FileChange {
                old: path(old),
                new: path(new),
                hunks: Vec::new(),
            });
        } else if line.starts_with("@@@ ") {
            diff.unreadable_hunks += 1;
        } else if let Some(head) = line.strip_prefix("@@ -")
            && let Some(file) = diff.files.last_mut()
            && header.is_none()
        {
            match ranges(head) {
                Some((old, new)) => {
                    if !body(&mut lines, old, new, &mut file.hunks, limits) {
                        diff.unreadable_hunks += 1;
                    }
                }
                None => diff.unreadable_hunks += 1,
            }
        }
    }
    diff
}

/// Reads the body of a hunk. Returns false if it ends before the lines that its head promises.
fn body<'t>(
    lines: &mut Peekable<std::str::Lines<'t>>,
    old: Lines,
    new: Lines,
    hunks: &mut Vec<Hunk<'t>>,
    limits: &Limits,
) -> bool {
    // The head states the length of the body: a deleted line that looks like a header is part of the body.
    let (mut old_left, mut new_left) = (old.count, new.count);
    let (mut old_at, mut new_at) = (old.start(), new.start());
    let mut change: Option<Hunk> = None;
    let mut is_whole = true;
    while old_left > 0 || new_left > 0 {
        let Some(line) = lines.peek().copied() else {
            is_whole = false;
            break;
        };
        let (is_old, is_new) = match line.as_bytes().first() {
            Some(b'-') => (true, false),
            Some(b'+') => (false, true),
            // Some programs cut the blank of an empty line off.
            Some(b' ') | None => (true, true),
            Some(b'\\') => {
                lines.next();
                continue;
            }
            Some(_) => {
                is_whole = false;
                break;
            }
        };
        lines.next();
        if limits.spend_bytes(line.len()) {
            is_whole = false;
            break;
        }
        if is_old && is_new {
            hunks.extend(change.take().map(Hunk::normalized));
        } else {
            let hunk = change.get_or_insert_with(|| Hunk {
                old: Lines {
                    first: old_at,
                    count: 0,
                },
                new: Lines {
                    first: new_at,
                    count: 0,
                },
                deleted: Vec::new(),
                added: Vec::new(),
            });
            if is_old {
                hunk.old.count += 1;
                hunk.deleted.push(&line[1..]);
            } else {
                hunk.new.count += 1;
                hunk.added.push(&line[1..]);
            }
        }
        old_at = old_at.saturating_add(u32::from(is_old));
        new_at = new_at.saturating_add(u32::from(is_new));
        old_left = old_left.saturating_sub(u32::from(is_old));
        new_left = new_left.saturating_sub(u32::from(is_new));
    }
    hunks.extend(change.take().map(Hunk::normalized));
    is_whole
}

impl Lines {
    /// Returns the first line, or the line after the place if there are no lines.
    fn start(self) -> u32 {
        self.first.saturating_add(u32::from(self.count == 0))
    }

    /// Restores the meaning of `first` if there are no lines.
    fn normalized(self) -> Self {
        Self {
            first: self.first.saturating_sub(u32::from(self.count == 0)),
            ..self
        }
    }
}

impl Hunk<'_> {
    fn normalized(self) -> Self {
        Self {
            old: self.old.normalized(),
            new: self.new.normalized(),
            ..self
        }
    }
}

/// Returns the path of a header without its quotes and time stamp; none for `/dev/null`.
fn path(text: &str) -> Option<String> {
    let text = text.split('\t').next().unwrap_or(text).trim();
    (text != "/dev/null").then(|| unquoted(text))
}

/// Returns the two paths of git's header: `a/x b/x`. They are equal but for their first letters, unless the file is renamed,
/// which further lines say.
fn git_paths(text: &str) -> Option<FileChange<'static>> {
    let text = text.trim_end();
    let (old, new) = match text.strip_prefix('"') {
        Some(inside) => {
            let end = inside.find("\" ")?;
            (&text[..end + 2], &text[end + 3..])
        }
        None => {
            let middle = text.len() / 2;
            let is_middle = text.as_bytes().get(middle) == Some(&b' ');
            if is_middle {
                (&text[..middle], &text[middle + 1..])
            } else {
                text.split_once(' ')?
            }
        }
    };
    Some(FileChange {
        old: Some(unquoted(old)),
        new: Some(unquoted(new)),
        hunks: Vec::new(),
    })
}

/// Returns a path as git means it: between quotes, a backslash precedes a letter that stands for a character, or three octal
/// digits that stand for a byte.
fn unquoted(text: &str) -> String {
    let quoted = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let Some(quoted) = quoted else {
        return text.to_owned();
    };
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut rest = quoted.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'r') => bytes.push(b'\r'),
            Some(digit @ b'0'..=b'7') => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    if let Some(digit) = rest.next_if(|byte| matches!(byte, b'0'..=b'7')) {
                        value = value * 8 + u32::from(digit - b'0');
                    }
                }
                bytes.push((value & 0xff) as u8);
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Parses the ranges of a hunk's head, such as `12,3 +14 @@ …`.
fn ranges(head: &str) -> Option<(Lines, Lines)> {
    let mut words = head.split(' ');
    let lines = |text: &str| {
        let (first, count) = text.split_once(',').unwrap_or((text, "1"));
        Some(Lines {
            first: first.parse().ok()?,
            count: count.parse().ok()?,
        })
    };
    Some((
        lines(words.next()?)?,
        lines(words.next()?.strip_prefix('+')?)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(text: &str) -> Vec<FileChange<'_>> {
        let diff = parse(text, &Limits::new());
        assert!(diff.is_whole);
        assert_eq!(diff.unreadable_hunks, 0, "{diff:?}");
        diff.files
    }

    /// Returns the lines of each hunk: first and count of the old ones, and of the new ones.
    fn hunks(file: &FileChange) -> Vec<[u32; 4]> {
        let numbers = |hunk: &Hunk| {
            [
                hunk.old.first,
                hunk.old.count,
                hunk.new.first,
                hunk.new.count,
            ]
        };
        file.hunks.iter().map(numbers).collect()
    }

    fn paths<'f>(file: &'f FileChange) -> (Option<&'f str>, Option<&'f str>) {
        (file.old.as_deref(), file.new.as_deref())
    }

    #[test]
    fn context_lines_do_not_count_and_an_insertion_has_a_place() {
        let text =
            "message\n--- a/x.py\n+++ b/x.py\n@@ -3,4 +3,5 @@ def f\n a\n-b\n+c\n d\n+e\n f\n";
        let files = files(text);
        assert_eq!(files.len(), 1);
        assert_eq!(hunks(&files[0]), [[4, 1, 4, 1], [5, 0, 6, 1]]);
        assert_eq!(files[0].hunks[0].deleted, ["b"]);
        assert_eq!(files[0].hunks[0].added, ["c"]);
        assert_eq!(files[0].hunks[1].added, ["e"]);
    }

    #[test]
    fn a_deleted_line_that_looks_like_a_header_is_not_one() {
        let files = files("--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1 @@\n--- a comment\n-x\n+++ y\n");
        assert_eq!(files.len(), 1);
        assert_eq!(hunks(&files[0]), [[1, 2, 1, 1]]);
    }

    #[test]
    fn new_and_deleted_files_have_one_path() {
        let files = files(
            "--- /dev/null\n+++ b/n.py\n@@ -0,0 +1 @@\n+x\n--- a/o.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        );
        assert_eq!(paths(&files[0]), (None, Some("b/n.py")));
        assert_eq!(paths(&files[1]), (Some("a/o.py"), None));
        assert_eq!(hunks(&files[1]), [[1, 1, 0, 0]]);
    }

    #[test]
    fn files_without_hunks_have_their_paths_from_the_header() {
        let files = files(
            "diff --git a/old name.py b/new name.py\nsimilarity index 100%\nrename from old name.py\nrename to new name.py\n\
             diff --git a/logo.png b/logo.png\nindex 1..2 100644\nBinary files a/logo.png and b/logo.png differ\n\
             diff --git a/empty.py b/empty.py\nnew file mode 100644\nindex 0000000..e69de29\n\
             diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\
             \\ No newline at end of file\n\
             diff --git \"a/\\303\\244 \\\"q\\\".py\" \"b/\\303\\244 \\\"q\\\".py\"\ndeleted file mode 100644\n",
        );
        let found: Vec<_> = files.iter().map(paths).collect();
        assert_eq!(
            found,
            [
                (Some("old name.py"), Some("new name.py")),
                (Some("a/logo.png"), Some("b/logo.png")),
                (None, Some("b/empty.py")),
                (Some("a/x.py"), Some("b/x.py")),
                (Some("a/\u{e4} \"q\".py"), None),
            ]
        );
        assert_eq!(hunks(&files[3]), [[1, 1, 1, 1]]);
    }

    #[test]
    fn lines_may_end_as_on_windows() {
        let files = files("--- a/x.py\r\n+++ b/x.py\r\n@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+c\r\n");
        assert_eq!(paths(&files[0]), (Some("a/x.py"), Some("b/x.py")));
        assert_eq!(hunks(&files[0]), [[2, 1, 2, 1]]);
        assert_eq!(files[0].hunks[0].added, ["c"]);
    }

    #[test]
    fn a_hunk_that_promises_too_much_does_not_swallow_the_next_file() {
        let text = "--- a/x.py\n+++ b/x.py\n@@ -1,4294967295 +1,4294967295 @@\n-a\n+b\ndiff --git a/y.py b/y.py\n\
            --- a/y.py\n+++ b/y.py\n@@ -5 +5 @@\n-a\n+b\n@@ -x +y @@\n";
        let diff = parse(text, &Limits::new());
        assert_eq!(diff.unreadable_hunks, 2);
        assert_eq!(hunks(&diff.files[0]), [[1, 1, 1, 1]]);
        assert_eq!(hunks(&diff.files[1]), [[5, 1, 5, 1]]);
        let merge =
            "diff --cc x.py\nindex 1,2..3\n--- a/x.py\n+++ b/x.py\n@@@ -1,2 -1,2 +1,3 @@@\n  a\n";
        assert_eq!(parse(merge, &Limits::new()).unreadable_hunks, 1);
    }

    #[test]
    fn a_long_text_ends_with_the_request() {
        let text = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n".repeat(100_000);
        let limits = Limits::until(std::time::Instant::now());
        let diff = parse(&text, &limits);
        assert!(
            !diff.is_whole && diff.files.len() < 50_000,
            "{}",
            diff.files.len()
        );
    }

    #[test]
    fn text_without_a_diff_has_no_files() {
        assert!(files("@@ -1 +1 @@\n-x\n--- a\nno header\n").is_empty());
        assert!(files("").is_empty());
    }
}
