//! The manifest of a release: what it consists of, what it reads and writes, and which gates it has passed. It is signed, so
//! that somebody can check what they have got.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use bombe_format::commit::COMMIT_VERSION;
use bombe_format::{FORMAT_MAJOR, FORMAT_MAJOR_MIN, FORMAT_MINOR};
use bombe_reader::regular_file::{self, Links, TEXT_BYTES_MAX};
use bombe_reader::tools::by_name::KNOWN;
use bombe_share::digest::{Digest, Hasher};
use bombe_share::layout::SCHEMA;
use bombe_share::refusal::Refusal;
use bombe_share::signature::{SIGNATURE_BYTES_MAX, Signature, SignatureKind};
use bombe_share::trust::{Signed, Trust};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fingerprint::FINGERPRINT;
use crate::gates::WORKFLOWS;
use crate::own_files;

/// File name of the manifest of a release.
pub const RELEASE: &str = "release.json";

/// What the document is, in its field `kind`.
const KIND: &str = "bombe.release";

/// The manifest of a release.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Release {
    /// Version of the document.
    pub schema: u32,
    /// What this document is: `bombe.release`.
    pub kind: String,
    /// Name of the repository that is released.
    pub repository: String,
    /// The version.
    pub version: String,
    /// The hash of the sources: snapshots with the same one have the same caches.
    pub fingerprint: String,
    /// The formats that it reads and writes.
    pub formats: Formats,
    /// Its tools, by name.
    pub tools: Vec<ToolSchema>,
    /// What its gates have shown, by repository.
    pub gates: Vec<Value>,
    /// Its files, by name.
    pub files: Vec<ReleasedFile>,
}

/// The formats that a program reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Formats {
    /// Major version of snapshots that are written.
    pub major: u16,
    /// Minor version of snapshots that are written.
    pub minor: u16,
    /// Oldest major version that is read.
    pub major_min: u16,
    /// Version of the commit point.
    pub commit_point: u32,
    /// Version of the layout of remotes.
    pub layout: u32,
}

/// The contract of a tool.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToolSchema {
    /// Its name.
    pub name: String,
    /// SHA-256 of the schema of its arguments, as compact JSON with sorted keys.
    pub input: Digest,
    /// SHA-256 of the schema of its answer, of a server with one snapshot.
    pub output: Digest,
}

/// A file of a release.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReleasedFile {
    /// Its name.
    pub name: String,
    /// Number of its bytes.
    pub bytes: u64,
    /// Their SHA-256.
    pub sha256: Digest,
}

/// A release that cannot be made or checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReleaseError {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The folder holds nothing to release.
    #[error("{} holds no file to release", .0.display())]
    Empty(PathBuf),
    /// The results of gates are none, or are not good enough.
    #[error("{}: {reason}", .path.display())]
    Gates {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The document is not acceptable.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
}

fn read_error(path: &Path) -> impl Fn(io::Error) -> ReleaseError + '_ {
    |source| ReleaseError::Read {
        path: path.to_owned(),
        source,
    }
}

/// Returns the contracts of the tools of this program.
pub fn tools() -> Vec<ToolSchema> {
    // Keys of an object are sorted.
    let digest = |schema: serde_json::Map<String, Value>| {
        Digest::of(Value::Object(schema).to_string().as_bytes())
    };
    let tool = |tool: &bombe_reader::tools::by_name::Known| ToolSchema {
        name: tool.name.to_owned(),
        input: digest((tool.input)()),
        output: digest((tool.output)(false)),
    };
    KNOWN.iter().map(tool).collect()
}

/// Returns the formats of this program.
pub fn formats() -> Formats {
    Formats {
        major: FORMAT_MAJOR,
        minor: FORMAT_MINOR,
        major_min: FORMAT_MAJOR_MIN,
        commit_point: COMMIT_VERSION,
        layout: SCHEMA,
    }
}

/// Makes the manifest of a release by this program. `folder` holds its files, and `gates` are files with what `bombe verify
/// --gates --json` has printed: one for each repository.
///
/// # Errors
/// When a file cannot be read, or a gate was not passed.
pub fn make(folder: &Path, gates: &[PathBuf], repository: &str) -> Result<Release, ReleaseError> {
    let mut files = Vec::new();
    let mut names = own_files::names(folder);
    names.sort();
    for name in names {
        let is_about = name.starts_with(RELEASE) || name.starts_with('.');
        if !is_about {
            files.push(digest_of(folder, &name)?);
        }
    }
    if files.is_empty() {
        return Err(ReleaseError::Empty(folder.to_owned()));
    }
    Ok(Release {
        schema: SCHEMA,
        kind: KIND.to_owned(),
        repository: repository.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        fingerprint: FINGERPRINT.to_owned(),
        formats: formats(),
        tools: tools(),
        gates: gates
            .iter()
            .map(|path| passed_gates(path))
            .collect::<Result<_, _>>()?,
        files,
    })
}

fn digest_of(folder: &Path, name: &str) -> Result<ReleasedFile, ReleaseError> {
    let path = folder.join(name);
    let failed = read_error(&path);
    let mut file = regular_file::open(&path, Links::Refuse).map_err(&failed)?;
    let mut hasher = Hasher::default();
    let mut piece = vec![0; 256 << 10];
    let mut bytes = 0;
    loop {
        let read = file.read(&mut piece).map_err(&failed)?;
        if read == 0 {
            break;
        }
        bytes += read as u64;
        hasher.update(piece.get(..read).unwrap_or_default());
    }
    Ok(ReleasedFile {
        name: name.to_owned(),
        bytes,
        sha256: hasher.finish(),
    })
}

/// Reads the results of the gates of a repository, all of which must have been passed.
fn passed_gates(path: &Path) -> Result<Value, ReleaseError> {
    let text = regular_file::read_text(path, Links::Follow, TEXT_BYTES_MAX);
    let text = text.map_err(read_error(path))?;
    let wrong = |reason: String| ReleaseError::Gates {
        path: path.to_owned(),
        reason,
    };
    let value: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    for workflow in WORKFLOWS {
        let gates = value["gates"].as_array().into_iter().flatten();
        let mut of_workflow = gates.filter(|gate| gate["workflow"] == workflow.name);
        let gate = of_workflow.next();
        let problems = gate.and_then(|gate| gate["problems"].as_array());
        match problems {
            Some(problems) if problems.is_empty() => {}
            Some(problems) => {
                let problems: Vec<&str> = problems.iter().filter_map(Value::as_str).collect();
                return Err(wrong(problems.join("; ")));
            }
            None => {
                let reason = format!(
                    "it does not say what the gate `{}` has shown: it must be what `bombe verify SNAPSHOT --gates FOLDER --json` prints",
                    workflow.name
                );
                return Err(wrong(reason));
            }
        }
    }
    Ok(value)
}

impl Release {
    /// Returns its bytes, which are signed.
    ///
    /// # Panics
    /// Never: what it holds can always be written.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            serde_json::to_vec_pretty(self).expect("a release holds nothing that JSON cannot say");
        bytes.push(b'\n');
        bytes
    }
}

/// Reads the manifest of a release, with the signature that lies beside it.
///
/// # Errors
/// When it cannot be read, or is not signed by a key that is trusted for its repository.
pub fn read(path: &Path, trust: &Trust) -> Result<(Release, Signed), ReleaseError> {
    let failed = read_error(path);
    let text = regular_file::read_text(path, Links::Follow, TEXT_BYTES_MAX).map_err(failed)?;
    let mut signatures = Vec::new();
    for kind in SignatureKind::ALL {
        let beside = beside(path, kind);
        match regular_file::read_text(&beside, Links::Follow, SIGNATURE_BYTES_MAX) {
            Ok(text) => signatures.push(Signature { kind, text }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(read_error(&beside)(error)),
        }
    }
    let malformed = |reason: String| Refusal::Malformed {
        what: "the release".to_owned(),
        reason,
    };
    let head: Value = serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
    let repository = head["repository"].as_str().unwrap_or_default();
    let signed = trust.check("the release", text.as_bytes(), &signatures, repository)?;
    if head["kind"] != KIND {
        return Err(malformed(format!("expected {KIND}, found {}", head["kind"])).into());
    }
    if head["schema"] != SCHEMA {
        let found = head["schema"].as_u64().unwrap_or_default();
        return Err(Refusal::OtherSchema {
            found: u32::try_from(found).unwrap_or(u32::MAX),
            expected: SCHEMA,
        }
        .into());
    }
    let release = serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
    Ok((release, signed))
}

/// Returns where the signature of a release lies.
pub fn beside(path: &Path, kind: SignatureKind) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(kind.ending());
    PathBuf::from(name)
}

/// Returns what is wrong with files that are said to be of a release: other bytes, or no file of it. Files that are not there
/// are no problem if `some_are_enough`.
///
/// # Errors
/// When a file cannot be read.
pub fn problems_of(
    release: &Release,
    folder: &Path,
    some_are_enough: bool,
) -> Result<(Vec<String>, usize), ReleaseError> {
    let mut problems = Vec::new();
    let mut sound = 0;
    let names = own_files::names(folder);
    for expected in &release.files {
        if !names.contains(&expected.name) {
            if !some_are_enough {
                problems.push(format!("{} is missing", expected.name));
            }
            continue;
        }
        let found = digest_of(folder, &expected.name)?;
        if found == *expected {
            sound += 1;
        } else {
            problems.push(format!(
                "{} has other bytes than the release: expected {}, found {}",
                expected.name, expected.sha256, found.sha256
            ));
        }
    }
    Ok((problems, sound))
}
