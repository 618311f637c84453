#!/usr/bin/env python3
"""Lets clients of HTTP speak to a server over stdio: mcp_bridge.py PORT PROGRAM [ARGUMENT ...]

The conformance suite speaks HTTP only. The bridge passes each message on as it is, but for its id: a session has a process of its
own, and requests without a session share one, where ids of different requests may be equal. What it says itself, about sessions and
headers, is the bridge's and not the server's.
"""

import json
import queue
import subprocess
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Process:
    """A server, and the requests that it has not answered."""

    def __init__(self, command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lock = threading.Lock()
        self.last = 0
        self.waiting = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.child.stdout:
            message = json.loads(line)
            with self.lock:
                if "method" in message:
                    # Nothing tells for which request a notification is.
                    for answers in self.waiting.values():
                        answers.put(message)
                elif (answers := self.waiting.pop(message.get("id"), None)) is not None:
                    answers.put(message)

    def write(self, text):
        with self.lock:
            self.child.stdin.write(text + "\n")
            self.child.stdin.flush()

    def ask(self, message):
        """Returns the key of a request, and the queue that gets what it brings: notifications, then the answer."""
        answers = queue.Queue()
        with self.lock:
            self.last += 1
            key = self.last
            self.waiting[key] = answers
        self.write(json.dumps({**message, "id": key}))
        return key, answers


class Bridge(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    sessions = {}
    shared = None
    program = []

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        session = self.headers.get("Mcp-Session-Id")
        if message.get("method") == "initialize" and "Mcp-Protocol-Version" not in self.headers:
            session = uuid.uuid4().hex
            self.sessions[session] = Process(self.program)
        process = self.sessions.get(session, self.shared)
        if "id" not in message or "method" not in message:
            process.write(json.dumps(message))
            self.send(202, b"", session)
            return
        key, answers = process.ask(message)
        first = answers.get()
        if "method" not in first:
            is_unknown = first.get("error", {}).get("code") == -32601
            status = 404 if is_unknown and process is self.shared else 200
            self.send(status, self.renamed(first, message), session)
            return
        self.stream(process, key, message, first, answers, session)

    def renamed(self, answer, request):
        return json.dumps({**answer, "id": request["id"]}).encode()

    def stream(self, process, key, request, first, answers, session):
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        if session:
            self.send_header("Mcp-Session-Id", session)
        self.end_headers()
        message = first
        while True:
            # A subscription is named after its request.
            text = json.dumps(message)
            if "method" in message:
                of = (message.get("params") or {}).get("_meta", {})
                if of.get("io.modelcontextprotocol/subscriptionId") == key:
                    of["io.modelcontextprotocol/subscriptionId"] = request["id"]
                    text = json.dumps(message)
            else:
                text = self.renamed(message, request).decode()
            try:
                self.wfile.write(f"data: {text}\n\n".encode())
                self.wfile.flush()
            except OSError:
                cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": key}}
                process.write(json.dumps(cancelled))
                return
            if "method" not in message:
                return
            message = answers.get()

    def do_GET(self):
        self.send(200 if self.path == "/healthz" else 405, b"", None)

    def do_DELETE(self):
        process = self.sessions.pop(self.headers.get("Mcp-Session-Id"), None)
        if process is not None:
            process.child.stdin.close()
        self.send(204, b"", None)

    def send(self, status, body, session):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if session:
            self.send_header("Mcp-Session-Id", session)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    Bridge.program = sys.argv[2:]
    Bridge.shared = Process(Bridge.program)
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Bridge).serve_forever()
