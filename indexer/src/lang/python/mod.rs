//! Python: statements and expressions to facts, annotations to types, packages to modules.

mod definitions;
mod entry_points;
mod expressions;
mod facts;
mod ids;
mod imports;
mod modules;
mod narrowing;
mod patterns;
mod profile;
mod statements;
mod stdlib;
mod stores;
mod types;
mod variables;

use bombe_format::kind::Language;

use super::{LanguageSupport, LowerInput};
use crate::discover::ProjectFile;
use crate::facts::Facts;
use crate::resolve::modules::{Modules, Package, Placed, is_mentioned};
use crate::resolve::profile::Profile;
use crate::resolve::repo::Repo;

/// The implementation for Python sources and stubs.
pub(super) struct Python;

impl LanguageSupport for Python {
    fn languages(&self) -> &'static [Language] {
        &[Language::Python]
    }

    fn grammar(&self, _language: Language) -> tree_sitter::Language {
        tree_sitter_python::LANGUAGE.into()
    }

    fn config(&self) -> &'static str {
        include_str!("../../../../queries/python/language.toml")
    }

    fn queries(&self) -> &'static [&'static str] {
        &[
            include_str!("../../../../queries/python/tags.scm"),
            include_str!("../../../../queries/python/locals.scm"),
            include_str!("../../../../queries/python/imports.scm"),
            include_str!("../../../../queries/python/types.scm"),
        ]
    }

    fn lower(&self, input: &LowerInput) -> Facts {
        facts::lower(input)
    }

    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        stdlib::STUBS
    }

    fn profile(&self) -> &'static Profile {
        &profile::PROFILE
    }

    fn comes_alone(&self, file: Placed, _: &[Placed], projects: &[ProjectFile]) -> bool {
        // A package begins or ends with the first, the second is looked for without being named.
        !matches!(file.stem(), "__init__" | "conftest") && !is_mentioned(file.stem(), projects)
    }

    fn modules(&self, repo: &Repo, packages: &mut Vec<Package>) -> Box<dyn Modules> {
        Box::new(modules::PythonModules::new(repo, packages))
    }
}
