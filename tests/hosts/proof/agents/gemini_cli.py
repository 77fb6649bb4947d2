"""Gemini CLI."""
import re

from proof.agents.agent import ElementAgent
from proof.models import ADDRESS


class GeminiCli(ElementAgent):
    id = "gemini-cli"
    refusal = r"^(Error: )?Skill \"[^\"]*\" not found"
    user_roots = project_roots = [".gemini/skills", ".agents/skills"]
    foreign_roots = [".claude/skills"]

    def variables(self):
        return {"GEMINI_API_KEY": "dummy", "GOOGLE_GEMINI_BASE_URL": ADDRESS, "GEMINI_CLI_NO_RELAUNCH": "true",
                "GEMINI_CLI_TRUST_WORKSPACE": "true"}

    def prepare(self):
        self.merge(".gemini/settings.json", {
            "security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"enableAutoUpdate": False},
            "privacy": {"usageStatisticsEnabled": False}})

    def program(self):
        return self.node("@google/gemini-cli/bundle/gemini.js")

    def command(self, flags):
        model = [] if "-m" in flags else ["-m", "gemini-3.1-pro-preview"]
        return [*self.program(), "-p", self.prompt, *flags, *model, *self.unasked("--yolo")]

    @staticmethod
    def call(load):
        return "activate_skill", {"name": load["skill"]}

    @staticmethod
    def without_place(entry):
        return re.sub(r"<location>.*</location>", "<location/>", entry)

    @staticmethod
    def install_folder(path):
        return ["extensions", "install", path, "--consent"]

    # --- What trees may hold.

    @staticmethod
    def settings(grower):
        for path in ("home/.gemini/settings.json", f"{grower.cwd}/.gemini/settings.json"):
            names = [grower.pick(name, name.upper(), name.title()) for name in grower.known_names(1, 3)]
            skills = {"disabled": names} if grower.chance(0.8) else {"enabled": grower.pick(True, True, False)}
            if grower.chance(0.7):
                grower.json(path, {"skills": skills})
        if grower.chance(0.3):
            grower.overlays["/etc"] = "@ROOT@/etc"
            grower.json("etc/gemini-cli/settings.json", {"skills": {"disabled": grower.known_names(1, 2)}})
        if grower.chance(0.15):
            grower.env["GEMINI_CLI_HOME"] = "@ROOT@/home"

    @staticmethod
    def plugins(grower):
        taken = set()
        for name in grower.some(["first", "second-ext", "Third"], 1, 3):
            folder = f"home/.gemini/extensions/{name}"
            called = grower.pick(name, name, "renamed", "bad name")
            # With two of one name it does not start.
            manifest = {"name": name if called in taken else called, "version": "1.0.0"}
            taken.add(called)
            if grower.chance(0.1):
                del manifest["version"]
            grower.json(f"{folder}/gemini-extension.json", manifest)
            for skill in grower.some(["alpha", "beta", "own", "Zed", "deep/er"], 1, 4):
                grower.skill(f"{folder}/skills", skill)
        if grower.chance(0.4):
            rule = grower.pick("!@ROOT@/*", "@ROOT@/*", "!@ROOT@/ws/*", "@ROOT@/home/*")
            grower.json("home/.gemini/extensions/extension-enablement.json", {"first": {"overrides": [rule]}})
