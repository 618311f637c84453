//! The resolver's profile of Rust.

use bombe_rules::outside::Outside;
use bombe_rules::profile::{Builtins, ClassNames, Mro, Profile, Protocols};

/// Only the stub files declare the members named with underscores, for the protocols.
pub(super) static PROFILE: Profile = Profile {
    class_names: ClassNames::Never,
    mro: Mro::DepthFirst,
    lexical: true,
    member_space: true,
    extension_traits: true,
    partial_stubs: true,
    async_wraps_declared: true,
    constructors: &["%new"],
    outside: Outside {
        separator: "::",
        capitals_construct: false,
        by_receiver: false,
        default_is_module: false,
        results_are_own: false,
    },
    builtins: Builtins {
        string: "str",
        int: "i32",
        float: "f64",
        bool: "bool",
        bytes: "slice",
        char: "char",
        array: "slice",
        tuple: "tuple",
        function: "function",
        future: "Future",
        ..Builtins::NONE
    },
    protocols: Protocols {
        elem: &["__elem__", "deref.__elem__", "into_iter.__elem__"],
        await_: &["__await__", "deref.__await__", "into_future.__await__"],
        try_: &["__try__"],
        deref: &["deref"],
        index: &["__index__", "index", "deref.__index__"],
        ..Protocols::NONE
    },
    ..Profile::DEFINITIONS
};
