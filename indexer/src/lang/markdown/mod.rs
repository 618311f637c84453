//! Markdown: headings as nested sections, with the text below them as their doc.

mod facts;

use bombe_format::kind::{Language, Support};

use super::{LanguageSupport, LowerInput};
use crate::discover::ProjectFile;
use crate::facts::Facts;
use crate::resolve::modules::Placed;

/// The implementation for Markdown files.
pub(super) struct Markdown;

impl LanguageSupport for Markdown {
    fn languages(&self) -> &'static [Language] {
        &[Language::Markdown]
    }

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

    fn comes_alone(&self, _: Placed, _: &[Placed], _: &[ProjectFile]) -> bool {
        true
    }

    fn lower(&self, input: &LowerInput) -> Facts {
        facts::lower(input)
    }
}
