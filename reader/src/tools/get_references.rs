//! `get_references`: callers, callees, implementors, supers, readers and writers of a symbol.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bombe_format::ids::SymbolId;
use bombe_format::kind::EdgeKind;
use hashbrown::HashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::common::{self, BlindSpots, Meta, MetaBuilder, Target};
use crate::context::pack::shortened;
use crate::limits::Limits;
use crate::query::Result;
use crate::query::traverse::{self, Direction, Step};
use crate::snapshot::Snapshot;
use crate::view::{Edge, View};

/// Finds what refers to a symbol and what it refers to.
pub struct GetReferences;

/// Whose references.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Id, name or `path:line`.
    #[serde(alias = "symbol_name")]
    pub symbol: String,
    /// Which.
    #[serde(default)]
    pub direction: RefDirection,
    /// Hops, to 5.
    #[serde(default = "one")]
    pub depth: u32,
    /// Below 0.5: guesses by name.
    #[serde(default = "half")]
    pub min_confidence: f64,
    /// With source.
    #[serde(default)]
    pub include_source: bool,
    /// At most 500.
    #[serde(default = "fifty")]
    pub limit: usize,
    /// Where to go on.
    #[serde(default)]
    #[schemars(with = "String")]
    pub cursor: Option<String>,
}

fn one() -> u32 {
    1
}
fn half() -> f64 {
    0.5
}
fn fifty() -> usize {
    50
}

/// Which references are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RefDirection {
    /// What calls it.
    Callers,
    /// What it calls.
    Callees,
    /// Callers and callees.
    #[default]
    Both,
    /// What implements, extends or overrides it.
    Implementors,
    /// What it implements, extends or overrides.
    Supers,
    /// What reads, writes or names it without calling it.
    Usages,
}

/// A reference.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reference {
    /// Id of the symbol at the other end.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: &'static str,
    /// The file of the site.
    pub file_path: String,
    /// 1-based line of the site.
    pub line: u32,
    /// The site's line of source.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Edge kind: `calls`, `constructs`, `overrides`, …; `dispatch` for a call of a method that is overridden: of the base
    /// in `callers`, by this one in `callees`.
    pub edge: &'static str,
    /// Confidence, 0-1.
    pub confidence: f64,
    /// Hops from the symbol.
    pub depth: u32,
    /// Source of the symbol, if asked for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The references found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The symbol.
    pub target_symbol: Target,
    /// What calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Reference>")]
    pub callers: Option<Vec<Reference>>,
    /// What it calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Reference>")]
    pub callees: Option<Vec<Reference>>,
    /// What implements, extends or overrides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Reference>")]
    pub implementors: Option<Vec<Reference>>,
    /// What it implements, extends or overrides.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Reference>")]
    pub supers: Option<Vec<Reference>>,
    /// What reads, writes or names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Reference>")]
    pub usages: Option<Vec<Reference>>,
    /// Number of references in all lists, before the limit.
    pub total: usize,
    /// The same for each list.
    pub totals: BTreeMap<&'static str, usize>,
    /// Implementations of called methods beyond the few best that `callees` has for each.
    #[serde(skip_serializing_if = "is_zero")]
    pub implementations_left_out: usize,
    /// Call sites that are left out of `callers` for their confidence.
    #[serde(skip_serializing_if = "is_zero")]
    pub below_min_confidence: usize,
    /// What the index cannot see.
    pub blind_spots: BlindSpots,
    /// Provenance.
    pub meta: Meta,
}

const CALLS: &[EdgeKind] = &[EdgeKind::Calls, EdgeKind::Constructs, EdgeKind::Handles];
const HIERARCHY: &[EdgeKind] = &[EdgeKind::Extends, EdgeKind::Implements, EdgeKind::Overrides];
const USAGES: &[EdgeKind] = &[
    EdgeKind::References,
    EdgeKind::Decorates,
    EdgeKind::ImportsSymbol,
];

/// A step together with whether it goes through an overridden method.
#[derive(Clone, Copy)]
struct Found {
    step: Step,
    dispatch: bool,
}

impl Tool for GetReferences {
    const NAME: &'static str = "get_references";
    const DESCRIPTION: &'static str = "Callers, callees, implementors, supers or usages of a symbol, resolved, with lines and confidence.";
    const EXAMPLE: &'static str = r#"{"symbol": "Auth.login", "direction": "callers", "depth": 1}"#;
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, request: &Request, limits: &Limits) -> Result<Answer> {
        let mut meta = MetaBuilder::start();
        let view = &snapshot.view;
        let (symbol, target) = Target::find(snapshot, &request.symbol)?;
        let confidence_min = common::within("min_confidence", request.min_confidence, 0.0, 1.0)?;
        let confidence_min = (confidence_min * 100.0).round() as u8;
        let depth = common::within("depth", request.depth, 1, 5)?;
        let limit = common::at_least("limit", request.limit, 1)?.min(500);
        let offsets = common::offsets_of(view, request.cursor.as_deref())?;
        let wants = |direction: RefDirection| {
            request.direction == direction
                || (request.direction == RefDirection::Both
                    && matches!(direction, RefDirection::Callers | RefDirection::Callees))
        };
        let lists = if request.direction == RefDirection::Both {
            2
        } else {
            1
        };
        let mut totals = BTreeMap::new();
        let mut implementations_left_out = 0;
        let mut unsure = 0;
        let mut next = Vec::new();
        let mut list = |direction: RefDirection| -> Result<Option<Vec<Reference>>> {
            if !wants(direction) {
                return Ok(None);
            }
            let one = [symbol.id()];
            let hierarchy = |way| walk(view, &one, way, HIERARCHY, depth, confidence_min, limits);
            let mut found = match direction {
                RefDirection::Callers => callers(view, symbol.id(), depth, confidence_min, limits)?,
                RefDirection::Callees => {
                    let callees = callees(view, symbol.id(), depth, confidence_min, limits)?;
                    implementations_left_out = callees.implementations_left_out;
                    callees.found
                }
                RefDirection::Implementors => hierarchy(Direction::Backward)?,
                RefDirection::Supers => hierarchy(Direction::Forward)?,
                _ => walk(
                    view,
                    &one,
                    Direction::Backward,
                    USAGES,
                    1,
                    confidence_min,
                    limits,
                )?,
            };
            if direction != RefDirection::Callees {
                by_importance(view, &mut found)?;
            }
            if direction == RefDirection::Callers {
                let guesses =
                    |edge: &Edge| CALLS.contains(&edge.kind) && edge.confidence < confidence_min;
                unsure = view.edges_to(symbol.id())?.filter(guesses).count();
            }
            let offset = offsets
                .get(next.len())
                .copied()
                .unwrap_or(0)
                .min(found.len());
            let chars = if limit > fifty() || request.include_source {
                common::CHARS_MAX
            } else {
                common::CHARS_DEFAULT
            };
            let mut room = common::Room::new(chars / lists);
            let mut rows = Vec::new();
            for found in found.iter().skip(offset).take(limit) {
                let row = reference(view, found, request.include_source)?;
                if !room.takes(&row) {
                    break;
                }
                meta.edge(found.step.edge.confidence);
                meta.path(&row.file_path);
                rows.push(row);
            }
            totals.insert(direction.name(), found.len());
            next.push((offset + rows.len(), found.len()));
            Ok(Some(rows))
        };
        let callers = list(RefDirection::Callers)?;
        let callees = list(RefDirection::Callees)?;
        let implementors = list(RefDirection::Implementors)?;
        let supers = list(RefDirection::Supers)?;
        let usages = list(RefDirection::Usages)?;
        let blind_spots = BlindSpots::about(view, symbol.name()?)?;
        let cut = next.iter().any(|(at, total)| at < total);
        let mut meta = meta.finish(snapshot, limits, cut);
        if cut {
            let at: Vec<usize> = next.iter().map(|(at, _)| *at).collect();
            meta.next_cursor = Some(common::cursors(view, &at));
        }
        Ok(Answer {
            target_symbol: target,
            callers,
            callees,
            implementors,
            supers,
            usages,
            total: totals.values().sum(),
            totals,
            implementations_left_out,
            below_min_confidence: unsure,
            blind_spots,
            meta,
        })
    }

    fn text(answer: &Answer) -> String {
        let mut text = answer.target_symbol.text();
        text.push('\n');
        for (title, rows) in [
            ("Callers", &answer.callers),
            ("Callees", &answer.callees),
            ("Implementors", &answer.implementors),
            ("Supers", &answer.supers),
            ("Usages", &answer.usages),
        ] {
            let Some(rows) = rows else { continue };
            let total = answer
                .totals
                .get(title.to_lowercase().as_str())
                .copied()
                .unwrap_or(0);
            if rows.is_empty() {
                let why = if total > 0 {
                    "all shown before"
                } else {
                    "none found in the index"
                };
                text.push_str(&format!("{title}: {why}\n"));
                continue;
            }
            if total > rows.len() {
                text.push_str(&format!("{title} ({} of {total}):\n", rows.len()));
            } else {
                text.push_str(&format!("{title} ({total}):\n"));
            }
            for row in rows {
                let depth = if row.depth > 1 {
                    format!(" depth {}", row.depth)
                } else {
                    String::new()
                };
                text.push_str(&format!(
                    "  {}:{} {} [{} {:.2}{depth}] {}\n",
                    row.file_path,
                    row.line,
                    row.id
                        .split_once("::")
                        .map_or(row.name.as_str(), |(_, name)| if name.is_empty() {
                            "(module)"
                        } else {
                            name
                        }),
                    row.edge,
                    row.confidence,
                    row.text
                ));
                if !row.source.is_empty() {
                    text.push_str(&row.source);
                    text.push('\n');
                }
            }
        }
        if answer.implementations_left_out > 0 {
            text.push_str(&format!(
                "{} more implementations of called methods: direction=implementors of each\n",
                answer.implementations_left_out
            ));
        }
        if answer.below_min_confidence > 0 {
            text.push_str(&format!(
                "{} more call sites may mean it, below min_confidence\n",
                answer.below_min_confidence
            ));
        }
        text.push_str(&answer.blind_spots.text());
        text.push_str(&answer.meta.text());
        text
    }
}

impl RefDirection {
    /// The list that it fills.
    fn name(self) -> &'static str {
        match self {
            Self::Callers => "callers",
            Self::Callees => "callees",
            Self::Both => "both",
            Self::Implementors => "implementors",
            Self::Supers => "supers",
            Self::Usages => "usages",
        }
    }
}

/// Orders a list that may be cut: near before far, direct calls before dispatch, code before tests, then by rank; the
/// sites of one symbol stay together, by line.
fn by_importance(view: &View, found: &mut Vec<Found>) -> Result<()> {
    let mut keys = Vec::with_capacity(found.len());
    for (at, found) in found.iter().enumerate() {
        let symbol = view.symbol(found.step.symbol)?;
        keys.push((
            found.step.depth,
            found.dispatch,
            symbol.is_test(),
            Reverse(symbol.rank_units()),
            symbol.id(),
            at,
        ));
    }
    keys.sort_unstable();
    *found = keys.iter().map(|(.., at)| found[*at]).collect();
    Ok(())
}

fn walk(
    view: &View,
    starts: &[SymbolId],
    direction: Direction,
    kinds: &[EdgeKind],
    depth: u32,
    confidence_min: u8,
    limits: &Limits,
) -> Result<Vec<Found>> {
    let steps = traverse::walk(
        view,
        starts,
        direction,
        kinds,
        depth,
        confidence_min,
        limits,
    )?;
    let mut found: Vec<Found> = Vec::new();
    for step in steps {
        // A constructor call is both a call and a construction: one reference.
        let twin = found.last().is_some_and(|last| {
            last.step.symbol == step.symbol
                && last.step.edge.line == step.edge.line
                && last.step.edge.col == step.edge.col
                && last.step.edge.line > 0
        });
        if !twin {
            found.push(Found {
                step,
                dispatch: false,
            });
        }
    }
    Ok(found)
}

/// Callers, then callers of the methods that this one overrides: those calls may end up here.
fn callers(
    view: &View,
    symbol: SymbolId,
    depth: u32,
    confidence_min: u8,
    limits: &Limits,
) -> Result<Vec<Found>> {
    let mut found = walk(
        view,
        &[symbol],
        Direction::Backward,
        CALLS,
        depth,
        confidence_min,
        limits,
    )?;
    let overridden = traverse::walk(
        view,
        &[symbol],
        Direction::Forward,
        &[EdgeKind::Overrides],
        3,
        0,
        limits,
    )?;
    let bases: Vec<SymbolId> = overridden.iter().map(|step| step.symbol).collect();
    if !bases.is_empty() {
        let through = walk(
            view,
            &bases,
            Direction::Backward,
            CALLS,
            1,
            confidence_min,
            limits,
        )?;
        found.extend(through.into_iter().map(|found| Found {
            dispatch: true,
            ..found
        }));
    }
    Ok(found)
}

/// What a walk over callees found.
struct Callees {
    found: Vec<Found>,
    implementations_left_out: usize,
}

/// Most implementations that a call of a method which others override is expanded to.
const IMPLEMENTATIONS_MAX: usize = 5;

/// Callees; each called method that others override is followed by the best of those, as the call may end up there.
fn callees(
    view: &View,
    symbol: SymbolId,
    depth: u32,
    confidence_min: u8,
    limits: &Limits,
) -> Result<Callees> {
    let mut found: Vec<Found> = Vec::new();
    let mut implementations_left_out = 0;
    let mut seen = HashSet::new();
    seen.insert(symbol);
    let mut frontier = vec![symbol];
    for depth in 1..=depth {
        let mut next = Vec::new();
        let steps = walk(
            view,
            &frontier,
            Direction::Forward,
            CALLS,
            1,
            confidence_min,
            limits,
        )?;
        for mut called in steps {
            let target = called.step.symbol;
            let is_new = seen.insert(target);
            if !is_new && depth > 1 {
                continue;
            }
            called.step.depth = depth;
            let call = called.step;
            found.push(called);
            if !is_new {
                continue;
            }
            next.push(target);
            let overrides = &[EdgeKind::Overrides];
            let below = traverse::walk(
                view,
                &[target],
                Direction::Backward,
                overrides,
                3,
                0,
                limits,
            )?;
            let mut best: Vec<Found> = below
                .into_iter()
                .filter(|step| !seen.contains(&step.symbol))
                .map(|step| Found {
                    step: Step {
                        symbol: step.symbol,
                        edge: Edge {
                            confidence: call.edge.confidence.min(step.edge.confidence),
                            ..call.edge
                        },
                        ..call
                    },
                    dispatch: true,
                })
                .collect();
            by_importance(view, &mut best)?;
            best.dedup_by_key(|found| found.step.symbol);
            implementations_left_out += best.len().saturating_sub(IMPLEMENTATIONS_MAX);
            best.truncate(IMPLEMENTATIONS_MAX);
            for implementation in best {
                seen.insert(implementation.step.symbol);
                next.push(implementation.step.symbol);
                found.push(implementation);
            }
        }
        if next.is_empty() || limits.is_over() || found.len() >= limits.nodes_max {
            break;
        }
        frontier = next;
    }
    Ok(Callees {
        found,
        implementations_left_out,
    })
}

fn reference(view: &View, found: &Found, with_source: bool) -> Result<Reference> {
    let step = &found.step;
    let symbol = view.symbol(step.symbol)?;
    let site = view.symbol(step.edge.source)?;
    let has_site = step.edge.line > 0;
    let file = if has_site {
        site.file()?
    } else {
        symbol.file()?
    };
    let line = if has_site {
        step.edge.line
    } else {
        symbol.name_line()
    };
    let text = match view.source_lines(file.id(), line, line)? {
        Some(source) => shortened(source.line(line).trim(), 140),
        None => String::new(),
    };
    let source = if with_source {
        match view.source_lines(symbol.file_id(), symbol.start_line(), symbol.end_line())? {
            Some(source) => shortened(source.text(), 2_000),
            None => String::new(),
        }
    } else {
        String::new()
    };
    Ok(Reference {
        id: symbol.symbol_id()?,
        name: symbol.name()?.to_owned(),
        kind: symbol.kind().name(),
        file_path: file.path()?.to_owned(),
        line,
        text,
        edge: if found.dispatch {
            "dispatch"
        } else {
            step.edge.kind.name()
        },
        confidence: f64::from(step.edge.confidence) / 100.0,
        depth: step.depth,
        source,
    })
}
