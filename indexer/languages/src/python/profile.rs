//! The resolver's profile of Python.

use bombe_facts::DefFlags;
use bombe_rules::outside::Outside;
use bombe_rules::profile::{Builtins, ClassNames, Injection, Mro, Profile, Protocols};

pub(super) static PROFILE: Profile = Profile {
    class_names: ClassNames::BodyOnly,
    mro: Mro::C3,
    partial_stubs: true,
    call_constructs: true,
    new_calls: true,
    decorator_calls: true,
    classes_are_values: true,
    constructors: &["__init__", "__new__"],
    submodules: true,
    declarations_guide: true,
    async_wraps_declared: true,
    conversions: &[
        ("int", "float", 3),
        ("int", "complex", 4),
        ("float", "complex", 3),
    ],
    injection: Some(&FIXTURES),
    outside: Outside {
        separator: ".",
        capitals_construct: true,
        by_receiver: true,
        default_is_module: false,
        results_are_own: false,
    },
    builtins: Builtins {
        string: "str",
        int: "int",
        float: "float",
        bool: "bool",
        bytes: "bytes",
        char: "",
        regex: "",
        array: "list",
        set: "set",
        map: "dict",
        tuple: "tuple",
        function: "function",
        object: "object",
        class: "type",
        future: "_Future",
        generator: "Generator",
        async_generator: "AsyncGenerator",
    },
    protocols: Protocols {
        elem: &[
            "__iter__.__next__",
            "__aiter__.__anext__.__awaited__",
            "__getitem__",
        ],
        key: &[],
        await_: &["__awaited__"],
        try_: &[],
        deref: &[],
        enter: &["__enter__", "__aenter__.__awaited__"],
        index: &["__getitem__"],
        receive: &[],
        get: &["__get__"],
        call: &["__call__"],
        construct: &[],
    },
    ..Profile::DEFINITIONS
};

/// pytest passes the value of a fixture to each test, and each other fixture, that names it as a parameter.
static FIXTURES: Injection = Injection {
    receivers: &[DefFlags::TEST, DefFlags::FIXTURE],
    supplier: DefFlags::FIXTURE,
};
