//! Batches of messages, as the version of the protocol had them that knew no header for its version.

use http_body_util::BodyExt;
use hyper::body::Bytes;
use hyper::http::request::Parts;
use hyper::{Request, StatusCode};
use rmcp::ServerHandler;
use serde_json::Value;

use super::{Answer, State, answer, protocol_error, text};
use crate::mcp::message::{self, Refusal};

impl<H: ServerHandler> State<H> {
    /// Answers messages one after the other, and returns the answers as one.
    pub(super) async fn batch(&self, parts: Parts, messages: Vec<Value>) -> Result<Answer, Answer> {
        let mut answers = Vec::new();
        for message in messages {
            if message.get("method").and_then(Value::as_str) == Some("initialize") {
                let problem = "`initialize` cannot be part of a batch";
                let id = message::id_of(&message).ok().flatten();
                let refusal = Refusal::new(message::INVALID_REQUEST, problem, id);
                return Err(protocol_error(&refusal));
            }
            let mut head = Request::new(());
            *head.method_mut() = parts.method.clone();
            *head.uri_mut() = parts.uri.clone();
            *head.headers_mut() = parts.headers.clone();
            let bytes = Bytes::from(message.to_string());
            let answered = self.single(head.into_parts().0, &message, bytes).await;
            let (Ok(answered) | Err(answered)) = answered;
            if answered.status() == StatusCode::ACCEPTED {
                continue;
            }
            let body = match answered.into_body().collect().await {
                Ok(body) => body.to_bytes(),
                Err(never) => match never {},
            };
            answers.extend(replies(&String::from_utf8_lossy(&body)));
        }
        Ok(if answers.is_empty() {
            text(StatusCode::ACCEPTED, "")
        } else {
            let body = Value::Array(answers).to_string();
            answer(StatusCode::OK, "application/json", body)
        })
    }
}

/// Returns the answers in a body: JSON, or events whose data is JSON.
fn replies(body: &str) -> Vec<Value> {
    let of_event = |line: &str| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok();
    let found = match serde_json::from_str(body) {
        Ok(reply) => vec![reply],
        Err(_) => body.lines().filter_map(of_event).collect(),
    };
    let is_answer = |message: &Value| message.get("method").is_none() && message.is_object();
    found.into_iter().filter(is_answer).collect()
}

#[cfg(test)]
mod tests {
    use super::replies;

    #[test]
    fn answers_are_found_in_json_and_in_events() {
        let answer = r#"{"id":1,"result":{}}"#;
        assert_eq!(replies(answer).len(), 1);
        let events =
            format!("retry: 3\ndata:\n\ndata: {{\"method\":\"notify\"}}\n\ndata: {answer}\n\n");
        assert_eq!(replies(&events), replies(answer));
        assert!(replies("Not Found").is_empty());
    }
}
