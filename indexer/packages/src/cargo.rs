//! Rust: `Cargo.toml` and `Cargo.lock`.

use bombe_format::kind::{Ecosystem, PackageScope};
use toml::{Table, Value};

use crate::{Manifest, Stated};

/// The tables of dependencies, with what their packages are for.
const TABLES: [(&str, PackageScope); 3] = [
    ("dependencies", PackageScope::Normal),
    ("dev-dependencies", PackageScope::Dev),
    ("build-dependencies", PackageScope::Build),
];

pub(crate) fn manifest(file: &Manifest<'_>, stated: &mut Stated) {
    let Ok(table) = file.text.parse::<Table>() else {
        return;
    };
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(package) = table.get("package") {
        let name = text(package.get("name"));
        stated.depend(
            file,
            Ecosystem::Cargo,
            &name,
            &text(package.get("version")),
            PackageScope::Provided,
        );
    }
    let mut holders: Vec<&Table> = vec![&table];
    if let Some(targets) = table.get("target").and_then(Value::as_table) {
        holders.extend(targets.values().filter_map(Value::as_table));
    }
    for holder in holders {
        for (key, scope) in TABLES {
            // Older manifests write `dev_dependencies`.
            let table = holder
                .get(key)
                .or_else(|| holder.get(&key.replace('-', "_")));
            for (alias, value) in table.and_then(Value::as_table).into_iter().flatten() {
                let name = value
                    .get("package")
                    .and_then(Value::as_str)
                    .unwrap_or(alias);
                let version = value
                    .as_str()
                    .or_else(|| value.get("version").and_then(Value::as_str));
                let is_optional = value.get("optional").and_then(Value::as_bool) == Some(true);
                let scope = if is_optional {
                    PackageScope::Optional
                } else {
                    scope
                };
                stated.depend(
                    file,
                    Ecosystem::Cargo,
                    name,
                    version.unwrap_or_default(),
                    scope,
                );
            }
        }
    }
}

pub(crate) fn lock(file: &Manifest<'_>, stated: &mut Stated) {
    let Ok(table) = file.text.parse::<Table>() else {
        return;
    };
    let packages = table.get("package").and_then(Value::as_array);
    for package in packages.into_iter().flatten() {
        let text = |key: &str| package.get(key).and_then(Value::as_str).unwrap_or_default();
        stated.lock(Ecosystem::Cargo, text("name"), text("version"), "");
    }
}
