//! Texts that name tools and arguments as MCP does, in the words of the command line.

use bombe_reader::query::QueryError;

/// The command for each tool.
const COMMANDS: &[(&str, &str)] = &[
    ("search_symbols", "bombe search"),
    ("get_references", "bombe refs"),
    ("get_context", "bombe context"),
    ("get_structure", "bombe structure"),
    ("get_blast_radius", "bombe blast"),
    ("trace_flow", "bombe trace"),
    ("traverse_graph", "bombe traverse"),
    ("find_by_imports", "bombe imports"),
    ("find_by_signature", "bombe signature"),
    ("find_entry_points", "bombe entry-points"),
    ("get_symbol_info", "bombe info"),
    ("get_symbol", "bombe symbol"),
    ("get_file_outline", "bombe outline"),
    ("get_file_tree", "bombe tree"),
    ("get_related_files", "bombe related"),
    ("get_history", "bombe history"),
    ("list_repos", "bombe repos"),
];

/// The option for each argument that has another name than its option. Arguments without an option stand in capitals.
const OPTIONS: &[(&str, &str)] = &[
    ("file_pattern", "--file"),
    ("token_budget", "--budget"),
    ("max_depth", "--depth"),
    ("expansion_depth", "--depth"),
    ("change_type", "--change"),
    ("match_mode", "--match"),
    ("param_types", "--param"),
    ("param_count", "--params"),
    ("return_type", "--returns"),
    ("entry_points", "--entry"),
    ("entry_type", "--kind"),
    ("edge_kinds", "--edges"),
    ("languages", "--language"),
    ("min_confidence", "--min-confidence"),
    ("context_lines", "--context"),
    ("stop_at", "--stop"),
    ("max_nodes", "--max-nodes"),
    ("modifiers", "--modifier"),
    ("query", "QUERY"),
    ("pattern", "PATTERN"),
    ("symbol", "SYMBOL"),
    ("symbols", "SYMBOLS"),
    ("name_pattern", "NAME"),
    ("file_path", "FILE"),
    ("path", "PATH"),
    ("path_prefix", "PATH"),
    ("libraries", "LIBRARIES"),
    ("starts", "STARTS"),
    ("route", "ROUTE"),
    ("from", "FROM"),
    ("to", "TO"),
];

/// What notes at the end of an answer say, and the same for a command line.
const PHRASES: &[(&str, &str)] = &[
    ("raise token_budget", "raise --budget"),
    ("raise limit", "raise --limit"),
    ("cursor=", "--cursor "),
    ("match_mode=", "--match "),
    ("tests=", "--tests "),
    ("detail=", "--detail "),
    ("depth=", "--depth "),
    (" with regex: true", " with --regex"),
];

/// Returns an error in the words of the command line.
pub(super) fn of_error(error: &QueryError) -> String {
    match error {
        QueryError::Argument {
            argument,
            problem,
            example,
        } => {
            let (problem, example) = (of_text(problem), of_text(example));
            format!("{}: {problem}; for example {example}", option(argument))
        }
        QueryError::Outdated { error, note } => format!("{} [{}]", of_error(error), of_text(note)),
        // A name may be that of a tool.
        QueryError::NotFound { name, .. } | QueryError::External { name, .. } => {
            let text = error.to_string();
            let end = text.find(name).map_or(0, |at| at + name.len());
            format!("{}{}", &text[..end], of_text(&text[end..]))
        }
        other => of_text(&other.to_string()),
    }
}

/// Returns a text of ours in the words of the command line.
fn of_text(text: &str) -> String {
    let replaced =
        |text: String, (tool, command): &(&str, &str)| text.replace(tool, &format!("`{command}`"));
    COMMANDS.iter().fold(of_note(text), replaced)
}

/// Returns a note of an answer in the words of the command line. It may hold names of the repository.
pub(super) fn of_note(text: &str) -> String {
    let replaced = |text: String, (phrase, words): &(&str, &str)| text.replace(phrase, words);
    PHRASES.iter().fold(text.to_owned(), replaced)
}

/// Returns the option for an argument of a tool.
fn option(argument: &str) -> String {
    match OPTIONS.iter().find(|(name, _)| *name == argument) {
        Some((_, option)) => (*option).to_owned(),
        None => format!("--{argument}"),
    }
}

#[cfg(test)]
mod tests {
    use bombe_reader::query::QueryError;

    use super::{COMMANDS, OPTIONS, of_error, of_text};
    use crate::cli::arguments::Command;
    use clap::Subcommand as _;

    #[test]
    fn every_command_and_option_exists() {
        let all = Command::augment_subcommands(clap::Command::new("bombe"));
        for (tool, command) in COMMANDS {
            let name = command.strip_prefix("bombe ").unwrap();
            assert!(all.find_subcommand(name).is_some(), "{tool}");
        }
        for (argument, option) in OPTIONS {
            let exists = all.get_subcommands().any(|command| {
                command.get_arguments().any(|argument| {
                    let of_option = option.strip_prefix("--");
                    of_option.map_or_else(
                        || argument.get_id().as_str().eq_ignore_ascii_case(option),
                        |name| argument.get_long() == Some(name),
                    )
                })
            });
            assert!(exists, "{argument}: {option}");
        }
    }

    #[test]
    fn errors_and_notes_name_what_can_be_typed() {
        let error = QueryError::Argument {
            argument: "file_pattern",
            problem: "is empty".to_owned(),
            example: "`*.py`".to_owned(),
        };
        assert_eq!(of_error(&error), "--file: is empty; for example `*.py`");
        let error = QueryError::NotFound {
            kind: "symbol",
            name: "get_symbol".to_owned(),
            nearest: Vec::new(),
        };
        let text = of_error(&error);
        let expected = "no symbol `get_symbol`; `bombe search` finds";
        assert!(text.starts_with(expected), "{text}");
        assert_eq!(
            of_text("[more: cursor=a-b, or raise token_budget; get_symbol_info tells]"),
            "[more: --cursor a-b, or raise --budget; `bombe info` tells]"
        );
    }
}
