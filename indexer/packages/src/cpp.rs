//! C and C++: `vcpkg.json`, `conanfile.txt`, and the packages that `CMakeLists.txt` finds.

use bombe_format::kind::{Ecosystem, PackageScope};
use serde_json::Value;

use crate::{Manifest, Stated};

pub(crate) fn vcpkg(file: &Manifest<'_>, stated: &mut Stated) {
    let Ok(root) = serde_json::from_str::<Value>(file.text) else {
        return;
    };
    let text = |value: &Value, key: &str| {
        value
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let version = [
        "version",
        "version-semver",
        "version-string",
        "version-date",
    ];
    let own = version
        .iter()
        .map(|key| text(&root, key))
        .find(|version| !version.is_empty());
    stated.depend(
        file,
        Ecosystem::Cpp,
        &text(&root, "name"),
        &own.unwrap_or_default(),
        PackageScope::Provided,
    );
    for dependency in root
        .get("dependencies")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        match dependency.as_str() {
            Some(name) => stated.depend(file, Ecosystem::Cpp, name, "", PackageScope::Normal),
            None => {
                let is_host = dependency.get("host").and_then(Value::as_bool) == Some(true);
                let scope = if is_host {
                    PackageScope::Build
                } else {
                    PackageScope::Normal
                };
                let version = text(dependency, "version>=");
                stated.depend(
                    file,
                    Ecosystem::Cpp,
                    &text(dependency, "name"),
                    &version,
                    scope,
                );
            }
        }
    }
}

pub(crate) fn conanfile(file: &Manifest<'_>, stated: &mut Stated) {
    let mut scope = None;
    for line in file.text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.starts_with('[') {
            scope = match line {
                "[requires]" => Some(PackageScope::Normal),
                "[build_requires]" | "[tool_requires]" => Some(PackageScope::Build),
                "[test_requires]" => Some(PackageScope::Test),
                _ => None,
            };
            continue;
        }
        let (Some(scope), Some((name, version))) = (scope, line.split_once('/')) else {
            continue;
        };
        let version = version.split('@').next().unwrap_or_default();
        stated.depend(file, Ecosystem::Cpp, name, version, scope);
    }
}

/// Reads `project(name VERSION …)` and `find_package(Name version)`.
pub(crate) fn cmake(file: &Manifest<'_>, stated: &mut Stated) {
    for (command, scope) in [
        ("project", PackageScope::Provided),
        ("find_package", PackageScope::Normal),
    ] {
        for line in file.text.lines() {
            let line = line.trim();
            let Some(rest) = line
                .get(..command.len())
                .filter(|start| start.eq_ignore_ascii_case(command))
            else {
                continue;
            };
            let Some(arguments) = line[rest.len()..].trim_start().strip_prefix('(') else {
                continue;
            };
            let mut words = arguments
                .split([' ', '\t', ')'])
                .filter(|word| !word.is_empty());
            let Some(name) = words.next().filter(|name| !name.contains(['$', '"'])) else {
                continue;
            };
            let version = match words.next() {
                Some("VERSION") => words.next().unwrap_or_default(),
                Some(version) if version.starts_with(|c: char| c.is_ascii_digit()) => version,
                _ => "",
            };
            let version = if version.contains('$') { "" } else { version };
            stated.depend(file, Ecosystem::Cpp, name, version, scope);
        }
    }
}
