"""Trees for every host that `skill-lsp hosts` names, also for those that nobody here can run.

The roots are what the program says of the host; what settings, plugins and commands look like is what `proof.agents`
knows, and for the others what stands below. No host is run on these trees, so they may hold what would stop one, or
what it would leave to chance: settings that are broken, two skills of a name, files that are no text.
"""
import json
import re

from proof.agents import AGENTS
from proof.trees import loads
from proof.trees.grower import Grower

# One place of `skill-lsp hosts`: below HOME, below a folder that a variable names, or below a folder of the project.
USER = re.compile(r"(?:~|\$\{\w+:-~)(/[^}]*)?\}?/(?P<rest>.*)")
VARIABLE = re.compile(r"\$(\w+)(/.*)?")


def grown(host, seed):
    """The manifest of a tree, the same for the same host (an item of `skill-lsp hosts --format json`) and seed."""
    grower = EveryGrower(AnyHost(host), seed, "every")
    kinds = grower.some(["yaml", "deep", "links", "commands", "plugins", "settings"], 2, 5)
    grower.grow([kind for kind in kinds if getattr(grower.agent, kind, True)])
    grower.add_all_else()
    if grower.agent.finish:
        grower.agent.finish(grower)
    return grower.manifest("")


class AnyHost:
    """What a `Grower` asks of a host."""
    races = names_must_be_text = files_must_be_text = goes_round = False

    def __init__(self, host):
        self.id = host["id"]
        known = AGENTS.get(self.id.partition("@")[0])
        self.user_roots, self.project_roots, self.variables = [], [], []
        for root in host["roots"]:
            for path in root["paths"] if root["at"] not in ("plugin", "extension", "package", "added") else ():
                self.place(path.replace("*", "team"))
        self.user_roots = self.user_roots or [".agents/skills"]
        self.project_roots = self.project_roots or [".agents/skills"]
        self.foreign_roots = [".claude/skills", ".agents/skills", ".codex/skills", ".gemini/skills"]
        for kind in ("commands", "plugins", "settings", "finish"):
            setattr(self, kind, getattr(known, kind, None))
        self.settings = self.settings or OTHER_SETTINGS.get(self.id)
        self.plugins = OTHER_PLUGINS.get(self.id) or self.plugins

    def place(self, path):
        if path.startswith("/") or not path:
            return
        if user := USER.fullmatch(path):
            self.user_roots.append(f"{user[1] or ''}/{user['rest']}".lstrip("/"))
        elif named := VARIABLE.fullmatch(path):
            self.variables.append((named[1], f"variable{named[2] or ''}"))
        else:
            self.project_roots.append(path)


class EveryGrower(Grower):
    """A grower that also makes what the checks look for."""

    def skill_file(self, path, folder, extra=()):
        if self.chance(0.3) and not extra:
            self.write(path, self.mistaken(folder))
            self.names.append(folder)
        elif self.chance(0.15) and not extra:
            self.write(path, loads.skill(self.dice, folder, True))
            self.names.append(folder)
        else:
            super().skill_file(path, folder, extra)

    def mistaken(self, folder):
        """A document in which something is wrong that a check tells."""
        lines = [f"name: {folder}"] if self.chance(0.8) else []
        lines += [f"description: {self.mark()} {self.pick(*DESCRIPTIONS)}"] + self.some(MISTAKEN_LINES, 1, 5)
        text = "\n\n".join(self.some(MISTAKEN_BODIES, 1, 6)).replace("OTHER", self.pick(*self.folders))
        return "---\n" + "\n".join(lines) + f"\n---\n\n# {folder}\n\n{text}\n"

    def add_all_else(self):
        skills = [item["path"] for item in self.files if item["path"].endswith("/SKILL.md")]
        for path in self.some(skills, 2, 6):
            for name in self.some(BESIDE, 1, 3):
                self.write(path.removesuffix("SKILL.md") + name, "#!/bin/sh\necho hi\n")
        for name, folder in self.agent.variables:
            if self.chance(0.4):
                self.env[name] = f"@ROOT@/{folder.partition('/')[0]}"
                for skill in self.some(self.folders, 1, 3):
                    self.skill(folder, skill)
        for root in {root for root in self.near if "/team/" in root}:
            if self.chance(0.6):
                self.write(root.replace("/team/", "/team/managed.json#").partition("#")[0], "{}\n")
        if self.chance(0.2):
            for number in range(self.dice.randint(20, 60)):
                self.write(f"{self.near_root()}/many-{number}/SKILL.md",
                           f"---\nname: many-{number}\ndescription: {self.mark()} {'many words ' * 60}\n---\nBody\n")
        if self.chance(0.3):
            servers = {name: {"command": "x"} for name in self.some(["github", "files", "two words"], 1, 2)}
            self.json(f"{self.pick(*self.levels)}/.mcp.json", {"mcpServers": servers})
        for name in self.some(["reviewer", "helper", "odd"], 0, 2):
            self.write(f"{self.pick('home', self.base)}/.claude/agents/{name}.md",
                       f"---\nname: {name}\ndescription: {self.pick('does it', '')}\n---\nYou are {name}.\n")
        if self.chance(0.25):
            self.write(f"{self.base}/skill-lsp.toml", "".join(f"{line}\n" for line in self.some(OWN_SETTINGS, 1, 4)))
        self.flags += self.pick([], [], [], ["--setting-sources", "user"], ["--setting-sources", "project,local"])

    def manifest(self, ending):
        """As ever, but for settings that are spoiled, one file in four."""
        for path, value in self.notes.get("json", {}).items():
            text = json.dumps(value, ensure_ascii=False, indent=self.pick(None, 2, "\t"))
            self.write(path, self.spoiled(text) if self.chance(0.25) else text)
        self.notes["json"] = {}
        return super().manifest(ending)

    def spoiled(self, text):
        """A JSON object with comments, keys that are repeated, a comma too many, or broken."""
        inner = text.strip()[1:-1]
        again = re.sub(r"true|false", "true", inner) if self.chance(0.5) else re.sub(r"\d+", "3", inner)
        comma = "," if inner.strip() else ""
        name = self.pick(*self.folders).replace('"', "")
        twice = ', "skills": {"disabled": ["' + name + '"]}, "skills": 5}'
        ways = [
            f"// first\n{text}", f"{text}\n// end", text.replace("{", "{ /* why */ ", 1),
            text.replace("{", "{ // why\n", 1), "{" + inner + comma + again + "}", "{" + inner + comma + "}",
            text.replace("]", ",]"), text.replace("}", twice, 1),
            text.replace('"', "'"), "\ufeff" + text, text[:len(text) // 2], text + "}", f"{text} {text}", "\x00" + text,
            "", "[]", "null", "{}", f'"{name}"', text.replace(":", " :  "), text.replace("{", "{\r\n"),
            text.replace('"', "\\u0022", 1), text.replace("a", "\\u0061"), text.replace("true", "1"),
            text.replace("false", '"false"'),
        ]
        return self.pick(*ways)

    def worded(self, path, value, comment="#"):
        """A settings file in TOML or YAML, as it is or broken."""
        ways = [value, value, value, f"{comment} first\n{value}", value + value, value[:len(value) // 2],
                "\ufeff" + value, value.replace("\n", "\r\n"), value + "= x [\n", ""]
        self.write(path, self.pick(*ways))


DESCRIPTIONS = [
    "Deploys it. Use when the user asks to deploy.", "TODO", "Helps with things", "A skill that does <b>things</b>",
    "x" * 1100, "Deploys the service to staging. Use when asked to deploy.", "Use when # the user asks",
    "Reads PDF files: forms too", "Deploys the service to production. Use when asked to deploy.", "{{description}}",
    "I can help you do this", "词" * 300,
]

MISTAKEN_LINES = [
    "allowed-tools: Read, Reed, Bash(git *), Bash", "allowed-tools: [Read, Read, mcp__github__get, mcp__nope__x]",
    "allowed-tools: Bash(git:*) Read(src/**) Edit(", "allowed-tools: Bash(*), Write, Skill(alpha), Task",
    "tools: [read, shell]", "disallowed-tools: [Write, WebFetch(domain:x.y), Nope]", "allowed_tools: Read",
    "allowedTools: Read", "licence: MIT", "descripton: twice", "Name: upper", "model: gpt-9", "model: opus",
    "effort: extreme", "context: fork", "context: spoon", "agent: reviewer", "agent: nobody",
    "disable-model-invocation: 'maybe'", "user-invocable: [no]", "argument-hint: [a, b]", "arguments: [env]",
    "globs: '*.ts'", "alwaysApply: true", "paths: ['src/**', '[']", "metadata: {version: 1, tags: [a]}",
    "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ./x.sh",
    "hooks:\n  Nope:\n    - hooks: [{type: wish}]", "description: again", "compatibility: " + "c" * 520,
    "license: " + "l" * 600, "mode: architect", "modeSlugs: [code]", "version: 1.0", "shell: fish",
    "dependencies: [x]", "category: y",
]

MISTAKEN_BODIES = [
    "See [the notes](notes.md) and [missing](missing.md#part).", "Run `scripts/run.sh` or `scripts/gone.py`.",
    "Up: [there](../OTHER/SKILL.md) and [out](../../../../etc/passwd).",
    "Use the OTHER skill, or /OTHER, or the `nope` skill.", "Look at /Users/ann/project/x and C:\\Users\\ann\\x.",
    "!`git status` and ```!\nls\n```", "$ARGUMENTS $1 $env ${CLAUDE_SKILL_DIR} ${NOPE}",
    "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs", "a\u200bb \u202eabc", "Raed раypal", "cafÃ© â€œquoteâ€",
    "line\u2028line", "![image](assets/a b.txt) <https://x.y> [ref]\n\n[ref]: references/deep/er.md",
    "{{args}} {args} {name}", "word " * 3000, "Use the Read tool, the Bsh tool and mcp__files__list.",
    "```sh\ncat references/x.md\n```", "skill-lsp-disable-next-line field-unknown",
    "<!-- skill-lsp allow tool-unknown -->", "# Title\n\n## Title\n\n- [ ] item",
    "Skill(OTHER) and $OTHER and @OTHER",
]

BESIDE = [
    "notes.md", "scripts/run.sh", "references/x.md", "references/deep/er.md", "assets/a b.txt", "LICENSE.txt",
    "Skill.md", "evals/evals.json", ".hidden",
]

OWN_SETTINGS = [
    'hosts = ["claude-code", "codex", "pi"]', 'roots = ["pkg"]', 'checks = { field-unknown = "off" }', 'nonsense = 1',
    'tools = { known = ["DeployTool", "mcp__nope__*"] }', '[host.own]\nextends = "claude-code"\nname = "Own"',
    '[host.ours]\nname = "Ours"\nowns = [".ours/skills"]', '[checks',
]


# --- Settings and plugins of the hosts that cannot be run here, and what those that can be run are spared.

def crush(grower):
    folders = ["./more", "@ROOT@/extra", "~/tilde", "missing"]
    for path in (f"{grower.cwd}/crush.json", f"{grower.cwd}/.crush.json", "home/.config/crush/crush.json"):
        options = {}
        if grower.chance(0.6):
            options["disabled_skills"] = grower.known_names(1, 4)
        if grower.chance(0.5):
            options["skills_paths"] = grower.some(folders, 1, 2)
        grower.json(path, {"options": options, "mcp": {"github": {"type": "stdio"}}})
    more_skills(grower, f"{grower.cwd}/more", "extra", "home/tilde")


def copilot_vscode(grower):
    grower.json(f"{grower.cwd}/.vscode/settings.json", {"chat.useAgentSkills": grower.pick(True, False, "yes")})


def three_layer(grower):
    rules = {name: grower.pick("allow", "deny", "ask", "hm") for name in grower.known_names(1, 4) + ["a*", "12"]}
    words = [{"enabled": False}, {"enabled": True}, False, True]
    switches = {name: grower.pick(*words) for name in grower.known_names(1, 4)}
    settings = {"enableSkills": grower.pick(True, True, False), "skills": switches, "permissions": {"skill": rules}}
    grower.json("home/.claude/three-layer.json", {key: settings[key] for key in grower.some(settings, 1, 3)})


def ship(grower):
    folders = grower.some(["more", "@ROOT@/extra", "~/tilde", "../up"], 1, 3)
    skills = {"paths": folders, "allowExternalPaths": grower.pick(True, False)}
    grower.json(f"{grower.cwd}/ship.json", {"skills": skills})
    pins = {"pinnedSkillIds": grower.known_names(1, 4)}
    grower.json(f"{grower.cwd}/.ship/context/ctx/messages/meta.json", pins)
    grower.env["SHIP_CONTEXT_ID"] = grower.pick("ctx", "none")
    more_skills(grower, f"{grower.cwd}/more", "extra", "home/tilde", f"{grower.cwd}/../up")


def portable(grower):
    rules = {name: grower.pick("allow", "deny", "ask") for name in grower.known_names(1, 4) + ["a*", "*"]}
    grower.json("home/.config/portable/permissions.json", {"skill": rules})


def goose(grower):
    grower.worded("home/.config/goose/config.yaml",
                  f"extensions:\n  skills:\n    enabled: {grower.pick('true', 'false', 'no')}\n    type: builtin\n")


def three_layer_plugins(grower):
    for name in grower.some(["one", "two"], 1, 2):
        for version in grower.some(["1.0.0", "1.2.0", "unknown"], 1, 2):
            more_skills(grower, f"home/.claude/plugins/cache/claude-plugins-official/{name}/{version}/skills")


def codex_plugins(grower):
    switches = grower.notes.setdefault("config", {"top": [], "skills": [], "rules": []})["rules"]
    for name in grower.some(["one", "two", "three"], 1, 3):
        folder = f"home/.codex/plugins/cache/market/{name}/{grower.pick('local', '1.0.0', 'abc')}"
        named = grower.pick({}, {"skills": "./more"}, {"skills": ["./skills", "./more"]})
        manifest = {"name": grower.pick(name, "same")} | named
        grower.json(f"{folder}/{grower.pick('.codex-plugin', '.claude-plugin')}/plugin.json", manifest)
        more_skills(grower, f"{folder}/skills", f"{folder}/more")
        switches.append(f'[plugins."{name}@market"]\nenabled = {grower.pick("true", "true", "false")}')


def copilot_plugins(grower):
    AGENTS["copilot-cli"].plugins(grower)
    installed = []
    for name in grower.some(["one", "two"], 0, 2):
        folder = f"home/.copilot/installed-plugins/market/{name}"
        grower.json(f"{folder}/plugin.json", {"name": name, "version": "1.0.0"})
        more_skills(grower, f"{folder}/skills")
        installed.append({"name": name, "marketplace": "market", "version": "1.0.0", "enabled": grower.chance(0.7),
                          "cache_path": f"@ROOT@/{folder}"})
    grower.json("home/.copilot/config.json", {"installedPlugins": installed})
    grower.json("home/.copilot/settings.json", {"enabledPlugins": {"one@market": grower.chance(0.5)}})


def linked_extensions(host, folder):
    """Extensions with what may stand beside their manifest: a link, an enablement, states of skills."""
    def plugins(grower):
        AGENTS[host].plugins(grower)
        if grower.chance(0.4):
            link = {"source": "@ROOT@/linked", "type": grower.pick("link", "local", "git")}
            grower.json(f"home/.{folder}/extensions/linked/.{folder}-extension-install.json", link)
            grower.json(f"linked/{folder}-extension.json", {"name": "linked", "version": "1.0.0"})
            more_skills(grower, "linked/skills")
        rules = {name: {"overrides": grower.some(["!@ROOT@/*", "@ROOT@/ws/*", "!@ROOT@/ws/proj/", "@ROOT@/*"], 1, 2)}
                 for name in grower.some(["first", "second-ext", "linked"], 0, 2)}
        grower.json(f"home/.{folder}/extensions/extension-enablement.json", rules)
        trust = grower.pick("TRUST_FOLDER", "TRUST_PARENT", "DO_NOT_TRUST", "hm")
        if grower.chance(0.4):
            grower.json(f"home/.{folder}/trustedFolders.json", {f"@ROOT@/{grower.cwd}": trust})
            grower.json(f"home/.{folder}/settings.json", {"security": {"folderTrust": {"enabled": grower.chance(0.7)}}})
    return plugins


def more_skills(grower, *folders):
    for folder in folders:
        for name in grower.some([*grower.folders, *grower.some(["fresh", "Other", ".hid", "deep/er"], 1, 2)], 1, 2):
            grower.skill(folder, name)


OTHER_SETTINGS = {"crush": crush, "copilot-vscode": copilot_vscode, "three-layer": three_layer, "shipmyagent": ship,
                  "shipmyagent@2025": ship, "portable": portable, "goose": goose}
OTHER_PLUGINS = {"three-layer": three_layer_plugins, "codex": codex_plugins, "copilot-cli": copilot_plugins,
                 "gemini-cli": linked_extensions("gemini-cli", "gemini"),
                 "qwen-code": linked_extensions("qwen-code", "qwen")}
