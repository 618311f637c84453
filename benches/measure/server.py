"""A running bombe-serve, queried over its standard input."""
import json
import subprocess


class Server:
    """Starts a server in a folder, for its repository or for what the arguments name."""

    def __init__(self, program, folder, arguments=()):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([program, *arguments], cwd=folder, **pipes)
        self.requests = 0
        client = {"name": "measure", "version": "1"}
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params):
        """Returns the result of a request."""
        self.requests += 1
        self.send({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params})
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.requests:
                return answer["result"]

    def call(self, tool, arguments):
        """Returns the answer of a tool as JSON."""
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError"):
            raise SystemExit(f"{tool} {arguments}: {result['content'][0]['text']}")
        return result["structuredContent"]
