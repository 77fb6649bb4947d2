"""Kimi CLI."""
import re

from proof.agents.agent import Agent, Listing, sent_text
from proof.models import ADDRESS
from proof.problem import NoListing

GROUP = r"### (?:Project|User|Extra)\n"
# Where an entry ends: a name may have several lines.
NEXT = r"\n(?=- (?:.*\n(?!  - |- ))*.*\n  - Path: )"
PROVIDER = f"""
[providers.mock]
type = "openai_legacy"
base_url = "{ADDRESS}/v1"
api_key = "dummy"
[models.m]
provider = "mock"
model = "m"
max_context_size = 128000
"""


class KimiCli(Agent):
    id = "kimi-cli"
    user_roots = [".kimi/skills", ".claude/skills", ".codex/skills", ".config/agents/skills", ".agents/skills"]
    project_roots = [".kimi/skills", ".claude/skills", ".codex/skills", ".agents/skills"]
    foreign_roots = [".gemini/skills"]
    files_must_be_text = True

    def prepare(self):
        """The case's own file may only have keys that come before the first table."""
        file = self.home / ".kimi/config.toml"
        theirs = file.read_text() if file.exists() else ""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'default_model = "m"\n{theirs}{PROVIDER}')

    def command(self, flags):
        return [self.installed / "bin/kimi", "--print", "-p", self.prompt, *flags]

    def listing(self, requests, _):
        text = sent_text(requests, "## Available skills\n").partition("## Available skills\n")[2]
        block, bundled, _ = text.partition("### Built-in\n")
        if not bundled:
            raise NoListing("the group of its own skills, which ends the listing, is missing")
        start = re.search(f"^{GROUP}", block, re.MULTILINE)
        if not start:
            return Listing([], "")
        listing = block[start.start():].removesuffix("\n\n")
        groups = re.split(f"(?:^|\n\n){GROUP}", listing)[1:]
        entries = [entry for group in groups for entry in re.split(NEXT, group)]
        found = [re.match(r"- ((?s:.*?))\n  - Path: (.*)\n", entry) for entry in entries]
        return Listing(entries, listing, "", "", [{"name": match[1], "path": match[2]} for match in found])

    # --- What trees may hold.

    @staticmethod
    def settings(grower):
        lines = []
        if grower.chance(0.5):
            lines.append(f"merge_all_available_skills = {grower.pick('true', 'false')}")
        if grower.chance(0.5):
            where = grower.pick("@ROOT@/extra", "~/tilde", "rel")
            lines.append(f'extra_skill_dirs = ["{where}"]')
        for folder in ("extra", "home/tilde", f"{grower.cwd}/rel", "ws/proj/rel"):
            for name in grower.some(grower.folders, 0, 2):
                grower.skill(folder, f"{name}-x")
        grower.write("home/.kimi/config.toml", "".join(f"{line}\n" for line in lines))

    @staticmethod
    def plugins(grower):
        for name in grower.some(["first", "second", "Third"], 1, 3):
            grower.json(f"home/.kimi/plugins/{name}/plugin.json", {"name": name, "version": "1.0.0"})
            grower.skill("home/.kimi/plugins", name)
            if grower.chance(0.5):
                grower.skill(f"home/.kimi/plugins/{name}/skills", "inner")
