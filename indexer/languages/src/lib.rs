//! The languages: one folder each, one line each in [`REGISTRY`], and nothing about any of them elsewhere.
//!
//! A language has two halves that know nothing of each other: a [`FrontEnd`], which turns the text of one file into
//! facts, and [`LanguageRules`], which the resolver takes. [`parse`] runs front ends.

pub mod build;
pub mod config;
mod cpp;
mod generated;
mod go;
mod grammar;
mod java;
mod markdown;
pub mod parse;
mod paths;
mod python;
mod rust;
mod typescript;

#[cfg(test)]
mod interface_tests;
#[cfg(test)]
mod stub_tests;
#[cfg(test)]
mod summary_tests;

use std::sync::LazyLock;

use bombe_facts::Facts;
use bombe_format::kind::{Language, Support};
use bombe_rules::LanguageRules;

use parse::roles::Roles;

/// How the text of one file becomes facts.
///
/// A dialect (TSX, JSX) shares the front end of its parent and differs by grammar.
pub trait FrontEnd: Sync + Send {
    /// How complete the index is for its languages.
    fn support(&self) -> Support {
        Support::Full
    }

    /// The grammar of one of its languages.
    fn grammar(&self, language: Language) -> tree_sitter::Language;

    /// The text of `queries/<lang>/language.toml`: see [`config::LanguageConfig`].
    fn config(&self) -> &'static str;

    /// The query files, in order: later ones override. The texts of `queries/<lang>/*.scm`.
    fn queries(&self) -> &'static [&'static str];

    /// The text to parse in place of the source, if the grammar cannot read the source as it is: the same length and
    /// the same lines, with macros that only a compiler can expand blanked.
    fn masked(&self, source: &str) -> Option<String> {
        let _ = source;
        None
    }

    /// Lowers the tree of one file to facts. Never fails: a construct that it cannot read becomes a complaint.
    fn lower(&self, input: &LowerInput) -> Facts;

    /// Declarations of the language's own types and of its standard library, as source texts in the language itself:
    /// (path, text). They are lowered like any file; what they define is external. Paths start with `<`.
    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// Both halves of a language.
pub trait LanguageSupport: FrontEnd + LanguageRules {}

impl<T: FrontEnd + LanguageRules> LanguageSupport for T {}

/// What a lowering gets.
pub struct LowerInput<'a> {
    /// The tree of the whole file.
    pub tree: &'a tree_sitter::Tree,
    /// The text, valid UTF-8, no BOM.
    pub source: &'a str,
    /// Path relative to the root, `/`-separated.
    pub path: &'a str,
    /// The language or dialect.
    pub language: Language,
    /// Node kinds to roles, for the grammar of `language`.
    pub roles: &'a Roles,
}

/// Every language, in no particular order.
pub static REGISTRY: &[&dyn LanguageSupport] = &[
    &cpp::Cpp,
    &go::Go,
    &java::Java,
    &markdown::Markdown,
    &python::Python,
    &rust::Rust,
    &typescript::TypeScript,
];

/// The implementation that reads a language or dialect. Constant time: it is asked for each file, and more than once.
pub fn support_for(language: Language) -> Option<&'static dyn LanguageSupport> {
    static BY_LANGUAGE: LazyLock<Vec<Option<&'static dyn LanguageSupport>>> = LazyLock::new(|| {
        let mut by_language = vec![None; usize::from(u8::MAX) + 1];
        for support in REGISTRY {
            for language in support.languages() {
                by_language[*language as usize] = Some(*support);
            }
        }
        by_language
    });
    BY_LANGUAGE[language as usize]
}

/// Returns the rules of a language or dialect, for the resolver. Constant time.
pub fn rules_for(language: Language) -> Option<&'static dyn LanguageRules> {
    support_for(language).map(|support| support as &dyn LanguageRules)
}
