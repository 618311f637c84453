//! Gives the program a fingerprint: kept facts are good for the very program that made them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{env, fs, io};

/// Everything that facts depend on, relative to the package: its own sources, the query files, the versions of the
/// grammars, the kinds of the format.
const INPUTS: &[&str] = &[
    "src",
    "facts/src",
    "rules/src",
    "languages/src",
    "resolve/src",
    "history/src",
    "../queries",
    "../Cargo.lock",
    "../format-spec/src",
];

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for input in INPUTS {
        let path =
            Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join(input);
        add(&path, &mut hasher)?;
        println!("cargo::rerun-if-changed={}", path.display());
    }
    println!("cargo::rustc-env=BOMBE_FINGERPRINT={}", hasher.finish());
    Ok(())
}

/// Adds the names and contents of a file or folder, in order of the names.
fn add(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    path.file_name().hash(hasher);
    if path.is_dir() {
        let mut inside: Vec<_> = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<_>>()?;
        inside.sort();
        inside.iter().try_for_each(|path| add(path, hasher))
    } else {
        fs::read(path)?.hash(hasher);
        Ok(())
    }
}
