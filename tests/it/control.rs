//! What decides which published snapshot is used: promotion with its gates, and quarantine.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::share::{Setting, json as read};
use crate::support::{Run, program, workspace};

/// A question for each of the four ways of working, with what its answer must say.
const GATES: [(&str, &str); 4] = [
    (
        "flow",
        r#"{"tool": "trace_flow", "arguments": {"from": "f0"}, "contains": ["m1.py", "f2"], "lacks": ["error"], "max_chars": 8000}"#,
    ),
    (
        "impact",
        r#"{"tool": "get_blast_radius", "arguments": {"symbol": "f5"}, "contains": ["m4.py"], "lacks": ["safe"]}"#,
    ),
    (
        "explore",
        r#"{"tool": "get_references", "arguments": {"symbol": "f3", "direction": "callers"}, "contains": ["m2.py:4"], "lacks": ["m5.py"]}"#,
    ),
    (
        "triage",
        r#"{"tool": "get_context", "arguments": {"query": "f7 fails"}, "contains": ["def f7"], "max_chars": 30000}"#,
    ),
];

/// A remote with two builders, each with a clone and a key of its own, and somebody who trusts both.
struct Remote {
    setting: Setting,
}

impl Remote {
    fn new() -> Self {
        let remote = Self {
            setting: Setting::new(),
        };
        for (builder, repository) in [("one", "o/n"), ("two", "o/*")] {
            let key = remote.make_key(builder);
            remote.setting.clone_to(builder, &[]);
            let add = ["trust", "add", &key, "--repository", repository];
            remote.setting.bombe("", &add).code(0);
        }
        fs::create_dir(remote.setting.path("gates")).unwrap();
        for (name, line) in GATES {
            remote.set_gate(name, line);
        }
        remote
    }

    fn set_gate(&self, name: &str, text: &str) {
        let file = self.setting.path("gates").join(format!("{name}.jsonl"));
        fs::write(file, text).unwrap();
    }

    /// Makes a key of SSH, and returns the public one.
    fn make_key(&self, name: &str) -> String {
        let file = self.setting.path("user").join(format!("{name}.key"));
        let made = Command::new("ssh-keygen")
            .args(["-q", "-t", "ed25519", "-N", "", "-C", "", "-f"])
            .arg(&file)
            .status();
        assert!(made.unwrap().success());
        let public = fs::read_to_string(file.with_extension("key.pub")).unwrap();
        public.trim().to_owned()
    }

    /// Runs a command about the remote in the clone of a builder, signed by the builder.
    fn signed(&self, builder: &str, command: &[&str]) -> Run {
        let key = self.setting.path("user").join(format!("{builder}.key"));
        let key = ["--sign-ssh", key.to_str().unwrap()];
        self.run(builder, &[command, &key].concat())
    }

    fn run(&self, at: &str, command: &[&str]) -> Run {
        let remote = self.setting.path("remote");
        let fixed = [remote.to_str().unwrap(), "--repository", "o/n"];
        self.setting.bombe(at, &[command, &fixed].concat())
    }

    /// Publishes the commit that a builder has, as the candidate.
    fn push(&self, builder: &str) -> Value {
        let command = [
            "push",
            "--json",
            "--ref",
            "candidate",
            "--producer",
            builder,
        ];
        read(&self.signed(builder, &command).code(0))
    }

    /// Adds a commit that both builders get.
    fn commit(&self, file: &str, text: &str) {
        fs::write(self.setting.path("origin").join(file), text).unwrap();
        self.setting.commit("origin", file);
        for builder in ["one", "two"] {
            self.setting.git(builder, &["pull", "-q"]);
            // From scratch, so that nothing of another builder is in it.
            let _ = fs::remove_dir_all(self.setting.path(builder).join(".bombe"));
        }
    }

    fn promote(&self, options: &[&str]) -> Run {
        let gates = self.setting.path("gates");
        let fixed = ["promote", "candidate", "--json", "--who", "release"];
        let gates = ["--gates", gates.to_str().unwrap()];
        self.signed("one", &[&fixed[..], &gates, options].concat())
    }

    /// Promotes the candidate, and returns the names of the checks that it has not passed.
    fn failed_checks(&self, options: &[&str]) -> Vec<String> {
        let run = self.promote(options);
        assert!(matches!(run.code, Some(0 | 1)), "{run:?}");
        let value = read(&run);
        let checks = value["checks"].as_array().unwrap().iter();
        let failed: Vec<String> = checks
            .filter(|check| check["passed"] == false)
            .map(|check| check["name"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(run.code, Some(i32::from(!failed.is_empty())), "{run:?}");
        failed
    }

    fn pull(&self, at: &str, options: &[&str]) -> Run {
        self.run(at, &[&["pull", "--json", "--always"], options].concat())
    }
}

#[test]
fn a_candidate_becomes_stable_once_every_check_passes_and_pull_takes_it() {
    let remote = Remote::new();
    let first = remote.push("one");
    // Nobody else has built it.
    assert_eq!(remote.failed_checks(&[]), ["builders"]);
    remote.setting.clone_to("user/clone", &[]);
    let nothing = read(
        &remote
            .pull("user/clone", &["--ref", "stable", "--dry-run"])
            .code(0),
    );
    assert!(
        nothing["reason"].as_str().unwrap().contains("no reference"),
        "{nothing}"
    );
    assert_eq!(remote.push("two")["identity"], first["identity"]);
    let would = read(&remote.promote(&["--dry-run"]).code(0));
    assert_eq!(would["moved"], false);
    let moved = read(&remote.promote(&[]).code(0));
    assert_eq!(
        (&moved["moved"], &moved["commit"]),
        (&true.into(), &first["commit"])
    );
    // A newer candidate is not stable yet.
    remote.commit("m0.py", "def f0():\n    return 0\n");
    let second = remote.push("one");
    remote.setting.git("user/clone", &["pull", "-q"]);
    let stable = read(&remote.pull("user/clone", &["--ref", "stable"]).code(0));
    assert_eq!(
        (&stable["mode"], &stable["commit"]),
        (&"remote".into(), &first["commit"])
    );
    remote.setting.assert_is_as_built("user/clone");
    remote.setting.clone_to("user/other", &[]);
    let newest = read(&remote.pull("user/other", &[]).code(0));
    assert_eq!(newest["commit"], second["commit"]);
}

#[test]
fn each_check_fails_on_a_planted_regression_and_passes_without_it() {
    let remote = Remote::new();
    remote.push("one");
    remote.push("two");
    assert!(remote.failed_checks(&[]).is_empty());
    // The answer lacks what it must say, says what it must not say, or is too long.
    for (name, line) in GATES {
        let right: Value = serde_json::from_str(line).unwrap();
        for (key, value) in [
            ("contains", json!(["no such text"])),
            ("lacks", right["contains"].clone()),
            ("max_chars", json!(5)),
            ("arguments", json!({"nonsense": 1})),
        ] {
            let mut wrong = right.clone();
            wrong[key] = value;
            remote.set_gate(name, &wrong.to_string());
            let expected = [format!("gate {name}")];
            assert_eq!(remote.failed_checks(&["--dry-run"]), expected, "{wrong}");
        }
        remote.set_gate(name, "\n");
        assert_eq!(
            remote.failed_checks(&["--dry-run"]),
            [format!("gate {name}")]
        );
        remote.set_gate(name, line);
    }
    assert!(remote.failed_checks(&["--dry-run"]).is_empty());
    // A change of the code that breaks a flow: `f0` leads nowhere.
    remote.commit("m0.py", "def f0():\n    return 0\n");
    remote.push("one");
    remote.push("two");
    assert_eq!(remote.failed_checks(&[]), ["gate flow"]);
    // Half of the calls cannot be resolved any more, and a file in three is gone.
    remote.commit("m0.py", "from m1 import f1\n\ndef f0():\n    return f1()\n");
    let broken: String = (0..30)
        .map(|at| format!("def g{at}(x):\n    return x.lost{at}()\n"))
        .collect();
    remote.commit("broken.py", &broken);
    remote.push("one");
    remote.push("two");
    assert_eq!(remote.failed_checks(&[]), ["limits"]);
    assert!(
        remote
            .failed_checks(&["--dry-run", "--max-growth", "90"])
            .is_empty()
    );
    // Somebody builds something else from the same commit.
    fs::remove_file(remote.setting.path("origin/broken.py")).unwrap();
    remote.commit(
        "m9.py",
        "from m10 import f10\n\ndef f9():\n    return f10()\n",
    );
    remote.push("one");
    fs::write(remote.setting.path("two/bombe.toml"), "name = \"x\"\n").unwrap();
    fs::write(remote.setting.path("two/.git/info/exclude"), "bombe.toml\n").unwrap();
    remote.push("two");
    assert_eq!(remote.failed_checks(&[]), ["builders"]);
    fs::remove_file(remote.setting.path("two/bombe.toml")).unwrap();
    fs::remove_dir_all(remote.setting.path("two/.bombe")).unwrap();
    remote.push("two");
    assert!(remote.failed_checks(&["--dry-run"]).is_empty());
    // A byte on the remote is another one.
    let digest = read(&remote.promote(&["--dry-run"]))["manifest"].clone();
    let manifest = format!("remote/manifests/{}.json", digest.as_str().unwrap());
    let manifest = fs::read(remote.setting.path(&manifest)).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let base = manifest["parts"][0]["blob"]["sha256"].as_str().unwrap();
    fs::remove_dir_all(remote.setting.path("user/cache")).unwrap();
    let damaged = remote
        .setting
        .path(&format!("remote/blobs/sha256/{}/{base}", &base[..2]));
    let sound = fs::read(&damaged).unwrap();
    let mut bytes = sound.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).unwrap();
    assert!(
        remote
            .failed_checks(&["--dry-run"])
            .contains(&"checksums".to_owned())
    );
    fs::write(&damaged, sound).unwrap();
    assert!(remote.failed_checks(&[]).is_empty());
}

#[test]
fn an_overlay_is_no_work_of_one_builder() {
    let remote = Remote::new();
    remote.push("one");
    fs::write(
        remote.setting.path("origin/m0.py"),
        "def f0():\n    return 0\n",
    )
    .unwrap();
    remote.setting.commit("origin", "second");
    remote.setting.git("one", &["pull", "-q"]);
    assert_eq!(remote.push("one")["overlay"], true);
    assert_eq!(remote.failed_checks(&[]), ["builders", "gate flow"]);
    assert_eq!(remote.failed_checks(&["--builders", "1"]), ["gate flow"]);
}

#[test]
fn what_is_in_quarantine_is_passed_over_until_that_is_lifted() {
    let remote = Remote::new();
    let first = remote.push("one");
    remote.commit("m0.py", "def f0():\n    return 0\n");
    let second = remote.push("one");
    remote.setting.clone_to("user/before", &[]);
    assert_eq!(
        read(&remote.pull("user/before", &[]).code(0))["commit"],
        second["commit"]
    );
    let commit = second["commit"].as_str().unwrap();
    let reason = ["--reason", "f0 is lost", "--who", "ann"];
    let add = [&["quarantine", "add", commit][..], &reason].concat();
    remote.signed("two", &add).code(0);
    let listed = remote.run("one", &["quarantine", "list"]).code(0);
    assert!(listed.out.contains("f0 is lost (ann)"), "{}", listed.out);
    remote.setting.clone_to("user/clone", &[]);
    let run = remote.pull("user/clone", &[]).code(0);
    assert!(
        run.err
            .contains("in quarantine and not used: f0 is lost (ann)"),
        "{}",
        run.err
    );
    let pulled = read(&run);
    assert_eq!(
        (&pulled["commit"], &pulled["mode"]),
        (&first["commit"], &"remote".into())
    );
    assert_eq!(pulled["quarantined"][0]["identity"], second["identity"]);
    remote.setting.assert_is_as_built("user/clone");
    // Who has it already gives it up.
    let run = remote.pull("user/before", &[]).code(0);
    let given_up = read(&run);
    assert_eq!(given_up["quarantined_here"]["identity"], second["identity"]);
    assert_eq!(given_up["commit"], first["commit"]);
    remote.setting.assert_is_as_built("user/before");
    // An older list is no list.
    let list = remote.setting.path("remote/quarantine/o=2Fn.json");
    let kept = fs::read(&list).unwrap();
    fs::remove_file(&list).unwrap();
    let run = remote.pull("user/clone", &[]).code(4);
    assert!(run.err.contains("was rolled back"), "{}", run.err);
    fs::write(&list, kept).unwrap();
    let lift = [
        &["quarantine", "lift", commit][..],
        &["--reason", "meant so", "--who", "bob"],
    ];
    remote.signed("one", &lift.concat()).code(0);
    remote.setting.clone_to("user/after", &[]);
    assert_eq!(
        read(&remote.pull("user/after", &[]).code(0))["commit"],
        second["commit"]
    );
    let again = remote.signed("one", &lift.concat()).code(2);
    assert!(again.err.contains("nothing that"), "{}", again.err);
}

#[test]
fn stable_is_set_back_and_goes_back_by_itself_if_it_is_in_quarantine() {
    let remote = Remote::new();
    let quick = ["--builders", "1", "--no-gates"];
    let promote = |options: &[&str]| {
        let fixed = ["promote", "candidate"];
        remote
            .signed("one", &[&fixed[..], &quick, options].concat())
            .code(0)
    };
    let mut commits = Vec::new();
    for number in 0..3 {
        remote.commit("m0.py", &format!("def f0():\n    return {number}\n"));
        commits.push(remote.push("one")["commit"].as_str().unwrap().to_owned());
        promote(&[]);
    }
    remote.setting.clone_to("user/clone", &[]);
    let stable = || {
        let _ = fs::remove_dir_all(remote.setting.path("user/clone/.bombe"));
        read(
            &remote
                .pull("user/clone", &["--ref", "stable", "--dry-run"])
                .code(0),
        )["commit"]
            .clone()
    };
    assert_eq!(stable(), commits[2]);
    let add = ["quarantine", "add", "stable", "--reason", "x", "--who", "y"];
    remote.signed("one", &add).code(0);
    assert_eq!(stable(), commits[1]);
    // What is in quarantine is not promoted again.
    let again = ["promote", "candidate", "--builders", "1", "--no-gates"];
    remote.signed("one", &again).code(1);
    remote
        .signed("one", &["promote", "stable", "--back"])
        .code(0);
    assert_eq!(stable(), commits[1]);
    remote
        .signed("one", &["promote", "stable", "--back"])
        .code(0);
    assert_eq!(stable(), commits[0]);
    let run = remote
        .signed("one", &["promote", "stable", "--back"])
        .code(2);
    assert!(run.err.contains("nothing earlier"), "{}", run.err);
    // One reference does not stand for another, and an older state of one is refused.
    let file = remote.setting.path("remote/refs/o=2Fn/stable.json");
    let old = fs::read(&file).unwrap();
    fs::copy(file.with_file_name("candidate.json"), &file).unwrap();
    let run = remote
        .pull("user/clone", &["--ref", "stable", "--dry-run"])
        .code(4);
    assert!(run.err.contains("the name candidate"), "{}", run.err);
    fs::write(&file, &old).unwrap();
    promote_commit(&remote, &commits[1]);
    assert_eq!(stable(), commits[1]);
    fs::write(&file, old).unwrap();
    remote
        .pull("user/clone", &["--ref", "stable", "--dry-run"])
        .code(4);
}

fn promote_commit(remote: &Remote, commit: &str) {
    let promote = ["promote", commit, "--builders", "1", "--no-gates"];
    remote.signed("one", &promote).code(0);
}

#[test]
fn figures_are_added_by_each_push_and_shown_as_a_table_and_a_picture() {
    let remote = Remote::new();
    let none = remote.run("one", &["trend"]).code(1);
    assert!(none.err.contains("no figures"), "{}", none.err);
    remote
        .signed("one", &["push", "-q", "--instructions", "123456"])
        .code(0);
    remote.commit("more.py", "def more(x):\n    return x.lost()\n");
    remote.signed("one", &["push", "-q"]).code(0);
    let file = remote.setting.path("remote/metrics/o=2Fn/history.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    // A line of another version is left out, and told.
    fs::write(&file, format!("{{\"schema\": 9}}\n{text}")).unwrap();
    let trend = remote.run("one", &["trend", "--svg", "trend.svg"]).code(0);
    assert!(
        trend.err.contains("1 lines are of another version"),
        "{}",
        trend.err
    );
    assert_eq!(trend.out.lines().count(), 4, "{}", trend.out);
    assert!(
        trend.out.contains("123456") && trend.out.contains("files 20 → 21"),
        "{}",
        trend.out
    );
    let picture = fs::read_to_string(remote.setting.path("one/trend.svg")).unwrap();
    let picture = roxmltree::Document::parse(&picture).unwrap();
    let lines: Vec<_> = picture
        .descendants()
        .filter(|it| it.has_tag_name("polyline"))
        .collect();
    assert_eq!(lines.len(), 7);
    let points = |at: usize| lines[at].attribute("points").unwrap().split(' ').count();
    assert_eq!((points(0), points(6)), (2, 1));
    let last = read(
        &remote
            .run("one", &["trend", "--json", "--last", "1"])
            .code(0),
    );
    assert_eq!(last["snapshots"].as_array().unwrap().len(), 1);
    assert_eq!(last["snapshots"][0]["files"], 21);
}

#[test]
fn a_release_is_made_of_passed_gates_and_checked_byte_by_byte() {
    let remote = Remote::new();
    let folder = remote.setting.path("release");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("bombe.tar.gz"), "an archive").unwrap();
    fs::write(folder.join("bombe.whl"), "a wheel").unwrap();
    let key = remote.setting.path("user/one.key");
    let key = key.to_str().unwrap();
    let gates = remote.setting.path("gates");
    let ask = ["verify", "--gates", gates.to_str().unwrap(), "--json"];
    remote.setting.bombe("one", &["build", "-q"]).code(0);
    let results = remote.setting.path("results.json");
    let make = |code| {
        let arguments = [
            "release",
            "make",
            "release",
            "--gates",
            "results.json",
            "--repository",
            "o/n",
        ];
        remote
            .setting
            .bombe("", &[&arguments[..], &["--sign-ssh", key]].concat())
            .code(code)
    };
    fs::write(&results, "{}").unwrap();
    assert!(make(2).err.contains("does not say what the gate `flow`"));
    // A gate that was not passed stops the release.
    remote.set_gate("triage", &GATES[3].1.replace("def f7", "def f99"));
    let failed = remote.setting.bombe("one", &ask).code(1);
    fs::write(&results, &failed.out).unwrap();
    assert!(make(2).err.contains("the answer lacks `def f99`"));
    remote.set_gate("triage", GATES[3].1);
    let passed = remote.setting.bombe("one", &ask).code(0);
    fs::write(&results, &passed.out).unwrap();
    make(0);
    let release: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("release.json")).unwrap()).unwrap();
    assert_eq!(release["files"].as_array().unwrap().len(), 2);
    assert_eq!(release["tools"].as_array().unwrap().len(), 18);
    let public = fs::read_to_string(remote.setting.path("user/one.key.pub")).unwrap();
    let stranger = fs::read_to_string(remote.setting.path("user/two.key.pub")).unwrap();
    let stranger = stranger.trim().to_owned();
    let verify = |options: &[&str], code| {
        let arguments = [&["release", "verify", "release/release.json"], options].concat();
        let trust = remote.setting.path("none.toml");
        let variables = [("BOMBE_TRUST", trust.to_str().unwrap())];
        remote
            .setting
            .bombe_with("", &arguments, &variables)
            .code(code)
    };
    let run = verify(&["--all", "--key", public.trim()], 0);
    assert!(
        run.out.contains("2 of 2 files are as released"),
        "{}",
        run.out
    );
    verify(&["--key", &stranger], 4);
    verify(&[], 4);
    fs::write(folder.join("bombe.whl"), "a wheeL").unwrap();
    let run = verify(&["--key", public.trim()], 1);
    assert!(run.out.contains("bombe.whl has other bytes"), "{}", run.out);
    fs::remove_file(folder.join("bombe.whl")).unwrap();
    verify(&["--key", public.trim()], 0);
    verify(&["--all", "--key", public.trim()], 1);
    let text = fs::read_to_string(folder.join("release.json")).unwrap();
    fs::write(folder.join("release.json"), text.replace("o/n", "o/m")).unwrap();
    verify(&["--key", public.trim()], 4);
}

/// Commands and questions that work without a remote, as an agent or a person uses them.
fn local_calls(remote: &Remote, at: &str) -> Vec<String> {
    let bombe = |program_name: &str, arguments: &[&str]| {
        let output = Command::new(program(program_name))
            .args(arguments)
            .current_dir(remote.setting.path(at))
            .env("HOME", remote.setting.path("user"))
            .output();
        Run::from(output.unwrap())
    };
    let mut answers = Vec::new();
    for arguments in [&["update", "-q"][..], &["verify"], &["status"]] {
        bombe("bombe-build", arguments).code(0);
    }
    for arguments in [
        &["search", "f7"][..],
        &["refs", "f3"],
        &["blast", "f5"],
        &["trace", "f0"],
        &["context", "f7 fails"],
        &["symbol", "f1"],
        &["structure"],
    ] {
        let run = bombe("bombe", arguments).code(0);
        assert!(run.out.contains(".py"), "{arguments:?}: {run:?}");
        answers.push(run.out);
    }
    answers
}

#[test]
fn whatever_is_wrong_with_a_remote_no_local_call_fails_or_answers_otherwise() {
    let remote = Remote::new();
    remote.push("one");
    remote.setting.clone_to("user/clone", &[]);
    let at = "user/clone";
    remote.pull(at, &[]).code(0);
    let expected = local_calls(&remote, at);
    let folder = remote.setting.path("remote");
    let index = folder.join("index/o=2Fn/main.json");
    let first = fs::read(&index).unwrap();
    remote.commit("new.py", "def new():\n    return 1\n");
    remote.push("two");
    let second = fs::read(&index).unwrap();
    let drill = |name: &str, code: i32, mode: Option<&str>| {
        // What was learnt of failures in other drills does not count here.
        let run = remote.pull(at, &["--no-update", "--dry-run"]);
        assert_eq!(run.code, Some(code), "{name}: {run:?}");
        if let Some(mode) = mode {
            assert_eq!(read(&run)["mode"], mode, "{name}: {run:?}");
        }
        assert_eq!(local_calls(&remote, at), expected, "{name}");
        let _ = fs::remove_dir_all(remote.setting.path("user/state"));
    };
    // Outage.
    let away = remote.setting.path("away");
    fs::rename(&folder, &away).unwrap();
    drill("outage", 0, Some("local_fallback"));
    fs::rename(&away, &folder).unwrap();
    // Corrupt: no JSON, then a changed one.
    fs::write(&index, "torn").unwrap();
    drill("corrupt", 4, None);
    let mut forged = second.clone();
    let at_commit = String::from_utf8_lossy(&forged)
        .find("bombe.index")
        .unwrap();
    forged[at_commit] = b'B';
    fs::write(&index, forged).unwrap();
    drill("forged", 4, None);
    // Stale lineage: an older index than was seen.
    fs::write(&index, &second).unwrap();
    remote.pull(at, &["--dry-run"]).code(0);
    fs::write(&index, &first).unwrap();
    drill("stale lineage", 4, None);
    // Slow: the last transfer was so slow that a build here is quicker.
    fs::write(&index, &second).unwrap();
    remote.pull(at, &["--dry-run"]).code(0);
    for file in fs::read_dir(remote.setting.path("user/state/remotes")).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_some_and(|it| it == "json") {
            let mut remembered: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            remembered["bytes_per_second"] = json!(10);
            fs::write(&file, remembered.to_string()).unwrap();
        }
    }
    remote.setting.clone_to("user/slow", &[]);
    let slow = read(&remote.run("user/slow", &["pull", "--json"]).code(0));
    assert_eq!(slow["mode"], "local_build", "{slow}");
    assert_eq!(local_calls(&remote, "user/slow").len(), expected.len());
    // A key that was revoked, by the user, then by the repository.
    let key = fs::read_to_string(remote.setting.path("user/two.key.pub")).unwrap();
    let settings = remote.setting.path(at).join("bombe.toml");
    fs::write(
        &settings,
        format!("[share]\nrevoked = [{:?}]\n", key.trim()),
    )
    .unwrap();
    drill("a key that bombe.toml revokes", 4, None);
    fs::remove_file(&settings).unwrap();
    remote
        .setting
        .bombe(at, &["trust", "revoke", key.trim()])
        .code(0);
    drill("a revoked key", 4, None);
}

#[test]
fn answers_say_how_the_index_came_about_and_what_it_lacks() {
    let remote = Remote::new();
    remote.push("one");
    remote.commit("new.py", "def new():\n    return 1\n");
    remote.setting.clone_to("user/clone", &[]);
    let meta = || {
        let output = Command::new(program("bombe"))
            .args(["search", "f7", "--json"])
            .current_dir(remote.setting.path("user/clone"))
            .output();
        read(&Run::from(output.unwrap()).code(0))["meta"].clone()
    };
    remote.pull("user/clone", &["--no-update"]).code(0);
    let fetched = meta();
    assert_eq!(fetched["mode"], "remote");
    let missing = fetched["missing_scope"][0].as_str().unwrap();
    assert!(
        missing.starts_with("changes between the commits "),
        "{missing}"
    );
    remote
        .setting
        .bombe("user/clone", &["update", "-q"])
        .code(0);
    let updated = meta();
    assert_eq!(
        (&updated["mode"], &updated["missing_scope"]),
        (&"hybrid".into(), &Value::Null)
    );
    fs::rename(remote.setting.path("remote"), remote.setting.path("away")).unwrap();
    remote.pull("user/clone", &[]).code(0);
    let alone = meta();
    assert_eq!(
        (&alone["mode"], &alone["missing_scope"]),
        (&"local_fallback".into(), &Value::Null)
    );
    fs::rename(remote.setting.path("away"), remote.setting.path("remote")).unwrap();
    remote.pull("user/clone", &[]).code(0);
    assert_eq!(meta()["mode"], "hybrid");
    remote
        .setting
        .bombe("user/clone", &["compact", "-q"])
        .code(0);
    assert_eq!(meta()["mode"], "local");
}

/// Returns the commands of the runbooks, by title.
fn runbooks() -> Vec<(String, String)> {
    let text = fs::read_to_string(workspace().join("docs/runbooks.md")).unwrap();
    let sections = text.split("\n## ").skip(1);
    let runbook = |section: &str| {
        let title = section.lines().next().unwrap().to_owned();
        let blocks = section.split("```sh\n").skip(1);
        let blocks = blocks.map(|rest| rest.split("```").next().unwrap());
        (title, blocks.collect())
    };
    sections.map(runbook).collect()
}

#[test]
fn the_runbooks_run_as_they_are_written() {
    let setting = Setting::new();
    setting.clone_to("clone", &[]);
    fs::write(
        setting.path("clone/.git/info/exclude"),
        "*.key\n*.key.pub\n",
    )
    .unwrap();
    // `bombe` is the program that was built for these tests.
    let folder = program("bombe").parent().unwrap().to_owned();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(folder).chain(std::env::split_paths(&paths));
    let paths = std::env::join_paths(paths).unwrap();
    let runbooks = runbooks();
    let titles: Vec<&str> = runbooks.iter().map(|it| &*it.0).collect();
    for title in [
        "Rotate a key",
        "Roll back",
        "Quarantine a snapshot",
        "Rebuild a remote",
        "Recover a cache",
    ] {
        assert!(titles.contains(&title), "{titles:?}");
    }
    for (title, commands) in &runbooks {
        assert!(!commands.is_empty(), "{title}");
        let output = Command::new("sh")
            .args(["-euc", commands])
            .current_dir(setting.path("clone"))
            .env("PATH", &paths)
            .env("REMOTE", setting.path("remote"))
            .env("REPOSITORY", "o/n")
            .env("HOME", setting.path("user"))
            .env("BOMBE_CACHE_DIR", setting.path("user/cache"))
            .env("BOMBE_STATE_DIR", setting.path("user/state"))
            .env("BOMBE_TRUST", setting.path("user/trust.toml"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .envs([
                ("GIT_AUTHOR_NAME", "t"),
                ("GIT_AUTHOR_EMAIL", "t@example.org"),
            ])
            .envs([
                ("GIT_COMMITTER_NAME", "t"),
                ("GIT_COMMITTER_EMAIL", "t@example.org"),
            ])
            .output();
        let run = Run::from(output.unwrap());
        assert_eq!(run.code, Some(0), "{title}: {}\n{}", run.out, run.err);
    }
}

/// Replaces a text in the newest manifest of a remote that nobody signs, and in what names it.
fn edit_manifest(remote: &std::path::Path, from: &str, to: &str) {
    let index = remote.join("index/o=2Fn/main.json");
    let text = fs::read_to_string(&index).unwrap();
    let envelope: Value = serde_json::from_str(&text).unwrap();
    let signed: Value = serde_json::from_str(envelope["signed"].as_str().unwrap()).unwrap();
    let digest = signed["entries"][0]["manifest"].as_str().unwrap();
    let manifest = fs::read_to_string(remote.join(format!("manifests/{digest}.json"))).unwrap();
    assert!(manifest.contains(from), "{manifest}");
    let changed = remote.join("manifests/new.json");
    fs::write(&changed, manifest.replace(from, to)).unwrap();
    let sum = Command::new("sha256sum").arg(&changed).output().unwrap();
    let sum = String::from_utf8(sum.stdout).unwrap();
    let sum = sum.split(' ').next().unwrap();
    fs::rename(changed, remote.join(format!("manifests/{sum}.json"))).unwrap();
    fs::write(index, text.replace(digest, sum)).unwrap();
}

#[test]
fn documents_and_snapshots_of_other_versions_say_what_to_do() {
    let setting = Setting::new();
    let remote = setting.path("remote");
    let place = [remote.to_str().unwrap(), "--repository", "o/n", "--json"];
    let pull = |code| {
        let _ = fs::remove_dir_all(setting.path("user/state"));
        setting.clone_to("clone", &[]);
        let options = ["pull", "--always", "--dry-run", "--allow-unsigned"];
        let run = setting
            .bombe("clone", &[&options[..], &place].concat())
            .code(code);
        fs::remove_dir_all(setting.path("clone")).unwrap();
        run
    };
    setting
        .bombe("origin", &[&["push", "--unsigned"][..], &place].concat())
        .code(0);
    assert_eq!(read(&pull(0))["mode"], "dry_run");
    edit_manifest(&remote, "\"minor\": 1", "\"minor\": 77");
    assert_eq!(read(&pull(0))["mode"], "dry_run");
    for (from, to, expected) in [
        ("\"major\": 1", "\"major\": 9", "install a newer Bombe"),
        ("\"major\": 9", "\"major\": 0", "publish it anew"),
    ] {
        edit_manifest(&remote, from, to);
        let run = read(&pull(0));
        assert!(run["reason"].as_str().unwrap().contains(expected), "{run}");
    }
    for (schema, expected) in [("2", "install a newer version"), ("0", "publish anew")] {
        let index = remote.join("index/o=2Fn/main.json");
        let text = fs::read_to_string(&index).unwrap();
        let other = text.replacen("\\\"schema\\\":1", &format!("\\\"schema\\\":{schema}"), 1);
        assert_ne!(text, other);
        fs::write(&index, other).unwrap();
        let run = pull(4);
        assert!(run.err.contains(expected), "{}", run.err);
        fs::write(&index, text).unwrap();
    }
}
