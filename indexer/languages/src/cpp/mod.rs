//! C and C++: one implementation over two grammars.

mod calls;
mod classes;
mod conditions;
mod declarators;
mod expressions;
mod functions;
mod grammar;
mod includes;
mod lower;
mod macro_bodies;
mod macro_namespaces;
mod macros;
mod mask;
mod mend;
mod modules;
mod namespaces;
mod outside;
mod profile;
mod regions;
mod templates;
mod types;

use bombe_format::kind::{Language, Rule};

use bombe_rules::LanguageRules;
use bombe_rules::file_table::FileTable;

use crate::{FrontEnd, LowerInput, Mended, Syntax, TreeSyntax, config};
use bombe_facts::Facts;
use bombe_rules::modules::{ModuleFinder, Package};
use bombe_rules::outside::{ExternalName, OutsideName};
use bombe_rules::profile::Profile;

/// The stub file of the built-in types.
const KEYWORDS: &str = "<cpp>/keywords.hpp";

/// The implementation for C and C++.
pub(super) struct Cpp;

impl FrontEnd for Cpp {
    fn config(&self) -> &'static str {
        include_str!("../../../../queries/cpp/language.toml")
    }

    fn syntax(&self) -> Syntax {
        Syntax::Tree(&Cpp)
    }

    fn builtins(&self) -> &'static [(&'static str, &'static str)] {
        &[
            (KEYWORDS, include_str!("builtins/keywords.hpp")),
            ("<cpp>/std.hpp", include_str!("builtins/std.hpp")),
            ("<cpp>/c.h", include_str!("builtins/c.h")),
            ("<cpp>/gtest.hpp", include_str!("builtins/gtest.hpp")),
        ]
    }
}

impl TreeSyntax for Cpp {
    fn grammar(&self, language: Language) -> tree_sitter::Language {
        match language {
            Language::C => tree_sitter_c::LANGUAGE.into(),
            _ => tree_sitter_cpp::LANGUAGE.into(),
        }
    }

    fn queries(&self) -> &'static [&'static str] {
        &[
            include_str!("../../../../queries/c/tags.scm"),
            include_str!("../../../../queries/c/locals.scm"),
            include_str!("../../../../queries/c/types.scm"),
            include_str!("../../../../queries/c/imports.scm"),
            include_str!("../../../../queries/cpp/tags.scm"),
            include_str!("../../../../queries/cpp/locals.scm"),
            include_str!("../../../../queries/cpp/types.scm"),
            include_str!("../../../../queries/cpp/imports.scm"),
        ]
    }

    fn masked(&self, source: &str) -> Option<String> {
        mask::masked(source)
    }

    fn mended(
        &self,
        source: &str,
        tree: &tree_sitter::Tree,
        parse: &mut dyn FnMut(&str) -> Option<tree_sitter::Tree>,
    ) -> Option<Mended> {
        mend::mended(source, tree, parse)
    }

    fn lower(&self, input: &LowerInput) -> Facts {
        lower::lower(input)
    }
}

impl LanguageRules for Cpp {
    fn languages(&self) -> &'static [Language] {
        &[Language::Cpp, Language::C]
    }

    fn profile(&self) -> &'static Profile {
        &profile::PROFILE
    }

    fn shares_names(&self, _: &Facts) -> bool {
        true
    }

    fn shares_imports(&self) -> bool {
        true
    }

    fn module_finder(
        &self,
        files: &dyn FileTable,
        packages: &mut Vec<Package>,
    ) -> Box<dyn ModuleFinder> {
        Box::new(modules::CppModules::new(files, packages))
    }

    fn external_name(&self, name: &OutsideName<'_>) -> Option<ExternalName> {
        outside::external_name(name)
    }

    fn stub_module<'p>(&self, path: &'p str) -> Option<&'p str> {
        outside::stub_module(path)
    }

    fn confidence_of(&self, rule: Rule) -> u8 {
        config::confidence_of(Language::Cpp, rule)
    }
}
