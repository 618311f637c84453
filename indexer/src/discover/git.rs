//! Asks the `git` program about a repository. Without git, or outside a repository, nothing is known and nothing fails.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, thread};

use bombe_reader::git::{Git, GitError, VARIABLES, top_of};
use bombe_reader::limits::Limits;
use bombe_reader::regular_file::{self, Links, TEXT_BYTES_MAX};
use serde::{Deserialize, Serialize};

use super::CacheFiles;
use crate::cache_file;

/// No file of git's own is longer, packed references of a million branches included.
const GIT_FILE_BYTES_MAX: u64 = 256 << 20;

/// The state of a work tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// What git said about a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The state; empty outside of a work tree, and where git is not installed.
    pub state: GitState,
    /// Why a part of it is missing.
    pub fault: Option<String>,
}

/// Asks git about the folder `root`. Runs four short commands.
pub fn state(root: &Path) -> Answer {
    let prefix = match answer(Git::new(root, &["rev-parse", "--show-prefix"])) {
        Ok(prefix) => prefix.unwrap_or_default(),
        // Nothing is missing where there is no git.
        Err(error) => {
            let is_tree = !matches!(error, GitError::Start(_)) && top_of(root).is_some();
            return Answer {
                state: GitState::default(),
                fault: is_tree.then(|| error.to_string()),
            };
        }
    };
    let (last, branch, remote) = thread::scope(|scope| {
        let last = scope.spawn(|| checked_out_commit(root));
        let branch =
            scope.spawn(|| answer(Git::new(root, &["symbolic-ref", "-q", "--short", "HEAD"])));
        let remote = answer(Git::new(root, &["config", "--get", "remote.origin.url"]));
        let last = last.join().unwrap_or(Err(GitError::NoAnswer));
        let branch = branch.join().unwrap_or(Err(GitError::NoAnswer));
        (last, branch, remote)
    });
    let mut fault = None;
    let (commit, commit_time) = or_fault(last, &mut fault).unwrap_or_default();
    let branch = or_fault(branch, &mut fault).flatten();
    let remote = or_fault(remote, &mut fault).flatten();
    let state = GitState {
        commit,
        commit_time,
        branch: branch.unwrap_or_default(),
        remote: remote.map(|url| public_address(&url)).unwrap_or_default(),
        prefix: prefix.trim_end_matches('/').to_owned(),
    };
    Answer { state, fault }
}

fn or_fault<T>(asked: Result<T, GitError>, fault: &mut Option<String>) -> Option<T> {
    asked
        .inspect_err(|error| {
            fault.get_or_insert_with(|| error.to_string());
        })
        .ok()
}

/// Asks git for the checked-out commit and its time; an empty name before the first commit.
fn checked_out_commit(root: &Path) -> Result<(String, i64), GitError> {
    let format = "--format=%H %ct";
    let log = ["log", "-1", "--no-show-signature", format];
    let error = match answer(Git::new(root, &log)) {
        Ok(line) => {
            let line = line.unwrap_or_default();
            let parts = line.split_once(' ');
            let parts = parts.filter(|(commit, _)| is_commit(commit.as_bytes()));
            let parsed = parts.and_then(|(commit, time)| Some((commit, time.parse().ok()?)));
            let (commit, time) = parsed.ok_or(GitError::NoAnswer)?;
            return Ok((commit.to_owned(), time));
        }
        Err(error @ GitError::Failed(Some(_))) => error,
        Err(error) => return Err(error),
    };
    // Git fails in the same way before the first commit.
    match answer(Git::new(root, &["rev-parse", "-q", "--verify", "HEAD"])) {
        Ok(None) => Ok(Default::default()),
        _ => Err(error),
    }
}

/// The state that git reported, with a digest of all that it depends on.
#[derive(Debug, Serialize, Deserialize)]
struct CachedState {
    read: [u8; 32],
    state: GitState,
}

/// As [`state`], from what git said the last time if nothing that it reads for the answer has changed; else asks git.
pub fn cached_state(root: &Path, caches: &CacheFiles) -> Answer {
    let read = what_git_reads(root);
    let cached: Option<CachedState> = read.and_then(|_| cache_file::read(&caches.git));
    if let Some(cached) = cached.filter(|cached| Some(cached.read) == read) {
        let state = cached.state;
        return Answer { state, fault: None };
    }
    let said = state(root);
    // A first commit may follow, and nothing in the digest would show it.
    if let Some(read) = read.filter(|read| what_git_reads(root) == Some(*read))
        && !said.state.commit.is_empty()
        && said.fault.is_none()
    {
        let state = said.state.clone();
        cache_file::write(&caches.git, &CachedState { read, state });
    }
    said
}

/// Returns a digest of all that [`state`] depends on in a work tree: place and owner of `.git`, `HEAD` and what it refers
/// to, settings, environment. None if this is no work tree, or if the state depends on more: then only git knows.
fn what_git_reads(root: &Path) -> Option<[u8; 32]> {
    let root = root.canonicalize().ok()?;
    let mut read = Hash::default();
    let is_read = |name: &OsStr| {
        let ours = VARIABLES.iter().any(|variable| *variable == name);
        name == "SUDO_UID" || (!ours && name.as_encoded_bytes().starts_with(b"GIT_"))
    };
    let mut environment: Vec<_> = env::vars_os().filter(|(name, _)| is_read(name)).collect();
    environment.sort();
    for (name, value) in &environment {
        read.add(name.as_encoded_bytes());
        read.add(value.as_encoded_bytes());
    }
    let top = root
        .ancestors()
        .find(|folder| folder.join(".git").symlink_metadata().is_ok())?;
    // A folder with a `HEAD` may be a repository without a work tree.
    let mut inside = root
        .ancestors()
        .take_while(|folder| folder.starts_with(top));
    if inside.any(|folder| folder.join("HEAD").exists()) {
        return None;
    }
    read.add(root.as_os_str().as_encoded_bytes());
    read.add(top.as_os_str().as_encoded_bytes());
    let mut git_dir = top.join(".git");
    // Git trusts no repository of another user. The folder of this process shows the user, where the system has it.
    read.add_owner(top)?;
    read.add_owner(&git_dir)?;
    read.add_owner(Path::new("/proc/self"));
    if git_dir.symlink_metadata().ok()?.is_file() {
        let line = read.add_line(&git_dir)?;
        git_dir = top.join(line.strip_prefix("gitdir: ")?);
    }
    let pointer = git_dir.join("commondir");
    let common_dir = if pointer.exists() {
        git_dir.join(read.add_line(&pointer)?)
    } else {
        git_dir.clone()
    };
    // Git may take another folder for the repository, or replace the commit that is checked out.
    let is_repository = common_dir.join("objects").is_dir() && common_dir.join("refs").is_dir();
    let head = git_dir.join("HEAD");
    if !is_repository
        || common_dir.join("refs/replace").exists()
        || !head.symlink_metadata().ok()?.is_file()
    {
        return None;
    }
    let head = read.add_line(&head)?;
    read.add_file(&common_dir.join("packed-refs"));
    if let Some(branch) = head.strip_prefix("ref: ") {
        // Such a name shows that references are not stored as files.
        let short = branch.strip_prefix("refs/heads/")?;
        if short.split('/').any(|part| part.starts_with('.')) {
            return None;
        }
        let commit = read.add_file(&common_dir.join(branch));
        if commit.is_some_and(|commit| !is_commit(&commit)) {
            return None;
        }
        // Git reports a longer name for a branch if something else has the short one.
        for others in ["", "refs", "refs/tags", "refs/remotes"] {
            let other = common_dir.join(others).join(short);
            read.add(&[other.exists().into(), other.join("HEAD").exists().into()]);
        }
    } else if !is_commit(head.as_bytes()) {
        return None;
    }
    let home = env::var_os("HOME").map(PathBuf::from);
    let home_settings = match env::var_os("XDG_CONFIG_HOME") {
        Some(folder) => Some(PathBuf::from(folder)),
        None => home.as_ref().map(|home| home.join(".config")),
    };
    let settings = [
        Some(PathBuf::from("/etc/gitconfig")),
        home_settings.map(|folder| folder.join("git/config")),
        home.map(|home| home.join(".gitconfig")),
        Some(common_dir.join("config")),
        Some(git_dir.join("config.worktree")),
    ];
    for file in settings.iter().flatten() {
        let text = read.add_file(file).unwrap_or_default();
        // The file may include others.
        memchr::memmem::find(&text.to_ascii_lowercase(), b"include")
            .is_none()
            .then_some(())?;
    }
    Some(*read.0.finalize().as_bytes())
}

fn is_commit(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    matches!(text.len(), 40 | 64) && text.iter().all(u8::is_ascii_hexdigit)
}

/// Hashes parts, each preceded by its length.
#[derive(Default)]
struct Hash(blake3::Hasher);

impl Hash {
    fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// Adds the bytes of a file, or the fact that it cannot be read. Returns the bytes.
    fn add_file(&mut self, path: &Path) -> Option<Vec<u8>> {
        let bytes = regular_file::read(path, Links::Follow, GIT_FILE_BYTES_MAX).ok();
        self.add(&[u8::from(bytes.is_some())]);
        self.add(bytes.as_deref().unwrap_or_default());
        bytes
    }

    /// Adds a file of one line, and returns the line; none if the file is something else.
    fn add_line(&mut self, path: &Path) -> Option<String> {
        let text = String::from_utf8(self.add_file(path)?).ok()?;
        let line = text.trim_end_matches(['\r', '\n']);
        (!line.contains('\n')).then(|| line.to_owned())
    }

    /// Adds the owner of a file.
    #[cfg(unix)]
    fn add_owner(&mut self, path: &Path) -> Option<()> {
        use std::os::unix::fs::MetadataExt;
        let meta = path.symlink_metadata().ok()?;
        self.add(&meta.uid().to_le_bytes());
        Some(())
    }

    /// Adds nothing: on other systems git runs each time.
    #[cfg(not(unix))]
    fn add_owner(&mut self, _: &Path) -> Option<()> {
        None
    }
}

/// Returns the top of the main work tree, if `root` is the top of another one of the same repository. Runs no program.
pub fn main_tree(root: &Path) -> Option<PathBuf> {
    // The `.git` of another work tree is a file that names a folder of its own; `commondir` there names the shared one.
    let text = regular_file::read_text(&root.join(".git"), Links::Follow, TEXT_BYTES_MAX).ok()?;
    let git_dir = root.join(text.trim().strip_prefix("gitdir: ")?);
    let pointer =
        regular_file::read_text(&git_dir.join("commondir"), Links::Follow, TEXT_BYTES_MAX).ok()?;
    let common_dir = git_dir.join(pointer.trim()).canonicalize().ok()?;
    let top = common_dir.parent()?;
    (common_dir.file_name()? == ".git").then(|| top.to_owned())
}

/// Returns the folder in which git logs each move of `HEAD`, if there is one.
pub fn log_folder(root: &Path) -> Option<PathBuf> {
    let log = root.join(ask(root, &["rev-parse", "--git-path", "logs/HEAD"])?);
    log.parent()
        .filter(|folder| folder.is_dir())
        .map(Path::to_owned)
}

/// Returns the last two parts of a remote's address, `owner/name`; empty if it has none.
pub fn name_of_remote(remote: &str) -> String {
    let path = remote.trim_end_matches('/').trim_end_matches(".git");
    let mut parts = path.rsplit(['/', ':']).filter(|part| !part.is_empty());
    match (parts.next(), parts.next()) {
        (Some(name), Some(owner)) => format!("{owner}/{name}"),
        (Some(name), _) => name.to_owned(),
        _ => String::new(),
    }
}

/// How long git may take for one line.
const TIME_MAX: Duration = Duration::from_secs(10);

/// Runs git in a folder. Returns its one line of output, if it succeeds.
fn ask(root: &Path, arguments: &[&str]) -> Option<String> {
    answer(Git::new(root, arguments)).ok().flatten()
}

/// Runs git. Returns its one line of output; none if git says by exit code 1 that there is none.
fn answer(git: Git) -> Result<Option<String>, GitError> {
    match git.run(&Limits::until(Instant::now() + TIME_MAX)) {
        Ok(text) => {
            let text = String::from_utf8(text).map_err(|_| GitError::NoAnswer)?;
            Ok(Some(text.trim_end().to_owned()))
        }
        Err(GitError::Failed(Some(1))) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns true if git tracks a file in a folder.
pub fn tracks(folder: &Path) -> bool {
    ask(folder, &["ls-files", "--cached", "--", "."]).is_some_and(|files| !files.is_empty())
}

/// Asks git for a path of its own, which may depend on where the repository keeps its hooks.
pub fn ask_for_path(root: &Path, arguments: &[&str]) -> Option<String> {
    let arguments = [&["rev-parse"], arguments].concat();
    answer(Git::with_hooks_path(root, &arguments))
        .ok()
        .flatten()
}

/// Returns a remote's address without secrets: `https://user:token@host/path` without the part before `@`; `git@host:path`
/// unchanged; nothing for a local folder.
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
    use super::*;

    /// Checks that the cached state is the one that git reports. Returns true if git was not run.
    #[cfg(unix)]
    fn look(root: &Path, caches: &CacheFiles) -> bool {
        let said = std::fs::read(&caches.git).ok();
        assert_eq!(cached_state(root, caches), state(root));
        let is_cached = said.is_some() && said == std::fs::read(&caches.git).ok();
        assert_eq!(cached_state(root, caches), state(root));
        is_cached
    }

    #[cfg(unix)]
    #[test]
    fn the_cached_state_is_what_git_says() {
        let folder = tempfile::tempdir().unwrap();
        let caches = CacheFiles {
            tree: folder.path().join("tree"),
            git: folder.path().join("git"),
            history: folder.path().join("history"),
            commits: folder.path().join("commits"),
        };
        let root = &folder.path().join("root");
        std::fs::create_dir_all(root.join("inside")).unwrap();
        let git = |arguments: &[&str]| {
            let identity = [
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@b",
                "-c",
                "commit.gpgsign=false",
            ];
            ask(root, &[&identity, arguments].concat()).unwrap();
        };
        assert!(!look(root, &caches));
        git(&["init", "-q", "-b", "main"]);
        assert!(!look(root, &caches));
        for (arguments, seen) in [
            (&["commit", "-q", "--allow-empty", "-m", "1"][..], true),
            (&["commit", "-q", "--allow-empty", "-m", "2"], true),
            (
                &["commit", "-q", "--amend", "--allow-empty", "-m", "3"],
                true,
            ),
            (&["status"], false),
            (&["tag", "v1"], false),
            (&["switch", "-q", "-c", "v1"], true),
            (&["switch", "-q", "main"], true),
            // A tag and a branch of one name: git now reports the branch as `heads/main`.
            (&["tag", "main"], true),
            (&["pack-refs", "--all"], true),
            (&["tag", "-d", "main"], true),
            (
                &["remote", "add", "origin", "https://a:b@example.org/c/d"],
                true,
            ),
            (
                &["config", "remote.origin.url", "https://example.org/c/e"],
                true,
            ),
            (&["checkout", "-q", "--detach"], true),
        ] {
            git(arguments);
            assert_eq!(look(root, &caches), !seen, "{arguments:?}");
        }
        // Before the first commit of a branch, nothing is cached.
        git(&["switch", "-q", "--orphan", "other"]);
        look(root, &caches);
        assert_eq!(state(root).state.commit, "");
        git(&["switch", "-q", "main"]);
        assert!(!look(root, &caches));
        assert!(look(root, &caches));
        let inside = &root.join("inside");
        assert!(!look(inside, &caches));
        assert!(look(inside, &caches));
        assert_eq!(state(inside).state.prefix, "inside");
        // A linked work tree.
        let beside = &folder.path().join("beside");
        git(&["worktree", "add", "-q", "-b", "new", "../beside"]);
        assert!(!look(beside, &caches));
        assert!(look(beside, &caches));
        // A setting that only git can follow: an included file.
        git(&["config", "include.path", "more"]);
        assert_eq!(what_git_reads(root), None);
        assert_eq!(cached_state(root, &caches), state(root));
    }

    #[test]
    fn the_address_of_a_remote_has_a_name_and_no_password() {
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
