//! The values that an argument accepts, taken from the types of the tools so that the command line does not repeat them.

use std::str::FromStr;

use bombe_format::kind::{Language, SymbolKind, Visibility};
use clap::builder::{PossibleValue, PossibleValuesParser};
use schemars::{JsonSchema, schema_for};
use serde_json::Value;

/// Returns a parser for the values of an enum of a tool's request, with the enum's own descriptions. `aliases` are pairs of
/// a value and another word for it, which is accepted and not listed.
pub(super) fn of<T: JsonSchema>(aliases: &[(&'static str, &'static str)]) -> PossibleValuesParser {
    let schema = schema_for!(T);
    let variants = schema.get("oneOf").and_then(Value::as_array);
    let values = variants.into_iter().flatten().filter_map(|variant| {
        // clap keeps names until the program ends, and the command line is built once.
        let name: &'static str = variant.get("const")?.as_str()?.to_owned().leak();
        let aliases = aliases.iter().filter(|(value, _)| *value == name);
        let value = PossibleValue::new(name).aliases(aliases.map(|(_, alias)| *alias));
        Some(match variant.get("description").and_then(Value::as_str) {
            // A description is a sentence; a help text of clap has no full stop.
            Some(description) => value.help(description.trim_end_matches('.').to_owned()),
            None => value,
        })
    });
    PossibleValuesParser::new(values.collect::<Vec<_>>())
}

/// Returns a parser for the kinds of symbols, and `any` for all of them.
pub(super) fn kinds() -> PossibleValuesParser {
    let kinds = SymbolKind::ALL.iter();
    let kinds = kinds.map(|kind| PossibleValue::new(kind.name()));
    let any = PossibleValue::new("any").alias("all");
    PossibleValuesParser::new(std::iter::once(any).chain(kinds))
}

/// Returns a parser for the languages.
pub(super) fn languages() -> PossibleValuesParser {
    let known = Language::ALL.iter().filter(|it| **it != Language::Unknown);
    PossibleValuesParser::new(known.map(|language| language.name()))
}

/// Returns a parser for the visibilities.
pub(super) fn visibilities() -> PossibleValuesParser {
    PossibleValuesParser::new(Visibility::ALL.iter().map(|it| it.name()))
}

/// Parses a number that counts something.
pub(super) fn amount<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse()
        .map_err(|_| "it must be a number from 1 on, for example 20".to_owned())
}

/// Parses a number, or a range of numbers that may lack an end: `2`, `1-3`, `2-`, `-1`.
pub(super) fn count(text: &str) -> Result<(usize, Option<usize>), String> {
    let number = |text: &str| {
        text.parse::<usize>()
            .map_err(|_| format!("`{text}` is no number; for example 2, 1-3, 2- or -1"))
    };
    match text.split_once('-') {
        None => number(text).map(|number| (number, Some(number))),
        Some(("", max)) => Ok((0, Some(number(max)?))),
        Some((min, "")) => Ok((number(min)?, None)),
        Some((min, max)) => Ok((number(min)?, Some(number(max)?))),
    }
}
