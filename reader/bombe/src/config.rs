//! `bombe config show`: every setting with its value, and where the value comes from.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bombe_indexer::discover::{Settings, settings};
use bombe_indexer::snapshot_dir::root_of;
use bombe_reader::beneath;
use bombe_reader::exit_code;
use bombe_reader::regular_file::TEXT_BYTES_MAX;
use toml_edit::DocumentMut;

use crate::output;

/// Shows the settings
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Show(Show),
}

/// Prints every setting with its value and where the value comes from: default, bombe.toml, environment or flag
#[derive(clap::Args)]
struct Show {
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// As of a question: when to colour the answer
    #[arg(long, value_name = "WHEN", value_parser = ["auto", "always", "never"])]
    color: Option<String>,
    /// As of a build: do not read the history
    #[arg(long)]
    no_history: bool,
    /// As of a build: number of threads
    #[arg(long, short = 'j', value_name = "N")]
    threads: Option<usize>,
}

/// A setting.
#[derive(Debug)]
struct Row {
    key: &'static str,
    value: serde_json::Value,
    from: &'static str,
}

const DEFAULT: &str = "default";
const FLAG: &str = "flag";

/// Prints the settings.
///
/// # Errors
/// When `bombe.toml` cannot be read.
pub(crate) fn run(arguments: &Arguments, current: &Path) -> anyhow::Result<u8> {
    let Action::Show(show) = &arguments.action;
    let root = root_of(&current.join(&show.path));
    let rows = rows(show, &root)?;
    if show.json {
        let rows = rows.iter().map(|row| {
            let value = serde_json::json!({"value": row.value, "from": row.from});
            (row.key.to_owned(), value)
        });
        let object: serde_json::Map<_, _> = rows.collect();
        output::print(serde_json::to_string_pretty(&object).map_err(io::Error::from)?)?;
        return Ok(exit_code::DONE);
    }
    let mut text = String::new();
    for row in rows {
        let value = match &row.value {
            serde_json::Value::Null => "-".to_owned(),
            value => value.to_string(),
        };
        let _ = writeln!(text, "{:<28} {value:<14} {}", row.key, row.from);
    }
    output::print(text)?;
    Ok(exit_code::DONE)
}

fn rows(show: &Show, root: &Path) -> anyhow::Result<Vec<Row>> {
    let set = Settings::read(root)?;
    let document = match beneath::read(root, Path::new(settings::FILE_NAME), TEXT_BYTES_MAX) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).parse::<DocumentMut>()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => DocumentMut::new(),
        Err(error) => return Err(error).context(settings::FILE_NAME),
    };
    let is_written = |key: &str| {
        let mut keys = key.split('.');
        let first = keys.next().and_then(|key| document.get(key));
        keys.fold(first, |item, key| item.and_then(|item| item.get(key)))
            .is_some()
    };
    let of_file = |key: &'static str, value: serde_json::Value| Row {
        key,
        value,
        from: if is_written(key) {
            settings::FILE_NAME
        } else {
            DEFAULT
        },
    };
    let (discover, history, share) = (&set.discover, &set.history, &set.share);
    let mut rows = vec![
        of_file("name", set.name.clone().into()),
        of_file("discover.exclude", discover.exclude.clone().into()),
        of_file("discover.default_exclude", discover.default_exclude.into()),
        of_file("discover.ignore_files", discover.ignore_files.into()),
        of_file("discover.hidden", discover.hidden.into()),
        of_file("discover.submodules", discover.submodules.into()),
        of_file(
            "discover.nested_repositories",
            discover.nested_repositories.into(),
        ),
        of_file("discover.generated", discover.generated.into()),
        of_file("discover.max_file_bytes", discover.max_file_bytes.into()),
        of_file("update.merge_share", set.update.merge_share.into()),
        of_file("history.enabled", history.enabled.into()),
        of_file("history.depth", history.depth.into()),
        of_file("history.emails", history.emails.into()),
        of_file("share.remote", share.remote.clone().into()),
        of_file("share.repository", share.repository.clone().into()),
        of_file("share.keys", share.keys.clone().into()),
        of_file("share.revoked", share.revoked.clone().into()),
    ];
    if show.no_history
        && let Some(enabled) = rows.iter_mut().find(|row| row.key == "history.enabled")
    {
        (enabled.value, enabled.from) = (false.into(), FLAG);
    }
    rows.push(match show.threads {
        Some(threads) => Row {
            key: "threads",
            value: threads.into(),
            from: FLAG,
        },
        None => Row {
            key: "threads",
            value: std::thread::available_parallelism()
                .map_or(1, usize::from)
                .into(),
            from: DEFAULT,
        },
    });
    rows.push(color(show.color.as_deref()));
    let is_in_ci = std::env::var_os("CI").is_some();
    rows.push(Row {
        key: "progress",
        value: (!is_in_ci && io::stderr().is_terminal()).into(),
        from: if is_in_ci {
            "environment (CI)"
        } else {
            DEFAULT
        },
    });
    Ok(rows)
}

/// When answers have colours: as the flag says, or else the environment.
fn color(flag: Option<&str>) -> Row {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let (value, from) = match flag {
        Some(value) => (value, FLAG),
        None if is_set("NO_COLOR") => ("never", "environment (NO_COLOR)"),
        None if is_set("CLICOLOR_FORCE") => ("always", "environment (CLICOLOR_FORCE)"),
        None => ("auto", DEFAULT),
    };
    Row {
        key: "color",
        value: value.into(),
        from,
    }
}
