//! Rust: crates, modules and use trees; structs, enums, traits and impl blocks; expressions, patterns and macro arguments.

mod attributes;
mod builtins;
mod expressions;
mod facts;
mod items;
mod macros;
mod modules;
mod patterns;
mod profile;
mod types;
mod uses;

use bombe_format::kind::Language;

use super::{LanguageSupport, LowerInput};
use crate::discover::ProjectFile;
use crate::facts::Facts;
use crate::resolve::modules::{Modules, Package, Placed, is_mentioned};
use crate::resolve::profile::Profile;
use crate::resolve::repo::Repo;

/// The implementation for Rust files.
pub(super) struct Rust;

impl LanguageSupport for Rust {
    fn languages(&self) -> &'static [Language] {
        &[Language::Rust]
    }

    fn grammar(&self, _language: Language) -> tree_sitter::Language {
        tree_sitter_rust::LANGUAGE.into()
    }

    fn config(&self) -> &'static str {
        include_str!("../../../../queries/rust/language.toml")
    }

    fn queries(&self) -> &'static [&'static str] {
        &[
            include_str!("../../../../queries/rust/tags.scm"),
            include_str!("../../../../queries/rust/imports.scm"),
            include_str!("../../../../queries/rust/locals.scm"),
            include_str!("../../../../queries/rust/types.scm"),
        ]
    }

    fn lower(&self, input: &LowerInput) -> Facts {
        facts::lower(input)
    }

    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        builtins::FILES
    }

    fn profile(&self) -> &'static Profile {
        &profile::PROFILE
    }

    fn comes_alone(&self, file: Placed, _: &[Placed], projects: &[ProjectFile]) -> bool {
        let is_root = matches!(file.stem(), "mod" | "lib" | "main" | "build");
        !is_root && file.outline.child_modules().is_empty() && !is_mentioned(file.stem(), projects)
    }

    fn modules(&self, repo: &Repo, packages: &mut Vec<Package>) -> Box<dyn Modules> {
        Box::new(modules::RustModules::new(repo, packages))
    }
}
