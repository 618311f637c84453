//! `get_symbol`: the source of one or many symbols, or of a line range.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::arguments;
use super::meta::{Meta, MetaBuilder};
use super::several::{Across, All, Place};
use super::symbol_item::SIGNATURE_CHARS;
use crate::context::pack::shortened;
use crate::limits::Limits;
use crate::plain;
use crate::query::{QueryError, Result, find};
use crate::snapshot::Snapshot;
use crate::view::View;

/// Reads the source of symbols.
pub struct GetSymbol;

/// The arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Ids, names, or line ranges `path:10-40`.
    #[serde(alias = "symbol_ids")]
    pub symbols: Vec<String>,
    /// Size of the answer.
    #[serde(default = "default_budget")]
    #[schemars(range(min = 200, max = 10_000))]
    pub token_budget: usize,
}

fn default_budget() -> usize {
    5_000
}

/// A symbol with its source.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SymbolSource {
    /// Id, or the line range.
    pub id: String,
    /// Kind; `lines` for a range.
    pub kind: &'static str,
    /// Name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Path relative to the root.
    pub file: String,
    /// 1-based first line.
    pub line: u32,
    /// 1-based last line.
    pub end_line: u32,
    /// Signature.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub signature: String,
    /// Decorators or annotations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decorators: Vec<String>,
    /// Doc comment, unless the source contains it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub docstring: String,
    /// The source.
    pub source: String,
    /// Last line shown, if the source is cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub cut_after_line: Option<u32>,
    /// Ids of other symbols that the text may name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
}

/// A symbol that was not found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SymbolError {
    /// The queried text.
    pub id: String,
    /// What is wrong with it.
    pub error: String,
}

/// The answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// Symbols, in the order of the request.
    pub symbols: Vec<SymbolSource>,
    /// Symbols that were not found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<SymbolError>,
    /// Provenance.
    pub meta: Meta,
}

/// Most symbols of one request.
const SYMBOLS_MAX: usize = 50;

impl Tool for GetSymbol {
    const NAME: &'static str = "get_symbol";
    const DESCRIPTION: &'static str =
        "Source of symbols by id or name, or of line ranges. Use instead of reading whole files.";
    const EXAMPLE: &'static str =
        r#"{"symbols": ["src/auth/service.py::Auth.login", "src/auth/service.py:10-40"]}"#;
    const ACROSS: Across = Across {
        places: &[("symbols", Place::Code)],
        all: All::Never,
    };
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, request: &Request, limits: &Limits) -> Result<Answer> {
        let mut meta = MetaBuilder::start();
        if request.symbols.is_empty() {
            return Err(QueryError::Argument {
                argument: "symbols",
                problem: "is empty".to_owned(),
                example: "[`src/auth/service.py::Auth.login`]".to_owned(),
            });
        }
        let view = &snapshot.view;
        let mut left = crate::context::tokens::to_chars(
            arguments::at_least("token_budget", request.token_budget, 200)?.min(10_000),
        );
        let mut symbols = Vec::new();
        let mut errors = Vec::new();
        let mut cut = request.symbols.len() > SYMBOLS_MAX;
        for text in request.symbols.iter().take(SYMBOLS_MAX) {
            if limits.spend_item() {
                cut = true;
                break;
            }
            match snapshot
                .relative("symbols", text)
                .and_then(|text| read(view, text, left, limits))
            {
                Ok(found) => {
                    left = left.saturating_sub(
                        plain::chars_shown(&found.source)
                            + plain::chars_shown(&found.docstring)
                            + 300,
                    );
                    cut |= found.cut_after_line.is_some();
                    meta.path(&found.file);
                    symbols.push(found);
                }
                Err(error @ (QueryError::NotFound { .. } | QueryError::Argument { .. })) => {
                    errors.push(SymbolError {
                        id: text.clone(),
                        error: error.to_string(),
                    });
                }
                Err(error) => return Err(error),
            }
        }
        if symbols.is_empty()
            && let [only] = errors.as_slice()
        {
            return Err(find::symbol(view, &only.id, limits).err().unwrap_or(
                QueryError::NotFound {
                    kind: "symbol",
                    name: only.id.clone(),
                    nearest: Vec::new(),
                },
            ));
        }
        let meta = meta.finish(snapshot, limits, cut)?.with_rest(|| {
            "cut: request the rest as path:first-last, or raise token_budget".to_owned()
        });
        Ok(Answer {
            symbols,
            errors,
            meta,
        })
    }

    fn text(answer: &Answer) -> String {
        let mut text = String::new();
        for symbol in &answer.symbols {
            plain::push_row(
                &mut text,
                &format!(
                    "## {} ({}) lines {}-{}\n",
                    symbol.id, symbol.kind, symbol.line, symbol.end_line
                ),
            );
            if !symbol.candidates.is_empty() {
                plain::push_row(
                    &mut text,
                    &format!("(also: {})\n", symbol.candidates.join(", ")),
                );
            }
            if !symbol.docstring.is_empty() {
                text.push_str(&plain::fenced(&symbol.docstring));
            }
            text.push_str(&plain::fenced(&symbol.source));
            if let Some(line) = symbol.cut_after_line {
                plain::push_row(
                    &mut text,
                    &format!(
                        "… cut after line {line}; the rest: {}:{}-{}\n",
                        symbol.file,
                        line + 1,
                        symbol.end_line
                    ),
                );
            }
        }
        for error in &answer.errors {
            plain::push_row(&mut text, &format!("## {}: {}\n", error.id, error.error));
        }
        text.push_str(&answer.meta.text());
        text
    }
}

/// Reads one symbol or line range. The source is cut after a complete line if it exceeds `chars_max` characters of JSON.
fn read(view: &View, text: &str, chars_max: usize, limits: &Limits) -> Result<SymbolSource> {
    if let Some((path, first, last)) = line_range(text) {
        let file = view.file(find::file(view, path, limits)?)?;
        let last = last.min(file.lines());
        if first == 0 || first > last {
            return Err(QueryError::Argument {
                argument: "symbols",
                problem: format!(
                    "`{text}` is outside of the file, which has {} lines",
                    file.lines()
                ),
                example: format!("`{path}:1-{}`", file.lines().min(40)),
            });
        }
        let path = file.path()?.to_owned();
        let (source, cut_after_line) = source_of(view, file.id(), first, last, chars_max, limits)?;
        return Ok(SymbolSource {
            id: format!("{path}:{first}-{last}"),
            kind: "lines",
            name: String::new(),
            file: path,
            line: first,
            end_line: last,
            signature: String::new(),
            decorators: Vec::new(),
            docstring: String::new(),
            source,
            cut_after_line,
            candidates: Vec::new(),
        });
    }
    let found = find::symbol(view, text, limits)?;
    let symbol = found.symbol;
    let (first, last) = (symbol.start_line(), symbol.end_line());
    let (source, cut_after_line) =
        source_of(view, symbol.file_id()?, first, last, chars_max, limits)?;
    let doc = symbol.doc()?;
    // The source contains a doc string in the body, but not a comment before the definition.
    let first_line = doc.lines().next().unwrap_or("").trim();
    let docstring = if first_line.is_empty() || source.contains(first_line) {
        String::new()
    } else {
        shortened(&doc, 1_500)
    };
    let mut candidates = Vec::new();
    for other in found.others.iter().take(5) {
        candidates.push(view.symbol(*other)?.symbol_id()?);
    }
    Ok(SymbolSource {
        id: symbol.symbol_id()?,
        kind: symbol.kind().name(),
        name: symbol.name()?.to_owned(),
        file: symbol.file()?.path()?.to_owned(),
        line: first,
        end_line: last,
        signature: shortened(&symbol.signature()?, SIGNATURE_CHARS),
        decorators: symbol
            .decorators()?
            .into_iter()
            .map(|text| shortened(text, 100))
            .collect(),
        docstring,
        source,
        cut_after_line,
        candidates,
    })
}

/// Parses `path:10-40`.
fn line_range(text: &str) -> Option<(&str, u32, u32)> {
    let (path, lines) = text.rsplit_once(':')?;
    let (first, last) = lines.split_once('-')?;
    Some((path, first.parse().ok()?, last.parse().ok()?))
}

/// Returns lines `first..=last` (1-based) of a file in at most `chars_max` characters of JSON, but at least one line; and,
/// if lines are cut, the last one returned.
fn source_of(
    view: &View,
    file: bombe_format::ids::FileId,
    first: u32,
    last: u32,
    chars_max: usize,
    limits: &Limits,
) -> Result<(String, Option<u32>)> {
    let Some(source) = view.source_lines(file, first, last, limits)? else {
        return Ok(("(the snapshot was built without sources)".to_owned(), None));
    };
    let mut kept = String::new();
    let mut used = 0;
    for line in first..=last {
        let text = source.line(line);
        used += plain::chars_shown(text) + 2;
        if used > chars_max && line > first {
            return Ok((kept, Some(line - 1)));
        }
        kept.push_str(&shortened(text, 2_000));
        kept.push('\n');
    }
    Ok((kept.trim_end().to_owned(), None))
}
