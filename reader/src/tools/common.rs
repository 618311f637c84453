//! Parts that several answers share: symbols, provenance, cursors, size limits.

use std::time::Instant;

use bombe_format::ids::SymbolId;
use bombe_format::kind::{EdgeKind, Language, SymbolKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::pack::shortened;
use crate::limits::Limits;
use crate::query::{QueryError, Result, find};
use crate::snapshot::Snapshot;
use crate::view::{Symbol, View};

/// Default answers stay below this many characters.
pub const CHARS_DEFAULT: usize = 8_000;
/// No answer is larger than this many characters, whatever is asked.
pub const CHARS_MAX: usize = 40_000;
/// Longest signature shown in a list, in characters.
pub const SIGNATURE_CHARS: usize = 160;

/// Where an answer comes from and how far it can be trusted.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Meta {
    /// The repository.
    pub repo: String,
    /// Identity of the snapshot.
    pub snapshot: String,
    /// The commit that was indexed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub commit: String,
    /// Number of overlays over the base.
    pub overlays: u32,
    /// `local`, `overlay` or `remote artifact`.
    pub source: &'static str,
    /// Lowest and highest confidence of the edges used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<f64>")]
    pub confidence: Option<[f64; 2]>,
    /// Files of this answer that have changed in the work tree since the snapshot was made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale_files: Vec<String>,
    /// The answer is not all there is.
    pub truncated: bool,
    /// Where to go on, if a list was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub next_cursor: Option<String>,
    /// How to get the rest, if something else was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub rest: Option<String>,
    /// The snapshot is of another tree than the one that the caller stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub notice: Option<String>,
    /// Time taken in milliseconds.
    pub elapsed_ms: f64,
}

/// Collects what goes into [`Meta`] while an answer is made.
pub struct MetaBuilder {
    start: Instant,
    confidence: Option<(u8, u8)>,
    paths: std::collections::BTreeSet<String>,
}

impl MetaBuilder {
    /// Starts the clock.
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
            confidence: None,
            paths: std::collections::BTreeSet::new(),
        }
    }

    /// Notes the confidence of an edge used, in percent.
    pub fn edge(&mut self, confidence: u8) {
        let (low, high) = self.confidence.unwrap_or((confidence, confidence));
        self.confidence = Some((low.min(confidence), high.max(confidence)));
    }

    /// Notes a file that the answer shows.
    pub fn path(&mut self, path: &str) {
        if self.paths.len() < 200 {
            self.paths.insert(path.to_owned());
        }
    }

    /// The finished provenance.
    pub fn finish(self, snapshot: &Snapshot, limits: &Limits, truncated: bool) -> Meta {
        let meta = snapshot.view.meta();
        let overlaid = snapshot.view.overlay_identity().is_some();
        Meta {
            repo: snapshot.name(),
            snapshot: snapshot.view.short_identity(),
            commit: meta.commit.chars().take(12).collect(),
            overlays: u32::from(overlaid),
            source: if overlaid { "overlay" } else { "local" },
            confidence: self
                .confidence
                .map(|(low, high)| [f64::from(low) / 100.0, f64::from(high) / 100.0]),
            stale_files: snapshot.stale_among(self.paths.iter().map(String::as_str)),
            truncated: truncated || limits.was_hit(),
            next_cursor: None,
            rest: None,
            notice: snapshot.notice.clone(),
            elapsed_ms: (self.start.elapsed().as_secs_f64() * 100_000.0).round() / 100.0,
        }
    }
}

impl Meta {
    /// Says how to get what was cut, if something was.
    #[must_use]
    pub fn with_rest(mut self, rest: impl FnOnce() -> String) -> Self {
        if self.truncated {
            self.rest = Some(rest());
        }
        self
    }

    /// The line that ends a text answer, if there is anything to say.
    pub fn text(&self) -> String {
        let mut notes = Vec::new();
        if !self.stale_files.is_empty() {
            notes.push(format!(
                "changed since the snapshot: {}",
                self.stale_files.join(", ")
            ));
        }
        if let Some(cursor) = &self.next_cursor {
            notes.push(format!("more: cursor={cursor}"));
        } else if let Some(rest) = &self.rest {
            notes.push(rest.clone());
        } else if self.truncated {
            notes.push("partial: a limit was hit".to_owned());
        }
        if notes.is_empty() {
            String::new()
        } else {
            format!("\n[{}]", notes.join("; "))
        }
    }
}

/// A symbol in a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SymbolItem {
    /// `path::Qualified.name`; give it to other tools.
    pub id: String,
    /// Name.
    pub name: String,
    /// Names from the outermost definition inward.
    pub qualified_name: String,
    /// Kind.
    pub kind: &'static str,
    /// Path relative to the root.
    pub file_path: String,
    /// 1-based first line.
    pub start_line: u32,
    /// 1-based last line.
    pub end_line: u32,
    /// Signature on one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub signature: String,
    /// First sentence of the doc comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// `public`, `protected`, `package` or `private`.
    pub visibility: &'static str,
    /// `PageRank` relative to the average symbol, which has 1.
    pub importance_score: f64,
    /// Number of distinct callers.
    pub callers_count: usize,
    /// Number of distinct callees.
    pub callees_count: usize,
}

impl SymbolItem {
    /// Describes a symbol.
    pub fn of(symbol: Symbol) -> Result<Self> {
        let view = symbol.view();
        let calls = |kind: EdgeKind| matches!(kind, EdgeKind::Calls | EdgeKind::Constructs);
        let mut callers: Vec<SymbolId> = view
            .edges_to(symbol.id())?
            .filter(|edge| calls(edge.kind))
            .map(|edge| edge.source)
            .collect();
        callers.dedup();
        let mut callees: Vec<SymbolId> = view
            .edges_from(symbol.id())?
            .filter(|edge| calls(edge.kind))
            .map(|edge| edge.target)
            .collect();
        callees.dedup();
        Ok(Self {
            id: symbol.symbol_id()?,
            name: symbol.name()?.to_owned(),
            qualified_name: symbol.qualified()?,
            kind: symbol.kind().name(),
            file_path: symbol.file()?.path()?.to_owned(),
            start_line: symbol.start_line(),
            end_line: symbol.end_line(),
            signature: shortened(&symbol.signature()?, SIGNATURE_CHARS),
            summary: shortened(&symbol.summary()?, 120),
            visibility: symbol.visibility().name(),
            importance_score: (symbol.rank() * 100.0).round() / 100.0,
            callers_count: callers.len(),
            callees_count: callees.len(),
        })
    }

    /// One line: place, kind, signature, summary.
    pub fn line(&self) -> String {
        let shown = if self.signature.is_empty() {
            &self.qualified_name
        } else {
            &self.signature
        };
        let mut line = format!(
            "{}:{} {} {}",
            self.file_path, self.start_line, self.kind, shown
        );
        if !self.qualified_name.is_empty() && self.qualified_name != self.name {
            line.push_str(&format!("  [{}]", self.qualified_name));
        }
        if !self.summary.is_empty() {
            line.push_str(&format!(" — {}", self.summary));
        }
        line
    }
}

/// A symbol named in passing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SymbolRef {
    /// `path::Qualified.name`; give it to other tools.
    pub id: String,
    /// Name.
    pub name: String,
    /// Kind.
    pub kind: &'static str,
    /// Path relative to the root.
    pub file_path: String,
    /// 1-based line of the name.
    pub line: u32,
    /// Signature on one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub signature: String,
}

impl SymbolRef {
    /// Names a symbol.
    pub fn of(symbol: Symbol) -> Result<Self> {
        Ok(Self {
            id: symbol.symbol_id()?,
            name: symbol.name()?.to_owned(),
            kind: symbol.kind().name(),
            file_path: symbol.file()?.path()?.to_owned(),
            line: symbol.name_line(),
            signature: shortened(&symbol.signature()?, SIGNATURE_CHARS),
        })
    }

    /// `path:line kind signature`.
    pub fn text(&self) -> String {
        let shown = if self.signature.is_empty() {
            &self.name
        } else {
            &self.signature
        };
        format!("{}:{} {} {shown}", self.file_path, self.line, self.kind)
    }
}

/// The symbol asked for, with what else the text could have meant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Target {
    /// The symbol that the answer is about: the highest-ranked reading.
    #[serde(flatten)]
    pub symbol: SymbolRef,
    /// Ids of other symbols that the text could mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// Number of further readings, if more than are listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_candidates: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Target {
    /// Finds and describes what a text means.
    pub fn find<'v>(snapshot: &'v Snapshot, text: &str) -> Result<(Symbol<'v>, Self)> {
        let view = &snapshot.view;
        let text = snapshot.relative("symbol", text)?;
        let meant = find::symbol(view, text)?;
        let mut candidates = Vec::new();
        for other in &meant.others {
            candidates.push(view.symbol(*other)?.symbol_id()?);
        }
        let target = Self {
            symbol: SymbolRef::of(meant.symbol)?,
            more_candidates: meant.others_total - candidates.len(),
            candidates,
        };
        Ok((meant.symbol, target))
    }

    /// The symbol, and a note if the text was ambiguous.
    pub fn text(&self) -> String {
        let mut text = self.symbol.text();
        if !self.candidates.is_empty() {
            let total = self.candidates.len() + self.more_candidates;
            text.push_str(&format!(
                "\n({total} other symbols have this name: {}",
                self.candidates.join(", ")
            ));
            text.push_str(if self.more_candidates > 0 {
                ", …)"
            } else {
                ")"
            });
        }
        text
    }
}

/// What the index cannot see about a name.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct BlindSpots {
    /// Call sites of the same name that could not be resolved: they may or may not mean this symbol.
    pub unresolved_same_name: usize,
    /// Files in which they stand, at most 10.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unresolved_files: Vec<String>,
    /// Source files that are not in the index (skipped or unreadable).
    pub skipped_files: usize,
    /// Languages that have definitions only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub definitions_only: Vec<&'static str>,
}

impl BlindSpots {
    /// What is not known about callers of a name.
    pub fn about(view: &View, name: &str) -> Result<Self> {
        Self::about_all(view, &[name])
    }

    /// What is not known about callers of several distinct names.
    pub fn about_all(view: &View, names: &[&str]) -> Result<Self> {
        use bombe_format::kind::{SkipReason, Support};
        let mut sites = Vec::new();
        for name in names {
            sites.extend(view.unresolved_named(name)?);
        }
        let mut files = Vec::new();
        for site in &sites {
            let path = view.symbol(site.source)?.file()?.path()?;
            if files.len() < 10 && files.iter().all(|file| file != path) {
                files.push(path.to_owned());
            }
        }
        let skipped = view
            .skipped()?
            .iter()
            .filter(|row| {
                !matches!(
                    row.reason,
                    SkipReason::UnknownLanguage | SkipReason::Binary | SkipReason::Excluded
                )
            })
            .count();
        let definitions_only = view
            .meta()
            .languages
            .iter()
            .filter(|row| row.support == Support::Definitions && row.language != Language::Markdown)
            .map(|row| row.language.name())
            .collect();
        Ok(Self {
            unresolved_same_name: sites.len(),
            unresolved_files: files,
            skipped_files: skipped,
            definitions_only,
        })
    }

    /// A sentence, or nothing if everything was seen.
    pub fn text(&self) -> String {
        let mut notes = Vec::new();
        if self.unresolved_same_name > 0 {
            notes.push(format!(
                "{} call sites of this name could not be resolved and may mean it (in {})",
                self.unresolved_same_name,
                self.unresolved_files.join(", ")
            ));
        }
        if self.skipped_files > 0 {
            notes.push(format!(
                "{} source files are not indexed",
                self.skipped_files
            ));
        }
        if !self.definitions_only.is_empty() {
            notes.push(format!(
                "no calls are known in {}",
                self.definitions_only.join(", ")
            ));
        }
        if notes.is_empty() {
            String::new()
        } else {
            format!("\nNot seen: {}.", notes.join("; "))
        }
    }
}

/// A number that must lie between two others, both allowed.
///
/// # Errors
/// When it does not.
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

/// A number that must not be smaller than another; a larger one than is of use is no error.
///
/// # Errors
/// When it is smaller.
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

/// A position in a list of hits: opaque to callers, bound to a snapshot.
pub fn cursor(view: &View, offset: usize) -> String {
    cursors(view, &[offset])
}

/// Positions in several lists that go on together.
pub fn cursors(view: &View, offsets: &[usize]) -> String {
    let offsets: Vec<String> = offsets.iter().map(|offset| format!("{offset:x}")).collect();
    format!("{}-{}", view.short_identity(), offsets.join("."))
}

/// The position that a cursor means.
///
/// # Errors
/// When the cursor is of another snapshot or no cursor.
pub fn offset_of(view: &View, cursor: Option<&str>) -> Result<usize> {
    Ok(offsets_of(view, cursor)?.first().copied().unwrap_or(0))
}

/// The positions that a cursor of several lists means; none without a cursor.
///
/// # Errors
/// As [`offset_of`].
pub fn offsets_of(view: &View, cursor: Option<&str>) -> Result<Vec<usize>> {
    let Some(cursor) = cursor else {
        return Ok(Vec::new());
    };
    let parsed = cursor.split_once('-').and_then(|(identity, offsets)| {
        let offsets = offsets.split('.').map(|at| usize::from_str_radix(at, 16));
        Some((
            identity,
            offsets.collect::<std::result::Result<Vec<_>, _>>().ok()?,
        ))
    });
    match parsed {
        Some((identity, offset)) if identity == view.short_identity() => Ok(offset),
        Some(_) => Err(QueryError::Argument {
            argument: "cursor",
            problem: "belongs to another snapshot; the index has changed since".to_owned(),
            example: "the same request without `cursor`".to_owned(),
        }),
        None => Err(QueryError::Argument {
            argument: "cursor",
            problem: "is no cursor".to_owned(),
            example: "the `next_cursor` of the answer before".to_owned(),
        }),
    }
}

/// A kind by the words that people use: every [`SymbolKind`] name, `any`, `type` for all types, `class` for class-like ones.
///
/// # Errors
/// When there is no such kind.
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
                        problem: format!("`{word}` is no kind"),
                        example: format!("one of any, type, {}", known.join(", ")),
                    });
                }
            },
        }
    }
    Ok(kinds)
}

/// A language by name.
///
/// # Errors
/// When there is no such language.
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

/// A folder argument as the snapshot has it: relative to the root, the root itself empty.
///
/// # Errors
/// When it lies in another tree.
pub fn folder<'t>(snapshot: &Snapshot, argument: &'static str, text: &'t str) -> Result<&'t str> {
    let folder = snapshot.relative(argument, text)?.trim_matches('/');
    Ok(if folder == "." { "" } else { folder })
}

/// Why there is nothing below a folder: it is a file, or there is no such folder and these are nearest.
///
/// # Errors
/// When the snapshot is damaged.
pub fn no_folder(view: &View, argument: &'static str, folder: &str) -> Result<QueryError> {
    let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
    if view.file_by_path(folder)?.is_some() {
        return Ok(QueryError::Argument {
            argument,
            problem: format!("`{folder}` is a file; get_file_outline shows its symbols"),
            example: if above.is_empty() { "`.`" } else { above }.to_owned(),
        });
    }
    let mut nearest: Vec<String> = Vec::new();
    for base in [above, ""] {
        for file in view.files_below(base)? {
            let path = file.path()?;
            let start = if base.is_empty() { 0 } else { base.len() + 1 };
            if let Some(end) = path.get(start..).and_then(|rest| rest.find('/'))
                && nearest
                    .last()
                    .is_none_or(|last| *last != path[..start + end])
                && nearest.len() < 12
            {
                nearest.push(path[..start + end].to_owned());
            }
        }
        if !nearest.is_empty() {
            break;
        }
    }
    Ok(QueryError::NotFound {
        what: "folder",
        asked: folder.to_owned(),
        nearest,
    })
}

/// Keeps the first items whose rendering stays within a number of characters; at least one. Returns how many.
pub fn fitting<T: Serialize>(items: &[T], chars_max: usize) -> usize {
    let mut room = Room::new(chars_max);
    items
        .iter()
        .position(|item| !room.takes(item))
        .unwrap_or(items.len())
}

/// A bound of characters of JSON that a list of items keeps, but for its first.
pub struct Room {
    left: usize,
    is_empty: bool,
}

impl Room {
    /// Room for `chars_max` characters.
    pub fn new(chars_max: usize) -> Self {
        Self {
            left: chars_max,
            is_empty: true,
        }
    }

    /// Takes an item, if it fits. No further item is to be offered behind one that does not.
    pub fn takes<T: Serialize>(&mut self, item: &T) -> bool {
        let size = serde_json::to_string(item).map_or(0, |json| json.chars().count()) + 1;
        if size > self.left && !self.is_empty {
            return false;
        }
        self.left = self.left.saturating_sub(size);
        self.is_empty = false;
        true
    }
}

/// Which tests a request wants.
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

impl From<TestFilter> for crate::query::bm25::Tests {
    fn from(filter: TestFilter) -> Self {
        match filter {
            TestFilter::Include => Self::With,
            TestFilter::Exclude => Self::Without,
            TestFilter::Only => Self::Only,
        }
    }
}
