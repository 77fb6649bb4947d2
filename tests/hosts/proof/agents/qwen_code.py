"""Qwen Code."""
import html
import json
import re

from proof.agents.agent import ElementAgent, sent_text
from proof.models import ADDRESS
from proof.problem import NoListing

ANNOUNCED = "skills/commands became available after startup"


class QwenCode(ElementAgent):
    id = "qwen-code"
    refusal = r"^Skill \"[^\"]*\" (was )?not found"
    user_roots = project_roots = [".qwen/skills", ".agents/skills"]
    foreign_roots = [".claude/skills"]
    element = (r"<skill>\n<name>\n(?P<name>.*?)\n</name>\n<description>\n(?P<text>.*?) \([a-z]*\)\n</description>\n"
               r"<location>\n(?P<location>.*?)\n</location>\n</skill>")

    def variables(self):
        return {"OPENAI_API_KEY": "dummy", "OPENAI_BASE_URL": f"{ADDRESS}/v1", "OPENAI_MODEL": "mock",
                "QWEN_CODE_SYSTEM_DEFAULTS_PATH": str(self.scratch / "defaults.json")}

    def prepare(self):
        (self.scratch / "defaults.json").write_text(json.dumps({
            "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
            "general": {"disableAutoUpdate": True}, "privacy": {"usageStatisticsEnabled": False}}))

    def program(self):
        return self.node("@qwen-code/qwen-code/cli-entry.js")

    def command(self, flags):
        return [*self.program(), "-p", self.prompt, *flags, *self.unasked("--yolo")]

    def listing(self, requests, printed):
        """The skills, and the commands, which it tells of in a message of their own."""
        found = super().listing(requests, printed)
        try:
            text = sent_text(requests, ANNOUNCED)
        except NoListing:
            return found
        header, _, rest = text.partition(self.opening)
        entries = re.findall(r"<skill>\n.*?</skill>", rest.partition(self.closing.strip())[0], re.DOTALL)
        found.more |= {"later": [entries], "later_header": header + self.opening, "later_footer": self.closing}
        return found

    def is_on_disk(self, location):
        return location in ("project", "user", "extension")

    def files(self, found):
        return self.files_by_mark([match[0] for match in found], [html.unescape(match["name"]) for match in found])

    @staticmethod
    def call(load):
        return "skill", {"skill": load["skill"]} | ({"args": load["arguments"]} if "arguments" in load else {})

    @staticmethod
    def install_folder(path):
        return ["extensions", "install", path, "--consent"]

    # --- What trees may hold.

    @staticmethod
    def commands(grower):
        folders = ["home/.qwen/commands", f"{grower.cwd}/.qwen/commands", "ws/proj/.qwen/commands"]
        for name in grower.some(["alpha", "beta", "go", "Caps", "sub/one", "sub/deep/two", ".dot", ".hid/in", "a.b",
                                 "init", "SKILL", "sub/SKILL", "Zed"], 3, 9):
            ending = grower.pick(".md", ".md", ".md", ".md", ".MD", ".txt")
            grower.command(grower.pick(*folders), name + ending)
        for name in grower.some(["plain", "beta", "odd"], 0, 3):
            text = grower.pick("Only a body.\n", "---\n---\nBody\n", "---\ndescription: 5\n---\nBody\n", "",
                               "---\ndescription: open\n", "---\ndescription: ''\n---\nBody\n",
                               "---\ndescription: of it\ndisable-model-invocation: true\n---\nBody\n",
                               "---\ndescription: of it\nwhen_to_use: when asked\n---\nBody\n",
                               "---\nwhen_to_use: [a]\ndescription: of it\n---\nBody\n", "---\n- list\n---\nBody\n")
            grower.write(f"{grower.pick(*folders)}/{name}.md", text)

    @staticmethod
    def settings(grower):
        moved = grower.chance(0.15)
        if moved:
            grower.env["QWEN_HOME"] = "@ROOT@/home/conf"
            for name in grower.some(grower.folders, 1, 2):
                grower.skill("home/conf/skills", name)
        for path in (f"home/{'conf' if moved else '.qwen'}/settings.json", f"{grower.cwd}/.qwen/settings.json"):
            skills = {}
            if grower.chance(0.6):
                skills["disabled"] = [grower.pick(name, name.upper()) for name in grower.known_names(1, 3)]
            if grower.chance(0.15):
                skills["disabledLevels"] = grower.pick(["user"], ["project"], ["extension"])
            if grower.chance(0.25):
                skills["directories"] = grower.some(["@ROOT@/extra", "rel", "~/tilde", "@ROOT@/missing"], 1, 2)
            if skills:
                grower.json(path, {"skills": skills})
        for folder in ("extra", "home/tilde", f"{grower.cwd}/rel"):
            for name in grower.some(grower.folders, 0, 2):
                grower.skill(folder, name)

    @staticmethod
    def plugins(grower):
        for name in grower.some(["first", "second-ext"], 1, 2):
            folder = f"home/.qwen/extensions/{name}"
            grower.json(f"{folder}/qwen-extension.json", {"name": name, "version": "1.0.0"})
            for skill in grower.some(["alpha", "beta", "own", "Zed", "deep/er"], 1, 4):
                grower.skill(f"{folder}/skills", skill)
