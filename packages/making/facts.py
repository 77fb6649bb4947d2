"""What every package says of itself: the version, the address of the repository, the platforms."""
import os
import pathlib
import re
import sys

if sys.version_info < (3, 11):
    sys.exit("packages are made with Python 3.11 or newer")

import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").absolute()

_manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]
_settings = tomllib.loads((ROOT / "packages/release.toml").read_text(encoding="utf-8"))

VERSION = _manifest["version"]
DESCRIPTION = _manifest["description"]
LICENSE = _manifest["license"]
KEYWORDS = _manifest["keywords"]

REPOSITORY = os.environ.get("SKILL_LSP_REPOSITORY", _settings["repository"]).rstrip("/")
if REPOSITORY and not re.fullmatch(r"https://[^/\s]+(/[^/\s]+)+", REPOSITORY):
    sys.exit(f"packages/release.toml: `repository` is {REPOSITORY!r}, which is no address like https://HOST/OWNER/NAME")


class Platform:
    """One row of `packages/release.toml`."""

    def __init__(self, row):
        self.name, self.target, self.wheel, self.here = row["name"], row["target"], row["wheel"], row.get("here")
        self.runner = row["runner"]
        self.system, self.processor = self.name.split("-")
        self.program = "skill-lsp.exe" if self.system == "win32" else "skill-lsp"


PLATFORMS = {row["name"]: Platform(row) for row in _settings["platforms"]}


def this_machine():
    """The platform of the machine that this runs on, or an end with a message where none is prepared for it."""
    system = {"linux": "linux", "darwin": "darwin", "win32": "win32"}.get(sys.platform, sys.platform)
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    processor = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(machine.lower(), machine)
    platform = PLATFORMS.get(f"{system}-{processor}")
    return platform or sys.exit(f"no package is prepared for {system}-{processor}; there are {', '.join(PLATFORMS)}")


def papers():
    """The files that stand in every package: the licences, the changes, and whose work is inside."""
    return [ROOT / "LICENSE-APACHE", ROOT / "LICENSE-MIT", ROOT / "CHANGELOG.md"]
