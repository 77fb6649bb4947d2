"""Skills turned off and on by `skill-lsp`, and what the real host lists before, between and after."""
import os
import pathlib
import shutil
import subprocess
import tempfile

from proof import case, manifest as manifests, ours
from proof.difference import difference
from proof.problem import Problem
from proof.side_by_side import tried
from proof.steady import steady

STORED = pathlib.Path(__file__).resolve().parent.parent / "switches"

# The roots in which every host finds `deploy` in the project and `notes` in the home folder.
ROOTS = {"claude-code": ".claude", "codex": ".agents", "opencode": ".opencode", "gemini-cli": ".gemini",
         "qwen-code": ".qwen", "copilot-cli": ".agents"}
HOME_ROOTS = {"opencode": ".config/opencode"}

# Of each host: name of the case, skill, options, settings file, and what it says (None: it is not there).
SCENES = {
    "claude-code": [
        ("local", "deploy", [], "ws/proj/.claude/settings.local.json", None),
        ("user-among-others", "notes", [], "home/.claude/settings.json",
         '{\n\t"skillOverrides": {\n\t\t"zeta": "name-only"\n\t},\n\t"cleanupPeriodDays": 30\n}\n'),
        ("project-in-place", "deploy", ["--scope", "project"], "ws/proj/.claude/settings.json",
         '{"skillOverrides":{"deploy":"on","zeta":"on"},"env":{"A":"b"}}'),
    ],
    "codex": [
        ("no-file", "deploy", [], "home/.codex/config.toml", None),
        ("tables", "notes", [], "home/.codex/config.toml",
         '# mine\n[[skills.config]]\nname = "zeta"\nenabled = true # why\n\n[tui]\nnotifications = false\n'),
        ("inline", "deploy", [], "home/.codex/config.toml",
         '[skills]\nconfig = [\n  { name = "deploy", enabled = true },\n]\n'),
    ],
    "opencode": [
        ("project", "deploy", [], "ws/proj/opencode.json", None),
        ("comments", "notes", [], "home/.config/opencode/opencode.jsonc",
         '{\n  // mine\n  "permission": {\n    "skill": {\n      "zeta": "ask", // hm\n    },\n  },\n}\n'),
        ("one-word-for-all-tools", "deploy", [], "ws/proj/opencode.json", '{"permission": "allow"}\n'),
        ("one-word-for-skills", "notes", ["--scope", "project"], "ws/proj/opencode.json",
         '{\n  "permission": {"bash": "ask", "skill": "allow"}\n}\n'),
    ],
    "gemini-cli": [
        ("project", "deploy", [], "ws/proj/.gemini/settings.json", None),
        ("comments", "deploy", [], "ws/proj/.gemini/settings.json",
         '{\r\n    // mine\r\n    "skills": {\r\n        "disabled": ["zeta"] /* hm */\r\n    }\r\n}\r\n'),
        ("user", "notes", [], "home/.gemini/settings.json", '{"ui":{"theme":"Default"},"skills":{"disabled":[]}}'),
    ],
    "qwen-code": [
        ("project", "deploy", [], "ws/proj/.qwen/settings.json", None),
        ("user", "notes", [], "home/.qwen/settings.json", '{\n  "skills": {\n    "disabled": [\n      "zeta"\n    ]\n  }\n}\n'),
    ],
    "copilot-cli": [
        ("user", "notes", [], "home/.copilot/settings.json", '{\n  // mine\n  "disabledSkills": ["zeta"],\n}\n'),
    ],
}


def scenes(host):
    return SCENES.get(host, [])


def proved(host, scene, times):
    """The case: the tree before and between, each with what the host listed. Raises what is not as it should be."""
    name, skill, options, settings, text = scene
    before = tree(host, name, settings, text)
    is_on = listed(before, skill, times)
    first, second = ("disable", "enable") if is_on["has"] else ("enable", "disable")
    changed = switched(before, first, skill, options, settings)
    if changed == text:
        raise Problem(f"{first} wrote nothing")
    between = tree(host, name, settings, changed)
    other = listed(between, skill, times)
    if other["has"] == is_on["has"]:
        raise Problem(f"the host does not heed it:\n{changed}")
    back = switched(between, second, skill, options, settings)
    if text is not None and back != text:
        raise Problem(f"{second} does not give back what was there:\n{back}")
    again = listed(tree(host, name, settings, back), skill, times)
    if again["expected"]["entries"] != is_on["expected"]["entries"]:
        raise Problem("the host lists something else than before")
    return {"skill": skill, "options": options, "settings": settings, "first": first, "back": back,
            "before": {"manifest": before, "expected": is_on["expected"]},
            "between": {"manifest": between, "expected": other["expected"]}}


def tree(host, name, settings, text):
    files = [{"path": "ws/proj/.git/HEAD", "text": "ref: refs/heads/main\n"},
             {"path": "ws/proj/.git/config", "text": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"},
             {"path": "ws/proj/.git/objects", "dir": True}, {"path": "ws/proj/.git/refs", "dir": True}]
    home = HOME_ROOTS.get(host, ROOTS[host])
    for number, (root, skill) in enumerate([(f"ws/proj/{ROOTS[host]}", "deploy"), (f"ws/proj/{ROOTS[host]}", "zeta"),
                                            (f"home/{home}", "notes")]):
        said = f"---\nname: {skill}\ndescription: Does mark-{number}. Use when asked to.\n---\n\nDo it.\n"
        files.append({"path": f"{root}/skills/{skill}/SKILL.md", "text": said})
    if text is not None:
        files.append({"path": settings, "text": text})
    return {"case": f"{host}-switch-{name}", "host": host, "cwd": "ws/proj", "env": {}, "flags": [], "files": files}


def listed(manifest, skill, times):
    """What the host lists, whether the skill is among it, and that we say the same."""
    runs = [tried(manifest) for _ in range(times)]
    for run in runs:
        if problem := run["host"].get("problem"):
            raise Problem(problem)
    expected = steady([run["host"] for run in runs])
    if found := difference(expected, runs[0]["ours"], runs[0]["real"]):
        raise Problem(f"host and skill-lsp differ at {found}")
    return {"expected": expected, "has": any(skill in entry for entry in expected["entries"])}


def switched(manifest, command, skill, options, settings):
    """The settings file after `skill-lsp` has switched."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="skill-switch-"))
    try:
        manifests.write(manifest, place)
        env = {"HOME": str(place / "home"), "PATH": os.environ["PATH"]}
        argv = [str(ours.binary()), command, skill, "--host", manifest["host"], *options]
        done = subprocess.run(argv, cwd=place / manifest["cwd"], env=env, capture_output=True, timeout=60)
        if done.returncode != 0:
            raise Problem(f"skill-lsp {command} ended with {done.returncode}: {done.stderr.decode().strip()}")
        return (place / settings).read_bytes().decode()
    finally:
        shutil.rmtree(place)


def store(host, scene, value):
    path = STORED / host / f"{scene[0]}.json"
    case.write(path, value)
    return path
