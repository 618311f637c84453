//! `bombe-build [PATH] -o FILE`: the full build.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::Outcome;
use super::progress::Bars;
use crate::discover::Settings;
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
    /// Number of threads, 0 for one per processor; the snapshot does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,
    /// No progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
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
    let bars = Bars::new(arguments.quiet);
    let pool = pipeline::pool(arguments.threads).context("cannot start threads")?;
    let built = pool.install(|| pipeline::build(root, &settings, options, &bars));
    bars.finish();
    let built = built?;
    prepare_folder(&output, arguments.output.is_none())
        .with_context(|| format!("cannot make the folder of {}", output.display()))?;
    encode::write_file(&output, &built.bytes).with_context(|| {
        format!(
            "cannot write {}: name another file with -o",
            output.display()
        )
    })?;
    if !arguments.quiet {
        writeln!(io::stdout(), "{}: {}", output.display(), built.summary)?;
    }
    Ok(Outcome::Done)
}

/// Makes the folder of the output; the default one ignores itself in git.
fn prepare_folder(output: &Path, is_default: bool) -> io::Result<()> {
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
