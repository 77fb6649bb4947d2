"""Looks into everything that `packages/release --dry-run` has made: release.py [--write] FOLDER WORD…, each WORD a text that must be
in none of it (folders of the machine that built it). What each artefact holds is listed in contents.txt, which --write writes anew.
Prints what is where, and how large; ends with 1 and a message at the first fault."""
import difflib
import hashlib
import io
import json
import pathlib
import re
import sys
import tarfile
import zipfile

arguments = sys.argv[1:]
is_written = arguments[0] == "--write"
arguments = arguments[is_written:]
folder, foreign = pathlib.Path(arguments[0]), [word.encode() for word in arguments[1:] if len(word) > 3]
CONTENTS = pathlib.Path(__file__).resolve().parent / "contents.txt"
LICENSES = re.compile(r"licen[sc]e", re.I)
VERSION = re.compile(r"\d+\.\d+\.\d+")
# Folders whose files come and go with the program: that they are there is listed, not what is in them.
GROWING = ("src", "demo", "man")


def machine(data):
    """What a program is for, by its own words."""
    if data.startswith(b"\x7fELF"):
        return "linux", {0x3E: "x64", 0xB7: "arm64"}.get(int.from_bytes(data[18:20], "little"))
    if data.startswith(b"MZ"):
        at = int.from_bytes(data[60:64], "little")
        assert data[at:at + 4] == b"PE\0\0", "no program"
        return "win32", {0x8664: "x64", 0xAA64: "arm64"}.get(int.from_bytes(data[at + 4:at + 6], "little"))
    if data.startswith(b"\xcf\xfa\xed\xfe"):
        return "darwin", {0x01000007: "x64", 0x0100000C: "arm64"}.get(int.from_bytes(data[4:8], "little"))
    return None, None


def entries(path):
    """Every file in an archive: its name, its bytes, whether it can be run."""
    if path.suffix in (".zip", ".whl", ".vsix"):
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                yield entry.filename, archive.read(entry), bool((entry.external_attr >> 16) & 0o100)
    else:
        with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
            for entry in archive.getmembers():
                assert entry.isfile() and not entry.name.startswith("/") and ".." not in entry.name, entry.name
                yield entry.name, archive.extractfile(entry).read(), bool(entry.mode & 0o100)


def platform_of(name):
    """What an artefact is for, by its name."""
    systems = (("windows", "win32"), ("win32", "win32"), ("win_", "win32"), ("linux", "linux"), ("darwin", "darwin"), ("macos", "darwin"))
    system = next((system for word, system in systems if word in name), None)
    return system, "arm64" if re.search(r"aarch64|arm64", name) else "x64"


def listed(path, found):
    """The lines of contents.txt for an artefact: its name without the version, and every file in it, a growing folder as one."""
    bare = lambda name: VERSION.sub("VERSION", name)
    top = {name.split("/")[0] for name in found}
    inner = (name.split("/", 1)[1] if len(top) == 1 and "/" in name else name for name in found)
    names = {re.sub(rf"^({'|'.join(GROWING)})/.*", r"\1/", bare(name)) for name in inner}
    return [bare(path.name), *(f"  {name}" for name in sorted(names))]


contents = []


def look(path):
    found = {name: (data, runs) for name, data, runs in entries(path)}
    assert any(LICENSES.search(name) for name in found), f"{path.name}: no licence"
    for name, (data, _) in found.items():
        for word in foreign:
            assert word not in data, f"{path.name}: {name} names {word.decode()}"
    contents.extend(listed(path, found))
    system, processor = platform_of(path.name)
    if system:
        name, (data, runs) = next((it for it in found.items() if re.search(r"(^|/)skill-lsp(\.exe)?$", it[0])), (None, (b"", False)))
        assert name, f"{path.name}: no program"
        assert name.endswith(".exe") == (system == "win32"), f"{path.name}: {name}"
        assert machine(data) == (system, processor), f"{path.name}: {name} is no program for {system}-{processor}, but {machine(data)}"
        assert runs, f"{path.name}: {name} cannot be run"
        assert any("THIRD-PARTY" in name for name in found), f"{path.name}: the licences of the libraries are missing"
    print(f"{path.stat().st_size:>10}  {path.name}: {len(found)} files")
    return found


def demand(found, path, names):
    for name in names:
        assert any(it == name or it.endswith(f"/{name}") for it in found), f"{path.name}: {name} is missing"


for path in sorted(folder.iterdir()):
    if path.suffix in (".zip", ".gz"):
        found = look(path)
        demand(found, path, ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "sbom.cdx.json", "man/skill-lsp.1", "completions/_skill-lsp"])
    elif path.suffix == ".tgz":
        found = look(path)
        manifest = json.loads(found["package/package.json"][0])
        assert "repository" not in manifest, f"{path.name}: an address was invented"
        demand(found, path, ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"])
    elif path.suffix == ".whl":
        found = look(path)
        record = next(data for name, (data, _) in found.items() if name.endswith("/RECORD")).decode()
        assert len(record.splitlines()) == len(found), f"{path.name}: RECORD does not name every file"
    elif path.suffix == ".vsix":
        found = look(path)
        demand(found, path, ["extension/LICENSE.txt", "extension/changelog.md", "extension/dist/THIRD-PARTY.txt", "extension/pictures/vscode-squiggle.png"])
        for picture in re.findall(r"\]\(([^)#:]+)\)", found["extension/readme.md"][0].decode()):
            assert f"extension/{picture}" in found, f"{path.name}: the README shows {picture}, which is not there"
    elif path.suffix == ".crate":
        look(path)

sums = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
for name, sum in sums.items():
    assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == sum, f"SHA256SUMS is wrong about {name}"
missing = {path.name for path in folder.iterdir() if path.is_file()} - sums.keys() - {"SHA256SUMS"}
assert not missing, f"SHA256SUMS does not name {missing}"

text = "".join(f"{line}\n" for line in contents)
if is_written:
    CONTENTS.write_text(text)
known = CONTENTS.read_text()
assert text == known, "what is in the artefacts is not what contents.txt says (--write writes it):\n" + "".join(
    difflib.unified_diff(known.splitlines(True), text.splitlines(True), "contents.txt", "release", n=1))
