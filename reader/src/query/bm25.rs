//! BM25F over symbols and BM25 over files.
//!
//! Robertson and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond* (2009): the weighted term
//! frequencies of a document's fields are summed before saturation.

use bombe_format::ids::{FileId, SymbolId};
use bombe_format::kind::SymbolKind;
use bombe_format::text::{self, Field};

use super::Result;
use crate::view::{FieldCounts, View};

const K1: f32 = 1.2;
const B: f32 = 0.75;

/// Weight of each field, by its number: name, class, path, doc, signature, body.
pub const WEIGHTS: [f32; Field::ALL.len()] = [4.0, 2.0, 1.5, 1.5, 1.0, 1.0];

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
    fn takes(self, is_test: bool) -> bool {
        match self {
            Self::Without => !is_test,
            Self::Only => is_test,
            Self::With => true,
        }
    }
}

/// Scores of symbols, one for each symbol of the view.
pub struct Scores {
    /// By symbol id; 0 for no match.
    pub values: Vec<f32>,
    /// The symbols with a score, each once, in no order that means anything.
    pub matched: Vec<SymbolId>,
}

/// Scores every symbol of one of `kinds` against weighted terms. Costs the postings of the terms plus one array of a
/// number per symbol.
pub fn score_symbols(
    view: &View,
    terms: &[QueryTerm],
    kinds: &[SymbolKind],
    tests: Tests,
) -> Result<Scores> {
    let count = view.symbol_count()?;
    let mut documents = 0_u64;
    let mut lengths = 0_f64;
    for kind in kinds {
        for group in [false, true] {
            if tests.takes(group) {
                let totals = view.length_totals(*kind, group)?;
                documents += totals.documents;
                lengths += totals
                    .lengths
                    .iter()
                    .zip(WEIGHTS)
                    .map(|(sum, weight)| *sum as f64 * f64::from(weight))
                    .sum::<f64>();
            }
        }
    }
    let average = (lengths / documents.max(1) as f64).max(1.0) as f32;
    let mut ranked = vec![false; SymbolKind::ALL.len()];
    for kind in kinds {
        ranked[*kind as usize] = true;
    }
    // The weighted length of a symbol, negative for those that are not ranked, NaN until asked for: terms of a query meet
    // in the same symbols, and a length costs six columns.
    let mut known = vec![f32::NAN; count];
    let is_ranked = |known: &mut [f32], id: SymbolId| -> Result<bool> {
        let symbol = view.symbol(id)?;
        let length = &mut known[id.index()];
        if length.is_nan() {
            let takes = ranked[symbol.kind() as usize] && tests.takes(symbol.is_test());
            *length = if takes {
                weighted(view.lengths(id)?)
            } else {
                -1.0
            };
        }
        Ok(*length >= 0.0)
    };
    let mut scores = Scores {
        values: vec![0.0; count],
        matched: Vec::new(),
    };
    let mut frequency = vec![0.0_f32; count];
    for query_term in terms {
        let Some(term) = view.term(&query_term.text)? else {
            continue;
        };
        let mut touched: Vec<SymbolId> = Vec::new();
        for posting in term.postings()? {
            let posting = posting?;
            if is_ranked(&mut known, posting.symbol)? {
                frequency[posting.symbol.index()] += weighted(posting.counts);
                touched.push(posting.symbol);
            }
        }
        for path in term.paths()? {
            let weight = path.count as f32 * WEIGHTS[Field::Path as usize];
            for id in view.file(path.file)?.symbols() {
                let id = SymbolId(id);
                if is_ranked(&mut known, id)? {
                    let value = &mut frequency[id.index()];
                    if *value == 0.0 {
                        touched.push(id);
                    }
                    *value += weight;
                }
            }
        }
        let idf = idf(documents as f32, touched.len() as f32);
        for id in touched {
            let frequency = std::mem::take(&mut frequency[id.index()]);
            let length = known[id.index()];
            let saturated =
                frequency * (K1 + 1.0) / (frequency + K1 * (1.0 - B + B * length / average));
            let value = &mut scores.values[id.index()];
            if *value == 0.0 {
                scores.matched.push(id);
            }
            *value += query_term.weight * idf * saturated;
        }
    }
    Ok(scores)
}

/// Scores files by the text of their symbols; one number for each file.
pub fn score_files(view: &View, terms: &[QueryTerm], tests: Tests) -> Result<Vec<f32>> {
    let mut documents = 0_u64;
    let mut length = 0_u64;
    for group in [false, true] {
        if tests.takes(group) {
            let (count, sum) = view.file_length_totals(group)?;
            documents += count;
            length += sum;
        }
    }
    let average = (length as f64 / documents.max(1) as f64).max(1.0) as f32;
    let mut scores = vec![0.0; view.file_count()?];
    for query_term in terms {
        let Some(term) = view.term(&query_term.text)? else {
            continue;
        };
        let mut hits: Vec<(FileId, f32, f32)> = Vec::new();
        for hit in term.postings()?.by_file()? {
            let file = view.file(hit.file)?;
            if tests.takes(file.is_test()) {
                hits.push((hit.file, hit.count as f32, file.text_length() as f32));
            }
        }
        let idf = idf(documents as f32, hits.len() as f32);
        for (file, frequency, length) in hits {
            let saturated =
                frequency * (K1 + 1.0) / (frequency + K1 * (1.0 - B + B * length / average));
            scores[file.index()] += query_term.weight * idf * saturated;
        }
    }
    Ok(scores)
}

/// Inverse document frequency of a term that `matching` of `documents` have; never negative.
pub fn idf(documents: f32, matching: f32) -> f32 {
    (1.0 + (documents - matching + 0.5).max(0.0) / (matching + 0.5)).ln()
}

fn weighted(counts: FieldCounts) -> f32 {
    counts
        .0
        .iter()
        .zip(WEIGHTS)
        .map(|(count, weight)| *count as f32 * weight)
        .sum()
}
