//! The resolver's profile of Go.

use bombe_rules::outside::Outside;
use bombe_rules::profile::{Builtins, ClassNames, Mro, Profile, Protocols};

/// Names are lexical, types embed others and satisfy interfaces by structure, and every result type is declared.
pub(super) static PROFILE: Profile = Profile {
    class_names: ClassNames::Never,
    mro: Mro::BreadthFirst,
    lexical: true,
    partial_stubs: true,
    structural: true,
    package_scope: true,
    outside: Outside {
        separator: ".",
        capitals_construct: false,
        by_receiver: false,
        default_is_module: false,
        results_are_own: true,
    },
    builtins: Builtins {
        string: "string",
        int: "int",
        float: "float64",
        bool: "bool",
        char: "rune",
        array: "slice",
        map: "map",
        ..Builtins::NONE
    },
    protocols: Protocols {
        elem: &["__elem__"],
        key: &["__key__"],
        index: &["__index__"],
        receive: &["__receive__"],
        ..Protocols::NONE
    },
    ..Profile::DEFINITIONS
};
