//! The names that code imports packages by, where the registry's name does not tell.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bombe_format::kind::Ecosystem;

use crate::python;

/// The file of well-known names of Python: a distribution and the names that it is imported by.
const PYPI: &str = include_str!("../data/pypi-imports.txt");

/// The file of well-known packages of Java: an artifact and the packages that it holds.
const MAVEN: &str = include_str!("../data/maven-packages.txt");

/// Returns the names that a package is imported by, separated by blanks, if they are known and its name does not tell.
pub(crate) fn of(ecosystem: Ecosystem, name: &str) -> &'static str {
    static PYPI_NAMES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| table(PYPI));
    static MAVEN_NAMES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| table(MAVEN));
    match ecosystem {
        Ecosystem::Pypi => PYPI_NAMES.get(python::normalized(name).as_str()),
        Ecosystem::Maven => MAVEN_NAMES.get(name),
        _ => None,
    }
    .copied()
    .unwrap_or_default()
}

fn table(text: &'static str) -> BTreeMap<&'static str, &'static str> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(' '))
        .map(|(name, imports)| (name, imports.trim()))
        .collect()
}
