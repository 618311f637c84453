//! `bombe-build [PATH] -o FILE`: the full build.

use std::fs;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;

use super::Outcome;
use super::progress::Bars;
use crate::commit::Beside;
use crate::discover::Settings;
use crate::facts::store::Store;
use crate::pipeline::{Built, Scan};
use crate::{encode, pipeline};

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
    let bars = Bars::new(arguments.quiet);
    let pool = pipeline::pool(arguments.threads).context("cannot start threads")?;
    if !root.is_dir() {
        // The walk tells what is wrong with it, before anything is written.
        pool.install(|| pipeline::read(root, &settings, &bars))?;
    }
    prepare_folder(&output, arguments.output.is_none())
        .with_context(|| format!("cannot make the folder of {}", output.display()))?;
    let build = Build {
        root,
        settings: &settings,
        options,
        before: &before,
        bars: &bars,
    };
    let mut built = if arguments.facts || arguments.output.is_none() {
        let beside = Beside::of(&output);
        let _lock = beside.lock()?;
        let scan = pool.install(|| build.scan(true))?;
        pool.install(|| build.publish(scan, &beside))?
    } else {
        let built = pool.install(|| build.finish(build.scan(false)?, &build.meta()))?;
        encode::write_file(&output, &built.bytes).with_context(|| {
            format!(
                "cannot write {}: name another file with -o",
                output.display()
            )
        })?;
        built
    };
    bars.finish();
    built.summary.elapsed = start.elapsed();
    if !arguments.quiet {
        writeln!(io::stdout(), "{}: {}", output.display(), built.summary)?;
    }
    Ok(Outcome::Done)
}

/// A build with what it starts from.
pub(super) struct Build<'b> {
    pub(super) root: &'b Path,
    pub(super) settings: &'b Settings,
    pub(super) options: encode::Options,
    pub(super) before: &'b Store,
    pub(super) bars: &'b Bars,
}

impl Build<'_> {
    pub(super) fn scan(&self, keep: bool) -> anyhow::Result<Scan> {
        Ok(pipeline::scan(
            self.root,
            self.settings,
            self.before,
            keep,
            self.bars,
        )?)
    }

    pub(super) fn meta(&self) -> encode::Meta {
        pipeline::meta(self.root, self.settings)
    }

    fn finish(&self, scan: Scan, meta: &encode::Meta) -> anyhow::Result<Built> {
        // Kept facts have passed their checksums, but a file that somebody made up may do so, too: what fails on it is done
        // again from the sources.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let parsed = scan.into_parsed(self.root, self.settings, self.before);
            pipeline::finish(self.root, meta, self.options, parsed, self.bars)
        }));
        match result {
            Ok(built) => Ok(built?),
            Err(_) if !self.before.is_empty() => {
                let parsed = pipeline::read(self.root, self.settings, self.bars)?;
                let built = pipeline::finish(self.root, meta, self.options, parsed, self.bars);
                Ok(built?)
            }
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Keeps the facts of a scan, builds, and makes the snapshot current. The caller holds the lock.
    pub(super) fn publish(&self, scan: Scan, beside: &Beside) -> anyhow::Result<Built> {
        let meta = self.meta();
        let inputs = scan.digest(self.settings, &meta, self.options);
        let unwritable = || {
            format!(
                "cannot write {}: name another file with -o",
                beside.snapshot().display()
            )
        };
        let facts = scan.store(self.before).context("cannot pack facts")?;
        encode::write_file(&beside.facts(), &facts).with_context(unwritable)?;
        drop(facts);
        let built = self.finish(scan, &meta)?;
        beside
            .publish(&built.bytes, inputs, self.options)
            .with_context(unwritable)?;
        Ok(built)
    }
}

/// Makes the folder of the output; the default one ignores itself in git.
pub(super) fn prepare_folder(output: &Path, is_default: bool) -> io::Result<()> {
    let Some(folder) = output
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    else {
        return Ok(());
    };
    fs::create_dir_all(folder)?;
    let ignore = folder.join(".gitignore");
    if is_default && !ignore.exists() {
        fs::write(ignore, "*\n")?;
    }
    Ok(())
}
