//! Repositories that are indexed by address: each has a shallow clone in a folder of the user's cache.
//!
//! Nothing of a repository is run: see [`Git::remote`]. A clone is made under a temporary name and renamed when it is whole.

use std::env;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bombe_reader::git::{Git, GitError};
use bombe_reader::limits::Limits;

/// Names the cache folder.
pub const VARIABLE: &str = "BOMBE_CACHE_DIR";

/// Folder of clones in the cache folder.
const CLONES: &str = "repos";

/// Ending of the name of a clone that is being made.
const PARTIAL: &str = ".partial";

/// Schemes of addresses that git is asked for.
const SCHEMES: [&str; 3] = ["https", "ssh", "file"];

/// How much a clone may take.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Bytes of its folder.
    pub bytes: u64,
    /// Time that git takes.
    pub time: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            bytes: 4 << 30,
            time: Duration::from_mins(30),
        }
    }
}

/// Why there is no clone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CloneError {
    /// The address has another scheme, or no path.
    #[error(
        "{0} is no address that can be cloned: use https://HOST/OWNER/NAME, ssh://…, git@HOST:OWNER/NAME or file:///PATH, with @REVISION behind it for a branch, tag or commit"
    )]
    Address(String),
    /// No folder for clones.
    #[error("there is no folder for clones: set {VARIABLE} to an absolute path")]
    NoCache,
    /// A folder cannot be made, listed or removed.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// What is wrong.
        source: io::Error,
    },
    /// Git failed; its last words.
    #[error("git cannot fetch {address}: {}{}", .error, said(.words))]
    Git {
        /// The address, without a password.
        address: String,
        /// What happened.
        error: GitError,
        /// What git said, on one or several lines.
        words: String,
    },
    /// The clone takes too much.
    #[error("{address} takes more than {} MB: clone it yourself, and index the folder", .bytes / 1_000_000)]
    TooLarge {
        /// The address, without a password.
        address: String,
        /// The bound.
        bytes: u64,
    },
    /// Git takes too long.
    #[error("{address} takes longer than {} s: clone it yourself, and index the folder", .time.as_secs())]
    TooSlow {
        /// The address, without a password.
        address: String,
        /// The bound.
        time: Duration,
    },
    /// There is no such clone.
    #[error("there is no clone named {0}: `bombe cache list` lists them")]
    Unknown(String),
}

fn said(words: &str) -> String {
    if words.is_empty() {
        String::new()
    } else {
        format!(": {words}")
    }
}

/// An address of a repository, and the revision that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// What git fetches from.
    url: String,
    /// A branch, tag or commit; none for what the other side has checked out.
    revision: Option<String>,
    /// The name of its folder.
    name: String,
}

impl Address {
    /// Reads an address; none for what looks like a path.
    pub fn parse(text: &str) -> Option<Result<Self, CloneError>> {
        let (scheme, rest) = match text.split_once("://") {
            Some(parts) => parts,
            // As ssh has it: `git@host:owner/name`.
            None => {
                let (host, path) = text.split_once(':')?;
                let is_host = host.contains('@') && !host.contains(['/', '\\']);
                if !is_host || path.is_empty() {
                    return None;
                }
                ("ssh", text)
            }
        };
        let is_scp = !text.contains("://");
        Some(Self::read(text, scheme, rest, is_scp).ok_or_else(|| CloneError::Address(shown(text))))
    }

    fn read(text: &str, scheme: &str, rest: &str, is_scp: bool) -> Option<Self> {
        let is_plain = |it: char| !it.is_control() && !it.is_whitespace();
        if !SCHEMES.contains(&scheme) || !text.chars().all(is_plain) {
            return None;
        }
        let (authority, path) = rest.split_once(if is_scp { ':' } else { '/' })?;
        // An option of ssh is no host.
        if authority.starts_with('-') || authority.is_empty() != (scheme == "file") {
            return None;
        }
        let at = (path.char_indices())
            .position(|(at, it)| it == '@' && at > 0 && !path[..at].ends_with('/'))
            .and_then(|nth| path.char_indices().nth(nth))
            .map(|(at, _)| at);
        let (path, revision) = match at {
            Some(at) => (&path[..at], Some(&path[at + 1..])),
            None => (path, None),
        };
        if revision.is_some_and(|it| it.is_empty() || it.starts_with('-') || it.contains(':')) {
            return None;
        }
        let url = &text[..text.len() - revision.map_or(0, |it| it.len() + 1)];
        let path = path.trim_end_matches('/');
        let path = path.strip_suffix(".git").unwrap_or(path);
        let host = authority.rsplit('@').next().unwrap_or("");
        let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            return None;
        }
        if !host.is_empty() {
            parts.insert(0, host);
        }
        let mut name = parts
            .iter()
            .map(|it| encoded(it))
            .collect::<Vec<_>>()
            .join("+");
        if let Some(revision) = revision {
            name.push('@');
            name.push_str(&encoded(revision));
        }
        Some(Self {
            url: url.to_owned(),
            revision: revision.map(str::to_owned),
            name,
        })
    }

    /// Returns the name of the folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the address, without a password.
    pub fn shown(&self) -> String {
        shown(&self.url)
    }
}

/// Returns an address without the user and password in it.
fn shown(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.to_owned();
    };
    let host = rest.split('/').next().unwrap_or("");
    match host.rsplit_once('@') {
        Some((user, _)) => format!("{scheme}://{}", &rest[user.len() + 1..]),
        None => text.to_owned(),
    }
}

/// Returns a part of a path as a part of a file name.
fn encoded(text: &str) -> String {
    let is_plain = |it: &u8| it.is_ascii_alphanumeric() || b"._-".contains(it);
    let encode = |it: u8| {
        if is_plain(&it) {
            char::from(it).to_string()
        } else {
            format!("%{it:02X}")
        }
    };
    text.bytes().map(encode).collect()
}

/// The folder of clones.
#[derive(Debug)]
pub struct Clones {
    folder: PathBuf,
}

/// A clone.
#[derive(Debug)]
pub struct Entry {
    /// Its name, which [`Clones::remove`] takes.
    pub name: String,
    /// Its folder.
    pub path: PathBuf,
    /// Bytes of its files.
    pub bytes: u64,
    /// When it was fetched last.
    pub fetched: Option<SystemTime>,
    /// True if it has a snapshot.
    pub is_indexed: bool,
}

/// Returns the cache folder of the user: the one that [`VARIABLE`] names, or `bombe` in that of the system.
///
/// # Errors
/// When there is none, or [`VARIABLE`] is no absolute path.
pub fn cache_folder() -> Result<PathBuf, CloneError> {
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|it| it.is_absolute())
    };
    let folder = match env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        Some(_) => absolute(VARIABLE),
        None => absolute("XDG_CACHE_HOME")
            .or_else(|| absolute("LOCALAPPDATA"))
            .or_else(|| absolute("HOME").map(|home| home.join(HOME_CACHE)))
            .map(|folder| folder.join("bombe")),
    };
    folder.ok_or(CloneError::NoCache)
}

impl Clones {
    /// Returns the folder of clones in the cache folder of the user.
    ///
    /// # Errors
    /// As [`cache_folder`].
    pub fn of_user() -> Result<Self, CloneError> {
        Ok(Self::below(&cache_folder()?))
    }

    /// Returns the folder of clones in a cache folder.
    pub fn below(cache: &Path) -> Self {
        Self {
            folder: cache.join(CLONES),
        }
    }

    /// Clones a repository, or fetches what is new into its clone, and checks it out. `tell` gets what git says meanwhile.
    /// Returns the folder.
    ///
    /// # Errors
    /// See [`CloneError`].
    pub fn fetch(
        &self,
        address: &Address,
        bounds: Bounds,
        tell: &mut dyn FnMut(&str),
    ) -> Result<PathBuf, CloneError> {
        create(&self.folder)?;
        let path = self.folder.join(&address.name);
        if path.is_dir() {
            self.update(&path, address, bounds, tell)?;
            return Ok(path);
        }
        let partial = format!("{}{PARTIAL}{}", address.name, std::process::id());
        let partial = self.folder.join(partial);
        let _ = fs::remove_dir_all(&partial);
        create(&partial)?;
        let made = self.update(&partial, address, bounds, tell);
        let renamed = made.and_then(|()| match fs::rename(&partial, &path) {
            // Another process has made it meanwhile.
            Err(_) if path.is_dir() => Ok(()),
            renamed => renamed.map_err(of_path(&path)),
        });
        // Without a clone, nothing stays.
        let _ = fs::remove_dir_all(&partial);
        renamed.map(|()| path)
    }

    fn update(
        &self,
        path: &Path,
        address: &Address,
        bounds: Bounds,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), CloneError> {
        let end = Instant::now() + bounds.time;
        let mut run = |arguments: &[&str]| {
            let mut words = String::new();
            let mut too_large = false;
            let mut next_look = Instant::now();
            let mut goes_on = || {
                // A look at each file of a large clone takes a while.
                if Instant::now() >= next_look {
                    let start = Instant::now();
                    too_large = size_of(path) > bounds.bytes;
                    next_look = Instant::now() + (start.elapsed() * 10).max(TIME_BETWEEN_LOOKS);
                }
                !too_large && Instant::now() < end
            };
            let mut hear = |line: &str| {
                if is_fault(line) {
                    if !words.is_empty() {
                        words.push_str("; ");
                    }
                    words.push_str(line);
                }
                tell(line);
            };
            let git = Git::remote(path, arguments, &Limits::none());
            let result = git.and_then(|git| git.run_watched(&mut goes_on, &mut hear));
            let address = address.shown();
            if too_large || result.is_ok() && size_of(path) > bounds.bytes {
                let bytes = bounds.bytes;
                return Err(CloneError::TooLarge { address, bytes });
            }
            result.map_err(|error| match error {
                GitError::TooSlow => {
                    let time = bounds.time;
                    CloneError::TooSlow { address, time }
                }
                error => CloneError::Git {
                    address,
                    error,
                    words,
                },
            })
        };
        if !path.join(".git").is_dir() {
            run(&["init", "--quiet", "--template="])?;
        }
        let revision = address.revision.as_deref().unwrap_or("HEAD");
        run(&[
            "fetch",
            "--progress",
            "--depth=1",
            "--no-tags",
            "--no-recurse-submodules",
            "--no-auto-maintenance",
            "--no-write-commit-graph",
            "--",
            &address.url,
            revision,
        ])?;
        run(&[
            "checkout",
            "--quiet",
            "--force",
            "--detach",
            "--no-recurse-submodules",
            "FETCH_HEAD",
        ])?;
        // Names the repository in the snapshot.
        run(&["config", "remote.origin.url", &address.shown()])
    }

    /// Lists the clones, by name.
    ///
    /// # Errors
    /// When the folder cannot be listed; a missing one has no clones.
    pub fn list(&self) -> Result<Vec<Entry>, CloneError> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(of_path(&self.folder))?,
        };
        let mut list = Vec::new();
        for entry in entries.flatten() {
            let path = entry.path();
            let fetched = path.join(".git/FETCH_HEAD").metadata();
            list.push(Entry {
                name: entry.file_name().to_string_lossy().into_owned(),
                bytes: size_of(&path),
                fetched: fetched.and_then(|meta| meta.modified()).ok(),
                is_indexed: path.join(crate::snapshot_dir::DEFAULT_SNAPSHOT).is_file(),
                path,
            });
        }
        list.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(list)
    }

    /// Removes a clone by its name or address. Returns its folder.
    ///
    /// # Errors
    /// When there is no such clone, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<PathBuf, CloneError> {
        let name = match Address::parse(name) {
            Some(address) => address?.name,
            None => name.to_owned(),
        };
        let mut parts = Path::new(&name).components();
        let is_name = matches!(
            (parts.next(), parts.next()),
            (Some(Component::Normal(_)), None)
        );
        let path = self.folder.join(&name);
        if !is_name || !path.symlink_metadata().is_ok_and(|meta| meta.is_dir()) {
            return Err(CloneError::Unknown(name));
        }
        fs::remove_dir_all(&path).map_err(of_path(&path))?;
        Ok(path)
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The user's cache folder below the home folder.
const HOME_CACHE: &str = if cfg!(target_os = "macos") {
    "Library/Caches"
} else {
    ".cache"
};

/// Shortest time between two looks at the size of a clone.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(500);

/// Returns true for a line in which git says what is wrong.
fn is_fault(line: &str) -> bool {
    ["fatal:", "error:", "ERROR:", "remote: error", "ssh:"]
        .iter()
        .any(|start| line.starts_with(start))
}

fn of_path(path: &Path) -> impl FnOnce(io::Error) -> CloneError {
    let path = path.to_owned();
    |source| CloneError::Io { path, source }
}

/// Makes a folder that only its user reads.
fn create(path: &Path) -> Result<(), CloneError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(of_path(path))
}

/// Returns the bytes of all files below a folder, without following links.
fn size_of(folder: &Path) -> u64 {
    let mut bytes = 0;
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(meta) if meta.is_dir() => open.push(entry.path()),
                Ok(meta) => bytes += meta.len(),
                // It is gone.
                Err(_) => {}
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_has_a_name_and_may_have_a_revision() {
        for (text, name, revision) in [
            (
                "https://github.com/owner/name",
                "github.com+owner+name",
                None,
            ),
            (
                "https://github.com/owner/name.git/",
                "github.com+owner+name",
                None,
            ),
            (
                "https://me:secret@host:8443/a/b@v1.2",
                "host%3A8443+a+b@v1.2",
                Some("v1.2"),
            ),
            (
                "git@github.com:o/n@feature/x",
                "github.com+o+n@feature%2Fx",
                Some("feature/x"),
            ),
            ("ssh://git@host/o/n", "host+o+n", None),
            ("file:///a/@b/c+d", "a+%40b+c%2Bd", None),
            ("https://h/../..", "h+..+..", None),
        ] {
            let address = Address::parse(text).unwrap().unwrap();
            assert_eq!(address.name(), name);
            assert_eq!(address.revision.as_deref(), revision, "{text}");
            assert!(!address.shown().contains("secret"), "{text}");
        }
        for path in [".", "src", "C:\\a", "a/b:c", "./a@b:c", "name:", "@"] {
            assert!(Address::parse(path).is_none(), "{path}");
        }
        for wrong in [
            "http://host/a",
            "ext::sh -c x://a",
            "ext://sh/a",
            "https://",
            "https://host",
            "https://host/",
            "https:///a",
            "file://host/a",
            "ssh://-oProxyCommand=x/a",
            "-x@host:a b",
            "https://host/a@",
            "https://host/a@-x",
            "https://host/a@b:c",
            "https://host/a\u{1b}",
            "https://host/a b",
        ] {
            assert!(matches!(Address::parse(wrong), Some(Err(_))), "{wrong}");
        }
    }
}
