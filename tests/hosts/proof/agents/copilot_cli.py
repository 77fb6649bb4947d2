"""GitHub Copilot CLI."""
import html
import re

from proof.agents.agent import ElementAgent, tool_answers
from proof.models import ADDRESS


class CopilotCli(ElementAgent):
    id = "copilot-cli"
    user_roots = [".copilot/skills", ".agents/skills", ".claude/skills"]
    project_roots = [".github/skills", ".agents/skills", ".claude/skills"]
    foreign_roots = [".codex/skills"]
    opening, closing = "<skill>\n<available_skills>\n", "\n</available_skills>\n</skill>"
    overflow = "Additional skills available (invoke by name): "
    element = (r"<skill>\n  <name>(?P<name>.*?)</name>\n  <description>(?P<text>.*?)</description>\n"
               r"  <location>(?P<location>.*?)</location>\n</skill>")

    def variables(self):
        return {"COPILOT_PROVIDER_BASE_URL": f"{ADDRESS}/v1", "COPILOT_PROVIDER_API_KEY": "dummy",
                "COPILOT_MODEL": "gpt-4.1", "COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false"}

    def program(self):
        return [self.package("@github/copilot-linux-x64/copilot")]

    def command(self, flags):
        return [*self.program(), "-p", self.prompt, "--allow-all-tools", *flags]

    def is_on_disk(self, location):
        return location != "builtin"

    def files(self, found):
        return self.files_by_mark([match[0] for match in found], [html.unescape(match["name"]) for match in found])

    @staticmethod
    def call(load):
        return "skill", {"skill": load["skill"]}

    def loaded(self, requests, loads):
        """A message of its own for each that is there."""
        talk = requests[-1][1].get("messages", [])
        found = [message["content"] for message in talk if "<skill-context name=" in str(message["content"])]
        by_name = {re.search('<skill-context name="(.*?)">', text)[1]: text for text in found}
        answers = zip(loads, tool_answers(requests))
        return [by_name[load["skill"]] if "loaded successfully" in answer else {"refused": answer}
                for load, answer in answers]

    @staticmethod
    def add_catalogue(source):
        return ["plugin", "marketplace", "add", source]

    @staticmethod
    def install_folder(path):
        return ["plugin", "install", path]

    @staticmethod
    def install_plugin(name, catalogue):
        return ["plugin", "install", f"{name}@{catalogue}"]

    # --- What trees may hold.

    @staticmethod
    def settings(grower):
        settings = {}
        if grower.chance(0.6):
            settings["disabledSkills"] = grower.known_names(1, 3)
        if grower.chance(0.4):
            settings["skillDirectories"] = grower.some(["@ROOT@/extra", "rel", "~/tilde", "@ROOT@/missing"], 1, 2)
        moved = grower.chance(0.15)
        if moved:
            grower.env["COPILOT_HOME"] = "@ROOT@/home/conf"
            for name in grower.some(grower.folders, 1, 2):
                grower.skill("home/conf/skills", name)
        grower.json(f"home/{'conf' if moved else '.copilot'}/settings.json", settings)
        if grower.chance(0.2):
            grower.env["COPILOT_SKILLS_DIRS"] = grower.pick("@ROOT@/env", "@ROOT@/env,@ROOT@/extra", "rel")
        for folder in grower.some(["ws/side", "extra"], 0, 1):
            grower.flags += ["--add-dir", f"@ROOT@/{folder}"]
            grower.skill(f"{folder}/{grower.pick(*grower.agent.project_roots)}", "added")
        for folder in ("extra", "env", "home/tilde", f"{grower.cwd}/rel"):
            for name in grower.some(grower.folders, 0, 2):
                grower.skill(folder, name)

    @staticmethod
    def plugins(grower):
        for number in range(grower.dice.randint(1, 2)):
            folder = f"plugs/p{number}"
            manifest = {"name": f"plug{number}", "version": "1.0.0", "description": "x"}
            if grower.chance(0.3):
                manifest["skills"] = grower.pick("more", ["more", "skills"])
            place = grower.pick("plugin.json", ".claude-plugin/plugin.json", ".github/plugin/plugin.json")
            grower.json(f"{folder}/{place}", manifest)
            for name in grower.some(["alpha", "beta", "own", "deep/er", ".hid"], 1, 4):
                grower.skill(f"{folder}/{grower.pick('skills', 'skills', 'more')}", name)
            if grower.chance(0.4):
                grower.command(f"{folder}/commands", "go.md")
            grower.flags += ["--plugin-dir", f"@ROOT@/{folder}"]

    @staticmethod
    def commands(grower):
        for level in ("home", *grower.levels):
            for name in grower.some(["alpha", "beta", "go", "Caps", "sub/one", ".dot", "a b"], 0, 3):
                grower.command(f"{level}/.claude/commands", f"{name}.md")
