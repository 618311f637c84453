//! Go: `go.mod`. It states exact versions, so `go.sum` adds nothing but checksums.

use bombe_format::kind::{Ecosystem, PackageScope};

use crate::{Manifest, Stated};

pub(crate) fn go_mod(file: &Manifest<'_>, stated: &mut Stated) {
    let mut block = "";
    for line in file.text.lines() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let code = code.trim();
        if code == ")" {
            block = "";
            continue;
        }
        let (directive, rest) = match block {
            "" => code.split_once(char::is_whitespace).unwrap_or((code, "")),
            block => (block, code),
        };
        if rest.trim() == "(" {
            block = directive;
            continue;
        }
        let mut words = rest
            .split_whitespace()
            .map(|word| word.trim_matches(['"', '`']));
        let (Some(path), version) = (words.next(), words.next().unwrap_or_default()) else {
            continue;
        };
        match directive {
            "module" => stated.depend(file, Ecosystem::Go, path, "", PackageScope::Provided),
            "require" => {
                let is_indirect = comment.trim().starts_with("indirect");
                let scope = if is_indirect {
                    PackageScope::Transitive
                } else {
                    PackageScope::Normal
                };
                stated.depend(file, Ecosystem::Go, path, version, scope);
                stated.lock(Ecosystem::Go, path, version, version);
            }
            _ => {}
        }
    }
}
