//! Markdown: headings as nested sections, with the text below them as their doc.

mod sections;

use bombe_format::kind::{Language, Support};

use bombe_rules::LanguageRules;
use bombe_rules::file_table::ProjectFile;

use crate::{FrontEnd, Syntax};
use bombe_rules::modules::FileLocation;

/// The implementation for Markdown files.
pub(super) struct Markdown;

impl FrontEnd for Markdown {
    fn support(&self) -> Support {
        Support::Definitions
    }

    fn config(&self) -> &'static str {
        include_str!("../../../../queries/markdown/language.toml")
    }

    fn syntax(&self) -> Syntax {
        Syntax::Text(sections::read)
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
