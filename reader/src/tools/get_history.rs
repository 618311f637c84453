//! `get_history`: the commits that change a file, a folder, the file of a symbol, or the repository.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::arguments;
use super::cursor;
use super::meta::{Meta, MetaBuilder};
use super::several::{Across, All, Place};
use super::size;
use super::symbol_item::Target;
use crate::context::pack::shortened;
use crate::limits::Limits;
use crate::plain;
use crate::query::{QueryError, Result, find};
use crate::snapshot::Snapshot;
use crate::view::{Commit, History, Reach};

/// Lists commits.
pub struct GetHistory;

/// The arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// File or folder; all by default.
    #[serde(default, alias = "path")]
    #[schemars(with = "String")]
    pub file_path: Option<String>,
    /// Symbol instead: its file's commits.
    #[serde(default)]
    #[schemars(with = "String")]
    pub symbol: Option<String>,
    /// Most commits.
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 200))]
    pub limit: usize,
    /// Continuation.
    #[serde(default)]
    #[schemars(with = "String")]
    pub cursor: Option<String>,
}

fn twenty() -> usize {
    20
}

/// A commit.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CommitItem {
    /// The first 12 digits of its id.
    pub id: String,
    /// The day on which it was made, in UTC.
    pub date: String,
    /// The name of its author.
    pub author: String,
    /// The first line of its message.
    pub subject: String,
    /// Number of files that it changes.
    pub changed_files: u32,
}

/// An author.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuthorItem {
    /// The name.
    pub author: String,
    /// Number of commits.
    pub commits: usize,
}

/// A file that commits change.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FileItem {
    /// Path relative to the root.
    pub file: String,
    /// Number of commits.
    pub commits: usize,
    /// The day of the last one.
    pub last: String,
}

/// What was asked for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryTarget {
    /// `file`, `folder`, `symbol` or `repository`.
    pub kind: &'static str,
    /// File or folder; empty for the repository.
    pub path: String,
    /// The symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Target")]
    pub symbol: Option<Target>,
    /// First and last line of the symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<u32>")]
    pub lines: Option<[u32; 2]>,
}

/// How far the history in the snapshot reaches.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Coverage {
    /// Number of commits that were read; merges are not counted.
    pub commits: usize,
    /// The day of the oldest of them; empty if there are none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub since: String,
    /// True if these are all commits that there are.
    pub is_complete: bool,
    /// What these commits are, or why there are none.
    pub note: String,
}

/// The commits.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// What was asked for.
    pub target: HistoryTarget,
    /// Number of commits that change it.
    pub commit_count: usize,
    /// Number of their authors.
    pub author_count: usize,
    /// The authors with the most commits.
    pub authors: Vec<AuthorItem>,
    /// The commits, the newest first.
    pub commits: Vec<CommitItem>,
    /// Of a folder: the files that most commits change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileItem>,
    /// How far the history reaches.
    pub history: Coverage,
    /// Provenance.
    pub meta: Meta,
}

/// Authors that are listed.
const AUTHORS_MAX: usize = 5;

/// Files of a folder that are listed.
const FILES_MAX: usize = 10;

/// Digits of a commit's id that are shown.
const ID_DIGITS: usize = 12;

impl Coverage {
    /// Returns how far a history reaches.
    ///
    /// # Errors
    /// Fails if it is damaged.
    pub fn of(history: History) -> Self {
        let commits = history.commit_count();
        let oldest = commits.checked_sub(1).and_then(|last| history.commit(last));
        let since = oldest.map(Commit::date).unwrap_or_default();
        let number = thousands(commits);
        let reach = history.reach();
        let note = match reach {
            Reach::Unknown => {
                "this snapshot was written by a version that reads no history; `bombe build` writes a new one".to_owned()
            }
            Reach::Off => {
                "no history: it is switched off, by `--no-history` or in bombe.toml".to_owned()
            }
            Reach::NoCommit => {
                "no history: this is no git repository with a commit, or git is not installed".to_owned()
            }
            Reach::OtherIds => "no history: repositories with SHA-256 ids are not read".to_owned(),
            Reach::All => format!("all {number} commits, since {since}"),
            Reach::Last => format!("the last {number} commits, since {since}"),
            Reach::Shallow => {
                format!("the {number} commits of this shallow clone, which lacks older ones{}", from(&since))
            }
            Reach::Incomplete => {
                format!("{number} commits{}; others are missing here or cannot be read", from(&since))
            }
            Reach::Cut => format!("{number} commits{}; reading stopped at a limit", from(&since)),
        };
        Self {
            commits,
            since,
            is_complete: reach == Reach::All,
            note,
        }
    }
}

fn from(since: &str) -> String {
    if since.is_empty() {
        String::new()
    } else {
        format!(", since {since}")
    }
}

/// Returns a number with commas.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Finds what a request is about.
fn target(
    snapshot: &Snapshot,
    history: History,
    request: &Request,
    limits: &Limits,
) -> Result<HistoryTarget> {
    let view = &snapshot.view;
    let of = |kind, path: &str| HistoryTarget {
        kind,
        path: path.to_owned(),
        symbol: None,
        lines: None,
    };
    let path = match (&request.file_path, &request.symbol) {
        (Some(_), Some(_)) => {
            return Err(QueryError::Argument {
                argument: "symbol",
                problem:
                    "is given together with `file_path`; one of them names what is asked about"
                        .to_owned(),
                example: GetHistory::EXAMPLE.to_owned(),
            });
        }
        (None, None) => return Ok(of("repository", "")),
        (None, Some(name)) => {
            let (symbol, found) = Target::find(snapshot, name, limits)?;
            return Ok(HistoryTarget {
                symbol: Some(found),
                lines: Some([symbol.start_line(), symbol.end_line()]),
                ..of("symbol", symbol.file()?.path()?)
            });
        }
        (Some(path), None) => arguments::folder(snapshot, "file_path", path)?,
    };
    if path.is_empty() {
        return Ok(of("repository", ""));
    }
    if history.of_file(path)?.is_some() {
        return Ok(of("file", path));
    }
    if view.files_below(path)?.next().is_some() || history.below(path)?.next().is_some() {
        return Ok(of("folder", path));
    }
    let file = view.file(find::file(view, path, limits)?)?;
    Ok(of("file", file.path()?))
}

impl Tool for GetHistory {
    const NAME: &'static str = "get_history";
    const DESCRIPTION: &'static str = "Commits, authors and churn of a file, folder or symbol; without either, of the repository.";
    const EXAMPLE: &'static str = r#"{"file_path": "src/auth/service.py"}"#;
    const ACROSS: Across = Across {
        places: &[
            ("file_path", Place::Path),
            ("path", Place::Path),
            ("symbol", Place::Symbol),
        ],
        all: All::Share("limit", 20, 1),
    };
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, request: &Request, limits: &Limits) -> Result<Answer> {
        let mut meta = MetaBuilder::start();
        let view = &snapshot.view;
        let limit = arguments::at_least("limit", request.limit, 1)?.min(200);
        let offset = cursor::decode_one(view, request.cursor.as_deref(), limits)?;
        let history = view.history()?;
        let target = target(snapshot, history, request, limits)?;
        let is_file = matches!(target.kind, "file" | "symbol");
        let mut numbers: BTreeSet<usize> = BTreeSet::new();
        let mut files: Vec<(usize, usize, &str)> = Vec::new();
        if is_file {
            meta.path(&target.path);
            if let Some(file) = history.of_file(&target.path)? {
                for commit in file.commits()? {
                    if limits.is_over() {
                        break;
                    }
                    numbers.insert(commit?.number());
                }
            }
        } else {
            for file in history.below(&target.path)? {
                let file = file?;
                if limits.is_over() {
                    break;
                }
                let mut commits = file.commits()?;
                files.push((
                    commits.len(),
                    commits.next().transpose()?.map_or(0, Commit::number),
                    file.path(),
                ));
                for commit in file.commits()? {
                    if limits.is_over() {
                        break;
                    }
                    numbers.insert(commit?.number());
                }
            }
            // Most commits first, then the newest last one.
            files.sort_by_key(|(commits, last, path)| (std::cmp::Reverse(*commits), *last, *path));
            files.truncate(FILES_MAX);
        }
        let mut by_author: BTreeMap<&str, usize> = BTreeMap::new();
        for commit in numbers.iter().filter_map(|number| history.commit(*number)) {
            if limits.is_over() {
                break;
            }
            *by_author.entry(commit.author()?).or_default() += 1;
        }
        let author_count = by_author.len();
        let mut authors: Vec<_> = by_author.into_iter().collect();
        authors.sort_by_key(|(author, commits)| (std::cmp::Reverse(*commits), *author));
        let authors = authors.into_iter().take(AUTHORS_MAX);
        let authors = authors.map(|(author, commits)| AuthorItem {
            author: shortened(author, 60),
            commits,
        });
        let files = files.into_iter().map(|(commits, last, path)| FileItem {
            file: path.to_owned(),
            commits,
            last: history.commit(last).map(Commit::date).unwrap_or_default(),
        });
        let files: Vec<FileItem> = files.collect();
        let chars = if limit > twenty() {
            size::CHARS_MAX / 2
        } else {
            size::CHARS_DEFAULT
        };
        let mut budget = size::CharBudget::new(limits.share(chars));
        for file in &files {
            budget.take(file);
        }
        let mut commits = Vec::new();
        for number in numbers.iter().skip(offset).take(limit) {
            let Some(commit) = history.commit(*number).filter(|_| !limits.spend_item()) else {
                break;
            };
            let item = CommitItem {
                id: commit.id().chars().take(ID_DIGITS).collect(),
                date: commit.date(),
                author: shortened(commit.author()?, 60),
                subject: shortened(commit.subject()?, 120),
                changed_files: commit.changed_files(),
            };
            if !budget.take(&item) {
                break;
            }
            commits.push(item);
        }
        let next = offset + commits.len();
        let is_cut = next < numbers.len();
        let mut meta = meta.finish(snapshot, limits, is_cut)?;
        if is_cut && !commits.is_empty() {
            meta.next_cursor = Some(cursor::encode(view, &[next], limits));
        }
        Ok(Answer {
            target,
            commit_count: numbers.len(),
            author_count,
            authors: authors.collect(),
            commits,
            files,
            history: Coverage::of(history),
            meta,
        })
    }

    fn text(answer: &Answer) -> String {
        let Answer {
            target,
            history,
            commits,
            ..
        } = answer;
        let name = match target.kind {
            "repository" => "the repository",
            _ => &target.path,
        };
        let mut text = String::new();
        if let Some(symbol) = &target.symbol {
            text.push_str(&symbol.text());
            text.push('\n');
        }
        let mut row = |line: &str| {
            plain::push_row(&mut text, line);
            text.push('\n');
        };
        if history.commits == 0 {
            row(&history.note);
        } else if answer.commit_count == 0 {
            row(&format!(
                "{name}: changed by no commit that was read ({})",
                history.note
            ));
        } else {
            row(&format!(
                "{name}: {} by {}, of {}",
                counted(answer.commit_count, "commit"),
                counted(answer.author_count, "author"),
                history.note
            ));
            let authors: Vec<String> = answer
                .authors
                .iter()
                .map(|author| format!("{} {}", author.author, author.commits))
                .collect();
            let more = if answer.author_count > answer.authors.len() {
                ", …"
            } else {
                ""
            };
            row(&format!("authors: {}{more}", authors.join(", ")));
        }
        if let Some([first, last]) = target.lines.filter(|_| answer.commit_count > 0) {
            let path = &target.path;
            row(&format!(
                "these are the commits of the whole file; `git log -L {first},{last}:{path}` shows those of the symbol's lines"
            ));
        }
        if !answer.files.is_empty() {
            row("most changed:");
            for file in &answer.files {
                row(&format!(
                    "  {} {}, last {}",
                    file.file,
                    counted(file.commits, "commit"),
                    file.last
                ));
            }
        }
        if !commits.is_empty() {
            row("commits:");
        }
        for commit in commits {
            let bulk = if commit.changed_files > BULK_SHOWN {
                format!(" ({} files)", commit.changed_files)
            } else {
                String::new()
            };
            row(&format!(
                "  {} {} {}: {}{bulk}",
                commit.date, commit.id, commit.author, commit.subject
            ));
        }
        text.push_str(&answer.meta.text());
        text
    }
}

/// Commits that change more files than this say so in the text.
const BULK_SHOWN: u32 = 30;

/// Returns a number with its noun.
fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number))
}
