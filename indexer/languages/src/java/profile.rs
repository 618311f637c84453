//! The resolver's profile of Java.

use bombe_rules::outside::Outside;
use bombe_rules::profile::{Builtins, ClassNames, Mro, Phases, Profile, Protocols};

/// Primitive widening, and the wrapper classes of the primitives.
static PHASES: Phases = Phases {
    widening: &[
        ("byte", "short"),
        ("byte", "int"),
        ("byte", "long"),
        ("byte", "float"),
        ("byte", "double"),
        ("short", "int"),
        ("short", "long"),
        ("short", "float"),
        ("short", "double"),
        ("char", "int"),
        ("char", "long"),
        ("char", "float"),
        ("char", "double"),
        ("int", "long"),
        ("int", "float"),
        ("int", "double"),
        ("long", "float"),
        ("long", "double"),
        ("float", "double"),
    ],
    boxing: &[
        ("boolean", "Boolean"),
        ("byte", "Byte"),
        ("char", "Character"),
        ("short", "Short"),
        ("int", "Integer"),
        ("long", "Long"),
        ("float", "Float"),
        ("double", "Double"),
    ],
};

/// Java.
pub(super) static PROFILE: Profile = Profile {
    class_names: ClassNames::Members,
    mro: Mro::DepthFirst,
    overloads: true,
    private_methods: true,
    lexical: true,
    new_calls: true,
    package_scope: true,
    primitives: &[
        "boolean", "byte", "char", "short", "int", "long", "float", "double",
    ],
    phases: Some(&PHASES),
    method_space: true,
    constructor_reference: "new",
    outside: Outside {
        separator: ".",
        capitals_construct: false,
        by_receiver: true,
        default_is_module: false,
        results_are_own: true,
    },
    builtins: Builtins {
        string: "String",
        int: "int",
        float: "double",
        bool: "boolean",
        char: "char",
        array: "array",
        object: "Object",
        class: "Class",
        ..Builtins::NONE
    },
    protocols: Protocols {
        elem: &["iterator.next", "__elem__"],
        index: &["__elem__"],
        ..Protocols::NONE
    },
    ..Profile::DEFINITIONS
};
