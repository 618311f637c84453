//! Questions to several open snapshots.
//!
//! The argument `repo`, which every tool takes, chooses one of them. Without it, a tool whose arguments name something (a
//! symbol, a file) asks the snapshot that has it, and any other tool asks all. With one open snapshot, an answer is that of the
//! tool.

use std::cmp::{Ordering, Reverse};
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};

use super::meta::{self, Meta};
use super::{Tool, cursor, request_of};
use crate::limits::Limits;
use crate::plain;
use crate::query::{QueryError, Result, diff, find};
use crate::snapshot::Snapshot;

/// The name of the argument that chooses a snapshot.
pub const REPO: &str = "repo";

/// What joins the cursors of several snapshots to one.
const CURSOR_JOIN: &str = "~";

/// Nearest names that an error lists.
const NEAREST_MAX: usize = 6;

/// How a tool is asked if several snapshots are open, and `repo` chooses none.
#[derive(Debug)]
pub struct Across {
    /// The arguments that name something. If one is given, the snapshot that has most of what they name answers.
    pub places: &'static [(&'static str, Place)],
    /// Whether all snapshots can be asked, and how they share the bound of the answer.
    pub all: All,
}

/// See [`Across::all`].
#[derive(Clone, Copy, Debug)]
pub enum All {
    /// They cannot: the request must name something.
    Never,
    /// Each has its share of the number in an argument with this name and default, but not less than the last number.
    Share(&'static str, usize, usize),
    /// Each is asked for the whole. The answers are joined, or of bounded size.
    Whole,
}

/// What an argument names.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A symbol.
    Symbol,
    /// A symbol, or lines of a file.
    Code,
    /// A file.
    File,
    /// A file or a folder.
    Path,
    /// The files of a diff.
    Diff,
}

/// A request as a client spells it, with the choice of a snapshot.
pub struct Question<T: Tool> {
    repo: Option<String>,
    arguments: Map<String, Value>,
    request: T::Request,
    /// Distinguishes the request from others, for cursors.
    mark: u32,
}

/// The answer of one of several snapshots.
#[derive(Serialize)]
pub struct Part<A> {
    /// The snapshot, as `repo` accepts it.
    pub repo: String,
    /// What a caller must know before it trusts the answer.
    #[serde(skip)]
    pub notice: Option<String>,
    /// The answer; none if there is an error.
    #[serde(flatten)]
    pub answer: Option<A>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether damage is the reason.
    #[serde(skip)]
    pub is_damaged: bool,
}

/// What has the same name in a snapshot that was not asked.
#[derive(Debug, Serialize)]
pub struct Candidate {
    /// The snapshot, as `repo` accepts it.
    pub repo: String,
    /// The symbol or path.
    pub id: String,
}

/// The answer of one or of several snapshots. As JSON, the answer of one is that of the tool.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Reply<A> {
    /// Of one.
    One {
        /// The answer.
        #[serde(flatten)]
        answer: A,
        /// What has the same name in others.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        candidates: Vec<Candidate>,
        /// The snapshot, if several are open; what a caller must know of it.
        #[serde(skip)]
        lead: Lead,
    },
    /// Of several, each for itself.
    Each {
        /// The answers, in the order of the snapshots.
        repos: Vec<Part<A>>,
    },
}

/// What the text of an answer says before the answer of the tool.
#[derive(Debug, Default)]
pub struct Lead {
    repo: Option<String>,
    notices: Vec<String>,
}

/// Something that an argument names in a snapshot.
struct Found {
    id: String,
    is_exact: bool,
    rank: f64,
}

impl<T: Tool> Question<T> {
    /// Reads a request from JSON.
    ///
    /// # Errors
    /// As [`request_of`].
    pub fn parse(mut arguments: Map<String, Value>) -> Result<Self> {
        let repo = match arguments.remove(REPO) {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) => Some(name),
            Some(other) => {
                return Err(QueryError::Argument {
                    argument: REPO,
                    problem: format!("{other} is no text"),
                    example: "the name of a repository, as list_repos prints it".to_owned(),
                });
            }
        };
        let request = request_of::<T>(arguments.clone())?;
        let mut same_list = arguments.clone();
        for part in ["cursor", "limit"] {
            same_list.remove(part);
        }
        let mark = cursor::mark(T::NAME, &format!("{:?}", request_of::<T>(same_list)?));
        Ok(Self {
            repo,
            arguments,
            request,
            mark,
        })
    }

    /// Returns true if the request may take long.
    pub fn is_heavy(&self) -> bool {
        T::is_heavy(&self.request)
    }

    /// Answers from the open snapshots, of which there is at least one.
    ///
    /// # Errors
    /// As [`super::answer`]; if `repo` names none of the snapshots, or more than one; or if it must choose one, and is missing.
    pub fn answer(&self, snapshots: &[&Snapshot], limits: &Limits) -> Result<Reply<T::Answer>> {
        limits.set_question(self.mark);
        let labels = labels(snapshots);
        let chosen = match &self.repo {
            Some(repo) => Some(choose(snapshots, &labels, repo)?),
            None if snapshots.len() == 1 => Some(0),
            None => self.by_cursor(snapshots),
        };
        if let Some(at) = chosen {
            let answer = super::answer::<T>(snapshots[at], &self.request, limits)?;
            return Ok(one(answer, snapshots, &labels, at, Vec::new()));
        }
        let mut texts = Vec::new();
        for (name, place) in T::ACROSS.places {
            match self.arguments.get(*name) {
                Some(Value::String(text)) => texts.push((*name, *place, text.as_str())),
                Some(Value::Array(items)) => {
                    let items = items.iter().filter_map(Value::as_str);
                    texts.extend(items.map(|text| (*name, *place, text)));
                }
                _ => {}
            }
        }
        texts.retain(|(_, _, text)| !matches!(text.trim(), "" | "." | "./" | "/"));
        if !texts.is_empty() {
            let (at, candidates) = self.locate(snapshots, &labels, &texts, limits)?;
            let answer = super::answer::<T>(snapshots[at], &self.request, limits)?;
            return Ok(one(answer, snapshots, &labels, at, candidates));
        }
        self.ask_all(snapshots, &labels, limits)
    }

    /// Returns the snapshot to which the cursor of the request belongs.
    fn by_cursor(&self, snapshots: &[&Snapshot]) -> Option<usize> {
        let cursor = self.arguments.get("cursor")?.as_str()?;
        if cursor.contains(CURSOR_JOIN) {
            return None;
        }
        snapshots
            .iter()
            .position(|snapshot| cursor::is_of(&snapshot.view, cursor))
    }

    /// Finds the snapshot that has most of what the arguments name; among equals, the one with the exact id or path, then with
    /// the highest rank. Returns it, and what others have.
    fn locate(
        &self,
        snapshots: &[&Snapshot],
        labels: &[String],
        texts: &[(&'static str, Place, &str)],
        limits: &Limits,
    ) -> Result<(usize, Vec<Candidate>)> {
        let mut best = None;
        let mut all = Vec::new();
        let mut nearest = Vec::new();
        let mut missing = None;
        for (at, snapshot) in snapshots.iter().enumerate() {
            let mut hits = Vec::new();
            for (argument, place, text) in texts {
                if limits.is_over() {
                    return Err(QueryError::Stopped);
                }
                match named(snapshot, argument, *place, text, limits) {
                    Ok(found) => hits.push(found),
                    Err(QueryError::NotFound {
                        kind,
                        name,
                        nearest: near,
                    }) => {
                        nearest.extend(
                            near.into_iter()
                                .enumerate()
                                .map(|(order, id)| (order, at, id)),
                        );
                        missing.get_or_insert((kind, name));
                    }
                    Err(error) => return Err(error),
                }
            }
            if hits.is_empty() {
                continue;
            }
            let exact = hits.iter().filter(|hit| hit.is_exact).count();
            let rank: f64 = hits.iter().map(|hit| hit.rank).sum();
            let key = (hits.len(), exact, rank);
            if best.as_ref().is_none_or(|(_, highest)| key > *highest) {
                best = Some((at, key));
            }
            all.push((at, hits));
        }
        let Some((chosen, _)) = best else {
            if let Some((kind, name)) = missing {
                nearest.sort();
                let nearest = nearest.into_iter().take(NEAREST_MAX);
                let nearest = nearest.map(|(_, at, id)| format!("{id} in {}", labels[at]));
                let error = QueryError::NotFound {
                    kind,
                    name,
                    nearest: nearest.collect(),
                };
                let mut notes = Vec::new();
                for (snapshot, label) in snapshots.iter().zip(labels) {
                    let note = meta::note_of_absence(snapshot, limits)?;
                    if !note.is_empty() {
                        notes.push(format!("{label}: {note}"));
                    }
                }
                return Err(super::outdated(error, notes.join("; ")));
            }
            return Err(must_choose(labels, "several repositories are open"));
        };
        all.retain(|(at, _)| *at != chosen);
        let candidates = all.into_iter().flat_map(|(at, hits)| {
            hits.into_iter().map(move |hit| Candidate {
                repo: labels[at].clone(),
                id: hit.id,
            })
        });
        Ok((chosen, candidates.collect()))
    }

    fn ask_all(
        &self,
        snapshots: &[&Snapshot],
        labels: &[String],
        limits: &Limits,
    ) -> Result<Reply<T::Answer>> {
        let mut arguments = self.arguments.clone();
        match T::ACROSS.all {
            All::Never => return Err(must_choose(labels, "the request names no symbol or file")),
            All::Whole => {}
            All::Share(argument, default, least) => {
                let given = self.arguments.get(argument).and_then(Value::as_u64);
                let whole =
                    given.map_or(default, |given| usize::try_from(given).unwrap_or(default));
                let share = whole.div_ceil(snapshots.len());
                // What is too small for one is the tool's to say.
                if share < least && whole >= least {
                    let problem = format!(
                        "a share of `{argument}` for each of {} repositories is too small",
                        snapshots.len()
                    );
                    return Err(must_choose(labels, &problem));
                }
                arguments.insert(argument.to_owned(), share.min(whole).into());
            }
        }
        let cursors = self.cursors(snapshots);
        limits.share_size(snapshots.len());
        let mut answers = Vec::with_capacity(snapshots.len());
        let mut offsets = vec![0; snapshots.len()];
        for (at, snapshot) in snapshots.iter().enumerate() {
            if let Some(cursors) = &cursors {
                offsets[at] = cursor::decode_one(&snapshot.view, Some(&cursors[at]), limits)?;
                arguments.insert("cursor".to_owned(), cursors[at].clone().into());
            }
            let request = request_of::<T>(arguments.clone())?;
            answers.push(super::answer::<T>(snapshot, &request, limits));
        }
        if answers.iter().all(std::result::Result::is_err)
            && let Some(Err(error)) = answers.pop()
        {
            return Err(error);
        }
        if answers.iter().all(std::result::Result::is_ok) {
            let parts: Vec<T::Answer> = answers.into_iter().flatten().collect();
            let next_cursor = |used: &[usize]| {
                let ends = offsets.iter().zip(used).map(|(before, used)| before + used);
                let cursors = snapshots
                    .iter()
                    .zip(ends)
                    .map(|(snapshot, end)| cursor::encode(&snapshot.view, &[end], limits));
                cursors.collect::<Vec<_>>().join(CURSOR_JOIN)
            };
            match T::join(parts, &self.request, labels, &offsets, &next_cursor) {
                Ok(answer) => {
                    let notices = snapshots
                        .iter()
                        .zip(labels)
                        .filter_map(|(snapshot, label)| {
                            let notice = snapshot.notice.as_ref()?;
                            Some(format!("{label}: {notice}"))
                        });
                    let lead = Lead {
                        repo: None,
                        notices: notices.collect(),
                    };
                    return Ok(Reply::One {
                        answer,
                        candidates: Vec::new(),
                        lead,
                    });
                }
                Err(parts) => answers = parts.into_iter().map(Ok).collect(),
            }
        }
        let parts = answers.into_iter().zip(snapshots).zip(labels);
        let repos = parts.map(|((answer, snapshot), label)| {
            let is_damaged = matches!(answer, Err(QueryError::Corrupt(_)));
            let (answer, error) = match answer {
                Ok(answer) => (Some(answer), None),
                Err(error) => (None, Some(error.to_string())),
            };
            Part {
                repo: label.clone(),
                notice: snapshot.notice.clone(),
                answer,
                error,
                is_damaged,
            }
        });
        Ok(Reply::Each {
            repos: repos.collect(),
        })
    }

    /// Returns the cursor of each snapshot; none without a cursor.
    fn cursors(&self, snapshots: &[&Snapshot]) -> Option<Vec<String>> {
        let cursor = self.arguments.get("cursor")?.as_str()?;
        let parts: Vec<&str> = cursor.split(CURSOR_JOIN).collect();
        let of_snapshot = |snapshot: &&Snapshot| {
            let own = parts
                .iter()
                .find(|part| cursor::is_of(&snapshot.view, part));
            // What belongs to another snapshot is refused when it is read.
            (*own.unwrap_or(&parts[0])).to_owned()
        };
        Some(snapshots.iter().map(of_snapshot).collect())
    }
}

fn one<A>(
    answer: A,
    snapshots: &[&Snapshot],
    labels: &[String],
    at: usize,
    candidates: Vec<Candidate>,
) -> Reply<A> {
    let lead = Lead {
        repo: (snapshots.len() > 1).then(|| labels[at].clone()),
        notices: snapshots[at].notice.iter().cloned().collect(),
    };
    Reply::One {
        answer,
        candidates,
        lead,
    }
}

fn must_choose(labels: &[String], why: &str) -> QueryError {
    QueryError::Argument {
        argument: REPO,
        problem: format!("is missing: {why}; open are {}", labels.join(", ")),
        example: labels.first().cloned().unwrap_or_default(),
    }
}

/// Returns what `repo` calls each snapshot: its name, and its path where others have the same name.
pub fn labels(snapshots: &[&Snapshot]) -> Vec<String> {
    let names: Vec<String> = snapshots.iter().map(|snapshot| snapshot.name()).collect();
    let label = |(at, name): (usize, &String)| {
        let same = names.iter().filter(|other| *other == name).count();
        if same == 1 {
            return plain::row(name);
        }
        let snapshot = snapshots[at];
        let place = snapshot.root.as_deref().unwrap_or(&snapshot.path);
        plain::row(&place.display().to_string())
    };
    names.iter().enumerate().map(label).collect()
}

/// Finds the snapshot that `repo` names: by its label, its name, the end of its name, its identity, or the path of its file or
/// tree.
///
/// # Errors
/// Fails if it names none, or more than one.
pub fn choose(snapshots: &[&Snapshot], labels: &[String], repo: &str) -> Result<usize> {
    let repo = repo.trim();
    let full = Path::new(repo).canonicalize().ok();
    let is_path = |path: &Path| {
        path == Path::new(repo)
            || full.is_some() && path.canonicalize().ok().as_deref() == full.as_deref()
    };
    let by: [&dyn Fn(usize) -> bool; 5] = [
        &|at| labels[at] == repo,
        &|at| snapshots[at].name() == repo,
        &|at| snapshots[at].view.short_identity() == repo,
        &|at| snapshots[at].name().rsplit('/').next() == Some(repo),
        &|at| is_path(&snapshots[at].path) || snapshots[at].root.as_deref().is_some_and(is_path),
    ];
    let mut meant = Vec::new();
    for is_meant in by {
        meant = (0..snapshots.len()).filter(|at| is_meant(*at)).collect();
        match meant[..] {
            [] => {}
            [only] => return Ok(only),
            _ => break,
        }
    }
    let problem = if meant.is_empty() {
        format!("no repository `{repo}` is open")
    } else {
        format!("`{repo}` names {} repositories", meant.len())
    };
    Err(QueryError::Argument {
        argument: REPO,
        problem,
        example: format!("one of {}", labels.join(", ")),
    })
}

/// Finds what a text names in a snapshot.
fn named(
    snapshot: &Snapshot,
    argument: &'static str,
    place: Place,
    text: &str,
    limits: &Limits,
) -> Result<Found> {
    let view = &snapshot.view;
    let absent = |kind| QueryError::NotFound {
        kind,
        name: text.to_owned(),
        nearest: Vec::new(),
    };
    if let Place::Diff = place {
        let diff = diff::parse(text, limits);
        for file in &diff.files {
            for path in [&file.old, &file.new].into_iter().flatten() {
                let inside = path
                    .split_once('/')
                    .map_or(path.as_str(), |(_, inside)| inside);
                for path in [inside, path] {
                    if view.file_by_path(path)?.is_some() {
                        return Ok(Found {
                            id: path.to_owned(),
                            is_exact: true,
                            rank: 0.0,
                        });
                    }
                }
            }
            if limits.is_over() {
                break;
            }
        }
        if !diff.files.is_empty() {
            return Err(absent("file"));
        }
        let problem = "several repositories are open, and a diff without files tells none";
        return Err(QueryError::Argument {
            argument: REPO,
            problem: format!("is missing: {problem}"),
            example: "the name of a repository, as list_repos prints it".to_owned(),
        });
    }
    // A path of another tree is none of this one.
    let Ok(text) = snapshot.relative(argument, text) else {
        return Err(absent("file"));
    };
    let of_file = |path: &str| -> Result<Found> {
        let id = find::file(view, path, limits)?;
        let found = view.file(id)?.path()?;
        Ok(Found {
            id: found.to_owned(),
            is_exact: found == path,
            rank: 0.0,
        })
    };
    match place {
        Place::Code
            if text.rsplit_once(':').is_some_and(|(_, lines)| {
                !lines.is_empty() && lines.bytes().all(|it| it.is_ascii_digit() || it == b'-')
            }) =>
        {
            of_file(text.rsplit_once(':').map_or(text, |(path, _)| path))
        }
        Place::Symbol | Place::Code => match find::symbol_of(view, argument, text, limits) {
            Ok(found) => {
                let id = found.symbol.symbol_id()?;
                Ok(Found {
                    is_exact: id == text,
                    rank: found.symbol.rank()?,
                    id,
                })
            }
            Err(QueryError::External { id, .. }) => Ok(Found {
                id,
                is_exact: false,
                rank: 0.0,
            }),
            Err(error) => Err(error),
        },
        Place::File => of_file(text),
        Place::Path => {
            let folder = text.trim_end_matches('/');
            if view.files_below(folder)?.next().is_some() {
                return Ok(Found {
                    id: folder.to_owned(),
                    is_exact: true,
                    rank: 0.0,
                });
            }
            of_file(text)
        }
        Place::Diff => Err(absent("file")),
    }
}

impl<A> Reply<A> {
    /// Returns true if no answer has what was asked for.
    pub fn is_empty(&self, is_empty: impl Fn(&A) -> bool) -> bool {
        match self {
            Self::One { answer, .. } => is_empty(answer),
            Self::Each { repos } => repos
                .iter()
                .all(|part| part.answer.as_ref().is_none_or(&is_empty)),
        }
    }

    /// Returns true if a snapshot did not answer because it is damaged, while others did.
    pub fn is_damaged(&self) -> bool {
        match self {
            Self::One { .. } => false,
            Self::Each { repos } => repos.iter().any(|part| part.is_damaged),
        }
    }

    /// Returns the answer as text. `has_notices` says whether it begins with what a caller must know of the snapshots.
    pub fn text<T: Tool<Answer = A>>(&self, has_notices: bool) -> String {
        let mut text = String::new();
        let notices = |text: &mut String, notices: &[String]| {
            for notice in notices.iter().filter(|_| has_notices) {
                plain::push_row(text, &format!("[{notice}]\n"));
            }
        };
        match self {
            Self::One {
                answer,
                candidates,
                lead,
            } => {
                notices(&mut text, &lead.notices);
                if let Some(repo) = &lead.repo {
                    plain::push_row(&mut text, &format!("in {repo}:\n"));
                }
                text.push_str(&T::text(answer));
                if !candidates.is_empty() {
                    if !text.ends_with('\n') {
                        text.push('\n');
                    }
                    let others: Vec<String> = candidates
                        .iter()
                        .map(|other| format!("{} in {}", other.id, other.repo))
                        .collect();
                    let others = others.join(", ");
                    plain::push_row(&mut text, &format!("[also: {others}; `repo` chooses]\n"));
                }
            }
            Self::Each { repos } => {
                for part in repos {
                    if !text.is_empty() && !text.ends_with('\n') {
                        text.push('\n');
                    }
                    notices(&mut text, part.notice.as_slice());
                    plain::push_row(&mut text, &format!("in {}:\n", part.repo));
                    if let Some(answer) = &part.answer {
                        text.push_str(&T::text(answer));
                    }
                    if let Some(error) = &part.error {
                        plain::push_row(&mut text, error);
                    }
                }
            }
        }
        text
    }
}

/// Joins the provenance of several answers.
pub fn joined_meta(metas: Vec<Meta>, labels: &[String]) -> Meta {
    let mut joined = Meta {
        repo: labels.join(", "),
        source: "several",
        ..Meta::default()
    };
    for (meta, label) in metas.into_iter().zip(labels) {
        let stale = meta.stale_files.into_iter();
        joined
            .stale_files
            .extend(stale.map(|path| format!("{path} in {label}")));
        joined.truncated |= meta.truncated;
        joined.elapsed_ms += meta.elapsed_ms;
    }
    joined
}

/// Returns the order in which rows of several lists are shown, as list and place in it. Each list keeps its own order, and
/// the row of the list with the highest key at its head comes first; among equals, that of the list with the fewest rows so
/// far, those before included. Ends where a list ends that is cut: its next row is not known.
pub fn merged_order<K: PartialOrd>(
    lists: &[(Vec<K>, bool)],
    offsets: &[usize],
    count: usize,
) -> Vec<(usize, usize)> {
    let mut next = vec![0; lists.len()];
    let mut order = Vec::new();
    while order.len() < count {
        let mut best: Option<(usize, Reverse<usize>)> = None;
        let is_open =
            |(at, (list, is_cut)): (usize, &(Vec<K>, bool))| *is_cut && next[at] == list.len();
        if lists.iter().enumerate().any(is_open) {
            break;
        }
        for (at, (list, _)) in lists.iter().enumerate() {
            let Some(key) = list.get(next[at]) else {
                continue;
            };
            let is_better = best.is_none_or(|(other, taken)| {
                let highest = &lists[other].0[next[other]];
                match key.partial_cmp(highest) {
                    Some(Ordering::Greater) => true,
                    Some(Ordering::Less) => false,
                    _ => Reverse(offsets[at] + next[at]) > taken,
                }
            });
            if is_better {
                best = Some((at, Reverse(offsets[at] + next[at])));
            }
        }
        let Some((at, _)) = best else { break };
        order.push((at, next[at]));
        next[at] += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::merged_order;

    #[test]
    fn each_list_keeps_its_order_and_equal_heads_take_turns() {
        let lists = [
            (vec![3, 1, 9], false),
            (vec![1, 1, 1], false),
            (vec![], false),
        ];
        let order = merged_order(&lists, &[0; 3], 10);
        assert_eq!(order, [(0, 0), (1, 0), (0, 1), (0, 2), (1, 1), (1, 2)]);
        assert_eq!(merged_order(&lists, &[0; 3], 2), order[..2]);
        let cut = [(vec![3, 1], true), (vec![1, 1, 1], false)];
        assert_eq!(merged_order(&cut, &[0; 2], 10), [(0, 0), (1, 0), (0, 1)]);
    }
}
