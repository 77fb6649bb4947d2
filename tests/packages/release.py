"""Looks into everything that `packages/release --dry-run` has made: release.py FOLDER WORD…, each WORD a text that must be in none
of it (folders of the machine that built it). Prints what is where, and how large; ends with 1 and a message at the first fault."""
import hashlib
import io
import json
import pathlib
import re
import sys
import tarfile
import zipfile

folder, foreign = pathlib.Path(sys.argv[1]), [word.encode() for word in sys.argv[2:] if len(word) > 3]
LICENSES = re.compile(r"licen[sc]e", re.I)
PROGRAM = {"linux": b"\x7fELF", "win32": b"MZ", "darwin": b"\xcf\xfa\xed\xfe"}


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


def system_of(name):
    for word, system in (("windows", "win32"), ("win32", "win32"), ("win_", "win32"), ("linux", "linux"), ("darwin", "darwin"), ("macos", "darwin")):
        if word in name:
            return system
    return None


def look(path):
    found = {name: (data, runs) for name, data, runs in entries(path)}
    assert any(LICENSES.search(name) for name in found), f"{path.name}: no licence"
    for name, (data, _) in found.items():
        for word in foreign:
            assert word not in data, f"{path.name}: {name} names {word.decode()}"
    system = system_of(path.name)
    if system:
        name, (data, runs) = next((it for it in found.items() if re.search(r"(^|/)skill-lsp(\.exe)?$", it[0])), (None, (b"", False)))
        assert name, f"{path.name}: no program"
        assert name.endswith(".exe") == (system == "win32"), f"{path.name}: {name}"
        assert data.startswith(PROGRAM[system]), f"{path.name}: {name} is no program for {system}"
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
