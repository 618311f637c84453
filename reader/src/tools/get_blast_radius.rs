//! `get_blast_radius`: what a change of a symbol reaches.

use std::collections::BTreeSet;

use bombe_format::ids::SymbolId;
use bombe_format::kind::EdgeKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::common::{self, BlindSpots, Meta, MetaBuilder, Target};
use crate::limits::Limits;
use crate::query::Result;
use crate::query::traverse::{self, Direction, Step};
use crate::snapshot::Snapshot;
use crate::view::View;

/// Analyses the impact of a change.
pub struct GetBlastRadius;

/// Of what, and what kind of change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Id, name or `path:line`.
    #[serde(alias = "symbol_name")]
    pub symbol: String,
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

/// The answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The symbol.
    pub target: Target,
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
/// Least confidence of edges used, in percent.
const CONFIDENCE_MIN: u8 = 50;

impl Tool for GetBlastRadius {
    const NAME: &'static str = "get_blast_radius";
    const DESCRIPTION: &'static str =
        "What a change of a symbol reaches: dependents, files, tests to run. Use before editing.";
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, request: &Request, limits: &Limits) -> Result<Answer> {
        let mut meta = MetaBuilder::start();
        let view = &snapshot.view;
        let (symbol, target) = Target::find(view, &request.symbol)?;
        let depth = request.max_depth.clamp(1, 5);
        // A type is reached through its members as well.
        let mut starts = vec![symbol.id()];
        if symbol.kind().is_type() {
            starts.extend(view.children(symbol.id())?);
        }
        // A call of an overridden method may end up here.
        let bases = traverse::walk(
            view,
            &[symbol.id()],
            Direction::Forward,
            &[EdgeKind::Overrides],
            3,
            0,
            limits,
        )?;
        starts.extend(bases.iter().map(|step| step.symbol));
        let kinds = if request.change_type == ChangeType::Behavior {
            SPREADS
        } else {
            MENTIONS
        };
        let first = traverse::walk(
            view,
            &starts,
            Direction::Backward,
            kinds,
            1,
            CONFIDENCE_MIN,
            limits,
        )?;
        let further: Vec<Step> = traverse::walk(
            view,
            &starts,
            Direction::Backward,
            SPREADS,
            depth,
            CONFIDENCE_MIN,
            limits,
        )?
        .into_iter()
        .filter(|step| step.depth > 1)
        .collect();
        let mut direct: Vec<Step> = Vec::new();
        let mut seen: BTreeSet<SymbolId> = starts.iter().copied().collect();
        for step in first {
            if seen.insert(step.symbol) {
                direct.push(step);
            }
        }
        let transitive: Vec<Step> = further
            .into_iter()
            .filter(|step| seen.insert(step.symbol))
            .collect();
        let total = direct.len() + transitive.len();
        let mut files: Vec<String> = Vec::new();
        let mut file_ids = BTreeSet::new();
        let mut tests: Vec<String> = Vec::new();
        let mut total_tests = 0;
        let mut public = 0;
        for step in direct.iter().chain(&transitive) {
            meta.edge(step.edge.confidence);
            let found = view.symbol(step.symbol)?;
            if file_ids.insert(found.file_id()) && files.len() < 100 {
                files.push(found.file()?.path()?.to_owned());
            }
            let is_test = found.is_test() && found.kind().is_callable();
            if is_test {
                total_tests += 1;
                if tests.len() < 50 {
                    tests.push(found.symbol_id()?);
                }
            } else if found.visibility() == bombe_format::kind::Visibility::Public {
                public += 1;
            }
        }
        let limit = request.limit.clamp(1, 500);
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
        let blind_spots = BlindSpots::about(view, symbol.name()?)?;
        let code_direct = direct.len() - count_tests(view, &direct)?;
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
            "{level} - {code_direct} direct and {} transitive dependents outside tests, {public} of them public, {total_tests} tests reach it, {} files{}",
            total - total_tests - code_direct.min(total - total_tests),
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
        let mut text = format!(
            "{}\nRisk: {}\n",
            answer.target.text(),
            impact.risk_assessment
        );
        for (title, rows) in [
            ("Direct", &impact.direct_callers),
            ("Transitive", &impact.transitive_callers),
        ] {
            if rows.is_empty() {
                continue;
            }
            text.push_str(&format!("{title}:\n"));
            for row in rows {
                text.push_str(&format!(
                    "  {}:{} {} [{} {:.2}, depth {}]\n",
                    row.file, row.line, row.name, row.edge, row.confidence, row.depth
                ));
            }
        }
        if impact.direct_callers.is_empty() {
            text.push_str("No dependents found in the index.\n");
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

fn count_tests(view: &View, steps: &[Step]) -> Result<usize> {
    let mut count = 0;
    for step in steps {
        let symbol = view.symbol(step.symbol)?;
        count += usize::from(symbol.is_test() && symbol.kind().is_callable());
    }
    Ok(count)
}

fn dependents(view: &View, steps: &[Step], limit: usize) -> Result<Vec<Dependent>> {
    let mut rows = Vec::new();
    for step in steps.iter().take(limit) {
        let symbol = view.symbol(step.symbol)?;
        rows.push(Dependent {
            id: symbol.symbol_id()?,
            name: symbol.name()?.to_owned(),
            file: symbol.file()?.path()?.to_owned(),
            line: if step.edge.line > 0 {
                step.edge.line
            } else {
                symbol.name_line()
            },
            depth: step.depth,
            edge: step.edge.kind.name(),
            confidence: f64::from(step.edge.confidence) / 100.0,
        });
    }
    Ok(rows)
}
