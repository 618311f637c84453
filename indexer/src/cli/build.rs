//! `bombe-build [PATH] -o FILE`: the full build.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;

use super::Outcome;
use super::progress::Bars;
use crate::build::{self, Builder};
use crate::discover::{self, Settings};
use crate::facts_cache::FactsCache;
use crate::publish::{Publisher, WriteError};
use crate::snapshot_dir::{DEFAULT_SNAPSHOT, SnapshotDir, create_folder_of};
use crate::{atomic_file, encode};

#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository
    #[arg(default_value = ".")]
    path: PathBuf,
    /// The snapshot to write [default: .bombe/snapshot.bmb below PATH]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Leave source texts out. The snapshot is smaller, but no tool can show code
    #[arg(long)]
    no_source: bool,
    /// Compression of texts and sources, 1 (fast) to 19 (small) [default: by their size]
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(i32).range(1..=19))]
    level: Option<i32>,
    /// Take the facts of unchanged files from the cache next to this snapshot instead of parsing them
    #[arg(long, value_name = "SNAPSHOT")]
    from: Option<PathBuf>,
    /// Save facts next to the snapshot, for `update` and `--from`. Without -o they are always saved
    #[arg(long)]
    facts: bool,
    /// Number of threads, 0 for one per processor. The snapshot does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Print no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let root = &arguments.path;
    let settings = Settings::read(root)?;
    let output = match &arguments.output {
        Some(output) => output.clone(),
        None => root.join(DEFAULT_SNAPSHOT),
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
            FactsCache::open(&SnapshotDir::of(from).facts())
        }
        None => FactsCache::default(),
    };
    let before = Arc::new(before);
    let bars = Bars::new(arguments.quiet);
    let pool = build::pool(arguments.threads).context("cannot start threads")?;
    // What is wrong with the root shows before anything is written.
    discover::check_root(root)?;
    create_folder_of(&output, arguments.output.is_none())
        .with_context(|| format!("cannot create the folder of {}", output.display()))?;
    let builder = Builder {
        root,
        settings: &settings,
        options,
        before: &before,
        caches: None,
        progress: &bars,
    };
    let mut summary = if arguments.facts || arguments.output.is_none() {
        let dir = SnapshotDir::of(&output);
        let _lock = dir.lock()?;
        let caches = dir.discover_caches();
        // A full build discovers everything again.
        caches.remove();
        let builder = Builder {
            caches: Some(&caches),
            ..builder
        };
        let published = pool.install(|| {
            let scan = builder.scan()?;
            let inputs = builder.inputs(&scan);
            scan.save(&dir.facts(), inputs.hashes, &before, true)
                .map_err(WriteError::of(&dir))?;
            let encoded = builder.encode(scan, &inputs, None)?;
            let publisher = Publisher {
                dir: &dir,
                inputs: inputs.hashes.inputs,
                options,
            };
            anyhow::Ok(publisher.publish(encoded, None)?)
        })?;
        published.into_summary()
    } else {
        let encoded = pool.install(|| {
            let scan = builder.scan()?;
            let inputs = builder.inputs(&scan);
            builder.encode(scan, &inputs, None)
        })?;
        atomic_file::write(&output, &encoded.bytes).with_context(|| {
            format!(
                "cannot write {}: name another file with -o",
                output.display()
            )
        })?;
        encoded.summary
    };
    bars.finish();
    summary.elapsed = start.elapsed();
    if !arguments.quiet {
        writeln!(io::stdout(), "{}: {}", output.display(), summary)?;
    }
    Ok(Outcome::Done)
}
