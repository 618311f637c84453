//! Measures the latency of every tool, and the cold start and idle memory of the built server.
//!
//! Run it with `cargo bench -p bombe-benches --bench query -- SNAPSHOT.bmb…`. Without arguments it measures a synthetic
//! snapshot with a million symbols. Requests name the snapshot's own symbols, spread evenly, so that no repository is favoured.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bombe_format::ids::SymbolId;
use bombe_indexer::encode::{self, Meta, Options};
use bombe_indexer::rank::page_rank;
use bombe_reader::limits::Limits;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::get_blast_radius::GetBlastRadius;
use bombe_reader::tools::get_context::GetContext;
use bombe_reader::tools::get_file_outline::GetFileOutline;
use bombe_reader::tools::get_file_tree::GetFileTree;
use bombe_reader::tools::get_references::GetReferences;
use bombe_reader::tools::get_structure::GetStructure;
use bombe_reader::tools::get_symbol::GetSymbol;
use bombe_reader::tools::get_symbol_info::GetSymbolInfo;
use bombe_reader::tools::list_repos::ListRepos;
use bombe_reader::tools::search_symbols::SearchSymbols;
use bombe_reader::tools::trace_flow::TraceFlow;
use bombe_reader::tools::traverse_graph::TraverseGraph;
use bombe_reader::tools::{self, Tool};
use bombe_reader::view::{OpenOptions, View};
use bombe_tests::synthetic;
use serde_json::{Value, json};

/// Number of symbols that requests name.
const SAMPLES: usize = 300;

const MILLION: synthetic::Size = synthetic::Size {
    files: 20_000,
    symbols_per_file: 50,
    edges: 5_000_000,
};

fn main() -> io::Result<()> {
    let mut files: Vec<PathBuf> = std::env::args_os()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .map(PathBuf::from)
        .collect();
    let mut out = io::stdout();
    let folder = tempfile::tempdir()?;
    if files.is_empty() {
        let file = folder.path().join("synthetic.bmb");
        let graph = synthetic::graph(MILLION);
        let ranks = page_rank(&graph);
        let source = |file| Some(synthetic::source(MILLION, file));
        let bytes = encode::encode(
            &graph,
            &ranks,
            &Meta::default(),
            Options::default(),
            &source,
        )
        .map_err(io::Error::other)?;
        std::fs::write(&file, bytes)?;
        files.push(file);
    }
    for file in files {
        measure(&file, &mut out)?;
    }
    Ok(())
}

fn measure(file: &Path, out: &mut impl Write) -> io::Result<()> {
    cold(file, out)?;
    let start = Instant::now();
    let snapshot = Snapshot::open(file, OpenOptions::default()).map_err(io::Error::other)?;
    let opened = start.elapsed();
    let view = &snapshot.view;
    let symbols = view.symbol_count().map_err(io::Error::other)?;
    writeln!(
        out,
        "{}: {symbols} symbols, {} bytes, opened in {:.2} ms",
        file.display(),
        view.byte_size(),
        milliseconds(opened)
    )?;
    let samples = samples(view, symbols).map_err(io::Error::other)?;
    let ids = |key: &'static str| {
        samples
            .iter()
            .map(|s| json!({ key: s.id }))
            .collect::<Vec<Value>>()
    };
    let with = |make: &dyn Fn(&Sample) -> Value| samples.iter().map(make).collect::<Vec<Value>>();
    run::<SearchSymbols>(
        &snapshot,
        "search, exact name",
        &with(&|s| json!({"query": s.name, "mode": "name"})),
        out,
    )?;
    run::<SearchSymbols>(
        &snapshot,
        "search, by form",
        &with(&|s| json!({"query": s.name})),
        out,
    )?;
    run::<SearchSymbols>(
        &snapshot,
        "search, keywords",
        &with(&|s| json!({"query": s.words, "mode": "keywords"})),
        out,
    )?;
    run::<GetReferences>(&snapshot, "references, 1 hop", &ids("symbol"), out)?;
    run::<GetReferences>(
        &snapshot,
        "references, 3 hops",
        &with(&|s| json!({"symbol": s.id, "depth": 3})),
        out,
    )?;
    run::<GetBlastRadius>(&snapshot, "blast radius, 3 hops", &ids("symbol"), out)?;
    run::<TraverseGraph>(
        &snapshot,
        "traversal, 3 hops",
        &with(&|s| json!({"starts": [s.id]})),
        out,
    )?;
    run::<TraverseGraph>(
        &snapshot,
        "traversal, callers, 3",
        &with(&|s| json!({"starts": [s.id], "direction": "incoming"})),
        out,
    )?;
    run::<TraceFlow>(&snapshot, "trace, downstream", &ids("from"), out)?;
    run::<TraceFlow>(
        &snapshot,
        "trace, between two",
        &with(&|s| json!({"from": s.id, "to": s.other})),
        out,
    )?;
    run::<GetSymbolInfo>(&snapshot, "symbol info", &ids("symbol"), out)?;
    run::<GetSymbol>(
        &snapshot,
        "source of a symbol",
        &with(&|s| json!({"symbols": [s.id]})),
        out,
    )?;
    run::<GetFileOutline>(
        &snapshot,
        "outline of a file",
        &with(&|s| json!({"file_path": s.path})),
        out,
    )?;
    run::<GetContext>(
        &snapshot,
        "context, 8,000 tokens",
        &with(&|s| json!({"query": s.words})),
        out,
    )?;
    run::<GetStructure>(&snapshot, "structure", &vec![json!({}); 20], out)?;
    run::<GetFileTree>(&snapshot, "tree", &vec![json!({}); 20], out)?;
    run::<ListRepos>(&snapshot, "repositories", &vec![json!({}); 20], out)
}

/// Number of server starts for the cold start.
const STARTS: usize = 20;

/// Measures the time from the start of the built server to its first answer, and its private memory when idle afterwards
/// (on Linux only, where pages of the mapped snapshot that no other process uses count as private). If the server is not
/// built, says how to build it.
fn cold(file: &Path, out: &mut impl Write) -> io::Result<()> {
    let server = std::env::current_exe()?
        .ancestors()
        .nth(2)
        .unwrap_or(Path::new("."))
        .join(format!("bombe-serve{}", std::env::consts::EXE_SUFFIX));
    if !server.is_file() {
        return writeln!(out, "  cold start: build the server first (`make build`)");
    }
    let messages = [
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "search_symbols", "arguments": {"query": "main"}}}),
    ];
    let mut times = Vec::with_capacity(STARTS);
    let mut private = None;
    for _ in 0..STARTS {
        let start = Instant::now();
        let mut child = Command::new(&server)
            .arg(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the server has no pipes"));
        };
        for message in &messages {
            writeln!(input, "{message}")?;
        }
        for line in io::BufReader::new(output).lines() {
            let answer: Value = serde_json::from_str(&line?)?;
            if answer["id"] == 1 {
                break;
            }
        }
        times.push(start.elapsed());
        private = private_kib(child.id());
        drop(input);
        child.wait()?;
    }
    times.sort_unstable();
    write!(
        out,
        "  cold start               p50 {:>8.3} ms   max {:>8.3} ms",
        milliseconds(times[STARTS / 2]),
        milliseconds(times[STARTS - 1])
    )?;
    match private {
        Some(kib) => writeln!(out, "   private memory then {:.1} MB", kib as f64 / 1024.0),
        None => writeln!(out),
    }
}

/// Returns the private memory of a process in KiB, if the system states it.
fn private_kib(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let private = text.lines().filter(|line| line.starts_with("Private_"));
    private
        .map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
        .sum()
}

/// A symbol that requests name.
struct Sample {
    id: String,
    name: String,
    path: String,
    words: String,
    /// The id of another symbol.
    other: String,
}

/// Returns symbols spread evenly over the snapshot. `words` is a sentence with the names of three symbols.
fn samples(view: &View, symbols: usize) -> Result<Vec<Sample>, bombe_reader::view::Corrupt> {
    let mut found = Vec::new();
    for at in 0..SAMPLES.min(symbols) {
        let symbol = view.symbol(SymbolId::new(at * symbols / SAMPLES.min(symbols)))?;
        if symbol.name()?.is_empty() {
            continue;
        }
        let near = view.symbol(SymbolId::new((at * 7919 + 13) % symbols))?;
        found.push(Sample {
            id: symbol.symbol_id()?,
            name: symbol.name()?.to_owned(),
            path: symbol.file()?.path()?.to_owned(),
            other: near.symbol_id()?,
            words: format!(
                "{} handles {} when {} fails",
                symbol.name()?,
                near.name()?,
                symbol.qualified()?
            ),
        });
    }
    Ok(found)
}

fn run<T: Tool>(
    snapshot: &Snapshot,
    title: &str,
    requests: &[Value],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut times: Vec<Duration> = Vec::with_capacity(requests.len());
    for request in requests {
        let request: T::Request =
            serde_json::from_value(request.clone()).map_err(io::Error::from)?;
        let start = Instant::now();
        let answer = tools::answer::<T>(snapshot, &request, &Limits::new());
        let text = answer.as_ref().map(T::text);
        times.push(start.elapsed());
        drop(text);
    }
    times.sort_unstable();
    let at = |share: f64| {
        times
            .get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)))
            .copied()
    };
    writeln!(
        out,
        "  {title:<24} p50 {:>8.3} ms   p95 {:>8.3} ms   p99 {:>8.3} ms   ({} requests)",
        milliseconds(at(0.5).unwrap_or_default()),
        milliseconds(at(0.95).unwrap_or_default()),
        milliseconds(at(0.99).unwrap_or_default()),
        times.len()
    )
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
