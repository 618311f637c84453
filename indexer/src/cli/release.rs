//! `bombe release`: makes and checks the signed manifest of a release of this program.

use std::path::PathBuf;

use anyhow::Context;
use bombe_share::signature::Key;
use bombe_share::trust::{Signed, Trust};
use clap::{Args, Subcommand};

use super::places::{SignOptions, trust_file};
use super::{Outcome, output};
use crate::atomic_file;
use crate::release;

/// The repository of this program, unless another one is named.
const REPOSITORY: &str = "bombe/bombe";

/// Makes or checks the signed manifest of a release: its files, formats, tools, and the gates that it has passed
#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Writes release.json, and its signature, beside the files of a release
    Make(Make),
    /// Checks a release.json, and the files beside it
    Verify(Verify),
}

#[derive(Args)]
struct Make {
    /// The folder with the files of the release
    folder: PathBuf,
    /// What `bombe verify SNAPSHOT --gates FOLDER --json` has printed, for each repository
    #[arg(long, value_name = "FILE", required_unless_present = "no_gates")]
    gates: Vec<PathBuf>,
    /// Release without gates
    #[arg(long, conflicts_with = "gates")]
    no_gates: bool,
    /// Name of the repository that is released
    #[arg(long, value_name = "OWNER/NAME", default_value = REPOSITORY)]
    repository: String,
    #[command(flatten)]
    sign: SignOptions,
}

#[derive(Args)]
struct Verify {
    /// The manifest, with its signature beside it
    release: PathBuf,
    /// A public key that may have signed, of minisign or SSH, beside those of the trust file
    #[arg(long, value_name = "KEY")]
    key: Vec<String>,
    /// The folder with files of the release [default: that of the manifest]
    #[arg(long, value_name = "FOLDER")]
    files: Option<PathBuf>,
    /// Every file of the release must be there
    #[arg(long)]
    all: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    match &arguments.action {
        Action::Make(arguments) => make(arguments),
        Action::Verify(arguments) => verify(arguments),
    }
}

fn make(arguments: &Make) -> anyhow::Result<Outcome> {
    let signer = arguments.sign.signer()?;
    let made = release::make(&arguments.folder, &arguments.gates, &arguments.repository)?;
    let bytes = made.to_bytes();
    let path = arguments.folder.join(release::RELEASE);
    let written = |path: &PathBuf, bytes: &[u8]| {
        atomic_file::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
    };
    if let Some(signer) = &signer {
        let comment = format!("{} {}", made.repository, made.version);
        let signature = signer.sign(&bytes, &comment)?;
        let beside = release::beside(&path, signature.kind);
        written(&beside, signature.text.as_bytes())?;
    }
    written(&path, &bytes)?;
    output::print(format_args!(
        "{}: {} {}, {} files, {} tools, gates of {} repositories",
        path.display(),
        made.repository,
        made.version,
        made.files.len(),
        made.tools.len(),
        made.gates.len()
    ))?;
    Ok(Outcome::Done)
}

fn verify(arguments: &Verify) -> anyhow::Result<Outcome> {
    let mut trust = Trust::read(&trust_file()?)?;
    for key in &arguments.key {
        trust.add(Key::parse(key)?, "*", "");
    }
    let (found, signed) = release::read(&arguments.release, &trust)?;
    let own = std::path::Path::new(".");
    let beside = arguments.release.parent().unwrap_or(own);
    let beside = if beside.as_os_str().is_empty() {
        own
    } else {
        beside
    };
    let folder = arguments.files.as_deref().unwrap_or(beside);
    let (mut problems, sound) = release::problems_of(&found, folder, !arguments.all)?;
    if sound == 0 {
        problems.push(format!("{} holds no file of the release", folder.display()));
    }
    for problem in &problems {
        output::print(problem)?;
    }
    let signed = match signed {
        Signed::By(key) => format!("signed by {key}"),
        Signed::Unchecked => "not signed by anybody who is trusted".to_owned(),
    };
    let formats = found.formats;
    output::print(format_args!(
        "{} {}, {signed}: {sound} of {} files are as released; writes snapshots of format {}.{} and reads those from {} on; gates of {} repositories passed",
        found.repository,
        found.version,
        found.files.len(),
        formats.major,
        formats.minor,
        formats.major_min,
        found.gates.len()
    ))?;
    let own = release::formats();
    let mut changed = release::tools();
    changed.retain(|tool| !found.tools.contains(tool));
    let changed: Vec<&str> = changed.iter().map(|tool| &*tool.name).collect();
    if formats != own || !changed.is_empty() {
        output::print(format_args!(
            "this program differs from it: format {}.{}, layout {}; tools with other schemas: {}",
            own.major,
            own.minor,
            own.layout,
            if changed.is_empty() {
                "none".to_owned()
            } else {
                changed.join(", ")
            }
        ))?;
    }
    Ok(if problems.is_empty() {
        Outcome::Done
    } else {
        Outcome::Problems
    })
}
