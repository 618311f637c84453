//! Servers that others have written, started for a test on this machine alone, and stopped with it.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A running server.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
    /// Its settings and its data.
    folder: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a port that nobody listens on.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Starts a program, which listens on a port. None if it is not installed: CI installs all of them.
fn start(command: &mut Command, port: u16, folder: TempDir) -> Option<Server> {
    let log = fs::File::create(folder.path().join("log")).unwrap();
    let command = command
        .stdin(Stdio::null())
        .stdout(log.try_clone().unwrap());
    let child = match command.stderr(log).spawn() {
        Ok(child) => child,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{command:?}: {error}");
            return None;
        }
    };
    let mut server = Server {
        child,
        port,
        folder,
    };
    let start = Instant::now();
    while TcpStream::connect_timeout(&([127, 0, 0, 1], port).into(), Duration::from_secs(1))
        .is_err()
    {
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "{command:?} does not listen"
        );
        if let Ok(Some(status)) = server.child.try_wait() {
            let log = fs::read_to_string(server.folder.path().join("log"));
            panic!(
                "{command:?} has ended: {status}: {}",
                log.unwrap_or_default()
            );
        }
        std::thread::yield_now();
    }
    Some(server)
}

/// Starts nginx over a folder: `/files/` as it is, `/slow/` with 64 KiB a second, `/broken/` with status 500, and `/whole/`
/// without ranges.
pub(crate) fn nginx(files: &Path) -> Option<Server> {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let (own, files) = (folder.path().display(), files.display());
    let settings = format!(
        "daemon off; worker_processes 1; user root root; pid {own}/pid; error_log {own}/errors;
        events {{ worker_connections 64; }}
        http {{
            access_log off; client_body_temp_path {own}/1; proxy_temp_path {own}/2; fastcgi_temp_path {own}/3;
            uwsgi_temp_path {own}/4; scgi_temp_path {own}/5;
            server {{
                listen 127.0.0.1:{port};
                location /files/ {{ alias {files}/; }}
                location /slow/ {{ alias {files}/; limit_rate 64k; }}
                location /broken/ {{ return 500; }}
                location /whole/ {{ alias {files}/; max_ranges 0; }}
            }}
        }}"
    );
    fs::write(folder.path().join("settings"), settings).unwrap();
    let mut command = Command::new("nginx");
    command
        .arg("-p")
        .arg(folder.path())
        .arg("-c")
        .arg(folder.path().join("settings"));
    command.arg("-e").arg(folder.path().join("errors"));
    start(&mut command, port, folder)
}

/// Asks a server for a new bucket or container.
fn create(port: u16, path: &str, headers: &str) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let request = format!(
        "PUT {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n{headers}\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 20"), "{answer}");
}

/// Starts a server of S3 with a bucket `snapshots`. Returns it with the environment that leads to it.
pub(crate) fn s3() -> Option<(Server, Vec<(&'static str, String)>)> {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let mut command = Command::new("moto_server");
    command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
    let server = start(&mut command, port, folder)?;
    create(port, "/snapshots", "");
    Some((server, environment_of(port)))
}

/// Starts a server of Azure Blob Storage with a container `snapshots`. Returns it with the environment that leads to it.
pub(crate) fn azure() -> Option<(Server, Vec<(&'static str, String)>)> {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let mut command = Command::new("azurite-blob");
    command
        .args(["--silent", "--disableTelemetry", "--blobPort"])
        .arg(port.to_string())
        .arg("--location")
        .arg(folder.path());
    let server = start(&mut command, port, folder)?;
    // Signed with the published key of the emulator, for this date.
    let headers = "x-ms-date: Thu, 01 Jan 2026 00:00:00 GMT\r\nx-ms-version: 2021-08-06\r\n\
        Authorization: SharedKey devstoreaccount1:5S1C8lgf3UYkt/g56grbuB71xgEwslHRyREbk83VBTA=\r\n";
    create(
        port,
        "/devstoreaccount1/snapshots?restype=container",
        headers,
    );
    let environment = [
        ("AZURE_STORAGE_USE_EMULATOR", "true".to_owned()),
        (
            "AZURITE_BLOB_STORAGE_URL",
            format!("http://127.0.0.1:{port}"),
        ),
    ];
    Some((server, environment.to_vec()))
}

/// Returns the environment that leads to a server of S3 on a port.
pub(crate) fn environment_of(port: u16) -> Vec<(&'static str, String)> {
    let endpoint = format!("http://127.0.0.1:{port}");
    let fixed = [
        ("AWS_ACCESS_KEY_ID", "id"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ALLOW_HTTP", "true"),
    ];
    let fixed = fixed.map(|(name, value)| (name, value.to_owned()));
    fixed
        .into_iter()
        .chain([("AWS_ENDPOINT", endpoint)])
        .collect()
}

/// Starts a registry of containers.
pub(crate) fn registry() -> Option<Server> {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let own = folder.path().display();
    let settings = format!(
        "version: 0.1\nlog: {{level: error}}\nstorage: {{filesystem: {{rootdirectory: {own}}}}}\nhttp: {{addr: '127.0.0.1:{port}'}}\n"
    );
    let file = folder.path().join("settings.yml");
    fs::write(&file, settings).unwrap();
    let mut command = Command::new("docker-registry");
    command.arg("serve").arg(file);
    start(&mut command, port, folder)
}
