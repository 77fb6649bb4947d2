"""Claude Code."""
import json
import re
import shutil

from proof.agents.agent import MARK, Agent, Listing, texts
from proof.data import own_texts, runs
from proof.models import ADDRESS
from proof.problem import NoListing

HEADER = "The following skills are available for use with the Skill tool:\n\n"
# The one skill of its own that the variable below leaves.
BUILTIN = "plugin-authoring"
# What hides a skill from the model, or holds it back until a file is touched.
ASIDE = re.compile(r"""^(disable-model-invocation:\s*["']?(true|yes|on|1)\b|paths:\s*(?!\[\]|'\*\*'|''|5))""", re.MULTILINE | re.IGNORECASE)


class ClaudeCode(Agent):
    id = "claude-code"
    user_roots = project_roots = [".claude/skills"]
    foreign_roots = [".agents/skills", ".codex/skills"]
    small = {"SLASH_COMMAND_TOOL_CHAR_BUDGET": "100"}

    def variables(self):
        switch = {} if self.bundled else {"CLAUDE_CODE_DISABLE_BUNDLED_SKILLS": "1"}
        return {"ANTHROPIC_BASE_URL": ADDRESS, "ANTHROPIC_API_KEY": "dummy", "DISABLE_AUTOUPDATER": "1",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "CLAUDE_CODE_TMPDIR": str(self.scratch / "tmp")} | switch

    def program(self):
        return [self.package("@anthropic-ai/claude-code-linux-x64/claude")]

    def command(self, flags):
        settings = {} if self.bundled else {"skillOverrides": {BUILTIN: "off"}}
        if self.manifest.get("loads"):
            settings["permissions"] = {"allow": ["Skill", "Bash"]}
        return [*self.program(), "-p", self.prompt, "--settings", json.dumps(settings), *flags]

    def listing(self, requests, _):
        asked = [body for path, body in requests if path.endswith("/messages")]
        if not asked:
            raise NoListing("the host asked no model")
        # The last request of a talk holds the first listing, and those that came after files were touched.
        last = next((body for body in reversed(asked) if listings(body)), asked[-1])
        first, *later = listings(last) or [[]]
        more = {"model": last["model"]} | ({"later": later} if self.manifest.get("touch") else {})
        if not first:
            return Listing([], "", more=more)
        entries = [entry for entry in first if not self.is_own(entry)]
        names = [called(entry) for entry in entries]
        return Listing(entries, "\n".join(entries), HEADER, "", self.files_by_mark(entries, names), more)

    def is_own(self, entry):
        """Whether it is one of the host's own, and not the tree's skill of that name."""
        if not self.bundled:
            return entry.startswith(f"- {BUILTIN}")
        name, text = called(entry), entry.partition(": ")[2]
        length = own_texts(self.id, self.manifest.get("release")).get(name)
        if length is None or text and not text.endswith("…"):
            return length is not None and runs(text, "columns") == length
        if text and not any(text.removesuffix("…") in file.get("text", "") for file in self.manifest["files"]):
            return True  # Nobody in the tree says so.
        # Of a bare or shortened one only the tree tells whose it is; a plugin's skill has the name of the plugin before it.
        # A link may be the skill's folder. A skill that is hidden or waits for a file leaves its name to the host's own.
        paths = [f"/{file['path']}/" for file in self.manifest["files"] if not ASIDE.search(file.get("text", ""))]
        if "CLAUDE_CONFIG_DIR" in self.manifest.get("env", {}):
            paths = [path for path in paths if not path.startswith("/home/.claude/")]  # Nobody reads them there.
        is_taken = any(re.search(f"/{re.escape(name)}/(SKILL.md/)?$", path) for path in paths
                       if not re.search("/plug(s|ins)/", path))
        return not is_taken and not MARK.search(text)

    def own(self, requests, _):
        asked = [body for path, body in requests if path.endswith("/messages")]
        entries = next((found[0] for found in map(listings, reversed(asked)) if found), [])
        return [(called(entry), entry.partition(": ")[2]) for entry in entries]

    @staticmethod
    def call(load):
        return "Skill", {"skill": load["skill"]} | ({"args": load["arguments"]} if "arguments" in load else {})

    @staticmethod
    def typed(load):
        return " ".join(filter(None, [f"/{load['skill']}", load.get("arguments")]))

    def typed_text(self, requests):
        """What the user's message holds beside the host's own words."""
        # A session is held once.
        shutil.rmtree(self.home / ".claude/projects", ignore_errors=True)
        asked = [body["messages"] for path, body in requests if path.endswith("/messages")]
        for talk in asked:
            blocks = [block for message in talk if message["role"] == "user" for block in message["content"]]
            said = [block["text"] for block in blocks if block["type"] == "text"]
            said = [text for text in said if not text.startswith("<system-reminder>")]
            if any(text.startswith("<command-message>") for text in said):
                return "".join(said)
        return None

    def loaded(self, requests, loads):
        """The text behind the answer of the tool; of a fork, what its own talk begins with."""
        asked = [body["messages"] for path, body in requests if path.endswith("/messages")]
        answered = [talk for talk in asked if '"tool_result"' in json.dumps(talk)]
        if not answered:
            raise NoListing("the host gave no answer of a tool")
        blocks = [block for message in answered[-1] if message["role"] == "user" for block in message["content"]]
        answers = [block for block in blocks if block["type"] == "tool_result"]
        given = [block["text"] for block in blocks[blocks.index(answers[-1]) + 1:] if block["type"] == "text"]
        # Texts of one message are joined by a line break that is part of the earlier one.
        given = [text.removesuffix("\n") for text in given[:-1]] + given[-1:]
        # The host's own words: what files it read, whom to name in commits.
        given = [text for text in given if not text.startswith("<system-reminder>")]
        forks = [first_said(talk) for talk in asked[1:] if '"tool_use"' not in json.dumps(talk)]
        found = []
        for answer in answers:
            words = answer["content"] if isinstance(answer["content"], str) else answer["content"][0]["text"]
            if answer.get("is_error"):
                found.append({"refused": words})
            else:
                found.append((given if words.startswith("Launching skill") else forks).pop(0))
        return found

    def verdicts(self, names, requests, _):
        results = {}
        for _, body in requests:
            for message in body.get("messages", []):
                parts = message["content"] if isinstance(message["content"], list) else []
                results |= {part["tool_use_id"]: part for part in parts if part.get("type") == "tool_result"}
        return {name: verdict(results.get(f"toolu_{number:02}")) for number, name in enumerate(names)}

    @staticmethod
    def add_catalogue(source):
        return ["plugin", "marketplace", "add", source]

    @staticmethod
    def install_plugin(name, catalogue):
        return ["plugin", "install", f"{name}@{catalogue}"]

    # --- What trees may hold.

    @staticmethod
    def small_budget(grower, budget):
        grower.env["SLASH_COMMAND_TOOL_CHAR_BUDGET"] = str(budget)

    @staticmethod
    def commands(grower):
        folders = ["home/.claude/commands"] + [f"{level}/.claude/commands" for level in grower.levels]
        names = ["alpha", "beta", "go", "Caps", "sub/one", "sub/deep/two", "x y", ".dot", ".hid/in", "a.b", "skill",
                 "ünï"]
        for name in grower.some(names, 3, 9):
            ending = grower.pick(".md", ".md", ".md", ".md", ".MD", ".txt")
            grower.command(grower.pick(*folders), name + ending)
        if grower.chance(0.5):
            folder = f"{grower.pick(*folders)}/asskill"
            grower.skill_file(f"{folder}/{grower.pick('SKILL.md', 'skill.md')}", "asskill")
            grower.command(folder, "other.md")
        if grower.chance(0.3):
            folder = grower.pick(*folders)
            grower.link(f"{folder}/linked.md", f"{grower.real(folder)}/command.md")
            grower.command(grower.real(folder), "command.md")

    @staticmethod
    def plugins(grower):
        for number in range(grower.dice.randint(1, 3)):
            folder, manifest = f"plugs/p{number}", {"name": grower.pick(f"plug{number}", "same", "With-Caps")}
            if grower.chance(0.3):
                manifest["skills"] = grower.pick("./more", ["./more", "./skills/alpha"], "./skills/alpha")
            if grower.chance(0.3):
                manifest["commands"] = grower.pick("./cmds", ["./cmds", "./single.md"])
            if grower.chance(0.8):
                grower.json(f"{folder}/.claude-plugin/plugin.json", manifest)
            for name in grower.some(["alpha", "beta", "init", "own", ".hid", "deep/er", "Zed"], 1, 5):
                grower.skill(f"{folder}/{grower.pick('skills', 'skills', 'skills', 'more')}", name)
            for name in grower.some(["go", "sub/run", "alpha", "single", "UP"], 0, 4):
                grower.command(f"{folder}/{grower.pick('commands', 'commands', 'cmds')}", f"{name}.md")
            if grower.chance(0.3):
                grower.skill_file(f"{folder}/SKILL.md", f"p{number}")
            if grower.chance(0.8):
                grower.flags += ["--plugin-dir", f"@ROOT@/{folder}"]
        if grower.chance(0.4):
            installed(grower)

    @staticmethod
    def settings(grower):
        files = {name: {} for name in ("home/.claude/settings.json", f"{grower.cwd}/.claude/settings.json",
                                       f"{grower.cwd}/.claude/settings.local.json", "ws/proj/.claude/settings.json")}
        managed = {}
        for settings in [*files.values(), managed]:
            if grower.chance(0.5):
                words = ["on", "name-only", "user-invocable-only", "off"]
                settings["skillOverrides"] = {name: grower.pick(*words) for name in grower.known_names(1, 4)}
            if grower.chance(0.2):
                settings["permissions"] = {"deny": [f"Skill({name})" for name in grower.known_names(1, 2)]}
            if grower.chance(0.12):
                settings["skillListingMaxDescChars"] = grower.pick(20, 40, 100, 2000)
            if grower.chance(0.12):
                settings["skillListingBudgetFraction"] = grower.pick(0.00002, 0.00005, 0.0001, 0.02)
            if grower.chance(0.04):
                settings["strictPluginOnlyCustomization"] = grower.pick(["skills"], True, ["agents"])
        for name, settings in files.items():
            if settings and grower.chance(0.8):
                grower.json(name, settings)
        if grower.chance(0.4):
            grower.overlays["/etc"] = "@ROOT@/etc"
            grower.json("etc/claude-code/managed-settings.json", managed)
            for name in grower.some(grower.folders, 1, 3):
                grower.skill("etc/claude-code/.claude/skills", name)
        if grower.chance(0.15):
            grower.env["CLAUDE_CODE_DISABLE_POLICY_SKILLS"] = "1"
        if grower.chance(0.15):
            grower.env["CLAUDE_CONFIG_DIR"] = "@ROOT@/home/conf"
            for name in grower.some(grower.folders, 1, 3):
                grower.skill("home/conf/skills", name)
        if grower.chance(0.4):
            grower.json("home/.claude.json", {"skillUsage": {name: used(grower) for name in grower.known_names(2, 6)}})
        if grower.chance(0.4):
            grower.env["SLASH_COMMAND_TOOL_CHAR_BUDGET"] = str(grower.dice.randint(1, 16) * 100)
        elif grower.chance(0.2):
            grower.flags += ["--model", grower.pick("claude-haiku-4-5", "claude-sonnet-4-5", "claude-opus-5-5")]
        for folder in grower.some(["ws/side", "extra", "ws/proj/pkg", "extra/deeper"], 0, 2):
            grower.flags += ["--add-dir", f"@ROOT@/{folder}"]
            for name in grower.some(grower.folders, 1, 3):
                grower.skill(f"{folder}/.claude/skills", name)
            if grower.chance(0.4):
                grower.command(f"{folder}/.claude/commands", "added.md")
        if grower.chance(0.5):
            touched(grower)


def verdict(result):
    """What the result of a call says of permissions; there is none where the tool is taken away."""
    if result is None:
        return "deny"
    text = " ".join(texts(result.get("content")))
    if not result.get("is_error"):
        return "allow"
    if re.search("blocked by permission rules|has been denied", text):
        return "deny"
    return "unknown" if "Unknown skill" in text else "ask"


def used(grower):
    """How often a skill was used, and when last."""
    day = 24 * 60 * 60 * 1000
    return {"usageCount": grower.dice.randint(1, 30), "lastUsedAt": (20720 + grower.dice.randint(0, 60)) * day}


def touched(grower):
    """Files that the model asks for, with skills beside them that wait for it."""
    for folder in grower.some(["n1", "n1/deep", "src/x", "n2", ".dot", "node_modules/m"], 1, 3):
        grower.write(f"{grower.cwd}/{folder}/file.txt", "hello\n")
        grower.touched.append(f"@ROOT@/{grower.cwd}/{folder}/file.txt")
        for name in grower.some(grower.folders, 0, 3):
            grower.skill(f"{grower.cwd}/{folder}/.claude/skills", name)
    for name in grower.some(["waits-1", "waits-2"], 0, 2):
        paths = grower.pick("paths: 'n1/**'", "paths: ['src/**/*.txt', '!src/y']", "paths: '*.txt'", "paths: n2/, src/")
        grower.skill(grower.near_root(), name, extra=[paths])


def installed(grower):
    """Plugins of a marketplace, as the host notes them when it installs them."""
    entries, enabled = {}, {}
    for name in ("one", "two"):
        folder = f"home/.claude/plugins/cache/market/{name}/1.0.0"
        grower.json(f"{folder}/.claude-plugin/plugin.json", {"name": name, "version": "1.0.0"})
        for skill in grower.some(["alpha", "tool", "zed"], 1, 2):
            grower.skill(f"{folder}/skills", skill)
        entries[f"{name}@market"] = [{"scope": "user", "installPath": f"@ROOT@/{folder}", "version": "1.0.0",
                                      "installedAt": "2026-01-01T00:00:00Z", "lastUpdated": "2026-01-01T00:00:00Z"}]
        grower.json(f"ws/market/{name}/.claude-plugin/plugin.json", {"name": name, "version": "1.0.0"})
        enabled[f"{name}@market"] = grower.chance(0.7)
    grower.json("home/.claude/plugins/installed_plugins.json", {"version": 2, "plugins": entries})
    grower.json("home/.claude/plugins/known_marketplaces.json", {"market": {
        "source": {"source": "directory", "path": "@ROOT@/ws/market"}, "installLocation": "@ROOT@/ws/market",
        "lastUpdated": "2026-01-01T00:00:00Z"}})
    plugins = [{"name": name, "source": f"./{name}"} for name in ("one", "two")]
    grower.json("ws/market/.claude-plugin/marketplace.json",
                {"name": "market", "owner": {"name": "x"}, "plugins": plugins})
    grower.json(grower.pick("home", grower.cwd) + "/.claude/settings.json", {"enabledPlugins": enabled})


def listings(body):
    """The lines of every listing in a request."""
    found = []
    for text in texts(body.get("messages")):
        if HEADER in text:
            entries = []
            for line in text.partition(HEADER)[2].split("\n"):
                if line.startswith("- "):
                    entries.append(line)
                elif not line or line == "</system-reminder>" or not entries:
                    break
                else:
                    entries[-1] += f"\n{line}"  # Some of the host's own have several lines.
            found.append(entries)
    return found


def called(entry):
    """What an entry calls its skill."""
    return re.sub(r" \([^()]*\)$", "", entry[2:].partition(": ")[0])


def first_said(talk):
    """The last text of the first message of a talk."""
    content = talk[0]["content"]
    return content if isinstance(content, str) else content[-1]["text"]
