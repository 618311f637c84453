//! `bombe-build [PATH] -o FILE`: the full build.

use std::fs;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use bombe_format::header::Header;
use clap::Args;

use super::Outcome;
use super::progress::Bars;
use crate::commit::Beside;
use crate::discover::{self, Kept, Settings};
use crate::ledger;
use crate::overlay::{Base, Carried, Delta, Plan, record_of};
use crate::pipeline::{Built, Output, Planned, Resolved};
use crate::report::{Phase, Progress as _, Summary};
use crate::scan::{self, Recognised, Scan};
use crate::store::{self, Store};
use crate::{encode, pipeline};
use bombe_resolve::Parsed;
use bombe_resolve::record::ResolvedFile;

/// Where a snapshot is put and found by default, below the root of a repository.
pub(super) const DEFAULT_OUTPUT: &str = ".bombe/snapshot.bmb";

#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository
    #[arg(default_value = ".")]
    path: PathBuf,
    /// The snapshot to write [default: .bombe/snapshot.bmb below PATH]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Leave source texts out: smaller, but no tool can show code
    #[arg(long)]
    no_source: bool,
    /// Compression of texts and sources, 1 (fast) to 19 (small) [default: by their size]
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(i32).range(1..=19))]
    level: Option<i32>,
    /// Take the facts of unchanged files from those kept beside this snapshot instead of parsing them
    #[arg(long, value_name = "SNAPSHOT")]
    from: Option<PathBuf>,
    /// Keep facts beside the snapshot, for `update` and `--from`; without -o they are always kept
    #[arg(long)]
    facts: bool,
    /// Number of threads, 0 for one per processor; the snapshot does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,
    /// No progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let root = &arguments.path;
    let settings = Settings::read(root)?;
    let output = match &arguments.output {
        Some(output) => output.clone(),
        None => root.join(DEFAULT_OUTPUT),
    };
    let options = encode::Options {
        sources: !arguments.no_source,
        level: arguments.level,
    };
    let before = match &arguments.from {
        Some(from) => {
            if !from.is_file() {
                bail!("--from: there is no snapshot {}", from.display());
            }
            Store::open(&Beside::of(from).facts())
        }
        None => Store::default(),
    };
    let before = Arc::new(before);
    let bars = Bars::new(arguments.quiet);
    let pool = pipeline::pool(arguments.threads).context("cannot start threads")?;
    if !root.is_dir() {
        // The walk tells what is wrong with it, before anything is written.
        pool.install(|| scan::read(root, &settings, &bars))?;
    }
    prepare_folder(&output, arguments.output.is_none())
        .with_context(|| format!("cannot make the folder of {}", output.display()))?;
    let build = Build {
        root,
        settings: &settings,
        options,
        before: &before,
        kept: None,
        bars: &bars,
    };
    let mut summary = if arguments.facts || arguments.output.is_none() {
        let beside = Beside::of(&output);
        let _lock = beside.lock()?;
        let kept = beside.kept();
        // A build looks at everything.
        kept.forget();
        let build = Build {
            kept: Some(&kept),
            ..build
        };
        let published = pool.install(|| {
            let scan = build.scan()?;
            let state = build.state(&scan);
            build.keep(&scan, &state, &beside, true)?;
            build.publish(scan, &state, &beside, None, None)
        })?;
        published.into_summary()
    } else {
        let written = pool.install(|| {
            let scan = build.scan()?;
            let state = build.state(&scan);
            build.write(scan, &state, None, None)
        })?;
        let built = written.built;
        encode::write_file(&output, &built.bytes).with_context(|| {
            format!(
                "cannot write {}: name another file with -o",
                output.display()
            )
        })?;
        built.summary
    };
    bars.finish();
    summary.elapsed = start.elapsed();
    if !arguments.quiet {
        writeln!(io::stdout(), "{}: {}", output.display(), summary)?;
    }
    Ok(Outcome::Done)
}

/// A build with what it starts from.
pub(super) struct Build<'b> {
    pub(super) root: &'b Path,
    pub(super) settings: &'b Settings,
    pub(super) options: encode::Options,
    pub(super) before: &'b Arc<Store>,
    /// What earlier scans have found; for whoever has the lock.
    pub(super) kept: Option<&'b Kept>,
    pub(super) bars: &'b Bars,
}

/// What a snapshot is made from and is to say.
pub(super) struct State {
    meta: encode::Meta,
    /// Digests of all that it is made from.
    pub(super) made_of: store::State,
}

/// What was encoded.
struct Written {
    built: Built,
    what: What,
    /// What was found out about the files that were resolved.
    rows: Vec<ResolvedFile>,
}

enum What {
    /// With the record of it.
    Base(Vec<u8>),
    /// With what it was encoded from.
    Overlay(Overlay, Box<Delta>),
}

/// An overlay in numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlay {
    /// Its files.
    pub(super) files: usize,
    /// Files of the base that it masks.
    pub(super) masked: usize,
    /// Files whose sites were resolved, if not those of all.
    pub(super) resolved: Option<usize>,
    /// So much differs that it should be merged with its base.
    pub(super) merge: bool,
}

impl Overlay {
    fn of(delta: &Delta, merge_above: u64, resolved: Option<usize>) -> Self {
        Self {
            resolved,
            files: delta.graph.files.len(),
            masked: delta.mask.masked.len(),
            merge: delta.bytes > merge_above,
        }
    }
}

/// What was made current.
#[derive(Debug)]
pub(super) enum Published {
    /// A new base.
    Base(Summary),
    /// An overlay over the base that was there.
    Overlay(Summary, Overlay),
    /// The base that was there, alone.
    BaseAgain,
}

impl Published {
    fn into_summary(self) -> Summary {
        match self {
            Self::Base(summary) | Self::Overlay(summary, _) => summary,
            Self::BaseAgain => Summary::default(),
        }
    }
}

impl Build<'_> {
    fn scan(&self) -> anyhow::Result<Scan> {
        self.bars.start(Phase::Discover, 0);
        let found = match self.kept {
            Some(kept) => discover::discover_again(self.root, self.settings, kept)?,
            None => discover::discover(self.root, self.settings)?,
        };
        Ok(self.read(Recognised::of(self.root, found, self.before)))
    }

    pub(super) fn read(&self, recognised: Recognised) -> Scan {
        let keep = self.kept.is_some();
        recognised.read(self.root, self.settings, self.before, keep, self.bars)
    }

    pub(super) fn state(&self, scan: &Scan) -> State {
        let meta = pipeline::meta(self.root, self.settings, self.kept);
        let made_of = scan.state(self.settings, &meta, self.options);
        State { meta, made_of }
    }

    /// Resolves and encodes a scan: as an overlay if there is a base to lie over and little enough differs, else as a base.
    ///
    /// With a plan, only the files of that are resolved.
    fn write(
        &self,
        scan: Scan,
        state: &State,
        base: Option<&Base>,
        plan: Option<&mut Plan>,
    ) -> anyhow::Result<Written> {
        let planned = plan.is_some();
        // Kept facts have passed their checksums, but a file that somebody made up may do so, too: what fails on it is done
        // again from the sources.
        let result = catch_unwind(AssertUnwindSafe(|| match (base, plan) {
            (Some(base), Some(plan)) => self.encode_some(scan, plan, state, base),
            _ => {
                let parsed = scan.into_parsed(self.root, self.settings, self.before);
                self.encode(parsed, state, base)
            }
        }));
        match result {
            Ok(Ok(written)) => Ok(written),
            Ok(Err(error)) if !planned => Err(error),
            Ok(Err(_)) | Err(_) if !self.before.is_empty() => {
                let parsed = scan::read(self.root, self.settings, self.bars)?;
                self.encode(parsed, state, base)
            }
            Ok(Err(error)) => Err(error),
            Err(panic) => resume_unwind(panic),
        }
    }

    fn output<'o>(&'o self, state: &'o State) -> Output<'o> {
        Output {
            root: self.root,
            meta: &state.meta,
            options: self.options,
            progress: self.bars,
        }
    }

    fn encode_some(
        &self,
        scan: Scan,
        plan: &mut Plan,
        state: &State,
        base: &Base,
    ) -> anyhow::Result<Written> {
        let (repo, skipped) = scan
            .into_repo(self.settings, self.before, &plan.ledger)
            .context("a ledger of other files")?;
        let files = &repo.files[..repo.repo_files as usize];
        let all: u64 = files.iter().map(|file| file.size).sum();
        let merge_above = self.settings.update.merge_above(all);
        let (resolution, paths) = match pipeline::resolve_planned(repo, skipped, plan, self.bars) {
            Planned::Everything(resolved) => {
                return self.encode_resolved(resolved, state, Some(base));
            }
            Planned::Some(resolution, paths) => (resolution, paths),
        };
        let mut own = plan.resolved().unwrap_or_default().to_vec();
        let resolved = own.len();
        let paths: Vec<&str> = paths.iter().collect();
        let emitted = match plan.carried() {
            Some(carried) => carried
                .add_to(resolution.emitted, &mut own, &paths, &base.record)
                .context("rows of another overlay")?,
            None => resolution.emitted,
        };
        let output = self.output(state);
        let (built, delta) = pipeline::overlay_of_some(&emitted, &own, &paths, base, &output)?;
        let overlay = Overlay::of(&delta, merge_above, Some(resolved));
        let what = What::Overlay(overlay, Box::new(delta));
        let rows = resolution.rows;
        Ok(Written { built, what, rows })
    }

    fn encode(
        &self,
        parsed: Parsed,
        state: &State,
        base: Option<&Base>,
    ) -> anyhow::Result<Written> {
        let resolved = pipeline::resolve(parsed, self.bars);
        self.encode_resolved(resolved, state, base)
    }

    fn encode_resolved(
        &self,
        resolved: Resolved,
        state: &State,
        base: Option<&Base>,
    ) -> anyhow::Result<Written> {
        let made_of = &state.made_of;
        if let Some(base) = base {
            let delta = Delta::of(&resolved.graph, &resolved.digests, &base.record);
            let all: u64 = resolved.graph.files.iter().map(|file| file.size).sum();
            let update = &self.settings.update;
            // A base whose record does not fit it is replaced.
            if delta.bytes <= update.most_beside(all)
                && let Some(kept) = base.record.sums_without(&delta.mask.masked)
            {
                let kept = &kept.lengths;
                let built = resolved.overlay(&delta, &base.record, kept, &self.output(state))?;
                let overlay = Overlay::of(&delta, update.merge_above(all), None);
                let what = What::Overlay(overlay, Box::new(delta));
                let rows = resolved.rows;
                return Ok(Written { built, what, rows });
            }
        }
        let built = resolved.base(&self.output(state))?;
        let identity = Header::read(&built.bytes)?.identity;
        let record = record_of(
            &resolved.graph,
            &resolved.digests,
            &resolved.links,
            &built.bytes,
            identity,
            made_of.inputs,
        )?;
        let what = What::Base(record);
        let rows = resolved.rows;
        Ok(Written { built, what, rows })
    }

    /// Keeps the facts of a scan: what is otherwise than before, or with `whole` all of them anew. Only for whoever has the
    /// lock.
    pub(super) fn keep(
        &self,
        scan: &Scan,
        state: &State,
        beside: &Beside,
        whole: bool,
    ) -> anyhow::Result<()> {
        scan.store(&beside.facts(), state.made_of, self.before, whole)
            .with_context(|| unwritable(beside))
    }

    /// Builds from a scan of which the facts are kept, and makes the result current: an overlay over `base` if little enough
    /// differs from it, else a new base. With a plan, only the files of that are resolved. The caller holds the lock.
    pub(super) fn publish(
        &self,
        scan: Scan,
        state: &State,
        beside: &Beside,
        mut base: Option<Base>,
        mut plan: Option<&mut Plan>,
    ) -> anyhow::Result<Published> {
        let unwritable = || unwritable(beside);
        let inputs = state.made_of.inputs;
        if let Some(base) = base.as_mut().filter(|base| base.record.inputs == inputs) {
            base.settle(beside)
                .and_then(|()| {
                    beside.publish_no_overlay(base.record.identity, inputs, self.options)
                })
                .and_then(|()| ledger::bring_back(&beside.ledger(), inputs))
                .with_context(unwritable)?;
            return Ok(Published::BaseAgain);
        }
        let Written { built, what, rows } =
            self.write(scan, state, base.as_ref(), plan.as_deref_mut())?;
        // Only what lies over a base leaves that one to come back to.
        let over = match &what {
            What::Base(_) => None,
            What::Overlay(..) => base.as_ref().map(|base| base.record.inputs),
        };
        let keep_ledger = |what: &What| match (plan, what) {
            (Some(plan), What::Overlay(overlay, _)) if overlay.resolved.is_some() => {
                plan.keep(&beside.ledger(), inputs, rows, over)
            }
            _ => ledger::write_whole(&beside.ledger(), inputs, &rows, over),
        };
        let summary = built.summary;
        match (&what, &mut base) {
            (What::Overlay(overlay, delta), Some(base)) => {
                let identity = base.record.identity;
                let bytes = &built.bytes;
                let own = Header::read(bytes)?.identity;
                let keep = || {
                    Carried::keep(&beside.rows(), identity, own, delta);
                    keep_ledger(&what)
                };
                let publish = || {
                    base.settle(beside)?;
                    let links = delta.links.state();
                    beside.publish_overlay(identity, bytes, links, inputs, self.options)
                };
                // What is kept names the state that it is of, so the order of the two does not matter.
                let (kept, published) = rayon::join(keep, publish);
                kept.and(published).with_context(unwritable)?;
                Ok(Published::Overlay(summary, *overlay))
            }
            (What::Base(record), _) => {
                keep_ledger(&what)
                    .and_then(|()| beside.publish_base(&built.bytes, record, inputs, self.options))
                    .with_context(unwritable)?;
                Ok(Published::Base(summary))
            }
            (What::Overlay(..), None) => bail!("an overlay without a base"),
        }
    }
}

fn unwritable(beside: &Beside) -> String {
    let snapshot = beside.snapshot().display();
    format!("cannot write {snapshot} and what lies beside it")
}

/// Makes the folder of the output; the default one ignores itself in git.
pub(super) fn prepare_folder(output: &Path, is_default: bool) -> io::Result<()> {
    let Some(folder) = output
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    else {
        return Ok(());
    };
    if is_default {
        // The root is there; one that has gone in the meantime must not come back.
        encode::create_folder(folder)?;
    } else {
        fs::create_dir_all(folder)?;
    }
    let ignore = folder.join(".gitignore");
    if is_default && !ignore.exists() {
        fs::write(ignore, "*\n")?;
    }
    Ok(())
}
