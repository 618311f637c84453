//! Names of what is outside: `express` and `Router`.

use bombe_format::kind::Ecosystem;
use bombe_rules::outside::{ExternalName, OutsideName};

/// The modules of Node.
const NODE: &[&str] = &[
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "sqlite",
    "stream",
    "string_decoder",
    "sys",
    "test",
    "timers",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

/// Returns the module that a stub file declares; `lib/…` for what every file sees.
pub(super) fn stub_module(path: &str) -> Option<&str> {
    path.strip_prefix("<builtins>/")?.strip_suffix(".d.ts")
}

/// Returns a name with the module specifier as the module.
pub(super) fn external_name(name: &OutsideName<'_>) -> Option<ExternalName> {
    let module = name.module.split('?').next().unwrap_or_default();
    let path = name.joined(".");
    if module.starts_with("lib/") {
        // At run time, what is only read is of the same class.
        let path = path
            .strip_prefix("Readonly")
            .map_or(path.clone(), str::to_owned);
        return (!path.is_empty()).then(|| ExternalName {
            ecosystem: Ecosystem::Npm,
            module: String::new(),
            path,
            is_standard: true,
        });
    }
    let is_local = module.is_empty()
        || module.starts_with(['.', '/', '#', '~'])
        || module.starts_with("@/")
        || module.contains("://");
    if is_local {
        return None;
    }
    let of_node = module.strip_prefix("node:");
    let module = of_node.unwrap_or(module);
    let top = module.split('/').next().unwrap_or_default();
    Some(ExternalName {
        ecosystem: Ecosystem::Npm,
        module: module.to_owned(),
        path,
        is_standard: of_node.is_some() || NODE.contains(&top),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(module: &str, parts: &[&str]) -> Option<(String, String, bool)> {
        let name = external_name(&OutsideName {
            module,
            parts,
            types: 0,
            called: None,
        })?;
        Some((name.module, name.path, name.is_standard))
    }

    #[test]
    fn a_specifier_is_the_module_unless_it_is_a_path() {
        let named = |module: &str, path: &str, standard| {
            Some((module.to_owned(), path.to_owned(), standard))
        };
        assert_eq!(
            full("express", &["Router"]),
            named("express", "Router", false)
        );
        assert_eq!(
            full("@nestjs/common", &["Get"]),
            named("@nestjs/common", "Get", false)
        );
        assert_eq!(
            full("node:fs/promises", &["readFile"]),
            named("fs/promises", "readFile", true)
        );
        assert_eq!(
            full("lib/core", &["Array", "map"]),
            named("", "Array.map", true)
        );
        assert_eq!(
            full("lib/core", &["ReadonlyArray", "map"]),
            named("", "Array.map", true)
        );
        assert_eq!(full("./local", &["x"]), None);
        assert_eq!(full("@/store", &["x"]), None);
    }
}
