//! The languages: one folder and one line of [`REGISTRY`] each. Nothing outside its folder and `queries/` knows a
//! language.
//!
//! A language has two independent halves: a [`FrontEnd`], which turns the text of one file into facts, and
//! [`LanguageRules`], which the resolver takes. [`parse`] runs front ends.

pub mod build;
pub mod config;
mod cpp;
pub mod frameworks;
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

/// Turns the text of one file into facts.
pub trait FrontEnd: Sync + Send {
    /// Returns how complete the index of these languages is.
    fn support(&self) -> Support {
        Support::Full
    }

    /// Returns the text of `queries/<lang>/language.toml`: see [`config::LanguageConfig`].
    fn config(&self) -> &'static str;

    /// Returns what reads the files of these languages.
    fn syntax(&self) -> Syntax;

    /// Returns stub declarations of the built-in types and of the standard library, in the language itself, as (path,
    /// text). They are lowered like any file, and their definitions are external. Paths start with `<`.
    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// What reads the files of a language.
#[derive(Clone, Copy)]
pub enum Syntax {
    /// A tree-sitter grammar, and the lowering of its trees.
    Tree(&'static dyn TreeSyntax),
    /// A function from path and text to facts, for a language that another library reads.
    Text(fn(path: &str, source: &str) -> Facts),
}

impl Syntax {
    /// Returns the grammar and the lowering, if the language has them.
    pub fn tree(self) -> Option<&'static dyn TreeSyntax> {
        match self {
            Self::Tree(tree) => Some(tree),
            Self::Text(_) => None,
        }
    }
}

/// A tree-sitter grammar, and the lowering of its trees to facts.
///
/// A dialect (TSX, JSX) shares the lowering of its parent and has a grammar of its own.
pub trait TreeSyntax: Sync + Send {
    /// Returns the grammar of one of the languages.
    fn grammar(&self, language: Language) -> tree_sitter::Language;

    /// Returns the texts of `queries/<lang>/*.scm`. A later text overrides an earlier one.
    fn queries(&self) -> &'static [&'static str];

    /// Returns the text to parse in place of the source, or `None` if the grammar can read the source as it is. The
    /// masked text has the same length and the same lines; macros that only a compiler can expand are blanked.
    fn masked(&self, source: &str) -> Option<String> {
        let _ = source;
        None
    }

    /// Returns a better tree of a text than one that has lost declarations in an error, or `None`. `parse` returns the tree
    /// of a text. The better tree has the positions of the text, and leaves out what it cannot be parsed with.
    fn mended(
        &self,
        source: &str,
        tree: &tree_sitter::Tree,
        parse: &mut dyn FnMut(&str) -> Option<tree_sitter::Tree>,
    ) -> Option<Mended> {
        let _ = (source, tree, parse);
        None
    }

    /// Lowers the tree of one file to facts. Never fails: a construct that it cannot read becomes a complaint.
    fn lower(&self, input: &LowerInput) -> Facts;
}

/// A tree that leaves parts of its text out; see [`TreeSyntax::mended`].
pub struct Mended {
    /// The tree.
    pub tree: tree_sitter::Tree,
    /// The byte ranges that it leaves out, other than conditions of the preprocessor.
    pub left_out: Vec<(usize, usize)>,
}

/// Both halves of a language.
pub trait LanguageSupport: FrontEnd + LanguageRules {}

impl<T: FrontEnd + LanguageRules> LanguageSupport for T {}

/// The input of a lowering.
pub struct LowerInput<'a> {
    /// The tree of the whole file.
    pub tree: &'a tree_sitter::Tree,
    /// The text: valid UTF-8 without a byte order mark.
    pub source: &'a str,
    /// Path relative to the root, `/`-separated.
    pub path: &'a str,
    /// The language or dialect.
    pub language: Language,
    /// The roles of the node kinds of the language's grammar.
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

/// Returns the implementation of a language or dialect. Takes constant time: every file asks several times.
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

/// Returns the rules of a language or dialect. Takes constant time.
pub fn rules_for(language: Language) -> Option<&'static dyn LanguageRules> {
    support_for(language).map(|support| support as &dyn LanguageRules)
}
