//! Names of what is outside a repository: how a language writes the module, the type and the member that a use names.

use bombe_format::kind::Ecosystem;
use serde::{Deserialize, Serialize};

/// The name of something outside the repository, as a snapshot holds it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExternalName {
    /// Where its package comes from.
    #[serde(with = "bombe_facts::numbers")]
    pub ecosystem: Ecosystem,
    /// The module, package or crate that code names to reach it; empty for what every file sees.
    pub module: String,
    /// It belongs to the language's own library, or to the platform that runs it.
    pub is_standard: bool,
    /// The names inside the module, as the language writes them; empty for the module itself.
    pub path: String,
}

/// A use of something outside, before a language has written it.
#[derive(Clone, Copy, Debug)]
pub struct OutsideName<'n> {
    /// The module, as an import or a stub file names it.
    pub module: &'n str,
    /// The names that follow, from the outermost inward. Never empty parts.
    pub parts: &'n [&'n str],
    /// The number of parts that are known to be types.
    pub types: usize,
    /// The number of parts that are called before the rest is reached: `get().json` has one.
    pub called: Option<usize>,
}

impl OutsideName<'_> {
    /// Returns the parts joined by a separator, with `()` behind a part that is called.
    pub fn joined(&self, separator: &str) -> String {
        self.joined_with(|_| separator)
    }

    /// Returns the parts joined, with the separator that `before` returns for each part but the first.
    pub fn joined_with<'s>(&self, before: impl Fn(usize) -> &'s str) -> String {
        let mut text = String::new();
        for (at, part) in self.parts.iter().enumerate() {
            if at > 0 {
                text.push_str(before(at));
            }
            text.push_str(part);
            if self.called == Some(at + 1) {
                text.push_str("()");
            }
        }
        text
    }
}

/// How a language writes names of what is outside.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// What joins the parts of a module that an import names.
    pub separator: &'static str,
    /// Whether a name of capitalised words that is called is a class by convention (Python).
    pub capitals_construct: bool,
    /// Whether a method belongs to the type that it is called on, as compilers of the language and its users name it, or to
    /// the type that declares it.
    pub by_receiver: bool,
    /// Whether the default export of a module counts as the module itself (JavaScript).
    pub default_is_module: bool,
    /// Whether the result of a call outside that has no declared type, and an attribute of an instance outside, belong to the
    /// package that they are reached through, and so has what is called on them a name. Libraries of JavaScript chain calls of
    /// their own (`expect().toBe`); those of Python and Rust mostly yield types of the language's own library.
    pub results_are_own: bool,
}

impl Outside {
    /// A language whose names of what is outside are not known.
    pub const NONE: Self = Self {
        separator: ".",
        capitals_construct: false,
        by_receiver: false,
        default_is_module: false,
        results_are_own: true,
    };
}
