//! `find_by_imports` joins modules with the packages of manifests and lock files.

use std::path::Path;

use bombe_reader::limits::Limits;
use bombe_reader::snapshot::Snapshot;
use bombe_reader::tools::Tool;
use bombe_reader::tools::find_by_imports::{Answer, FindByImports, Request};
use bombe_reader::view::OpenOptions;
use serde_json::json;

use crate::support::{bombe_build, folder};

const FILES: &[(&str, &[u8])] = &[
    (
        "pyproject.toml",
        b"[project]\nname = \"shop\"\ndependencies = [\"PyYAML>=6\", \"Flask-Login\"]\n",
    ),
    ("requirements.txt", b"beautifulsoup4==4.12.0\n"),
    (
        "a.py",
        b"import yaml\nimport os\nfrom flask_login.utils import login_user\nfrom bs4 import BeautifulSoup\n",
    ),
    ("web/package.json", b"{\"dependencies\": {\"yaml\": \"^2\"}}\n"),
    ("web/a.ts", b"import { parse } from 'yaml';\n"),
];

/// Returns the modules of an answer with their packages.
fn modules(snapshot: &Snapshot, library: &str, mode: &str) -> Vec<String> {
    let request = json!({"libraries": [library], "match_mode": mode});
    let request: Request = serde_json::from_value(request).unwrap();
    let answer: Answer = FindByImports::run(snapshot, &request, &Limits::new()).unwrap();
    let modules = answer.libraries.iter().flat_map(|library| &library.modules);
    modules
        .map(|module| match &module.package {
            Some(package) => format!(
                "{}: {} {} {} in {}",
                module.module, package.ecosystem, package.name, package.declared, package.manifest
            ),
            None => format!("{}: none", module.module),
        })
        .collect()
}

#[test]
fn modules_are_joined_with_their_packages() {
    let root = folder(FILES);
    let out = root.path().join("x.bmb");
    let out = out.to_str().unwrap();
    bombe_build(root.path(), &[".", "-o", out, "-q"]).code(0);
    let snapshot = Snapshot::open(Path::new(out), OpenOptions::default()).unwrap();
    let of = |library, mode| modules(&snapshot, library, mode);
    assert_eq!(of("os", "exact"), ["os: none"]);
    assert_eq!(
        of("flask_login", "prefix"),
        ["flask_login.utils: pypi Flask-Login  in pyproject.toml"]
    );
    // By the package's name, whatever code calls it.
    let soup = ["bs4: pypi beautifulsoup4 ==4.12.0 in requirements.txt"];
    assert_eq!(of("beautifulsoup4", "exact"), soup);
    assert_eq!(of("bs4", "exact"), soup);
    assert_eq!(
        of("Beautifulsoup", "exact"),
        [] as [&str; 0],
        "it is no package's name"
    );
    assert_eq!(
        of("pyyaml", "exact"),
        ["yaml: pypi PyYAML >=6 in pyproject.toml"],
        "npm's yaml is no part of it"
    );
}
