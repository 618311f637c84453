//! What is made from the command line itself: completions for shells, and manual pages.

use std::io::Write as _;
use std::path::PathBuf;

use bombe_reader::exit_code;
use bombe_serve::cli::CliError;
use clap::{Args, Command};
use clap_complete::Shell;

/// Where each shell looks for completions.
const PLACES: &str = "Where a shell looks for them:
  bash        bombe completions bash > ~/.local/share/bash-completion/completions/bombe
  zsh         bombe completions zsh > DIR/_bombe, with DIR in fpath, before compinit
  fish        bombe completions fish > ~/.config/fish/completions/bombe.fish
  powershell  bombe completions powershell >> $PROFILE";

#[derive(Args)]
#[command(after_help = PLACES)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(Args)]
pub(crate) struct Manual {
    /// The folder, made if it is missing. `man -l DIR/bombe.1` shows a page, and those in a folder `man1` of the path that
    /// `manpath` prints are found by name
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Completions {
    /// Prints the completions.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn run(&self, mut program: Command) -> Result<u8, CliError> {
        let mut script = Vec::new();
        let name = program.get_name().to_owned();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(&script)?;
        stdout.flush()?;
        Ok(exit_code::DONE)
    }
}

impl Manual {
    /// Writes a page for the program and one for each command.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn run(&self, program: Command) -> Result<u8, CliError> {
        std::fs::create_dir_all(&self.folder)?;
        clap_mangen::generate_to(program, &self.folder)?;
        Ok(exit_code::DONE)
    }
}
