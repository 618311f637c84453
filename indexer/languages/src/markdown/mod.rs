//! Markdown: headings as nested sections, with the text below them as their doc.

mod grammar;
mod lower;

use bombe_format::kind::{Language, Support};

use bombe_rules::LanguageRules;
use bombe_rules::file_table::ProjectFile;

use crate::{FrontEnd, LowerInput};
use bombe_facts::Facts;
use bombe_rules::modules::FileLocation;

/// The implementation for Markdown files.
pub(super) struct Markdown;

impl FrontEnd for Markdown {
    fn support(&self) -> Support {
        Support::Definitions
    }

    fn grammar(&self, _language: Language) -> tree_sitter::Language {
        tree_sitter_md::LANGUAGE.into()
    }

    fn config(&self) -> &'static str {
        include_str!("../../../../queries/markdown/language.toml")
    }

    fn queries(&self) -> &'static [&'static str] {
        &[include_str!("../../../../queries/markdown/tags.scm")]
    }

    fn lower(&self, input: &LowerInput) -> Facts {
        lower::lower(input)
    }
}

impl LanguageRules for Markdown {
    fn languages(&self) -> &'static [Language] {
        &[Language::Markdown]
    }

    fn addition_is_local(&self, _: FileLocation, _: &[FileLocation], _: &[ProjectFile]) -> bool {
        true
    }
}
