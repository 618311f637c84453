//! A remote that is read over HTTP: a web server, or a store that shows itself as one. Nothing is published there.
//!
//! Blobs and manifests are named by their digests, so no version of them has to be told from another one: a range goes on
//! with the same bytes, or what has come does not have its digest.

use std::path::Path;

use reqwest::header::{CONTENT_RANGE, ETAG, HeaderValue, RANGE};
use reqwest::redirect::{Action, Attempt, Policy};
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url};

use super::network::{Network, USER_AGENT, cause};
use super::{Condition, Document, Listed, Patience, Remote, RemoteError};
use crate::digest::Digest;
use crate::layout::Name;

/// Redirects that are followed, one after another.
const REDIRECTS_MAX: usize = 3;

/// A web server.
#[derive(Debug)]
pub(super) struct Http {
    network: Network,
    client: Client,
    base: Url,
}

impl Http {
    /// Opens the remote with an address; none if it is not one of a web server.
    pub(super) fn open(address: &str, patience: Patience) -> Result<Option<Self>, RemoteError> {
        let Ok(base) = Url::parse(address) else {
            return Ok(None);
        };
        if !matches!(base.scheme(), "http" | "https") || base.cannot_be_a_base() {
            return Ok(None);
        }
        let network = Network::new(address, patience)?;
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .connect_timeout(patience.connect)
            .redirect(Policy::custom(redirect))
            .build()
            .map_err(|error| network.outage(reason(error)))?;
        Ok(Some(Self {
            network,
            client,
            base,
        }))
    }

    fn at(&self, name: &Name) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(name.as_str().split('/'));
        }
        url
    }

    /// Sends a request; none if there is nothing of the name.
    async fn send(&self, request: RequestBuilder) -> Result<Option<Response>, RemoteError> {
        let sent = request.send().await;
        let response = sent.map_err(|error| self.network.outage(reason(error)))?;
        match response.status() {
            status if status.is_success() => Ok(Some(response)),
            StatusCode::NOT_FOUND | StatusCode::GONE => Ok(None),
            status => Err(self.network.outage(status)),
        }
    }

    fn read_only(&self) -> RemoteError {
        let reason = "over HTTP, snapshots are fetched only: publish to the store behind it";
        self.network.read_only(reason)
    }
}

fn redirect(attempt: Attempt) -> Action {
    match may_follow(attempt.previous(), attempt.url()) {
        Ok(()) => attempt.follow(),
        Err(problem) => attempt.error(problem),
    }
}

/// Follows a few redirects, but never from HTTPS to HTTP, where others could see what is asked.
fn may_follow(previous: &[Url], next: &Url) -> Result<(), &'static str> {
    let is_safe = previous.iter().any(|url| url.scheme() == "https");
    if is_safe && next.scheme() != "https" {
        Err("it redirects from HTTPS to HTTP")
    } else if previous.len() > REDIRECTS_MAX {
        Err("it redirects too often")
    } else {
        Ok(())
    }
}

/// Says what has happened, without the address, which may hold secrets.
fn reason(error: reqwest::Error) -> String {
    let error = error.without_url();
    if error.is_timeout() {
        return "the connection was not made in time".to_owned();
    }
    cause(&error)
}

/// Returns the first byte that a response holds.
fn start_of(response: &Response) -> Option<u64> {
    if response.status() != StatusCode::PARTIAL_CONTENT {
        return Some(0);
    }
    let range = response.headers().get(CONTENT_RANGE)?.to_str().ok()?;
    let range = range.strip_prefix("bytes ")?;
    range.split_once('-')?.0.parse().ok()
}

impl Remote for Http {
    fn shown(&self) -> &str {
        self.network.shown()
    }

    fn read(&self, name: &Name, most: u64) -> Result<Option<Document>, RemoteError> {
        self.network.answer(async {
            let Some(mut response) = self.send(self.client.get(self.at(name))).await? else {
                return Ok(None);
            };
            let tag = response.headers().get(ETAG).map(HeaderValue::to_str);
            let version = tag.and_then(Result::ok).unwrap_or_default().to_owned();
            let mut bytes = Vec::new();
            let chunk = |error| self.network.outage(reason(error));
            while let Some(chunk) = response.chunk().await.map_err(chunk)? {
                if (bytes.len() + chunk.len()) as u64 > most {
                    return Err(self.network.too_long(name, most));
                }
                bytes.extend_from_slice(&chunk);
            }
            Ok(Some(Document { bytes, version }))
        })
    }

    fn fetch(
        &self,
        blob: Digest,
        from: u64,
        sink: &mut dyn FnMut(&[u8]) -> Result<(), RemoteError>,
    ) -> Result<(), RemoteError> {
        let name = Name::blob(blob);
        self.network.run(async {
            let mut request = self.client.get(self.at(&name));
            if from > 0 {
                request = request.header(RANGE, format!("bytes={from}-"));
            }
            let response = self.network.next(self.send(request)).await?;
            let Some(mut response) = response else {
                return Err(RemoteError::Missing {
                    remote: self.shown().to_owned(),
                    name: name.to_string(),
                });
            };
            // A server that knows no ranges sends all of it again.
            let start = start_of(&response).filter(|start| *start <= from);
            let Some(start) = start else {
                return Err(self
                    .network
                    .outage("it sends another range than was asked for"));
            };
            let mut again = from - start;
            loop {
                let chunk = async {
                    let chunk = response.chunk().await;
                    chunk.map_err(|error| self.network.outage(reason(error)))
                };
                let Some(chunk) = self.network.next(chunk).await? else {
                    return Ok(());
                };
                let known = again.min(chunk.len() as u64);
                again -= known;
                let new = chunk.get(known as usize..).unwrap_or_default();
                if !new.is_empty() {
                    sink(new)?;
                }
            }
        })
    }

    fn has(&self, blob: Digest) -> Result<bool, RemoteError> {
        let request = self.client.head(self.at(&Name::blob(blob)));
        self.network
            .answer(async { Ok(self.send(request).await?.is_some()) })
    }

    fn store_blob(&self, _: Digest, _: &Path) -> Result<(), RemoteError> {
        Err(self.read_only())
    }

    fn store(
        &self,
        _: &Name,
        _: &[u8],
        _: &[(Digest, u64)],
        _: Condition,
    ) -> Result<(), RemoteError> {
        Err(self.read_only())
    }

    fn list(&self, _: &str) -> Result<Vec<Listed>, RemoteError> {
        Err(self.read_only())
    }

    fn remove(&self, _: &Name) -> Result<(), RemoteError> {
        Err(self.read_only())
    }
}

#[cfg(test)]
mod tests {
    use reqwest::Url;

    use super::{Http, REDIRECTS_MAX, may_follow};
    use crate::layout::Name;
    use crate::remote::{Patience, Remote as _};

    #[test]
    fn a_name_is_put_between_the_path_and_the_query_of_an_address() {
        for (address, expected) in [
            (
                "https://example.org",
                "https://example.org/refs/o=2Fn/stable.json",
            ),
            ("http://h:80/a/b/", "http://h/a/b/refs/o=2Fn/stable.json"),
            (
                "https://h/a?token=t",
                "https://h/a/refs/o=2Fn/stable.json?token=t",
            ),
        ] {
            let http = Http::open(address, Patience::for_fetching())
                .unwrap()
                .unwrap();
            let url = http.at(&Name::reference("o/n", "stable"));
            assert_eq!(url.as_str(), expected);
            assert!(!http.shown().contains("token"));
        }
        for address in ["ftp://h/a", "https://", "mailto:a@b"] {
            let opened = Http::open(address, Patience::for_fetching());
            assert!(opened.unwrap().is_none(), "{address}");
        }
    }

    #[test]
    fn a_redirect_never_leads_from_https_to_http() {
        let urls = |list: &[&str]| -> Vec<Url> {
            list.iter().map(|url| Url::parse(url).unwrap()).collect()
        };
        for (previous, next, expected) in [
            (&["https://a/"][..], "https://b/", true),
            (&["http://a/"], "https://b/", true),
            (&["http://a/"], "http://b/", true),
            (&["https://a/"], "http://a/", false),
            (&["http://a/", "https://b/"], "http://a/", false),
            (&["https://a/"; REDIRECTS_MAX + 1], "https://b/", false),
        ] {
            let next = Url::parse(next).unwrap();
            let may = may_follow(&urls(previous), &next).is_ok();
            assert_eq!(may, expected, "{previous:?} {next}");
        }
    }
}
