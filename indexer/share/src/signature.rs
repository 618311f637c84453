//! Signatures: minisign, or SSH (`ssh-keygen -Y`), over the bytes of a document.

use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

/// What SSH signatures are made for: one that was made for something else does not count.
pub const SSH_NAMESPACE: &str = "bombe";

/// A longer signature is none.
pub const SIGNATURE_BYTES_MAX: u64 = 16 << 10;

/// A kind of signature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignatureKind {
    /// As `minisign -S` makes it.
    Minisign,
    /// As `ssh-keygen -Y sign` makes it.
    Ssh,
}

impl SignatureKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Minisign, Self::Ssh];

    /// The end of the name of a signature's file.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Minisign => "minisig",
            Self::Ssh => "sshsig",
        }
    }
}

/// A signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// What kind it is.
    pub kind: SignatureKind,
    /// The text of its file.
    pub text: String,
}

/// A public key: of minisign in base64, or of SSH as in `authorized_keys`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key {
    kind: SignatureKind,
    /// Without a comment.
    text: String,
}

/// No public key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{0} is no public key: expected one of minisign (`RW…`, the second line of minisign.pub) or of SSH (`ssh-ed25519 AAAA…`)"
)]
pub struct NoKey(String);

impl Key {
    /// Reads a public key; the text of a `minisign.pub` or an `id_ed25519.pub` will do.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(text: &str) -> Result<Self, NoKey> {
        let no_key = || NoKey(text.chars().take(60).collect());
        let line = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        let line = line.ok_or_else(no_key)?;
        let mut words = line.split_ascii_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next());
        let is_ssh = ["ssh-", "ecdsa-", "sk-"]
            .iter()
            .any(|start| first.starts_with(start));
        if let Some(second) = second.filter(|_| is_ssh) {
            let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-@.".contains(&byte);
            if second.len() > 40 && second.bytes().all(is_base64) && first.bytes().all(is_name) {
                return Ok(Self {
                    kind: SignatureKind::Ssh,
                    text: format!("{first} {second}"),
                });
            }
        } else if minisign_verify::PublicKey::from_base64(first).is_ok() {
            return Ok(Self {
                kind: SignatureKind::Minisign,
                text: first.to_owned(),
            });
        }
        Err(no_key())
    }

    /// What kind of signatures it checks.
    pub fn kind(&self) -> SignatureKind {
        self.kind
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What checking a signature with a key has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Check {
    /// The key has signed these bytes.
    Signed,
    /// It is the signature of another key.
    OtherKey,
    /// It is the signature of this key over other bytes, or no signature at all.
    Forged,
    /// It cannot be checked on this machine.
    Uncheckable(String),
}

/// Checks a signature of `bytes` with a key.
pub(crate) fn check(bytes: &[u8], signature: &Signature, key: &Key) -> Check {
    if signature.kind != key.kind {
        return Check::OtherKey;
    }
    match signature.kind {
        SignatureKind::Minisign => check_minisign(bytes, &signature.text, &key.text),
        SignatureKind::Ssh => check_ssh(bytes, &signature.text, &key.text)
            .unwrap_or_else(|error| Check::Uncheckable(format!("ssh-keygen: {error}"))),
    }
}

fn check_minisign(bytes: &[u8], signature: &str, key: &str) -> Check {
    let key = minisign_verify::PublicKey::from_base64(key);
    let (Ok(key), Ok(signature)) = (key, minisign_verify::Signature::decode(signature)) else {
        return Check::Forged;
    };
    match key.verify(bytes, &signature, false) {
        Ok(()) => Check::Signed,
        Err(minisign_verify::Error::UnexpectedKeyId) => Check::OtherKey,
        Err(_) => Check::Forged,
    }
}

/// Who signs, in the list of signers that `ssh-keygen` gets.
const SSH_SIGNER: &str = "publisher";

fn check_ssh(bytes: &[u8], signature: &str, key: &str) -> std::io::Result<Check> {
    let folder = tempfile::tempdir()?;
    let (signers, file) = (
        folder.path().join("signers"),
        folder.path().join("signature"),
    );
    std::fs::write(
        &signers,
        format!("{SSH_SIGNER} namespaces=\"{SSH_NAMESPACE}\" {key}\n"),
    )?;
    std::fs::write(&file, signature)?;
    let verify = |words: &[&str]| {
        let mut command = Command::new("ssh-keygen");
        command
            .args(["-Y", words[0], "-n", SSH_NAMESPACE, "-s"])
            .arg(&file);
        command.args(&words[1..]);
        if words[0] == "verify" {
            command.arg("-f").arg(&signers);
        }
        run(command, bytes).map(|output| output.status.success())
    };
    if verify(&["verify", "-I", SSH_SIGNER])? {
        return Ok(Check::Signed);
    }
    Ok(if verify(&["check-novalidate"])? {
        Check::OtherKey
    } else {
        Check::Forged
    })
}

/// Runs a program that reads `bytes` from its standard input.
fn run(mut command: Command, bytes: &[u8]) -> std::io::Result<std::process::Output> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ends early says why.
        let _ = stdin.write_all(bytes);
    }
    child.wait_with_output()
}

/// A secret key to sign with.
pub enum Signer {
    /// Of minisign.
    Minisign(Box<minisign::SecretKey>),
    /// Of SSH: the file of the secret key, or of the public one if an agent holds the other.
    Ssh(PathBuf),
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Minisign(_) => "Minisign",
            Self::Ssh(_) => "Ssh",
        })
    }
}

/// A document that could not be signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignError {
    /// The key cannot be used.
    #[error("the signing key {} cannot be used: {reason}", .path.display())]
    Key {
        /// Its file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Signing failed.
    #[error("cannot sign: {0}")]
    Failed(String),
}

/// Returns the bytes that a text in base64 stands for.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::new();
    for four in text.trim_end().trim_end_matches('=').as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for byte in four {
            bits = bits << 6 | u32::from(digit(*byte)?);
        }
        bits <<= 6 * (4 - four.len());
        let whole = [bits >> 16, bits >> 8, bits].map(|bits| bits as u8);
        bytes.extend_from_slice(whole.get(..four.len() - 1)?);
    }
    Some(bytes)
}

impl Signer {
    /// Reads the secret key of minisign at `path`. Without a password, the key must have none (`minisign -G -W`).
    ///
    /// # Errors
    /// When it cannot be read, or the password does not fit.
    pub fn minisign(path: &Path, password: Option<String>) -> Result<Self, SignError> {
        let wrong = |reason: String| SignError::Key {
            path: path.to_owned(),
            reason,
        };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let key = match password {
            Some(password) => minisign::SecretKeyBox::from_string(&text)
                .and_then(|boxed| boxed.into_secret_key(Some(password))),
            None => {
                // The program writes no checksum into a key without a password, which the crate would miss.
                let line = text.lines().nth(1).and_then(from_base64);
                let bytes = line.filter(|bytes| bytes.get(2..4) == Some(&[0, 0]));
                let no_key = "it is no secret key of minisign without a password; the variable BOMBE_SIGN_PASSWORD has that of one with";
                minisign::SecretKey::from_bytes(&bytes.ok_or_else(|| wrong(no_key.to_owned()))?)
            }
        };
        let key = key.map_err(|error| wrong(error.to_string()))?;
        Ok(Self::Minisign(Box::new(key)))
    }

    /// Returns the public key that checks its signatures.
    ///
    /// # Errors
    /// When the key cannot be used.
    pub fn public_key(&self) -> Result<Key, SignError> {
        match self {
            Self::Minisign(key) => {
                let public = minisign::PublicKey::from_secret_key(key);
                let public = public.map_err(|error| SignError::Failed(error.to_string()))?;
                let key = Key::parse(&public.to_base64());
                key.map_err(|error| SignError::Failed(error.to_string()))
            }
            Self::Ssh(path) => {
                let wrong = |reason: String| SignError::Key {
                    path: path.clone(),
                    reason,
                };
                let mut beside = path.as_os_str().to_owned();
                beside.push(".pub");
                // With an agent, the file itself is the public key.
                let text = std::fs::read_to_string(&beside)
                    .or_else(|_| std::fs::read_to_string(path))
                    .map_err(|error| wrong(error.to_string()))?;
                Key::parse(&text).map_err(|error| wrong(error.to_string()))
            }
        }
    }

    /// Signs a document. `comment` is signed, too.
    ///
    /// # Errors
    /// See [`SignError`].
    pub fn sign(&self, bytes: &[u8], comment: &str) -> Result<Signature, SignError> {
        let failed = |error: &dyn fmt::Display| SignError::Failed(error.to_string());
        match self {
            Self::Minisign(key) => {
                let made =
                    minisign::sign(None, key, bytes, Some(comment), Some("signature of bombe"));
                let made = made.map_err(|error| failed(&error))?;
                Ok(Signature {
                    kind: SignatureKind::Minisign,
                    text: made.into_string(),
                })
            }
            Self::Ssh(path) => {
                let mut command = Command::new("ssh-keygen");
                command
                    .args(["-Y", "sign", "-n", SSH_NAMESPACE, "-f"])
                    .arg(path);
                let output = run(command, bytes).map_err(|error| failed(&error))?;
                if !output.status.success() {
                    let said = String::from_utf8_lossy(&output.stderr);
                    return Err(SignError::Key {
                        path: path.clone(),
                        reason: format!("ssh-keygen says: {}", said.trim()),
                    });
                }
                Ok(Signature {
                    kind: SignatureKind::Ssh,
                    text: String::from_utf8_lossy(&output.stdout).into_owned(),
                })
            }
        }
    }
}
