//! What git says about commits that have, or are to have, a published snapshot.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use bombe_reader::git::{Git, GitError};
use bombe_reader::limits::Limits;

/// Numbers of ancestors among which a published commit is looked for, one after the other: most often it is among the first,
/// which git lists without reading the others.
pub const ANCESTORS: [usize; 2] = [1000, 50_000];

/// How long git may take to answer.
const TIME_MAX: Duration = Duration::from_secs(20);

/// A line of git's, or nothing if it fails as it does where there is no answer.
fn ask(root: &Path, arguments: &[&str]) -> Result<Option<String>, GitError> {
    match run(Git::new(root, arguments)) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
        Err(GitError::Failed(Some(_))) => Ok(None),
        Err(error) => Err(error),
    }
}

fn run(git: Git) -> Result<Vec<u8>, GitError> {
    git.run(&Limits::until(Instant::now() + TIME_MAX))
}

/// Returns at most `max` ancestors of the checked-out commit, itself included, newest first, each with its position.
///
/// # Errors
/// When git cannot be asked.
pub fn ancestors(root: &Path, max: usize) -> Result<BTreeMap<String, usize>, GitError> {
    let max = format!("--max-count={max}");
    let list = ask(root, &["rev-list", &max, "HEAD"])?;
    let list = list.unwrap_or_default();
    Ok(list.lines().map(str::to_owned).zip(0..).collect())
}

/// Returns the tree of a commit.
///
/// # Errors
/// When git cannot be asked.
pub fn tree_of(root: &Path, commit: &str) -> Result<Option<String>, GitError> {
    let tree = format!("{commit}^{{tree}}");
    ask(root, &["rev-parse", "-q", "--verify", &tree])
}

/// Returns when the checked-out commit was made, in seconds since 1970; 0 if there is none.
///
/// # Errors
/// When git cannot be asked.
pub fn time_of(root: &Path) -> Result<i64, GitError> {
    let time = ask(root, &["log", "-1", "--no-show-signature", "--format=%ct"])?;
    Ok(time.and_then(|time| time.parse().ok()).unwrap_or(0))
}

/// Returns the tags at a commit.
///
/// # Errors
/// When git cannot be asked.
pub fn tags_at(root: &Path, commit: &str) -> Result<Vec<String>, GitError> {
    let tags = ask(root, &["tag", "--points-at", commit])?;
    Ok(tags
        .unwrap_or_default()
        .lines()
        .map(str::to_owned)
        .collect())
}

/// Returns the branch that other branches start from, as far as the remote `origin` has said.
///
/// # Errors
/// When git cannot be asked.
pub fn default_branch(root: &Path) -> Result<Option<String>, GitError> {
    let name = ["symbolic-ref", "-q", "--short", "refs/remotes/origin/HEAD"];
    let name = ask(root, &name)?;
    Ok(name.and_then(|name| Some(name.split_once('/')?.1.to_owned())))
}

/// Returns the files of a commit below `root`: a line `<git object> <path>` for each. Names with a line break are left out.
///
/// # Errors
/// When git cannot be asked.
pub fn files_of(root: &Path, commit: &str) -> Result<String, GitError> {
    let list = run(Git::new(root, &["ls-tree", "-r", "-z", commit]))?;
    let mut lines = String::new();
    for entry in list.split(|byte| *byte == 0) {
        // `<mode> <type> <object>\t<path>`
        let entry = String::from_utf8_lossy(entry);
        let Some((head, path)) = entry.split_once('\t') else {
            continue;
        };
        if let Some(object) = head.rsplit(' ').next().filter(|_| !path.contains('\n')) {
            lines.push_str(&format!("{object} {path}\n"));
        }
    }
    Ok(lines)
}

/// Returns how many files differ between two lists of [`files_of`].
pub fn differing(left: &str, right: &str) -> usize {
    let rows = |list: &'_ str| -> BTreeMap<String, String> {
        let rows = list.lines().filter_map(|line| line.split_once(' '));
        rows.map(|(object, path)| (path.to_owned(), object.to_owned()))
            .collect()
    };
    let (left, right) = (rows(left), rows(right));
    let changed = left
        .iter()
        .filter(|(path, object)| right.get(*path) != Some(*object))
        .count();
    let new = right
        .keys()
        .filter(|path| !left.contains_key(*path))
        .count();
    changed + new
}

/// Returns true if no file that git tracks below `root` differs from the checked-out commit. Nothing of the repository is run
/// for it.
///
/// # Errors
/// When git cannot be asked.
pub fn is_unchanged(root: &Path) -> Result<bool, GitError> {
    let limits = Limits::until(Instant::now() + TIME_MAX);
    let diff = Git::diff(root, &["--quiet", "HEAD", "--", "."], &limits)?;
    match diff.run(&limits) {
        Ok(_) => Ok(true),
        Err(GitError::Failed(Some(1))) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the files below `root` that git neither tracks nor ignores.
///
/// # Errors
/// When git cannot be asked.
pub fn untracked(root: &Path) -> Result<Vec<String>, GitError> {
    let list = ["ls-files", "--others", "--exclude-standard", "-z"];
    let list = run(Git::new(root, &list))?;
    let names = list.split(|byte| *byte == 0).filter(|it| !it.is_empty());
    Ok(names
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::differing;

    #[test]
    fn files_differ_that_were_changed_added_or_removed() {
        let list = "1 a\n2 b c\n3 d\n";
        for (other, expected) in [
            (list, 0),
            ("1 a\n9 b c\n3 d\n", 1),
            ("1 a\n2 b c\n", 1),
            ("1 a\n2 b c\n3 d\n4 e\n", 1),
            ("", 3),
        ] {
            assert_eq!(differing(list, other), expected, "{other}");
        }
    }
}
