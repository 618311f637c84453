//! Analyses the text of a task: weighted terms, identifiers, paths, stack-trace frames.

use std::sync::LazyLock;

use hashbrown::HashMap;
use regex::Regex;

use crate::limits::Limits;
use crate::query::Result;
use crate::query::bm25::{self, QueryTerm};
use crate::view::View;

/// Most terms that are kept, by weight and rarity.
const TERMS_MAX: usize = 25;
/// Most bytes of a text that are read.
const TEXT_BYTES_MAX: usize = 256 << 10;
/// Longest word in which paths are searched, in bytes.
const PATH_BYTES_MAX: usize = 1024;
/// Number of additional occurrences that an occurrence in the title counts for.
const TITLE_FACTOR: u32 = 6;
/// A text of more words is taken for a report, whose first line is a title, and not for a question.
const LONG_TEXT_WORDS: usize = 40;

/// The analysed text of a task.
#[derive(Debug, Default)]
pub struct Task {
    /// Weighted terms, at most 25.
    pub terms: Vec<QueryTerm>,
    /// Words that look like names in code.
    pub identifiers: Vec<String>,
    /// Functions in frames of stack traces, in the order of the text.
    pub frames: Vec<String>,
    /// Words that look like paths.
    pub paths: Vec<String>,
}

static IDENTIFIER: LazyLock<Regex> = LazyLock::new(|| regex(r"[A-Za-z_$][A-Za-z0-9_$]*"));
static MARKED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"[`.#]([A-Za-z_]\w{2,})|([A-Za-z_]\w{2,})\("));
static FRAME: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?m)File "[^"]+", line \d+, in (\w+)|^\s*at (?:[\w$]+[./])*([\w$<>]+)\s*\(|^([\w./]+)\(\S*\)$"#,
    )
});
static PATH: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"[\w.-]+(?:/[\w.-]+)+\.\w+|\b[\w-]+\.(?:py|java|tsx?|jsx?|mjs|go|rs|c|h|cc|cpp|hpp)\b")
});

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a constant pattern that a test compiles")
}

impl Task {
    /// Analyses a text. The rarity of its terms is that in the view.
    pub fn read(view: &View, text: &str, limits: &Limits) -> Result<Self> {
        let text = beginning(text, limits);
        let mut counts = bm25::terms_of(text);
        let title = text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or("");
        let is_long = text.split_whitespace().count() > LONG_TEXT_WORDS;
        if is_long {
            let of_title: HashMap<String, u32> = bm25::terms_of(title).into_iter().collect();
            for (term, known) in &mut counts {
                *known += TITLE_FACTOR * of_title.get(term).copied().unwrap_or(0);
            }
        }
        let documents = view.symbol_count()? as f32;
        let mut terms: Vec<(QueryTerm, f32)> = Vec::new();
        for (text, count) in counts {
            if limits.spend(bm25::STEPS_PER_TERM) {
                break;
            }
            if let Some(term) = view.term(&text, limits)? {
                let weight = 1.0 + (count as f32).ln();
                let rarity = bm25::idf(documents, term.symbol_count() as f32);
                terms.push((QueryTerm { text, weight }, weight * rarity));
            }
        }
        if terms.len() > TERMS_MAX {
            terms.sort_by(|a, b| b.1.total_cmp(&a.1));
            terms.truncate(TERMS_MAX);
        }
        Ok(Self {
            terms: terms.into_iter().map(|(term, _)| term).collect(),
            identifiers: identifiers(text),
            frames: distinct(FRAME.captures_iter(text).filter_map(|found| {
                let name = found.get(1).or(found.get(2)).or(found.get(3))?.as_str();
                name.rsplit(['.', '/']).next().map(str::to_owned)
            })),
            paths: distinct(paths(text).map(str::to_owned)),
        })
    }
}

/// Returns the text, or as much of it as is read.
fn beginning<'t>(text: &'t str, limits: &Limits) -> &'t str {
    if text.len() <= TEXT_BYTES_MAX {
        return text;
    }
    limits.note_hit();
    let mut end = TEXT_BYTES_MAX;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns the words that look like paths. Searches each word alone: in one long word, every match may look at all that
/// follows.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .filter(|word| word.len() <= PATH_BYTES_MAX)
        .flat_map(|word| PATH.find_iter(word).map(|found| found.as_str()))
}

/// Returns the words that look like names in code: with `_` or an inner capital, after a backtick, dot or `#`, before a
/// `(`.
fn identifiers(text: &str) -> Vec<String> {
    let shaped = IDENTIFIER
        .find_iter(text)
        .map(|found| found.as_str())
        .filter(|word| {
            let inner_capital = word
                .as_bytes()
                .windows(2)
                .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
            word.len() > 3 && (word.trim_matches('_').contains('_') || inner_capital)
        });
    let marked = MARKED
        .captures_iter(text)
        .filter_map(|found| Some(found.get(1).or(found.get(2))?.as_str()));
    distinct(shaped.chain(marked).map(str::to_owned))
}

fn distinct(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for word in words {
        if seen.len() >= 100 {
            break;
        }
        if !seen.contains(&word) {
            seen.push(word);
        }
    }
    seen
}
