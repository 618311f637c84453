#!/usr/bin/env python3
"""Makes the packages of one release from built programs: an archive, a Python wheel, npm packages, an SBOM, and the
Homebrew formula over the archives. Nothing is compiled here, and the same programs give the same bytes.

    package.py archive  --target TRIPLE --bin FOLDER --out FOLDER
    package.py wheel    --target TRIPLE --bin FOLDER --out FOLDER
    package.py npm      --target TRIPLE --bin FOLDER --out FOLDER   the package of one platform
    package.py npm-main --out FOLDER                                the package that chooses among them
    package.py sbom     --target TRIPLE --out FOLDER
    package.py homebrew --archives FOLDER --repository OWNER/NAME --out FOLDER

FOLDER of --bin holds `bombe` and `bombe-former-name`, which packages have as `bombe-build` and `bombe-serve`. They are stripped where a `strip` for them is found.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
NAME = "bombe"
# Each with the file that it is built as.
PROGRAMS = {"bombe": "bombe", "bombe-build": "bombe-former-name", "bombe-serve": "bombe-former-name"}
SUMMARY = "Code intelligence for AI coding agents: index a repository, ask about its code, serve it over MCP"
LICENSE = "MIT OR Apache-2.0"
# Most that an installation downloads.
DOWNLOAD_BYTES_MAX = 15_000_000
# The oldest time that a zip file can state.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)

# Per target: the platform of a wheel (for Linux, its processor), and os and cpu of npm.
TARGETS = {
    "x86_64-unknown-linux-gnu": ("x86_64", "linux", "x64"),
    "aarch64-unknown-linux-gnu": ("aarch64", "linux", "arm64"),
    "x86_64-apple-darwin": ("macosx_10_12_x86_64", "darwin", "x64"),
    "aarch64-apple-darwin": ("macosx_11_0_arm64", "darwin", "arm64"),
    "x86_64-pc-windows-msvc": ("win_amd64", "win32", "x64"),
}


def version():
    text = (ROOT / "Cargo.toml").read_text()
    return re.search(r'\[workspace\.package\]\nversion = "([^"]+)"', text)[1]


def ending(target):
    return ".exe" if "windows" in target else ""


def programs(folder, target, names=PROGRAMS):
    """Yields name and bytes of each program, without symbols."""
    for name, built in names.items():
        with tempfile.TemporaryDirectory() as work:
            copy = pathlib.Path(work) / (name + ending(target))
            shutil.copy(pathlib.Path(folder) / (built + ending(target)), copy)
            if "linux" in target and shutil.which("strip"):
                subprocess.run(["strip", copy], check=True)
            yield copy.name, copy.read_bytes()


def texts():
    for name in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"]:
        yield name, (ROOT / name).read_bytes()


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"{path}: {len(data) / 1e6:.2f} MB")


def write_package(path, data):
    write(path, data)
    if len(data) > DOWNLOAD_BYTES_MAX:
        sys.exit(f"{path}: more than {DOWNLOAD_BYTES_MAX / 1e6:.0f} MB. Only programs of the profile `dist` are small enough with remotes over the network.")


def tar_gz(files):
    """Returns a compressed archive of (name, bytes, whether it is a program)."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, data, is_program in files:
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(data), 0o755 if is_program else 0o644
            tar.addfile(info, io.BytesIO(data))
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=9, mtime=0, filename="") as out:
        out.write(plain.getvalue())
    return packed.getvalue()


def zipped(files):
    """Returns a zip file of (name, bytes, whether it is a program)."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data, is_program in files:
            info = zipfile.ZipInfo(name, ZIP_TIME)
            info.external_attr = (0o100755 if is_program else 0o100644) << 16
            info.create_system, info.compress_type = 3, zipfile.ZIP_DEFLATED
            out.writestr(info, data, compresslevel=9)
    return packed.getvalue()


def archive(target, folder, out):
    top = f"{NAME}-{version()}-{target}"
    # `cargo binstall` looks for what the crate builds, by the names that it has there.
    names = PROGRAMS | {built: built for built in PROGRAMS.values()}
    files = [(f"{top}/{name}", data, True) for name, data in programs(folder, target, names)]
    files += [(f"{top}/{name}", data, False) for name, data in texts()]
    if "windows" in target:
        write(out / f"{top}.zip", zipped(files))
    else:
        write(out / f"{top}.tar.gz", tar_gz(files))


def glibc_floor(binaries):
    """Returns the minor version of the oldest glibc 2 that has all symbols which the programs ask for."""
    found = [int(minor) for data in binaries for minor in re.findall(rb"GLIBC_2\.(\d+)", data)]
    return max(found, default=17)


def wheel(target, folder, out):
    binaries = list(programs(folder, target))
    platform = TARGETS[target][0]
    if "linux" in target:
        platform = f"manylinux_2_{glibc_floor(data for _, data in binaries)}_{platform}"
    tag = f"py3-none-{platform}"
    info = f"{NAME}-{version()}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: {NAME}\nVersion: {version()}\nSummary: {SUMMARY}\n"
        f"License-Expression: {LICENSE}\nLicense-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\n"
        "Requires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n"
    ).encode() + (ROOT / "README.md").read_bytes()
    files = [(f"{NAME}-{version()}.data/scripts/{name}", data, True) for name, data in binaries]
    files += [
        (f"{info}/METADATA", metadata, False),
        (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), False),
        (f"{info}/licenses/LICENSE-APACHE", (ROOT / "LICENSE-APACHE").read_bytes(), False),
        (f"{info}/licenses/LICENSE-MIT", (ROOT / "LICENSE-MIT").read_bytes(), False),
        (f"{info}/sboms/{NAME}.cdx.json", sbom_of(target), False),
    ]
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data, _ in files
    )
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), False))
    write_package(out / f"{NAME}-{version()}-{tag}.whl", zipped(files))


def npm_name(target):
    _, system, cpu = TARGETS[target]
    return f"@{NAME}/{system}-{cpu}"


def npm_package(out, name, package, files):
    package = {"name": name, "version": version(), "license": LICENSE, **package}
    text = json.dumps(package, indent=2).encode() + b"\n"
    files = [("package/package.json", text, False), *((f"package/{path}", data, run) for path, data, run in files)]
    write_package(out / f"{name.replace('@', '').replace('/', '-')}-{version()}.tgz", tar_gz(files))


def npm(target, folder, out):
    _, system, cpu = TARGETS[target]
    # The other two names are those of scripts in the main package.
    program = [(f"bin/{name}", data, True) for name, data in programs(folder, target) if name == NAME + ending(target)]
    package = {"description": f"{NAME} for {system} on {cpu}", "os": [system], "cpu": [cpu]}
    if system == "linux":
        package["libc"] = ["glibc"]
    npm_package(out, npm_name(target), package, program + [(name, data, False) for name, data in texts()])


def npm_main(out):
    launcher = (HERE / "npm" / "launch.js").read_bytes()
    files = [("launch.js", launcher, False)]
    for name in PROGRAMS:
        before = [] if name == NAME else [name]
        text = f"#!/usr/bin/env node\nrequire(\"../launch.js\")({json.dumps(before)});\n"
        files.append((f"bin/{name}.js", text.encode(), True))
    files += [(name, data, False) for name, data in texts()]
    package = {
        "description": SUMMARY,
        "keywords": ["mcp", "code-search", "call-graph", "tree-sitter"],
        "bin": {name: f"bin/{name}.js" for name in PROGRAMS},
        "engines": {"node": ">=18"},
        "optionalDependencies": {npm_name(target): version() for target in TARGETS},
    }
    npm_package(out, NAME, package, files)


def sbom_of(target):
    """Returns the bill of materials: every crate that is compiled into the programs, in CycloneDX."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    (top,) = [package["id"] for package in packages.values() if package["name"] == NAME and package["source"] is None]
    linked = lambda node: [it["pkg"] for it in node["deps"] if any(kind["kind"] is None for kind in it["dep_kinds"])]
    found, open_ = {top}, [top]
    while open_:
        for other in linked(nodes[open_.pop()]):
            if other not in found:
                found.add(other)
                open_.append(other)
    checksums = dict(re.findall(r'name = "([^"]+)"\nversion = "[^"]+"\nsource = "[^"]+"\nchecksum = "([^"]+)"', (ROOT / "Cargo.lock").read_text()))
    named = lambda package: f"pkg:cargo/{package['name']}@{package['version']}"

    def component(package):
        one = {"type": "library", "bom-ref": named(package), "name": package["name"], "version": package["version"], "purl": named(package)}
        if package["license"]:
            one["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        if package["source"] and package["name"] in checksums:
            one["hashes"] = [{"alg": "SHA-256", "content": checksums[package["name"]]}]
        return one

    order = sorted(found, key=lambda it: (packages[it]["name"], packages[it]["version"]))
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**component(packages[top]), "type": "application"}},
        "components": [component(packages[it]) for it in order if it != top],
        "dependencies": [{"ref": named(packages[it]), "dependsOn": sorted({named(packages[to]) for to in linked(nodes[it])})} for it in order],
    }
    return json.dumps(bill, indent=1).encode() + b"\n"


def homebrew(archives, repository, out):
    text = (HERE / "homebrew.rb").read_text()
    text = text.replace("@VERSION@", version()).replace("@REPOSITORY@", repository)
    for target in TARGETS:
        file = archives / f"{NAME}-{version()}-{target}.tar.gz"
        mark = f"@SHA256 {target}@"
        if mark in text:
            text = text.replace(mark, hashlib.sha256(file.read_bytes()).hexdigest())
    write(out / f"{NAME}.rb", text.encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["archive", "wheel", "npm", "npm-main", "sbom", "homebrew"])
    parser.add_argument("--target", choices=TARGETS)
    parser.add_argument("--bin", type=pathlib.Path)
    parser.add_argument("--archives", type=pathlib.Path)
    parser.add_argument("--repository")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    asked = parser.parse_args()
    needs = {"archive": ["target", "bin"], "wheel": ["target", "bin"], "npm": ["target", "bin"], "sbom": ["target"], "homebrew": ["archives", "repository"]}
    for name in needs.get(asked.what, []):
        if getattr(asked, name) is None:
            parser.error(f"{asked.what} needs --{name}")
    if asked.what in ("archive", "wheel", "npm"):
        {"archive": archive, "wheel": wheel, "npm": npm}[asked.what](asked.target, asked.bin, asked.out)
    elif asked.what == "npm-main":
        npm_main(asked.out)
    elif asked.what == "sbom":
        write(asked.out / f"{NAME}-{version()}-{asked.target}.cdx.json", sbom_of(asked.target))
    else:
        homebrew(asked.archives, asked.repository, asked.out)


if __name__ == "__main__":
    sys.exit(main())
