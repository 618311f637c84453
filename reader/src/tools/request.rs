//! Reads the arguments of a tool. What a client means is taken, where it is clear: `null` is an argument that is not given, and
//! `"5"` is a number where a number is needed. What is wrong is named in our words.

use serde_json::{Map, Value};

use super::Tool;
use super::schema;
use crate::context::pack::shortened;
use crate::query::QueryError;

/// Most arguments among which the wrong one is searched.
const ARGUMENTS_MAX: usize = 32;

/// Longest part of an argument that an error shows, in characters.
const SHOWN_CHARS: usize = 60;

/// Reads a tool's request from JSON.
///
/// # Errors
/// Fails if an argument is missing, unknown or of a wrong type. The error names the argument and shows a valid request.
pub fn request_of<T: Tool>(arguments: Map<String, Value>) -> Result<T::Request, QueryError> {
    let read = |arguments: Map<String, Value>| {
        serde_json::from_value::<T::Request>(Value::Object(arguments)).map_err(|e| e.to_string())
    };
    if let Ok(request) = read(arguments.clone()) {
        return Ok(request);
    }
    let schema = schema::input::<T>();
    let meant = as_meant(arguments, &schema);
    let problem = match read(meant.clone()) {
        Ok(request) => return Ok(request),
        Err(problem) => problem,
    };
    let (argument, problem) = explained(&meant, &schema, &problem, |without| read(without).err());
    Err(QueryError::Request {
        argument: shortened(&argument, SHOWN_CHARS),
        problem,
        example: T::EXAMPLE,
    })
}

/// Returns arguments without those that are `null`, and with the values that others stand for.
fn as_meant(arguments: Map<String, Value>, schema: &Map<String, Value>) -> Map<String, Value> {
    let mut meant = Map::new();
    for (name, value) in arguments {
        if value.is_null() {
            continue;
        }
        let value = match property(schema, &name).and_then(|it| meant_by(&value, it)) {
            Some(value) => value,
            None => value,
        };
        meant.insert(name, value);
    }
    meant
}

fn property<'s>(schema: &'s Map<String, Value>, name: &str) -> Option<&'s Value> {
    schema.get("properties")?.get(name)
}

/// Returns the value of a schema's type that another stands for; none if none does, or if it has the type.
fn meant_by(value: &Value, schema: &Value) -> Option<Value> {
    match (schema.get("type")?.as_str()?, value) {
        ("integer", Value::String(text)) => Some(text.trim().parse::<u64>().ok()?.into()),
        ("integer", Value::Number(number)) => {
            let number = number
                .as_f64()
                .filter(|it| it.fract() == 0.0 && *it >= 0.0)?;
            (number < 2f64.powi(53)).then(|| (number as u64).into())
        }
        ("number", Value::String(text)) => {
            let number = serde_json::Number::from_f64(text.trim().parse().ok()?)?;
            Some(Value::Number(number))
        }
        ("boolean", Value::String(text)) => match text.trim() {
            "true" => Some(true.into()),
            "false" => Some(false.into()),
            _ => None,
        },
        ("array", Value::String(text)) => match serde_json::from_str(text) {
            // Some clients write lists and objects as text.
            Ok(list @ Value::Array(_)) => Some(list),
            _ if text.trim().is_empty() => None,
            _ => Some(Value::Array(vec![value.clone()])),
        },
        ("object", Value::String(text)) => match serde_json::from_str(text) {
            Ok(object @ Value::Object(_)) => Some(object),
            _ => None,
        },
        // Enums are in small letters.
        ("string", Value::String(text)) => {
            let values = schema.get("enum")?.as_array()?;
            let lower = Value::String(text.trim().to_lowercase());
            values.contains(&lower).then_some(lower)
        }
        _ => None,
    }
}

/// Returns the wrong argument, and what is wrong with it.
fn explained(
    arguments: &Map<String, Value>,
    schema: &Map<String, Value>,
    problem: &str,
    without: impl Fn(Map<String, Value>) -> Option<String>,
) -> (String, String) {
    let quoted = problem.split('`').nth(1).unwrap_or_default().to_owned();
    if problem.starts_with("missing field") {
        return (quoted, "is missing".to_owned());
    }
    if problem.starts_with("unknown field") {
        let known = schema.get("properties").and_then(Value::as_object);
        let known: Vec<&str> = known
            .into_iter()
            .flatten()
            .map(|it| it.0.as_str())
            .collect();
        // An argument inside another has its own list.
        if property(schema, &quoted).is_none() && arguments.contains_key(&quoted) {
            let known = match known[..] {
                [] => "the tool takes no arguments".to_owned(),
                _ => format!("the tool takes {}", known.join(", ")),
            };
            return (quoted, format!("is no argument: {known}"));
        }
    }
    for (name, value) in arguments {
        if let Some(problem) = property(schema, name).and_then(|it| mismatch(value, it)) {
            return (name.clone(), problem);
        }
    }
    // It is the one whose removal makes the problem go away or change.
    let argument = arguments.keys().take(ARGUMENTS_MAX).find(|name| {
        let mut others = arguments.clone();
        others.remove(*name);
        without(others).as_deref() != Some(problem)
    });
    // Of an argument inside another, serde tells the others.
    let others = problem.replacen(", expected one of ", ": there are ", 1);
    let problem = if problem.starts_with("unknown field") {
        others.replacen(", expected ", ": there are ", 1)
    } else {
        problem.to_owned()
    };
    let shown = shortened(&problem, 4 * SHOWN_CHARS);
    (argument.cloned().unwrap_or(quoted), shown)
}

/// Returns what is wrong with a value; none if it matches the schema.
fn mismatch(value: &Value, schema: &Value) -> Option<String> {
    let kind = schema.get("type")?.as_str()?;
    let is_right = match kind {
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    };
    let shown = || format!("not {}", shortened(&value.to_string(), SHOWN_CHARS));
    if !is_right {
        let bound = |name| schema.get(name).map(Value::to_string);
        let range = match (bound("minimum"), bound("maximum")) {
            (Some(low), Some(high)) => format!(" from {low} to {high}"),
            _ => String::new(),
        };
        let wanted = match kind {
            "string" => "text".to_owned(),
            "integer" => format!("a whole number{range}"),
            "number" => format!("a number{range}"),
            "boolean" => "true or false".to_owned(),
            "array" => "a list".to_owned(),
            _ => "an object".to_owned(),
        };
        return Some(format!("must be {wanted}, {}", shown()));
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array)
        && !values.contains(value)
    {
        let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        return Some(format!("must be one of {}, {}", values.join(", "), shown()));
    }
    let items = schema.get("items")?;
    let wrong = value.as_array()?.iter().find_map(|it| mismatch(it, items));
    wrong.map(|problem| format!("each item {problem}"))
}
