//! Ranks the symbols that a task concerns: by text, by names that the task contains, by votes of tests, by the graph.

use bombe_format::ids::SymbolId;
use bombe_format::kind::{EdgeKind, SymbolKind};
use hashbrown::HashSet;

use super::task::Task;
use crate::limits::Limits;
use crate::query::Result;
use crate::query::bm25::{self, Group, Scores, Tests};
use crate::query::expand;
use crate::view::View;

/// Kinds that are ranked: those that a task may change.
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

/// Weight of each part of the score, relative to the best match by text, which has 1.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// BM25 of the file, for symbols that match by text.
    pub file: f32,
    /// A symbol whose name the task contains, divided by the square root of the number of such symbols.
    pub name: f32,
    /// A member of a type whose name the task contains.
    pub class: f32,
    /// A function in a frame of a stack trace.
    pub frame: f32,
    /// A symbol in a file whose path the task contains.
    pub path: f32,
    /// Votes of matching tests for the code that they call.
    pub tests: f32,
    /// Personalised `PageRank` from the best seeds.
    pub graph: f32,
    /// Factor on the text match of a symbol that is not callable.
    pub types: f32,
}

/// The weights in use, tuned with `make retrieval`.
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

/// The symbols that are ranked.
const CODE: Group = Group {
    kinds: KINDS,
    tests: Tests::Without,
};
/// The tests that may vote.
const TESTS: Group = Group {
    kinds: &[SymbolKind::Function, SymbolKind::Method],
    tests: Tests::Only,
};

/// Number of seeds that the expansion over the graph starts from.
const EXPANSION_SEEDS: usize = 40;
/// Number of tests that vote.
const VOTING_TESTS: usize = 15;

/// Why a symbol is in the ranking: the part that adds most to its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The request names it as an entry point.
    EntryPoint,
    /// Its text matches the task.
    Text,
    /// The task contains its name.
    Name,
    /// A stack trace in the task names it.
    Frame,
    /// It is in a file that the task names.
    Path,
    /// A matching test calls it.
    Test,
    /// It is near the best matches in the graph.
    Graph,
}

impl Reason {
    /// Returns the name used in answers.
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

    /// Returns the words for the name of a reason in a text answer; none for a match by text, and for what needs no reason.
    pub fn phrase(name: &str) -> Option<&'static str> {
        [
            (Self::Name, "named in the task"),
            (Self::Frame, "in the stack trace"),
            (Self::Path, "its path is in the task"),
            (Self::Test, "called by matching tests"),
            (Self::Graph, "next to the best matches"),
        ]
        .into_iter()
        .find(|(reason, _)| reason.name() == name)
        .map(|(_, phrase)| phrase)
    }
}

/// A ranked symbol.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// The symbol.
    pub symbol: SymbolId,
    /// Its score.
    pub score: f32,
    /// The part that adds most to its score.
    pub reason: Reason,
    /// True if it had a score before the expansion over the graph.
    pub seed: bool,
}

/// Scores by symbol id.
struct ScoreTable {
    values: Vec<f32>,
    /// The largest part of each score, and its reason.
    largest: Vec<f32>,
    reasons: Vec<Reason>,
    /// The symbols with a score, each once.
    scored: Vec<SymbolId>,
}

impl ScoreTable {
    /// Adds a part to a symbol's score.
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

/// Ranks symbols for a task and returns at most `count`, best first. The `entry_points` come first, in their order.
pub fn rank(
    view: &View,
    task: &Task,
    entry_points: &[SymbolId],
    depth: u32,
    count: usize,
    limits: &Limits,
) -> Result<Vec<Ranked>> {
    let symbols = view.symbol_count()?;
    let mut table = ScoreTable {
        values: vec![0.0; symbols],
        largest: vec![0.0; symbols],
        reasons: vec![Reason::Graph; symbols],
        scored: Vec::new(),
    };
    let scores = bm25::score(view, &task.terms, &[CODE, TESTS], true, limits)?;
    add_text_matches(view, &scores, &mut table, limits)?;
    add_names_and_paths(view, task, &mut table, limits)?;
    add_test_votes(view, &scores, &mut table, limits)?;
    for id in entry_points {
        table.add(*id, 2.0, Reason::EntryPoint);
    }
    let seeds = top(view, &table, EXPANSION_SEEDS)?;
    let weighted: Vec<(SymbolId, f32)> = seeds
        .iter()
        .map(|id| (*id, table.values[id.index()]))
        .collect();
    let scored_before_graph = table.scored.len();
    let documents = view.documents()?;
    let spread = expand::personalised_rank(view, &weighted, depth, limits)?;
    let most = spread
        .iter()
        .map(|(_, score)| *score)
        .fold(f32::MIN_POSITIVE, f32::max);
    for (id, score) in spread {
        if limits.is_over() {
            break;
        }
        let symbol = view.symbol(id)?;
        if KINDS.contains(&symbol.kind()) && !symbol.is_test() {
            let share = bm25::location_factor(documents, id) * (score / most).sqrt();
            table.add(id, WEIGHTS.graph * share, Reason::Graph);
        }
    }
    let by_graph: HashSet<SymbolId> = table.scored[scored_before_graph..]
        .iter()
        .copied()
        .collect();
    let mut ranked: Vec<Ranked> = entry_points
        .iter()
        .map(|id| Ranked {
            symbol: *id,
            score: table.values[id.index()],
            reason: Reason::EntryPoint,
            seed: true,
        })
        .collect();
    for id in top(view, &table, count)? {
        if !entry_points.contains(&id) {
            let at = id.index();
            ranked.push(Ranked {
                symbol: id,
                score: table.values[at],
                reason: table.reasons[at],
                seed: !by_graph.contains(&id),
            });
        }
    }
    ranked.truncate(count);
    Ok(ranked)
}

/// Adds BM25F over symbols, with the BM25 of the file as a prior.
fn add_text_matches(
    view: &View,
    scores: &Scores,
    table: &mut ScoreTable,
    limits: &Limits,
) -> Result<()> {
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
        if limits.is_over() {
            break;
        }
        let symbol = view.symbol(*id)?;
        let factor = if symbol.kind().is_callable() {
            1.0
        } else {
            WEIGHTS.types
        };
        let own = scores.values[id.index()] / most;
        let prior = WEIGHTS.file * files[symbol.file_id()?.index()] / most_file;
        table.add(*id, factor * (own + prior), Reason::Text);
    }
    Ok(())
}

/// Adds the symbols whose names, frames or paths the task contains.
fn add_names_and_paths(
    view: &View,
    task: &Task,
    table: &mut ScoreTable,
    limits: &Limits,
) -> Result<()> {
    for (words, weight, reason) in [
        (&task.identifiers, WEIGHTS.name, Reason::Name),
        (&task.frames, WEIGHTS.frame, Reason::Frame),
    ] {
        for word in words {
            let mut found = Vec::new();
            for id in view.symbols_by_name(word, limits)? {
                if limits.is_over() {
                    break;
                }
                let symbol = view.symbol(id)?;
                if KINDS.contains(&symbol.kind()) && !symbol.is_test() {
                    found.push(id);
                }
            }
            let share = weight / (found.len().max(1) as f32).sqrt();
            for id in found {
                if limits.is_over() {
                    break;
                }
                table.add(id, share, reason);
                if view.symbol(id)?.kind().is_type() {
                    for member in view.children(id, limits)? {
                        if view.symbol(member)?.kind().is_callable() {
                            table.add(member, WEIGHTS.class, reason);
                        }
                    }
                }
            }
        }
    }
    for path in &task.paths {
        let files = view.files_by_suffix(path, limits)?;
        if files.len() > 3 {
            continue;
        }
        for file in files {
            let file = view.file(file)?;
            if limits.spend(file.symbols().len()) {
                break;
            }
            for id in file.symbols() {
                // Only symbols with another match: a path does not say which part of the file is meant.
                let id = SymbolId(id);
                if table.values[id.index()] > 0.0 {
                    table.add(id, WEIGHTS.path, Reason::Path);
                }
            }
        }
    }
    Ok(())
}

/// Adds the votes of the tests that match the task for the code that they call.
fn add_test_votes(
    view: &View,
    scores: &Scores,
    table: &mut ScoreTable,
    limits: &Limits,
) -> Result<()> {
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
        if limits.spend(called.len()) {
            break;
        }
        called.sort_unstable();
        called.dedup();
        let share = WEIGHTS.tests * score / most / (1.0 + called.len() as f32).sqrt();
        for id in called {
            let symbol = view.symbol(id)?;
            if KINDS.contains(&symbol.kind()) && !symbol.is_test() {
                table.add(id, share, Reason::Test);
            }
        }
    }
    Ok(())
}

/// Returns the symbols with the highest scores. Ties are broken by rank, then by id.
fn top(view: &View, table: &ScoreTable, count: usize) -> Result<Vec<SymbolId>> {
    let mut ids: Vec<(f32, u32, SymbolId)> = Vec::with_capacity(table.scored.len());
    for id in &table.scored {
        ids.push((table.values[id.index()], 0, *id));
    }
    let order = |a: &(f32, u32, SymbolId), b: &(f32, u32, SymbolId)| b.0.total_cmp(&a.0);
    if ids.len() > count * 2 && count > 0 {
        ids.select_nth_unstable_by(count * 2, order);
        let floor = ids[count * 2].0;
        ids.retain(|(value, _, _)| *value >= floor);
    }
    for entry in &mut ids {
        entry.1 = view.symbol(entry.2)?.rank_units()?;
    }
    ids.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
    ids.truncate(count);
    Ok(ids.into_iter().map(|(_, _, id)| id).collect())
}
