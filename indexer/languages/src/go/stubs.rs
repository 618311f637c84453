//! The stub files: the predeclared names, and the most used packages of the standard library.

/// Declares (path, text) pairs from the files in `builtins/`.
macro_rules! stubs {
    ($($name:literal,)+) => {
        /// Every stub file.
        pub(super) static STUBS: &[(&str, &str)] = &[
            $((concat!("<builtins>/", $name, ".go"), include_str!(concat!("builtins/", $name, ".go"))),)+
        ];
    };
}

stubs! {
    "builtin",
    "bufio",
    "bytes",
    "cmp",
    "compress/gzip",
    "container/heap",
    "container/list",
    "context",
    "database/sql",
    "encoding",
    "encoding/base64",
    "encoding/binary",
    "encoding/json",
    "encoding/xml",
    "errors",
    "flag",
    "fmt",
    "golang.org/x/exp/maps",
    "golang.org/x/exp/slices",
    "golang.org/x/sync/errgroup",
    "hash",
    "html/template",
    "io",
    "io/fs",
    "iter",
    "log",
    "log/slog",
    "maps",
    "math",
    "math/rand",
    "math/rand/v2",
    "mime/multipart",
    "net",
    "net/http",
    "net/http/httptest",
    "net/netip",
    "net/url",
    "os",
    "os/exec",
    "path",
    "path/filepath",
    "reflect",
    "regexp",
    "slices",
    "sort",
    "strconv",
    "strings",
    "sync",
    "sync/atomic",
    "testing",
    "testing/synctest",
    "text/template",
    "time",
    "unique",
    "weak",
}
