//! The transport: one JSON-RPC message per line, over stdin and stdout.
//!
//! rmcp's own transport ignores what it cannot parse, answers only one of several requests with one id, reads on while nobody
//! takes its answers, and does not notice that stdout is closed. This one:
//!
//! - answers a line that is no request with a JSON-RPC error;
//! - gives each request a number of its own, under which rmcp knows it, and the answer the id of the request;
//! - splits a batch into its messages where the version of the protocol has batches, and joins their answers;
//! - stops reading while [`ROOM`] is taken by requests whose answers nobody has read;
//! - ends the service when stdout is closed.
//!
//! A thread reads and another writes, because reading from stdin cannot be cancelled: a tokio runtime would wait for it.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bombe_reader::plain;
use rmcp::RoleServer;
use rmcp::model::{JsonRpcMessage, RequestId, ServerResult};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::message::{self, INVALID_REQUEST, MESSAGE_BYTES_MAX, Refusal};

/// Room for requests that are not answered yet, in KiB.
const ROOM: usize = 4096;

/// Room that a request takes besides its line, for its answer, in KiB.
const ROOM_PER_REQUEST: usize = 32;

/// Answers that wait for the writing thread.
const ANSWERS_MAX: usize = 4;

/// How long the last answers may take to be written when the service ends.
const CLOSE_TIME_MAX: Duration = Duration::from_secs(2);

/// Requests that a client may send before the one that begins the session.
const BEFORE_THE_SESSION: &[&str] = &["ping", "server/discover"];

/// Where a notification, and an answer, have the id of the request that began a subscription.
const SUBSCRIPTION_IDS: [&str; 2] = [
    "/params/_meta/io.modelcontextprotocol~1subscriptionId",
    "/result/_meta/io.modelcontextprotocol~1subscriptionId",
];

/// The transport over a reader and a writer.
pub(super) struct LineTransport {
    lines: mpsc::Receiver<Line>,
    answers: Option<mpsc::Sender<Vec<u8>>>,
    requests: Requests,
    room: Arc<Semaphore>,
    /// An answer of the transport itself, which is sent before the next line is read.
    reply: Option<Vec<u8>>,
    /// A request that waits for room.
    waiting: Option<Waiting>,
    /// Messages of a batch that are not looked at yet.
    rest: VecDeque<(Value, Arc<Batch>)>,
    written: Option<oneshot::Receiver<()>>,
}

/// A line of the input, without its end.
enum Line {
    Whole(Vec<u8>),
    TooLong,
}

struct Waiting {
    id: RequestId,
    message: Value,
    room: u32,
    batch: Option<Arc<Batch>>,
}

/// The answers to the messages of a batch, which are one message together.
#[derive(Default)]
struct Batch(Mutex<Answers>);

#[derive(Default)]
struct Answers {
    /// Requests that are not answered yet.
    open: usize,
    answers: Vec<Value>,
}

impl Batch {
    fn of(messages: &[Value]) -> Self {
        let is_request = |message: &&Value| {
            // What is refused is answered, too.
            message.get("id").is_some() || !message.is_object() || message.get("method").is_none()
        };
        Self(Mutex::new(Answers {
            open: messages.iter().filter(is_request).count(),
            answers: Vec::new(),
        }))
    }

    /// Adds an answer, or notes that one of the requests has none. Returns all answers if it was the last.
    fn end(&self, answer: Option<Value>) -> Option<Value> {
        let mut batch = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        batch.answers.extend(answer);
        batch.open = batch.open.saturating_sub(1);
        let is_whole = batch.open == 0 && !batch.answers.is_empty();
        is_whole.then(|| Value::Array(std::mem::take(&mut batch.answers)))
    }
}

/// The requests that are not answered yet.
#[derive(Clone, Default)]
struct Requests(Arc<Mutex<Numbered>>);

#[derive(Default)]
struct Numbered {
    last: i64,
    /// By number.
    open: BTreeMap<i64, Open>,
    /// True once a request has begun the session. Before, rmcp takes nothing but requests.
    has_begun: bool,
    /// The version of the protocol, if the session has one.
    version: Option<String>,
}

/// A request that is not answered yet.
struct Open {
    /// As the client knows it.
    id: RequestId,
    /// True if its result begins the session.
    begins: bool,
    /// Is given back with the answer.
    room: OwnedSemaphorePermit,
    batch: Option<Arc<Batch>>,
}

impl Requests {
    fn lock(&self) -> MutexGuard<'_, Numbered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a request and returns its number.
    fn begin(&self, request: Open) -> i64 {
        let mut requests = self.lock();
        requests.last += 1;
        let number = requests.last;
        requests.open.insert(number, request);
        number
    }

    /// Returns the id that the client knows a request by.
    fn id_of(&self, number: i64) -> Option<RequestId> {
        self.lock().open.get(&number).map(|open| open.id.clone())
    }

    /// Forgets a request and returns it; none if it was cancelled.
    fn end(&self, number: &RequestId) -> Option<Open> {
        match number {
            RequestId::Number(number) => self.lock().open.remove(number),
            RequestId::String(_) => None,
        }
    }

    /// Forgets the latest request with an id, and returns its number, and its batch.
    fn cancel(&self, id: &RequestId) -> Option<(i64, Option<Arc<Batch>>)> {
        let mut requests = self.lock();
        let mut latest_first = requests.open.iter().rev();
        let number = *latest_first.find(|(_, open)| open.id == *id)?.0;
        let batch = requests.open.remove(&number)?.batch;
        Some((number, batch))
    }
}

/// What becomes of a line.
enum Received {
    /// A message for rmcp.
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// A request, once there is room.
    Request(Waiting),
    /// A message for rmcp, and one for the client.
    Both(Box<RxJsonRpcMessage<RoleServer>>, Vec<u8>),
    /// An error for the client.
    Reply(Vec<u8>),
    Nothing,
}

impl LineTransport {
    /// Starts to read and to write.
    pub(super) fn start(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<Self> {
        let (line_sender, lines) = mpsc::channel(1);
        let (answers, answer_receiver) = mpsc::channel(ANSWERS_MAX);
        let (written_sender, written) = oneshot::channel();
        std::thread::Builder::new()
            .name("stdin".to_owned())
            .spawn(move || read_lines(input, &line_sender))?;
        std::thread::Builder::new()
            .name("stdout".to_owned())
            .spawn(move || {
                write_answers(output, answer_receiver);
                // Fails if nobody waits any more.
                let _ = written_sender.send(());
            })?;
        Ok(Self {
            lines,
            answers: Some(answers),
            requests: Requests::default(),
            room: Arc::new(Semaphore::new(ROOM)),
            reply: None,
            waiting: None,
            rest: VecDeque::new(),
            written: Some(written),
        })
    }

    /// Reads a line.
    fn take(&mut self, line: Line) -> Received {
        let line = match line {
            Line::Whole(line) => line,
            Line::TooLong => return Received::Reply(line_of(&Refusal::too_long().to_json())),
        };
        if line.iter().all(u8::is_ascii_whitespace) {
            return Received::Nothing;
        }
        let refuse = |refusal: Refusal| Received::Reply(line_of(&refusal.to_json()));
        match message::parse(&line) {
            Ok(Value::Array(messages)) => {
                let version = self.requests.lock().version.clone();
                match message::batch(messages, version.as_deref()) {
                    Ok(messages) => {
                        let batch = Arc::new(Batch::of(&messages));
                        let each = messages.into_iter().map(|it| (it, batch.clone()));
                        self.rest.extend(each);
                        Received::Nothing
                    }
                    Err(refusal) => refuse(refusal),
                }
            }
            Ok(message) => self.sort(message, line.len(), None),
            Err(refusal) => refuse(refusal),
        }
    }

    /// Decides what becomes of a message that takes some bytes.
    fn sort(&self, mut message: Value, bytes: usize, batch: Option<Arc<Batch>>) -> Received {
        let refuse = |refusal: Refusal, batch: Option<&Arc<Batch>>| {
            let reply = refusal.to_json();
            let whole = match batch {
                Some(batch) => batch.end(Some(reply)),
                None => Some(reply),
            };
            whole.map_or(Received::Nothing, |reply| Received::Reply(line_of(&reply)))
        };
        let id = match message::id_of(&message) {
            Ok(id) => id,
            Err(refusal) => return refuse(refusal, batch.as_ref()),
        };
        let has = |field: &str| message.get(field).is_some();
        let has_method = has("method");
        let is_answer = has("result") || has("error");
        let is_cancellation = id.is_none()
            && message.get("method").and_then(Value::as_str) == Some("notifications/cancelled");
        if let Some(id) = id.filter(|_| has_method) {
            let kib = ROOM_PER_REQUEST + bytes / 1024;
            return Received::Request(Waiting {
                id,
                message,
                room: kib.min(ROOM) as u32,
                batch,
            });
        }
        let invalid = |problem: &str| {
            let refusal = Refusal::new(INVALID_REQUEST, problem, None);
            refuse(refusal, batch.as_ref())
        };
        if !self.requests.lock().has_begun {
            return if has_method || is_answer {
                Received::Nothing
            } else {
                invalid("the message has no `method`")
            };
        }
        if is_cancellation {
            let cancelled = message.pointer_mut("/params/requestId");
            let found = cancelled.and_then(|id| {
                let own: RequestId = serde_json::from_value(id.clone()).ok()?;
                let (number, batch) = self.requests.cancel(&own)?;
                *id = json!(number);
                Some(batch)
            });
            // Of a request that is answered already, rmcp knows nothing.
            let Some(batch) = found else {
                return Received::Nothing;
            };
            // It may have been the last one that its batch was waiting for.
            if let Some(whole) = batch.and_then(|batch| batch.end(None))
                && let Ok(message) = serde_json::from_value(message.clone())
            {
                return Received::Both(Box::new(message), line_of(&whole));
            }
        }
        match serde_json::from_value(message) {
            Ok(message) => Received::Message(Box::new(message)),
            Err(_) if has_method => Received::Nothing,
            Err(_) => invalid("the message is neither a request nor a notification"),
        }
    }

    /// Keeps what is to be done next, or returns the message for rmcp.
    fn keep(&mut self, received: Received) -> Option<RxJsonRpcMessage<RoleServer>> {
        match received {
            Received::Message(message) => return Some(*message),
            Received::Both(message, reply) => {
                self.reply = Some(reply);
                return Some(*message);
            }
            Received::Request(waiting) => self.waiting = Some(waiting),
            Received::Reply(reply) => self.reply = Some(reply),
            Received::Nothing => {}
        }
        None
    }

    /// Notes a request for which there is room, and returns its message under its number.
    fn admit(
        &mut self,
        waiting: Waiting,
        room: OwnedSemaphorePermit,
    ) -> Result<RxJsonRpcMessage<RoleServer>, Option<Vec<u8>>> {
        let Waiting {
            id,
            mut message,
            batch,
            ..
        } = waiting;
        let method = message.get("method").and_then(Value::as_str);
        let number = self.requests.begin(Open {
            id: id.clone(),
            begins: !method.is_some_and(|method| BEFORE_THE_SESSION.contains(&method)),
            room,
            batch: batch.clone(),
        });
        if let Some(fields) = message.as_object_mut() {
            fields.insert("id".to_owned(), json!(number));
        }
        serde_json::from_value(message).map_err(|error| {
            self.requests.end(&RequestId::Number(number));
            let refusal =
                Refusal::new(INVALID_REQUEST, format!("not a request: {error}"), Some(id));
            let reply = refusal.to_json();
            let whole = match batch {
                Some(batch) => batch.end(Some(reply)),
                None => Some(reply),
            };
            whole.map(|reply| line_of(&reply))
        })
    }
}

impl Transport<RoleServer> for LineTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        mut item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let answers = self.answers.clone();
        let requests = self.requests.clone();
        async move {
            let is_result = matches!(item, JsonRpcMessage::Response(_));
            let version = match &item {
                JsonRpcMessage::Response(response) => match &response.result {
                    ServerResult::InitializeResult(start) => {
                        Some(start.protocol_version.as_str().to_owned())
                    }
                    _ => None,
                },
                _ => None,
            };
            let number = match &mut item {
                JsonRpcMessage::Response(response) => Some(&mut response.id),
                JsonRpcMessage::Error(error) => error.id.as_mut(),
                _ => None,
            };
            let mut room = None;
            let mut batch = None;
            let mut of_request = None;
            if let Some(number) = number {
                let Some(request) = requests.end(number) else {
                    return Ok(());
                };
                if request.begins && is_result {
                    let mut requests = requests.lock();
                    requests.has_begun = true;
                    requests.version = version.or(requests.version.take());
                }
                of_request = Some(request.id.clone());
                *number = request.id;
                room = Some(request.room);
                batch = request.batch;
            }
            let line = if batch.is_some() || may_be_of_a_subscription(&item) {
                let mut message = serde_json::to_value(&item)?;
                for (place, id) in SUBSCRIPTION_IDS.iter().zip([None, of_request]) {
                    if let Some(own) = message.pointer_mut(place) {
                        let number = own.as_i64();
                        let known = || requests.id_of(number?);
                        *own = json!(id.or_else(known));
                    }
                }
                match batch {
                    None => plain::json(&message)?,
                    Some(batch) => match batch.end(Some(message)) {
                        Some(whole) => plain::json(&whole)?,
                        None => return Ok(()),
                    },
                }
            } else {
                plain::json(&item)?
            };
            let mut line = line.into_bytes();
            line.push(b'\n');
            let sent = match answers {
                Some(answers) => answers.send(line).await.is_ok(),
                None => false,
            };
            // The next request may come once the answer is on its way.
            drop(room);
            if sent { Ok(()) } else { Err(closed()) }
        }
    }

    // Dropped and called again whenever something else happens: nothing is lost, because what was taken from a channel is
    // kept in `self` before the next `await`.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let answers = self.answers.clone()?;
        loop {
            if self.reply.is_some() {
                let place = answers.reserve().await.ok()?;
                if let Some(reply) = self.reply.take() {
                    place.send(reply);
                }
            }
            if let Some(waiting) = &self.waiting {
                let room = self.room.clone().acquire_many_owned(waiting.room);
                let room = tokio::select! {
                    room = room => room.ok()?,
                    () = answers.closed() => return None,
                };
                let waiting = self.waiting.take()?;
                match self.admit(waiting, room) {
                    Ok(message) => return Some(message),
                    Err(reply) => self.reply = reply,
                }
                continue;
            }
            if let Some((message, batch)) = self.rest.pop_front() {
                let received = self.sort(message, 0, Some(batch));
                if let Some(message) = self.keep(received) {
                    return Some(message);
                }
                continue;
            }
            let line = tokio::select! {
                line = self.lines.recv() => line?,
                () = answers.closed() => return None,
            };
            let received = self.take(line);
            if let Some(message) = self.keep(received) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.lines.close();
        self.answers = None;
        if let Some(written) = self.written.take() {
            // A client that reads nothing does not keep the server from ending.
            let _ = tokio::time::timeout(CLOSE_TIME_MAX, written).await;
        }
        Ok(())
    }
}

/// Returns true if a message may hold the id of a subscription.
fn may_be_of_a_subscription(message: &TxJsonRpcMessage<RoleServer>) -> bool {
    match message {
        JsonRpcMessage::Notification(_) => true,
        JsonRpcMessage::Response(response) => {
            matches!(response.result, ServerResult::SubscriptionsListenResult(_))
        }
        _ => false,
    }
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, "stdout is closed")
}

/// Returns the line of an answer of the transport itself.
fn line_of(reply: &Value) -> Vec<u8> {
    let reply = reply.to_string();
    format!("{}\n", plain::escaped_json(&reply)).into_bytes()
}

/// Reads lines until the input ends, fails, or nobody takes them.
fn read_lines(input: impl Read, lines: &mpsc::Sender<Line>) {
    let mut input = BufReader::with_capacity(64 << 10, input);
    while let Ok(Some(line)) = next_line(&mut input) {
        if lines.blocking_send(line).is_err() {
            return;
        }
    }
}

/// Reads a line; none at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let newline = available.iter().position(|byte| *byte == b'\n');
        let is_end = available.is_empty();
        let part = &available[..newline.unwrap_or(available.len())];
        if line.len() + part.len() > MESSAGE_BYTES_MAX {
            is_too_long = true;
            line = Vec::new();
        }
        if !is_too_long {
            line.extend_from_slice(part);
        }
        let taken = part.len() + usize::from(newline.is_some());
        input.consume(taken);
        if newline.is_some() || is_end {
            return Ok(match (is_too_long, is_end && line.is_empty()) {
                (true, _) => Some(Line::TooLong),
                (false, true) => None,
                (false, false) => Some(Line::Whole(line)),
            });
        }
    }
}

/// Writes answers until there are no more, or until the output is closed.
fn write_answers(mut output: impl Write, mut answers: mpsc::Receiver<Vec<u8>>) {
    while let Some(answer) = answers.blocking_recv() {
        if output
            .write_all(&answer)
            .and_then(|()| output.flush())
            .is_err()
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_newlines_and_bounded() {
        let mut text = b"one\n\n".to_vec();
        text.extend(vec![b'x'; MESSAGE_BYTES_MAX + 1]);
        text.extend_from_slice(b"\nhalf");
        let mut input = BufReader::with_capacity(1000, text.as_slice());
        let mut seen = Vec::new();
        while let Some(line) = next_line(&mut input).expect("memory can be read") {
            seen.push(match line {
                Line::Whole(line) => String::from_utf8_lossy(&line).into_owned(),
                Line::TooLong => "too long".to_owned(),
            });
        }
        assert_eq!(seen, ["one", "", "too long", "half"]);
    }

    #[test]
    fn repeated_ids_have_numbers_of_their_own() {
        let room = Arc::new(Semaphore::new(9));
        let requests = Requests::default();
        let id = RequestId::String("a".into());
        let begin = || {
            let room = room.clone().try_acquire_owned().expect("there is room");
            requests.begin(Open {
                id: id.clone(),
                begins: false,
                room,
                batch: None,
            })
        };
        let (first, second) = (begin(), begin());
        let cancelled = requests.cancel(&id).map(|(number, _)| number);
        assert_eq!(cancelled, Some(second), "the latest");
        assert!(requests.end(&RequestId::Number(second)).is_none());
        let found = requests.end(&RequestId::Number(first)).expect("open").id;
        assert_eq!(found, id);
        assert!(requests.cancel(&id).is_none());
        assert_eq!(room.available_permits(), 9);
    }

    #[test]
    fn the_answers_of_a_batch_are_one() {
        let messages = [
            json!({"id": 1, "method": "ping"}),
            json!({"method": "notifications/initialized"}),
            json!({"id": 2, "method": "ping"}),
            json!({"id": 3, "method": "ping"}),
        ];
        let batch = Batch::of(&messages);
        assert_eq!(batch.end(Some(json!(1))), None);
        assert_eq!(batch.end(None), None, "cancelled");
        assert_eq!(batch.end(Some(json!(3))), Some(json!([1, 3])));
        let cancelled = Batch::of(&messages[..1]);
        assert_eq!(cancelled.end(None), None);
    }
}
