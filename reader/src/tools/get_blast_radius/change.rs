//! The kind of a change, and the symbols that a diff changes.

use std::collections::BTreeMap;

use bombe_format::ids::SymbolId;
use bombe_format::kind::SymbolKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CHANGED_MAX;
use crate::limits::Limits;
use crate::plain;
use crate::query::{Result, diff};
use crate::snapshot::Snapshot;
use crate::tools::size;
use crate::tools::symbol_item::SymbolRef;
use crate::view::{Symbol, View};
use crate::worktree::DiffSide;

/// The kind of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeType {
    /// Parameters or result change: callers and overriding methods must follow.
    Signature,
    /// The body changes: callers may see another result.
    #[default]
    Behavior,
    /// The symbol is deleted: every mention breaks.
    Delete,
}

/// A symbol that a diff changes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Changed {
    /// The symbol.
    #[serde(flatten)]
    pub symbol: SymbolRef,
    /// `signature` if the lines before its body change, `delete` if all of its lines are deleted, otherwise the requested
    /// kind.
    pub change_type: ChangeType,
}

/// The symbols that a diff changes.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct DiffSummary {
    /// Innermost symbols around the changed lines, at most 50.
    pub symbols: Vec<Changed>,
    /// Number of such symbols.
    pub total_symbols: usize,
    /// Changed files that are not in the snapshot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files_not_indexed: Vec<String>,
}

impl DiffSummary {
    pub(super) fn text(&self) -> String {
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
            plain::push_row(
                &mut text,
                &format!("  {} [{kind}]\n", changed.symbol.text()),
            );
        }
        if !self.files_not_indexed.is_empty() {
            plain::push_row(
                &mut text,
                &format!(
                    "Changed, but not indexed: {}\n",
                    self.files_not_indexed.join(", ")
                ),
            );
        }
        text
    }
}

/// Returns the symbols that a diff changes, each with its kind of change, and a summary of them.
pub(super) fn changed_by(
    snapshot: &Snapshot,
    diff: &str,
    change_type: ChangeType,
    limits: &Limits,
) -> Result<(Vec<(SymbolId, ChangeType)>, DiffSummary)> {
    let view = &snapshot.view;
    let (text, indexed_side) = snapshot.diff(diff, limits)?;
    let mut changed: BTreeMap<SymbolId, ChangeType> = BTreeMap::new();
    let mut summary = DiffSummary::default();
    for change in diff::parse(&text) {
        if limits.is_over() {
            break;
        }
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
        // Read for the first symbol with a body.
        let mut source = None;
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
                let Some(symbol) = view.symbol_at(file.id(), line, limits)? else {
                    continue;
                };
                let symbol = owner(view, symbol, lines, line, limits)?;
                let within = lines.count > 0
                    && lines.first <= symbol.start_line()
                    && symbol.end_line() <= last;
                let body = symbol.body_bytes().map(|body| body.start);
                let head_end = match body {
                    Some(start) => {
                        if source.is_none() {
                            source = Some(view.source(file.id(), limits)?);
                        }
                        source
                            .as_ref()
                            .and_then(Option::as_ref)
                            .map_or(symbol.name_line(), |source| source.line_of(start))
                    }
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
        .truncate(size::fitting(&summary.symbols, size::CHARS_DEFAULT / 4));
    Ok((changed.into_iter().collect(), summary))
}

/// Returns the symbol that a changed line belongs to, starting from the innermost `symbol`: the function of a local value,
/// and for an insertion a symbol that continues below the line.
fn owner<'v>(
    view: &'v View,
    mut symbol: Symbol<'v>,
    lines: diff::Lines,
    line: u32,
    limits: &Limits,
) -> Result<Symbol<'v>> {
    loop {
        let is_value = !symbol.kind().is_callable() && !symbol.kind().is_type();
        let Some(parent) = symbol.parent()? else {
            return Ok(symbol);
        };
        let parent = view.symbol(parent)?;
        let is_local = is_value && parent.kind().is_callable();
        let ends_before = lines.count == 0 && symbol.end_line() <= line;
        if (!is_local && !ends_before) || limits.is_over() {
            return Ok(symbol);
        }
        symbol = parent;
    }
}
