//! `get_context`: the code that a task needs, within a token budget.

use bombe_format::ids::SymbolId;
use bombe_format::kind::EdgeKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::arguments::{at_least, within};
use super::meta::{Meta, MetaBuilder};
use super::several::{Across, All, Place};
use crate::context::pack::{self, Entry, PackOptions};
use crate::context::rank;
use crate::context::task::Task;
use crate::context::tokens;
use crate::limits::Limits;
use crate::plain;
use crate::query::{QueryError, Result, find};
use crate::snapshot::Snapshot;
use crate::view::View;

/// Assembles a context bundle.
pub struct GetContext;

/// The arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Task, question, issue text or stack trace.
    pub query: String,
    /// Symbols to show in full.
    #[serde(default)]
    pub entry_points: Vec<String>,
    /// Answer size, at most 30000.
    #[serde(default = "default_budget")]
    pub token_budget: usize,
    /// No bodies.
    #[serde(default)]
    pub include_signatures_only: bool,
    /// Hops, 1-4.
    #[serde(default = "two")]
    pub expansion_depth: u32,
}

fn default_budget() -> usize {
    8_000
}
fn two() -> u32 {
    2
}

/// A symbol in the bundle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BundleSymbol {
    /// Name.
    pub name: String,
    /// Names from the outermost definition inward, if it is inside another.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub qualified: String,
    /// Kind.
    pub kind: &'static str,
    /// First and last line, 1-based.
    pub lines: String,
    /// `full_source`, `signature_only` or `name_only`.
    pub included_as: &'static str,
    /// Position in the ranking, from 1; absent for a type that is included only because of its members.
    #[serde(skip_serializing_if = "is_zero")]
    pub rank: usize,
    /// Why it was ranked.
    pub why: &'static str,
    /// Its source, or its signature and summary.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A file in the bundle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BundleFile {
    /// Path relative to the root.
    pub path: String,
    /// Its symbols by line.
    pub symbols: Vec<BundleSymbol>,
}

/// Measures of the quality of the bundle that do not depend on the solution of the task. Each is a share, 0-1.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Quality {
    /// Share of the ten best matches that are in the bundle.
    pub seed_hit: f64,
    /// Share of the symbols with an edge to or from another symbol of the bundle.
    pub connectedness: f64,
    /// Share of the budget that is spent on the source of seeds: symbols with a score before the expansion over the graph.
    pub token_efficiency: f64,
    /// Share of the symbols that only the expansion over the graph found.
    pub depth: f64,
}

/// The bundle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContextBundle {
    /// One sentence about the content.
    pub summary: String,
    /// The calls between the symbols.
    pub relationship_map: String,
    /// Files, best first.
    pub files: Vec<BundleFile>,
    /// Tokens of this answer (characters / 3.5, in the larger of its two forms).
    pub tokens_used: usize,
    /// The budget.
    pub token_budget: usize,
    /// Number of symbols in it.
    pub symbols_included: usize,
    /// Number of symbols that were ranked.
    pub symbols_available: usize,
    /// Measures of its quality.
    pub quality: Quality,
}

/// The answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The task.
    pub query: String,
    /// The code that it needs.
    pub context_bundle: ContextBundle,
    /// Provenance.
    pub meta: Meta,
}

/// Most symbols that are ranked.
const RANKED_MAX: usize = 400;
/// Longest quotation of the task in the answer, in characters.
const QUERY_ECHO_CHARS: usize = 200;

impl Tool for GetContext {
    const NAME: &'static str = "get_context";
    const DESCRIPTION: &'static str = "The code a task needs, within a token budget: source of the best matches, signatures around them. Start here.";
    const EXAMPLE: &'static str = r#"{"query": "how are retries scheduled", "token_budget": 4000}"#;
    const ACROSS: Across = Across {
        places: &[("entry_points", Place::Symbol)],
        all: All::Share("token_budget", 8_000, 1_000),
    };
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, request: &Request, limits: &Limits) -> Result<Answer> {
        let mut meta = MetaBuilder::start();
        let view = &snapshot.view;
        if request.query.trim().is_empty() && request.entry_points.is_empty() {
            return Err(QueryError::Argument {
                argument: "query",
                problem: "is empty".to_owned(),
                example: "`how are retries scheduled`".to_owned(),
            });
        }
        let budget = at_least("token_budget", request.token_budget, 200)?.min(30_000);
        let mut entry_points = Vec::new();
        for text in request.entry_points.iter().take(20) {
            entry_points.push(
                find::symbol(view, snapshot.relative("entry_points", text)?, limits)?
                    .symbol
                    .id(),
            );
        }
        let task = Task::read(view, &request.query, limits)?;
        let depth = within("expansion_depth", request.expansion_depth, 1, 4)?;
        let ranked = rank::rank(view, &task, &entry_points, depth, RANKED_MAX, limits)?;
        let options = PackOptions {
            token_budget: budget,
            signatures_only: request.include_signatures_only,
        };
        let mut bundle = pack::pack(view, &task, &ranked, options, limits)?;
        let chars_max = tokens::to_chars(budget);
        loop {
            let assembled = assemble(view, &bundle.entries, &ranked, budget, limits)?;
            for file in &assembled.files {
                meta.path(&file.path);
            }
            let mut answer = Answer {
                query: pack::shortened(&request.query, QUERY_ECHO_CHARS.min(budget / 4)),
                context_bundle: assembled,
                meta: meta
                    .clone()
                    .finish(snapshot, limits, bundle.left_out > 0)?
                    .with_rest(|| rest_of(&bundle)),
            };
            // The elapsed time differs from run to run; the reserve below covers its digits.
            answer.meta.elapsed_ms = 0.0;
            let json = serde_json::to_string(&answer).unwrap_or_default();
            let json = plain::escaped_json(&json).chars().count() + 40;
            let text = Self::text(&answer);
            let size = json.max(plain::escaped(&text).chars().count());
            if size <= chars_max || bundle.entries.is_empty() {
                answer.context_bundle.tokens_used = tokens::of_chars(size);
                answer.meta = meta
                    .finish(snapshot, limits, bundle.left_out > 0)?
                    .with_rest(|| rest_of(&bundle));
                return Ok(answer);
            }
            // The estimate was too low: drop as many of the last entries as the excess needs.
            let mut excess = size - chars_max;
            while excess > 0 {
                let Some(last) = bundle.entries.pop() else {
                    break;
                };
                bundle.left_out += 1;
                excess = excess.saturating_sub(plain::chars_shown(&last.source) + 100);
            }
        }
    }

    fn is_heavy(_: &Request) -> bool {
        true
    }

    fn text(answer: &Answer) -> String {
        let bundle = &answer.context_bundle;
        let mut text = plain::row(&format!("{}\n", bundle.summary));
        if !bundle.relationship_map.is_empty() {
            text.push_str(&plain::row(&bundle.relationship_map));
            text.push('\n');
        }
        for file in &bundle.files {
            plain::push_row(&mut text, &format!("\n## {}\n", file.path));
            for symbol in &file.symbols {
                let name = if symbol.qualified.is_empty() {
                    &symbol.name
                } else {
                    &symbol.qualified
                };
                if symbol.included_as == "full_source" {
                    plain::push_row(&mut text, &format!("# {name} lines {}\n", symbol.lines));
                    text.push_str(&plain::fenced(&symbol.source));
                } else {
                    let first = symbol.lines.split('-').next().unwrap_or("");
                    plain::push_row(
                        &mut text,
                        &format!("{first}: {} {name}  {}\n", symbol.kind, symbol.source),
                    );
                }
            }
        }
        text.push_str(&answer.meta.text());
        text
    }
}

/// Says how to get the symbols that do not fit.
fn rest_of(bundle: &pack::Bundle) -> String {
    format!(
        "{} more ranked symbols did not fit: raise token_budget",
        bundle.left_out
    )
}

/// Groups the entries: files by their best symbol, symbols by line.
fn assemble(
    view: &View,
    entries: &[Entry],
    ranked: &[rank::Ranked],
    budget: usize,
    limits: &Limits,
) -> Result<ContextBundle> {
    type Rows = Vec<(u32, BundleSymbol)>;
    let mut files: Vec<(usize, BundleFile, Rows)> = Vec::new();
    let mut source_chars = 0;
    for entry in entries {
        let symbol = view.symbol(entry.symbol)?;
        let path = symbol.file()?.path()?;
        let name = symbol.name()?.to_owned();
        let qualified = symbol.qualified()?;
        let row = BundleSymbol {
            qualified: if qualified == name {
                String::new()
            } else {
                qualified
            },
            name,
            kind: symbol.kind().name(),
            lines: format!("{}-{}", symbol.start_line(), symbol.end_line()),
            included_as: entry.included_as.name(),
            rank: entry.rank,
            why: if entry.rank == 0 {
                "container"
            } else {
                entry.reason.name()
            },
            source: entry.source.clone(),
        };
        if entry.seed {
            source_chars += entry.source.chars().count();
        }
        let order = if entry.rank == 0 {
            usize::MAX
        } else {
            entry.rank
        };
        match files.iter_mut().find(|(_, file, _)| file.path == path) {
            Some((best, _, rows)) => {
                *best = (*best).min(order);
                rows.push((symbol.start_line(), row));
            }
            None => files.push((
                order,
                BundleFile {
                    path: path.to_owned(),
                    symbols: Vec::new(),
                },
                vec![(symbol.start_line(), row)],
            )),
        }
    }
    files.sort_by_key(|(best, _, _)| *best);
    let files: Vec<BundleFile> = files
        .into_iter()
        .map(|(_, mut file, mut rows)| {
            rows.sort_by_key(|(line, _)| *line);
            file.symbols = rows.into_iter().map(|(_, row)| row).collect();
            file
        })
        .collect();
    let relations = relations(view, entries, limits)?;
    let connected: std::collections::BTreeSet<SymbolId> = relations
        .iter()
        .flat_map(|(source, targets)| targets.iter().copied().chain([*source]))
        .collect();
    let count = entries.len().max(1) as f64;
    let round = |value: f64| (value * 100.0).round() / 100.0;
    let best_in = ranked
        .iter()
        .take(10)
        .filter(|found| entries.iter().any(|entry| entry.symbol == found.symbol))
        .count();
    Ok(ContextBundle {
        summary: summary(view, entries, &files, ranked)?,
        relationship_map: relationship_map(view, &relations)?,
        tokens_used: 0,
        token_budget: budget,
        symbols_included: entries.len(),
        symbols_available: ranked.len(),
        quality: Quality {
            seed_hit: round(best_in as f64 / ranked.len().clamp(1, 10) as f64),
            connectedness: round(connected.len() as f64 / count),
            token_efficiency: round(tokens::of_chars(source_chars) as f64 / budget as f64),
            depth: round(entries.iter().filter(|entry| !entry.seed).count() as f64 / count),
        },
        files,
    })
}

fn summary(
    view: &View,
    entries: &[Entry],
    files: &[BundleFile],
    ranked: &[rank::Ranked],
) -> Result<String> {
    let Some(first) = entries
        .iter()
        .filter(|entry| entry.rank > 0)
        .min_by_key(|entry| entry.rank)
    else {
        let Some(best) = ranked.first() else {
            return Ok("Nothing in the index matches this task.".to_owned());
        };
        let best = view.symbol(best.symbol)?;
        return Ok(format!(
            "The budget is too small for any of the {} ranked symbols; best match {}:{}.",
            ranked.len(),
            best.file()?.path()?,
            best.start_line()
        ));
    };
    let symbol = view.symbol(first.symbol)?;
    let full = entries
        .iter()
        .filter(|entry| entry.included_as == pack::IncludedAs::FullSource)
        .count();
    Ok(format!(
        "{} symbols in {} files, {full} with source; best match {} ({}:{}).",
        entries.len(),
        files.len(),
        symbol.qualified()?,
        symbol.file()?.path()?,
        symbol.name_line()
    ))
}

/// Returns, for each entry, the other entries that it calls, constructs or inherits from.
fn relations(
    view: &View,
    entries: &[Entry],
    limits: &Limits,
) -> Result<Vec<(SymbolId, Vec<SymbolId>)>> {
    let inside: std::collections::BTreeSet<SymbolId> =
        entries.iter().map(|entry| entry.symbol).collect();
    let mut relations = Vec::new();
    for entry in entries {
        let mut targets: Vec<SymbolId> = view
            .edges_from(entry.symbol)?
            .take_while(|_| !limits.is_over())
            .filter(|edge| {
                matches!(
                    edge.kind,
                    EdgeKind::Calls
                        | EdgeKind::Constructs
                        | EdgeKind::Extends
                        | EdgeKind::Implements
                ) && edge.target != entry.symbol
                    && inside.contains(&edge.target)
            })
            .map(|edge| edge.target)
            .collect();
        targets.dedup();
        if !targets.is_empty() {
            relations.push((entry.symbol, targets));
        }
    }
    Ok(relations)
}

fn relationship_map(view: &View, relations: &[(SymbolId, Vec<SymbolId>)]) -> Result<String> {
    let mut map = String::new();
    for (source, targets) in relations.iter().take(8) {
        let mut names = Vec::new();
        for target in targets.iter().take(5) {
            names.push(view.symbol(*target)?.name()?);
        }
        let line = format!("{} → [{}]", view.symbol(*source)?.name()?, names.join(", "));
        if map.chars().count() + line.chars().count() > 500 {
            break;
        }
        if !map.is_empty() {
            map.push_str("; ");
        }
        map.push_str(&line);
    }
    Ok(map)
}
