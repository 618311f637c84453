//! Who may ask: the `Host` and `Origin` of a request, its token, and how many requests an address has sent lately.
//!
//! A page in a browser can make it send requests to loopback, also under a name of its own (DNS rebinding). Such a request has
//! the page's `Origin` or a foreign `Host`.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use hyper::header::{AUTHORIZATION, HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::http::uri::Authority;

/// Names of this machine, for itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Most addresses whose requests are counted. Beyond, those that have sent nothing for the longest are forgotten.
const ADDRESSES_MAX: usize = 4096;

/// Seconds of requests that an address may send at once.
const BURST_SECONDS: f64 = 2.0;

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    Host,
    Origin,
    Token,
}

/// What requests must have.
#[derive(Debug)]
pub(super) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
    token: Option<String>,
}

impl Guard {
    /// Creates a guard that accepts the names of this machine, and `hosts` and `origins` besides. An origin is
    /// `scheme://host[:port]`. With a token, every request must have it.
    pub(super) fn new(hosts: Vec<String>, origins: Vec<String>, token: Option<String>) -> Self {
        let lower = |texts: Vec<String>| texts.iter().map(|text| text.to_lowercase()).collect();
        Self {
            hosts: lower(hosts),
            origins: lower(origins),
            token,
        }
    }

    /// Checks a request.
    ///
    /// # Errors
    /// Fails at the first thing that is wrong with it.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let hosts: Vec<_> = headers.get_all(HOST).iter().collect();
        let is_allowed = match hosts[..] {
            [host] => host.to_str().is_ok_and(|host| self.allows_host(host)),
            _ => false,
        };
        if !is_allowed {
            return Err(Refused::Host);
        }
        // A program that is no browser sends none.
        let mut origins = headers.get_all(ORIGIN).iter();
        if !origins.all(|origin| origin.to_str().is_ok_and(|it| self.allows_origin(it))) {
            return Err(Refused::Origin);
        }
        match &self.token {
            Some(token) if !only(headers, AUTHORIZATION).is_some_and(|it| is_token(it, token)) => {
                Err(Refused::Token)
            }
            _ => Ok(()),
        }
    }

    fn allows_host(&self, host: &str) -> bool {
        let Ok(authority) = host.to_lowercase().parse::<Authority>() else {
            return false;
        };
        let own = |name: &str| name == authority.host() || name == authority.as_str();
        LOOPBACK.iter().any(|name| own(name)) || self.hosts.iter().any(|name| own(name))
    }

    fn allows_origin(&self, origin: &str) -> bool {
        let origin = origin.to_lowercase();
        if self.origins.contains(&origin) {
            return true;
        }
        let authority = origin
            .split_once("://")
            .filter(|(scheme, _)| matches!(*scheme, "http" | "https"))
            .and_then(|(_, authority)| authority.parse::<Authority>().ok());
        authority.is_some_and(|authority| LOOPBACK.contains(&authority.host()))
    }
}

/// Returns the only value of a header.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Returns true if a header has the token. Takes the same time for every text of one length, so that the time does not tell
/// how much of a guess is right.
fn is_token(header: &str, token: &str) -> bool {
    let Some((scheme, given)) = header.split_once(' ') else {
        return false;
    };
    let token = token.as_bytes();
    let mut differs = u8::from(given.len() != token.len() || token.is_empty());
    for (at, byte) in given.bytes().enumerate() {
        let own = token.get(at % token.len().max(1)).copied().unwrap_or(0);
        differs |= black_box(byte ^ own);
    }
    scheme.eq_ignore_ascii_case("bearer") && black_box(differs) == 0
}

/// Counts the requests of each address: a bucket that fills at a rate, and of which each request takes one.
#[derive(Debug)]
pub(super) struct Rate {
    per_second: f64,
    buckets: Mutex<BTreeMap<IpAddr, (f64, Instant)>>,
}

impl Rate {
    /// Creates a counter for a rate of requests for each address.
    pub(super) fn new(per_second: u32) -> Self {
        Self {
            per_second: f64::from(per_second),
            buckets: Mutex::default(),
        }
    }

    /// Counts a request, and returns true if the address has sent too many.
    pub(super) fn is_exceeded(&self, address: IpAddr, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= ADDRESSES_MAX && !buckets.contains_key(&address) {
            let idle = buckets.iter().min_by_key(|(_, (_, last))| *last);
            if let Some(idle) = idle.map(|(address, _)| *address) {
                buckets.remove(&idle);
            }
        }
        let full = self.per_second * BURST_SECONDS;
        let (left, last) = buckets.entry(address).or_insert((full, now));
        let passed = now.saturating_duration_since(*last).as_secs_f64();
        *left = (*left + passed * self.per_second).min(full);
        *last = now;
        if *left < 1.0 {
            return true;
        }
        *left -= 1.0;
        false
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().expect("a header"));
        }
        headers
    }

    #[test]
    fn a_page_of_another_origin_and_a_foreign_name_are_refused() {
        let guard = Guard::new(
            vec!["box.lan".to_owned(), "other.lan:9".to_owned()],
            vec!["https://Tool.example".to_owned()],
            None,
        );
        for host in [
            "localhost",
            "LOCALHOST:1",
            "127.0.0.1:80",
            "[::1]:5",
            "box.lan:1",
            "other.lan:9",
        ] {
            assert_eq!(guard.check(&headers(&[("host", host)])), Ok(()), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost@evil.example",
            "other.lan:8",
            "",
            "a b",
        ] {
            let found = guard.check(&headers(&[("host", host)]));
            assert_eq!(found, Err(Refused::Host), "{host}");
        }
        assert_eq!(guard.check(&HeaderMap::new()), Err(Refused::Host));
        let twice = headers(&[("host", "localhost"), ("host", "localhost")]);
        assert_eq!(guard.check(&twice), Err(Refused::Host));
        for origin in [
            "http://localhost:3000",
            "https://127.0.0.1",
            "http://[::1]:1",
            "https://tool.example",
        ] {
            let found = guard.check(&headers(&[("host", "localhost"), ("origin", origin)]));
            assert_eq!(found, Ok(()), "{origin}");
        }
        for origin in [
            "null",
            "http://evil.example",
            "file://localhost",
            "http://localhost.evil.example",
            "https://tool.example:444",
        ] {
            let found = guard.check(&headers(&[("host", "localhost"), ("origin", origin)]));
            assert_eq!(found, Err(Refused::Origin), "{origin}");
        }
    }

    #[test]
    fn only_the_whole_token_is_the_token() {
        let guard = Guard::new(Vec::new(), Vec::new(), Some("secret".to_owned()));
        let with =
            |value| guard.check(&headers(&[("host", "localhost"), ("authorization", value)]));
        assert_eq!(with("Bearer secret"), Ok(()));
        assert_eq!(with("bearer secret"), Ok(()));
        for wrong in [
            "Bearer secre",
            "Bearer secretsecret",
            "Bearer Secret",
            "Bearer ",
            "Bearer",
            "secret",
            "Basic secret",
        ] {
            assert_eq!(with(wrong), Err(Refused::Token), "{wrong}");
        }
        let bare = headers(&[("host", "localhost")]);
        assert_eq!(guard.check(&bare), Err(Refused::Token));
    }

    #[test]
    fn a_rate_allows_a_burst_and_then_so_many_each_second() {
        let rate = Rate::new(5);
        let start = Instant::now();
        let (one, other) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([10, 0, 0, 1]));
        let sent = |address, at| (0..100).filter(|_| !rate.is_exceeded(address, at)).count();
        assert_eq!(sent(one, start), 10);
        assert_eq!(sent(one, start + Duration::from_secs(1)), 5);
        assert_eq!(sent(other, start), 10);
        for number in 0..2 * ADDRESSES_MAX as u32 {
            rate.is_exceeded(IpAddr::from(std::net::Ipv4Addr::from(number)), start);
        }
        assert!(rate.buckets.lock().unwrap().len() <= ADDRESSES_MAX);
    }
}
