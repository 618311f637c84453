//! The languages: one folder each, one line each in [`REGISTRY`], and nothing about any of them elsewhere.

pub mod config;
mod cpp;
mod go;
mod java;
mod markdown;
mod python;
mod rust;
mod typescript;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use bombe_format::kind::{Language, Support};

use crate::discover::ProjectFile;
use crate::facts::Facts;
use crate::parse::roles::Roles;
use crate::resolve::modules::{Modules, NoModules, Package, Placed};
use crate::resolve::profile::Profile;
use crate::resolve::repo::Repo;

/// How one language is read and understood.
///
/// A dialect (TSX, JSX) shares the implementation of its parent and differs by grammar.
pub trait LanguageSupport: Sync + Send {
    /// The languages that this implementation reads: the parent first.
    fn languages(&self) -> &'static [Language];

    /// How complete the index is for it.
    fn support(&self) -> Support {
        Support::Full
    }

    /// The grammar of one of its languages.
    fn grammar(&self, language: Language) -> tree_sitter::Language;

    /// The text of `queries/<lang>/language.toml`: see [`config::LanguageConfig`].
    fn config(&self) -> &'static str;

    /// The query files, in order: later ones override. The texts of `queries/<lang>/*.scm`.
    fn queries(&self) -> &'static [&'static str];

    /// The text to parse in place of the source, if the grammar cannot read that as it is: the same length and the same
    /// lines, with what is in the way blanked (macros that only a compiler can expand).
    fn masked(&self, source: &str) -> Option<String> {
        let _ = source;
        None
    }

    /// Reads the facts of one file from its tree. Never fails: what cannot be read becomes a complaint.
    fn lower(&self, input: &LowerInput) -> Facts;

    /// Declarations of the language's own types and of its standard library, as source texts in the language itself:
    /// (path, text). They are lowered like any file; what is defined there is external. Paths start with `<`.
    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// How names, members and built-in types work.
    fn profile(&self) -> &'static Profile {
        &Profile::DEFINITIONS
    }

    /// True if the outermost names of a file may be those of a package, which other files see without importing them.
    fn shares_names(&self, facts: &Facts) -> bool {
        let _ = facts;
        false
    }

    /// True if these are also what the file imports there.
    fn shares_imports(&self) -> bool {
        false
    }

    /// True if nothing but names tells that a file has come or gone: names that packages of other files hold, and the parts
    /// of paths of imports that are equal to its name up to the first dot or to that of a new folder. `others` are the files
    /// of this implementation that stay.
    fn comes_alone(&self, file: Placed, others: &[Placed], projects: &[ProjectFile]) -> bool {
        let _ = (file, others, projects);
        false
    }

    /// Makes the module finder for the files of this language (see [`Repo::language`]); packages are appended to
    /// `packages` and referred to by their position there. What it needs of every file it takes from the outlines: to look
    /// at facts means to fetch them.
    fn modules(&self, repo: &Repo, packages: &mut Vec<Package>) -> Box<dyn Modules> {
        let _ = (repo, packages);
        Box::new(NoModules)
    }
}

/// True if a stub file in `language` is of use to files in `languages`.
pub fn is_stub_wanted(language: Language, languages: &BTreeSet<Language>) -> bool {
    let support = support_for(language);
    support.is_some_and(|support| {
        support
            .languages()
            .iter()
            .any(|own| languages.contains(own))
    })
}

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
