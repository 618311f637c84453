//! The body of an answer: in it nothing acts, and while it is sent it holds a place among the requests.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bombe_reader::plain;
use http_body_util::combinators::BoxBody;
use hyper::body::{Body, Bytes, Frame};
use tokio::sync::OwnedSemaphorePermit;

/// A body of rmcp with a place that it gives back at its end. Its size is not known, because characters are escaped.
pub(super) struct Held {
    body: BoxBody<Bytes, Infallible>,
    _place: OwnedSemaphorePermit,
}

impl Held {
    pub(super) fn new(body: BoxBody<Bytes, Infallible>, place: OwnedSemaphorePermit) -> Self {
        Self {
            body,
            _place: place,
        }
    }
}

impl Body for Held {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        frame.map(|frame| frame.map(|frame| frame.map(|frame| frame.map_data(escaped))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
}

/// Escapes the characters that act, in JSON or in an event whose data is JSON. rmcp hands out whole messages and events.
fn escaped(data: Bytes) -> Bytes {
    match std::str::from_utf8(&data) {
        Ok(text) => match plain::escaped_json(text) {
            std::borrow::Cow::Owned(escaped) => Bytes::from(escaped),
            std::borrow::Cow::Borrowed(_) => data,
        },
        Err(_) => data,
    }
}
