//! Resources: symbols, files and maps of the open repositories, under URIs.
//!
//! `bombe://<repo>/symbol/<id>`, `bombe://<repo>/file/<path>`, `bombe://<repo>/structure[/<folder>]`. `<repo>` is what the tools call
//! `repo`, with all but letters, digits, `-`, `.`, `_` and `~` percent-encoded.

use bombe_reader::limits::Limits;
use bombe_reader::plain;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::get_structure::GetStructure;
use bombe_reader::tools::get_symbol::GetSymbol;
use bombe_reader::tools::{several, suggest};
use rmcp::ErrorData;
use rmcp::model::{
    JsonObject, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use serde_json::json;

use super::call;
use super::server::{Shared, open};

const SCHEME: &str = "bombe://";

/// Most subscriptions of a session.
pub(super) const SUBSCRIBED_MAX: usize = 1000;

/// Most files that are listed of a repository, the most important first. Others have resources, too.
const FILES_MAX: usize = 200;

/// Resources on a page.
const PAGE: usize = 100;

/// Tokens of a map, and of the source of a symbol.
const TOKENS: usize = 8_000;

/// What a URI names.
#[derive(Debug, PartialEq, Eq)]
enum Named {
    Symbol(String),
    File(String),
    Structure(String),
}

/// The templates, in the order of [`templates`].
pub(super) const SYMBOL: &str = "bombe://{repo}/symbol/{+symbol}";
pub(super) const FILE: &str = "bombe://{repo}/file/{+path}";
pub(super) const STRUCTURE: &str = "bombe://{repo}/structure/{+path}";

/// Returns the templates of resources.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(SYMBOL, "symbol")
            .with_title("Source of a symbol")
            .with_description(
                "The source of a symbol, given its id (`src/auth.py::Auth.login`) or name.",
            ),
        ResourceTemplate::new(FILE, "file")
            .with_title("File as indexed")
            .with_description("The text of a file, as it was when the snapshot was built."),
        ResourceTemplate::new(STRUCTURE, "structure")
            .with_title("Map of a folder")
            .with_description("The most important files and symbols of a folder, ranked.")
            .with_mime_type("text/plain"),
    ]
}

/// Returns a page of the resources: of each repository the map, then its most important files.
///
/// # Errors
/// Fails for a cursor that belongs to no list, or to that of other snapshots.
pub(super) fn list(
    shared: &Shared,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, ErrorData> {
    let sources = shared.live.now();
    let snapshots = open(&sources);
    let mark: String = snapshots
        .iter()
        .map(|it| it.view.short_identity())
        .collect();
    let start = match cursor {
        None => 0,
        Some(cursor) => cursor
            .split_once('-')
            .filter(|(of, _)| *of == mark)
            .and_then(|(_, start)| start.parse().ok())
            .ok_or_else(|| {
                let problem = "`cursor` belongs to no list, or to that of an earlier snapshot; ask without it";
                ErrorData::invalid_params(problem, None)
            })?,
    };
    let mut resources = Vec::new();
    let limits = Limits::new();
    for (snapshot, repo) in snapshots.iter().zip(several::labels(&snapshots)) {
        let base = format!("{SCHEME}{}", encoded(&repo, false));
        resources.push(
            Resource::new(format!("{base}/structure"), format!("Map of {repo}"))
                .with_description("The most important files and symbols, ranked.")
                .with_mime_type("text/plain"),
        );
        let files = suggest::files(snapshot, FILES_MAX, &limits);
        for path in files.map_err(|error| damaged(&error.to_string()))? {
            let uri = format!("{base}/file/{}", encoded(&path, true));
            let mut resource = Resource::new(uri, plain::row(&path));
            if let Ok(Some(file)) = snapshot.view.file_by_path(&path) {
                resource = resource
                    .with_mime_type(mime(file.language().name()))
                    .with_size(file.size());
            }
            resources.push(resource);
        }
    }
    let total = resources.len();
    let page = resources.into_iter().skip(start).take(PAGE).collect();
    let mut result = ListResourcesResult::with_all_items(page);
    let end = start.saturating_add(PAGE);
    result.next_cursor = (end < total).then(|| format!("{mark}-{end}"));
    Ok(result)
}

/// Checks that a text is the URI of a resource, whether there is one or not.
///
/// # Errors
/// Fails if it is none.
pub(super) fn check(uri: &str) -> Result<(), ErrorData> {
    parse(uri).map(|_| ())
}

/// Reads a resource.
///
/// # Errors
/// Fails if there is none, or if the snapshot is damaged.
pub(super) fn read(shared: &Shared, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let (repo, named) = parse(uri)?;
    let sources = shared.live.now();
    let not_found = |problem: String| {
        let shown: String = uri.chars().take(200).collect();
        ErrorData::resource_not_found(problem, Some(json!({"uri": shown})))
    };
    let arguments = |pairs: serde_json::Value| match pairs {
        serde_json::Value::Object(pairs) => pairs,
        _ => JsonObject::new(),
    };
    let (text, kind) = match named {
        Named::Symbol(id) => {
            let request = json!({"symbols": [id], "token_budget": TOKENS, "repo": repo});
            let answer = call::ask::<GetSymbol>(&sources, arguments(request));
            let answer = answer.map_err(not_found)?;
            let errors = answer.value.pointer("/errors/0/error");
            if let Some(problem) = errors.and_then(|it| it.as_str()) {
                return Err(not_found(problem.to_owned()));
            }
            (answer.text, "text/markdown")
        }
        Named::Structure(path) => {
            let request = json!({"path": path, "token_budget": TOKENS, "repo": repo});
            let answer = call::ask::<GetStructure>(&sources, arguments(request));
            (answer.map_err(not_found)?.text, "text/plain")
        }
        Named::File(path) => {
            let snapshots = open(&sources);
            let at = chosen(&snapshots, &repo).map_err(not_found)?;
            let found = suggest::text_of(snapshots[at], &path, &Limits::new());
            match found.map_err(|error| not_found(error.to_string()))? {
                Some((text, language)) => (text, mime(language)),
                None => {
                    let problem = "the snapshot has no text of this file".to_owned();
                    return Err(not_found(problem));
                }
            }
        }
    };
    let contents = ResourceContents::text(plain::escaped(&text), uri).with_mime_type(kind);
    Ok(ReadResourceResult::new(vec![contents]))
}

/// Finds the snapshot that a URI names.
fn chosen(snapshots: &[&Snapshot], repo: &str) -> Result<usize, String> {
    let labels = several::labels(snapshots);
    several::choose(snapshots, &labels, repo).map_err(|error| error.to_string())
}

fn damaged(problem: &str) -> ErrorData {
    ErrorData::internal_error(format!("the snapshot cannot be read: {problem}"), None)
}

/// Returns the repository and what is named in it.
fn parse(uri: &str) -> Result<(String, Named), ErrorData> {
    let parts = uri.strip_prefix(SCHEME).and_then(|rest| {
        let (repo, rest) = rest.split_once('/')?;
        let (kind, name) = rest.split_once('/').unwrap_or((rest, ""));
        let name = decoded(name)?;
        let named = match kind {
            "symbol" if !name.is_empty() => Named::Symbol(name),
            "file" if !name.is_empty() => Named::File(name),
            "structure" => Named::Structure(name),
            _ => return None,
        };
        Some((decoded(repo).filter(|repo| !repo.is_empty())?, named))
    });
    parts.ok_or_else(|| {
        let shown: String = uri.chars().take(200).collect();
        let problem = format!(
            "`{shown}` is no resource; for example bombe://repo/file/src/main.rs, bombe://repo/symbol/src/main.rs::main or bombe://repo/structure"
        );
        ErrorData::resource_not_found(problem, Some(json!({"uri": shown})))
    })
}

/// Percent-encodes a text. What separates the parts of a path stays in one.
pub(super) fn encoded(text: &str, is_path: bool) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        let stays = byte.is_ascii_alphanumeric()
            || b"-._~".contains(&byte)
            || is_path && b"/:@!$&'()*+,;=".contains(&byte);
        if stays {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Returns a text without its percent-encoding. A `%` that begins none stays: clients fill names in as they are.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let escaped = behind
            .get(..2)
            .filter(|_| *first == b'%')
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let Some(byte) = escaped {
            bytes.push(byte);
            rest = &behind[2..];
        } else {
            bytes.push(*first);
            rest = behind;
        }
    }
    String::from_utf8(bytes).ok()
}

fn mime(language: &str) -> &'static str {
    match language {
        "markdown" => "text/markdown",
        "javascript" => "text/javascript",
        "typescript" => "text/x-typescript",
        "python" => "text/x-python",
        "java" => "text/x-java",
        "go" => "text/x-go",
        "rust" => "text/x-rust",
        "c" => "text/x-c",
        "cpp" => "text/x-c++",
        _ => "text/plain",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_uri_names_is_found_again() {
        for (repo, named) in [
            ("owner/name", Named::File("a b/ç%.py".to_owned())),
            ("r", Named::Symbol("src/a.rs::T.f#2".to_owned())),
            ("r", Named::Structure("src".to_owned())),
        ] {
            let (kind, name) = match &named {
                Named::Symbol(name) => ("symbol", name),
                Named::File(name) => ("file", name),
                Named::Structure(name) => ("structure", name),
            };
            let uri = format!(
                "{SCHEME}{}/{kind}/{}",
                encoded(repo, false),
                encoded(name, true)
            );
            assert_eq!(parse(&uri).unwrap(), (repo.to_owned(), named), "{uri}");
        }
        let raw = parse("bombe://r/symbol/a.c::f#2").unwrap();
        assert_eq!(raw.1, Named::Symbol("a.c::f#2".to_owned()));
        assert_eq!(
            parse("bombe://r/structure").unwrap().1,
            Named::Structure(String::new())
        );
    }

    #[test]
    fn other_texts_are_no_resources() {
        for uri in [
            "",
            "file:///etc/passwd",
            "bombe://",
            "bombe://r",
            "bombe://r/",
            "bombe://r/file/",
            "bombe://r/other/x",
            "bombe:///file/x",
            "bombe://r/file/%ff",
        ] {
            assert!(check(uri).is_err(), "{uri}");
        }
    }
}
