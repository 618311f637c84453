//! Parses `package.json` and `tsconfig.json`, leniently.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::paths::{parent, resolve};
use bombe_rules::file_table::FileTable;

/// Longest chain of `extends` that is followed.
const EXTENDS_MAX: u32 = 8;

/// The parts of a `package.json` that locate its modules.
#[derive(Debug, Default)]
pub(super) struct PackageJson {
    pub(super) name: String,
    /// `source`, `types`, `module`, `main`, in this order.
    pub(super) mains: Vec<String>,
    /// Subpath patterns with the targets of all conditions, in file order.
    pub(super) exports: Vec<(String, Vec<String>)>,
    /// The same for `imports`.
    pub(super) imports: Vec<(String, Vec<String>)>,
}

/// The parts of a `tsconfig.json` that locate modules. Paths are relative to the repository's root.
#[derive(Clone, Debug, Default)]
pub(super) struct TsConfig {
    pub(super) base_url: Option<String>,
    pub(super) paths: Vec<(String, Vec<String>)>,
}

/// Reads the project files. Returns settings and packages by folder.
pub(super) fn read(
    table: &dyn FileTable,
) -> (BTreeMap<String, TsConfig>, BTreeMap<String, PackageJson>) {
    let mut packages = BTreeMap::new();
    let mut raw: BTreeMap<&str, Value> = BTreeMap::new();
    for config in table.project_files() {
        let folder = parent(&config.path);
        let file_name = config.path.rsplit('/').next().unwrap_or("");
        let json_name = file_name.strip_suffix(".json").unwrap_or("");
        if file_name == "package.json" {
            if let Ok(value) = serde_json::from_str::<Value>(&config.text) {
                packages.insert(folder.to_owned(), package(&value));
            }
        } else if (json_name.starts_with("tsconfig") || json_name.starts_with("jsconfig"))
            && let Ok(value) = serde_json::from_str::<Value>(&plain_json(&config.text))
        {
            raw.insert(&config.path, value);
        }
    }
    let mut configs: BTreeMap<String, TsConfig> = BTreeMap::new();
    for path in raw.keys() {
        let folder = parent(path);
        let config = ts_config(&raw, path, 0);
        let known = configs.entry(folder.to_owned()).or_default();
        // `tsconfig.json`, which editors use, comes first. The settings of other project parts add the missing entries.
        let main = path.ends_with("/tsconfig.json") || *path == "tsconfig.json";
        if main {
            let mut paths = config.paths;
            paths.append(&mut known.paths);
            known.paths = paths;
            known.base_url = config.base_url.or(known.base_url.take());
        } else {
            known.paths.extend(config.paths);
            known.base_url = known.base_url.take().or(config.base_url);
        }
    }
    configs.retain(|_, config| config.base_url.is_some() || !config.paths.is_empty());
    (configs, packages)
}

fn package(value: &Value) -> PackageJson {
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    PackageJson {
        name: text("name").unwrap_or_default(),
        mains: ["source", "types", "typings", "module", "main"]
            .iter()
            .filter_map(|key| text(key))
            .collect(),
        exports: value.get("exports").map(exports).unwrap_or_default(),
        imports: value.get("imports").map(exports).unwrap_or_default(),
    }
}

/// Returns `exports` or `imports` as patterns with their targets. A map without subpaths describes the package itself.
fn exports(value: &Value) -> Vec<(String, Vec<String>)> {
    match value {
        Value::Object(map) if map.keys().any(|key| key.starts_with(['.', '#'])) => map
            .iter()
            .map(|(key, value)| {
                let mut targets = Vec::new();
                leaves(value, &mut targets, 0);
                (key.clone(), targets)
            })
            .collect(),
        value => {
            let mut targets = Vec::new();
            leaves(value, &mut targets, 0);
            vec![(".".to_owned(), targets)]
        }
    }
}

fn leaves(value: &Value, found: &mut Vec<String>, depth: u32) {
    if depth > EXTENDS_MAX {
        return;
    }
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Object(map) => map
            .values()
            .for_each(|value| leaves(value, found, depth + 1)),
        Value::Array(list) => list
            .iter()
            .for_each(|value| leaves(value, found, depth + 1)),
        _ => {}
    }
}

/// Returns the settings at a path, merged with those that they extend.
fn ts_config(raw: &BTreeMap<&str, Value>, path: &str, depth: u32) -> TsConfig {
    let Some(value) = raw.get(path) else {
        return TsConfig::default();
    };
    let folder = parent(path);
    let mut config = TsConfig::default();
    if depth < EXTENDS_MAX {
        let bases: Vec<&str> = match value.get("extends") {
            Some(Value::String(base)) => vec![base],
            Some(Value::Array(bases)) => bases.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        for base in bases {
            let Some(target) = resolve(folder, base) else {
                continue;
            };
            let found = [
                target.clone(),
                format!("{target}.json"),
                format!("{target}/tsconfig.json"),
            ]
            .into_iter()
            .find(|path| raw.contains_key(path.as_str()));
            if let Some(found) = found {
                let base = ts_config(raw, &found, depth + 1);
                config.base_url = base.base_url.or(config.base_url);
                if !base.paths.is_empty() {
                    config.paths = base.paths;
                }
            }
        }
    }
    let Some(options) = value.get("compilerOptions") else {
        return config;
    };
    if let Some(base) = options.get("baseUrl").and_then(Value::as_str) {
        config.base_url = resolve(folder, base);
    }
    if let Some(Value::Object(paths)) = options.get("paths") {
        let base = config.base_url.clone().unwrap_or_else(|| folder.to_owned());
        config.paths = paths
            .iter()
            .map(|(pattern, targets)| {
                let targets = targets
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str);
                (
                    pattern.clone(),
                    targets
                        .filter_map(|target| resolve(&base, target))
                        .collect(),
                )
            })
            .collect();
        // Exact patterns come first, then those with the longest prefix.
        config
            .paths
            .sort_by_key(|(pattern, _): &(String, Vec<String>)| {
                let start = pattern.split('*').next().map_or(0, str::len);
                (pattern.contains('*'), std::cmp::Reverse(start))
            });
    }
    config
}

/// Returns JSON without comments and trailing commas.
fn plain_json(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    let mut in_string = false;
    while let Some(c) = chars.next() {
        if in_string {
            plain.push(c);
            if c == '\\' {
                plain.extend(chars.next());
            } else if c == '"' {
                in_string = false;
            }
            continue;
        }
        match (c, chars.peek()) {
            ('/', Some('/')) => {
                while chars.peek().is_some_and(|c| *c != '\n') {
                    chars.next();
                }
            }
            ('/', Some('*')) => {
                chars.next();
                let mut last = ' ';
                for c in chars.by_ref() {
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            ('}' | ']', _) => {
                let end = plain.trim_end().len();
                if plain[..end].ends_with(',') {
                    plain.truncate(end - 1);
                }
                plain.push(c);
            }
            _ => {
                in_string = c == '"';
                plain.push(c);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain_json;

    #[test]
    fn comments_and_trailing_commas_are_dropped() {
        let text = "{ // a\n \"x\": [1, 2, ], /* b */ \"y\": \"// no\", }";
        let value: serde_json::Value = serde_json::from_str(&plain_json(text)).unwrap();
        assert_eq!(value["y"], "// no");
        assert_eq!(value["x"][1], 2);
    }
}
