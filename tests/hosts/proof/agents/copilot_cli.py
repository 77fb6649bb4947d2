"""GitHub Copilot CLI."""
import html

from proof.agents.agent import ElementAgent
from proof.models import ADDRESS


class CopilotCli(ElementAgent):
    id = "copilot-cli"
    user_roots = [".copilot/skills", ".agents/skills", ".claude/skills"]
    project_roots = [".github/skills", ".agents/skills", ".claude/skills"]
    foreign_roots = [".codex/skills"]
    opening, closing = "<skill>\n<available_skills>\n", "\n</available_skills>\n</skill>"
    element = (r"<skill>\n  <name>(?P<name>.*?)</name>\n  <description>.*?</description>\n"
               r"  <location>(?P<location>.*?)</location>\n</skill>")

    def variables(self):
        return {"COPILOT_PROVIDER_BASE_URL": f"{ADDRESS}/v1", "COPILOT_PROVIDER_API_KEY": "dummy",
                "COPILOT_MODEL": "gpt-4.1", "COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false"}

    def command(self, flags):
        return [self.package("@github/copilot-linux-x64/copilot"), "-p", self.prompt, "--allow-all-tools", *flags]

    def is_on_disk(self, location):
        return location != "builtin"

    def files(self, found):
        return self.files_by_mark([match[0] for match in found], [html.unescape(match["name"]) for match in found])

    # --- What trees may hold.

    @staticmethod
    def commands(grower):
        for level in ("home", *grower.levels):
            for name in grower.some(["alpha", "beta", "go", "Caps", "sub/one", ".dot", "a b"], 0, 3):
                grower.command(f"{level}/.claude/commands", f"{name}.md")
