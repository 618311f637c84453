//! Java: one class-based language of declared types, overloads and packages; standard library as stub sources.

mod annotations;
mod builtins;
mod declarations;
mod expressions;
mod facts;
mod grammar;
mod lombok;
mod modules;
mod patterns;
mod profile;
mod statements;
mod types;

use bombe_format::kind::Language;

use super::{LanguageSupport, LowerInput};
use crate::discover::ProjectFile;
use crate::facts::Facts;
use crate::resolve::modules::{Modules, Package, Placed};
use crate::resolve::profile::Profile;
use crate::resolve::repo::Repo;

use modules::Packages;

/// The implementation for Java files.
pub(super) struct Java;

impl LanguageSupport for Java {
    fn languages(&self) -> &'static [Language] {
        &[Language::Java]
    }

    fn grammar(&self, _language: Language) -> tree_sitter::Language {
        tree_sitter_java::LANGUAGE.into()
    }

    fn config(&self) -> &'static str {
        include_str!("../../../../queries/java/language.toml")
    }

    fn queries(&self) -> &'static [&'static str] {
        &[
            include_str!("../../../../queries/java/tags.scm"),
            include_str!("../../../../queries/java/locals.scm"),
            include_str!("../../../../queries/java/imports.scm"),
            include_str!("../../../../queries/java/types.scm"),
        ]
    }

    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        builtins::STUBS
    }

    fn profile(&self) -> &'static Profile {
        &profile::PROFILE
    }

    fn shares_names(&self, _: &Facts) -> bool {
        true
    }

    fn comes_alone(&self, file: Placed, others: &[Placed], _: &[ProjectFile]) -> bool {
        let package = file.outline.package();
        others
            .iter()
            .any(|other| other.outline.package() == package)
    }

    fn modules(&self, repo: &Repo, packages: &mut Vec<Package>) -> Box<dyn Modules> {
        let is_java = |file: u32| repo.files[file as usize].language == Language::Java;
        Box::new(Packages::new(repo, is_java, packages))
    }

    fn lower(&self, input: &LowerInput) -> Facts {
        facts::lower(input)
    }
}
