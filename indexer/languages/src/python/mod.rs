//! Python: statements and expressions become facts, annotations become types, packages become modules.

mod calls;
mod classes;
mod container_writes;
mod decorators;
mod entry_points;
mod expressions;
mod functions;
mod grammar;
mod imports;
mod lower;
mod modules;
mod narrowing;
mod outside;
mod patterns;
mod profile;
mod statements;
mod stdlib;
mod strings;
mod type_params;
mod types;
mod variables;

use std::sync::LazyLock;

use bombe_format::kind::{Language, Rule};

use bombe_rules::LanguageRules;
use bombe_rules::file_table::{FileTable, ProjectFile};
use bombe_rules::frameworks::Frameworks;

use crate::{FrontEnd, LowerInput, Syntax, TreeSyntax, config};
use bombe_facts::Facts;
use bombe_rules::modules::{FileLocation, ModuleFinder, Package, is_mentioned};
use bombe_rules::outside::{ExternalName, OutsideName};
use bombe_rules::profile::Profile;

/// The implementation for Python sources and stubs.
pub(super) struct Python;

impl FrontEnd for Python {
    fn config(&self) -> &'static str {
        include_str!("../../../../queries/python/language.toml")
    }

    fn syntax(&self) -> Syntax {
        Syntax::Tree(&Python)
    }

    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        stdlib::STUBS
    }
}

impl TreeSyntax for Python {
    fn grammar(&self, _language: Language) -> tree_sitter::Language {
        tree_sitter_python::LANGUAGE.into()
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
        lower::lower(input)
    }
}

impl LanguageRules for Python {
    fn languages(&self) -> &'static [Language] {
        &[Language::Python]
    }

    fn frameworks(&self) -> &'static Frameworks {
        static FRAMEWORKS: LazyLock<Frameworks> = LazyLock::new(|| {
            crate::frameworks::parse(include_str!("../../../../queries/python/frameworks.toml"))
                .expect("a valid file: tests parse it")
        });
        &FRAMEWORKS
    }

    fn profile(&self) -> &'static Profile {
        &profile::PROFILE
    }

    fn addition_is_local(
        &self,
        file: FileLocation,
        _: &[FileLocation],
        projects: &[ProjectFile],
    ) -> bool {
        // `__init__` makes or removes a package, and `conftest` takes effect without being named.
        !matches!(file.stem(), "__init__" | "conftest") && !is_mentioned(file.stem(), projects)
    }

    fn module_finder(
        &self,
        files: &dyn FileTable,
        packages: &mut Vec<Package>,
    ) -> Box<dyn ModuleFinder> {
        Box::new(modules::PythonModules::new(files, packages))
    }

    fn external_name(&self, name: &OutsideName<'_>) -> Option<ExternalName> {
        outside::external_name(name)
    }

    fn stub_module<'p>(&self, path: &'p str) -> Option<&'p str> {
        outside::stub_module(path)
    }

    fn confidence_of(&self, rule: Rule) -> u8 {
        config::confidence_of(Language::Python, rule)
    }
}
