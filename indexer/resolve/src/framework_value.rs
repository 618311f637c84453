//! Values that may be a framework's: what a session remembers of them.

use bombe_facts::ExprId;
use bombe_rules::file_table::SourceId;

use crate::ids::Place;

/// A value that may be a framework's.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrameworkValue {
    /// Its import path, or a member of a framework's type; empty if unknown.
    pub(crate) path: String,
    /// The prefix of what is registered on it, from the outside inward.
    pub(crate) parts: Vec<Part>,
}

/// A part of a prefix.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// Text.
    Text(String),
    /// Text that a mount may replace.
    Own(String),
    /// The prefixes at which what is here is mounted.
    Mounted(Place),
}

impl FrameworkValue {
    pub(crate) fn at(path: String) -> Self {
        Self {
            path,
            parts: Vec::new(),
        }
    }

    /// Puts the call that makes the value before the parts, unless it is made elsewhere.
    pub(crate) fn made_by(self, file: SourceId, call: ExprId) -> Self {
        let mut parts = self.parts.iter();
        if self.path.is_empty() || parts.any(|part| matches!(part, Part::Mounted(_))) {
            return self;
        }
        self.within(Place::Call(file, call))
    }

    /// Returns the places at its start.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.parts.iter().map_while(|part| match part {
            Part::Mounted(place) => Some(*place),
            _ => None,
        })
    }

    /// Puts a place before the parts, unless it is there.
    pub(crate) fn within(mut self, place: Place) -> Self {
        let part = Part::Mounted(place);
        if !self.parts.contains(&part) {
            self.parts.insert(0, part);
        }
        self
    }
}
