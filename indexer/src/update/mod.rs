//! Updates: brings a snapshot up to date with its work tree, or compacts it.
//!
//! An update scans the tree, plans (`plan`) which files to re-resolve, encodes what differs from the base as an overlay
//! (`partial`), and publishes that. Compaction is an update whose result is a base.

mod file_changes;
mod partial;
mod plan;
mod prefetch;
mod visibility;

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use bombe_format::commit::CommitPoint;

use self::plan::Plan;
use crate::build::{BuildError, Builder, Inputs};
use crate::dependency_cache::DependencyCache;
use crate::discover::{self, DiscoverError, Settings, SettingsError, git};
use crate::facts_cache::FactsCache;
use crate::integrity::{self, Integrity};
use crate::losses::{self, WouldLose};
use crate::overlay::Base;
use crate::publish::{Published, Publisher, WriteError};
use crate::remarks::Remarks;
use crate::report::{Phase, Progress};
use crate::scan::Scan;
use crate::snapshot_dir::{
    DEFAULT_SNAPSHOT, LockError, SnapshotDir, TreeState, create_folder_of, options_of,
};
use crate::source_texts::SourceTexts;

/// How an update has ended.
#[derive(Debug)]
pub enum Updated {
    /// Another state is current now.
    Changed {
        /// Number of files that were parsed.
        parsed: usize,
        /// What is current.
        published: Published,
    },
    /// The snapshot holds this very state.
    Unchanged,
    /// Another update waits for the lock, and will see all changes.
    LeftToOther,
}

impl Updated {
    /// Returns true if so much differs from the base that it should be compacted.
    pub fn wants_compaction(&self) -> bool {
        matches!(
            self,
            Self::Changed {
                published: Published::Overlay(_, stats),
                ..
            } if stats.compact
        )
    }
}

impl fmt::Display for Updated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed { parsed, published } => match published {
                Published::Base(summary) => write!(f, "{parsed} files parsed; {summary}"),
                Published::Overlay(summary, overlay) => {
                    write!(f, "{parsed} files parsed, ")?;
                    if let Some(resolved) = overlay.resolved {
                        write!(f, "only {resolved} resolved, ")?;
                    }
                    let (files, masked) = (overlay.files, overlay.masked);
                    write!(
                        f,
                        "overlay of {files} files over {masked} of the base; {summary}"
                    )
                }
                Published::BaseAlone => write!(f, "{parsed} files parsed; as in the base again"),
            },
            Self::Unchanged => write!(f, "up to date"),
            Self::LeftToOther => write!(f, "another update is waiting and will see all changes"),
        }
    }
}

/// An update or a compaction that was done.
#[derive(Debug)]
pub struct Refreshed {
    /// How it has ended.
    pub updated: Updated,
    /// What else the user is told.
    pub remarks: Remarks,
}

/// What the caller of an update chooses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// Wait for another writer.
    pub wait: bool,
    /// Replace a snapshot that holds files that cannot be read now.
    pub force: bool,
}

/// An update that has published nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UpdateError {
    /// The settings cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The repository cannot be walked, or the snapshot cannot be encoded.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The folder of the snapshot cannot be created.
    #[error("cannot create the folder of {}", .snapshot.display())]
    Folder {
        /// The snapshot.
        snapshot: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The lock cannot be taken.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Files of the snapshot cannot be read now.
    #[error(transparent)]
    WouldLose(#[from] WouldLose),
}

impl From<DiscoverError> for UpdateError {
    fn from(error: DiscoverError) -> Self {
        Self::Build(error.into())
    }
}

/// Brings the snapshot of the repository at `root` up to date, or makes the first one. If asked to, waits for another
/// writer, unless an update waits already. Call it inside a [`pool`](crate::build::pool).
///
/// # Errors
/// See [`UpdateError`].
pub fn update(
    root: &Path,
    choices: Choices,
    progress: &dyn Progress,
) -> Result<Refreshed, UpdateError> {
    let (settings, dir) = open(root)?;
    let lock = if choices.wait {
        dir.lock_in_turn()?
    } else {
        Some(dir.lock()?)
    };
    let Some(_lock) = lock else {
        return Ok(Refreshed {
            updated: Updated::LeftToOther,
            remarks: Remarks::default(),
        });
    };
    let refresh = Refresh {
        root,
        settings: &settings,
        dir: &dir,
        goal: Goal::Current,
        force: choices.force,
        progress,
    };
    refresh.until_consistent()
}

/// Writes a new base of the present state of the repository at `root`, so that no overlay lies over it. If asked to,
/// waits for other writers. Call it inside a [`pool`](crate::build::pool).
///
/// # Errors
/// See [`UpdateError`].
pub fn compact(
    root: &Path,
    choices: Choices,
    progress: &dyn Progress,
) -> Result<Refreshed, UpdateError> {
    let (settings, dir) = open(root)?;
    let _lock = if choices.wait {
        dir.lock_patiently()?
    } else {
        dir.lock()?
    };
    let refresh = Refresh {
        root,
        settings: &settings,
        dir: &dir,
        goal: Goal::Base,
        force: choices.force,
        progress,
    };
    refresh.until_consistent()
}

/// Returns the settings of a repository and its snapshot folder. Creates the folder above it.
fn open(root: &Path) -> Result<(Settings, SnapshotDir), UpdateError> {
    let settings = Settings::read(root)?;
    let snapshot = root.join(DEFAULT_SNAPSHOT);
    if !root.is_dir() {
        return Err(DiscoverError::NotAFolder(root.to_owned()).into());
    }
    match create_folder_of(&snapshot, true) {
        Ok(()) => Ok((settings, SnapshotDir::of(&snapshot))),
        Err(source) => Err(UpdateError::Folder { snapshot, source }),
    }
}

/// What is to be current.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// Whatever holds the present state of the tree.
    Current,
    /// A base that holds it alone.
    Base,
}

/// Makes the present state of a tree current. The caller holds the lock.
struct Refresh<'r> {
    root: &'r Path,
    settings: &'r Settings,
    dir: &'r SnapshotDir,
    goal: Goal,
    /// Replace a snapshot that holds files that cannot be read now.
    force: bool,
    progress: &'r dyn Progress,
}

impl Refresh<'_> {
    /// Tries again while files change between parsing and encoding.
    fn until_consistent(&self) -> Result<Refreshed, UpdateError> {
        let mut texts = SourceTexts::default();
        loop {
            match attempt(self, &texts)? {
                Some(refreshed) => return Ok(refreshed),
                None => texts = next_attempt(&texts)?.unwrap_or_default(),
            }
        }
    }
}

fn next_attempt(texts: &SourceTexts) -> Result<Option<SourceTexts>, UpdateError> {
    let next = texts.next_attempt().map_err(BuildError::from);
    Ok(next?)
}

/// Makes the present state of a tree current. None if files have changed between parsing and encoding: then nothing is
/// published.
fn attempt(refresh: &Refresh, texts: &SourceTexts) -> Result<Option<Refreshed>, UpdateError> {
    let Refresh {
        root,
        settings,
        dir,
        goal,
        force,
        progress,
    } = *refresh;
    let start = Instant::now();
    let scanned = SystemTime::now();
    let current = dir.current();
    let main = git::main_tree(root).map(|main| SnapshotDir::of(&main.join(DEFAULT_SNAPSHOT)));
    let main = main.filter(SnapshotDir::is_made_here);
    let caches = dir.discover_caches();
    progress.start(Phase::Discover, 0);
    let open_facts = || {
        if texts.is_without_cache() {
            return FactsCache::default();
        }
        let before = FactsCache::open(&dir.facts());
        // Worktrees of one repository have most files in common, so the first update takes the facts of the main one, and
        // its base.
        match &main {
            Some(main) if before.is_empty() => FactsCache::open(&main.facts()),
            _ => before,
        }
    };
    // What is damaged counts as absent, and is made again.
    let check = || current.as_ref().map(|commit| integrity::check(dir, commit));
    let (found, (before, integrity)) = rayon::join(
        || discover::rediscover(root, settings, &caches),
        || rayon::join(open_facts, check),
    );
    let current = current.filter(|_| integrity != Some(Integrity::BaseDamaged));
    let (found, before) = (found?, Arc::new(before));
    let of_main = match (&current, &main) {
        (None, Some(main)) => Base::of_other(dir, main),
        _ => None,
    };
    let main_options = of_main.as_ref().map(|base| base.options);
    let options = current.as_ref().map(options_of).or(main_options);
    let options = options.or_else(|| dir.options_of_base());
    let builder = Builder {
        root,
        settings,
        options: options.unwrap_or_default(),
        before: &before,
        texts,
        caches: Some(&caches),
        progress,
    };
    let (mut scan, known_early) = builder.scan_found(found, |parsing| {
        prefetch::while_parsing(parsing, current.as_ref(), dir, &before)
    });
    let known_early = known_early.map(|prefetched| {
        scan.take_opened(prefetched.opened);
        prefetched.known
    });
    if !force {
        losses::check(dir.snapshot(), &scan, settings)?;
    }
    let update = Scanned {
        builder,
        dir,
        goal,
        current: current.as_ref(),
        has_overlay: integrity != Some(Integrity::OverlayDamaged),
    };
    let parsed = scan.parsed();
    let (inputs, planned) = match known_early {
        Some((base, dependencies)) => {
            let inputs_and_save = || {
                let inputs = update.builder.inputs(&scan);
                let saved = if update.is_current(&inputs) {
                    Ok(())
                } else {
                    update.save_facts(&scan, &inputs, base.as_ref())
                };
                (inputs, saved)
            };
            let ((inputs, saved), plan) = rayon::join(inputs_and_save, || {
                update.plan(&scan, base.as_ref(), dependencies)
            });
            saved?;
            (inputs, Some((base, plan)))
        }
        None => (update.builder.inputs(&scan), None),
    };
    let remarks = scan.remarks(inputs.git_fault.as_ref());
    let ignored = remarks.ignored;
    let refreshed = |updated| Some(Refreshed { updated, remarks });
    if update.is_current(&inputs) {
        if scan.has_new_stamps() {
            // If the stamps cannot be saved, the next update reads these files again.
            let _ = scan.save(&dir.facts(), inputs.hashes, &before, false);
        }
        dir.remove_old_files();
        return Ok(refreshed(Updated::Unchanged));
    }
    let (base, plan) = match planned {
        Some(planned) => planned,
        None => {
            let (base, dependencies) = match &current {
                Some(commit) => prefetch::known(dir, commit),
                None => (of_main, None),
            };
            update.save_facts(&scan, &inputs, base.as_ref())?;
            let plan = update.plan(&scan, base.as_ref(), dependencies);
            (base, plan)
        }
    };
    let mut base = base.filter(|base| update.may_keep(&inputs, base));
    let publisher = Publisher {
        dir,
        state: TreeState {
            inputs: inputs.hashes.inputs,
            options: update.builder.options,
            scanned,
        },
    };
    let Scanned { builder, .. } = update;
    let mut published = match (&mut base, plan) {
        (Some(base), _) if base.manifest.inputs == publisher.state.inputs => {
            publisher.restore(base)?
        }
        (Some(base), Some(mut plan)) => {
            let encoded = partial::encode(&builder, scan, &mut plan, &inputs, base)?;
            if next_attempt(texts)?.is_some() {
                return Ok(None);
            }
            let published = if encoded.is_partial() {
                publisher.publish_with(encoded, Some(base), |rows, base_inputs| {
                    plan.save(
                        &dir.dependencies(),
                        publisher.state.inputs,
                        rows,
                        base_inputs,
                    )
                })
            } else {
                publisher.publish(encoded, Some(base))
            };
            // Freeing all that the plan holds, piece by piece, would delay the caller; most often the process ends first.
            rayon::spawn(move || drop(plan));
            published?
        }
        (base, _) => {
            let encoded = builder.encode(scan, &inputs, base.as_ref())?;
            if next_attempt(texts)?.is_some() {
                return Ok(None);
            }
            publisher.publish(encoded, base.as_mut())?
        }
    };
    if let Some(summary) = published.summary_mut() {
        summary.elapsed = start.elapsed();
        summary.ignored = ignored;
    }
    dir.remove_old_files();
    rayon::spawn(move || drop(before));
    Ok(refreshed(Updated::Changed { parsed, published }))
}

/// An update after its scan.
struct Scanned<'u> {
    builder: Builder<'u>,
    dir: &'u SnapshotDir,
    goal: Goal,
    /// The commit point before the update.
    current: Option<&'u CommitPoint>,
    /// The overlay that it names is there and undamaged, if it names one.
    has_overlay: bool,
}

impl Scanned<'_> {
    /// Plans which files to re-resolve; none if all are to be.
    fn plan(
        &self,
        scan: &Scan,
        base: Option<&Base>,
        dependencies: Option<DependencyCache>,
    ) -> Option<Plan> {
        let commit = self.current;
        let commit = commit.filter(|_| self.goal == Goal::Current && base.is_some());
        let (commit, dependencies) = commit.zip(dependencies)?;
        let Builder {
            settings, before, ..
        } = self.builder;
        let plan = || Plan::of(dependencies, scan, settings, before, commit, self.dir);
        // A plan reads cached facts. If it fails on forged ones, all files are resolved.
        catch_unwind(AssertUnwindSafe(plan)).ok().flatten()
    }

    fn is_current(&self, inputs: &Inputs) -> bool {
        self.current.is_some_and(|commit| {
            commit.inputs == inputs.hashes.inputs
                && match self.goal {
                    Goal::Current => self.has_overlay,
                    Goal::Base => commit.overlay.is_none(),
                }
        })
    }

    /// Returns true if a base may stay: even compaction keeps one that holds the present state.
    fn may_keep(&self, inputs: &Inputs, base: &Base) -> bool {
        self.goal == Goal::Current || base.manifest.inputs == inputs.hashes.inputs
    }

    /// Saves the facts of the scan: what differs, or all of them where a new base is due.
    fn save_facts(
        &self,
        scan: &Scan,
        inputs: &Inputs,
        base: Option<&Base>,
    ) -> Result<(), WriteError> {
        let base = base.filter(|base| self.may_keep(inputs, base));
        let (path, before) = (self.dir.facts(), self.builder.before);
        scan.save(&path, inputs.hashes, before, base.is_none())
            .map_err(WriteError::of(self.dir))
    }
}
