//! `list_repos`: the open snapshots.

use std::collections::BTreeMap;

use bombe_format::kind::PackageScope;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tool;
use super::meta::{Meta, MetaBuilder};
use super::several::{self, Across, All};
use crate::freshness::Look;
use crate::limits::Limits;
use crate::plain;
use crate::query::Result;
use crate::snapshot::Snapshot;
use crate::view::View;

/// Lists the open snapshots.
pub struct ListRepos;

/// The arguments: none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {}

/// A language of a repository.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LanguageItem {
    /// Number of files.
    pub files: u32,
    /// Number of lines.
    pub lines: u64,
    /// Number of symbols.
    pub symbols: u32,
    /// `full`, or `definitions` if calls are not indexed.
    pub support: &'static str,
    /// Number of call sites without an edge.
    pub unresolved_calls: u32,
    /// Number of call sites that leave the repository.
    pub external_calls: u32,
}

/// Provided packages that are listed for each ecosystem.
const PROVIDED_MAX: usize = 5;

/// The packages of one ecosystem, as manifests and lock files name them.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct PackagesItem {
    /// Packages that the repository provides, with their versions; at most 5.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub provided: Vec<String>,
    /// Number of them.
    pub provided_total: usize,
    /// Number of packages that manifests depend on.
    pub declared: usize,
    /// Number of packages that only lock files name.
    pub transitive: usize,
}

/// An open snapshot.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RepoItem {
    /// Name; `repo` accepts it.
    pub repo: String,
    /// The first 16 hexadecimal digits of the snapshot's identity; `repo` accepts them.
    pub snapshot: String,
    /// The snapshot's file; `repo` accepts it.
    pub path: String,
    /// Commit that was indexed.
    pub commit: String,
    /// Branch.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub branch: String,
    /// The work tree, if it is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub root: String,
    /// The commit that is checked out in the work tree, if it differs.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub checked_out: String,
    /// Number of files.
    pub file_count: usize,
    /// Number of symbols.
    pub symbol_count: usize,
    /// Number of edges.
    pub edge_count: usize,
    /// By language.
    pub languages: BTreeMap<&'static str, LanguageItem>,
    /// Packages by ecosystem.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub packages: BTreeMap<&'static str, PackagesItem>,
    /// Files not parsed, by reason.
    pub skipped: BTreeMap<&'static str, usize>,
    /// Files that have changed in the work tree, are gone or are new since the snapshot was written; at most 20.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale_files: Vec<String>,
    /// Number of such files.
    pub stale_count: usize,
    /// Version of Bombe that wrote it.
    pub tool_version: String,
    /// Size of the snapshot in bytes.
    pub snapshot_bytes: u64,
}

/// The open snapshots.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// Number of snapshots.
    pub count: usize,
    /// The snapshots.
    pub repos: Vec<RepoItem>,
    /// Provenance.
    pub meta: Meta,
}

/// Returns the packages by ecosystem. A package counts once, however many manifests name it.
fn packages(view: &View, limits: &Limits) -> Result<BTreeMap<&'static str, PackagesItem>> {
    let mut items: BTreeMap<&'static str, PackagesItem> = BTreeMap::new();
    let rows = view.packages(limits)?;
    for same_name in rows.chunk_by(|a, b| (a.ecosystem, a.name) == (b.ecosystem, b.name)) {
        if limits.is_over() {
            break;
        }
        let item = items.entry(same_name[0].ecosystem.name()).or_default();
        if let Some(row) = same_name
            .iter()
            .find(|row| row.scope == PackageScope::Provided)
        {
            item.provided_total += 1;
            if item.provided.len() < PROVIDED_MAX {
                let text = format!("{} {}", row.name, row.version());
                item.provided.push(text.trim_end().to_owned());
            }
        } else if same_name
            .iter()
            .all(|row| row.scope == PackageScope::Transitive)
        {
            item.transitive += 1;
        } else {
            item.declared += 1;
        }
    }
    Ok(items)
}

impl Tool for ListRepos {
    const NAME: &'static str = "list_repos";
    const DESCRIPTION: &'static str =
        "What is indexed: commit, languages, counts, skipped files, changes since.";
    const EXAMPLE: &'static str = "{}";
    const ACROSS: Across = Across {
        places: &[],
        all: All::Whole,
    };
    type Request = Request;
    type Answer = Answer;

    fn run(snapshot: &Snapshot, _: &Request, limits: &Limits) -> Result<Answer> {
        let meta = MetaBuilder::start();
        let view = &snapshot.view;
        let about = view.meta();
        let languages = about
            .languages
            .iter()
            .map(|row| {
                let item = LanguageItem {
                    files: row.files,
                    lines: row.lines,
                    symbols: row.symbols,
                    support: row.support.name(),
                    unresolved_calls: row.unresolved,
                    external_calls: row.external,
                };
                (row.language.name(), item)
            })
            .collect();
        let mut skipped: BTreeMap<&'static str, usize> = BTreeMap::new();
        for row in view.skipped(limits)? {
            *skipped.entry(row.reason.name()).or_default() += 1;
        }
        let mut stale_files = snapshot.tree_changes(Look::Whole, limits)?.paths;
        let stale_count = stale_files.len();
        stale_files.truncate(20);
        let checked_out = snapshot
            .checked_out_commit()
            .filter(|commit| *commit != about.commit)
            .unwrap_or_default();
        let repo = RepoItem {
            repo: snapshot.name(),
            snapshot: view.short_identity(),
            path: snapshot.path.display().to_string(),
            commit: about.commit.clone(),
            branch: about.branch.clone(),
            root: snapshot
                .root
                .as_ref()
                .map(|root| root.display().to_string())
                .unwrap_or_default(),
            checked_out,
            file_count: view.file_count()?,
            symbol_count: view.symbol_count()?,
            edge_count: view.edge_count()?,
            languages,
            packages: packages(view, limits)?,
            skipped,
            stale_files,
            stale_count,
            tool_version: about.tool_version.clone(),
            snapshot_bytes: view.byte_size(),
        };
        Ok(Answer {
            count: 1,
            repos: vec![repo],
            meta: meta.finish(snapshot, limits, false)?,
        })
    }

    fn join(
        answers: Vec<Answer>,
        _: &Request,
        repos: &[String],
        _: &[usize],
        _: &dyn Fn(&[usize]) -> String,
    ) -> std::result::Result<Answer, Vec<Answer>> {
        let mut items = Vec::new();
        let mut metas = Vec::new();
        for (answer, label) in answers.into_iter().zip(repos) {
            items.extend(answer.repos.into_iter().map(|item| RepoItem {
                repo: label.clone(),
                ..item
            }));
            metas.push(answer.meta);
        }
        Ok(Answer {
            count: items.len(),
            repos: items,
            meta: several::joined_meta(metas, repos),
        })
    }

    fn text(answer: &Answer) -> String {
        let mut text = String::new();
        for repo in &answer.repos {
            plain::push_row(
                &mut text,
                &format!(
                    "{} at {} ({} files, {} symbols, {} edges)\n",
                    repo.repo,
                    if repo.commit.is_empty() {
                        "no commit"
                    } else {
                        &repo.commit
                    },
                    repo.file_count,
                    repo.symbol_count,
                    repo.edge_count
                ),
            );
            if answer.count > 1 {
                let line = format!("  snapshot {}: {}\n", repo.snapshot, repo.path);
                plain::push_row(&mut text, &line);
            }
            for (name, row) in &repo.languages {
                plain::push_row(
                    &mut text,
                    &format!(
                        "  {name}: {} files, {} lines, {} symbols, support {}; calls: {} external, {} unresolved\n",
                        row.files,
                        row.lines,
                        row.symbols,
                        row.support,
                        row.external_calls,
                        row.unresolved_calls
                    ),
                );
            }
            for (name, row) in &repo.packages {
                let mut provided = row.provided.join(", ");
                if row.provided_total > row.provided.len() {
                    provided.push_str(", …");
                }
                let provides = match row.provided_total {
                    0 => String::new(),
                    total => format!("provides {total} ({provided}), "),
                };
                plain::push_row(
                    &mut text,
                    &format!(
                        "  {name}: {provides}depends on {}, {} more by lock files\n",
                        row.declared, row.transitive
                    ),
                );
            }
            if !repo.skipped.is_empty() {
                let reasons: Vec<String> = repo
                    .skipped
                    .iter()
                    .map(|(reason, count)| format!("{count} {reason}"))
                    .collect();
                plain::push_row(&mut text, &format!("  skipped: {}\n", reasons.join(", ")));
            }
            if !repo.checked_out.is_empty() {
                plain::push_row(
                    &mut text,
                    &format!("  the work tree is at {}\n", repo.checked_out),
                );
            }
            if repo.stale_count > 0 {
                plain::push_row(
                    &mut text,
                    &format!(
                        "  {} files changed since: {}\n",
                        repo.stale_count,
                        repo.stale_files.join(", ")
                    ),
                );
            }
        }
        text.push_str(&answer.meta.text());
        text
    }
}
