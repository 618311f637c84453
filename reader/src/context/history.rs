//! What the history of a repository says about a task: commits with similar messages changed the files that the task may
//! concern, too.
//!
//! There are two signals, both of them BM25 over the messages of the commits. The commits with the most similar messages vote
//! for the files that they change, each with less the more it changes. And the messages of all commits that change a file are
//! a document about it, which has the words that its authors use and its code lacks.
//!
//! The vote of a similar commit, divided among the files that it changes, is that of similar bug reports in Zhou, Zhang and
//! Lo, *Where Should the Bugs Be Fixed?* (2012).

use bombe_format::ids::FileId;
use hashbrown::HashMap;

use super::task::Task;
use crate::limits::Limits;
use crate::query::Result;
use crate::query::bm25::{self, QueryTerm, Role};
use crate::view::View;

/// Number of commits that vote.
const VOTERS: usize = 40;
/// Number of files that each signal names.
const FILES_MAX: usize = 200;
/// A commit that changes more files than this says little about each.
const CHANGED_MAX: u32 = 30;
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// What the history says about a file. Each is a share of the best file's.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfFile {
    /// Votes of similar commits.
    pub votes: f32,
    /// BM25 of the messages of all commits that change it.
    pub messages: f32,
}

/// Returns what the history says about files; nothing if there is no history, or if the request ends before it is read.
pub fn of_files(view: &View, task: &Task, limits: &Limits) -> Result<HashMap<FileId, OfFile>> {
    let terms = Terms::of(task);
    let Some(messages) = messages(view, &terms, limits)? else {
        return Ok(HashMap::new());
    };
    let votes = votes(&messages, &terms);
    let Some(files) = files(view, &terms, &messages, &votes, limits)? else {
        return Ok(HashMap::new());
    };
    let mut found = HashMap::new();
    for value in [|file: &Scored| file.votes, |file: &Scored| file.messages] {
        let mut best: Vec<&Scored> = files.iter().filter(|file| value(file) > 0.0).collect();
        best.sort_unstable_by(|a, b| value(b).total_cmp(&value(a)).then(a.path.cmp(b.path)));
        for file in best.into_iter().take(FILES_MAX) {
            if limits.spend(bm25::STEPS_PER_TERM) {
                return Ok(found);
            }
            if let Some(id) = view.file_by_path(file.path)? {
                let of = OfFile {
                    votes: file.votes,
                    messages: file.messages,
                };
                found.insert(id.id(), of);
            }
        }
    }
    Ok(found)
}

/// The terms of a task that may be in messages.
struct Terms<'t> {
    list: Vec<&'t QueryTerm>,
}

impl<'t> Terms<'t> {
    fn of(task: &'t Task) -> Self {
        let in_messages = |term: &&QueryTerm| matches!(term.role, Role::Subject | Role::Foreign);
        Self {
            list: task.terms.iter().filter(in_messages).collect(),
        }
    }
}

/// The terms of a document: their number, and how often it has each term of the task.
#[derive(Default)]
struct Document {
    length: f32,
    counts: Vec<(usize, f32)>,
}

impl Document {
    fn count(&mut self, term: usize, times: f32) {
        match self.counts.iter_mut().find(|(other, _)| *other == term) {
            Some((_, count)) => *count += times,
            None => self.counts.push((term, times)),
        }
    }

    fn append(&mut self, other: &Self) {
        self.length += other.length;
        for (term, times) in &other.counts {
            self.count(*term, *times);
        }
    }
}

/// What BM25 knows about a collection of documents.
struct Statistics {
    idfs: Vec<f32>,
    average: f32,
}

impl Statistics {
    fn of<'d>(documents: impl Iterator<Item = &'d Document>, terms: &Terms) -> Self {
        let mut matching = vec![0.0; terms.list.len()];
        let (mut count, mut length) = (0.0, 0.0);
        for document in documents {
            count += 1.0;
            length += document.length;
            for (term, _) in &document.counts {
                matching[*term] += 1.0;
            }
        }
        Self {
            idfs: matching.iter().map(|df| bm25::idf(count, *df)).collect(),
            average: (length / f32::max(count, 1.0)).max(1.0),
        }
    }

    fn score(&self, document: &Document, terms: &Terms) -> f32 {
        let half = K1 * (1.0 - B + B * document.length / self.average);
        let of_term = |(term, times): &(usize, f32)| {
            let weight = terms.list[*term].weight * self.idfs[*term];
            weight * times * (K1 + 1.0) / (times + half)
        };
        document.counts.iter().map(of_term).sum()
    }
}

/// The message of a commit.
struct Message {
    document: Document,
    /// Number of files that the commit changes.
    changed: u32,
}

/// Returns the messages of the commits by number; none if the request ends.
fn messages(view: &View, terms: &Terms, limits: &Limits) -> Result<Option<Vec<Message>>> {
    let Some(index) = view.messages(limits)? else {
        return Ok(None);
    };
    let mut messages: Vec<Message> = view
        .history()?
        .commits()
        .zip(index.lengths())
        .map(|(commit, length)| Message {
            document: Document {
                length: *length as f32,
                counts: Vec::new(),
            },
            changed: commit.changed_files(),
        })
        .collect();
    for (number, term) in terms.list.iter().enumerate() {
        for (commit, times) in index.with_term(&term.text) {
            if limits.spend(1) {
                return Ok(None);
            }
            if let Some(message) = messages.get_mut(*commit as usize) {
                message.document.counts.push((number, *times as f32));
            }
        }
    }
    Ok(Some(messages))
}

/// Returns the vote of each commit for every file that it changes.
fn votes(messages: &[Message], terms: &Terms) -> Vec<f32> {
    let statistics = Statistics::of(messages.iter().map(|message| &message.document), terms);
    let mut similar: Vec<(f32, usize)> = messages
        .iter()
        .enumerate()
        .filter(|(_, message)| {
            !message.document.counts.is_empty() && message.changed <= CHANGED_MAX
        })
        .map(|(number, message)| (statistics.score(&message.document, terms), number))
        .collect();
    similar.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut votes = vec![0.0; messages.len()];
    for (similarity, number) in similar.into_iter().take(VOTERS) {
        votes[number] = similarity / (messages[number].changed.max(1) as f32).sqrt();
    }
    votes
}

/// A file that messages are about.
struct Scored<'v> {
    path: &'v str,
    votes: f32,
    messages: f32,
}

/// Returns the files whose messages have a term of the task, each score as a share of the best one; none if the request ends.
fn files<'v>(
    view: &'v View,
    terms: &Terms,
    messages: &[Message],
    votes: &[f32],
    limits: &Limits,
) -> Result<Option<Vec<Scored<'v>>>> {
    let mut files: Vec<(&str, f32, Document)> = Vec::new();
    for file in view.history()?.files() {
        let file = file?;
        let mut sum = 0.0;
        let mut document = Document::default();
        for commit in file.commits()? {
            if limits.spend(1) {
                return Ok(None);
            }
            let number = commit?.number();
            let Some(message) = messages.get(number) else {
                continue;
            };
            if message.changed <= CHANGED_MAX {
                sum += votes[number];
                document.append(&message.document);
            }
        }
        files.push((file.path(), sum, document));
    }
    let statistics = Statistics::of(files.iter().map(|(_, _, document)| document), terms);
    let mut scored: Vec<Scored> = files
        .iter()
        .filter(|(_, _, document)| !document.counts.is_empty())
        .map(|(path, votes, document)| Scored {
            path,
            votes: *votes,
            messages: statistics.score(document, terms),
        })
        .collect();
    let most =
        |value: fn(&Scored) -> f32| scored.iter().map(value).fold(f32::MIN_POSITIVE, f32::max);
    let (most_votes, most_messages) = (most(|file| file.votes), most(|file| file.messages));
    for file in &mut scored {
        file.votes /= most_votes;
        file.messages /= most_messages;
    }
    Ok(Some(scored))
}
