//! Which symbols a task is about: lexical seeds, votes of tests, exact names, and what the graph adds.

use bombe_format::ids::SymbolId;
use bombe_format::kind::{EdgeKind, SymbolKind};
use hashbrown::HashSet;

use super::query::Task;
use crate::limits::Limits;
use crate::query::Result;
use crate::query::bm25::{self, Group, Scores, Tests};
use crate::query::expand;
use crate::view::View;

/// Kinds that are ranked: what can be changed by a task.
pub const KINDS: &[SymbolKind] = &[
    SymbolKind::Function,
    SymbolKind::Method,
    SymbolKind::Constructor,
    SymbolKind::Macro,
    SymbolKind::Class,
    SymbolKind::Struct,
    SymbolKind::Interface,
    SymbolKind::Trait,
    SymbolKind::Enum,
    SymbolKind::Record,
    SymbolKind::TypeAlias,
];

/// How much each part adds to the score; the best lexical match has 1.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The file's own BM25, for symbols that match themselves.
    pub file: f32,
    /// A symbol whose name the task writes, divided by the square root of how many have it.
    pub name: f32,
    /// A member of a type whose name the task writes.
    pub class: f32,
    /// A function named by a stack-trace frame.
    pub frame: f32,
    /// A symbol in a file whose path the task writes.
    pub path: f32,
    /// Votes of matching tests for what they call.
    pub tests: f32,
    /// Personalised `PageRank` from the best seeds.
    pub graph: f32,
    /// A symbol that is not callable, relative to one that is.
    pub types: f32,
}

/// The weights in use; measured on `make retrieval`.
pub const WEIGHTS: Weights = Weights {
    file: 0.7,
    name: 0.5,
    class: 0.15,
    frame: 0.4,
    path: 0.3,
    tests: 0.25,
    graph: 0.4,
    types: 0.4,
};

/// What is ranked.
const CODE: Group = Group {
    kinds: KINDS,
    tests: Tests::Without,
};
/// What votes.
const TESTS: Group = Group {
    kinds: &[SymbolKind::Function, SymbolKind::Method],
    tests: Tests::Only,
};

/// Seeds that the graph expansion starts from.
const EXPANSION_SEEDS: usize = 40;
/// Tests that vote.
const VOTING_TESTS: usize = 15;

/// Why a symbol is in the ranking: the part that added most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Asked for as an entry point.
    EntryPoint,
    /// Its text fits the task.
    Text,
    /// The task writes its name.
    Name,
    /// The task's stack trace names it.
    Frame,
    /// It stands in a file that the task names.
    Path,
    /// A matching test calls it.
    Test,
    /// It is near the best matches in the graph.
    Graph,
}

impl Reason {
    /// The words used in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EntryPoint => "entry_point",
            Self::Text => "text",
            Self::Name => "name",
            Self::Frame => "stack_trace",
            Self::Path => "path",
            Self::Test => "test",
            Self::Graph => "graph",
        }
    }
}

/// A ranked symbol.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// The symbol.
    pub symbol: SymbolId,
    /// Its score.
    pub score: f32,
    /// Why it is there.
    pub reason: Reason,
    /// True if it scored before the graph was asked.
    pub seed: bool,
}

/// The part of each symbol's score that is largest so far.
struct Best {
    values: Vec<f32>,
    reasons: Vec<Reason>,
    largest: Vec<f32>,
    /// The symbols with a value, each once.
    scored: Vec<SymbolId>,
}

impl Best {
    fn add(&mut self, id: SymbolId, value: f32, reason: Reason) {
        if value <= 0.0 {
            return;
        }
        let at = id.index();
        if self.values[at] == 0.0 {
            self.scored.push(id);
        }
        self.values[at] += value;
        if value > self.largest[at] {
            self.largest[at] = value;
            self.reasons[at] = reason;
        }
    }
}

/// Ranks symbols for a task, best first. `entry_points` come first, in their order. At most `count` are returned.
pub fn rank(
    view: &View,
    task: &Task,
    entry_points: &[SymbolId],
    depth: u32,
    count: usize,
    limits: &Limits,
) -> Result<Vec<Ranked>> {
    let symbols = view.symbol_count()?;
    let mut best = Best {
        values: vec![0.0; symbols],
        reasons: vec![Reason::Graph; symbols],
        largest: vec![0.0; symbols],
        scored: Vec::new(),
    };
    let scores = bm25::score(view, &task.terms, &[CODE, TESTS], true)?;
    lexical(view, &scores, &mut best)?;
    names(view, task, &mut best)?;
    test_votes(view, &scores, &mut best)?;
    for id in entry_points {
        best.add(*id, 2.0, Reason::EntryPoint);
    }
    let seeds = top(view, &best, EXPANSION_SEEDS)?;
    let weighted: Vec<(SymbolId, f32)> = seeds
        .iter()
        .map(|id| (*id, best.values[id.index()]))
        .collect();
    let lexical = best.scored.len();
    let documents = view.documents()?;
    let spread = expand::personalised_rank(view, &weighted, depth, limits)?;
    let most = spread
        .iter()
        .map(|(_, score)| *score)
        .fold(f32::MIN_POSITIVE, f32::max);
    for (id, score) in spread {
        let symbol = view.symbol(id)?;
        if KINDS.contains(&symbol.kind()) && !symbol.is_test() {
            let share = bm25::standing(documents, id) * (score / most).sqrt();
            best.add(id, WEIGHTS.graph * share, Reason::Graph);
        }
    }
    let by_graph: HashSet<SymbolId> = best.scored[lexical..].iter().copied().collect();
    let mut ranked: Vec<Ranked> = entry_points
        .iter()
        .map(|id| Ranked {
            symbol: *id,
            score: best.values[id.index()],
            reason: Reason::EntryPoint,
            seed: true,
        })
        .collect();
    for id in top(view, &best, count)? {
        if !entry_points.contains(&id) {
            let at = id.index();
            ranked.push(Ranked {
                symbol: id,
                score: best.values[at],
                reason: best.reasons[at],
                seed: !by_graph.contains(&id),
            });
        }
    }
    ranked.truncate(count);
    Ok(ranked)
}

/// BM25F over symbols, with the file's own BM25 as a prior.
fn lexical(view: &View, scores: &Scores, best: &mut Best) -> Result<()> {
    let [code, _] = scores.matched.as_slice() else {
        return Ok(());
    };
    let files = &scores.files;
    let most = code
        .iter()
        .map(|id| scores.values[id.index()])
        .fold(f32::MIN_POSITIVE, f32::max);
    let most_file = files.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    for id in code {
        let symbol = view.symbol(*id)?;
        let factor = if symbol.kind().is_callable() {
            1.0
        } else {
            WEIGHTS.types
        };
        let own = scores.values[id.index()] / most;
        let prior = WEIGHTS.file * files[symbol.file_id().index()] / most_file;
        best.add(*id, factor * (own + prior), Reason::Text);
    }
    Ok(())
}

/// Names, frames and paths that the task writes out.
fn names(view: &View, task: &Task, best: &mut Best) -> Result<()> {
    for (words, weight, reason) in [
        (&task.identifiers, WEIGHTS.name, Reason::Name),
        (&task.frames, WEIGHTS.frame, Reason::Frame),
    ] {
        for word in words {
            let mut found = Vec::new();
            for id in view.symbols_by_name(word)? {
                let symbol = view.symbol(id)?;
                if KINDS.contains(&symbol.kind()) && !symbol.is_test() {
                    found.push(id);
                }
            }
            let share = weight / (found.len().max(1) as f32).sqrt();
            for id in found {
                best.add(id, share, reason);
                if view.symbol(id)?.kind().is_type() {
                    for member in view.children(id)? {
                        if view.symbol(member)?.kind().is_callable() {
                            best.add(member, WEIGHTS.class, reason);
                        }
                    }
                }
            }
        }
    }
    for path in &task.paths {
        let files = view.files_by_suffix(path)?;
        if files.len() > 3 {
            continue;
        }
        for file in files {
            let file = view.file(file)?;
            for id in file.symbols() {
                // Only what matches otherwise too: a path alone does not tell which part of the file.
                let id = SymbolId(id);
                if best.values[id.index()] > 0.0 {
                    best.add(id, WEIGHTS.path, Reason::Path);
                }
            }
        }
    }
    Ok(())
}

/// Tests that match the task vote for the code that they call.
fn test_votes(view: &View, scores: &Scores, best: &mut Best) -> Result<()> {
    let [_, tests] = scores.matched.as_slice() else {
        return Ok(());
    };
    let mut tests: Vec<(SymbolId, f32)> = tests
        .iter()
        .map(|id| (*id, scores.values[id.index()]))
        .collect();
    tests.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    tests.truncate(VOTING_TESTS);
    let most = tests
        .first()
        .map_or(f32::MIN_POSITIVE, |(_, score)| score.max(f32::MIN_POSITIVE));
    for (test, score) in tests {
        let mut called: Vec<SymbolId> = view
            .edges_from(test)?
            .filter(|edge| matches!(edge.kind, EdgeKind::Calls | EdgeKind::Constructs))
            .map(|edge| edge.target)
            .collect();
        called.sort_unstable();
        called.dedup();
        let share = WEIGHTS.tests * score / most / (1.0 + called.len() as f32).sqrt();
        for id in called {
            let symbol = view.symbol(id)?;
            if KINDS.contains(&symbol.kind()) && !symbol.is_test() {
                best.add(id, share, Reason::Test);
            }
        }
    }
    Ok(())
}

/// The symbols with the highest scores; ties by rank, then by id.
fn top(view: &View, best: &Best, count: usize) -> Result<Vec<SymbolId>> {
    let mut ids: Vec<(f32, u32, SymbolId)> = Vec::with_capacity(best.scored.len());
    for id in &best.scored {
        ids.push((best.values[id.index()], 0, *id));
    }
    let order = |a: &(f32, u32, SymbolId), b: &(f32, u32, SymbolId)| b.0.total_cmp(&a.0);
    if ids.len() > count * 2 && count > 0 {
        ids.select_nth_unstable_by(count * 2, order);
        let floor = ids[count * 2].0;
        ids.retain(|(value, _, _)| *value >= floor);
    }
    for entry in &mut ids {
        entry.1 = view.symbol(entry.2)?.rank_units();
    }
    ids.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
    ids.truncate(count);
    Ok(ids.into_iter().map(|(_, _, id)| id).collect())
}
