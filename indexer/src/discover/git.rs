//! What git knows about a repository, asked of the `git` program. Without git, or outside a repository, nothing is known
//! and nothing fails.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The state of a work tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GitState {
    /// The checked-out commit in hexadecimal digits; empty before the first.
    pub commit: String,
    /// The commit's time in seconds since 1970.
    pub commit_time: i64,
    /// The branch; empty if none is checked out.
    pub branch: String,
    /// Address of the remote `origin` without user and password; empty if there is none.
    pub remote: String,
    /// The folder relative to the top of the work tree, `/`-separated, without a slash at its end; empty for the top.
    pub prefix: String,
}

/// Asks git about the folder `root`. Starts four short programs.
pub fn state(root: &Path) -> Option<GitState> {
    let prefix = ask(root, &["rev-parse", "--show-prefix"])?;
    let last = ask(
        root,
        &["log", "-1", "--no-show-signature", "--format=%H %ct"],
    )
    .unwrap_or_default();
    let (commit, time) = last.split_once(' ').unwrap_or_default();
    Some(GitState {
        commit: commit.to_owned(),
        commit_time: time.parse().unwrap_or(0),
        branch: ask(root, &["symbolic-ref", "-q", "--short", "HEAD"]).unwrap_or_default(),
        remote: ask(root, &["config", "--get", "remote.origin.url"])
            .map(|url| public_address(&url))
            .unwrap_or_default(),
        prefix: prefix.trim_end_matches('/').to_owned(),
    })
}

/// The top of the main work tree, if `root` is the top of another one of the same repository. Runs no program.
pub fn main_tree(root: &Path) -> Option<PathBuf> {
    // The `.git` of another work tree is a file that names its own folder; what is shared lies in `commondir`.
    let text = std::fs::read_to_string(root.join(".git")).ok()?;
    let own = root.join(text.trim().strip_prefix("gitdir: ")?);
    let common = std::fs::read_to_string(own.join("commondir")).ok()?;
    let common = own.join(common.trim()).canonicalize().ok()?;
    let top = common.parent()?;
    (common.file_name()? == ".git").then(|| top.to_owned())
}

/// The folder in which git notes each move of `HEAD`, if there is one.
pub fn log_folder(root: &Path) -> Option<PathBuf> {
    let log = root.join(ask(root, &["rev-parse", "--git-path", "logs/HEAD"])?);
    log.parent()
        .filter(|folder| folder.is_dir())
        .map(Path::to_owned)
}

/// The last two parts of a remote's address: `owner/name`; empty if it has none.
pub fn name_of_remote(remote: &str) -> String {
    let path = remote.trim_end_matches('/').trim_end_matches(".git");
    let mut parts = path.rsplit(['/', ':']).filter(|part| !part.is_empty());
    match (parts.next(), parts.next()) {
        (Some(name), Some(owner)) => format!("{owner}/{name}"),
        (Some(name), _) => name.to_owned(),
        _ => String::new(),
    }
}

/// What git sets for a hook, perhaps for another repository than the one that is asked about.
pub const VARIABLES: &[&str] = &["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// Runs git in a folder; its one line of output, if it succeeds.
pub fn ask(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command
        .arg("--no-pager")
        .arg("-C")
        .arg(root)
        .args(arguments);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    let output = command
        .env("GIT_OPTIONAL_LOCKS", "0")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}

/// A remote's address as others may see it: `https://user:token@host/path` without what stands before `@`, nothing for
/// a folder of this machine; `git@host:path` stays.
fn public_address(url: &str) -> String {
    match url.split_once("://") {
        Some(("file", _)) => String::new(),
        Some((scheme, rest)) => {
            let host_end = rest.find('/').unwrap_or(rest.len());
            let host = rest[..host_end].rsplit('@').next().unwrap_or("");
            format!("{scheme}://{host}{}", &rest[host_end..])
        }
        None if url.split('/').next().is_some_and(|host| host.contains(':')) => url.to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{name_of_remote, public_address};

    #[test]
    fn a_remote_gives_its_name_and_keeps_no_password() {
        for (url, clean, name) in [
            (
                "https://user:token@example.org/a/b.git",
                "https://example.org/a/b.git",
                "a/b",
            ),
            (
                "https://example.org/a/b@c",
                "https://example.org/a/b@c",
                "a/b@c",
            ),
            ("git@example.org:a/b.git", "git@example.org:a/b.git", "a/b"),
            ("../b", "", ""),
            ("/srv/a/b.git", "", ""),
            ("file:///srv/a/b.git", "", ""),
            ("", "", ""),
        ] {
            assert_eq!(public_address(url), clean);
            assert_eq!(name_of_remote(&public_address(url)), name);
        }
    }
}
