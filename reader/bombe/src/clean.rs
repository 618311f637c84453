//! `bombe clean`: removes what Bombe has written into repositories.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bombe_indexer::report::Bytes;
use bombe_indexer::snapshot_dir::{self, root_of};
use bombe_reader::exit_code;

use crate::output;

/// Removes the folder `.bombe` of repositories. `bombe build` makes it again
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Roots of repositories, or folders inside them [default: the current folder's repository]
    paths: Vec<PathBuf>,
    /// Only say what would be removed
    #[arg(long, short = 'n')]
    dry_run: bool,
}

/// Removes the snapshots of the repositories around some folders.
///
/// # Errors
/// When something in a `.bombe` is not ours, when a writer is at work, or when the operating system refuses.
pub(crate) fn run(arguments: &Arguments, current: &Path) -> anyhow::Result<u8> {
    let here = [current.to_owned()];
    let paths = if arguments.paths.is_empty() {
        &here[..]
    } else {
        &arguments.paths[..]
    };
    let mut code = exit_code::NOTHING_FOUND;
    for path in paths {
        let root = root_of(path);
        let folder = root.join(".bombe");
        if folder.symlink_metadata().is_err() {
            output::tell(format_args!("bombe: {} has no .bombe", root.display()));
            continue;
        }
        let size = Bytes(size_of(&root));
        if arguments.dry_run {
            output::print(format_args!(
                "{}: {size} would be removed",
                folder.display()
            ))?;
        } else {
            snapshot_dir::remove(&root)
                .with_context(|| format!("cannot remove {}", folder.display()))?;
            output::print(format_args!("{}: removed, {size}", folder.display()))?;
        }
        code = exit_code::DONE;
    }
    Ok(code)
}

/// Returns how many bytes the files of a repository's `.bombe` have.
pub(crate) fn size_of(root: &Path) -> u64 {
    snapshot_dir::bytes_of(root)
}
