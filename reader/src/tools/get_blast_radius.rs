//! `get_blast_radius`: what a change of a symbol reaches.

use std::collections::{BTreeMap, BTreeSet};

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{EdgeKind, EntryKind, SymbolKind};
use hashbrown::{HashMap, HashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::common::{self, BlindSpots, Meta, MetaBuilder, SymbolRef, Target};
use crate::limits::Limits;
use crate::query::traverse::{self, Direction};
use crate::query::{QueryError, Result, diff};
use crate::snapshot::Snapshot;
use crate::view::{Symbol, View};
use crate::worktree::DiffSide;

/// Analyses the impact of a change.
pub struct GetBlastRadius;

/// Of what, and what kind of change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Id, name or `path:line`.
    #[serde(default, alias = "symbol_name")]
    pub symbol: String,
    /// Instead: `worktree`, a commit range, or a diff.
    #[serde(default)]
    pub diff: String,
    /// The change.
    #[serde(default)]
    pub change_type: ChangeType,
    /// Hops, to 5.
    #[serde(default = "three")]
    pub max_depth: u32,
    /// At most 500.
    #[serde(default = "forty")]
    pub limit: usize,
}

fn three() -> u32 {
    3
}
fn forty() -> usize {
    40
}

/// What changes about a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeType {
    /// Parameters or result: callers and overriding methods must follow.
    Signature,
    /// What it does: callers may see another result.
    #[default]
    Behavior,
    /// It goes away: every mention breaks.
    Delete,
}

/// A symbol that the change reaches.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Dependent {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Path relative to the root.
    pub file: String,
    /// 1-based line of the site that depends on it.
    pub line: u32,
    /// Hops from the changed symbol.
    pub depth: u32,
    /// Edge kind.
    pub edge: &'static str,
    /// Confidence, 0-1.
    pub confidence: f64,
}

/// What is reached.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Impact {
    /// One hop away.
    pub direct_callers: Vec<Dependent>,
    /// Further away.
    pub transitive_callers: Vec<Dependent>,
    /// Files with dependents, nearest first.
    pub affected_files: Vec<String>,
    /// Tests that reach it, as ids.
    pub tests_to_run: Vec<String>,
    /// Number of dependents, before the limit.
    pub total_affected_symbols: usize,
    /// Number of files with dependents.
    pub total_affected_files: usize,
    /// Number of tests that reach it.
    pub total_tests: usize,
    /// `low`, `medium` or `high`, and why.
    pub risk_assessment: String,
}

/// A symbol that a diff touches.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Changed {
    /// The symbol.
    #[serde(flatten)]
    pub symbol: SymbolRef,
    /// `signature` if its first lines change, `delete` if all of it goes, else `behavior`.
    pub change_type: ChangeType,
}

/// What a diff touches.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct DiffSummary {
    /// Innermost symbols around the changed lines, at most 50.
    pub symbols: Vec<Changed>,
    /// Number of such symbols.
    pub total_symbols: usize,
    /// Changed files that the snapshot does not have: nothing is known about them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files_not_indexed: Vec<String>,
}

/// The answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The symbol, if one was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Target")]
    pub target: Option<Target>,
    /// What the diff touches, if one was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DiffSummary")]
    pub diff: Option<DiffSummary>,
    /// What changes.
    pub change_type: ChangeType,
    /// What is reached.
    pub impact: Impact,
    /// What the index cannot see.
    pub blind_spots: BlindSpots,
    /// Provenance.
    pub meta: Meta,
}

/// Edges along which a change of behaviour or signature spreads to the source.
const SPREADS: &[EdgeKind] = &[
    EdgeKind::Calls,
    EdgeKind::Constructs,
    EdgeKind::Handles,
    EdgeKind::Overrides,
];
/// Edges that break in addition when a symbol goes away or changes its form.
const MENTIONS: &[EdgeKind] = &[
    EdgeKind::Calls,
    EdgeKind::Constructs,
    EdgeKind::Handles,
    EdgeKind::Overrides,
    EdgeKind::References,
    EdgeKind::Extends,
    EdgeKind::Implements,
    EdgeKind::Decorates,
    EdgeKind::ImportsSymbol,
];
/// Edges that pass a change of a function on although nothing calls it by name there: it is handed over as a value.
const HANDED_OVER: &[EdgeKind] = &[
    EdgeKind::Calls,
    EdgeKind::Constructs,
    EdgeKind::Handles,
    EdgeKind::Overrides,
    EdgeKind::References,
];
/// Changed symbols that are listed, and whose names are looked for among unresolved calls.
const CHANGED_MAX: usize = 50;
/// Least confidence of edges used, in percent.
const CONFIDENCE_MIN: u8 = 50;

impl Tool for GetBlastRadius {
    const NAME: &'static str = "get_blast_radius";
    const DESCRIPTION: &'static str = "What a change of a symbol or a diff reaches: dependents, files, tests to run. Use before editing.";
    const EXAMPLE: &'static str = r#"{"symbol": "Auth.login", "change_type": "signature"}"#;
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, request: &Request, limits: &Limits) -> Result<Answer> {
        let mut meta = MetaBuilder::start();
        let view = &snapshot.view;
        let depth = common::within("max_depth", request.max_depth, 1, 5)?;
        let limit = common::at_least("limit", request.limit, 1)?.min(500);
        let mut target = None;
        let mut summary = None;
        let mut starts = Vec::new();
        match (request.symbol.trim(), request.diff.trim()) {
            ("", "") => {
                return Err(QueryError::Argument {
                    argument: "symbol",
                    problem: "is missing, and so is `diff`".to_owned(),
                    example: "`Auth.login`, or `worktree` as `diff`".to_owned(),
                });
            }
            (_, "") => {
                let (symbol, found) = Target::find(snapshot, &request.symbol)?;
                target = Some(found);
                starts.push((symbol.id(), request.change_type));
            }
            ("", diff) => {
                let (touched, found) = touched(snapshot, diff, request.change_type, limits)?;
                starts = touched;
                summary = Some(found);
            }
            _ => {
                return Err(QueryError::Argument {
                    argument: "diff",
                    problem: "cannot be asked together with `symbol`".to_owned(),
                    example: "one of the two".to_owned(),
                });
            }
        }
        let reached = reach(view, &starts, depth, limits)?;
        let (direct, transitive): (Vec<Reached>, Vec<Reached>) =
            reached.into_iter().partition(|reached| reached.depth == 1);
        let mut runnable = Runnable::default();
        let total = direct.len() + transitive.len();
        let mut files: Vec<String> = Vec::new();
        let mut file_ids = BTreeSet::new();
        let mut tests: Vec<String> = Vec::new();
        let mut total_tests = 0;
        let mut public = 0;
        for (id, _) in &starts {
            // A changed test is a test to run.
            if summary.is_some() && runnable.is_test(view, *id)? {
                total_tests += 1;
                if tests.len() < 50 {
                    tests.push(view.symbol(*id)?.symbol_id()?);
                }
            }
        }
        let mut code = 0;
        for step in direct.iter().chain(&transitive) {
            meta.edge(step.confidence);
            let found = view.symbol(step.symbol)?;
            if file_ids.insert(found.file_id()) && files.len() < 100 {
                files.push(found.file()?.path()?.to_owned());
            }
            if runnable.is_test(view, step.symbol)? {
                total_tests += 1;
                if tests.len() < 50 {
                    tests.push(found.symbol_id()?);
                }
            } else if !found.is_test() {
                code += 1;
                if found.visibility() == bombe_format::kind::Visibility::Public {
                    public += 1;
                }
            }
        }
        let mut direct_rows = dependents(view, &direct, limit)?;
        let mut transitive_rows =
            dependents(view, &transitive, limit.saturating_sub(direct_rows.len()))?;
        let chars = if limit > forty() {
            common::CHARS_MAX / 2
        } else {
            common::CHARS_DEFAULT * 2 / 5
        };
        direct_rows.truncate(common::fitting(&direct_rows, chars));
        transitive_rows.truncate(common::fitting(&transitive_rows, chars / 2));
        files.truncate(common::fitting(&files, chars / 4));
        tests.truncate(common::fitting(&tests, chars / 4));
        for row in direct_rows.iter().chain(&transitive_rows) {
            meta.path(&row.file);
        }
        let mut names: Vec<&str> = Vec::new();
        for (id, _) in starts.iter().take(CHANGED_MAX) {
            names.push(view.symbol(*id)?.name()?);
        }
        names.sort_unstable();
        names.dedup();
        let blind_spots = BlindSpots::about_all(view, &names)?;
        let code_direct = count_code(view, &direct)?;
        let level = match (code_direct, total) {
            _ if code_direct >= 20
                || total >= 150
                || (request.change_type == ChangeType::Delete && code_direct > 5) =>
            {
                "high"
            }
            _ if code_direct >= 4 || total >= 20 || blind_spots.unresolved_same_name > 10 => {
                "medium"
            }
            _ => "low",
        };
        let risk_assessment = format!(
            "{level} - {code_direct} direct and {} transitive dependents outside tests, {public} of them public, {total_tests} tests known to reach it, {} files{}",
            code - code_direct,
            file_ids.len(),
            if blind_spots.unresolved_same_name > 0 {
                format!(
                    "; {} unresolved call sites of this name are not counted",
                    blind_spots.unresolved_same_name
                )
            } else {
                String::new()
            }
        );
        let cut = direct_rows.len() + transitive_rows.len() < total;
        Ok(Answer {
            target,
            diff: summary,
            change_type: request.change_type,
            impact: Impact {
                direct_callers: direct_rows,
                transitive_callers: transitive_rows,
                affected_files: files,
                tests_to_run: tests,
                total_affected_symbols: total,
                total_affected_files: file_ids.len(),
                total_tests,
                risk_assessment,
            },
            blind_spots,
            meta: meta
                .finish(snapshot, limits, cut)
                .with_rest(|| "more dependents: raise limit".to_owned()),
        })
    }

    fn text(answer: &Answer) -> String {
        let impact = &answer.impact;
        let mut text = String::new();
        if let Some(target) = &answer.target {
            text.push_str(&format!("{}\n", target.text()));
        }
        if let Some(diff) = &answer.diff {
            text.push_str(&diff.text());
        }
        text.push_str(&format!("Risk: {}\n", impact.risk_assessment));
        for (title, rows) in [
            ("Direct", &impact.direct_callers),
            ("Transitive", &impact.transitive_callers),
        ] {
            if rows.is_empty() {
                continue;
            }
            text.push_str(&format!("{title}:\n"));
            for row in rows {
                // Methods of one name on many types are told apart by their types.
                let qualified = row.id.get(row.file.len() + 2..).unwrap_or_default();
                let name = if qualified.is_empty() {
                    &row.name
                } else {
                    qualified
                };
                text.push_str(&format!(
                    "  {}:{} {name} [{} {:.2}, depth {}]\n",
                    row.file, row.line, row.edge, row.confidence, row.depth
                ));
            }
        }
        if impact.direct_callers.is_empty() {
            text.push_str(
                "No dependents found in the index; there may be some that it cannot see.\n",
            );
        }
        if !impact.tests_to_run.is_empty() {
            text.push_str(&format!(
                "Tests to run ({} of {}):\n  {}\n",
                impact.tests_to_run.len(),
                impact.total_tests,
                impact.tests_to_run.join("\n  ")
            ));
        }
        if !impact.affected_files.is_empty() {
            text.push_str(&format!(
                "Files ({} of {}): {}\n",
                impact.affected_files.len(),
                impact.total_affected_files,
                impact.affected_files.join(", ")
            ));
        }
        text.push_str(&answer.blind_spots.text());
        text.push_str(&answer.meta.text());
        text
    }
}

impl DiffSummary {
    fn text(&self) -> String {
        let mut text = format!(
            "Changed symbols ({} of {}):\n",
            self.symbols.len(),
            self.total_symbols
        );
        for changed in &self.symbols {
            let kind = match changed.change_type {
                ChangeType::Signature => "signature",
                ChangeType::Behavior => "behavior",
                ChangeType::Delete => "delete",
            };
            text.push_str(&format!("  {} [{kind}]\n", changed.symbol.text()));
        }
        if !self.files_not_indexed.is_empty() {
            text.push_str(&format!(
                "Changed, not in the index: {}\n",
                self.files_not_indexed.join(", ")
            ));
        }
        text
    }
}

/// A symbol that a change reaches.
struct Reached {
    symbol: SymbolId,
    depth: u32,
    /// 1-based line of the site, 0 if there is none.
    line: u32,
    /// In percent.
    confidence: u8,
    /// What to call the edge.
    label: &'static str,
}

/// What a change of some symbols reaches, breadth first. Beside the edges: the members of a type; callers of a method
/// that a reached one overrides (`dispatch`); the function around a reached local one (`encloses`).
fn reach(
    view: &View,
    changed: &[(SymbolId, ChangeType)],
    depth_max: u32,
    limits: &Limits,
) -> Result<Vec<Reached>> {
    let mut seen: HashSet<SymbolId> = changed.iter().map(|(id, _)| *id).collect();
    // Symbols whose dependents come next, with the edges that count and whether they stand for an overriding method.
    let mut frontier: Vec<(SymbolId, &[EdgeKind], bool)> = Vec::new();
    let mut reached: Vec<Reached> = Vec::new();
    let mut bases_seen: HashSet<SymbolId> = HashSet::new();
    for (id, change) in changed {
        let symbol = view.symbol(*id)?;
        let kinds = match change {
            ChangeType::Behavior if symbol.kind().is_callable() => HANDED_OVER,
            ChangeType::Behavior => SPREADS,
            _ => MENTIONS,
        };
        frontier.push((*id, kinds, false));
        if symbol.kind().is_type() {
            for member in view.children(*id)? {
                if seen.insert(member) {
                    frontier.push((member, kinds, false));
                }
            }
        }
    }
    for depth in 1..=depth_max {
        let mut around: Vec<(SymbolId, &[EdgeKind], bool)> = Vec::new();
        let mut next: Vec<(SymbolId, &[EdgeKind], bool)> = Vec::new();
        for (id, kinds, _) in &frontier {
            for base in bases(view, *id, limits)? {
                if !seen.contains(&base) && bases_seen.insert(base) {
                    around.push((base, kinds, true));
                }
            }
            if let Some(outer) = enclosing(view, *id)?
                && seen.insert(outer)
            {
                next.push((outer, SPREADS, false));
                reached.push(Reached {
                    symbol: outer,
                    depth,
                    line: 0,
                    confidence: 100,
                    label: "encloses",
                });
            }
        }
        for (id, kinds, dispatch) in frontier.iter().chain(&around) {
            if limits.is_over() {
                return Ok(reached);
            }
            for edge in view.edges_to(*id)? {
                // What overrides the base is not what calls it.
                let counts = kinds.contains(&edge.kind)
                    && edge.confidence >= CONFIDENCE_MIN
                    && !(*dispatch && edge.kind == EdgeKind::Overrides);
                if !counts || !seen.insert(edge.source) {
                    continue;
                }
                next.push((edge.source, SPREADS, false));
                let label = if *dispatch {
                    "dispatch"
                } else {
                    edge.kind.name()
                };
                reached.push(Reached {
                    symbol: edge.source,
                    depth,
                    line: edge.line,
                    confidence: edge.confidence,
                    label,
                });
                if reached.len() >= limits.nodes_max {
                    limits.note_hit();
                    return Ok(reached);
                }
            }
        }
        frontier = next;
    }
    Ok(reached)
}

/// The methods that a method overrides.
fn bases(view: &View, id: SymbolId, limits: &Limits) -> Result<Vec<SymbolId>> {
    let overrides = &[EdgeKind::Overrides];
    let steps = traverse::walk(view, &[id], Direction::Forward, overrides, 3, 0, limits)?;
    Ok(steps.into_iter().map(|step| step.symbol).collect())
}

/// The function around a local function.
fn enclosing(view: &View, id: SymbolId) -> Result<Option<SymbolId>> {
    let symbol = view.symbol(id)?;
    let Some(parent) = symbol.parent().filter(|_| symbol.kind().is_callable()) else {
        return Ok(None);
    };
    Ok(view.symbol(parent)?.kind().is_callable().then_some(parent))
}

/// Tells tests from what else is in test files.
#[derive(Default)]
struct Runnable {
    /// For each test file: its tests are known one by one.
    files: HashMap<FileId, bool>,
}

impl Runnable {
    /// A test that can be run: a known one; the file itself, where tests are calls at its top; any function of a test
    /// file where none is known.
    fn is_test(&mut self, view: &View, id: SymbolId) -> Result<bool> {
        let symbol = view.symbol(id)?;
        if !symbol.is_test() {
            return Ok(false);
        }
        let known = |id| -> Result<bool> {
            Ok(view
                .entry_points_of(id)?
                .iter()
                .any(|entry| entry.kind == EntryKind::Test))
        };
        if symbol.kind() == SymbolKind::Module || known(id)? {
            return Ok(true);
        }
        if !symbol.kind().is_callable() {
            return Ok(false);
        }
        let file = symbol.file_id();
        let has_known = match self.files.get(&file) {
            Some(has_known) => *has_known,
            None => {
                let mut has_known = false;
                for id in view.file(file)?.symbols() {
                    has_known = has_known || known(SymbolId(id))?;
                }
                self.files.insert(file, has_known);
                has_known
            }
        };
        Ok(!has_known)
    }
}

/// The symbols that a diff touches.
fn touched(
    snapshot: &Snapshot,
    diff: &str,
    change_type: ChangeType,
    limits: &Limits,
) -> Result<(Vec<(SymbolId, ChangeType)>, DiffSummary)> {
    let view = &snapshot.view;
    let (text, indexed_side) = snapshot.diff(diff)?;
    let mut changed: BTreeMap<SymbolId, ChangeType> = BTreeMap::new();
    let mut summary = DiffSummary::default();
    for change in diff::parse(&text) {
        let path = match indexed_side {
            DiffSide::Old => change.old.as_ref().or(change.new.as_ref()),
            DiffSide::New => change.new.as_ref().or(change.old.as_ref()),
        };
        let Some(path) = path else { continue };
        let Some(file) = view.file_by_path(path)? else {
            if summary.files_not_indexed.len() < CHANGED_MAX {
                summary.files_not_indexed.push(path.clone());
            }
            continue;
        };
        for hunk in &change.hunks {
            let (lines, others) = match indexed_side {
                DiffSide::Old => (hunk.old, hunk.new),
                DiffSide::New => (hunk.new, hunk.old),
            };
            let last = lines
                .first
                .saturating_add(lines.count.saturating_sub(1))
                .min(file.lines());
            for line in lines.first.max(1)..=last.max(lines.first.max(1)) {
                if limits.is_over() {
                    break;
                }
                let Some(symbol) = view.symbol_at(file.id(), line)? else {
                    continue;
                };
                let symbol = owner(view, symbol, lines, line)?;
                let within = lines.count > 0
                    && lines.first <= symbol.start_line()
                    && symbol.end_line() <= last;
                let body = symbol.body_bytes().map(|body| body.start);
                let head_end = match body {
                    Some(start) => view
                        .source(file.id())?
                        .map_or(symbol.name_line(), |source| source.line_of(start)),
                    None => symbol.end_line(),
                };
                let in_head = lines.count > 0 && line <= head_end.max(symbol.name_line());
                let kind = if within && others.count == 0 && indexed_side == DiffSide::Old {
                    ChangeType::Delete
                } else if in_head && symbol.kind() != SymbolKind::Module {
                    ChangeType::Signature
                } else {
                    change_type
                };
                let entry = changed.entry(symbol.id()).or_insert(kind);
                if kind != ChangeType::Behavior {
                    *entry = kind;
                }
            }
        }
    }
    summary.total_symbols = changed.len();
    let mut ids: Vec<SymbolId> = changed.keys().copied().collect();
    ids.sort_unstable();
    for id in ids.into_iter().take(CHANGED_MAX) {
        let symbol = SymbolRef::of(view.symbol(id)?)?;
        let change_type = changed.get(&id).copied().unwrap_or_default();
        summary.symbols.push(Changed {
            symbol,
            change_type,
        });
    }
    summary
        .symbols
        .truncate(common::fitting(&summary.symbols, common::CHARS_DEFAULT / 4));
    Ok((changed.into_iter().collect(), summary))
}

/// The symbol that a changed line belongs to: not a local value but its function, and for an insertion one that goes on
/// below the line.
fn owner<'v>(
    view: &'v View,
    mut symbol: Symbol<'v>,
    lines: diff::Lines,
    line: u32,
) -> Result<Symbol<'v>> {
    loop {
        let is_value = !symbol.kind().is_callable() && !symbol.kind().is_type();
        let Some(parent) = symbol.parent() else {
            return Ok(symbol);
        };
        let parent = view.symbol(parent)?;
        let is_local = is_value && parent.kind().is_callable();
        let ends_before = lines.count == 0 && symbol.end_line() <= line;
        if !is_local && !ends_before {
            return Ok(symbol);
        }
        symbol = parent;
    }
}

fn count_code(view: &View, steps: &[Reached]) -> Result<usize> {
    let mut count = 0;
    for step in steps {
        count += usize::from(!view.symbol(step.symbol)?.is_test());
    }
    Ok(count)
}

fn dependents(view: &View, steps: &[Reached], limit: usize) -> Result<Vec<Dependent>> {
    let mut rows = Vec::new();
    for step in steps.iter().take(limit) {
        let symbol = view.symbol(step.symbol)?;
        rows.push(Dependent {
            id: symbol.symbol_id()?,
            name: symbol.name()?.to_owned(),
            file: symbol.file()?.path()?.to_owned(),
            line: if step.line > 0 {
                step.line
            } else {
                symbol.name_line()
            },
            depth: step.depth,
            edge: step.label,
            confidence: f64::from(step.confidence) / 100.0,
        });
    }
    Ok(rows)
}
