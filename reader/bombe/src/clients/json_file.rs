//! Entries in settings of JSON with comments.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value;

use super::{Edit, Entry, NAME, Refusal, ended};

pub(super) fn add(text: &str, servers: &str, entry: &Entry) -> Result<Edit, Refusal> {
    let root = parse(text)?;
    let object = root.object_value_or_create().ok_or(Refusal::NoTable)?;
    let table = object.object_value_or_create(servers);
    let table = table.ok_or(Refusal::NoTable)?;
    if let Some(found) = table.get(NAME) {
        let found = found.to_serde_value().unwrap_or(Value::Null);
        let is_same =
            found["command"] == entry.command && found["args"] == Value::from(entry.args.clone());
        return if is_same {
            Ok(Edit::None)
        } else {
            Err(Refusal::Differs)
        };
    }
    table.append(NAME, value_of(entry));
    Ok(Edit::Text(ended(root.to_string())))
}

pub(super) fn remove(text: &str, servers: &str) -> Result<Edit, Refusal> {
    let root = parse(text)?;
    let Some(object) = root.object_value() else {
        return Ok(Edit::None);
    };
    let Some(table) = object.object_value(servers) else {
        return Ok(Edit::None);
    };
    let Some(found) = table.get(NAME) else {
        return Ok(Edit::None);
    };
    found.remove();
    if is_empty(&table)
        && let Some(servers) = object.get(servers)
    {
        servers.remove();
    }
    let is_all = is_empty(&object) && root.to_string().trim().len() == object.to_string().len();
    Ok(if is_all {
        Edit::Empty
    } else {
        Edit::Text(ended(root.to_string()))
    })
}

fn parse(text: &str) -> Result<CstRootNode, Refusal> {
    CstRootNode::parse(text, &ParseOptions::default())
        .map_err(|error| Refusal::Unreadable(error.to_string()))
}

/// Returns true if an object holds nothing, comments included.
fn is_empty(object: &CstObject) -> bool {
    let text = object.to_string();
    let inside = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    inside.is_some_and(|inside| inside.trim().is_empty())
}

fn value_of(entry: &Entry) -> CstInputValue {
    let text = |text: &str| CstInputValue::String(text.to_owned());
    let more = entry.more.iter().map(|(key, value)| (*key, text(value)));
    let args = entry.args.iter().map(|word| text(word)).collect();
    let command = [
        ("command", text(entry.command)),
        ("args", CstInputValue::Array(args)),
    ];
    let fields = more.chain(command);
    CstInputValue::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect())
}
