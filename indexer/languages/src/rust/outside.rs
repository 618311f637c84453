//! Names of what is outside: `std` and `collections::HashMap::insert`.

use bombe_format::kind::Ecosystem;
use bombe_rules::outside::{ExternalName, OutsideName};

/// Stub files whose names differ from the modules that they stand for.
const MODULES: &[(&str, &str)] = &[
    ("anyhow", "anyhow"),
    ("eyre", "eyre"),
    ("hashbrown", "hashbrown"),
    ("indexmap", "indexmap"),
    ("hash_map", "std::collections::hash_map"),
    ("btree_map", "std::collections::btree_map"),
    ("vec_deque", "std::collections::vec_deque"),
    ("mpsc", "std::sync::mpsc"),
];

/// Types that a stub file declares under another name or in another module than the library does.
const TYPES: &[(&str, &str, &str)] = &[
    ("hash_map", "HashMap", "std::collections::HashMap"),
    ("hash_map", "HashSet", "std::collections::HashSet"),
    ("btree_map", "HashMap", "std::collections::BTreeMap"),
    ("btree_map", "HashSet", "std::collections::BTreeSet"),
    ("vec_deque", "Vec", "std::collections::VecDeque"),
    ("indexmap", "HashMap", "indexmap::IndexMap"),
    ("indexmap", "HashSet", "indexmap::IndexSet"),
    ("eyre", "Error", "eyre::Report"),
    ("str", "str", "std::str"),
    ("slice", "slice", "std::slice"),
    ("char", "char", "std::char"),
    ("prelude", "Clone", "std::clone::Clone"),
    ("prelude", "Debug", "std::fmt::Debug"),
    ("prelude", "Default", "std::default::Default"),
    ("prelude", "Eq", "std::cmp::Eq"),
    ("prelude", "Hash", "std::hash::Hash"),
    ("prelude", "Ord", "std::cmp::Ord"),
    ("prelude", "PartialEq", "std::cmp::PartialEq"),
    ("prelude", "PartialOrd", "std::cmp::PartialOrd"),
    ("prelude", "ToOwned", "std::borrow::ToOwned"),
    ("prelude", "drop", "std::mem::drop"),
];

/// Methods of traits that stub files leave to the traits, or declare for every value, and that crates do not declare otherwise.
const METHODS: &[(&str, &str)] = &[
    ("clone", "std::clone::Clone::clone"),
    ("cmp", "std::cmp::Ord::cmp"),
    ("deref", "std::ops::Deref::deref"),
    ("eq", "std::cmp::PartialEq::eq"),
    ("hash", "std::hash::Hash::hash"),
    ("ne", "std::cmp::PartialEq::ne"),
    ("partial_cmp", "std::cmp::PartialOrd::partial_cmp"),
    ("into", "std::convert::Into::into"),
    ("try_into", "std::convert::TryInto::try_into"),
    ("to_owned", "std::borrow::ToOwned::to_owned"),
    ("to_string", "std::string::ToString::to_string"),
    ("type_id", "std::any::Any::type_id"),
];

/// Returns the path of a stub file without its ending.
pub(super) fn stub_module(path: &str) -> Option<&str> {
    path.strip_suffix(".rs")
        .filter(|path| path.starts_with("<std>/"))
}

/// Returns a name with the crate as the module.
pub(super) fn external_name(name: &OutsideName<'_>) -> Option<ExternalName> {
    let full = match name.module.strip_prefix("<std>/") {
        Some(stub) => stub_name(stub, name)?,
        None => match trait_method(name) {
            Some(method) => method.to_owned(),
            None => join(name.module.trim_start_matches("::"), &name.joined("::")),
        },
    };
    let (top, path) = full.split_once("::").unwrap_or((&full, ""));
    if matches!(top, "" | "crate" | "self" | "super" | "Self" | "$crate") {
        return None;
    }
    let is_standard = matches!(top, "std" | "core" | "alloc" | "proc_macro" | "test");
    // What `core` and `alloc` hold is part of `std` under the same path.
    let top = if matches!(top, "core" | "alloc") {
        "std"
    } else {
        top
    };
    Some(ExternalName {
        ecosystem: Ecosystem::Cargo,
        module: top.trim_start_matches("r#").to_owned(),
        path: path.to_owned(),
        is_standard,
    })
}

/// Returns the method of a trait of the standard library that every crate implements for its types under this name.
fn trait_method(name: &OutsideName<'_>) -> Option<&'static str> {
    let [.., _, method] = name.parts else {
        return None;
    };
    let (_, real) = METHODS.iter().find(|(known, _)| known == method)?;
    name.called.is_none().then_some(*real)
}

fn stub_name(stub: &str, name: &OutsideName<'_>) -> Option<String> {
    let Some((first, _)) = name.parts.split_first() else {
        return Some(module_of(stub));
    };
    if let [_, _] = name.parts
        && let Some(method) = trait_method(name)
    {
        return Some(method.to_owned());
    }
    let joined = name.joined("::");
    let rest = joined.strip_prefix(first).unwrap_or_default();
    if let Some((_, _, real)) = TYPES.iter().find(|(at, ty, _)| *at == stub && ty == first) {
        return Some(format!("{real}{rest}"));
    }
    if stub == "prelude" {
        // Numbers have their methods in modules of their own names.
        let width = first.strip_prefix(['i', 'u', 'f']).unwrap_or_default();
        let is_number =
            width.parse::<u32>().is_ok() || matches!(*first, "usize" | "isize" | "bool");
        return is_number.then(|| format!("std::{joined}"));
    }
    Some(join(&module_of(stub), &joined))
}

fn module_of(stub: &str) -> String {
    match MODULES.iter().find(|(at, _)| *at == stub) {
        Some((_, module)) => (*module).to_owned(),
        None => format!("std::{}", stub.replace('/', "::")),
    }
}

fn join(module: &str, rest: &str) -> String {
    match (module.is_empty(), rest.is_empty()) {
        (true, _) => rest.to_owned(),
        (_, true) => module.to_owned(),
        _ => format!("{module}::{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(module: &str, parts: &[&str]) -> String {
        let name = external_name(&OutsideName {
            module,
            parts,
            types: 0,
            called: None,
        });
        name.map_or_else(String::new, |name| {
            format!("{}::{}", name.module, name.path)
        })
    }

    #[test]
    fn stub_files_have_the_names_of_the_library() {
        assert_eq!(
            full("<std>/hash_map", &["HashMap", "insert"]),
            "std::collections::HashMap::insert"
        );
        assert_eq!(
            full("<std>/btree_map", &["HashMap", "insert"]),
            "std::collections::BTreeMap::insert"
        );
        assert_eq!(
            full("<std>/prelude", &["Any", "into"]),
            "std::convert::Into::into"
        );
        assert_eq!(full("<std>/prelude", &["u32", "pow"]), "std::u32::pow");
        assert_eq!(full("<std>/prelude", &["tuple", "len"]), "");
        assert_eq!(full("<std>/io", &["Read", "read"]), "std::io::Read::read");
    }

    #[test]
    fn a_crate_is_the_module_of_its_names() {
        assert_eq!(
            full("regex::bytes", &["Regex", "new"]),
            "regex::bytes::Regex::new"
        );
        assert_eq!(full("core::fmt", &["Write"]), "std::fmt::Write");
        assert_eq!(full("syn", &["Type", "clone"]), "std::clone::Clone::clone");
        assert_eq!(full("libc", &["clone"]), "libc::clone");
        assert_eq!(full("crate::a", &["b"]), "");
    }
}
