//! Names of what is outside: `net/http` and `Client.Do`.

use bombe_format::kind::Ecosystem;
use bombe_rules::outside::{ExternalName, OutsideName};

/// Returns the import path of the package that a stub file declares.
pub(super) fn stub_module(path: &str) -> Option<&str> {
    path.strip_prefix("<builtins>/")?.strip_suffix(".go")
}

/// Returns a name with the import path as the module. Paths of the standard library start with a word without a dot.
pub(super) fn external_name(name: &OutsideName<'_>) -> Option<ExternalName> {
    // `import "C"` stands for what a C compiler finds.
    if name.module == "C" || name.module.is_empty() {
        return None;
    }
    let first = name.module.split('/').next().unwrap_or_default();
    Some(ExternalName {
        ecosystem: Ecosystem::Go,
        module: name.module.to_owned(),
        path: name.joined("."),
        is_standard: !first.contains('.'),
    })
}
