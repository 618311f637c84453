//! A proxy for HTTP that does what networks and servers do wrong, and counts what it sends.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// What goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing.
    None,
    /// Every connection is cut after so many bytes of a body.
    CutEvery(u64),
    /// Connections are taken, and nothing is answered.
    Silent,
    /// Bodies stop after so many bytes, and the connection stays open.
    StallAfter(u64),
    /// Every byte at a multiple of this place in a blob is another one.
    FlipEvery(u64),
    /// The answer is a status, whatever is asked.
    Status(u16),
    /// Everything is somewhere else: at this address, with the path behind it.
    Redirect(String),
    /// Paths that have the first text have the second one instead.
    Swap(String, String),
}

/// A running proxy.
pub(crate) struct Proxy {
    address: SocketAddr,
    fault: Arc<Mutex<Fault>>,
    /// Bytes of bodies of blobs that were sent.
    sent: Arc<AtomicU64>,
    requests: Arc<AtomicU64>,
}

impl Proxy {
    /// Starts a proxy in front of a server on this machine.
    pub(crate) fn before(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxy = Self {
            address: listener.local_addr().unwrap(),
            fault: Arc::new(Mutex::new(Fault::None)),
            sent: Arc::default(),
            requests: Arc::default(),
        };
        let (fault, sent) = (Arc::clone(&proxy.fault), Arc::clone(&proxy.sent));
        let requests = Arc::clone(&proxy.requests);
        // It ends with the process of the tests.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let fault = fault.lock().unwrap().clone();
                let (sent, requests) = (Arc::clone(&sent), Arc::clone(&requests));
                thread::spawn(move || {
                    requests.fetch_add(1, Ordering::Relaxed);
                    // What cannot be passed on is cut.
                    let _ = pass_on(stream, port, &fault, &sent);
                });
            }
        });
        proxy
    }

    /// Returns the address of the proxy, without a path.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns its port.
    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Sets what goes wrong from now on.
    pub(crate) fn set(&self, fault: Fault) {
        *self.fault.lock().unwrap() = fault;
    }

    /// Returns how many bytes of blobs were sent since the last call.
    pub(crate) fn take_sent(&self) -> u64 {
        self.sent.swap(0, Ordering::Relaxed)
    }

    /// Returns how many requests have come since the last call.
    pub(crate) fn take_requests(&self) -> u64 {
        self.requests.swap(0, Ordering::Relaxed)
    }
}

/// Reads up to the empty line after a head.
fn head_of(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        if stream.read(&mut byte)? == 0 {
            break;
        }
        head.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

/// Waits until the other side goes away.
fn wait_for_end(mut stream: TcpStream) -> std::io::Result<()> {
    let mut rest = [0; 1024];
    while stream.read(&mut rest)? > 0 {}
    Ok(())
}

fn pass_on(
    mut client: TcpStream,
    port: u16,
    fault: &Fault,
    sent: &AtomicU64,
) -> std::io::Result<()> {
    if *fault == Fault::Silent {
        return wait_for_end(client);
    }
    let head = head_of(&mut client)?;
    let mut request = head.clone();
    let path = head.split(' ').nth(1).unwrap_or_default();
    let answer = |client: &mut TcpStream, text: &str| {
        client.write_all(
            format!("HTTP/1.1 {text}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n").as_bytes(),
        )?;
        client.shutdown(Shutdown::Both)
    };
    match fault {
        Fault::Status(status) => return answer(&mut client, &format!("{status} No")),
        Fault::Redirect(to) => {
            return answer(&mut client, &format!("302 Found\r\nlocation: {to}{path}"));
        }
        Fault::Swap(this, other) => request = request.replace(&**this, other),
        _ => {}
    }
    // One request a connection.
    let request = request.replacen("\r\n", "\r\nConnection: close\r\n", 1);
    let mut server = TcpStream::connect(("127.0.0.1", port))?;
    server.write_all(request.as_bytes())?;
    let length = header(&head, "content-length").and_then(|length| length.parse().ok());
    std::io::copy(&mut (&client).take(length.unwrap_or(0)), &mut server)?;
    let head = head_of(&mut server)?;
    let head = head.replacen("\r\n", "\r\nConnection: close\r\n", 1);
    client.write_all(head.as_bytes())?;
    let is_blob = path.contains("/blobs/");
    let mut passed: u64 = 0;
    let mut piece = vec![0; 64 << 10];
    let limit = match fault {
        Fault::CutEvery(bytes) | Fault::StallAfter(bytes) => *bytes,
        _ => u64::MAX,
    };
    loop {
        let most = (limit - passed).min(piece.len() as u64) as usize;
        let read = server.read(&mut piece[..most])?;
        if read == 0 {
            break;
        }
        if let (Fault::FlipEvery(place), true) = (fault, is_blob) {
            for (at, byte) in piece.iter_mut().enumerate().take(read) {
                if (passed + at as u64 + 1).is_multiple_of(*place) {
                    *byte ^= 1;
                }
            }
        }
        client.write_all(&piece[..read])?;
        passed += read as u64;
        if is_blob {
            sent.fetch_add(read as u64, Ordering::Relaxed);
        }
    }
    if matches!(fault, Fault::StallAfter(_)) && passed == limit {
        return wait_for_end(client);
    }
    client.shutdown(Shutdown::Both)
}
