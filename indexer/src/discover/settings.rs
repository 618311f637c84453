//! The settings file `bombe.toml` at the root of a repository.

use std::io::{self, ErrorKind};
use std::path::Path;

use bombe_reader::regular_file::TEXT_BYTES_MAX;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::Deserialize;

use super::tree_file;

/// Name of the settings file at the root.
pub const FILE_NAME: &str = "bombe.toml";

/// The settings of one repository. Tables of other programs are ignored.
#[derive(Clone, Debug, Deserialize)]
pub struct Settings {
    /// Name of the repository; by default that of its remote.
    #[serde(default)]
    pub name: Option<String>,
    /// The table `[discover]`.
    #[serde(default)]
    pub discover: DiscoverSettings,
    /// The table `[update]`.
    #[serde(default)]
    pub update: UpdateSettings,
    /// The table `[history]`.
    #[serde(default)]
    pub history: HistorySettings,
    /// The table `[share]`.
    #[serde(default)]
    pub share: ShareSettings,
    #[serde(skip, default = "Gitignore::empty")]
    patterns: Gitignore,
}

/// Where published snapshots are. A stranger may have written it, so it only proposes: see `bombe_share::trust`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ShareSettings {
    /// The remote.
    pub remote: Option<String>,
    /// Name of the repository on the remote.
    pub repository: Option<String>,
    /// Keys that sign: shown to the user, who may trust them.
    pub keys: Vec<String>,
    /// Keys that are not to be trusted any more.
    pub revoked: Vec<String>,
}

/// Which files are read.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DiscoverSettings {
    /// Patterns in the syntax of `.gitignore`, relative to the root; `!pattern` brings back what a default leaves out.
    pub exclude: Vec<String>,
    /// Leave out dependency, build and cache folders and hidden files: see `walk`.
    pub default_exclude: bool,
    /// Honour `.gitignore`, `.ignore`, `.bombeignore` and `.git/info/exclude`.
    pub ignore_files: bool,
    /// Read hidden files and folders.
    pub hidden: bool,
    /// Read repositories inside the repository that are not submodules.
    pub nested_repositories: bool,
    /// Read submodules.
    pub submodules: bool,
    /// Read files that state that a tool wrote them; they are marked as generated.
    pub generated: bool,
    /// Largest file that is read, in bytes.
    pub max_file_bytes: u64,
}

/// What is read of the repository's history.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HistorySettings {
    /// Read it.
    pub enabled: bool,
    /// Number of commits that are read, merges not counted.
    pub depth: usize,
    /// Keep the e-mail addresses of authors and in messages.
    pub emails: bool,
}

/// Most commits that are read.
pub const HISTORY_DEPTH_MAX: usize = 100_000;

impl Default for HistorySettings {
    fn default() -> Self {
        Self {
            enabled: true,
            depth: 1000,
            emails: false,
        }
    }
}

/// When an update writes a new base.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UpdateSettings {
    /// Largest share of all bytes that the files that differ from the base may have before they are compacted with it. At
    /// more than twice as much, the update itself writes a new base.
    pub merge_share: f64,
}

impl UpdateSettings {
    /// Returns the size in bytes above which an overlay should be compacted with its base, in a repository of `all` bytes.
    pub fn compact_above(&self, all: u64) -> u64 {
        (self.merge_share * all as f64) as u64
    }

    /// Returns the size in bytes of the largest overlay over a base, in a repository of `all` bytes.
    pub fn overlay_bytes_max(&self, all: u64) -> u64 {
        (self.merge_share * 2.0 * all as f64) as u64
    }
}

impl Default for UpdateSettings {
    fn default() -> Self {
        Self { merge_share: 0.2 }
    }
}

impl Default for DiscoverSettings {
    fn default() -> Self {
        Self {
            exclude: Vec::new(),
            default_exclude: true,
            ignore_files: true,
            hidden: false,
            nested_repositories: false,
            submodules: true,
            generated: true,
            max_file_bytes: 1 << 20,
        }
    }
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The file is there and cannot be read.
    #[error("cannot read {FILE_NAME}: {0}")]
    Read(std::io::Error),
    /// Not TOML, or an unknown key.
    #[error("{FILE_NAME}: {0}")]
    Toml(String),
    /// A pattern of `exclude` is malformed.
    #[error(
        "{FILE_NAME}: discover.exclude: {0}; patterns are written as in .gitignore, for example \"docs/old/\""
    )]
    Pattern(String),
    /// `history.depth` is no number of commits that can be read.
    #[error(
        "{FILE_NAME}: history.depth: {0} is not between 1 and {HISTORY_DEPTH_MAX}; `enabled = false` reads no history"
    )]
    Depth(usize),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: None,
            discover: DiscoverSettings::default(),
            update: UpdateSettings::default(),
            history: HistorySettings::default(),
            share: ShareSettings::default(),
            patterns: Gitignore::empty(),
        }
    }
}

impl Settings {
    /// Reads `bombe.toml` at `root`; defaults if there is none.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub fn read(root: &Path) -> Result<Self, SettingsError> {
        match tree_file::read(root, Path::new(FILE_NAME), TEXT_BYTES_MAX) {
            Ok(bytes) => match str::from_utf8(&bytes) {
                Ok(text) => Self::parse(text),
                Err(error) => Err(SettingsError::Read(io::Error::other(error))),
            },
            // If the root is not a folder, the walk reports it.
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                Ok(Self::default())
            }
            Err(error) => Err(SettingsError::Read(error)),
        }
    }

    /// Reads the text of a `bombe.toml`.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let mut settings: Self = toml::from_str(text)
            .map_err(|error| SettingsError::Toml(error.to_string().trim_end().to_owned()))?;
        let depth = settings.history.depth;
        if !(1..=HISTORY_DEPTH_MAX).contains(&depth) {
            return Err(SettingsError::Depth(depth));
        }
        let mut patterns = GitignoreBuilder::new("");
        let wrong = |error: ignore::Error| SettingsError::Pattern(error.to_string());
        for pattern in &settings.discover.exclude {
            patterns.add_line(None, pattern).map_err(wrong)?;
        }
        settings.patterns = patterns.build().map_err(wrong)?;
        Ok(settings)
    }

    /// Returns what `exclude` says about a path: `Some(true)` leave out, `Some(false)` read in any case, `None` nothing.
    pub fn verdict(&self, path: &str, is_folder: bool) -> Option<bool> {
        match self.patterns.matched(path, is_folder) {
            ignore::Match::Ignore(_) => Some(true),
            ignore::Match::Whitelist(_) => Some(false),
            ignore::Match::None => None,
        }
    }

    /// Returns true if `exclude` brings back this file or a folder around it.
    pub fn is_included(&self, path: &str) -> bool {
        let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        self.verdict(path, false) == Some(false)
            || folders
                .into_iter()
                .any(|folder| self.verdict(folder, true) == Some(false))
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn exclude_adds_and_an_exclamation_mark_brings_back() {
        let settings = Settings::parse(
            "[discover]\nexclude = [\"old/\", \"*.gen.py\", \"!vendor/\"]\n[serve]\nany = 1\n",
        )
        .unwrap();
        assert_eq!(settings.verdict("a/old", true), Some(true));
        assert_eq!(settings.verdict("a/x.gen.py", false), Some(true));
        assert_eq!(settings.verdict("vendor", true), Some(false));
        assert_eq!(settings.verdict("a.py", false), None);
        assert!(settings.is_included("vendor/a/b.go"));
    }

    #[test]
    fn an_unknown_key_is_an_error_that_names_it() {
        let error = Settings::parse("[discover]\nexcludes = []\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("excludes"), "{error}");
    }
}
