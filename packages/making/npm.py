"""The npm packages: one with the program for each platform, and the one that is installed, which finds it."""
import json

from . import archive, notices
from .facts import DESCRIPTION, KEYWORDS, LICENSE, PLATFORMS, REPOSITORY, ROOT, VERSION, papers


def _address():
    return {"repository": {"type": "git", "url": f"git+{REPOSITORY}.git"}, "homepage": REPOSITORY} if REPOSITORY else {}


def _packed(out, manifest, entries):
    path = out / f"{manifest['name'].replace('@', '').replace('/', '-')}-{VERSION}.tgz"
    text = json.dumps(manifest, indent=2) + "\n"
    archive.tar(path, [("package/package.json", text.encode(), False), *((f"package/{name}", data, runs) for name, data, runs in entries)])
    return path


def program_package(platform, program, out, bill):
    manifest = {
        "name": f"@skill-lsp/{platform.name}",
        "version": VERSION,
        "description": f"The program of skill-lsp for {platform.name}",
        "license": LICENSE,
        **_address(),
        "os": [platform.system],
        "cpu": [platform.processor],
        "preferUnplugged": True,
    }
    entries = [(platform.program, program.read_bytes(), True), *((path.name, path.read_bytes(), False) for path in papers())]
    entries += [("THIRD-PARTY.txt", notices.notices(platform.target).encode(), False), ("sbom.cdx.json", bill, False)]
    return _packed(out, manifest, entries)


def main_package(out):
    manifest = {
        "name": "skill-lsp",
        "version": VERSION,
        "description": DESCRIPTION,
        "license": LICENSE,
        **_address(),
        "keywords": KEYWORDS,
        "bin": {"skill-lsp": "skill-lsp.js"},
        "engines": {"node": ">=18"},
        "optionalDependencies": {f"@skill-lsp/{name}": VERSION for name in PLATFORMS},
    }
    script = (ROOT / "packages/npm/skill-lsp.js").read_bytes()
    readme = (ROOT / "packages/npm/README.md").read_bytes()
    entries = [("skill-lsp.js", script, True), ("README.md", readme, False), *((path.name, path.read_bytes(), False) for path in papers())]
    return _packed(out, manifest, entries)
