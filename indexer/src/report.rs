//! Reports on a build: progress while it runs, counts when it is done.

use std::fmt;
use std::time::Duration;

use bombe_format::kind::{EdgeKind, SkipReason};

use crate::totals::Totals;
use bombe_resolve::graph::{Graph, SkippedRow};

/// The phases of a build, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Finding files. Its total is unknown.
    Discover,
    /// Parsing files, counted in bytes.
    Parse,
    /// Resolving names, counted in bytes of files.
    Resolve,
    /// Ranking symbols.
    Rank,
    /// Writing the snapshot, counted in bytes of files.
    Write,
}

impl Phase {
    /// Every phase, in order.
    pub const ALL: &'static [Self] = &[
        Self::Discover,
        Self::Parse,
        Self::Resolve,
        Self::Rank,
        Self::Write,
    ];

    /// What the phase does, for a progress line.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Discover => "finding files",
            Self::Parse => "reading facts",
            Self::Resolve => "resolving names",
            Self::Rank => "ranking",
            Self::Write => "writing",
        }
    }
}

/// Receives the progress of a build. Called from several threads.
pub trait Progress: Sync {
    /// A phase begins. `total` is 0 if it is not known.
    fn start(&self, phase: Phase, total: u64);
    /// This much more of the current phase is done.
    fn advance(&self, amount: u64);
}

/// Ignores all progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn start(&self, _: Phase, _: u64) {}
    fn advance(&self, _: u64) {}
}

/// What a build did, in numbers.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Files with facts.
    pub files: u32,
    /// Bytes of these files.
    pub bytes: u64,
    /// Files with at least one syntax error.
    pub files_with_errors: u32,
    /// Files and folders left out, by reason.
    pub skipped: Vec<(SkipReason, u32)>,
    /// Files and folders that ignore rules leave out. What is in such a folder is not counted.
    pub ignored: usize,
    /// Symbols, module symbols included.
    pub symbols: u32,
    /// Number of edges.
    pub edge_count: u64,
    /// Edges by kind, where they were counted.
    pub edges: Vec<(EdgeKind, u32)>,
    /// Call sites that leave the repository.
    pub external_calls: u32,
    /// Unresolved call sites.
    pub unresolved_calls: u32,
    /// Time from start to end.
    pub elapsed: Duration,
    /// Size of the snapshot in bytes.
    pub snapshot_bytes: u64,
}

impl Summary {
    /// Counts a graph. The caller adds time, size of the snapshot, and what ignore rules leave out.
    pub fn of(graph: &Graph) -> Self {
        let count = |len: usize| len as u32;
        let edges = EdgeKind::ALL.iter().map(|kind| {
            (
                *kind,
                count(graph.edges.iter().filter(|edge| edge.kind == *kind).count()),
            )
        });
        Self {
            files: count(graph.files.len()),
            bytes: graph.files.iter().map(|file| file.size).sum(),
            files_with_errors: count(
                graph
                    .files
                    .iter()
                    .filter(|file| file.syntax_errors > 0)
                    .count(),
            ),
            skipped: by_reason(&graph.skipped),
            ignored: 0,
            symbols: count(graph.symbols.len()),
            edge_count: graph.edges.len() as u64,
            edges: edges.filter(|(_, count)| *count > 0).collect(),
            external_calls: count(graph.external_calls.len()),
            unresolved_calls: count(graph.unresolved.len()),
            elapsed: Duration::ZERO,
            snapshot_bytes: 0,
        }
    }

    /// As [`Summary::of`], of the totals of all files, which lack errors and kinds of edges.
    pub fn of_totals(totals: &Totals, skipped: &[SkippedRow]) -> Self {
        let languages = || totals.languages.values();
        Self {
            files: totals.files as u32,
            bytes: languages().map(|row| row.bytes).sum(),
            skipped: by_reason(skipped),
            symbols: totals.symbols as u32,
            edge_count: totals.edges,
            external_calls: languages().map(|row| row.external).sum(),
            unresolved_calls: languages().map(|row| row.unresolved).sum(),
            ..Self::default()
        }
    }
}

fn by_reason(skipped: &[SkippedRow]) -> Vec<(SkipReason, u32)> {
    let counts = SkipReason::ALL.iter().map(|reason| {
        let rows = skipped.iter().filter(|row| row.reason == *reason);
        (*reason, rows.count() as u32)
    });
    counts.filter(|(_, count)| *count > 0).collect()
}

impl fmt::Display for Summary {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files ({})", self.files, Bytes(self.bytes))?;
        let skipped: u32 = self.skipped.iter().map(|(_, count)| count).sum();
        if skipped > 0 {
            let reasons: Vec<_> = self
                .skipped
                .iter()
                .map(|(reason, count)| format!("{count} {}", reason.name()))
                .collect();
            write!(f, ", {skipped} left out ({})", reasons.join(", "))?;
        }
        if self.ignored > 0 {
            write!(f, ", {} left out by ignore rules", self.ignored)?;
        }
        write!(f, ", {} symbols, {} edges", self.symbols, self.edge_count)?;
        if !self.edges.is_empty() {
            let kinds: Vec<_> = self
                .edges
                .iter()
                .map(|(kind, count)| format!("{count} {}", kind.name()))
                .collect();
            write!(f, " ({})", kinds.join(", "))?;
        }
        write!(
            f,
            ", {} external and {} unresolved calls",
            self.external_calls, self.unresolved_calls
        )?;
        write!(
            f,
            ", {:.2} s, {}",
            self.elapsed.as_secs_f64(),
            Bytes(self.snapshot_bytes)
        )
    }
}

/// A size for people: `1.5 MB`; steps of 1,000.
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut size = self.0 as f64;
        for unit in ["B", "kB", "MB"] {
            if size < 1_000.0 {
                return if unit == "B" {
                    write!(f, "{size:.0} B")
                } else {
                    write!(f, "{size:.1} {unit}")
                };
            }
            size /= 1_000.0;
        }
        write!(f, "{size:.1} GB")
    }
}
