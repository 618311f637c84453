//! `get_file_outline`: the symbols of one file, nested.

use bombe_format::ids::SymbolId;
use bombe_format::kind::SymbolKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::cursor;
use super::meta::{Meta, MetaBuilder};
use super::size;
use crate::context::pack::shortened;
use crate::limits::Limits;
use crate::plain;
use crate::query::{Result, find};
use crate::snapshot::Snapshot;
use crate::view::Symbol;

/// Outlines a file.
pub struct GetFileOutline;

/// The arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Path, or its end.
    #[serde(alias = "file")]
    pub file_path: String,
    /// Fields and variables too.
    #[serde(default = "yes")]
    pub include_values: bool,
    /// Continuation.
    #[serde(default)]
    #[schemars(with = "String")]
    pub cursor: Option<String>,
}

fn yes() -> bool {
    true
}

/// A symbol in an outline.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OutlineItem {
    /// Id.
    pub id: String,
    /// Kind.
    pub kind: &'static str,
    /// Name.
    pub name: String,
    /// Signature.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub signature: String,
    /// First sentence of the doc comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// 1-based first line.
    pub line: u32,
    /// 1-based last line.
    pub end_line: u32,
    /// Nesting: 0 at the top of the file. Children follow their parent.
    pub depth: u32,
}

/// The outline.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// Path relative to the root.
    pub file: String,
    /// Language.
    pub language: &'static str,
    /// Number of lines.
    pub line_count: u32,
    /// Number of places with a syntax error; symbols there may be missing.
    #[serde(skip_serializing_if = "is_zero")]
    pub syntax_errors: u32,
    /// Symbols in source order, each after its parent.
    pub symbols: Vec<OutlineItem>,
    /// Number of all symbols.
    pub total_symbols: usize,
    /// Provenance.
    pub meta: Meta,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Tool for GetFileOutline {
    const NAME: &'static str = "get_file_outline";
    const DESCRIPTION: &'static str =
        "The symbols of a file with signatures and lines. Use before reading it.";
    const EXAMPLE: &'static str = r#"{"file_path": "src/auth/service.py"}"#;
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, request: &Request, limits: &Limits) -> Result<Answer> {
        let mut meta = MetaBuilder::start();
        let view = &snapshot.view;
        let file = view.file(find::file(
            view,
            snapshot.relative("file_path", &request.file_path)?,
            limits,
        )?)?;
        meta.path(file.path()?);
        let mut wanted: Vec<SymbolId> = Vec::new();
        for id in file.symbols().skip(1) {
            if limits.is_over() {
                break;
            }
            let symbol = view.symbol(SymbolId(id))?;
            let is_value = matches!(
                symbol.kind(),
                SymbolKind::Field
                    | SymbolKind::Variable
                    | SymbolKind::Property
                    | SymbolKind::Constant
            );
            // Values inside functions are not part of a file's interface.
            let local = is_value && is_in_callable(symbol, limits)?;
            if !local && (request.include_values || !is_value) {
                wanted.push(symbol.id());
            }
        }
        let offset = cursor::decode_one(view, request.cursor.as_deref())?;
        let mut symbols = Vec::new();
        let mut used = 0;
        for id in wanted.iter().skip(offset) {
            if limits.spend_item() {
                break;
            }
            let symbol = view.symbol(*id)?;
            let item = OutlineItem {
                id: symbol.symbol_id()?,
                kind: symbol.kind().name(),
                name: symbol.name()?.to_owned(),
                signature: shortened(&symbol.signature()?, 140),
                summary: shortened(&symbol.summary()?, 100),
                line: symbol.start_line(),
                end_line: symbol.end_line(),
                depth: depth(symbol)?,
            };
            used += serde_json::to_string(&item).map_or(0, |json| json.chars().count());
            if used > size::CHARS_DEFAULT && !symbols.is_empty() {
                break;
            }
            symbols.push(item);
        }
        let next = offset + symbols.len();
        let mut meta = meta.finish(snapshot, limits, next < wanted.len())?;
        if next < wanted.len() {
            meta.next_cursor = Some(cursor::encode(view, &[next]));
        }
        Ok(Answer {
            file: file.path()?.to_owned(),
            language: file.language().name(),
            line_count: file.lines(),
            syntax_errors: file.syntax_errors(),
            symbols,
            total_symbols: wanted.len(),
            meta,
        })
    }

    fn text(answer: &Answer) -> String {
        let mut text = plain::row(&format!(
            "{} ({}, {} lines)\n",
            answer.file, answer.language, answer.line_count
        ));
        if answer.syntax_errors > 0 {
            plain::push_row(
                &mut text,
                &format!(
                    "{} syntax errors: symbols there may be missing\n",
                    answer.syntax_errors
                ),
            );
        }
        for symbol in &answer.symbols {
            let shown = if symbol.signature.is_empty() {
                &symbol.name
            } else {
                &symbol.signature
            };
            plain::push_row(
                &mut text,
                &format!(
                    "{}{}-{} {} {shown}",
                    "  ".repeat(symbol.depth as usize + 1),
                    symbol.line,
                    symbol.end_line,
                    symbol.kind
                ),
            );
            if !symbol.summary.is_empty() {
                plain::push_row(&mut text, &format!(" — {}", symbol.summary));
            }
            text.push('\n');
        }
        text.push_str(&answer.meta.text());
        text
    }
}

/// Returns true if a callable contains the symbol.
fn is_in_callable(symbol: Symbol, limits: &Limits) -> Result<bool> {
    let mut at = symbol;
    while let Some(parent) = at.parent()? {
        if limits.is_over() {
            break;
        }
        at = symbol.view().symbol(parent)?;
        if at.kind().is_callable() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the number of symbols in the same file that contain the symbol, without the module.
fn depth(symbol: Symbol) -> Result<u32> {
    let mut depth = 0;
    let mut at = symbol;
    while let Some(parent) = at.parent()? {
        at = symbol.view().symbol(parent)?;
        if at.file_id()? != symbol.file_id()? || at.kind() == SymbolKind::Module || depth > 64 {
            break;
        }
        depth += 1;
    }
    Ok(depth)
}
