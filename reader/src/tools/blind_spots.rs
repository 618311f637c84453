//! What the index cannot see: unresolved calls, files that are not indexed, languages without calls.

use bombe_format::kind::{Language, SkipReason, Support};
use schemars::JsonSchema;
use serde::Serialize;

use crate::limits::Limits;
use crate::plain;
use crate::query::Result;
use crate::view::View;

/// What the index cannot see of the callers of a name.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct BlindSpots {
    /// Number of unresolved call sites of the same name, which may or may not call this symbol.
    pub unresolved_same_name: usize,
    /// Files with such call sites, at most 10.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unresolved_files: Vec<String>,
    /// Number of source files that are not in the index, because they are skipped or unreadable.
    pub skipped_files: usize,
    /// Languages whose calls are not indexed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub definitions_only: Vec<&'static str>,
}

impl BlindSpots {
    /// Returns the blind spots of one name.
    pub fn about(view: &View, name: &str, limits: &Limits) -> Result<Self> {
        Self::about_all(view, &[name], limits)
    }

    /// Returns the blind spots of several distinct names together.
    pub fn about_all(view: &View, names: &[&str], limits: &Limits) -> Result<Self> {
        let mut sites = Vec::new();
        for name in names {
            sites.extend(view.unresolved_named(name, limits)?);
        }
        let mut files = Vec::new();
        for site in &sites {
            if files.len() >= 10 || limits.is_over() {
                break;
            }
            let path = view.symbol(site.source)?.file()?.path()?;
            if files.iter().all(|file| file != path) {
                files.push(path.to_owned());
            }
        }
        let skipped = view
            .skipped(limits)?
            .iter()
            .filter(|row| {
                !matches!(
                    row.reason,
                    SkipReason::UnknownLanguage | SkipReason::Binary | SkipReason::Excluded
                )
            })
            .count();
        let definitions_only = view
            .meta()
            .languages
            .iter()
            .filter(|row| row.support == Support::Definitions && row.language != Language::Markdown)
            .map(|row| row.language.name())
            .collect();
        Ok(Self {
            unresolved_same_name: sites.len(),
            unresolved_files: files,
            skipped_files: skipped,
            definitions_only,
        })
    }

    /// Returns a line that lists the blind spots; empty if there are none.
    pub fn text(&self) -> String {
        let mut notes = Vec::new();
        if self.unresolved_same_name > 0 {
            notes.push(format!(
                "{} unresolved call sites of this name may call it (in {})",
                self.unresolved_same_name,
                self.unresolved_files.join(", ")
            ));
        }
        if self.skipped_files > 0 {
            notes.push(format!(
                "{} source files are not indexed",
                self.skipped_files
            ));
        }
        if !self.definitions_only.is_empty() {
            notes.push(format!(
                "calls are not indexed in {}",
                self.definitions_only.join(", ")
            ));
        }
        if notes.is_empty() {
            String::new()
        } else {
            plain::row(&format!("\nNot seen: {}.", notes.join("; ")))
        }
    }
}
