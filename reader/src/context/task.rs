//! Analyses the text of a task: weighted terms, identifiers, paths, stack-trace frames.

use std::sync::LazyLock;

use bombe_format::text;
use hashbrown::{HashMap, HashSet};
use regex::Regex;

use crate::limits::Limits;
use crate::query::Result;
use crate::query::bm25::{self, QueryTerm, Role};
use crate::view::View;

/// Most terms that are kept, by weight and rarity.
const TERMS_MAX: usize = 50;
/// Most bytes of a text that are read.
const TEXT_BYTES_MAX: usize = 256 << 10;
/// Most pairs and triples of neighbouring words that are looked up as one word.
const JOINED_MAX: usize = 400;
/// Longest word in which paths are searched, in bytes.
const PATH_BYTES_MAX: usize = 1024;
/// Number of additional occurrences that an occurrence in the title counts for.
const TITLE_FACTOR: u32 = 6;
/// A text of more words is taken for a report, whose first line is a title, and not for a question.
const LONG_TEXT_WORDS: usize = 40;

/// The analysed text of a task.
#[derive(Debug, Default)]
pub struct Task {
    /// Weighted terms that the code has, at most 50; as many that it lacks; and joined words.
    pub terms: Vec<QueryTerm>,
    /// Words that look like names in code.
    pub identifiers: Vec<String>,
    /// Functions in frames of stack traces, in the order of the text.
    pub frames: Vec<String>,
    /// Words that look like paths of files.
    pub paths: Vec<String>,
    /// Words that may be paths of folders.
    pub folders: Vec<String>,
}

/// Terms that say what a change does, or that something is wrong, and not what the task is about: most messages of commits
/// begin with one.
static VERBS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let words = "add adjust allow apply avoid bug change chore clean correct correctly create disallow don drop enable \
        enhance ensure fail feat feature fix handle hotfix implement improve improvement incorrect incorrectly introduce \
        invalid issue keep make miss move need optimize prevent problem proper properly provide redo reduce refactor \
        regression remove rename replace rework simplify support tweak unexpected update upgrade work wrong";
    terms_of(words)
});

// All are of ASCII letters: the classes of Unicode take milliseconds to compile.
static IDENTIFIER: LazyLock<Regex> = LazyLock::new(|| regex(r"[A-Za-z_$][A-Za-z0-9_$]*"));
static MARKED: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"(?-u)[`.#'"]([A-Za-z_]\w{2,})|([A-Za-z_]\w{2,})\("#));
static FRAME: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?m)File "[^"]+", line [0-9]+, in ([0-9A-Za-z_]+)|^[ \t]*at (?:[0-9A-Za-z_$]+[./])*([0-9A-Za-z_$<>]+)[ \t]*\(|^([0-9A-Za-z_./]+)\([^ \t\r\n]*\)$"#,
    )
});
static PATH: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?-u)[\w.-]+(?:/[\w.-]+)+\.\w+|\b[\w-]+\.(?:py|java|tsx?|jsx?|mjs|go|rs|c|h|cc|cpp|hpp)\b",
    )
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
        let identifiers = identifiers(text);
        let named: HashSet<String> = identifiers.iter().flat_map(|name| terms_of(name)).collect();
        let documents = view.symbol_count()? as f32;
        let mut terms: Vec<(QueryTerm, f32)> = Vec::new();
        let mut foreign: Vec<QueryTerm> = Vec::new();
        for (text, count) in counts {
            if limits.spend(bm25::STEPS_PER_TERM) {
                break;
            }
            let weight = 1.0 + (count as f32).ln();
            let is_verb = VERBS.contains(&text) && !named.contains(&text);
            match view.term(&text, limits)? {
                Some(term) => {
                    let rarity = bm25::idf(documents, term.symbol_count() as f32);
                    let role = if is_verb { Role::Verb } else { Role::Subject };
                    terms.push((QueryTerm { text, weight, role }, weight * rarity));
                }
                None if !is_verb && foreign.len() < TERMS_MAX => {
                    let role = Role::Foreign;
                    foreign.push(QueryTerm { text, weight, role });
                }
                None => {}
            }
        }
        if terms.len() > TERMS_MAX {
            terms.sort_by(|a, b| b.1.total_cmp(&a.1));
            terms.truncate(TERMS_MAX);
        }
        let mut terms: Vec<QueryTerm> = terms.into_iter().map(|(term, _)| term).collect();
        if terms.iter().all(|term| term.role == Role::Verb) {
            for term in &mut terms {
                term.role = Role::Subject;
            }
        }
        terms.append(&mut foreign);
        for text in joined(text) {
            if limits.spend(bm25::STEPS_PER_TERM) {
                break;
            }
            let is_term = terms.iter().any(|term| term.text == text);
            if !is_term && view.term(&text, limits)?.is_some() {
                terms.push(QueryTerm {
                    text,
                    weight: 1.0,
                    role: Role::Joined,
                });
            }
        }
        Ok(Self {
            terms,
            identifiers,
            frames: distinct(FRAME.captures_iter(text).filter_map(|found| {
                let name = found.get(1).or(found.get(2)).or(found.get(3))?.as_str();
                name.rsplit(['.', '/']).next().map(str::to_owned)
            })),
            paths: distinct(paths(text).map(str::to_owned)),
            folders: distinct(folders(text).map(str::to_owned)),
        })
    }
}

fn terms_of(text: &str) -> HashSet<String> {
    let mut terms = HashSet::new();
    text::for_each_term_of(text, |term| {
        terms.insert(term.to_owned());
    });
    terms
}

/// Returns neighbouring words as one word, as code may write them: `user agent` for `userAgent`. Without the endings of
/// plurals, too.
fn joined(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    // The words before the current one, the last one last, while nothing but white space or `-` is between them.
    let mut before: Vec<String> = Vec::new();
    let mut end = 0;
    text::for_each_word(text, |at, word| {
        if found.len() >= JOINED_MAX {
            return;
        }
        let is_neighbour = text
            .get(end..at)
            .is_some_and(|gap| gap.chars().all(|c| c == ' ' || c == '-'));
        if !is_neighbour {
            before.clear();
        }
        end = at + word.len();
        let word: String = word.replace('_', "").to_lowercase();
        if word.len() > 24 {
            before.clear();
            return;
        }
        for count in 1..=before.len() {
            let mut whole: String = before[before.len() - count..].concat();
            whole.push_str(&word);
            let singular = whole.strip_suffix('s').map(str::to_owned);
            for whole in std::iter::once(whole).chain(singular) {
                if whole.len() > 4 && known.insert(whole.clone()) {
                    found.push(whole);
                }
            }
        }
        if before.len() == 2 {
            before.remove(0);
        }
        before.push(word);
    });
    found
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

/// Returns the words with a `/` inside that may be folders.
fn folders(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .filter(|word| word.len() <= PATH_BYTES_MAX)
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.contains('/') && !word.contains("//"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_words_are_joined_and_sentences_are_not() {
        let joined = joined("The user-agent header. Spaces matter, a_b c");
        for word in [
            "useragent",
            "useragentheader",
            "theuser",
            "spacesmatter",
            "agentheader",
        ] {
            assert!(
                joined.iter().any(|other| other == word),
                "{word}: {joined:?}"
            );
        }
        for word in ["headerspaces", "mattera"] {
            assert!(
                !joined.iter().any(|other| other.starts_with(word)),
                "{word}: {joined:?}"
            );
        }
        assert!(super::joined(&"many words ".repeat(10_000)).len() <= JOINED_MAX);
    }

    #[test]
    fn verbs_are_terms() {
        for verb in ["Fixes", "handling", "improved", "adds"] {
            assert!(
                terms_of(verb).is_subset(&VERBS),
                "{verb}: {:?}",
                terms_of(verb)
            );
        }
        assert!(terms_of("retry").is_disjoint(&VERBS));
    }

    #[test]
    fn paths_and_folders_are_words_with_a_slash() {
        let folders: Vec<&str> = folders("in `src/http/`, not and/or http://x.org or /").collect();
        assert_eq!(folders, ["src/http", "and/or"]);
        let paths: Vec<&str> = paths("see src/http/client.py: line 3 of queue.go").collect();
        assert_eq!(paths, ["src/http/client.py", "queue.go"]);
    }

    #[test]
    fn the_patterns_compile_and_find_identifiers() {
        let found = identifiers("call `retry`, httpClient or Store.load(x) with 'strict' mode");
        assert_eq!(found, ["httpClient", "retry", "load", "strict"]);
        assert!(FRAME.is_match("at com.example.Store.load(Store.java:3)"));
    }
}
