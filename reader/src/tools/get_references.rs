//! `get_references`: callers, callees, implementors, supers, readers and writers of a symbol.

use bombe_format::ids::SymbolId;
use bombe_format::kind::EdgeKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::common::{self, BlindSpots, Meta, MetaBuilder, Target};
use crate::context::pack::shortened;
use crate::limits::Limits;
use crate::query::Result;
use crate::query::traverse::{self, Direction, Step};
use crate::snapshot::Snapshot;
use crate::view::View;

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
    /// Edge kind: `calls`, `constructs`, `overrides`, …; `dispatch` for a call of the method that this one overrides.
    pub edge: &'static str,
    /// Confidence, 0-1.
    pub confidence: f64,
    /// Hops from the symbol.
    pub depth: u32,
    /// Source of the symbol, if asked for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
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
struct Found {
    step: Step,
    dispatch: bool,
}

impl Tool for GetReferences {
    const NAME: &'static str = "get_references";
    const DESCRIPTION: &'static str = "Callers, callees, implementors, supers or usages of a symbol, resolved, with lines and confidence.";
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, request: &Request, limits: &Limits) -> Result<Answer> {
        let mut meta = MetaBuilder::start();
        let view = &snapshot.view;
        let (symbol, target) = Target::find(view, &request.symbol)?;
        let confidence_min = (request.min_confidence.clamp(0.0, 1.0) * 100.0).round() as u8;
        let depth = request.depth.clamp(1, 5);
        let offset = common::offset_of(view, request.cursor.as_deref())?;
        let limit = request.limit.clamp(1, 500);
        let wants = |direction: RefDirection| {
            request.direction == direction
                || (request.direction == RefDirection::Both
                    && matches!(direction, RefDirection::Callers | RefDirection::Callees))
        };
        let mut total = 0;
        let mut cut = false;
        let mut list = |direction: RefDirection| -> Result<Option<Vec<Reference>>> {
            if !wants(direction) {
                return Ok(None);
            }
            let found = match direction {
                RefDirection::Callers => callers(view, symbol.id(), depth, confidence_min, limits)?,
                RefDirection::Callees => walk(
                    view,
                    &[symbol.id()],
                    Direction::Forward,
                    CALLS,
                    depth,
                    confidence_min,
                    limits,
                )?,
                RefDirection::Implementors => walk(
                    view,
                    &[symbol.id()],
                    Direction::Backward,
                    HIERARCHY,
                    depth,
                    confidence_min,
                    limits,
                )?,
                RefDirection::Supers => walk(
                    view,
                    &[symbol.id()],
                    Direction::Forward,
                    HIERARCHY,
                    depth,
                    confidence_min,
                    limits,
                )?,
                _ => walk(
                    view,
                    &[symbol.id()],
                    Direction::Backward,
                    USAGES,
                    1,
                    confidence_min,
                    limits,
                )?,
            };
            total += found.len();
            let mut rows = Vec::new();
            for found in found.iter().skip(offset).take(limit) {
                let row = reference(view, found, request.include_source)?;
                meta.edge(found.step.edge.confidence);
                meta.path(&row.file_path);
                rows.push(row);
            }
            let chars = if limit > fifty() || request.include_source {
                common::CHARS_MAX / 2
            } else {
                common::CHARS_DEFAULT / 2
            };
            rows.truncate(common::fitting(&rows, chars));
            cut |= offset + rows.len() < found.len();
            Ok(Some(rows))
        };
        let callers = list(RefDirection::Callers)?;
        let callees = list(RefDirection::Callees)?;
        let implementors = list(RefDirection::Implementors)?;
        let supers = list(RefDirection::Supers)?;
        let usages = list(RefDirection::Usages)?;
        let shown = [&callers, &callees, &implementors, &supers, &usages]
            .iter()
            .filter_map(|rows| rows.as_ref().map(Vec::len))
            .filter(|len| *len > 0)
            .min()
            .unwrap_or(0);
        let blind_spots = BlindSpots::about(view, symbol.name()?)?;
        let mut meta = meta.finish(snapshot, limits, cut);
        if cut {
            meta.next_cursor = Some(common::cursor(view, offset + shown.max(1)));
        }
        Ok(Answer {
            target_symbol: target,
            callers,
            callees,
            implementors,
            supers,
            usages,
            total,
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
            if rows.is_empty() {
                text.push_str(&format!("{title}: none found in the index\n"));
                continue;
            }
            text.push_str(&format!("{title}:\n"));
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
        text.push_str(&answer.blind_spots.text());
        text.push_str(&answer.meta.text());
        text
    }
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
