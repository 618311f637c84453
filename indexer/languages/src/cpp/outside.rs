//! Names of what is outside: `std::vector::push_back`, of what stub files declare.

use bombe_format::kind::Ecosystem;
use bombe_rules::outside::{ExternalName, OutsideName};

/// Returns the name of a stub file: the library that it declares.
pub(super) fn stub_module(path: &str) -> Option<&str> {
    let name = path.strip_prefix("<cpp>/")?.split('.').next()?;
    (name != "keywords").then_some(name)
}

/// Returns a name whose namespaces are part of the path. An include does not tell which library a header belongs to.
pub(super) fn external_name(name: &OutsideName<'_>) -> Option<ExternalName> {
    let path = name.joined("::");
    (!path.is_empty()).then(|| ExternalName {
        ecosystem: Ecosystem::Cpp,
        module: name.module.to_owned(),
        path,
        is_standard: matches!(name.module, "std" | "c"),
    })
}
