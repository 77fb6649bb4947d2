"""Repositories of authors, whose packages reach a host by being installed: plugins, catalogues of plugins, extensions.

    ws/repository/    what the author has written, committed in git
    ws/elsewhere/     where the host is started once everything is installed
    market/           a catalogue of somebody else, for a plugin that stands in none of the author's

Texts are ordinary here for the most part: what odd ones lead to is the matter of the other trees.
"""
import json

from proof.agents import AGENTS
from proof.manifest import ADDRESS
from proof.trees.grower import Grower

REPOSITORY = "ws/repository"
# Where a catalogue may be, and the manifest of a plugin; the first ones are the usual ones.
CATALOGUES = {
    "claude-code": [".claude-plugin/marketplace.json"],
    "codex": [".claude-plugin/marketplace.json", ".agents/plugins/marketplace.json",
              ".agents/plugins/api_marketplace.json", ".cursor-plugin/marketplace.json"],
    "copilot-cli": [".claude-plugin/marketplace.json", ".github/plugin/marketplace.json", "marketplace.json",
                    ".plugin/marketplace.json"],
    "qwen-code": [".claude-plugin/marketplace.json"],
}
MANIFESTS = {
    "claude-code": [".claude-plugin/plugin.json"],
    "codex": [".claude-plugin/plugin.json", ".codex-plugin/plugin.json", ".cursor-plugin/plugin.json"],
    "copilot-cli": [".claude-plugin/plugin.json", "plugin.json", ".github/plugin/plugin.json", ".plugin/plugin.json"],
    "qwen-code": [".claude-plugin/plugin.json"],
}
EXTENSIONS = {
    "gemini-cli": ["gemini-extension.json"],
    "qwen-code": ["qwen-extension.json", "gemini-extension.json", ".claude-plugin/plugin.json"],
}
HOSTS = sorted(CATALOGUES | EXTENSIONS)

# Descriptions, names and bodies; MARK is the word that only this file has, MINE the name of the folder.
DESCRIPTIONS = [
    "description: MARK does it. Use when asked to.", "description: MARK does it. Use when asked to.",
    "description: MARK does it. Use when asked to.", "description: 'MARK it''s quoted'",
    'description: "MARK says \\"hi\\" to C:\\\\dir"', "description: >-\n  MARK over\n  two lines",
    "description: MARK uses agents.md and R&D <b>", "description: MARK: with a colon", "description: MARK 漢字 😀",
]
NO_DESCRIPTIONS = ["license: MIT", "description:", "description: ''", "description: [MARK, list]", "description: |"]
NAMES = ["name: MINE", "name: MINE", "name: MINE", "name: other-MINE", "name: MINE-Caps", "license: MIT",
         "name: 'MINE'", "name: Has Space"]
LINES = ["disable-model-invocation: true", "user-invocable: false", "allowed-tools: Read", "argument-hint: '[x]'",
         "model: inherit", "name: other", "broken: [", "a: b: c"]
BODIES = ["Do MARK.\n", "# Title\n\nDo MARK.\n", "", "Do MARK with $ARGUMENTS.\n", "Do MARK with $1.\n",
          "See agents.md and ${CLAUDE_PLUGIN_ROOT}/x, MARK.\n", "Mail a@b.c, MARK.\n"]
COMMAND_BODIES = BODIES + ["Read @README.md, MARK.\n", "Now: !`git status`, MARK.\n", "{{args}} MARK\n",
                           "Do MARK.\n" + "long " * 900 + "\n"]


def grown(host, seed):
    """The manifest of a repository, with the commands of the host that install what is in it."""
    author = Author(AGENTS[host], seed, "packages")
    author.grow_packages()
    return author.manifest("") | {"repository": REPOSITORY, "installs": author.installs}


class Author(Grower):
    """Somebody who writes packages for one host."""

    def __init__(self, agent, seed, kind):
        super().__init__(agent, seed, kind)
        self.cwd, self.installs = "ws/elsewhere", []
        self.host = agent.id
        # Much that is odd makes a host refuse a package, or all of them, and then there is little to see.
        self.wild = self.chance(0.3)

    def grow_packages(self):
        self.write(f"{REPOSITORY}/.git/HEAD", "ref: refs/heads/main\n")
        for folder in ("objects", "refs"):
            self.folder(f"{REPOSITORY}/.git/{folder}")
        self.write(f"{REPOSITORY}/README.md", "# Read me\n")
        ways = ["catalogue", "catalogue", "catalogue", "plugin"] if self.host in CATALOGUES else []
        ways += ["extension", "extensions"] if self.host in EXTENSIONS else []
        getattr(self, self.pick(*ways))()

    def usually(self, value, *odd):
        """A value, or one of those that hosts refuse or that nobody writes."""
        return self.pick(*odd) if self.wild and self.chance(0.3) else value

    # --- Extensions.

    def extension(self):
        """The repository is the package."""
        self.extension_in(REPOSITORY, "first")

    def extensions(self):
        for name in self.some(["first", "second", "Third"], 2, 3):
            self.extension_in(f"{REPOSITORY}/{self.pick('extensions', 'packages/deep')}/{name}", name)

    def extension_in(self, folder, name):
        place = self.pick(*EXTENSIONS[self.host])
        manifest = {"name": self.usually(self.pick(name, name, f"{name}-renamed"), f"{name}_x", f"{name}.x", "bad name"),
                    "version": self.usually("1.0.0", 1, "", "1")}
        if self.wild and self.chance(0.15):
            del manifest[self.pick("name", "version")]
        if self.chance(0.2):
            manifest["skills"] = self.pick("./more", ["./more"], "./skills/alpha", ["./skills"], [])
        self.spoiled_at_times(f"{folder}/{place}", manifest)
        self.contents(folder, name)
        for command in self.some(["go", "sub/run"], 0, 2):
            self.write(f"{folder}/commands/{command}.toml", f'description = "{self.mark()} does it"\nprompt = "Do it"\n')
        self.installs.append(self.agent.install_folder(f"@ROOT@/{folder}"))

    # --- Plugins.

    def plugin(self):
        """The repository is a plugin that stands in a catalogue of somebody else."""
        name = self.usually(self.pick("solo", "Solo"), "so.lo", "so_lo")
        manifest = self.plugin_manifest(name)
        # A folder with a broken manifest is refused where it is not taken from a catalogue, as users do.
        self.wild = self.wild and not self.agent.install_folder
        self.spoiled_at_times(f"{REPOSITORY}/{self.pick(*MANIFESTS[self.host])}", manifest)
        self.contents(REPOSITORY, name)
        if self.agent.install_folder:
            self.installs.append(self.agent.install_folder(f"@ROOT@/{REPOSITORY}"))
            return
        entry = {"name": manifest["name"], "source": {"source": "url", "url": ADDRESS}}
        market = {"name": "market", "owner": {"name": "somebody"}, "plugins": [entry]}
        self.write("market/.claude-plugin/marketplace.json", json.dumps(market))
        self.installs += [self.agent.add_catalogue("@ROOT@/market"),
                          self.agent.install_plugin(manifest["name"], "market")]

    def catalogue(self):
        catalogue = {"name": self.pick("acme", "acme", "Acme-1"), "owner": {"name": "author"}}
        root = self.pick("./plugins", "plugins") if self.chance(0.2) else None
        if root:
            catalogue["metadata"] = {"pluginRoot": root}
        if self.usually(False, True):
            del catalogue["owner"]
        names = self.some(["docs", "tools", "Caps", "last", self.usually("more", "dot.ted", "under_score")], 1, 4)
        at_root = names[0] if self.chance(0.35) else None
        entries = [self.entry(name, name == at_root, root) for name in names]
        if self.chance(0.1):
            entries.append({"name": "gone", "source": "./plugins/gone"})
        if odd := self.usually(None, {"name": "no-source"}, {"name": "Has Space", "source": "./plugins/docs"},
                               {"source": "./plugins/docs"}, {"name": names[0], "source": "./plugins/docs"}):
            entries.append(odd)
        places = CATALOGUES[self.host]
        place = places[0] if self.chance(0.5) else self.pick(*places)
        catalogue["plugins"] = entries
        self.write(f"{REPOSITORY}/{place}", json.dumps(catalogue, indent=2, ensure_ascii=False))
        if self.host in ("codex", "copilot-cli") and self.chance(0.15):
            # A second one, of which only one counts.
            other = self.pick(*[each for each in places if each != place])
            self.write(f"{REPOSITORY}/{other}", json.dumps(catalogue | {"plugins": entries[:1]}))
        if self.agent.add_catalogue:
            self.installs.append(self.agent.add_catalogue(ADDRESS))
        for name in dict.fromkeys(entry.get("name") for entry in entries):
            if name and self.agent.install_plugin:
                self.installs.append(self.agent.install_plugin(name, catalogue["name"]))
            elif name:
                self.installs.append(self.agent.install_folder(f"@ROOT@/{REPOSITORY}:{name}"))

    def entry(self, name, at_root, root):
        """One plugin and its entry."""
        folder = REPOSITORY if at_root else f"{REPOSITORY}/plugins/{name}"
        if at_root:
            source = self.pick("./", "./", ".")
        elif root:
            source = self.pick(name, name, f"./plugins/{name}", f"./{name}")
        else:
            usual = f"./plugins/{name}"
            source = self.usually(usual, f"plugins/{name}", f"{usual}/", {"source": "local", "path": usual},
                                  f"./plugins/../plugins/{name}")
            if self.host == "codex" and self.chance(0.3):
                source = {"source": "local", "path": source} if isinstance(source, str) else source
        entry = {"name": name, "source": source}
        if self.chance(0.4):
            entry |= self.pick({"description": "Does things"}, {"category": "work"}, {"version": "1.2.3"})
        if self.chance(0.25):
            entry["strict"] = self.pick(False, False, True)
        if self.chance(0.35):
            entry["skills"] = self.skill_paths()
        if self.chance(0.2):
            entry["commands"] = self.command_paths()
        if self.chance(0.7):
            manifest = self.plugin_manifest(self.usually(name, "renamed"))
            self.spoiled_at_times(f"{folder}/{self.pick(*MANIFESTS[self.host])}", manifest)
        self.contents(folder, name)
        return entry

    def plugin_manifest(self, name):
        manifest = {"name": name}
        if self.chance(0.5):
            manifest["version"] = self.usually("1.0.0", "0.1", 1, "")
        if self.chance(0.3):
            manifest["skills"] = self.skill_paths()
        if self.chance(0.2):
            manifest["commands"] = self.command_paths()
        if self.chance(0.08):
            manifest["defaultEnabled"] = False
        if self.chance(0.08):
            manifest["dependencies"] = [self.pick("docs", "tools", "nobody")]
        return manifest

    def skill_paths(self):
        paths = self.pick("./more", ["./more"], ["./skills/alpha", "./skills/beta"], "./skills/alpha", ["./"], "./",
                          ["./more/", "./skills"], ["./more/gamma", "./more"])
        return self.usually(paths, [], "more", ["./gone"], ["./more", 1], {"paths": ["more"]})

    def command_paths(self):
        paths = self.pick("./cmds", ["./cmds", "./single.md"], ["./commands/go.md"], "./single.md")
        return self.usually(paths, [], "cmds", {"about": {"source": "./single.md", "description": "Named here"}})

    # --- What a package holds.

    def contents(self, folder, name):
        """Skills and commands; their names are this package's own, but for a few that others have too."""
        tag = name.lower().strip("._")
        for skill in self.some(["alpha", "beta", "Zed", "deep/er", ".hid", f"{tag}-one", f"{tag}-two"], 1, 4):
            self.package_file(f"{folder}/skills/{skill}/SKILL.md", skill, tag)
        for skill in self.some(["gamma", f"{tag}-more", "deep/est"], 0, 2):
            self.package_file(f"{folder}/more/{skill}/SKILL.md", skill, tag)
        if self.chance(0.2):
            self.package_file(f"{folder}/SKILL.md", name, tag)
        if self.chance(0.1):
            self.files = [item for item in self.files if not item["path"].startswith(f"{folder}/skills/")]
        for place in self.some(["skills/flat.md", "skills/SKILL.md", "docs/guide/SKILL.md", "agents/helper.md"], 0, 2):
            self.package_file(f"{folder}/{place}", place.split("/")[1].removesuffix(".md"), tag)
        for command in self.some(["go", "sub/run", "Cap_s", "alpha", "README", "sub/deep/two", "go.now"], 0, 3):
            self.package_file(f"{folder}/commands/{command}.md", command, tag, COMMAND_BODIES)
        for command in self.some(["cmds/other", "single"], 0, 2):
            self.package_file(f"{folder}/{command}.md", command, tag, COMMAND_BODIES)

    def package_file(self, path, name, tag, bodies=BODIES):
        name, mark = name.split("/")[-1], self.mark()
        # Which of two skills with one name is used is the matter of other trees where the host leaves out all but one.
        named = f"{tag}-{name}" if self.host == "gemini-cli" else name
        lines = [self.pick(*NAMES), self.pick(*(NO_DESCRIPTIONS if self.chance(0.12) else DESCRIPTIONS))]
        if bodies is COMMAND_BODIES and self.chance(0.7):
            del lines[0]
        if self.chance(0.15):
            lines.append(self.pick(*LINES))
        text = "---\n" + "".join(f"{line}\n" for line in lines) + "---\n\n" + self.pick(*bodies)
        if self.chance(0.04):
            text = self.pick("MARK without frontmatter\n", text.replace("\n", "\r\n"), "\ufeff" + text, "")
        self.write(path, text.replace("MINE", named).replace("MARK", mark))

    def spoiled_at_times(self, path, value):
        text = json.dumps(value, indent=self.pick(None, 2), ensure_ascii=False)
        if self.usually(False, True):
            text = self.pick(text[:-1], "\ufeff" + text, "[]", "", f"// mine\n{text}")
        self.write(path, text)
