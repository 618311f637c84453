//! Field ids of the Markdown grammar.

use std::sync::LazyLock;

use crate::grammar::{Absent, grammar_ids};

grammar_ids! {
    fields {
        heading_content = "heading_content",
    }
    kinds {
    }
    tokens {
    }
}

/// Returns the ids of the Markdown grammar.
pub(super) fn ids() -> &'static Ids {
    static IDS: LazyLock<Ids> =
        LazyLock::new(|| Ids::new(&tree_sitter_md::LANGUAGE.into(), &Absent::NONE));
    &IDS
}
