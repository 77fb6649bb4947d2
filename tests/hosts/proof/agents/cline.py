"""Cline."""
from proof.agents.agent import Agent, Listing, sent_text
from proof.models import ADDRESS
from proof.problem import NoListing


class Cline(Agent):
    id = "cline"
    refusal = r"^Skill \"[^\"]*\" not found"
    user_roots = [".cline/skills", ".agents/skills"]
    project_roots = [".clinerules/skills", ".cline/skills", ".claude/skills", ".agents/skills"]
    foreign_roots = [".gemini/skills"]

    def prepare(self):
        settings = {"provider": "openai-compatible", "apiKey": "dummy", "model": "m", "baseUrl": f"{ADDRESS}/v1"}
        self.merge(".cline/data/settings/providers.json", {
            "version": 1, "lastUsedProvider": "openai-compatible", "modes": {}, "providers": {"openai-compatible": {
                "settings": settings, "tokenSource": "manual", "updatedAt": "2026-01-01T00:00:00.000Z"}}})

    def command(self, flags):
        return [self.package("@cline/cli-linux-x64/bin/cline"), self.prompt, *flags]

    @staticmethod
    def call(load):
        return "skills", {"skill": load["skill"]} | ({"args": load["arguments"]} if "arguments" in load else {})

    # --- What trees may hold.

    @staticmethod
    def settings(grower):
        if grower.chance(0.1):
            grower.json("home/.cline/data/settings/global-settings.json", {"disabledTools": ["skills"]})
        if grower.chance(0.2):
            grower.env["CLINE_DIR"] = "@ROOT@/home/.cline"
        switches = ["disabled: true", "enabled: false", "disabled: yes", "disabled: 'true'", "enabled: no"]
        for path in grower.some(grower.folders, 0, 3):
            grower.skill(grower.near_root(), f"{path}-off", [grower.pick(*switches)])

    def listing(self, requests, _):
        """Only names are shown, in an order that changes from run to run: here they are sorted."""
        opening, varies = "Available skills: ", {"unordered": True}
        try:
            text = sent_text(requests, opening, ("tools",))
        except NoListing:
            if any(path.endswith("/chat/completions") for path, _ in requests):
                return Listing([], "", more=varies)
            raise
        names = sorted(text.partition(opening)[2].removesuffix(".").split(", "))
        return Listing(names, ", ".join(names), opening, ".", [], varies)
