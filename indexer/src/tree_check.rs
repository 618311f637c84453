//! Compares a snapshot with a build from scratch of its work tree: files, texts, graph, and what is left out.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use bombe_format::kind::{Language, SkipReason};
use bombe_reader::limits::Limits;
use bombe_reader::view::{Corrupt, OpenError, SourceText, View};

use crate::build::{self, BuildError};
use crate::discover::Settings;
use crate::encode::Options;
use crate::export::{self, ExportError, ExportKind};
use crate::report::Progress;

/// A difference between a snapshot and its work tree.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difference {
    /// The file has other bytes.
    Changed(String),
    /// The tree has the file, the snapshot does not.
    Missing(String),
    /// The snapshot has the file, the tree does not.
    Gone(String),
    /// The snapshot does not have the text of the file.
    Text(String),
    /// The file is left out of one of them only, or for another reason, or with another size.
    LeftOut(String),
    /// The commit, the branch, the remote or the name of the repository.
    Repository,
    /// Rows of the graph, of this kind.
    Graph(&'static str),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed(path) => write!(f, "changed: {}", path.escape_debug()),
            Self::Missing(path) => write!(f, "not in the snapshot: {}", path.escape_debug()),
            Self::Gone(path) => write!(f, "not in the tree: {}", path.escape_debug()),
            Self::Text(path) => write!(f, "text: {}", path.escape_debug()),
            Self::LeftOut(path) => write!(f, "left out: {}", path.escape_debug()),
            Self::Repository => write!(f, "commit, branch, remote or name of the repository"),
            Self::Graph(rows) => write!(f, "graph: {rows}"),
        }
    }
}

/// A comparison that cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The tree cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// What was built cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The snapshot is damaged.
    #[error(transparent)]
    Damaged(#[from] Corrupt),
    /// Rows cannot be exported.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// Returns how a snapshot differs from a build from scratch of the work tree at `root`, sorted. Takes as long as that build.
/// Call it inside a [`pool`](build::pool).
///
/// # Errors
/// See [`CompareError`].
pub fn differences(
    view: &View,
    root: &Path,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Vec<Difference>, CompareError> {
    let options = Options {
        sources: view.meta().has_sources,
        history: view.history()?.is_on(),
        level: None,
    };
    let built = build::build(root, settings, options, progress)?;
    let built = View::from_bytes(&built.bytes)?;
    let mut differences = files(view, &built)?;
    left_out(view, &built, &mut differences)?;
    let repository = |view: &View| {
        let meta = view.meta();
        [&meta.name, &meta.remote, &meta.commit, &meta.branch].map(Clone::clone)
    };
    if repository(view) != repository(&built) {
        differences.push(Difference::Repository);
    }
    for (kind, name) in [
        (ExportKind::Calls, "calls"),
        (ExportKind::Defs, "definitions"),
        (ExportKind::Inherits, "inheritance"),
        (ExportKind::Imports, "imports"),
        (ExportKind::Unresolved, "unresolved calls"),
        (ExportKind::History, "history"),
        (ExportKind::CoChange, "files that change together"),
    ] {
        let rows = |view: &View| {
            let mut rows = Vec::new();
            export::jsonl(view, kind, &mut rows).map(|()| rows)
        };
        if rows(view)? != rows(&built)? {
            differences.push(Difference::Graph(name));
        }
    }
    differences.sort_unstable();
    Ok(differences)
}

fn files(view: &View, built: &View) -> Result<Vec<Difference>, Corrupt> {
    let mut differences = Vec::new();
    for file in view.files()? {
        let path = file.path()?;
        let Some(now) = built.file_by_path(path)? else {
            differences.push(Difference::Gone(path.to_owned()));
            continue;
        };
        let key = |hash: [u8; 32], language: Language| (hash, language);
        if key(file.hash(), file.language()) != key(now.hash(), now.language()) {
            differences.push(Difference::Changed(path.to_owned()));
            continue;
        }
        let text = view.source(file.id(), &Limits::none())?;
        let text_now = built.source(now.id(), &Limits::none())?;
        if text.as_ref().map(SourceText::text) != text_now.as_ref().map(SourceText::text) {
            differences.push(Difference::Text(path.to_owned()));
        }
    }
    for file in built.files()? {
        let path = file.path()?;
        if view.file_by_path(path)?.is_none() {
            differences.push(Difference::Missing(path.to_owned()));
        }
    }
    Ok(differences)
}

fn left_out(view: &View, built: &View, differences: &mut Vec<Difference>) -> Result<(), Corrupt> {
    fn rows(view: &View) -> Result<BTreeMap<&str, (SkipReason, u64)>, Corrupt> {
        let rows = view.skipped(&Limits::none())?.into_iter();
        Ok(rows.map(|row| (row.path, (row.reason, row.size))).collect())
    }
    let (then, now) = (rows(view)?, rows(built)?);
    let paths = then
        .keys()
        .chain(now.keys().filter(|path| !then.contains_key(*path)));
    let differing = paths.filter(|path| then.get(*path) != now.get(*path));
    differences.extend(differing.map(|path| Difference::LeftOut((*path).to_owned())));
    Ok(())
}
