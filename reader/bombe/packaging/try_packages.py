#!/usr/bin/env python3
"""Installs Bombe as its users do, from package registries on loopback and with empty caches, and asks the server that is
then there a first question.

    try_packages.py --bin FOLDER [--work FOLDER]

FOLDER of --bin holds the programs. Prints what is downloaded and how long the first answer takes. Fails if something
cannot be installed, does not answer, is larger than its bound, or leaves files behind. Times are stated, and fail nothing.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request

sys.dont_write_bytecode = True
from package import DOWNLOAD_BYTES_MAX  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ANSWER_SECONDS_MAX = 5
PATIENCE_SECONDS = 120

# Versions of the tools that run here and ship nothing.
PYTHON_TOOLS = ["uv==0.13.8", "pypiserver==2.4.2"]
# The override is for registries without the tag `cjs` that verdaccio asks for.
NODE_TOOLS = {"private": True, "dependencies": {"verdaccio": "6"}, "overrides": {"node-fetch": "2"}}

SOURCE = "class Order:\n    def total(self):\n        return price(self)\n\n\ndef price(order):\n    return 1\n"


def run(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(url, server):
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
    sys.exit(f"no server at {url}")


def first_answer(command, folder, environment):
    """Starts an MCP server and asks it one question. Returns the seconds until it has answered."""
    start = time.monotonic()
    server = subprocess.Popen(
        [str(word) for word in command], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "try", "version": "1"}}
    messages = [
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "get_references", "arguments": {"symbol": "price"}}},
    ]
    text = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    try:
        server.stdin.write(text.encode())
        server.stdin.flush()
        for line in server.stdout:
            answer = json.loads(line)
            if answer.get("id") == 2:
                seconds = time.monotonic() - start
                shown = json.dumps(answer)
                if "Order.total" not in shown:
                    sys.exit(f"{command}: another answer than expected: {shown}")
                return seconds
        sys.exit(f"{command}: no answer\n{server.stderr.read().decode()}")
    finally:
        server.stdin.close()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            sys.exit(f"{command}: goes on without a client")
        server.stdout.close()
        server.stderr.close()


def try_http(program, repository):
    """Starts the server that the README's settings with an address mean, and asks it there. Returns the number of addresses."""
    (url,) = [server["url"] for server in readme_servers() if "url" in server]
    port = url.split(":")[2].split("/")[0]
    server = subprocess.Popen([program, "serve", "--http", port], cwd=repository, stderr=subprocess.DEVNULL)
    try:
        wait_for(url.replace("/mcp", "/healthz"), server)
        params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "try", "version": "1"}}
        message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(message).encode(), headers)) as answer:
            if b"serverInfo" not in answer.read():
                sys.exit(f"no answer at {url}")
    finally:
        server.terminate()
        server.wait(10)
    return 1


def report(what, seconds, size):
    over = "" if seconds <= ANSWER_SECONDS_MAX else ", over it"
    print(f"{what}: first answer after {seconds:.1f} s (bound {ANSWER_SECONDS_MAX} s{over}), download {size / 1e6:.2f} MB (bound {DOWNLOAD_BYTES_MAX / 1e6:.0f} MB)")
    if size > DOWNLOAD_BYTES_MAX:
        sys.exit(f"{what}: the download is too large")


def files_below(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def readme_servers():
    """Yields the servers that the README's settings of clients in JSON name."""
    text = (ROOT / "README.md").read_text()
    for block in re.findall(r"```json\n(.*?)```", text, re.S):
        for table in json.loads(block).values():
            yield from table.values()


def readme_snippets():
    """Yields the commands that the README's settings of clients name: what an agent starts."""
    text = (ROOT / "README.md").read_text()
    for server in readme_servers():
        if "command" in server:
            yield [server["command"], *server["args"]]
    for block in re.findall(r"```toml\n(\[mcp_servers.*?)```", text, re.S):
        command = json.loads(re.search(r"^command = (.*)$", block, re.M)[1])
        yield [command, *json.loads(re.search(r"^args = (.*)$", block, re.M)[1])]
    for line in re.findall(r"^(?:claude|codex|gemini) mcp add .*?-- (.*?)(?: +#.*)?$", text, re.M):
        yield line.split()


def environment(work, **more):
    """Returns an environment in which tools keep their files below `work`."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE") if name in os.environ}
    return {**kept, "HOME": str(work / "home"), "CI": "1", "npm_config_update_notifier": "false", "npm_config_cache": str(work / "npm"), **more}


def try_python(work, packages, repository, venv):
    server = None
    try:
        port = free_port()
        server = subprocess.Popen(
            [venv / "bin/pypi-server", "run", "-p", str(port), "-i", "127.0.0.1", "--disable-fallback", packages], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        index = f"http://127.0.0.1:{port}/simple/"
        wait_for(index, server)
        (wheel,) = packages.glob("*.whl")
        uvx, uv = venv / "bin/uvx", venv / "bin/uv"
        settings = {
            "UV_CACHE_DIR": str(work / "uv-cache"), "UV_DEFAULT_INDEX": index, "UV_PYTHON": sys.executable, "UV_TOOL_DIR": str(work / "uv-tools"),
            "UV_TOOL_BIN_DIR": str(work / "uv-bin"), "UV_NO_CONFIG": "1", "UV_PYTHON_DOWNLOADS": "never", "PATH": f"{venv / 'bin'}:{os.environ['PATH']}",
        }
        settings = environment(work, **settings)
        report("uvx bombe serve", first_answer([uvx, "bombe", "serve", "."], repository, settings), wheel.stat().st_size)
        snippets = [command for command in readme_snippets() if command[0] == "uvx"]
        for command in snippets:
            first_answer([uvx, *placed(command[1:], repository)], repository, settings)
        server.terminate()
        server.wait()
        seconds = first_answer([uvx, "--offline", "bombe", "serve", "."], repository, settings)
        print(f"uvx --offline: first answer after {seconds:.1f} s")
        run([uv, "tool", "install", "--offline", "bombe"], env=settings)
        for name in ("bombe", "bombe-build", "bombe-serve"):
            run([work / "uv-bin" / name, "--version"], env=settings)
        run([uv, "tool", "uninstall", "bombe"], env=settings)
        left = files_below(work / "uv-bin") + [name for name in files_below(work / "uv-tools") if "bombe" in name]
        if left:
            sys.exit(f"uv tool uninstall leaves {left}")
        return len(snippets)
    finally:
        if server and server.poll() is None:
            server.kill()


def try_node(work, packages, repository):
    server = None
    try:
        tools = work / "node-tools"
        tools.mkdir()
        (tools / "package.json").write_text(json.dumps(NODE_TOOLS))
        run(["npm", "install", "--no-audit", "--no-fund", "--prefix", tools])
        port = free_port()
        registry = f"http://127.0.0.1:{port}/"
        config = work / "verdaccio.yaml"
        config.write_text(
            f"storage: {work / 'verdaccio'}\nlisten: 127.0.0.1:{port}\nauth:\n  htpasswd:\n    file: {work / 'htpasswd'}\nuplinks: {{}}\n"
            "packages:\n  '**':\n    access: $all\n    publish: $authenticated\nmax_body_size: 50mb\nlog: { type: stdout, format: pretty, level: error }\n"
        )
        server = subprocess.Popen([tools / "node_modules/.bin/verdaccio", "--config", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(registry + "-/ping", server)
        user = json.dumps({"name": "try", "password": "try-packages"}).encode()
        request = urllib.request.Request(registry + "-/user/org.couchdb.user:try", user, {"content-type": "application/json"}, method="PUT")
        with urllib.request.urlopen(request) as response:
            token = json.load(response)["token"]
        settings = environment(work, npm_config_registry=registry)
        (work / "home").mkdir(exist_ok=True)
        (work / "home/.npmrc").write_text(f"//127.0.0.1:{port}/:_authToken={token}\n")
        size = 0
        for package in sorted(packages.glob("*.tgz")):
            run(["npm", "publish", "--loglevel", "error", package], env=settings)
            size += package.stat().st_size
        report("npx -y bombe serve", first_answer(["npx", "-y", "bombe", "serve", "."], repository, settings), size)
        snippets = [command for command in readme_snippets() if command[0] == "npx"]
        for command in snippets:
            first_answer(placed(command, repository), repository, settings)
        server.terminate()
        server.wait()
        seconds = first_answer(["npx", "--offline", "-y", "bombe", "serve", "."], repository, settings)
        print(f"npx --offline: first answer after {seconds:.1f} s")
        prefix = work / "prefix"
        run(["npm", "install", "--loglevel", "error", "--offline", "--global", "--prefix", prefix, "bombe"], env=settings)
        for name in ("bombe", "bombe-build", "bombe-serve"):
            run([prefix / "bin" / name, "--version"], env=settings)
        run(["npm", "uninstall", "--loglevel", "error", "--global", "--prefix", prefix, "bombe"], env=settings)
        if files_below(prefix):
            sys.exit(f"npm uninstall leaves {files_below(prefix)}")
        return len(snippets)
    finally:
        if server and server.poll() is None:
            server.kill()


def placed(command, repository):
    """Puts a folder in the place of the variables of clients."""
    return [word.replace("${workspaceFolder}", str(repository)) for word in command]


def check_binstall(packages, target):
    """Fails unless the archive has what `cargo binstall` looks for: each program of the crate, where its Cargo.toml says."""
    crate = tomllib.loads((HERE.parent / "Cargo.toml").read_text())
    (archive,) = packages.glob(f"bombe-*-{target}.tar.gz")
    version = archive.name.removeprefix("bombe-").split("-")[0]
    place = crate["package"]["metadata"]["binstall"]["bin-dir"]
    with tarfile.open(archive) as tar:
        names = tar.getnames()
    for program in crate["bin"]:
        values = {"{ version }": version, "{ target }": target, "{ bin }": program["name"], "{ binary-ext }": ""}
        path = place
        for key, value in values.items():
            path = path.replace(key, value)
        if path not in names:
            sys.exit(f"cargo binstall would not find {path} among {names}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path)
    asked = parser.parse_args()
    work = (asked.work or pathlib.Path(tempfile.mkdtemp(prefix="try-packages."))).resolve()
    try:
        target = f"{platform.machine()}-unknown-linux-gnu"
        packages, repository = work / "packages", work / "repository"
        for what in (["wheel"], ["npm"], ["archive"]):
            run([sys.executable, HERE / "package.py", *what, "--target", target, "--bin", asked.bin, "--out", packages])
        run([sys.executable, HERE / "package.py", "npm-main", "--out", packages])
        run([sys.executable, HERE / "package.py", "sbom", "--target", target, "--out", packages])
        check_binstall(packages, target)
        repository.mkdir()
        (repository / "shop.py").write_text(SOURCE)
        run([asked.bin / "bombe", "build", "--quiet"], cwd=repository)
        before = files_below(repository)
        venv = work / "venv"
        run([sys.executable, "-m", "venv", venv])
        run([venv / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *PYTHON_TOOLS])
        snippets = try_python(work, packages, repository, venv) + try_node(work, packages, repository)
        installed = {**os.environ, "PATH": f"{asked.bin}:{os.environ['PATH']}"}
        for command in readme_snippets():
            if command[0].startswith("bombe"):
                first_answer(placed([str(asked.bin / command[0]), *command[1:]], repository), repository, installed)
                snippets += 1
        snippets += try_http(asked.bin / "bombe", repository)
        print(f"{snippets} settings of the README lead to an answer")
        left = [name for name in files_below(repository) if name not in before and not name.startswith(".bombe/")]
        if left:
            sys.exit(f"in the repository, {left} is left")
        run([asked.bin / "bombe", "clean"], cwd=repository)
        if files_below(repository) != ["shop.py"]:
            sys.exit(f"bombe clean leaves {files_below(repository)}")
    finally:
        if not asked.work:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
