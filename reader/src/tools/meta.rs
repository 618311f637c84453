//! The provenance of an answer: which snapshot it comes from, and how far it can be trusted.

use std::collections::BTreeSet;
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use crate::limits::Limits;
use crate::plain;
use crate::query::Result;
use crate::snapshot::Snapshot;

/// The provenance of an answer.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Meta {
    /// The repository.
    pub repo: String,
    /// The first 16 hexadecimal digits of the snapshot's identity.
    pub snapshot: String,
    /// The first 12 digits of the commit that was indexed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub commit: String,
    /// Number of overlays over the base: 0 or 1.
    pub overlays: u32,
    /// `overlay` if an overlay is applied, otherwise `local`.
    pub source: &'static str,
    /// Lowest and highest confidence of the edges used, 0-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<f64>")]
    pub confidence: Option<[f64; 2]>,
    /// Files of this answer that have changed in the work tree since the snapshot was written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale_files: Vec<String>,
    /// True if the answer is cut or partial.
    pub truncated: bool,
    /// Cursor for the next part, if a list was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub next_cursor: Option<String>,
    /// How to get the rest, if something else was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub rest: Option<String>,
    /// Set if the snapshot belongs to another tree than the caller's, or lacks its overlay.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub notice: Option<String>,
    /// Time taken in milliseconds.
    pub elapsed_ms: f64,
}

/// Collects a [`Meta`] while an answer is assembled.
pub struct MetaBuilder {
    start: Instant,
    confidence: Option<(u8, u8)>,
    paths: BTreeSet<String>,
}

impl MetaBuilder {
    /// Starts the clock.
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
            confidence: None,
            paths: BTreeSet::new(),
        }
    }

    /// Notes the confidence of an edge that the answer uses, in percent.
    pub fn edge(&mut self, confidence: u8) {
        let (low, high) = self.confidence.unwrap_or((confidence, confidence));
        self.confidence = Some((low.min(confidence), high.max(confidence)));
    }

    /// Notes a file that the answer shows.
    pub fn path(&mut self, path: &str) {
        if self.paths.len() < 200 {
            self.paths.insert(path.to_owned());
        }
    }

    /// Returns the finished provenance.
    ///
    /// # Errors
    /// Fails if the snapshot is damaged.
    pub fn finish(self, snapshot: &Snapshot, limits: &Limits, truncated: bool) -> Result<Meta> {
        let meta = snapshot.view.meta();
        let has_overlay = snapshot.view.overlay().is_some();
        Ok(Meta {
            repo: snapshot.name(),
            snapshot: snapshot.view.short_identity(),
            commit: meta.commit.chars().take(12).collect(),
            overlays: u32::from(has_overlay),
            source: if has_overlay { "overlay" } else { "local" },
            confidence: self
                .confidence
                .map(|(low, high)| [f64::from(low) / 100.0, f64::from(high) / 100.0]),
            stale_files: snapshot.stale_among(self.paths.iter().map(String::as_str), limits)?,
            truncated: truncated || limits.was_hit(),
            next_cursor: None,
            rest: None,
            notice: snapshot.notice.clone(),
            elapsed_ms: (self.start.elapsed().as_secs_f64() * 100_000.0).round() / 100.0,
        })
    }
}

impl Meta {
    /// Sets how to get the rest, if something was cut.
    #[must_use]
    pub fn with_rest(mut self, rest: impl FnOnce() -> String) -> Self {
        if self.truncated {
            self.rest = Some(rest());
        }
        self
    }

    /// Returns the line that ends a text answer; empty if there is nothing to note.
    pub fn text(&self) -> String {
        let mut notes = Vec::new();
        if !self.stale_files.is_empty() {
            notes.push(format!(
                "changed since the snapshot: {}",
                self.stale_files.join(", ")
            ));
        }
        if let Some(cursor) = &self.next_cursor {
            notes.push(format!("more: cursor={cursor}"));
        } else if let Some(rest) = &self.rest {
            notes.push(rest.clone());
        } else if self.truncated {
            notes.push("partial: a limit was hit".to_owned());
        }
        if notes.is_empty() {
            String::new()
        } else {
            plain::row(&format!("\n[{}]", notes.join("; ")))
        }
    }
}
