//! Java: classes with declared types, overloads and packages. Stub files declare the standard library.

mod annotations;
mod builtins;
mod calls;
mod declarations;
mod expressions;
mod grammar;
mod lombok;
mod lower;
mod mask;
mod modules;
mod outside;
mod patterns;
mod profile;
mod records;
mod statements;
mod types;

use std::sync::LazyLock;

use bombe_format::kind::{Language, Rule};
use bombe_rules::file_table::SourceId;
use bombe_rules::frameworks::Frameworks;

use bombe_rules::LanguageRules;
use bombe_rules::file_table::{FileTable, ProjectFile};

use crate::{FrontEnd, LowerInput, Syntax, TreeSyntax, config};
use bombe_facts::Facts;
use bombe_rules::modules::{FileLocation, ModuleFinder, Package};
use bombe_rules::outside::{ExternalName, OutsideName};
use bombe_rules::profile::Profile;

use modules::Packages;

/// The implementation for Java files.
pub(super) struct Java;

impl FrontEnd for Java {
    fn config(&self) -> &'static str {
        include_str!("../../../../queries/java/language.toml")
    }

    fn syntax(&self) -> Syntax {
        Syntax::Tree(&Java)
    }

    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        builtins::STUBS
    }
}

impl TreeSyntax for Java {
    fn grammar(&self, _language: Language) -> tree_sitter::Language {
        tree_sitter_java::LANGUAGE.into()
    }

    fn queries(&self) -> &'static [&'static str] {
        &[
            include_str!("../../../../queries/java/tags.scm"),
            include_str!("../../../../queries/java/locals.scm"),
            include_str!("../../../../queries/java/imports.scm"),
            include_str!("../../../../queries/java/types.scm"),
        ]
    }

    fn masked(&self, source: &str) -> Option<String> {
        mask::masked(source)
    }

    fn lower(&self, input: &LowerInput) -> Facts {
        lower::lower(input)
    }
}

impl LanguageRules for Java {
    fn languages(&self) -> &'static [Language] {
        &[Language::Java]
    }

    fn frameworks(&self) -> &'static Frameworks {
        static FRAMEWORKS: LazyLock<Frameworks> = LazyLock::new(|| {
            crate::frameworks::parse(include_str!("../../../../queries/java/frameworks.toml"))
                .expect("a valid file: tests parse it")
        });
        &FRAMEWORKS
    }

    fn profile(&self) -> &'static Profile {
        &profile::PROFILE
    }

    fn shares_names(&self, _: &Facts) -> bool {
        true
    }

    fn addition_is_local(
        &self,
        file: FileLocation,
        others: &[FileLocation],
        _: &[ProjectFile],
    ) -> bool {
        // Every file sees `java.lang` without naming it, and a type without a package has no name of one.
        let package = file.summary.package();
        let is_named = !package.is_empty() && package != "java.lang";
        is_named
            || others
                .iter()
                .any(|other| other.summary.package() == package)
    }

    fn module_finder(
        &self,
        files: &dyn FileTable,
        packages: &mut Vec<Package>,
    ) -> Box<dyn ModuleFinder> {
        let is_java = |file: SourceId| files.file(file).language == Language::Java;
        Box::new(Packages::new(files, is_java, packages))
    }

    fn external_name(&self, name: &OutsideName<'_>) -> Option<ExternalName> {
        outside::external_name(name)
    }

    fn stub_module<'p>(&self, path: &'p str) -> Option<&'p str> {
        outside::stub_module(path)
    }

    fn confidence_of(&self, rule: Rule) -> u8 {
        config::confidence_of(Language::Java, rule)
    }
}
