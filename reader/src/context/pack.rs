//! Packs ranked symbols into a token budget: full source of the best, signatures of the next.

use bombe_format::column::sources::WHOLE_FILE_BYTES_MAX;
use bombe_format::ids::{FileId, SymbolId};
use hashbrown::{HashMap, HashSet};

use super::rank::{Ranked, Reason};
use super::task::Task;
use super::tokens;
use crate::limits::Limits;
use crate::plain;
use crate::query::Result;
use crate::view::{SourceText, Symbol, View};

/// Share of the budget for full source.
const FULL_SHARE: f64 = 0.5;
/// Most tokens of a definition with source. A longer callable is cut to its relevant lines; of any other longer symbol,
/// only the signature is included.
const BODY_TOKENS_MAX: usize = 1_200;
/// Characters of an entry besides its source: name, kind, lines, reason, as text or as JSON.
const ENTRY_CHARS: usize = 150;
/// Characters reserved for the summary, the relationship map and the figures.
const HEADER_CHARS: usize = 1_400;
/// Lines kept from the start of a definition that is cut.
const HEAD_LINES: usize = 12;
/// Lines kept before and after a line with a word of the task.
const AROUND_LINES: usize = 3;
/// Longest signature in an entry, in characters.
const SIGNATURE_CHARS_MAX: usize = 220;
/// Longest summary after a signature, in characters.
const SUMMARY_CHARS_MAX: usize = 120;

/// How much of a symbol is in the bundle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IncludedAs {
    /// Its source; a long one without its less relevant lines.
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
    /// Number of lines left out of `source`.
    pub lines_left_out: u32,
}

/// The symbols that fit into the budget.
#[derive(Debug, Default)]
pub struct Bundle {
    /// Entries in the order in which they were added: types before their members.
    pub entries: Vec<Entry>,
    /// Number of ranked symbols that do not fit.
    pub left_out: usize,
}

/// How the budget is spent.
#[derive(Clone, Copy, Debug)]
pub struct PackOptions {
    /// Tokens for the whole answer.
    pub token_budget: usize,
    /// True if only entry points are included with their source.
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
    let budget = tokens::to_chars(options.token_budget)
        .saturating_sub(HEADER_CHARS.min(tokens::to_chars(options.token_budget) / 4));
    let full_budget = (budget as f64 * FULL_SHARE) as usize;
    let mut packer = Packer {
        view,
        terms: task.terms.iter().map(|term| term.text.as_str()).collect(),
        limits,
        bundle: Bundle::default(),
        spent: 0,
        files: HashSet::new(),
        sources: HashMap::new(),
        added: HashSet::new(),
        covered: Vec::new(),
    };
    for (at, found) in ranked.iter().enumerate() {
        let is_entry = found.reason == Reason::EntryPoint;
        if options.signatures_only && !is_entry {
            continue;
        }
        let limit = if is_entry { budget } else { full_budget };
        if (packer.spent + 400 > limit && !is_entry) || limits.spend_item() {
            break;
        }
        packer.add_full(found, at + 1, limit)?;
    }
    for (at, found) in ranked.iter().enumerate() {
        if packer.spent + ENTRY_CHARS + 60 > budget || limits.spend_item() {
            break;
        }
        packer.add_signature(found, at + 1, budget)?;
    }
    let added = packer
        .bundle
        .entries
        .iter()
        .filter(|entry| entry.rank > 0)
        .count();
    packer.bundle.left_out = ranked.len().saturating_sub(added);
    Ok(packer.bundle)
}

struct Packer<'v, 't> {
    view: &'v View,
    /// The terms of the task.
    terms: HashSet<&'t str>,
    limits: &'t Limits<'t>,
    bundle: Bundle,
    /// In characters.
    spent: usize,
    /// Files that have an entry: the cost of their paths is in `spent`.
    files: HashSet<FileId>,
    /// The texts of files of one frame.
    sources: HashMap<FileId, Option<SourceText>>,
    /// Symbols that have an entry.
    added: HashSet<SymbolId>,
    /// (file, first line, last line) of the entries with source.
    covered: Vec<(FileId, u32, u32)>,
}

impl<'v> Packer<'v, '_> {
    /// Returns lines `first..=last` of a file; none without sources.
    fn lines(&mut self, file: FileId, first: u32, last: u32) -> Result<Option<String>> {
        let (view, limits) = (self.view, self.limits);
        let of = |text: &SourceText| text.lines(first, last).to_owned();
        if view.file(file)?.size() > WHOLE_FILE_BYTES_MAX as u64 {
            let text = view.source_lines(file, first, last, limits)?;
            return Ok(text.as_ref().map(of));
        }
        if !self.sources.contains_key(&file) {
            let text = view.source(file, limits)?;
            self.sources.insert(file, text);
        }
        Ok(self.sources.get(&file).and_then(Option::as_ref).map(of))
    }

    /// Returns true if the symbol has an entry, or if the source of another entry contains it.
    fn is_covered(&self, symbol: Symbol) -> Result<bool> {
        let (file, first, last) = (symbol.file_id()?, symbol.start_line(), symbol.end_line());
        Ok(self.added.contains(&symbol.id())
            || self
                .covered
                .iter()
                .any(|(f, from, to)| *f == file && *from <= first && last <= *to))
    }

    /// Adds a symbol with its source, if it fits into `limit` characters.
    fn add_full(&mut self, found: &Ranked, rank: usize, limit: usize) -> Result<()> {
        let symbol = self.view.symbol(found.symbol)?;
        if self.is_covered(symbol)? {
            return Ok(());
        }
        let (first, last) = (symbol.start_line(), symbol.end_line());
        let file = symbol.file_id()?;
        // A type that is long, or some of whose members have an entry already, gets a signature.
        let contains_entry = self
            .covered
            .iter()
            .any(|(f, from, to)| *f == file && first <= *from && *to <= last);
        let body_max = tokens::to_chars(BODY_TOKENS_MAX);
        let Some(text) = self.lines(file, first, last)? else {
            return Ok(());
        };
        if text.is_empty() || self.limits.spend_bytes(text.len()) {
            return Ok(());
        }
        let is_type = !symbol.kind().is_callable();
        if is_type && (contains_entry || text.chars().count() > body_max) {
            return Ok(());
        }
        let (source, lines_left_out) = cut(&text, first, &self.terms, body_max, self.limits);
        let header = self.container_cost(symbol)?;
        let cost = entry_cost(&source) + header + self.path_cost(file)?;
        if self.spent + cost > limit {
            return Ok(());
        }
        self.add_container(symbol)?;
        self.add(Entry {
            symbol: found.symbol,
            rank,
            included_as: IncludedAs::FullSource,
            reason: found.reason,
            seed: found.seed,
            source,
            lines_left_out,
        })?;
        self.covered.push((file, first, last));
        Ok(())
    }

    /// Adds a symbol with its signature, if it fits into `limit` characters.
    fn add_signature(&mut self, found: &Ranked, rank: usize, limit: usize) -> Result<()> {
        let symbol = self.view.symbol(found.symbol)?;
        if self.is_covered(symbol)? {
            return Ok(());
        }
        let source = signature_of(symbol)?;
        let cost = entry_cost(&source) + self.path_cost(symbol.file_id()?)?;
        if self.spent + cost > limit {
            return Ok(());
        }
        let included_as = if source.is_empty() {
            IncludedAs::NameOnly
        } else {
            IncludedAs::SignatureOnly
        };
        self.add(Entry {
            symbol: found.symbol,
            rank,
            included_as,
            reason: found.reason,
            seed: found.seed,
            source,
            lines_left_out: 0,
        })
    }

    /// Returns the characters that a file's heading costs; 0 if the file has an entry already.
    fn path_cost(&self, file: FileId) -> Result<usize> {
        if self.files.contains(&file) {
            return Ok(0);
        }
        Ok(self.view.file(file)?.path()?.len() + 30)
    }

    /// Returns the type that contains a member, if it has no entry yet.
    fn container(&self, symbol: Symbol<'v>) -> Result<Option<Symbol<'v>>> {
        let Some(parent) = symbol.parent()? else {
            return Ok(None);
        };
        let parent = self.view.symbol(parent)?;
        Ok((parent.kind().is_type() && !self.added.contains(&parent.id())).then_some(parent))
    }

    fn container_cost(&self, symbol: Symbol<'v>) -> Result<usize> {
        match self.container(symbol)? {
            Some(container) => Ok(entry_cost(&signature_of(container)?)),
            None => Ok(0),
        }
    }

    fn add_container(&mut self, symbol: Symbol<'v>) -> Result<()> {
        let Some(container) = self.container(symbol)? else {
            return Ok(());
        };
        let source = signature_of(container)?;
        self.add(Entry {
            symbol: container.id(),
            rank: 0,
            included_as: IncludedAs::SignatureOnly,
            reason: Reason::Graph,
            seed: false,
            source,
            lines_left_out: 0,
        })
    }

    fn add(&mut self, entry: Entry) -> Result<()> {
        let file = self.view.symbol(entry.symbol)?.file_id()?;
        self.spent += entry_cost(&entry.source) + self.path_cost(file)?;
        self.files.insert(file);
        self.added.insert(entry.symbol);
        self.bundle.entries.push(entry);
        Ok(())
    }
}

/// Returns the characters that an entry costs as JSON, its larger form, in which line ends and quotes take two.
fn entry_cost(source: &str) -> usize {
    ENTRY_CHARS + plain::chars_shown(source)
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

/// Cuts a definition to at most `max` characters: its first lines, and the lines around words of the task. A line with `…`
/// replaces each gap and names its lines. `first_line` is the 1-based line of the text in its file. Returns the text and
/// the number of lines left out.
fn cut(
    text: &str,
    first_line: u32,
    terms: &HashSet<&str>,
    max: usize,
    limits: &Limits,
) -> (String, u32) {
    if text.chars().count() <= max {
        return (text.trim_end().to_owned(), 0);
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if limits.spend_bytes(4 * line.len()) {
            break;
        }
        let mut hits = 0;
        bombe_format::text::for_each_term_of(line, |term| {
            hits += usize::from(terms.contains(term));
        });
        if hits > 0 {
            order.push((hits, at));
        }
    }
    order.sort_by_key(|(hits, at)| (std::cmp::Reverse(*hits), *at));
    let mut keep = vec![false; lines.len()];
    let mut used = 0;
    let mut add = |at: usize, keep: &mut Vec<bool>| -> bool {
        let cost = lines[at].chars().count() + 1;
        if keep[at] {
            return true;
        }
        if used + cost > max.saturating_sub(200) {
            return false;
        }
        keep[at] = true;
        used += cost;
        true
    };
    for at in 0..HEAD_LINES.min(lines.len()) {
        add(at, &mut keep);
    }
    'lines: for (_, at) in order {
        for near in at.saturating_sub(AROUND_LINES)..=(at + AROUND_LINES).min(lines.len() - 1) {
            if !add(near, &mut keep) {
                break 'lines;
            }
        }
    }
    let mut text = String::new();
    let mut left_out = 0;
    let mut at = 0;
    while at < lines.len() {
        if keep[at] {
            text.push_str(lines[at]);
            text.push('\n');
            at += 1;
            continue;
        }
        let start = at;
        while at < lines.len() && !keep[at] {
            at += 1;
        }
        left_out += (at - start) as u32;
        let (from, to) = (first_line + start as u32, first_line + at as u32 - 1);
        text.push_str(&format!("… lines {from}-{to} left out\n"));
    }
    (text.trim_end().to_owned(), left_out)
}
