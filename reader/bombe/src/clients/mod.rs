//! The clients of the server: where each keeps its settings, and how an entry for Bombe gets into them and out again.
//!
//! The rest of such a file stays as it is, comments and all. Nothing is written through a link, and an entry that somebody
//! has made otherwise is not replaced.

mod diff;
mod json_file;
mod toml_file;

use std::io;
use std::path::{Path, PathBuf};

use bombe_indexer::user_file;
use bombe_reader::beneath;
use bombe_reader::regular_file::TEXT_BYTES_MAX;
use serde_json::json;

pub(crate) use self::diff::diff;

/// The name of our entry.
const NAME: &str = "bombe";

/// A program that starts MCP servers.
#[derive(Debug)]
pub(crate) struct Client {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Its name for people.
    pub(crate) title: &'static str,
    place: Place,
    form: Form,
    /// The key of the table of servers.
    servers: &'static str,
    /// What an entry holds besides its command.
    more: &'static [(&'static str, &'static str)],
    /// How an entry names the folder of the project; none if it cannot.
    folder: Option<&'static str>,
    /// How the client itself adds a server, if it has a way.
    adds_by: Option<AddsBy>,
}

/// How a client adds a server itself.
#[derive(Clone, Copy, Debug)]
enum AddsBy {
    /// By a command, which the server's command follows.
    Command(&'static str),
    /// By a command with JSON.
    Json(&'static str),
    /// By following a link, which JSON in Base64 follows.
    Link(&'static str),
}

/// Where a client keeps its settings.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Below the root of the repository.
    Tree(&'static str),
    /// Below the user's home.
    Home(&'static str),
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// JSON, possibly with comments.
    Json,
    Toml,
}

/// Every client, by name.
pub(crate) const CLIENTS: &[Client] = &[
    Client {
        name: "claude",
        title: "Claude Code",
        place: Place::Tree(".mcp.json"),
        form: Form::Json,
        servers: "mcpServers",
        more: &[("type", "stdio")],
        folder: Some("."),
        adds_by: Some(AddsBy::Command("claude mcp add --scope project bombe --")),
    },
    Client {
        name: "cursor",
        title: "Cursor",
        place: Place::Tree(".cursor/mcp.json"),
        form: Form::Json,
        servers: "mcpServers",
        more: &[("type", "stdio")],
        folder: Some("${workspaceFolder}"),
        adds_by: Some(AddsBy::Link(
            "https://cursor.com/install-mcp?name=bombe&config=",
        )),
    },
    Client {
        name: "vscode",
        title: "VS Code",
        place: Place::Tree(".vscode/mcp.json"),
        form: Form::Json,
        servers: "servers",
        more: &[("type", "stdio")],
        folder: Some("${workspaceFolder}"),
        adds_by: Some(AddsBy::Json("code --add-mcp")),
    },
    Client {
        name: "codex",
        title: "Codex",
        place: Place::Tree(".codex/config.toml"),
        form: Form::Toml,
        servers: "mcp_servers",
        more: &[],
        folder: Some("."),
        adds_by: Some(AddsBy::Command("codex mcp add bombe --")),
    },
    Client {
        name: "gemini",
        title: "Gemini CLI",
        place: Place::Tree(".gemini/settings.json"),
        form: Form::Json,
        servers: "mcpServers",
        more: &[],
        folder: Some("."),
        adds_by: Some(AddsBy::Command("gemini mcp add --scope project bombe")),
    },
    Client {
        name: "zed",
        title: "Zed",
        place: Place::Tree(".zed/settings.json"),
        form: Form::Json,
        servers: "context_servers",
        more: &[("source", "custom")],
        folder: Some("."),
        adds_by: None,
    },
    Client {
        name: "windsurf",
        title: "Windsurf",
        place: Place::Home(".codeium/windsurf/mcp_config.json"),
        form: Form::Json,
        servers: "mcpServers",
        more: &[],
        folder: None,
        adds_by: None,
    },
];

/// How a client starts the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Via {
    /// By the program on the PATH
    Path,
    /// By uvx, which installs it from the Python package index
    Uvx,
    /// By npx, which installs it from the npm registry
    Npx,
}

/// What a client is told about the server.
#[derive(Debug)]
struct Entry {
    more: &'static [(&'static str, &'static str)],
    command: &'static str,
    args: Vec<String>,
}

/// What became of a text.
#[derive(Debug, PartialEq, Eq)]
enum Edit {
    /// It says what it should.
    None,
    /// It is this now.
    Text(String),
    /// Nothing is left of it.
    Empty,
}

/// Why a text is not edited.
#[derive(Debug, PartialEq, Eq)]
enum Refusal {
    /// It cannot be read.
    Unreadable(String),
    /// What should be a table is something else.
    NoTable,
    /// There is another entry of our name.
    Differs,
}

/// A file of settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClientError {
    /// It cannot be read as what it should be.
    #[error("{} cannot be read, and stays as it is: {problem}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// What should be a table is something else.
    #[error("{}: `{key}` is no table of servers, and the file stays as it is", .path.display())]
    NoTable {
        /// The file.
        path: PathBuf,
        /// The key.
        key: &'static str,
    },
    /// There is another entry of our name.
    #[error("{} has another entry `{NAME}`, and stays as it is: edit it there, or take it out with --remove first", .0.display())]
    Differs(PathBuf),
    /// The operating system refuses.
    #[error("{}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// The user's home is not known.
    #[error("the home folder is not known: set HOME")]
    NoHome,
}

/// The file in which a client keeps its settings.
#[derive(Debug)]
pub(crate) struct SettingsFile {
    client: &'static Client,
    /// An existing folder, which is named by its user.
    base: PathBuf,
    /// The path below it.
    inside: &'static Path,
    /// What it holds; none if it is absent.
    text: Option<String>,
}

/// A change of a file that is not made yet.
#[derive(Debug)]
pub(crate) struct Change {
    /// What the file holds now.
    pub(crate) before: String,
    /// What it is to hold; none if it is to go.
    pub(crate) after: Option<String>,
}

impl Client {
    /// Returns what the settings hold for a repository if they hold nothing else.
    pub(crate) fn snippet(&'static self, via: Via, root: &Path) -> String {
        match self.add("", &self.entry(via, root)) {
            Ok(Edit::Text(text)) => text,
            // An empty text takes any entry.
            _ => String::new(),
        }
    }

    /// Returns the command or the link by which the client adds the server itself.
    pub(crate) fn one_line(&self, via: Via, root: &Path) -> Option<String> {
        let entry = self.entry(via, root);
        let fields = json!({"command": entry.command, "args": entry.args});
        Some(match self.adds_by? {
            AddsBy::Command(command) => {
                format!("{command} {} {}", entry.command, entry.args.join(" "))
            }
            AddsBy::Json(command) => {
                let mut fields = fields;
                fields["name"] = NAME.into();
                format!("{command} '{fields}'")
            }
            AddsBy::Link(link) => format!("{link}{}", base64(fields.to_string().as_bytes())),
        })
    }

    fn entry(&self, via: Via, root: &Path) -> Entry {
        let (command, before): (_, &[&str]) = match via {
            Via::Path => (NAME, &[]),
            Via::Uvx => ("uvx", &[NAME]),
            Via::Npx => ("npx", &["-y", NAME]),
        };
        let folder = match self.folder {
            Some(folder) => folder.to_owned(),
            None => root.display().to_string(),
        };
        let args = before.iter().map(|&word| word.to_owned());
        Entry {
            more: self.more,
            command,
            args: args.chain(["serve".to_owned(), folder]).collect(),
        }
    }

    fn add(&self, text: &str, entry: &Entry) -> Result<Edit, Refusal> {
        match self.form {
            Form::Json => json_file::add(text, self.servers, entry),
            Form::Toml => toml_file::add(text, self.servers, entry),
        }
    }

    fn remove(&self, text: &str) -> Result<Edit, Refusal> {
        match self.form {
            Form::Json => json_file::remove(text, self.servers),
            Form::Toml => toml_file::remove(text, self.servers),
        }
    }

    /// Reads the settings of a client, for the repository at `root`.
    ///
    /// # Errors
    /// When the file is there and cannot be read, or when it is behind a link.
    pub(crate) fn settings(&'static self, root: &Path) -> Result<SettingsFile, ClientError> {
        let (base, inside) = match self.place {
            Place::Tree(inside) => (root.to_owned(), inside),
            Place::Home(inside) => (std::env::home_dir().ok_or(ClientError::NoHome)?, inside),
        };
        let inside = Path::new(inside);
        let path = base.join(inside);
        let text = match beneath::read(&base, inside, TEXT_BYTES_MAX) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes).map_err(|error| ClientError::Unreadable {
                    path,
                    problem: error.to_string(),
                })?;
                Some(text)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(ClientError::Io { path, source }),
        };
        Ok(SettingsFile {
            client: self,
            base,
            inside,
            text,
        })
    }
}

impl SettingsFile {
    /// Its path.
    pub(crate) fn path(&self) -> PathBuf {
        self.base.join(self.inside)
    }

    /// Returns true if it has an entry for Bombe.
    ///
    /// # Errors
    /// When it cannot be read as what it should be.
    pub(crate) fn has_entry(&self) -> Result<bool, ClientError> {
        let Some(text) = &self.text else {
            return Ok(false);
        };
        let removed = self.client.remove(text);
        Ok(removed.map_err(|refusal| self.error(refusal))? != Edit::None)
    }

    /// Returns what adding the entry changes; none if it is there.
    ///
    /// # Errors
    /// When the file cannot be read as what it should be, or has another entry of our name.
    pub(crate) fn with_entry(&self, via: Via, root: &Path) -> Result<Option<Change>, ClientError> {
        let entry = self.client.entry(via, root);
        self.change(self.client.add(self.text.as_deref().unwrap_or(""), &entry))
    }

    /// Returns what taking the entry out changes; none if it is not there.
    ///
    /// # Errors
    /// When the file cannot be read as what it should be.
    pub(crate) fn without_entry(&self) -> Result<Option<Change>, ClientError> {
        match &self.text {
            Some(text) => self.change(self.client.remove(text)),
            None => Ok(None),
        }
    }

    fn change(&self, edit: Result<Edit, Refusal>) -> Result<Option<Change>, ClientError> {
        let after = match edit.map_err(|refusal| self.error(refusal))? {
            Edit::None => return Ok(None),
            Edit::Text(text) => Some(text),
            Edit::Empty => None,
        };
        let before = self.text.clone().unwrap_or_default();
        Ok(Some(Change { before, after }))
    }

    fn error(&self, refusal: Refusal) -> ClientError {
        let path = self.path();
        match refusal {
            Refusal::Unreadable(problem) => ClientError::Unreadable { path, problem },
            Refusal::NoTable => ClientError::NoTable {
                path,
                key: self.client.servers,
            },
            Refusal::Differs => ClientError::Differs(path),
        }
    }

    /// Makes a change.
    ///
    /// # Errors
    /// When the operating system refuses, or when a part of the path is a link.
    pub(crate) fn make(&self, change: &Change) -> Result<(), ClientError> {
        let done = match &change.after {
            Some(text) => user_file::replace(&self.base, self.inside, text.as_bytes()),
            None => user_file::remove(&self.base, self.inside),
        };
        done.map_err(|source| ClientError::Io {
            path: self.path(),
            source,
        })
    }
}

/// Returns bytes in Base64, with `=` at the end as a link needs it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |group: &[u8]| {
        let mut number = 0u32;
        for at in 0..3 {
            number = number << 8 | u32::from(group.get(at).copied().unwrap_or(0));
        }
        let digit = move |at: usize| match DIGITS[(number >> (18 - 6 * at) & 63) as usize] {
            b'+' => "%2B".to_owned(),
            b'/' => "%2F".to_owned(),
            digit => char::from(digit).to_string(),
        };
        let used = group.len() + 1;
        (0..used).map(digit).collect::<String>() + &"%3D".repeat(4 - used)
    };
    bytes.chunks(3).map(digits).collect()
}

/// Ends a text with a line break.
fn ended(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;
