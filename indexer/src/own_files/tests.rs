//! Each operation against names that are not regular files.

use std::fs;
use std::path::Path;

use super::{create, create_folder, open, open_log, open_to_lock, remove, rename};

#[test]
fn the_parts_that_are_ours_are_known_by_their_names() {
    for (path, ours) in [
        ("a/b", 0),
        (".bombe", 1),
        ("a/.bombe", 1),
        ("a/.bombe/snapshot.bmb.d", 2),
        ("a.d/.bombe/snapshot.bmb.d", 2),
        ("out/x.bmb.d", 1),
        ("x.bmb.d", 1),
        ("/", 0),
    ] {
        let parts = super::FolderPath::of(Path::new(path));
        assert_eq!(parts.ours.iter().flatten().count(), ours, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_whatever_is_done_with_it() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let outside = folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    let victim = outside.join("victim");
    fs::write(&victim, "mine").unwrap();
    let ours = folder.path().join(".bombe");
    create_folder(&ours).unwrap();
    let name = &ours.join("name");
    for target in [&victim, &outside.join("absent"), &outside] {
        symlink(target, name).unwrap();
        for refused in [open(name), open_to_lock(name), open_log(name, 0)] {
            let said = refused.unwrap_err().to_string();
            assert!(
                said.contains("symbolic link") && said.contains("name"),
                "{said}"
            );
        }
        // What replaces a name replaces the link.
        drop(create(name).unwrap());
        remove(name).unwrap();
    }
    symlink(&victim, name).unwrap();
    let new = &ours.join("new");
    drop(create(new).unwrap());
    rename(new, name).unwrap();
    drop(open_log(name, 0).unwrap());
    // A second name of a file elsewhere.
    fs::hard_link(&victim, new).unwrap();
    for refused in [open_to_lock(new), open_log(new, 1 << 20)] {
        assert!(refused.is_err());
    }
    // A link in the place of a folder.
    let inside = ours.join("snapshot.bmb.d");
    symlink(&outside, &inside).unwrap();
    let said = create_folder(&inside).unwrap_err().to_string();
    assert!(
        said.contains("snapshot.bmb.d: expected a folder, found a symbolic link"),
        "{said}"
    );
    for refused in [open(&inside.join("victim")), create(&inside.join("new"))] {
        assert!(refused.is_err());
    }
    remove(&inside.join("victim")).unwrap_err();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
}
