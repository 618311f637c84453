//! `bombe facts FILE`: the facts of one file.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use bombe_format::kind::Language;
use bombe_reader::regular_file::{self, FILE_BYTES_MAX, Links};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

use super::{Outcome, output};
use bombe_facts::render::Dump;
use bombe_facts::{DefId, Facts};

/// Prints what is read from one source file. That is definitions, scopes, bindings, uses of names and imports.
#[derive(Args)]
pub(super) struct Arguments {
    /// The source file.
    file: PathBuf,
    /// Its language, if the file's name does not show it.
    #[arg(long, value_name = "NAME", value_parser = languages())]
    language: Option<Language>,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let path = arguments.file.to_string_lossy().replace('\\', "/");
    let bytes = regular_file::read(&arguments.file, Links::Follow, FILE_BYTES_MAX)
        .with_context(|| format!("cannot read {path}"))?;
    let language = match arguments.language {
        Some(language) => language,
        None => crate::discover::language::of_file(&path, &bytes)
            .ok_or_else(|| anyhow!("no language is known for {path}; name one with --language"))?,
    };
    let facts = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(bombe_languages::parse::STACK_BYTES)
            .spawn_scoped(scope, || {
                bombe_languages::parse::parse_file(language, &path, &bytes)
            })
            .context("cannot start a thread")?
            .join()
            .map_err(|_| anyhow!("reading {path} failed: a fault of this program"))?
            .with_context(|| path.clone())
    })?;
    if arguments.json {
        output::print_json(&to_json(&facts))?;
    } else {
        output::print_text(Dump(&facts))?;
    }
    Ok(Outcome::Done)
}

/// Returns a parser for the names of languages, which also lists them in `--help`.
fn languages() -> impl TypedValueParser<Value = Language> {
    let known = Language::ALL.iter().filter(|it| **it != Language::Unknown);
    PossibleValuesParser::new(known.map(|language| language.name()))
        .map(|name| Language::from_name(&name).expect("the parser accepts names of languages only"))
}

fn to_json(facts: &Facts) -> serde_json::Value {
    let defs: Vec<_> = facts
        .defs
        .iter()
        .enumerate()
        .map(|(index, def)| {
            let id = DefId(index as u32);
            json!({
                "id": index, "kind": def.kind.map(bombe_format::kind::SymbolKind::name), "name": facts.str(def.name),
                "qualified": facts.def_name(id), "parent": def.parent.0, "start_line": def.start_line, "name_line": def.name_line,
                "end_line": def.end_line, "bytes": [def.start, def.end], "name_bytes": [def.name_start, def.name_end],
                "body_bytes": [def.body_start, def.body_end], "signature": facts.str(def.signature), "doc": facts.str(def.doc),
                "visibility": def.visibility.name(), "complexity": def.complexity, "text": facts.def_text(id),
            })
        })
        .collect();
    let sites: Vec<_> = facts
        .sites
        .iter()
        .map(|site| {
            json!({
                "kind": format!("{:?}", site.kind), "name": facts.str(site.name), "line": site.line, "col": site.col,
                "within": facts.def_name(site.within), "expr": facts.expr_text(site.expr),
            })
        })
        .collect();
    let imports: Vec<_> = facts
        .imports
        .iter()
        .map(|import| json!({"line": import.line, "text": facts.import_text(import)}))
        .collect();
    let bindings: Vec<_> = (0..facts.bindings.len())
        .map(|index| facts.binding_text(index))
        .collect();
    json!({
        "lines": facts.lines, "syntax_errors": facts.syntax_errors, "package": facts.str(facts.package), "test": facts.file.test,
        "defs": defs, "bindings": bindings, "sites": sites, "imports": imports,
    })
}
