"""Runs the steps of our GitHub Action as a runner does: action.py REPOSITORY FOLDER. It ends as the first that fails."""
import os
import pathlib
import re
import subprocess
import sys

import yaml

repository, folder = map(pathlib.Path, sys.argv[1:])
action = yaml.safe_load((repository / "action.yml").read_text())
inputs = {name: about["default"] for name, about in action["inputs"].items()}


def filled(text):
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], text)


environment = os.environ | {
    "GITHUB_ACTION_PATH": str(repository),
    "GITHUB_PATH": str(folder / "path"),
    "RUNNER_TEMP": str(folder),
}
for step in action["runs"]["steps"]:
    print(f"step: {step['name']}", flush=True)
    own = {name: filled(value) for name, value in step.get("env", {}).items()}
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=filled(step.get("working-directory", ".")),
        env=environment | own,
    )
    if done.returncode != 0:
        sys.exit(done.returncode)
