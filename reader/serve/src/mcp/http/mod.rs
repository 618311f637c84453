//! The transport over HTTP: MCP at `/mcp`, the state of the server at `/healthz` and `/metrics`.
//!
//! rmcp speaks the protocol. What is here decides which requests reach it: bounds on connections, on their time, on the size,
//! the rate and the number of requests, and on sessions; the [`Guard`]; messages that are none. It serves HTTP/1 without
//! encryption: over a network, a proxy adds that.

mod batch;
mod body;
mod guard;

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bombe_reader::plain;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use self::body::Held;
use self::guard::{Guard, Rate, Refused};
use super::message::{self, MESSAGE_BYTES_MAX, Refusal};
use super::metrics::Metrics;

/// Where and for whom to serve.
#[derive(Debug)]
pub struct HttpOptions {
    /// The address.
    pub address: SocketAddr,
    /// What every request must have as `Authorization: Bearer …`; needed unless the address is of this machine only.
    pub token: Option<String>,
    /// Names of the server besides those of this machine, with or without a port.
    pub hosts: Vec<String>,
    /// Origins of pages in a browser that may ask, besides those of this machine.
    pub origins: Vec<String>,
    /// Requests a second that an address may send.
    pub per_second: u32,
}

/// Most connections. More wait to be accepted.
const CONNECTIONS_MAX: usize = 256;

/// Most requests whose answers are not sent yet.
const REQUESTS_MAX: usize = 64;

/// Most streams on which a server tells news, of clients with sessions and of the others each.
const STREAMS_MAX: usize = 128;

/// Most sessions of clients with a version of the protocol that has sessions.
const SESSIONS_MAX: usize = 128;

/// How long the head of a request may take, and then its body.
const READ_TIME_MAX: Duration = Duration::from_secs(15);

/// Most bytes that are read of a message that is too long.
const READ_BYTES_MAX: usize = 4 * MESSAGE_BYTES_MAX;

/// How long the answers may take that are not sent when the server is told to end.
const STOP_TIME_MAX: Duration = Duration::from_secs(6);

/// How long connections may take to close then.
const CLOSE_TIME_MAX: Duration = Duration::from_secs(1);

/// Longest head of a request, in bytes.
const HEAD_BYTES_MAX: usize = 32 << 10;

/// The header with the version of the protocol. A client whose version is older than the header sends none.
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// The version of a request without the header.
const VERSION_DEFAULT: &str = "2025-03-26";

/// The header with the session.
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

type Answer = Response<BoxBody<Bytes, Infallible>>;

/// The numbers that `/metrics` shows beside those of [`Metrics`]: the snapshots served since the start, and those served now by
/// repository and identity.
pub(super) type Served = Box<dyn Fn() -> (u64, Vec<(String, String)>) + Send + Sync>;

struct State<H> {
    mcp: StreamableHttpService<H, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    guard: Guard,
    rate: Rate,
    requests: Arc<Semaphore>,
    /// Those of clients with sessions, which last until the session ends.
    streams: Arc<Semaphore>,
    /// Those of the others, which end with an answer.
    subscriptions: Arc<Semaphore>,
    metrics: Arc<Metrics>,
    served: Served,
    stopping: watch::Receiver<bool>,
}

/// Serves handlers, one for each session, until the process is told to end (SIGINT, SIGTERM), and sends the answers under
/// way. `stop` tells the handlers, so that they end what would last.
///
/// # Errors
/// Fails if the address cannot be used.
pub(super) async fn serve<H: ServerHandler>(
    new_handler: impl Fn() -> H + Send + Sync + 'static,
    options: HttpOptions,
    metrics: Arc<Metrics>,
    served: Served,
    stop: watch::Sender<bool>,
) -> std::io::Result<()> {
    let listener = TcpListener::bind(options.address).await?;
    let address = listener.local_addr()?;
    let sessions = Arc::new(LocalSessionManager::default());
    // The guard checks hosts and origins, also of what is not MCP.
    let config = StreamableHttpServerConfig::default()
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(MESSAGE_BYTES_MAX);
    let streams = config.cancellation_token.clone();
    let mcp = StreamableHttpService::new(move || Ok(new_handler()), sessions.clone(), config);
    let state = Arc::new(State {
        mcp,
        sessions,
        guard: Guard::new(options.hosts, options.origins, options.token),
        rate: Rate::new(options.per_second),
        requests: Arc::new(Semaphore::new(REQUESTS_MAX)),
        streams: Arc::new(Semaphore::new(STREAMS_MAX)),
        subscriptions: Arc::new(Semaphore::new(STREAMS_MAX)),
        metrics,
        served,
        stopping: stop.subscribe(),
    });
    log(&format!("serving MCP at http://{address}/mcp"));
    let connections = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let mut told = std::pin::pin!(told_to_end());
    loop {
        let permit = tokio::select! {
            permit = connections.clone().acquire_owned() => permit,
            () = &mut told => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut told => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, or a client that has left.
                log(&format!("cannot accept a connection: {error}"));
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let state = state.clone();
        tokio::spawn(async move {
            converse(state, stream, peer.ip()).await;
            drop(permit);
        });
    }
    drop(listener);
    stop.send_replace(true);
    // Requests under way have their answers, streams are ended.
    let answered = state.requests.acquire_many(REQUESTS_MAX as u32);
    let _ = timeout(STOP_TIME_MAX, answered).await;
    let subscribed = state.subscriptions.acquire_many(STREAMS_MAX as u32);
    let _ = timeout(CLOSE_TIME_MAX, subscribed).await;
    streams.cancel();
    let closed = connections.acquire_many(CONNECTIONS_MAX as u32);
    let _ = timeout(CLOSE_TIME_MAX, closed).await;
    Ok(())
}

/// Serves a connection until it ends.
async fn converse<H: ServerHandler>(state: Arc<State<H>>, stream: TcpStream, peer: IpAddr) {
    // An answer is several small writes; without this, each may wait for the client's acknowledgement of the one before.
    let _ = stream.set_nodelay(true);
    let mut stopping = state.stopping.clone();
    let service = service_fn(move |request| {
        let state = state.clone();
        async move { Ok::<_, Infallible>(state.answer(request, peer).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(READ_TIME_MAX)
        .max_buf_size(HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // What goes wrong on a connection is the client's to notice.
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|is_stopping| *is_stopping) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

impl<H: ServerHandler> State<H> {
    async fn answer(&self, request: Request<Incoming>, peer: IpAddr) -> Answer {
        let answer = match self.route(request, peer).await {
            Ok(answer) | Err(answer) => answer,
        };
        self.metrics.status(answer.status().as_u16());
        answer
    }

    /// Returns the answer to a request; as an error, if it is refused.
    async fn route(&self, request: Request<Incoming>, peer: IpAddr) -> Result<Answer, Answer> {
        let path = request.uri().path();
        if path == "/healthz" {
            return Ok(if *self.stopping.borrow() {
                text(StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
            } else {
                text(StatusCode::OK, "ok\n")
            });
        }
        if self.rate.is_exceeded(peer, Instant::now()) {
            return Err(too_many("requests from this address"));
        }
        self.guard.check(request.headers()).map_err(refused)?;
        match (path, request.method()) {
            ("/metrics", &Method::GET) => {
                let (generations, snapshots) = (self.served)();
                Ok(text(
                    StatusCode::OK,
                    &self.metrics.text(generations, &snapshots),
                ))
            }
            ("/mcp", &Method::POST) => self.message(request).await,
            ("/mcp", &Method::GET) => {
                let permit = self.streams.clone().try_acquire_owned();
                let permit = permit.map_err(|_| too_many("open streams"))?;
                let answer = self.mcp.handle(request).await;
                Ok(answer.map(|body| Held::new(body, permit).boxed()))
            }
            ("/mcp", &Method::DELETE) => {
                let mut answer = self.mcp.handle(request).await;
                // Clients take any other status for a failure.
                if answer.status() == StatusCode::ACCEPTED {
                    *answer.status_mut() = StatusCode::NO_CONTENT;
                }
                Ok(answer)
            }
            ("/mcp" | "/metrics", _) => {
                let mut answer = text(
                    StatusCode::METHOD_NOT_ALLOWED,
                    "this method is not served\n",
                );
                let allowed = if path == "/mcp" {
                    "GET, POST, DELETE"
                } else {
                    "GET"
                };
                answer
                    .headers_mut()
                    .insert(header::ALLOW, HeaderValue::from_static(allowed));
                Err(answer)
            }
            _ => Err(text(
                StatusCode::NOT_FOUND,
                "nothing is served here; MCP is at /mcp\n",
            )),
        }
    }

    /// Answers a message of MCP.
    async fn message(&self, request: Request<Incoming>) -> Result<Answer, Answer> {
        let (parts, body) = request.into_parts();
        let bytes = read(body).await?;
        let message = message::parse(&bytes).map_err(|refusal| protocol_error(&refusal))?;
        if let Value::Array(messages) = message {
            let version = parts.headers.get(VERSION).map(HeaderValue::to_str);
            let version = match version {
                None => VERSION_DEFAULT,
                Some(version) => version.unwrap_or_default(),
            };
            let messages = message::batch(messages, Some(version))
                .map_err(|refusal| protocol_error(&refusal))?;
            return self.batch(parts, messages).await;
        }
        self.single(parts, &message, bytes).await
    }

    /// Answers a message, given also as bytes.
    async fn single(&self, parts: Parts, message: &Value, bytes: Bytes) -> Result<Answer, Answer> {
        let id = message::id_of(message).map_err(|refusal| protocol_error(&refusal))?;
        let method = message.get("method").and_then(Value::as_str);
        let refusal = |problem: &str| {
            protocol_error(&Refusal::new(message::INVALID_REQUEST, problem, id.clone()))
        };
        if method.is_none() && message.get("result").is_none() && message.get("error").is_none() {
            return Err(refusal("the message has no `method`"));
        }
        if serde_json::from_value::<rmcp::model::ClientJsonRpcMessage>(message.clone()).is_err() {
            return Err(refusal(
                "the message is neither a request nor a notification",
            ));
        }
        let is_new_session = method == Some("initialize") && !parts.headers.contains_key(SESSION);
        if is_new_session && self.sessions.sessions.read().await.len() >= SESSIONS_MAX {
            return Err(too_many("sessions"));
        }
        let (slots, what) = match method {
            Some("subscriptions/listen") => (&self.subscriptions, "open streams"),
            _ => (&self.requests, "requests under way"),
        };
        let permit = slots.clone().try_acquire_owned();
        let permit = permit.map_err(|_| too_many(what))?;
        let request = Request::from_parts(parts, Full::new(bytes));
        let answer = self.mcp.handle(request).await;
        Ok(answer.map(|body| Held::new(body, permit).boxed()))
    }
}

/// Reads the body of a request.
///
/// # Errors
/// Fails if it is too long, takes too long, or ends early.
async fn read(body: Incoming) -> Result<Bytes, Answer> {
    let mut bytes = Vec::new();
    let mut body = body;
    let mut length = 0;
    let deadline = Instant::now() + READ_TIME_MAX;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let frame = match timeout(left, body.frame()).await {
            Ok(Some(Ok(frame))) => frame,
            Ok(Some(Err(_))) => return Err(text(StatusCode::BAD_REQUEST, "the body ends early\n")),
            Ok(None) => break,
            Err(_) => {
                let problem = "the body takes too long\n";
                return Err(text(StatusCode::REQUEST_TIMEOUT, problem));
            }
        };
        if let Ok(data) = frame.into_data() {
            length += data.len();
            // What is too long is read, so that a client that sends it reads the answer, but not kept.
            if length > MESSAGE_BYTES_MAX {
                bytes = Vec::new();
            } else {
                bytes.extend_from_slice(&data);
            }
        }
        if length > READ_BYTES_MAX {
            break;
        }
    }
    if length > MESSAGE_BYTES_MAX {
        let mut answer = protocol_error(&Refusal::too_long());
        *answer.status_mut() = StatusCode::PAYLOAD_TOO_LARGE;
        return Err(answer);
    }
    Ok(Bytes::from(bytes))
}

fn refused(why: Refused) -> Answer {
    let (status, problem) = match why {
        Refused::Host => (
            StatusCode::FORBIDDEN,
            "the `Host` of the request is not a name of this server; --allow-host adds one\n",
        ),
        Refused::Origin => (
            StatusCode::FORBIDDEN,
            "pages of this `Origin` may not ask; --allow-origin adds one\n",
        ),
        Refused::Token => (
            StatusCode::UNAUTHORIZED,
            "the request needs `Authorization: Bearer …` with the token of this server\n",
        ),
    };
    let mut answer = text(status, problem);
    if why == Refused::Token {
        let scheme = HeaderValue::from_static("Bearer");
        answer
            .headers_mut()
            .insert(header::WWW_AUTHENTICATE, scheme);
    }
    answer
}

fn too_many(what: &str) -> Answer {
    let problem = format!("too many {what}; try again in a second\n");
    let mut answer = text(StatusCode::TOO_MANY_REQUESTS, &problem);
    let second = HeaderValue::from_static("1");
    answer.headers_mut().insert(header::RETRY_AFTER, second);
    answer
}

fn protocol_error(refusal: &Refusal) -> Answer {
    let body = plain::escaped_json(&refusal.to_json().to_string()).into_owned();
    answer(StatusCode::BAD_REQUEST, "application/json", body)
}

fn text(status: StatusCode, body: &str) -> Answer {
    answer(status, "text/plain; charset=utf-8", body.to_owned())
}

fn answer(status: StatusCode, kind: &'static str, body: String) -> Answer {
    let mut answer = Response::new(Full::from(body).boxed());
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let plain = HeaderValue::from_static("nosniff");
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, plain);
    answer
}

/// Waits until the process is told to end.
async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

#[expect(
    clippy::print_stderr,
    reason = "an operator reads what a server writes to stderr"
)]
fn log(message: &str) {
    eprintln!("bombe-serve: {}", plain::escaped(message));
}
