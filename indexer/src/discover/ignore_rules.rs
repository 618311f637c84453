//! Ignore rules: what the `.gitignore`, `.ignore` and `.bombeignore` files of a tree, and git's `info/exclude`, say about a path.
//!
//! The crate `ignore` matches patterns, but its walk opens these files itself, whatever they are. So its walk reads none,
//! and they are read here: regular files inside the tree, up to [`BYTES_MAX`]. The order of the rules is the crate's. A rule in
//! a deeper folder comes before one further up, and `.bombeignore` comes before `.ignore`, `.gitignore` and `info/exclude`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use foldhash::quality::FixedState;
use hashbrown::HashMap;

use bombe_reader::regular_file::{Links, NotUsable};
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::listing::IGNORE_FILES;
use super::tree_file;
use crate::unread;

/// A longer ignore file does not count. The longest of large repositories have a tenth of this.
const BYTES_MAX: u64 = 256 << 10;

/// The kinds of ignore files, the weakest first: `info/exclude`, then those of [`IGNORE_FILES`].
const KINDS: usize = 1 + IGNORE_FILES.len();

/// Name of the ignore file of git's own.
const EXCLUDE_FILE: &str = "exclude";

/// The rules of a tree.
pub(super) struct IgnoreRules {
    /// The top of the tree, canonical.
    root: PathBuf,
    /// The rules that hold inside a folder. A folder without ignore files shares those of the folder above.
    of_folders: RwLock<HashMap<PathBuf, Arc<FolderRules>, FixedState>>,
    unusable: Mutex<Vec<PathBuf>>,
    unread: Mutex<Vec<(PathBuf, io::Error)>>,
}

#[derive(Default)]
struct FolderRules {
    above: Option<Arc<FolderRules>>,
    kinds: [Option<Gitignore>; KINDS],
}

impl IgnoreRules {
    /// The rules of the tree at `root` (canonical), which hold below it. With `parents`, ignore files above it count, too.
    pub(super) fn new(root: &Path, parents: bool) -> Self {
        let rules = Self {
            root: root.to_owned(),
            of_folders: RwLock::default(),
            unusable: Mutex::default(),
            unread: Mutex::default(),
        };
        let mut above = Arc::default();
        if parents {
            let folders: Vec<_> = root.ancestors().skip(1).collect();
            for folder in folders.into_iter().rev() {
                above = rules.inside(folder, above);
            }
        }
        let inside = rules.inside(root, above);
        rules.keep(root, inside);
        rules
    }

    /// Returns true if the rules leave out a file or folder below the root. Its folder is not left out.
    pub(super) fn leave_out(&self, path: &Path, is_folder: bool) -> bool {
        let Some(folder) = path.parent() else {
            return false;
        };
        self.of(folder).leave_out(path, is_folder)
    }

    /// The ignore files that do not count, because they are no regular files of the tree, or too long. In no order.
    pub(super) fn take_unusable(&self) -> Vec<PathBuf> {
        let mut unusable = self.unusable.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut unusable)
    }

    /// The ignore files that are there, and could not be read. In no order.
    pub(super) fn take_unread(&self) -> Vec<(PathBuf, io::Error)> {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut unread)
    }

    /// Returns the rules inside a folder of the tree.
    fn of(&self, folder: &Path) -> Arc<FolderRules> {
        let known = self
            .of_folders
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known.get(folder) {
            return Arc::clone(rules);
        }
        drop(known);
        let above = match folder.parent() {
            Some(above) if folder.starts_with(&self.root) => self.of(above),
            _ => return Arc::default(),
        };
        let rules = self.inside(folder, above);
        self.keep(folder, Arc::clone(&rules));
        rules
    }

    fn keep(&self, folder: &Path, rules: Arc<FolderRules>) {
        let mut known = self
            .of_folders
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        known.insert(folder.to_owned(), rules);
    }

    /// Reads the ignore files of a folder.
    fn inside(&self, folder: &Path, above: Arc<FolderRules>) -> Arc<FolderRules> {
        let mut kinds: [Option<Gitignore>; KINDS] = Default::default();
        match GitFolders::of(folder) {
            Ok(Some(git)) => kinds[0] = self.read(folder, &git.exclude_file()),
            Ok(None) => {}
            Err((file, error)) => self.note(&file, error),
        }
        for (kind, name) in kinds.iter_mut().skip(1).zip(IGNORE_FILES) {
            *kind = self.read(folder, &folder.join(name));
        }
        if kinds.iter().all(Option::is_none) {
            return above;
        }
        let above = Some(above);
        Arc::new(FolderRules { above, kinds })
    }

    /// Reads the rules for a folder; none if the file is absent, holds none, or cannot be used.
    fn read(&self, folder: &Path, file: &Path) -> Option<Gitignore> {
        let inside = file.strip_prefix(&self.root).ok();
        let inside = inside.filter(|path| path.file_name() != Some(EXCLUDE_FILE.as_ref()));
        let bytes = match inside {
            Some(path) => tree_file::read(&self.root, path, BYTES_MAX),
            None => tree_file::read_of_git(&self.root, file, BYTES_MAX),
        };
        match bytes {
            Ok(bytes) => rules_of(folder, &bytes),
            Err(error) => {
                self.note(file, error);
                None
            }
        }
    }

    /// Records why a file is not read, unless it is absent.
    fn note(&self, file: &Path, error: io::Error) {
        if unread::is_gone(&error) {
            return;
        }
        if NotUsable::of(&error).is_none() || unread::leads_through_link(&error) {
            let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
            unread.push((file.to_owned(), error));
            return;
        }
        let mut unusable = self.unusable.lock().unwrap_or_else(PoisonError::into_inner);
        // Two threads may read the same file at once.
        if !unusable.iter().any(|known| known == file) {
            unusable.push(file.to_owned());
        }
    }
}

impl FolderRules {
    fn leave_out(&self, path: &Path, is_folder: bool) -> bool {
        for kind in (0..KINDS).rev() {
            let mut next = Some(self);
            while let Some(rules) = next {
                let said = rules.kinds[kind].as_ref();
                match said.map_or(Match::None, |rules| rules.matched(path, is_folder)) {
                    Match::Ignore(_) => return true,
                    Match::Whitelist(_) => return false,
                    Match::None => {}
                }
                next = rules.above.as_deref();
            }
        }
        false
    }
}

/// Returns the rules in the bytes of an ignore file; none if there are none. A malformed line is no rule.
fn rules_of(folder: &Path, bytes: &[u8]) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(folder);
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    for line in bytes.split(|byte| *byte == b'\n') {
        let Ok(line) = str::from_utf8(line) else {
            break;
        };
        // The rules of the other lines hold.
        let _ = builder.add_line(None, line.strip_suffix('\r').unwrap_or(line));
    }
    builder.build().ok().filter(|rules| !rules.is_empty())
}

/// The folders of git for one work tree.
pub(super) struct GitFolders {
    /// The files that name them, if `.git` is a file: that and `commondir`.
    pub(super) pointers: Vec<PathBuf>,
    /// The folder that all work trees of the repository share.
    common: PathBuf,
}

impl GitFolders {
    /// Returns the folders of the work tree at `folder`; none if that is no work tree.
    ///
    /// # Errors
    /// With the file that the system says nothing about, or that cannot be read.
    pub(super) fn of(folder: &Path) -> Result<Option<Self>, (PathBuf, io::Error)> {
        let git = folder.join(".git");
        match unread::metadata(&git) {
            Ok(None) => return Ok(None),
            Ok(Some(meta)) if meta.is_dir() => {
                return Ok(Some(Self {
                    pointers: Vec::new(),
                    common: git,
                }));
            }
            Ok(Some(_)) => {}
            Err(error) => return Err((git, error)),
        }
        let first_line = |file: &Path| match unread::read_anywhere(file, Links::Follow, BYTES_MAX) {
            Ok(text) => {
                let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
                let line = str::from_utf8(line).ok();
                Ok(line.map(|line| line.trim_end_matches('\r').to_owned()))
            }
            Err(error) if unread::is_gone(&error) => Ok(None),
            Err(error) => Err((file.to_owned(), error)),
        };
        let Some(line) = first_line(&git)? else {
            return Ok(None);
        };
        let Some(own) = line.strip_prefix("gitdir: ") else {
            return Ok(None);
        };
        let own = folder.join(own);
        let pointer = own.join("commondir");
        // A submodule has no such file: it shares nothing.
        let common = match first_line(&pointer)? {
            Some(common) => own.join(common),
            None => own,
        };
        Ok(Some(Self {
            pointers: vec![git, pointer],
            common,
        }))
    }

    /// Git's file of ignore rules.
    pub(super) fn exclude_file(&self) -> PathBuf {
        self.common.join("info").join(EXCLUDE_FILE)
    }
}
