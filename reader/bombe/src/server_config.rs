//! `bombe serve config`: what a client needs to start the server.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bombe_indexer::snapshot_dir::root_of;
use bombe_reader::exit_code;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::clients::{CLIENTS, Client, Via, diff};
use crate::output;

/// Prints what a client needs to start the server, or puts it into the client's settings
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The client
    #[arg(value_parser = client_parser())]
    client: &'static Client,
    /// Root of the repository, or a folder inside it
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Put it into the client's settings, and show what that changes. What else is there stays
    #[arg(long, conflicts_with = "remove")]
    write: bool,
    /// Take it out of the client's settings
    #[arg(long)]
    remove: bool,
    /// With --write or --remove: only show what would change
    #[arg(long, short = 'n')]
    dry_run: bool,
    /// How the client starts the server
    #[arg(long, value_enum, default_value_t = Via::Path)]
    via: Via,
}

fn client_parser() -> impl TypedValueParser<Value = &'static Client> {
    let names = CLIENTS.iter();
    let names = names.map(|client| PossibleValue::new(client.name).help(client.title));
    PossibleValuesParser::new(names).map(|name| {
        let mut clients = CLIENTS.iter();
        let found = clients.find(|client| client.name == name);
        found.expect("the parser accepts names of clients only")
    })
}

/// Prints or writes the settings of a client.
///
/// # Errors
/// When the client's settings cannot be read or written, or have another entry of our name.
pub(crate) fn run(arguments: &Arguments, current: &Path) -> anyhow::Result<u8> {
    let client = arguments.client;
    let path = current.join(&arguments.path);
    let root = root_of(&path);
    let root = root.canonicalize();
    let root = root.with_context(|| format!("cannot find {}", path.display()))?;
    let file = client.settings(&root)?;
    let shown = file.path();
    let shown = shown.display();
    if !arguments.write && !arguments.remove {
        output::tell(format_args!("for {shown}; --write puts it there:"));
        output::print(client.snippet(arguments.via, &root))?;
        if let Some(command) = client.one_line(arguments.via, &root) {
            output::tell(format_args!(
                "{} does the same with: {command}",
                client.title
            ));
        }
        return Ok(exit_code::DONE);
    }
    let change = if arguments.write {
        file.with_entry(arguments.via, &root)?
    } else {
        file.without_entry()?
    };
    let Some(change) = change else {
        let state = if arguments.write {
            "is there already"
        } else {
            "is not there"
        };
        output::print(format_args!("{shown}: the entry {state}"))?;
        return Ok(exit_code::DONE);
    };
    output::print(format_args!("{shown}:"))?;
    output::print(diff(&change.before, change.after.as_deref().unwrap_or("")))?;
    if !arguments.dry_run {
        file.make(&change)?;
        let done = match (&change.after, arguments.write) {
            (None, _) => "removed: nothing else was in it",
            (Some(_), true) => "written; restart the client",
            (Some(_), false) => "written",
        };
        output::print(done)?;
    }
    Ok(exit_code::DONE)
}
