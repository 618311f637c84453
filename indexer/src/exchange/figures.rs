//! The history of figures about published snapshots: a line for each, as text or as a picture.

use std::fmt::Write as _;

use bombe_share::digest::Digest;
use bombe_share::layout::SCHEMA;
use bombe_share::manifest::{Manifest, Role};
use serde::{Deserialize, Serialize};

/// Figures about a published snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Version of the line.
    pub schema: u32,
    /// The branch.
    pub branch: String,
    /// The commit.
    pub commit: String,
    /// When that was made, in seconds since 1970.
    pub commit_time: i64,
    /// When the snapshot was published, in seconds since 1970.
    pub published: u64,
    /// Its number in the lineage of its branch.
    pub sequence: u64,
    /// The digest of its manifest, which is signed.
    pub manifest: Digest,
    /// The version of the program that made it.
    pub version: String,
    /// Indexed files.
    pub files: u64,
    /// Bytes of these.
    pub source_bytes: u64,
    /// Files that were left out.
    pub skipped: u64,
    /// Symbols.
    pub symbols: u64,
    /// Edges.
    pub edges: u64,
    /// Calls that were not resolved.
    pub unresolved: u64,
    /// Bytes of base and overlay.
    pub snapshot_bytes: u64,
    /// Bytes that somebody fetches who has nothing.
    pub packed_bytes: u64,
    /// Instructions that the build has taken, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
}

impl Figures {
    /// Returns the figures about a published snapshot.
    pub fn of(manifest: &Manifest, digest: Digest, instructions: Option<u64>) -> Self {
        let counts = &manifest.counts;
        let is_segment = |role| matches!(role, Role::Base | Role::Overlay);
        let segments = manifest.parts.iter().filter(|part| is_segment(part.role));
        Self {
            schema: SCHEMA,
            branch: manifest.branch.clone(),
            commit: manifest.commit.clone(),
            commit_time: manifest.commit_time,
            published: manifest.published,
            sequence: manifest.lineage.sequence,
            manifest: digest,
            version: manifest.tool.version.clone(),
            files: counts.files,
            source_bytes: counts.source_bytes,
            skipped: counts.skipped,
            symbols: counts.symbols,
            edges: counts.edges,
            unresolved: counts.unresolved,
            snapshot_bytes: segments.map(|part| part.bytes).sum(),
            packed_bytes: manifest.packed_bytes(|role| role != Role::Files),
            instructions,
        }
    }

    /// Returns the line that says this.
    ///
    /// # Panics
    /// Never: what it holds can always be written.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("figures hold nothing that JSON cannot say")
    }

    /// Reads lines; those that make no sense are left out. Returns the number of these, too.
    pub fn parse(lines: &[String]) -> (Vec<Self>, usize) {
        let read = |line: &String| serde_json::from_str::<Self>(line).ok();
        let read: Vec<Self> = lines.iter().filter_map(read).collect();
        let others = lines.len() - read.len();
        (read, others)
    }

    /// Percentage of calls that were not resolved, among these and the edges.
    fn unresolved_percent(&self) -> f64 {
        percent(self.unresolved, self.edges)
    }

    fn skipped_percent(&self) -> f64 {
        percent(self.skipped, self.files)
    }

    fn megabytes(&self) -> f64 {
        self.snapshot_bytes as f64 / 1e6
    }
}

fn percent(part: u64, rest: u64) -> f64 {
    100.0 * part as f64 / (part + rest).max(1) as f64
}

/// A figure that is drawn.
type Series = (&'static str, fn(&Figures) -> Option<f64>);

/// What a picture shows, from top to bottom.
const SERIES: [Series; 7] = [
    ("files", |it| Some(it.files as f64)),
    ("symbols", |it| Some(it.symbols as f64)),
    ("edges", |it| Some(it.edges as f64)),
    ("files left out, %", |it| Some(it.skipped_percent())),
    ("calls not resolved, %", |it| Some(it.unresolved_percent())),
    ("snapshot, MB", |it| Some(it.megabytes())),
    ("instructions of the build, billions", |it| {
        it.instructions.map(|it| it as f64 / 1e9)
    }),
];

/// Returns a table of snapshots, and what has changed between the last two.
pub fn table(figures: &[Figures]) -> String {
    let mut text = format!(
        "{:<12} {:>8} {:>9} {:>9} {:>9} {:>11} {:>9} {:>13}\n",
        "commit", "files", "symbols", "edges", "left out", "unresolved", "MB", "instructions"
    );
    for it in figures {
        let commit: String = it.commit.chars().take(12).collect();
        let instructions = it
            .instructions
            .map_or_else(|| "-".to_owned(), |it| format!("{it}"));
        let _ = writeln!(
            text,
            "{commit:<12} {:>8} {:>9} {:>9} {:>8.1}% {:>10.1}% {:>9.1} {instructions:>13}",
            it.files,
            it.symbols,
            it.edges,
            it.skipped_percent(),
            it.unresolved_percent(),
            it.megabytes(),
        );
    }
    if let [.., before, last] = figures {
        let mut changes = Vec::new();
        for (name, value) in SERIES {
            if let (Some(was), Some(is)) = (value(before), value(last))
                && shown(was) != shown(is)
            {
                changes.push(format!("{name} {} → {}", shown(was), shown(is)));
            }
        }
        let changes = match changes[..] {
            [] => "nothing".to_owned(),
            _ => changes.join(", "),
        };
        let _ = writeln!(text, "The last has changed: {changes}.");
    }
    text
}

/// Returns a number as people read it.
fn shown(number: f64) -> String {
    if number.fract() == 0.0 {
        format!("{number}")
    } else {
        format!("{number:.2}")
    }
}

const WIDTH: f64 = 720.0;
const ROW: f64 = 90.0;
const LEFT: f64 = 200.0;
const RIGHT: f64 = 90.0;

/// Returns a picture (SVG) of what the table shows: a line for each figure.
pub fn picture(title: &str, figures: &[Figures]) -> String {
    let is_known = |(_, value): &&Series| figures.iter().any(|it| value(it).is_some());
    let known: Vec<&Series> = SERIES.iter().filter(is_known).collect();
    let height = 40.0 + ROW * known.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\"10\" y=\"22\" font-size=\"15\">{}</text>\n",
        escaped(title)
    );
    for (row, (name, value)) in known.into_iter().enumerate() {
        let top = 40.0 + ROW * row as f64;
        let points: Vec<(usize, f64)> = figures
            .iter()
            .enumerate()
            .filter_map(|(at, it)| Some((at, value(it)?)))
            .collect();
        let values = || points.iter().map(|(_, value)| *value);
        let least = values().fold(f64::INFINITY, f64::min);
        let most = values().fold(f64::NEG_INFINITY, f64::max);
        let span = if most > least { most - least } else { 1.0 };
        let step = (WIDTH - LEFT - RIGHT) / figures.len().saturating_sub(1).max(1) as f64;
        let place = |(at, value): &(usize, f64)| {
            let x = LEFT + step * *at as f64;
            let y = top + 60.0 - 50.0 * (value - least) / span;
            format!("{x:.1},{y:.1}")
        };
        let line: Vec<String> = points.iter().map(place).collect();
        let (last, low, high) = (
            points.last().map_or(0.0, |it| it.1),
            shown(least),
            shown(most),
        );
        let (middle, base) = (top + 35.0, top + 60.0);
        let _ = write!(
            svg,
            "<text x=\"10\" y=\"{middle}\">{}</text>\n<text x=\"10\" y=\"{}\" fill=\"#777\">{low} to {high}</text>\n<line x1=\"{LEFT}\" y1=\"{base}\" x2=\"{}\" y2=\"{base}\" stroke=\"#ddd\"/>\n<polyline points=\"{}\" fill=\"none\" stroke=\"#2563eb\" stroke-width=\"1.5\"/>\n<text x=\"{}\" y=\"{middle}\">{}</text>\n",
            escaped(name),
            top + 52.0,
            WIDTH - RIGHT,
            line.join(" "),
            WIDTH - RIGHT + 8.0,
            shown(last),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns text as XML has it.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            it if it.is_control() => out.push(' '),
            it => out.push(it),
        }
    }
    out
}
