//! Published snapshots, over the network: what a server or the way to it does wrong costs time, and no answer.
#![cfg(unix)]

use std::fs;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::Value;

use crate::fault_proxy::{Fault, Proxy};
use crate::servers::{azure, environment_of, nginx, registry, s3};
use crate::share::{Setting, UNSIGNED, json};

const MIB: u64 = 1 << 20;

/// A repository whose snapshot has some MiB, however well it is packed.
fn large() -> Setting {
    let setting = Setting::new();
    let mut noise = blake3::Hasher::new().finalize_xof();
    let mut bytes = vec![0; 200_000];
    for number in 0..40 {
        noise.fill(&mut bytes);
        let text: String = bytes
            .iter()
            .map(|byte| char::from(b'!' + byte % 90))
            .collect();
        let text = text.replace(['"', '\\'], "");
        let lines: Vec<String> = text
            .as_bytes()
            .chunks(100)
            .map(|line| format!("    \"{}\"", String::from_utf8_lossy(line)))
            .collect();
        let text = format!("NOISE = (\n{}\n)\n", lines.join("\n"));
        fs::write(setting.path(&format!("origin/noise{number}.py")), text).unwrap();
    }
    setting.commit("origin", "noise");
    setting
}

fn number(value: &Value, field: &str) -> u64 {
    value[field]
        .as_u64()
        .unwrap_or_else(|| panic!("{field} in {value}"))
}

#[test]
fn a_transfer_goes_on_after_every_cut_and_sends_nothing_twice() {
    let setting = large();
    setting.push(&["--unsigned"]);
    let Some(server) = nginx(&setting.path("remote")) else {
        return;
    };
    let proxy = Proxy::before(server.port);
    let address = format!("{}/files", proxy.url());
    proxy.set(Fault::CutEvery(MIB));
    setting.clone_to("clone", &[]);
    let pulled = json(&setting.pull_from("clone", &address, UNSIGNED, &[]).code(0));
    assert_eq!(pulled["mode"], "remote");
    let missing = number(&pulled, "missing_bytes");
    assert!(missing > 5 * MIB, "{missing}");
    assert_eq!(number(&pulled, "sent_bytes"), missing);
    assert_eq!(proxy.take_sent(), missing);
    assert!(proxy.take_requests() > missing / MIB);
    setting.assert_is_as_built("clone");
}

#[test]
fn a_command_goes_on_where_another_one_has_given_up() {
    let setting = large();
    setting.push(&["--unsigned"]);
    let Some(server) = nginx(&setting.path("remote")) else {
        return;
    };
    let proxy = Proxy::before(server.port);
    let address = format!("{}/files", proxy.url());
    proxy.set(Fault::StallAfter(MIB + MIB / 2));
    setting.clone_to("clone", &[]);
    let stalled = setting.pull_from("clone", &address, UNSIGNED, &[]).code(0);
    assert_eq!(json(&stalled)["mode"], "local_fallback");
    assert!(stalled.err.contains("does not answer"), "{}", stalled.err);
    setting.assert_is_as_built("clone");
    let first = proxy.take_sent();
    assert!(first > MIB, "{first}");
    proxy.set(Fault::None);
    setting.clone_to("other", &[]);
    let pulled = json(&setting.pull_from("other", &address, UNSIGNED, &[]).code(0));
    assert_eq!(pulled["mode"], "remote");
    assert_eq!(first + proxy.take_sent(), number(&pulled, "missing_bytes"));
    setting.assert_is_as_built("other");
}

#[test]
fn several_commands_share_one_transfer() {
    let setting = large();
    setting.push(&["--unsigned"]);
    let Some(server) = nginx(&setting.path("remote")) else {
        return;
    };
    let proxy = Proxy::before(server.port);
    let address = format!("{}/files", proxy.url());
    let names = ["a", "b", "c", "d"];
    for name in names {
        setting.clone_to(name, &[]);
    }
    let missing: Vec<u64> = thread::scope(|scope| {
        let pull = |name| json(&setting.pull_from(name, &address, UNSIGNED, &[]).code(0));
        let pulls = names.map(|name| scope.spawn(move || pull(name)));
        pulls
            .map(|pulled| {
                let pulled = pulled.join().unwrap();
                assert_eq!(pulled["mode"], "remote");
                number(&pulled, "missing_bytes")
            })
            .to_vec()
    });
    assert_eq!(proxy.take_sent(), missing[0]);
    setting.assert_is_as_built("d");
}

#[test]
fn whatever_a_server_does_wrong_the_command_succeeds_without_it() {
    let setting = Setting::new();
    setting.push(&["--unsigned"]);
    let Some(server) = nginx(&setting.path("remote")) else {
        return;
    };
    let proxy = Proxy::before(server.port);
    let nobody = Proxy::before(1);
    let address = format!("{}/files", proxy.url());
    for (at, (fault, reason)) in [
        (Fault::Silent, "nothing has come for"),
        (Fault::Status(500), "500"),
        (Fault::Status(403), "403"),
        (Fault::FlipEvery(2000), "other bytes than were published"),
        (Fault::CutEvery(7), "does not answer"),
        (Fault::Redirect(proxy.url()), "it redirects too often"),
        (Fault::Redirect(nobody.url()), "does not answer"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("clone{at}");
        setting.clone_to(&name, &[]);
        proxy.set(fault.clone());
        // Each finds a remote that has not failed yet.
        let state = setting.path(&format!("user/state{at}"));
        let cache = setting.path(&format!("user/cache{at}"));
        let variables = [
            ("BOMBE_STATE_DIR", state.to_str().unwrap()),
            ("BOMBE_CACHE_DIR", cache.to_str().unwrap()),
        ];
        let run = setting
            .pull_from(&name, &address, UNSIGNED, &variables)
            .code(0);
        assert_eq!(json(&run)["mode"], "local_fallback", "{fault:?}");
        assert!(run.err.contains(reason), "{fault:?}: {}", run.err);
        setting.assert_is_as_built(&name);
    }
    // What is of another repository is not there for want of an answer, but for want of a right one.
    setting.clone_to("clone", &[]);
    let other = setting.push_as("o/other", &["--unsigned"]);
    assert_eq!(other["repository"], "o/other");
    proxy.set(Fault::Swap("o=2Fn".to_owned(), "o=2Fother".to_owned()));
    let refused = setting.pull_from("clone", &address, UNSIGNED, &[]).code(4);
    assert!(
        refused.err.contains("of the repository o/other"),
        "{}",
        refused.err
    );
    proxy.set(Fault::None);
    let pulled = setting.pull_from("clone", &address, UNSIGNED, &[]).code(0);
    assert_eq!(json(&pulled)["mode"], "remote");
}

#[test]
fn a_redirect_to_another_server_is_followed() {
    let setting = Setting::new();
    setting.push(&["--unsigned"]);
    let Some(server) = nginx(&setting.path("remote")) else {
        return;
    };
    let (to, from) = (Proxy::before(server.port), Proxy::before(server.port));
    from.set(Fault::Redirect(to.url()));
    setting.clone_to("clone", &[]);
    let address = format!("{}/files", from.url());
    let pulled = json(&setting.pull_from("clone", &address, UNSIGNED, &[]).code(0));
    assert_eq!(pulled["mode"], "remote");
    assert!(to.take_sent() > 0);
    setting.assert_is_as_built("clone");
}

#[test]
fn nginx_with_and_without_ranges_slow_and_broken() {
    let setting = large();
    setting.push(&["--unsigned"]);
    let Some(server) = nginx(&setting.path("remote")) else {
        return;
    };
    let at = |path: &str| format!("http://127.0.0.1:{}/{path}", server.port);
    setting.clone_to("clone", &[]);
    let broken = setting
        .pull_from("clone", &at("broken"), UNSIGNED, &[])
        .code(0);
    assert!(broken.err.contains("500"), "{}", broken.err);
    // Too slow for what is to be sent: it is given up, unless asked for nevertheless.
    setting.clone_to("second", &[]);
    let slow = setting
        .pull_from("second", &at("slow"), &["--allow-unsigned"], &[])
        .code(0);
    assert_eq!(json(&slow)["mode"], "local_fallback");
    assert!(slow.err.contains("MB/s"), "{}", slow.err);
    // Where all is sent again, nothing is lost but time.
    let proxy = Proxy::before(server.port);
    proxy.set(Fault::StallAfter(MIB / 2));
    setting.clone_to("other", &[]);
    let whole = format!("{}/whole/", proxy.url());
    let stalled = setting.pull_from("other", &whole, UNSIGNED, &[]).code(0);
    assert_eq!(json(&stalled)["mode"], "local_fallback");
    proxy.set(Fault::None);
    setting.clone_to("third", &[]);
    let pulled = json(&setting.pull_from("third", &whole, UNSIGNED, &[]).code(0));
    assert_eq!(pulled["mode"], "remote");
    setting.assert_is_as_built("third");
}

/// Publishes on a remote, pulls from it, publishes again over the same base, and pulls that.
fn assert_is_a_remote(setting: &Setting, address: &str, variables: &[(&str, &str)]) {
    let push = || {
        let arguments = [
            "push",
            address,
            "--repository",
            "o/n",
            "--unsigned",
            "--json",
        ];
        json(&setting.bombe_with("origin", &arguments, variables).code(0))
    };
    let first = push();
    assert_eq!(first["sequence"], 1);
    setting.clone_to("first", &[]);
    let pulled = json(
        &setting
            .pull_from("first", address, UNSIGNED, variables)
            .code(0),
    );
    assert_eq!(pulled["mode"], "remote");
    assert_eq!(pulled["manifest"], first["manifest"]);
    setting.assert_is_as_built("first");
    fs::write(setting.path("origin/m3.py"), "def f3(): pass\n").unwrap();
    setting.commit("origin", "second");
    let second = push();
    assert_eq!(
        (&second["sequence"], &second["overlay"]),
        (&2.into(), &true.into())
    );
    assert!(number(&second, "new_bytes") < number(&first, "new_bytes"));
    setting.clone_to("second", &[]);
    let pulled = json(
        &setting
            .pull_from("second", address, UNSIGNED, variables)
            .code(0),
    );
    assert_eq!(
        (&pulled["mode"], &pulled["distance"]),
        (&"remote".into(), &0.into())
    );
    setting.assert_is_as_built("second");
    // Two at once: the one that comes late reads what the other one has written, and adds to it.
    let sequences = thread::scope(|scope| {
        let pushes = [0, 1].map(|at| {
            let branch = "--branch=shared";
            let producer = format!("--producer={at}");
            scope.spawn(move || {
                let arguments = [
                    "push",
                    address,
                    "--repository",
                    "o/n",
                    "--unsigned",
                    "--json",
                    branch,
                    &producer,
                ];
                let folder = ["first", "second"][at];
                json(&setting.bombe_with(folder, &arguments, variables).code(0))["sequence"].clone()
            })
        });
        pushes.map(|pushed| pushed.join().unwrap().as_u64().unwrap())
    });
    assert_eq!(sequences.iter().sum::<u64>(), 3, "{sequences:?}");
}

/// What is on a remote is listed, and nothing of it may go yet.
fn assert_lists_what_stays(setting: &Setting, address: &str, variables: &[(&str, &str)]) {
    let gc = setting.bombe_with("origin", &["gc", address, "--json"], variables);
    let gc = json(&gc.code(0));
    assert_eq!(gc["goes"].as_array().unwrap().len(), 0, "{gc}");
    assert!(number(&gc, "kept_manifests") >= 3, "{gc}");
}

#[test]
fn a_container_of_azure_is_a_remote() {
    let setting = large();
    let Some((_server, variables)) = azure() else {
        return;
    };
    let variables = variables.iter();
    let variables: Vec<(&str, &str)> = variables.map(|(name, value)| (*name, &**value)).collect();
    assert_is_a_remote(&setting, "az://snapshots/some/folder", &variables);
    assert_lists_what_stays(&setting, "az://snapshots/some/folder", &variables);
}

#[test]
fn a_bucket_of_s3_is_a_remote() {
    let setting = large();
    let Some((server, variables)) = s3() else {
        return;
    };
    let variables: Vec<(&str, &str)> = variables
        .iter()
        .map(|(name, value)| (*name, &**value))
        .collect();
    assert_is_a_remote(&setting, "s3://snapshots/some/folder", &variables);
    assert_lists_what_stays(&setting, "s3://snapshots/some/folder", &variables);
    // Cut at every MiB, here as well.
    let proxy = Proxy::before(server.port);
    proxy.set(Fault::CutEvery(MIB));
    let through = environment_of(proxy.port());
    let through: Vec<(&str, &str)> = through
        .iter()
        .map(|(name, value)| (*name, &**value))
        .collect();
    let cache = setting.path("user/other-cache");
    let cache = [("BOMBE_CACHE_DIR", cache.to_str().unwrap())];
    setting.clone_to("third", &[]);
    let address = "s3://snapshots/some/folder";
    let run = setting.pull_from("third", address, UNSIGNED, &[&through[..], &cache].concat());
    let pulled = json(&run.code(0));
    assert_eq!(pulled["mode"], "remote");
    assert_eq!(
        number(&pulled, "sent_bytes"),
        number(&pulled, "missing_bytes")
    );
}

#[test]
fn a_registry_of_containers_is_a_remote() {
    let setting = large();
    let Some(server) = registry() else {
        return;
    };
    let address = format!("oci://127.0.0.1:{}/o/n-bombe", server.port);
    let push = || {
        let arguments = [
            "push",
            &address,
            "--repository",
            "o/n",
            "--unsigned",
            "--json",
        ];
        json(&setting.bombe("origin", &arguments).code(0))
    };
    let first = push();
    setting.clone_to("first", &[]);
    let pulled = json(&setting.pull_from("first", &address, UNSIGNED, &[]).code(0));
    assert_eq!(pulled["mode"], "remote");
    assert_eq!(pulled["manifest"], first["manifest"]);
    setting.assert_is_as_built("first");
    fs::write(setting.path("origin/m3.py"), "def f3(): pass\n").unwrap();
    setting.commit("origin", "second");
    let second = push();
    assert_eq!(
        (&second["sequence"], &second["overlay"]),
        (&2.into(), &true.into())
    );
    setting.clone_to("second", &[]);
    let pulled = json(&setting.pull_from("second", &address, UNSIGNED, &[]).code(0));
    assert_eq!(
        (&pulled["mode"], &pulled["distance"]),
        (&"remote".into(), &0.into())
    );
    setting.assert_is_as_built("second");
    let gc = setting.bombe("origin", &["gc", &address]).code(2);
    assert!(gc.err.contains("rules of its own"), "{}", gc.err);
    drop(server);
    setting.clone_to("third", &[]);
    let gone = setting.pull_from("third", &address, UNSIGNED, &[]).code(0);
    assert_eq!(json(&gone)["mode"], "local_fallback");
}

#[test]
fn what_is_no_bucket_and_no_registry_is_said_before_anything_is_packed() {
    let setting = Setting::new();
    for (address, problem) in [
        ("gopher://host/a", "is no remote"),
        ("s3://", "is no remote"),
        ("oci://host", "is no remote"),
        ("https://127.0.0.1:9/a", "does not answer"),
    ] {
        let arguments = ["push", address, "--repository", "o/n", "--unsigned"];
        let run = setting.bombe("origin", &arguments).code(2);
        assert!(run.err.contains(problem), "{address}: {}", run.err);
    }
}

#[test]
fn what_nothing_refers_to_is_listed_then_removed() {
    let setting = Setting::new();
    setting.push(&["--unsigned"]);
    let digest = "ab".repeat(32);
    let stray = setting.path(&format!("remote/blobs/sha256/ab/{digest}"));
    fs::create_dir_all(stray.parent().unwrap()).unwrap();
    let stored = fs::File::create(&stray).unwrap();
    let remote = setting.path("remote");
    let gc = |options: &[&str]| {
        let fixed = ["gc", remote.to_str().unwrap(), "--json"];
        let run = setting.bombe("origin", &[&fixed, options].concat());
        let goes = json(&run.code(0))["goes"].clone();
        let names = goes.as_array().unwrap().iter();
        names
            .map(|gone| gone["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    // Somebody may be publishing it.
    assert_eq!(gc(&["--delete"]), Vec::<String>::new());
    stored
        .set_modified(UNIX_EPOCH + Duration::from_hours(1))
        .unwrap();
    let expected = vec![format!("blobs/sha256/ab/{digest}")];
    assert_eq!(gc(&[]), expected);
    assert!(stray.exists());
    assert_eq!(gc(&["--delete"]), expected);
    assert!(!stray.exists());
    setting.clone_to("clone", &[]);
    let pulled = setting.pull_from("clone", remote.to_str().unwrap(), UNSIGNED, &[]);
    assert_eq!(json(&pulled.code(0))["mode"], "remote");
}
