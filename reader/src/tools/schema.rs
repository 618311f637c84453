//! The JSON schemas of requests and answers, as MCP publishes them.
//!
//! Schemas of requests are part of every conversation, so they leave out what says nothing: titles, number formats, defaults
//! that are nothing. Those of answers are for programs, and have no descriptions.

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::Tool;

/// Descriptions of at most this many bytes are left out of the schema of a request, unless they are of a number: they add
/// little to the argument's name.
const SHORT_BYTES_MAX: usize = 15;

/// Returns the schema of a tool's arguments.
pub fn input<T: Tool>() -> Map<String, Value> {
    let mut schema = generate::<T::Request>(Contract::Deserialize, true);
    schema.remove("description");
    let mut schema = Value::Object(schema);
    tidy(&mut schema, false);
    object(schema)
}

/// Returns the schema of a tool's answer: that of a server with one snapshot, or with several.
pub fn output<T: Tool>(has_several: bool) -> Map<String, Value> {
    let mut schema = Value::Object(generate::<T::Answer>(Contract::Serialize, false));
    tidy(&mut schema, true);
    let mut schema = object(schema);
    if !has_several {
        return schema;
    }
    // Of several snapshots, each may have its own answer, or an error.
    let definitions = schema.remove("$defs");
    let text = json!({"type": "string"});
    let part = json!({"anyOf": [schema, {"required": ["error"]}], "properties": {"repo": text, "error": text}, "required": ["repo"]});
    let each = json!({
        "properties": {"repos": {"type": "array", "items": part}},
        "required": ["repos"],
    });
    let mut whole = Map::new();
    whole.insert("type".to_owned(), "object".into());
    whole.insert("anyOf".to_owned(), json!([schema, each]));
    if let Some(definitions) = definitions {
        whole.insert("$defs".to_owned(), definitions);
    }
    whole
}

fn generate<T: JsonSchema>(contract: Contract, inline: bool) -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = inline;
        settings.contract = contract;
    });
    object(
        SchemaGenerator::new(settings)
            .into_root_schema_for::<T>()
            .to_value(),
    )
}

fn object(schema: Value) -> Map<String, Value> {
    match schema {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// Removes what says nothing, and writes enums as a type with values.
fn tidy(value: &mut Value, is_output: bool) {
    match value {
        Value::Object(schema) => {
            // A property may be named `title` or `format`; only a schema's own is a string.
            for key in ["title", "format"] {
                if schema.get(key).is_some_and(Value::is_string) {
                    schema.remove(key);
                }
            }
            if schema.get("minimum") == Some(&json!(0)) && schema.get("maximum").is_none() {
                schema.remove("minimum");
            }
            let says_nothing = |default: &Value| match default {
                Value::Null | Value::Bool(false) => true,
                Value::String(text) => text.is_empty(),
                Value::Array(items) => items.is_empty(),
                _ => false,
            };
            if schema.get("default").is_some_and(says_nothing) {
                schema.remove("default");
            }
            let is_number = matches!(
                schema.get("type").and_then(Value::as_str),
                Some("integer" | "number")
            );
            let says_little = |text: &Value| {
                let short = |text: &str| !is_number && text.len() <= SHORT_BYTES_MAX;
                text.as_str().is_some_and(|text| is_output || short(text))
            };
            if schema.get("description").is_some_and(says_little) {
                schema.remove("description");
            }
            let choices = schema.get("oneOf").and_then(Value::as_array);
            let values = choices.and_then(|choices| {
                let value = |choice: &Value| choice.get("const").cloned();
                choices.iter().map(value).collect::<Option<Vec<_>>>()
            });
            if let Some(values) = values {
                schema.remove("oneOf");
                schema.insert("type".to_owned(), "string".into());
                schema.insert("enum".to_owned(), Value::Array(values));
            }
            for (_, inner) in schema.iter_mut() {
                tidy(inner, is_output);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| tidy(item, is_output)),
        _ => {}
    }
}
