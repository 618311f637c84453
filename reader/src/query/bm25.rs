//! BM25F over symbols and BM25 over files.
//!
//! Robertson and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond* (2009): the weighted term
//! frequencies of a document's fields are summed before saturation.
//!
//! A path is a field of every symbol of its file, so that a common word of paths is in tens of thousands of symbols. Its
//! postings say it once a file, and here it stays so: postings bring in the symbols that have a term themselves, each with
//! what its own fields add to what the path gives alone; then one pass over the files whose path has a term adds the path's
//! part to those symbols. Symbols that match by path alone come in from the few files whose paths fit best.
//!
//! Terms are taken rarest first, and once there are enough symbols with a score the further, commoner terms add to those
//! alone, until too many postings were read: Moffat and Zobel, *Self-Indexing Inverted Files for Fast Text Retrieval* (1996),
//! strategies "continue" and "quit".

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::SymbolKind;
use bombe_format::text::{self, Field};

use super::Result;
use crate::view::{Class, Documents, FIELD_WEIGHTS, View};

const K1: f32 = 1.2;
const B: f32 = 0.75;

/// Symbols of a group with a score, from which on a term brings in no further ones.
const ENOUGH: usize = 4_000;
/// Symbols that have a term, from which on it is common.
const COMMON: usize = 4 * ENOUGH;
/// Symbols of a group with a score, from which on a common term brings in no further ones.
const SOME: usize = 200;
/// Postings that a query reads, beside those of its rarest terms: a bound for huge repositories.
const POSTINGS_MAX: u32 = 150_000;
/// Files from which symbols come in that match by their path alone.
const PATH_FILES: usize = 20;
/// How much a test counts beside code.
const TEST: f32 = 0.75;
/// How much documentation and examples count beside code.
const ASIDE: f32 = 0.6;

/// A term of a query with its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    /// The term, as the index cuts it.
    pub text: String,
    /// How much it counts.
    pub weight: f32,
}

/// The terms of a query text with how often each occurs, in order of first occurrence.
pub fn terms_of(query: &str) -> Vec<(String, u32)> {
    let mut terms: Vec<(String, u32)> = Vec::new();
    text::for_each_term_of(query, |term| {
        match terms.iter_mut().find(|(known, _)| known == term) {
            Some((_, count)) => *count += 1,
            None => terms.push((term.to_owned(), 1)),
        }
    });
    terms
}

/// Which symbols are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tests {
    /// Code that is not test code.
    Without,
    /// Test code.
    Only,
    /// Both.
    With,
}

impl Tests {
    /// True if it is wanted.
    pub fn takes(self, is_test: bool) -> bool {
        match self {
            Self::Without => !is_test,
            Self::Only => is_test,
            Self::With => true,
        }
    }
}

/// Symbols that are ranked against each other: their number and lengths are the statistics, and their scores compare.
#[derive(Clone, Copy, Debug)]
pub struct Group<'k> {
    /// Their kinds.
    pub kinds: &'k [SymbolKind],
    /// Tests or others.
    pub tests: Tests,
}

/// Scores of the symbols of some groups, and of files.
pub struct Scores {
    /// By symbol id; 0 for no match.
    pub values: Vec<f32>,
    /// For each group, its symbols with a score, each once, in no order that means anything.
    pub matched: Vec<Vec<SymbolId>>,
    /// By file id, if asked for: BM25 of the text of its symbols, among files that are no tests; 0 for tests.
    pub files: Vec<f32>,
}

/// Number and average length of the documents of a group.
#[derive(Clone, Copy)]
struct Statistics {
    documents: f32,
    average: f32,
}

impl Statistics {
    fn of(documents: u64, length: f64) -> Self {
        Self {
            documents: documents as f32,
            average: (length / documents.max(1) as f64).max(1.0) as f32,
        }
    }

    /// What a term that `matching` documents have counts, at most.
    fn idf(self, matching: usize) -> f32 {
        idf(self.documents, matching as f32)
    }

    /// The frequency at which a document of some length has half of what a term can give.
    #[inline]
    fn half(self, length: f32) -> f32 {
        K1 * (1.0 - B + B * length / self.average)
    }
}

/// A frequency with diminishing returns: from 0 to K1 + 1.
#[inline]
fn saturated(frequency: f32, half: f32) -> f32 {
    frequency * (K1 + 1.0) / (frequency + half)
}

/// A term in a file's path.
struct InPath {
    file: FileId,
    frequency: f32,
    /// Number of the term.
    term: usize,
}

/// A term in a symbol's own fields.
struct InSymbol {
    symbol: SymbolId,
    group: usize,
    frequency: f32,
    /// The term's frequency in the path.
    path: f32,
}

/// A term in the text of a file.
struct InFile {
    file: FileId,
    frequency: u32,
}

/// Scores the symbols of `groups`, which have none in common, and `with_files` the files, against weighted terms. Costs the
/// postings of the terms, some nanoseconds each, plus one array of a number per symbol.
pub fn score(
    view: &View,
    terms: &[QueryTerm],
    groups: &[Group],
    with_files: bool,
) -> Result<Scores> {
    let documents = view.documents()?;
    let files = documents.files();
    // Group of each class, from 1; 0 for what is not ranked.
    let mut group_of = [0_u8; Class::COUNT];
    let mut statistics = Vec::with_capacity(groups.len());
    for (at, group) in groups.iter().enumerate() {
        let mut count = 0;
        let mut length = 0.0;
        for kind in group.kinds {
            for tests in [false, true] {
                if group.tests.takes(tests) {
                    let totals = view.length_totals(*kind, tests)?;
                    count += totals.documents;
                    for (sum, weight) in totals.lengths.iter().zip(FIELD_WEIGHTS) {
                        length += *sum as f64 * f64::from(weight);
                    }
                    group_of[Class::of(*kind, tests).index()] = at as u8 + 1;
                }
            }
        }
        statistics.push(Statistics::of(count, length));
    }
    let (count, length) = if with_files {
        view.file_length_totals(false)?
    } else {
        (0, 0)
    };
    let file_statistics = Statistics::of(count, length as f64);
    let mut scores = Scores {
        values: vec![0.0; view.symbol_count()?],
        matched: vec![Vec::new(); groups.len()],
        files: vec![0.0; if with_files { files.len() } else { 0 }],
    };
    let mut paths = Paths {
        documents,
        group_of: &group_of,
        frequencies: vec![0.0; files.len()],
        sizes: vec![0; files.len() * groups.len()],
        groups: groups.len(),
        found: Vec::new(),
        weights: vec![0.0; terms.len() * groups.len()],
    };
    let mut in_symbols: Vec<InSymbol> = Vec::new();
    let mut in_files: Vec<InFile> = Vec::new();
    let mut known = Vec::with_capacity(terms.len());
    for query_term in terms {
        if let Some(term) = view.term(&query_term.text)? {
            known.push((term, &query_term.text, query_term.weight));
        }
    }
    known.sort_by_key(|(term, text, _)| (term.symbol_count(), *text));
    let mut left = POSTINGS_MAX;
    for (number, (term, _, term_weight)) in known.into_iter().enumerate() {
        left = match left.checked_sub(term.symbol_count()) {
            Some(left) => left,
            // The strategy "quit": what is left is commoner still.
            None if scores.matched.iter().any(|matched| !matched.is_empty()) => break,
            None => 0,
        };
        let common = term.symbol_count() as usize > COMMON;
        let is_open: Vec<bool> = scores
            .matched
            .iter()
            .map(|matched| matched.len() < if common { SOME } else { ENOUGH })
            .collect();
        // By group: symbols that have the term, in fields of their own or in the path.
        let mut matching = vec![0; groups.len()];
        let first_path = paths.found.len();
        for path in term.paths()? {
            paths.add(path.file, path.count, number, &mut matching);
        }
        in_symbols.clear();
        in_files.clear();
        let mut file = FileId(0);
        let mut postings = term.postings()?;
        while let Some(posting) = postings.next_weighed() {
            let posting = posting?;
            let at = posting.symbol.index();
            file = documents.file_from(posting.symbol, file);
            let Some(class) = documents.classes().get(at) else {
                view.symbol(posting.symbol)?;
                continue;
            };
            let text = posting.text;
            if with_files && text > 0 && !files[file.index()].is_test {
                match in_files.last_mut() {
                    Some(last) if last.file == file => {
                        last.frequency = last.frequency.saturating_add(text);
                    }
                    _ => in_files.push(InFile {
                        file,
                        frequency: text,
                    }),
                }
            }
            let group = group_of[class.index()];
            if group > 0 {
                let group = usize::from(group) - 1;
                let path = paths.frequencies[file.index()];
                matching[group] += usize::from(path == 0.0);
                if !is_open[group] && scores.values[at] == 0.0 {
                    continue;
                }
                in_symbols.push(InSymbol {
                    symbol: posting.symbol,
                    group,
                    frequency: posting.frequency,
                    path,
                });
            }
        }
        for path in &paths.found[first_path..] {
            paths.frequencies[path.file.index()] = 0.0;
        }
        for (group, matching) in matching.into_iter().enumerate() {
            paths.weights[number * groups.len() + group] =
                term_weight * statistics[group].idf(matching);
        }
        for hit in &in_symbols {
            let half = statistics[hit.group].half(documents.length(hit.symbol));
            let own = saturated(hit.frequency + hit.path, half) - saturated(hit.path, half);
            let value = &mut scores.values[hit.symbol.index()];
            if *value == 0.0 {
                scores.matched[hit.group].push(hit.symbol);
            }
            // Never 0, which is no match.
            *value +=
                (paths.weights[number * groups.len() + hit.group] * own).max(f32::MIN_POSITIVE);
        }
        let idf = file_statistics.idf(in_files.len());
        for hit in &in_files {
            let at = hit.file.index();
            let half = file_statistics.half(files[at].text_length as f32);
            scores.files[at] += term_weight * idf * saturated(hit.frequency as f32, half);
        }
    }
    paths.score(&statistics, &mut scores);
    for id in scores.matched.iter().flatten() {
        scores.values[id.index()] *= standing(documents, *id);
    }
    for (score, file) in scores.files.iter_mut().zip(files) {
        if file.is_aside {
            *score *= ASIDE;
        }
    }
    Ok(scores)
}

/// The paths that have terms.
struct Paths<'v> {
    documents: &'v Documents,
    group_of: &'v [u8; Class::COUNT],
    groups: usize,
    /// By file: weighted frequency of the term that is read just now.
    frequencies: Vec<f32>,
    /// By file and group: number of symbols and 1, or 0 if not counted yet.
    sizes: Vec<u32>,
    found: Vec<InPath>,
    /// By term and group: weight in the query times idf.
    weights: Vec<f32>,
}

impl Paths<'_> {
    /// Takes a term in a path, and counts the symbols that have it so.
    fn add(&mut self, file: FileId, count: u32, term: usize, matching: &mut [usize]) {
        let at = file.index();
        let Some(known) = self.frequencies.get_mut(at) else {
            return;
        };
        let frequency = count as f32 * FIELD_WEIGHTS[Field::Path as usize];
        *known = frequency;
        self.found.push(InPath {
            file,
            frequency,
            term,
        });
        let sizes = &mut self.sizes[at * self.groups..(at + 1) * self.groups];
        if sizes.contains(&0) {
            sizes.fill(1);
            for class in self
                .documents
                .classes()
                .get(self.documents.symbols(file))
                .unwrap_or(&[])
            {
                let group = self.group_of[class.index()];
                if group > 0 {
                    sizes[usize::from(group) - 1] += 1;
                }
            }
        }
        for (matching, size) in matching.iter_mut().zip(sizes) {
            *matching += *size as usize - 1;
        }
    }

    /// Adds what paths give.
    fn score(&mut self, statistics: &[Statistics], scores: &mut Scores) {
        // Stable: the terms of a path stay in their order.
        self.found.sort_by_key(|path| path.file);
        let runs = || self.found.chunk_by(|a, b| a.file == b.file);
        let fit = |run: &[InPath]| -> f32 {
            run.iter()
                .map(|path| self.weights[path.term * self.groups] * saturated(path.frequency, K1))
                .sum()
        };
        let mut best: Vec<(f32, FileId)> = runs().map(|run| (fit(run), run[0].file)).collect();
        best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        best.truncate(PATH_FILES);
        for run in runs() {
            let file = run[0].file;
            let alone = best.iter().any(|(_, other)| *other == file);
            for at in self.documents.symbols(file) {
                let Some(value) = scores.values.get_mut(at) else {
                    break;
                };
                if *value == 0.0 && !alone {
                    continue;
                }
                let group = self.group_of[self.documents.classes()[at].index()];
                if group == 0 {
                    continue;
                }
                let group = usize::from(group) - 1;
                let id = SymbolId::new(at);
                if *value == 0.0 {
                    scores.matched[group].push(id);
                }
                let half = statistics[group].half(self.documents.length(id));
                for path in run {
                    let weight = self.weights[path.term * self.groups + group];
                    *value += weight * saturated(path.frequency, half);
                }
            }
        }
    }
}

/// How much a symbol counts by where it stands: 1 for code.
pub fn standing(documents: &Documents, symbol: SymbolId) -> f32 {
    let file = documents.files().get(documents.file_of(symbol).index());
    let class = documents.classes().get(symbol.index());
    if file.is_some_and(|file| file.is_aside) {
        ASIDE
    } else if class.is_some_and(|class| class.is_test()) {
        TEST
    } else {
        1.0
    }
}

/// Inverse document frequency of a term that `matching` of `documents` have; never negative.
pub fn idf(documents: f32, matching: f32) -> f32 {
    (1.0 + (documents - matching + 0.5).max(0.0) / (matching + 0.5)).ln()
}
