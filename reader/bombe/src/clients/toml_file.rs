//! Entries in settings of TOML.

use toml_edit::{Array, DocumentMut, Item, Table, value};

use super::{Edit, Entry, NAME, Refusal, ended};

pub(super) fn add(text: &str, servers: &str, entry: &Entry) -> Result<Edit, Refusal> {
    let mut document = parse(text)?;
    let table = document.entry(servers).or_insert_with(|| {
        let mut table = Table::new();
        // Only the headings of its servers are shown.
        table.set_implicit(true);
        Item::Table(table)
    });
    let table = table.as_table_like_mut().ok_or(Refusal::NoTable)?;
    if let Some(found) = table.get(NAME) {
        let command = found.get("command").and_then(Item::as_str);
        let args = found.get("args").and_then(Item::as_array);
        let args = args.map(|args| args.iter().map(|word| word.as_str()).collect::<Vec<_>>());
        let expected = entry.args.iter().map(|word| Some(&**word)).collect();
        return if command == Some(entry.command) && args == Some(expected) {
            Ok(Edit::None)
        } else {
            Err(Refusal::Differs)
        };
    }
    let mut ours = Table::new();
    for (key, text) in entry.more {
        ours.insert(key, value(*text));
    }
    ours.insert("command", value(entry.command));
    ours.insert("args", value(entry.args.iter().collect::<Array>()));
    table.insert(NAME, Item::Table(ours));
    Ok(Edit::Text(ended(document.to_string())))
}

pub(super) fn remove(text: &str, servers: &str) -> Result<Edit, Refusal> {
    let mut document = parse(text)?;
    let table = document.get_mut(servers);
    let Some(table) = table.and_then(Item::as_table_like_mut) else {
        return Ok(Edit::None);
    };
    if table.remove(NAME).is_none() {
        return Ok(Edit::None);
    }
    if table.is_empty() {
        document.remove(servers);
    }
    let text = document.to_string();
    Ok(if text.trim().is_empty() {
        Edit::Empty
    } else {
        Edit::Text(ended(text))
    })
}

fn parse(text: &str) -> Result<DocumentMut, Refusal> {
    let parsed = text.parse::<DocumentMut>();
    parsed.map_err(|error| Refusal::Unreadable(error.to_string().trim_end().to_owned()))
}
