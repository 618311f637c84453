//! What a change of one place makes of the lines of a text.

/// Lines shown around a change.
const AROUND: usize = 3;

/// Returns the lines that go (`-`) and come (`+`), with some around them. All that is between the first and the last line
/// that differs counts as changed.
pub(crate) fn diff(before: &str, after: &str) -> String {
    let before: Vec<&str> = before.lines().collect();
    let after: Vec<&str> = after.lines().collect();
    let same_at_start = common(before.iter(), after.iter());
    let (old, new) = (&before[same_at_start..], &after[same_at_start..]);
    let same_at_end = common(old.iter().rev(), new.iter().rev());
    let gone = &old[..old.len() - same_at_end];
    let come = &new[..new.len() - same_at_end];
    let above = &before[same_at_start.saturating_sub(AROUND)..same_at_start];
    let below = &old[old.len() - same_at_end..];
    let below = &below[..below.len().min(AROUND)];
    let mut text = String::new();
    for (mark, lines) in [(' ', above), ('-', gone), ('+', come), (' ', below)] {
        for line in lines {
            text.push(mark);
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

fn common<'l>(
    one: impl Iterator<Item = &'l &'l str>,
    other: impl Iterator<Item = &'l &'l str>,
) -> usize {
    one.zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn a_change_is_shown_with_the_lines_around_it() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let after = "1\n2\n3\n4\nfive\n5a\n6\n7\n8\n9\n";
        assert_eq!(
            diff(before, after),
            " 2\n 3\n 4\n-5\n+five\n+5a\n 6\n 7\n 8\n"
        );
        assert_eq!(diff("", "a\n"), "+a\n");
        assert_eq!(diff("a\n", ""), "-a\n");
        assert_eq!(diff("a\na\n", "a\n"), " a\n-a\n");
    }
}
