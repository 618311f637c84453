//! `bombe status`: what is in a snapshot, and what is not.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use bombe_format::kind::{EdgeKind, SkipReason, Support, UnresolvedReason};
use bombe_format::section::Section;
use bombe_reader::limits::Limits;
use bombe_reader::plain;
use bombe_reader::segment::Segment;
use bombe_reader::view::{Corrupt, UnresolvedCall, View};
use clap::Args;
use serde_json::json;

use super::{Outcome, output, snapshot};
use crate::report::Bytes;

/// Paths listed for each reason unless all are asked for.
const PATHS_SHOWN: usize = 5;

/// Says what a snapshot holds, what was left out of it and why
#[derive(Args)]
pub(super) struct Arguments {
    /// Snapshot, or root of a repository that has one [default: that of the current folder]
    snapshot: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// List every file that was left out, and every one with unresolved calls
    #[arg(long)]
    all: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (path, view) = snapshot::load(arguments.snapshot.as_deref())?;
    let info = Info::read(&view)?;
    if arguments.json {
        output::print_json(&info.to_json(&view))?;
    } else {
        let mut text = Vec::new();
        writeln!(text, "{}", plain::row(&path.display().to_string()))?;
        info.print(&view, arguments.all, &mut text)?;
        output::print_text(String::from_utf8_lossy(&text))?;
    }
    Ok(Outcome::Done)
}

/// Counts that are not stored, but taken from the snapshot's rows.
struct Info<'v> {
    edges: BTreeMap<EdgeKind, u32>,
    skipped: BTreeMap<SkipReason, Vec<(&'v str, u64)>>,
    /// Files with unresolved calls and their number: most first, then by path.
    unresolved: Vec<(&'v str, usize)>,
    /// Files of which something was left out because a limit was reached, and the number of their calls that are
    /// unresolved for that reason. By path.
    cut: Vec<(&'v str, usize)>,
}

impl<'v> Info<'v> {
    fn read(view: &'v View) -> Result<Self, Corrupt> {
        let mut edges = BTreeMap::new();
        let mut unresolved = Vec::new();
        let mut cut = Vec::new();
        for file in view.files()? {
            for symbol in view.symbols_in(file.symbols())? {
                for (_, kind) in view.targets(symbol.id())? {
                    *edges.entry(kind).or_default() += 1;
                }
            }
            let calls = view.unresolved_in(file.id())?;
            if !calls.is_empty() {
                unresolved.push((file.path()?, calls.len()));
            }
            if file.is_cut() {
                let at_limit = |call: &&UnresolvedCall| call.reason == UnresolvedReason::Limit;
                cut.push((file.path()?, calls.iter().filter(at_limit).count()));
            }
        }
        unresolved.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        let mut skipped: BTreeMap<SkipReason, Vec<(&str, u64)>> = BTreeMap::new();
        for file in view.skipped(&Limits::none())? {
            let rows = skipped.entry(file.reason).or_default();
            rows.push((file.path, file.size));
        }
        Ok(Self {
            edges,
            skipped,
            unresolved,
            cut,
        })
    }

    fn to_json(&self, view: &View) -> serde_json::Value {
        let meta = view.meta();
        let header = &view.base().toc().header;
        let languages: Vec<_> = meta
            .languages
            .iter()
            .map(|row| {
                json!({
                    "language": row.language.name(), "support": row.support.name(), "files": row.files, "lines": row.lines,
                    "bytes": row.bytes, "symbols": row.symbols, "syntax_errors": row.syntax_errors,
                    "unresolved_calls": row.unresolved, "external_calls": row.external,
                })
            })
            .collect();
        let edges: BTreeMap<_, _> = self
            .edges
            .iter()
            .map(|(kind, count)| (kind.name(), count))
            .collect();
        let skipped: BTreeMap<_, Vec<_>> = self
            .skipped
            .iter()
            .map(|(reason, rows)| {
                (
                    reason.name(),
                    rows.iter()
                        .map(|(path, size)| json!({"path": path, "size": size}))
                        .collect(),
                )
            })
            .collect();
        let unresolved: Vec<_> = self
            .unresolved
            .iter()
            .map(|(path, calls)| json!({"path": path, "calls": calls}))
            .collect();
        let cut: Vec<_> = self
            .cut
            .iter()
            .map(|(path, calls)| json!({"path": path, "calls": calls}))
            .collect();
        let rows = |segment| {
            let rows = sections(segment);
            rows.map(|(name, length)| json!({"name": name, "bytes": length}))
                .collect::<Vec<_>>()
        };
        let mut all = json!({
            "name": meta.name, "remote": meta.remote, "commit": meta.commit, "commit_time": meta.commit_time,
            "branch": meta.branch, "root": meta.root, "tool_version": meta.tool_version, "format": format!("{}.{}", header.major, header.minor),
            "content_version": header.content_version, "identity": hex(&header.identity), "bytes": header.file_bytes,
            "sources": meta.has_sources, "languages": languages, "edges": edges, "skipped": skipped, "unresolved_calls": unresolved, "cut": cut, "sections": rows(view.base()),
        });
        if let Some(overlay) = view.overlay() {
            let header = &overlay.toc().header;
            all["overlay"] = json!({
                "identity": hex(&header.identity), "bytes": header.file_bytes, "sections": rows(overlay),
            });
        }
        all
    }

    fn print(&self, view: &View, all: bool, out: &mut dyn Write) -> io::Result<()> {
        let meta = view.meta();
        let header = &view.base().toc().header;
        for (label, value) in [
            ("repository", &meta.name),
            ("remote", &meta.remote),
            ("commit", &meta.commit),
            ("branch", &meta.branch),
            ("folder", &meta.root),
        ] {
            if !value.is_empty() {
                writeln!(out, "{label:<12}{}", plain::row(value))?;
            }
        }
        writeln!(out, "{:<12}{}", "identity", hex(&header.identity))?;
        let sources = if meta.has_sources {
            "with sources"
        } else {
            "without sources"
        };
        writeln!(
            out,
            "{:<12}{}.{}, {}, {sources}, written by Bombe {}",
            "format",
            header.major,
            header.minor,
            Bytes(header.file_bytes),
            meta.tool_version
        )?;
        let heads = [
            "files",
            "lines",
            "size",
            "symbols",
            "errors",
            "external",
            "unresolved",
        ];
        if let Some(overlay) = view.overlay() {
            let header = &overlay.toc().header;
            let identity = hex(&header.identity);
            let size = Bytes(header.file_bytes);
            writeln!(out, "{:<12}{identity}, {size}", "overlay")?;
        }
        writeln!(
            out,
            "\n{:<12}{:>8}{:>10}{:>10}{:>9}{:>8}{:>10}{:>12}",
            "language", heads[0], heads[1], heads[2], heads[3], heads[4], heads[5], heads[6]
        )?;
        for row in &meta.languages {
            let blind = if row.support == Support::Definitions {
                "  definitions only"
            } else {
                ""
            };
            writeln!(
                out,
                "{:<12}{:>8}{:>10}{:>10}{:>9}{:>8}{:>10}{:>12}{blind}",
                row.language.name(),
                row.files,
                row.lines,
                Bytes(row.bytes).to_string(),
                row.symbols,
                row.syntax_errors,
                row.external,
                row.unresolved,
            )?;
        }
        if meta.languages.is_empty() {
            writeln!(
                out,
                "no file; `bombe build` says if ignore rules leave out all of them"
            )?;
        }
        writeln!(out, "\nedges")?;
        for (kind, count) in &self.edges {
            writeln!(out, "  {:<16}{count:>9}", kind.name())?;
        }
        if !self.unresolved.is_empty() {
            writeln!(out, "\nunresolved calls")?;
            let shown = if all { usize::MAX } else { PATHS_SHOWN };
            for (path, calls) in self.unresolved.iter().take(shown) {
                writeln!(out, "  {calls:>9}  {}", plain::row(path))?;
            }
            if self.unresolved.len() > shown {
                let more = self.unresolved.len() - shown;
                writeln!(out, "  … in {more} more files: --all lists them")?;
            }
        }
        if !self.cut.is_empty() {
            writeln!(out, "\ncut at a limit on work, with calls left open")?;
            let shown = if all { usize::MAX } else { PATHS_SHOWN };
            for (path, calls) in self.cut.iter().take(shown) {
                writeln!(out, "  {calls:>9}  {}", path.escape_debug())?;
            }
            if self.cut.len() > shown {
                let more = self.cut.len() - shown;
                writeln!(out, "  … and {more} more files: --all lists them")?;
            }
        }
        if !self.skipped.is_empty() {
            writeln!(out, "\nleft out")?;
        }
        for (reason, rows) in &self.skipped {
            writeln!(out, "  {:<16}{:>9}", reason.name(), rows.len())?;
            let shown = if all { rows.len() } else { PATHS_SHOWN };
            for (path, size) in rows.iter().take(shown) {
                writeln!(out, "    {} ({})", path.escape_debug(), Bytes(*size))?;
            }
            if rows.len() > shown {
                writeln!(out, "    … {} more: --all lists them", rows.len() - shown)?;
            }
        }
        for (title, segment) in ["sections", "sections of the overlay"]
            .into_iter()
            .zip(view.segments())
        {
            writeln!(out, "\n{title}")?;
            for (name, length) in sections(segment) {
                writeln!(out, "  {name:<16}{:>12}", Bytes(length).to_string())?;
            }
        }
        Ok(())
    }
}

/// Returns the names and sizes of the sections, in the order of the file.
fn sections(segment: &Segment) -> impl Iterator<Item = (String, u64)> {
    segment.toc().entries.iter().map(|entry| {
        let name = Section::from_number(entry.number).map_or_else(
            || format!("section {}", entry.number),
            |section| section.name().to_owned(),
        );
        (name, entry.length)
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
