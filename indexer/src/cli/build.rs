//! `bombe build [PATH] -o FILE`: the full build.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use anyhow::{Context, bail};
use clap::Args;

use super::progress::Bars;
use super::{Outcome, output};
use crate::build::{self, Builder};
use crate::clones::{Address, Bounds, Clones};
use crate::discover::{self, Settings, settings};
use crate::facts_cache::FactsCache;
use crate::losses;
use crate::publish::{Publisher, WriteError};
use crate::snapshot_dir::{DEFAULT_SNAPSHOT, SnapshotDir, TreeState, create_folder_of, root_of};
use crate::source_texts::SourceTexts;
use crate::{atomic_file, encode, own_files, snapshot_dir};

/// Indexes a repository: writes its snapshot
#[derive(Args)]
pub(super) struct Arguments {
    /// Root of the repository, or a folder inside it; or the address of a repository, which is cloned into the cache
    /// (`bombe cache`): `https://HOST/OWNER/NAME`, with `@REVISION` behind it for a branch, tag or commit
    #[arg(default_value = ".", value_name = "PATH|ADDRESS")]
    path: PathBuf,
    /// The snapshot to write [default: .bombe/snapshot.bmb below PATH]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Leave source texts out. The snapshot is smaller, but no tool can show code
    #[arg(long)]
    no_source: bool,
    /// Do not read the history of the repository
    #[arg(long)]
    no_history: bool,
    /// Compression of texts and sources, 1 (fast) to 19 (small) [default: by their size]
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(i32).range(1..=19))]
    level: Option<i32>,
    /// Take the facts of unchanged files from the cache next to this snapshot instead of parsing them
    #[arg(long, value_name = "SNAPSHOT")]
    from: Option<PathBuf>,
    /// Save facts next to the snapshot, for `update` and `--from`. Without -o they are always saved
    #[arg(long)]
    facts: bool,
    /// Replace a snapshot that holds files that cannot be read now
    #[arg(long)]
    force: bool,
    /// Number of threads, at most four per processor; 0 for one per processor. The snapshot does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Print no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    /// Returns what is given as a path, if it is a single name that nothing has.
    pub(super) fn missing_name(&self) -> Option<&str> {
        let name = self.path.to_str()?;
        let is_name = Path::new(name).components().count() == 1 && !self.path.exists();
        is_name.then_some(name)
    }
}

/// Checks that an output is a new name, or a snapshot, which may be replaced.
fn check_output(output: &Path) -> anyhow::Result<()> {
    if output.as_os_str() == "-" {
        bail!("-o: a snapshot is a file, which readers map: name one, for example -o snapshot.bmb");
    }
    let Ok(meta) = output.symlink_metadata() else {
        return Ok(());
    };
    let shown = output.display();
    if meta.is_symlink() {
        bail!("-o: {shown} is a symbolic link: name the file that it leads to, or delete it");
    }
    if !meta.is_file() {
        bail!("-o: {shown} is no file: name a new one");
    }
    // A new temporary file is empty.
    if meta.len() > 0 && !snapshot_dir::is_segment(output) {
        bail!("-o: {shown} is no snapshot, and stays as it is: name another file, or delete it");
    }
    Ok(())
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let address = arguments.path.to_str().and_then(Address::parse);
    // A folder of this name comes first.
    let Some(address) = address.filter(|_| !arguments.path.exists()) else {
        return build_folder(arguments, &arguments.path);
    };
    let address = address?;
    let bars = Bars::new(arguments.quiet);
    bars.wait_for(&format!("fetching {}", address.shown()));
    let fetched =
        Clones::of_user()?.fetch(&address, Bounds::default(), &mut |line| bars.tell(line));
    bars.finish();
    let path = fetched?;
    let outcome = build_folder(arguments, &path)?;
    if !arguments.quiet && arguments.output.is_none() {
        output::tell(format_args!(
            "ask about it in {}, or with `-s {0}`",
            path.display()
        ))?;
    }
    Ok(outcome)
}

/// Builds the snapshot of a folder.
fn build_folder(arguments: &Arguments, path: &Path) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    if !path.exists() {
        bail!(
            "cannot read the folder {}: there is none; name the root of a repository, or its address, such as https://HOST/OWNER/NAME",
            path.display()
        );
    }
    let root = match &arguments.output {
        // Beside the snapshot of the repository, whatever is asked for.
        Some(_) => path.to_owned(),
        // Settings of its own make a folder a root.
        None if path.join(settings::FILE_NAME).exists() => path.to_owned(),
        None => root_of(path),
    };
    let root = &root;
    if root != path && !arguments.quiet {
        output::tell(format_args!(
            "indexing all of {}, the repository of {}; with -o FILE only this folder is indexed",
            root.display(),
            path.display()
        ))?;
    }
    let settings = Settings::read(root)?;
    let output = match &arguments.output {
        Some(output) => output.clone(),
        None => root.join(DEFAULT_SNAPSHOT),
    };
    if arguments.output.is_some() {
        check_output(&output)?;
    }
    let options = encode::Options {
        sources: !arguments.no_source,
        history: !arguments.no_history,
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
    // Readers ask for the origin of what is in a `.bombe`.
    let is_ours = own_files::folder_of(&output).ends_with(".bombe");
    let has_folder = arguments.facts || arguments.output.is_none() || is_ours;
    let dir = SnapshotDir::of(&output);
    if has_folder {
        dir.check_untracked()?;
    }
    let _lock = if has_folder { Some(dir.lock()?) } else { None };
    let caches = has_folder.then(|| dir.discover_caches());
    if let Some(caches) = &caches {
        // A full build discovers everything again.
        caches.remove();
    }
    let attempt = |texts: &SourceTexts| {
        let scanned = SystemTime::now();
        let builder = Builder {
            root,
            settings: &settings,
            options,
            before: &before,
            texts,
            caches: caches.as_ref(),
            progress: &bars,
        };
        let (scan, meta) = rayon::join(|| builder.scan(), || builder.meta());
        let scan = scan?;
        if !arguments.force {
            losses::check(&output, &scan, &settings)?;
        }
        let inputs = builder.inputs_with(&scan, meta);
        let remarks = scan.remarks(inputs.git_fault.as_ref());
        if has_folder {
            scan.save(&dir.facts(), inputs.hashes, &before, true)
                .map_err(WriteError::of(&dir))?;
        }
        let encoded = builder.encode(scan, &inputs, None)?;
        if let Some(next) = texts.next_attempt()? {
            return Ok(Err(next));
        }
        if has_folder {
            let state = TreeState {
                inputs: inputs.hashes.inputs,
                options,
                scanned,
            };
            let publisher = Publisher { dir: &dir, state };
            let published = publisher.publish(encoded, None)?;
            return Ok(Ok((published.into_summary(), remarks)));
        }
        atomic_file::write(&output, &encoded.bytes).with_context(|| {
            format!(
                "cannot write {}: name another file with -o",
                output.display()
            )
        })?;
        anyhow::Ok(Ok((encoded.summary, remarks)))
    };
    let mut texts = SourceTexts::default();
    let (mut summary, remarks) = loop {
        match pool.install(|| attempt(&texts))? {
            Ok(done) => break done,
            Err(next) => texts = next,
        }
    };
    bars.finish();
    summary.elapsed = start.elapsed();
    summary.ignored = remarks.ignored;
    if !arguments.quiet {
        output::print(format_args!("{}: {summary}", output.display()))?;
    }
    Ok(super::tell(&remarks))
}
