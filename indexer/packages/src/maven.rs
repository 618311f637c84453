//! Java: `pom.xml`, the literal declarations of Gradle build files, and version catalogs.

use bombe_format::kind::{Ecosystem, PackageScope};
use roxmltree::{Document, Node};
use toml::{Table, Value};

use crate::{Manifest, Stated};

/// The deepest element of a `pom.xml` that is parsed.
const XML_DEPTH_MAX: usize = 64;

fn child<'d>(node: Node<'d, 'd>, name: &str) -> Option<Node<'d, 'd>> {
    node.children()
        .find(|child| child.tag_name().name() == name)
}

fn text<'d>(node: Node<'d, 'd>, name: &str) -> &'d str {
    child(node, name)
        .and_then(|child| child.text())
        .unwrap_or_default()
        .trim()
}

/// Returns true if no element lies too deep: the parser calls itself for each level.
fn is_flat(text: &str) -> bool {
    let (mut depth, mut deepest) = (0usize, 0);
    for (at, _) in text.match_indices('<') {
        match text.as_bytes().get(at + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') => {}
            _ => {
                let end = text[at..].find('>').map_or(text.len(), |end| at + end);
                if !text[..end].ends_with('/') {
                    depth += 1;
                }
            }
        }
        deepest = deepest.max(depth);
    }
    deepest <= XML_DEPTH_MAX
}

pub(crate) fn pom(file: &Manifest<'_>, stated: &mut Stated) {
    if !is_flat(file.text) {
        return;
    }
    // Without a document type there are no entities that grow.
    let Ok(document) = Document::parse(file.text) else {
        return;
    };
    let project = document.root_element();
    let parent = child(project, "parent");
    let or_parent = |name: &str| match (text(project, name), parent) {
        ("", Some(parent)) => text(parent, name).to_owned(),
        (found, _) => found.to_owned(),
    };
    let (group, version) = (or_parent("groupId"), or_parent("version"));
    let resolved = |value: &str| -> String {
        let Some(key) = value
            .strip_prefix("${")
            .and_then(|value| value.strip_suffix('}'))
        else {
            return value.to_owned();
        };
        match key {
            "project.version" | "version" => return version.clone(),
            "project.groupId" | "groupId" => return group.clone(),
            _ => {}
        }
        let found = child(project, "properties").map_or("", |properties| text(properties, key));
        if found.is_empty() || found.starts_with("${") {
            value.to_owned()
        } else {
            found.to_owned()
        }
    };
    let artifact = text(project, "artifactId");
    if !artifact.is_empty() {
        let name = format!("{group}:{artifact}");
        stated.depend(
            file,
            Ecosystem::Maven,
            &name,
            &version,
            PackageScope::Provided,
        );
    }
    let managed =
        child(project, "dependencyManagement").and_then(|node| child(node, "dependencies"));
    let managed_version = |group: &str, artifact: &str| {
        let mut all = managed.into_iter().flat_map(|list| list.children());
        let found = all
            .find(|node| text(*node, "groupId") == group && text(*node, "artifactId") == artifact);
        found.map_or("", |node| text(node, "version"))
    };
    let dependencies = child(project, "dependencies")
        .into_iter()
        .flat_map(|list| list.children());
    for node in dependencies.filter(|node| node.tag_name().name() == "dependency") {
        let (own_group, artifact) = (text(node, "groupId"), text(node, "artifactId"));
        if artifact.is_empty() {
            continue;
        }
        let version = match text(node, "version") {
            "" => managed_version(own_group, artifact),
            version => version,
        };
        let scope = match text(node, "scope") {
            "test" => PackageScope::Test,
            "provided" | "system" => PackageScope::Build,
            _ if text(node, "optional") == "true" => PackageScope::Optional,
            _ => PackageScope::Normal,
        };
        let name = format!("{}:{artifact}", resolved(own_group));
        stated.depend(file, Ecosystem::Maven, &name, &resolved(version), scope);
    }
}

/// The words of Gradle that declare a dependency, with what it is for.
fn scope_of_configuration(word: &str) -> Option<PackageScope> {
    let lower = word.to_lowercase();
    Some(match word {
        _ if lower.ends_with("platform") => return None,
        "implementation" | "api" | "compile" | "runtime" | "runtimeOnly" => PackageScope::Normal,
        "compileOnly" | "compileOnlyApi" | "annotationProcessor" | "kapt" | "provided" => {
            PackageScope::Build
        }
        "optional" => PackageScope::Optional,
        _ if lower.starts_with("test") || lower.contains("test") => {
            let ends = [
                "implementation",
                "api",
                "compile",
                "compileonly",
                "runtimeonly",
                "runtime",
            ];
            ends.iter()
                .any(|end| lower.ends_with(end))
                .then_some(PackageScope::Test)?
        }
        _ => return None,
    })
}

/// Reads the literal declarations of a Gradle build file: `implementation("group:name:version")`. What is computed is left
/// out.
pub(crate) fn gradle(file: &Manifest<'_>, stated: &mut Stated) {
    for line in file.text.lines() {
        let line = line.trim();
        if line.starts_with("//") {
            continue;
        }
        let end = line
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        let Some(scope) = scope_of_configuration(word) else {
            continue;
        };
        let rest = rest.trim_start_matches(['(', ' ']);
        // `platform("…")` names versions of others.
        let rest = rest
            .strip_prefix("enforcedPlatform(")
            .or_else(|| rest.strip_prefix("platform("))
            .unwrap_or(rest);
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            continue;
        };
        let Some((coordinates, _)) = rest[1..].split_once(quote) else {
            continue;
        };
        let mut parts = coordinates.split(':');
        let (Some(group), Some(name)) = (parts.next(), parts.next()) else {
            continue;
        };
        let version = parts
            .next()
            .unwrap_or_default()
            .split('@')
            .next()
            .unwrap_or_default();
        if group.is_empty() || name.is_empty() || group.contains('$') || name.contains('$') {
            continue;
        }
        let version = if version.contains('$') { "" } else { version };
        stated.depend(
            file,
            Ecosystem::Maven,
            &format!("{group}:{name}"),
            version,
            scope,
        );
    }
}

/// Reads the libraries of a version catalog (`gradle/libs.versions.toml`).
pub(crate) fn catalog(file: &Manifest<'_>, stated: &mut Stated) {
    let Ok(root) = file.text.parse::<Table>() else {
        return;
    };
    let versions = root.get("versions").and_then(Value::as_table);
    for (_, library) in root
        .get("libraries")
        .and_then(Value::as_table)
        .into_iter()
        .flatten()
    {
        if let Some(whole) = library.as_str() {
            let mut parts = whole.splitn(3, ':');
            if let (Some(group), Some(name)) = (parts.next(), parts.next()) {
                let name = format!("{group}:{name}");
                stated.depend(
                    file,
                    Ecosystem::Maven,
                    &name,
                    parts.next().unwrap_or_default(),
                    PackageScope::Normal,
                );
            }
            continue;
        }
        let text = |key: &str| library.get(key).and_then(Value::as_str);
        let name = match (text("module"), text("group"), text("name")) {
            (Some(module), ..) => module.to_owned(),
            (None, Some(group), Some(name)) => format!("{group}:{name}"),
            _ => continue,
        };
        let version = library.get("version");
        let by_reference = version
            .and_then(|version| version.get("ref"))
            .and_then(Value::as_str)
            .and_then(|key| versions?.get(key)?.as_str());
        let version = version
            .and_then(Value::as_str)
            .or(by_reference)
            .unwrap_or_default();
        stated.depend(file, Ecosystem::Maven, &name, version, PackageScope::Normal);
    }
}
