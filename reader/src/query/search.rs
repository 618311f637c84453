//! Symbols by name, pattern or keywords.

use bombe_format::ids::SymbolId;
use bombe_format::kind::{Language, SymbolKind, Visibility};
use globset::{Glob, GlobMatcher};
use regex::bytes::RegexBuilder;

use super::bm25::{self, QueryTerm, Tests};
use super::{QueryError, Result};
use crate::limits::Limits;
use crate::view::{Name, Symbol, View};

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
}

/// A symbol found, with what brought it up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The symbol.
    pub symbol: SymbolId,
    /// Higher is better; comparable within one answer only.
    pub score: f32,
}

/// Most names that a pattern may match before the search stops.
const NAMES_MAX: usize = 20_000;

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

/// Finds symbols, best first: by how well the name fits, then by rank, path and line.
pub fn search(view: &View, search: &Search, limits: &Limits) -> Result<Vec<Hit>> {
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
    match search.mode {
        Mode::Name => by_name(view, search, query),
        Mode::Glob => by_pattern(
            view,
            search,
            &glob_to_regex(query),
            query.contains('.'),
            limits,
        ),
        Mode::Regex => by_pattern(view, search, query, false, limits),
        Mode::Fuzzy => by_fuzzy_name(view, search, query),
        Mode::Keywords => by_keywords(view, search, query),
        Mode::Auto => by_form(view, search, query, limits),
    }
}

/// Tries the readings of a text from the strictest to the loosest.
fn by_form(view: &View, search: &Search, query: &str, limits: &Limits) -> Result<Vec<Hit>> {
    if query.contains(['*', '?']) && !query.contains(char::is_whitespace) {
        return by_pattern(
            view,
            search,
            &glob_to_regex(query),
            query.contains('.'),
            limits,
        );
    }
    if query.contains(char::is_whitespace) {
        return by_keywords(view, search, query);
    }
    let mut hits = by_name(view, search, query)?;
    let is_word = query
        .chars()
        .all(|c| c == '_' || c == '$' || c.is_alphanumeric());
    if is_word {
        append(
            &mut hits,
            by_pattern(
                view,
                search,
                &format!("(?i)^{}", regex::escape(query)),
                false,
                limits,
            )?,
        );
        append(
            &mut hits,
            by_pattern(
                view,
                search,
                &format!("(?i){}", regex::escape(query)),
                false,
                limits,
            )?,
        );
    }
    if hits.is_empty() {
        append(&mut hits, by_fuzzy_name(view, search, query)?);
    }
    if hits.len() < 5 {
        append(&mut hits, by_keywords(view, search, query)?);
    }
    Ok(hits)
}

/// Appends what is not there yet, below everything that is.
fn append(hits: &mut Vec<Hit>, more: Vec<Hit>) {
    let floor = hits.last().map_or(f32::INFINITY, |hit| hit.score);
    let top = more
        .first()
        .map_or(1.0, |hit| hit.score)
        .max(f32::MIN_POSITIVE);
    let seen: hashbrown::HashSet<SymbolId> = hits.iter().map(|hit| hit.symbol).collect();
    for hit in more {
        if !seen.contains(&hit.symbol) {
            let score = if floor.is_finite() {
                floor * 0.8 * (hit.score / top)
            } else {
                hit.score
            };
            hits.push(Hit { score, ..hit });
        }
    }
}

fn by_name(view: &View, search: &Search, query: &str) -> Result<Vec<Hit>> {
    let mut exact = view.lookup(query)?;
    let bare = query.rsplit(['.', ':', '#', '/']).next().unwrap_or(query);
    let names = view.names_equal(bare)?;
    if exact.is_empty() && bare == query {
        exact = names
            .iter()
            .filter(|name| name.name == query)
            .flat_map(|name| name.symbols.iter().copied())
            .collect();
    }
    let mut hits = ranked(view, search, exact, 1.0)?;
    if bare == query {
        let other_case = names
            .into_iter()
            .filter(|name| name.name != query)
            .flat_map(|name| name.symbols)
            .collect();
        append(&mut hits, ranked(view, search, other_case, 0.9)?);
    }
    Ok(hits)
}

fn by_pattern(
    view: &View,
    search: &Search,
    pattern: &str,
    qualified: bool,
    limits: &Limits,
) -> Result<Vec<Hit>> {
    let regex = RegexBuilder::new(pattern)
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
        })?;
    let mut ids = Vec::new();
    if qualified {
        // The pattern speaks about qualified names: take every name that fits its last part, then check the whole.
        for index in 0..view.symbol_count()? {
            if index % 4096 == 0 && limits.is_over() {
                break;
            }
            let symbol = view.symbol(SymbolId::new(index))?;
            if regex.is_match(symbol.qualified()?.as_bytes()) {
                ids.push(symbol.id());
            }
        }
    } else {
        let names: Vec<Name> = view.names_matching(&regex, NAMES_MAX)?;
        if names.len() == NAMES_MAX {
            limits.note_hit();
        }
        ids.extend(names.into_iter().flat_map(|name| name.symbols));
    }
    ranked(view, search, ids, 0.8)
}

fn by_fuzzy_name(view: &View, search: &Search, query: &str) -> Result<Vec<Hit>> {
    let mut hits: Vec<Hit> = Vec::new();
    for found in view.names_fuzzy(query, 2, 50)? {
        let score = 0.7 - 0.2 * found.distance as f32;
        append(&mut hits, ranked(view, search, found.name.symbols, score)?);
    }
    Ok(hits)
}

fn by_keywords(view: &View, search: &Search, query: &str) -> Result<Vec<Hit>> {
    let terms: Vec<QueryTerm> = bm25::terms_of(query)
        .into_iter()
        .map(|(text, count)| QueryTerm {
            text,
            weight: 1.0 + (count as f32).ln(),
        })
        .collect();
    let kinds: &[SymbolKind] = if search.kinds.is_empty() {
        KEYWORD_KINDS
    } else {
        &search.kinds
    };
    let scores = bm25::score_symbols(view, &terms, kinds, search.tests)?;
    let mut hits = Vec::new();
    for id in scores.matched {
        if search.accepts(view.symbol(id)?)? {
            hits.push(Hit {
                symbol: id,
                score: scores.values[id.index()],
            });
        }
    }
    sort(view, &mut hits)?;
    Ok(hits)
}

/// Filters and orders symbols whose names fit equally well: code before tests before text, then by rank.
fn ranked(view: &View, search: &Search, ids: Vec<SymbolId>, score: f32) -> Result<Vec<Hit>> {
    let mut kept = Vec::new();
    for id in ids {
        if search.accepts(view.symbol(id)?)? {
            kept.push(id);
        }
    }
    view.sort_by_rank(&mut kept)?;
    let mut hits = Vec::with_capacity(kept.len());
    for id in kept {
        let symbol = view.symbol(id)?;
        let class = match symbol.kind() {
            SymbolKind::Section => 0.5,
            _ if symbol.is_test() => 0.75,
            _ => 1.0,
        };
        hits.push(Hit {
            symbol: id,
            score: score * class,
        });
    }
    // Stable: equal classes stay in order of rank.
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    Ok(hits)
}

/// Best score first; ties by rank, then by id, which is path and line.
fn sort(view: &View, hits: &mut [Hit]) -> Result<()> {
    let mut keyed = Vec::with_capacity(hits.len());
    for hit in hits.iter() {
        keyed.push((*hit, view.symbol(hit.symbol)?.rank_units()));
    }
    keyed.sort_unstable_by(|(a, rank_a), (b, rank_b)| {
        b.score
            .total_cmp(&a.score)
            .then(rank_b.cmp(rank_a))
            .then(a.symbol.cmp(&b.symbol))
    });
    for (hit, (sorted, _)) in hits.iter_mut().zip(keyed) {
        *hit = sorted;
    }
    Ok(())
}

impl Search<'_> {
    fn accepts(&self, symbol: Symbol) -> Result<bool> {
        if symbol.kind() == SymbolKind::Module && !self.kinds.contains(&SymbolKind::Module) {
            return Ok(false);
        }
        if !self.kinds.is_empty() && !self.kinds.contains(&symbol.kind()) {
            return Ok(false);
        }
        if self
            .visibility
            .is_some_and(|wanted| wanted != symbol.visibility())
        {
            return Ok(false);
        }
        match self.tests {
            Tests::Without if symbol.is_test() => return Ok(false),
            Tests::Only if !symbol.is_test() => return Ok(false),
            _ => {}
        }
        let file = symbol.file()?;
        if self
            .language
            .is_some_and(|wanted| wanted != file.language())
        {
            return Ok(false);
        }
        match &self.files {
            Some(glob) => Ok(glob.is_match(file.path()?)),
            None => Ok(true),
        }
    }
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
