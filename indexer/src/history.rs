//! The history of the repository, as the sections that hold it. Read once per commit.
//!
//! What a commit changed never changes, so the commits that were read once are kept in a cache file. An update after a new
//! commit reads that one alone; after a rebase or in another branch, it reads the commits that it does not know.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use bombe_format::column::history::State;
use bombe_format::section::Section;
use bombe_history::commit::{Commit, Id};
use bombe_history::repository::Repository;
use bombe_history::table::Table;
use bombe_history::walk::{self, End, Walk};
use bombe_history::{Sections, none, sections};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::cache_file;
use crate::discover::CacheFiles;
use crate::discover::git::GitState;
use crate::discover::settings::HistorySettings;
use crate::fingerprint::FINGERPRINT;

/// The history of a repository at a commit.
#[derive(Clone, Default)]
pub struct History {
    /// Equal keys stand for equal sections.
    pub key: [u8; 32],
    /// The sections of a snapshot that hold it.
    pub sections: Arc<Sections>,
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", blake3::Hash::from_bytes(self.key))
    }
}

/// The history of the last update.
#[derive(Serialize, Deserialize)]
struct Cached {
    /// What it depends on.
    input: [u8; 32],
    key: [u8; 32],
    sections: Vec<(u32, ByteBuf)>,
}

/// The commits that the last update has walked.
#[derive(Serialize, Deserialize)]
struct CachedCommits {
    /// What else their changes depend on.
    scope: [u8; 32],
    commits: Vec<Commit>,
}

impl History {
    /// Returns the history before and including the commit that git reports for the folder `root`. With `caches`, reads only
    /// commits that are not in there.
    pub fn of(
        root: &Path,
        git: &GitState,
        settings: Option<&HistorySettings>,
        caches: Option<&CacheFiles>,
    ) -> Self {
        let Some(settings) = settings.filter(|settings| settings.enabled) else {
            return Self::none(State::Off);
        };
        match git.commit.len() {
            0 => return Self::none(State::NoCommit),
            40 => {}
            _ => return Self::none(State::OtherIds),
        }
        let repository = Repository::around(root).ok().flatten();
        let shallow = repository
            .as_ref()
            .map(|repository| &repository.shallow[..]);
        let scope = hash(&[
            FINGERPRINT.as_bytes(),
            git.prefix.as_bytes(),
            &[u8::from(settings.emails)],
        ]);
        let input = hash(&[
            &scope,
            git.commit.as_bytes(),
            &(settings.depth as u64).to_le_bytes(),
            shallow.unwrap_or(b"none"),
        ]);
        let cached: Option<Cached> = caches.and_then(|caches| cache_file::read(&caches.history));
        if let Some(history) = cached
            .filter(|cached| cached.input == input)
            .and_then(Cached::into_history)
        {
            return history;
        }
        let known: Option<CachedCommits> =
            caches.and_then(|caches| cache_file::read(&caches.commits));
        let known = known.filter(|known| known.scope == scope);
        let read = || {
            let known = known.into_iter().flat_map(|known| known.commits);
            let known: HashMap<Id, Commit> = known.map(|commit| (commit.id, commit)).collect();
            let options = walk::Options {
                depth: settings.depth,
                folder: &git.prefix,
                with_addresses: settings.emails,
            };
            Some(walk::walk(
                repository.as_ref()?,
                &git.commit,
                options,
                known,
            ))
        };
        // The repository chooses the bytes of its objects.
        let walk = catch_unwind(AssertUnwindSafe(read)).ok().flatten();
        let walk = walk.unwrap_or_else(|| Walk {
            end: End {
                is_incomplete: true,
                ..End::default()
            },
            ..Walk::default()
        });
        let is_complete = !walk.end.is_incomplete;
        if let Some(caches) = caches.filter(|_| walk.read > 0) {
            let commits = walk.commits.clone();
            cache_file::write(&caches.commits, &CachedCommits { scope, commits });
        }
        let sections = sections(&Table::of(walk), &git.commit, settings.depth);
        let key = if is_complete {
            input
        } else {
            // What is missing may be there the next time.
            let bytes = sections.iter().map(|(_, bytes)| &bytes[..]);
            hash(&[&input[..]].into_iter().chain(bytes).collect::<Vec<_>>())
        };
        if let Some(caches) = caches.filter(|_| is_complete) {
            let stored = sections.iter().map(|(section, bytes)| {
                let bytes = ByteBuf::from(bytes.clone());
                (section.number(), bytes)
            });
            let sections = stored.collect();
            cache_file::write(
                &caches.history,
                &Cached {
                    input,
                    key,
                    sections,
                },
            );
        }
        Self {
            key,
            sections: Arc::new(sections),
        }
    }

    fn none(state: State) -> Self {
        Self {
            key: hash(&[FINGERPRINT.as_bytes(), &[state as u8]]),
            sections: Arc::new(none(state)),
        }
    }
}

impl Cached {
    fn into_history(self) -> Option<History> {
        let sections = self.sections.into_iter();
        let sections =
            sections.map(|(number, bytes)| Some((Section::from_number(number)?, bytes.into_vec())));
        Some(History {
            key: self.key,
            sections: Arc::new(sections.collect::<Option<_>>()?),
        })
    }
}

/// Hashes parts, each preceded by its length.
fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    *hasher.finalize().as_bytes()
}
