//! Python: `pyproject.toml`, `setup.cfg`, requirements, Pipfiles, and the lock files of poetry, uv, pdm and pipenv.

use bombe_format::kind::{Ecosystem, PackageScope};
use serde_json::Value as Json;
use toml::{Table, Value};

use crate::{Manifest, Stated};

/// Returns a name as the package index compares names.
pub(crate) fn normalized(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '-' | '_' | '.' if text.ends_with('-') => {}
            '-' | '_' | '.' => text.push('-'),
            c => text.extend(c.to_lowercase()),
        }
    }
    text
}

/// Adds a requirement as PEP 508 writes it: `name[extra]>=1 ; marker`, `name @ url`.
fn requirement(file: &Manifest<'_>, stated: &mut Stated, text: &str, scope: PackageScope) {
    let text = text.split(';').next().unwrap_or_default().trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let end = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('[') {
        Some(extras) => extras.split_once(']').map_or("", |(_, rest)| rest),
        None => rest,
    };
    let version = rest.trim().trim_matches(['(', ')']);
    let is_version = version.is_empty() || version.starts_with(['=', '<', '>', '~', '!', '@', '^']);
    if is_version && name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        stated.depend(file, Ecosystem::Pypi, name, version, scope);
    }
}

/// Returns what a group of dependencies is for, by its name.
fn scope_of_group(name: &str) -> PackageScope {
    match name {
        "test" | "tests" | "testing" => PackageScope::Test,
        "dev" | "develop" | "development" | "lint" | "docs" | "doc" => PackageScope::Dev,
        _ => PackageScope::Optional,
    }
}

pub(crate) fn pyproject(file: &Manifest<'_>, stated: &mut Stated) {
    let Ok(root) = file.text.parse::<Table>() else {
        return;
    };
    let texts = |value: Option<&Value>| -> Vec<String> {
        let values = value.and_then(Value::as_array);
        let texts = values.into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    };
    if let Some(project) = root.get("project").and_then(Value::as_table) {
        let text = |key: &str| project.get(key).and_then(Value::as_str).unwrap_or_default();
        stated.depend(
            file,
            Ecosystem::Pypi,
            text("name"),
            text("version"),
            PackageScope::Provided,
        );
        for text in texts(project.get("dependencies")) {
            requirement(file, stated, &text, PackageScope::Normal);
        }
        let extras = project
            .get("optional-dependencies")
            .and_then(Value::as_table);
        for (_, list) in extras.into_iter().flatten() {
            for text in texts(Some(list)) {
                requirement(file, stated, &text, PackageScope::Optional);
            }
        }
    }
    for (group, list) in root
        .get("dependency-groups")
        .and_then(Value::as_table)
        .into_iter()
        .flatten()
    {
        for text in texts(Some(list)) {
            let scope = match scope_of_group(group) {
                PackageScope::Test => PackageScope::Test,
                _ => PackageScope::Dev,
            };
            requirement(file, stated, &text, scope);
        }
    }
    for text in texts(
        root.get("build-system")
            .and_then(|build| build.get("requires")),
    ) {
        requirement(file, stated, &text, PackageScope::Build);
    }
    if let Some(poetry) = root
        .get("tool")
        .and_then(|tool| tool.get("poetry"))
        .and_then(Value::as_table)
    {
        let text = |key: &str| poetry.get(key).and_then(Value::as_str).unwrap_or_default();
        stated.depend(
            file,
            Ecosystem::Pypi,
            text("name"),
            text("version"),
            PackageScope::Provided,
        );
        poetry_table(
            file,
            stated,
            poetry.get("dependencies"),
            PackageScope::Normal,
        );
        poetry_table(
            file,
            stated,
            poetry.get("dev-dependencies"),
            PackageScope::Dev,
        );
        for (name, group) in poetry
            .get("group")
            .and_then(Value::as_table)
            .into_iter()
            .flatten()
        {
            let scope = match scope_of_group(name) {
                PackageScope::Test => PackageScope::Test,
                _ => PackageScope::Dev,
            };
            poetry_table(file, stated, group.get("dependencies"), scope);
        }
    }
}

fn poetry_table(
    file: &Manifest<'_>,
    stated: &mut Stated,
    table: Option<&Value>,
    scope: PackageScope,
) {
    for (name, value) in table.and_then(Value::as_table).into_iter().flatten() {
        if name == "python" {
            continue;
        }
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
            Ecosystem::Pypi,
            name,
            version.unwrap_or_default(),
            scope,
        );
    }
}

/// Reads `[metadata]`, `install_requires` and the extras of `setup.cfg`.
pub(crate) fn setup_cfg(file: &Manifest<'_>, stated: &mut Stated) {
    let (mut section, mut key) = ("", "");
    let (mut name, mut version) = ("", "");
    for line in file.text.lines() {
        let text = line.trim();
        if text.is_empty() || text.starts_with(['#', ';']) {
            continue;
        }
        if let Some(found) = text.strip_prefix('[') {
            (section, key) = (found.trim_end_matches(']'), "");
            continue;
        }
        let value = if line.starts_with([' ', '\t']) {
            text
        } else {
            let Some((found, value)) = text.split_once(['=', ':']) else {
                continue;
            };
            key = found.trim();
            value.trim()
        };
        match (section, key) {
            ("metadata", "name") => name = value,
            ("metadata", "version") if !value.starts_with("attr:") => version = value,
            ("options", "install_requires") => {
                requirement(file, stated, value, PackageScope::Normal);
            }
            ("options", "tests_require") => requirement(file, stated, value, PackageScope::Test),
            ("options", "setup_requires") => requirement(file, stated, value, PackageScope::Build),
            ("options.extras_require", _) => {
                requirement(file, stated, value, PackageScope::Optional);
            }
            _ => {}
        }
    }
    stated.depend(file, Ecosystem::Pypi, name, version, PackageScope::Provided);
}

/// Reads `requirements.txt`. Options, links and other files that it names are left out.
pub(crate) fn requirements(file: &Manifest<'_>, stated: &mut Stated) {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let scope = match name {
        name if name.contains("test") => PackageScope::Test,
        name if name.contains("dev") || name.contains("doc") || name.contains("lint") => {
            PackageScope::Dev
        }
        _ => PackageScope::Normal,
    };
    for line in file.text.lines() {
        let line = match line.find(" #") {
            Some(at) => &line[..at],
            None => line,
        };
        let line = line.trim().trim_end_matches('\\').trim();
        if line.starts_with(['#', '-']) || line.contains("://") {
            continue;
        }
        let line = line.split(" --").next().unwrap_or_default();
        requirement(file, stated, line, scope);
    }
}

pub(crate) fn pipfile(file: &Manifest<'_>, stated: &mut Stated) {
    let Ok(root) = file.text.parse::<Table>() else {
        return;
    };
    for (key, scope) in [
        ("packages", PackageScope::Normal),
        ("dev-packages", PackageScope::Dev),
    ] {
        poetry_table(file, stated, root.get(key), scope);
    }
}

pub(crate) fn pipfile_lock(file: &Manifest<'_>, stated: &mut Stated) {
    let Ok(root) = serde_json::from_str::<Json>(file.text) else {
        return;
    };
    for key in ["default", "develop"] {
        for (name, package) in root
            .get(key)
            .and_then(Json::as_object)
            .into_iter()
            .flatten()
        {
            let version = package
                .get("version")
                .and_then(Json::as_str)
                .unwrap_or_default();
            stated.lock(Ecosystem::Pypi, name, version.trim_start_matches("=="), "");
        }
    }
}

pub(crate) fn toml_lock(file: &Manifest<'_>, stated: &mut Stated) {
    let Ok(root) = file.text.parse::<Table>() else {
        return;
    };
    for package in root
        .get("package")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let text = |key: &str| package.get(key).and_then(Value::as_str).unwrap_or_default();
        stated.lock(Ecosystem::Pypi, text("name"), text("version"), "");
    }
}
