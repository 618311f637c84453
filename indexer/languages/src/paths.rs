//! Paths as module finders see them: relative to the root, `/`-separated, the root itself empty.

/// Returns the folder of a path; empty for a path directly below the root.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the file name without folders and without its last extension. A leading dot starts no extension.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rfind('.') {
        Some(dot) if dot > 0 => &name[..dot],
        _ => name,
    }
}

/// Joins a folder and a path below it, either of which may be empty.
pub(crate) fn join(folder: &str, rest: &str) -> String {
    match (folder, rest) {
        ("", rest) => rest.to_owned(),
        (folder, "") => folder.to_owned(),
        (folder, rest) => format!("{folder}/{rest}"),
    }
}

/// Resolves a path that is relative to `folder`: removes `.` and empty parts, and lets `..` remove the part before it.
/// Returns `None` if the result lies outside the root.
pub(crate) fn resolve(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{parent, resolve, stem};

    #[test]
    fn relative_paths_are_resolved_and_stay_below_the_root() {
        assert_eq!(resolve("src/a", "../b/c.h").as_deref(), Some("src/b/c.h"));
        assert_eq!(resolve("", "./c.h").as_deref(), Some("c.h"));
        assert_eq!(resolve("a", "../../c.h"), None);
        assert_eq!(resolve("a/b", "../c/./d").as_deref(), Some("a/c/d"));
        assert_eq!(resolve("a", "../.."), None);
        assert_eq!(resolve("", "./x.js").as_deref(), Some("x.js"));
    }

    #[test]
    fn a_path_has_a_parent_and_a_stem() {
        assert_eq!((parent("a/b/c.d.ts"), stem("a/b/c.d.ts")), ("a/b", "c.d"));
        assert_eq!((parent("c"), stem("c")), ("", "c"));
        assert_eq!(stem("a/.hidden"), ".hidden");
    }
}
