"""The tree: roots, folders, links and what the kinds add.

    home/                 HOME; at times it holds the project
    ws/                   above the project: what lies here is out of reach for most
    ws/proj/              the project, most times a git repository
    ws/proj/pkg/inner/    folders in it; the host is started in one of these
    real/                 what links lead to: in the home folder, and in the folder where the host is started

Every file has a word `mark-N` of its own where it can, so that an entry tells its file where a host shows no path.
"""
import base64
import json
import posixpath
import random
import re

from proof.agents import AGENTS
from proof.trees.document import document
from proof.trees.real import chosen, name_of
from proof.trees.words import FOLDERS

KINDS = ["plain", "yaml", "deep", "links", "commands", "plugins", "settings"]


def grown(host, seed, kind="all", budget=None, real=None):
    """The manifest of a tree. `all` takes some of the kinds that the host has, another choice for every seed. `real` is a
    folder with skills of people, some of which are put among the others."""
    agent = AGENTS[host]
    grower = Grower(agent, seed, kind)
    own = [each for each in KINDS if each not in ("commands", "plugins", "settings") or getattr(agent, each)]
    if kind == "all":
        kinds = grower.some(own[1:], 1, 4) if seed % 5 else ["plain"]
    elif kind in own:
        kinds = [kind]
    else:
        return None
    grower.grow(kinds)
    if real:
        grower.mix(chosen(real, seed, grower.unique))
    if budget:
        if not agent.small_budget:
            return None
        agent.small_budget(grower, budget)
    if agent.finish:
        agent.finish(grower)
    return grower.manifest(f"-b{budget}" if budget else "")


def filling(root, number):
    """A skill with a description of 40 to 700 characters, the same for the same number."""
    dice = random.Random(f"filling {number}")
    words = " ".join(dice.choice(["when", "reports", "deploy", "naïve", "漢字", "use", "tests", "—", "it's", "reviews"])
                     for _ in range(dice.randint(6, 110)))
    text = f"---\nname: filler-{number}\ndescription: mark-{90000 + number} {words}\n---\nDo it.\n"
    return {"path": f"{root}/filler-{number}/SKILL.md", "text": text}


class Grower:
    """Grows one tree; what the agents' methods get to work with."""

    def __init__(self, agent, seed, kind):
        self.agent, self.seed, self.kind = agent, seed, kind
        self.dice = random.Random(f"{agent.id} {seed} {kind}")
        # Of two skills with one name a host with a race takes any; every fifth tree has such names all the same.
        self.unique = agent.races and seed % 5 != 4
        self.files, self.env, self.flags, self.overlays, self.touched, self.notes = [], {}, [], {}, [], {}
        self.taken, self.names, self.folders, self.marks = set(), [], [], 0
        self.oddness = 0.5

    # --- Chance.

    def chance(self, share):
        return self.dice.random() < share

    def pick(self, *values):
        return self.dice.choice(values)

    def some(self, values, low, high):
        values = list(values)
        return self.dice.sample(values, min(len(values), self.dice.randint(low, high)))

    # --- Files. A path that is taken already stays as it is.

    def add(self, path, item):
        path = posixpath.normpath(path)
        above = posixpath.dirname(path)
        while above:
            if above in self.taken and above not in self.notes.setdefault("folders", set()):
                return  # A file or a link is in the way.
            above = posixpath.dirname(above)
        if path in self.taken or path in self.notes.setdefault("parents", set()):
            return
        self.taken.add(path)
        above = posixpath.dirname(path)
        while above:
            self.notes["parents"].add(above)
            above = posixpath.dirname(above)
        self.files.append({"path": path} | item)

    def write(self, path, content):
        """A file of text, or of (encoding, text)."""
        if isinstance(content, tuple):
            encoding, text = content
            self.add(path, {"base64": base64.b64encode(text.encode(encoding)).decode()})
        else:
            self.add(path, {"text": content})

    def json(self, path, value):
        """A JSON file; what several kinds have to say in one file is put together."""
        held = self.notes.setdefault("json", {})
        if path in held:
            held[path].update(value)
        else:
            held[path] = dict(value)

    def folder(self, path):
        self.add(path, {"dir": True})
        self.notes.setdefault("folders", set()).add(posixpath.normpath(path))

    def link(self, path, target):
        self.add(path, {"symlink": target if target.startswith((".", "@")) else f"@ROOT@/{target}"})

    def skill(self, root, folder, extra=()):
        self.skill_file(f"{root}/{folder}/SKILL.md", folder.split("/")[-1], extra)

    def skill_file(self, path, folder, extra=()):
        self.write(path, document(self, folder, extra))
        self.names.append(folder)

    def command(self, folder, name):
        self.write(f"{folder}/{name}", document(self, name.split("/")[-1].partition(".")[0] or name))

    def mark(self):
        self.marks += 1
        return f"mark-{self.marks}"

    # --- Places.

    def near_root(self):
        """A root that the host reads from where it is started."""
        return self.pick(*self.near)

    def known_names(self, low, high):
        """Names that some skills have, and one that none has, for use in settings."""
        return self.some(sorted(set(self.names)) + ["no-such-skill"], low, high)

    def lay_out(self, kinds):
        """Decides where the project is, and where the host is started."""
        base, below = "ws/proj", ["pkg", "pkg/inner"]
        if "deep" in kinds:
            base = self.pick("ws/proj", "ws/proj", "home/code/proj", "ws/a/b/c/proj")
            below = ["pkg", "pkg/inner", "pkg/inner/a/b/c/d/e", "pkg/.dot/in", "pkg/node_modules/m"]
        self.base = base
        self.levels = [base] + [f"{base}/{folder}" for folder in below]
        self.cwd = self.pick(*self.levels)
        if "deep" in kinds:
            odd = ["home", "ws", f"{base}/.claude/skills/alpha", f"{base}/.agents/skills"]
            self.cwd = self.pick(*[self.cwd] * 4, *odd)
        self.above = [level for level in self.levels if f"{self.cwd}/".startswith(f"{level}/")] or [self.cwd]
        self.repository(kinds)
        user = [f"home/{root}" for root in self.agent.user_roots]
        self.near = user + [f"{level}/{root}" for level in self.above for root in self.agent.project_roots] * 2
        levels = [*self.levels, "ws", "home/code"]
        self.far = [f"{level}/{root}" for level in levels for root in self.agent.project_roots]
        self.far += [f"{place}/{root}" for place in ("home", self.cwd) for root in self.agent.foreign_roots]

    def repository(self, kinds):
        where = self.base
        if "deep" in kinds:
            where = self.pick(self.base, self.base, f"{self.base}/pkg", "ws", None, "worktree")
        if where == "worktree":
            self.worktree()
        elif where:
            self.git(f"{where}/.git")

    def git(self, folder):
        """The least that git takes for a repository."""
        self.write(f"{folder}/HEAD", "ref: refs/heads/main\n")
        self.write(f"{folder}/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n")
        self.folder(f"{folder}/objects")
        self.folder(f"{folder}/refs")

    def worktree(self):
        """The project as a linked worktree of ws/main."""
        self.git("ws/main/.git")
        note = "ws/main/.git/worktrees/proj"
        self.write(f"{note}/HEAD", "ref: refs/heads/side\n")
        self.write(f"{note}/commondir", "../..\n")
        self.write(f"{note}/gitdir", f"@ROOT@/{self.base}/.git\n")
        self.write(f"{self.base}/.git", f"gitdir: @ROOT@/{note}\n")
        self.skill(f"ws/main/{self.agent.project_roots[0]}", "from-main")

    # --- The tree.

    def grow(self, kinds):
        self.kinds = kinds
        self.oddness = 1.0 if "yaml" in kinds else 0.25
        self.folders = self.some(FOLDERS, 9, 14)
        self.lay_out(kinds)
        for folder in self.folders:
            self.skill(self.near_root(), folder)
            if self.chance(0.5):
                self.skill(self.pick(*self.near, *self.far), folder)
        self.oddities()
        if "deep" in kinds:
            self.deep()
        if "links" in kinds:
            self.links()
        for kind in ("commands", "plugins", "settings"):
            if kind in kinds:
                getattr(self.agent, kind)(self)

    def mix(self, skills):
        """Skills of people, in the roots that the host reads."""
        for folder, text in skills:
            if self.agent.names_must_be_text and name_of(folder, text).replace(".", "").isdigit():
                continue
            self.write(f"{self.near_root()}/{folder}/SKILL.md", text)

    def oddities(self):
        """What some hosts read and others pass by."""
        folders = [".hidden", "group/deep", "group/g2/deeper", "outer", "outer/within", "synced", "node_modules/dep",
                   "SKILL.md", "init"]
        for path in self.some(folders, 1, 4):
            self.skill(self.near_root(), path)
        files = ["lower/skill.md", "mixed/Skill.md", "upper/SKILL.MD", "flat.md", "SKILL.md", "group/flat.md",
                 "txt/SKILL.txt", "README.md"]
        for path in self.some(files, 1, 4):
            self.skill_file(f"{self.near_root()}/{path}", path.partition("/")[0].removesuffix(".md").lower())
        if self.chance(0.3):
            self.folder(f"{self.near_root()}/empty")

    def deep(self):
        folders = ["1/2/3", "1/2/3/4", "1/2/3/4/5", "1/2/3/4/5/6", "1/2/3/4/5/6/7", "alpha/inside", ".hid/in",
                   "beta/node_modules/x", "g/.git/x"]
        for path in self.some(folders, 2, 6):
            self.skill(self.near_root(), path)
        rules = ["alpha\n", "*.md\n", ".agents/\n", "beta/\n!beta/\n", "/pkg\n", "b*\n!beta\n", "**/deep\n",
                 "/group/\n", "*\n!*/\n"]
        for place in self.some([*self.levels, "home"], 0, 2) + self.some(self.near, 0, 2):
            self.write(f"{place}/{self.pick('.gitignore', '.ignore', '.fdignore')}", self.pick(*rules))

    def links(self):
        # What leads out of the home folder and of the project we withhold, and the host does not: that is tested elsewhere.
        for real in ("home/real", f"{self.cwd}/real"):
            for name in ("target", "second"):
                self.skill(real, name)
            self.skill(f"{real}/bundle", "in-one")
            self.skill(f"{real}/bundle", "in-two")
            self.link(f"{real}/chain", f"{real}/second")
        to_target = [("link-a", "target"), ("link-b", "target"), ("link-file/SKILL.md", "target/SKILL.md")]
        to_second = [("chain", "chain"), ("second", "second"), ("group/nested-link", "second"),
                     ("file-not-folder", "second/SKILL.md")]
        others = [("nowhere", "missing"), ("nowhere-file/SKILL.md", "missing.md"), ("bundle", "bundle")]
        loops = [("loop", "."), ("loop2", f"@ROOT@/{self.cwd}")]
        if self.agent.goes_round:
            loops = loops[1:] if not self.cwd.endswith("/skills") else []
        if self.agent.races:
            # Two ways to one file are two skills of one name.
            chosen = self.some(to_target, 1, 1) + self.some(to_second, 1, 1) + self.some(others, 1, 3)
        else:
            chosen = self.some(to_target + to_second + others + loops, 3, 8)
        for path, target in chosen:
            root = self.near_root()
            self.link(f"{root}/{path}", target if target.startswith((".", "@")) else f"{self.real(root)}/{target}")
        if self.chance(0.3):
            # A whole root that is a link, where no skill is in the way.
            root = self.near_root()
            self.link(root, f"{self.real(root)}/bundle2")
            self.skill(f"{self.real(root)}/bundle2", "in-three")

    def real(self, path):
        """Where links from there lead to, so that they stay where they belong."""
        is_user = path.startswith("home/") and not path.startswith(f"{self.base}/")
        return "home/real" if is_user else f"{self.cwd}/real"

    def manifest(self, ending):
        for path, value in self.notes.get("json", {}).items():
            self.write(path, json.dumps(value, ensure_ascii=False))
        kind = "" if self.kind == "all" else f"-{self.kind}"
        head = {"case": f"proof-{self.agent.id}{kind}-{self.seed}{ending}", "host": self.agent.id, "cwd": self.cwd,
                "env": self.env, "flags": self.flags}
        more = {"overlays": self.overlays, "touch": self.touched, "duplicates": self.duplicates()}
        return head | {key: value for key, value in more.items() if value} | {"files": self.files}

    def duplicates(self):
        """Names that several files give, where the host leaves the winner to chance."""
        if not self.agent.races:
            return []
        texts = "\n".join(item.get("text", "") for item in self.files)
        names = re.findall(r"^name: ['\"]?(.*?)['\"]?\r?$", texts, re.MULTILINE)
        return sorted({name for name in names if names.count(name) > 1})
