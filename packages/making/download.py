"""The archive that people download: the program with its papers, its manual pages and completions."""
from . import archive, notices
from .facts import ROOT, VERSION, papers


def name_of(platform):
    ending = "zip" if platform.system == "win32" else "tar.gz"
    return f"skill-lsp-{VERSION}-{platform.target}.{ending}"


def make(platform, program, out, extras, bill):
    """`extras`: manual pages and completions, as name and bytes; `bill`: the list of what is in the program."""
    top = f"skill-lsp-{VERSION}-{platform.target}"
    entries = [(f"{top}/{platform.program}", program.read_bytes(), True)]
    entries += [(f"{top}/{path.name}", path.read_bytes(), False) for path in [*papers(), ROOT / "README.md"]]
    entries.append((f"{top}/THIRD-PARTY.txt", notices.notices(platform.target).encode(), False))
    entries.append((f"{top}/sbom.cdx.json", bill, False))
    entries += [(f"{top}/{name}", data, False) for name, data in extras]
    path = out / name_of(platform)
    (archive.zipped if path.suffix == ".zip" else archive.tar)(path, entries)
    return path
