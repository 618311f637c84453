//! Names of what is outside: `requests` and `sessions.Session.get`.

use bombe_format::kind::Ecosystem;
use bombe_rules::outside::{ExternalName, OutsideName};

use super::stdlib::is_standard;

/// Returns the dotted path of the module that a stub file declares, with `/` between its parts.
pub(super) fn stub_module(path: &str) -> Option<&str> {
    path.strip_prefix("<python>/")?.strip_suffix(".pyi")
}

/// Returns a name with its outermost package as the module, because `import a.b` and `from a.b import c` reach the same.
pub(super) fn external_name(name: &OutsideName<'_>) -> Option<ExternalName> {
    let (top, rest) = name
        .module
        .split_once(['.', '/'])
        .unwrap_or((name.module, ""));
    if top.is_empty() {
        return None;
    }
    let mut path = rest.replace('/', ".");
    if !path.is_empty() && !name.parts.is_empty() {
        path.push('.');
    }
    path.push_str(&name.joined("."));
    Some(ExternalName {
        ecosystem: Ecosystem::Pypi,
        module: top.to_owned(),
        path,
        is_standard: top == "builtins" || is_standard(top),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(module: &str, parts: &[&str], called: Option<usize>) -> String {
        let name = external_name(&OutsideName {
            module,
            parts,
            types: 0,
            called,
        });
        name.map_or_else(String::new, |name| format!("{} {}", name.module, name.path))
    }

    #[test]
    fn the_outermost_package_is_the_module() {
        assert_eq!(full("requests", &["get"], None), "requests get");
        assert_eq!(
            full("requests.sessions", &["Session"], None),
            "requests sessions.Session"
        );
        assert_eq!(
            full("collections/abc", &["Mapping", "get"], None),
            "collections abc.Mapping.get"
        );
        assert_eq!(
            full("requests", &["get", "json"], Some(1)),
            "requests get().json"
        );
        assert_eq!(full("", &["get"], None), "");
    }
}
