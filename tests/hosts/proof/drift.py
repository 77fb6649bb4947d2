"""What the newest releases do otherwise than the pinned ones: `prove drift` and `prove lift`."""
import dataclasses
import json
import os
import re
import subprocess

from proof import case, install, own, pins
from proof.agents import AGENTS
from proof.data import DATA, own_texts
from proof.problem import Problem
from proof.side_by_side import changed, compared
from proof.trees.grower import grown


def newest(pin):
    """The newest release of a host in its registry, as a pin; a mark of the platform is part of the package's name."""
    if pin.held:
        return pin
    if pin.client == "npm":
        name, _, _ = pin.template.rpartition("@")
        told = json.loads(heard([install.tool("npm"), "view", name, "dist-tags.latest", "--json"]))
        version = told[-1] if isinstance(told, list) else told
    else:
        name = pin.template.partition("==")[0]
        told = heard([install.python(), "-m", "pip", "index", "versions", name, "--disable-pip-version-check"])
        version = re.search(r"\(([^)]+)\)", told)[1]
    return pins.with_version(pin, version)


def heard(argv):
    done = subprocess.run([str(word) for word in argv], capture_output=True, text=True)
    if done.returncode != 0:
        raise Problem(f"this failed: {' '.join(map(str, argv))}\n  {done.stderr.strip()[-300:]}")
    return done.stdout


@dataclasses.dataclass
class Row:
    """What became of one host."""
    host: str
    pinned: str
    newest: str
    cases: str = ""
    with_own: str = ""
    without_own: str = ""
    changes: list = dataclasses.field(default_factory=list)  # (what, the first difference)
    problem: str = ""


def drifted(pin, seeds, in_order):
    """One host: its newest release on the stored cases and on fresh trees. `in_order` does several at a time."""
    row = Row(pin.host, pin.version, "?")
    try:
        latest = newest(pin)
        row.newest = latest.version
        with release(latest):
            install.install(latest)
            paths = case.stored(pin.host)
            wrong = [(path.stem, found) for path, found in in_order(changed, paths) if found]
            row.cases = f"{len(paths) - len(wrong)}/{len(paths)}"
            row.changes += [(f"case {name}", found) for name, found in wrong]
            if pin.host not in AGENTS:
                return row  # It lists nothing: `prove validator` holds it against us.
            row.with_own = seeded(row, pin.host, seeds, True, in_order)
            row.without_own = seeded(row, pin.host, seeds, False, in_order)
    except Problem as problem:
        row.problem = str(problem)
    return row


def seeded(row, host, seeds, bundled, in_order):
    """Fresh trees beside `skill-lsp`: how many are equal; the others are noted."""
    trees = [tree | {"bundled": bundled} for tree in (grown(host, seed) for seed in seeds) if tree]
    equal = tried = 0
    for tree, (word, text) in in_order(lambda tree: compared(tree, False, None), trees):
        tried, equal = tried + (word != "no trial"), equal + (word == "equal")
        if word == "differs":
            row.changes.append((f"tree {tree['case']}{'' if bundled else ' --without-bundled'}", text.removeprefix(" at ")))
    return f"{equal}/{tried}"


class release:
    """A folder of its own for a release; the pinned ones stay where they are."""

    def __init__(self, pin):
        self.place = install.REPOSITORY / ".tools/releases" / pin.version

    def __enter__(self):
        self.before = os.environ.get("SKILL_LSP_HOSTS")
        os.environ["SKILL_LSP_HOSTS"] = str(self.place)

    def __exit__(self, *_):
        if self.before is None:
            del os.environ["SKILL_LSP_HOSTS"]
        else:
            os.environ["SKILL_LSP_HOSTS"] = self.before


def table(rows):
    """The rows as a table of Markdown, and below it what changed."""
    lines = ["| host | pinned | newest | cases | trees, own skills on | trees, off |", "|---|---|---|---|---|---|"]
    for row in rows:
        cells = [row.host, row.pinned, row.newest if row.newest != row.pinned else "the same",
                 row.cases, row.with_own, row.without_own]
        lines.append("| " + " | ".join(cells) + " |")
    for row in rows:
        if row.problem:
            lines.append(f"\n{row.host} could not be tried: {row.problem}")
        lines += [f"\n{row.host}, {what}: {text}" for what, text in row.changes]
    return "\n".join(lines)


def has_drifted(rows):
    return any(row.changes or row.problem for row in rows)


def lift(pin, version):
    """Pins another release, and says so in the data of the host; gives the lines that are to be reviewed."""
    pin = pins.with_version(pin, version) if version else newest(pin)
    install.install(pin)
    before = pins.pins()[pin.host].version
    pins.write(pin.host, pin.version)
    path = DATA / f"{pin.host}.toml"
    text = path.read_text(encoding="utf-8")
    lifted = re.sub(r'^(verified = \{ version = ")[^"]*', rf"\g<1>{pin.version}", text, count=1, flags=re.MULTILINE)
    path.write_text(lifted, encoding="utf-8")
    said = [f"{pin.host}: {before} -> {pin.version}"]
    if own_texts(pin.host):
        own_texts.cache_clear()
        said.append(f"its own skills: {'renewed' if own.renew(pin.host, AGENTS[pin.host].small) else 'as they were'}")
    return said
