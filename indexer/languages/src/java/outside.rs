//! Names of what is outside: `java.util` and `Map.Entry#getKey`.

use bombe_format::kind::Ecosystem;
use bombe_rules::outside::{ExternalName, OutsideName};

/// The outermost names of the packages of the Java platform.
const PLATFORM: &[&str] = &[
    "java.",
    "jdk.",
    "com.sun.",
    "sun.",
    "org.ietf.jgss",
    "org.w3c.dom",
    "org.xml.sax",
];

/// The packages below `javax` that the platform holds; the others are libraries.
const PLATFORM_EXTENSIONS: &[&str] = &[
    "accessibility",
    "crypto",
    "imageio",
    "lang",
    "management",
    "naming",
    "net",
    "print",
    "rmi",
    "script",
    "security",
    "sound",
    "sql",
    "swing",
    "tools",
    "xml",
];

/// Returns the package that a stub file declares.
pub(super) fn stub_module(path: &str) -> Option<&str> {
    match path.strip_prefix("<builtins>/")?.strip_suffix(".java")? {
        "language" => Some("java.lang"),
        package => Some(package),
    }
}

/// Returns a name with the package as the module. `#` stands before the first name that is no type.
pub(super) fn external_name(name: &OutsideName<'_>) -> Option<ExternalName> {
    let is_capital = |part: &str| part.starts_with(|c: char| c.is_ascii_uppercase());
    // An import of a nested type, or of a static member, has types in its module.
    let mut package = name.module;
    let mut outer = "";
    let mut at = 0;
    for part in name.module.split('.') {
        if is_capital(part) {
            package = name.module[..at].trim_end_matches('.');
            outer = &name.module[at..];
            break;
        }
        at += part.len() + 1;
    }
    if package.is_empty() || (outer.is_empty() && name.parts.is_empty()) {
        return None;
    }
    let mut types = name.types;
    while let Some(part) = name.parts.get(types)
        && types + 1 < name.parts.len()
        && is_capital(part)
        && part.contains(|c: char| c.is_ascii_lowercase())
    {
        types += 1;
    }
    if types == 0 && outer.is_empty() {
        types = 1;
    }
    let mut path = outer.to_owned();
    if !outer.is_empty() && !name.parts.is_empty() {
        path.push(if types > 0 { '.' } else { '#' });
    }
    path.push_str(&name.joined_with(|at| if at == types && types > 0 { "#" } else { "." }));
    Some(ExternalName {
        ecosystem: Ecosystem::Maven,
        is_standard: is_platform(package),
        module: package.to_owned(),
        path,
    })
}

fn is_platform(package: &str) -> bool {
    if let Some(rest) = package.strip_prefix("javax.") {
        let first = rest.split('.').next().unwrap_or_default();
        // JAXB left the platform.
        return PLATFORM_EXTENSIONS.contains(&first) && !rest.starts_with("xml.bind");
    }
    PLATFORM.iter().any(|start| package.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(module: &str, parts: &[&str], types: usize) -> String {
        let name = external_name(&OutsideName {
            module,
            parts,
            types,
            called: None,
        });
        name.map_or_else(String::new, |name| format!("{} {}", name.module, name.path))
    }

    #[test]
    fn a_number_sign_stands_between_type_and_member() {
        assert_eq!(full("java.util", &["List", "add"], 1), "java.util List#add");
        assert_eq!(
            full("java.util", &["Map", "Entry", "getKey"], 1),
            "java.util Map.Entry#getKey"
        );
        assert_eq!(
            full("java.util", &["UUID", "randomUUID"], 1),
            "java.util UUID#randomUUID"
        );
        assert_eq!(
            full("org.junit.Assert", &["assertEquals"], 0),
            "org.junit Assert#assertEquals"
        );
        assert_eq!(full("com.foo.Outer", &["Inner"], 1), "com.foo Outer.Inner");
        assert_eq!(full("java.util", &["ArrayList"], 1), "java.util ArrayList");
        assert_eq!(full("java.util", &[], 0), "");
    }

    #[test]
    fn libraries_below_javax_are_not_the_platform() {
        assert!(is_platform("javax.sql") && is_platform("java.util"));
        assert!(!is_platform("javax.servlet.http") && !is_platform("javax.xml.bind"));
    }
}
