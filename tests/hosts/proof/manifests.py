"""What the real host says of manifests of packages, beside what `skill-lsp check` finds in them.

The cases stand in tests/hosts/manifests.txt: files, and for the first of them what the host says of each key:

    == a name
    -- .claude-plugin/plugin.json
    {"name": "my kit"}
    => error name
    +> warning skills

`=>` is what the host says, `+>` what only we say. `<BOM>` stands for a byte order mark."""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

from proof import install, ours
from proof.problem import Problem

CASES = install.REPOSITORY / "tests/hosts/manifests.txt"
HOST = "claude-code"


def cases(text):
    """The cases of a text: name, files, what the host says, what we say besides."""
    found = []
    for block in re.split(r"^== ", text, flags=re.M)[1:]:
        name, _, rest = block.partition("\n")
        files, says, more = {}, set(), set()
        path = None
        for line in rest.splitlines(keepends=True):
            if line.startswith("-- "):
                path = line[3:].strip()
                files[path] = ""
            elif line.startswith("=> "):
                says.add(line[3:].strip())
            elif line.startswith("+> "):
                more.add(line[3:].strip())
            elif path is not None:
                files[path] += line
        files = {path: text.rstrip("\n").replace("<BOM>", "\ufeff") for path, text in files.items()}
        found.append({"name": name.strip(), "files": files, "says": says, "more": more})
    return found


def written(case):
    lines = [f"== {case['name']}"]
    for path, text in case["files"].items():
        lines += [f"-- {path}", *([text.replace("\ufeff", "<BOM>")] if text else [])]
    lines += [f"=> {line}" for line in sorted(case["says"])] + [f"+> {line}" for line in sorted(case["more"])]
    return "\n".join(lines) + "\n"


def laid(files, place):
    for path, text in files.items():
        file = place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")


def said(program, manifest, home):
    """What the host says of a manifest, each as `level key`; of other files it may say what it wants."""
    env = {"HOME": str(home), "PATH": os.environ.get("PATH", ""), "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
           "DISABLE_AUTOUPDATER": "1"}
    run = subprocess.run([program, "plugin", "validate", "--json", manifest], capture_output=True, text=True, env=env,
                         timeout=120)
    try:
        report = json.loads(run.stdout)["manifest"]
    except (ValueError, KeyError) as error:
        raise Problem(f"{manifest}: no report: {run.stdout[:200]}{run.stderr[:200]}") from error
    told = [("error", it["path"]) for it in report["errors"]] + [("warning", it["path"]) for it in report["warnings"]]
    return worst({f"{level} {plain(path)}" for level, path in told if "plugin.json →" not in path})


def worst(told):
    """Of each key the worst that is said of it."""
    return {line for line in told if line.startswith("error ") or f"error {line.split(' ', 1)[1]}" not in told}


def plain(path):
    """A key as both write it: `plugins[0].name` and `skills[0]` as `plugins.0.name` and `skills`."""
    if path in ("json", "root"):
        return "-"
    parts = re.sub(r"\[(\d+)\]", r".\1", path).split(".")
    return ".".join(parts[:3] if parts[0] == "plugins" and len(parts) > 1 else parts[:1])


def found(program, place, path):
    """The same in the words of `skill-lsp`: hints and notes are warnings here."""
    run = subprocess.run([program, "check", "--format", "json", "--hints", "--cwd", place, place / path],
                         capture_output=True, text=True, timeout=120, env={**os.environ, "HOME": str(place / "home")})
    if run.returncode > 1:
        raise Problem(f"{place / path}: {run.stderr[:300]}")
    text = (place / path).read_text(encoding="utf-8")
    levels = {"error": "error", "warning": "warning", "information": "warning", "hint": "warning"}
    told = set()
    for finding in json.loads(run.stdout)["findings"]:
        start = offset(text, finding["range"]["start"])
        missing = re.match(r"`([^`]*)` is (?:missing|not given)$", finding["message"].split("\n")[0])
        if finding["message"].startswith(("This is not JSON", "The file holds")):
            key = "-"
        else:
            keys = keys_at(text, start)
            key = plain(".".join([*keys, missing[1]] if missing else keys))
        told.add(f"{levels[finding['level']]} {key}")
    return worst(told)


def offset(text, position):
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[:position["line"] - 1]) + position["column"] - 1


def keys_at(text, at):
    """The keys down to an offset of JSON that can be read: by its brackets and quotes alone."""
    stack, keys, index = [], [], 0
    key = None
    while index <= at and index < len(text):
        sign = text[index]
        if sign == '"':
            end = index + 1
            while text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            if stack and stack[-1] == "{" and keys[-1] is None:
                key = json.loads(text[index:end + 1])
                if index <= at <= end:
                    return [str(it) for it in keys if it is not None] + [key]
                keys[-1] = key
            elif index <= at <= end:
                break
            index = end
        elif sign in "{[":
            if index == at:
                break
            stack.append(sign)
            keys.append(None if sign == "{" else 0)
        elif sign in "}]":
            stack.pop()
            keys.pop()
        elif sign == "," and stack:
            keys[-1] = None if stack[-1] == "{" else keys[-1] + 1
        index += 1
    return [str(it) for it in keys if it is not None]


def program():
    package = install.folder() / HOST / "node_modules/@anthropic-ai"
    found = next(iter(sorted(package.glob("*/claude"))), None)
    if not found:
        raise Problem(f"{HOST} is not in {install.folder()}: run `prove install {HOST}`")
    return found


def compare(cases, store=False):
    """Runs both on each case; gives those that differ, as sentences."""
    host, our = program(), ours.binary()
    home = pathlib.Path(tempfile.mkdtemp(prefix="prove-home-"))
    differences = []
    try:
        for case in cases:
            place = pathlib.Path(tempfile.mkdtemp(prefix="prove-manifest-"))
            try:
                laid(case["files"], place)
                first = next(iter(case["files"]))
                says = said(host, place / first, home)
                if store:
                    case["says"] = says
                if says != case["says"] and case["says"] is not None:
                    differences.append(f"{case['name']}: the host says {sorted(says)}, stored is {sorted(case['says'])}")
                told = found(our, place, first)
                if store:
                    case["more"] = told - says
                if told - case["more"] != says or case["more"] - told:
                    differences.append(f"{case['name']}: the host says {sorted(says)}, we say {sorted(told)}")
            finally:
                shutil.rmtree(place)
    finally:
        shutil.rmtree(home)
    return differences


# --- Manifests that nobody has seen.

ODD = [5, -1, 1.5, True, False, None, "", "x", "./x", "./skills", "skills", "../x", "./skills/a/SKILL.md", [], {}, ["x"],
       ["./skills", 5], {"x": 1}, {"name": "x"}, [{}], [{"name": "x"}], "https://example.com", "my thing", "a@b", "./a.json",
       "./a.md", {"a": {"command": "x"}}, {"a": {"type": "http", "url": "https://x"}}, {"PreToolUse": []}, {"Stop": 5}]


def mutated(cases, seed):
    """A case with one to three changes in its first file, when that can be read."""
    chance = random.Random(seed)
    for _ in range(200):
        case = chance.choice(cases)
        first = next(iter(case["files"]))
        try:
            value = json.loads(case["files"][first])
        except ValueError:
            continue
        if not isinstance(value, dict):
            continue
        for _ in range(chance.randint(1, 3)):
            change(value, chance, cases, first)
        text = json.dumps(value, indent=chance.choice([None, 2]), ensure_ascii=False)
        files = {**case["files"], first: text}
        return {"name": f"seed {seed}, from `{case['name']}`", "files": files, "says": None, "more": set()}
    raise Problem("no case can be changed")


def change(value, chance, cases, first):
    """One change: a value, a key, a slip in a key, a key of another case."""
    places = []

    def walk(node):
        if isinstance(node, dict):
            places.extend((node, key) for key in node)
            for child in node.values():
                walk(child)
        elif isinstance(node, list):
            places.extend((node, index) for index in range(len(node)))
            for child in node:
                walk(child)

    walk(value)
    kind = chance.choice(["value", "value", "remove", "slip", "borrow", "borrow"])
    if kind == "borrow" or not places:
        others = [case for case in cases if next(iter(case["files"])) == first]
        try:
            other = json.loads(chance.choice(others)["files"][first])
            key = chance.choice(sorted(other))
            value[key] = other[key]
        except (ValueError, IndexError, TypeError):
            pass
        return
    node, key = chance.choice(places)
    if kind == "value":
        node[key] = chance.choice(ODD)
    elif kind == "remove":
        del node[key]
    elif isinstance(node, dict) and len(key) > 2:
        at = chance.randrange(len(key))
        node[key[:at] + key[at + 1:]] = node.pop(key)
