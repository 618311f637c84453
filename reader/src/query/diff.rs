//! Parses unified diffs: which lines of which files change.

/// Lines of one side of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// 1-based first line; if there are no lines, the line before the place where they would be.
    pub first: u32,
    /// Number of lines.
    pub count: u32,
}

/// Adjacent lines that change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// Lines before the change.
    pub old: Lines,
    /// Lines after the change.
    pub new: Lines,
}

/// A file that changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileChange {
    /// Path before the change; none for a new file.
    pub old: Option<String>,
    /// Path after the change; none for a deleted file.
    pub new: Option<String>,
    /// Hunks, in order.
    pub hunks: Vec<Hunk>,
}

/// Parses a unified diff, with or without git's headers. Context lines do not count as changed. Text that is not part of a
/// diff is skipped, so a commit message may precede it.
pub fn parse(text: &str) -> Vec<FileChange> {
    let mut files: Vec<FileChange> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(old) = line.strip_prefix("--- ") {
            let Some(new) = lines.peek().and_then(|line| line.strip_prefix("+++ ")) else {
                continue;
            };
            files.push(FileChange {
                old: path(old, "a/"),
                new: path(new, "b/"),
                hunks: Vec::new(),
            });
            lines.next();
        } else if let Some(head) = line.strip_prefix("@@ -")
            && let Some(file) = files.last_mut()
            && let Some((old, new)) = ranges(head)
        {
            // The head states the length of the body: a deleted line that looks like a header is part of the body.
            let (mut old_left, mut new_left) = (old.count, new.count);
            let (mut old_at, mut new_at) = (old.start(), new.start());
            let mut change: Option<Hunk> = None;
            while old_left > 0 || new_left > 0 {
                let Some(line) = lines.next() else { break };
                let (is_old, is_new) = match line.as_bytes().first() {
                    Some(b'-') => (true, false),
                    Some(b'+') => (false, true),
                    Some(b'\\') => continue,
                    _ => (true, true),
                };
                if is_old && is_new {
                    file.hunks.extend(change.take().map(Hunk::normalized));
                } else {
                    let hunk = change.get_or_insert(Hunk {
                        old: Lines {
                            first: old_at,
                            count: 0,
                        },
                        new: Lines {
                            first: new_at,
                            count: 0,
                        },
                    });
                    hunk.old.count += u32::from(is_old);
                    hunk.new.count += u32::from(is_new);
                }
                old_at = old_at.saturating_add(u32::from(is_old));
                new_at = new_at.saturating_add(u32::from(is_new));
                old_left = old_left.saturating_sub(u32::from(is_old));
                new_left = new_left.saturating_sub(u32::from(is_new));
            }
            file.hunks.extend(change.take().map(Hunk::normalized));
        }
    }
    files
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

impl Hunk {
    fn normalized(self) -> Self {
        Self {
            old: self.old.normalized(),
            new: self.new.normalized(),
        }
    }
}

/// Returns the path of a header without its prefix, quotes and time stamp; none for `/dev/null`.
fn path(text: &str, prefix: &str) -> Option<String> {
    let text = text.split('\t').next().unwrap_or(text).trim();
    let text = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(text);
    (text != "/dev/null").then(|| text.strip_prefix(prefix).unwrap_or(text).to_owned())
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

    fn hunk(old: (u32, u32), new: (u32, u32)) -> Hunk {
        let lines = |(first, count)| Lines { first, count };
        Hunk {
            old: lines(old),
            new: lines(new),
        }
    }

    #[test]
    fn context_lines_do_not_count_and_an_insertion_has_a_place() {
        let text =
            "message\n--- a/x.py\n+++ b/x.py\n@@ -3,4 +3,5 @@ def f\n a\n-b\n+c\n d\n+e\n f\n";
        let files = parse(text);
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].hunks, [hunk((4, 1), (4, 1)), hunk((5, 0), (6, 1))]);
    }

    #[test]
    fn a_deleted_line_that_looks_like_a_header_is_not_one() {
        let files = parse("--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1 @@\n--- a comment\n-x\n+++ y\n");
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].hunks, [hunk((1, 2), (1, 1))]);
    }

    #[test]
    fn new_and_deleted_files_have_one_path() {
        let files = parse(
            "--- /dev/null\n+++ b/n.py\n@@ -0,0 +1 @@\n+x\n--- a/o.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        );
        assert_eq!(
            (files[0].old.as_deref(), files[0].new.as_deref()),
            (None, Some("n.py"))
        );
        assert_eq!(
            (files[1].old.as_deref(), files[1].new.as_deref()),
            (Some("o.py"), None)
        );
        assert_eq!(files[1].hunks, [hunk((1, 1), (0, 0))]);
    }

    #[test]
    fn text_without_a_diff_has_no_files() {
        assert!(parse("@@ -1 +1 @@\n-x\n--- a\nno header\n").is_empty());
    }
}
