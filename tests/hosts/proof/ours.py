"""What `skill-lsp` says of the same tree."""
import json
import os
import pathlib
import subprocess

from proof.install import REPOSITORY
from proof.problem import Problem

# Flags of hosts, and what `skill-lsp` calls the same.
FLAGS = {"--add-dir": "--add-dir", "--skill": "--add-dir", "--plugin-dir": "--plugin-dir", "--model": "--model",
         "-m": "--model", "--setting-sources": "--setting-sources", "--context-window": "--context-window",
         "--agent": "--agent"}
# Those that `list` does not take.
ONLY_PROMPT = {"--model", "--context-window"}


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
    shared, of_prompt = ["--host", manifest["host"], "--format", "json"], []
    for path in touched:
        shared += ["--touched", path]
    if not manifest.get("bundled"):
        of_prompt.append("--without-bundled")
    for flag, value in zip(flags[::2], flags[1::2]):
        if flag not in FLAGS:
            return {"problem": f"skill-lsp has nothing for {flag}"}
        (of_prompt if FLAGS[flag] in ONLY_PROMPT else shared).extend([FLAGS[flag], value])
    listing = run([program, "prompt", *shared, *of_prompt], place / manifest["cwd"], env)
    standing = run([program, "list", "--all", *shared], place / manifest["cwd"], env)
    if "problem" in standing:
        return standing
    keys = ("id", "name", "description", "status", "reason", "path")
    return {"prompt": listing, "skills": [{key: skill[key] for key in keys} for skill in standing["answer"]]}


def packaged(program, manifest, flags, touched, place, env):
    """What we say in the author's repository, where nothing is installed; paths are relative to it."""
    repository = place / manifest["repository"]
    inside = lambda path: os.path.relpath(path, repository)
    asked = ["--host", manifest["host"], "--format", "json"]
    without = [] if manifest.get("bundled") else ["--without-bundled"]
    listing = run([program, "prompt", *without, *asked], repository, env)
    standing = run([program, "list", *asked], repository, env)
    if "problem" in listing or "problem" in standing:
        return listing if "problem" in listing else standing
    return {"entries": [{"name": entry["id"], "path": inside(entry["path"]), "text": entry["text"]}
                        for entry in listing["answer"]["entries"]],
            "skills": [{"id": skill["id"], "status": skill["status"], "path": inside(skill["path"])}
                       for skill in standing["answer"]]}


def shown(program, manifest, flags, touched, place, env):
    """What the model receives for each of the manifest's loads. A command is replaced by what it would print, which
    the manifest says."""
    shared = ["--host", manifest["host"], "--format", "json"] + (["--typed"] if manifest.get("typed") else [])
    for path in touched:
        shared += ["--touched", path]
    for flag, value in zip(flags[::2], flags[1::2]):
        if flag not in FLAGS and flag != "--session-id":
            return {"problem": f"skill-lsp has nothing for {flag}"}
        shared += [FLAGS.get(flag, flag), value]
    found = []
    for load in manifest["loads"]:
        given = ["--arguments", load["arguments"]] if "arguments" in load else []
        answer = run([program, "show", load["skill"], *given, *shared], place / manifest["cwd"], env)
        found.append(printed(answer["answer"], manifest.get("prints", {})) if "answer" in answer else answer)
    return {"loads": found}


def printed(answer, prints):
    """A loaded text with what its commands print."""
    text = answer["text"]
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    offset = lambda place: starts[place["line"] - 1] + place["column"] - 1
    for mark in reversed([mark for mark in answer["marks"] if mark["kind"] == "command"]):
        start, end = offset(mark["range"]["start"]), offset(mark["range"]["end"])
        command = mark["text"].replace("\r\n", "\n")
        text = text[:start] + prints.get(command, mark["text"]) + text[end:]
    return text


def run(argv, folder, env):
    done = subprocess.run([str(word) for word in argv], cwd=folder, env=env, capture_output=True, timeout=60)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()[-600:]
        return {"problem": f"skill-lsp ended with {done.returncode}: {said}"}
    return {"answer": json.loads(done.stdout)}
