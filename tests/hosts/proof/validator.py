"""The reference validator and `skill-lsp check --host skills-ref` side by side, on files and on random ones."""
import json
import pathlib
import random
import re
import subprocess
import tempfile

from proof import install, ours
from proof.trees import document as documents
from proof.trees.words import FOLDERS

HOST = "skills-ref"
# One process for all: starting Python takes longer than validating.
SCRIPT = """
import json, pathlib, sys, traceback
from skills_ref import to_prompt, validate
for folder in json.load(sys.stdin):
    try:
        complaints = validate(pathlib.Path(folder))
    except Exception as error:
        complaints = [type(error).__name__]
    try:
        prompt = to_prompt([pathlib.Path(folder)])
    except Exception as error:
        prompt = None
    print(json.dumps([complaints, prompt]))
"""


class Unhosted:
    """What stands for an agent where random texts are grown."""
    id, races, names_must_be_text, files_must_be_text = HOST, False, False, False


class Grower:
    """As much of a grower of trees as a single text needs."""
    agent, unique, names = Unhosted, False, ["alpha", "beta"]

    def __init__(self, seed):
        self.dice, self.marks = random.Random(f"{HOST} {seed}"), 0
        self.oddness = self.dice.choice([0.2, 0.6, 1.0])

    def chance(self, share):
        return self.dice.random() < share

    def pick(self, *values):
        return self.dice.choice(values)

    def some(self, values, low, high):
        values = list(values)
        return self.dice.sample(values, min(len(values), self.dice.randint(low, high)))

    def mark(self):
        self.marks += 1
        return f"mark-{self.marks}"


EXTRA = ["license: MIT", "license:\n  - MIT", "compatibility: any", f"compatibility: {'x' * 501}", "compatibility:",
         "compatibility:\n  - a", "metadata:\n  a: b", "metadata:\n  a:\n    b: c", "metadata: text", "metadata: {a: b}",
         "metadata:", "metadata:\n  a: b\nother:\n    c: d", "allowed-tools: Read Bash", "allowed-tools:\n  - Read",
         "allowed-tools: [Read]", "author: me", "version: 1.0", "metadata:\n  a: 1\n  a: 2", "license: !x y",
         "license: &a b", "license: *a", "<<: x", "? a\n: b", "license: 'a\n  b'", "metadata:\n- a\n- b: c"]


def grown(seed):
    """A folder and the bytes of its SKILL.md."""
    grower = Grower(seed)
    folder = grower.pick(*FOLDERS)
    content = documents.document(grower, folder, grower.some(EXTRA, 0, 2))
    encoding, text = content if isinstance(content, tuple) else ("utf-8", content)
    return folder, text.encode(encoding)


def compared(skills):
    """Each difference between the two on [(label, folder, bytes)], and how many are valid."""
    with tempfile.TemporaryDirectory() as base:
        base = pathlib.Path(base).resolve()
        folders = []
        for at, (_, name, content) in enumerate(skills):
            folder = base / str(at) / name
            folder.mkdir(parents=True)
            (folder / "SKILL.md").write_bytes(content)
            folders.append(folder)
        theirs = validated(folders)
        mine = checked(base)
        for (label, *_), folder, (complaints, prompt) in zip(skills, folders, theirs):
            found = mine.get(str(folder / "SKILL.md"), [])
            wanted = sorted(map(alike, complaints))
            if wanted != sorted(map(alike, found)):
                yield f"{label}\n  validator: {wanted}\n  ours: {sorted(found)}"
            shown = prompted(folder)
            if (prompt or "") != shown:
                yield f"{label}: prompt\n  validator: {prompt!r}\n  ours: {shown!r}"


def stored(skills):
    """What the validator says of each, for `cargo test`."""
    with tempfile.TemporaryDirectory() as base:
        folders = []
        for at, (_, name, content) in enumerate(skills):
            folder = pathlib.Path(base).resolve() / str(at) / name
            folder.mkdir(parents=True)
            (folder / "SKILL.md").write_bytes(content)
            folders.append(folder)
        for (label, name, content), (complaints, _) in zip(skills, validated(folders)):
            # What is not UTF-8 can stand in no JSON text.
            if complaints != ["UnicodeDecodeError"]:
                yield {"label": label, "folder": name, "text": content.decode(), "complaints": sorted(map(alike, complaints))}


def listed(seeds):
    """A case for `tests/hosts/cases`: a tree, and what `to-prompt` makes of it."""
    with tempfile.TemporaryDirectory() as base:
        base = pathlib.Path(base).resolve()
        files, folders, names = [], [], set()
        for seed in seeds:
            name, content = grown(seed)
            folder = base / "ws/.agents/skills" / name
            if name in names or b"\r" in content:
                continue
            folder.mkdir(parents=True)
            (folder / "SKILL.md").write_bytes(content)
            complaints, prompt = validated([folder])[0]
            shown = re.search("<name>\n(.*?)\n</name>", prompt or "", re.DOTALL)
            if shown and shown[1] in names:
                continue
            names |= {name, shown[1] if shown else name}
            files.append({"path": f"ws/.agents/skills/{name}/SKILL.md", "text": content.decode(errors="replace")})
            folders += [(folder, prompt)] if prompt else []
        folders.sort(key=lambda pair: pair[0].name.encode())
        entries = [prompt.removeprefix("<available_skills>\n").removesuffix("\n</available_skills>")
                   .replace(str(base), "@ROOT@") for _, prompt in folders]
    manifest = {"case": f"seeds-{seeds[0]}", "host": HOST, "cwd": "ws", "env": {}, "flags": [], "files": files}
    expected = {"host": HOST, "version": "0.1.1", "entries": entries, "listing": "\n".join(entries),
                "header": "<available_skills>\n", "footer": "\n</available_skills>", "loaded": []}
    return {"manifest": manifest, "expected": expected}


def alike(complaint):
    """Of YAML that cannot be read the two say why in their own words."""
    # Its YAML reader ends with a fault of its own at some texts.
    if complaint.startswith("Invalid YAML in frontmatter") or complaint in ("AttributeError", "TypeError"):
        return "Invalid YAML in frontmatter"
    # A finding is one line without a full stop.
    return "SKILL.md is not UTF-8" if complaint == "UnicodeDecodeError" else " ".join(complaint.split()).rstrip(".")


def validated(folders):
    python = install.folder() / HOST / "bin/python"
    done = subprocess.run([python, "-c", SCRIPT], input=json.dumps([str(folder) for folder in folders]).encode(),
                          capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def checked(base):
    """Our errors by file."""
    done = subprocess.run([ours.binary(), "check", "--host", HOST, "--format", "json", base], cwd=base,
                          capture_output=True)
    found = {}
    for finding in json.loads(done.stdout)["findings"]:
        if finding["level"] == "error":
            found.setdefault(finding["path"], []).append(finding["message"].partition("\nThe skills-ref validator refuses")[0])
    return found


def prompted(folder):
    settings = folder.parent / "skill-lsp.toml"
    settings.write_text(f"roots = [{json.dumps(str(folder.parent))}]\n")
    done = subprocess.run([ours.binary(), "prompt", "--host", HOST, "--config", settings], cwd=folder.parent,
                          capture_output=True, env={"HOME": str(folder.parent / "home"), "PATH": ""})
    return done.stdout.decode().strip()
