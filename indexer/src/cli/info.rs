//! `bombe-build info`: what is in a snapshot, and what is not.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use bombe_format::column::meta::{MetaLayout, MetaView};
use bombe_format::column::rows::SkippedLayout;
use bombe_format::error::Corrupt;
use bombe_format::ids::StringId;
use bombe_format::kind::{EdgeKind, Language, SkipReason, Support};
use bombe_format::section::Section;
use clap::Args;
use serde_json::json;

use super::{Outcome, snapshot};
use crate::export;
use crate::loaded::{Loaded, Segment, Texts};
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
    let (path, loaded) = snapshot::load(arguments.snapshot.as_deref())?;
    let info = Info::read(&loaded)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &info.to_json(&loaded))?;
        writeln!(out)?;
    } else {
        writeln!(out, "{}", path.display())?;
        info.print(&loaded, arguments.all, &mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// One language's row.
struct LanguageRow {
    language: Language,
    support: Support,
    files: u32,
    lines: u64,
    bytes: u64,
    symbols: u32,
    syntax_errors: u32,
    unresolved: u32,
    external: u32,
}

struct Info {
    /// Name, remote, commit, branch, root, tool version.
    texts: [String; 6],
    commit_time: i64,
    has_sources: bool,
    languages: Vec<LanguageRow>,
    edges: BTreeMap<EdgeKind, u32>,
    skipped: BTreeMap<SkipReason, Vec<(String, u64)>>,
    /// Files with unresolved calls and their number, most first.
    unresolved: Vec<(String, usize)>,
}

impl Info {
    fn read(loaded: &Loaded) -> Result<Self, Corrupt> {
        let bytes = loaded.top().section(Section::Meta)?;
        let layout = MetaLayout::open(bytes)?;
        let meta = layout.view(bytes);
        let texts = meta.texts()?.map(str::to_owned);
        Ok(Self {
            texts,
            commit_time: meta.number(0) as i64,
            has_sources: meta.number(1) == 1,
            languages: languages(meta),
            edges: export::edges_by_kind(loaded)?,
            skipped: skipped(loaded.skipping())?,
            unresolved: export::unresolved_by_file(loaded)?,
        })
    }

    fn to_json(&self, loaded: &Loaded) -> serde_json::Value {
        let [name, remote, commit, branch, root, version] = &self.texts;
        let header = &loaded.base().toc().header;
        let languages: Vec<_> = self
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
        let rows = |segment| {
            let rows = sections(segment);
            rows.map(|(name, length)| json!({"name": name, "bytes": length}))
                .collect::<Vec<_>>()
        };
        let mut all = json!({
            "name": name, "remote": remote, "commit": commit, "commit_time": self.commit_time, "branch": branch, "root": root,
            "tool_version": version, "format": format!("{}.{}", header.major, header.minor),
            "content_version": header.content_version, "identity": hex(&header.identity), "bytes": header.file_bytes,
            "sources": self.has_sources, "languages": languages, "edges": edges, "skipped": skipped, "unresolved_calls": unresolved, "sections": rows(loaded.base()),
        });
        if let Some(overlay) = loaded.overlay() {
            let header = &overlay.toc().header;
            all["overlay"] = json!({
                "identity": hex(&header.identity), "bytes": header.file_bytes, "sections": rows(overlay),
            });
        }
        all
    }

    fn print(&self, loaded: &Loaded, all: bool, out: &mut dyn Write) -> io::Result<()> {
        let [name, remote, commit, branch, root, version] = &self.texts;
        let header = &loaded.base().toc().header;
        for (label, value) in [
            ("repository", name),
            ("remote", remote),
            ("commit", commit),
            ("branch", branch),
            ("folder", root),
        ] {
            if !value.is_empty() {
                writeln!(out, "{label:<12}{value}")?;
            }
        }
        writeln!(out, "{:<12}{}", "identity", hex(&header.identity))?;
        let sources = if self.has_sources {
            "with sources"
        } else {
            "without sources"
        };
        writeln!(
            out,
            "{:<12}{}.{}, {}, {sources}, written by bombe-build {version}",
            "format",
            header.major,
            header.minor,
            Bytes(header.file_bytes)
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
        if let Some(overlay) = loaded.overlay() {
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
        for row in &self.languages {
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
        writeln!(out, "\nedges")?;
        for (kind, count) in &self.edges {
            writeln!(out, "  {:<16}{count:>9}", kind.name())?;
        }
        if !self.unresolved.is_empty() {
            writeln!(out, "\nunresolved calls")?;
            let shown = if all { usize::MAX } else { PATHS_SHOWN };
            for (path, calls) in self.unresolved.iter().take(shown) {
                writeln!(out, "  {calls:>9}  {path}")?;
            }
            if self.unresolved.len() > shown {
                let more = self.unresolved.len() - shown;
                writeln!(out, "  … in {more} more files: --all lists them")?;
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
            .zip(loaded.segments())
        {
            writeln!(out, "\n{title}")?;
            for (name, length) in sections(segment) {
                writeln!(out, "  {name:<16}{:>12}", Bytes(length).to_string())?;
            }
        }
        Ok(())
    }
}

fn languages(meta: MetaView<'_>) -> Vec<LanguageRow> {
    let MetaLayout {
        language,
        support,
        files,
        symbols,
        syntax_errors,
        unresolved,
        external,
        lines,
        bytes,
        ..
    } = *meta.layout;
    let at = meta.bytes;
    (0..language.len())
        .map(|row| LanguageRow {
            language: Language::from_u8(language.at_row(at, row)).unwrap_or(Language::Unknown),
            support: Support::from_u8(support.at_row(at, row)).unwrap_or(Support::Definitions),
            files: files.at_row(at, row),
            lines: lines.at_row(at, row),
            bytes: bytes.at_row(at, row),
            symbols: symbols.at_row(at, row),
            syntax_errors: syntax_errors.at_row(at, row),
            unresolved: unresolved.at_row(at, row),
            external: external.at_row(at, row),
        })
        .collect()
}

fn skipped(segment: &Segment) -> Result<BTreeMap<SkipReason, Vec<(String, u64)>>, Corrupt> {
    let bytes = segment.section(Section::Skipped)?;
    let layout = SkippedLayout::open(bytes)?;
    let strings = Texts::open(segment)?;
    let mut rows: BTreeMap<SkipReason, Vec<(String, u64)>> = BTreeMap::new();
    for row in 0..layout.path.len() {
        let reason =
            SkipReason::from_u8(layout.reason.at_row(bytes, row)).unwrap_or(SkipReason::Excluded);
        let path = strings.get(StringId(layout.path.at_row(bytes, row)))?;
        rows.entry(reason)
            .or_default()
            .push((path.to_owned(), layout.size.at_row(bytes, row)));
    }
    Ok(rows)
}

/// Names and sizes of the sections, in the order of the file.
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
