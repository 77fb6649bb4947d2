"""Whose work is inside the program: every crate with its licence and the texts that it asks to be passed on."""
import functools
import json
import pathlib
import subprocess

from .facts import ROOT

TEXTS = ("license", "licence", "copying", "notice", "copyright", "unlicense")


@functools.cache
def notices(target):
    """The text for the program of one target; the same crates give the same bytes."""
    tree = _said("cargo", "tree", "--locked", "--package", "skill-lsp", "--target", target, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}")
    inside = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    metadata = json.loads(_said("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target))
    crates = sorted((it for it in metadata["packages"] if (it["name"], f"v{it['version']}") in inside and it["name"] != "skill-lsp"), key=lambda it: (it["name"], it["version"]))
    parts = ["The program skill-lsp contains these libraries, each with its licence and the texts that come with it.\n"]
    same = {}
    for crate in crates:
        parts.append("-" * 80 + f"\n{crate['name']} {crate['version']}\nLicence: {crate['license'] or 'see the text'}\n")
        if crate["authors"]:
            parts.append(f"Authors: {', '.join(crate['authors'])}\n")
        folder = pathlib.Path(crate["manifest_path"]).parent
        for path in _texts(folder):
            name = path.relative_to(folder).as_posix()
            text = "\n".join(line.rstrip() for line in path.read_text(encoding="utf-8", errors="replace").strip().splitlines())
            first = same.setdefault(text, f"{crate['name']} {crate['version']}, {name}")
            own = first == f"{crate['name']} {crate['version']}, {name}"
            parts.append(f"\n[{name}]\n\n{text}\n" if own else f"\n[{name}] is the same text as that of {first}.\n")
    return "\n".join(parts)


def _texts(folder):
    """Those of the crate, and those of what others wrote that lies in it."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return [path for path in files if path.name.lower().startswith(TEXTS) and path.suffix.lower() not in (".rs", ".toml", ".html")]


def _said(*command):
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout
