//! Symbols by name, pattern or keywords.

use std::cmp::Reverse;

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::{Language, SymbolKind, Visibility};
use globset::{Glob, GlobMatcher};
use hashbrown::HashSet;
use regex::bytes::{Regex, RegexBuilder};

use super::bm25::{self, Group, QueryTerm, Tests};
use super::top_k::TopK;
use super::{QueryError, Result};
use crate::limits::Limits;
use crate::view::{Name, Symbol, View, is_lowered, starts_lowered};

/// How the query text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// By its form: a glob if it has `*` or `?`, keywords if it has blanks, else a name with fallbacks.
    Auto,
    /// Exactly this name or qualified name.
    Name,
    /// `*` and `?` over names (over qualified names if it has a `.`).
    Glob,
    /// A regular expression over names.
    Regex,
    /// Names within two edits.
    Fuzzy,
    /// BM25 over names, docs, signatures, comments, paths and bodies.
    Keywords,
}

/// What is looked for.
#[derive(Debug)]
pub struct Search<'q> {
    /// The query text.
    pub query: &'q str,
    /// How it is read.
    pub mode: Mode,
    /// Only these kinds; all if empty.
    pub kinds: Vec<SymbolKind>,
    /// Only this language.
    pub language: Option<Language>,
    /// Only files whose path fits.
    pub files: Option<GlobMatcher>,
    /// Only this visibility.
    pub visibility: Option<Visibility>,
    /// Tests in or out.
    pub tests: Tests,
    /// How many of the best are wanted.
    pub count: usize,
}

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// The best, best first.
    pub best: Vec<SymbolId>,
    /// Number of all that fit.
    pub total: usize,
}

/// Most names that a pattern may match before the search stops.
const NAMES_MAX: usize = 20_000;

/// Characters of a name from which on it is looked for inside other names, too: one or two stand in most of them.
const INSIDE_CHARS_MIN: usize = 3;

/// Hits by name, below which keywords are tried too.
const FEW: usize = 5;

/// Kinds that keywords are matched against when none are asked for: what holds code or says what code is for.
pub const KEYWORD_KINDS: &[SymbolKind] = &[
    SymbolKind::Function,
    SymbolKind::Method,
    SymbolKind::Constructor,
    SymbolKind::Class,
    SymbolKind::Struct,
    SymbolKind::Interface,
    SymbolKind::Trait,
    SymbolKind::Enum,
    SymbolKind::TypeAlias,
    SymbolKind::Constant,
    SymbolKind::Macro,
    SymbolKind::Record,
    SymbolKind::Union,
    SymbolKind::Annotation,
    SymbolKind::Section,
];

/// A glob over paths, `/`-separated; `*` does not cross folders, `**` does.
///
/// # Errors
/// When it is no valid glob.
pub fn path_glob(argument: &'static str, text: &str) -> Result<GlobMatcher> {
    let anchored = if text.contains('/') {
        text.trim_start_matches("./").to_owned()
    } else {
        format!("**/{text}")
    };
    let glob = Glob::new(&anchored).map_err(|error| QueryError::Argument {
        argument,
        problem: error.kind().to_string(),
        example: "`src/auth/**` or `*.py`".to_owned(),
    })?;
    Ok(glob.compile_matcher())
}

/// Finds symbols, best first: by how well the name fits, then code before tests before text, then by rank, path and line.
///
/// Only the wanted ones are sorted; all are counted.
pub fn search(view: &View, search: &Search, limits: &Limits) -> Result<Found> {
    let query = search.query.trim();
    if query.is_empty() {
        return Err(QueryError::Argument {
            argument: "query",
            problem: "is empty".to_owned(),
            example: "`authenticate`, `User*` or `parse config file`".to_owned(),
        });
    }
    if query.chars().count() > limits.pattern_chars_max && search.mode != Mode::Keywords {
        return Err(QueryError::Argument {
            argument: "query",
            problem: format!("is longer than {} characters", limits.pattern_chars_max),
            example: "a name, or mode `keywords` for a text".to_owned(),
        });
    }
    let mut hits = Hits::new(view, search)?;
    match search.mode {
        Mode::Name => by_name(&mut hits, query)?,
        Mode::Glob => by_glob(&mut hits, query, limits)?,
        Mode::Regex => by_pattern(&mut hits, query, limits)?,
        Mode::Fuzzy => by_fuzzy_name(&mut hits, query)?,
        Mode::Keywords => by_keywords(&mut hits, query)?,
        Mode::Auto => by_form(&mut hits, query, limits)?,
    }
    Ok(hits.finish())
}

/// How a hit came about, the best first: what was found one way stands before all that was found a later way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// It is what the text means, or the one pattern fits it.
    Meant,
    /// Its bare name is the text.
    Equal,
    /// But for case.
    EqualButForCase,
    /// Its name starts so.
    Starts,
    /// Its name has it inside.
    Inside,
    /// It is spelled so, but for this many edits.
    Edits(u32),
    /// It has words of the text.
    Words,
}

/// Order of hits: way, then fitness, then rank, then path and line.
type Key = (Way, Reverse<u32>, Reverse<u32>, SymbolId);

/// Collects what is found and wanted.
struct Hits<'v, 's> {
    view: &'v View,
    search: &'s Search<'s>,
    /// By file, if the search is about some files: 0 unknown, 1 wanted, 2 not.
    files: Vec<u8>,
    best: TopK<Key>,
    total: usize,
    /// Those found so far, as long as they are few.
    first: Vec<SymbolId>,
}

impl<'v, 's> Hits<'v, 's> {
    fn new(view: &'v View, search: &'s Search<'s>) -> Result<Self> {
        let of_files = search.language.is_some() || search.files.is_some();
        Ok(Self {
            view,
            search,
            files: vec![0; if of_files { view.file_count()? } else { 0 }],
            best: TopK::new(search.count),
            total: 0,
            first: Vec::new(),
        })
    }

    /// Takes symbols whose names fit equally well: code before tests before text.
    fn take(&mut self, way: Way, ids: impl IntoIterator<Item = SymbolId>) -> Result<()> {
        for id in ids {
            let symbol = self.view.symbol(id)?;
            if self.accepts(symbol)? {
                let class = match symbol.kind() {
                    SymbolKind::Section => 0,
                    _ if symbol.is_test() => 1,
                    _ => 2,
                };
                self.push(way, class, symbol);
            }
        }
        Ok(())
    }

    fn push(&mut self, way: Way, fitness: u32, symbol: Symbol) {
        let rank = Reverse(symbol.rank_units());
        self.best.push((way, Reverse(fitness), rank, symbol.id()));
        self.total += 1;
        if self.total <= FEW {
            self.first.push(symbol.id());
        }
    }

    fn accepts(&mut self, symbol: Symbol) -> Result<bool> {
        let search = self.search;
        let kind = symbol.kind();
        if search.kinds.is_empty() && kind == SymbolKind::Module
            || !search.kinds.is_empty() && !search.kinds.contains(&kind)
            || !search.tests.takes(symbol.is_test())
            || search
                .visibility
                .is_some_and(|wanted| wanted != symbol.visibility())
        {
            return Ok(false);
        }
        if self.files.is_empty() {
            return Ok(true);
        }
        let file = symbol.file_id();
        let Some(known) = self.files.get_mut(file.index()) else {
            return Ok(false);
        };
        if *known == 0 {
            *known = if search.accepts_file(self.view, file)? {
                1
            } else {
                2
            };
        }
        Ok(*known == 1)
    }

    fn finish(self) -> Found {
        let best = self.best.into_sorted();
        Found {
            best: best.into_iter().map(|(.., id)| id).collect(),
            total: self.total,
        }
    }
}

impl Search<'_> {
    fn accepts_file(&self, view: &View, file: FileId) -> Result<bool> {
        let file = view.file(file)?;
        Ok(self.language.is_none_or(|wanted| wanted == file.language())
            && match &self.files {
                Some(glob) => glob.is_match(file.path()?),
                None => true,
            })
    }
}

/// Tries the readings of a text from the strictest to the loosest.
fn by_form(hits: &mut Hits, query: &str, limits: &Limits) -> Result<()> {
    if query.contains(char::is_whitespace) {
        return by_keywords(hits, query);
    }
    if query.contains(['*', '?']) {
        return by_glob(hits, query, limits);
    }
    let is_word = query
        .chars()
        .all(|c| c == '_' || c == '$' || c.is_alphanumeric());
    if is_word {
        by_word(hits, query, limits)?;
    } else {
        by_name(hits, query)?;
    }
    if hits.total == 0 {
        by_fuzzy_name(hits, query)?;
    }
    if hits.total < FEW {
        by_keywords(hits, query)?;
    }
    Ok(())
}

/// What the text means, then the names that are equal to it.
fn by_name(hits: &mut Hits, query: &str) -> Result<()> {
    let meant: HashSet<SymbolId> = hits.view.lookup(query)?.into_iter().collect();
    hits.take(Way::Meant, meant.iter().copied())?;
    if !query.contains(['.', ':', '#', '/']) {
        for name in hits.view.names_equal(query)? {
            let way = if name.name == query {
                Way::Equal
            } else {
                Way::EqualButForCase
            };
            hits.take(way, without(name.symbols, &meant))?;
        }
    }
    Ok(())
}

/// What the text means, then the names that start with it or have it inside, whatever the case.
fn by_word(hits: &mut Hits, query: &str, limits: &Limits) -> Result<()> {
    let meant: HashSet<SymbolId> = hits.view.lookup(query)?.into_iter().collect();
    hits.take(Way::Meant, meant.iter().copied())?;
    let lower = query.to_lowercase();
    for name in hits.view.names_with_prefix(query, NAMES_MAX)? {
        let way = if name.name == query {
            Way::Equal
        } else if is_lowered(name.name, &lower) {
            Way::EqualButForCase
        } else {
            Way::Starts
        };
        hits.take(way, without(name.symbols, &meant))?;
    }
    if hits.total >= FEW && query.chars().count() < INSIDE_CHARS_MIN {
        return Ok(());
    }
    let inside = pattern(&format!("(?i){}", regex::escape(query)))?;
    for name in names(hits.view, &inside, limits)? {
        if !starts_lowered(name.name, &lower) {
            hits.take(Way::Inside, without(name.symbols, &meant))?;
        }
    }
    Ok(())
}

fn without(
    ids: Vec<SymbolId>,
    known: &HashSet<SymbolId>,
) -> impl Iterator<Item = SymbolId> + use<'_> {
    ids.into_iter().filter(move |id| !known.contains(id))
}

fn by_glob(hits: &mut Hits, glob: &str, limits: &Limits) -> Result<()> {
    let regex = glob_to_regex(glob);
    if !glob.contains('.') {
        return by_pattern(hits, &regex, limits);
    }
    let regex = pattern(&regex)?;
    for index in 0..hits.view.symbol_count()? {
        if index % 4096 == 0 && limits.is_over() {
            break;
        }
        let symbol = hits.view.symbol(SymbolId::new(index))?;
        if regex.is_match(symbol.qualified()?.as_bytes()) {
            hits.take(Way::Meant, [symbol.id()])?;
        }
    }
    Ok(())
}

fn by_pattern(hits: &mut Hits, text: &str, limits: &Limits) -> Result<()> {
    for name in names(hits.view, &pattern(text)?, limits)? {
        hits.take(Way::Meant, name.symbols)?;
    }
    Ok(())
}

fn by_fuzzy_name(hits: &mut Hits, query: &str) -> Result<()> {
    for found in hits.view.names_fuzzy(query, 2, 50)? {
        hits.take(Way::Edits(found.distance), found.name.symbols)?;
    }
    Ok(())
}

fn by_keywords(hits: &mut Hits, query: &str) -> Result<()> {
    let terms: Vec<QueryTerm> = bm25::terms_of(query)
        .into_iter()
        .map(|(text, count)| QueryTerm {
            text,
            weight: 1.0 + (count as f32).ln(),
        })
        .collect();
    let kinds: &[SymbolKind] = if hits.search.kinds.is_empty() {
        KEYWORD_KINDS
    } else {
        &hits.search.kinds
    };
    let group = Group {
        kinds,
        tests: hits.search.tests,
    };
    let known = std::mem::take(&mut hits.first);
    let scores = bm25::score(hits.view, &terms, &[group], false)?;
    for id in scores.matched.into_iter().flatten() {
        let symbol = hits.view.symbol(id)?;
        if !known.contains(&id) && hits.accepts(symbol)? {
            // The bits of positive numbers are in the order of the numbers.
            hits.push(Way::Words, scores.values[id.index()].to_bits(), symbol);
        }
    }
    Ok(())
}

/// The names that hold a match.
fn names<'v>(view: &'v View, regex: &Regex, limits: &Limits) -> Result<Vec<Name<'v>>> {
    let names = view.names_matching(regex, NAMES_MAX)?;
    if names.len() == NAMES_MAX {
        limits.note_hit();
    }
    Ok(names)
}

fn pattern(text: &str) -> Result<Regex> {
    RegexBuilder::new(text)
        .multi_line(true)
        .size_limit(1 << 20)
        .dfa_size_limit(1 << 20)
        .build()
        .map_err(|error| QueryError::Argument {
            argument: "query",
            problem: format!(
                "is no valid pattern: {}",
                error.to_string().lines().last().unwrap_or("")
            ),
            example: "`^get.*Id$`".to_owned(),
        })
}

/// `*` and `?` as a pattern over one whole name.
fn glob_to_regex(glob: &str) -> String {
    let mut pattern = String::from("^");
    for c in glob.chars() {
        match c {
            '*' => pattern.push_str(".*"),
            '?' => pattern.push('.'),
            _ => pattern.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
        }
    }
    pattern.push('$');
    pattern
}
