"""Goose."""
import re

from proof.agents.agent import Agent, Listing, sent_text
from proof.models import ADDRESS

# How the entries of its own skills begin.
BUNDLED = ("• goose-doc-guide - Reference goose documentation to create,",
           "• web-search - Search the web and extract page content using DuckDuckGo (no API key")


class Goose(Agent):
    id = "goose"
    refusal = r"^(Failed to parse skill arguments|Skill ['\"`].* not found)"
    file_line = r"^- .* → .*$"
    user_roots = [".agents/skills", ".config/goose/skills", ".claude/skills", ".config/agents/skills"]
    project_roots = [".agents/skills", ".goose/skills", ".claude/skills"]
    foreign_roots = [".codex/skills"]
    # Inside a root the file system decides.
    races = True
    opening = ("You have these skills at your disposal, when it is clear they can help you solve a problem or you are "
               "asked to use them:\n")

    def variables(self):
        return {"GOOSE_PROVIDER": "openai", "GOOSE_MODEL": "gpt-4.1", "OPENAI_API_KEY": "dummy",
                "OPENAI_HOST": ADDRESS, "GOOSE_DISABLE_KEYRING": "1", "GOOSE_TELEMETRY_ENABLED": "false"}

    def command(self, flags):
        return [self.package("@aaif/goose-binary-linux-x64/bin/goose"), "run", "-t", self.prompt, "--no-session", "-q",
                *flags]

    def listing(self, requests, _):
        text = sent_text(requests, "# Extensions")
        if self.opening not in text:
            return Listing([], "")
        inner = re.split(r"\n## [a-z]+\n", text.partition(self.opening)[2])[0]
        entries = [entry for entry in re.split(r"\n(?=• )", inner) if not entry.startswith(BUNDLED)]
        names = [entry.removeprefix("• ").partition(" - ")[0] for entry in entries]
        header = self.opening if entries else ""
        return Listing(entries, "\n".join(entries), header, "", self.files_by_mark(entries, names))

    @staticmethod
    def call(load):
        return "load_skill", {"name": load["skill"]} | ({"args": load["arguments"]} if "arguments" in load else {})

    # --- What trees may hold.

    @staticmethod
    def plugins(grower):
        for base in ("home", grower.cwd):
            for name in grower.some(["one", "two"], 0, 2):
                for skill in grower.some(["alpha", "beta", "zed"], 1, 2):
                    grower.skill(f"{base}/.agents/plugins/{name}/skills", f"{skill}-{name}")
