//! Packs ranked symbols into a token budget: source of the best, long ones in slices, then the names of the next.
//!
//! The budget counts the text of the answer, which is what a model reads. A signature for each of the next symbols would cost
//! more than it finds: names let four times as many be found, and a caller asks for the source of the one that it needs.

use bombe_format::column::sources::WHOLE_FILE_BYTES_MAX;
use bombe_format::ids::{FileId, SymbolId};
use hashbrown::{HashMap, HashSet};

use super::rank::{Ranked, Reason};
use super::slice::{Definition, Slice, slice};
use super::task::Task;
use super::tokens;
use crate::limits::Limits;
use crate::plain;
use crate::query::Result;
use crate::view::{SourceText, Symbol, View};

/// Share of the budget for source.
const SOURCE_SHARE: f64 = 0.8;
/// Most characters of the best callable with source, and what each next one may have of it, at the budget [`USUAL_BUDGET`].
/// The bounds grow with the root of the budget: a larger one shows more of each callable, and more callables.
const SOURCE_CHARS_MAX: f64 = 3_000.0;
const SOURCE_DECAY: f64 = 0.8;
/// Any callable may have this many characters of source.
const SOURCE_CHARS_MIN: usize = 250;
const USUAL_BUDGET: f64 = 8_000.0;
/// Number of the ranked symbols that may have source, at the usual budget.
const WITH_SOURCE_MAX: f64 = 200.0;
/// A slice of fewer characters says too little.
const SLICE_CHARS_MIN: usize = 200;
/// No source is added to less space than this, in characters.
const SPACE_MIN: usize = 120;
/// Characters of a heading besides name, lines and reason, with the fences around the source.
const ENTRY_CHARS: usize = 24;
/// Characters of a file's heading besides its path.
const FILE_CHARS: usize = 6;
/// Characters of a name in a list besides the name: line and marks.
const NAME_CHARS: usize = 7;
/// Characters reserved for the summary, the relationship map and the notes.
const HEADER_CHARS: usize = 800;
/// Longest signature in an entry, in characters.
const SIGNATURE_CHARS_MAX: usize = 220;
/// Longest head line of a type that contains an entry, in characters.
const HEAD_CHARS_MAX: usize = 120;
/// Longest summary after a signature, in characters.
const SUMMARY_CHARS_MAX: usize = 120;

/// How much of a symbol is in the bundle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IncludedAs {
    /// Its source; of a long one, the head and the lines that matter.
    FullSource,
    /// Its signature and the first sentence of its doc.
    SignatureOnly,
    /// Its name and lines.
    NameOnly,
}

impl IncludedAs {
    /// Returns the name used in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FullSource => "full_source",
            Self::SignatureOnly => "signature_only",
            Self::NameOnly => "name_only",
        }
    }
}

/// A symbol in the bundle.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The symbol.
    pub symbol: SymbolId,
    /// Its position in the ranking, from 1; 0 for a type that is included only because of its members.
    pub rank: usize,
    /// How much of it is in the bundle.
    pub included_as: IncludedAs,
    /// Why it was ranked.
    pub reason: Reason,
    /// True if it had a score before the expansion over the graph.
    pub seed: bool,
    /// Its source or signature; empty for a name only.
    pub source: String,
    /// First and last line of each part of the source that is shown, if lines are left out.
    pub parts: Vec<(u32, u32)>,
}

/// The symbols that fit into the budget.
#[derive(Debug, Default)]
pub struct Bundle {
    /// Entries in the order in which they were added: types before their members.
    pub entries: Vec<Entry>,
    /// Number of ranked symbols that do not fit, alone or as part of another.
    pub left_out: usize,
}

/// How the budget is spent.
#[derive(Clone, Copy, Debug)]
pub struct PackOptions {
    /// Tokens for the whole answer.
    pub token_budget: usize,
    /// True if only entry points are included with their source, and the others with their signatures.
    pub signatures_only: bool,
}

/// Packs ranked symbols, best first, into the budget.
pub fn pack(
    view: &View,
    task: &Task,
    ranked: &[Ranked],
    options: PackOptions,
    limits: &Limits,
) -> Result<Bundle> {
    let chars_max = tokens::to_chars(options.token_budget);
    let budget = chars_max.saturating_sub(HEADER_CHARS.min(chars_max / 4));
    let scale = options.token_budget as f64 / USUAL_BUDGET;
    let source_budget = (budget as f64 * SOURCE_SHARE) as usize;
    let mut packer = Packer {
        view,
        terms: task
            .terms
            .iter()
            .map(|term| term.text.as_str())
            .zip(0..)
            .collect(),
        limits,
        bundle: Bundle::default(),
        spent: 0,
        files: HashSet::new(),
        sources: HashMap::new(),
        added: HashSet::new(),
        covered: HashMap::new(),
    };
    let with_source = (WITH_SOURCE_MAX * scale.max(1.0)) as usize;
    let largest = SOURCE_CHARS_MAX * scale.sqrt();
    let least = SOURCE_CHARS_MIN.max((SOURCE_CHARS_MIN as f64 * scale.sqrt()) as usize);
    for (at, found) in ranked.iter().enumerate().take(with_source) {
        let is_entry = found.reason == Reason::EntryPoint;
        if options.signatures_only && !is_entry {
            continue;
        }
        if limits.spend_item() {
            break;
        }
        if is_entry {
            packer.add_source(found, at + 1, budget, usize::MAX)?;
            continue;
        }
        if packer.spent + SPACE_MIN > source_budget {
            break;
        }
        let share = largest * SOURCE_DECAY.powi(at.min(1_000) as i32);
        packer.add_source(found, at + 1, source_budget, (share as usize).max(least))?;
    }
    for (at, found) in ranked.iter().enumerate() {
        if packer.spent + NAME_CHARS > budget || limits.spend_item() {
            break;
        }
        packer.add_name(found, at + 1, budget, options.signatures_only)?;
    }
    for found in ranked {
        let is_covered = packer.is_covered(view.symbol(found.symbol)?)?;
        packer.bundle.left_out += usize::from(!is_covered);
    }
    Ok(packer.bundle)
}

struct Packer<'v, 't> {
    view: &'v View,
    /// The terms of the task, with their numbers.
    terms: HashMap<&'t str, usize>,
    limits: &'t Limits<'t>,
    bundle: Bundle,
    /// In characters of text.
    spent: usize,
    /// Files that have an entry: the cost of their paths is in `spent`.
    files: HashSet<FileId>,
    /// The texts of files of one frame.
    sources: HashMap<FileId, Option<SourceText>>,
    /// Symbols that have an entry.
    added: HashSet<SymbolId>,
    /// By file: first and last line of the entries with source.
    covered: HashMap<FileId, Vec<(u32, u32)>>,
}

impl<'v> Packer<'v, '_> {
    /// Returns a symbol in at most `max` characters; none without sources.
    fn slice(&mut self, symbol: Symbol<'v>, max: usize) -> Result<Option<Slice>> {
        let (view, limits) = (self.view, self.limits);
        let file = symbol.file_id()?;
        let (first, last) = (symbol.start_line(), symbol.end_line());
        let lines;
        let text = if view.file(file)?.size() > WHOLE_FILE_BYTES_MAX as u64 {
            lines = view.source_lines(file, first, last, limits)?;
            lines.as_ref()
        } else {
            if !self.sources.contains_key(&file) {
                let text = view.source(file, limits)?;
                self.sources.insert(file, text);
            }
            self.sources.get(&file).and_then(Option::as_ref)
        };
        let Some(text) = text else {
            return Ok(None);
        };
        let lines = text.lines(first, last);
        if lines.is_empty() || limits.spend_bytes(lines.len()) {
            return Ok(None);
        }
        let opens = symbol
            .body_bytes()
            .map_or(last, |body| text.line_of(body.start));
        let definition = Definition {
            text: lines,
            first,
            name: symbol.name_line(),
            opens,
        };
        Ok(Some(slice(definition, &self.terms, max, limits)))
    }

    fn covered_in(&self, file: FileId) -> impl Iterator<Item = (u32, u32)> {
        self.covered.get(&file).into_iter().flatten().copied()
    }

    /// Returns true if the symbol has an entry, or if the source of another entry contains it.
    fn is_covered(&self, symbol: Symbol) -> Result<bool> {
        let (file, first, last) = (symbol.file_id()?, symbol.start_line(), symbol.end_line());
        Ok(self.added.contains(&symbol.id())
            || self
                .covered_in(file)
                .any(|(from, to)| from <= first && last <= to))
    }

    /// Adds a symbol with at most `chars_max` characters of source, if that fits into `limit`.
    fn add_source(
        &mut self,
        found: &Ranked,
        rank: usize,
        limit: usize,
        chars_max: usize,
    ) -> Result<()> {
        let symbol = self.view.symbol(found.symbol)?;
        if self.is_covered(symbol)? {
            return Ok(());
        }
        let (first, last) = (symbol.start_line(), symbol.end_line());
        let file = symbol.file_id()?;
        let heading =
            heading_cost(symbol)? + self.container_cost(symbol)? + self.path_cost(file)?;
        let Some(space) = limit.checked_sub(self.spent + heading) else {
            return Ok(());
        };
        let is_entry = found.reason == Reason::EntryPoint;
        let max = chars_max.min(space);
        let bytes = symbol.bytes();
        if !is_entry {
            let is_long = (bytes.end - bytes.start) as usize > 2 * max;
            // A type is shown only if it is short and shows no member again.
            let is_type = !symbol.kind().is_callable();
            let contains_entry = self
                .covered_in(file)
                .any(|(from, to)| first <= from && to <= last);
            if is_type && (contains_entry || is_long)
                || is_long && max < SLICE_CHARS_MIN.min(chars_max)
            {
                return Ok(());
            }
        }
        let Some(slice) = self.slice(symbol, max)? else {
            return Ok(());
        };
        let is_left_out = slice.is_cut
            && !is_entry
            && (!symbol.kind().is_callable() || max < SLICE_CHARS_MIN.min(chars_max));
        if is_left_out || chars_shown(&slice.text) > space {
            return Ok(());
        }
        self.add_container(symbol)?;
        self.spent += heading_cost(symbol)? + chars_shown(&slice.text);
        self.add(Entry {
            symbol: found.symbol,
            rank,
            included_as: IncludedAs::FullSource,
            reason: found.reason,
            seed: found.seed,
            source: slice.text,
            parts: if slice.is_cut {
                slice.parts
            } else {
                Vec::new()
            },
        })?;
        // The slice of a function stands for what is inside it; a type's members have entries of their own.
        if !slice.is_cut || symbol.kind().is_callable() {
            self.covered.entry(file).or_default().push((first, last));
        }
        Ok(())
    }

    /// Adds a symbol with its name, or its signature, if it fits into `limit` characters.
    fn add_name(
        &mut self,
        found: &Ranked,
        rank: usize,
        limit: usize,
        with_signature: bool,
    ) -> Result<()> {
        let symbol = self.view.symbol(found.symbol)?;
        if self.is_covered(symbol)? {
            return Ok(());
        }
        let source = if with_signature {
            signature_of(symbol)?
        } else {
            String::new()
        };
        let included_as = if source.is_empty() {
            IncludedAs::NameOnly
        } else {
            IncludedAs::SignatureOnly
        };
        let cost = if with_signature {
            heading_cost(symbol)? + chars_shown(&source)
        } else {
            symbol.name()?.chars().count() + NAME_CHARS
        };
        if self.spent + cost + self.path_cost(symbol.file_id()?)? > limit {
            return Ok(());
        }
        self.spent += cost;
        self.add(Entry {
            symbol: found.symbol,
            rank,
            included_as,
            reason: found.reason,
            seed: found.seed,
            source,
            parts: Vec::new(),
        })
    }

    /// Returns the characters that a file's heading costs; 0 if the file has an entry already.
    fn path_cost(&self, file: FileId) -> Result<usize> {
        if self.files.contains(&file) {
            return Ok(0);
        }
        Ok(self.view.file(file)?.path()?.chars().count() + FILE_CHARS)
    }

    /// Returns the type that contains a member, if it has no entry yet.
    fn container(&self, symbol: Symbol<'v>) -> Result<Option<Symbol<'v>>> {
        let Some(parent) = symbol.parent()? else {
            return Ok(None);
        };
        let parent = self.view.symbol(parent)?;
        Ok((parent.kind().is_type() && !self.is_covered(parent)?).then_some(parent))
    }

    fn container_cost(&self, symbol: Symbol<'v>) -> Result<usize> {
        match self.container(symbol)? {
            Some(container) => Ok(chars_shown(&head_of(container)?) + NAME_CHARS),
            None => Ok(0),
        }
    }

    fn add_container(&mut self, symbol: Symbol<'v>) -> Result<()> {
        self.spent += self.container_cost(symbol)?;
        let Some(container) = self.container(symbol)? else {
            return Ok(());
        };
        self.add(Entry {
            symbol: container.id(),
            rank: 0,
            included_as: IncludedAs::SignatureOnly,
            reason: Reason::Graph,
            seed: false,
            source: head_of(container)?,
            parts: Vec::new(),
        })
    }

    /// Adds an entry whose own cost is in `spent`.
    fn add(&mut self, entry: Entry) -> Result<()> {
        let file = self.view.symbol(entry.symbol)?.file_id()?;
        self.spent += self.path_cost(file)?;
        self.files.insert(file);
        self.added.insert(entry.symbol);
        self.bundle.entries.push(entry);
        Ok(())
    }
}

/// Returns the characters that the heading of an entry and the fences around its source cost.
fn heading_cost(symbol: Symbol) -> Result<usize> {
    Ok(symbol.qualified()?.chars().count() + ENTRY_CHARS)
}

/// Returns the characters of a text as it is shown.
fn chars_shown(text: &str) -> usize {
    plain::escaped(text).chars().count()
}

/// Returns the head line of a type.
fn head_of(symbol: Symbol) -> Result<String> {
    let signature = symbol.signature()?;
    if signature.is_empty() {
        return Ok(format!("{} {}", symbol.kind().name(), symbol.name()?));
    }
    Ok(shortened(&signature, HEAD_CHARS_MAX))
}

/// Returns a symbol's signature and the first sentence of its doc.
pub fn signature_of(symbol: Symbol) -> Result<String> {
    let mut text = shortened(&symbol.signature()?, SIGNATURE_CHARS_MAX);
    let summary = symbol.summary()?;
    if !summary.is_empty() {
        text.push_str(" — ");
        text.push_str(&shortened(&summary, SUMMARY_CHARS_MAX));
    }
    Ok(text)
}

/// Returns at most `max` characters of a text, with `…` at the end if it was cut.
pub fn shortened(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(max.saturating_sub(1)).collect();
    cut.push('…');
    cut
}
