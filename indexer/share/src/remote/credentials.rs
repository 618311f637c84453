//! Who the user is to a registry: what `docker login` has written down.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// Users and passwords, each for one host only.
#[derive(Clone, Default)]
pub struct Credentials(BTreeMap<String, String>);

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}

/// The part of docker's settings that is read. Programs that it names as keepers of passwords are not run.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Settings {
    auths: BTreeMap<String, Auth>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Auth {
    auth: String,
}

impl Credentials {
    /// Reads docker's settings at a path. Where there are none, there are no credentials.
    pub fn read(path: &Path) -> Self {
        let is_file = fs::metadata(path).is_ok_and(|meta| meta.is_file());
        let text = is_file.then(|| fs::read(path).ok()).flatten();
        text.map_or_else(Self::default, |text| Self::parse(&text))
    }

    /// Reads docker's settings. What is no such file holds none.
    pub fn parse(text: &[u8]) -> Self {
        let settings: Settings = serde_json::from_slice(text).unwrap_or_default();
        let auths = settings.auths.into_iter();
        Self(auths.map(|(host, auth)| (host, auth.auth)).collect())
    }

    /// Returns the user and the password for a host, with its port if it has one.
    pub fn of(&self, host: &str) -> Option<(String, String)> {
        let text = decoded(self.0.get(host)?)?;
        let (user, password) = text.split_once(':')?;
        Some((user.to_owned(), password.to_owned()))
    }
}

/// Decodes base64.
fn decoded(text: &str) -> Option<String> {
    let digit = |byte: u8| {
        let digits = [
            b'A'..=b'Z',
            b'a'..=b'z',
            b'0'..=b'9',
            b'+'..=b'+',
            b'/'..=b'/',
        ];
        let mut below = 0;
        for range in digits {
            if range.contains(&byte) {
                return Some(below + u32::from(byte - range.start()));
            }
            below += u32::from(range.end() - range.start()) + 1;
        }
        None
    };
    let mut bytes = Vec::new();
    for group in text.trim_end_matches('=').as_bytes().chunks(4) {
        let mut bits = 0;
        for byte in group {
            bits = bits << 6 | digit(*byte)?;
        }
        bits <<= 6 * (4 - group.len());
        bytes.extend((1..group.len()).map(|at| (bits >> (24 - 8 * at)) as u8));
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::Credentials;

    #[test]
    fn a_password_is_for_its_host_only() {
        let settings = br#"{"auths": {"ghcr.io": {"auth": "dXNlcjpwYTpzcw=="}, "b.org": {}, "c.org": {"auth": "?"}},
            "credsStore": "secret"}"#;
        let credentials = Credentials::parse(settings);
        let expected = Some(("user".to_owned(), "pa:ss".to_owned()));
        assert_eq!(credentials.of("ghcr.io"), expected);
        for host in ["evil.ghcr.io", "ghcr.io:443", "b.org", "c.org", ""] {
            assert_eq!(credentials.of(host), None, "{host}");
        }
        assert_eq!(Credentials::parse(b"no JSON").of("ghcr.io"), None);
        assert!(!format!("{credentials:?}").contains("dXNl"));
    }
}
