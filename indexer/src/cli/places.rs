//! The folders of the user, and the remote that a command is about: options, settings and trust file, put together.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bombe_share::client::Client;
use bombe_share::memory::Memory;
use bombe_share::refusal::Refusal;
use bombe_share::remote::{self, Credentials, Patience, Remote};
use bombe_share::signature::{Key, Signer};
use bombe_share::transfer::Arrivals;
use bombe_share::trust::Trust;
use bombe_share::verify::Policy;
use clap::Args;

use crate::clones;
use crate::discover::{Settings, git};
use crate::exchange::commits;

/// Branches from which others usually start.
pub(super) const USUAL_BRANCHES: [&str; 2] = ["main", "master"];

/// Names the trust file.
const TRUST_VARIABLE: &str = "BOMBE_TRUST";

/// Names the folder in which commands remember what remotes have shown.
const STATE_VARIABLE: &str = "BOMBE_STATE_DIR";

/// Names the folder of docker's settings.
const DOCKER_VARIABLE: &str = "DOCKER_CONFIG";

/// Holds the password of a minisign key.
const PASSWORD_VARIABLE: &str = "BOMBE_SIGN_PASSWORD";

/// A folder of the user: that which one of the variables names, or one below the home folder.
fn of_user(variable: &str, standard: &str, below_home: &str) -> anyhow::Result<PathBuf> {
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|it| it.is_absolute())
    };
    absolute(standard)
        .or_else(|| absolute("LOCALAPPDATA"))
        .or_else(|| absolute("HOME").map(|home| home.join(below_home)))
        .map(|folder| folder.join("bombe"))
        .with_context(|| format!("there is no folder of the user: set {variable}"))
}

/// Returns the path of the trust file.
pub(super) fn trust_file() -> anyhow::Result<PathBuf> {
    match env::var_os(TRUST_VARIABLE).filter(|it| !it.is_empty()) {
        Some(file) => Ok(file.into()),
        None => Ok(of_user(TRUST_VARIABLE, "XDG_CONFIG_HOME", ".config")?.join("trust.toml")),
    }
}

fn state_folder() -> anyhow::Result<PathBuf> {
    match env::var_os(STATE_VARIABLE).filter(|it| !it.is_empty()) {
        Some(folder) => Ok(folder.into()),
        None => of_user(STATE_VARIABLE, "XDG_STATE_HOME", ".local/state"),
    }
}

/// Returns what `docker login` has written down about registries.
fn credentials() -> Credentials {
    let folder = match env::var_os(DOCKER_VARIABLE).filter(|it| !it.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => match env::home_dir() {
            Some(home) => home.join(".docker"),
            None => return Credentials::default(),
        },
    };
    Credentials::read(&folder.join("config.json"))
}

/// Opens the remote with an address.
pub(super) fn open_remote(address: &str, patience: Patience) -> anyhow::Result<Box<dyn Remote>> {
    Ok(remote::open(address, patience, &credentials())?)
}

/// Which remote, and what is accepted of it.
#[derive(Args, Clone)]
pub(super) struct RemoteOptions {
    /// Name of the repository on the remote [default: `share.repository` or `name` in bombe.toml, else that of the remote
    /// `origin`]
    #[arg(long, value_name = "OWNER/NAME")]
    pub(super) repository: Option<String>,
    /// A public key that may have signed, of minisign or SSH, beside those of the trust file (`bombe trust`)
    #[arg(long, value_name = "KEY")]
    key: Vec<String>,
    /// Take what nobody has signed
    #[arg(long)]
    pub(super) allow_unsigned: bool,
    /// Take an older state of the remote than it has shown before
    #[arg(long)]
    allow_rollback: bool,
}

/// A remote that a command is about.
pub(super) struct Chosen {
    pub(super) client: Client,
    pub(super) repository: String,
}

impl RemoteOptions {
    /// Opens a remote for the repository at `root`: `address`, or what its settings name.
    pub(super) fn open(
        &self,
        root: &Path,
        settings: &Settings,
        address: Option<&str>,
        own_key: Option<Key>,
        patience: Patience,
    ) -> anyhow::Result<Chosen> {
        let share = &settings.share;
        let Some(address) = address.or(share.remote.as_deref()) else {
            bail!(
                "which remote? Name one, or write `remote = \"ADDRESS\"` below `[share]` in bombe.toml"
            );
        };
        let repository = self.repository_of(root, settings)?;
        let mut trust = Trust::read(&trust_file()?)?;
        let given = self.key.iter().map(|key| Key::parse(key));
        for key in given
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .chain(own_key)
        {
            trust.add(key, &repository, "");
        }
        for key in &share.revoked {
            trust.revoke(Key::parse(key).context("bombe.toml: share.revoked")?);
        }
        if trust.keys_for(&repository).is_empty() && !self.allow_unsigned {
            let proposed = (!share.keys.is_empty()).then(|| share.keys.join(", "));
            return Err(Refusal::NoKeys {
                repository,
                proposed,
            }
            .into());
        }
        let client = Client {
            remote: open_remote(address, patience)?,
            policy: Policy {
                trust,
                allow_unsigned: self.allow_unsigned,
                allow_rollback: self.allow_rollback,
            },
            memory: Memory::of(&state_folder()?, address),
            arrivals: Arrivals::below(&clones::cache_folder()?),
        };
        Ok(Chosen { client, repository })
    }

    fn repository_of(&self, root: &Path, settings: &Settings) -> anyhow::Result<String> {
        let named = self.repository.clone();
        let named = named.or_else(|| settings.share.repository.clone());
        let named = named.or_else(|| settings.name.clone());
        let name = match named {
            Some(name) => name,
            None => git::name_of_remote(&git::state(root).state.remote),
        };
        if name.is_empty() {
            bail!(
                "what is the name of this repository? It has no remote `origin`: give --repository OWNER/NAME"
            );
        }
        Ok(name)
    }
}

/// Returns the branches whose indexes are read, in this order: the one that was chosen, or those of the repository at `root`.
pub(super) fn branches(chosen: Option<&str>, root: &Path) -> anyhow::Result<Vec<String>> {
    if let Some(branch) = chosen {
        return Ok(vec![branch.to_owned()]);
    }
    let mut branches = vec![git::state(root).state.branch];
    branches.extend(commits::default_branch(root).context("cannot ask git")?);
    // A clone of one branch takes that for the one from which others start.
    branches.extend(USUAL_BRANCHES.map(str::to_owned));
    branches.retain(|branch| !branch.is_empty());
    let mut known = Vec::new();
    branches.retain(|branch| {
        let is_new = !known.contains(branch);
        known.push(branch.clone());
        is_new
    });
    Ok(branches)
}

/// How documents are signed.
#[derive(Args)]
pub(super) struct SignOptions {
    /// Sign with this secret key of minisign. Its password, if it has one, is in the variable `BOMBE_SIGN_PASSWORD`
    #[arg(long, value_name = "FILE", conflicts_with = "sign_ssh")]
    sign_key: Option<PathBuf>,
    /// Sign with this key of SSH, by `ssh-keygen`
    #[arg(long, value_name = "FILE")]
    sign_ssh: Option<PathBuf>,
    /// Do not sign. Whoever fetches must then accept what nobody has signed
    #[arg(long, conflicts_with_all = ["sign_key", "sign_ssh"])]
    unsigned: bool,
}

impl SignOptions {
    /// Returns the key to sign with; none if that is what is asked for.
    pub(super) fn signer(&self) -> anyhow::Result<Option<Signer>> {
        match (&self.sign_key, &self.sign_ssh) {
            (Some(path), _) => {
                let password = env::var(PASSWORD_VARIABLE).ok();
                Ok(Some(Signer::minisign(path, password)?))
            }
            (None, Some(path)) => Ok(Some(Signer::Ssh(path.clone()))),
            (None, None) if self.unsigned => Ok(None),
            (None, None) => bail!(
                "who signs? Give --sign-key FILE (minisign) or --sign-ssh FILE, or publish without a signature with --unsigned"
            ),
        }
    }
}
