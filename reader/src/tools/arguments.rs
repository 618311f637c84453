//! Reads and checks arguments that several tools share.

use bombe_format::kind::{Language, SymbolKind};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::limits::Limits;
use crate::query::bm25::Tests;
use crate::query::{QueryError, Result};
use crate::snapshot::Snapshot;
use crate::view::View;

/// Checks that a number is between `low` and `high`, both inclusive.
///
/// # Errors
/// Fails if it is not.
pub fn within<N: PartialOrd + std::fmt::Display + Copy>(
    argument: &'static str,
    value: N,
    low: N,
    high: N,
) -> Result<N> {
    if value >= low && value <= high {
        return Ok(value);
    }
    Err(QueryError::Argument {
        argument,
        problem: format!("{value} is not between {low} and {high}"),
        example: low.to_string(),
    })
}

/// Checks that a number is not smaller than `low`. There is no upper bound: callers cap the number at what is useful.
///
/// # Errors
/// Fails if it is smaller.
pub fn at_least(argument: &'static str, value: usize, low: usize) -> Result<usize> {
    if value >= low {
        return Ok(value);
    }
    Err(QueryError::Argument {
        argument,
        problem: format!("{value} is less than {low}"),
        example: low.to_string(),
    })
}

/// Parses a comma-separated list of kinds: names of [`SymbolKind`], `type` for all types, and `any` or `all`. Some names
/// include similar kinds: `class` structs, records, enums and unions; `interface` traits; `function` macros; `method`
/// constructors. An empty result stands for all kinds.
///
/// # Errors
/// Fails if a word is none of these.
pub fn kinds(text: Option<&str>) -> Result<Vec<SymbolKind>> {
    let Some(text) = text else {
        return Ok(Vec::new());
    };
    let mut kinds = Vec::new();
    for word in text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        match word {
            "any" | "all" => return Ok(Vec::new()),
            "class" => kinds.extend([
                SymbolKind::Class,
                SymbolKind::Struct,
                SymbolKind::Record,
                SymbolKind::Enum,
                SymbolKind::Union,
            ]),
            "interface" => kinds.extend([SymbolKind::Interface, SymbolKind::Trait]),
            "function" => kinds.extend([SymbolKind::Function, SymbolKind::Macro]),
            "method" => kinds.extend([SymbolKind::Method, SymbolKind::Constructor]),
            "type" => {
                kinds.extend(
                    SymbolKind::ALL
                        .iter()
                        .copied()
                        .filter(|kind| kind.is_type()),
                );
                kinds.push(SymbolKind::TypeAlias);
            }
            _ => match SymbolKind::from_name(word) {
                Some(kind) => kinds.push(kind),
                None => {
                    let known: Vec<&str> = SymbolKind::ALL.iter().map(|kind| kind.name()).collect();
                    return Err(QueryError::Argument {
                        argument: "kind",
                        problem: format!("`{word}` is not a kind"),
                        example: format!("one of any, type, {}", known.join(", ")),
                    });
                }
            },
        }
    }
    Ok(kinds)
}

/// Parses the name of a language.
///
/// # Errors
/// Fails if no language has this name.
pub fn language(text: Option<&str>) -> Result<Option<Language>> {
    let Some(text) = text else { return Ok(None) };
    match Language::from_name(&text.to_lowercase()) {
        Some(language) => Ok(Some(language)),
        None => {
            let known: Vec<&str> = Language::ALL
                .iter()
                .skip(1)
                .map(|language| language.name())
                .collect();
            Err(QueryError::Argument {
                argument: "language",
                problem: format!("`{text}` is not known"),
                example: format!("one of {}", known.join(", ")),
            })
        }
    }
}

/// Returns a folder relative to the root, as the snapshot stores paths; empty for the root itself.
///
/// # Errors
/// Fails if the folder is in another tree.
pub fn folder<'t>(snapshot: &Snapshot, argument: &'static str, text: &'t str) -> Result<&'t str> {
    let folder = snapshot.relative(argument, text)?.trim_matches('/');
    Ok(if folder == "." { "" } else { folder })
}

/// Returns the error for a folder without files. It says that the path is a file, or lists the nearest folders, at most 12.
///
/// # Errors
/// Fails if the snapshot is damaged.
pub fn no_folder(
    view: &View,
    argument: &'static str,
    folder: &str,
    limits: &Limits,
) -> Result<QueryError> {
    let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
    if view.file_by_path(folder)?.is_some() {
        return Ok(QueryError::Argument {
            argument,
            problem: format!("`{folder}` is a file; get_file_outline shows its symbols"),
            example: if above.is_empty() { "`.`" } else { above }.to_owned(),
        });
    }
    if folder.is_empty() {
        return Ok(QueryError::Empty);
    }
    let mut nearest: Vec<String> = Vec::new();
    for base in [above, ""] {
        for file in view.files_below(base)? {
            if limits.is_over() || nearest.len() >= 12 {
                break;
            }
            let path = file.path()?;
            let start = if base.is_empty() { 0 } else { base.len() + 1 };
            if let Some(end) = path.get(start..).and_then(|rest| rest.find('/'))
                && nearest
                    .last()
                    .is_none_or(|last| *last != path[..start + end])
            {
                nearest.push(path[..start + end].to_owned());
            }
        }
        if !nearest.is_empty() {
            break;
        }
    }
    Ok(QueryError::NotFound {
        kind: "folder",
        name: folder.to_owned(),
        nearest,
    })
}

/// Whether a request includes tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TestFilter {
    /// Tests and other code.
    #[default]
    Include,
    /// No tests.
    Exclude,
    /// Tests only.
    Only,
}

impl From<TestFilter> for Tests {
    fn from(filter: TestFilter) -> Self {
        match filter {
            TestFilter::Include => Self::With,
            TestFilter::Exclude => Self::Without,
            TestFilter::Only => Self::Only,
        }
    }
}
