"""The host's own skills: how many, how long, in which order. Read from the real host into the data of `src/hosts`."""
import re
import tomllib

from proof.data import DATA, runs
from proof.problem import Problem
from proof.side_by_side import tried

BLOCK = re.compile(r"^\[listing\.own\]\n(?:(?!\[).*\n)*?skills = \[\n(?P<skills>(?:  \{.*\n)*)\]\n", re.MULTILINE)


def asked(host, unit, env):
    """The host's own skills where nothing else is: (name, length of the text)."""
    manifest = {"case": f"{host}-own", "host": host, "cwd": "ws/proj", "env": env, "flags": [], "bundled": True,
                "own": True, "files": [{"path": "ws/proj/.git/HEAD", "text": "ref: refs/heads/main\n"}]}
    answer = tried(manifest, with_ours=False)["host"]
    if "problem" in answer:
        raise Problem(f"{host}: {answer['problem']}")
    found = [(name, runs(text, unit)) for name, text in answer["own"]]
    if strange := [name for name, length in found if length is None]:
        raise Problem(f"{host}: the data cannot say how long the text of {strange[0]} is")
    return found


def renew(host, small):
    """Writes what the host says now into its data; gives whether anything changed. `small` is an environment in which
    the host cuts what it can."""
    path = DATA / f"{host}.toml"
    text = path.read_text(encoding="utf-8")
    rule = next((rule for rule in tomllib.loads(text).get("listing", []) if "own" in rule), None)
    if not rule:
        raise Problem(f"nothing is known of skills that {host} brings itself: its data has no [listing.own]")
    unit = rule.get("budget", {}).get("unit", "characters")
    found = asked(host, unit, {})
    cut = {name for name, text in asked(host, unit, small) if text == [0]} if small else set()
    lines = [f'  {{ name = "{name}", text = {length}{", cut = true" if name in cut else ""} }},\n' for name, length in found]
    changed = BLOCK.sub(lambda block: block[0].replace(f"skills = [\n{block['skills']}]", f"skills = [\n{''.join(lines)}]"), text)
    if len(BLOCK.findall(text)) == 0:
        raise Problem(f"{path.name} has no `skills = [` of its own below [listing.own]")
    path.write_text(changed, encoding="utf-8")
    return changed != text
