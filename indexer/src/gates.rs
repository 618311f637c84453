//! Gates: questions with what their answers must say, asked of a snapshot before others rely on it.
//!
//! A folder has a file for each of the four ways of working with code: `flow.jsonl`, `impact.jsonl`, `explore.jsonl` and
//! `triage.jsonl`. Each line is a question. The tools answer it as they answer a model.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bombe_reader::beneath;
use bombe_reader::limits::Limits;
use bombe_reader::regular_file::TEXT_BYTES_MAX;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::by_name::answer_text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A way of working with code.
#[derive(Clone, Copy, Debug)]
pub struct Workflow {
    /// Its name, which is that of its file.
    pub name: &'static str,
    /// 95 % of its answers take no longer.
    pub time: Duration,
}

/// The four, with the times that a laptop must keep.
pub const WORKFLOWS: [Workflow; 4] = [
    Workflow {
        name: "flow",
        time: Duration::from_secs(2),
    },
    Workflow {
        name: "impact",
        time: Duration::from_millis(2500),
    },
    Workflow {
        name: "explore",
        time: Duration::from_millis(1200),
    },
    Workflow {
        name: "triage",
        time: Duration::from_millis(1800),
    },
];

/// A question, and what its answer must say.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// The tool.
    tool: String,
    #[serde(default)]
    arguments: Map<String, Value>,
    /// Texts that the answer must contain.
    #[serde(default)]
    contains: Vec<String>,
    /// Texts that it must not contain.
    #[serde(default)]
    lacks: Vec<String>,
    /// It has at most so many characters.
    #[serde(default)]
    max_chars: Option<usize>,
    /// Why this is asked, for people.
    #[serde(default)]
    #[expect(dead_code, reason = "it is for people")]
    why: String,
}

/// What the questions of a workflow have shown.
#[derive(Clone, Debug, Serialize)]
pub struct Gate {
    /// The workflow.
    pub workflow: &'static str,
    /// Number of its questions.
    pub questions: usize,
    /// 95 % of them were answered within so many milliseconds.
    pub p95_ms: f64,
    /// What is wrong, by question.
    pub problems: Vec<String>,
}

impl Gate {
    /// Returns true if nothing is wrong.
    pub fn passes(&self) -> bool {
        self.problems.is_empty()
    }
}

/// A file of questions that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GateError {
    /// It cannot be read.
    #[error("cannot read the questions in {}: {source}; a line there is {EXAMPLE}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line is no question.
    #[error("{}:{line}: {problem}; expected {EXAMPLE}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

const EXAMPLE: &str = r#"{"tool": "get_references", "arguments": {"symbol": "load"}, "contains": ["main.py"], "lacks": ["test_"], "max_chars": 4000}"#;

/// Asks the questions in a folder.
///
/// # Errors
/// See [`GateError`].
pub fn ask(snapshot: &Snapshot, folder: &Path) -> Result<Vec<Gate>, GateError> {
    let gate = |workflow: &Workflow| {
        let questions = read(folder, workflow.name)?;
        Ok(gate(snapshot, workflow, &questions))
    };
    WORKFLOWS.iter().map(gate).collect()
}

fn read(folder: &Path, workflow: &str) -> Result<Vec<(usize, Question)>, GateError> {
    let name = format!("{workflow}.jsonl");
    let path = folder.join(&name);
    let bytes = beneath::read(folder, Path::new(&name), TEXT_BYTES_MAX).map_err(|source| {
        GateError::Read {
            path: path.clone(),
            source,
        }
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let mut questions = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        let wrong = |problem: String| GateError::Line {
            path: path.clone(),
            line,
            problem,
        };
        let question: Question =
            serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if question.contains.is_empty() && question.lacks.is_empty() && question.max_chars.is_none()
        {
            return Err(wrong("any answer to it would do".to_owned()));
        }
        questions.push((line, question));
    }
    Ok(questions)
}

fn gate(snapshot: &Snapshot, workflow: &Workflow, questions: &[(usize, Question)]) -> Gate {
    let mut problems = Vec::new();
    let mut times = Vec::new();
    for (line, question) in questions {
        let start = Instant::now();
        let answer = answer_text(
            &question.tool,
            question.arguments.clone(),
            snapshot,
            &Limits::new(),
        );
        times.push(start.elapsed());
        let found = match answer {
            Ok(answer) => wrong_in(&answer, question),
            Err(error) => vec![error.to_string()],
        };
        let place = format!("{}.jsonl:{line}, {}", workflow.name, question.tool);
        problems.extend(
            found
                .into_iter()
                .map(|problem| format!("{place}: {problem}")),
        );
    }
    times.sort_unstable();
    let p95 = times.len().saturating_mul(95).div_ceil(100);
    let p95 = times
        .get(p95.saturating_sub(1))
        .copied()
        .unwrap_or_default();
    if questions.is_empty() {
        problems.push(format!("{}.jsonl: there is no question", workflow.name));
    }
    if p95 > workflow.time {
        problems.push(format!(
            "{}.jsonl: 95 % of the answers took up to {} ms, and may take {}",
            workflow.name,
            p95.as_millis(),
            workflow.time.as_millis()
        ));
    }
    Gate {
        workflow: workflow.name,
        questions: questions.len(),
        p95_ms: (p95.as_secs_f64() * 1e5).round() / 100.0,
        problems,
    }
}

/// Returns what is wrong with an answer.
fn wrong_in(answer: &str, question: &Question) -> Vec<String> {
    let mut problems = Vec::new();
    for text in &question.contains {
        if !answer.contains(text) {
            problems.push(format!("the answer lacks `{text}`"));
        }
    }
    for text in &question.lacks {
        if answer.contains(text) {
            problems.push(format!("the answer contains `{text}`"));
        }
    }
    let chars = answer.chars().count();
    if let Some(most) = question.max_chars.filter(|most| chars > *most) {
        problems.push(format!(
            "the answer has {chars} characters, and may have {most}"
        ));
    }
    problems
}
