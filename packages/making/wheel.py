"""The wheel: the program as a script, for one platform, from a program that is built already."""
import base64
import hashlib

from . import archive, notices
from .facts import DESCRIPTION, KEYWORDS, LICENSE, REPOSITORY, ROOT, VERSION


def make(platform, program, out, bill):
    information, data = f"skill_lsp-{VERSION}.dist-info", f"skill_lsp-{VERSION}.data"
    entries = [
        (f"{data}/scripts/{platform.program}", program.read_bytes(), True),
        (f"{information}/METADATA", _metadata().encode(), False),
        (f"{information}/WHEEL", _wheel(platform).encode(), False),
        *((f"{information}/licenses/{name}", (ROOT / name).read_bytes(), False) for name in ("LICENSE-APACHE", "LICENSE-MIT")),
        (f"{information}/licenses/THIRD-PARTY.txt", notices.notices(platform.target).encode(), False),
        (f"{information}/sboms/sbom.cdx.json", bill, False),
    ]
    record = "".join(f"{name},sha256={_digest(content)},{len(content)}\n" for name, content, _ in entries) + f"{information}/RECORD,,\n"
    path = out / f"skill_lsp-{VERSION}-py3-none-{platform.wheel}.whl"
    archive.zipped(path, [*entries, (f"{information}/RECORD", record.encode(), False)])
    return path


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _wheel(platform):
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in platform.wheel.split("."))
    return f"Wheel-Version: 1.0\nGenerator: skill-lsp\nRoot-Is-Purelib: false\n{tags}"


def _metadata():
    lines = ["Metadata-Version: 2.4", "Name: skill-lsp", f"Version: {VERSION}", f"Summary: {DESCRIPTION}", f"Keywords: {','.join(KEYWORDS)}", f"License-Expression: {LICENSE}"]
    lines += [f"License-File: {name}" for name in ("LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt")]
    lines += ["Classifier: Environment :: Console", "Classifier: Programming Language :: Rust", "Classifier: Topic :: Text Editors", "Requires-Python: >=3.8"]
    if REPOSITORY:
        lines.append(f"Project-URL: Source, {REPOSITORY}")
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / "packages/python/README.md").read_text(encoding="utf-8")]
    return "\n".join(lines)
