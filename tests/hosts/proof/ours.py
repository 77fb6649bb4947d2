"""What `skill-lsp` says of the same tree."""
import json
import os
import pathlib
import subprocess

from proof.install import REPOSITORY
from proof.problem import Problem

# Flags of a host that `skill-lsp prompt` has as well, under the same name.
FLAGS = {"--add-dir", "--plugin-dir", "--model", "--context-window"}


def binary():
    """The newest build of this checkout, or the one that SKILL_LSP names."""
    if named := os.environ.get("SKILL_LSP"):
        return pathlib.Path(named).resolve()
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or REPOSITORY / "target")
    built = [path for path in (target / "debug/skill-lsp", target / "release/skill-lsp") if path.exists()]
    if not built:
        raise Problem("there is no build of skill-lsp yet: run `cargo build`, or name one in SKILL_LSP")
    return max(built, key=lambda path: path.stat().st_mtime)


def answer(program, manifest, flags, touched, place, env):
    """The listing, and the standing of every file; `real` tells where the links among the paths lead."""
    words = ["--host", manifest["host"], "--format", "json"]
    for path in touched:
        words += ["--touched", path]
    asked, rest = list(words), list(flags)
    while rest:
        flag, value = rest[0], rest[1] if len(rest) > 1 else ""
        if flag not in FLAGS and flag not in ("-m",):
            return {"problem": f"skill-lsp has no flag {flag}"}
        asked += ["--model" if flag == "-m" else flag, value]
        rest = rest[2:]
    without_model = [word for at, word in enumerate(asked)
                     if not {"--model", "--context-window"} & {word, asked[at - 1]}]
    listing = run([program, "prompt", *asked], place / manifest["cwd"], env)
    standing = run([program, "list", "--all", *without_model], place / manifest["cwd"], env)
    if "problem" in standing:
        return standing
    keys = ("id", "name", "description", "status", "reason", "path")
    return {"prompt": listing, "skills": [{key: skill[key] for key in keys} for skill in standing["answer"]]}


def run(argv, folder, env):
    done = subprocess.run([str(word) for word in argv], cwd=folder, env=env, capture_output=True, timeout=60)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()[-600:]
        return {"problem": f"skill-lsp ended with {done.returncode}: {said}"}
    return {"answer": json.loads(done.stdout)}
