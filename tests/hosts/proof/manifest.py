"""A tree as one JSON value, and on disk.

    {case, host, cwd, env, flags, files: [{path, text | base64 | symlink | dir, mode?}], overlays?, touch?, duplicates?}

With `bundled` the host's own skills stay on, as people run it; without, they are off where there is a switch for that.
With `release` that release of the host is meant, and `skill-lsp` finds it installed.
For `prove load` also `loads: [{skill, arguments?}]`, what the model loads, and `prints`: what commands in them print.
For `prove packages` also `repository`, the author's folder, which `ADDRESS` leads to once it is committed, and `installs`:
the host's own commands that install what is in it.
Paths are relative to the root of the tree; `@ROOT@` in texts, links, variables and flags stands for it.
"""
import base64
import os
import pathlib

# Captured cases were made below this folder, and some hosts count the bytes of paths.
BASE = pathlib.Path("/tmp/skill-oracle")
STAND_IN = "@ROOT@"
ADDRESS = "https://example.com/author/repository.git"


def root(manifest):
    return BASE / manifest["case"]


def expand(value, place):
    """A text, or every text in a list or table, with the root in place of its stand-in."""
    return each_text(value, lambda text: text.replace(STAND_IN, str(place)))


def abstract(value, place):
    """The reverse of `expand`."""
    return each_text(value, lambda text: text.replace(str(place), STAND_IN))


def each_text(value, change):
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [each_text(item, change) for item in value]
    if isinstance(value, dict):
        return {change(key): each_text(item, change) for key, item in value.items()}
    return value


def write(manifest, place):
    """Writes the tree, in the order of the manifest: some file systems list folders in that order."""
    for folder in ("home", manifest["cwd"]):
        (place / folder).mkdir(parents=True, exist_ok=True)
    for item in manifest["files"]:
        path = place / item["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        if item.get("dir"):
            path.mkdir(exist_ok=True)
        elif "symlink" in item:
            os.symlink(expand(item["symlink"], place), path)
        elif "base64" in item:
            path.write_bytes(base64.b64decode(item["base64"]))
        else:
            path.write_bytes(expand(item["text"], place).encode())
    for item in reversed(manifest["files"]):
        if "mode" in item and "symlink" not in item:
            (place / item["path"]).chmod(int(item["mode"], 8))
