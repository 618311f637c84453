//! `get_file_outline`: the symbols of one file, nested.

use std::collections::BTreeMap;

use bombe_format::ids::SymbolId;
use bombe_format::kind::{SymbolKind, Visibility};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::cursor;
use super::meta::{Meta, MetaBuilder};
use super::several::{self, Across, All};
use super::size;
use super::symbol_item::with_kind;
use crate::context::pack::shortened;
use crate::limits::Limits;
use crate::plain;
use crate::query::{Result, find};
use crate::snapshot::Snapshot;
use crate::view::{Symbol, View};

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
    /// `auto`: signatures if they fit.
    #[serde(default)]
    pub detail: Detail,
    /// A `next_cursor`.
    #[serde(default)]
    #[schemars(with = "String")]
    pub cursor: Option<String>,
}

fn yes() -> bool {
    true
}

/// How much an outline says of each symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// Signatures if the whole file fits, otherwise names.
    #[default]
    Auto,
    /// Signatures, in pages if need be.
    Signatures,
    /// Types, and the names of everything else but fields.
    Names,
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
    /// Nesting in the text: 0 at the top of the file. What is inside another symbol follows it.
    pub depth: u32,
    /// In an outline of names, the members without a row of their own, as `name:line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
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
    /// Their lines: `12`, `12-40`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub error_lines: Vec<String>,
    /// Symbols in source order.
    pub symbols: Vec<OutlineItem>,
    /// In an outline of names, what is at the top of the file and has no row of its own, as `name:line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
    /// Number of all symbols.
    pub total_symbols: usize,
    /// Number of fields, other values inside types and private values that an outline of names leaves out.
    #[serde(skip_serializing_if = "is_none")]
    pub values_left_out: usize,
    /// Number of functions and types inside functions that an outline of names leaves out.
    #[serde(skip_serializing_if = "is_none")]
    pub locals_left_out: usize,
    /// Provenance.
    pub meta: Meta,
}

/// Most places with a syntax error that the text names.
const ERRORS_SHOWN: usize = 12;

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_none(number: &usize) -> bool {
    *number == 0
}

impl Tool for GetFileOutline {
    const NAME: &'static str = "get_file_outline";
    const DESCRIPTION: &'static str =
        "The symbols of a file with signatures and lines. Use before or instead of reading it.";
    const EXAMPLE: &'static str = r#"{"file_path": "src/auth/service.py"}"#;
    const ACROSS: Across = Across {
        places: &[("file_path", several::Place::File)],
        all: All::Never,
    };
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
            let is_value = is_value(symbol.kind());
            // Values inside functions are not part of a file's interface.
            let local = is_value && is_in_callable(symbol, limits)?;
            if !local && (request.include_values || !is_value) {
                wanted.push(symbol.id());
            }
        }
        // A cursor holds the next symbol, and 1 if the outline is one of names.
        let place = cursor::decode(view, request.cursor.as_deref(), limits)?;
        let offset = place.first().copied().unwrap_or(0);
        let with_names = match request.detail {
            _ if place.len() > 1 => place[1] == 1,
            Detail::Auto => false,
            detail => detail == Detail::Names,
        };
        let is_first = place.is_empty() && request.detail == Detail::Auto;
        let mut page = Page::of(view, &wanted, offset, with_names, limits)?;
        if is_first && page.next < wanted.len() {
            page = Page::of(view, &wanted, 0, true, limits)?;
        }
        let is_cut = page.next < wanted.len();
        let mut meta = meta.finish(snapshot, limits, is_cut)?;
        if is_cut {
            let mode = usize::from(page.with_names);
            meta.next_cursor = Some(cursor::encode(view, &[page.next, mode], limits));
        }
        Ok(Answer {
            file: file.path()?.to_owned(),
            language: file.language().name(),
            line_count: file.lines(),
            syntax_errors: file.syntax_errors(),
            error_lines: file
                .error_lines()?
                .into_iter()
                .map(|(first, last)| match last {
                    _ if last == first => first.to_string(),
                    _ => format!("{first}-{last}"),
                })
                .collect(),
            symbols: page.symbols,
            members: page.members,
            total_symbols: wanted.len(),
            values_left_out: page.values_left_out,
            locals_left_out: page.locals_left_out,
            meta,
        })
    }

    fn text(answer: &Answer) -> String {
        let mut text = plain::row(&format!(
            "{} ({}, {} lines)\n",
            answer.file, answer.language, answer.line_count
        ));
        if answer.syntax_errors > 0 {
            let more = answer.error_lines.len().saturating_sub(ERRORS_SHOWN);
            let mut lines = answer.error_lines.clone();
            lines.truncate(ERRORS_SHOWN);
            let lines = match (lines.as_slice(), more) {
                ([], _) => String::new(),
                (_, 0) => format!(" (lines {})", lines.join(", ")),
                _ => format!(" (lines {}, {more} more)", lines.join(", ")),
            };
            plain::push_row(
                &mut text,
                &format!(
                    "{} syntax errors{lines}: symbols there may be missing\n",
                    answer.syntax_errors
                ),
            );
        }
        push_members(&mut text, 1, &answer.members);
        for symbol in &answer.symbols {
            let depth = symbol.depth as usize + 1;
            let mut row = format!("{}{}", " ".repeat(depth), symbol.line);
            if symbol.end_line > symbol.line {
                row.push_str(&format!("-{}", symbol.end_line));
            }
            let shown = if symbol.signature.is_empty() {
                &symbol.name
            } else {
                &symbol.signature
            };
            row.push_str(&format!(" {}", with_kind(symbol.kind, shown)));
            if !symbol.summary.is_empty() {
                row.push_str(&format!(" — {}", symbol.summary));
            }
            row.push('\n');
            plain::push_row(&mut text, &row);
            push_members(&mut text, depth + 1, &symbol.members);
        }
        let counts = [
            (answer.values_left_out, "values"),
            (answer.locals_left_out, "inside functions"),
        ];
        let left_out: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let has_members = |symbol: &OutlineItem| !symbol.members.is_empty();
        if !left_out.is_empty() {
            text.push_str(&format!(
                "(names only; detail=signatures adds {})\n",
                left_out.join(" and ")
            ));
        } else if answer.symbols.iter().any(has_members) {
            text.push_str("(names only; detail=signatures has all)\n");
        }
        text.push_str(&answer.meta.text());
        text
    }
}

/// Appends a row of names.
fn push_members(text: &mut String, depth: usize, members: &[String]) {
    if !members.is_empty() {
        let row = format!("{}{}\n", " ".repeat(depth), members.join(" "));
        plain::push_row(text, &row);
    }
}

/// A page of an outline.
struct Page {
    with_names: bool,
    symbols: Vec<OutlineItem>,
    members: Vec<String>,
    values_left_out: usize,
    locals_left_out: usize,
    /// Position of the first symbol of the next page.
    next: usize,
}

impl Page {
    /// Lists the symbols from `offset` on, as many as fit into an answer; at least one.
    fn of(
        view: &View,
        wanted: &[SymbolId],
        offset: usize,
        with_names: bool,
        limits: &Limits,
    ) -> Result<Self> {
        let mut page = Self {
            with_names,
            symbols: Vec::new(),
            members: Vec::new(),
            values_left_out: 0,
            locals_left_out: 0,
            next: offset,
        };
        // The position of a type's row. A method may come before its type.
        let mut row_of: BTreeMap<SymbolId, usize> = BTreeMap::new();
        let mut members: Vec<Member> = Vec::new();
        let mut used = 0;
        for id in wanted.iter().skip(offset) {
            if limits.spend_item() {
                break;
            }
            let symbol = view.symbol(*id)?;
            let kind = symbol.kind();
            let depth = depth(symbol)?;
            let place = if with_names {
                Place::of(symbol, limits)?
            } else {
                Place::Top
            };
            if with_names && place == Place::Local {
                page.locals_left_out += 1;
            } else if with_names
                && is_value(kind)
                && (place != Place::Top || symbol.visibility() != Visibility::Public)
            {
                page.values_left_out += 1;
            } else if with_names && !kind.is_type() && kind != SymbolKind::Namespace {
                let member = Member {
                    place,
                    name: format!("{}:{}", symbol.name()?, symbol.start_line()),
                    qualified: format!("{}:{}", symbol.qualified()?, symbol.start_line()),
                };
                used += member.qualified.chars().count() + 3;
                if used > size::CHARS_DEFAULT {
                    break;
                }
                members.push(member);
            } else {
                let (signature, summary) = if with_names { (80, 0) } else { (100, 60) };
                let item = OutlineItem {
                    id: symbol.symbol_id()?,
                    kind: kind.name(),
                    name: symbol.name()?.to_owned(),
                    signature: shortened(&symbol.signature()?, signature),
                    summary: if summary == 0 || is_value(kind) {
                        String::new()
                    } else {
                        shortened(&symbol.summary()?, summary)
                    },
                    line: symbol.start_line(),
                    end_line: symbol.end_line(),
                    depth,
                    members: Vec::new(),
                };
                used += serde_json::to_string(&item).map_or(0, |json| json.chars().count());
                if used > size::CHARS_DEFAULT && page.next > offset {
                    break;
                }
                row_of.insert(symbol.id(), page.symbols.len());
                page.symbols.push(item);
            }
            page.next += 1;
        }
        for member in members {
            let row = match member.place {
                Place::In(owner) => row_of.get(&owner),
                Place::Top | Place::Local => None,
            };
            match row.and_then(|row| page.symbols.get_mut(*row)) {
                Some(row) => row.members.push(member.name),
                // Its type is in another file or on another page.
                None => page.members.push(member.qualified),
            }
        }
        Ok(page)
    }
}

/// A symbol without a row of its own.
struct Member {
    place: Place,
    name: String,
    qualified: String,
}

/// Where a symbol belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the top of a file.
    Top,
    /// To a type or namespace.
    In(SymbolId),
    /// Inside a function.
    Local,
}

impl Place {
    fn of(symbol: Symbol, limits: &Limits) -> Result<Self> {
        let mut owner = None;
        let mut at = symbol;
        while let Some(parent) = at.parent()? {
            if limits.is_over() {
                break;
            }
            at = symbol.view().symbol(parent)?;
            if at.kind().is_callable() {
                return Ok(Self::Local);
            }
            if at.kind() == SymbolKind::Module {
                break;
            }
            owner = owner.or(Some(parent));
        }
        Ok(owner.map_or(Self::Top, Self::In))
    }
}

/// Returns true for what holds a value.
fn is_value(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Field | SymbolKind::Variable | SymbolKind::Property | SymbolKind::Constant
    )
}

/// Returns true if a callable contains the symbol.
fn is_in_callable(symbol: Symbol, limits: &Limits) -> Result<bool> {
    Ok(Place::of(symbol, limits)? == Place::Local)
}

/// Returns the number of symbols whose lines contain those of a symbol, without the module. A method of Go is not inside its
/// type.
fn depth(symbol: Symbol) -> Result<u32> {
    let mut depth = 0;
    let mut at = symbol;
    while let Some(parent) = at.parent()? {
        at = symbol.view().symbol(parent)?;
        let lines = at.start_line()..=at.end_line();
        let is_inside = at.file_id()? == symbol.file_id()? && lines.contains(&symbol.start_line());
        if !is_inside || at.kind() == SymbolKind::Module || depth > 64 {
            break;
        }
        depth += 1;
    }
    Ok(depth)
}
