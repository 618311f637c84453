//! Messages of JSON-RPC before rmcp reads them: what is none of them is refused with an error.
//!
//! rmcp ignores what it cannot parse over stdio, and answers it over HTTP with plain text. Both transports check messages here
//! first, so that every refusal is a JSON-RPC error, and the same one.

use rmcp::model::RequestId;
use serde_json::{Value, json};

/// Longest message, in bytes: a line over stdio, the body of a request over HTTP.
pub(super) const MESSAGE_BYTES_MAX: usize = 8 << 20;

/// Most messages in a batch.
const BATCH_MAX: usize = 100;

/// JSON-RPC: what came is not JSON.
pub(super) const PARSE_ERROR: i32 = -32700;

/// JSON-RPC: the JSON is not a request.
pub(super) const INVALID_REQUEST: i32 = -32600;

/// Versions of the protocol in which a batch of messages is a message.
const WITH_BATCHES: [&str; 2] = ["2024-11-05", "2025-03-26"];

/// Why something is no message.
#[derive(Debug)]
pub(super) struct Refusal {
    code: i32,
    problem: String,
    /// The id of the request, if it is known.
    id: Option<RequestId>,
}

impl Refusal {
    pub(super) fn new(code: i32, problem: impl Into<String>, id: Option<RequestId>) -> Self {
        Self {
            code,
            problem: problem.into(),
            id,
        }
    }

    /// Returns the refusal of a message that is longer than [`MESSAGE_BYTES_MAX`].
    pub(super) fn too_long() -> Self {
        let problem = format!("the message has more than {MESSAGE_BYTES_MAX} bytes");
        Self::new(PARSE_ERROR, problem, None)
    }

    /// Returns the JSON-RPC error.
    pub(super) fn to_json(&self) -> Value {
        let error = json!({"code": self.code, "message": self.problem});
        json!({"jsonrpc": "2.0", "id": self.id, "error": error})
    }
}

/// Reads JSON.
///
/// # Errors
/// Fails if it is none, or nested too deeply.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| {
        Refusal::new(
            PARSE_ERROR,
            format!("the message is not JSON: {error}"),
            None,
        )
    })
}

/// Returns the id of a message; none if it has none, or if it is an answer with an id that nobody can have sent.
///
/// # Errors
/// Fails if the message is no object, or a request whose id is neither a string nor an integer.
pub(super) fn id_of(message: &Value) -> Result<Option<RequestId>, Refusal> {
    let Some(fields) = message.as_object() else {
        let problem = "the message is not an object";
        return Err(Refusal::new(INVALID_REQUEST, problem, None));
    };
    let Some(id) = fields.get("id") else {
        return Ok(None);
    };
    match serde_json::from_value::<RequestId>(id.clone()) {
        Ok(id) => Ok(Some(id)),
        Err(_) if fields.contains_key("method") => Err(Refusal::new(
            INVALID_REQUEST,
            "`id` is neither a string nor an integer",
            None,
        )),
        Err(_) => Ok(None),
    }
}

/// Returns the messages of a batch.
///
/// # Errors
/// Fails if the version of the protocol knows no batches, or if the batch is empty or too long.
pub(super) fn batch(messages: Vec<Value>, version: Option<&str>) -> Result<Vec<Value>, Refusal> {
    let problem = match version {
        Some(version) if WITH_BATCHES.contains(&version) => match messages.len() {
            0 => "the batch is empty".to_owned(),
            1..=BATCH_MAX => return Ok(messages),
            _ => format!("the batch has more than {BATCH_MAX} messages"),
        },
        Some(version) => {
            format!("version {version} of the protocol has no batches; send one message at a time")
        }
        None => "a batch cannot begin a session; send one message at a time".to_owned(),
    };
    Err(Refusal::new(INVALID_REQUEST, problem, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_refused() {
        assert_eq!(parse(b"garbage").unwrap_err().code, PARSE_ERROR);
        let deep = "[".repeat(100_000);
        assert_eq!(parse(deep.as_bytes()).unwrap_err().code, PARSE_ERROR);
        assert_eq!(id_of(&json!([])).unwrap_err().code, INVALID_REQUEST);
        let request = json!({"method": "ping", "id": 1.5});
        assert_eq!(id_of(&request).unwrap_err().code, INVALID_REQUEST);
        let answer = json!({"result": {}, "id": 1.5});
        assert!(id_of(&answer).unwrap().is_none());
    }

    #[test]
    fn a_batch_is_a_message_of_old_versions_only() {
        let ping = || vec![json!({"method": "ping", "id": 1})];
        assert_eq!(batch(ping(), Some("2025-03-26")).unwrap().len(), 1);
        assert!(batch(ping(), Some("2025-06-18")).is_err());
        assert!(batch(ping(), None).is_err());
        assert!(batch(Vec::new(), Some("2025-03-26")).is_err());
        let many = vec![Value::Null; BATCH_MAX + 1];
        assert!(batch(many, Some("2025-03-26")).is_err());
    }
}
