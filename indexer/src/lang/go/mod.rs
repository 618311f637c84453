//! Go: packages are folders, methods belong to receivers, interfaces are satisfied by structure.

mod constraint;
mod declarations;
mod entry;
mod expressions;
mod facts;
mod fields;
mod mask;
mod modules;
mod profile;
mod statements;
mod stubs;
mod types;

use bombe_format::kind::Language;

use super::{LanguageSupport, LowerInput};
use crate::discover::ProjectFile;
use crate::facts::Facts;
use crate::resolve::modules::{Modules, Package, Placed};
use crate::resolve::profile::Profile;
use crate::resolve::repo::Repo;

/// The implementation for Go files.
pub(super) struct Go;

impl LanguageSupport for Go {
    fn languages(&self) -> &'static [Language] {
        &[Language::Go]
    }

    fn grammar(&self, _language: Language) -> tree_sitter::Language {
        tree_sitter_go::LANGUAGE.into()
    }

    fn config(&self) -> &'static str {
        include_str!("../../../../queries/go/language.toml")
    }

    fn queries(&self) -> &'static [&'static str] {
        &[
            include_str!("../../../../queries/go/tags.scm"),
            include_str!("../../../../queries/go/locals.scm"),
            include_str!("../../../../queries/go/imports.scm"),
            include_str!("../../../../queries/go/types.scm"),
        ]
    }

    fn masked(&self, source: &str) -> Option<String> {
        mask::masked(source)
    }

    fn lower(&self, input: &LowerInput) -> Facts {
        facts::lower(input)
    }

    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        stubs::STUBS
    }

    fn profile(&self) -> &'static Profile {
        &profile::PROFILE
    }

    fn shares_names(&self, _: &Facts) -> bool {
        true
    }

    fn comes_alone(&self, file: Placed, others: &[Placed], projects: &[ProjectFile]) -> bool {
        let is_test = |placed: &Placed| placed.path.ends_with("_test.go");
        let beside = || {
            others
                .iter()
                .filter(|other| other.folder() == file.folder())
        };
        let package = file.outline.package();
        // Of several packages in a folder the one with the most files is meant; without a project file, what most imports say.
        beside().any(|other| other.outline.package() == package && is_test(other) == is_test(&file))
            && beside()
                .all(|other| is_test(other) || is_test(&file) || other.outline.package() == package)
            && projects
                .iter()
                .any(|project| project.path.ends_with("go.mod"))
    }

    fn modules(&self, repo: &Repo, packages: &mut Vec<Package>) -> Box<dyn Modules> {
        Box::new(modules::GoModules::new(repo, packages))
    }
}
