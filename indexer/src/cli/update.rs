//! `bombe-build update`: brings a snapshot up to date with its work tree.

use std::fmt;
use std::hint::black_box;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use bombe_format::commit::CommitPoint;
use clap::Args;
use rayon::prelude::*;

use super::Outcome;
use super::build::{Build, DEFAULT_OUTPUT, Published, State, prepare_folder};
use super::progress::Bars;
use crate::commit::{Beside, options_of};
use crate::discover::{Settings, discover_again, git};
use crate::hook::{self, Work};
use crate::ledger::Ledger;
use crate::overlay::{Base, Plan};
use crate::pipeline;
use crate::report::{Phase, Progress as _};
use crate::scan::{Recognised, Scan};
use crate::store::{Store, stub_path};
use bombe_resolve::repo::Opened;

/// Brings the snapshot of a repository up to date: only changed files are parsed
#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Wait for another build of the same snapshot to end; leave at once if somebody waits already
    #[arg(long)]
    wait: bool,
    /// Start no merge, however much differs from the base
    #[arg(long)]
    no_merge: bool,
    /// Number of threads, 0 for one per processor; the snapshot does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,
    /// No progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let root = root_of(&arguments.path);
    let bars = Bars::new(arguments.quiet);
    let pool = pipeline::pool(arguments.threads).context("cannot start threads")?;
    pool.broadcast(|_| leave_room());
    let updated = pool.install(|| update(&root, arguments.wait, !arguments.no_merge, &bars))?;
    bars.finish();
    if !arguments.quiet {
        let output = root.join(DEFAULT_OUTPUT);
        writeln!(io::stdout(), "{}: {updated}", output.display())?;
    }
    Ok(Outcome::Done)
}

/// Lets this thread keep memory that it has given back. The allocator of glibc otherwise asks for that of a thread page by
/// page, each time with a lock on the memory of the whole process: a seventh of the time of a small update. Nothing is touched.
fn leave_room() {
    // The first tells it that so much is ordinary (it is the most that can be), the second is what stays.
    for bytes in [31 << 20, 24 << 20] {
        drop(black_box(Vec::<u8>::with_capacity(bytes)));
    }
}

/// How an update ended.
pub(super) enum Updated {
    /// Something else is current now.
    Changed {
        /// Number of files that were parsed.
        parsed: usize,
        /// What is current.
        published: Published,
    },
    /// The snapshot was made from the very same inputs.
    Unchanged,
    /// Another process waits for its turn and will do it.
    LeftToOther,
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
                Published::BaseAgain => write!(f, "{parsed} files parsed; as in the base again"),
            },
            Self::Unchanged => write!(f, "up to date"),
            Self::LeftToOther => write!(f, "another update that waits will see all changes"),
        }
    }
}

/// Brings the snapshot of the repository at `root` up to date, or makes the first one. With `merge`, a merge is started
/// when much differs from the base. Call it inside a pool.
pub(super) fn update(root: &Path, wait: bool, merge: bool, bars: &Bars) -> anyhow::Result<Updated> {
    let (settings, beside) = prepare(root)?;
    let lock = if wait {
        beside.lock_in_turn()?
    } else {
        Some(beside.lock()?)
    };
    let Some(_lock) = lock else {
        return Ok(Updated::LeftToOther);
    };
    let updated = renew(root, &settings, &beside, Aim::Current, bars)?;
    if let Updated::Changed {
        published: Published::Overlay(_, overlay),
        ..
    } = &updated
        && overlay.merge
        && merge
        && let Ok(program) = std::env::current_exe()
    {
        // What cannot be started now is tried again by the next update.
        let _ = hook::start(root, &program, Work::Merge);
    }
    Ok(updated)
}

/// Settings and place of the snapshot of a repository, whose folder is there afterwards.
pub(super) fn prepare(root: &Path) -> anyhow::Result<(Settings, Beside)> {
    let settings = Settings::read(root)?;
    let output = root.join(DEFAULT_OUTPUT);
    anyhow::ensure!(
        root.is_dir(),
        "{} is not a folder: name the root of the repository",
        root.display()
    );
    prepare_folder(&output, true)
        .with_context(|| format!("cannot make the folder of {}", output.display()))?;
    Ok((settings, Beside::of(&output)))
}

/// What is to be current.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// Whatever holds the present state of the tree.
    Current,
    /// A base that does so alone.
    Base,
}

/// Makes the present state of a tree current. The caller holds the lock.
pub(super) fn renew(
    root: &Path,
    settings: &Settings,
    beside: &Beside,
    aim: Aim,
    bars: &Bars,
) -> anyhow::Result<Updated> {
    let start = Instant::now();
    let current = beside.current();
    let main = git::main_tree(root).map(|main| Beside::of(&main.join(DEFAULT_OUTPUT)));
    let kept = beside.kept();
    bars.start(Phase::Discover, 0);
    let (found, before) = rayon::join(
        || discover_again(root, settings, &kept),
        || {
            let before = Store::open(&beside.facts());
            // Worktrees of one repository have most files in common: the facts of the main one, and its base.
            match &main {
                Some(main) if before.is_empty() => Store::open(&main.facts()),
                _ => before,
            }
        },
    );
    let recognised = Recognised::of(root, found?, &before);
    let before = Arc::new(before);
    let of_other = match (&current, &main) {
        (None, Some(main)) => Base::of_other(beside, main),
        _ => None,
    };
    let base_options = of_other.as_ref().map(|base| base.options);
    let options = current.as_ref().map(options_of).or(base_options);
    let build = Build {
        root,
        settings,
        options: options.unwrap_or_default(),
        before: &before,
        kept: Some(&kept),
        bars,
    };
    let (scan, known_early) = read(&build, recognised, current.as_ref(), beside);
    let parsed = scan.parsed();
    let plan = |base: Option<&Base>, ledger: Option<Ledger>| {
        let commit = current.as_ref();
        let commit = commit.filter(|_| aim == Aim::Current && base.is_some());
        let (commit, ledger) = commit.zip(ledger)?;
        let plan = || Plan::of(ledger, &scan, settings, &before, commit, beside);
        // It looks into kept facts, which somebody may have made up: then all is resolved.
        catch_unwind(AssertUnwindSafe(plan)).ok().flatten()
    };
    let is_current = |state: &State| {
        current.as_ref().is_some_and(|commit| {
            commit.inputs == state.made_of.inputs
                && match aim {
                    Aim::Current => beside.is_whole(commit),
                    Aim::Base => commit.overlay.is_none(),
                }
        })
    };
    // A base that is to be replaced may still be the right one.
    let is_right = |state: &State, base: &Base| {
        aim == Aim::Current || base.record.inputs == state.made_of.inputs
    };
    let keep = |state: &State, base: Option<&Base>| {
        let over = base.filter(|base| is_right(state, base));
        build.keep(&scan, state, beside, over.is_none())
    };
    let (state, planned) = match known_early {
        Some((base, ledger)) => {
            let state_and_keep = || {
                let state = build.state(&scan);
                let kept = if is_current(&state) {
                    Ok(())
                } else {
                    keep(&state, base.as_ref())
                };
                (state, kept)
            };
            let ((state, kept), plan) = rayon::join(state_and_keep, || plan(base.as_ref(), ledger));
            kept?;
            (state, Some((base, plan)))
        }
        None => (build.state(&scan), None),
    };
    if is_current(&state) {
        if scan.is_worth_keeping() {
            // What cannot be kept is read again.
            let _ = build.keep(&scan, &state, beside, false);
        }
        beside.tidy();
        return Ok(Updated::Unchanged);
    }
    let (base, mut plan) = match planned {
        Some(planned) => planned,
        None => {
            let (base, ledger) = match &current {
                Some(commit) => known(beside, commit),
                None => (of_other, None),
            };
            keep(&state, base.as_ref())?;
            let plan = plan(base.as_ref(), ledger);
            (base, plan)
        }
    };
    let base = base.filter(|base| is_right(&state, base));
    let mut published = build.publish(scan, &state, beside, base, plan.as_mut())?;
    if let Published::Base(summary) | Published::Overlay(summary, _) = &mut published {
        summary.elapsed = start.elapsed();
    }
    beside.tidy();
    // Nobody waits until all that was read has been given back piece by piece: most often the process ends before.
    rayon::spawn(move || drop((plan, before)));
    Ok(Updated::Changed { parsed, published })
}

/// The base of what is current, and what was found out then.
type Known = (Option<Base>, Option<Ledger>);

fn known(beside: &Beside, commit: &CommitPoint) -> Known {
    let ledger = || Ledger::read(&beside.ledger(), commit.inputs);
    rayon::join(|| Base::current(beside, commit), ledger)
}

/// Reads the files that have changed. If some have, what lies beside the commit point is needed, too, and read meanwhile.
fn read(
    build: &Build,
    recognised: Recognised,
    commit: Option<&CommitPoint>,
    beside: &Beside,
) -> (Scan, Option<Known>) {
    let commit = commit.filter(|_| !recognised.is_complete());
    let changed: Vec<String> = recognised.changed().map(str::to_owned).collect();
    let is_read = AtomicBool::new(false);
    let read = || {
        let scan = build.read(recognised);
        is_read.store(true, Ordering::Relaxed);
        scan
    };
    let (mut scan, known) = rayon::join(read, || {
        let known = known(beside, commit?);
        let ledger = known.1.as_ref();
        let opened = ledger.map(|ledger| open_ahead(ledger, &changed, build.before, &is_read));
        Some((known, opened.unwrap_or_default()))
    });
    let known = known.map(|(known, opened)| {
        scan.take_opened(opened);
        known
    });
    (scan, known)
}

/// Unpacks what was opened for a few changed files the last time, until `is_read` is set: while these are parsed, most threads
/// have nothing else to do. Gives the places of rows in the store of facts.
fn open_ahead(
    ledger: &Ledger,
    changed: &[String],
    before: &Arc<Store>,
    is_read: &AtomicBool,
) -> Vec<(usize, Box<Opened>)> {
    if changed.len() >= rayon::current_num_threads() {
        return Vec::new();
    }
    let files: Vec<u32> = changed
        .iter()
        .filter_map(|path| ledger.find(path))
        .collect();
    let likely = ledger.opened_for(&files);
    let likely = likely.iter().filter(|file| !files.contains(file));
    let open = |file: &u32| {
        let entry = ledger.entries().get(*file as usize)?;
        let place = if entry.is_stub {
            before.place(&stub_path(entry.path()))?
        } else {
            before.place(entry.path())?
        };
        let facts = before.facts_to_look_at(before.row(place)?)?;
        Some((place, Box::new(Opened::new(facts))))
    };
    let likely: Vec<&u32> = likely.collect();
    let opened = || {
        let wanted = likely.into_par_iter().with_max_len(1);
        let opened = wanted.map(|file| (!is_read.load(Ordering::Relaxed)).then(|| open(file))?);
        opened.collect::<Vec<_>>().into_iter().flatten().collect()
    };
    // Facts that somebody has made up: whoever resolves finds out.
    catch_unwind(AssertUnwindSafe(opened)).unwrap_or_default()
}

/// The root that a folder belongs to: the nearest folder, itself included, that has a snapshot; else the top of the git
/// work tree; else itself.
pub(super) fn root_of(path: &Path) -> PathBuf {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let has = |inside: &'static str| {
        full.ancestors()
            .find(|folder| folder.join(inside).exists())
            .map(Path::to_owned)
    };
    let found = match (has(DEFAULT_OUTPUT), has(".git")) {
        // A snapshot above the work tree is another repository's.
        (Some(with_snapshot), Some(top)) if with_snapshot.starts_with(&top) => Some(with_snapshot),
        (with_snapshot, None) => with_snapshot,
        (_, top) => top,
    };
    match found {
        Some(found) if found == full => path.to_owned(),
        Some(found) => found,
        None => path.to_owned(),
    }
}
