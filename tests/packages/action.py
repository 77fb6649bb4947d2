"""Runs the steps of our GitHub Action as a runner does: action.py REPOSITORY FOLDER [INPUT=VALUE…]. It ends as the first
that fails. What a step puts into actions/cache is there again for the next run with the same FOLDER."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

repository, folder = map(pathlib.Path, sys.argv[1:3])
action = yaml.safe_load((repository / "action.yml").read_text())
inputs = {name: about["default"] for name, about in action["inputs"].items()}
given = dict(one.split("=", 1) for one in sys.argv[3:])
assert given.keys() <= inputs.keys(), given
inputs |= given
temporary = folder / "temporary"
shutil.rmtree(temporary, ignore_errors=True)
temporary.mkdir(parents=True)
outputs, kept = {}, []


def value(name):
    """What an expression means: an input, an output of a step, or the runner's folder."""
    if name == "runner.temp":
        return str(temporary)
    if found := re.fullmatch(r"inputs\.([\w-]+)", name):
        return inputs[found[1]]
    found = re.fullmatch(r"steps\.([\w-]+)\.outputs\.([\w-]+)", name)
    return outputs.get(found[1], {}).get(found[2], "")


def filled(text):
    return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda found: value(found[1]), text)


def holds(condition):
    def one(part):
        name, sign, text = re.fullmatch(r"([\w.-]+) (==|!=) '([^']*)'", part.strip()).groups()
        return (value(name) == text) == (sign == "==")

    return all(one(part) for part in condition.split("&&"))


def cache(step):
    path, key = (filled(step["with"][name]) for name in ("path", "key"))
    assert key and "/" not in key, key
    there = folder / "cache" / key
    if there.exists():
        shutil.copytree(there, path, dirs_exist_ok=True)
    else:
        kept.append((there, path))
    return {"cache-hit": "true" if there.exists() else ""}


environment = os.environ | {
    "GITHUB_ACTION_PATH": str(repository),
    "GITHUB_PATH": str(temporary / "path"),
    "GITHUB_OUTPUT": str(temporary / "output"),
    "RUNNER_TEMP": str(temporary),
    "RUNNER_OS": "Linux",
    "RUNNER_ARCH": "X64",
}
code = 0
for step in action["runs"]["steps"]:
    if not holds(step.get("if", "runner.temp != ''")):
        continue
    print(f"step: {step['name']}", flush=True)
    if "uses" in step:
        assert step["uses"].startswith("actions/cache@"), step["uses"]
        outputs[step["id"]] = cache(step)
        continue
    (temporary / "output").write_text("")
    own = {name: filled(text) for name, text in step.get("env", {}).items()}
    more = (temporary / "path").read_text().split() if (temporary / "path").exists() else []
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=filled(step.get("working-directory", ".")),
        env=environment | own | {"PATH": ":".join([*more, environment["PATH"]])},
    )
    outputs[step.get("id", "")] = dict(line.split("=", 1) for line in (temporary / "output").read_text().splitlines())
    if code := done.returncode:
        break
for there, path in kept:
    if pathlib.Path(path).exists():
        shutil.copytree(path, there)
sys.exit(code)
