"""OpenCode."""
import html
import json

from proof.agents.agent import ElementAgent
from proof.models import ADDRESS


class OpenCode(ElementAgent):
    id = "opencode"
    refusal = r"^Skill \"[^\"]*\" not found"
    file_line = r"^<file>.*</file>$"
    user_roots = [".claude/skills", ".agents/skills", ".config/opencode/skills", ".config/opencode/skill",
                  ".opencode/skills"]
    project_roots = [".claude/skills", ".agents/skills", ".opencode/skills", ".opencode/skill"]
    foreign_roots = [".codex/skills"]
    races = True

    def variables(self):
        model = {"name": "m", "limit": {"context": 200000, "output": 8000}}
        provider = {"npm": "@ai-sdk/openai-compatible", "name": "Mock", "models": {"m": model},
                    "options": {"baseURL": f"{ADDRESS}/v1", "apiKey": "dummy"}}
        config = {"model": "mock/m", "small_model": "mock/m", "provider": {"mock": provider}}
        return {"OPENCODE_CONFIG_CONTENT": json.dumps(config), "OPENCODE_DISABLE_AUTOUPDATE": "1",
                "OPENCODE_DISABLE_MODELS_FETCH": "1"}

    def programs(self):
        # It lists the files of a skill with ripgrep, which it would fetch; another host brings one.
        return [str(path.parent) for path in self.installed.parent.glob("*/node_modules/**/rg")]

    def command(self, flags):
        return [self.package("opencode-linux-x64/bin/opencode"), "run", self.prompt, *flags]

    def is_on_disk(self, location):
        return super().is_on_disk(html.unescape(location))

    def files(self, found):
        return [{"name": match["name"], "path": html.unescape(match["location"])} for match in found]

    @staticmethod
    def call(load):
        return "skill", {"name": load["skill"]}

    def asked_at_once(self, names):
        # One that is asked about ends the run.
        return [[name] for name in names]

    def verdicts(self, names, requests, said):
        sent = json.dumps([body.get("messages") for _, body in requests])
        if "permission requested" in said:
            return {names[0]: "ask"}
        is_denied = "rule which prevents" in sent or '"role": "tool"' not in sent
        return {names[0]: "deny" if is_denied else "unknown" if "not found" in sent else "allow"}

    # --- What trees may hold.

    @staticmethod
    def settings(grower):
        files = ["home/.config/opencode/opencode.json", f"{grower.cwd}/opencode.json",
                 f"{grower.cwd}/.opencode/opencode.json", "ws/proj/opencode.json"]
        for path in files:
            settings = {}
            if grower.chance(0.6):
                names = grower.known_names(1, 3) + ["a*", "*-1?", "x_*", "N*", "*"]
                rules = {name: grower.pick("allow", "deny", "deny", "ask") for name in grower.some(names, 1, 4)}
                if grower.chance(0.8) and rules.get("*") == "deny":
                    rules["*"] = "allow"
                settings["permission"] = {"skill": rules}
            if grower.chance(0.25):
                where = grower.pick("more", "@ROOT@/extra/skills", "~/tilde", "../up", "./missing")
                settings["skills"] = {"paths": [where]}
            if settings:
                grower.json(path, settings)
        for folder in (f"{grower.cwd}/more", "extra/skills", "home/tilde", f"{grower.cwd}/../up"):
            for name in grower.some(grower.folders, 0, 2):
                grower.skill(folder, f"{name}-x")
        if grower.chance(0.15):
            grower.env[grower.pick("OPENCODE_DISABLE_EXTERNAL_SKILLS", "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS",
                                   "OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_PROJECT_CONFIG")] = "1"
        if grower.chance(0.15):
            grower.env["OPENCODE_CONFIG_DIR"] = "@ROOT@/conf"
            grower.folder("conf")
            for name in grower.some(grower.folders, 1, 2):
                grower.skill("conf/skills", f"{name}-conf")
