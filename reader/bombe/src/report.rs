//! `bombe report`: what is indexed and what a change reaches, in Markdown, as pages of CI and comments on changes show it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;
use bombe_indexer::report::Bytes;
use bombe_indexer::snapshot_dir::{DEFAULT_SNAPSHOT, root_of};
use bombe_reader::exit_code;
use bombe_reader::limits::Limits;
use bombe_reader::plain;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::find_entry_points::{EntryItem, FindEntryPoints};
use bombe_reader::tools::get_blast_radius::{Answer as Blast, Dependent, GetBlastRadius};
use bombe_reader::tools::{Tool, answer, request_of};
use bombe_reader::view::OpenOptions;
use serde_json::{Value, json};

use crate::output;

/// Prints what is indexed, and what a change reaches, in Markdown: for the summary of a job, or a comment on a change
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Also what a change reaches: a range of commits, `worktree`, or `-` for a diff on stdin
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    diff: Option<String>,
    /// Most symbols, tests and routes to list, of each
    #[arg(long, short = 'n', default_value_t = 20)]
    limit: usize,
}

/// Dependents that are looked at.
const DEPENDENTS_MAX: usize = 500;

/// Entry points that an answer has.
const PAGE: usize = 500;

/// Prints the report of the repository around a folder. Ends with 1 if it is not indexed.
///
/// # Errors
/// When the snapshot is damaged, when the diff cannot be read, or nothing can be printed.
pub(crate) fn run(arguments: &Arguments, current: &Path) -> anyhow::Result<u8> {
    let root = root_of(current);
    let path = root.join(DEFAULT_SNAPSHOT);
    if !path.is_file() {
        output::tell(format_args!(
            "bombe: {} is not indexed: `bombe build`",
            root.display()
        ));
        return Ok(exit_code::NOTHING_FOUND);
    }
    let snapshot = Snapshot::open(&path, OpenOptions::default())?;
    let mut page = state(&snapshot)?;
    if let Some(diff) = &arguments.diff {
        let diff = match diff.as_str() {
            "-" => std::io::read_to_string(std::io::stdin()).context("cannot read the diff")?,
            range => range.to_owned(),
        };
        page.push_str(&change(&snapshot, &diff, arguments.limit)?);
    }
    output::print(page)?;
    Ok(exit_code::DONE)
}

/// Returns the part about what is indexed.
fn state(snapshot: &Snapshot) -> anyhow::Result<String> {
    let view = &snapshot.view;
    let limits = Limits::new();
    let commit: String = view.meta().commit.chars().take(12).collect();
    let skipped = view.skipped(&limits)?;
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for file in &skipped {
        *reasons.entry(file.reason.name()).or_default() += 1;
    }
    let reasons: Vec<String> = reasons
        .into_iter()
        .map(|(reason, count)| format!("{count} {}", reason.replace('_', " ")))
        .collect();
    let bytes = view.segments().map(|segment| segment.bytes().len() as u64);
    let mut page = match commit.as_str() {
        "" => "### Index\n\n".to_owned(),
        commit => format!("### Index of {}\n\n", code(commit)),
    };
    page.push_str("| files | left out | symbols | edges | calls not resolved | size |\n");
    page.push_str("|---:|---:|---:|---:|---:|---:|\n");
    let _ = writeln!(
        page,
        "| {} | {} | {} | {} | {} | {} |",
        view.file_count()?,
        skipped.len(),
        view.symbol_count()?,
        view.edge_count()?,
        view.unresolved_count()?,
        Bytes(bytes.sum()),
    );
    if !reasons.is_empty() {
        let _ = writeln!(page, "\nLeft out: {}.", reasons.join(", "));
    }
    Ok(page)
}

/// Returns the part about a change.
fn change(snapshot: &Snapshot, diff: &str, limit: usize) -> anyhow::Result<String> {
    let blast = ask::<GetBlastRadius>(snapshot, &json!({"diff": diff, "limit": DEPENDENTS_MAX}))?;
    let impact = &blast.impact;
    let mut page = "\n### What the change reaches\n\n".to_owned();
    let _ = writeln!(page, "Risk: {}.", plain::row(&impact.risk_assessment));
    if let Some(diff) = &blast.diff {
        let changed = diff.symbols.iter();
        let rows: Vec<String> = changed
            .map(|it| format!("{} ({})", code(&it.symbol.id), it.change_type.name()))
            .collect();
        list(
            &mut page,
            "Changed symbols",
            diff.total_symbols,
            &rows,
            limit,
        );
        let files: Vec<String> = diff.files_not_indexed.iter().map(|it| code(it)).collect();
        let title = "Changed files that are not indexed";
        list(
            &mut page,
            title,
            diff.total_files_not_indexed,
            &files,
            limit,
        );
    }
    let dependents = impact
        .direct_callers
        .iter()
        .chain(&impact.transitive_callers);
    let rows: Vec<String> = dependents.map(dependent).collect();
    list(
        &mut page,
        "Dependents",
        impact.total_affected_symbols,
        &rows,
        limit,
    );
    let tests: Vec<String> = impact.tests_to_run.iter().map(|it| code(it)).collect();
    list(&mut page, "Tests to run", impact.total_tests, &tests, limit);
    let routes = touched(snapshot, &blast)?;
    let rows: Vec<String> = routes.iter().map(route).collect();
    list(
        &mut page,
        "Routes, commands and events touched",
        rows.len(),
        &rows,
        limit,
    );
    let unseen = blast.blind_spots.text();
    if !unseen.is_empty() {
        let _ = writeln!(page, "\n{}", unseen.trim());
    }
    Ok(page)
}

/// Asks a tool.
fn ask<T: Tool>(snapshot: &Snapshot, arguments: &Value) -> anyhow::Result<T::Answer> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let request = request_of::<T>(arguments)?;
    Ok(answer::<T>(snapshot, &request, &Limits::new())?)
}

/// Returns the entry points whose handlers change, or depend on what does, and which are no tests and no mains.
fn touched(snapshot: &Snapshot, blast: &Blast) -> anyhow::Result<Vec<EntryItem>> {
    let impact = &blast.impact;
    let dependents = impact
        .direct_callers
        .iter()
        .chain(&impact.transitive_callers);
    let mut reached: BTreeSet<&str> = dependents.map(|it| it.id.as_str()).collect();
    let changed = blast.diff.iter().flat_map(|diff| &diff.symbols);
    reached.extend(changed.map(|it| it.symbol.id.as_str()));
    let mut found = Vec::new();
    let mut cursor = None;
    loop {
        let kinds = "http_handler,cli_command,event_handler";
        let mut request = json!({"entry_type": kinds, "tests": "exclude", "limit": PAGE});
        if let Some(cursor) = &cursor {
            request["cursor"] = json!(cursor);
        }
        let page = ask::<FindEntryPoints>(snapshot, &request)?;
        let entries = page.entry_points.into_iter();
        found.extend(entries.filter(|entry| reached.contains(entry.id.as_str())));
        cursor = page.meta.next_cursor;
        if cursor.is_none() {
            return Ok(found);
        }
    }
}

fn dependent(it: &Dependent) -> String {
    let place = format!("{}:{}", it.file, it.line);
    let may = if it.may { ", perhaps" } else { "" };
    format!("{} in {}{may}", code(&it.id), code(&place))
}

fn route(entry: &EntryItem) -> String {
    let name = [entry.method.as_str(), entry.route.as_str()].join(" ");
    let place = format!("{}:{}", entry.file_path, entry.line);
    format!(
        "{}: {} in {}",
        code(name.trim()),
        code(&entry.id),
        code(&place)
    )
}

/// Adds a folded list, cut at a limit, with the number of all; nothing if there are none.
fn list(page: &mut String, title: &str, total: usize, rows: &[String], limit: usize) {
    if total == 0 {
        return;
    }
    let _ = write!(page, "\n<details><summary>{title}: {total}</summary>\n\n");
    let shown = &rows[..rows.len().min(limit)];
    for row in shown {
        let _ = writeln!(page, "- {row}");
    }
    if total > shown.len() {
        let _ = writeln!(page, "- … {} more", total - shown.len());
    }
    page.push_str("\n</details>\n");
}

/// Returns a text of the repository as code, in which nothing is Markdown or HTML.
fn code(text: &str) -> String {
    let text = plain::row(text);
    let longest = text.split(|character| character != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0) + 1);
    // A space keeps a backtick at the end apart from the fence.
    let space = if text.contains('`') || text.is_empty() {
        " "
    } else {
        ""
    };
    format!("{fence}{space}{text}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_a_repository_ends_its_code() {
        assert_eq!(code("a::b"), "`a::b`");
        assert_eq!(code("a`b``c"), "``` a`b``c ```");
        assert_eq!(code("a\n# b"), "`a\\n# b`");
    }

    #[test]
    fn a_list_says_how_many_it_leaves_out() {
        let mut page = String::new();
        list(&mut page, "Tests", 5, &["a".to_owned(), "b".to_owned()], 1);
        assert!(
            page.contains("Tests: 5") && page.contains("- a\n- … 4 more"),
            "{page}"
        );
        list(&mut page, "Routes", 0, &[], 1);
        assert!(!page.contains("Routes"));
    }
}
