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

    def listing(self, _, printed):
        report = json.loads(printed)
        skills = [skill for skill in report["skills"] if skill["source"] != "builtin"]
        loaded = [{"name": skill["name"], "path": path(skill["baseDir"]), "description": skill["description"],
                   "source": skill["source"]} for skill in skills]
        rejected = sorted(path(error["path"]) for error in report["errors"])
        return Listing([], "", loaded=loaded, more={"rejected": rejected})


def path(address):
    return urllib.parse.unquote(address.removeprefix("file://"))
