//! Measures index time, stage by stage, as a ratio to a parse-only pass over the same files in the same run.
//!
//! Run it with `cargo bench -p bombe-benches --bench index -- REPOSITORY…` (default: this repository). Everything runs on one
//! thread and is measured in the CPU time of that thread, if the system states it, so a busy machine disturbs little. The
//! peak memory is that of the build alone: the build runs first, in a process that measures only this repository.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use bombe_indexer::discover::{self, Settings};
use bombe_indexer::report::{Bytes, Silent};
use bombe_indexer::{build, encode, rank, scan};
use bombe_languages::{FrontEnd, Syntax, parse, rules_for, support_for};

/// Number of passes of each measurement. The fastest counts.
const PASSES: usize = 3;

fn main() -> io::Result<()> {
    let named: Vec<PathBuf> = std::env::args_os()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .map(PathBuf::from)
        .collect();
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let roots = if named.is_empty() { vec![here] } else { named };
    if let [root] = &*roots {
        let pool = build::pool(1).map_err(io::Error::other)?;
        let report = pool.install(|| measure(root))?;
        return writeln!(io::stdout(), "{report}");
    }
    // Memory that one repository leaves in the allocator would count as the next one's.
    let program = std::env::current_exe()?;
    for root in roots {
        let status = Command::new(&program).arg(root).status()?;
        if !status.success() {
            return Err(io::Error::other(format!("a measurement ended: {status}")));
        }
    }
    Ok(())
}

fn measure(root: &Path) -> io::Result<String> {
    let settings = Settings::read(root).map_err(io::Error::other)?;
    let before = peak_memory();
    let (bytes, built) =
        timed(|| build::build(root, &settings, encode::Options::default(), &Silent));
    let snapshot = built.map_err(io::Error::other)?.bytes.len();
    let peak = peak_memory();
    let mut best = [Duration::MAX; 5];
    let mut source_bytes = 0;
    let mut total = bytes;
    for _ in 0..PASSES {
        let (parse_only, size) = parse_pass(root, &settings)?;
        source_bytes = size;
        let (read, parsed) = timed(|| scan::parse_all(root, &settings, &Silent));
        let parsed = parsed.map_err(io::Error::other)?;
        let (resolved, (graph, _)) = timed(|| bombe_resolve::resolve(parsed, rules_for));
        let (ranked, _) = timed(|| rank::page_rank(&graph));
        drop(graph);
        let (all, _) = timed(|| {
            build::build(root, &settings, encode::Options::default(), &Silent)
                .map(|built| built.bytes.len())
        });
        for (best, now) in best
            .iter_mut()
            .zip([parse_only, read, resolved, ranked, all])
        {
            *best = (*best).min(now);
        }
        total = total.min(all);
    }
    let [parse_only, read, resolved, ranked, _] = best;
    let ratio = |time: Duration| time.as_secs_f64() / parse_only.as_secs_f64();
    let write = total.saturating_sub(read + resolved + ranked);
    let speed = source_bytes as f64 / 1e6 / parse_only.as_secs_f64();
    let mut text = format!(
        "{}: {} of source, snapshot {}\n",
        root.display(),
        Bytes(source_bytes),
        Bytes(snapshot as u64)
    );
    for (label, time) in [
        ("parse only", parse_only),
        ("find, parse, read facts", read),
        ("resolve", resolved),
        ("rank", ranked),
        ("encode", write),
        ("whole build", total),
    ] {
        text.push_str(&format!(
            "  {label:<24}{:>8.3} s CPU{:>8.2} x parse only\n",
            time.as_secs_f64(),
            ratio(time)
        ));
    }
    text.push_str(&format!(
        "  parse speed {speed:.1} MB/s; snapshot {:.2} x source",
        snapshot as f64 / source_bytes as f64
    ));
    if let (Some(before), Some(peak)) = (before, peak) {
        text.push_str(&format!(
            "; peak memory {} (before the build {})",
            Bytes(peak),
            Bytes(before)
        ));
    }
    Ok(text)
}

/// Parses every file that the build reads and drops the trees. Returns the CPU time and the number of bytes.
fn parse_pass(root: &Path, settings: &Settings) -> io::Result<(Duration, u64)> {
    let found = discover::discover(root, settings).map_err(io::Error::other)?;
    let mut spent = Duration::ZERO;
    let mut size = 0;
    for file in found.sources {
        let Ok(bytes) = std::fs::read(root.join(&file.path)) else {
            continue;
        };
        if discover::content::reason_to_skip(&bytes).is_some() {
            continue;
        }
        let Some(text) = parse::text_of(&bytes) else {
            continue;
        };
        size += bytes.len() as u64;
        let syntax = support_for(file.language).map(FrontEnd::syntax);
        let (time, ()) = timed(|| match syntax {
            // What has no grammar is parsed and lowered in one.
            Some(Syntax::Text(read)) => drop(read(&file.path, text)),
            _ => drop(parse::parse_tree(file.language, text)),
        });
        spent += time;
    }
    Ok((spent, size))
}

/// Runs `work`. Returns the time it takes and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = (thread_time(), Instant::now());
    let value = work();
    let elapsed = start.1.elapsed();
    let spent = match (start.0, thread_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => elapsed,
    };
    (spent, value)
}

/// Returns the CPU time of this thread, if the system states it in a file.
fn thread_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// Returns the peak memory of this process in bytes, if the system states it.
fn peak_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
