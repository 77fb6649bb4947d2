"""Amp, whose prompt is made on a server: what its loader reports stands for the listing."""
import json
import urllib.parse

from proof.agents.agent import Agent, Listing
from proof.models import ADDRESS


class Amp(Agent):
    id = "amp"
    user_roots = [".config/agents/skills", ".agents/skills", ".config/amp/skills", ".claude/skills"]
    project_roots = [".agents/skills", ".claude/skills"]
    foreign_roots = [".gemini/skills"]
    names_must_be_text = True

    def variables(self):
        return {"AMP_API_KEY": "dummy", "AMP_URL": ADDRESS, "AMP_SKIP_UPDATE_CHECK": "1"}

    def command(self, flags):
        return [self.package("@ampcode/cli-linux-x64/amp"), "skill", "list", "--json", *flags]

    # --- What trees may hold.

    @staticmethod
    def settings(grower):
        for path in ("home/.config/amp/settings.json", f"{grower.cwd}/.amp/settings.json"):
            settings = {}
            if grower.chance(0.5):
                settings["amp.skills.path"] = grower.pick("@ROOT@/extra", "~/tilde", "rel", "@ROOT@/extra:~/tilde")
            if grower.chance(0.2):
                settings["amp.skills.disableClaudeCodeSkills"] = grower.pick(True, False)
            if grower.chance(0.2):
                settings["amp.skills.disableGlobalAgentsSkills"] = grower.pick(True, False)
            if settings:
                grower.json(path, settings)
        for folder in ("extra", "home/tilde", f"{grower.cwd}/rel"):
            for name in grower.some(grower.folders, 0, 2):
                grower.skill(folder, name)

    @staticmethod
    def plugins(grower):
        for name in grower.some(["one", "two"], 1, 2):
            for skill in grower.some(["alpha", "tool", "zed"], 1, 2):
                grower.skill(f"home/.claude/plugins/cache/market/{name}/1.0.0/skills", skill)

    def listing(self, _, printed):
        report = json.loads(printed)
        skills = [skill for skill in report["skills"] if skill["source"] != "builtin"]
        loaded = [{"name": skill["name"], "path": path(skill["baseDir"]), "description": skill["description"],
                   "source": skill["source"]} for skill in skills]
        rejected = sorted(path(error["path"]) for error in report["errors"])
        return Listing([], "", loaded=loaded, more={"rejected": rejected})


def path(address):
    return urllib.parse.unquote(address.removeprefix("file://"))
