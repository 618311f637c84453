//! Families of hostile source files: each grows with a number, and asks of some stage more work than its size is worth
//! unless that stage bounds it.

/// A family of repositories.
pub struct Family {
    /// Its name: the language, and what grows.
    pub name: &'static str,
    /// Size of the member that the growth test starts from.
    pub size: usize,
    /// Returns the text of the member of a size, one file.
    pub text: fn(usize) -> String,
}

impl Family {
    /// Returns the name of the file that holds the text.
    pub fn file_name(&self) -> String {
        let (language, _) = self.name.split_once(": ").unwrap_or((self.name, ""));
        format!("a.{language}")
    }
}

/// Returns one line per number below `count`.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        text.push_str(&line(at));
        text.push('\n');
        text
    })
}

/// Returns `open` `count` times, then `middle`, then `close` as often. Lines stay short.
fn nested(count: usize, open: &str, middle: &str, close: &str) -> String {
    let mut text = String::new();
    for at in 0..count {
        text.push_str(open);
        if at % 50 == 49 {
            text.push('\n');
        }
    }
    text.push_str(middle);
    for at in 0..count {
        text.push_str(close);
        if at % 50 == 49 {
            text.push('\n');
        }
    }
    text
}

/// Every family, by language.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "py: aliases that double",
        size: 40,
        text: |n| {
            let aliases = lines(n, |i| format!("T{} = Dict[T{i}, T{i}]", i + 1));
            format!("from typing import Dict\nT0 = int\n{aliases}def f(x: T{n}): x.keys()\n")
        },
    },
    Family {
        name: "py: literals of functions that are assigned to one field",
        size: 60,
        text: |n| {
            let assigned = lines(n, |_| "        self.f = lambda x: x".to_owned());
            format!(
                "class W:\n    def __init__(self, e): self.f = e\n    def m(self):\n        cur = self.f\n{assigned}        self.f = cur\n"
            )
        },
    },
    Family {
        name: "py: a chain of classes",
        size: 400,
        text: |n| {
            let classes = lines(n, |i| format!("class C{}(C{i}): pass", i + 1));
            format!("class C0:\n    def m(self): pass\n{classes}C{n}().m()\n")
        },
    },
    Family {
        name: "py: a chain of classes that override a method",
        size: 200,
        text: |n| {
            let classes = lines(n, |i| {
                format!("class C{}(C{i}):\n    def m(self): super().m()", i + 1)
            });
            format!("class C0:\n    def m(self): pass\n{classes}C{n}().m()\n")
        },
    },
    Family {
        name: "py: classes with all earlier ones as bases",
        size: 60,
        text: |n| {
            lines(n, |i| {
                let bases: Vec<String> = (0..i).rev().map(|base| format!("C{base}")).collect();
                format!(
                    "class C{i}({}):\n    def m{i}(self): self.m0()",
                    bases.join(", ")
                )
            })
        },
    },
    Family {
        name: "py: definitions of one name, each called",
        size: 300,
        text: |n| lines(n, |i| format!("def f(a{i}): return f(a{i})")),
    },
    Family {
        name: "py: overloads, each called",
        size: 150,
        text: |n| {
            let overloads = lines(n, |i| {
                format!("class T{i}: pass\n@overload\ndef f(x: T{i}) -> T{i}: ...")
            });
            let calls = lines(n, |i| format!("f(T{i}())"));
            format!("from typing import overload\n{overloads}def f(x): return x\n{calls}")
        },
    },
    Family {
        name: "py: a variable that is bound again and again",
        size: 400,
        text: |n| {
            let bound = lines(n, |i| format!("    x = x.m{}(x)", i % 7));
            format!(
                "class A:\n    def m0(self, o): return self\ndef f():\n    x = A()\n{bound}    return x\n"
            )
        },
    },
    Family {
        name: "py: a union that grows in a loop",
        size: 200,
        text: |n| {
            let classes = lines(n, |i| {
                format!("class A{i}:\n    def next(self): return A{}()", (i + 1) % n)
            });
            let branches = lines(n, |i| format!("        if c{i}: x = A{i}()"));
            format!(
                "{classes}def f():\n    x = A0()\n    while x:\n{branches}        x = x.next()\n        x.next().next()\n"
            )
        },
    },
    Family {
        name: "py: functions inside functions",
        size: 90,
        text: |n| {
            let opened = lines(n, |i| format!("{}def f{i}():", " ".repeat(i)));
            let called = lines(n, |i| format!("{}f{i}()", " ".repeat(n)));
            format!("{opened}{called}")
        },
    },
    Family {
        name: "py: a chain of calls",
        size: 400,
        text: |n| {
            let calls: String = (0..n).map(|i| format!(".m{}(1)\\\n", i % 3)).collect();
            let methods = lines(3, |i| format!("    def m{i}(self, a): return self"));
            format!("class A:\n{methods}A(){calls}\n")
        },
    },
    Family {
        name: "py: lists inside lists",
        size: 400,
        text: |n| format!("x = {}\nx.append(x[0][0])\n", nested(n, "[", "1", "]")),
    },
    Family {
        name: "py: generic classes whose argument doubles",
        size: 30,
        text: |n| {
            let pairs = lines(n, |i| format!("a{} = pair(a{i})", i + 1));
            format!(
                "from typing import Generic, TypeVar\nA = TypeVar('A')\nB = TypeVar('B')\nclass P(Generic[A, B]):\n    left: A\n    right: B\ndef pair(a: A) -> P[A, A]: ...\na0 = P[str, str]()\n{pairs}a{n}{}.upper()\n",
                ".left".repeat(n)
            )
        },
    },
    Family {
        name: "py: functions that return each other's results",
        size: 200,
        text: |n| {
            lines(n, |i| {
                format!(
                    "def f{i}(a):\n    if a: return f{}(f{}(a))\n    return f{}(a).x",
                    (i + 1) % n,
                    (i + 2) % n,
                    (i + 3) % n
                )
            })
        },
    },
    Family {
        name: "py: fields that are assigned from each other",
        size: 200,
        text: |n| {
            let fields = lines(n, |i| {
                format!(
                    "        self.f{i} = self.f{} or self.f{}",
                    (i + 1) % n,
                    (i * 7 + 3) % n
                )
            });
            let calls = lines(n, |i| format!("        self.f{i}.m()"));
            format!("class A:\n    def __init__(self):\n{fields}    def m(self):\n{calls}")
        },
    },
    Family {
        name: "py: decorators on one function",
        size: 300,
        text: |n| {
            let decorators = lines(n, |_| "@d".to_owned());
            format!(
                "def d(f):\n    def w(*a): return f(*a)\n    return w\n{decorators}def g(): pass\ng()\n"
            )
        },
    },
    Family {
        name: "ts: aliases that double",
        size: 40,
        text: |n| {
            let aliases = lines(n, |i| format!("type T{} = P<T{i}, T{i}>;", i + 1));
            format!(
                "class P<A, B> {{ l: A; r: B; }}\nclass Z {{ m() {{}} }}\ntype T0 = Z;\n{aliases}function f(x: T{n}) {{ x{}.m(); }}\n",
                ".l".repeat(n)
            )
        },
    },
    Family {
        name: "ts: object literals inside object literals",
        size: 2000,
        text: |n| format!("let x = {};\n", nested(n, "{a:", "1", "}")),
    },
    Family {
        name: "ts: object types inside object types",
        size: 1000,
        text: |n| format!("type X = {};\n", nested(n, "{a:", "string", "}")),
    },
    Family {
        name: "ts: overloads, each called",
        size: 120,
        text: |n| {
            let overloads = lines(n, |i| {
                format!("class T{i} {{ t{i} = 1 }}\nfunction f(x: T{i}): T{i};")
            });
            let calls = lines(n, |i| format!("f(new T{i}());"));
            format!("{overloads}function f(x: any): any {{ return x; }}\n{calls}")
        },
    },
    Family {
        name: "ts: overloads that take functions, each called",
        size: 60,
        text: |n| {
            let overloads = lines(n, |i| {
                format!("class T{i} {{ t{i} = 1 }}\nfunction f(x: (a: T{i}) => T{i}): T{i};")
            });
            let calls = lines(n, |i| format!("f((a) => a.t{i});"));
            format!("{overloads}function f(x: any): any {{ return x; }}\n{calls}")
        },
    },
    Family {
        name: "ts: conditional types in a chain",
        size: 200,
        text: |n| {
            let types = lines(n, |i| {
                format!(
                    "type C{}<T> = T extends string ? C{i}<T[]> : C{i}<T | number>;",
                    i + 1
                )
            });
            format!("type C0<T> = T;\n{types}declare const x: C{n}<boolean>;\nx.m();\n")
        },
    },
    Family {
        name: "ts: a union of many types",
        size: 300,
        text: |n| {
            let classes = lines(n, |i| {
                format!(
                    "class A{i} {{ m(): A{} {{ return null!; }} }}",
                    (i * 3 + 1) % n
                )
            });
            let parts: Vec<String> = (0..n).map(|i| format!("A{i}")).collect();
            format!(
                "{classes}declare let u: {};\nu.m().m().m();\n",
                parts.join("\n| ")
            )
        },
    },
    Family {
        name: "ts: an interface that is declared again and again",
        size: 200,
        text: |n| {
            lines(n, |i| {
                format!(
                    "interface I {{ m{i}(): I; }}\ndeclare let i{i}: I;\ni{i}.m{}();",
                    n - 1 - i
                )
            })
        },
    },
    Family {
        name: "ts: a chain of interfaces",
        size: 300,
        text: |n| {
            let chain = lines(n, |i| {
                format!("interface I{} extends I{i} {{ m{}(): void }}", i + 1, i + 1)
            });
            format!("interface I0 {{ m0(): void }}\n{chain}declare let x: I{n};\nx.m0();\n")
        },
    },
    Family {
        name: "ts: arrow functions inside arrow functions",
        size: 300,
        text: |n| format!("const f = {};\nf(1)(2);\n", nested(n, "(a) => ", "a", "")),
    },
    Family {
        name: "ts: callbacks inside callbacks",
        size: 90,
        text: |n| {
            format!(
                "declare function run<T>(f: (x: T[]) => T): T;\nconst y = {};\ny.m();\n",
                nested(n, "run(x => ", "1", ")")
            )
        },
    },
    Family {
        name: "ts: mapped types in a chain",
        size: 100,
        text: |n| {
            let types = lines(n, |i| {
                format!(
                    "type M{}<T> = {{ [K in keyof M{i}<T>]: M{i}<T>[K] }};",
                    i + 1
                )
            });
            format!(
                "type M0<T> = {{ a: T }};\n{types}declare const x: M{n}<string>;\nx.a.trim();\n"
            )
        },
    },
    Family {
        name: "js: objects that are assigned from each other",
        size: 200,
        text: |n| {
            let made = lines(n, |i| {
                format!(
                    "var o{i} = Object.assign({{}}, o{}, o{});",
                    (i + 1) % n,
                    (i * 5 + 2) % n
                )
            });
            let calls = lines(n, |i| format!("o{i}.m();"));
            format!("{made}{calls}")
        },
    },
    Family {
        name: "js: prototypes in a chain",
        size: 200,
        text: |n| {
            let chain = lines(n, |i| {
                format!(
                    "function F{}() {{}}\nF{}.prototype = new F{i}();\nF{}.prototype.m{i} = function() {{ this.m0(); }};",
                    i + 1,
                    i + 1,
                    i + 1
                )
            });
            format!(
                "function F0() {{}}\nF0.prototype.m0 = function() {{}};\n{chain}new F{n}().m0();\n"
            )
        },
    },
    Family {
        name: "java: results whose type doubles",
        size: 30,
        text: |n| {
            let pairs = lines(n, |i| format!("    var a{} = P.p(a{i});", i + 1));
            format!(
                "class P<A, B> {{ A l; B r; static <T> P<T, T> p(T a) {{ return null; }} void m() {{}} }}\nclass U {{ void f() {{\n    var a0 = new P<String, String>();\n{pairs}    a{n}{}.m();\n}} }}\n",
                ".l".repeat(n)
            )
        },
    },
    Family {
        name: "java: overloads that take functions, each called",
        size: 40,
        text: |n| {
            let overloads = lines(n, |i| {
                format!("interface I{i} {{ int f{i}(int a); }}\nclass X{i} {{}}")
            });
            let methods = lines(n, |i| format!("    static void g(I{i} f) {{}}"));
            let calls = lines(n, |i| format!("        g(a -> a + {i});"));
            format!("{overloads}class U {{\n{methods}    void m() {{\n{calls}    }}\n}}\n")
        },
    },
    Family {
        name: "java: overloads, each called",
        size: 120,
        text: |n| {
            let classes = lines(n, |i| format!("class X{} extends X{i} {{}}", i + 1));
            let methods = lines(n, |i| format!("    static void g(X{i} f) {{}}"));
            let calls = lines(n, |i| format!("        g(new X{i}());"));
            format!(
                "class X0 {{}}\n{classes}class U {{\n{methods}    void m() {{\n{calls}    }}\n}}\n"
            )
        },
    },
    Family {
        name: "java: a chain of classes that override a method",
        size: 200,
        text: |n| {
            let classes = lines(n, |i| {
                format!(
                    "class C{} extends C{i} {{ void m() {{ super.m(); }} }}",
                    i + 1
                )
            });
            format!("class C0 {{ void m() {{}} }}\n{classes}")
        },
    },
    Family {
        name: "java: type arguments inside type arguments",
        size: 300,
        text: |n| {
            format!(
                "import java.util.*;\nclass U {{ {} x; void f() {{ x.get(0).get(0); }} }}\n",
                nested(n, "List<", "String", ">")
            )
        },
    },
    Family {
        name: "java: classes inside classes",
        size: 80,
        text: |n| nested(n, "class A { void m() { m(); } ", "", "}"),
    },
    Family {
        name: "go: interfaces and types with one method",
        size: 300,
        text: |n| {
            let both = lines(n, |i| {
                format!("type I{i} interface {{ M() }}\ntype S{i} struct{{}}\nfunc (S{i}) M() {{}}")
            });
            format!("package p\n{both}")
        },
    },
    Family {
        name: "go: structs that embed each other in a chain",
        size: 200,
        text: |n| {
            let chain = lines(n, |i| {
                format!(
                    "type S{} struct {{ S{i} }}\nfunc (S{}) M{}() {{}}",
                    i + 1,
                    i + 1,
                    i + 1
                )
            });
            format!(
                "package p\ntype S0 struct {{}}\nfunc (S0) M0() {{}}\n{chain}func f(s S{n}) {{ s.M0() }}\n"
            )
        },
    },
    Family {
        name: "go: structs that embed all earlier ones",
        size: 60,
        text: |n| {
            let structs = lines(n, |i| {
                let fields: String = (0..i).map(|at| format!("S{at}; ")).collect();
                format!("type S{i} struct {{ {fields} }}\nfunc (S{i}) M{i}() {{}}")
            });
            format!("package p\n{structs}func f(s S{}) {{ s.M0() }}\n", n - 1)
        },
    },
    Family {
        name: "go: interfaces that embed each other in a chain",
        size: 150,
        text: |n| {
            let chain = lines(n, |i| {
                format!("type I{} interface {{ I{i}; M{}() }}", i + 1, i + 1)
            });
            format!("package p\ntype I0 interface {{ M0() }}\n{chain}")
        },
    },
    Family {
        name: "go: results whose type doubles",
        size: 30,
        text: |n| {
            let pairs = lines(n, |i| format!("\ta{} := pair(a{i})", i + 1));
            format!(
                "package p\ntype P[A, B any] struct {{ l A; r B }}\nfunc pair[T any](a T) P[T, T] {{ return P[T, T]{{}} }}\nfunc (P[A, B]) m() {{}}\nfunc f() {{\n\ta0 := P[int, int]{{}}\n{pairs}\ta{n}{}.m()\n}}\n",
                ".l".repeat(n)
            )
        },
    },
    Family {
        name: "rs: traits in a chain",
        size: 200,
        text: |n| {
            let chain = lines(n, |i| {
                format!(
                    "trait T{}: T{i} {{ fn m{}(&self) {{ self.m{i}() }} }}",
                    i + 1,
                    i + 1
                )
            });
            format!("trait T0 {{ fn m0(&self) {{}} }}\n{chain}fn f(x: &dyn T{n}) {{ x.m0() }}\n")
        },
    },
    Family {
        name: "rs: results whose type doubles",
        size: 30,
        text: |n| {
            let pairs = lines(n, |i| format!("    let a{} = pair(a{i});", i + 1));
            format!(
                "struct P<A, B> {{ l: A, r: B }}\nimpl<A, B> P<A, B> {{ fn m(&self) {{}} }}\nfn pair<T>(a: T) -> P<T, T> {{ loop {{}} }}\nfn f() {{\n    let a0 = P {{ l: 1, r: 2 }};\n{pairs}    a{n}{}.m();\n}}\n",
                ".l".repeat(n)
            )
        },
    },
    Family {
        name: "rs: implementations of one trait, each called",
        size: 150,
        text: |n| {
            let impls = lines(n, |i| {
                format!("struct S{i};\nimpl T for S{i} {{ fn m(&self) {{}} }}")
            });
            let calls = lines(n, |i| format!("    S{i}.m();"));
            format!("trait T {{ fn m(&self); }}\n{impls}fn f() {{\n{calls}}}\n")
        },
    },
    Family {
        name: "rs: blanket implementations",
        size: 100,
        text: |n| {
            let impls = lines(n, |i| {
                format!(
                    "trait T{i} {{ fn m{i}(&self) {{}} }}\nimpl<X: T{}> T{i} for X {{}}",
                    (i + 1) % n
                )
            });
            let calls = lines(n, |i| format!("    s.m{i}();"));
            format!("struct S;\n{impls}fn f(s: S) {{\n{calls}}}\n")
        },
    },
    Family {
        name: "rs: closures inside closures",
        size: 200,
        text: |n| format!("fn f() {{ let g = {}; g(); }}\n", nested(n, "|| ", "1", "")),
    },
    Family {
        name: "rs: modules that import each other's names",
        size: 100,
        text: |n| {
            let modules = lines(n, |i| {
                format!(
                    "mod m{i} {{ pub use super::m{}::*; pub fn f{i}() {{ f{}() }} }}",
                    (i + 1) % n,
                    (i + 2) % n
                )
            });
            format!("{modules}fn main() {{ m0::f{}(); }}\n", n - 1)
        },
    },
    Family {
        name: "cpp: overloads, each called",
        size: 200,
        text: |n| {
            let overloads = lines(n, |i| format!("struct T{i} {{}};\nvoid f(T{i} x);"));
            let calls = lines(n, |i| format!("    f(T{i}());"));
            format!("{overloads}void g() {{\n{calls}}}\n")
        },
    },
    Family {
        name: "cpp: declarations of one function",
        size: 1000,
        text: |n| lines(n, |i| format!("void f(int a{i});")),
    },
    Family {
        name: "cpp: type names that double",
        size: 40,
        text: |n| {
            let aliases = lines(n, |i| format!("typedef P<T{i}, T{i}> T{};", i + 1));
            format!(
                "template <class A, class B> struct P {{ A l; B r; void m(); }};\ntypedef int T0;\n{aliases}void f(T{n} x) {{ x{}.m(); }}\n",
                ".l".repeat(n)
            )
        },
    },
    Family {
        name: "cpp: a chain of classes with virtual methods",
        size: 200,
        text: |n| {
            let classes = lines(n, |i| {
                format!(
                    "struct C{} : C{i} {{ void m() override {{ C{i}::m(); }} }};",
                    i + 1
                )
            });
            format!("struct C0 {{ virtual void m() {{}} }};\n{classes}")
        },
    },
    Family {
        name: "cpp: namespaces inside namespaces",
        size: 100,
        text: |n| nested(n, "namespace a { void f() { f(); } ", "", "}"),
    },
    Family {
        name: "c: macros that expand to two of the one before",
        size: 40,
        text: |n| {
            let macros = lines(n, |i| format!("#define M{} M{i} M{i}", i + 1));
            format!("#define M0 f();\nvoid f(void);\n{macros}void g(void) {{ M{n} }}\n")
        },
    },
    Family {
        name: "c: conditions of the preprocessor, one inside the other",
        size: 200,
        text: |n| {
            format!(
                "{}int x;\n{}",
                lines(n, |i| format!("#ifdef A{i}")),
                lines(n, |_| "#endif".to_owned())
            )
        },
    },
    Family {
        name: "c: lines that a macro call spans",
        size: 400,
        text: |n| {
            let calls = lines(n, |i| format!("    M(f{i}(M(M(1))),"));
            format!(
                "#define M(x) (x)\nvoid g(void) {{\n{calls}{};\n}}\n",
                ")".repeat(n)
            )
        },
    },
    Family {
        name: "md: headings, each below the last",
        size: 1000,
        text: |n| lines(n, |i| format!("{} Heading {i}\n", "#".repeat(1 + i % 6))),
    },
    Family {
        name: "md: lists inside lists",
        size: 100,
        text: |n| lines(n, |i| format!("{}- item", "  ".repeat(i))),
    },
    Family {
        name: "md: brackets that open no link",
        size: 2000,
        text: |n| format!("# A\n{}\n", "[".repeat(n)),
    },
    Family {
        name: "py: brackets that are never closed",
        size: 1000,
        text: |n| {
            format!(
                "def f():\n    g({}\n",
                lines(n, |i| format!("        h{i}("))
            )
        },
    },
    Family {
        name: "py: formatted strings that do not end",
        size: 500,
        text: |n| lines(n, |i| format!("x{i} = f'{{a{i}")),
    },
    Family {
        name: "py: a long comment on each of many functions",
        size: 500,
        text: |n| lines(n, |i| format!("# about f{i}\n# more\ndef f{i}(): 'doc'")),
    },
    Family {
        name: "ts: templates inside templates",
        size: 60,
        text: |n| format!("const x = {};\n", nested(n, "`a${", "y", "}`")),
    },
    Family {
        name: "ts: comparisons that look like type arguments",
        size: 400,
        text: |n| format!("const x = {} 1;\n", lines(n, |i| format!("a{i} <"))),
    },
    Family {
        name: "ts: call signatures without semicolons",
        size: 400,
        text: |n| {
            format!(
                "interface I {{\n{}}}\n",
                lines(n, |i| format!("  a{i}: T\n  <U>(x: U): U"))
            )
        },
    },
    Family {
        name: "js: regular expressions that do not end",
        size: 1000,
        text: |n| lines(n, |i| format!("x{i} = /[a")),
    },
    Family {
        name: "java: comments that open again and never end",
        size: 2000,
        text: |n| format!("class A {{ void f() {{ g(); }} }}\n{}", "/* ".repeat(n)),
    },
    Family {
        name: "java: braces that are never closed",
        size: 400,
        text: |n| lines(n, |i| format!("class A{i} {{ void f() {{")),
    },
    Family {
        name: "go: type arguments that never end",
        size: 400,
        text: |n| {
            format!(
                "package a\nvar x = f{}\n",
                lines(n, |i| format!("[T{i}")).replace('\n', "")
            )
        },
    },
    Family {
        name: "go: files of many constraints",
        size: 1000,
        text: |n| {
            format!(
                "{}package a\nfunc f() {{ f() }}\n",
                lines(n, |i| format!("//go:build a{i}"))
            )
        },
    },
    Family {
        name: "rs: macro calls inside macro calls",
        size: 60,
        text: |n| format!("fn f() {{ {}; }}\n", nested(n, "m!(g(", "1", "))")),
    },
    Family {
        name: "rs: attributes on one function",
        size: 1000,
        text: |n| {
            format!(
                "{}fn f() {{ f(); }}\n",
                lines(n, |i| format!("#[cfg(a{i})]"))
            )
        },
    },
    Family {
        name: "cpp: conditions of the preprocessor, one after the other, inside one call",
        size: 300,
        text: |n| {
            let parts = lines(n, |i| format!("#if A{i}\n  a{i},\n#else\n  b{i},\n#endif"));
            format!("void f() {{\n  g(\n{parts}  1);\n}}\n")
        },
    },
    Family {
        name: "cpp: branches that each open a brace",
        size: 300,
        text: |n| {
            let parts = lines(n, |i| {
                format!("#ifdef A{i}\nvoid f{i}() {{\n#else\nvoid g{i}() {{\n#endif\n}}")
            });
            format!("class C {{\n{parts}}};\n")
        },
    },
    Family {
        name: "cpp: macros of capitals alone on a line",
        size: 500,
        text: |n| {
            lines(n, |i| {
                format!("A_NAMESPACE_BEGIN\nvoid f{i}() {{ f{i}(); }}\nA_NAMESPACE_END")
            })
        },
    },
    Family {
        name: "cpp: lines that go on",
        size: 1000,
        text: |n| {
            format!(
                "#define M(x) \\\n{}  0\nint f() {{ return M(1); }}\n",
                lines(n, |i| format!("  x + {i} + \\"))
            )
        },
    },
    Family {
        name: "cpp: raw strings that do not end",
        size: 500,
        text: |n| lines(n, |i| format!("auto x{i} = R\"d{i}(")),
    },
];

/// A family of repositories of many files that lead to each other.
pub struct FileFamily {
    /// Its name: the language, and what leads where.
    pub name: &'static str,
    /// Number of files that the growth test starts from.
    pub size: usize,
    /// Returns the paths and texts of the member with about as many files.
    pub files: fn(usize) -> Vec<(String, String)>,
}

/// Returns as many files, each from its number.
fn files(count: usize, file: impl Fn(usize) -> (String, String)) -> Vec<(String, String)> {
    (0..count).map(file).collect()
}

/// Every family of repositories.
pub const FILE_FAMILIES: &[FileFamily] = &[
    FileFamily {
        name: "ts: modules that pass on five others",
        size: 40,
        files: |n| {
            files(n, |i| {
                let others = lines(5, |k| {
                    format!("export * from \"./m{}\";", (i * 3 + k + 1) % n)
                });
                let (from, name) = ((i + 1) % n, (i * 11 + 5) % n);
                let text = format!(
                    "{others}export function f{i}() {{}}\nimport {{ f{name} as q, nope }} from \"./m{from}\";\nq(); nope();\n"
                );
                (format!("m{i}.ts"), text)
            })
        },
    },
    FileFamily {
        name: "py: modules that import all names of each other",
        size: 40,
        files: |n| {
            files(n, |i| {
                let (one, two) = ((i + 1) % n, (i * 3 + 1) % n);
                let text = format!(
                    "from m{one} import *\nfrom m{two} import *\ndef f{i}(): nope(); f{}()\n",
                    (i * 7 + 3) % n
                );
                (format!("m{i}.py"), text)
            })
        },
    },
    FileFamily {
        name: "rs: modules that pass on two others",
        size: 40,
        files: |n| {
            let modules = lines(n, |i| format!("pub mod m{i};"));
            let mut all = files(n, |i| {
                let (one, two) = ((i + 1) % n, (i * 3 + 1) % n);
                let text = format!(
                    "pub use super::m{one}::*;\npub use super::m{two}::*;\npub fn f{i}() {{ f{}(); nope(); }}\n",
                    (i * 7 + 2) % n
                );
                (format!("src/m{i}.rs"), text)
            });
            all.push(("src/lib.rs".to_owned(), modules));
            let manifest = "[package]\nname = \"a\"\nversion = \"0.1.0\"\n";
            all.push(("Cargo.toml".to_owned(), manifest.to_owned()));
            all
        },
    },
    FileFamily {
        name: "java: classes that import packages whole",
        size: 40,
        files: |n| {
            files(n, |i| {
                let packages = lines(8, |k| format!("import p{}.*;", (i * 3 + k + 1) % n));
                let text = format!(
                    "package p{i};\n{packages}public class C{i} extends C{} {{ void m() {{ D.x(); new C{}().m(); }} }}\n",
                    (i * 3 + 1) % n,
                    (i * 3 + 2) % n
                );
                (format!("p{i}/C{i}.java"), text)
            })
        },
    },
    FileFamily {
        name: "go: files of one package whose structs embed each other",
        size: 40,
        files: |n| {
            let mut all = files(n, |i| {
                let text = format!(
                    "package p\ntype S{i} struct {{ S{} }}\nfunc (S{i}) M{i}() {{ }}\nfunc f{i}(s S{i}) {{ s.M{}() }}\n",
                    (i + 1) % n,
                    (i * 7) % n
                );
                (format!("p/f{i}.go"), text)
            });
            all.push(("go.mod".to_owned(), "module a\n".to_owned()));
            all
        },
    },
    FileFamily {
        name: "cpp: a chain of headers",
        size: 40,
        files: |n| {
            let mut all = files(n, |i| {
                let text = format!("#include \"h{}.h\"\nvoid f{i}();\n", i + 1);
                (format!("h{i}.h"), text)
            });
            all.extend(files(n, |i| {
                let text = format!(
                    "#include \"h{i}.h\"\nvoid k{i}() {{ nope(); f{}(); }}\n",
                    n - 1
                );
                (format!("a{i}.cpp"), text)
            }));
            all
        },
    },
];
