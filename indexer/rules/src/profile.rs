//! What the engine must be told about a language: data, and a few rules as closed choices.

use bombe_facts::Lit;

/// How a language's names, members and built-in types work.
#[derive(Debug)]
pub struct Profile {
    /// Which names a class body contributes to lookups from inside it.
    pub class_names: ClassNames,
    /// The order in which supertypes are searched for a member.
    pub mro: Mro,
    /// Several callables may share a name and are told apart by their parameters.
    pub overloads: bool,
    /// Types and values live in two namespaces (TypeScript).
    pub type_space: bool,
    /// A variable is seen from its declaration on, inside function literals too, and is never a type (Go, Rust, Java, C);
    /// else an assignment anywhere in the function makes the name local to it.
    pub lexical: bool,
    /// A name or member that a stub file outside the prelude does not have is taken to be there all the same, of a type
    /// that is not known.
    pub partial_stubs: bool,
    /// A type satisfies an interface by having its methods (Go).
    pub structural: bool,
    /// Calling a class object constructs an instance (Python), without `new`.
    pub call_constructs: bool,
    /// `new T(…)` runs a constructor and so is a call; else it is a literal of a composite type (Go, Rust).
    pub new_calls: bool,
    /// A decorator is a call of what it names (Python, TypeScript); else an annotation (Java, Rust).
    pub decorator_calls: bool,
    /// Names of constructor members, in the order in which they are looked for; empty if constructors have kind `Constructor`.
    pub constructors: &'static [&'static str],
    /// Definitions of the same name in one scope are one type (TypeScript declaration merging, C++ declarations).
    pub merges: bool,
    /// A file sees the top-level names of its package's other files without an import.
    pub package_scope: bool,
    /// A package's member may be another file's module (Python submodules).
    pub submodules: bool,
    /// A variable's declared type gives way to the type of the value that it is given, and a member's inferred type to
    /// the type that a supertype declares for it (Python).
    pub declarations_guide: bool,
    /// A declared return type of an `async` callable is wrapped (Python); else it is already the wrapper (TypeScript).
    pub async_wraps_declared: bool,
    /// A function's name that is not in sight is looked for beside the classes of the arguments (C++).
    pub argument_lookup: bool,
    /// Pointers are dropped from types: indexing what has no index operator gives the type itself (C, C++).
    pub pointers_dropped: bool,
    /// Methods are overloaded by whether the receiver may be changed; those that do not change it are read-only (C++).
    pub const_methods: bool,
    /// A value is converted to a class by a constructor that takes it (C++).
    pub converting_constructors: bool,
    /// Built-in types that have no null.
    pub primitives: &'static [&'static str],
    /// Conversions between built-in types that a call may make: (from, to, cost); exact matches cost 0, a step to a
    /// supertype 3 or more, the root of all types 60.
    pub conversions: &'static [(&'static str, &'static str, u32)],
    /// Overloads are chosen in phases, and arithmetic promotes its operands: see [`Phases`].
    pub phases: Option<&'static Phases>,
    /// Methods have a namespace of their own: a call's name is never a variable, a name that is read never a method.
    pub method_space: bool,
    /// A field and a method of one type may share a name, told apart by being called; other names share one namespace (Rust).
    pub member_space: bool,
    /// The name after a path by which a constructor is passed as a function; empty if none.
    pub constructor_reference: &'static str,
    /// The built-in types by role.
    pub builtins: Builtins,
    /// Members that carry a protocol; see [`Protocols`].
    pub protocols: Protocols,
}

/// Conversions of the phases of overload choice: subtyping and widening first, then boxing, then variable arity.
#[derive(Debug)]
pub struct Phases {
    /// (narrow, wide): conversions between built-in types that go without saying.
    pub widening: &'static [(&'static str, &'static str)],
    /// (value, object): a built-in type without null and the class that stands for it.
    pub boxing: &'static [(&'static str, &'static str)],
}

/// Which names a class body contributes to lookups from inside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassNames {
    /// None: members are reached through a receiver only.
    Never,
    /// Its own, but only from the body itself and not from functions inside it.
    BodyOnly,
    /// Its members, inherited ones included, from anywhere inside.
    Members,
}

/// The order in which supertypes are searched for a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mro {
    /// C3 linearisation (Python).
    C3,
    /// Depth first, left to right; classes before interfaces.
    DepthFirst,
    /// Level by level (Go embedding).
    BreadthFirst,
}

/// Names of built-in types in the language's stub files; empty if it has none.
#[derive(Debug)]
pub struct Builtins {
    /// Text.
    pub string: &'static str,
    /// Whole number.
    pub int: &'static str,
    /// Fraction.
    pub float: &'static str,
    /// Truth value.
    pub bool: &'static str,
    /// Bytes.
    pub bytes: &'static str,
    /// Single character.
    pub char: &'static str,
    /// Regular expression.
    pub regex: &'static str,
    /// What an array literal makes; one type argument.
    pub array: &'static str,
    /// What a set literal makes; one type argument.
    pub set: &'static str,
    /// What a map literal makes; two type arguments.
    pub map: &'static str,
    /// The type of tuples, for their members; no arguments.
    pub tuple: &'static str,
    /// The type of functions, for their members.
    pub function: &'static str,
    /// The root of all classes.
    pub object: &'static str,
    /// The type of class objects, for their members; one type argument.
    pub class: &'static str,
    /// What an `async` callable returns; one type argument.
    pub future: &'static str,
    /// What a generator returns; one type argument, the yielded type.
    pub generator: &'static str,
    /// What an `async` generator returns; one type argument.
    pub async_generator: &'static str,
}

impl Builtins {
    /// No built-in types.
    pub const NONE: Self = Self {
        string: "",
        int: "",
        float: "",
        bool: "",
        bytes: "",
        char: "",
        regex: "",
        array: "",
        set: "",
        map: "",
        tuple: "",
        function: "",
        object: "",
        class: "",
        future: "",
        generator: "",
        async_generator: "",
    };

    /// The type of a literal; empty for null.
    pub fn of_literal(&self, lit: Lit) -> &'static str {
        match lit {
            Lit::String => self.string,
            Lit::Int => self.int,
            Lit::Float => self.float,
            Lit::Bool => self.bool,
            Lit::Bytes => self.bytes,
            Lit::Char => self.char,
            Lit::Regex => self.regex,
            Lit::Null => "",
        }
    }
}

/// Members that carry a protocol. Each entry is a path of methods to call without arguments, joined by `.`; the first
/// whose members exist gives the answer. Stub files may declare `__elem__` and the like for this purpose alone.
#[derive(Debug)]
pub struct Protocols {
    /// The element that iteration gives.
    pub elem: &'static [&'static str],
    /// The key that iteration with keys gives.
    pub key: &'static [&'static str],
    /// The value behind `await`.
    pub await_: &'static [&'static str],
    /// The success value behind `?`.
    pub try_: &'static [&'static str],
    /// What a pointer-like value points to; members are looked for there too.
    pub deref: &'static [&'static str],
    /// What `with` binds.
    pub enter: &'static [&'static str],
    /// The element behind an index.
    pub index: &'static [&'static str],
    /// What is received from a channel.
    pub receive: &'static [&'static str],
    /// What calling an instance calls.
    pub call: &'static [&'static str],
    /// What constructing from an instance calls, where constructors can be described (TypeScript `new (): T`).
    pub construct: &'static [&'static str],
}

impl Protocols {
    /// No protocols.
    pub const NONE: Self = Self {
        elem: &[],
        key: &[],
        await_: &[],
        try_: &[],
        deref: &[],
        enter: &[],
        index: &[],
        receive: &[],
        call: &[],
        construct: &[],
    };
}

impl Profile {
    /// A language without any resolution: definitions only.
    pub const DEFINITIONS: Self = Self {
        class_names: ClassNames::Never,
        mro: Mro::DepthFirst,
        overloads: false,
        type_space: false,
        lexical: false,
        partial_stubs: false,
        structural: false,
        call_constructs: false,
        new_calls: false,
        decorator_calls: false,
        constructors: &[],
        merges: false,
        package_scope: false,
        submodules: false,
        declarations_guide: false,
        async_wraps_declared: false,
        argument_lookup: false,
        pointers_dropped: false,
        const_methods: false,
        converting_constructors: false,
        primitives: &[],
        conversions: &[],
        phases: None,
        method_space: false,
        member_space: false,
        constructor_reference: "",
        builtins: Builtins::NONE,
        protocols: Protocols::NONE,
    };
}
